//! Tables with a header line. The header is looked at, never assumed.

use chrono::NaiveDateTime;
use csv::{Position, StringRecord};

use super::dates::{self, DayOrder, OrderOfDays};
use super::{Found, Rejected, Source};

/// The columns of one file, each under what it holds.
#[derive(Debug)]
pub struct Header<C> {
    /// Lines above it: empty ones, and the one that tells Excel the delimiter.
    above: usize,
    delimiter: u8,
    width: usize,
    columns: Vec<(C, usize, String)>,
    /// How days in digits are written.
    order: Option<DayOrder>,
}

impl<C: Copy + PartialEq> Header<C> {
    /// Reads the first line of a text that says something. `names` lists the names a column goes by,
    /// in lower case.
    pub fn sniff(text: &str, names: &[(C, &[&str])]) -> Option<Self> {
        let says_nothing = |line: &str| {
            let line = line.trim().trim_matches('"').to_lowercase();
            line.is_empty() || line.starts_with("sep=")
        };
        let mut lines = text.lines().enumerate();
        let (above, first) = lines.find(|(_, line)| !says_nothing(line))?;
        let delimiter = [b',', b';', b'\t']
            .into_iter()
            .max_by_key(|candidate| first.bytes().filter(|byte| byte == candidate).count())?;
        let record = fields(first, delimiter)?;
        let mut columns: Vec<(C, usize, String)> = Vec::new();
        for (place, name) in record.iter().enumerate() {
            let name = name.trim().to_lowercase().replace('\u{2019}', "'");
            let column = names
                .iter()
                .find(|(_, known)| known.contains(&name.as_str()))
                .map(|(column, _)| *column);
            if let Some(column) = column
                && !columns.iter().any(|(known, ..)| *known == column)
            {
                columns.push((column, place, name));
            }
        }
        Some(Self {
            above,
            delimiter,
            width: record.len(),
            columns,
            order: None,
        })
    }

    /// Looks through a column of days to see how they are written, where the first is in digits of
    /// which two may be the day.
    pub fn with_days_of(mut self, source: &Source, column: C) -> Result<Self, Rejected> {
        let mut order = OrderOfDays::default();
        let start = source.start();
        let mut rows = start.lines().skip(self.above + 1);
        let first = rows.find(|line| !line.trim().is_empty());
        let first = first.and_then(|line| fields(line, self.delimiter));
        if !first.is_some_and(|first| dates::may_be_two(self.text(&first, column))) {
            return Ok(self);
        }
        self.rows(source, &mut Found::default(), |record, _| {
            order.sees(self.text(record, column));
            Ok(())
        })?;
        self.order = order.seen();
        Ok(self)
    }

    /// The moment in a field.
    pub fn moment(&self, record: &StringRecord, column: C) -> Result<NaiveDateTime, String> {
        dates::moment_in(self.text(record, column), self.order)
    }

    /// Whether all of some columns are there.
    pub fn has(&self, columns: &[C]) -> bool {
        columns.iter().all(|column| self.column(*column).is_some())
    }

    /// The name of a column, in lower case.
    pub fn name(&self, column: C) -> Option<&str> {
        self.column(column).map(|(_, name)| name)
    }

