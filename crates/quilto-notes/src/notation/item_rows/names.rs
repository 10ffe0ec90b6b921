//! The names of the items that have rows: which there are, and which variant each means.

use std::ops::Range;

use super::super::collect::ItemMention;
use super::super::compiled_notation::{self, Meaning};
use super::super::cues::Cue;
use super::super::groups::Item;
use super::super::history::PreviousItem;
use super::super::note::Note;
use super::super::phrases::Hit;
use super::super::spans::{around, within};
use super::super::unknown_names::UnknownNames;
use super::ItemRows;
use quilto_domain::{ItemNotation, MarkEffect, Term};
use quilto_text::Dimension;

impl ItemRows<'_, '_> {
    /// Names of items in the order of the text: known ones with what says which variant is meant, and those that
    /// nothing knows.
    pub(super) fn names(&self) -> Vec<ItemMention> {
        let mut names = self.known_names();
        for name in &mut names {
            self.qualify(name);
        }
        drop_parts(&mut names);
        let unknown = self.unknown.iter();
        names.extend(unknown.map(|tokens| self.as_typed(tokens.clone())));
        names.sort_by_key(|name| name.tokens.start);
        self.add_borders(&mut names);
        self.switched(&mut names);
        self.told_with(&mut names);
        names
    }

    fn known_names(&self) -> Vec<ItemMention> {
        let spec = &self.domain.compiled.notation.item;
        let mentions = self.mentions.iter().map(|mention| &mention.mention);
        mentions
            .filter(|mention| mention.exact || !timed_before(self.note, &mention.tokens))
            .filter_map(|mention| {
                let term = self.domain.module.vocabulary().term(&mention.term)?;
                spec.kinds
                    .iter()
                    .any(|kind| **kind == *term.kind)
                    .then(|| ItemMention {
                        exact: mention.exact,
                        ..named(term, mention.tokens.clone(), spec)
                    })
            })
            .collect()
    }

    /// Adds unknown words that numbers are told of, where a name was told at all.
    fn add_borders(&self, names: &mut Vec<ItemMention>) {
        if names.iter().all(|name| self.note.dead[name.tokens.start]) {
            return;
        }
        let taken: Vec<Range<usize>> = names.iter().map(|name| name.tokens.clone()).collect();
        let borders = UnknownNames {
            note: self.note,
            domain: self.domain,
            taken: &taken,
            known: self.known,
        }
        .borders(self.own);
        names.extend(borders.into_iter().map(|tokens| self.as_typed(tokens)));
        names.sort_by_key(|name| name.tokens.start);
    }

    /// "Switched to wide", "와이드로 바꿔서": from there on it is that variant of what was done before.
    fn switched(&self, names: &mut Vec<ItemMention>) {
        let (note, domain) = (self.note, self.domain);
        let spec = &domain.compiled.notation.item;
        let vocabulary = domain.module.vocabulary();
        for hit in note.cues.iter().filter(|hit| hit.meaning == Cue::Switch) {
            let at = hit.tokens.start;
            let latin = self.reader.tokens.norm(at).is_ascii();
            let Some(how) = (if latin {
                Some(hit.tokens.end)
            } else {
                at.checked_sub(1)
            }) else {
                continue;
            };
            let free = self
                .reader
                .tokens
                .get(how)
                .is_some_and(|token| token.is_word())
                && !names.iter().any(|name| name.tokens.contains(&how));
            let Some(before) = names.iter().rev().find(|name| name.tokens.end <= at) else {
                continue;
            };
            if !free || note.dead[at] {
                continue;
            }
            let typed = self
                .reader
                .tokens
                .slice(self.reader.tokens.span_of(before.tokens.clone()));
            let word = self.reader.tokens.norm(how);
            let stems = word
                .char_indices()
                .map(|(at, c)| &word[..at + c.len_utf8()])
                .filter(|stem| {
                    let rest = &word[stem.len()..];
                    rest.is_empty() || (!latin && quilto_text::is_particles(rest))
                });
            let variant = stems
                .filter_map(|stem| vocabulary.canonical(&format!("{stem} {typed}")))
                .find(|term| {
                    *term.name != *before.name && spec.kinds.iter().any(|kind| **kind == *term.kind)
                });
            if let Some(term) = variant {
                let name = named(term, how..how + 1, spec);
                let place = names.partition_point(|other| other.tokens.start < how);
                names.insert(place, name);
            }
        }
    }

