//! Lines of weights, looked up by the hash of a feature where they lie.
//!
//! The program asks for features and never which there are: their names need not be kept. Once in some hundred
//! thousand times, a feature that has no weights has the hash of one that has.
//!
//! ```text
//! length  the lines of heads
//! count   hashes in order, four bytes each
//!         where the weights of each end, four bytes each
//!         label and weight, a byte each
//! ```

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Weights by the hash of their feature.
#[derive(Clone, Debug)]
pub(crate) struct Packed(Cow<'static, [u8]>);

impl Packed {
    pub(crate) fn new(bytes: Cow<'static, [u8]>) -> Self {
        Self(bytes)
    }

    /// The lines that name heads and their labels.
    pub(crate) fn heads(&self) -> &str {
        let length = self.number(0).unwrap_or_default();
        let lines = self.0.get(4..4 + length).unwrap_or_default();
        std::str::from_utf8(lines).unwrap_or_default()
    }

    /// The place of each label a feature speaks for or against, and its weight. Of bytes that [`pack`] did not
    /// make, nothing is found.
    pub(crate) fn weights(&self, feature: &str) -> impl Iterator<Item = (usize, i8)> {
        let found = self.find(feature).unwrap_or_default();
        let pairs = found.chunks_exact(2);
        pairs.map(|pair| (usize::from(pair[0]), pair[1].cast_signed()))
    }

    fn find(&self, feature: &str) -> Option<&[u8]> {
        let wanted = hash(feature);
        let hashes = 4 + self.number(0)? + 4;
        let count = self.number(hashes - 4)?;
        let ends = hashes + 4 * count;
        let (mut from, mut to) = (0, count);
        while from < to {
            let middle = from.midpoint(to);
            let here = self.number(hashes + 4 * middle)?;
            match here.cmp(&wanted) {
                Ordering::Less => from = middle + 1,
                Ordering::Greater => to = middle,
                Ordering::Equal => {
                    let end = |at: usize| self.number(ends + 4 * at);
                    let start = middle.checked_sub(1).map_or(Some(0), end)?;
                    let weights = ends + 4 * count;
                    return self.0.get(weights + start..weights + end(middle)?);
                }
            }
        }
        None
    }

    fn number(&self, at: usize) -> Option<usize> {
        let bytes = self.0.get(at..at.checked_add(4)?)?;
        let number = u32::from_le_bytes(bytes.try_into().ok()?);
        usize::try_from(number).ok()
    }
}

/// The same on every machine: what packs need not be what looks up.
fn hash(feature: &str) -> usize {
    // FNV-1a, and a last step that spreads what it found over all bits
    let hash = feature
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    usize::try_from(hash >> 32).unwrap_or_default()
}

/// Packs lines of weights for [`crate::Classifier::packed`]: `@head<tab>labels` for each head, then
/// `feature<tab>label:weight …`, where a label is its place among those of all heads. An application does so when
/// it is built.
pub fn pack(lines: &str) -> Vec<u8> {
    let mut heads = String::new();
    let mut of_hash: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
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
        of_hash.insert(hash(feature), weights.flatten().collect());
    }
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
    let mut packed = number(heads.len()).to_vec();
    packed.extend(heads.bytes());
    packed.extend(number(of_hash.len()));
    packed.extend(of_hash.keys().flat_map(|hash| number(*hash)));
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

    fn weights(packed: &Packed, feature: &str) -> Vec<(usize, i8)> {
        packed.weights(feature).collect()
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
            assert_eq!(weights(&packed, feature), [(at % 5, weight), (7, -3)]);
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
