//! Finding cue words in a sentence.
//!
//! A cue is written in the lexicon as a run of words. Latin cues match whole words; Hangul cues are
//! compared without spaces, because people space Korean freely and hang particles on everything.

use std::ops::Range;
use std::sync::OnceLock;

use serde::Deserialize;

use crate::text::{is_particles, particle_tail};

use super::words::{Letters, Words};

/// A cue of the lexicon, taken apart once.
#[derive(Clone, Debug)]
struct Cue {
    text: String,
    /// Its words, where it is Latin.
    parts: Vec<String>,
    /// The letters it has.
    letters: Letters,
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
        Self {
            letters: if hangul {
                Letters::of(&text)
            } else {
                parts
                    .iter()
                    .filter(|part| *part != "*")
                    .map(|part| Letters::of(part))
                    .collect()
            },
            text,
            parts,
            at_start,
            at_end,
            hangul,
            whole,
        }
    }

    /// Where it stands among `words`, as a range of word indexes; `start` is where the sentence
    /// begins once openers are skipped.
    fn find_in(
        &self,
        words: &Words,
        start: usize,
        free: &dyn Fn(usize) -> bool,
    ) -> Option<Range<usize>> {
        // Most cues have a letter that the sentence does not have.
        if !words.letters().hold(self.letters) {
            return None;
        }
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

    /// How much it says: the longer cue wins.
    fn weight(&self) -> usize {
        if self.hangul {
            self.text.chars().count() * 3
        } else {
            self.text.chars().count() + self.parts.len()
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
    cues: OnceLock<Vec<Cue>>,
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

    fn iter(&self) -> impl Iterator<Item = &Cue> {
        let read = || {
            let written = self.written.iter();
            written.map(|cue| Cue::new(cue, self.whole)).collect()
        };
        self.cues.get_or_init(read).iter()
    }

    /// The heaviest cue that stands in the sentence.
    pub fn find(&self, words: &Words) -> Option<Hit> {
        self.find_where(words, &|_| true)
    }

    /// The heaviest cue that stands on words for which `free` holds.
    pub fn find_where(&self, words: &Words, free: &dyn Fn(usize) -> bool) -> Option<Hit> {
        let mut best: Option<Hit> = None;
        for cue in self.iter() {
            let weight = cue.weight();
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
        self.iter()
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

/// A Hangul word without the particle that hangs on it.
pub fn bare(word: &str) -> &str {
    particle_tail(word).map_or(word, |at| word.get(..at).unwrap_or(word))
}

/// Whether a Hangul word is a verb in the past: a syllable that closes with ㅆ before one of the
/// endings of verbs ("봤어", "썼나요").
pub fn past_tense(word: &str) -> bool {
    const SSANG_SIOT: u32 = 20;
    const ENDINGS: &[&str] = &[
        "어", "어요", "지", "지요", "죠", "나", "나요", "니", "냐", "더라", "는지", "던",
    ];
    ENDINGS.iter().any(|ending| {
        let stem = word
            .strip_suffix(ending)
            .and_then(|stem| stem.chars().last());
        stem.is_some_and(|c| {
            is_hangul(c)
                && ('가'..='힣').contains(&c)
                && (u32::from(c) - u32::from('가')) % 28 == SSANG_SIOT
        })
    })
}

/// Whether a word is a verb of the past that joins a clause to the next one ("했고").
pub fn joins_clauses(word: &str) -> bool {
    ended(word).is_some()
}

/// A verb of the past that joins clauses, ended instead: "했고" as "했어".
pub fn ended(verb: &str) -> Option<String> {
    let stem = verb.strip_suffix('고')?;
    let past = past_tense(&format!("{stem}어"));
    past.then(|| format!("{stem}어"))
}

/// The same word, a plural s of a longer word aside.
fn same(word: &str, part: &str) -> bool {
    word == part || part.len() > 3 && word.strip_suffix('s') == Some(part)
}

/// Whether a character is a Hangul syllable or letter.
pub fn is_hangul(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7af}')
}
