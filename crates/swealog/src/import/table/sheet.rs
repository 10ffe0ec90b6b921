//! A table whose columns are known, and its cells as they are read.

use std::cell::RefCell;
use std::collections::HashMap;

use chrono::{NaiveDateTime, NaiveTime, TimeDelta};
use csv::StringRecord;
use quilto::model::UnitPreferences;

use super::dialect::Rows;
use super::field::Field;
use super::grid::Grid;
use super::layout::{Column, Layout};
use super::number::{Number, is_empty, seconds};
use super::unit::Measure;
use super::unit_pair;
use super::value_bounds::{DomainValues, RowBounds};
use crate::import::activity::Sport;
use crate::import::dates::{self, DayOrder};
use crate::import::question::{Choice, Choices, Decimal, Doubt, Question};
use crate::import::{ImportContext, Source};

/// A table, and how its cells are read.
pub struct Sheet<'a> {
    pub grid: &'a Grid,
    pub layout: &'a Layout,
    pub(super) units: &'a UnitPreferences,
    /// The decimal mark of each column that shows or is given one.
    pub(super) decimals: HashMap<usize, Decimal>,
    /// Cells that can only be read in one way, whatever their column: line and place.
    pub(super) forced: HashMap<(usize, usize), Decimal>,
    pub(super) order: Option<DayOrder>,
    /// The unit of distances that name none, where what they can be shows it.
    pub(super) shown_distance: Option<&'static str>,
    /// What the domains say of values.
    domains: DomainValues,
    /// Values that cannot be.
    odd: RefCell<Vec<ImplausibleValue>>,
}

/// A value that cannot be.
struct ImplausibleValue {
    line: usize,
    /// It, with its unit.
    value: String,
    /// How long it took, where that tells.
    time: Option<String>,
    /// Whether its mark may be another.
    may_be_two: bool,
}

/// A number with the unit that the file gives it.
pub type Quantity = (f64, Option<&'static str>);

impl<'a> Sheet<'a> {
    /// Works out how the cells of a table are read, and what it leaves open.
    pub fn settle(
        source: &Source,
        grid: &'a Grid,
        layout: &'a Layout,
        context: &ImportContext<'a>,
    ) -> (Self, Vec<Question>) {
        let mut sheet = Self {
            grid,
            layout,
            units: context.units,
            decimals: HashMap::new(),
            forced: HashMap::new(),
            order: None,
            shown_distance: None,
            domains: DomainValues::of(layout, context),
            odd: RefCell::default(),
        };
        let open = sheet.work_out(source, context.choices);
        (sheet, open)
    }

    /// The units that a number without one may be in.
    pub(super) fn assumed(&self, field: Field, sport: Option<Sport>) -> Vec<&'static str> {
        let miles = self.units.distance == "mi";
        match field {
            Field::Distance if self.layout.dialect.pool && sport == Some(Sport::Swim) => {
                vec![if miles { "yd" } else { "m" }]
            }
            Field::Distance => vec![if miles { "mi" } else { "km" }],
            _ => vec![if self.units.mass == "lb" { "lb" } else { "kg" }],
        }
    }

    pub(super) fn around(&self, record: &StringRecord) -> RowBounds {
        let cells = self.cells_of(record, 0, 0, 0);
        let sport = match cells.text(Field::Kind) {
            "" => Sport::of_exercise(cells.text(Field::Exercise)),
            kind => Sport::of(kind),
        };
        RowBounds {
            sport,
            seconds: cells.clock().ok().flatten(),
        }
    }

    /// Every line as a whole.
    pub fn lines(&self) -> impl Iterator<Item = Cells<'_>> {
        let rows = self.grid.rows.iter();
        rows.map(|(line, record)| self.cells_of(record, *line, 0, 0))
    }

    /// The row or set of a line that stands at a place beside others.
    pub fn cells_of<'s>(
        &'s self,
        record: &'s StringRecord,
        line: usize,
        block: u32,
        number: u32,
    ) -> Cells<'s> {
        Cells {
            sheet: self,
            record,
            line,
            block,
            number,
        }
    }

    /// What is asked about values that cannot be, after all rows were read.
    pub fn about_odd(&self, source: &Source, choices: &Choices) -> Option<Question> {
        let odd = self.odd.borrow();
        let first = odd.first().filter(|_| !choices.odd)?;
        let doubt = Doubt::Impossible {
            value: first.value.clone(),
            time: first.time.clone(),
            more: odd.len() - 1,
        };
        let mut answers = vec![Choice::TakeOdd];
        if choices.decimal.is_none() && first.may_be_two {
            answers.extend([Decimal::Point, Decimal::Comma].map(Choice::Decimal));
        }
        Some(source.question(first.line, doubt, answers))
    }

    /// What was read from its content against the rest of its column, for the user to know.
    pub fn remarks(&self, source: &Source) -> Vec<String> {
        let mut read: Vec<_> = self
            .forced
            .iter()
            .filter(|((_, place), decimal)| {
                self.decimals
                    .get(place)
                    .is_some_and(|own| own == &decimal.other())
            })
            .collect();
        read.sort_by_key(|(at, _)| **at);
        let mut remarks = Vec::new();
        if let Some(((line, place), decimal)) = read.first() {
            let row = self.grid.rows.iter().find(|(at, _)| at == line);
            let cell = row.and_then(|(_, record)| record.get(*place));
            let number = cell.and_then(Number::read);
            if let (Some(cell), Some(value)) = (cell, number.and_then(|n| n.value(**decimal))) {
                remarks.push(format!(
                    "{}:{line}: {cell:?} is read as {value}: nothing else can be",
                    source.path.display()
                ));
            }
        }
        if self.shown_distance.is_some() {
            remarks.push(format!(
                "{} does not name the unit of its distances; they can only be metres",
                source.path.display()
            ));
        }
        remarks
    }
}

