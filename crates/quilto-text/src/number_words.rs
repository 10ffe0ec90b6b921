//! Numbers written with words.

use super::lexicon::{self, Core};
use super::units::UnitTable;
use rustc_hash::FxHashSet;

/// How a Korean number word counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counting {
    /// `하나`, `두`, `스물다섯`.
    Native,
    /// `일`, `팔십`.
    Sino,
}

/// A number at the beginning of a run of Korean letters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct KoreanNumber {
    pub value: f64,
    /// Bytes it takes.
    pub len: usize,
    pub counting: Counting,
    /// Whether it is a number even when no counter follows.
    pub alone: bool,
}

/// The numbers a run can begin with, longest first.
pub(super) fn korean(core: &Core, run: &str) -> Vec<KoreanNumber> {
    let mut found = Vec::new();
    native(core, run, &mut found);
    about(core, run, &mut found);
    sino(core, run, &mut found);
    found.sort_by_key(|number| std::cmp::Reverse(number.len));
    found
}

/// The longest number word that a run of Hangul begins with, in bytes (`만이천삼백보`: that of 12,300).
pub fn number_at_start(run: &str) -> Option<usize> {
    let numbers = korean(lexicon::core(), run);
    numbers.first().map(|number| number.len)
}

/// A Hangul word typed without blanks that holds at least two numbers with their units
/// (`십그램세번`), with blanks put in; `None` for any other word.
pub fn parted(word: &str, units: &UnitTable) -> Option<String> {
    let core = lexicon::core();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < word.len() {
        let found = korean(core, &word[at..]).into_iter().find_map(|number| {
            let rest = &word[at + number.len..];
            let (_, unit) = units.prefix(rest)?;
            let no_unit = core
                .not_units
                .iter()
                .any(|not| rest.starts_with(not.as_str()));
            (!no_unit).then_some(number.len + unit)
        });
        match found {
            Some(len) => {
                pairs.push((at, at + len));
                at += len;
            }
            None => at += word[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    if pairs.len() < 2 {
        return None;
    }
    let mut out = String::with_capacity(word.len() + 8);
    let mut end = 0;
    for (start, stop) in pairs {
        between(core, &word[end..start], end > 0, &mut out);
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&word[start..stop]);
        end = stop;
    }
    between(core, &word[end..], true, &mut out);
    Some(out)
}

/// A Hangul word that is a known name with an amount typed right behind it (`떡두조각`, `빵반쪽`), or an
/// amount with a word right behind it (`두컵마심`), with blanks put in; `None` for any other word.
pub fn amount_apart(word: &str, units: &UnitTable, known: &dyn Fn(&str) -> bool) -> Option<String> {
    let core = lexicon::core();
    let ends =
        |behind: &str| behind.is_empty() || core.particles.iter().any(|known| known == behind);
    if amount(core, word, units).is_some_and(|(len, _)| ends(&word[len..])) {
        return None;
    }
    word.char_indices().find_map(|(at, _)| {
        let (name, rest) = word.split_at(at);
        let (len, sure) = amount(core, rest, units)?;
        let behind = &rest[len..];
        let whole = sure || ends(behind);
        let fits = match at {
            0 => sure && behind.chars().count() > 1,
            _ => whole && known(name),
        };
        if !fits || known(word) {
            return None;
        }
        let mut out = String::with_capacity(word.len() + 4);
        out.push_str(name);
        if at > 0 {
            out.push(' ');
        }
        out.push_str(&rest[..len]);
        between(core, behind, true, &mut out);
        (out != word).then_some(out)
    })
}

/// The amount that a word begins with where it is known to tell one, as words (`한잔만했다`: `한 잔`); `None` where it
/// begins with none.
pub fn amount_alone(word: &str, units: &UnitTable) -> Option<String> {
    let core = lexicon::core();
    let counted = korean(core, word).into_iter().find_map(|number| {
        let (count, rest) = word.split_at(number.len);
        let (_, unit) = units.prefix(rest)?;
        Some(format!("{count} {}", &rest[..unit]))
    });
    let half = || {
        core.half_after
            .iter()
            .find(|half| word.starts_with(half.as_str()))
    };
    counted.or_else(|| half().cloned())
}

/// The amount that a run begins with, in bytes, and whether no other word begins so: a unit stands
/// behind a native number.
fn amount(core: &Core, run: &str, units: &UnitTable) -> Option<(usize, bool)> {
    let unit = |rest: &str| {
        let listed = |not: &String| rest.starts_with(not.as_str());
        let (_, len) = units.prefix(rest)?;
        (!core.not_units.iter().any(listed)).then_some(len)
    };
    let halves = core.half_after.iter();
    let half = halves.filter_map(|half| {
        let rest = run.strip_prefix(half.as_str())?;
        Some((half.len() + unit(rest)?, true))
    });
    let numbers = korean(core, run).into_iter().filter_map(|number| {
        let rest = &run[number.len..];
        let native = number.counting == Counting::Native;
        let counted = unit(rest).map(|len| (number.len + len, native));
        counted.or(number.alone.then_some((number.len, false)))
    });
    numbers.chain(half).next()
}

/// What stands between two numbers: a short ending stays with the number before it; a longer stretch
/// is a word, behind what joins it.
fn between(core: &Core, text: &str, after: bool, out: &mut String) {
    if !after || text.is_empty() {
        out.push_str(text);
        return;
    }
    let joins = |part: &str| {
        core.verb_endings.contains(part) || core.particles.iter().any(|known| known == part)
    };
    let ends = text.char_indices().take(5);
    let joint = ends
        .map(|(at, c)| at + c.len_utf8())
        .filter(|len| joins(&text[..*len]))
        .last()
        .unwrap_or(0);
    out.push_str(&text[..joint]);
    if joint < text.len() {
        out.push(' ');
        out.push_str(&text[joint..]);
    }
}

fn native(core: &Core, run: &str, found: &mut Vec<KoreanNumber>) {
    let mut push = |value, len: usize| {
        let alone = core.native_alone.contains(&run[..len])
            || (value > 10 && value % 10 != 0 && len >= 2 * 3);
        found.push(KoreanNumber {
            value: f64::from(value),
            len,
            counting: Counting::Native,
            alone,
        });
    };
    let ones = |at: usize| {
        prefixes(&run[at..])
            .filter_map(move |len| Some((len, *core.native.get(&run[at..at + len])?)))
    };
    for len in prefixes(run) {
        if let Some(tens) = core.native_tens.get(&run[..len]) {
            push(*tens, len);
            for (more, value) in ones(len) {
                push(tens + value, len + more);
            }
        }
    }
    for (len, value) in ones(0) {
        push(value, len);
    }
}

/// Amounts between two counts (`서너`), which count something in any case.
fn about(core: &Core, run: &str, found: &mut Vec<KoreanNumber>) {
    let words = core.native_about.iter();
    let begun = words.filter(|(word, _)| run.starts_with(word.as_str()));
    found.extend(begun.map(|(word, value)| KoreanNumber {
        value: *value,
        len: word.len(),
        counting: Counting::Native,
        alone: false,
    }));
}

/// Byte lengths of the first one and two characters.
fn prefixes(run: &str) -> impl Iterator<Item = usize> + '_ {
    run.char_indices().take(2).map(|(at, c)| at + c.len_utf8())
}

/// All beginnings of the run that are well-formed numbers of digits and powers of ten.
fn sino(core: &Core, run: &str, found: &mut Vec<KoreanNumber>) {
    let (mut total, mut group, mut digit) = (0_u32, 0_u32, None::<u32>);
    let (mut last_scale, mut myriad) = (u32::MAX, false);
    let mut scaled = false;
    for (at, c) in run.char_indices().take(16) {
        if let Some(value) = core.sino_digits.get(&c) {
            if digit.is_some() {
                break;
            }
            digit = Some(*value);
        } else if let Some(scale) = core.sino_scales.get(&c) {
            if *scale == 10_000 {
                if myriad {
                    break;
                }
                myriad = true;
                let many = group + digit.unwrap_or(0);
                total = many.max(1) * scale;
                group = 0;
                last_scale = u32::MAX;
            } else {
                if *scale >= last_scale {
                    break;
                }
                group += digit.unwrap_or(1) * scale;
                last_scale = *scale;
            }
            digit = None;
            scaled = true;
        } else {
            break;
        }
        let len = at + c.len_utf8();
        found.push(KoreanNumber {
            value: f64::from(total + group + digit.unwrap_or(0)),
            len,
            counting: Counting::Sino,
            // 백, 천 and 만 alone are other words, too; 팔십 and 백이십 are not.
            alone: scaled && len >= 2 * 3 && !myriad && last_scale <= 100,
        });
    }
}

/// A number at the beginning of a row of words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WordNumber {
    pub value: f64,
    /// Whether it holds a part of one (`two and a half`).
    pub fraction: bool,
    /// How many words it takes, hyphens not counted.
    pub words: usize,
}

