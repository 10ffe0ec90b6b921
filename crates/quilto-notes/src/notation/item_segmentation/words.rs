//! What single words are to a name: part of it, its end, or what joins it to the next.

use std::ops::Range;

use super::super::compiled_notation::Meaning;
use super::super::endings::{self, Ending};
use super::super::spans::around;
use super::{ItemMatch, ItemSegmenter, ItemSpan};
use quilto_domain::FreeNames;
use quilto_text::{Script, Symbol, TokenKind, Tokens, lexicon, particle_tail};

impl ItemSegmenter<'_, '_, '_> {
    /// "eggs", "bananas": several things are no part of another's name.
    pub(super) fn is_plural(&self, thing: &ItemSpan) -> bool {
        let at = thing.name.end - 1;
        let word = self.note.tokens.norm(at);
        let known = match thing.is {
            ItemMatch::Known(term) | ItemMatch::KindOf(term) => term.name.to_lowercase(),
            ItemMatch::Unknown => String::new(),
        };
        word.ends_with('s') && !word.ends_with("ss") && !known.ends_with('s')
    }

    pub(super) fn is_noun(&self, at: usize, free: &FreeNames) -> bool {
        let word = self.note.tokens.norm(at);
        let joined = joint_of(word).is_some_and(|joint| endings::is(joint, Ending::With));
        self.is_hangul(at)
            && (at == 0 || self.note.tokens[at].spaced)
            && self.is_word_of_name(at, free)
            && !endings::ends(word, &[Ending::Sentence])
            && !joined
            && !lexicon::core().stop_words.contains(word)
    }

    /// Whether a word behind a name is one that ends it, rather than goes on with a sentence.
    pub(super) fn ends_name(&self, at: usize) -> bool {
        let word = self.note.tokens.norm(at);
        lexicon::core().stop_words.contains(word)
            || self.joins(at)
            || word.chars().count() < 2
            || self.is_own(at)
    }

    /// Whether a word joins names.
    pub(super) fn joins(&self, at: usize) -> bool {
        endings::is(self.note.tokens.norm(at), Ending::And)
            || matches!(
                self.note.tokens[at].kind,
                TokenKind::Symbol(Symbol::And | Symbol::Plus)
            )
    }

    /// Whether a word parts names in this domain.
    pub(super) fn parts(&self, at: usize, free: &FreeNames) -> bool {
        free.parting
            .iter()
            .any(|word| word == self.note.tokens.norm(at))
    }

    /// Whether a word is of a group of this domain, or opens what it tells.
    pub(super) fn is_own(&self, at: usize) -> bool {
        let group = self.domain.notation.group.as_ref();
        let term = around(self.terms, at).iter().any(|place| {
            place.tokens.contains(&at) && group.is_some_and(|group| *group.kind == *place.term.kind)
        });
        term || around(self.hits, at)
            .iter()
            .any(|hit| hit.tokens.contains(&at) && hit.meaning == Meaning::Opens)
    }

    pub(super) fn is_hangul(&self, at: usize) -> bool {
        self.note.tokens[at].kind == TokenKind::Word(Script::Hangul)
    }

    /// Whether a word, or a dash inside one, can be part of a name.
    pub(super) fn is_part(&self, at: usize, free: &FreeNames) -> bool {
        let tokens = self.note.tokens;
        let word = tokens.norm(at);
        if tokens[at].is(Symbol::Dash) || tokens[at].is(Symbol::Quote) {
            return !tokens[at].spaced
                && tokens
                    .get(at + 1)
                    .is_some_and(|next| next.is_word() && !next.spaced);
        }
        let named = || {
            !endings::is(word, Ending::How)
                && !lexicon::core().stop_words.contains(word)
                && !endings::ends(word, &[Ending::Telling])
        };
        tokens[at].kind == TokenKind::Word(Script::Latin)
            && self.is_word_of_name(at, free)
            && (named() || self.is_how(at, free))
    }

    /// Whether nothing else is said by a word.
    fn is_word_of_name(&self, at: usize, free: &FreeNames) -> bool {
        let tokens = self.note.tokens;
        let word = tokens.norm(at);
        let cue = around(&self.note.cues, at);
        let hit = around(self.hits, at);
        let term = around(self.terms, at);
        tokens[at].is_word()
            && word.chars().count() > 1
            && !self.note.used[at]
            && !self.note.dead[at]
            && !self.foreign[at]
            && !free.outside.iter().any(|outside| outside == word)
            && !free.parting.iter().any(|parting| parting == word)
            && !self.joins(at)
            && tokens.units().word(word).is_none()
            && !cue.iter().any(|cue| cue.tokens.contains(&at))
            && !hit.iter().any(|hit| hit.tokens.contains(&at))
            && !term.iter().any(|term| term.tokens.contains(&at))
    }

    /// Whether a word only says how a thing was made, or how large it was.
    pub(super) fn is_how(&self, at: usize, free: &FreeNames) -> bool {
        free.qualifiers
            .iter()
            .any(|word| word == self.note.tokens.norm(at))
    }
}

/// "of", "a", "my" between an amount and a name.
pub(in super::super) fn is_small(tokens: &Tokens, at: usize) -> bool {
    let word = tokens.norm(at);
    endings::is(word, Ending::Of)
        || endings::is(word, Ending::Whose)
        || endings::is(word, Ending::The)
        || lexicon::core().articles.contains(word)
}

/// A name as typed, without what sticks to its end.
pub(in super::super) fn typed_name(tokens: &Tokens, name: &Range<usize>) -> String {
    let typed = tokens.slice(tokens.span_of(name.clone()));
    let last = name.end.saturating_sub(1);
    let hangul = tokens[last].kind == TokenKind::Word(Script::Hangul);
    match joint_of(tokens.norm(last)).filter(|_| hangul) {
        Some(joint) => typed.trim_end_matches(joint).to_owned(),
        None => typed.to_owned(),
    }
}

/// The particle at the end of a word that makes it a subject or joins it to the next.
pub(super) fn joint_of(word: &str) -> Option<&str> {
    let tail = particle_tail(word).map(|tail| &word[tail..])?;
    let joins = [Ending::Subject, Ending::With]
        .into_iter()
        .any(|ending| endings::is(tail, ending));
    joins.then_some(tail)
}
