//! From the parsed data of entries to rows of one kind, with their columns filled, converted and derived.

use quilto_domain::measures::{self, Cell, Formula, Measures, RowKind};
use quilto_model::{Data, Entry, Scalar, UnitPreferences};

use super::path::{PathTarget, Source, Step, locate, steps};
use super::{Origin, RowScope, Rows};
use crate::units::Converter;

/// What makes rows of one kind from the data of entries.
pub(super) struct Flattener<'a> {
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

/// A column whose numbers are brought to one unit.
struct ConvertedColumn<'a> {
    value: usize,
    unit: Option<usize>,
    from: Option<&'a str>,
    to: &'a str,
    per: bool,
}

impl<'a> Flattener<'a> {
    /// It makes the asked columns, and those that making the rows needs.
    pub(super) fn new(
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
    pub(super) fn rows(
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

/// What a row is made of.
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
