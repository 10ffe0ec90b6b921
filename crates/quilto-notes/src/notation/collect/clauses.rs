//! What a new clause or sentence ends, and whether its values are told before the name.

use std::ops::Range;

use super::super::cues::Cue;
use super::super::groups::{LevelChange, Position};
use super::Collector;
use super::expressions::is_value_only;
use quilto_domain::MarkEffect;
use quilto_text::{Script, Symbol, TokenKind};

impl Collector<'_, '_> {
    pub(super) fn enter_clause(&mut self, at: usize, new_sentence: bool) {
        self.ahead = None;
        self.slot_word = None;
        self.per_row = false;
        let position = self.position;
        let told = self
            .current_group()
            .is_some_and(|group| group.position == position && group.says_rows());
        if told {
            self.position = Position::Next;
        }
        if new_sentence {
            self.position = Position::Next;
            self.moved = LevelChange::None;
            self.fail_next = false;
            self.more = false;
            self.waiting.clear();
            self.stood.clear();
            // Rounds hold for their sentence, or for the lines below their heading.
            let start = self.note.clause_of(at).start;
            let line = start.checked_sub(1).is_none_or(|before| {
                let token = &self.note.tokens[before];
                token.kind == TokenKind::Newline || token.is(Symbol::Bullet)
            });
            if !line {
                self.rounds = None;
                self.every = None;
            }
            self.marks
                .retain(|mark| self.domain.effect(*mark) == MarkEffect::Item);
        }
        let clause = self.note.clause_of(at);
        let from = self
            .names
            .partition_point(|name| name.tokens.start < clause.start);
        let names: Vec<usize> = (from..self.names.len())
            .take_while(|name| self.names[*name].tokens.start < clause.end)
            .filter(|name| !self.note.dead[self.names[*name].tokens.start])
            .collect();
        let (Some(first), Some(last)) = (names.first(), names.last()) else {
            return;
        };
        let first_start = self.names[*first].tokens.start;
        let last_end = self.names[*last].tokens.end;
        let before = self.live_rows(clause.start..first_start);
        let after = self.live_rows(last_end..clause.end);
        // "… 20 polished quartz with 10 g": numbers right before a name at the beginning of a
        // clause are of that name, even if more follows it.
        let touches = self
            .note
            .pieces_in(clause.start..first_start)
            .last()
            .is_some_and(|piece| piece.tokens.end + 1 >= first_start);
        let latin = self.note.tokens[first_start].kind == TokenKind::Word(Script::Latin);
        let then = self.note.cue_in(clause.start..clause.start + 1, Cue::Then);
        let leads = (new_sentence || then) && touches && latin;
        if before > 0 && (after == 0 || leads) {
            self.ahead = Some(*first);
        }
    }

    /// How many pieces in the tokens could be rows.
    pub(super) fn live_rows(&self, range: Range<usize>) -> usize {
        let pieces = self.note.pieces_in(range).iter();
        pieces
            .filter(|piece| {
                let at = piece.tokens.start;
                let living = !self.note.dead[at] && !self.note.used[at];
                living && !is_value_only(self.domain, self.hits, piece) && !self.sums_up(piece)
            })
            .count()
    }
}
