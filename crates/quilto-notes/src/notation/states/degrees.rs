//! How strong something is: a share of a whole (`7/10`, `3 out of 10`) or a number out of ten.

use std::ops::Range;

use super::super::compiled_notation::Meaning;
use super::super::numeric_expressions::NumericExpression;
use super::super::records::TermMention;
use super::measures::middle;
use super::{StateReading, States};
use quilto_domain::Degrees as DegreeWords;
use quilto_text::{Script, Symbol, TokenKind};

/// How far a share may stand behind what it is told of.
const FAR: usize = 12;
/// How far behind its word a bare number may stand.
const CLOSE: usize = 4;
/// What a degree is out of, unless it says so.
const TEN: f64 = 10.0;

/// A degree as told, and the token of the word it belongs to.
#[derive(Clone, Debug)]
pub(super) struct Degree {
    pub tokens: Range<usize>,
    /// Of the whole, from 0 to 1.
    pub share: f64,
    pub of: usize,
}

impl Degree {
    /// Out of ten, to a tenth.
    pub fn out_of_ten(&self) -> f64 {
        (self.share * TEN * 10.0).round() / 10.0
    }
}

/// The degrees of a note.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Degrees(pub(super) Vec<Degree>);

/// A word that a degree can belong to.
struct DegreeTarget {
    tokens: Range<usize>,
    kind: DegreeTargetKind,
}

#[derive(Clone, Copy, PartialEq)]
enum DegreeTargetKind {
    Scale,
    Term,
    Part,
}

impl States<'_, '_> {
    /// Every degree of the note with the word it belongs to.
    pub(super) fn find_degrees(&self) -> Vec<Degree> {
        let Some(words) = &self.notation.degrees else {
            return Vec::new();
        };
        let holders = self.holders();
        let mut found: Vec<Degree> = Vec::new();
        let mut at = 0;
        while at < self.note.tokens.len() {
            let Some((tokens, share)) = self.share_at(at, words) else {
                at += 1;
                continue;
            };
            at = tokens.end;
            if let Some(of) = self.holder_of(&tokens, &holders) {
                found.push(Degree { tokens, share, of });
            }
        }
        for piece in &self.note.pieces {
            let taken = |degree: &Degree| degree.tokens.contains(&piece.tokens.start);
            if !found.iter().any(taken)
                && let Some(degree) = self.bare_degree(piece, &holders, words)
            {
                let told = |other: &Degree| other.of == degree.of;
                if !found.iter().any(told) {
                    found.push(degree);
                }
            }
        }
        found
    }

    /// The degree told of a word, which is then used.
    pub(super) fn degree_of(&self, of: &Range<usize>, read: &mut StateReading) -> Option<f64> {
        let degrees = self.degrees.0.iter();
        let degree = degrees.rev().find(|degree| of.contains(&degree.of))?;
        read.used.push(degree.tokens.clone());
        Some(degree.out_of_ten())
    }

    fn holders(&self) -> Vec<DegreeTarget> {
        let notation = self.notation;
        let scales = self.hits.iter();
        let scales = scales.filter(|hit| matches!(hit.meaning, Meaning::Scale(_)));
        let scales = scales.map(|hit| DegreeTarget {
            tokens: hit.tokens.clone(),
            kind: DegreeTargetKind::Scale,
        });
        let kind_of = |place: &TermMention| {
            let kind = Some(&*place.term.kind);
            if kind == notation.parts.as_deref() {
                Some(DegreeTargetKind::Part)
            } else if kind == notation.says.as_deref() || kind == notation.feelings.as_deref() {
                Some(DegreeTargetKind::Term)
            } else {
                None
            }
        };
        let terms = self.terms.iter().filter_map(|place| {
            Some(DegreeTarget {
                tokens: place.tokens.clone(),
                kind: kind_of(place)?,
            })
        });
        let mut holders: Vec<DegreeTarget> = scales.chain(terms).collect();
        holders.retain(|holder| !self.note.dead[holder.tokens.start]);
        // A scale's word may also be a term: the scale comes last and is found first from behind.
        holders.sort_by_key(|holder| (holder.tokens.start, holder.kind == DegreeTargetKind::Scale));
        holders
    }

    /// The word before a share in its sentence with no other domain's name between, the one right
    /// behind it, or, where the share stands in a sentence of its own, the last one before.
    fn holder_of(&self, share: &Range<usize>, holders: &[DegreeTarget]) -> Option<usize> {
        let sentence = self.note.sentence_of(share.start);
        let apart = |from: usize, to: usize| {
            let mut others = self.others.iter();
            others.any(|other| from <= other.start && other.start < to)
        };
        let before = holders
            .iter()
            .rev()
            .find(|holder| holder.tokens.end <= share.start);
        let in_sentence = before.filter(|holder| {
            sentence.contains(&holder.tokens.start)
                && share.start - holder.tokens.end <= FAR
                && !apart(holder.tokens.end, share.start)
        });
        let behind = || {
            holders.iter().find(|holder| {
                holder.tokens.start >= share.end
                    && holder.tokens.start - share.end <= 2
                    && self.note.clause[holder.tokens.start] == self.note.clause[share.start]
                    && holder.kind != DegreeTargetKind::Part
            })
        };
        let alone = || {
            let words = sentence.clone().filter(|at| {
                !share.contains(at) && self.note.tokens[*at].is_word() && *at < share.start
            });
            before.filter(|holder| {
                words.count() <= 2
                    && share.start - holder.tokens.end <= FAR
                    && !apart(holder.tokens.end, share.start)
            })
        };
        in_sentence
            .or_else(behind)
            .or_else(alone)
            .map(|holder| holder.tokens.start)
    }

