//! Why a value of a row is not sure.

use super::remarks::Remark;

/// Why a value of a group is not sure.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum DoubtReason {
    /// One of several numbers was meant.
    OneOf {
        all: Vec<f64>,
        unit: String,
        taken: f64,
    },
    /// The writer wavered between several numbers, and settled on one.
    Likelier {
        all: Vec<f64>,
        unit: String,
        taken: f64,
    },
    /// A value between two numbers.
    Between {
        first: f64,
        second: f64,
        unit: String,
    },
    /// A word was taken as so much.
    StandsFor {
        word: String,
        value: f64,
        unit: String,
    },
    /// The rows shared a sum evenly.
    SharedOut { sum: f64 },
    /// What the numbers were taken for, and what they could have been.
    Otherwise {
        taken: SlotFigures,
        other: SlotFigures,
    },
    /// The number is the first of two, and the second is still to come.
    FirstOfTwo,
    /// A row that stands between others, of which nothing is told.
    RowBetween,
}

impl DoubtReason {
    /// "8 or 9": what was taken of the two.
    pub fn one_of_two(first: f64, second: f64, taken: f64) -> Self {
        Self::OneOf {
            all: vec![first, second],
            unit: String::new(),
            taken,
        }
    }

    /// What is told of it: of some, nothing. `label` is what a slot is called.
    pub fn tell(&self, label: &dyn Fn(&str) -> String, tell: &mut dyn FnMut(&Remark<'_>)) {
        match self {
            Self::OneOf { all, unit, taken } => tell(&Remark::OneOf(all, unit, *taken)),
            Self::Likelier { all, unit, taken } => tell(&Remark::Likelier(all, unit, *taken)),
            Self::Between {
                first,
                second,
                unit,
            } => tell(&Remark::Between(*first, *second, unit)),
            Self::StandsFor { word, value, unit } => {
                tell(&Remark::StandsFor(word, *value, unit));
            }
            Self::SharedOut { sum } => tell(&Remark::SharedOut(*sum)),
            Self::Otherwise { taken, other } => {
                tell(&Remark::Otherwise(&taken.say(label), &other.say(label)));
            }
            Self::FirstOfTwo | Self::RowBetween => {}
        }
    }
}

/// What the numbers of a compact form were taken for: the name of each slot, and its numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SlotFigures(pub Vec<(String, String)>);

impl SlotFigures {
    /// `rubs 8, coats 3`; `label` is what a slot is called.
    pub fn say(&self, label: &dyn Fn(&str) -> String) -> String {
        let parts = self.0.iter();
        let parts = parts.map(|(slot, shown)| format!("{} {shown}", label(slot)));
        parts.collect::<Vec<_>>().join(", ")
    }
}
