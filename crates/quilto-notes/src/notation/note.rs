//! A note laid out for reading: its numbers, cue words, clauses and sentences.

use std::cell::Cell;
use std::ops::Range;

use super::cues::{Cue, cues};
use super::endings::{self, Ending};
use super::numeric_expressions::{NumericExpression, parts_names, pieces};
use super::phrases::Hit;
use quilto_text::{Script, Symbol, TokenKind, Tokens};

/// What every reader of a note looks at.
pub(super) struct Note<'t> {
    pub tokens: &'t Tokens,
    pub pieces: Vec<NumericExpression>,
    pub cues: Vec<Hit<Cue>>,
    /// The clause of each token. Commas, brackets and words for "then" part clauses.
    pub clause: Vec<usize>,
    /// The sentence of each token.
    pub sentence: Vec<usize>,
    /// Tokens that do not say what the writer did: plans, others' doings, comparisons, skipped.
    pub dead: Vec<bool>,
    /// Tokens that another reader has used.
    pub used: Vec<bool>,
    /// Tokens that say something else than a value (`round 2:`), as the reader of their domain found.
    told: Vec<Cell<bool>>,
}

impl<'t> Note<'t> {
    /// Lays out a text. `skip` marks tokens of dates and times of day.
    pub fn new(tokens: &'t Tokens, skip: &[bool]) -> Self {
        let pieces = pieces(tokens, skip);
        let cues: Vec<_> = cues()
            .find(tokens)
            .into_iter()
            .filter(|hit| {
                !(skip[hit.tokens.start] && matches!(hit.meaning, Cue::Last | Cue::First | Cue::To))
            })
            .collect();
        let cues = with_crosses(tokens, &pieces, cues);
        let (clause, sentence) = divide(tokens, &pieces, &cues);
        Self {
            dead: vec![false; tokens.len()],
            used: skip.to_vec(),
            told: vec![Cell::new(false); tokens.len()],
            tokens,
            pieces,
            cues,
            clause,
            sentence,
        }
    }

    /// Notes that tokens were understood, though no value came of them.
    pub fn tell(&self, range: Range<usize>) {
        for at in self.told.get(range).into_iter().flatten() {
            at.set(true);
        }
    }

    /// Whether a token was understood without a value.
    pub fn is_told(&self, at: usize) -> bool {
        self.told.get(at).is_some_and(Cell::get)
    }

    /// The Korean particle or ending that sticks to what ends before this token; empty if none.
    pub fn tail(&self, at: usize) -> &str {
        match self.tokens.get(at) {
            Some(token) if !token.spaced && token.kind == TokenKind::Word(Script::Hangul) => {
                self.tokens.norm(at)
            }
            _ => "",
        }
    }

    /// Whether a cue begins within the tokens.
    pub fn cue_in(&self, range: Range<usize>, cue: Cue) -> bool {
        self.first_cue_in(range, cue).is_some()
    }

    /// Whether a word right before a token takes it out of what was done: "no granite", "instead of it".
    pub fn denies(&self, at: usize) -> bool {
        let before = self.before(at, 3);
        [Cue::Not, Cue::Compare].into_iter().any(|cue| {
            let mut cues = self.cues.iter().filter(|hit| hit.meaning == cue);
            cues.any(|hit| before.contains(&hit.tokens.start) && hit.tokens.end == at)
        })
    }

    /// The first such cue that begins within the tokens.
    pub fn first_cue_in(&self, range: Range<usize>, cue: Cue) -> Option<&Hit<Cue>> {
        let from = self
            .cues
            .partition_point(|hit| hit.tokens.start < range.start);
        self.cues[from..]
            .iter()
            .take_while(|hit| hit.tokens.start < range.end)
            .find(|hit| hit.meaning == cue)
    }

    /// Up to `count` tokens before this one, in the same clause.
    pub fn before(&self, at: usize, count: usize) -> Range<usize> {
        let floor = at.saturating_sub(count);
        let here = self.clause.get(at).copied().unwrap_or(0);
        let start = (floor..at)
            .rev()
            .take_while(|token| self.clause[*token] == here)
            .last()
            .unwrap_or(at);
        start..at
    }

    /// Up to `count` tokens from this one on, in the clause of the token before it.
    pub fn after(&self, at: usize, count: usize) -> Range<usize> {
        let Some(here) = at.checked_sub(1).and_then(|last| self.clause.get(last)) else {
            return at..at;
        };
        let stop = (at + count).min(self.tokens.len());
        let end = (at..stop)
            .take_while(|token| self.clause[*token] == *here)
            .last()
            .map_or(at, |last| last + 1);
        at..end
    }

    /// The tokens of the clause of a token.
    pub fn clause_of(&self, at: usize) -> Range<usize> {
        same(&self.clause, at)
    }

    /// The tokens of the sentence of a token.
    pub fn sentence_of(&self, at: usize) -> Range<usize> {
        same(&self.sentence, at)
    }

