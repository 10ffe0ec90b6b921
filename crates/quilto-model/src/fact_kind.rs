//! What a fact states: which figure, of what, over what, and on which side.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ExclusionReason;

/// What a [`Fact`](super::Fact) states. Its [`Display`](fmt::Display) is the name that JSON and
/// models see (`best weight`, `difference in total volume`); nothing takes that name apart again.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FactKind {
    /// The value of a row, a day or a bucket.
    Value(Quantity),
    /// The best value.
    Best(Quantity),
    /// The worst value.
    Worst(Quantity),
    /// The value of the first day.
    First(Quantity),
    /// The value of the last day.
    Last(Quantity),
    /// The first day, where a day has no value worth saying.
    FirstDay,
    /// The last day, where a day has no value worth saying.
    LastDay,
    /// How many days ago the last day was.
    DaysSince,
    /// The sum.
    Total(Quantity),
    /// Which share of a sum or a mean was estimated, in %.
    EstimatedShare(Quantity),
    /// The mean; of what adds up, over stretches of time, entries or rows.
    Average {
        /// What it is of.
        of: Quantity,
        /// What it is taken over; nothing for the mean of all values.
        per: Option<Per>,
    },
    /// How many there are.
    Count(Quantity),
    /// How many weeks, months or years have any day at all.
    StretchesWithAny(Quantity),
    /// How many days of the period have none.
    DaysWithout,
    /// How many days the period has.
    DaysOfPeriod,
    /// In which direction it goes, as a [`Verdict`](super::Verdict).
    Trend(Quantity),
    /// How fast it goes there.
    Slope {
        /// What it is of.
        of: Quantity,
        /// The stretch of time it is told in.
        per: Per,
    },
    /// How likely so much order is by chance.
    Significance(Quantity),
    /// The first value of a trend.
    Start(Quantity),
    /// The last value of a trend.
    End(Quantity),
    /// The longest time between two days.
    LongestGap,
    /// The mean time between two days.
    AverageGap,
    /// The longest run of days, or of weeks.
    LongestStreak,
    /// The latest run of days, or of weeks.
    LatestStreak,
    /// What several figures come to together.
    Sum(Box<FactKind>),
    /// A number that was said.
    Said,
    /// What a value is expected to be on a day, or the day on which it is expected.
    Forecast {
        /// What it is of.
        of: Quantity,
        /// Which end of its range; nothing for the forecast itself.
        bound: Option<Bound>,
    },
    /// Whether two series rise and fall together.
    RankCorrelation(Box<Pair>),
    /// How likely so much agreement is by chance.
    RankSignificance(Box<Pair>),
    /// Why there is no value.
    NoValue,
    /// How many days a value rests on.
    RestsOn,
    /// How much of something was asked for and could not be counted.
    LeftOut {
        /// What of: a measure or a subject.
        of: String,
        /// Why.
        why: ExclusionReason,
    },
    /// By how much the other side is more.
    Difference(Box<FactKind>),
    /// By how much the other side is more, in %.
    Change(Box<FactKind>),
    /// How many times the other figure it is.
    Ratio(Box<FactKind>),
    /// How many hundredths of the other figure it is.
    Share(Box<FactKind>),
    /// The days between two first times.
    DaysBetween,
    /// The mean of a factor on one side of an outcome.
    FactorOn {
        /// The factor.
        factor: Factor,
        /// On which days.
        side: Side,
    },
    /// How strongly a factor goes with an outcome.
    Association {
        /// The factor.
        factor: Factor,
        /// The measure it goes with.
        with: String,
    },
    /// What a figure is against its target.
    Target(TargetPart),
    /// What a rule of the domain says of what to do next.
    Advice(AdvicePart),
    /// The weekdays on which something is usually done.
    UsualDays,
    /// The next of them.
    NextUsualDay,
    /// A record that the user wrote into the context themselves.
    OwnRecord,
    /// What a word of the question that nothing explains may have been meant for.
    NearName,
}

/// What is measured or counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// A measure of the domain, by its name there.
    Measure(String),
    /// Entries.
    Entries,
    /// Days.
    Days,
    /// Weeks.
    Weeks,
    /// Months.
    Months,
    /// Years.
    Years,
    /// Different subjects.
    Subjects,
    /// Rows of a kind, by its name in the domain.
    Rows(String),
}

impl Quantity {
    /// The name that stands for entries among the measures of a domain.
    pub const ENTRIES: &'static str = "entries";

