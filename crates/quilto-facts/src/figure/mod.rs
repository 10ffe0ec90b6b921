//! One figure over rows: its days, its conditions, what is selected, and what that comes to.

mod answer;
mod condition;
mod ledger;
mod points;
mod records;
mod rhythm;
mod span;
mod totals;
mod trend;
mod words;

use std::cell::RefCell;
use std::collections::BTreeMap;

use chrono::NaiveDate;
use quilto_domain::measures::{Better, Measures};
use quilto_model::{
    DateRange, Entry, Fact, FactKind, FactValue, Figure, Language, UnitPreferences,
};

pub(crate) use condition::{FigureConditions, USUAL_DAYS, bounds_day, earlier, unit_of};
pub(crate) use ledger::Ledger;
pub(crate) use span::Span;
pub use span::days_about;

use crate::aggregate::days;
use crate::select::{Groups, Point, Scale};
use points::Target;

/// What the engine must know of a domain.
#[derive(Clone, Debug)]
pub struct DomainFacts<'a> {
    /// Its name.
    pub name: &'a str,
    /// What can be computed from its data; without it, only its entries are counted.
    pub measures: Option<&'a Measures>,
    /// Its groups of subjects.
    pub groups: Groups,
    /// The language that its rows are told in.
    pub language: Language,
}

/// One query's surroundings.
pub struct Engine<'a> {
    pub entries: &'a [Entry],
    pub order: &'a [usize],
    pub domain: &'a str,
    pub domains: &'a [DomainFacts<'a>],
    pub measures: Option<&'a Measures>,
    pub groups: &'a Groups,
    pub language: Language,
    pub units: &'a UnitPreferences,
    pub number: usize,
    /// The days of the figure.
    pub span: &'a Span,
    /// What its notes and days must fulfil.
    pub tests: &'a FigureConditions<'a>,
    /// Whether it is told beside another one.
    pub beside: bool,
    /// What it rests on and leaves out, where that is asked.
    pub ledger: Option<&'a RefCell<Ledger>>,
}

/// One question about one subject, ready to be answered from points.
pub struct SubjectQuery<'e, 'a> {
    pub engine: &'e Engine<'a>,
    pub query: &'e Figure,
    pub scale: &'e Scale<'a>,
    /// What facts are about when no row says better.
    pub subject: &'e str,
    /// Whether `subject` stands for several: then a record names its row's own subject.
    pub pooled: bool,
}

/// What days come to.
#[derive(Default)]
pub struct Daily {
    /// The values, oldest first.
    pub values: BTreeMap<NaiveDate, f64>,
    /// The measure's name.
    pub name: String,
    /// The unit of the values.
    pub unit: Option<String>,
    /// Digits kept.
    pub decimals: u8,
    /// Which direction is better.
    pub better: Better,
}

impl Daily {
    /// The days with a note that tells of some words, each of them once.
    pub fn mentioned(words: &str, period: Option<&DateRange>, entries: &[Entry]) -> Self {
        let found = words::Words::new(words);
        let within = |entry: &&Entry| period.is_none_or(|days| days.contains(entry.date));
        let told = entries
            .iter()
            .filter(within)
            .filter(|entry| found.told_by(entry));
        Self {
            values: told.map(|entry| (entry.date, 1.0)).collect(),
            name: words.to_owned(),
            ..Self::default()
        }
    }
}

impl Engine<'_> {
    /// What each day comes to under a figure's measure, whatever is to be done with it.
    pub fn daily(&self, query: &Figure) -> Daily {
        let measure = match query.measure.as_str() {
            "entries" => None,
            name => match self.measures.and_then(|measures| measures.measure(name)) {
                Some(measure) => Some(measure),
                None => return Daily::default(),
            },
        };
        let names = query.subjects.iter().map(|name| self.groups.expand(name));
        let names: Vec<String> = names.flatten().collect();
        let target = Target {
            label: String::new(),
            names: Some(names).filter(|names| !names.is_empty()),
            pooled: true,
        };
        let Some((scale, points)) = self.points(query, measure, &target) else {
            return Daily::default();
        };
        self.leave_out(query, &scale, &points);
        self.rests_on(&points);
        let days = days(&points, scale.aggregate);
        Daily {
            values: days.iter().map(|day| (day.date, day.value)).collect(),
            name: scale.name.to_owned(),
            unit: scale.unit.map(str::to_owned),
            decimals: scale.decimals,
            better: scale.better,
        }
    }

    /// Whether a day is one of the figure's.
    pub fn counts(&self, day: NaiveDate) -> bool {
        let Span { period, days } = self.span;
        period.as_ref().is_none_or(|period| period.contains(day))
            && days.as_ref().is_none_or(|days| days.contains(&day))
    }

    /// Notes what a figure rests on.
    fn rests_on(&self, points: &[Point<'_>]) {
        if let Some(ledger) = self.ledger {
            ledger.borrow_mut().rest_on(points);
        }
    }

    /// Notes the rows that a figure cannot count.
    fn leave_out(&self, query: &Figure, scale: &Scale<'_>, points: &[Point<'_>]) {
        if let Some(ledger) = self.ledger {
            ledger.borrow_mut().leave_out(query.op, scale, points);
        }
    }
}

impl SubjectQuery<'_, '_> {
    /// A fact resting on points, oldest first.
    pub fn fact(&self, kind: FactKind, value: FactValue, points: &[Point<'_>]) -> Fact {
        const CITED: usize = 3;
        self.engine.rests_on(points);
        let mut cited: Vec<usize> = Vec::new();
        for point in points.iter().rev() {
            if cited.last() != Some(&point.entry) {
                cited.push(point.entry);
            }
            if cited.len() == CITED {
                break;
            }
        }
        cited.reverse();
        let covered = points
            .first()
            .zip(points.last())
            .map(|(first, last)| DateRange::new(first.date, last.date));
        Fact {
            period: self.engine.span.period.clone().or(covered),
            entries: cited
                .into_iter()
                .map(|entry| self.engine.entries[entry].id.clone())
                .collect(),
            sample: points.len(),
            query: self.engine.number,
            ..Fact::new(kind, self.engine.domain, self.subject, value)
        }
    }

    /// A fact with a value of the measure.
    pub fn valued(&self, kind: FactKind, value: f64, points: &[Point<'_>]) -> Fact {
        let value = FactValue::Number(self.scale.round(value));
        Fact {
            unit: self.scale.unit.map(str::to_owned),
            ..self.fact(kind, value, points)
        }
    }
}
