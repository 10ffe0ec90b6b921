//! Things done that no other domain keeps.

use std::ops::Range;

use serde_json::{Map, Value, json};

use super::super::compiled::{dimension_name, in_unit};
use super::super::pieces::{Piece, What};
use super::super::places::REACH;
use super::super::records::TermAt;
use super::super::write::number;
use super::{StateRead, States, push};

impl States<'_, '_> {
    pub(super) fn done(&self, place: &TermAt, read: &mut StateRead) {
        let Some(records) = &self.notation.records else {
            return;
        };
        if *records.kind != *place.term.kind {
            return;
        }
        let mut object = Map::new();
        object.insert(records.name.clone(), json!(&*place.term.name));
        let clause = self.note.clause_of(place.tokens.start);
        let from = clause.start.max(place.tokens.start.saturating_sub(REACH));
        let near = from..clause.end.min(place.tokens.end + REACH);
        for piece in self.note.pieces_in(near.clone()) {
            let Some(value) = piece.plain() else { continue };
            if self.note.used[piece.tokens.start] || self.belongs_to_other(piece, &place.tokens) {
                continue;
            }
            let tokens = self.note.tokens;
            let (Some(unit), Some(amount)) = (value.unit, value.one()) else {
                continue;
            };
            let unit = tokens.unit(unit);
            match dimension_name(&unit.dimension) {
                // Another time is of something else.
                "duration" if object.contains_key(&records.duration) => continue,
                "distance" if object.contains_key(&records.distance) => continue,
                "duration" => {
                    let seconds = in_unit(tokens, amount, &unit.name, "s");
                    object.insert(records.duration.clone(), number(seconds));
                }
                "distance" => {
                    object.insert(records.distance.clone(), number(amount));
                    object.insert(format!("{}_unit", records.distance), json!(&*unit.name));
                }
                _ => continue,
            }
            read.used.push(piece.tokens.clone());
        }
        if let Some((clock, seconds)) = self.time_of(&object, near, place) {
            object.insert(records.duration.clone(), number(seconds));
            read.used.push(clock);
        }
        let typed = self
            .note
            .tokens
            .slice(self.note.tokens.span_of(place.tokens.clone()));
        let thing = records
            .things
            .iter()
            .any(|thing| *thing == typed.to_lowercase());
        if !thing || object.len() > 1 {
            push(&mut read.fields, &records.list, Value::Object(object));
        }
    }

    /// The clock beside a distance that tells how long it took, and the seconds: of its readings as
    /// minutes and as hours the one in which so far can be gone.
    fn time_of(
        &self,
        object: &Map<String, Value>,
        near: Range<usize>,
        place: &TermAt,
    ) -> Option<(Range<usize>, f64)> {
        let records = self.notation.records.as_ref()?;
        let [least, most] = records.speed?;
        if object.contains_key(&records.duration) {
            return None;
        }
        let far = object.get(&records.distance)?.as_f64()?;
        let unit = object
            .get(&format!("{}_unit", records.distance))?
            .as_str()?;
        let km = in_unit(self.note.tokens, far, unit, "km");
        let free = |piece: &&Piece| {
            !self.note.used[piece.tokens.start] && !self.belongs_to_other(piece, &place.tokens)
        };
        let pieces = self.note.pieces_in(near).iter();
        pieces.filter(free).find_map(|piece| {
            let What::Clock { seconds, as_hours } = piece.plain()?.what else {
                return None;
            };
            let is_possible = |time: &f64| (least..=most).contains(&(km * 3600.0 / time));
            let time = [seconds, as_hours].into_iter().find(is_possible)?;
            Some((piece.tokens.clone(), time))
        })
    }
}
