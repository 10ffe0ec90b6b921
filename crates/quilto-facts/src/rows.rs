//! Rows: parsed data of many entries, flattened as a domain's `measures.yaml` says.

mod flattener;
mod path;

use std::sync::Arc;

use chrono::{NaiveDate, NaiveTime};
use quilto_domain::measures::{Cell, Formula, Measures, RowKind};
use quilto_model::{CombinedDomains, Data, DateRange, Entry, Parsed, RowsOf, UnitPreferences};

use flattener::Flattener;

/// The rows of one kind, oldest first, with the columns that somebody asked for.
///
/// Cells lie in one vector, row after row: years of notes are a few hundred thousand rows.
#[derive(Debug)]
pub struct Rows<'a> {
    columns: Vec<&'a str>,
    cells: Vec<Cell<'a>>,
    origins: Vec<Origin<'a>>,
}

/// Where a row comes from.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The entry's day.
    pub date: NaiveDate,
    /// The entry's minute.
    pub time: Option<NaiveTime>,
    /// Its place in the slice of entries.
    pub entry: usize,
    /// What the row is about.
    pub subject: Option<&'a str>,
    /// The names of its fields that were estimated, a list.
    pub estimated: Option<Data<'a>>,
}

impl<'a> Rows<'a> {
    /// These, and then others of the same columns.
    fn followed_by(mut self, mut others: Self) -> Self {
        self.cells.append(&mut others.cells);
        self.origins.append(&mut others.origins);
        self
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.origins.len()
    }

    /// Where a row comes from.
    pub fn origin(&self, row: usize) -> &Origin<'a> {
        &self.origins[row]
    }

    /// The place of a column, if it was asked for.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| *column == name)
    }

    /// A field of a row by its column's place.
    pub fn cell(&self, row: usize, column: usize) -> Cell<'a> {
        self.cells[row * self.columns.len() + column]
    }

    /// A field of a row by name.
    pub fn field(&self, row: usize, name: &str) -> Cell<'a> {
        self.column(name)
            .map_or(Cell::Nothing, |column| self.cell(row, column))
    }

    /// A formula made ready for these rows.
    pub fn prepare<'r>(&'r self, formula: &'a Formula) -> impl Fn(usize) -> Cell<'a> + 'r
    where
        'a: 'r,
    {
        let columns: Vec<usize> = formula
            .fields()
            .iter()
            .map(|field| self.column(field).unwrap_or(usize::MAX))
            .collect();
        let width = self.columns.len();
        move |row| {
            formula.eval(&|place| {
                let column = columns[place];
                if column == usize::MAX {
                    Cell::Nothing
                } else {
                    self.cells[row * width + column]
                }
            })
        }
    }
}

/// Which rows are made at all. What is left out here costs almost nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct RowScope<'k> {
    /// Rows of these days only.
    pub period: Option<&'k DateRange>,
    /// Rows about these subjects only, in lower case.
    pub subjects: Option<&'k [String]>,
}

impl RowScope<'_> {
    fn day(&self, date: NaiveDate) -> bool {
        self.period.is_none_or(|period| period.contains(date))
    }

    fn subject(&self, subject: Option<&str>) -> bool {
        self.subjects
            .is_none_or(|names| subject.is_some_and(|subject| is_one_of(subject, names)))
    }
}

/// Whether a subject is one of some names, which are in lower case.
pub fn is_one_of(subject: &str, names: &[String]) -> bool {
    if subject.is_ascii() {
        return names.iter().any(|name| name.eq_ignore_ascii_case(subject));
    }
    names.contains(&subject.to_lowercase())
}

/// Flattens the data of one domain to rows of one kind, with the asked columns (and those that
/// making the rows needs). Entries are read in the given order, which must be oldest first.
#[allow(
    clippy::too_many_arguments,
    reason = "each is one thing, and they are called in two places"
)]
pub fn flatten<'a>(
    measures: &'a Measures,
    kind: &'a RowKind,
    domain: &str,
    entries: &'a [Entry],
    order: &[usize],
    asked: &[&'a str],
    keep: RowScope<'_>,
    units: &'a UnitPreferences,
) -> Rows<'a> {
    let part = |order: &[usize]| {
        let mut flattener = Flattener::new(measures, kind, asked, units);
        flattener.rows(domain, entries, order, keep)
    };
    // years of notes are read by all cores
    const WORTH_A_THREAD: usize = 5_000;
    if order.len() <= WORTH_A_THREAD {
        // how many cores there are is asked of the system
        return part(order);
    }
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let length = order.len().div_ceil(threads).max(WORTH_A_THREAD);
    if order.len() <= length {
        return part(order);
    }
    std::thread::scope(|scope| {
        let part = &part;
        let begun: Vec<_> = order
            .chunks(length)
            .map(|order| scope.spawn(move || part(order)))
            .collect();
        let parts = begun.into_iter().map(|begun| match begun.join() {
            Ok(rows) => rows,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        parts.reduce(Rows::followed_by).unwrap_or_else(|| part(&[]))
    })
}

/// The places of the entries of a domain that have rows of some kinds; of every entry of the domain
/// where none is named.
pub fn holding(
    measures: &Measures,
    of: &RowsOf,
    entries: &[Entry],
    order: &[usize],
    keep: RowScope<'_>,
) -> Vec<usize> {
    let units = UnitPreferences::default();
    if of.rows.is_empty() {
        let holds = |place: &&usize| {
            let entry = &entries[**place];
            let parsed = entry.parsed.as_ref();
            let holds = |parsed: &Parsed| parsed.domain_data.contains_key(&of.domain);
            keep.day(entry.date) && parsed.is_some_and(holds)
        };
        return order.iter().filter(holds).copied().collect();
    }
    let kinds = of.rows.iter().filter_map(|name| measures.row_kind(name));
    kinds
        .flat_map(|kind| {
            let rows = flatten(
                measures,
                kind,
                &of.domain,
                entries,
                order,
                &[],
                keep,
                &units,
            );
            rows.origins
                .iter()
                .map(|origin| origin.entry)
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Whether an entry is one of what several domains have together.
pub fn is_of(
    entry: &Entry,
    together: &CombinedDomains,
    measures: &dyn Fn(&str) -> Option<Arc<Measures>>,
) -> bool {
    let entries = std::slice::from_ref(entry);
    together.of.iter().any(|of| {
        let measures = measures(&of.domain);
        measures.is_some_and(|known| {
            !holding(&known, of, entries, &[0], RowScope::default()).is_empty()
        })
    })
}

/// The places of entries up to today, oldest first: by day, then minute, then as given. What is noted
/// of a later day is a plan: nothing of it has happened.
pub fn oldest_first(entries: &[Entry], today: NaiveDate) -> Vec<usize> {
    let mut order: Vec<usize> = (0..entries.len())
        .filter(|place| entries[*place].date <= today)
        .collect();
    let key = |place: &usize| (entries[*place].date, entries[*place].time);
    if !order.is_sorted_by_key(key) {
        order.sort_by_key(key);
    }
    order
}
