//! What the global context says of the units someone writes in.

use crate::model::{Entry, UnitPreferences};
use crate::text::{self, TokenKind, UnitTable};

use quilto_language::Words;
use quilto_language::hangul::is_hangul;
use quilto_language::questions::words;

/// The units that lines of the context state, over those of `otherwise`.
///
/// A line counts if it speaks of writing or of units, names one unit of mass or of distance, and no
/// number: "- I log weights in lb", "무게는 파운드로 적어요", or what the observer wrote after a
/// correction. A later line stands over an earlier one; a line that names two units of a kind says
/// nothing of it.
pub fn stated_units(context: &str, otherwise: &UnitPreferences) -> UnitPreferences {
    let mut stated = otherwise.clone();
    for line in context.lines().filter(|line| !line.starts_with('#')) {
        // What stands in brackets at the end is where a line of ours comes from.
        let said = line
            .trim_end()
            .strip_suffix(')')
            .and_then(|l| l.rsplit_once(" ("));
        let said = said.map_or(line, |(said, _)| said);
        if said.chars().any(char::is_numeric) {
            continue;
        }
        let read = Words::read(said);
        if !words().states_unit.hold(&read) {
            continue;
        }
        let named = named(&read);
        let one_of = |kind: [&str; 2]| {
            let mut found = named.iter().filter(|unit| kind.contains(&unit.as_str()));
            found.next().filter(|_| found.next().is_none()).cloned()
        };
        stated.mass = one_of(["kg", "lb"]).unwrap_or(stated.mass);
        stated.distance = one_of(["km", "mi"]).unwrap_or(stated.distance);
    }
    stated
}

/// The kinds of units that people think in, each with what the observer calls it.
const KINDS: [(&str, [&str; 2]); 2] = [
    ("unit of weights", ["kg", "lb"]),
    ("unit of distances", ["km", "mi"]),
];
/// So many values must be written in one unit, and so few of a hundred in the other.
const WRITTEN: usize = 12;
const OTHERS_OF_HUNDRED: usize = 10;

/// The units that notes are written in, where they are others than those that are taken for bare numbers: what the
/// observer calls them, and their names.
pub fn written_units(
    entries: &[Entry],
    taken: &UnitPreferences,
) -> Vec<(&'static str, &'static str)> {
    let mut counts = [[0_usize; 2]; 2];
    for entry in entries {
        let tokens = text::read(&entry.raw);
        let quantities = tokens.iter().filter_map(|token| match &token.kind {
            TokenKind::Quantity(quantity) => Some(quantity.unit),
            _ => None,
        });
        for unit in quantities {
            let name = &*tokens.unit(unit).name;
            for ((_, units), counts) in KINDS.iter().zip(&mut counts) {
                for (unit, count) in units.iter().zip(counts) {
                    *count += usize::from(*unit == name);
                }
            }
        }
    }
    let usual = |units: [&'static str; 2], [first, second]: [usize; 2]| {
        let (unit, most, least) = match first < second {
            true => (units[1], second, first),
            false => (units[0], first, second),
        };
        let plain = most >= WRITTEN && least * 100 <= (most + least) * OTHERS_OF_HUNDRED;
        let new = *unit != taken.mass && *unit != taken.distance;
        (plain && new).then_some(unit)
    };
    let kinds = KINDS.into_iter().zip(counts);
    kinds
        .filter_map(|((name, units), counts)| Some((name, usual(units, counts)?)))
        .collect()
}

/// The units that a line names, once each; what it sets aside ("not kg") is left out.
fn named(read: &Words) -> Vec<String> {
    let table = UnitTable::core();
    let contrast = words().correcting.contrast.find(read);
    let aside = |at: usize| {
        contrast.as_ref().is_some_and(|hit| {
            let korean = read.at(hit.words.start).text.chars().any(is_hangul);
            if korean {
                at < hit.words.start
            } else {
                at >= hit.words.start
            }
        })
    };
    let mut found: Vec<String> = Vec::new();
    for (_, word) in read.iter().enumerate().filter(|(at, _)| !aside(*at)) {
        let text = word.text.as_str();
        let hangul = text.chars().any(is_hangul);
        let unit = table.word(text);
        let unit = unit.or_else(|| table.prefix(text).filter(|_| hangul).map(|(unit, _)| unit));
        let Some(unit) = unit else { continue };
        let name = table.unit(unit).name.to_string();
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stated(context: &str) -> (String, String) {
        let units = stated_units(context, &UnitPreferences::default());
        (units.mass, units.distance)
    }

    #[test]
    fn a_line_that_says_which_unit_is_written_counts() {
        for (context, mass, distance) in [
            ("", "kg", "km"),
            ("- I log weights in lb", "lb", "km"),
            ("- I log rocks in lb, not kg", "lb", "km"),
            ("# About me\nI use miles and pounds", "lb", "mi"),
            ("- 무게는 파운드로 적어요", "lb", "km"),
            ("- 무게는 kg 말고 lb로 기록", "lb", "km"),
            (
                "- rocks mass unit: lb (certain; correction; 2026-11-20)",
                "lb",
                "km",
            ),
            ("- I log in lb\n- now I log in kg", "kg", "km"),
        ] {
            let expected = (mass.to_owned(), distance.to_owned());
            assert_eq!(stated(context), expected, "{context}");
        }
    }

    #[test]
    fn figures_and_mere_mentions_do_not() {
        for context in [
            "- best mass Granite: 90 lb, 2026-11-20 (certain; question; 2026-11-20)",
            "- the last mile to the quarry is steep",
            "- I use kg or lb, whatever is at hand",
            "## I use lb",
        ] {
            assert_eq!(
                stated(context),
                ("kg".to_owned(), "km".to_owned()),
                "{context}"
            );
        }
    }
}
