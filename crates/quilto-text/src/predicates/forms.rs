//! What letters are a form of: stems, and the endings that hang on them.

use std::collections::HashSet;

use super::file::{Endings, Ends, File};
use super::stem::Stem;
use crate::hangul::jamo;

/// The letter of the past.
const PAST: char = 'ㅆ';

/// What a form does in its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It stands before a noun: 간.
    Noun,
    /// It is a noun: 감.
    Name,
    /// It ends a clause, or joins it to the next.
    End,
}

/// All stems and endings, in letters.
#[derive(Debug)]
pub(super) struct Forms {
    pub(super) copula: Stem,
    pub(super) done: Vec<Stem>,
    stems: Vec<Stem>,
    after_joined: Vec<Stem>,
    after_stem: Vec<(String, Vec<Stem>)>,
    endings: Endings<HashSet<String>>,
    asking: HashSet<String>,
    polite: Vec<String>,
}

impl Ends<HashSet<String>> {
    fn role(&self, rest: &str, polite: &[String]) -> Option<Role> {
        if self.noun.contains(rest) {
            return Some(Role::Noun);
        }
        if self.name.contains(rest) {
            return Some(Role::Name);
        }
        let mut bare = polite.iter().filter_map(|end| rest.strip_suffix(&**end));
        let ends = self.end.contains(rest) || bare.any(|rest| self.end.contains(rest));
        ends.then_some(Role::End)
    }
}

impl Forms {
    pub(super) fn new(file: &File) -> Self {
        let letters = |list: &[String]| list.iter().map(|one| jamo(one)).collect::<HashSet<_>>();
        let ends = |of: &Ends<Vec<String>>| Ends {
            noun: letters(&of.noun),
            name: letters(&of.name),
            end: letters(&of.end),
        };
        let stems = |list: &[String], plain: bool| {
            let all = list.iter().map(|stem| Stem::new(stem, plain, file));
            all.collect::<Vec<_>>()
        };
        let mut all = stems(&file.plain, true);
        all.extend(stems(&file.telling, false));
        let by_ending = file.leaning.stem.iter();
        Self {
            copula: Stem::new(&file.copula, true, file),
            done: stems(&file.done, true),
            stems: all,
            after_joined: stems(&file.leaning.joined, true),
            after_stem: by_ending
                .map(|(ending, list)| (jamo(ending), stems(list, true)))
                .collect(),
            endings: Endings {
                stem: ends(&file.endings.stem),
                open: ends(&file.endings.open),
                joined: ends(&file.endings.joined),
                past: ends(&file.endings.past),
            },
            asking: letters(&file.asking),
            polite: file.polite.iter().map(|end| jamo(end)).collect(),
        }
    }

    /// What letters are a form of a stem as.
    pub(super) fn form(&self, letters: &str, stem: &Stem) -> Option<Role> {
        let ends = &self.endings;
        let after = |bases: &[String], read: &dyn Fn(&str) -> Option<Role>| {
            let mut rests = bases
                .iter()
                .filter_map(|base| letters.strip_prefix(&**base));
            rests.find_map(read)
        };
        let of = |leaning: &[Stem], rest: &str| {
            let mut all = leaning.iter();
            (!rest.is_empty()).then(|| all.find_map(|stem| self.form(rest, stem)))?
        };
        after(&stem.stem, &|rest| {
            ends.stem.role(rest, &self.polite).or_else(|| {
                let mut all = self.after_stem.iter();
                all.find_map(|(ending, leaning)| of(leaning, rest.strip_prefix(&**ending)?))
            })
        })
        .or_else(|| after(&stem.open, &|rest| ends.open.role(rest, &self.polite)))
        .or_else(|| {
            after(&stem.joined, &|rest| {
                let past = rest.strip_prefix(PAST).and_then(|rest| self.past(rest));
                past.or_else(|| ends.joined.role(rest, &self.polite))
                    .or_else(|| of(&self.after_joined, rest))
            })
        })
    }

    /// What stands behind the ㅆ of the past; it may be said twice (갔었어).
    fn past(&self, rest: &str) -> Option<Role> {
        let twice = ["ㅇㅓㅆ", "ㄱㅔㅆ"];
        let mut again = twice.iter().filter_map(|twice| rest.strip_prefix(twice));
        let role = |rest: &str| self.endings.past.role(rest, &self.polite);
        role(rest).or_else(|| again.find_map(role))
    }

    /// What a word is a form of, and whether all that it may be a form of is plain.
    pub(super) fn read(&self, word: &str) -> Option<(Role, bool)> {
        let letters = jamo(word);
        let mut role = None;
        let mut plain = true;
        for stem in &self.stems {
            if let Some(found) = self.form(&letters, stem) {
                // Alone, a stem of one syllable is as likely a name.
                if word.chars().nth(1).is_none() && found != Role::Noun {
                    continue;
                }
                role = role.filter(|role| *role == Role::Noun).or(Some(found));
                plain &= stem.plain;
            }
        }
        role.map(|role| (role, plain))
    }

    /// Whether a word is of the past and asks, of whatever stem.
    pub(super) fn asks_of_past(&self, word: &str) -> bool {
        let letters = jamo(word);
        let mut ends = letters.match_indices(PAST).map(|(at, _)| &letters[at..]);
        word.chars().nth(1).is_some()
            && ends.any(|end| {
                let end = end.trim_start_matches(PAST);
                let mut bare = self.polite.iter().filter_map(|of| end.strip_suffix(&**of));
                self.asking.contains(end) || bare.any(|end| self.asking.contains(end))
            })
    }
}
