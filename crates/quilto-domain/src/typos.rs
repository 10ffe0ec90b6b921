//! The names that a misspelt word may mean.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::sync::{Arc, Mutex, PoisonError};

use quilto_text::{jamo, letters};
use rustc_hash::FxHashMap;

use super::names::table::Roles;

/// The long aliases, for comparing with misspelt words, by first letter and number of letters: a
/// slip changes neither the first letter nor the length by much, so that a word meets few of them.
#[derive(Debug, Default)]
pub(crate) struct Typos {
    names: FxHashMap<(char, usize), Vec<Name>>,
    /// What words were found to mean: people use the same words again and again.
    met: Mutex<FxHashMap<Box<str>, Option<NearestAlias>>>,
}

/// The alias nearest to a word, and what it stands for.
type NearestAlias = (Arc<str>, Roles);

/// No more words are remembered.
const MOST_MET: usize = 10_000;

#[derive(Debug)]
struct Name {
    alias: Cow<'static, str>,
    roles: Roles,
    mask: u64,
}

/// A misspelt Latin name has at least this many letters, a Korean one at least these (three
/// syllables).
const SHORTEST_LATIN: usize = 6;
/// A Latin word this long counts as misspelt where its letters are all there in another order.
const SHORTEST_SWAPPED: usize = 5;
const SHORTEST_HANGUL: usize = 7;

impl Typos {
    pub(crate) fn new(index: &FxHashMap<Cow<'static, str>, Roles>) -> Self {
        let mut names: FxHashMap<(char, usize), Vec<Name>> = FxHashMap::default();
        for (alias, roles) in index {
            if roles.term.is_none() && roles.family.is_none() {
                continue;
            }
            // Taken apart only when compared: most aliases never are.
            let Signature { mask, len, first } = signature(alias);
            if len >= shortest(alias) {
                names.entry((first, len)).or_default().push(Name {
                    mask,
                    alias: alias.clone(),
                    roles: *roles,
                });
            }
        }
        Self {
            names,
            met: Mutex::default(),
        }
    }

    /// The aliases that a word of this first letter and length could be a slip of, with their lengths.
    fn within_reach(&self, first: char, len: usize) -> impl Iterator<Item = (usize, &Name)> {
        (len.saturating_sub(MOST_SLIPS)..=len + MOST_SLIPS)
            .filter_map(move |other| Some((other, self.names.get(&(first, other))?)))
            .flat_map(|(other, names)| names.iter().map(move |name| (other, name)))
    }

    /// The alias nearest to a word, if one is near enough and no other is as near.
    pub(crate) fn nearest(&self, word: &str) -> Option<NearestAlias> {
        let met = || self.met.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(near) = met().get(word) {
            return near.clone();
        }
        let signature = signature(word);
        let len = signature.len;
        if len < shortest(word) || len > 40 || word.chars().any(|c| c.is_ascii_digit()) {
            return None;
        }
        let near = self.look_for(word, &signature);
        let mut met = met();
        if met.len() < MOST_MET {
            met.insert(word.into(), near.clone());
        }
        near
    }

    fn look_for(&self, word: &str, signature: &Signature) -> Option<NearestAlias> {
        let Signature { mask, len, first } = *signature;
        // Most words have no letters in common with a name.
        let letters = LazyCell::new(|| jamo(word));
        let mut best: Option<(usize, &Name)> = None;
        let mut tie = false;
        for (other_len, name) in self.within_reach(first, len) {
            let most = allowed(other_len.min(len), &name.alias);
            if other_len.abs_diff(len) > most || (mask ^ name.mask).count_ones() as usize > 2 * most
            {
                continue;
            }
            let other = jamo(&name.alias);
            let distance = strsim::osa_distance(&letters, &other);
            if distance == 0 || distance > most {
                continue;
            }
            let short = name.alias.is_ascii() && other_len.min(len) < SHORTEST_LATIN;
            if short && !same_letters(&letters, &other) {
                continue;
            }
            match best {
                Some((least, _)) if distance > least => {}
                // Of two spellings of one thing the first by letters, whatever order they come in.
                Some((least, other))
                    if distance == least && same_target(other.roles, name.roles) =>
                {
                    if name.alias < other.alias {
                        best = Some((distance, name));
                    }
                }
                Some((least, _)) if distance == least => tie = true,
                _ => {
                    best = Some((distance, name));
                    tie = false;
                }
            }
        }
        best.filter(|_| !tie)
            .map(|(_, name)| (Arc::from(&*name.alias), name.roles))
    }
}

fn same_letters(a: &str, b: &str) -> bool {
    let sorted = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    sorted(a) == sorted(b)
}

fn same_target(a: Roles, b: Roles) -> bool {
    a.term == b.term && a.family == b.family
}

fn shortest(word: &str) -> usize {
    if word.is_ascii() {
        SHORTEST_SWAPPED
    } else {
        SHORTEST_HANGUL
    }
}

/// The most slips that [`allowed`] allows.
const MOST_SLIPS: usize = 2;

/// One slip in a name of up to eight letters (ten in Korean letters), two in a longer one.
fn allowed(len: usize, alias: &str) -> usize {
    let long = if alias.is_ascii() { 9 } else { 12 };
    if len >= long { MOST_SLIPS } else { 1 }
}

/// What is known of a word before it is compared letter by letter.
struct Signature {
    /// Which letters it has, folded into 64 bits.
    mask: u64,
    /// How many.
    len: usize,
    first: char,
}

fn signature(word: &str) -> Signature {
    let mut signature = Signature {
        mask: 0,
        len: 0,
        first: '\0',
    };
    letters(word, |letter| {
        if signature.len == 0 {
            signature.first = letter;
        }
        signature.mask |= 1 << (u32::from(letter) % 64);
        signature.len += 1;
    });
    signature
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A long note may hold tens of thousands of unknown words: each must meet few names.
    #[test]
    fn a_word_meets_only_names_like_it() {
        let mut index = FxHashMap::default();
        for first in 'a'..='z' {
            for len in 6..26 {
                let alias = first.to_string() + &"o".repeat(len - 1);
                let roles = Roles {
                    term: Some(0),
                    ..Roles::default()
                };
                index.insert(Cow::from(alias), roles);
            }
        }
        let typos = Typos::new(&index);
        assert_eq!(index.len(), 26 * 20);
        assert_eq!(typos.within_reach('g', 12).count(), 5);
        assert_eq!(typos.within_reach('g', 60).count(), 0);
        let (near, _) = typos.nearest("gooooooooooz").unwrap();
        assert!(near.starts_with("goooo"), "{near}");
    }
}
