//! The terminal: the answer goes to stdout, everything else to stderr.

use std::io::{IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::error::{CliError, Exit};
use crate::locale;
use crate::style;

pub mod json;
mod pager;
mod visible;

pub use crate::style::{DOUBT, ERROR, HEADING, QUIET, SUBJECT, plain};
pub use visible::{acts, visible};

/// When to colour: `auto` is on a terminal, unless `NO_COLOR` is set.
// no docs on the variants: they would blow up the help
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

impl Color {
    fn choice(self) -> ColorChoice {
        match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        }
    }
}

/// The two streams, and how wide and colourful they may be.
pub struct Ui {
    out: AutoStream<std::io::Stdout>,
    err: AutoStream<std::io::Stderr>,
    width: usize,
    /// Whether only what was asked for, errors and questions are told.
    quiet: bool,
    /// What is to be shown a screen at a time, as far as it was written.
    held: Option<String>,
}

impl Ui {
    /// The process' own streams.
    pub fn new(color: Color) -> Self {
        let width = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
        Self {
            out: AutoStream::new(std::io::stdout(), color.choice()),
            err: AutoStream::new(std::io::stderr(), color.choice()),
            width,
            quiet: false,
            held: None,
        }
    }

    /// The same with nothing told that was not asked for, where it is to be quiet.
    #[must_use]
    pub fn quiet(self, quiet: bool) -> Self {
        Self { quiet, ..self }
    }

    /// Does something that may write much: at a terminal, what is longer than it is shown by a pager.
    pub fn paged<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> Result<T, CliError> {
        if !std::io::stdout().is_terminal() {
            return Ok(write(self));
        }
        self.held = Some(String::new());
        let done = write(self);
        let text = self.held.take().unwrap_or_default();
        let rows = terminal_size::terminal_size().map_or(24, |(_, rows)| usize::from(rows.0));
        let text = match self.out.current_choice() {
            ColorChoice::Never => anstream::adapter::strip_str(&text).to_string(),
            _ => text,
        };
        if text.lines().count() < rows || !pager::show(&text) {
            let written = self.out.write_all(text.as_bytes());
            written
                .and_then(|()| self.out.flush())
                .map_err(CliError::from_output)?;
        }
        Ok(done)
    }

    /// Writes text to stdout, or holds it for the pager.
    fn write(&mut self, text: &str) -> Result<(), CliError> {
        match &mut self.held {
            Some(held) => {
                held.push_str(text);
                Ok(())
            }
            None => self
                .out
                .write_all(text.as_bytes())
                .map_err(CliError::from_output),
        }
    }

    /// Says for whom the program waits, from wherever it does.
    pub fn waits_for(holder: &str) {
        writeln!(
            anstream::stderr(),
            "Waiting for {holder}, which uses the notes…"
        )
        .ok();
    }

    /// Writes a line to stdout; on a terminal one that is too wide is broken at spaces. What a
    /// terminal would obey is shown.
    pub fn line(&mut self, text: &str) -> Result<(), CliError> {
        let line = wrapped(&visible(text), self.columns());
        self.write(&format!("{}\n", style::coloured(&line)))
    }

    /// Writes what was asked for as it is to stdout: every byte of it into a file or a pipe. A
    /// terminal gets no letters to obey.
    pub fn data(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
    ) -> Result<(), CliError> {
        let written = if std::io::stdout().is_terminal() {
            let mut data = Vec::new();
            write(&mut data).map_err(CliError::from_output)?;
            let shown = String::from_utf8_lossy(&data);
            self.write(&visible(&shown))?;
            self.out.flush()
        } else {
            let mut out = std::io::BufWriter::new(std::io::stdout().lock());
            write(&mut out).and_then(|()| out.flush())
        };
        written.map_err(CliError::from_output)
    }

    /// Writes what the parser of the command line says: help to stdout, a refusal to stderr.
    pub fn parser(&mut self, said: &str, refused: bool) -> Result<(), CliError> {
        let said = visible::visible_but_colours(said);
        let out: &mut dyn Write = if refused {
            &mut self.err
        } else {
            &mut self.out
        };
        out.write_all(said.as_bytes())
            .and_then(|()| out.flush())
            .map_err(CliError::from_output)
    }

