//! Finding cue words in a sentence.
//!
//! A cue is written in the lexicon as a run of words. Latin cues match whole words; Hangul cues are
//! compared without spaces, because people space Korean freely and hang particles on everything.

use std::ops::Range;
use std::sync::OnceLock;

use serde::Deserialize;

pub use super::hangul::{bare, is_hangul, joins_clauses};
use super::words::{Letters, Words};
use quilto_text::is_particles;
pub use quilto_text::past_tense;

/// A cue of the lexicon, taken apart once.
#[derive(Clone, Debug)]
struct Cue {
    text: String,
    /// Its words, where it is Latin.
    parts: Vec<String>,
    /// How much it says: the longer cue wins.
    weight: usize,
    at_start: bool,
    at_end: bool,
    hangul: bool,
    whole: bool,
}

impl Cue {
    /// Reads a cue as the lexicon writes it: `^` ties it to the start, `$` to the end.
    fn new(written: &str, whole: bool) -> Self {
        let at_start = written.starts_with('^');
        let at_end = written.ends_with('$');
        let bare = written.trim_start_matches('^').trim_end_matches('$');
        let hangul = bare.chars().any(is_hangul);
        let text = if hangul {
            bare.chars().filter(|c| !c.is_whitespace()).collect()
        } else {
            bare.to_owned()
        };
        let parts = if hangul {
            Vec::new()
        } else {
            Words::read(bare).iter().map(|w| w.text.clone()).collect()
        };
        let letters = text.chars().count();
        Self {
            weight: if hangul {
                letters * 3
            } else {
                letters + parts.len()
            },
            text,
            parts,
            at_start,
            at_end,
            hangul,
            whole,
        }
    }

    /// The letters it has.
    fn letters(&self) -> Letters {
        if self.hangul {
            return Letters::of(&self.text);
        }
        let parts = self.parts.iter().filter(|part| *part != "*");
        parts.map(|part| Letters::of(part)).collect()
    }

    /// Where it stands among `words`, as a range of word indexes; `start` is where the sentence
    /// begins once openers are skipped.
    fn find_in(
        &self,
        words: &Words,
        start: usize,
        free: &dyn Fn(usize) -> bool,
    ) -> Option<Range<usize>> {
        if self.hangul {
            self.find_hangul(words, start, free)
        } else {
            self.find_latin(words, start, free)
        }
    }

    fn find_latin(
        &self,
        words: &Words,
        start: usize,
        free: &dyn Fn(usize) -> bool,
    ) -> Option<Range<usize>> {
        let n = self.parts.len();
        if n == 0 || words.len() < n {
            return None;
        }
        let last = words.len() - n;
        let from = match (self.at_start, self.at_end) {
            (true, _) => start,
            (false, true) => last,
            (false, false) => 0,
        };
        let to = if self.at_start { start.min(last) } else { last };
        (from..=to).find_map(|at| {
            if self.at_end && at != last {
                return None;
            }
            let fits = self.parts.iter().enumerate().all(|(i, part)| {
                free(at + i) && (part == "*" || same(&words.at(at + i).text, part))
            });
            fits.then_some(at..at + n)
        })
    }

    fn find_hangul(
        &self,
        words: &Words,
        start: usize,
        free: &dyn Fn(usize) -> bool,
    ) -> Option<Range<usize>> {
        let short = self.text.chars().count() == 1;
        let first = self.text.chars().next();
        let places = if self.at_start {
            start..words.len().min(start + 1)
        } else {
            0..words.len()
        };
        for at in places {
            if !free(at) {
                continue;
            }
            let word = words.at(at).text.as_str();
            for (offset, c) in word.char_indices() {
                if offset > 0 && (self.at_start || short) {
                    break;
                }
                if Some(c) != first {
                    continue;
                }
                if let Some(end) = self.fits_from(words, at, offset, free) {
                    let last = &words.at(end - 1).text;
                    let rest = last.strip_prefix(self.text.as_str()).unwrap_or_default();
                    if short && self.whole && !rest.is_empty() && !is_particles(rest) {
                        continue;
                    }
                    return Some(at..end);
                }
            }
        }
        None
    }

    /// Compares from a place inside a word onwards, running over word bounds.
    fn fits_from(
        &self,
        words: &Words,
        at: usize,
        offset: usize,
        free: &dyn Fn(usize) -> bool,
    ) -> Option<usize> {
        let mut rest = self.text.as_str();
        let mut index = at;
        let mut have = &words.at(at).text[offset..];
        loop {
            if let Some(after) = have.strip_prefix(rest) {
                let ends = !self.at_end || after.is_empty() && index + 1 == words.len();
                return ends.then_some(index + 1);
            }
            rest = rest.strip_prefix(have)?;
            index += 1;
            if index >= words.len() || !free(index) {
                return None;
            }
            have = words.at(index).text.as_str();
        }
    }
}

