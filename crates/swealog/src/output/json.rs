//! The objects of `--json`. Their shapes are part of the interface and documented in
//! `docs/json.md`; what does not apply is left out.

use chrono::{NaiveDate, NaiveDateTime};
use quilto::agents::CorrectionDelta;
use quilto::machine::{Correction, Logged, Preview, RunReport, Status, Verb};
use quilto::model::{
    AgentUse, Answer, Confidence, Entry, EntryId, EntryKind, Fact, FactValue, InputType, Parsed,
    Question, WithoutModel,
};
use quilto::text;
use quilto::text::inspect::{self, Found, Warning};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// What was understood of a note: the object of `parse --json`, and `logged` of a run.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ParsedObject {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_id: Option<EntryId>,
    pub input_type: InputType,
    pub date: NaiveDate,
    pub timestamp: NaiveDateTime,
    pub tags: Vec<String>,
    pub domain_data: Map<String, Value>,
    pub confidence: f64,
    pub uncertain_fields: Vec<String>,
    pub extraction_notes: Vec<String>,
    /// The entries that a text with several dated sessions becomes; the fields above are those of
    /// the first, and `domain_data` lists what all of them hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub days: Vec<ParsedObject>,
    /// The numbers, dates and oddities of the text itself; only where a text was read.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub found: Option<FoundObject>,
}

/// What stands in a text, whatever its subject.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FoundObject {
    numbers: Vec<Found>,
    dates: Vec<Found>,
    warnings: Vec<Warning>,
}

impl FoundObject {
    pub fn new(text: &str, today: NaiveDate) -> Self {
        let tokens = text::read(text);
        Self {
            numbers: inspect::numbers(&tokens, today),
            dates: inspect::dates(&tokens, today),
            warnings: inspect::warnings(text),
        }
    }
}

/// Adds one day's data of a domain to another's: lists are joined, single values stay the first's.
fn join(entry: serde_json::map::Entry<'_>, data: &Value) {
    let Value::Object(all) = entry.or_insert_with(|| Value::Object(Map::new())) else {
        return;
    };
    for (field, value) in data.as_object().into_iter().flatten() {
        match (all.get_mut(field), value) {
            (Some(Value::Array(list)), Value::Array(more)) => list.extend(more.iter().cloned()),
            (Some(_), _) => {}
            (None, _) => {
                all.insert(field.clone(), value.clone());
            }
        }
    }
}

impl ParsedObject {
    pub fn of_entry(entry: &Entry) -> Self {
        let time = entry.time.unwrap_or_default();
        let parsed = entry.parsed.clone().unwrap_or_default();
        Self::new(InputType::Log, entry.date.and_time(time), parsed).named(entry.id.clone())
    }

    pub fn new(input_type: InputType, timestamp: NaiveDateTime, parsed: Parsed) -> Self {
        Self {
            entry_id: None,
            input_type,
            date: timestamp.date(),
            timestamp,
            tags: parsed.tags,
            domain_data: parsed.domain_data,
            confidence: parsed.confidence,
            uncertain_fields: parsed.uncertain_fields,
            extraction_notes: parsed.extraction_notes,
            days: Vec::new(),
            found: None,
        }
    }

    /// Several days in one: the first day's object, with what the days hold joined domain by
    /// domain, and each day's object under `days`.
    pub fn of_days(days: Vec<Self>) -> Self {
        let mut days = days.into_iter();
        let Some(first) = days.next() else {
            return Self::new(InputType::Log, NaiveDateTime::default(), Parsed::default());
        };
        let mut all = Self {
            entry_id: None,
            input_type: first.input_type,
            date: first.date,
            timestamp: first.timestamp,
            tags: first.tags.clone(),
            domain_data: first.domain_data.clone(),
            confidence: first.confidence,
            uncertain_fields: Vec::new(),
            extraction_notes: Vec::new(),
            days: vec![first],
            found: None,
        };
        all.days.extend(days);
        for day in &all.days[1..] {
            all.confidence = all.confidence.min(day.confidence);
            for (domain, data) in &day.domain_data {
                join(all.domain_data.entry(domain.clone()), data);
            }
        }
        for day in &all.days {
            all.extraction_notes
                .extend(day.extraction_notes.iter().cloned());
        }
        all
    }

