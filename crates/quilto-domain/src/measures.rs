//! The format of a domain's `measures.yaml`: how parsed data become rows, and what can be computed
//! from the rows.
//!
//! ```yaml
//! default: mass                      # the measure a question means that names none
//! units:                             # names for units that follow the user's preference
//!   small: {kg: g, lb: oz}           # `mass` (kg or lb) and `distance` (km or mi) are built in
//! rows:
//!   - name: polishes                 # one row per polish of a rock; the plural word
//!     path: rocks[].polishes[]       # from the domain's data; each `[]` is one row per element
//!     subject: rocks[].name          # what the row is about
//!     inherit: {hall: hall}          # more fields from the objects around the row: name → path
//!     quantities:                    # fields with a unit, brought to one unit
//!       mass: {unit: mass_unit, to: mass}
//!     defaults: {kind: plain}        # values of absent fields
//!     derived:                       # further fields, in this order
//!       - {field: work, as: minutes * strokes}
//!     where: kind != 'plan'          # rows that count at all
//! measures:
//!   - name: mass
//!     aliases: {en: [mass, how heavy], ko: [질량]}
//!     best: {en: [heaviest]}         # words that name the measure and ask for its best…
//!     worst: {en: [lightest]}        # …or its worst
//!     rows: polishes                 # one kind or a list of kinds
//!     where: mass > 0                # rows that this measure reads
//!     each: mass                     # the value of one row
//!     aggregate: max                 # rows of a day or a bucket into one value
//!     unit: mass
//!     better: higher
//!     detail: "{mass:mass} × {strokes}"  # or by language: {en: …, ko: …}
//! ```
//!
//! Formulas are [`Formula`]s, wordings [`Template`](quilto_text::template::Template)s. A path names enclosing objects by the keys
//! that lead to them. Unknown keys are errors.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use super::read::invalid;
use super::{DomainError, DomainModule, UniqueMap, parse};

mod check;
mod detail;
mod formula;
mod overview;

pub use detail::Detail;
pub use formula::{Cell, Formula, FormulaError};
pub use overview::{Figure, Load, Progress, Records, SharedWords, Summary, SummaryStatistic};

/// What can be computed from a domain's parsed data: the content of its `measures.yaml`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measures {
    /// The measure a question means that names none.
    pub default: String,
    /// The measure that "how many" of a subject is of, where that is not how many times.
    #[serde(default)]
    pub how_many: Option<String>,
    /// Names for units that follow the user's preference: name → preferred unit (`kg`, `lb`, `km`,
    /// `mi`) → unit to use then. `mass` and `distance` are always there.
    #[serde(default)]
    pub units: UniqueMap<UniqueMap<String>>,
    /// The kinds of rows.
    pub rows: Vec<RowKind>,
    /// Sums of the bests of several subjects.
    #[serde(default)]
    pub sums: Vec<SumOfBests>,
    /// What a stretch of days is summed up by.
    #[serde(default)]
    pub summary: Option<Summary>,
    /// What shows how much was done of late.
    #[serde(default)]
    pub load: Option<Load>,
    /// What tells whether one got better.
    #[serde(default)]
    pub progress: Option<Progress>,
    /// What its notes are together with those of other domains.
    #[serde(default)]
    pub shared: Option<SharedWords>,
    /// The measures.
    pub measures: Vec<Measure>,
}

/// How parsed data flatten to rows of one kind.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowKind {
    /// Its name, a plural word (`polishes`); facts that count rows say it.
    pub name: String,
    /// Where the rows are, from the domain's data: `rocks[].polishes[]`. Empty: the data itself is
    /// the one row. Elements that are no objects become rows with the single field `value`. `degrees{}`
    /// makes a row of every field of an object, with its `key` and its `value`.
    #[serde(default)]
    pub path: String,
    /// The field with what the row is about, as a path through the enclosing objects
    /// (`rocks[].name`) or of the row itself (`rocks[].polishes[].tool`).
    #[serde(default)]
    pub subject: Option<String>,
    /// Further fields from enclosing objects: name in the row → path.
    #[serde(default)]
    pub inherit: UniqueMap<String>,
    /// Fields that carry a unit, converted when the row is made.
    #[serde(default)]
    pub quantities: UniqueMap<Quantity>,
    /// Values of absent fields.
    #[serde(default)]
    pub defaults: UniqueMap<Scalar>,
    /// Fields computed from the others, in this order; one may replace a field of the row.
    #[serde(default)]
    pub derived: Vec<Derived>,
    /// Which rows count at all (a plan does not).
    #[serde(default, rename = "where")]
    pub condition: Option<Formula>,
    /// Which values of a row were estimated, and from what; sums say their share.
    #[serde(default)]
    pub estimates: Option<Estimates>,
}