    /// Writes a data object to stdout as one line, however wide, with the version of what its fields mean.
    pub fn json(&mut self, value: &impl serde::Serialize) -> Result<(), CliError> {
        let text = json::text(&json::Versioned::of(value)).map_err(|error| {
            CliError::failed("cannot write the answer as JSON")
                .cause(error)
                .hint("without --json it is shown in words")
        })?;
        writeln!(self.out, "{text}").map_err(CliError::from_output)
    }

    /// Writes a remark to stderr, unless it is to be quiet.
    pub fn remark(&mut self, text: &str) {
        if !self.quiet {
            self.ask(text);
        }
    }

    /// Writes to stderr what a person must see: an error, or a question. It is broken at spaces on a
    /// terminal; a closed stderr is no reason to stop.
    pub fn ask(&mut self, text: &str) {
        let columns = std::io::stderr().is_terminal().then_some(self.width);
        let lines = wrapped(&visible(text), columns);
        writeln!(self.err, "{}", style::coloured(&lines)).ok();
    }

    /// Tells an error, and how to exit.
    pub fn tell(&mut self, error: &CliError) -> Exit {
        if !error.is_silent() {
            self.ask(&error.told_in(locale::language()));
        }
        error.exit()
    }

    /// Tells an error where the command goes on without what failed.
    pub fn warn_of(&mut self, error: &CliError) {
        self.warn(&error.in_one_line(), Some(error.advice()));
    }

    /// Writes a warning to stderr, with what to do next where something can be done.
    pub fn warn(&mut self, text: &str, hint: Option<&str>) {
        self.ask(&format!("{DOUBT}warning:{DOUBT:#} {text}"));
        if let Some(hint) = hint {
            self.hint(hint);
        }
    }

    /// Writes what to do next to stderr.
    pub fn hint(&mut self, hint: &str) {
        self.remark(&format!("{HEADING}Hint:{HEADING:#} {hint}"));
    }

    /// Columns that text on stdout may use: the terminal's, or no limit where there is none.
    pub fn columns(&self) -> Option<usize> {
        std::io::stdout().is_terminal().then_some(self.width)
    }

    /// Whether progress may be drawn.
    pub fn shows_progress(&self) -> bool {
        !self.quiet && std::io::stderr().is_terminal()
    }
}

/// How many columns text takes; Hangul and the like take two each, colours none.
pub fn width_of(text: &str) -> usize {
    let marks = text.chars().filter(|c| style::is_mark(*c));
    let of_marks: usize = marks.filter_map(UnicodeWidthChar::width).sum();
    UnicodeWidthStr::width(text).saturating_sub(of_marks)
}

/// Pads text with spaces to a number of columns.
pub fn padded(text: &str, columns: usize) -> String {
    let missing = columns.saturating_sub(width_of(text));
    format!("{text}{}", " ".repeat(missing))
}

/// Breaks the lines of a text at spaces so that none is wider than `columns`. What goes on stands
/// below the last column that begins well to the left, else as far in as its line.
pub fn wrapped(text: &str, columns: Option<usize>) -> String {
    let Some(columns) = columns.filter(|columns| *columns >= 20) else {
        return text.to_owned();
    };
    let lines: Vec<String> = text
        .lines()
        .map(|line| match width_of(line) <= columns {
            true => line.to_owned(),
            false => broken(line, columns),
        })
        .collect();
    lines.join("\n")
}

/// A word, and the spaces before it.
type Word<'a> = (usize, &'a str);

fn broken(line: &str, columns: usize) -> String {
    let words = words(line);
    let hang = hang(&words, columns);
    let mut text = String::new();
    let mut at = 0;
    let mut rest = words.as_slice();
    while let Some((gap, _)) = rest.first() {
        let mut run = &rest[..together(rest)];
        if hang + width_of_run(run) > columns {
            // what belongs together is wider than a line
            run = &rest[..1];
        }
        rest = &rest[run.len()..];
        if !text.trim().is_empty() && at + gap + width_of_run(run) > columns {
            text.push('\n');
            text.push_str(&" ".repeat(hang));
            at = hang;
        } else {
            text.push_str(&" ".repeat(*gap));
            at += gap;
        }
        at += width_of_run(run);
        for (place, (gap, word)) in run.iter().enumerate() {
            if place > 0 {
                text.push_str(&" ".repeat(*gap));
            }
            text.push_str(word);
        }
    }
    text
}

fn words(line: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut gap = 0;
    for word in line.split(' ') {
        if word.is_empty() {
            gap += 1;
        } else if width_of(word) == 0 {
            // the end of a colour takes no room: the blanks before it count for the next word
            words.push((0, word));
            gap += 1;
        } else {
            words.push((gap, word));
            gap = 1;
        }
    }
    words
}

