//! Aliases at places of a text.

use std::ops::Range;

use super::super::names::table::Roles;
use super::{Atom, Finder, MAX_JOINED, MAX_TOKENS};
use quilto_text::{Symbol, TokenKind, is_josa, is_particles, is_verb_ending, may_follow_noun};

impl Finder<'_> {
    pub(super) fn atoms(&self) -> Vec<Atom> {
        let mut atoms = Vec::new();
        let mut index = 0;
        while index < self.tokens.len() {
            let begins = matches!(
                self.tokens[index].kind,
                TokenKind::Word(_)
                    | TokenKind::Number(_)
                    | TokenKind::Ordinal(_)
                    | TokenKind::Quantity(_)
            );
            let start = self.flat.starts[index];
            match begins
                .then(|| self.chain(start, index, MAX_JOINED))
                .flatten()
            {
                Some(chain) => {
                    index = chain.last().map_or(index + 1, |atom| atom.tokens.end);
                    atoms.extend(chain);
                }
                None => index += 1,
            }
        }
        atoms
    }

    /// The longest alias at a place, and those that follow it in the same run of letters.
    pub(super) fn chain(&self, start: usize, token: usize, depth: usize) -> Option<Vec<Atom>> {
        let limit = self.limit(start, token);
        let text = &self.flat.text;
        let mut end_token = token;
        while end_token < self.tokens.len() && self.flat.starts[end_token + 1] < limit {
            end_token += 1;
        }
        let inside_run = start != self.flat.starts[token];
        let lengths = self.vocabulary.lengths.of(&text[start..]);
        for end in (start + 1..=limit).rev() {
            let length = end - start;
            // Of a plural one or two letters are left out.
            let plural = || {
                text.as_bytes()[end - 1] == b's'
                    && (1..=2).any(|less| length > less && lengths.hold(length - less))
            };
            if !text.is_char_boundary(end) || !(lengths.hold(length) || plural()) {
                continue;
            }
            while end_token > token && self.flat.starts[end_token] >= end {
                end_token -= 1;
            }
            let Some((roles, alias_end)) = self.lookup(start, end) else {
                continue;
            };
            let run = self.flat.token(end_token);
            let atom = |tokens| Atom {
                roles,
                exact: true,
                flat: start..end,
                tokens,
                alias: start..alias_end,
                corrected: None,
                taken: false,
            };
            if self.splits_brackets(token..end_token + 1) {
                continue;
            }
            if end == run.end {
                return Some(vec![atom(token..end_token + 1)]);
            }
            if self.token_follows(start..end, run.clone(), end_token) {
                return Some(vec![atom(token..end_token + 1)]);
            }
            // A further name in the same run: 장미석영.
            let long_enough = alias_end - start >= 2 && run.end - end >= 3;
            if depth > 1
                && long_enough
                && self.is_letters(end_token)
                && let Some(mut rest) = self.chain(end, end_token, depth - 1)
                && (inside_run
                    || rest.iter().any(Atom::is_name)
                    || roles.term.is_some()
                    || roles.family.is_some())
            {
                rest.insert(0, atom(token..end_token + 1));
                return Some(rest);
            }
        }
        None
    }

    /// Whether a bracket opens among the tokens and what it encloses goes on behind them.
    pub(super) fn splits_brackets(&self, tokens: Range<usize>) -> bool {
        let count = |symbol| {
            self.tokens[tokens.clone()]
                .iter()
                .filter(|token| token.is(symbol))
                .count()
        };
        count(Symbol::Open) > count(Symbol::Close)
            && !self
                .tokens
                .get(tokens.end)
                .is_some_and(|token| token.is(Symbol::Close))
    }

    pub(super) fn is_letters(&self, token: usize) -> bool {
        matches!(self.tokens[token].kind, TokenKind::Word(_))
    }

    /// How far an alias that begins here can reach: over words, numbers and the signs that names
    /// have inside, within a line.
    pub(super) fn limit(&self, start: usize, token: usize) -> usize {
        let mut end = token;
        while end < self.tokens.len() && end < token + MAX_TOKENS {
            let inside = match self.tokens[end].kind {
                TokenKind::Newline
                | TokenKind::Clock(_)
                | TokenKind::Pace(_)
                | TokenKind::Date(_) => false,
                TokenKind::Symbol(symbol) => matches!(
                    symbol,
                    Symbol::Dash | Symbol::Open | Symbol::Close | Symbol::Quote | Symbol::And
                ),
                _ => true,
            };
            if !inside {
                break;
            }
            end += 1;
        }
        // One more letter than the longest alias, for a plural.
        let reach = start + self.vocabulary.longest + 2;
        self.flat.starts[end.max(token)]
            .min(reach)
            .min(self.flat.text.len())
    }

    /// The alias that a stretch of letters is, with or without a plural s.
    pub(super) fn lookup(&self, start: usize, end: usize) -> Option<(Roles, usize)> {
        let key = &self.flat.text[start..end];
        let index = &self.vocabulary.index;
        if let Some(roles) = index.get(key) {
            return Some((*roles, end));
        }
        let stem = key.strip_suffix('s')?;
        if stem.len() < 2 || !stem.ends_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        if let Some(roles) = index.get(stem) {
            return Some((*roles, end - 1));
        }
        let stem = stem.strip_suffix('e').filter(|stem| stem.len() > 2)?;
        if hisses(stem)
            && let Some(roles) = index.get(stem)
        {
            return Some((*roles, end - 2));
        }
        let stem = stem.strip_suffix('i')?;
        let singular = format!("{stem}y");
        index.get(singular.as_str()).map(|roles| (*roles, end - 2))
    }

    /// Whether what follows a name within the last token may do so: Korean particles or a verb.
    pub(super) fn token_follows(
        &self,
        name: Range<usize>,
        run: Range<usize>,
        token: usize,
    ) -> bool {
        let rest = &self.flat.text[name.end..run.end];
        if !rest.starts_with(quilto_text::is_syllable) {
            return false;
        }
        if !self.is_letters(token) {
            return false;
        }
        let name = &self.flat.text[name];
        // A verb stem may be the rest of another word when the name is short.
        let syllables = name.chars().count();
        if syllables >= 2 && !name.is_ascii() {
            syllables > 2 && may_follow_noun(rest) || is_particles(rest) || is_verb_ending(rest)
        } else {
            is_josa(rest)
        }
    }
}

/// Whether the plural of a word is made with "es": "dales" are no dals.
fn hisses(word: &str) -> bool {
    ["s", "x", "z", "ch", "sh", "o"]
        .iter()
        .any(|end| word.ends_with(end))
}
