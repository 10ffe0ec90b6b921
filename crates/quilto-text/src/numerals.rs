//! Numbers, dates and clock forms written with digits.

use chrono::NaiveDate;

use super::tokens::Clock;

/// A number written with digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Digits {
    pub value: f64,
    pub decimals: u8,
    /// Bytes it takes.
    pub len: usize,
}

fn digits_len(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|b| b.is_ascii_digit()).count()
}

/// Lengths of digit groups that follow `sep`, from `at` on: `,234,567` gives two threes.
fn groups(bytes: &[u8], mut at: usize, sep: u8) -> Vec<usize> {
    let mut found = Vec::new();
    while bytes.get(at) == Some(&sep) {
        let len = digits_len(&bytes[at + 1..]);
        if len == 0 {
            break;
        }
        found.push(len);
        at += 1 + len;
    }
    found
}

/// Reads the number at the beginning of a text.
///
/// `1,234.56` and `1.234,56` are both read by the rule that the last sign, where there are two
/// kinds, is the decimal one. A single comma groups thousands when three digits follow it and is
/// decimal when one or two follow and a measure comes next (`82,5kg`, which `measured` tells, given
/// the byte after the number); any other comma separates (`8,6,5` are three numbers), and so does
/// every comma where a list has begun (`listed`). `102,5 x 3` is 102.5: a single 5 behind a number of
/// two or more digits that ends in 2 or 7, multiplied. A single point is decimal.
pub(super) fn number(text: &str, listed: bool, measured: impl Fn(usize) -> bool) -> Option<Digits> {
    let bytes = text.as_bytes();
    let first = digits_len(bytes);
    let commas = groups(bytes, first, b',');
    let points = groups(bytes, first, b'.');
    let threes = |groups: &[usize]| !groups.is_empty() && groups.iter().all(|len| *len == 3);
    let grouped_len = |groups: &[usize]| first + groups.len() * 4;

    let (end, group, decimal) = if first == 0 {
        // `.5`
        if points.len() != 1 {
            return None;
        }
        (1 + points[0], b',', b'.')
    } else if first <= 3 && !listed && threes(&commas) && !is_list(bytes, first, &commas) {
        let whole = grouped_len(&commas);
        match groups(bytes, whole, b'.')[..] {
            [decimals] => (whole + 1 + decimals, b',', b'.'),
            _ => (whole, b',', b'.'),
        }
    } else if first <= 3 && threes(&points) {
        let whole = grouped_len(&points);
        match groups(bytes, whole, b',')[..] {
            [decimals] if decimals != 3 => (whole + 1 + decimals, b'.', b','),
            // `2.500` is two and a half: a point alone is decimal.
            _ if points.len() == 1 => (whole, b',', b'.'),
            _ => (whole, b'.', b','),
        }
    } else if !points.is_empty() {
        // `3.4.5` is no number; take what stands before the first point.
        match points[..] {
            [decimals] => (first + 1 + decimals, b',', b'.'),
            _ => (first, b',', b'.'),
        }
    } else if commas.len() == 1
        && commas[0] <= 2
        && (measured(first + 1 + commas[0]) || !listed && quarter_multiplied(text, first))
    {
        (first + 1 + commas[0], b'.', b',')
    } else {
        (first, b',', b'.')
    };

    let written = &text[..end];
    let plain: String = written
        .chars()
        .filter(|c| *c as u32 != u32::from(group))
        .map(|c| {
            if c as u32 == u32::from(decimal) {
                '.'
            } else {
                c
            }
        })
        .collect();
    let decimals = plain.find('.').map_or(0, |at| plain.len() - at - 1);
    Some(Digits {
        value: plain.parse().ok().filter(|value: &f64| value.is_finite())?,
        decimals: u8::try_from(decimals).unwrap_or(u8::MAX),
        len: end,
    })
}