/// Values that were estimated rather than told.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimates {
    /// The field of a row that lists the names of its estimated fields.
    pub list: String,
    /// What they were estimated from: language → words.
    pub from: BTreeMap<String, String>,
}

/// A field with a unit.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quantity {
    /// The field that holds the unit.
    #[serde(default)]
    pub unit: Option<String>,
    /// The unit of rows that do not say it; without it they are in the unit `to` already.
    #[serde(default)]
    pub from: Option<String>,
    /// The unit to convert to: a name under `units`, `mass`, `distance`, or a unit.
    pub to: String,
    /// Whether the field is a rate, "so much per unit" (seconds per km).
    #[serde(default)]
    pub per: bool,
}

/// A computed field.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Derived {
    /// Its name.
    pub field: String,
    /// Its value.
    #[serde(rename = "as")]
    pub formula: Formula,
}

/// The bests of several subjects added up, where that sum has a name of its own.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SumOfBests {
    /// Its name, as facts and queries use it.
    pub name: String,
    /// Words for it: language → words.
    pub aliases: Words,
    /// Words that mean it where nothing else is named ("what is my total?"): language → words.
    #[serde(default)]
    pub alone: Words,
    /// The measure whose bests are added.
    pub measure: String,
    /// The subjects, by their canonical names.
    pub of: Vec<String>,
}

/// A plain value.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
#[allow(missing_docs, reason = "the variants are the kinds of plain values")]
pub enum Scalar {
    Flag(bool),
    Number(f64),
    Text(String),
}

/// Something that can be computed from rows.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    /// Its name, as facts and queries use it.
    pub name: String,
    /// Words for it: language → words.
    #[serde(default)]
    pub aliases: Words,
    /// Words that say another thing by the same name ("lost" beside a thing that is gained): beside
    /// them the measure is not meant.
    #[serde(default)]
    pub unlike: Words,
    /// Words that name it and ask for its best value ("heaviest"): language → words.
    #[serde(default)]
    pub best: Words,
    /// Words that name it and ask for its worst value ("lightest"): language → words.
    #[serde(default)]
    pub worst: Words,
    /// What a better and a worse value is called against another ("faster", "slower"): language → the
    /// two words.
    #[serde(default)]
    pub compared: Words,
    /// Signs that name a value of it only beside a bare number ("x 5").
    #[serde(default)]
    pub beside: Option<Affixes>,
    /// The kinds of rows it reads.
    #[serde(deserialize_with = "one_or_many")]
    pub rows: Vec<String>,
    /// Which of these rows it reads.
    #[serde(default, rename = "where")]
    pub condition: Option<Formula>,
    /// The value of one row. Rows where it is absent are left out.
    pub each: Formula,
    /// How rows of a day or of a bucket become one value.
    pub aggregate: Aggregate,
    /// For `avg`: what a row weighs in the average (a pace by its distance).
    #[serde(default)]
    pub weigh_by: Option<Formula>,
    /// What a record is one of; when left out, `day` where values add up, else `row`.
    #[serde(default)]
    pub record: Option<RecordOf>,
    /// What an average is first told of; when left out, `day` where values add up, else `row`.
    #[serde(default)]
    pub average: Option<RecordOf>,
    /// A field whose values have records of their own (the best per number of strokes).
    #[serde(default)]
    pub by: Option<String>,
    /// The unit of the value: a name under `units`, `mass`, `distance`, or a unit.
    #[serde(default)]
    pub unit: Option<String>,
    /// Digits after the point that facts keep.
    #[serde(default = "two")]
    pub decimals: u8,
    /// Which direction is better.
    #[serde(default)]
    pub better: Better,
    /// Least and greatest value of a row that can be true, in the unit's first choice (kg, km). A
    /// value outside is no record.
    #[serde(default)]
    pub plausible: Option<[f64; 2]>,
    /// Whether it tells of the night that ended on the day of its note: then "last night" is noted
    /// today.
    #[serde(default)]
    pub of_night: bool,
    /// A row in words.
    #[serde(default)]
    pub detail: Option<Detail>,
    /// The measure to use when a total is asked and adding values of this one makes no sense.
    #[serde(default)]
    pub total: Option<String>,
    /// The measure to use where no row has a value of this one (things that have no mass are
    /// measured by their shine).
    #[serde(default)]
    pub otherwise: Option<String>,
    /// The measure that a best is of where this one is fixed: over a length, the time.
    #[serde(default)]
    pub fixed: Option<String>,
    /// The measure that tells how much, where this one only counts: asked how bad it was, a pain is told
    /// by its degree.
    #[serde(default)]
    pub degree: Option<String>,
    /// What the classifier of questions calls it, beside its own name.
    #[serde(default)]
    pub asked_as: Vec<String>,
    /// Whether it tells something only where every row of a subject that it reads has it: what was done
    /// with help says nothing beside what was done without.
    #[serde(default)]
    pub of_every_row: bool,
    /// What it is and where its formula comes from, in a sentence that may be shown.
    #[serde(default)]
    pub about: Option<String>,
}