    /// "Pebbles with 40 g": a name told with such a quantity or mark means the term that its own
    /// names for that.
    fn told_with(&self, names: &mut [ItemMention]) {
        let (note, domain) = (self.note, self.domain);
        let notation = &domain.compiled.notation;
        let vocabulary = domain.module.vocabulary();
        for at in 0..names.len() {
            let name = &names[at];
            let Some(term) = vocabulary.term(&name.name).filter(|_| name.known) else {
                continue;
            };
            let others = notation.item.told_with.iter();
            let others: Vec<(&str, &Term)> = others
                .filter_map(|(with, key)| Some((with.as_str(), vocabulary.term(term.text(key)?)?)))
                .collect();
            if others.is_empty() {
                continue;
            }
            let (start, end) = (name.tokens.start, name.tokens.end);
            let sentence = note.sentence_of(start);
            let next = names.get(at + 1).map(|next| next.tokens.start);
            // What stands before the first name of the clause is its own, too.
            let clause = note.clause_of(start).start;
            let first = at == 0 || names[at - 1].tokens.end <= clause;
            let told =
                if first { clause } else { end }..next.unwrap_or(sentence.end).min(sentence.end);
            let measures = |with: &str| {
                note.pieces_in(told.clone()).iter().any(|piece| {
                    let at = piece.tokens.start;
                    let live = self.own[at] && !note.used[at] && !note.dead[at];
                    let mut values = piece.operands.iter().chain(&piece.at);
                    live && values.any(|value| {
                        value.unit.is_some_and(|unit| {
                            let dimension = &self.reader.tokens.unit(unit).dimension;
                            compiled_notation::dimension_name(dimension) == with
                        })
                    })
                })
            };
            // "10 each side" says nothing of what is held.
            let weighed = |hit: &Hit<Meaning>| {
                let before = hit.tokens.start.checked_sub(1);
                before.is_some_and(|at| self.reader.tokens.dimension(at) == Some(&Dimension::Mass))
            };
            let marked = |with: &str| {
                within(&domain.hits, told.clone()).iter().any(|hit| {
                    matches!(hit.meaning, Meaning::Mark(mark)
                        if notation.marks[mark].field.as_deref() == Some(with)
                            && (notation.marks[mark].effect != MarkEffect::WithLevel || weighed(hit)))
                })
            };
            let held = |with: &str| measures(with) || marked(with);
            // A mark says more than a quantity.
            let found = others
                .iter()
                .find(|(with, _)| marked(with))
                .or_else(|| others.iter().find(|(with, _)| held(with)));
            if let Some((_, other)) = found {
                names[at] = ItemMention {
                    exact: names[at].exact,
                    ..named(other, start..end, &notation.item)
                };
            }
        }
    }

    /// A known name with unknown words beside it ("zercher lift"): the whole is kept as typed, not
    /// forced onto the near one.
    fn qualify(&self, name: &mut ItemMention) {
        let unknown = UnknownNames {
            note: self.note,
            domain: self.domain,
            taken: &[],
            known: self.known,
        };
        let tokens = unknown.qualified(&name.tokens);
        if tokens == name.tokens {
            return;
        }
        // A noun behind it names the thing itself.
        name.light &= tokens.end == name.tokens.end;
        name.name = self
            .reader
            .tokens
            .slice(self.reader.tokens.span_of(tokens.clone()))
            .to_owned();
        name.tokens = tokens;
        name.known = false;
    }

    /// An item of an earlier entry, to go on with.
    pub(super) fn previous(&self, last: &PreviousItem) -> Item {
        let spec = &self.domain.compiled.notation.item;
        let known = self.domain.module.vocabulary().term(last.name);
        Item {
            name: last.name.to_owned(),
            known: true,
            exact: true,
            light: known.is_some_and(|term| has_trait(term, &spec.light)),
            timed: known.is_some_and(|term| has_trait(term, &spec.timed)),
            traits: known.map(traits).unwrap_or_default(),
            ..Item::default()
        }
    }

    /// A name that nothing knows.
    fn as_typed(&self, tokens: Range<usize>) -> ItemMention {
        let typed = self
            .reader
            .tokens
            .slice(self.reader.tokens.span_of(tokens.clone()));
        ItemMention {
            name: typed.trim().to_owned(),
            tokens,
            exact: true,
            known: false,
            light: false,
            timed: false,
            traits: Vec::new(),
        }
    }
}

/// Drops names inside longer ones: what says which variant is meant is no name beside it.
fn drop_parts(names: &mut Vec<ItemMention>) {
    let whole: Vec<Range<usize>> = names.iter().map(|name| name.tokens.clone()).collect();
    names.retain(|name| {
        let mut around = around(&whole, name.tokens.start).iter();
        !around.any(|other| {
            other.start <= name.tokens.start
                && name.tokens.end <= other.end
                && other.len() > name.tokens.len()
        })
    });
}

/// "with a 2 s dwell": a word of a name behind a short time says how it was done, and names nothing.
fn timed_before(note: &Note, word: &Range<usize>) -> bool {
    let before = note.pieces_in(word.start.saturating_sub(1)..word.start);
    let unit = before.last().and_then(|piece| piece.plain()?.unit);
    word.len() == 1
        && unit.is_some_and(|unit| {
            compiled_notation::dimension_name(&note.tokens.unit(unit).dimension) == "duration"
        })
}

/// The place of a known name.
fn named(term: &Term, tokens: Range<usize>, spec: &ItemNotation) -> ItemMention {
    ItemMention {
        tokens,
        name: term.name.to_string(),
        exact: true,
        known: true,
        light: has_trait(term, &spec.light),
        timed: has_trait(term, &spec.timed),
        traits: traits(term),
    }
}

fn traits(term: &Term) -> Vec<String> {
    let flags = term
        .values
        .iter()
        .filter(|(_, value)| value.as_bool() == Some(true));
    flags
        .map(|(name, _)| name.to_owned())
        .chain(term.groups.iter().map(|group| group.to_string()))
        .collect()
}

fn has_trait(term: &Term, traits: &[String]) -> bool {
    traits
        .iter()
        .any(|name| term.flag(name) || term.groups.iter().any(|group| **group == **name))
}