/// The number that a row of words begins with. `words` gives the word at an index, or nothing where
/// a sign or another kind of token stands.
pub(super) fn spelled<'a>(
    core: &Core,
    words: impl Fn(usize) -> Option<&'a str>,
) -> Option<WordNumber> {
    let number = |at: usize| words(at).and_then(|word| core.numbers.get(word)).copied();
    let scale = |at: usize| words(at).and_then(|word| core.scales.get(word)).copied();
    let listed =
        |set: &FxHashSet<String>, at: usize| words(at).is_some_and(|word| set.contains(word));

    let mut at = 0;
    let (mut total, mut current, mut seen) = (0_u64, 0_u64, false);
    if listed(&core.articles, 0) && scale(1).is_some() {
        current = 1;
        at = 1;
    }
    loop {
        if let Some(value) = number(at).map(u64::from) {
            // `twenty five` adds up, `five five` does not.
            let fits = !seen
                || (current == 0 && total > 0)
                || (current % 100 == 0 && current > 0)
                || (current % 10 == 0
                    && (20..100).contains(&(current % 100))
                    && (1..10).contains(&value));
            if !fits {
                break;
            }
            current += value;
            seen = true;
            at += 1;
        } else if let Some(scale) = scale(at).filter(|_| current > 0) {
            current = current.checked_mul(u64::from(scale))?;
            if scale >= 1000 {
                total = total.checked_add(current)?;
                current = 0;
            }
            seen = true;
            at += 1;
        } else if seen
            && listed(&core.number_joiners, at)
            && number(at + 1).is_some()
            && (current % 100 == 0 && (current > 0 || total > 0))
        {
            at += 1;
        } else {
            break;
        }
    }
    if !seen {
        return None;
    }
    let mut value = (total + current) as f64;
    let mut fraction = false;
    if let Some((part, words)) = added_fraction(core, at, &words) {
        value += part;
        fraction = true;
        at += words;
    }
    Some(WordNumber {
        value,
        fraction,
        words: at,
    })
}

/// `and a half` after a number: the part, and the words it takes.
pub(super) fn added_fraction<'a>(
    core: &Core,
    at: usize,
    words: &impl Fn(usize) -> Option<&'a str>,
) -> Option<(f64, usize)> {
    let mut next = at;
    if !core.number_joiners.contains(words(next)?) {
        return None;
    }
    next += 1;
    if core.articles.contains(words(next)?) {
        next += 1;
    }
    let part = core.fractions.get(words(next)?)?;
    Some((*part, next + 1 - at))
}