    /// What a measure's name stands for in a query.
    pub fn of_measure(name: &str) -> Self {
        match name {
            Self::ENTRIES => Self::Entries,
            name => Self::Measure(name.to_owned()),
        }
    }
}

/// What a mean or a slope is taken over.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Per {
    /// Days that have any.
    Day,
    /// Weeks.
    Week,
    /// Months.
    Month,
    /// Years.
    Year,
    /// Entries.
    Entry,
    /// Rows of a kind, by its name in the domain.
    Row(String),
}

/// The better or the worse days of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Days better than was usual then.
    Better,
    /// Days worse than was usual then.
    Worse,
}

/// Something that may differ between better and worse days.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Factor {
    /// The days since the last time.
    SinceLastTime,
    /// A measure of a domain.
    Measure {
        /// The domain.
        domain: String,
        /// The measure's name.
        name: String,
        /// Whether it is of the day before.
        day_before: bool,
    },
    /// A tag of the notes.
    Tag(String),
}

/// Two series of days beside each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Pair {
    /// The one.
    pub of: Quantity,
    /// The other.
    pub with: Quantity,
    /// How many days before the other's day is.
    pub lag_days: u32,
}

/// An end of the range of a forecast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum Bound {
    Earliest,
    Latest,
    Lowest,
    Highest,
}

/// A part of what a figure is against its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TargetPart {
    /// The target itself.
    Amount,
    /// The share of it that was reached, in %.
    Share,
    /// What is left to reach.
    Left,
    /// How many days reached it.
    Reached,
    /// Of how many days.
    Days,
}

/// A part of what a rule of advice says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AdvicePart {
    /// The rule that ends all advice: the value is its name, the detail the tag.
    Stop,
    /// Days in a row that ask for a day off.
    Rest,
    /// The group whose turn it is.
    Turn,
    /// Another group.
    Other,
    /// The rule that fits a subject: the value is its name, the detail the last time in words.
    Step,
    /// What the step rests on.
    Last,
    /// How many days ago that was.
    Since,
    /// The value that the step leads to.
    Next,
}

impl FactKind {
    /// The measure, or the kind of rows, that its value is of; of two sides theirs.
    pub fn measure(&self) -> Option<&str> {
        match self {
            Self::Value(of)
            | Self::Best(of)
            | Self::Worst(of)
            | Self::First(of)
            | Self::Last(of)
            | Self::Total(of)
            | Self::EstimatedShare(of)
            | Self::Average { of, .. }
            | Self::Count(of)
            | Self::Trend(of)
            | Self::Slope { of, .. }
            | Self::Significance(of)
            | Self::Start(of)
            | Self::End(of)
            | Self::Forecast { of, .. } => match of {
                Quantity::Measure(name) | Quantity::Rows(name) => Some(name),
                _ => None,
            },
            Self::Difference(of)
            | Self::Change(of)
            | Self::Ratio(of)
            | Self::Share(of)
            | Self::Sum(of) => of.measure(),
            _ => None,
        }
    }

    /// The time that a slope is told in, or what is worked out from slopes and has their unit.
    pub fn slope_per(&self) -> Option<&Per> {
        match self {
            Self::Slope { per, .. } => Some(per),
            Self::Difference(of) | Self::Sum(of) => of.slope_per(),
            _ => None,
        }
    }
}

