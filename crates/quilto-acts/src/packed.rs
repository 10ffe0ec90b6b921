//! Lines of weights in a fifth of their bytes, looked up where they lie.
//!
//! The lines, sorted, stand in blocks. Before all blocks stands how many there are, and where each ends.
//! A line leaves out what its name has in common with the line before, but for the first of a block:
//!
//! ```text
//! shared  length  rest of the name  form  value
//! ```
//!
//! All lengths are bytes. Names and values longer than a byte tells are left out; no feature is.

use std::borrow::Cow;
use std::cmp::Ordering;

/// Lines in a block: more are smaller, fewer are found faster.
const BLOCK: usize = 16;

/// The forms of a value.
mod form {
    /// As it is: a length, and text.
    pub const TEXT: u8 = 0;
    /// A set of letters, and a byte for each of them.
    pub const BYTES: u8 = 1;
    /// A set of letters, and two bytes for each of them.
    pub const PAIRS: u8 = 2;
}

/// Lines `name<tab>value`, found by their names.
#[derive(Clone, Debug)]
pub(crate) struct Packed(Cow<'static, [u8]>);

/// The value of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'p> {
    /// As it was written.
    Text(&'p str),
    /// A weight for each of some letters.
    Weights(Weights<'p>),
}

/// Weights by their letters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weights<'p> {
    letters: u16,
    bytes: &'p [u8],
}

impl Weights<'_> {
    /// The place of each letter from `a`, and its weight.
    pub(crate) fn iter(self) -> impl Iterator<Item = (usize, i16)> {
        let width = if self.letters.count_ones() as usize == self.bytes.len() {
            1
        } else {
            2
        };
        let letters = (0..16).filter(move |at| self.letters >> at & 1 == 1);
        letters.zip(self.bytes.chunks_exact(width).map(|bytes| match *bytes {
            [byte] => i16::from(i8::from_le_bytes([byte])),
            [low, high] => i16::from_le_bytes([low, high]),
            _ => 0,
        }))
    }
}

impl Packed {
    /// What [`pack`] gave.
    pub(crate) fn new(bytes: impl Into<Cow<'static, [u8]>>) -> Self {
        Self(bytes.into())
    }

    /// The value of a name. Of bytes that [`pack`] did not make, nothing is found.
    pub(crate) fn find(&self, name: &str) -> Option<Value<'_>> {
        let name = name.as_bytes();
        let mut rest = Bytes(&self.0);
        let count = rest.place()?;
        let ends = rest.take(count.checked_mul(4)?)?;
        let blocks = rest.0;
        let block = |at: usize| {
            let end = |at: usize| Bytes(ends.get(4 * at..)?).place();
            let start = at.checked_sub(1).map_or(Some(0), end)?;
            blocks.get(start..end(at)?).map(Bytes)
        };
        // the last block that does not begin behind the name
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low + (high - low) / 2;
            if block(middle)?.line()?.rest <= name {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        block(low.checked_sub(1)?)?.find(name)
    }
}

/// What is left to read.
#[derive(Clone, Copy)]
struct Bytes<'p>(&'p [u8]);

/// A line of a block, without what its name shares with the line before.
struct Line<'p> {
    shared: usize,
    rest: &'p [u8],
    value: Value<'p>,
}

impl<'p> Bytes<'p> {
    fn take(&mut self, count: usize) -> Option<&'p [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1)?.first().copied()
    }

    fn pair(&mut self) -> Option<u16> {
        self.take(2)?.try_into().ok().map(u16::from_le_bytes)
    }

    fn place(&mut self) -> Option<usize> {
        let place = self.take(4)?.try_into().ok().map(u32::from_le_bytes)?;
        usize::try_from(place).ok()
    }

    fn line(&mut self) -> Option<Line<'p>> {
        let (shared, length) = (self.byte()?, self.byte()?);
        Some(Line {
            shared: shared.into(),
            rest: self.take(length.into())?,
            value: self.value()?,
        })
    }

    fn value(&mut self) -> Option<Value<'p>> {
        let form = self.byte()?;
        if form == form::TEXT {
            let length = self.byte()?;
            return std::str::from_utf8(self.take(length.into())?)
                .ok()
                .map(Value::Text);
        }
        let letters = self.pair()?;
        let width = if form == form::PAIRS { 2 } else { 1 };
        let bytes = self.take(width * letters.count_ones() as usize)?;
        Some(Value::Weights(Weights { letters, bytes }))
    }

    fn find(&mut self, name: &[u8]) -> Option<Value<'p>> {
        // how much of the name the line before began with
        let mut same = 0;
        while let Some(line) = self.line() {
            match line.shared.cmp(&same) {
                // it differs from the name where the line before did
                Ordering::Greater => continue,
                Ordering::Less => return None,
                Ordering::Equal => {}
            }
            let missing = name.get(same..)?;
            let more = common(line.rest, missing);
            same += more;
            match line.rest[more..].cmp(&missing[more..]) {
                Ordering::Less => {}
                Ordering::Equal => return Some(line.value),
                Ordering::Greater => return None,
            }
        }
        None
    }
}

