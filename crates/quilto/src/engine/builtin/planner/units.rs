//! The unit that an answer is wanted in: "in pounds", "마일로는?".

use std::ops::Range;

use crate::text::UnitTable;
use quilto_language::Words;
use quilto_language::cues::is_hangul;
use quilto_language::questions::words;

/// The units that people may prefer.
const PREFERRED: [&str; 4] = ["kg", "lb", "km", "mi"];

/// The unit a question wants its answer in, and the words that say it.
pub fn asked(line: &Words) -> Option<(String, Range<usize>)> {
    let (before, after) = (&words().unit_before, &words().unit_after);
    (0..line.len()).find_map(|at| {
        let text = line.at(at).text.as_str();
        // "4:55 per km" is a value, and no unit that one is asked for in.
        let value = |at: usize| line.at(at).text.contains(|c: char| c.is_ascii_digit());
        let led = at > 0 && before.is(&line.at(at - 1).text) && !(at > 1 && value(at - 2));
        if let Some(unit) = unit(text).filter(|_| led) {
            return Some((unit, at - 1..at + 1));
        }
        // "파운드로", or "kg" with its particle as the next word.
        let number = at > 0 && line.at(at - 1).text.chars().all(char::is_numeric);
        if number {
            return None;
        }
        if text.chars().any(is_hangul) {
            return Some((unit(after.before(text)?)?, at..at + 1));
        }
        let next = (at + 1 < line.len()).then(|| line.at(at + 1))?;
        let hangs = !next.spaced && after.is(&next.text);
        hangs.then(|| Some((unit(text)?, at..at + 2)))?
    })
}

/// The unit of a word that an answer may be wanted in.
pub fn unit(word: &str) -> Option<String> {
    let table = UnitTable::core();
    let unit = table.unit(table.word(word)?);
    let name = unit.name.to_string();
    PREFERRED.contains(&name.as_str()).then_some(name)
}
