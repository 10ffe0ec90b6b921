//! What the columns of one table hold.

use super::content::fits;
use super::dialect::{DIALECTS, Dialect, OWN, Rows, normal, unit_of};
use super::field::{Field, Form};
use super::grid::Grid;
use super::map::ColumnMap;
use super::unit::Measure;

/// So many columns of an app make its export known where one that tells it is missing.
const NEARLY: usize = 7;

/// A column whose content is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// What it holds.
    pub field: Field,
    /// Where it stands.
    pub place: usize,
    /// What it is called.
    pub name: String,
    /// The unit that its name says.
    pub unit: Option<&'static str>,
    /// By what its values are multiplied to be in that unit.
    pub factor: f64,
    /// The row beside others that it belongs to, from 1; 0 for columns of all of them.
    pub block: u32,
    /// The set that it belongs to, from 1; 0 for columns of all of them.
    pub number: u32,
    /// Its place among the names of the field: the first that says something counts.
    pub rank: usize,
}

impl Column {
    /// What tells it from the other columns of a table, in every language.
    pub fn key(&self) -> String {
        let field = format!("{:?}", self.field).to_lowercase();
        match (self.block, self.number) {
            (0, 0) => field,
            (block, number) => format!("{field} {block}.{number}"),
        }
    }
}

/// What the columns of a table hold.
#[derive(Debug)]
pub struct Layout {
    /// How it is written.
    pub dialect: &'static Dialect,
    /// What its rows are.
    pub rows: Rows,
    /// The columns that are used, those that count first before others of their field.
    pub columns: Vec<Column>,
    /// Columns that nothing is known of: place and name.
    pub unknown: Vec<(usize, String)>,
    /// Columns whose names say a unit that is not known: the field, the name, the unit.
    pub odd_units: Vec<(Field, String, String)>,
    /// What a person said of it.
    pub map: ColumnMap,
}

impl Layout {
    /// What the columns of an app's table hold; `None` where no app writes it.
    pub fn known(grid: &Grid) -> Option<Self> {
        let known = DIALECTS.iter().filter(|dialect| dialect.app != OWN);
        known
            .filter_map(|dialect| Self::of_dialect(dialect, grid))
            .max_by_key(|layout| {
                let whole = layout.lacks().next().is_none();
                (whole, !layout.dialect.only, layout.columns.len())
            })
    }

    /// What the columns of a table hold if it is written in a dialect; `None` if it is not.
    fn of_dialect(dialect: &'static Dialect, grid: &Grid) -> Option<Self> {
        let mut layout = Self {
            dialect,
            rows: dialect.rows,
            columns: Vec::new(),
            unknown: Vec::new(),
            odd_units: Vec::new(),
            map: ColumnMap::default(),
        };
        let mut block = 0;
        let mut left_out = 0;
        let mut names: Vec<String> = Vec::new();
        for (place, shown) in grid.header.iter().enumerate() {
            let name = normal(shown);
            names.push(name.clone());
            let repeated = names.iter().filter(|known| **known == name).count();
            match dialect.column(&name, repeated) {
                Some((field, rank, unit, number)) => {
                    let unit = unit.or_else(|| unit_of(&name));
                    // what is kept in another unit, as milliseconds of sleep
                    let converted = match (unit, field.form()) {
                        (None, Form::Amount) => Measure::in_name(field, &name).ok().flatten(),
                        _ => None,
                    };
                    if dialect.blocks == Some(field) {
                        block += 1;
                    }
                    layout.columns.push(Column {
                        field,
                        place,
                        name: shown.clone(),
                        unit: unit.or(converted.map(|measure| measure.unit)),
                        factor: converted.map_or(1.0, |measure| measure.factor),
                        block,
                        number: if dialect.blocks == Some(field) {
                            0
                        } else {
                            number
                        },
                        rank,
                    });
                }
                None if repeated > 1 || dialect.unused.contains(&name) || name.is_empty() => {
                    left_out += 1;
                }
                None => layout.unknown.push((place, shown.clone())),
            }
        }
        layout.place_unknown(grid);
        layout.columns.sort_by_key(|column| column.rank);
        // a whole export but for one column is still that app's, and is asked about
        let nearly = layout.columns.len() + left_out >= NEARLY
            && layout.unknown.len() <= 1
            && layout.lacks().count() == 1
            && layout.lacks().all(|field| !field.name().is_empty())
            && layout.has(Field::Date);
        let known = layout.lacks().next().is_none() || nearly && !dialect.only;
        let no_more = !dialect.only || layout.unknown.is_empty();
        (known && no_more).then_some(layout)
    }

    /// What tells tables of the app from others, and is not there.
    pub fn lacks(&self) -> impl Iterator<Item = Field> {
        let known_by = self.dialect.known_by.iter().copied();
        known_by.filter(|field| !self.has(*field))
    }

    /// Takes columns whose names are not known for what stands at their place, where what they hold
    /// fits.
    fn place_unknown(&mut self, grid: &Grid) {
        let dialect = self.dialect;
        let cells = |place: usize| grid.cells(place).map(|(_, cell)| cell);
        let is_flag = |cell: &str| matches!(cell.to_lowercase().as_str(), "true" | "false");
        // the third column says whether an activity is a favourite, and a clock shows how long it took
        let looks_like_it = || {
            let clock = dialect
                .positions
                .iter()
                .position(|f| *f == Some(Field::Seconds));
            cells(2).next().is_some()
                && cells(2).all(is_flag)
                && clock.is_some_and(|place| cells(place).any(|cell| cell.contains(':')))
        };
        let by_name = dialect.known_by.iter().all(|field| self.has(*field));
        if dialect.positions.is_empty() || !(by_name || looks_like_it()) {
            return;
        }
        for (place, field) in dialect.positions.iter().enumerate() {
            let Some(field) = *field else {
                self.unknown.retain(|(known, _)| *known != place);
                continue;
            };
            if self.has(field) || !fits(grid, place, field) {
                continue;
            }
            let Some(at) = self.unknown.iter().position(|(p, _)| *p == place) else {
                continue;
            };
            let (place, name) = self.unknown.remove(at);
            self.columns.push(Column {
                field,
                place,
                name,
                unit: None,
                factor: 1.0,
                block: 0,
                number: 0,
                rank: 0,
            });
        }
    }