/// Packs the text of a [`crate::Model`], for [`crate::Model::packed`]: an application does so when it
/// is built.
pub fn pack(text: &str) -> Vec<u8> {
    let mut lines: Vec<(&str, &str)> = text
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .filter(|(name, value)| is_short(name) && is_short(value))
        .collect();
    lines.sort_unstable_by_key(|(name, _)| *name);
    let (mut ends, mut blocks) = (Vec::new(), Vec::new());
    for block in lines.chunks(BLOCK) {
        let mut before = "";
        for (name, value) in block {
            let shared = common(before.as_bytes(), name.as_bytes());
            let rest = &name.as_bytes()[shared..];
            blocks.extend([length(shared), length(rest.len())]);
            blocks.extend(rest);
            put(value, &mut blocks);
            before = name;
        }
        ends.extend(place(blocks.len()));
    }
    let mut packed = place(ends.len() / 4).to_vec();
    packed.extend(ends);
    packed.extend(blocks);
    packed
}

fn is_short(text: &str) -> bool {
    text.len() <= usize::from(u8::MAX)
}

fn length(count: usize) -> u8 {
    u8::try_from(count).unwrap_or(u8::MAX)
}

fn place(at: usize) -> [u8; 4] {
    u32::try_from(at).unwrap_or(u32::MAX).to_le_bytes()
}

fn common(left: &[u8], right: &[u8]) -> usize {
    left.iter().zip(right).take_while(|(l, r)| l == r).count()
}

/// Writes a value in the smallest form that gives the same text again.
fn put(value: &str, out: &mut Vec<u8>) {
    if let Some((letters, weights)) = weights(value)
        && text_of(letters, weights.iter().copied()) == value
    {
        let bytes: Result<Vec<i8>, _> = weights.iter().map(|weight| (*weight).try_into()).collect();
        out.push(if bytes.is_ok() {
            form::BYTES
        } else {
            form::PAIRS
        });
        out.extend(letters.to_le_bytes());
        match bytes {
            Ok(bytes) => out.extend(bytes.iter().flat_map(|byte| byte.to_le_bytes())),
            Err(_) => out.extend(weights.iter().flat_map(|weight| weight.to_le_bytes())),
        }
        return;
    }
    out.extend([form::TEXT, length(value.len())]);
    out.extend(value.as_bytes());
}

/// The letters of a value, as bits, and its weights in their order. A capital is below nothing.
fn weights(value: &str) -> Option<(u16, Vec<i16>)> {
    let (mut letters, mut weights) = (0_u16, Vec::new());
    let mut rest = value;
    while let Some(letter) = rest.bytes().next() {
        let at = letter.to_ascii_lowercase().checked_sub(b'a')?;
        letters |= 1_u16.checked_shl(u32::from(at))?;
        let digits = rest.get(1..)?;
        let end = digits.find(|c: char| !c.is_ascii_digit());
        let (parts, behind) = digits.split_at(end.unwrap_or(digits.len()));
        let weight: i16 = parts.parse().ok()?;
        weights.push(if letter.is_ascii_uppercase() {
            -weight
        } else {
            weight
        });
        rest = behind;
    }
    (letters > 0).then_some((letters, weights))
}

fn text_of(letters: u16, weights: impl Iterator<Item = i16>) -> String {
    let set = ('a'..='p').enumerate();
    let set = set.filter(|(at, _)| letters >> at & 1 == 1);
    let mut text = String::new();
    for ((_, letter), weight) in set.zip(weights) {
        text.push(if weight < 0 {
            letter.to_ascii_uppercase()
        } else {
            letter
        });
        text.push_str(&weight.unsigned_abs().to_string());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: Value<'_>) -> String {
        match value {
            Value::Text(text) => text.to_owned(),
            Value::Weights(weights) => {
                let weights: Vec<_> = weights.iter().collect();
                let letters = weights.iter().fold(0, |letters, (at, _)| letters | 1 << at);
                text_of(letters, weights.iter().map(|(_, weight)| *weight))
            }
        }
    }

    #[test]
    fn every_line_is_found_and_nothing_else() {
        let values = [
            "a1",
            "A15c127P128",
            "b200P300",
            "=list =other",
            "17",
            "",
            "a07",
        ];
        let mut names: Vec<String> = (0..200).map(|at| format!("w={}", at * at)).collect();
        names.extend(["", "w=", "w=4 6", "가", "가나", "w=\u{ff}"].map(str::to_owned));
        let lines: Vec<_> = names.iter().zip(values.iter().cycle()).collect();
        let all: String = lines
            .iter()
            .map(|(name, value)| format!("{name}\t{value}\n"))
            .collect();
        let packed = Packed::new(pack(&all));
        for (name, value) in lines {
            assert_eq!(
                packed.find(name).map(text).as_deref(),
                Some(*value),
                "{name}"
            );
        }
        for none in ["!", "w", "w=1 ", "w=2", "w=39602", "x", "가나다", "각"] {
            assert!(packed.find(none).is_none(), "{none}");
        }
    }

    #[test]
    fn where_nothing_is_packed_nothing_is_found() {
        let cut = pack("a\ta1\nb\tb2\n");
        for length in 0..cut.len() {
            let packed = Packed::new(cut[..length].to_vec());
            assert!(packed.find("b").is_none());
        }
        assert!(Packed::new(pack("")).find("").is_none());
    }
}
