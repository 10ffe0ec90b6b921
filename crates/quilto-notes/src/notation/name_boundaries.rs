//! Unknown words before numbers: what is told behind them is told of something else than what was
//! named before.

use std::ops::Range;

use super::collect::is_value_only;
use super::endings::{self, Ending};
use super::loaded_domain::LoadedDomain;
use super::note::Note;
use super::numeric_expressions::NumericExpression;
use super::open_clauses::goes_on_in_parts;
use super::spans::{around, within};
use super::unknown_names::{MOST_INSIDE, UnknownNames};
use quilto_text::{
    Script, Symbol, TokenKind, is_particles, is_verb_ending, lexicon, particle_tail,
};

/// So many small words may stand between a name and its numbers ("wizzles for 12").
const SMALL: usize = 2;

impl UnknownNames<'_, '_> {
    /// The unknown words that the numbers of a domain's own stretches are told of: "granite 80 wizzle
    /// 12 strokes", "…, then did wizzles 20 g", "3x10 wizzles, then granite".
    pub fn borders(&self, own: &[bool]) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for (at, piece) in self.note.pieces.iter().enumerate() {
            let start = piece.tokens.start;
            if !own[start] || self.note.used[start] || self.note.dead[start] || self.in_name(start)
            {
                continue;
            }
            let fits = self.could_be_rows(piece);
            let border = fits.then(|| self.border_before(at)).flatten();
            let border = border.or_else(|| self.name_behind(at));
            found.extend(border.filter(|border| found.last() != Some(border)));
        }
        found
    }

    /// The name right before a piece, or with small words between, that no known name stands nearer than.
    fn border_before(&self, at: usize) -> Option<Range<usize>> {
        let start = self.note.pieces[at].tokens.start;
        let clause = self.note.clause_of(start);
        let before = self.note.pieces_in(clause.start..start).last();
        let floor = before.map_or(clause.start, |before| before.tokens.end);
        if !within(self.taken, floor.saturating_sub(1)..start).is_empty() {
            return None;
        }
        let from = start.saturating_sub(SMALL).max(floor);
        let small = (from..start).rev().take_while(|at| self.is_small(*at));
        let end = small.last().unwrap_or(start);
        let name = (floor..end)
            .rev()
            .take_while(|at| self.is_name_word(*at))
            .last()?..end;
        let led = (floor..name.start).all(|at| self.is_small(at));
        (led && name.len() <= MOST_INSIDE).then_some(name)
    }

    /// "3x10 wizzles" at the beginning of what is told: the name right behind a compact form, where no
    /// other name could have it.
    fn name_behind(&self, at: usize) -> Option<Range<usize>> {
        let piece = &self.note.pieces[at];
        let clause = self.note.clause_of(piece.tokens.start);
        let (start, end) = (piece.tokens.start, piece.tokens.end);
        let alone = self.note.pieces_in(clause.clone()).len() == 1
            && within(self.taken, clause.clone()).is_empty();
        let led = (clause.start..start).all(|at| self.is_small(at));
        let sentence = self.note.sentence_of(start);
        let first = within(self.taken, sentence.start..start).is_empty();
        let then = clause.start < start && !first;
        let name = end..(end..clause.end)
            .take_while(|at| self.is_name_word(*at))
            .last()?
            + 1;
        let rest = (name.end..clause.end).all(|at| !self.note.tokens[at].is_word());
        (piece.operands.len() > 1
            && alone
            && led
            && (first || then)
            && rest
            && name.len() <= MOST_INSIDE)
            .then_some(name)
    }

    /// Whether a clause begins with unknown words before its first figure: "…, then wobbled 12 min".
    /// Verbs can be what was done.
    pub fn leads(&self, clause: &Range<usize>) -> bool {
        let Some(first) = self.note.pieces_in(clause.clone()).first() else {
            return false;
        };
        let start = first.tokens.start;
        let free =
            |at: &usize| self.is_free_word(*at) && !self.counts(*at) || self.is_name_word(*at);
        let begins = (clause.start..start).find(|at| !self.is_small(*at));
        let words = begins.map_or(0, |begins| (begins..start).take_while(free).count());
        let mut rest = begins.map_or(start, |begins| begins + words)..start;
        (1..=MOST_INSIDE).contains(&words) && rest.all(|at| self.is_small(at))
    }

    /// Whether a word could be a name or a part of one: in Korean a noun, as far as its end tells.
    fn is_name_word(&self, at: usize) -> bool {
        let tokens = self.note.tokens;
        let word = tokens.norm(at);
        let noun = || {
            let tails = (1..word.len()).filter(|at| word.is_char_boundary(*at));
            // "가볍게 60으로": what is told by what, or where, is no name.
            let case = particle_tail(word).map(|at| &word[at..]);
            let names = case.is_none_or(|tail| endings::is(tail, Ending::Subject));
            tokens[at].kind == HANGUL
                && tokens[at].spaced
                && names
                && !self.note.used[at]
                && self.could_name(at)
                && !self.is_refused(at)
                && !tails.map(|at| &word[at..]).any(is_verb_ending)
        };
        let short = [Ending::Short, Ending::Tells];
        let short = short.iter().any(|ending| endings::is(word, *ending));
        let modifies = self.domain.module.vocabulary().is_modifier(word);
        !short && !modifies && !self.counts(at) && (self.is_qualifier(at) || noun())
    }

    fn in_name(&self, at: usize) -> bool {
        let mut names = around(self.taken, at).iter();
        names.any(|name| name.contains(&at))
    }

    /// Whether a number could say something of rows.
    fn could_be_rows(&self, piece: &NumericExpression) -> bool {
        let mut values = piece.operands.iter().chain(&piece.at);
        let domain = &self.domain;
        !is_value_only(&domain.compiled, &domain.hits, piece)
            && values.any(|value| value.unit.is_none() || self.role(value).is_some())
    }

    /// Whether a word joins or begins what is told, and says nothing of it.
    pub(super) fn is_small(&self, at: usize) -> bool {
        const SMALL: [Ending; 6] = [
            Ending::Source,
            Ending::Done,
            Ending::Reached,
            Ending::And,
            Ending::At,
            Ending::Counts,
        ];
        let word = self.note.tokens.norm(at);
        let sign = [Symbol::Colon, Symbol::And, Symbol::Slash];
        lexicon::core().stop_words.contains(word)
            || SMALL.iter().any(|ending| endings::is(word, *ending))
            || sign.iter().any(|sign| self.note.tokens[at].is(*sign))
    }

    /// Whether a word counts something, be it with a particle ("sets", "세트는", "세트당").
    fn counts(&self, at: usize) -> bool {
        let word = self.note.tokens.norm(at);
        let units = self.note.tokens.units();
        let stems = word.char_indices().map(|(at, c)| at + c.len_utf8());
        let mut stems = stems.map(|end| word.split_at(end));
        units.word(word).is_some()
            || stems.any(|(stem, tail)| {
                let sticks = is_particles(tail) || endings::is(tail, Ending::Per);
                sticks && self.note.tokens[at].kind == HANGUL && units.word(stem).is_some()
            })
    }
}

