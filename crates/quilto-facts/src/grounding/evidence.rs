//! What a draft may rest on, made ready for looking up.

use std::cell::OnceCell;

use chrono::NaiveDate;

use quilto_domain::MergedVocabulary;
use quilto_model::{DateRange, Entry, EntryId, Fact, FactKind, FactValue};
use quilto_text::dates::{self, DateContext, Form};
use quilto_text::{Tokens, read};

use crate::format::part_of;

use super::amount::{Amount, StatedAmount, stated};
use super::names::{NamedSubject, Names};

/// What a draft may rest on.
pub struct Evidence<'a> {
    /// What was computed.
    pub facts: &'a [Fact],
    /// Entries that may be cited.
    pub entries: &'a [Entry],
    /// What the user asked, as typed.
    pub question: &'a str,
    /// The expertise text of the loaded domains.
    pub expertise: &'a str,
    /// Periods of the plan.
    pub periods: &'a [DateRange],
    /// The day the run belongs to.
    pub today: NaiveDate,
    /// Names of the loaded domains: facts about them are about no subject in particular.
    pub domains: &'a [&'a str],
    /// Finds the subjects that a text names, by the vocabulary.
    pub names: &'a dyn Fn(&Tokens) -> Vec<NamedSubject>,
}

/// A fact with everything in it that a draft may say.
pub struct KnownFact<'a> {
    /// The fact.
    pub fact: &'a Fact,
    /// What it is about, in lower case; empty for a fact about a whole domain. Several where subjects
    /// are compared or added up.
    pub subjects: Vec<String>,
    /// The other subjects whose days it is of, in lower case.
    pub on_days_of: Vec<String>,
    /// Its value, if it is a number.
    pub value: Option<Amount>,
    /// Numbers of its words and its sample.
    pub others: Vec<Amount>,
    /// Its days: its own, and those its words name.
    pub dates: Vec<NaiveDate>,
    /// The days it was computed over.
    pub period: Option<&'a DateRange>,
}

impl KnownFact<'_> {
    /// Whether it may be said about these subjects; `whole` where facts about no subject count, too.
    pub fn is_about(&self, subjects: &[String], whole: bool) -> bool {
        let named = |subject: &String| subjects.contains(subject);
        if subjects.is_empty() || self.on_days_of.iter().any(named) {
            return true;
        }
        match self.subjects.as_slice() {
            // What is measured of everything may be called like a group of things ("mood").
            [] => {
                let measure = self.fact.kind.measure();
                whole || measure.is_some_and(|measure| named(&measure.to_lowercase()))
            }
            own => own.iter().any(named),
        }
    }
}

/// An entry; it is read when a draft first touches it, since most of many never are.
pub struct KnownEntry<'a> {
    /// The entry.
    pub entry: &'a Entry,
    content: OnceCell<Content>,
}

/// Everything in an entry that a draft may say.
pub struct Content {
    /// Its numbers, each with the subject last named before it.
    pub amounts: Vec<(Amount, Option<String>)>,
    /// The subjects it names, in lower case.
    pub subjects: Vec<String>,
}

/// The evidence made ready.
pub struct EvidenceIndex<'a> {
    /// Facts.
    pub facts: Vec<KnownFact<'a>>,
    /// Entries.
    pub entries: Vec<KnownEntry<'a>>,
    /// Numbers of the question.
    pub question: Vec<Amount>,
    /// Dates of the question.
    pub question_dates: Vec<NaiveDate>,
    /// Subjects of the question.
    pub question_subjects: Vec<String>,
    /// Numbers of the expertise text, each with the word behind it.
    pub expertise: Vec<(Amount, Option<String>)>,
    /// Periods.
    pub periods: Vec<&'a DateRange>,
    /// The day the run belongs to.
    pub today: NaiveDate,
    /// Finds subjects.
    pub names: Names<'a>,
    /// Words that may hold digits as part of a name (`vo2max`), in normal form.
    pub wordings: String,
}

