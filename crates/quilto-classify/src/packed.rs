//! Lines of weights, looked up by the hash of a feature where they lie.
//!
//! The program asks for features and never which there are: their names need not be kept. Once in some hundred
//! thousand times, a feature that has no weights has the hash of one that has.
//!
//! Hashes are spread evenly: how great one is says in which block it lies. Weights are small, and their labels lie near
//! each other: most take a byte for both.
//!
//! ```text
//! length  the lines of heads
//! blocks  where each ends, four bytes each
//!         features, in order of their hashes:
//!           the lower three bytes of the hash
//!           how many bytes follow; 255 says that four bytes tell it
//!           weights: four bits of how far its label is from the one before, four bits of the weight;
//!             of each, zero says that a byte of its own follows
//! ```

use std::borrow::Cow;
use std::collections::BTreeMap;

/// Weights by the hash of their feature.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    bytes: Cow<'static, [u8]>,
    /// None of bytes that [`pack`] did not make.
    places: Option<Places>,
}

/// Where the parts of the bytes begin, and how many blocks there are.
#[derive(Clone, Copy, Debug)]
struct Places {
    blocks: usize,
    count_of_blocks: usize,
    features: usize,
}

impl Places {
    fn of(bytes: &[u8]) -> Option<Self> {
        let blocks = 8 + number(bytes, 0)?;
        let count_of_blocks = number(bytes, blocks.checked_sub(4)?)?;
        Some(Self {
            blocks,
            count_of_blocks,
            features: blocks + 4 * count_of_blocks,
        })
    }
}

fn number(bytes: &[u8], at: usize) -> Option<usize> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    let number = u32::from_le_bytes(bytes.try_into().ok()?);
    usize::try_from(number).ok()
}

impl Packed {
    pub(crate) fn new(bytes: Cow<'static, [u8]>) -> Self {
        let places = Places::of(&bytes);
        Self { bytes, places }
    }

    /// The lines that name heads and their labels.
    pub(crate) fn heads(&self) -> &str {
        let length = self.number(0).unwrap_or_default();
        let lines = self.bytes.get(4..4 + length).unwrap_or_default();
        std::str::from_utf8(lines).unwrap_or_default()
    }

    /// The label of each weight of a feature, by its place, and the weight. Of bytes that [`pack`] did not make,
    /// nothing is found.
    pub(crate) fn weights(&self, feature: Key) -> Weights<'_> {
        Weights {
            bytes: self.find(feature).unwrap_or_default(),
            label: 0,
        }
    }

    fn find(&self, Key(wanted): Key) -> Option<&[u8]> {
        let places = self.places?;
        let block = block(wanted, places.count_of_blocks);
        let end = |block: usize| self.number(places.blocks + 4 * block);
        let from = block.checked_sub(1).map_or(Some(0), end)?;
        let of_block = places.features + from..places.features + end(block)?;
        let mut left = self.bytes.get(of_block)?;
        let [low @ .., _] = wanted.to_le_bytes();
        while let [a, b, c, length, behind @ ..] = left {
            let (length, behind) = match *length {
                LONG => (number(behind, 0)?, behind.get(4..)?),
                length => (usize::from(length), behind),
            };
            let (weights, next) = behind.split_at_checked(length)?;
            if [*a, *b, *c] == low {
                return Some(weights);
            }
            left = next;
        }
        None
    }

    fn number(&self, at: usize) -> Option<usize> {
        number(&self.bytes, at)
    }
}

/// Labels with their weights, read where they lie.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weights<'p> {
    bytes: &'p [u8],
    label: u8,
}

impl Weights<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, behind) = self.bytes.split_first()?;
        self.bytes = behind;
        Some(*first)
    }
}

impl Iterator for Weights<'_> {
    type Item = (u8, i8);

    fn next(&mut self) -> Option<Self::Item> {
        let both = self.byte()?;
        self.label = match both >> 4 {
            0 => self.byte()?,
            step => self.label.wrapping_add(step),
        };
        let weight = match both & 0xf {
            0 => self.byte()?.cast_signed(),
            small => small.cast_signed() - HALF,
        };
        Some((self.label, weight))
    }
}

/// What is added to a weight that fits into four bits with a label.
const HALF: i8 = 8;

/// Labels with their weights, as [`Weights`] reads them.
fn packed_weights(weights: impl Iterator<Item = (u8, i8)>) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut before: u8 = 0;
    for (label, weight) in weights {
        let step = label.wrapping_sub(before);
        before = label;
        let near = if step < 16 { step } else { 0 };
        let small = weight.checked_add(HALF);
        let small = small.filter(|small| (1..16).contains(small));
        packed.push(near << 4 | small.map_or(0, i8::cast_unsigned));
        packed.extend((near == 0).then_some(label));
        packed.extend(small.is_none().then_some(weight.cast_unsigned()));
    }
    packed
}

/// What a feature is looked up by: the hash of its name, which is the same on every machine, since what packs need
/// not be what looks up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key(u32);

impl Key {
    /// That of the name which these pieces make together.
    pub fn of(pieces: &[&str]) -> Self {
        // FNV-1a, and a last step that spreads what it found over all bits
        let bytes = pieces.iter().flat_map(|piece| piece.bytes());
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let hash = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        Self((hash >> 32) as u32)
    }
}