const HANGUL: TokenKind = TokenKind::Word(Script::Hangul);

/// Clauses that begin with unknown words, where a record without rows was told before them: whose their
/// figures are, nothing tells ("ran 5 km, wobbled 12 min").
pub(super) fn estranged(
    note: &Note,
    loaded: &[LoadedDomain],
    owned: &[Option<usize>],
    known: &[bool],
) -> Vec<Range<usize>> {
    let mut told: Vec<Option<Range<usize>>> = vec![None; loaded.len()];
    let mut found: Vec<Range<usize>> = Vec::new();
    for piece in &note.pieces {
        let start = piece.tokens.start;
        let Some(owner) = owned[start].filter(|_| !note.used[start] && !note.dead[start]) else {
            continue;
        };
        let clause = note.clause_of(start);
        if told[owner].as_ref() == Some(&clause) || found.last() == Some(&clause) {
            continue;
        }
        let domain = &loaded[owner].compiled;
        let records = domain.notation.item.rows.is_none() && domain.notation.group.is_none();
        let unknown = UnknownNames {
            note,
            domain: &loaded[owner],
            taken: &[],
            known,
        };
        let parts = piece.operands.len() > 1 || goes_on_in_parts(note, domain, &clause);
        if records && told[owner].is_some() && !parts && unknown.leads(&clause) {
            found.push(clause);
        } else {
            told[owner] = Some(clause);
        }
    }
    found
}
