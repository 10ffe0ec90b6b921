//! Shorthand spelled out before a note is read: what `notation.yaml` lists under `shorthand`, digits
//! typed apart, brackets around what is repeated, Korean typed without a space.

use quilto_domain::Shorthand;
use quilto_text::{Dimension, UnitTable, amount_apart, parted};

/// A shorthand taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    parts: Vec<PatternPart>,
    means: String,
    /// Letters that a text must hold for it to match.
    anchor: Box<str>,
}

#[derive(Clone, Debug, PartialEq)]
enum PatternPart {
    Number,
    Blank,
    Itself(char),
    /// No letter follows.
    End,
}

impl Pattern {
    pub fn new(shorthand: &Shorthand) -> Self {
        let parts: Vec<PatternPart> = shorthand
            .typed
            .chars()
            .map(|c| match c {
                '#' => PatternPart::Number,
                ' ' => PatternPart::Blank,
                '~' => PatternPart::End,
                c => PatternPart::Itself(lower(c)),
            })
            .collect();
        let longest = shorthand
            .typed
            .split(|c: char| !c.is_alphabetic())
            .max_by_key(|word| word.len());
        Self {
            parts,
            means: shorthand.means.clone(),
            anchor: longest.unwrap_or_default().to_lowercase().into(),
        }
    }

    /// The end of the pattern where it stands at this place, and its numbers.
    fn at(&self, text: &[char], start: usize) -> Option<(usize, Vec<f64>)> {
        // At most places something else stands.
        let first = text.get(start)?;
        let possible = match self.parts.first()? {
            PatternPart::Number => first.is_ascii_digit(),
            PatternPart::Itself(c) => lower(*first) == *c,
            _ => true,
        };
        if !possible {
            return None;
        }
        let before = start.checked_sub(1).map(|at| text[at]);
        let begins = match self.parts.first()? {
            PatternPart::Number => {
                !before.is_some_and(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | ':' | '/'))
            }
            _ => !before.is_some_and(char::is_alphanumeric),
        };
        if !begins {
            return None;
        }
        let mut at = start;
        let mut numbers = Vec::new();
        for part in &self.parts {
            match part {
                PatternPart::Blank => {
                    while text
                        .get(at)
                        .is_some_and(|c| matches!(c, ' ' | ',' | ':' | '/' | '='))
                    {
                        at += 1;
                    }
                }
                PatternPart::Number => {
                    let (value, end) = number(text, at)?;
                    numbers.push(value);
                    at = end;
                }
                PatternPart::Itself(c) => {
                    if lower(*text.get(at)?) != *c {
                        return None;
                    }
                    at += 1;
                }
                PatternPart::End => {
                    if text.get(at).is_some_and(|c| c.is_alphanumeric()) {
                        return None;
                    }
                }
            }
        }
        let inside = text.get(at).is_some_and(|next| match self.parts.last() {
            Some(PatternPart::Number) => next.is_ascii_digit() || *next == ':',
            Some(PatternPart::Itself(c)) if c.is_ascii_alphanumeric() => {
                next.is_ascii_alphanumeric()
            }
            _ => false,
        });
        (!inside).then_some((at, numbers))
    }

    fn spell(&self, numbers: &[f64]) -> String {
        let mut out = String::new();
        let mut rest = self.means.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let Some((formula, after)) = after.split_once('}') else {
                break;
            };
            if let Some(value) = worth(formula, numbers) {
                out.push_str(&value.to_string());
            }
            rest = after;
        }
        out.push_str(rest);
        out
    }
}

/// `2`, `2*10` or `2*10+5`: a number of the match, times and plus.
fn worth(formula: &str, numbers: &[f64]) -> Option<f64> {
    let (product, plus) = formula.split_once('+').unwrap_or((formula, "0"));
    let (nth, times) = product.split_once('*').unwrap_or((product, "1"));
    let nth: usize = nth.trim().parse().ok()?;
    let value = numbers.get(nth.checked_sub(1)?)?;
    Some(value * times.trim().parse::<f64>().ok()? + plus.trim().parse::<f64>().ok()?)
}

