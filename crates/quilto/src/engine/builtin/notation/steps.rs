//! The steps by which a note becomes data: states, records, times said before, names nobody knows.

use std::ops::Range;

use chrono::NaiveDate;
use serde_json::{Map, Value, json};

use super::collect::{Collector, ItemMention};
use super::compiled::{self, Compiled, Meaning};
use super::cues::Cue;
use super::groups::{Item, Row};
use super::history;
use super::loaded::{Loaded, Reading, opens, supports};
use super::note::Note;
use super::phrases::Hit;
use super::remarks::Remark;
use super::repeated_rows;
use super::row_exceptions::{self, RowException};
use super::solve::solve;
use super::spans::{around, within};
use super::states::{Degrees, SlotWord, States, worded};
use super::unknown::UnknownNames;
use super::write::{Remarks, RowWriter, number};
use crate::domain::{DomainMention, ItemNotation, MarkEffect, Term};
use crate::model::Entry;
use crate::model::UnitPreferences;
use crate::text::{Dimension, Tokens};

/// What every step looks at.
pub(super) struct Reader<'r> {
    pub(super) units: &'r UnitPreferences,
    pub(super) today: NaiveDate,
    pub(super) recent: &'r [Entry],
    pub(super) tokens: &'r Tokens,
}

/// "with a 2 s dwell": a word of a name behind a short time says how it was done, and names nothing.
fn timed_before(note: &Note, word: &Range<usize>) -> bool {
    let before = note.pieces_in(word.start.saturating_sub(1)..word.start);
    let unit = before.last().and_then(|piece| piece.plain()?.unit);
    word.len() == 1
        && unit.is_some_and(|unit| {
            compiled::dimension_name(&note.tokens.unit(unit).dimension) == "duration"
        })
}

/// What the other steps have to know of how the writer is.
#[derive(Default)]
pub(super) struct StateContext {
    /// What is said of the writer in words that nothing here knows.
    pub(super) doubted: Vec<Range<usize>>,
    /// Where something is told of the night before.
    pub(super) nights: Vec<usize>,
}

