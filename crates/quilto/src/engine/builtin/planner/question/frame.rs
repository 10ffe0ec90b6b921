//! What a question was read as: the places that its phrases fill (docs/decisions/0034).

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::model::{DateRange, GroupBy, MeasureRef, Part, Together, Topic};

/// A question as a frame. A place that no phrase fills stays empty.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Frame {
    /// What is done with the rows.
    pub(super) op: Option<Op>,
    /// Which end is wanted.
    pub(super) order: Option<Order>,
    /// The subjects, in the order of the text.
    pub(super) of: Vec<Topic>,
    /// The measure.
    pub(super) measure: Option<Measured>,
    /// Another measure that is asked for in the same breath.
    pub(super) beside: Vec<Measured>,
    /// The measure that counts what it names.
    pub(super) counted: Option<Measured>,
    /// What is counted, where it is asked for what one of it holds: "in a set".
    pub(super) within: Option<Measured>,
    /// Whether it is asked for what a day comes to: "in one session".
    pub(super) in_day: bool,
    /// The domains whose entries it asks about as one.
    pub(super) together: Option<Together>,
    /// The domain whose own words it uses.
    pub(super) domain: Option<Spoken>,
    /// The days.
    pub(super) when: Option<DateRange>,
    /// The other side of a comparison.
    pub(super) versus: Option<Versus>,
    /// What rows and days must fulfil.
    #[serde(rename = "where")]
    pub(super) conditions: Vec<Condition>,
    /// One figure for each.
    pub(super) by: Option<GroupBy>,
    /// The stretch of days that is named by a bare noun: one is sought where it is asked for the most.
    pub(super) bucket: Option<GroupBy>,
    /// Whether the figures of all of them are asked for.
    pub(super) each: bool,
    /// The part of the day or the week that it is about alone.
    pub(super) only: Option<Part>,
    /// A weekday by its name alone.
    pub(super) weekday: Option<Weekday>,
    /// Whether the one before that is meant.
    pub(super) before: bool,
    /// Whether its days count only as far as today's have come: "by this day last month".
    pub(super) so_far: bool,
    /// How many are wanted.
    pub(super) limit: Option<u32>,
    /// What the answer is to be.
    pub(super) want: Vec<Want>,
    /// Whether a verb was left out that nothing knows.
    pub(super) verb: bool,
    /// Whether all of it together is asked for.
    pub(super) all: bool,
    /// Whether it asks for what is usual, beside what is done with the rows.
    pub(super) mean: bool,
    /// Whether all days there ever were are meant, or whether it was at all.
    pub(super) ever: bool,
    /// Whether it asks how something is or went.
    pub(super) how: bool,
    /// Whether the last weeks are meant.
    pub(super) lately: bool,
    /// Whether it asks if something has stopped getting better.
    pub(super) stuck: bool,
    /// Whether what came right after is asked for.
    pub(super) lag: bool,
    /// Whether what came right before is asked for.
    pub(super) ahead: bool,
    /// Whether days without it are asked for.
    pub(super) without: bool,
    /// The value that is to be reached.
    pub(super) reach: Option<Amount>,
    /// The unit that the answer is wanted in.
    pub(super) unit: Option<String>,
}

/// A weekday by its name alone: the last one, or all of them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Weekday {
    /// The last one.
    pub(super) when: DateRange,
    /// All of them.
    pub(super) only: Part,
}

/// See [`Frame::op`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Op {
    First,
    Last,
    Days,
    Often,
    Average,
    Trend,
    Gap,
    Off,
    Streak,
    List,
    Summary,
    Compare,
    Why,
    /// When or whether a value will be reached.
    Forecast,
    /// How far it is to a value.
    Distance,
    /// How much more or less it is than at first.
    Change,
}

/// See [`Frame::order`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Order {
    Most,
    Least,
}

/// See [`Frame::want`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Want {
    /// How much.
    Amount,
    /// How many.
    Number,
    Day,
    Name,
    /// How long ago.
    Since,
    Whether,
    Reason,
}

