//! Lines of weights in a third of their bytes, looked up where they lie.
//!
//! What stands for a name is its hash: the first bits say in which block its line is, the rest stands
//! there. The program asks for names, and never which there are: they need not be kept. Once in a hundred
//! million times, a name that is in no line has the hash of one that is.
//!
//! There are two tables: the second has weights by letters, the first everything else. Before the blocks
//! of a table stands how many there are, and where each ends:
//!
//! ```text
//! hash  number
//! hash  -128     place in the list of texts
//!
//! hash  letters  a byte for each letter
//! hash  0        letters  two bytes for each letter
//! ```
//!
//! Before the tables stands what the hashes are made with, such that no two of the names have the same,
//! and every text once. Texts longer than a byte tells are left out.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

/// Lines in a block, as a mean: more are smaller, fewer are found faster.
const BLOCK: usize = 4;

/// In place of letters: what follows are letters, and weights of two bytes.
const WIDE: u16 = 0;
/// In place of a number: what follows is the place of a text.
const TEXT: i8 = i8::MIN;

/// Lines `name<tab>value`, found by their names.
#[derive(Clone, Debug)]
pub(crate) struct Packed(Cow<'static, [u8]>);

/// What is no weights of letters.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'p> {
    /// A number.
    Number(i8),
    /// As it was written.
    Text(&'p str),
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
        let mut letters = self.letters;
        let letters = std::iter::from_fn(move || {
            let next = letters.trailing_zeros();
            letters &= letters.checked_sub(1)?;
            Some(next as usize)
        });
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

    /// The weights of a name. Of bytes that [`pack`] did not make, nothing is found.
    pub(crate) fn weights(&self, name: &str) -> Option<Weights<'_>> {
        let mut rest = Bytes(&self.0);
        let hash = hash(name, rest.byte()?);
        rest.block()?;
        rest.table()?;
        let mut lines = rest.table()?.block(hash)?;
        loop {
            let (of, weights) = (lines.place()?, lines.weights()?);
            if of == told(hash) {
                return Some(weights);
            }
        }
    }

    /// What else stands for a name.
    pub(crate) fn value(&self, name: &str) -> Option<Value<'_>> {
        let mut rest = Bytes(&self.0);
        let hash = hash(name, rest.byte()?);
        let mut texts = rest.block()?;
        let mut lines = rest.table()?.block(hash)?;
        loop {
            let (of, number) = (lines.place()?, i8::from_le_bytes([lines.byte()?]));
            let text = if number == TEXT { lines.pair()? } else { 0 };
            if of != told(hash) {
                continue;
            }
            if number != TEXT {
                return Some(Value::Number(number));
            }
            for _ in 0..text {
                texts.text()?;
            }
            return std::str::from_utf8(texts.text()?).ok().map(Value::Text);
        }
    }
}

/// What stands for a name: its block above, and below what is told of it there.
fn hash(name: &str, seed: u8) -> u64 {
    // FNV-1a, which is short and needs no table, and a last step that spreads what it found over all bits
    let start = 0xcbf2_9ce4_8422_2325 ^ u64::from(seed);
    let hash = name.bytes().fold(start, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ (hash >> 32)
}

/// The block of a hash, of so many.
fn block(hash: u64, count: usize) -> usize {
    let count = u64::try_from(count).unwrap_or_default();
    usize::try_from(((hash >> 32) * count) >> 32).unwrap_or_default()
}

/// What a line tells of its hash.
fn told(hash: u64) -> u32 {
    (hash & u64::from(u32::MAX)) as u32
}

/// What is left to read.
#[derive(Clone, Copy)]
struct Bytes<'p>(&'p [u8]);

/// Lines in blocks.
struct Table<'p> {
    ends: &'p [u8],
    blocks: &'p [u8],
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

    fn place(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_le_bytes)
    }

    fn length(&mut self) -> Option<usize> {
        usize::try_from(self.place()?).ok()
    }

    fn text(&mut self) -> Option<&'p [u8]> {
        let length = self.byte()?;
        self.take(length.into())
    }

    /// Bytes behind their length.
    fn block(&mut self) -> Option<Self> {
        let length = self.length()?;
        self.take(length).map(Bytes)
    }

    fn table(&mut self) -> Option<Table<'p>> {
        let count = self.length()?;
        let ends = self.take(count.checked_mul(4)?)?;
        let length = Bytes(ends.get(ends.len().checked_sub(4)?..)?).length()?;
        let blocks = self.take(length)?;
        Some(Table { ends, blocks })
    }

    fn weights(&mut self) -> Option<Weights<'p>> {
        let (letters, width) = match self.pair()? {
            WIDE => (self.pair()?, 2),
            letters => (letters, 1),
        };
        let bytes = self.take(width * letters.count_ones() as usize)?;
        Some(Weights { letters, bytes })
    }
}

impl<'p> Table<'p> {
    fn block(&self, hash: u64) -> Option<Bytes<'p>> {
        let at = block(hash, self.ends.len() / 4);
        let end = |at: usize| Bytes(self.ends.get(4 * at..)?).length();
        let start = at.checked_sub(1).map_or(Some(0), end)?;
        self.blocks.get(start..end(at)?).map(Bytes)
    }
}

