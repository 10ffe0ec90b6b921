//! A table whose columns are known, with what only all of its cells together show: the decimal mark,
//! the order of its days, the unit of its distances.

use std::cell::RefCell;
use std::collections::HashMap;

use chrono::{NaiveDateTime, NaiveTime, TimeDelta};
use csv::StringRecord;
use quilto::model::UnitPreferences;

use super::dialect::{Column, Layout, looks_like_a_quantity};
use super::field::{Field, Form};
use super::grid::Grid;
use super::map::ColumnMap;
use super::number::{Decimal, Number, is_empty, seconds};
use super::possible::Around;
use super::{known_unit, unit_pair};
use crate::import::activity::Sport;
use crate::import::dates::{self, DayOrder, OrderOfDays};
use crate::import::question::{Answer, Choice, Choices, Question};
use crate::import::{ImportContext, Source};

/// A table, and how its cells are read.
pub struct Sheet<'a> {
    pub grid: &'a Grid,
    pub layout: &'a Layout,
    units: &'a UnitPreferences,
    /// The decimal mark of each column that shows or is given one.
    decimals: HashMap<usize, Decimal>,
    /// Cells that can only be read in one way, whatever their column: line and place.
    forced: HashMap<(usize, usize), Decimal>,
    order: Option<DayOrder>,
    /// The unit of distances that name none, where what they can be shows it.
    shown_distance: Option<&'static str>,
    /// Values that cannot be: the line, and what it says.
    odd: RefCell<Vec<(usize, String)>>,
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
            odd: RefCell::default(),
        };
        let choices = context.choices;
        let mut open = sheet.settle_columns(source, choices);
        open.extend(sheet.settle_days(source, choices));
        open.extend(sheet.settle_decimals(source, choices));
        sheet.shown_distance = sheet.distance_in_metres();
        (sheet, open)
    }

    /// What has to be there and is not, and what is there and not used.
    fn settle_columns(&self, source: &Source, choices: &Choices) -> Vec<Question> {
        let (dialect, line) = (self.layout.dialect, self.grid.line);
        let missing: Vec<Field> = dialect
            .expects
            .iter()
            .copied()
            .filter(|field| !self.layout.has(*field) && !choices.does_without(field.name()))
            .collect();
        let mut questions = Vec::new();
        let unused = self.layout.unknown.iter().filter(|(place, name)| {
            let known = dialect.app != super::dialect::OWN && (!dialect.open || !missing.is_empty());
            known && !choices.ignores(name) && looks_like_a_quantity(self.grid, *place)
        });
        for (_, name) in unused {
            let text = format!("the column “{name}” holds numbers and is not used");
            let mut answers: Vec<Answer> = missing
                .iter()
                .map(|field| {
                    let map = Choice::Map(ColumnMap::of(*field, name));
                    Answer::new(format!("it is the {}", field.name()), map)
                })
                .collect();
            answers.push(Answer::new("leave it out", Choice::Ignore(name.clone())));
            questions.push(source.question(line, text, answers));
        }
        // a column that may be the missing one is asked about first
        if questions.is_empty() {
            questions.extend(missing.into_iter().map(|field| {
                let name = field.name();
                let text = format!("{} files have a {name}, and this one has none", dialect.app);
                let without = Choice::DoWithout(name.to_owned());
                source.question(line, text, vec![Answer::new("do without it", without)])
            }));
        }
        questions
    }

    fn settle_days(&mut self, source: &Source, choices: &Choices) -> Option<Question> {
        let mut order = OrderOfDays::of(self.layout.dialect.month_first);
        let mut open = None;
        for column in self.layout.of(Field::Date) {
            for (line, cell) in self.grid.cells(column.place) {
                order.sees(cell);
                if open.is_none() && dates::may_be_two(cell) {
                    open = Some((line, cell));
                }
            }
        }
        let by_habit = self.layout.dialect.month_first;
        self.order = choices
            .days
            .or(order.seen())
            .or(by_habit.then_some(DayOrder::MonthFirst));
        let (line, cell) = open.filter(|_| self.order.is_none())?;
        let text = format!("“{cell}” may be two days");
        let shown = |order| {
            let day = dates::moment_in(cell, Some(order)).ok()?;
            Some(Answer::new(
                format!("it is {}", day.date()),
                Choice::Days(order),
            ))
        };
        let answers = [DayOrder::DayFirst, DayOrder::MonthFirst];
        let answers = answers.into_iter().filter_map(shown).collect();
        Some(source.question(line, text, answers))
    }

    /// Finds the decimal mark of every column: its own cells show it, else those of the others, else
    /// what the values can be.
    fn settle_decimals(&mut self, source: &Source, choices: &Choices) -> Vec<Question> {
        let columns = self.layout.columns.iter();
        let numeric: Vec<&Column> = columns
            .filter(|column| matches!(column.field.form(), Form::Amount | Form::Count))
            .collect();
        if let Some(decimal) = choices.decimal {
            self.decimals = numeric.iter().map(|c| (c.place, decimal)).collect();
            return Vec::new();
        }
        let mut shown = Evidence::default();
        let mut by_what_can_be = Evidence::default();
        let mut mixed = Vec::new();
        let mut open: Vec<(&Column, usize, Number)> = Vec::new();
        for column in numeric {
            let mut own = Evidence::default();
            let mut either = Vec::new();
            for (line, record) in &self.grid.rows {
                let Some(number) = record.get(column.place).and_then(Number::read) else {
                    continue;
                };
                if let Some(decimal) = number.shows() {
                    own.add(decimal);
                } else if number.either().is_some() {
                    match self.only_possible(column, record, &number) {
                        Some(decimal) => {
                            by_what_can_be.add(decimal);
                            self.forced.insert((*line, column.place), decimal);
                        }
                        None => either.push((column, *line, number)),
                    }
                }
            }
            shown.take_in(&own);
            match own.one() {
                Some(decimal) => {
                    self.decimals.insert(column.place, decimal);
                }
                None => {
                    // what counts has no fraction
                    let whole = |number: &Number| {
                        let (point, _) = number.either()?;
                        Some(if point.fract() == 0.0 {
                            Decimal::Point
                        } else {
                            Decimal::Comma
                        })
                    };
                    if own.none() && column.field.form() == Form::Count {
                        for (_, line, number) in either {
                            if let Some(decimal) = whole(&number) {
                                shown.add(decimal);
                                self.forced.insert((line, column.place), decimal);
                            }
                        }
                    } else if !either.is_empty() {
                        open.extend(either);
                    }
                    if !own.none() {
                        mixed.push(column.place);
                    }
                }
            }
        }
        let of_file = shown
            .one()
            .or_else(|| by_what_can_be.one().filter(|_| shown.none()));
        let by_delimiter = |number: &Number| {
            let comma_is_mark = number.either().is_some_and(|(point, comma)| comma < point);
            (self.grid.delimiter == b';' && comma_is_mark).then_some(Decimal::Comma)
        };
        let mut asked = Vec::new();
        for (column, line, number) in open {
            let is_mixed = mixed.contains(&column.place);
            let known = of_file
                .filter(|_| !is_mixed)
                .or_else(|| by_delimiter(&number).filter(|_| !is_mixed && shown.none()));
            match known {
                Some(decimal) => {
                    self.decimals.insert(column.place, decimal);
                }
                None if !asked.iter().any(|(place, _)| *place == column.place) => {
                    asked.push((column.place, self.about_mark(source, column, line, &number)));
                }
                None => {}
            }
        }
        for column in &self.layout.columns {
            let decimal = of_file.unwrap_or(Decimal::Point);
            self.decimals.entry(column.place).or_insert(decimal);
        }
        // one mark counts for all of them
        asked.into_iter().take(1).map(|(_, q)| q).collect()
    }

    fn about_mark(
        &self,
        source: &Source,
        column: &Column,
        line: usize,
        number: &Number,
    ) -> Question {
        let (point, comma) = number.either().unwrap_or_default();
        let text = format!(
            "a number of the column “{}” may be {} or {}",
            column.name,
            point.max(comma),
            point.min(comma)
        );
        let answers = vec![
            Answer::new(
                format!("the point is the decimal mark: {point}"),
                Choice::Decimal(Decimal::Point),
            ),
            Answer::new(
                format!("the comma is the decimal mark: {comma}"),
                Choice::Decimal(Decimal::Comma),
            ),
        ];
        source.question(line, text, answers)
    }

    /// The only reading of a number that can be, where there is only one.
    fn only_possible(
        &self,
        column: &Column,
        record: &StringRecord,
        number: &Number,
    ) -> Option<Decimal> {
        let (point, comma) = number.either()?;
        let around = self.around(record);
        let unit = number.unit.or(column.unit).or_else(|| {
            let twin = unit_pair(column.field)?;
            let cells = self.cells_of(record, 0, column.block, column.number);
            known_unit(cells.text(twin))
        });
        let can = |value: f64| {
            let units = match unit {
                Some(unit) => vec![unit],
                None => self.assumed(column.field, around.sport),
            };
            units
                .iter()
                .any(|unit| around.allows(column.field, value, Some(unit)))
        };
        match (can(point), can(comma)) {
            (true, false) => Some(Decimal::Point),
            (false, true) => Some(Decimal::Comma),
            _ => None,
        }
    }

    /// The units that a number without one may be in.
    fn assumed(&self, field: Field, sport: Option<Sport>) -> Vec<&'static str> {
        let miles = self.units.distance == "mi";
        match field {
            Field::Distance if self.layout.dialect.pool && sport == Some(Sport::Swim) => {
                vec![if miles { "yd" } else { "m" }]
            }
            Field::Distance => vec![if miles { "mi" } else { "km" }],
            _ => vec![if self.units.mass == "lb" { "lb" } else { "kg" }],
        }
    }

    fn around(&self, record: &StringRecord) -> Around {
        let cells = self.cells_of(record, 0, 0, 0);
        let sport = match cells.text(Field::Kind) {
            "" => Sport::of_exercise(cells.text(Field::Exercise)),
            kind => Sport::of(kind),
        };
        Around {
            sport,
            seconds: seconds(cells.text(Field::Seconds)),
        }
    }

    /// Metres, where distances without a unit cannot be kilometres or miles.
    fn distance_in_metres(&self) -> Option<&'static str> {
        let column = self.layout.of(Field::Distance).next()?;
        if column.unit.is_some() || self.layout.has(Field::DistanceUnit) || self.layout.dialect.pool
        {
            return None;
        }
        let (mut too_far, mut all) = (0, 0);
        for cells in self.lines() {
            let Ok(Some((value, None))) = cells.read_number(Field::Distance) else {
                continue;
            };
            let around = self.around(cells.record);
            let can = |unit| around.allows(Field::Distance, value, Some(unit));
            let usual = self.assumed(Field::Distance, around.sport);
            all += 1;
            if !usual.iter().any(|unit| can(unit)) {
                too_far += 1;
                if !can("m") {
                    return None;
                }
            }
        }
        (too_far * 2 > all).then_some("m")
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
        let (line, text) = odd.first().filter(|_| !choices.odd)?;
        let more = match odd.len() {
            1 => String::new(),
            n => format!(" (and {} more like it)", n - 1),
        };
        let text = format!("{text} cannot be{more}");
        let mut answers = vec![Answer::new("take it as it stands", Choice::TakeOdd)];
        if choices.decimal.is_none() && text.contains(['.', ',']) {
            for decimal in [Decimal::Point, Decimal::Comma] {
                let mark = match decimal {
                    Decimal::Point => "the point is the decimal mark",
                    Decimal::Comma => "the comma is the decimal mark",
                };
                answers.push(Answer::new(mark, Choice::Decimal(decimal)));
            }
        }
        Some(source.question(*line, text, answers))
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