fn lower(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    c.to_lowercase().next().unwrap_or(c)
}

fn number(text: &[char], start: usize) -> Option<(f64, usize)> {
    text.get(start).filter(|first| first.is_ascii_digit())?;
    let mut end = start;
    let mut point = false;
    while let Some(c) = text.get(end) {
        let next_digit = text.get(end + 1).is_some_and(char::is_ascii_digit);
        if *c == '.' && !point && next_digit && end > start {
            point = true;
        } else if !c.is_ascii_digit() {
            break;
        }
        end += 1;
    }
    let digits: String = text[start..end].iter().collect();
    digits.parse().ok().map(|value| (value, end))
}

/// The text with its shorthand spelled out; `None` where there is none.
pub(crate) fn spell_out<'p>(
    text: &str,
    units: &UnitTable,
    patterns: impl Iterator<Item = &'p Pattern>,
    known: &dyn Fn(&str) -> bool,
) -> Option<String> {
    let folded = text.to_lowercase();
    let patterns: Vec<&Pattern> = patterns
        .filter(|pattern| folded.contains(&*pattern.anchor))
        .collect();
    let apart = has_digits_apart(&folded);
    let bracket = folded.contains('(');
    let unspaced = has_long_hangul(text);
    if patterns.is_empty() && !apart && !bracket && !unspaced {
        return None;
    }
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len() + 16);
    let mut changed = false;
    let mut at = 0;
    while at < chars.len() {
        let matched = patterns.iter().find_map(|pattern| {
            let (end, numbers) = pattern.at(&chars, at)?;
            Some((end, pattern.spell(&numbers)))
        });
        let matched = matched
            .or_else(|| apart.then(|| digits_apart(&chars, at, units)).flatten())
            .or_else(|| bracket.then(|| repeated(&chars, at)).flatten())
            .or_else(|| {
                unspaced
                    .then(|| spaces_in(&chars, at, units, known))
                    .flatten()
            });
        match matched {
            Some((end, spelled)) if end > at => {
                out.push_str(&spelled);
                at = end;
                changed = true;
            }
            _ => {
                out.push(chars[at]);
                at += 1;
            }
        }
    }
    changed.then_some(out)
}

fn has_digits_apart(text: &str) -> bool {
    text.contains(" 0")
}