    /// With what stands in the text it was read from.
    pub fn with_found(mut self, text: &str, today: NaiveDate) -> Self {
        self.found = Some(FoundObject::new(text, today));
        self
    }

    fn named(mut self, id: EntryId) -> Self {
        self.entry_id = Some(id);
        self
    }
}

/// A computed figure.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FactObject<'a> {
    name: &'a str,
    subject: &'a str,
    value: &'a FactValue,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bucket: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a str>,
}

impl<'a> From<&'a Fact> for FactObject<'a> {
    fn from(fact: &'a Fact) -> Self {
        Self {
            name: &fact.name,
            subject: &fact.subject,
            value: &fact.value,
            unit: fact.unit.as_deref(),
            date: fact.date,
            bucket: fact.bucket.as_deref(),
            detail: fact.detail.as_deref(),
        }
    }
}

/// A question the run waits with.
#[derive(Debug, Serialize, JsonSchema)]
pub struct QuestionObject<'a> {
    id: &'a str,
    question: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<&'a [String]>,
}

impl<'a> From<&'a Question> for QuestionObject<'a> {
    fn from(question: &'a Question) -> Self {
        Self {
            id: &question.id,
            question: &question.question,
            options: question.options.as_deref(),
        }
    }
}

/// A write that waits to be approved.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PreviewObject<'a> {
    id: &'a str,
    verb: Verb,
    entry_id: &'a EntryId,
    #[serde(skip_serializing_if = "<[CorrectionDelta]>::is_empty")]
    delta: &'a [CorrectionDelta],
    #[serde(skip_serializing_if = "Option::is_none")]
    domain_data: Option<&'a Map<String, Value>>,
    refinements_left: u32,
}

impl<'a> From<&'a Preview> for PreviewObject<'a> {
    fn from(preview: &'a Preview) -> Self {
        Self {
            id: &preview.id,
            verb: preview.verb,
            entry_id: &preview.entry.id,
            delta: &preview.delta,
            domain_data: preview.parsed.as_ref().map(|parsed| &parsed.domain_data),
            refinements_left: preview.refinements_left,
        }
    }
}

/// A correction that was written.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CorrectionObject<'a> {
    target: &'a EntryId,
    delta: &'a [CorrectionDelta],
}

impl<'a> From<&'a Correction> for CorrectionObject<'a> {
    fn from(correction: &'a Correction) -> Self {
        Self {
            target: &correction.target.id,
            delta: &correction.delta,
        }
    }
}

/// A note that an answer points to.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CitationObject<'a> {
    entry_id: &'a EntryId,
    date: NaiveDate,
    quote: &'a str,
}

/// A whole run: any text with `--json`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RunObject<'a> {
    pub session_id: &'a str,
    pub input_type: InputType,
    pub status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logged: Option<ParsedObject>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub logged_before: Vec<ParsedObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub citations: Vec<CitationObject<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<FactObject<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<QuestionObject<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choice: Vec<EntryObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preview: Option<PreviewObject<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub correction: Option<CorrectionObject<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    pub path: Vec<&'static str>,
    pub model_calls: u64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<&'a AgentUse>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without_model: Vec<&'a WithoutModel>,
    pub elapsed_ms: u64,
}