/// How often cells showed a decimal mark.
#[derive(Default)]
struct Evidence {
    point: usize,
    comma: usize,
}

impl Evidence {
    fn add(&mut self, decimal: Decimal) {
        match decimal {
            Decimal::Point => self.point += 1,
            Decimal::Comma => self.comma += 1,
        }
    }

    fn take_in(&mut self, other: &Self) {
        self.point += other.point;
        self.comma += other.comma;
    }

    fn none(&self) -> bool {
        self.point + self.comma == 0
    }

    /// The mark, where they all showed the same.
    fn one(&self) -> Option<Decimal> {
        match (self.point, self.comma) {
            (1.., 0) => Some(Decimal::Point),
            (0, 1..) => Some(Decimal::Comma),
            _ => None,
        }
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
        if !units
            .iter()
            .any(|unit| around.allows(field, value, Some(unit)))
        {
            let shown = self.text(field);
            let unit = if unit_pair(field).is_some() {
                format!(" {}", units.first().copied().unwrap_or_default())
            } else {
                format!(" of {}", field.name())
            };
            let clock = self.text(Field::Seconds);
            let within = match field {
                Field::Distance if !clock.is_empty() => format!(" in {clock}"),
                _ => String::new(),
            };
            let odd = (self.line, format!("“{shown}”{unit}{within}"));
            self.sheet.odd.borrow_mut().push(odd);
        }
        Ok(Some((value, unit)))
    }