/// Where the parts of a broken line begin. Two spaces or more set columns apart.
fn hang(words: &[Word<'_>], columns: usize) -> usize {
    let mut hang = words.first().map_or(0, |(indent, _)| *indent);
    let mut at = 0;
    for (place, (gap, word)) in words.iter().enumerate() {
        at += gap;
        if place > 0 && *gap > 1 && width_of(word) > 0 && at <= columns * 2 / 5 {
            hang = at;
        }
        at += width_of(word);
    }
    hang
}

/// How many of the words stay on one line: a number with its unit, and what a sign joins.
fn together(words: &[Word<'_>]) -> usize {
    let joined = |pair: &[Word<'_>]| {
        let [(_, left), (gap, right)] = pair else {
            return false;
        };
        let unit = right
            .chars()
            .next()
            .is_some_and(|c| c.is_alphabetic() || c == '/');
        let unit = unit && width_of(right) <= 5;
        let number = left.ends_with(|c: char| c.is_ascii_digit());
        *gap == 1
            && (matches!(*left, "×" | "@") || matches!(*right, "×" | "@" | "·") || number && unit)
    };
    1 + words.windows(2).take_while(|pair| joined(pair)).count()
}

fn width_of_run(run: &[Word<'_>]) -> usize {
    let gaps: usize = run.iter().skip(1).map(|(gap, _)| gap).sum();
    gaps + run.iter().map(|(_, word)| width_of(word)).sum::<usize>()
}

/// The first line of a text, shortened to a number of columns.
pub fn excerpt(text: &str, columns: usize) -> String {
    let text = visible(text);
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    let more = lines.next().is_some();
    let mut short = String::new();
    for c in first.chars() {
        if width_of(&short) + width_of(c.encode_utf8(&mut [0; 4])) >= columns {
            return short + "…";
        }
        short.push(c);
    }
    if more { short + " …" } else { short }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapping_keeps_indents_and_counts_wide_letters() {
        assert_eq!(
            wrapped("  one two three four five six", Some(20)),
            "  one two three four\n  five six"
        );
        assert_eq!(
            wrapped("화강암조각 대리석 석회암가루", Some(20)),
            "화강암조각 대리석\n석회암가루"
        );
        assert_eq!(wrapped("a\n\nb", Some(20)), "a\n\nb");
        assert_eq!(wrapped("no  limit", None), "no  limit");
        assert_eq!(wrapped("in  columns  1", Some(20)), "in  columns  1");
    }

    #[test]
    fn what_goes_on_stands_below_the_column_it_belongs_to() {
        assert_eq!(
            wrapped("  in  columns  and more", Some(20)),
            "  in  columns  and\n      more"
        );
        assert_eq!(
            wrapped("aside     a/long/path.json: kept in case", Some(32)),
            "aside     a/long/path.json: kept\n          in case"
        );
        let name = padded("granite", 20);
        assert_eq!(
            wrapped(
                &format!("  {HEADING}{name}{HEADING:#}  far to the right"),
                Some(30)
            ),
            format!("  {HEADING}granite{HEADING:#}               far to\n  the right"),
            "a column far to the right is no place to go on"
        );
    }

    #[test]
    fn what_belongs_together_stays_on_a_line() {
        assert_eq!(
            wrapped("3 × 5 @ 80 kg, 2 × 8 @ 70 kg", Some(24)),
            "3 × 5 @ 80 kg,\n2 × 8 @ 70 kg"
        );
        assert_eq!(
            wrapped("~560 kcal · ~30 g granite · ~60 g", Some(26)),
            "~560 kcal · ~30 g\ngranite · ~60 g"
        );
        assert_eq!(
            wrapped("it is in all about 20 km", Some(22)),
            "it is in all about\n20 km"
        );
        let long = "1 × 2 × 3 × 4 × 5 × 6 × 7";
        assert_eq!(wrapped(long, Some(20)), "1 × 2\n× 3 × 4 × 5 × 6 × 7");
    }

    #[test]
    fn an_excerpt_says_when_there_is_more() {
        assert_eq!(excerpt("short", 10), "short");
        assert_eq!(excerpt("\n first\nsecond", 20), "first …");
        assert_eq!(excerpt("a rather long line", 10), "a rather …");
        assert_eq!(excerpt("석회암가루", 6), "석회…");
    }
}
