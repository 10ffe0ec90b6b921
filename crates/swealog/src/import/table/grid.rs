//! The lines of a table and the fields of each line, before anything is known of what they hold.

use csv::{Position, StringRecord};

use super::super::{Rejected, Source};

/// A table: its header, and its rows with the lines they begin on.
#[derive(Debug)]
pub struct Grid {
    /// What divides the fields.
    pub delimiter: u8,
    /// The names of the columns as they stand.
    pub header: Vec<String>,
    /// The line of the header.
    pub line: usize,
    /// Each row with the line it begins on.
    pub rows: Vec<(usize, StringRecord)>,
    /// Rows that have more or fewer fields than the header: the line, the fields, and why they are
    /// not taken as they are.
    pub misfits: Vec<(usize, StringRecord, String)>,
    /// Lines that are no text.
    pub no_text: Vec<Rejected>,
    /// Whether the file ends in the middle of a row.
    pub cut: bool,
}

const DELIMITERS: [u8; 3] = [b',', b';', b'\t'];

impl Grid {
    /// The table at the start of a text; `None` where there is none.
    pub fn of_start(source: &Source) -> Option<Self> {
        let start = source.start();
        let end = match source.is_whole() {
            true => start.len(),
            false => start.rfind('\n')?,
        };
        Self::of(&start[..end])
    }

    /// The whole table of a file.
    pub fn read(source: &Source) -> Result<Option<Self>, Rejected> {
        let (text, no_text) = source.lines()?;
        Ok(Self::of(&text).map(|mut grid| {
            grid.no_text = no_text;
            grid
        }))
    }

    fn of(text: &str) -> Option<Self> {
        let says_nothing = |line: &str| {
            let line = line.trim().trim_matches('"').to_lowercase();
            line.is_empty() || line.starts_with("sep=")
        };
        let mut lines = text.split_inclusive('\n');
        let above: Vec<&str> = lines.by_ref().take_while(|l| says_nothing(l)).collect();
        let body = &text[above.iter().map(|line| line.len()).sum()..];
        let delimiter = delimiter(body)?;
        let header = fields(body.lines().next()?, delimiter)?;
        let mut grid = Self {
            delimiter,
            header: header.iter().map(|name| name.trim().to_owned()).collect(),
            line: above.len() + 1,
            rows: Vec::new(),
            misfits: Vec::new(),
            no_text: Vec::new(),
            cut: false,
        };
        grid.read_rows(body);
        Some(grid)
    }

    fn read_rows(&mut self, body: &str) {
        let above = self.line - 1;
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(self.delimiter)
            .flexible(true)
            .has_headers(true)
            .from_reader(body.as_bytes());
        let mut record = StringRecord::new();
        let mut line = self.line;
        while let Ok(true) = reader.read_record(&mut record) {
            let at = record.position();
            line = at.map_or(line + 1, |at| {
                above + usize::try_from(at.line()).unwrap_or(line + 1)
            });
            let byte = |at: &Position| usize::try_from(at.byte()).unwrap_or(body.len());
            let own = at.and_then(|at| body.get(byte(at)..byte(reader.position())));
            let own = own.unwrap_or_default();
            let last = body.ends_with(own) && !own.is_empty();
            let (fields, width) = (record.len(), self.header.len());
            let problem = if last && ends_in_quotes(own, self.delimiter) {
                self.cut = true;
                Some("opens a quote that nothing closes: nothing is read from here on".to_owned())
            } else if last && fields < width && !own.ends_with('\n') {
                self.cut = true;
                Some(format!(
                    "has {fields} fields where the header has {width}, and the file ends here: it may \
                     have been cut off"
                ))
            } else if fields > width || fields + 3 < width || fields < 2 {
                // a file that was edited by hand may have lost empty fields at the end of a line
                let below = own.trim_end().matches('\n').count();
                let quote = match below {
                    0 => String::new(),
                    below => format!("; a quote in it goes on to line {}", line + below),
                };
                Some(format!(
                    "has {fields} fields where the header has {width}{quote}"
                ))
            } else {
                None
            };
            match problem {
                None => self.rows.push((line, record.clone())),
                Some(problem) => self.misfits.push((line, record.clone(), problem)),
            }
        }
    }

    /// The cells of a column that are not empty, each with its line.
    pub fn cells(&self, place: usize) -> impl Iterator<Item = (usize, &str)> {
        self.rows.iter().filter_map(move |(line, record)| {
            let cell = record.get(place)?.trim();
            (!super::number::is_empty(cell)).then_some((*line, cell))
        })
    }
}

/// What divides the fields: the mark under which most of the first lines have as many fields as the
/// header.
fn delimiter(body: &str) -> Option<u8> {
    let first: Vec<&str> = body.lines().take(20).collect();
    let (header, rows) = first.split_first()?;
    DELIMITERS
        .into_iter()
        .filter_map(|mark| {
            let width = fields(header, mark)?.len();
            let same = |row: &&&str| fields(row, mark).is_some_and(|row| row.len() == width);
            (width > 1).then_some((rows.iter().filter(same).count(), width, mark))
        })
        .max_by_key(|(same, width, _)| (*same, *width))
        .map(|(_, _, mark)| mark)
}

/// The fields of a line.
fn fields(line: &str, delimiter: u8) -> Option<StringRecord> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .from_reader(line.as_bytes());
    reader.records().next()?.ok()
}

/// Whether the last field of a line is still open where the text ends.
fn ends_in_quotes(text: &str, delimiter: u8) -> bool {
    let (mut quoted, mut begins) = (false, true);
    for byte in text.bytes() {
        // a quote within quotes is written twice: it closes them and opens them again
        if byte == b'"' && (quoted || begins) {
            quoted = !quoted;
            begins = true;
        } else {
            begins = !quoted && (byte == delimiter || byte == b'\n' || byte == b'\r');
        }
    }
    quoted
}