    fn read_number(&self, field: Field) -> Result<Option<Quantity>, String> {
        let Some((column, cell)) = self.column(field) else {
            return Ok(None);
        };
        let unusable = || format!("{cell:?} is not a number we can use");
        let number = Number::read(cell).ok_or_else(unusable)?;
        let at = (self.line, column.place);
        let forced = self.sheet.forced.get(&at);
        let decimal = forced.or_else(|| self.sheet.decimals.get(&column.place));
        let value = number
            .value(decimal.copied().unwrap_or(Decimal::Point))
            .or_else(|| number.own_value())
            .filter(|value| *value >= 0.0)
            .ok_or_else(unusable)?;
        let unit = number.unit.or(column.unit);
        let twin = || known_unit(self.text(unit_pair(field)?));
        let shown = (field == Field::Distance)
            .then_some(self.sheet.shown_distance)
            .flatten();
        Ok((value > 0.0).then(|| (value, twin().or(unit).or(shown))))
    }

    /// A number without its unit.
    pub fn number(&self, field: Field) -> Result<Option<f64>, String> {
        Ok(self.quantity(field)?.map(|(value, _)| value))
    }

    /// How long it took; nothing and zero are nothing.
    pub fn seconds(&self) -> Result<Option<f64>, String> {
        match self.text(Field::Seconds) {
            "" => Ok(None),
            clock => seconds(clock)
                .ok_or_else(|| format!("{clock:?} is not a time"))
                .map(|seconds| Some(seconds).filter(|seconds| *seconds > 0.0)),
        }
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