/// Says that the bytes of a feature are told by a longer number.
const LONG: u8 = u8::MAX;

/// Features in a block, as a mean.
const BLOCK: usize = 8;

/// The block of a hash, of so many.
fn block(hash: u32, blocks: usize) -> usize {
    ((u64::from(hash) * blocks as u64) >> 32) as usize
}

/// A feature by its name, the pieces of which need not be put together for looking it up: a [`Key`], or the name itself
/// where weights are fitted.
pub trait Feature: Ord {
    /// The feature with these pieces as its name.
    fn of(pieces: &[&str]) -> Self;
}

impl Feature for String {
    fn of(pieces: &[&str]) -> Self {
        pieces.concat()
    }
}

impl Feature for Key {
    fn of(pieces: &[&str]) -> Self {
        Self::of(pieces)
    }
}

/// Packs lines of weights for [`crate::Classifier::packed`]: `@head<tab>labels` for each head, then
/// `feature<tab>label:weight …`, where a label is its place among those of all heads. An application does so when
/// it is built.
pub fn pack(lines: &str) -> Vec<u8> {
    let mut heads = String::new();
    let mut of_hash: BTreeMap<u32, Vec<u8>> = BTreeMap::new();
    for line in lines.lines() {
        if line.starts_with('@') {
            heads.push_str(line);
            heads.push('\n');
            continue;
        }
        let Some((feature, weights)) = line.split_once('\t') else {
            continue;
        };
        let weights = weights.split(' ').filter_map(|pair| {
            let (label, weight) = pair.split_once(':')?;
            Some((label.parse().ok()?, weight.parse().ok()?))
        });
        of_hash.insert(Key::of(&[feature]).0, packed_weights(weights));
    }
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
    let mut packed = number(heads.len()).to_vec();
    packed.extend(heads.bytes());
    let blocks = of_hash.len().div_ceil(BLOCK).max(1);
    packed.extend(number(blocks));
    let mut features = Vec::new();
    let mut of_hash = of_hash.into_iter().peekable();
    for at in 0..blocks {
        while let Some((hash, weights)) = of_hash.next_if(|(hash, _)| block(*hash, blocks) == at) {
            let [low @ .., _] = hash.to_le_bytes();
            features.extend(low);
            match u8::try_from(weights.len()) {
                Ok(length) if length < LONG => features.push(length),
                _ => {
                    features.push(LONG);
                    features.extend(number(weights.len()));
                }
            }
            features.extend(weights);
        }
        packed.extend(number(features.len()));
    }
    packed.extend(features);
    packed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(packed: &Packed, feature: &str) -> Vec<(u8, i8)> {
        packed.weights(Key::of(&[feature])).collect()
    }

    #[test]
    fn a_name_is_the_same_in_one_piece_and_in_several() {
        assert_eq!(Key::of(&["w ", "", "granite"]), Key::of(&["w granite"]));
        assert_ne!(Key::of(&["w ", "marl"]), Key::of(&["w granite"]));
    }

    #[test]
    fn every_line_is_found_and_nothing_else() {
        let features: Vec<String> = (0..500).map(|at| format!("w {at}")).collect();
        let lines = features.iter().enumerate();
        let lines: String = lines
            .map(|(at, feature)| format!("{feature}\t{}:{} 7:-3\n", at % 5, at % 100))
            .collect();
        let packed = Packed::new(pack(&format!("@kind\tone\tother\n{lines}")).into());
        assert_eq!(packed.heads(), "@kind\tone\tother\n");
        for (at, feature) in features.iter().enumerate() {
            let weight = i8::try_from(at % 100).unwrap();
            let label = u8::try_from(at % 5).unwrap();
            assert_eq!(weights(&packed, feature), [(label, weight), (7, -3)]);
        }
        for none in ["", "w", "w 500", "가"] {
            assert_eq!(weights(&packed, none), []);
        }
    }

    #[test]
    fn labels_in_any_order_and_weights_of_any_size_are_kept() {
        let all = (0..=255).map(|at: u8| (at.wrapping_mul(101), at.cast_signed()));
        let all: Vec<(u8, i8)> = all
            .chain([(3, 1), (3, 1), (2, -7), (17, 7), (33, 8)])
            .collect();
        let told: Vec<String> = all
            .iter()
            .map(|(label, weight)| format!("{label}:{weight}"))
            .collect();
        let packed = Packed::new(pack(&format!("a\t4:2\nb\t{}\n", told.join(" "))).into());
        assert_eq!(weights(&packed, "b"), all);
        assert_eq!(weights(&packed, "a"), [(4, 2)]);
    }

    #[test]
    fn where_nothing_is_packed_nothing_is_found() {
        let cut = pack("@kind\tone\na\t0:1\nb\t0:2\n");
        for length in 0..cut.len() {
            let packed = Packed::new(cut[..length].to_vec().into());
            let found = weights(&packed, "b");
            assert!(found.is_empty() || length >= cut.len() - 1, "{length}");
        }
    }
}