/// A measure, and others that go by the same words.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Measured {
    #[serde(flatten)]
    pub(super) of: MeasureRef,
    #[serde(default)]
    pub(super) also: Vec<MeasureRef>,
}

impl Measured {
    /// It and the others.
    pub(super) fn all(&self) -> impl Iterator<Item = &MeasureRef> {
        std::iter::once(&self.of).chain(&self.also)
    }

    /// Of measures that go by the same words, that of a domain that is spoken of.
    pub(super) fn in_one_of(&self, spoken: &[String]) -> MeasureRef {
        let of = self.all().find(|of| spoken.contains(&of.domain));
        of.unwrap_or(&self.of).clone()
    }
}

/// A domain by its own words.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Spoken {
    pub(super) name: String,
    pub(super) typed: String,
}

/// See [`Frame::versus`].
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Versus {
    pub(super) when: Option<DateRange>,
    pub(super) of: Option<Topic>,
    /// Other conditions.
    #[serde(rename = "where")]
    pub(super) conditions: Vec<Condition>,
    /// All other days.
    pub(super) rest: bool,
    /// What is so now.
    pub(super) now: bool,
}

/// A condition: one bound, of an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Bound {
    MoreThan,
    LessThan,
    AtLeast,
    AtMost,
    Is,
}

/// See [`Frame::conditions`]. A bound of an amount, or any entry of what is named.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Condition {
    pub(super) is: Option<Bound>,
    pub(super) amount: Option<Amount>,
    /// The measure it is on, where it names one.
    pub(super) measure: Option<Measured>,
    pub(super) domain: Option<Spoken>,
    pub(super) name: Option<Topic>,
    /// Whether it is an amount by itself, with no word that bounds it.
    pub(super) bare: bool,
    /// A word that only the notes know.
    pub(super) note: Option<String>,
    /// Whether days are named that have it, rather than what has it itself.
    pub(super) of_day: bool,
    /// What an amount is of by the words before it: "sets of 10".
    pub(super) counted: Option<Measured>,
    /// Whether days without it are meant.
    pub(super) without: bool,
    /// Whether it is said what it was at: of a bare number, what its domain is asked for anyway.
    pub(super) at: bool,
}

impl Condition {
    /// The same of the measure and in the unit of another, where it names none itself.
    pub(super) fn like(&self, other: &Self) -> Option<Self> {
        let amount = self.amount.clone()?;
        let unit = other.amount.as_ref().and_then(|of| of.unit.clone());
        Some(Self {
            measure: self.measure.clone().or_else(|| other.measure.clone()),
            amount: Some(Amount {
                unit: amount.unit.or(unit),
                ..amount
            }),
            ..self.clone()
        })
    }

    /// What days fulfil that do not fulfil it.
    pub(super) fn turned(&self) -> Option<Self> {
        let Some(is) = self.is else {
            return Some(Self {
                without: !self.without,
                ..self.clone()
            });
        };
        let is = match is {
            Bound::MoreThan => Bound::AtMost,
            Bound::LessThan => Bound::AtLeast,
            Bound::AtLeast => Bound::LessThan,
            Bound::AtMost => Bound::MoreThan,
            Bound::Is => return None,
        };
        Some(Self {
            is: Some(is),
            ..self.clone()
        })
    }
}

/// A value that was said, with or without its unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Amount {
    pub(super) value: f64,
    #[serde(default)]
    pub(super) unit: Option<String>,
}

impl Frame {
    /// The frame of a merged meaning. None where it holds what no frame has.
    pub(super) fn of(meaning: &Value) -> Option<Self> {
        Self::deserialize(meaning).ok()
    }

    /// It as data, without the places that nothing fills.
    pub(super) fn places(&self) -> Option<Value> {
        let mut places = serde_json::to_value(self).ok()?;
        let blank = [json!(null), json!(false), json!([])];
        places
            .as_object_mut()?
            .retain(|_, filling| !blank.contains(filling));
        Some(places)
    }

    pub(super) fn wants(&self, want: Want) -> bool {
        self.want.contains(&want)
    }
}