    /// What the columns of a table hold as a person says.
    pub fn mapped(grid: &Grid, map: &ColumnMap) -> Result<Option<Self>, String> {
        let own = DIALECTS.iter().find(|dialect| dialect.app == OWN);
        let base = Self::known(grid).or_else(|| {
            let unknown = grid.header.iter().cloned().enumerate().collect();
            own.map(|dialect| Self {
                dialect,
                rows: map.rows(),
                columns: Vec::new(),
                unknown,
                odd_units: Vec::new(),
                map: ColumnMap::default(),
            })
        });
        let Some(mut layout) = base else {
            return Ok(None);
        };
        layout.map = map.clone();
        for mapping in map.iter() {
            let same = |name: &&String| name.to_lowercase() == mapping.column.to_lowercase();
            let Some(place) = grid.header.iter().position(|name| same(&name)) else {
                return Err(format!(
                    "has no column “{}”; it has {}",
                    mapping.column,
                    grid.header.join(", ")
                ));
            };
            if layout.dialect.app == OWN && !layout.rows.takes(mapping.field) {
                return Err(format!(
                    "has no use for “{}” with these columns",
                    mapping.field.name()
                ));
            }
            let measure = match &mapping.unit {
                Some(unit) => Measure::of(mapping.field, unit),
                None => Measure::in_name(mapping.field, &mapping.column).unwrap_or_else(|unit| {
                    let column = grid.header[place].clone();
                    layout.odd_units.push((mapping.field, column, unit));
                    None
                }),
            };
            let stays = |column: &Column| {
                column.place != place && (column.field != mapping.field || column.number > 0)
            };
            let displaced = layout.columns.iter().filter(|column| !stays(column));
            let displaced = displaced.map(|column| (column.place, column.name.clone()));
            layout.unknown.extend(displaced);
            layout.columns.retain(stays);
            layout.unknown.retain(|(known, _)| *known != place);
            layout.columns.push(Column {
                field: mapping.field,
                place,
                name: grid.header[place].clone(),
                unit: measure.map(|measure| measure.unit),
                factor: measure.map_or(1.0, |measure| measure.factor),
                block: 0,
                number: 0,
                rank: 0,
            });
        }
        Ok(Some(layout))
    }

    /// Whether the table has a column of a field.
    pub fn has(&self, field: Field) -> bool {
        self.columns.iter().any(|column| column.field == field)
    }

    /// The columns of a field, the one that counts first.
    pub fn of(&self, field: Field) -> impl Iterator<Item = &Column> {
        let columns = self.columns.iter();
        columns.filter(move |column| column.field == field)
    }

    /// The rows and sets that stand side by side in one line: block and number, at least one.
    pub fn beside(&self) -> Vec<(u32, u32)> {
        let mut beside: Vec<(u32, u32)> = self
            .columns
            .iter()
            .filter(|column| column.number > 0)
            .map(|column| (column.block, column.number))
            .collect();
        beside.sort_unstable();
        beside.dedup();
        if beside.is_empty() {
            beside.push((0, 0));
        }
        beside
    }

    /// The name of a column that the rows or sets beside it have and it has not.
    pub fn uneven(&self) -> Option<String> {
        let beside = |column: &&Column| column.block + column.number > 0;
        let kind = |column: &Column| (column.field, column.number, column.unit);
        let blocks = self.columns.iter().map(|column| column.block).max()?;
        let numbers = self.columns.iter().map(|column| column.number).max()?;
        let of_block = |block: u32| {
            let columns = self.columns.iter().filter(beside);
            columns.filter(move |column| column.block == block)
        };
        for column in self.columns.iter().filter(beside) {
            let same = |other: &&Column| kind(other) == kind(column);
            for block in blocks.min(1)..=blocks {
                match of_block(block).filter(same).count() {
                    1 => {}
                    0 => return Some(column.name.clone()),
                    _ => return self.of(Field::Exercise).next().map(|c| c.name.clone()),
                }
            }
            // of numbered ones every number
            let there = |number: u32| {
                let mut columns = self.columns.iter();
                columns.any(|other| other.field == column.field && other.number == number)
            };
            if column.number > 0
                && let Some(gap) = (1..=numbers).find(|number| !there(*number))
            {
                let own = column.number.to_string();
                return Some(column.name.replacen(&own, &gap.to_string(), 1));
            }
        }
        None
    }

    /// Puts the columns of one unit before those of another, of a field that has both.
    pub fn prefer(&mut self, field: Field, unit: &str) {
        self.columns
            .sort_by_key(|column| column.field == field && column.unit != Some(unit));
    }

    /// Whether two columns of a field give it in two units.
    pub fn is_twofold(&self, field: Field) -> bool {
        let mut units: Vec<_> = self.of(field).filter_map(|column| column.unit).collect();
        units.dedup();
        units.len() > 1
    }
}