/// Signs before and after a number: language → words.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename = "Beside")]
pub struct Affixes {
    /// Right before it.
    #[serde(default)]
    pub before: Words,
    /// Right after it.
    #[serde(default)]
    pub after: Words,
}

/// Words by language.
pub type Words = BTreeMap<String, Vec<String>>;

/// How values become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aggregate {
    /// The greatest.
    Max,
    /// The least.
    Min,
    /// The sum.
    Sum,
    /// The mean, weighted where the measure says so.
    Avg,
    /// The latest.
    Last,
    /// How many rows.
    Count,
    /// How many entries have such rows.
    Entries,
}

impl Aggregate {
    /// Whether values of two days add up to one of both.
    pub fn adds_up(self) -> bool {
        matches!(self, Self::Sum | Self::Count | Self::Entries)
    }
}

/// What a record is one of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordOf {
    /// One row.
    Row,
    /// All rows of a day together.
    Day,
}

/// Which direction of a value is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Better {
    /// More is better.
    Higher,
    /// Less is better.
    Lower,
    /// Neither; "best" is the greatest.
    #[default]
    Neutral,
}

impl Measures {
    /// Reads the text of a `measures.yaml`; `path` is for messages.
    ///
    /// # Errors
    /// [`DomainError::Invalid`] where the text has not this form, or names a row kind, a measure or
    /// a path that does not exist.
    pub fn read(path: &str, text: &str) -> Result<Self, DomainError> {
        let measures: Self = parse(path, text)?;
        check::check(&measures)
            .map_err(|(word, message)| invalid(path, find(text, &word), message))?;
        Ok(measures)
    }

    /// The measure of a name.
    pub fn measure(&self, name: &str) -> Option<&Measure> {
        self.measures.iter().find(|measure| measure.name == name)
    }

    /// The sum of bests of a name.
    pub fn sum(&self, name: &str) -> Option<&SumOfBests> {
        self.sums.iter().find(|sum| sum.name == name)
    }

    /// The measure a question means that names none.
    pub fn default_measure(&self) -> Option<&Measure> {
        self.measure(&self.default)
    }

    /// The row kind of a name.
    pub fn row_kind(&self, name: &str) -> Option<&RowKind> {
        self.rows.iter().find(|kind| kind.name == name)
    }

    /// The unit that a `unit` or `to` stands for, under the user's preferred units.
    pub fn unit<'m>(&'m self, name: &'m str, mass: &'m str, distance: &'m str) -> &'m str {
        match name {
            "mass" => mass,
            "distance" => distance,
            _ => self.units.get(name).map_or(name, |choices| {
                let preferred = choices.get(mass).or_else(|| choices.get(distance));
                preferred.map_or(name, String::as_str)
            }),
        }
    }
}