/// Whether a number with a comma is a step of two and a half that is multiplied: `102,5 x 3`,
/// `67,5 × 8`. Written without spaces the comma may part a list (`100,5x5`).
fn quarter_multiplied(text: &str, first: usize) -> bool {
    let step = text[..first].ends_with(['2', '7']) && first >= 2;
    let rest = text
        .get(first + 1..)
        .and_then(|rest| rest.strip_prefix("5 "));
    let times = rest.and_then(|rest| rest.strip_prefix(['x', 'X', '×', '*']));
    step && times.is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether groups of three are a list after all: `100,110,120` counts up in numbers of three
/// digits, which a number in the hundreds of millions would have to look like by chance.
fn is_list(bytes: &[u8], first: usize, commas: &[usize]) -> bool {
    first == 3
        && commas.len() >= 2
        && bytes.get(first + commas.len() * 4) != Some(&b'.')
        && !bytes[..first + commas.len() * 4].ends_with(b"000")
}

/// A full date with digits only, and its length. The year has four digits.
///
/// With the year last, points mean day first (`09.01.2026`); slashes and hyphens mean month first,
/// unless only day first is possible.
pub(super) fn date(text: &str) -> Option<(NaiveDate, usize)> {
    let bytes = text.as_bytes();
    let mut parts = [0_u32; 3];
    let mut lens = [0; 3];
    let mut at = 0;
    let mut sep = 0;
    for index in 0..3 {
        let len = digits_len(&bytes[at..]);
        if len == 0 || len > 4 {
            return None;
        }
        parts[index] = text[at..at + len].parse().ok()?;
        lens[index] = len;
        at += len;
        if index == 2 {
            break;
        }
        let next = *bytes.get(at)?;
        if !matches!(next, b'-' | b'.' | b'/') || (index == 1 && next != sep) {
            return None;
        }
        sep = next;
        at += 1;
    }
    // `1.2.2019.5` and `2019-01-02-03` are something else.
    if bytes.get(at) == Some(&sep) && bytes.get(at + 1).is_some_and(u8::is_ascii_digit) {
        return None;
    }
    let [a, b, c] = parts;
    let ymd = |y: u32, m, d| {
        let year = i32::try_from(y)
            .ok()
            .filter(|y| (1800..=2200).contains(y))?;
        NaiveDate::from_ymd_opt(year, m, d)
    };
    let date = match lens {
        [4, 1..=2, 1..=2] => ymd(a, b, c),
        [1..=2, 1..=2, 4] if sep == b'.' => ymd(c, b, a).or_else(|| ymd(c, a, b)),
        [1..=2, 1..=2, 4] => ymd(c, a, b).or_else(|| ymd(c, b, a)),
        _ => None,
    }?;
    Some((date, at))
}

/// Numbers joined by colons, or by minute and second signs, and their length.
pub(super) fn clock(text: &str) -> Option<(Clock, usize)> {
    let bytes = text.as_bytes();
    let first = digits_len(bytes);
    if first == 0 || first > 3 {
        return None;
    }
    let lead: u32 = text[..first].parse().ok()?;
    let two = |at: usize| -> Option<u32> {
        let value = text.get(at..at + 2)?;
        (digits_len(value.as_bytes()) == 2 && !bytes.get(at + 2).is_some_and(u8::is_ascii_digit))
            .then(|| value.parse().ok())
            .flatten()
            .filter(|value| *value < 60)
    };
    if bytes.get(first) == Some(&b':') {
        let second = two(first + 1)?;
        let mut end = first + 3;
        let mut clock = Clock {
            parts: [lead, second, 0],
            len: 2,
            hundredths: 0,
            duration_only: lead > 23,
        };
        if bytes.get(end) == Some(&b':')
            && let Some(third) = two(end + 1)
        {
            clock.parts[2] = third;
            clock.len = 3;
            end += 3;
        } else if bytes.get(end) == Some(&b':')
            && bytes.get(end + 1).is_some_and(u8::is_ascii_digit)
        {
            return None;
        }
        let decimals = digits_len(bytes.get(end + 1..).unwrap_or(&[]));
        if bytes.get(end) == Some(&b'.') && (1..=3).contains(&decimals) {
            let written = &text[end + 1..end + 1 + decimals.min(2)];
            let value: u8 = written.parse().ok()?;
            clock.hundredths = if decimals == 1 { value * 10 } else { value };
            clock.duration_only = true;
            end += 1 + decimals;
        }
        return Some((clock, end));
    }
    // 6'27" and its typographic forms.
    let mut rest = text[first..].char_indices();
    let (_, sign) = rest.next()?;
    if !matches!(sign, '\'' | '’' | '′') {
        return None;
    }
    let at = first + sign.len_utf8();
    let second = two(at)?;
    let mut end = at + 2;
    for sign in ["''", "\"", "”", "″"] {
        if text[end..].starts_with(sign) {
            end += sign.len();
            break;
        }
    }
    let clock = Clock {
        parts: [lead, second, 0],
        len: 2,
        hundredths: 0,
        duration_only: true,
    };
    Some((clock, end))
}

/// What a fraction sign is worth.
pub(super) fn fraction(c: char) -> Option<f64> {
    Some(match c {
        '½' => 0.5,
        '¼' => 0.25,
        '¾' => 0.75,
        '⅓' => 1.0 / 3.0,
        '⅔' => 2.0 / 3.0,
        '⅕' => 0.2,
        '⅖' => 0.4,
        '⅗' => 0.6,
        '⅘' => 0.8,
        '⅙' => 1.0 / 6.0,
        '⅚' => 5.0 / 6.0,
        '⅛' => 0.125,
        '⅜' => 0.375,
        '⅝' => 0.625,
        '⅞' => 0.875,
        _ => return None,
    })
}
