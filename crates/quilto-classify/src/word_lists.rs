//! Lists of words, looked up where they lie.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::pack;
use crate::packed::{Key, Packed};

/// Lists of words: which of them some words stand in.
///
/// ```
/// use quilto_classify::{WordLists, pack_lists};
///
/// let lists = [("stone", "rose quartz"), ("flower", "rose")];
/// let lists = lists.map(|(name, word)| (name.to_owned(), vec![word.to_owned()]));
/// let lists = WordLists::packed(pack_lists(&lists.into()));
/// assert!(lists.of(&["rose", " ", "quartz"]).eq(["stone"]));
/// assert!(lists.of(&["quartz"]).next().is_none());
/// ```
#[derive(Clone, Debug)]
pub struct WordLists {
    packed: Packed,
    names: Vec<String>,
}

impl WordLists {
    /// Of what [`pack_lists`] gave.
    pub fn packed(bytes: impl Into<Cow<'static, [u8]>>) -> Self {
        let packed = Packed::new(bytes.into());
        let names = packed.heads().lines().next().unwrap_or_default();
        let names = names.split('\t').skip(1).map(str::to_owned).collect();
        Self { packed, names }
    }

    /// The lists that hold the words which these pieces make together, by their names.
    pub fn of<'l>(&'l self, pieces: &[&str]) -> impl Iterator<Item = &'l str> + use<'l> {
        let lists = self.packed.weights(Key::of(pieces));
        lists.filter_map(|(list, _)| self.names.get(usize::from(list)).map(String::as_str))
    }
}

/// Packs lists for [`WordLists::packed`].
pub fn pack_lists(lists: &BTreeMap<String, Vec<String>>) -> Vec<u8> {
    let names = lists.keys().map(|name| format!("\t{name}"));
    let mut packed = format!("@list{}\n", names.collect::<String>());
    let mut of_words: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (at, words) in lists.values().enumerate() {
        for words in words {
            of_words.entry(words).or_default().insert(at);
        }
    }
    for (words, lists) in of_words {
        let lists: Vec<String> = lists.into_iter().map(|at| format!("{at}:1")).collect();
        let _ = writeln!(packed, "{words}\t{}", lists.join(" "));
    }
    pack(&packed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_may_stand_in_several_lists() {
        let lists = [
            ("stone", ["flint", "agate", "flint"]),
            ("name", ["agate", "rose", "mica"]),
        ];
        let lists = lists.map(|(name, words)| (name.to_owned(), words.map(str::to_owned).to_vec()));
        let lists = WordLists::packed(pack_lists(&lists.into()));
        let of = |word: &str| Vec::from_iter(lists.of(&[word]).map(str::to_owned));
        assert_eq!(of("agate"), ["name", "stone"]);
        assert_eq!(of("flint"), ["stone"]);
        assert_eq!(of("mica"), ["name"]);
        assert!(of("").is_empty() && of("opal").is_empty());
    }

    #[test]
    fn without_lists_no_word_stands_in_one() {
        let lists = WordLists::packed(&[][..]);
        assert_eq!(lists.of(&["agate"]).count(), 0);
    }
}