impl Reader<'_> {
    pub(super) fn states(
        &self,
        loaded: &[Loaded],
        strong: &[Range<usize>],
        note: &mut Note,
        known: &mut [bool],
        reading: &mut Reading,
        remarks: &mut Remarks,
    ) -> StateContext {
        let mut told = StateContext::default();
        for domain in loaded {
            let Some(notation) = &domain.compiled.notation.state else {
                continue;
            };
            let slot_words = loaded.iter().flat_map(|other| {
                let told = other.terms.iter().any(|place| {
                    !note.dead[place.tokens.start] && opens(&other.compiled, place.term)
                });
                other.hits.iter().map(move |hit| (hit, told))
            });
            let mut claimed: Vec<SlotWord> = slot_words
                .filter(|(hit, ..)| matches!(hit.meaning, Meaning::Slot(_) | Meaning::NoneOf(_)))
                .map(|(hit, told)| SlotWord {
                    tokens: hit.tokens.clone(),
                    told,
                })
                .collect();
            claimed.sort_by_key(|claimed| claimed.tokens.start);
            let terms = worded(domain, strong);
            let read = States {
                note,
                vocabulary: domain.module.vocabulary(),
                claimed: &claimed,
                notation,
                domain_name: &domain.module.name,
                units: self.units,
                terms: &terms,
                hits: &domain.hits,
                others: strong,
                recent: self.recent,
                degrees: Degrees::default(),
            }
            .read(remarks);
            for range in read.used {
                note.used[range].fill(true);
            }
            for range in read.told {
                known[range].fill(true);
            }
            told.doubted.extend(read.doubted);
            told.nights.extend(read.nights);
            reading.tags.extend(read.tags);
            // With nothing left there is still a place for what a correction fills in.
            if !read.fields.is_empty() || read.left_out {
                reading
                    .domain_data
                    .insert(domain.module.name.clone(), Value::Object(read.fields));
            }
        }
        told
    }

    pub(super) fn unknown(
        &self,
        loaded: &[Loaded],
        note: &Note,
        known: &[bool],
    ) -> Vec<(usize, Range<usize>)> {
        let Some(at) = loaded.iter().position(|domain| {
            domain.compiled.notation.item.rows.is_some() && domain.compiled.notation.item.unknown
        }) else {
            return Vec::new();
        };
        let mut taken: Vec<Range<usize>> = loaded
            .iter()
            .filter(|domain| domain.compiled.notation.list.is_some())
            .flat_map(|domain| {
                let terms = domain.terms.iter();
                terms.filter(|place| supports(&domain.compiled, place.term))
            })
            .map(|place| place.tokens.clone())
            .collect();
        let things = loaded.iter().flat_map(|domain| &domain.things);
        taken.extend(things.map(|thing| thing.name.clone()));
        taken.sort_by_key(|name| name.start);
        let domain = &loaded[at];
        // Where something is felt can name what was trained ("left hand 15 kg 10 strokes 3 times").
        let mut known = known.to_vec();
        for domain in loaded {
            let state = domain.compiled.notation.state.as_ref();
            let parts = state.and_then(|state| state.parts.as_deref());
            let named = domain.terms.iter();
            for place in named.filter(|place| parts == Some(&*place.term.kind)) {
                known[place.tokens.clone()].fill(false);
            }
        }
        let unknown = UnknownNames {
            note,
            domain,
            taken: &taken,
            known: &known,
        };
        unknown.names().into_iter().map(|name| (at, name)).collect()
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of one step")]
    pub(super) fn rows(
        &self,
        domain: &Loaded,
        note: &Note,
        own: &[bool],
        mentions: &[DomainMention],
        place_of: &[Option<usize>],
        place: usize,
        unknown: Vec<Range<usize>>,
        known: &[bool],
        short: &[RowException],
        remarks: &mut Remarks,
    ) -> Option<Value> {
        let spec = &domain.compiled.notation.item;
        let mut names: Vec<ItemMention> = mentions
            .iter()
            .filter(|mention| place_of.get(mention.domain).copied().flatten() == Some(place))
            .filter(|mention| mention.mention.exact || !timed_before(note, &mention.mention.tokens))
            .filter_map(|mention| {
                let term = domain.module.vocabulary().term(&mention.mention.term)?;
                spec.kinds
                    .iter()
                    .any(|kind| **kind == *term.kind)
                    .then(|| ItemMention {
                        exact: mention.mention.exact,
                        ..named(term, mention.mention.tokens.clone(), spec)
                    })
            })
            .collect();
        for name in &mut names {
            self.qualify(note, domain, known, name);
        }
        // What says which variant is meant is no name beside it.
        let whole: Vec<Range<usize>> = names.iter().map(|name| name.tokens.clone()).collect();
        names.retain(|name| {
            let mut around = around(&whole, name.tokens.start).iter();
            !around.any(|other| {
                other.start <= name.tokens.start
                    && name.tokens.end <= other.end
                    && other.len() > name.tokens.len()
            })
        });
        names.extend(unknown.into_iter().map(|tokens| self.as_typed(tokens)));
        names.sort_by_key(|name| name.tokens.start);
        let taken: Vec<Range<usize>> = names.iter().map(|name| name.tokens.clone()).collect();
        let borders = UnknownNames {
            note,
            domain,
            taken: &taken,
            known,
        }
        .borders(own);
        if names.iter().any(|name| !note.dead[name.tokens.start]) {
            names.extend(borders.into_iter().map(|tokens| self.as_typed(tokens)));
            names.sort_by_key(|name| name.tokens.start);
        }
        self.switched(note, domain, &mut names);
        self.told_with(note, domain, own, &mut names);
        let past = history::past(self.recent, &domain.module.name, &domain.compiled);
        let mut collector = Collector::new(
            note,
            &domain.compiled,
            self.units,
            &names,
            &domain.hits,
            own,
            &past,
        );
        if names.iter().all(|name| note.dead[name.tokens.start])
            && let Some(last) = past.last()
        {
            let known = domain.module.vocabulary().term(last.name);
            collector.go_on(Item {
                name: last.name.to_owned(),
                known: true,
                exact: true,
                light: known.is_some_and(|term| has_trait(term, &spec.light)),
                timed: known.is_some_and(|term| has_trait(term, &spec.timed)),
                traits: known.map(traits).unwrap_or_default(),
                ..Item::default()
            });
        }
        collector.run();
        let went_on = collector.went_on;
        for (name, taken) in std::mem::take(&mut collector.by_habit) {
            let taken = taken.say(&|slot| remarks.label(domain.module, slot));
            remarks.tell(&Remark::ByHabit(&name, &taken));
        }
        let mut items = std::mem::take(&mut collector.items);
        self.repeat_past(note, &mut items, &past, &domain.compiled, remarks);
        let writer = RowWriter {
            domain: &domain.compiled,
            module: domain.module,
            tokens: self.tokens,
        };
        let mut solved: Vec<(Item, Vec<Row>)> = items
            .into_iter()
            .map(|mut item| {
                let rows = solve(&mut item);
                (item, rows)
            })
            .collect();
        row_exceptions::change(short, note, &domain.compiled, &mut solved);
        let any = solved.iter().any(|(_, rows)| !rows.is_empty());
        let mut written: Vec<Value> = Vec::new();
        let mut left: Option<&Range<usize>> = None;
        for (item, rows) in &solved {
            // A name alone counts only where the note holds nothing more.
            if rows.is_empty() && (any || !self.done(note, item)) {
                left = Some(&item.tokens);
                continue;
            }
            // "granite basalt 60x5": the name right before it went into nothing, or is a part of this one.
            if let (Some(before), Some(field)) = (left.take(), &spec.name)
                && before.end == item.tokens.start
                && !before.is_empty()
                && let Some(list) = &domain.compiled.notation.list
            {
                let typed = self.tokens.span_of(before.start..item.tokens.end);
                let remark = Remark::ReadAs(self.tokens.slice(typed), &item.name);
                let path = format!("{}.{list}[{}].{field}", domain.module.name, written.len());
                remarks.doubt(path, &remark);
            }
            if went_on && item.tokens.is_empty() {
                remarks.tell(&Remark::GoesOn(&item.name));
            }
            written.push(writer.item(item, rows, written.len(), remarks));
        }
        if written.is_empty() {
            return None;
        }
        let mut data = Map::new();
        data.insert(
            domain.compiled.notation.list.clone()?,
            Value::Array(written),
        );
        for field in &domain.compiled.notation.session {
            let longest = collector
                .session
                .iter()
                .map(|(seconds, _)| compiled::in_unit(self.tokens, *seconds, "s", &field.store))
                .filter(|value| *value >= field.least)
                .fold(None, |most: Option<f64>, value| {
                    Some(most.map_or(value, |most| most.max(value)))
                });
            if let Some(value) = longest {
                data.insert(field.field.clone(), number(value));
            }
        }
        Some(json!(data))
    }

    /// "Switched to wide", "와이드로 바꿔서": from there on it is that variant of what was done before.
    pub(super) fn switched(&self, note: &Note, domain: &Loaded, names: &mut Vec<ItemMention>) {
        let spec = &domain.compiled.notation.item;
        let vocabulary = domain.module.vocabulary();
        for hit in note.cues.iter().filter(|hit| hit.meaning == Cue::Switch) {
            let at = hit.tokens.start;
            let latin = self.tokens.norm(at).is_ascii();
            let Some(how) = (if latin {
                Some(hit.tokens.end)
            } else {
                at.checked_sub(1)
            }) else {
                continue;
            };
            let free = self.tokens.get(how).is_some_and(|token| token.is_word())
                && !names.iter().any(|name| name.tokens.contains(&how));
            let Some(before) = names.iter().rev().find(|name| name.tokens.end <= at) else {
                continue;
            };
            if !free || note.dead[at] {
                continue;
            }
            let typed = self
                .tokens
                .slice(self.tokens.span_of(before.tokens.clone()));
            let word = self.tokens.norm(how);
            let stems = word
                .char_indices()
                .map(|(at, c)| &word[..at + c.len_utf8()])
                .filter(|stem| {
                    let rest = &word[stem.len()..];
                    rest.is_empty() || (!latin && crate::text::is_particles(rest))
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
    pub(super) fn told_with(
        &self,
        note: &Note,
        domain: &Loaded,
        own: &[bool],
        names: &mut [ItemMention],
    ) {
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
                    let live = own[at] && !note.used[at] && !note.dead[at];
                    let mut values = piece.operands.iter().chain(&piece.at);
                    live && values.any(|value| {
                        value.unit.is_some_and(|unit| {
                            let dimension = &self.tokens.unit(unit).dimension;
                            compiled::dimension_name(dimension) == with
                        })
                    })
                })
            };
            // "10 each side" says nothing of what is held.
            let weighed = |hit: &Hit<Meaning>| {
                let before = hit.tokens.start.checked_sub(1);
                before.is_some_and(|at| self.tokens.dimension(at) == Some(&Dimension::Mass))
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
    fn qualify(&self, note: &Note, domain: &Loaded, known: &[bool], name: &mut ItemMention) {
        let unknown = UnknownNames {
            note,
            domain,
            taken: &[],
            known,
        };
        let tokens = unknown.qualified(&name.tokens);
        if tokens == name.tokens {
            return;
        }
        // A noun behind it names the thing itself.
        name.light &= tokens.end == name.tokens.end;
        name.name = self
            .tokens
            .slice(self.tokens.span_of(tokens.clone()))
            .to_owned();
        name.tokens = tokens;
        name.known = false;
    }

    /// A name that nothing knows.
    fn as_typed(&self, tokens: Range<usize>) -> ItemMention {
        let typed = self.tokens.slice(self.tokens.span_of(tokens.clone()));
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

    /// Whether a name without numbers tells of something done: nothing in its clause denies it.
    pub(super) fn done(&self, note: &Note, item: &Item) -> bool {
        if item.tokens.is_empty() || note.dead[item.tokens.start] {
            return false;
        }
        let clause = note.clause_of(item.tokens.start);
        let denied = [
            Cue::Fail,
            Cue::Skip,
            Cue::Not,
            Cue::Plan,
            Cue::Meant,
            Cue::Intended,
        ];
        !denied.iter().any(|cue| note.cue_in(clause.clone(), *cue))
    }

    /// "One more set": rows like the one before. "Same as last time": the item's rows are those of the last entry that has it.
    pub(super) fn repeat_past(
        &self,
        note: &Note,
        items: &mut [Item],
        past: &[history::PreviousItem],
        domain: &Compiled,
        remarks: &mut Remarks,
    ) {
        for more in repeated_rows::places(note, domain) {
            let clause = note.clause[more.tokens.start];
            let Some(item) = items.iter_mut().rev().find(|item| {
                item.tokens.is_empty()
                    || item.tokens.start < more.tokens.start
                    || note.clause[item.tokens.start] == clause
            }) else {
                continue;
            };
            let today: Vec<&history::PreviousItem> = past
                .iter()
                .filter(|past| past.entry.date == self.today && past.name == item.name)
                .collect();
            // The number of rows told before is no longer that of the data.
            note.tell(item.tokens.end..more.tokens.end.max(item.tokens.end));
            if let Some(remark) = repeated_rows::add(item, &more, note, &today, domain) {
                remarks.tell(&remark);
            }
        }
        for said in history::as_before(note) {
            let Some(item) = items.iter_mut().rev().find(|item| {
                item.tokens.is_empty()
                    || item.tokens.start < said.tokens.start
                    || note.clause[item.tokens.start] == said.clause
            }) else {
                continue;
            };
            let told = item
                .groups
                .iter()
                .any(|group| group.count.is_some() || !group.amounts.is_empty());
            if told {
                continue;
            }
            remarks.tell(&history::fill(item, past, domain, &said, self.tokens));
        }
    }
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
