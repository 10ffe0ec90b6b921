//! What came out of what was computed.

use std::borrow::Cow;
use std::fmt;

use chrono::{NaiveDate, Weekday};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Condition, DateRange, Entry, EntryId, FactKind, Figure, GroupBy};

/// The value of a fact.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum FactValue {
    Number(f64),
    Date(NaiveDate),
    Text(String),
    Trend(TrendVerdict),
    Weekdays(#[schemars(with = "Vec<String>")] Vec<Weekday>),
}

/// In which direction values go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum TrendVerdict {
    #[serde(rename = "rising")]
    Rising,
    #[serde(rename = "falling")]
    Falling,
    #[serde(rename = "plateau")]
    Plateau,
    #[serde(rename = "drop")]
    Drop,
    #[serde(rename = "no clear trend")]
    Unclear,
    #[serde(rename = "too few")]
    TooFew,
    #[serde(rename = "up each time")]
    UpEachTime,
    #[serde(rename = "down each time")]
    DownEachTime,
}

impl fmt::Display for TrendVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rising => "rising",
            Self::Falling => "falling",
            Self::Plateau => "plateau",
            Self::Drop => "drop",
            Self::Unclear => "no clear trend",
            Self::TooFew => "too few",
            Self::UpEachTime => "up each time",
            Self::DownEachTime => "down each time",
        })
    }
}

/// What a fact of a grouped query is of: a stretch of time, a part of the day or the week, a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FactBucket {
    /// What is told apart; nothing where it is the values of a field of the rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<GroupBy>,
    /// What it is called: `2026-11`, `Monday`, `morning`. Nothing else is to be known from it.
    pub name: String,
    /// The value of a field, where these are told apart inside of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inside: Option<String>,
}

impl FactBucket {
    /// What it is called, with what is told apart inside of it.
    pub fn in_full(&self) -> String {
        let names = [Some(&self.name), self.inside.as_ref()];
        let names: Vec<&str> = names.into_iter().flatten().map(String::as_str).collect();
        names.join(" ")
    }
}

/// Something computed from the user's data. Every number an answer states comes from one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Fact {
    /// What it is: which figure, of what, over what, on which side.
    pub kind: FactKind,
    /// The domain whose data it is of; empty for what is of none.
    #[serde(default)]
    pub domain: String,
    /// What it is about: a canonical term, a group, or the domain's name.
    pub subject: String,
    /// The subjects that are added up with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub with: Vec<String>,
    /// Of two sides the subjects of the other one, where those are others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<String>,
    /// The value, in `unit`.
    pub value: FactValue,
    /// The unit of the value (`kg`, `km`, `min/km`, `days`); absent for plain counts and texts. What a
    /// slope is told in, its kind says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The day it happened on, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<NaiveDate>,
    /// Later days that reached the same value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub again: Vec<NaiveDate>,
    /// The days it was computed over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<DateRange>,
    /// The bucket it belongs to, for grouped queries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bucket: Option<FactBucket>,
    /// The figure that it is of, where that stands under conditions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figure: Option<Box<Figure>>,
    /// The row it came from in words made by the measure (`80 kg × 5`), for best, first and last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The entries it rests on, at most a few; the full number is in `sample`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<EntryId>,
    /// How many rows or entries it was computed from.
    pub sample: usize,
    /// Which of the plan's fact queries it answers, from 0.
    pub query: usize,
}

impl Fact {
    /// Its value, where that is a number.
    pub fn number(&self) -> Option<f64> {
        match self.value {
            FactValue::Number(value) => Some(value),
            _ => None,
        }
    }

    /// Whether an entry is what the fact is of. Others may have reached the same on a later day: who did so first made it.
    pub fn is_made_by(&self, entry: &Entry) -> bool {
        self.entries.contains(&entry.id) && self.date.is_none_or(|day| day == entry.date)
    }

    /// A value of a subject and nothing more: no unit, no day, resting on no entry, of the first query.
    pub fn new(
        kind: FactKind,
        domain: impl Into<String>,
        subject: impl Into<String>,
        value: FactValue,
    ) -> Self {
        Self {
            kind,
            domain: domain.into(),
            subject: subject.into(),
            with: Vec::new(),
            beside: Vec::new(),
            value,
            unit: None,
            date: None,
            again: Vec::new(),
            period: None,
            bucket: None,
            figure: None,
            detail: None,
            entries: Vec::new(),
            sample: 0,
            query: 0,
        }
    }

    /// What its own side is about: one subject, or those that are added up.
    pub fn added_up(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.subject).chain(&self.with)
    }

    /// All that it is about, on either side.
    pub fn subjects(&self) -> impl Iterator<Item = &str> {
        self.added_up().chain(&self.beside).map(String::as_str)
    }

    /// What its conditions name: other subjects whose days it is of.
    pub fn on_days_of(&self) -> impl Iterator<Item = &str> {
        let conditions = self.figure.iter().flat_map(|figure| &figure.conditions);
        let named = conditions.filter_map(|condition| match condition {
            Condition::Days(days) => Some(&days.subjects),
            _ => None,
        });
        named.flatten().map(String::as_str)
    }

    /// What it is about, in one text: `Granite / Basalt`.
    pub fn about(&self) -> Cow<'_, str> {
        if self.with.is_empty() && self.beside.is_empty() {
            return Cow::Borrowed(&self.subject);
        }
        Cow::Owned(self.subjects().collect::<Vec<_>>().join(" / "))
    }

    /// The unit of its value in full: of a slope with the time that it is told in (`kg/week`).
    pub fn unit_in_full(&self) -> Option<Cow<'_, str>> {
        let unit = self.unit.as_deref();
        match self.kind.slope_per() {
            Some(per) => Some(Cow::Owned(format!("{}/{per}", unit.unwrap_or_default()))),
            None => unit.map(Cow::Borrowed),
        }
    }

    /// The first of the later days that reached the same value; empty where there are none.
    pub fn again_in_words(&self) -> String {
        const SHOWN: usize = 3;
        let shown: Vec<String> = self
            .again
            .iter()
            .take(SHOWN)
            .map(ToString::to_string)
            .collect();
        let more = if self.again.len() > SHOWN {
            ", …"
        } else {
            ""
        };
        format!("{}{more}", shown.join(", "))
    }

    /// Its detail, and the days that reached the value again.
    pub fn words(&self) -> Option<Cow<'_, str>> {
        if self.again.is_empty() {
            return self.detail.as_deref().map(Cow::Borrowed);
        }
        let detail = self.detail.as_deref().unwrap_or_default();
        let words = format!("{detail} (= {})", self.again_in_words());
        Some(Cow::Owned(words.trim().to_owned()))
    }
}
