//! Finding words and phrases of a table in a text.

use std::ops::Range;

use quilto_domain::names::Lengths;
use quilto_text::time_limit;
use quilto_text::{Script, Symbol, TokenKind, Tokens, is_particles, normalize};
use rustc_hash::FxHashMap;

/// No phrase is longer than this many words.
const LONGEST: usize = 6;

/// Phrases and what they mean. Spaces, hyphens and apostrophes inside a phrase are ignored on both
/// sides (`time out`, `time-out`); a phrase that ends in `*` matches any ending of its last word, one
/// that ends in `:` only where a colon follows, and one that begins with `*` any Hangul word that ends so.
#[derive(Clone, Debug)]
pub struct Phrases<T> {
    whole: Table<T>,
    stems: Table<T>,
    /// The longest of both, in bytes.
    longest: usize,
    /// Whether a phrase ends in a colon.
    colons: bool,
    /// Ends of Hangul words.
    ends: Vec<(Box<str>, Vec<T>)>,
}

/// Phrases without spaces, and their lengths: of the beginnings of a word few are looked up.
#[derive(Clone, Debug)]
struct Table<T> {
    meanings: FxHashMap<Box<str>, Vec<T>>,
    lengths: Lengths,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self {
            meanings: FxHashMap::default(),
            lengths: Lengths::default(),
        }
    }
}

impl<T: PartialEq> Table<T> {
    fn add(&mut self, key: &str, meaning: T) {
        self.lengths.add(key);
        let meanings = self.meanings.entry(key.into()).or_default();
        if !meanings.contains(&meaning) {
            meanings.push(meaning);
        }
    }

    fn get(&self, key: &str) -> Option<&[T]> {
        let known = self.lengths.of(key).hold(key.len());
        let meanings = known.then(|| self.meanings.get(key))?;
        meanings.map(Vec::as_slice)
    }
}

impl<T> Default for Phrases<T> {
    fn default() -> Self {
        Self {
            whole: Table::default(),
            stems: Table::default(),
            longest: 0,
            colons: false,
            ends: Vec::new(),
        }
    }
}

/// A phrase in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit<T> {
    /// Its tokens.
    pub tokens: Range<usize>,
    /// What it means.
    pub meaning: T,
}

impl<T: Copy + PartialEq> Phrases<T> {
    /// Adds a phrase: `run*` is how a word begins, `*ing` how it ends.
    pub fn add(&mut self, phrase: &str, meaning: T) {
        if let Some(end) = phrase.strip_prefix('*') {
            self.ends.push((squash(end).into(), vec![meaning]));
            return;
        }
        let (phrase, table) = match phrase.strip_suffix('*') {
            Some(stem) => (stem, &mut self.stems),
            None => (phrase, &mut self.whole),
        };
        let key = squash(phrase);
        self.colons |= key.ends_with(':');
        self.longest = self.longest.max(key.len());
        if !key.is_empty() {
            table.add(&key, meaning);
        }
    }

    /// Every phrase of the text; at each place the longest only, and none inside another.
    pub fn find(&self, tokens: &Tokens) -> Vec<Hit<T>> {
        time_limit::check();
        let mut hits: Vec<Hit<T>> = Vec::new();
        let mut covered = 0;
        for start in 0..tokens.len() {
            if !starts_phrase(&tokens[start].kind) {
                continue;
            }
            let Some((end, meanings)) = self.longest_at(tokens, start) else {
                continue;
            };
            if end <= covered {
                continue;
            }
            covered = end;
            hits.extend(meanings.iter().map(|meaning| Hit {
                tokens: start..end,
                meaning: *meaning,
            }));
        }
        hits
    }

    fn longest_at(&self, tokens: &Tokens, start: usize) -> Option<(usize, &[T])> {
        let mut key = String::new();
        let mut best = None;
        let mut words = 0;
        for at in start..tokens.len() {
            let token = &tokens[at];
            if token.is(Symbol::Dash) || token.is(Symbol::Quote) {
                continue;
            }
            if !starts_phrase(&token.kind) {
                break;
            }
            words += 1;
            if words > LONGEST {
                break;
            }
            let before = key.len();
            if words > 1 && before >= self.longest {
                break;
            }
            key.extend(tokens.norm(at).chars().filter(|c| !is_joint(*c)));
            if self.colons
                && tokens
                    .get(at + 1)
                    .is_some_and(|next| next.is(Symbol::Colon))
            {
                key.push(':');
                let found = self.whole.get(&key);
                key.pop();
                if let Some(meanings) = found {
                    best = Some((at + 1, meanings));
                    continue;
                }
            }
            if let Some(meanings) = self.whole.get(&key) {
                best = Some((at + 1, meanings));
                continue;
            }
            let hangul = token.kind == TokenKind::Word(Script::Hangul);
            if let Some(meanings) = self.with_ending(&key, before, hangul) {
                best = Some((at + 1, meanings));
            } else if hangul && words == 1 {
                let ends = self
                    .ends
                    .iter()
                    .find(|(end, _)| key.len() > end.len() && key.ends_with(&**end));
                best = ends.map(|(_, meanings)| (at + 1, meanings.as_slice()));
            }
        }
        best
    }

    /// A stem, or a whole Korean word with particles, that ends inside the last word of `key`.
    fn with_ending(&self, key: &str, before: usize, hangul: bool) -> Option<&[T]> {
        let ends = (before + 1..=key.len().min(self.longest)).rev();
        let mut ends = ends.filter(|end| key.is_char_boundary(*end));
        ends.find_map(|end| {
            let whole = || {
                let rest = &key[end..];
                let meanings = self.whole.get(&key[..end]).filter(|_| !rest.is_empty())?;
                is_particles(rest).then_some(meanings)
            };
            let stem = self.stems.get(&key[..end]);
            stem.or_else(|| hangul.then(whole).flatten())
        })
    }
}

fn starts_phrase(kind: &TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Word(_) | TokenKind::Ordinal(_) | TokenKind::Number(_) | TokenKind::Quantity(_)
    )
}

fn is_joint(c: char) -> bool {
    c.is_whitespace() || matches!(c, '-' | '\'' | '’')
}

fn squash(phrase: &str) -> String {
    let mut phrase = normalize(phrase);
    phrase.retain(|c| !is_joint(c) && c != ',');
    phrase
}
