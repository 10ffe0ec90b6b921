//! What the cells of a column can be.

use super::dialect::meaning_of;
use super::field::{Field, Form};
use super::grid::Grid;
use super::number::{Number, is_empty, seconds};
use crate::import::dates;
use crate::import::lifting::minutes_of;

/// Whether the cells of a column can be of a field.
pub fn fits(grid: &Grid, place: usize, field: Field) -> bool {
    let mut cells = grid.cells(place).map(|(_, cell)| cell).peekable();
    if cells.peek().is_none() {
        return field != Field::Date;
    }
    match field.form() {
        // numbers, or letters for its kind
        Form::Text if field == Field::Set => true,
        Form::Text => cells.any(|cell| cell.contains(char::is_alphabetic)),
        Form::Day => cells.all(|cell| dates::may_be_two(cell) || dates::moment(cell).is_some()),
        Form::Amount | Form::Count => cells.all(|cell| Number::read(cell).is_some()),
        Form::Clock => cells.all(|cell| seconds(cell).is_some()),
    }
}

/// Whether some cells of a column are of a field that says how much: the others are refused by line.
pub fn fits_in_part(grid: &Grid, place: usize, field: Field) -> bool {
    let mut cells = grid.cells(place).map(|(_, cell)| cell);
    match field.form() {
        Form::Amount | Form::Count => cells.any(|cell| Number::read(cell).is_some()),
        Form::Clock => cells.any(|cell| seconds(cell).is_some()),
        Form::Text | Form::Day => false,
    }
}

/// Whether a column that is not used holds how much of something.
pub fn looks_like_a_quantity(grid: &Grid, place: usize) -> bool {
    let (mut numbers, mut others) = (0, 0);
    for (_, cell) in grid.cells(place) {
        let value = Number::read(cell).map(|number| number.own_value().unwrap_or(1.0));
        match value.or_else(|| seconds(cell)).or_else(|| length(cell)) {
            Some(value) if value != 0.0 => numbers += 1,
            Some(_) => {}
            None if is_empty(cell) => {}
            None => others += 1,
        }
    }
    let named = meaning_of(&grid.header[place], None);
    let says_how_much = named.is_some_and(|(field, _)| field.is_quantity());
    numbers > 0 && (says_how_much || numbers >= 2 * others)
}

/// Minutes of a cell that says nothing but how long something took: `1h 5m`, `1.5h`, `35min`, `1시간 5분`.
fn length(cell: &str) -> Option<f64> {
    let is_of_it = |c: char| c.is_ascii_digit() || " .,hms".contains(c) || "in시간분초".contains(c);
    cell.chars()
        .all(is_of_it)
        .then(|| minutes_of(cell))
        .flatten()
}
