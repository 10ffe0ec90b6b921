//! Rows: parsed data of many entries, flattened as a domain's `measures.yaml` says.

use std::sync::Arc;

use chrono::{NaiveDate, NaiveTime};
use quilto_domain::measures::{self, Cell, Formula, Measures, RowKind};
use quilto_model::{Data, DateRange, Entry, Parsed, RowsOf, Together};
use quilto_model::{Scalar, UnitPreferences};

use super::units::Converter;

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

/// One step of a path: the key that leads down, and what is there.
#[derive(Clone, Debug)]
struct Step<'a> {
    key: &'a str,
    target: PathTarget,
}

/// What a step of a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PathTarget {
    /// An object.
    One,
    /// A list, of which each element is a row or holds some.
    List,
    /// An object of which each field is a row: its `key` and its `value`.
    Fields,
}

/// A field to take from an object around the row: how many steps down the object is.
#[derive(Clone, Debug)]
struct Source<'a> {
    column: usize,
    depth: usize,
    key: &'a str,
}

struct Flattening<'a> {
    steps: Vec<Step<'a>>,
    columns: Vec<&'a str>,
    /// Columns that are fields of the row itself.
    own: Vec<bool>,
    outer: Vec<Source<'a>>,
    subject: Option<Source<'a>>,
    defaults: Vec<(usize, Cell<'a>)>,
    quantities: Vec<ConvertedColumn<'a>>,
    derived: Vec<(usize, &'a Formula, Vec<usize>)>,
    condition: Option<(&'a Formula, Vec<usize>)>,
    estimates: Option<&'a str>,
    converter: Converter<'a>,
}

struct ConvertedColumn<'a> {
    value: usize,
    unit: Option<usize>,
    from: Option<&'a str>,
    to: &'a str,
    per: bool,
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
        let mut flattening = Flattening::new(measures, kind, asked, units);
        flattening.rows(domain, entries, order, keep)
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
    together: &Together,
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

impl<'a> Flattening<'a> {
    fn new(
        measures: &'a Measures,
        kind: &'a RowKind,
        asked: &[&'a str],
        units: &'a UnitPreferences,
    ) -> Self {
        let columns = needed_columns(kind, asked);
        let place = |name: &str| columns.iter().position(|column| *column == name);
        let places = |formula: &Formula| -> Vec<usize> {
            let fields = formula.fields().iter();
            fields.filter_map(|field| place(field)).collect()
        };
        let outer: Vec<Source<'a>> = kind
            .inherit
            .iter()
            .filter_map(|(name, path)| {
                let (depth, key) = locate(path);
                place(name).map(|column| Source { column, depth, key })
            })
            .collect();
        let own = (0..columns.len())
            .map(|column| !outer.iter().any(|source| source.column == column))
            .collect();
        Self {
            steps: steps(&kind.path),
            own,
            outer,
            subject: kind.subject.as_deref().map(|path| {
                let (depth, key) = locate(path);
                Source {
                    column: 0,
                    depth,
                    key,
                }
            }),
            defaults: kind
                .defaults
                .iter()
                .filter_map(|(name, value)| {
                    let cell = match value {
                        measures::Scalar::Flag(flag) => Cell::Flag(*flag),
                        measures::Scalar::Number(number) => Cell::Number(*number),
                        measures::Scalar::Text(text) => Cell::Text(text),
                    };
                    place(name).map(|column| (column, cell))
                })
                .collect(),
            quantities: kind
                .quantities
                .iter()
                .filter_map(|(name, quantity)| {
                    Some(ConvertedColumn {
                        value: place(name)?,
                        unit: quantity.unit.as_deref().and_then(place),
                        from: quantity.from.as_deref(),
                        to: measures.unit(&quantity.to, &units.mass, &units.distance),
                        per: quantity.per,
                    })
                })
                .collect(),
            derived: kind
                .derived
                .iter()
                .filter_map(|derived| {
                    let formula = &derived.formula;
                    place(&derived.field).map(|column| (column, formula, places(formula)))
                })
                .collect(),
            condition: kind
                .condition
                .as_ref()
                .map(|formula| (formula, places(formula))),
            estimates: kind.estimates.as_ref().map(|of| of.list.as_str()),
            columns,
            converter: Converter::default(),
        }
    }

    /// The rows of entries, in their order.
    fn rows(
        &mut self,
        domain: &str,
        entries: &'a [Entry],
        order: &[usize],
        keep: RowScope<'_>,
    ) -> Rows<'a> {
        let mut rows = Rows {
            columns: self.columns.clone(),
            cells: Vec::new(),
            origins: Vec::new(),
        };
        let mut around = Vec::with_capacity(self.steps.len());
        for &place in order {
            let entry = &entries[place];
            if !keep.day(entry.date) {
                continue;
            }
            let parsed = entry.parsed.as_ref();
            let data = parsed.and_then(|parsed| parsed.domain_data.data(domain));
            let Some(data) = data.filter(|data| data.is_object()) else {
                continue;
            };
            let origin = Origin {
                date: entry.date,
                time: entry.time,
                entry: place,
                subject: None,
                estimated: None,
            };
            self.descend(data, 0, &mut around, origin, keep, &mut rows);
        }
        rows
    }

    /// Walks down to the rows. `around` holds the objects on the way, outermost first.
    fn descend(
        &mut self,
        object: Data<'a>,
        depth: usize,
        around: &mut Vec<Data<'a>>,
        origin: Origin<'a>,
        keep: RowScope<'_>,
        rows: &mut Rows<'a>,
    ) {
        if let Some(source) = &self.subject
            && source.depth == depth
            && !keep.subject(object.get(source.key).and_then(Data::text))
        {
            return;
        }
        let Some(step) = self.steps.get(depth) else {
            self.push(Element::Object(object), around, origin, keep, rows);
            return;
        };
        let (key, target, last) = (step.key, step.target, depth + 1 == self.steps.len());
        around.push(object);
        match object.get(key) {
            Some(fields) if target == PathTarget::Fields && fields.is_object() => {
                for (key, value) in fields.fields() {
                    self.push(Element::Field(key, value), around, origin, keep, rows);
                }
            }
            Some(list) if target == PathTarget::List && list.is_array() => {
                for element in list.elements() {
                    if element.is_object() {
                        self.descend(element, depth + 1, around, origin, keep, rows);
                    } else if last && element.scalar() != Scalar::Nothing {
                        self.push(Element::Plain(element), around, origin, keep, rows);
                    }
                }
            }
            Some(inner) if target == PathTarget::One && inner.is_object() => {
                self.descend(inner, depth + 1, around, origin, keep, rows);
            }
            _ => {}
        }
        around.pop();
    }

    /// Fills the columns that are fields of the row itself.
    fn fill_own(&self, element: Element<'a>, cells: &mut [Cell<'a>]) {
        let mut put = |name: &str, value: Cell<'a>| {
            let column = self.columns.iter().position(|column| *column == name);
            if let Some(column) = column.filter(|column| self.own[*column]) {
                cells[column] = value;
            }
        };
        match element {
            // Walking the object once beats looking up each column: rows have few fields.
            Element::Object(object) => object
                .fields()
                .for_each(|(key, value)| put(key, cell(value))),
            Element::Plain(value) => put("value", cell(value)),
            Element::Field(key, value) => {
                put("key", Cell::Text(key));
                put("value", cell(value));
            }
        }
    }

    fn push(
        &mut self,
        element: Element<'a>,
        around: &[Data<'a>],
        origin: Origin<'a>,
        keep: RowScope<'_>,
        rows: &mut Rows<'a>,
    ) {
        let start = rows.cells.len();
        let width = self.columns.len();
        rows.cells.resize(start + width, Cell::Nothing);
        let cells = &mut rows.cells[start..];
        self.fill_own(element, cells);
        let reach = |source: &Source<'a>| match (around.get(source.depth).copied(), element) {
            (Some(object), _) | (None, Element::Object(object)) => {
                object.get(source.key).map_or(Cell::Nothing, cell)
            }
            (None, Element::Plain(value)) if source.key == "value" => cell(value),
            (None, Element::Field(key, _)) if source.key == "key" => Cell::Text(key),
            (None, Element::Plain(_) | Element::Field(..)) => Cell::Nothing,
        };
        for source in &self.outer {
            cells[source.column] = reach(source);
        }
        let subject = self
            .subject
            .as_ref()
            .and_then(|source| reach(source).text());
        for (column, default) in &self.defaults {
            if cells[*column] == Cell::Nothing {
                cells[*column] = *default;
            }
        }
        for quantity in &self.quantities {
            let stated = quantity.unit.and_then(|unit| cells[unit].text());
            if let (Cell::Number(number), Some(from)) =
                (cells[quantity.value], stated.or(quantity.from))
            {
                cells[quantity.value] = self
                    .converter
                    .convert(number, from, quantity.to, quantity.per)
                    .map_or(Cell::Nothing, Cell::Number);
            }
        }
        // Units are replaced after all conversions: two quantities may share a unit field.
        for quantity in &self.quantities {
            if let Some(unit) = quantity.unit {
                cells[unit] = Cell::Text(quantity.to);
            }
        }
        for (column, formula, places) in &self.derived {
            cells[*column] = formula.eval(&|place| cells[places[place]]);
        }
        let counts = self
            .condition
            .as_ref()
            .is_none_or(|(formula, places)| formula.eval(&|place| cells[places[place]]).is_true());
        if counts && keep.subject(subject) {
            let list = self.estimates.zip(element.object());
            let estimated = list.and_then(|(list, object)| object.get(list));
            rows.origins.push(Origin {
                subject,
                estimated,
                ..origin
            });
        } else {
            rows.cells.truncate(start);
        }
    }
}

