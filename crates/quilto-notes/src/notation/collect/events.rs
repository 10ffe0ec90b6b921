//! Everything that happens in a note, for one domain, in the order told.

use std::ops::Range;

use super::super::compiled_notation::Meaning;
use super::super::cues::Cue;
use super::super::numeric_expressions::NumericExpression;
use super::super::spans::within;
use super::Collector;
use quilto_text::{NumberStyle, TokenKind};

/// Everything that happens in a note, for one reader.
#[derive(Clone, Debug)]
pub(super) enum Event {
    Named(usize),
    Piece(usize),
    Cue(Cue),
    Means(Meaning),
    /// An ordinal that counts rows (`third round`).
    Nth(usize),
}

impl Collector<'_, '_> {
    pub(super) fn events(&self) -> Vec<(usize, Range<usize>, Event)> {
        let mut events = Vec::new();
        let mut held = vec![false; self.note.tokens.len()];
        for name in self.names {
            held[name.tokens.clone()].fill(true);
        }
        let named = |at: usize| held[at];
        for (at, name) in self.names.iter().enumerate() {
            events.push((name.tokens.start, name.tokens.clone(), Event::Named(at)));
        }
        for (at, piece) in self.note.pieces.iter().enumerate() {
            let start = piece.tokens.start;
            if !named(start) && !self.note.used[start] && !self.is_article(piece) {
                events.push((start, piece.tokens.clone(), Event::Piece(at)));
            }
        }
        for hit in &self.note.cues {
            if !named(hit.tokens.start) {
                events.push((
                    hit.tokens.start,
                    hit.tokens.clone(),
                    Event::Cue(hit.meaning),
                ));
            }
        }
        for hit in self.hits {
            // A word inside an item's name still says what the row is ("assisted").
            let inside = named(hit.tokens.start);
            if !inside || matches!(hit.meaning, Meaning::Mark(_)) {
                events.push((
                    hit.tokens.start,
                    hit.tokens.clone(),
                    Event::Means(hit.meaning),
                ));
            }
        }
        for (at, token) in self.note.tokens.iter().enumerate() {
            if let TokenKind::Ordinal(nth) = token.kind
                && (self.is_row_word(at + 1) || self.stands_for_row(at))
            {
                events.push((at, at..at + 2, Event::Nth(nth as usize)));
            }
        }
        events.retain(|(at, _, _)| self.own[*at] && !self.note.dead[*at]);
        events.sort_by_key(|(at, tokens, event)| {
            let order = match event {
                Event::Named(_) => 0,
                Event::Cue(_) => 1,
                Event::Nth(_) => 2,
                Event::Means(_) => 3,
                Event::Piece(_) => 4,
            };
            (*at, order, tokens.end)
        });
        events
    }

    /// "one granite 40 s", "one 60 s granite": the word stands for "a", beside the figures of the name.
    fn is_article(&self, piece: &NumericExpression) -> bool {
        let one = piece.tokens.len() == 1
            && matches!(self.note.tokens[piece.tokens.start].kind, TokenKind::Number(number)
                if number.style == NumberStyle::Words && number.value == 1.0);
        let end = piece.tokens.end;
        let clause = self.note.clause_of(piece.tokens.start);
        let mut names = within(self.names, end..end + 1).iter();
        let figure = |from: usize| within(&self.note.pieces, from..clause.end).first();
        let named = names.any(|name| figure(name.tokens.end).is_some());
        one && (named || figure(end).is_some_and(|next| next.tokens.start == end))
    }
}