impl<'a> EvidenceIndex<'a> {
    /// Makes the evidence ready.
    pub fn new(evidence: &'a Evidence<'a>) -> Self {
        let whole = |subject: &str| {
            evidence
                .domains
                .iter()
                .any(|domain| domain.eq_ignore_ascii_case(subject))
        };
        let subjects = evidence
            .facts
            .iter()
            .flat_map(|fact| fact.subjects().chain(fact.on_days_of()))
            .filter(|subject| !whole(subject));
        let names = Names::new(evidence.names, subjects);
        let facts: Vec<KnownFact<'a>> = evidence
            .facts
            .iter()
            .map(|fact| known_fact(fact, &whole, evidence.today))
            .collect();
        let entries = evidence
            .entries
            .iter()
            .map(|entry| KnownEntry {
                entry,
                content: OnceCell::new(),
            })
            .collect();
        let question = read(evidence.question);
        let question_said = dates_in(&question, evidence.today);
        let in_date = |index: usize| question_said.iter().any(|said| said.covers(index));
        let expertise = read(evidence.expertise);
        let mut wordings = quilto_text::normalize(evidence.question);
        wordings.push(' ');
        wordings.push_str(expertise_words(&expertise));
        for fact in evidence.facts {
            wordings.push(' ');
            wordings.push_str(&quilto_text::normalize(&fact.kind.to_string()));
        }
        Self {
            facts,
            entries,
            question: amounts(stated(&question, &in_date)),
            question_subjects: names
                .find(&question)
                .into_iter()
                .map(|named| named.subject)
                .collect(),
            question_dates: question_said
                .iter()
                .flat_map(|said| [said.range.start, said.range.end])
                .collect(),
            expertise: stated(&expertise, &|_| false)
                .into_iter()
                .flat_map(|stated| {
                    let noun = stated.noun;
                    stated
                        .readings
                        .into_iter()
                        .map(move |amount| (exact(amount), noun.clone()))
                })
                .collect(),
            periods: evidence
                .periods
                .iter()
                .chain(
                    evidence
                        .facts
                        .iter()
                        .filter_map(|fact| fact.period.as_ref()),
                )
                .collect(),
            today: evidence.today,
            names,
            wordings,
        }
    }

    /// What an entry holds.
    pub fn content<'k>(&self, known: &'k KnownEntry<'a>) -> &'k Content {
        known
            .content
            .get_or_init(|| content(known.entry, &self.names, self.today))
    }

    /// The entries of these days, or named by their ids.
    pub fn cited(&self, dates: &[NaiveDate], sentence: &str) -> Vec<&KnownEntry<'a>> {
        self.entries
            .iter()
            .filter(|known| {
                let EntryId(id) = &known.entry.id;
                dates.contains(&known.entry.date) || (!id.is_empty() && sentence.contains(id))
            })
            .collect()
    }
}

fn expertise_words(tokens: &Tokens) -> &str {
    tokens.norm_of(0..tokens.len())
}

fn amounts(stated: Vec<StatedAmount>) -> Vec<Amount> {
    stated
        .into_iter()
        .flat_map(|stated| stated.readings)
        .map(exact)
        .collect()
}

/// What is known is meant as written: only the draft's own precision gives slack.
fn exact(amount: Amount) -> Amount {
    Amount {
        half: 0.0,
        ..amount
    }
}

fn known_fact<'a>(
    fact: &'a Fact,
    whole: &impl Fn(&str) -> bool,
    today: NaiveDate,
) -> KnownFact<'a> {
    let value = match &fact.value {
        FactValue::Number(value) => Some(Amount::of_fact(*value, fact.unit.as_deref())),
        _ => None,
    };
    let words = fact.detail.iter().cloned().chain(part_of(fact));
    let mut others = vec![Amount::count(fact.sample)];
    let mut dates: Vec<NaiveDate> = fact.date.into_iter().chain(fact.again.clone()).collect();
    if let FactValue::Date(date) = fact.value {
        dates.push(date);
    }
    for words in words {
        let tokens = read(&words);
        let said = dates_in(&tokens, today);
        dates.extend(said.iter().map(|said| said.range.start));
        let in_date = |index: usize| said.iter().any(|said| said.covers(index));
        others.extend(amounts(stated(&tokens, &in_date)));
    }
    // Days without: one less than lie between those that a break is from.
    if let (FactKind::LongestGap, FactValue::Number(days)) = (&fact.kind, &fact.value) {
        others.push(Amount::of_fact(days - 1.0, fact.unit.as_deref()));
    }
    let subjects = fact
        .subjects()
        .filter(|subject| !subject.is_empty() && !whole(subject))
        .map(str::to_lowercase);
    KnownFact {
        fact,
        subjects: subjects.collect(),
        on_days_of: fact.on_days_of().map(str::to_lowercase).collect(),
        value,
        others,
        dates,
        period: fact.period.as_ref(),
    }
}

