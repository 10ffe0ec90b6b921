//! Times right beside a word that marks the day.

use std::ops::Range;

use super::compiled::{self, Meaning};
use super::loaded::Loaded;
use super::note::Note;
use super::places::around;

/// Times told right beside what marks the day ("steam 10 min"): they are of nothing else.
pub(super) fn besides(note: &Note, loaded: &[Loaded]) -> Vec<Range<usize>> {
    let states = loaded.iter().filter_map(|domain| {
        let state = domain.compiled.notation.state.as_ref()?;
        Some((domain, state))
    });
    let mut found = Vec::new();
    for (domain, state) in states {
        let marks = domain.terms.iter();
        for place in marks.filter(|place| state.lists.contains_key(&*place.term.kind)) {
            let near = place.tokens.start.saturating_sub(2)..place.tokens.end + 1;
            for piece in note.pieces_in(near) {
                let unit = piece.plain().and_then(|value| value.unit);
                let lasts = unit.is_some_and(|unit| {
                    compiled::dimension_name(&note.tokens.unit(unit).dimension) == "duration"
                });
                let beside = piece.tokens.end == place.tokens.start
                    || piece.tokens.start == place.tokens.end;
                // "rest 90 s": the word names a value of what was done.
                let slots = loaded.iter().any(|other| {
                    around(&other.hits, place.tokens.start).iter().any(|hit| {
                        hit.tokens == place.tokens && matches!(hit.meaning, Meaning::Slot(_))
                    })
                });
                if lasts && beside && !slots {
                    found.push(piece.tokens.clone());
                }
            }
        }
    }
    found
}
