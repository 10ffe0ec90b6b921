//! Why an expression cannot be computed.

use quilto_model::DateRange;

/// Longest words to look for.
pub(super) const LONGEST: usize = 80;
/// Most days that an event or a lag may span.
pub(super) const MOST_DAYS: u32 = 3_660;

/// Why an expression cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExprError {
    /// A step that is none.
    #[error("there is no earlier step {step} that can be computed")]
    Step {
        /// Its number.
        step: u32,
    },
    /// A flat query that stands for several expressions, or inside another one.
    #[error("a `fact` that is compared with several subjects is no single value")]
    Flat,
    /// Nested too deep.
    #[error("it is nested deeper than {most}")]
    TooDeep {
        /// How deep it may be.
        most: usize,
    },
    /// Too large.
    #[error("it holds more than {most} expressions")]
    TooLarge {
        /// How large it may be.
        most: usize,
    },
    /// Too many of something.
    #[error("it names more than {most} {what}")]
    TooMany {
        /// What of.
        what: &'static str,
        /// How many there may be.
        most: usize,
    },
    /// A domain that is not loaded.
    #[error("{name:?} is not loaded, only {known}")]
    Domain {
        /// Its name.
        name: String,
        /// Those that are.
        known: String,
    },
    /// A measure that the domain has not.
    #[error("{domain} has no measure {measure:?}, only {known} and entries")]
    Measure {
        /// The domain.
        domain: String,
        /// The measure.
        measure: String,
        /// Those it has.
        known: String,
    },
    /// A field that the rows have not.
    #[error("{measure:?} reads no field {field:?}, only {known}")]
    Field {
        /// The measure.
        measure: String,
        /// The field.
        field: String,
        /// Those of its rows.
        known: String,
    },
    /// A condition on a field that says what it must be twice, or not at all.
    #[error("a condition on {field:?} wants either bounds or a text")]
    Condition {
        /// The field.
        field: String,
    },
    /// A part of the day or of the week that is none.
    #[error("there is no part of the day or the week {bucket:?}, only {known}")]
    Part {
        /// What it is called.
        bucket: String,
        /// Those there are.
        known: String,
    },
    /// Buckets that an operation has none of.
    #[error("{op:?} has no buckets by {by}, only by {known}")]
    By {
        /// The operation.
        op: String,
        /// The buckets that were asked for.
        by: String,
        /// Those it has.
        known: String,
    },
    /// A flat query that is set against nothing, or against several things at once.
    #[error("what a `fact` is compared with is either a `period` or `subjects`")]
    Compare,
    /// Days that end before they begin.
    #[error("the days from {} to {} end before they begin", days.start, days.end)]
    Days {
        /// From the first to the last.
        days: DateRange,
    },
    /// A subject without a name.
    #[error("a subject has no name")]
    Subject,
    /// A condition on values, where entries are counted.
    #[error("entries have no value: name a measure")]
    NoValue,
    /// A condition on values of a sum of bests, which no row has.
    #[error("{sum:?} adds up bests and has no rows of its own: name a measure")]
    SumOfBests {
        /// The sum.
        sum: String,
    },
    /// A unit that does not fit.
    #[error("the unit {unit:?} does not fit {of:?}")]
    Unit {
        /// The unit.
        unit: String,
        /// What it is given for.
        of: String,
    },
    /// Bounds that hold nothing, or are none.
    #[error("the bounds of {of:?} hold no number")]
    Bounds {
        /// What they are given for.
        of: String,
    },
    /// Words that cannot be looked for.
    #[error("words to look for have 1 to {LONGEST} letters")]
    Words,
    /// Days about an event that say too little or too much.
    #[error(
        "days about an event want either `words` or `break_of`, and `around` wants `days`, at most {MOST_DAYS}"
    )]
    Event,
    /// Something day by day that is no figure.
    #[error("a forecast and an association want figures, with `op` `series`")]
    NoSeries,
    /// An operation that is no figure's.
    #[error("`associate` is an expression of its own, `association`")]
    Associate,
    /// A forecast without a goal, or with two.
    #[error("a forecast wants either `reach` or `on`")]
    Goal,
    /// A number that is none.
    #[error("a number is out of reach")]
    Number,
}
