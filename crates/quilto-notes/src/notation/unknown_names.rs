//! Names that no vocabulary knows: kept as typed, and nothing told of them goes to a neighbour.

use std::ops::Range;

use super::cues::Cue;
use super::endings::{self, Ending};
use super::loaded_domain::{LoadedDomain, opens};
use super::note::Note;
use super::numeric_expressions::{NumericExpression, NumericValue, ValueKind};
use super::slot_values;
use super::spans::{around, within};
use quilto_domain::SlotRole;
use quilto_text::{Script, Symbol, TokenKind, lexicon, particle_tail};

/// A name may have this many words.
const MOST_WORDS: usize = 4;
/// Behind other numbers of its clause, or before a known name, it may have this many.
pub(super) const MOST_INSIDE: usize = 2;

/// What tells whether words could be a name.
pub(super) struct UnknownNames<'a, 't> {
    pub note: &'a Note<'t>,
    /// The domain whose items have the name.
    pub domain: &'a LoadedDomain<'a>,
    /// The places of known names, in order.
    pub taken: &'a [Range<usize>],
    /// Tokens of all known names and words.
    pub known: &'a [bool],
}

impl UnknownNames<'_, '_> {
    /// Places of unknown names: `words: <numbers>` at the beginning of a line, or words right before
    /// numbers that could be rows, at the beginning of a clause or behind other numbers.
    pub fn names(&self) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        let pieces = &self.note.pieces;
        for (at, piece) in pieces.iter().enumerate() {
            // A quantity right before the form is told of the same name.
            if at > 0 && pieces[at - 1].tokens.end == piece.tokens.start {
                continue;
            }
            found.extend(self.name_before(at));
        }
        found
    }

    fn name_before(&self, at: usize) -> Option<Range<usize>> {
        let (note, tokens) = (self.note, self.note.tokens);
        let piece = &note.pieces[at];
        let clause = note.clause_of(piece.tokens.start);
        let mut end = piece.tokens.start;
        let colon = end > clause.start && tokens[end - 1].is(Symbol::Colon);
        end -= usize::from(colon);
        let mut start = end;
        // "…, then wizzles 60 3x5"
        let opens = note.first_cue_in(clause.start..clause.start + 1, Cue::Then);
        let from = opens.map_or(clause.start, |then| then.tokens.end);
        while start > from {
            let token = &tokens[start - 1];
            let joined = token.is(Symbol::Dash) && !token.spaced;
            let named = around(self.taken, start - 1)
                .iter()
                .any(|name| name.contains(&(start - 1)));
            if !(token.is_word() || joined) || note.used[start - 1] || named {
                break;
            }
            start -= 1;
        }
        let words: Vec<usize> = (start..end).filter(|at| tokens[*at].is_word()).collect();
        if words.is_empty() || words.len() > MOST_WORDS {
            return None;
        }
        let fresh = note.pieces_in(clause.start..start).is_empty();
        // Everything before the name in its clause must be marks or a number, or it is a sentence.
        let prose = fresh && (from..start).any(|at| tokens[at].is_word());
        let refused = words.iter().any(|at| self.is_refused(*at));
        // Words that only say how ("heavy 5x5") name nothing.
        let how = |at: &usize| endings::is(tokens.norm(*at), Ending::How);
        let only_how = words.iter().all(how);
        // "then with a band 3x5": what it was done with is no name.
        let by = opens.is_some() && words.iter().any(|at| self.is_means(*at));
        // "…, averaged 60x8" goes on with the name before.
        let tells = |at: &usize| endings::is(tokens.norm(*at), Ending::Tells);
        let goes_on = (!fresh || opens.is_some()) && words.iter().any(tells);
        if prose || refused || only_how || by || goes_on {
            return None;
        }
        let line_start = clause.start == 0 || tokens[clause.start - 1].kind == TokenKind::Newline;
        let rows = self.rows_from(at);
        let heads = words.iter().any(|at| self.ends_like_a_name(*at));
        let named = if fresh {
            let touched = !within(self.taken, clause.clone()).is_empty();
            let short = colon || line_start || words.len() < MOST_WORDS;
            let known = (rows && !touched && short) || (rows || self.told_in_full(at)) && heads;
            if !known && !touched && self.rows_in_words(at) {
                return self.name_in_words(&words).map(|start| start..end);
            }
            known
        } else {
            // "granite 80 5x5 monolith 40 3x10": the numbers before are another's.
            let behind = note.pieces[..at].last();
            let beside = behind.is_some_and(|before| {
                let mut between = before.tokens.end..start;
                between.all(|at| tokens[at].is(Symbol::Slash))
            });
            beside && words.len() <= MOST_INSIDE && rows && (heads || self.is_plain_name(&words))
        };
        named.then_some(start..end)
    }

    /// Whether clear notation begins at a piece: a compact form, alone or right behind numbers.
    fn rows_from(&self, at: usize) -> bool {
        let pieces = self.note.pieces[at..].iter();
        let mut end = self.note.pieces[at].tokens.start;
        let run = pieces.take_while(|piece| {
            let goes_on = piece.tokens.start == end;
            end = piece.tokens.end;
            goes_on
        });
        let mut compact =
            run.map(|piece: &NumericExpression| piece.operands.len() > 1 || piece.at.is_some());
        compact.any(|compact| compact)
    }

    /// Whether numbers that could be rows follow, be it without a compact form: several of them.
    fn told_in_full(&self, at: usize) -> bool {
        let piece = &self.note.pieces[at];
        let list = piece
            .plain()
            .is_some_and(|value| matches!(value.what, ValueKind::Several { .. }));
        let clause = self.note.clause_of(piece.tokens.start);
        list || self.note.pieces_in(piece.tokens.start..clause.end).len() > 1
    }

    /// Where a name begins among the words right before rows: behind what is known otherwise ("shed
    /// wizzle 60 kg 15 cuts three times").
    fn name_in_words(&self, words: &[usize]) -> Option<usize> {
        let own = words.iter().rev().take_while(|at| self.could_name(**at));
        let name: Vec<usize> = own.copied().collect();
        let others = &words[..words.len() - name.len()];
        let known = others.iter().all(|at| self.known[*at]);
        (known && name.len() < MOST_WORDS).then(|| name.last().copied())?
    }

    /// Whether the rest of the clause tells rows and nothing else ("10개 3세트", "60 kg 15 strokes three
    /// times"): a number of rows or a level stands with an amount, or known items stand beside it.
    fn rows_in_words(&self, at: usize) -> bool {
        let start = self.note.pieces[at].tokens.start;
        let clause = self.note.clause_of(start);
        let pieces = self.note.pieces_in(start..clause.end);
        let values = || pieces.iter().flat_map(|piece| &piece.operands);
        let roles: Option<Vec<Option<SlotRole>>> = values()
            .map(|value| match (&value.what, value.unit) {
                (ValueKind::One(_) | ValueKind::Several { .. }, None) => Some(None),
                (ValueKind::One(_) | ValueKind::Several { .. }, Some(_)) => {
                    self.role(value).map(Some)
                }
                _ => None,
            })
            .collect();
        // "from 40 kg I began with 8 times" is a sentence.
        let apart = pieces.windows(2).any(|pair| {
            let mut between = pair[0].tokens.end..pair[1].tokens.start;
            between.any(|at| self.note.tokens[at].is_word() && self.note.tokens[at].spaced)
        });
        let Some(roles) = roles.filter(|_| !apart) else {
            return false;
        };
        let has = |role: SlotRole| roles.contains(&Some(role));
        let amounts = has(SlotRole::Amount) || roles.contains(&None);
        let clear =
            amounts && (has(SlotRole::Repeat) || has(SlotRole::Level) && has(SlotRole::Amount));
        let list = values().any(|value| matches!(value.what, ValueKind::Several { .. }));
        clear || self.tells_items() && (list || pieces.len() > 1)
    }

    /// What a value with a unit says of a row; `None` where it could say nothing of one.
    pub(super) fn role(&self, value: &NumericValue) -> Option<SlotRole> {
        let (tokens, domain) = (self.note.tokens, &self.domain.compiled);
        let unit = domain.unit_in(tokens, value)?;
        let slots = domain.slots_of_unit(tokens.unit(unit));
        let slot = *slots.first()?;
        let role = domain.slot(slot).role;
        let row = matches!(role, SlotRole::Repeat | SlotRole::Level | SlotRole::Amount);
        let size = value.one().is_none_or(|number| {
            let unit = &tokens.unit(unit).name;
            let number = slot_values::in_bounds_unit(domain, tokens, slot, number, unit);
            let [least, most] = domain.slot(slot).usual.unwrap_or([0.0, f64::MAX]);
            role != SlotRole::Level || least / 4.0 <= number && number <= most * 2.0
        });
        (row && size).then_some(role)
    }

    /// Whether the note tells of items that are known.
    fn tells_items(&self) -> bool {
        let mut named = self.domain.terms.iter();
        named.any(|place| {
            !self.note.dead[place.tokens.start] && opens(&self.domain.compiled, place.term)
        })
    }

    /// Whether a word could be a name or a part of one: nothing is known of it, and it is no verb.
    pub(super) fn could_name(&self, at: usize) -> bool {
        let word = self.note.tokens.norm(at);
        !self.known[at]
            && !self.note.dead[at]
            && !endings::is(word, Ending::How)
            && !endings::ends(word, &[Ending::Telling, Ending::Sentence])
    }

    /// Whether a word cannot be part of a name: a single letter, a Korean ending, a common word, or
    /// one that means something here.
    pub(super) fn is_refused(&self, at: usize) -> bool {
        let word = self.note.tokens.norm(at);
        let hangul = self.note.tokens[at].kind == TokenKind::Word(Script::Hangul);
        let cue = around(&self.note.cues, at);
        let meant = around(&self.domain.hits, at);
        lexicon::core().stop_words.contains(word)
            || cue.iter().any(|hit| hit.tokens.contains(&at))
            || meant.iter().any(|hit| hit.tokens.contains(&at))
            || self.is_unit(at)
            || word.chars().count() < 2
            || (hangul && endings::ends(word, &[Ending::Sentence]))
    }

    /// Whether a word sticks to what tells by what means or where.
    fn is_means(&self, at: usize) -> bool {
        let word = self.note.tokens.norm(at);
        let tail = particle_tail(word).map(|tail| &word[tail..]);
        let hangul = self.note.tokens[at].kind == TokenKind::Word(Script::Hangul);
        hangul && tail.is_some_and(|tail| !endings::is(tail, Ending::Subject))
    }

    /// Whether a word is a unit, and not the beginning of a name ("stroke wheels").
    fn is_unit(&self, at: usize) -> bool {
        let tokens = self.note.tokens;
        let is = |at: usize| tokens.units().word(tokens.norm(at)).is_some();
        let begins = tokens.get(at + 1).is_some_and(|next| {
            next.kind == TokenKind::Word(Script::Latin) && !is(at + 1) && !self.known[at + 1]
        });
        is(at) && !begins
    }

    /// Whether a word ends with a name of the domain, as compounds do ("몬스터프레스").
    fn ends_like_a_name(&self, at: usize) -> bool {
        let word = self.note.tokens.norm(at);
        let hangul = self.note.tokens[at].kind == TokenKind::Word(Script::Hangul);
        let mut starts = word.char_indices().map(|(start, _)| start).skip(1);
        hangul
            && starts.any(|start| {
                let end = &word[start..];
                let long = end.chars().count() > 1;
                let term = self
                    .domain
                    .module
                    .vocabulary()
                    .canonical(end)
                    .filter(|_| long);
                term.is_some_and(|term| opens(&self.domain.compiled, term))
            })
    }

    /// Whether the words tell nothing but a name: nothing is known of them. A verb can be what was done.
    fn is_plain_name(&self, words: &[usize]) -> bool {
        words.iter().all(|at| self.is_free_word(*at))
    }

    /// A known name with the unknown words beside it: "zercher lift 60", "lift paused 60". They say
    /// that it is another thing, unless they only say how it was done.
    pub fn qualified(&self, name: &Range<usize>) -> Range<usize> {
        let clause = self.note.clause_of(name.start);
        if self.note.pieces_in(name.end..clause.end).is_empty() {
            return name.clone();
        }
        let from = clause.start.max(name.start.saturating_sub(MOST_WORDS - 1));
        // What picks variants of other names says as well that it is another thing.
        let picks = |at: &usize| {
            let word = self.note.tokens.norm(*at);
            self.domain.module.vocabulary().is_modifier(word)
        };
        let run = (from..name.start).rev();
        let run: Vec<usize> = run
            .take_while(|at| self.is_qualifier(*at) || picks(at) || self.is_noun_elsewhere(*at))
            .collect();
        let named = |at: &usize| {
            let mut names = around(&self.domain.terms, *at).iter();
            names.any(|place| place.tokens.contains(at))
        };
        let other = run.iter().any(|at| self.is_qualifier(*at) || named(at));
        let before = run.last().copied().filter(|_| other);
        let alone = before.is_none_or(|before| {
            before == clause.start || {
                let word = self.note.tokens.norm(before - 1);
                let begins = [Ending::Done, Ending::And];
                !self.note.tokens[before - 1].is_word()
                    || begins.iter().any(|ending| endings::is(word, *ending))
                    || self.note.cue_in(before - 1..before, Cue::Then)
            }
        });
        let start = before.filter(|_| alone).unwrap_or(name.start);
        let next = within(&self.note.pieces, name.end..name.end + MOST_INSIDE + 1).first();
        let behind = next.map(|next| name.end..next.tokens.start);
        let behind = behind
            .filter(|behind| !behind.is_empty() && behind.clone().all(|at| self.is_qualifier(at)));
        start..behind.map_or(name.end, |behind| behind.end)
    }

    /// "lat wizzle lift": a word of the body, or of another domain, before an unknown one that says which
    /// variant is meant.
    fn is_noun_elsewhere(&self, at: usize) -> bool {
        let word = self.note.tokens.norm(at);
        let how = [Ending::How, Ending::Done, Ending::And];
        self.known[at]
            && !self.note.dead[at]
            && self.note.tokens[at].kind == TokenKind::Word(Script::Latin)
            && self.is_qualifier(at + 1)
            && !self.is_refused(at)
            && !how.iter().any(|ending| endings::is(word, *ending))
    }

    /// Whether a word could tell which variant of a name is meant.
    pub(super) fn is_qualifier(&self, at: usize) -> bool {
        self.is_free_word(at) && !endings::ends(self.note.tokens.norm(at), &[Ending::Telling])
    }

    /// Whether nothing is known of a word, and it holds no digit.
    pub(super) fn is_free_word(&self, at: usize) -> bool {
        let tokens = self.note.tokens;
        let word = tokens.norm(at);
        // "A1 bench", "W3D1 bench": what holds a digit is a label.
        let label = word.contains(|c: char| c.is_ascii_digit());
        tokens[at].kind == TokenKind::Word(Script::Latin)
            && !label
            && !self.known[at]
            && !self.note.used[at]
            && !self.note.dead[at]
            && !self.is_refused(at)
            && !endings::is(word, Ending::How)
    }
}