/// One row of the table, or one of those that stand beside each other in a line.
#[derive(Clone, Copy)]
pub struct Cells<'s> {
    pub sheet: &'s Sheet<'s>,
    pub record: &'s StringRecord,
    pub line: usize,
    pub block: u32,
    pub number: u32,
}

impl<'s> Cells<'s> {
    /// The same line at another place of those beside each other.
    pub fn at(self, block: u32, number: u32) -> Self {
        Self {
            block,
            number,
            ..self
        }
    }

    /// The column of a field, the first that says something.
    fn column(&self, field: Field) -> Option<(&'s Column, &'s str)> {
        let columns = self.sheet.layout.columns.iter();
        columns
            .filter(|column| {
                column.field == field
                    && (column.block == 0 || column.block == self.block)
                    && (column.number == 0 || column.number == self.number)
            })
            .filter_map(|column| Some((column, self.record.get(column.place)?.trim())))
            .find(|(_, cell)| !is_empty(cell))
    }

    /// The words of a field; empty where the file has no such column.
    pub fn text(&self, field: Field) -> &'s str {
        self.column(field).map_or("", |(_, cell)| cell)
    }

    /// Words that may be empty.
    pub fn words(&self, field: Field) -> Option<String> {
        Some(self.text(field).to_owned()).filter(|text| !text.is_empty())
    }

    /// A number with the unit that the file gives it; nothing and zero are nothing. What cannot be
    /// is kept in mind.
    pub fn quantity(&self, field: Field) -> Result<Option<Quantity>, String> {
        let Some((value, unit)) = self.read_number(field)? else {
            return Ok(None);
        };
        let around = self.sheet.around(self.record);
        let units = match unit {
            Some(unit) => vec![unit],
            None => self.sheet.assumed(field, around.sport),
        };
        let domains = &self.sheet.domains;
        if !units.iter().any(|unit| {
            around.allows(field, value, Some(unit)) && domains.allow(field, value, unit)
        }) || field == Field::Distance && self.took_no_time()
        {
            let shown = self.text(field);
            let unit = if unit_pair(field).is_some() {
                format!(" {}", units.first().copied().unwrap_or_default())
            } else {
                format!(" of {}", field.name())
            };
            let clock = self.text(Field::Seconds);
            self.sheet.odd.borrow_mut().push(ImplausibleValue {
                line: self.line,
                value: format!("“{shown}”{unit}"),
                time: (field == Field::Distance && !clock.is_empty()).then(|| clock.to_owned()),
                may_be_two: Number::read(shown).is_some_and(|number| number.either().is_some()),
            });
        }
        Ok(Some((value, unit)))
    }

    pub(super) fn read_number(&self, field: Field) -> Result<Option<Quantity>, String> {
        let Some((column, cell)) = self.column(field) else {
            return Ok(None);
        };
        let unusable = || format!("{cell:?} is not a number we can use");
        if self.sheet.domains.is_none(field, cell) {
            return Ok(None);
        }
        let number = Number::read(cell).ok_or_else(unusable)?;
        let at = (self.line, column.place);
        let forced = self.sheet.forced.get(&at);
        let decimal = forced.or_else(|| self.sheet.decimals.get(&column.place));
        let value = number
            .value(decimal.copied().unwrap_or(Decimal::Point))
            .or_else(|| number.own_value())
            .filter(|value| *value >= 0.0)
            .ok_or_else(unusable)?;
        let of_cell = number.unit.map(|unit| Measure { unit, factor: 1.0 });
        let of_column = column.unit.map(|unit| Measure {
            unit,
            factor: column.factor,
        });
        let shown = (field == Field::Distance)
            .then_some(self.sheet.shown_distance)
            .flatten();
        let measure = self.twin(field)?.or(of_cell).or(of_column);
        Ok((value > 0.0).then(|| match measure {
            Some(measure) => (measure.take(value), Some(measure.unit)),
            None => (value, shown),
        }))
    }

    /// The unit that stands in a cell of its own.
    fn twin(&self, field: Field) -> Result<Option<Measure>, String> {
        let Some(pair) = unit_pair(field) else {
            return Ok(None);
        };
        match self.text(pair) {
            "" => Ok(None),
            unit => Measure::of(field, unit)
                .map(Some)
                .ok_or_else(|| format!("{unit:?} is no unit of {} known here", field.name())),
        }
    }

    /// Whether a row that goes somewhere says that it took no time at all.
    fn took_no_time(&self) -> bool {
        let activities = self.sheet.layout.rows == Rows::Activities;
        activities && self.clock().ok().flatten() == Some(0.0)
    }

    /// A number without its unit.
    pub fn number(&self, field: Field) -> Result<Option<f64>, String> {
        Ok(self.quantity(field)?.map(|(value, _)| value))
    }

    /// How long it took; nothing and zero are nothing.
    pub fn seconds(&self) -> Result<Option<f64>, String> {
        Ok(self.clock()?.filter(|seconds| *seconds > 0.0))
    }

    /// How long it took, as it stands.
    fn clock(&self) -> Result<Option<f64>, String> {
        let Some((column, clock)) = self.column(Field::Seconds) else {
            return Ok(None);
        };
        let seconds = seconds(clock).ok_or_else(|| format!("{clock:?} is not a time"))?;
        // what is written as a clock needs no unit
        let factor = if clock.contains(':') {
            1.0
        } else {
            column.factor
        };
        Ok(Some(seconds * factor))
    }

    /// When it began.
    pub fn start(&self) -> Result<NaiveDateTime, String> {
        let day = self.moment(Field::Date)?;
        if self.sheet.layout.dialect.days_only {
            return Ok(day.date().and_time(NaiveTime::MIN) + TimeDelta::hours(12));
        }
        match self.text(Field::Start) {
            "" => Ok(day),
            clock => dates::at_clock(day.date(), clock)
                .ok_or_else(|| format!("{clock:?} is not a time of day")),
        }
    }

    /// The moment in a field.
    pub fn moment(&self, field: Field) -> Result<NaiveDateTime, String> {
        dates::moment_in(self.text(field), self.sheet.order)
    }
}