impl DomainModule {
    /// What can be computed from the domain's data; `None` where the folder says nothing.
    ///
    /// # Errors
    /// The domain's `measures.yaml` has not its form.
    pub fn measures(&self) -> Result<Option<Arc<Measures>>, DomainError> {
        self.part_with("measures.yaml", Measures::read)
    }
}

impl Measure {
    /// What a record of it is one of.
    pub fn record_of(&self) -> RecordOf {
        self.record.unwrap_or(if self.aggregate.adds_up() {
            RecordOf::Day
        } else {
            RecordOf::Row
        })
    }
}

/// Whether a path names a field of the row at `rows`, or of an object around it.
fn encloses(path: &str, rows: &str) -> bool {
    match path.rsplit_once('.') {
        None => !path.is_empty() && !path.contains('['),
        Some((object, field)) => {
            !field.contains('[')
                && (rows == object
                    || rows
                        .strip_prefix(object)
                        .is_some_and(|rest| rest.starts_with('.')))
        }
    }
}

/// Where some words of the file stand first, from 1; (0, 0) if nowhere, as in a file that was
/// written in another style.
fn find(text: &str, word: &str) -> (usize, usize) {
    for (number, line) in text.lines().enumerate() {
        if let Some(at) = line.find(word) {
            return (number + 1, line[..at].chars().count() + 1);
        }
    }
    (0, 0)
}

fn two() -> u8 {
    2
}

fn one_or_many<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        One(String),
        Many(Vec<String>),
    }
    Ok(match Written::deserialize(deserializer)? {
        Written::One(one) => vec![one],
        Written::Many(many) => many,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROCKS: &str = "\
default: mass
units:
  small: {kg: g, lb: oz}
rows:
  - name: polishes
    path: rocks[].polishes[]
    subject: rocks[].name
    inherit: {hall: hall}
measures:
  - name: mass
    rows: polishes
    each: mass
    aggregate: max
    unit: mass
";

    #[test]
    fn reads_and_resolves_units() {
        let measures = Measures::read("m", ROCKS).unwrap();
        assert_eq!(
            measures.default_measure().unwrap().record_of(),
            RecordOf::Row
        );
        assert_eq!(measures.unit("small", "lb", "km"), "oz");
        assert_eq!(measures.unit("mass", "lb", "km"), "lb");
        assert_eq!(measures.unit("bpm", "lb", "km"), "bpm");
    }

    fn error(from: &str, to: &str) -> String {
        let text = ROCKS.replace(from, to);
        assert_ne!(text, ROCKS);
        Measures::read("measures.yaml", &text)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn errors_have_a_place() {
        for (from, to, said) in [
            ("each: mass", "eech: mass", "unknown field `eech`"),
            ("each: mass", "each: mass +", "at character 7"),
            (
                "rows: polishes",
                "rows: washes",
                "measures.yaml:11:11: `mass` reads rows",
            ),
            (
                "rocks[].name",
                "stones[].name",
                "measures.yaml:7:14: `stones[].name` is no field",
            ),
            (
                "default: mass",
                "default: shine",
                "measures.yaml:1:1: `default` names",
            ),
            ("{kg: g, lb: oz}", "{stone: g}", "is given for `stone`"),
            ("{kg: g, lb: oz}", "{kg: g, kg: oz}", "stands twice"),
        ] {
            let message = error(from, to);
            assert!(message.contains(said), "{message}");
            assert!(message.starts_with("measures.yaml:"), "{message}");
        }
    }

    #[test]
    fn fields_of_enclosing_objects() {
        for (path, rows, expected) in [
            ("name", "a[].b[]", true),
            ("a[].name", "a[].b[]", true),
            ("a[].b[].name", "a[].b[]", true),
            ("b[].name", "a[].b[]", false),
            ("a[]", "a[].b[]", false),
            ("name", "", true),
        ] {
            assert_eq!(encloses(path, rows), expected, "{path} of {rows}");
        }
    }
}