#[derive(Clone, Copy)]
enum Element<'a> {
    Object(Data<'a>),
    Plain(Data<'a>),
    Field(&'a str, Data<'a>),
}

impl<'a> Element<'a> {
    fn object(self) -> Option<Data<'a>> {
        match self {
            Self::Object(object) => Some(object),
            Self::Plain(_) | Self::Field(..) => None,
        }
    }
}

fn cell(value: Data<'_>) -> Cell<'_> {
    match value.scalar() {
        Scalar::Number(number) => Cell::Number(number),
        Scalar::Text(text) => Cell::Text(text),
        Scalar::Flag(flag) => Cell::Flag(flag),
        Scalar::Nothing => Cell::Nothing,
    }
}

/// The asked columns, and those that conditions, conversions and derived fields need.
fn needed_columns<'a>(kind: &'a RowKind, asked: &[&'a str]) -> Vec<&'a str> {
    let mut columns: Vec<&'a str> = Vec::new();
    let mut add = |name: &'a str| {
        if !columns.contains(&name) {
            columns.push(name);
        }
    };
    asked.iter().for_each(|name| add(name));
    for formula in kind
        .condition
        .iter()
        .chain(kind.derived.iter().map(|d| &d.formula))
    {
        formula.fields().iter().for_each(|field| add(field));
    }
    kind.derived.iter().for_each(|derived| add(&derived.field));
    for (name, quantity) in kind.quantities.iter() {
        add(name);
        quantity.unit.iter().for_each(|unit| add(unit));
    }
    columns
}

fn steps(path: &str) -> Vec<Step<'_>> {
    path.split('.')
        .filter(|step| !step.is_empty())
        .map(|step| {
            let list = step.strip_suffix("[]").map(|key| (key, PathTarget::List));
            let fields = || step.strip_suffix("{}").map(|key| (key, PathTarget::Fields));
            let (key, target) = list.or_else(fields).unwrap_or((step, PathTarget::One));
            Step { key, target }
        })
        .collect()
}

/// How many steps down the object of a path is, and the field in it.
fn locate(path: &str) -> (usize, &str) {
    match path.rsplit_once('.') {
        Some((object, field)) => (object.split('.').count(), field),
        None => (0, path),
    }
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