fn content(entry: &Entry, names: &Names<'_>, today: NaiveDate) -> Content {
    let tokens = read(&entry.raw);
    let named = names.find(&tokens);
    let said = dates_in(&tokens, today);
    let in_date = |index: usize| said.iter().any(|said| said.covers(index));
    let in_name = |index: usize| named.iter().any(|named| named.tokens.contains(&index));
    let mut amounts: Vec<(Amount, Option<String>)> = Vec::new();
    for stated in stated(&tokens, &|index| in_date(index) || in_name(index)) {
        let before = named
            .iter()
            .rev()
            .find(|named| named.tokens.start < stated.tokens.start);
        let subject = before.map(|named| named.subject.clone());
        for reading in stated.readings {
            amounts.push((exact(reading), subject.clone()));
        }
    }
    let mut subjects: Vec<String> = named.into_iter().map(|named| named.subject).collect();
    if let Some(parsed) = &entry.parsed {
        for data in parsed.domain_data.values() {
            walk(data, None, &mut amounts, &mut subjects);
        }
    }
    Content { amounts, subjects }
}

/// The numbers of parsed data. A text under `name` says what the numbers around it are about; the
/// unit of a number stands beside it under `…_unit`, or at the end of its key.
fn walk(
    value: &serde_json::Value,
    subject: Option<&str>,
    amounts: &mut Vec<(Amount, Option<String>)>,
    subjects: &mut Vec<String>,
) {
    use serde_json::Value;
    match value {
        Value::Array(elements) => {
            for element in elements {
                walk(element, subject, amounts, subjects);
            }
        }
        Value::Object(fields) => {
            let name = fields
                .get("name")
                .and_then(Value::as_str)
                .map(str::to_lowercase);
            if let Some(name) = &name
                && !subjects.contains(name)
            {
                subjects.push(name.clone());
            }
            let subject = name.as_deref().or(subject);
            for (key, value) in fields {
                if let Some(number) = value.as_f64() {
                    let stated = fields.get(&format!("{key}_unit")).and_then(Value::as_str);
                    let ending = match key.rsplit_once('_') {
                        Some((_, "seconds")) => Some("s"),
                        Some((_, "minutes")) => Some("min"),
                        Some((_, "hours")) => Some("h"),
                        _ => None,
                    };
                    let amount = Amount::of_fact(number, stated.or(ending));
                    amounts.push((exact(amount), subject.map(str::to_owned)));
                } else {
                    walk(value, subject, amounts, subjects);
                }
            }
        }
        _ => {}
    }
}

/// A day or a span of days that a text names.
#[derive(Clone, Debug, PartialEq)]
pub struct StatedDate {
    /// Its tokens.
    pub tokens: std::ops::Range<usize>,
    /// The days.
    pub range: DateRange,
}

impl StatedDate {
    /// Whether a token is part of it.
    pub fn covers(&self, index: usize) -> bool {
        self.tokens.contains(&index)
    }
}

/// The days and periods that a text names by the calendar, or with a number ("3 weeks ago").
/// Words such as "last week" or "on Mondays" claim nothing that could be wrong by itself.
pub fn dates_in(tokens: &Tokens, today: NaiveDate) -> Vec<StatedDate> {
    dates::find(tokens, &DateContext::question(today))
        .into_iter()
        .filter(|mention| {
            let words = tokens.slice(mention.span);
            match mention.form {
                Form::Calendar | Form::Partial => true,
                Form::Relative => words.chars().any(|c| c.is_ascii_digit()),
                Form::Weekday => false,
            }
        })
        .map(|mention| StatedDate {
            tokens: mention.tokens,
            range: mention.range,
        })
        .collect()
}

/// A finder of subjects for [`Evidence::names`], from the vocabularies of the loaded domains. What
/// other domains call the same words comes last.
pub fn names_by(vocabulary: MergedVocabulary<'_>) -> impl Fn(&Tokens) -> Vec<NamedSubject> {
    move |tokens| {
        let found = vocabulary.find(tokens);
        found
            .into_iter()
            .chain(vocabulary.claims(tokens))
            .map(|found| NamedSubject {
                tokens: found.mention.tokens,
                subject: found.mention.term.to_string(),
            })
            .collect()
    }
}