    /// The unit in the name of a column: in brackets or behind an underscore.
    pub fn unit(&self, column: C) -> Option<&'static str> {
        let name = self.name(column)?;
        let unit = match name.split_once('(') {
            Some((_, unit)) => unit.trim_end_matches(')'),
            None => name.rsplit_once('_')?.1,
        };
        known_unit(unit)
    }

    /// The text of a field, trimmed; empty where the file has no such column.
    pub fn text<'a>(&self, record: &'a StringRecord, column: C) -> &'a str {
        self.column(column)
            .and_then(|(place, _)| record.get(place))
            .map_or("", str::trim)
    }

    /// Calls a function for every line but the first. Lines of another width, lines that are no
    /// text, and those the function refuses are named in what was found.
    pub fn rows(
        &self,
        source: &Source,
        found: &mut Found,
        mut row: impl FnMut(&StringRecord, usize) -> Result<(), String>,
    ) -> Result<(), Rejected> {
        let (text, no_text) = source.lines()?;
        found.rejected.extend(no_text);
        let lines = text.split_inclusive('\n').take(self.above);
        let text = &text[lines.map(str::len).sum()..];
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(self.delimiter)
            .flexible(true)
            .has_headers(true)
            .from_reader(text.as_bytes());
        let mut record = StringRecord::new();
        let mut line = 1;
        loop {
            match reader.read_record(&mut record) {
                Ok(false) => return Ok(()),
                Ok(true) => {}
                Err(error) => {
                    let rejected = source.rejected(line + 1, error.to_string());
                    found.rejected.push(rejected);
                    return Ok(());
                }
            }
            let at = record.position();
            line = at.map_or(line + 1, |at| {
                self.above + usize::try_from(at.line()).unwrap_or(line + 1)
            });
            let byte = |at: &Position| usize::try_from(at.byte()).unwrap_or(text.len());
            let own = at.and_then(|at| text.get(byte(at)..byte(reader.position())));
            let own = own.unwrap_or_default();
            if text.ends_with(own) && self.ends_in_quotes(own) {
                let reason = "opens a quote that nothing closes: nothing is read from here on";
                found.rejected.push(source.rejected(line, reason));
                return Ok(());
            }
            // a file that was edited by hand may have lost empty fields at the end of a line
            let fits =
                record.len() <= self.width && record.len() + 3 >= self.width && record.len() > 1;
            let taken = if fits {
                row(&record, line)
            } else {
                let below = own.trim_end().matches('\n').count();
                Err(self.misfit(record.len(), (below > 0).then_some(line + below)))
            };
            if let Err(reason) = taken {
                found.rejected.push(source.rejected(line, reason));
            }
        }
    }

    /// Why a line of so many fields is not taken. `last` is where it ends, if that is another line.
    fn misfit(&self, fields: usize, last: Option<usize>) -> String {
        let quote = last.map(|last| format!("; a quote in it goes on to line {last}"));
        let quote = quote.unwrap_or_default();
        let width = self.width;
        format!("has {fields} fields where the header has {width}{quote}")
    }

    /// Whether the last field of a line is still open where the text ends.
    fn ends_in_quotes(&self, text: &str) -> bool {
        let (mut quoted, mut begins) = (false, true);
        for byte in text.bytes() {
            // a quote within quotes is written twice: it closes them and opens them again
            if byte == b'"' && (quoted || begins) {
                quoted = !quoted;
                begins = true;
            } else {
                begins = !quoted && (byte == self.delimiter || byte == b'\n' || byte == b'\r');
            }
        }
        quoted
    }

    fn column(&self, column: C) -> Option<(usize, &str)> {
        self.columns
            .iter()
            .find(|(known, ..)| *known == column)
            .map(|(_, place, name)| (*place, name.as_str()))
    }
}

/// The fields of a line.
fn fields(line: &str, delimiter: u8) -> Option<StringRecord> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .from_reader(line.as_bytes());
    reader.records().next()?.ok()
}

/// The short name of a unit as apps write it.
pub fn known_unit(name: &str) -> Option<&'static str> {
    Some(match name.trim().to_lowercase().as_str() {
        "kg" | "kgs" | "kilogram" | "kilograms" => "kg",
        "lb" | "lbs" | "pound" | "pounds" => "lb",
        "m" | "meter" | "meters" | "metre" | "metres" => "m",
        "km" | "kms" | "kilometer" | "kilometers" | "kilometres" => "km",
        "mi" | "mile" | "miles" => "mi",
        "yd" | "yds" | "yard" | "yards" => "yd",
        "ft" | "feet" | "foot" => "ft",
        _ => return None,
    })
}

/// A number as apps write it: nothing and zero are nothing. A single comma is a decimal one.
pub fn number(text: &str) -> Result<Option<f64>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let decimal_comma = text.contains(',') && !text.contains('.');
    let plain = if decimal_comma {
        text.replace(',', ".")
    } else {
        text.replace(',', "")
    };
    match plain.parse::<f64>() {
        Ok(0.0) => Ok(None),
        Ok(value) if value.is_finite() && value > 0.0 => Ok(Some(value)),
        _ => Err(format!("{text:?} is not a number we can use")),
    }
}

/// Seconds of `25:30`, `1:05:30.2`, or a plain number of seconds.
pub fn seconds(text: &str) -> Option<f64> {
    let mut total = 0.0;
    for part in text.trim().split(':') {
        let part: f64 = part.replace(',', ".").parse().ok()?;
        if part < 0.0 || !part.is_finite() {
            return None;
        }
        total = total * 60.0 + part;
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_seconds() {
        assert_eq!(seconds("25:30"), Some(1530.0));
        assert_eq!(seconds("1:05:30"), Some(3930.0));
        assert_eq!(seconds("45"), Some(45.0));
        assert_eq!(seconds("--"), None);
    }

    #[test]
    fn numbers_of_several_countries() {
        assert_eq!(number("82,25"), Ok(Some(82.25)));
        assert_eq!(number("1,234.5"), Ok(Some(1234.5)));
        assert_eq!(number("0"), Ok(None));
        assert!(number("heavy").is_err());
    }
}