impl<'a> RunObject<'a> {
    /// What a run came to, and how long that took.
    pub fn of(report: &'a RunReport, elapsed_ms: u64) -> Self {
        let logged = report.logged.as_ref();
        let problems = logged.map_or(&[][..], |logged| &logged.problems);
        let correction = logged.and_then(|logged| logged.correction.as_ref());
        let entry = logged.and_then(|logged| with_parse(logged.entry.as_ref()?, logged).into());
        let ask = report.ask.as_ref();
        let questions = ask.map_or(&[][..], |ask| &ask.questions);
        let choice = ask.and_then(|ask| ask.choice.as_ref());
        let candidates = choice.map_or(&[][..], |choice| &choice.candidates);
        let preview = ask.and_then(|ask| ask.preview.as_ref());
        let object = Self {
            session_id: &report.run_id.0,
            input_type: report.input_type,
            status: report.status,
            logged: entry.as_ref().map(ParsedObject::of_entry),
            logged_before: report
                .logged_before
                .iter()
                .filter_map(|logged| {
                    let entry = with_parse(logged.entry.as_ref()?, logged);
                    Some(ParsedObject::of_entry(&entry))
                })
                .collect(),
            answer: None,
            confidence: None,
            citations: Vec::new(),
            facts: report.facts.iter().map(Into::into).collect(),
            gaps: Vec::new(),
            why: ask.and_then(|ask| ask.why.as_deref()),
            questions: questions.iter().map(Into::into).collect(),
            choice: candidates.iter().map(Into::into).collect(),
            preview: preview.map(Into::into),
            correction: correction.map(Into::into),
            warnings: problems
                .iter()
                .chain(&report.problems)
                .map(ToString::to_string)
                .collect(),
            path: report.path.iter().map(|state| state.name()).collect(),
            model_calls: report.model_calls(),
            models: report.usage.iter().collect(),
            without_model: report.without_model.iter().collect(),
            elapsed_ms,
        };
        object.with_answer(report.answer.as_ref())
    }

    fn with_answer(mut self, answer: Option<&'a Answer>) -> Self {
        if let Some(answer) = answer {
            self.answer = Some(&answer.text);
            self.confidence = Some(answer.confidence);
            self.gaps = answer.gaps.iter().map(String::as_str).collect();
            self.citations = answer
                .citations
                .iter()
                .map(|citation| CitationObject {
                    entry_id: &citation.entry_id,
                    date: citation.date,
                    quote: &citation.quote,
                })
                .collect();
        }
        self
    }
}

/// What was learned about the person: the object of `context`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ContextObject {
    /// Markdown, as it lies in the home.
    pub global_context: String,
}

/// The entry with what was understood of it, whichever of the two carries it.
pub fn with_parse(entry: &Entry, logged: &Logged) -> Entry {
    let mut entry = entry.clone();
    if logged.parsed.is_some() {
        entry.parsed.clone_from(&logged.parsed);
    }
    entry
}

/// One line of `history --json` and `search --json`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EntryObject<'a> {
    entry_id: &'a EntryId,
    date: NaiveDate,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<String>,
    kind: EntryKind,
    text: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    tags: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    domain_data: Option<&'a Map<String, Value>>,
    /// Corrections in the order they were made, by `history` only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub corrections: Vec<AmendmentObject<'a>>,
    source: &'a str,
}

/// A correction of an entry.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AmendmentObject<'a> {
    entry_id: &'a EntryId,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    delta: Option<&'a Value>,
}

impl<'a> From<&'a Entry> for AmendmentObject<'a> {
    fn from(section: &'a Entry) -> Self {
        Self {
            entry_id: &section.id,
            text: &section.raw,
            delta: section.payload.as_ref().and_then(|p| p.get("delta")),
        }
    }
}

impl<'a> From<&'a Entry> for EntryObject<'a> {
    fn from(entry: &'a Entry) -> Self {
        let parsed = entry.parsed.as_ref();
        Self {
            entry_id: &entry.id,
            date: entry.date,
            time: entry.time.map(|time| time.format("%H:%M").to_string()),
            kind: entry.kind,
            text: &entry.raw,
            tags: parsed.map_or(&[], |parsed| &parsed.tags),
            domain_data: parsed.map(|parsed| &parsed.domain_data),
            corrections: Vec::new(),
            source: &entry.source,
        }
    }
}
