//! Numbers beside words that nobody knows: they are told of something that is not read.

use std::ops::Range;

use super::claims::Claim;
use super::compiled_notation;
use super::endings::{self, Ending};
use super::loaded_domain::LoadedDomain;
use super::note::Note;
use super::numeric_expressions::{NumericExpression, NumericValue, ValueKind};
use super::open_clauses::goes_on_in_parts;
use super::spans::around;
use super::unknown_names::MOST_INSIDE;
use quilto_text::{NumberStyle, Script, Symbol, TokenKind, lexicon};

/// Signs at the edges of clauses.
const CLOSES: [Symbol; 5] = [
    Symbol::Open,
    Symbol::Close,
    Symbol::Ellipsis,
    Symbol::Bar,
    Symbol::Bullet,
];

/// What stands next to a number in its clause, small words aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Neighbour {
    Nothing,
    Unknown,
    /// A name, a word that means something, or another number.
    Known,
}

/// Single numbers that unknown words part from every name: "granite 80 5x5, blinked 12 times", "3 carts
/// rattled, granite 80 5x5". They go to nothing.
pub(super) struct StrayNumbers<'a, 't> {
    pub note: &'a Note<'t>,
    pub loaded: &'a [LoadedDomain<'a>],
    pub claims: &'a [Claim],
    /// Tokens of all known names and words.
    pub known: &'a [bool],
}

