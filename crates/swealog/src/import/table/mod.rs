//! Tables with a header line: the exports of other apps, and any table of a person's own.
//!
//! What an app calls its columns is data (`dialects.yaml`). How the cells are written, which no app
//! says, is worked out from all of them together ([`sheet`]); what they do not show is asked.

use std::collections::HashMap;

use csv::StringRecord;
use quilto::model::UnitPreferences;

use quilto_shell::import::{TableColumn, TableFacts, TableHead};

use super::question::{Choice, Doubt, Question};
use super::{FileContents, ImportContext, Importer, Rejected, Source, known_unit};
use dialect::Rows;
use field::{Field, Form};
use grid::Grid;
use layout::{Column, Layout};
use number::Number;
use sheet::Sheet;

mod activities;
mod content;
mod days;
mod dialect;
mod field;
mod grid;
mod inference;
mod layout;
mod map;
mod number;
mod sets;
mod sheet;
#[cfg(test)]
mod tests;
mod unit;
mod value_bounds;

use map::ColumnMap;

/// Reads tables.
pub const IMPORTER: Importer = Importer {
    name: "tables of strong, stronglifts, fitnotes, hevy, fitbod, wger, google fit, garmin, strava, myfitnesspal, \
           any other table with --map",
    claims,
    read,
};

/// Which table of which app it is, where one is known to write it, and the names of its columns.
pub fn head(source: &Source) -> Option<TableHead> {
    if !may_be_table(source) {
        return None;
    }
    let grid = Grid::of_start(source)?;
    let kind = Layout::known(&grid).map(|layout| layout.dialect.kind());
    Some(TableHead {
        kind,
        header: grid.header,
    })
}

/// Whether a text says what columns hold.
pub fn check(map: &str) -> Result<(), String> {
    map.parse::<ColumnMap>().map(drop)
}

fn may_be_table(source: &Source) -> bool {
    !super::files::has_extension(
        &source.path,
        &["md", "markdown", "xml", "fit", "gpx", "tcx"],
    )
}

fn claims(source: &Source) -> bool {
    if !may_be_table(source) {
        return false;
    }
    let Some(grid) = Grid::of_start(source) else {
        return false;
    };
    let is_table = super::files::has_extension(&source.path, &["csv", "tsv"]);
    // what has no name is a table only where there is no doubt
    let may_be = |certain| is_table || certain && super::is_standard_input(&source.path);
    Layout::known(&grid).is_some()
        || ColumnMap::guess(&grid).is_some_and(|(_, certain)| may_be(certain))
}

fn read(source: &Source, context: &ImportContext<'_>) -> Result<FileContents, Rejected> {
    let Some(grid) = Grid::read(source)? else {
        return Ok(FileContents::default());
    };
    let said = ColumnMap::of_all(&context.choices.maps)
        .map_err(|reason| source.rejected(grid.line, reason))?;
    if !said.is_empty() || Layout::known(&grid).is_some() {
        return read_as(source, grid, context, &said);
    }
    let Some((map, certain)) = ColumnMap::guess(&grid) else {
        return Err(source.rejected(grid.line, "nothing of it looks like a table of training"));
    };
    if certain && context.choices.guessed {
        return read_as(source, grid, context, &map);
    }
    let header = grid.header.clone();
    let line = grid.line;
    let mut found = read_as(source, grid, context, &map)?;
    let drafts = found.drafts.iter().take(3);
    let samples = drafts.map(|draft| format!("{}  {}", draft.date, draft.raw.replace('\n', " | ")));
    let used: Vec<&str> = map.iter().map(|mapping| mapping.column.as_str()).collect();
    let unused: Vec<String> = header
        .into_iter()
        .filter(|name| !used.contains(&name.as_str()))
        .collect();
    let mut samples: Vec<String> = samples.collect();
    let refused = found.rejected.iter().take(3);
    samples.extend(refused.map(ToString::to_string));
    let map = map.to_string();
    let doubt = Doubt::UnknownTable {
        map: map.clone(),
        unused,
    };
    let question = Question {
        samples,
        ..source.question(line, doubt, vec![Choice::Map(map)])
    };
    found.drafts.clear();
    found.questions = vec![question];
    Ok(found)
}

/// Reads a table whose columns are known or named.
fn read_as(
    source: &Source,
    mut grid: Grid,
    context: &ImportContext<'_>,
    map: &ColumnMap,
) -> Result<FileContents, Rejected> {
    let mut found = FileContents::default();
    let layout = Layout::mapped(&grid, map).map_err(|reason| source.rejected(grid.line, reason))?;
    let Some(mut layout) = layout else {
        return Ok(found);
    };
    join_spilled(&mut grid, &layout);
    for field in [Field::Weight, Field::Distance] {
        if layout.is_twofold(field) {
            let unit = written_in(&grid, &layout, field, context.units);
            layout.prefer(field, unit);
        }
    }
    found.rejected.append(&mut grid.no_text);
    let misfits = grid.misfits.iter();
    found
        .rejected
        .extend(misfits.map(|(line, _, problem)| source.rejected(*line, problem.clone())));
    let (sheet, questions) = Sheet::settle(source, &grid, &layout, context);
    found.questions = questions;
    match layout.rows {
        Rows::Sets => sets::read(&sheet, source, context, &mut found),
        Rows::Activities => activities::read(&sheet, source, context, &mut found),
        Rows::Measurements => days::read_measurements(&sheet, source, context, &mut found),
        Rows::Meals => days::read_meals(&sheet, source, &mut found),
    }
    found.rejected.sort_by_key(Rejected::line);
    if found.questions.is_empty() {
        found
            .questions
            .extend(sheet.about_odd(source, context.choices));
    }
    found.remarks.extend(sheet.remarks(source));
    found.remarks.extend(unused(source, &layout));
    found.table = Some(facts(&grid, &layout, map));
    Ok(found)
}

