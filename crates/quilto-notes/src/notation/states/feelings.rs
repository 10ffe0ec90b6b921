//! What is felt in a part, on which side and how strongly.

use std::ops::Range;

use serde_json::{Value, json};

use super::super::records::TermMention;
use super::super::spans::within;
use super::super::write::number;
use super::{NEAR, StateReading, States, push, put_in};
use quilto_text::{Script, TokenKind, lexicon};

/// A clause of no more words goes on with what the one before it told of ("back ok, stiff after").
const SHORT_CLAUSE: usize = 3;

/// The field of a feeling that says that nothing is felt.
const NOTHING: &str = "none";

impl<'a> States<'a, '_> {
    /// Everything that is felt in parts.
    pub(super) fn felt(&self, read: &mut StateReading) {
        let feelings: Vec<&TermMention> = self
            .terms
            .iter()
            .filter(|place| self.is_feeling(place) && !self.note.dead[place.tokens.start])
            .filter(|place| !self.names_slot(place))
            .collect();
        let mut told: Vec<Range<usize>> = Vec::new();
        for place in &feelings {
            let parts = self.parts_of(place, &feelings);
            told.extend(parts.iter().map(|part| part.tokens.clone()));
            self.feels(place, &parts, read);
        }
        for part in self.live_parts() {
            if told.contains(&part.tokens) {
                continue;
            }
            if !self.has_degree(part, read) && self.is_open(part) {
                read.doubted.push(self.note.clause_of(part.tokens.start));
            }
        }
    }

    fn is_feeling(&self, place: &TermMention) -> bool {
        let kind = Some(&*place.term.kind);
        kind == self.notation.feelings.as_deref() || kind == self.notation.felt_in_parts.as_deref()
    }

    fn live_parts(&self) -> impl Iterator<Item = &'a TermMention<'a>> {
        let kind = self.notation.parts.as_deref();
        self.terms.iter().filter(move |part| {
            Some(&*part.term.kind) == kind && !self.note.dead[part.tokens.start]
        })
    }

    /// The parts of a feeling: those in its clause that stand nearest to it, or of a short clause the
    /// last one before it in the sentence.
    fn parts_of(&self, place: &TermMention, feelings: &[&TermMention]) -> Vec<&'a TermMention<'a>> {
        let clause = self.note.clause[place.tokens.start];
        let here = self
            .live_parts()
            .filter(|part| self.note.clause[part.tokens.start] == clause);
        let gap = |part: &TermMention| distance(&place.tokens, &part.tokens);
        let nearest = |part: &&TermMention| {
            !feelings.iter().any(|other| {
                other.tokens != place.tokens
                    && self.note.clause[other.tokens.start] == clause
                    && (distance(&other.tokens, &part.tokens) < gap(part)
                        && !(gap(part) <= NEAR && self.is_said_behind(part, other, place))
                        || distance(&other.tokens, &part.tokens) <= NEAR
                            && self.is_said_behind(part, place, other))
            })
        };
        let mine: Vec<_> = here
            .filter(|part| gap(part) <= NEAR)
            .filter(nearest)
            .collect();
        let words = self.note.clause_of(place.tokens.start);
        let words = words.filter(|at| self.note.tokens[*at].is_word()).count();
        let own = place.term.text("part").is_some();
        if !mine.is_empty() || own {
            return mine;
        }
        // "허리 삐끗함.. 통증 7": a degree is told of what was told of before.
        if self
            .degrees
            .0
            .iter()
            .any(|degree| place.tokens.contains(&degree.of))
        {
            let before = self
                .live_parts()
                .filter(|part| part.tokens.end <= place.tokens.start);
            return before.last().into_iter().collect();
        }
        let counts = Some(&*place.term.kind) == self.notation.feelings.as_deref();
        if words > SHORT_CLAUSE || !counts {
            return mine;
        }
        let sentence = self.note.sentence_of(place.tokens.start);
        let before = self.live_parts().filter(|part| {
            sentence.contains(&part.tokens.start)
                && part.tokens.end <= place.tokens.start
                && gap(part) <= 2 * NEAR
                && within(self.others, part.tokens.end..place.tokens.start).is_empty()
        });
        before.last().into_iter().collect()
    }

    /// Korean says what is felt behind the part: of two feelings beside it, the second.
    fn is_said_behind(&self, part: &TermMention, place: &TermMention, other: &TermMention) -> bool {
        let hangul = self.note.tokens[part.tokens.start].kind == TokenKind::Word(Script::Hangul);
        hangul && place.tokens.start < part.tokens.start && part.tokens.start < other.tokens.start
    }

    fn feels(&self, place: &TermMention, parts: &[&TermMention], read: &mut StateReading) {
        let (Some(field), Some(degrees)) = (place.term.text("field"), &self.notation.degrees)
        else {
            return;
        };
        let counts = Some(&*place.term.kind) == self.notation.feelings.as_deref();
        let own = place.term.text("part");
        if parts.is_empty() && own.is_none() {
            if counts && field != NOTHING && !self.denied(&place.tokens) {
                read.tags.push(field.to_owned());
                if let Some(degree) = self.degree_of(&place.tokens, read) {
                    put_in(&mut read.fields, &degrees.field, field, number(degree));
                }
            }
            return;
        }
        read.told.push(place.tokens.clone());
        let mut degree = self.degree_of(&place.tokens, read);
        for part in parts {
            degree = degree.or(self.degree_of(&part.tokens, read));
        }
        // "wrist 4/10, better than yesterday": a degree says that something is felt.
        let field = match degree {
            Some(degree) if degree > 0.0 && field == NOTHING => &*degrees.of_parts,
            _ => field,
        };
        let names = parts.iter().map(|part| (&*part.term.name, Some(*part)));
        let names = names.chain(own.filter(|_| parts.is_empty()).map(|own| (own, None)));
        for (name, part) in names {
            let nothing = field == NOTHING || self.denied(&place.tokens) || degree == Some(0.0);
            // "Legs fine" is more often said of strength than of pain.
            let watched = part.is_none_or(|part| part.term.flag("watched"));
            if nothing && !counts && !watched {
                continue;
            }
            let at = part.map_or(&place.tokens, |part| &part.tokens);
            if nothing {
                let hurts = self.is_told_of(name, read);
                if !hurts {
                    push(&mut read.fields, &degrees.well, json!(name));
                }
                continue;
            }
            self.side(name, at, place, parts.len() <= 1, read);
            push(&mut read.fields, field, json!(name));
            read.tags.push(format!("{field}:{name}"));
            if let Some(degree) = degree {
                put_in(&mut read.fields, &degrees.field, name, number(degree));
            }
        }
    }

    /// Whether something is felt in a part.
    fn is_told_of(&self, name: &str, read: &StateReading) -> bool {
        let feelings = self.terms.iter().filter(|place| self.is_feeling(place));
        let mut fields = feelings.filter_map(|place| place.term.text("field"));
        fields.any(|field| {
            let parts = read.fields.get(field).and_then(Value::as_array);
            parts.is_some_and(|parts| parts.iter().any(|part| part == name))
        })
    }

    /// "left knee 3/10": a part of which only a degree is told.
    fn has_degree(&self, part: &TermMention, read: &mut StateReading) -> bool {
        let Some(degrees) = &self.notation.degrees else {
            return false;
        };
        let Some(degree) = self.degree_of(&part.tokens, read) else {
            return false;
        };
        let name = &*part.term.name;
        if degree == 0.0 {
            push(&mut read.fields, &degrees.well, json!(name));
        } else {
            self.side(name, &part.tokens, part, true, read);
            push(&mut read.fields, &degrees.of_parts, json!(name));
            read.tags.push(format!("{}:{name}", degrees.of_parts));
            put_in(&mut read.fields, &degrees.field, name, number(degree));
        }
        true
    }

    /// Whether a clause says something of a part that nothing here knows: a part that is mostly spoken
    /// of for how it is, or with its side, and words that are not known.
    fn is_open(&self, part: &TermMention) -> bool {
        let note = self.note;
        let clause = note.clause_of(part.tokens.start);
        let sided = self.sides_in(clause.clone()).next().is_some();
        let other = self.terms.iter().any(|place| {
            clause.contains(&place.tokens.start)
                && place.tokens != part.tokens
                && !self.is_side(place)
        });
        let busy = !within(self.others, clause.clone()).is_empty()
            || note
                .pieces_in(clause.clone())
                .iter()
                .any(|piece| !note.used[piece.tokens.start]);
        let unknown = clause.clone().any(|at| {
            let word = note.tokens.norm(at);
            note.tokens[at].is_word()
                && note.tokens[at].spaced
                && !part.tokens.contains(&at)
                && !lexicon::core().stop_words.contains(word)
                && !self.terms.iter().any(|place| place.tokens.contains(&at))
        });
        (sided || part.term.flag("watched"))
            && !other
            && !busy
            && unknown
            && !note.used[clause.start]
    }

    fn is_side(&self, place: &TermMention) -> bool {
        let sides = self.notation.sides.as_ref();
        sides.is_some_and(|sides| *sides.kind == *place.term.kind)
    }

    fn sides_in(&self, range: Range<usize>) -> impl Iterator<Item = &'a TermMention<'a>> {
        within(self.terms, range)
            .iter()
            .filter(|place| self.is_side(place))
    }

    /// The side of a part: right before it, right behind it, at the end of the clause, or in a clause
    /// that says nothing else.
    fn side(
        &self,
        name: &str,
        at: &Range<usize>,
        place: &TermMention,
        only: bool,
        read: &mut StateReading,
    ) {
        let Some(sides) = &self.notation.sides else {
            return;
        };
        let note = self.note;
        let clause = note.clause_of(at.start);
        let beside =
            |side: &&TermMention| side.tokens.end <= at.start && at.start - side.tokens.end <= 1;
        let free = |side: &&TermMention| {
            let mut parts = self.live_parts();
            !parts.any(|part| {
                part.tokens != *at
                    && part.tokens.start >= side.tokens.end
                    && part.tokens.start - side.tokens.end <= 1
            })
        };
        let last = at.end.max(place.tokens.end);
        let behind = |side: &&TermMention| {
            let ends = side.tokens.end >= clause.end
                || !note.tokens[side.tokens.end].is_word()
                || !note.tokens[side.tokens.end].spaced;
            let close = side.tokens.start == at.end || side.tokens.len() > 1 || ends;
            side.tokens.start >= at.end && close && free(side)
        };
        let alone = || {
            let next = note.clause_of(clause.end);
            let mut words = next.clone().filter(|at| note.tokens[*at].is_word());
            let side = self.sides_in(next.clone()).next()?;
            let only = words.all(|at| {
                side.tokens.contains(&at)
                    || !note.tokens[at].spaced
                    || lexicon::core().stop_words.contains(note.tokens.norm(at))
            });
            (only && last <= clause.end && side.tokens.start - last <= 3).then_some(side)
        };
        let after = || {
            let behind = self.sides_in(clause.clone()).find(behind);
            behind.or_else(alone).filter(|_| only)
        };
        let side = self.sides_in(clause.clone()).find(beside).or_else(after);
        let side = side.map(|side| &*side.term.name);
        if let Some(side) = side.or_else(|| self.side_within(at, &sides.kind)) {
            put_in(&mut read.fields, &sides.field, name, json!(side));
        }
    }

    /// "왼쪽무릎": the side that the word of a part begins with.
    fn side_within(&self, part: &Range<usize>, kind: &str) -> Option<&'a str> {
        let word = self.note.tokens.norm(part.start);
        let mut sides = self.vocabulary.terms().filter(|term| *term.kind == *kind);
        let begins = |alias: &&str| {
            !alias.is_ascii() && word.len() > alias.len() && word.starts_with(*alias)
        };
        let side = sides.find(|side| self.vocabulary.aliases(&side.name).iter().any(begins));
        side.map(|side| &*side.name)
    }
}

fn distance(a: &Range<usize>, b: &Range<usize>) -> usize {
    if b.start >= a.end {
        b.start - a.end
    } else {
        a.start.saturating_sub(b.end)
    }
}
