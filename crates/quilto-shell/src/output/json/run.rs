//! What a run came to.

use std::borrow::Cow;

use chrono::NaiveDate;
use quilto::agents::CorrectionDelta;
use quilto::facts::format::{fact_value, part_of};
use quilto::machine::{Correction, Preview, RunReport, Status, Verb};
use quilto::model::{
    AgentUse, Answer, Confidence, EntryId, Fact, FactValue, InputType, Question, WithoutModel,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{EntryObject, ParsedObject, with_parse};

/// A computed figure.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FactObject<'a> {
    name: String,
    subject: Cow<'a, str>,
    value: ValueObject,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bucket: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<Cow<'a, str>>,
}

/// The value of a fact.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "FactValue")]
pub enum ValueObject {
    Number(f64),
    Date(NaiveDate),
    Text(String),
}

impl From<&Fact> for ValueObject {
    fn from(fact: &Fact) -> Self {
        match fact.value {
            FactValue::Number(number) => Self::Number(number),
            FactValue::Date(date) => Self::Date(date),
            FactValue::Text(_) | FactValue::Trend(_) | FactValue::Weekdays(_) => {
                Self::Text(fact_value(fact))
            }
        }
    }
}

impl<'a> From<&'a Fact> for FactObject<'a> {
    fn from(fact: &'a Fact) -> Self {
        Self {
            name: fact.kind.to_string(),
            subject: fact.about(),
            value: fact.into(),
            unit: fact.unit_in_full(),
            date: fact.date,
            bucket: part_of(fact),
            detail: fact.words(),
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
            domain_data: preview.parsed.as_ref().map(|parsed| &*parsed.domain_data),
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
    /// What a run of a day came to, and how long that took.
    pub fn of(report: &'a RunReport, today: NaiveDate, elapsed_ms: u64) -> Self {
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
            logged: entry
                .as_ref()
                .map(|entry| ParsedObject::of_entry(entry).seen_on(today)),
            logged_before: report
                .logged_before
                .iter()
                .filter_map(|logged| {
                    let entry = with_parse(logged.entry.as_ref()?, logged);
                    Some(ParsedObject::of_entry(&entry).seen_on(today))
                })
                .collect(),
            answer: None,
            confidence: None,
            citations: Vec::new(),
            facts: report.facts.iter().map(Into::into).collect(),
            gaps: Vec::new(),
            why: ask.and_then(|ask| ask.why.as_deref()),
            questions: questions.iter().map(Into::into).collect(),
            choice: candidates
                .iter()
                .map(|entry| EntryObject::of(entry, today))
                .collect(),
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