/// The columns that nothing is taken of, where an app has no others.
fn unused(source: &Source, layout: &Layout) -> Option<String> {
    let names: Vec<&str> = layout
        .unknown
        .iter()
        .map(|(_, name)| name.as_str())
        .collect();
    let path = source.path.display();
    (!names.is_empty() && !layout.dialect.open)
        .then(|| format!("{path}: not used: {}", names.join(", ")))
}

/// What of a table the next import of the app is compared with: columns that say something.
fn facts(grid: &Grid, layout: &Layout, map: &ColumnMap) -> TableFacts {
    let says = |column: &&Column| {
        let mut cells = grid.cells(column.place);
        let value = |cell| Number::read(cell).and_then(|number| number.own_value());
        cells.any(|(_, cell)| value(cell) != Some(0.0))
    };
    let mut columns: Vec<TableColumn> = Vec::new();
    for column in layout.columns.iter().filter(says) {
        let field = column.key();
        if !columns.iter().any(|known| known.field == field) {
            columns.push(TableColumn {
                field,
                name: column.name.clone(),
                is_quantity: column.field.is_quantity(),
            });
        }
    }
    TableFacts {
        app: layout.dialect.app.clone(),
        kind: layout.dialect.kind(),
        columns,
        is_own: layout.dialect.app == dialect::OWN,
        header: grid.header.clone(),
        map: map.to_string(),
    }
}

/// Puts fields together that an app divided by writing a comma of a name without quotes: where all
/// other cells fit their columns in one way only.
fn join_spilled(grid: &mut Grid, layout: &Layout) {
    let width = grid.header.len();
    let mut rest = Vec::new();
    for (line, record, problem) in std::mem::take(&mut grid.misfits) {
        let surplus = record.len().saturating_sub(width);
        let places = layout.dialect.spills.iter();
        let places = places.filter_map(|field| Some(layout.of(*field).next()?.place));
        let joined = places
            .filter(|_| (1..=8).contains(&surplus))
            .map(|place| joined(&record, place, surplus))
            .find(|record| fits(record, layout));
        match joined {
            Some(record) => grid.rows.push((line, record)),
            None => rest.push((line, record, problem)),
        }
    }
    grid.misfits = rest;
    grid.rows.sort_by_key(|(line, _)| *line);
}

/// A record with so many fields behind a place put to the one at it.
fn joined(record: &StringRecord, place: usize, surplus: usize) -> StringRecord {
    let fields: Vec<&str> = record.iter().collect();
    let end = (place + surplus + 1).min(fields.len());
    let mut out: Vec<String> = fields[..place].iter().map(|f| (*f).to_owned()).collect();
    out.push(fields[place..end].join(","));
    out.extend(fields[end..].iter().map(|f| (*f).to_owned()));
    out.into()
}

/// Whether every cell of a record can be of its column.
fn fits(record: &StringRecord, layout: &Layout) -> bool {
    layout.columns.iter().all(|column| {
        let cell = record.get(column.place).unwrap_or_default().trim();
        number::is_empty(cell)
            || match column.field {
                Field::WeightUnit | Field::DistanceUnit | Field::Unit => known_unit(cell).is_some(),
                Field::Category => Number::read(cell).is_none() && known_unit(cell).is_none(),
                field => match field.form() {
                    Form::Text | Form::Day => true,
                    Form::Amount | Form::Count => Number::read(cell).is_some(),
                    Form::Clock => number::seconds(cell).is_some(),
                },
            }
    })
}

/// Of two columns that say the same in two units, the unit the person wrote in: what was worked out
/// from it has more digits.
fn written_in(grid: &Grid, layout: &Layout, field: Field, units: &UnitPreferences) -> &'static str {
    let mut digits: HashMap<&'static str, usize> = HashMap::new();
    for column in layout.of(field) {
        let Some(unit) = column.unit else { continue };
        let fraction = |cell: &str| {
            let trimmed = cell.trim_end_matches('0');
            trimmed
                .rfind(['.', ','])
                .map_or(0, |at| trimmed.len() - at - 1)
        };
        let sum: usize = grid
            .cells(column.place)
            .map(|(_, cell)| fraction(cell))
            .sum();
        *digits.entry(unit).or_default() += sum;
    }
    let is_theirs = |unit: &str| unit == units.mass || unit == units.distance;
    let fewest = digits
        .into_iter()
        .min_by_key(|(unit, sum)| (*sum, !is_theirs(unit), *unit));
    fewest.map_or("kg", |(unit, _)| unit)
}

/// The field that holds the unit of another.
fn unit_pair(field: Field) -> Option<Field> {
    match field {
        Field::Weight | Field::Bodyweight => Some(Field::WeightUnit),
        Field::Distance => Some(Field::DistanceUnit),
        Field::Value => Some(Field::Unit),
        _ => None,
    }
}
