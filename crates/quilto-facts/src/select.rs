//! Which rows a question is about, and their values.

use std::collections::BTreeMap;

use chrono::{NaiveDate, NaiveTime};

use quilto_domain::measures::{Aggregate, Better, Cell, Detail, Measure, Measures, RecordOf};
use quilto_model::{Bounds, Data, Entry, Language, Quantity, UnitPreferences};
use quilto_text::template::Template;

use super::rows::{RowScope, Rows, flatten, is_one_of};
use super::units::factor;

/// One row that happened, with its value under a measure.
#[derive(Clone, Copy, Debug)]
pub struct Point<'a> {
    /// The entry's day.
    pub date: NaiveDate,
    /// The entry's minute.
    pub time: Option<NaiveTime>,
    /// The entry's place.
    pub entry: usize,
    /// What the row is about.
    pub subject: Option<&'a str>,
    /// Which of the scale's tables it is from, and its row there; `None` for an entry as such.
    pub row: Option<(usize, usize)>,
    /// Whether the measure reads the row (a row that only got ready is there, but not read).
    pub read: bool,
    /// The value; absent where the row lacks what the measure needs.
    pub value: Option<f64>,
    /// What it weighs in an average.
    pub weight: f64,
    /// Whether the value was estimated rather than told.
    pub estimated: bool,
}

/// A measure made ready for one set of entries and the user's units.
#[derive(Debug)]
pub struct Scale<'a> {
    /// The measure's name.
    pub name: &'a str,
    /// The word for what rows are.
    pub rows_name: &'a str,
    /// How values become one.
    pub aggregate: Aggregate,
    /// What a record is one of.
    pub record: RecordOf,
    /// Which direction is better.
    pub better: Better,
    /// The field that has records of its own.
    pub by: Option<&'a str>,
    /// The unit of values.
    pub unit: Option<&'a str>,
    /// Digits kept.
    pub decimals: u8,
    /// What a record's value must lie in.
    pub plausible: Option<[f64; 2]>,
    detail: Option<&'a Template>,
    tables: Vec<Rows<'a>>,
    measures: Option<&'a Measures>,
    units: &'a UnitPreferences,
}

impl<'a> Scale<'a> {
    /// The scale that counts entries.
    pub fn entries(units: &'a UnitPreferences) -> Self {
        Self {
            name: "entries",
            rows_name: "entries",
            aggregate: Aggregate::Count,
            record: RecordOf::Day,
            better: Better::Neutral,
            by: None,
            unit: None,
            decimals: 0,
            plausible: None,
            detail: None,
            tables: Vec::new(),
            measures: None,
            units,
        }
    }

    /// A measure over the kept rows of a domain's data in the entries, read in `order` (oldest first).
    #[allow(
        clippy::too_many_arguments,
        reason = "each is one thing, and this is called once"
    )]
    pub fn measure(
        domain: &str,
        measures: &'a Measures,
        measure: &'a Measure,
        tests: &[RowTest<'a>],
        keep: RowScope<'_>,
        entries: &'a [Entry],
        order: &[usize],
        units: &'a UnitPreferences,
    ) -> Self {
        let asked = asked_columns(measure, tests);
        let tables = measure
            .rows
            .iter()
            .filter_map(|name| measures.row_kind(name))
            .map(|kind| flatten(measures, kind, domain, entries, order, &asked, keep, units))
            .collect();
        let resolve = |unit: &'a str| measures.unit(unit, &units.mass, &units.distance);
        let unit = measure.unit.as_deref().map(resolve);
        let plausible = measure.plausible.map(|bounds| {
            let first = measure
                .unit
                .as_deref()
                .map(|unit| measures.unit(unit, "kg", "km"));
            let scale = first
                .zip(unit)
                .and_then(|(first, unit)| factor(first, unit))
                .unwrap_or(1.0);
            bounds.map(|bound| bound * scale)
        });
        Self {
            name: &measure.name,
            rows_name: measure.rows.first().map_or("rows", String::as_str),
            aggregate: measure.aggregate,
            record: measure.record_of(),
            better: measure.better,
            by: measure.by.as_deref(),
            unit,
            decimals: measure.decimals,
            plausible,
            detail: None,
            tables,
            measures: Some(measures),
            units,
        }
    }

    /// The same, with the words for a row in a language.
    pub fn told_in(self, language: Language, measure: &'a Measure) -> Self {
        let detail = measure.detail.as_ref();
        Self {
            detail: detail.and_then(|detail| detail.of(language.code())),
            ..self
        }
    }

    /// The rows that pass the tests as points, oldest first.
    pub fn points(&self, measure: &'a Measure, tests: &[RowTest<'_>]) -> Vec<Point<'a>> {
        let mut points = Vec::new();
        for (table, rows) in self.tables.iter().enumerate() {
            let each = rows.prepare(&measure.each);
            let condition = measure
                .condition
                .as_ref()
                .map(|formula| rows.prepare(formula));
            let weigh_by = measure
                .weigh_by
                .as_ref()
                .map(|formula| rows.prepare(formula));
            let tested: Vec<_> = tests
                .iter()
                .map(|test| (test, rows.column(test.field)))
                .collect();
            for row in 0..rows.len() {
                let origin = rows.origin(row);
                let passes = |(test, column): &(&RowTest<'_>, Option<usize>)| {
                    test.keeps(column.map_or(Cell::Nothing, |column| rows.cell(row, column)))
                };
                if !tested.iter().all(passes) {
                    continue;
                }
                let read = condition
                    .as_ref()
                    .is_none_or(|condition| condition(row).is_true());
                let value = if read { each(row).number() } else { None };
                let weight = match &weigh_by {
                    Some(weigh_by) => weigh_by(row).number().filter(|weight| *weight > 0.0),
                    None => Some(1.0),
                };
                points.push(Point {
                    date: origin.date,
                    time: origin.time,
                    entry: origin.entry,
                    subject: origin.subject,
                    row: Some((table, row)),
                    read,
                    value: value.filter(|_| weight.is_some()),
                    weight: weight.unwrap_or(1.0),
                    estimated: origin.estimated.is_some_and(|list| {
                        let mut fields = list.elements().filter_map(Data::text);
                        let read = measure.each.fields();
                        fields.any(|field| read.iter().any(|own| own == field))
                    }),
                });
            }
        }
        if self.tables.len() > 1 {
            points.sort_by_key(|point| (point.date, point.time, point.entry));
        }
        points
    }

    /// The words of a point's row, as the measure wants them.
    pub fn detail(&self, point: &Point<'_>) -> Option<String> {
        let template = self.detail?;
        let measures = self.measures?;
        let (table, row) = point.row?;
        let rows = self.tables.get(table)?;
        let words = template.render(&|field, unit| match rows.field(row, field) {
            Cell::Number(number) => Some(match unit {
                Some(unit) => super::format::quantity(
                    number,
                    Some(measures.unit(unit, &self.units.mass, &self.units.distance)),
                ),
                None => super::format::number(number),
            }),
            Cell::Text(text) => Some(text.to_owned()),
            Cell::Flag(_) | Cell::Nothing => None,
        });
        Some(words.trim().to_owned()).filter(|words| !words.is_empty())
    }

    /// The value of a row's field as a bucket name.
    pub fn bucket(&self, point: &Point<'_>, field: &str) -> Option<String> {
        let (table, row) = point.row?;
        match self.tables.get(table)?.field(row, field) {
            Cell::Number(number) => Some(super::format::number(number)),
            Cell::Text(text) => Some(text.to_owned()),
            Cell::Flag(_) | Cell::Nothing => None,
        }
    }

    /// What its values are of.
    pub fn quantity(&self) -> Quantity {
        Quantity::of_measure(self.name)
    }

    /// A value as facts keep it.
    pub fn round(&self, value: f64) -> f64 {
        super::units::round(value, self.decimals)
    }
}