/// `1 0 0 kg`: single digits with one blank between them, a zero among them, and letters behind.
fn digits_apart(text: &[char], start: usize, units: &UnitTable) -> Option<(usize, String)> {
    let before = start.checked_sub(1).map(|at| text[at]);
    let first = text[start];
    if !first.is_ascii_digit()
        || first == '0'
        || before.is_some_and(|c| !c.is_whitespace())
        || start > 1 && text[start - 1] == ' ' && text[start - 2].is_ascii_digit()
    {
        return None;
    }
    let mut digits = String::from(first);
    let mut at = start + 1;
    while let [' ', next, ..] = &text[at..]
        && next.is_ascii_digit()
        && !text
            .get(at + 2)
            .is_some_and(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
    {
        digits.push(*next);
        at += 2;
    }
    let letters: String = text[at..]
        .iter()
        .skip_while(|c| **c == ' ')
        .take_while(|c| c.is_alphabetic())
        .collect();
    let unit = units
        .prefix(&letters.to_lowercase())
        .map(|(unit, _)| units.unit(unit));
    let measured = unit.is_some_and(|unit| unit.dimension != Dimension::Count);
    (digits.len() > 1 && digits.contains('0') && measured).then_some((at, digits))
}

/// `3x(2km @ 4:30/km)`: the brackets around what is repeated are dropped.
fn repeated(text: &[char], start: usize) -> Option<(usize, String)> {
    let at = |at: usize| text.get(at).copied();
    let blanks = |mut from: usize| {
        while at(from) == Some(' ') {
            from += 1;
        }
        from
    };
    if !text[start].is_ascii_digit()
        || start
            .checked_sub(1)
            .is_some_and(|at| text[at].is_alphanumeric() || text[at] == '.')
    {
        return None;
    }
    let (_, end) = number(text, start)?;
    let times = blanks(end);
    if !matches!(at(times), Some('x' | 'X' | '×' | '*')) {
        return None;
    }
    let open = blanks(times + 1);
    if at(open) != Some('(') || !at(blanks(open + 1))?.is_ascii_digit() {
        return None;
    }
    let close = (open..text.len().min(open + 60))
        .take_while(|at| text[*at] != '\n')
        .find(|at| text[*at] == ')')?;
    let inside: String = text[open + 1..close].iter().collect();
    if inside.contains(['(', ',', '+']) {
        return None;
    }
    let count: String = text[start..end].iter().collect();
    Some((close + 1, format!("{count}x{} ", inside.trim())))
}

fn hangul(c: &char) -> bool {
    ('가'..='힣').contains(c)
}

/// No name with an amount fits a shorter word.
const LONG_WORD: usize = 3;

fn has_long_hangul(text: &str) -> bool {
    text.split(|c| !hangul(&c))
        .any(|run| run.len() >= 3 * LONG_WORD)
}

/// A Hangul word that holds spoken numbers with their units, as speech is typed, or a name and its
/// amount: blanks are put around each.
fn spaces_in(
    text: &[char],
    start: usize,
    units: &UnitTable,
    known: &dyn Fn(&str) -> bool,
) -> Option<(usize, String)> {
    if !hangul(&text[start]) || start > 0 && hangul(&text[start - 1]) {
        return None;
    }
    let end = (start..text.len())
        .find(|at| !hangul(&text[*at]))
        .unwrap_or(text.len());
    let word: String = text[start..end].iter().collect();
    let spelled = parted(&word, units).or_else(|| amount_apart(&word, units, known));
    spelled.map(|spelled| (end, spelled))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(typed: &str, means: &str, text: &str) -> Option<String> {
        let pattern = Pattern::new(&Shorthand {
            typed: typed.to_owned(),
            means: means.to_owned(),
        });
        let mut units = UnitTable::clone(UnitTable::core());
        let id = units.define("set", Dimension::Count, 1.0);
        units.add_word("세트", id);
        let known = |name: &str| name == "화강암";
        spell_out(text, &units, std::iter::once(&pattern), &known)
    }

    #[test]
    fn a_pattern_is_replaced_by_what_it_means() {
        let out = spelled("s# g#", "shine {1} grit {2*10}", "Granite S4 g12, fine");
        assert_eq!(out.as_deref(), Some("Granite shine 4 grit 120, fine"));
        assert_eq!(spelled("s# g#", "shine {1}", "Ss4 g12"), None);
        assert_eq!(
            spelled("# k pebbles", "{1*1000} pebbles", "12.5k pebbles").as_deref(),
            Some("12500 pebbles")
        );
    }

    #[test]
    fn digits_typed_apart_are_one_number_before_a_unit() {
        assert_eq!(
            spelled("@@", "", "basalt 1 0 0 kg x 5").as_deref(),
            Some("basalt 100 kg x 5")
        );
        assert_eq!(spelled("@@", "", "basalt 5 5 0 times"), None);
    }

    #[test]
    fn brackets_around_what_is_repeated_are_dropped() {
        let out = spelled("@@", "", "3 x (2km @ 4:30/km) slowly");
        assert_eq!(out.as_deref(), Some("3x2km @ 4:30/km  slowly"));
    }

    #[test]
    fn speech_typed_without_blanks_is_parted() {
        let out = spelled("@@", "", "화강암백키로다섯개세세트");
        assert_eq!(out.as_deref(), Some("화강암 백키로 다섯개 세세트"));
        assert_eq!(spelled("@@", "", "현무암한번더"), None);
        for (typed, means) in [
            ("화강암두세트", "화강암 두세트"),
            ("화강암반세트만", "화강암 반세트만"),
            ("화강암하나", "화강암 하나"),
            ("세세트닦고", "세세트 닦고"),
        ] {
            assert_eq!(spelled("@@", "", typed).as_deref(), Some(means), "{typed}");
        }
        for typed in ["화강암", "현무암두세트", "세세트만", "두번째"] {
            assert_eq!(spelled("@@", "", typed), None, "{typed}");
        }
    }
}
