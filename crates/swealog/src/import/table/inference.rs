//! What only all cells of a table together show: the decimal mark of its numbers, the order of its
//! days, the unit of its distances. Each comes from evidence, the strongest first; where there is
//! none, it is asked.

use csv::StringRecord;

use super::content::{fits, looks_like_a_quantity};
use super::field::{Field, Form};
use super::layout::Column;
use super::map::ColumnMap;
use super::number::Number;
use super::sheet::Sheet;
use super::unit::Measure;
use super::unit_pair;
use crate::import::Source;
use crate::import::dates::{self, DayOrder, OrderOfDays};
use crate::import::question::{Choice, Choices, Decimal, Doubt, Question};

impl Sheet<'_> {
    /// Works out how the cells are read, and gives what is left open.
    pub fn work_out(&mut self, source: &Source, choices: &Choices) -> Vec<Question> {
        let mut open = self.settle_columns(source, choices);
        open.extend(self.settle_days(source, choices));
        open.extend(self.settle_decimals(source, choices));
        self.shown_distance = self.distance_in_metres();
        open
    }

    /// What has to be there and is not, and what is there and not used.
    fn settle_columns(&self, source: &Source, choices: &Choices) -> Vec<Question> {
        let (dialect, line) = (self.layout.dialect, self.grid.line);
        let unused: Vec<&(usize, String)> = (self.layout.unknown.iter())
            .filter(|(place, _)| looks_like_a_quantity(self.grid, *place))
            .collect();
        let missing = self.layout.lacks().chain(dialect.expects.iter().copied());
        let missing =
            missing.filter(|field| !self.layout.has(*field) && !choices.does_without(field.name()));
        let mut questions: Vec<Question> = missing
            .map(|field| {
                let name = field.name();
                let doubt = Doubt::Missing {
                    app: dialect.app.clone(),
                    field: name.to_owned(),
                };
                let may_be = unused.iter().filter(|(at, _)| fits(self.grid, *at, field));
                let mut answers: Vec<Choice> = may_be
                    .map(|(_, column)| Choice::Column {
                        map: ColumnMap::of(field, column).to_string(),
                        column: column.clone(),
                    })
                    .collect();
                answers.push(Choice::DoWithout(name.to_owned()));
                source.question(line, doubt, answers)
            })
            .collect();
        let uneven = self.layout.uneven();
        questions.extend(
            uneven
                .filter(|name| !choices.does_without(name))
                .map(|name| {
                    let doubt = Doubt::MissingBeside {
                        column: name.clone(),
                    };
                    source.question(line, doubt, vec![Choice::DoWithout(name)])
                }),
        );
        questions.extend(self.about_units(source));
        // a column that may be the missing one is asked about as such
        if questions.is_empty() && !dialect.open {
            let unused = unused
                .into_iter()
                .filter(|(_, name)| !choices.ignores(name));
            questions.extend(unused.map(|(_, name)| {
                let doubt = Doubt::Unused {
                    column: name.clone(),
                };
                source.question(line, doubt, vec![Choice::Ignore(name.clone())])
            }));
        }
        questions
    }

    /// What is asked of columns in units that are not known.
    fn about_units(&self, source: &Source) -> Vec<Question> {
        let odd = self.layout.odd_units.iter();
        odd.map(|(field, column, unit)| {
            let doubt = Doubt::UnknownUnit {
                column: column.clone(),
                unit: unit.clone(),
            };
            let answers = field.units().1.iter().map(|unit| Choice::Unit {
                map: self.layout.map.with_unit(*field, column, unit).to_string(),
                unit,
            });
            source.question(self.grid.line, doubt, answers.collect())
        })
        .collect()
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
        let doubt = Doubt::TwoDays {
            cell: cell.to_owned(),
        };
        let can_be = |order: &DayOrder| dates::moment_in(cell, Some(*order)).is_ok();
        let answers = [DayOrder::DayFirst, DayOrder::MonthFirst];
        let answers = answers.into_iter().filter(can_be).map(Choice::Days);
        Some(source.question(line, doubt, answers.collect()))
    }

    /// Finds the decimal mark of every column: its own cells show it, else those of the others, else
    /// what the values can be.
    fn settle_decimals(&mut self, source: &Source, choices: &Choices) -> Option<Question> {
        let columns: Vec<Column> = (self.layout.columns.iter())
            .filter(|column| matches!(column.field.form(), Form::Amount | Form::Count))
            .cloned()
            .collect();
        if let Some(decimal) = choices.decimal {
            self.decimals = columns.iter().map(|c| (c.place, decimal)).collect();
            return None;
        }
        let mut shown = Evidence::default();
        let mut by_what_can_be = Evidence::default();
        let mut open = Vec::new();
        for column in columns {
            let mut evidence = self.look_at(&column);
            by_what_can_be.take_in(&evidence.by_what_can_be);
            if evidence.own.none() && column.field.form() == Form::Count {
                // what is counted has no fraction
                for (line, number) in evidence.either.drain(..) {
                    let decimal = number.whole_with();
                    evidence.own.add(decimal);
                    self.forced.insert((line, column.place), decimal);
                }
            }
            shown.take_in(&evidence.own);
            match evidence.own.one() {
                Some(decimal) => {
                    self.decimals.insert(column.place, decimal);
                }
                None => open.push((column, evidence)),
            }
        }
        let of_file = shown
            .one()
            .or_else(|| by_what_can_be.one().filter(|_| shown.none()));
        let mut question = None;
        for (column, evidence) in open {
            // who divides fields with semicolons has another use for the comma
            let semicolons = self.grid.delimiter == b';' && shown.none();
            let by_delimiter = semicolons.then_some(Decimal::Comma).filter(|decimal| {
                let mut either = evidence.either.iter();
                either.all(|(_, number)| number.whole_with() != *decimal)
            });
            let known = of_file.or(by_delimiter).filter(|_| evidence.own.none());
            if let (None, Some((line, number)), None) = (known, evidence.either.first(), &question)
            {
                question = Some(self.about_mark(source, &column, *line, number));
            }
            let decimal = known.unwrap_or(Decimal::Point);
            self.decimals.insert(column.place, decimal);
        }
        question
    }

    /// What the cells of a column show of its mark.
    fn look_at(&mut self, column: &Column) -> ColumnEvidence {
        let mut evidence = ColumnEvidence::default();
        for (line, record) in &self.grid.rows {
            let Some(number) = record.get(column.place).and_then(Number::read) else {
                continue;
            };
            if let Some(decimal) = number.shows() {
                evidence.own.add(decimal);
            } else if number.either().is_some() {
                match self.only_possible(column, record, &number) {
                    Some(decimal) => {
                        evidence.by_what_can_be.add(decimal);
                        self.forced.insert((*line, column.place), decimal);
                    }
                    None => evidence.either.push((*line, number)),
                }
            }
        }
        evidence
    }

    fn about_mark(
        &self,
        source: &Source,
        column: &Column,
        line: usize,
        number: &Number,
    ) -> Question {
        let (point, comma) = number.either().unwrap_or_default();
        let row = self.grid.rows.iter().find(|(at, _)| *at == line);
        let cell = row.and_then(|(_, record)| record.get(column.place));
        let doubt = Doubt::TwoNumbers {
            cell: cell.unwrap_or_default().trim().to_owned(),
            column: column.name.clone(),
            point,
            comma,
        };
        let answers = [Decimal::Point, Decimal::Comma].map(Choice::Decimal);
        source.question(line, doubt, answers.to_vec())
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
            Measure::of(column.field, cells.text(twin)).map(|measure| measure.unit)
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
}

/// What the cells of a column show.
#[derive(Default)]
struct ColumnEvidence {
    /// By how they are written.
    own: Evidence,
    /// By what values can be.
    by_what_can_be: Evidence,
    /// Cells that show nothing.
    either: Vec<(usize, Number)>,
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