fn asked_columns<'a>(measure: &'a Measure, tests: &[RowTest<'a>]) -> Vec<&'a str> {
    let formulas = [
        Some(&measure.each),
        measure.condition.as_ref(),
        measure.weigh_by.as_ref(),
    ];
    let mut asked: Vec<&str> = formulas
        .into_iter()
        .flatten()
        .flat_map(|formula| formula.fields().iter().map(String::as_str))
        .collect();
    asked.extend(measure.detail.iter().flat_map(Detail::holes));
    asked.extend(measure.by.as_deref());
    asked.extend(tests.iter().map(|test| test.field));
    asked
}

/// What a field of a row must be.
#[derive(Clone, Debug)]
pub struct RowTest<'a> {
    /// The field.
    pub field: &'a str,
    /// What its number must lie in, in the unit of the rows.
    pub is: Bounds,
    /// The text it must equal.
    pub text: Option<&'a str>,
}

impl RowTest<'_> {
    /// Whether a field passes. One that is absent does not.
    fn keeps(&self, cell: Cell<'_>) -> bool {
        let bounded = match cell {
            Cell::Number(number) => self.is.hold(number),
            _ => self.is.numbers().next().is_none(),
        };
        let named = self.text.is_none_or(|text| match cell {
            Cell::Text(cell) => cell.to_lowercase() == text.to_lowercase(),
            Cell::Flag(flag) => text == if flag { "true" } else { "false" },
            Cell::Number(number) => text.parse() == Ok(number),
            Cell::Nothing => false,
        });
        bounded && named && cell != Cell::Nothing
    }
}

/// Groups of subjects of a domain: group → its members, compared in lower case.
#[derive(Clone, Debug, Default)]
pub struct Groups {
    members: BTreeMap<String, Vec<String>>,
}

impl Groups {
    /// Adds a group with its members.
    pub fn add(&mut self, group: &str, members: impl IntoIterator<Item = String>) {
        let mut members = members
            .into_iter()
            .map(|member| member.to_lowercase())
            .peekable();
        // A group of nothing pools nothing.
        if members.peek().is_some() {
            let known = self.members.entry(group.to_owned()).or_default();
            known.extend(members);
        }
    }

    /// The names of the groups.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.members.keys().map(String::as_str)
    }

    /// What a name of a query stands for: the members of a group, or the name itself. In lower
    /// case.
    pub fn expand(&self, name: &str) -> Vec<String> {
        let lower = name.to_lowercase();
        let group = self
            .members
            .iter()
            .find(|(group, _)| group.to_lowercase() == lower);
        match group {
            // A group may bear the name of one of its subjects: both are meant.
            Some((_, members)) => members.iter().cloned().chain([lower]).collect(),
            None => vec![lower],
        }
    }

    /// Whether the name is a group's.
    pub fn is_group(&self, name: &str) -> bool {
        let lower = name.to_lowercase();
        self.members
            .keys()
            .any(|group| group.to_lowercase() == lower)
    }
}

/// Keeps the points of some subjects. Rows of one object share their subject's text, so a
/// comparison of addresses answers most rows.
pub fn about<'a>(points: &[Point<'a>], names: &[String]) -> Vec<Point<'a>> {
    let mut last: Option<(&str, bool)> = None;
    let mut kept = Vec::new();
    for point in points {
        let Some(subject) = point.subject else {
            continue;
        };
        let keeps = match last {
            Some((seen, keeps)) if std::ptr::eq(seen, subject) => keeps,
            _ => is_one_of(subject, names),
        };
        last = Some((subject, keeps));
        if keeps {
            kept.push(*point);
        }
    }
    kept
}