/// Packs the text of a [`crate::Model`], for [`crate::Model::packed`]: an application does so when it
/// is built.
pub fn pack(text: &str) -> Vec<u8> {
    let lines = text.lines().filter_map(|line| line.split_once('\t'));
    let lines: BTreeMap<&str, &str> = lines.filter(|(_, value)| is_short(value)).collect();
    let differ = |seed: &u8| {
        let hashes: HashSet<u64> = lines.keys().map(|name| hash(name, *seed)).collect();
        hashes.len() == lines.len()
    };
    let seed = (0..=u8::MAX).find(differ).unwrap_or_default();
    let (mut of_letters, mut others, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    for (name, value) in lines {
        let hash = hash(name, seed);
        match letters_of(value) {
            Some(weights) => of_letters.push((hash, weights)),
            None => others.push((hash, other(value, &mut texts))),
        }
    }
    let texts: Vec<u8> = texts.into_iter().flat_map(with_length).collect();
    let (others, of_letters) = (table(others), table(of_letters));
    [
        &[seed][..],
        &place(texts.len()),
        &texts,
        &others,
        &of_letters,
    ]
    .concat()
}

fn is_short(text: &str) -> bool {
    text.len() <= usize::from(u8::MAX)
}

fn with_length(text: &str) -> Vec<u8> {
    [
        &[u8::try_from(text.len()).unwrap_or(u8::MAX)],
        text.as_bytes(),
    ]
    .concat()
}

/// The bytes of a table: how many blocks, where each ends, and the blocks.
fn table(mut lines: Vec<(u64, Vec<u8>)>) -> Vec<u8> {
    lines.sort_unstable();
    let count = lines.len().div_ceil(BLOCK).max(1);
    let mut lines = lines.into_iter().peekable();
    let (mut ends, mut blocks) = (Vec::new(), Vec::new());
    for at in 0..count {
        while let Some((hash, line)) = lines.next_if(|(hash, _)| block(*hash, count) == at) {
            blocks.extend(told(hash).to_le_bytes());
            blocks.extend(line);
        }
        ends.extend(place(blocks.len()));
    }
    [&place(count)[..], &ends, &blocks].concat()
}

fn place(at: usize) -> [u8; 4] {
    u32::try_from(at).unwrap_or(u32::MAX).to_le_bytes()
}

/// The bytes of weights of letters that give the same text again, if a value is that.
fn letters_of(value: &str) -> Option<Vec<u8>> {
    let (letters, weights) = weights(value)?;
    if text_of(letters, weights.iter().copied()) != value {
        return None;
    }
    let bytes: Result<Vec<i8>, _> = weights.iter().map(|weight| (*weight).try_into()).collect();
    let mut out = letters.to_le_bytes().to_vec();
    match bytes {
        Ok(bytes) => out.extend(bytes.iter().flat_map(|byte| byte.to_le_bytes())),
        Err(_) => {
            out.splice(0..0, WIDE.to_le_bytes());
            out.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
    }
    Some(out)
}

/// The bytes of a number, or of the place of a text.
fn other<'t>(value: &'t str, texts: &mut Vec<&'t str>) -> Vec<u8> {
    let number = value
        .parse()
        .ok()
        .filter(|number: &i8| *number != TEXT && number.to_string() == value);
    if let Some(number) = number {
        return number.to_le_bytes().to_vec();
    }
    let at = texts.iter().position(|text| *text == value);
    let at = at.unwrap_or_else(|| {
        texts.push(value);
        texts.len() - 1
    });
    let at = u16::try_from(at).unwrap_or(u16::MAX).to_le_bytes();
    [&TEXT.to_le_bytes()[..], &at].concat()
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

    fn found(packed: &Packed, name: &str) -> Option<String> {
        let value = packed.value(name).map(|value| match value {
            Value::Number(number) => number.to_string(),
            Value::Text(text) => text.to_owned(),
        });
        let weights = packed.weights(name).map(|weights| {
            let weights: Vec<_> = weights.iter().collect();
            let letters = weights.iter().fold(0, |letters, (at, _)| letters | 1 << at);
            text_of(letters, weights.iter().map(|(_, weight)| *weight))
        });
        assert!(value.is_none() || weights.is_none(), "{name}");
        value.or(weights)
    }

    #[test]
    fn every_line_is_found_and_nothing_else() {
        let values = [
            "a1",
            "A15c127P128",
            "b200P300",
            "=list =other",
            "17",
            "-127",
            "-128",
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
            assert_eq!(found(&packed, name).as_deref(), Some(*value), "{name}");
        }
        for none in ["!", "w", "w=1 ", "w=2", "w=39602", "x", "가나다", "각"] {
            assert!(found(&packed, none).is_none(), "{none}");
        }
    }

    #[test]
    fn where_nothing_is_packed_nothing_is_found() {
        let cut = pack("a\ta1\nb\tb2\n");
        for length in 0..cut.len() {
            let packed = Packed::new(cut[..length].to_vec());
            assert!(found(&packed, "b").is_none());
        }
        assert!(found(&Packed::new(pack("")), "").is_none());
    }
}