/// A list of cues that mean the same. They are taken apart when they are first looked for: most
/// sentences need few of the lists there are.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(from = "Vec<String>")]
pub struct Cues {
    written: Vec<String>,
    /// Whether a single syllable must be a word of its own.
    whole: bool,
    cues: OnceLock<CueIndex>,
}

/// Cues taken apart.
#[derive(Clone, Debug)]
struct CueIndex {
    cues: Vec<Cue>,
    /// The letters of each: most cues have one that the sentence does not have, and are not looked at.
    letters: Vec<Letters>,
}

impl From<Vec<String>> for Cues {
    fn from(written: Vec<String>) -> Self {
        Self {
            written,
            ..Self::default()
        }
    }
}

/// A cue that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// The words it covers.
    pub words: Range<usize>,
    /// How much it says; of two meanings the heavier one is meant.
    pub weight: usize,
}

impl Cues {
    /// Cues as the lexicon writes them.
    pub fn new<'a>(written: impl IntoIterator<Item = &'a String>) -> Self {
        Self::from(written.into_iter().cloned().collect::<Vec<String>>())
    }

    /// The words of a domain. A single syllable must be a word of its own, particles aside: there
    /// are too many words that begin like it.
    pub fn of_domain<'a>(written: impl IntoIterator<Item = &'a String>) -> Self {
        Self {
            whole: true,
            ..Self::new(written)
        }
    }

    fn apart(&self) -> &CueIndex {
        self.cues.get_or_init(|| {
            let written = self.written.iter();
            let cues: Vec<Cue> = written.map(|cue| Cue::new(cue, self.whole)).collect();
            CueIndex {
                letters: cues.iter().map(Cue::letters).collect(),
                cues,
            }
        })
    }

    fn iter(&self) -> impl Iterator<Item = &Cue> {
        self.apart().cues.iter()
    }

    /// Those all letters of which a sentence has.
    fn possible(&self, words: &Words) -> impl Iterator<Item = &Cue> {
        let CueIndex { cues, letters } = self.apart();
        let sentence = words.letters();
        let possible = letters.iter().zip(cues);
        possible
            .filter(move |(letters, _)| sentence.hold(**letters))
            .map(|(_, cue)| cue)
    }

    /// The heaviest cue that stands in the sentence.
    pub fn find(&self, words: &Words) -> Option<Hit> {
        self.find_where(words, &|_| true)
    }

    /// The heaviest cue that stands on words for which `free` holds.
    pub fn find_where(&self, words: &Words, free: &dyn Fn(usize) -> bool) -> Option<Hit> {
        let mut best: Option<Hit> = None;
        for cue in self.possible(words) {
            let weight = cue.weight;
            if best.as_ref().is_some_and(|b| b.weight >= weight) {
                continue;
            }
            if let Some(found) = cue.find_in(words, words.opened(), free) {
                best = Some(Hit {
                    words: found,
                    weight,
                });
            }
        }
        best
    }

    /// Whether one of them stands in the sentence.
    pub fn hold(&self, words: &Words) -> bool {
        self.possible(words)
            .any(|cue| cue.find_in(words, words.opened(), &|_| true).is_some())
    }

    /// The Latin words that the cues are made of.
    pub fn parts(&self) -> impl Iterator<Item = String> + '_ {
        self.iter()
            .filter(|cue| !cue.hangul)
            .flat_map(|cue| cue.parts.iter().cloned())
    }

    /// Whether this word alone is one of them.
    pub fn is(&self, word: &str) -> bool {
        self.iter().any(|cue| cue.text == word)
    }

    /// Whether a word ends in one of them (Korean endings).
    pub fn end_of(&self, word: &str) -> bool {
        self.iter().any(|cue| word.ends_with(cue.text.as_str()))
    }

    /// What stands before the one that a word ends in.
    pub fn before<'w>(&self, word: &'w str) -> Option<&'w str> {
        let mut stems = self
            .iter()
            .filter_map(|cue| word.strip_suffix(cue.text.as_str()));
        stems.find(|stem| !stem.is_empty())
    }

    /// Whether a word begins with one of them.
    pub fn begin(&self, word: &str) -> bool {
        self.iter().any(|cue| word.starts_with(cue.text.as_str()))
    }
}

impl Words {
    /// Skips words that open a sentence without saying anything ("so", "hey").
    #[must_use]
    pub fn opened_by(self, openers: &Cues) -> Self {
        self.opened_by_each(|word| openers.is(word))
    }
}

/// The same word, a plural s of a longer word aside.
fn same(word: &str, part: &str) -> bool {
    word == part || part.len() > 3 && word.strip_suffix('s') == Some(part)
}
