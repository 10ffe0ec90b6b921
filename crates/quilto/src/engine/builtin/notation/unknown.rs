//! Names that no vocabulary knows, where clear notation follows them: kept as typed.

use std::ops::Range;

use super::endings;
use super::note::Note;
use super::phrases::Hit;
use crate::text::{Script, Symbol, TokenKind, lexicon};

/// A name may have this many words.
const MOST_WORDS: usize = 4;

/// Places of unknown names: `words: <numbers>` at the beginning of a line, or words right before a
/// compact form at the beginning of a clause. `taken` are the places of known words.
pub(super) fn unknown_names<M>(
    note: &Note,
    taken: &[Range<usize>],
    hits: &[Hit<M>],
) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < note.tokens.len() {
        let clause = note.clause_of(at);
        if let Some(name) = name_in(note, clause.clone(), taken, hits) {
            found.push(name);
        }
        at = clause.end.max(at + 1);
    }
    found
}

fn name_in<M>(
    note: &Note,
    clause: Range<usize>,
    taken: &[Range<usize>],
    hits: &[Hit<M>],
) -> Option<Range<usize>> {
    let tokens = note.tokens;
    let touches = |range: &Range<usize>, other: &Range<usize>| {
        range.start < other.end && other.start < range.end
    };
    if taken.iter().any(|other| touches(&clause, other)) {
        return None;
    }
    let pieces = note.pieces_in(clause.clone());
    let mut first = pieces
        .iter()
        .position(|piece| piece.operands.len() > 1 || piece.at.is_some())?;
    // a quantity right before the form is told of the same name
    while first > 0 && pieces[first - 1].tokens.end == pieces[first].tokens.start {
        first -= 1;
    }
    let mut end = pieces[first].tokens.start;
    let colon = end > clause.start && tokens[end - 1].is(Symbol::Colon);
    if colon {
        end -= 1;
    }
    let mut start = end;
    while start > clause.start {
        let token = &tokens[start - 1];
        let joined = token.is(Symbol::Dash) && !token.spaced;
        let word = matches!(token.kind, TokenKind::Word(_));
        if !(word || joined) || note.used[start - 1] {
            break;
        }
        start -= 1;
    }
    let words: Vec<usize> = (start..end).filter(|at| tokens[*at].is_word()).collect();
    if words.is_empty() || words.len() > MOST_WORDS {
        return None;
    }
    // Everything before the name in its clause must be marks or a number, or it is a sentence.
    let prose = (clause.start..start).any(|at| tokens[at].is_word());
    let known = lexicon::core();
    let mut plain = words.iter().map(|at| {
        let word = tokens.norm(*at);
        let hangul = tokens[*at].kind == TokenKind::Word(Script::Hangul);
        let cue = note.cues.iter().any(|hit| hit.tokens.contains(at));
        let meant = hits.iter().any(|hit| hit.tokens.contains(at));
        let unit = tokens.units().word(word).is_some();
        // A single letter, a Korean ending or a common word is no name.
        known.stop_words.contains(word)
            || cue
            || meant
            || unit
            || word.chars().count() < 2
            || (hangul && endings::ends(word, &[endings::Ending::Sentence]))
    });
    // Words that only say how ("heavy 5x5") name nothing.
    let only_how = words
        .iter()
        .all(|at| endings::is(tokens.norm(*at), endings::Ending::How));
    let line_start = clause.start == 0 || tokens[clause.start - 1].kind == TokenKind::Newline;
    let refused = plain.any(|refused| refused);
    (!prose && !refused && !only_how && (colon || line_start || words.len() <= 3))
        .then_some(start..end)
}
