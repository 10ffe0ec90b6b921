//! Lines of weights, looked up by the hash of a feature where they lie.
//!
//! The program asks for features and never which there are: their names need not be kept. Once in some hundred
//! thousand times, a feature that has no weights has the hash of one that has.
//!
//! Hashes are spread evenly: how great one is says in which block it lies.
//!
//! ```text
//! length  the lines of heads
//! blocks  where the hashes of each end, four bytes each
//! count   hashes in order, four bytes each
//!         where the weights of each end, four bytes each
//!         label and weight, a byte each
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

/// Where the parts of the bytes begin, and how many there are.
#[derive(Clone, Copy, Debug)]
struct Places {
    blocks: usize,
    count_of_blocks: usize,
    hashes: usize,
    ends: usize,
    weights: usize,
}

impl Places {
    fn of(bytes: &[u8]) -> Option<Self> {
        let blocks = 8 + number(bytes, 0)?;
        let count_of_blocks = number(bytes, blocks.checked_sub(4)?)?;
        let hashes = 4 + blocks + 4 * count_of_blocks;
        let count = number(bytes, hashes.checked_sub(4)?)?;
        let ends = hashes + 4 * count;
        Some(Self {
            blocks,
            count_of_blocks,
            hashes,
            ends,
            weights: ends + 4 * count,
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
    pub(crate) fn weights(&self, feature: Key) -> impl Iterator<Item = (u8, i8)> {
        let found = self.find(feature).unwrap_or_default();
        let pairs = found.chunks_exact(2);
        pairs.map(|pair| (pair[0], pair[1].cast_signed()))
    }

    fn find(&self, Key(wanted): Key) -> Option<&[u8]> {
        let places = self.places?;
        let block = block(wanted, places.count_of_blocks);
        let end_of_block = |block: usize| self.number(places.blocks + 4 * block);
        let from = block.checked_sub(1).map_or(Some(0), end_of_block)?;
        let of_block = places.hashes + 4 * from..places.hashes + 4 * end_of_block(block)?;
        let mut of_block = self.bytes.get(of_block)?.chunks_exact(4);
        let at = from + of_block.position(|hash| hash == wanted.to_le_bytes())?;
        let end = |at: usize| self.number(places.ends + 4 * at);
        let start = at.checked_sub(1).map_or(Some(0), end)?;
        self.bytes
            .get(places.weights + start..places.weights + end(at)?)
    }

    fn number(&self, at: usize) -> Option<usize> {
        number(&self.bytes, at)
    }
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

/// Hashes in a block, as a mean.
const BLOCK: usize = 4;

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
            Some([
                label.parse().ok()?,
                weight.parse::<i8>().ok()?.cast_unsigned(),
            ])
        });
        of_hash.insert(Key::of(&[feature]).0, weights.flatten().collect());
    }
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
    let mut packed = number(heads.len()).to_vec();
    packed.extend(heads.bytes());
    let blocks = of_hash.len().div_ceil(BLOCK).max(1);
    packed.extend(number(blocks));
    let mut hashes = of_hash.keys().peekable();
    let mut end = 0;
    for at in 0..blocks {
        while hashes.next_if(|hash| block(**hash, blocks) == at).is_some() {
            end += 1;
        }
        packed.extend(number(end));
    }
    packed.extend(number(of_hash.len()));
    packed.extend(of_hash.keys().flat_map(|hash| hash.to_le_bytes()));
    let mut end = 0;
    for weights in of_hash.values() {
        end += weights.len();
        packed.extend(number(end));
    }
    packed.extend(of_hash.values().flatten());
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
    fn where_nothing_is_packed_nothing_is_found() {
        let cut = pack("@kind\tone\na\t0:1\nb\t0:2\n");
        for length in 0..cut.len() {
            let packed = Packed::new(cut[..length].to_vec().into());
            let found = weights(&packed, "b");
            assert!(found.is_empty() || length >= cut.len() - 1, "{length}");
        }
    }
}