    /// `7/10`, `7 out of 10`, `10점 만점에 7`: its tokens and the share.
    fn share_at(&self, at: usize, words: &DegreeWords) -> Option<(Range<usize>, f64)> {
        let tokens = self.note.tokens;
        let number = |at: usize| Some(tokens.get(at)?.number()?.value);
        if self.note.dead[at] {
            return None;
        }
        let first = number(at)?;
        let next = tokens.get(at + 1)?;
        let share = |part: f64, whole: f64, end: usize| {
            let share = part / whole;
            let whole = [5.0, TEN, 100.0].contains(&whole) && (0.0..=1.0).contains(&share);
            whole.then_some((at..end, share))
        };
        if next.is(Symbol::Slash) {
            return share(first, number(at + 2)?, at + 3);
        }
        let mut said = String::new();
        for end in at + 1..(at + 4).min(tokens.len()) {
            if !tokens[end].is_word() {
                break;
            }
            said.push_str(tokens.norm(end));
            let second = number(end + 1);
            if words.between.iter().any(|word| squashed(word) == said)
                && let Some(whole) = second
            {
                return share(first, whole, end + 2);
            }
            if words.behind_whole.iter().any(|word| squashed(word) == said)
                && let Some(part) = second
            {
                return share(part, first, end + 2);
            }
        }
        None
    }

    /// `mood 7`, `통증 7`, `knee like a 3`: a number up to ten that measures nothing else.
    fn bare_degree(
        &self,
        piece: &NumericExpression,
        holders: &[DegreeTarget],
        words: &DegreeWords,
    ) -> Option<Degree> {
        let note = self.note;
        let value = piece.plain()?;
        let number = middle(&value.what).filter(|number| (0.0..=TEN).contains(number))?;
        let (start, end) = (piece.tokens.start, piece.tokens.end);
        let counted = value.unit.is_some_and(|unit| {
            !words
                .like
                .iter()
                .any(|word| **word == *note.tokens.unit(unit).name)
        });
        if counted || note.dead[start] || note.used[start] {
            return None;
        }
        let like = self.is_like(start, end, words);
        let holder = holders
            .iter()
            .rev()
            .find(|holder| holder.tokens.end <= start)?;
        let far = start - holder.tokens.end;
        let together = note.clause[start] == note.clause[holder.tokens.start];
        let mut others = note.sentence_of(start);
        let alone = like
            && others.all(|at| {
                piece.tokens.contains(&at) || !note.tokens[at].is_word() || at + 1 == start
            });
        let same = alone || note.sentence[start] == note.sentence[holder.tokens.start];
        let between = holder.tokens.end..start;
        let apart = self
            .others
            .iter()
            .any(|other| between.contains(&other.start))
            || !note.pieces_in(between.clone()).is_empty();
        // "back 4" in a clause of its own.
        let mut words = note.clause_of(start);
        let only = together
            && words.all(|at| {
                holder.tokens.contains(&at)
                    || piece.tokens.contains(&at)
                    || !note.tokens[at].is_word()
            });
        let sure = like || only;
        let ends = self.ends_at(end, like);
        let fits = match holder.kind {
            DegreeTargetKind::Scale => together && far <= CLOSE,
            DegreeTargetKind::Term => {
                same && far <= CLOSE && (like || together && far <= 1) && ends
            }
            DegreeTargetKind::Part => same && far <= FAR && sure && ends,
        };
        (fits && !apart).then(|| Degree {
            tokens: piece.tokens.clone(),
            share: number / TEN,
            of: holder.tokens.start,
        })
    }

    /// Whether words beside a number make it a degree.
    fn is_like(&self, start: usize, end: usize, words: &DegreeWords) -> bool {
        let tokens = self.note.tokens;
        let like = |word: &str| words.like.iter().any(|like| like == word);
        let before = start.checked_sub(1).is_some_and(|at| like(tokens.norm(at)));
        let behind = tokens.get(end).is_some_and(|next| next.is_word()) && like(tokens.norm(end));
        before || behind
    }

    /// Whether nothing that it could count stands behind a number.
    fn ends_at(&self, end: usize, like: bool) -> bool {
        let tokens = self.note.tokens;
        tokens.get(end).is_none_or(|next| match next.kind {
            TokenKind::Word(Script::Hangul) => next.spaced || like,
            TokenKind::Word(_) => {
                like || quilto_text::lexicon::core()
                    .stop_words
                    .contains(tokens.norm(end))
            }
            TokenKind::Symbol(sign) => !matches!(sign, Symbol::Times | Symbol::At | Symbol::Slash),
            TokenKind::Newline => true,
            _ => false,
        })
    }
}

fn squashed(word: &str) -> String {
    word.split_whitespace().collect()
}