impl StrayNumbers<'_, '_> {
    pub fn find(&self, owned: &[Option<usize>]) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        for piece in &self.note.pieces {
            let start = piece.tokens.start;
            let owner = owned[start].map(|owner| &self.loaded[owner]);
            // "B1." says which of several it is.
            let stuck = start > 0
                && !self.note.tokens[start].spaced
                && self.note.tokens[start - 1].is_word();
            let open = !self.note.used[start] && !self.note.dead[start] && !stuck;
            let Some(owner) = owner.filter(|_| open && !self.names(start)) else {
                continue;
            };
            let beside = [self.before(piece), self.behind(piece)];
            let apart = beside.contains(&Neighbour::Unknown) && !beside.contains(&Neighbour::Known)
                || beside[0] == Neighbour::Unknown && self.is_of_verb(piece);
            if apart && !self.is_part(owner, piece) && self.could_be_anything(owner, piece) {
                found.push(piece.tokens.clone());
            }
        }
        found
    }

    /// "8x100 polished, 400 raw": one more part of a kind that is told of.
    fn is_part(&self, owner: &LoadedDomain, piece: &NumericExpression) -> bool {
        let clause = self.note.clause_of(piece.tokens.start);
        let mut pieces = self.note.pieces.iter();
        pieces.any(|other| other.operands.len() > 1)
            && goes_on_in_parts(self.note, &owner.compiled, &clause)
    }

    /// "the handle clicked 7 times on granite 80 5x5": right behind an unknown verb, and not beside a name.
    fn is_of_verb(&self, piece: &NumericExpression) -> bool {
        let (note, end) = (self.note, piece.tokens.end);
        let verb = piece.tokens.start.checked_sub(1);
        let verb = verb.filter(|at| self.is(*at) == Neighbour::Unknown && !self.qualifies(*at));
        let joined = note.tokens.get(end).is_some_and(|next| {
            next.is_word() && lexicon::core().stop_words.contains(note.tokens.norm(end))
        });
        verb.is_some() && joined
    }

    /// Whether nothing in a number says that it is of a domain: it is bare, or counts or lasts something.
    fn could_be_anything(&self, owner: &LoadedDomain, piece: &NumericExpression) -> bool {
        let tokens = self.note.tokens;
        let single = |value: &&NumericValue| matches!(value.what, ValueKind::One(_));
        let Some(value) = piece.plain().filter(single) else {
            return false;
        };
        let Some(unit) = value.unit.map(|unit| tokens.unit(unit)) else {
            // "one of those", "zero doubts"
            let number = tokens[piece.tokens.start].number();
            return !number
                .is_some_and(|number| number.style == NumberStyle::Words && number.value <= 1.0);
        };
        let mut own = owner.compiled.notation.units.iter();
        let own = own.any(|own| *own.name == *unit.name);
        match compiled_notation::dimension_name(&unit.dimension) {
            "count" | "temperature" => !own,
            // "walked up the old hill 25 min": a time in the clause of a name is most often its own.
            "duration" => !own && self.is_alone(piece),
            _ => false,
        }
    }

    /// Whether neither a name nor another number stands in the clause of one.
    fn is_alone(&self, piece: &NumericExpression) -> bool {
        let clause = self.note.clause_of(piece.tokens.start);
        let only = self.note.pieces_in(clause.clone()).len() == 1;
        only && !clause.into_iter().any(|at| self.names(at))
    }

    fn before(&self, piece: &NumericExpression) -> Neighbour {
        let clause = self.note.clause_of(piece.tokens.start);
        self.first(&mut (clause.start..piece.tokens.start).rev())
    }

    fn behind(&self, piece: &NumericExpression) -> Neighbour {
        let clause = self.note.clause_of(piece.tokens.start);
        self.first(&mut (piece.tokens.end..clause.end))
    }

    fn first(&self, away: &mut dyn Iterator<Item = usize>) -> Neighbour {
        let mut unknown = 0;
        for at in away {
            let next = self.is(at);
            match next {
                // "granite halo 12": words right beside a name say which one it is.
                Neighbour::Unknown
                    if self.qualifies(at) && !self.measures(at) && unknown < MOST_INSIDE =>
                {
                    unknown += 1
                }
                Neighbour::Unknown => return next,
                // "15 zorps 20 kg": a name between its figures.
                Neighbour::Known if unknown > 0 && !self.names(at) && !self.is_measured(at) => {
                    return Neighbour::Unknown;
                }
                Neighbour::Known => return next,
                Neighbour::Nothing if unknown > 0 => return Neighbour::Unknown,
                Neighbour::Nothing => {}
            }
        }
        match unknown {
            0 => Neighbour::Nothing,
            _ => Neighbour::Unknown,
        }
    }

    fn is(&self, at: usize) -> Neighbour {
        let (note, tokens) = (self.note, self.note.tokens);
        let word = tokens.norm(at);
        let cue = around(&note.cues, at).iter();
        let cue = cue.map(|hit| &hit.tokens);
        let means = self
            .loaded
            .iter()
            .flat_map(|domain| around(&domain.hits, at));
        let meant = means.map(|hit| &hit.tokens).chain(cue);
        let how = [
            Ending::How,
            Ending::Done,
            Ending::Reached,
            Ending::Short,
            Ending::Tells,
        ];
        let told = how.iter().any(|ending| endings::is(word, *ending));
        let number = !note.pieces_in(at..at + 1).is_empty() || tokens[at].number().is_some();
        let ends = tokens[at].ends_clause() || CLOSES.iter().any(|sign| tokens[at].is(*sign));
        let sign = !tokens[at].is_word() && !number && !ends;
        let supports = |claim: &Claim| !claim.strong && claim.tokens.contains(&at);
        let supports = around(self.claims, at).iter().any(supports);
        if number || sign || told || supports || self.names(at) || note.used[at] || note.dead[at] {
            return Neighbour::Known;
        }
        // "room 12"; "air 31", where what it measures has not taken the number
        if endings::is(word, Ending::Numbered) || self.measures(at) {
            return Neighbour::Unknown;
        }
        if meant.clone().any(|meant| meant.contains(&at)) {
            return Neighbour::Known;
        }
        if lexicon::core().stop_words.contains(word) {
            return Neighbour::Nothing;
        }
        if tokens.units().word(word).is_some() {
            return Neighbour::Known;
        }
        let latin = tokens[at].kind == TokenKind::Word(Script::Latin);
        // Where it was tells nothing of a number.
        match self.known[at] || !latin {
            true => Neighbour::Nothing,
            false => Neighbour::Unknown,
        }
    }

    /// Whether a value with a unit begins there.
    fn is_measured(&self, at: usize) -> bool {
        let piece = self.note.pieces_in(at..at + 1).first();
        piece.is_some_and(|piece| piece.plain().is_some_and(|value| value.unit.is_some()))
    }

    /// Whether a word names what is measured of the writer.
    fn measures(&self, at: usize) -> bool {
        let states = self.loaded.iter().filter_map(|domain| {
            let measures = domain.compiled.notation.state.as_ref()?.measures.as_deref();
            Some((domain, measures?))
        });
        states.into_iter().any(|(domain, measures)| {
            let mut terms = around(&domain.terms, at).iter();
            terms.any(|place| *place.term.kind == *measures && place.tokens.contains(&at))
        })
    }

    /// Whether a word could say which of several things a name means.
    fn qualifies(&self, at: usize) -> bool {
        !endings::ends(self.note.tokens.norm(at), &[Ending::Telling])
    }

    fn names(&self, at: usize) -> bool {
        let mut claims = around(self.claims, at).iter();
        claims.any(|claim| claim.strong && claim.tokens.contains(&at))
    }
}
