//! What was set aside of a note, as its writer is told of it.

use std::ops::Range;

use super::not_performed::NotPerformed;
use super::note::Note;
use super::spans::within;
use crate::acts::ClauseAct;
use quilto_domain::DomainMention;
use quilto_model::{Act, NotDone};

/// From this probability on it is plain that nothing was done that is told of.
const PLAIN: f64 = 0.8;

/// The clauses that were set aside though they hold numbers, or names where nothing else is said;
/// neighbours that do the same together. What words set aside of a clause that tells what was done is
/// [`doubtful`].
pub(super) fn held_back(
    note: &Note,
    acts: &[ClauseAct],
    undone: &NotPerformed,
    mentions: &[DomainMention],
) -> Vec<NotDone> {
    let mut found: Vec<(Range<usize>, Act)> = Vec::new();
    let whole = acts.iter().all(|clause| {
        let mut tokens = clause.tokens.clone();
        tokens.all(|at| note.dead[at])
    });
    for clause in acts {
        let tokens = clause.tokens.clone();
        let dead = |at: usize| tokens.contains(&at) && note.dead[at];
        let mut numbers = note.pieces_in(tokens.clone()).iter();
        let mut named = mentions.iter().map(|found| found.mention.tokens.start);
        // A name without a number is worth a word only where nothing else is said.
        let numbered = numbers.any(|piece| dead(piece.tokens.start));
        let wanted = clause.read.act() == Act::Request;
        if clause.tells_done() || !(numbered || whole && (wanted || named.any(dead))) {
            continue;
        }
        let others = undone.of_others.iter();
        let act = match others.clone().any(|range| overlaps(range, &tokens)) {
            true => Act::Other,
            false => clause.read.act_without_data(),
        };
        match found.last_mut() {
            Some((last, same)) if *same == act && last.end == tokens.start => last.end = tokens.end,
            _ => found.push((tokens, act)),
        }
    }
    // Without weights, what others did is known by its words alone.
    if acts.is_empty() {
        let others = undone.of_others.iter();
        found.extend(others.map(|range| (range.clone(), Act::Other)));
    }
    let text = |range: Range<usize>| {
        let text = note.tokens.slice(note.tokens.span_of(range)).trim();
        text.trim_end_matches(['.', ',', ';', '!']).to_owned()
    };
    let found = found.into_iter();
    found
        .map(|(tokens, act)| NotDone {
            text: text(tokens),
            act,
        })
        .collect()
}

/// What was set aside though nobody knows whether it was done, and is told as not read: numbers of clauses that tell
/// what was done, and names of what can be done, in clauses without a number of which it is not plain that nothing was.
pub(super) fn doubtful(
    note: &Note,
    acts: &[ClauseAct],
    names: &[Range<usize>],
) -> Vec<Range<usize>> {
    let of_clause = |clause: &ClauseAct| -> Vec<Range<usize>> {
        let numbers = note.pieces_in(clause.tokens.clone());
        if clause.tells_done() {
            return numbers.iter().map(|piece| piece.tokens.clone()).collect();
        }
        let unsure = clause.holds_no_data() && clause.read.of_no_data() < PLAIN;
        if !unsure || !numbers.is_empty() {
            return Vec::new();
        }
        within(names, clause.tokens.clone()).to_vec()
    };
    let told = acts.iter().flat_map(of_clause);
    told.filter(|range| note.dead[range.start]).collect()
}

fn overlaps(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}
