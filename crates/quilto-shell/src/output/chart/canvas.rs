//! Small dots: two across and four down in every letter, as Braille has them.

use crate::ui::{DOUBT, SUBJECT};

/// Dots down in a letter.
pub const DOTS: usize = 4;

/// The bit of each dot, by row and column within a letter.
const BITS: [[u8; 2]; DOTS] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];

/// A field of dots with some letters in their place.
pub struct Canvas {
    columns: usize,
    rows: usize,
    cells: Vec<u8>,
    marks: Vec<Option<char>>,
}

impl Canvas {
    pub fn new(columns: usize, rows: usize) -> Self {
        Self {
            columns,
            rows,
            cells: vec![0; columns * rows],
            marks: vec![None; columns * rows],
        }
    }

    /// Dots across and down.
    pub fn size(&self) -> (usize, usize) {
        (self.columns * 2, self.rows * DOTS)
    }

    /// A dot, counted from the upper left.
    pub fn dot(&mut self, x: usize, y: usize) {
        if let Some(cell) = self.cells.get_mut(y / DOTS * self.columns + x / 2)
            && x / 2 < self.columns
        {
            *cell |= BITS[y % DOTS][x % 2];
        }
    }

    /// Dots from one place to another.
    pub fn line(&mut self, from: (usize, usize), to: (usize, usize)) {
        let steps = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)).max(1);
        let between = |a: usize, b: usize, step: usize| {
            let share = step as f64 / steps as f64;
            (a as f64 + (b as f64 - a as f64) * share).round() as usize
        };
        for step in 0..=steps {
            self.dot(between(from.0, to.0, step), between(from.1, to.1, step));
        }
    }

    /// A letter in place of the dots around a dot; the first one stays.
    pub fn mark(&mut self, x: usize, y: usize, sign: char) {
        if let Some(mark) = self.marks.get_mut(y / DOTS * self.columns + x / 2) {
            mark.get_or_insert(sign);
        }
    }

    /// The rows, coloured, without blanks at the end.
    pub fn rows(&self) -> Vec<String> {
        let row = |row: usize| {
            let mut line = String::new();
            let mut blank = 0;
            for at in row * self.columns..(row + 1) * self.columns {
                let shown = match (self.marks[at], self.cells[at]) {
                    (Some(sign), _) => format!("{DOUBT}{sign}{DOUBT:#}"),
                    (None, 0) => {
                        blank += 1;
                        continue;
                    }
                    (None, dots) => {
                        let letter = char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' ');
                        format!("{SUBJECT}{letter}{SUBJECT:#}")
                    }
                };
                line.push_str(&" ".repeat(std::mem::take(&mut blank)));
                line.push_str(&shown);
            }
            // one colour goes on from letter to letter
            line.replace(&format!("{SUBJECT:#}{SUBJECT}"), "")
        };
        (0..self.rows).map(row).collect()
    }
}