    /// The pieces that lie within the tokens.
    pub fn pieces_in(&self, range: Range<usize>) -> &[NumericExpression] {
        let from = self
            .pieces
            .partition_point(|piece| piece.tokens.start < range.start);
        let to = self
            .pieces
            .partition_point(|piece| piece.tokens.start < range.end);
        &self.pieces[from..to.max(from)]
    }
}

/// Whether a sign says that something was done (a tick) or was not (a cross).
pub(super) fn sign_of(tokens: &Tokens, at: usize) -> Option<bool> {
    let token = tokens.get(at)?;
    match token.kind {
        TokenKind::Symbol(Symbol::Other(sign)) => match sign {
            '❌' | '❎' | '✗' | '✘' => Some(false),
            '✅' | '✔' | '✓' | '☑' => Some(true),
            _ => None,
        },
        // `190 ✖` crosses out, `3✖10` multiplies.
        TokenKind::Symbol(Symbol::Times) => {
            let heavy = tokens.slice(token.span).starts_with(['✖', '✕']);
            let times = tokens
                .get(at + 1)
                .is_some_and(|next| next.number().is_some());
            (heavy && !times).then_some(false)
        }
        _ => None,
    }
}

/// The cues with those that signs say: a cross right behind a single number is a try that failed, any
/// other says of what is told beside it that it was not done.
fn with_crosses(
    tokens: &Tokens,
    pieces: &[NumericExpression],
    mut cues: Vec<Hit<Cue>>,
) -> Vec<Hit<Cue>> {
    let before = cues.len();
    for (at, token) in tokens.iter().enumerate() {
        let TokenKind::Symbol(symbol) = token.kind else {
            continue;
        };
        let cross = match symbol {
            Symbol::Other(sign) => matches!(sign, '❌' | '❎' | '✗' | '✘'),
            // `190 ✖` crosses out, `3✖10` multiplies.
            Symbol::Times => {
                let heavy = tokens.slice(token.span).starts_with(['✖', '✕']);
                heavy
                    && tokens
                        .get(at + 1)
                        .is_none_or(|next| next.number().is_none())
            }
            _ => false,
        };
        if cross {
            let next = pieces.partition_point(|piece| piece.tokens.end <= at);
            let last = next.checked_sub(1).map(|last| &pieces[last]);
            let tried = last.is_some_and(|piece| {
                let one = piece.plain().is_some_and(|value| value.one().is_some());
                piece.tokens.end == at && one
            });
            cues.push(Hit {
                tokens: at..at + 1,
                meaning: if tried { Cue::Fail } else { Cue::Crossed },
            });
        }
    }
    if cues.len() > before {
        cues.sort_by_key(|hit| hit.tokens.start);
    }
    cues
}

fn same(of: &[usize], at: usize) -> Range<usize> {
    let Some(here) = of.get(at) else {
        return at..at;
    };
    let start = of.partition_point(|other| other < here);
    let end = of.partition_point(|other| other <= here);
    start..end
}

/// Whether a period belongs to a shortened word ("ea. 3x10") rather than ending a sentence.
fn shortens(tokens: &Tokens, at: usize) -> bool {
    let word = at
        .checked_sub(1)
        .is_some_and(|word| endings::is(tokens.norm(word), Ending::Short));
    let goes_on = tokens.get(at + 1).is_some_and(|next| {
        !next.is_word() || !tokens.slice(next.span).starts_with(char::is_uppercase)
    });
    word && !tokens[at].spaced && goes_on
}

fn divide(
    tokens: &Tokens,
    pieces: &[NumericExpression],
    cues: &[Hit<Cue>],
) -> (Vec<usize>, Vec<usize>) {
    let mut inside = vec![false; tokens.len()];
    for piece in pieces {
        inside[piece.tokens.clone()].fill(true);
    }
    let mut then = vec![false; tokens.len()];
    for hit in cues.iter().filter(|hit| hit.meaning == Cue::Then) {
        then[hit.tokens.start] = true;
    }
    let (mut clause, mut sentence) = (0, 0);
    let mut clauses = Vec::with_capacity(tokens.len());
    let mut sentences = Vec::with_capacity(tokens.len());
    for (at, token) in tokens.iter().enumerate() {
        if then[at] {
            clause += 1;
        }
        clauses.push(clause);
        sentences.push(sentence);
        if inside[at] {
            continue;
        }
        let after_number = at > 0 && inside[at - 1];
        let ends_sentence = match token.kind {
            TokenKind::Newline => true,
            TokenKind::Symbol(Symbol::Period) if shortens(tokens, at) => false,
            TokenKind::Symbol(symbol) => match symbol {
                Symbol::Period | Symbol::Semicolon | Symbol::Exclamation | Symbol::Bullet => true,
                // `10?` doubts the number and goes on.
                Symbol::Question => !after_number,
                _ => false,
            },
            _ => false,
        };
        let ends_clause = ends_sentence
            || token.ends_clause()
            || matches!(
                token.kind,
                TokenKind::Symbol(Symbol::Open | Symbol::Close | Symbol::Ellipsis | Symbol::Bar)
            )
            || parts_names(tokens, at);
        clause += usize::from(ends_clause);
        sentence += usize::from(ends_sentence);
    }
    (clauses, sentences)
}