impl fmt::Display for FactKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(of) => write!(f, "{of}"),
            Self::Best(of) => write!(f, "best {of}"),
            Self::Worst(of) => write!(f, "worst {of}"),
            Self::First(of) => write!(f, "first {of}"),
            Self::Last(of) => write!(f, "last {of}"),
            Self::FirstDay => f.write_str("first day"),
            Self::LastDay => f.write_str("last day"),
            Self::DaysSince => f.write_str("days since last"),
            Self::Total(of) => write!(f, "total {of}"),
            Self::EstimatedShare(of) => write!(f, "estimated share of {of}"),
            Self::Average { of, per: None } => write!(f, "average {of}"),
            Self::Average { of, per: Some(per) } => write!(f, "average {of} per {per}"),
            Self::Count(of) => write!(f, "number of {of}"),
            Self::StretchesWithAny(of) => write!(f, "{of} with any"),
            Self::DaysWithout => f.write_str("number of days without"),
            Self::DaysOfPeriod => f.write_str("days of the period"),
            Self::Trend(of) => write!(f, "trend of {of}"),
            Self::Slope { of, per } => write!(f, "{of} per {per}"),
            Self::Significance(of) => write!(f, "significance of the trend of {of}"),
            Self::Start(of) => write!(f, "start of {of}"),
            Self::End(of) => write!(f, "end of {of}"),
            Self::LongestGap => f.write_str("longest gap"),
            Self::AverageGap => f.write_str("average gap"),
            Self::LongestStreak => f.write_str("longest streak"),
            Self::LatestStreak => f.write_str("latest streak"),
            Self::Sum(of) => write!(f, "sum of {of}"),
            Self::Said => f.write_str("number"),
            Self::NoValue => f.write_str("no value"),
            Self::RestsOn => f.write_str("rests on"),
            Self::LeftOut { of, why } => write!(f, "left out of {of}: {}", why.code()),
            Self::Forecast { of, bound: None } => write!(f, "forecast of {of}"),
            Self::Forecast {
                of,
                bound: Some(bound),
            } => write!(f, "{bound} forecast of {of}"),
            Self::RankCorrelation(pair) => write!(f, "rank correlation of {pair}"),
            Self::RankSignificance(pair) => {
                write!(f, "significance of the rank correlation of {pair}")
            }
            Self::Difference(of) => write!(f, "difference in {of}"),
            Self::Change(of) => write!(f, "change in {of}"),
            Self::Ratio(of) => write!(f, "ratio of {of}"),
            Self::Share(of) => write!(f, "share of {of}"),
            Self::DaysBetween => f.write_str("days between"),
            Self::FactorOn { factor, side } => write!(f, "{factor} on {side} days"),
            Self::Association { factor, with } => write!(f, "association of {factor} with {with}"),
            Self::Target(part) => write!(f, "target {part}"),
            Self::Advice(part) => write!(f, "advice {part}"),
            Self::UsualDays => f.write_str("usual days"),
            Self::NextUsualDay => f.write_str("next usual day"),
            Self::OwnRecord => f.write_str("record of the user's own"),
            Self::NearName => f.write_str("near name"),
        }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Measure(name) | Self::Rows(name) => name,
            Self::Entries => Self::ENTRIES,
            Self::Days => "days",
            Self::Weeks => "weeks",
            Self::Months => "months",
            Self::Years => "years",
            Self::Subjects => "subjects",
        })
    }
}

impl Per {
    /// The word for it; of rows the name of their kind.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
            Self::Year => "year",
            Self::Entry => "entries",
            Self::Row(kind) => kind,
        }
    }
}

impl fmt::Display for Per {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Better => "better",
            Self::Worse => "worse",
        })
    }
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SinceLastTime => f.write_str("days since the last time"),
            Self::Measure {
                name,
                day_before: false,
                ..
            } => f.write_str(name),
            Self::Measure { name, .. } => write!(f, "{name} the day before"),
            Self::Tag(tag) => f.write_str(tag),
        }
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} with {}", self.of, self.with)?;
        match self.lag_days {
            0 => Ok(()),
            days => write!(f, " {days} d before"),
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Earliest => "earliest",
            Self::Latest => "latest",
            Self::Lowest => "lowest",
            Self::Highest => "highest",
        })
    }
}

impl fmt::Display for TargetPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Amount => "amount",
            Self::Share => "share",
            Self::Left => "left",
            Self::Reached => "reached",
            Self::Days => "days",
        })
    }
}

impl fmt::Display for AdvicePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stop => "stop",
            Self::Rest => "rest",
            Self::Turn => "turn",
            Self::Other => "other",
            Self::Step => "step",
            Self::Last => "last",
            Self::Since => "days since",
            Self::Next => "next",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_measure_that_is_called_like_a_kind_is_told_apart_from_it() {
        let trend = || Quantity::Measure("trend of rocks per week".into());
        let best = FactKind::Best(trend());
        assert_eq!(best.to_string(), "best trend of rocks per week");
        assert_eq!(best.measure(), Some("trend of rocks per week"));
        let change = FactKind::Change(Box::new(best));
        assert_eq!(change.to_string(), "change in best trend of rocks per week");
        assert_eq!(change.measure(), Some("trend of rocks per week"));
        let json = serde_json::to_string(&change).unwrap();
        assert_eq!(serde_json::from_str::<FactKind>(&json).unwrap(), change);
    }
}
