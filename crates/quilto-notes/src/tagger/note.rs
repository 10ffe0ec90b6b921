//! A note laid out for labelling, and what comes of it once it is known what its words are for.

use std::ops::Range;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::differences::{RedundantFields, keep_words};
use super::items::{Item, items_of, told};
use super::labelled_spans::{LabelledSpan, least, unread, words};
use super::links::Links;
use super::slots::SlotReader;
use super::state::{self, StateReader};
use super::{NOT, NoteView, PARTED, features, grammar};
use crate::acts::ClauseAct;
use crate::notation::{self, CompiledNotation, Reading, TermMention, TextAnalysis};
use quilto_agents::AgentContext;
use quilto_domain::{Classifier, DomainMention, Feature, ItemLabels, MarkEffect, NOTHING};
use quilto_model::{Entry, NotDone, Unread};
use quilto_text::Tokens;

/// The loaded domains that have a notation, by name.
pub(super) struct Notations<'n>(Vec<(&'n str, Arc<CompiledNotation>)>);

impl<'n> Notations<'n> {
    pub fn of(cx: &'n AgentContext) -> Self {
        let modules = cx.domains.modules.iter();
        let compiled =
            modules.filter_map(|module| Some((&*module.name, notation::compile(module)?)));
        Self(compiled.collect())
    }

    /// What labels fill in them.
    pub fn labels(&self) -> Vec<&ItemLabels> {
        let notations = self.0.iter().map(|(_, compiled)| &compiled.notation);
        notations
            .filter_map(|notation| notation.labels.as_ref())
            .collect()
    }

    /// Whether an item tells how the writer is: by its name, or without one by its roles.
    fn of_writer(&self, item: &Item) -> bool {
        let mut compiled = self.0.iter().map(|(_, compiled)| &compiled.notation);
        compiled.any(|notation| {
            let labels = notation
                .labels
                .as_ref()
                .filter(|_| notation.state.is_some());
            labels.is_some_and(|labels| match item.head.is_empty() {
                true => item.stretches.iter().all(|of| labels.hold(&of.role)),
                false => labels.names(&item.head),
            })
        })
    }

    /// Whether words with a role tell how the writer is.
    pub fn are_of_writer(&self, role: &str) -> bool {
        let mut states = self.0.iter().map(|(_, of)| &of.notation);
        states.any(|notation| {
            let labels = notation.labels.as_ref();
            let labels = labels.filter(|_| notation.state.is_some());
            labels.is_some_and(|labels| {
                labels.names(role) || labels.says.iter().any(|own| own == role)
            })
        })
    }

    /// Whether a domain tells how the writer is.
    pub fn is_of_writer(&self, name: &str) -> bool {
        let mut known = self.0.iter().filter(|(of, _)| *of == name);
        known.any(|(_, compiled)| compiled.notation.state.is_some())
    }

    /// Whether labels fill what was done in a domain.
    fn has_items(&self, name: &str) -> bool {
        let mut known = self.0.iter().filter(|(of, _)| *of == name);
        known.any(|(_, compiled)| {
            compiled.notation.labels.is_some() && compiled.notation.state.is_none()
        })
    }

    /// Whether words with a role tell what was done, or that it was not: others are kept as they are, or passed over.
    pub fn are_read(&self, role: &str) -> bool {
        let mut labels = self.labels().into_iter();
        role == NOT
            || labels.any(|labels| {
                labels.names(role)
                    || labels.values.contains_key(role)
                    || [&labels.times, &labels.split, &labels.total]
                        .into_iter()
                        .any(|own| own.as_deref() == Some(role))
            })
    }

    /// The fields of what is marked of a level.
    pub fn told_with_levels(&self) -> Vec<String> {
        let marks = self.0.iter().flat_map(|(_, of)| &of.notation.marks);
        let marks = marks.filter(|mark| mark.effect == MarkEffect::WithLevel);
        marks.filter_map(|mark| mark.field.clone()).collect()
    }

    /// Whether words with a role are only kept as typed.
    pub fn only_keep(&self, role: &str) -> bool {
        let mut labels = self.labels().into_iter();
        !self.are_read(role) && labels.any(|labels| labels.kept.iter().any(|kept| kept == role))
    }

    /// Whether words with a role name a part of the writer.
    pub fn is_part(&self, role: &str) -> bool {
        let states = self
            .0
            .iter()
            .filter_map(|(_, of)| of.notation.state.as_ref());
        let mut labels = states.filter_map(|state| state.labels.as_ref());
        labels.any(|labels| labels.part == role)
    }

    /// Whether items of a domain are gathered under groups.
    fn has_groups(&self, name: &str) -> bool {
        let mut known = self.0.iter().filter(|(of, _)| *of == name);
        known.any(|(_, compiled)| compiled.notation.group.is_some())
    }

    /// What a reading tells, without what says nothing of its own.
    pub fn told(&self, data: &Map<String, Value>) -> Value {
        let notations = self.0.iter().map(|(_, compiled)| &compiled.notation);
        let estimates = notations.filter_map(|notation| notation.item.estimates.as_ref());
        let notes = self.0.iter().filter_map(|(_, compiled)| {
            let labels = compiled.notation.labels.as_ref()?;
            labels.notes_of_all.as_deref()
        });
        let asides = RedundantFields {
            fields: notes.chain(["notes"]).collect(),
            estimated: estimates.map(|estimates| &*estimates.list).collect(),
        };
        let mut told = asides.without(&Value::Object(data.clone()));
        if let Value::Object(domains) = &mut told {
            domains.retain(|_, data| data.as_object().is_none_or(|data| !data.is_empty()));
        }
        told
    }
}

/// What the words of a note are for.
pub(super) struct Labelled {
    pub stretches: Vec<LabelledSpan>,
    /// How likely the label of each of them is.
    each: Vec<f64>,
}

impl Labelled {
    /// Words whose labels are known.
    pub fn known(labels: &[&str], items: &[Option<usize>]) -> Self {
        Self {
            stretches: LabelledSpan::numbered(labels, items),
            each: vec![1.0; labels.len()],
        }
    }

    /// How likely the label of a stretch is.
    pub fn likely_of(&self, stretch: &LabelledSpan) -> f64 {
        self.likely_at(&stretch.tokens)
    }

    /// How likely the least likely label of some words is.
    pub fn likely_at(&self, words: &Range<usize>) -> f64 {
        least(&self.each[words.clone()])
    }

    /// How likely the least likely label is of words with these roles and of those without one.
    pub fn likely_that(&self, counts: &dyn Fn(&str) -> bool) -> f64 {
        let mut each = self.each.clone();
        for of in self.stretches.iter().filter(|of| !counts(&of.role)) {
            each[of.tokens.clone()].fill(1.0);
        }
        least(&each)
    }

    /// How likely the least likely of them is.
    pub fn likely(&self) -> f64 {
        least(&self.each)
    }
}

/// What a note tells by its labels.
pub(super) struct LabelledReading {
    pub reading: Reading,
    /// The words that tell how the writer is and went into nothing.
    pub unread: Vec<Range<usize>>,
    /// The words that name what was done and taken in, and what that is called.
    pub names: Vec<(LabelledSpan, Vec<String>)>,
    /// The words that tell figures, and what those could be put in as.
    pub figures: Vec<(LabelledSpan, Vec<f64>)>,
    /// The words that mean something of how the writer is, and what that may be told as.
    pub meant: Vec<(Range<usize>, Vec<String>)>,
    /// The words that tell how the writer is.
    of_writer: Vec<Range<usize>>,
}

impl LabelledReading {
    /// How likely the least likely label is of those that tell how the writer is; of all where none does.
    pub fn likely_of_writer(&self, labelled: &Labelled) -> f64 {
        let each = self
            .of_writer
            .iter()
            .flat_map(|of| &labelled.each[of.clone()]);
        each.copied()
            .reduce(f64::min)
            .unwrap_or_else(|| labelled.likely())
    }
}

/// A note, what the notation reads of it as it was typed, and what is known of its words.
pub(super) struct Note<'n> {
    pub cx: &'n AgentContext,
    pub notations: Notations<'n>,
    pub tokens: &'n Tokens,
    first: &'n Reading,
    pub mentions: &'n [DomainMention],
    acts: &'n [ClauseAct],
}

impl<'n> Note<'n> {
    pub fn new(
        cx: &'n AgentContext,
        notations: Notations<'n>,
        laid: &'n TextAnalysis,
        first: &'n Reading,
    ) -> Self {
        Self {
            cx,
            notations,
            tokens: &laid.tokens,
            first,
            mentions: &laid.mentions,
            acts: &laid.acts,
        }
    }

    /// The note as the labelling sees it.
    pub fn view(&self) -> NoteView {
        NoteView {
            features: self.features(),
            tokens: self.tokens.iter().map(|token| token.span).collect(),
        }
    }

    fn features<F: Feature>(&self) -> Vec<Vec<F>> {
        let (tokens, mentions) = (self.tokens, self.mentions);
        let mut features = features::features(&self.cx.domains, tokens, mentions, self.acts);
        for (own, of_grammar) in features
            .iter_mut()
            .zip(grammar::features(tokens, self.first))
        {
            own.extend(of_grammar);
        }
        features
    }

    /// What is seen of each stretch of words that is told of something, and where that stands.
    pub fn link_features(&self, labelled: &Labelled) -> Vec<(Vec<String>, String)> {
        let labels = self.notations.labels();
        let told = told(&labels, &labelled.stretches);
        Links::new(&labels, self.tokens, &told).taught()
    }

    /// What its words are for. None where no weights tell it.
    pub fn labelled(&self, labels: &Classifier) -> Option<Labelled> {
        let guesses = labels.label(&self.features());
        if guesses.is_empty() {
            return None;
        }
        let mut labels: Vec<&str> = guesses.iter().map(|guess| guess.label).collect();
        for (at, label) in labels.iter_mut().enumerate() {
            if notation::is_numbered(self.tokens, at) {
                *label = NOTHING;
            }
        }
        Some(Labelled {
            stretches: LabelledSpan::all(&labels),
            each: guesses.iter().map(|guess| guess.likely).collect(),
        })
    }

    /// Its words with their labels, and how likely the least likely of each is.
    pub fn labels(&self, labelled: &Labelled) -> Vec<String> {
        let each = labelled.stretches.iter().map(|of| {
            let words = words(self.tokens, &of.tokens);
            format!("{words}/{} {:.2}", of.role, labelled.likely_of(of))
        });
        each.collect()
    }

    /// What is read of the note by its labels. What they do not know is read as it was typed.
    pub fn in_words(&self, labelled: &Labelled, recent: &[Entry]) -> LabelledReading {
        let (cx, stretches) = (self.cx, &*labelled.stretches);
        let read = |text: &str| notation::read(&cx.domains, &cx.units, text, cx.today, recent);
        let units = notation::units_of_text(self.tokens, &cx.units);
        let reader = SlotReader::new(
            &cx.domains,
            &self.notations.0,
            &units,
            self.tokens,
            self.mentions,
            &labelled.each,
        );
        let stretches = &reader.mended(stretches);
        let weights = cx.domains.notes.as_deref();
        let items = items_of(&self.notations.labels(), self.tokens, stretches, weights);
        let told = |item: &Item| {
            let stretches = item.stretches.iter();
            Vec::from_iter(stretches.map(|of| words(self.tokens, &of.tokens).to_owned()))
        };
        tracing::trace!(target: "quilto::tagger", items = ?items.iter().map(told).collect::<Vec<_>>(), "belong together");
        let (of_writer, done): (Vec<&Item>, Vec<&Item>) = items
            .iter()
            .partition(|item| self.notations.of_writer(item));
        let typed = |name: &str| self.first.domain_data.contains_key(name);
        let filled = reader.read(&done, stretches, &typed);
        let mut reading = Reading {
            domain_data: filled.data,
            uncertain_fields: filled.remarks.uncertain,
            notes: filled.remarks.notes,
            ..Reading::default()
        };
        let mut unread = Vec::new();
        let (mut names, mut figures) = (filled.names, filled.figures);
        let mut meant = Vec::new();
        match self.without_undone(stretches) {
            Some(text) => self.put_others(&mut reading, &read(&text), &filled.unnamed),
            None => self.put_others(&mut reading, self.first, &filled.unnamed),
        }
        for (name, compiled) in &self.notations.0 {
            if let Some(typed) = self.first.domain_data.get(*name)
                && let Some(data) = reading.domain_data.get_mut(*name)
                && self.notations.has_items(name)
                && !self.notations.has_groups(name)
            {
                let slots = &compiled.notation.slots;
                let is_unit = |field: &str| {
                    let mut units = slots.iter().filter_map(|slot| slot.unit_field.as_deref());
                    units.any(|unit| unit == field)
                };
                keep_words(data, typed, &is_unit);
            }
        }
        for (name, compiled) in &self.notations.0 {
            let told = self.put_state(name, compiled, &of_writer, stretches, &mut reading);
            unread.extend(told.unread);
            names.extend(told.names);
            figures.extend(told.figures);
            meant.extend(told.meant);
        }
        let words = of_writer.iter().flat_map(|item| &item.stretches);
        let of_writer = words.map(|of| of.tokens.clone()).collect();
        LabelledReading {
            names,
            figures,
            meant,
            reading,
            unread,
            of_writer,
        }
    }

    /// The note without what was not done. None where all of it was done.
    fn without_undone(&self, stretches: &[LabelledSpan]) -> Option<String> {
        let undone = stretches.iter().rev().filter(|stretch| stretch.role == NOT);
        let mut undone = undone.peekable();
        undone.peek()?;
        let mut text = self.tokens.text().to_owned();
        for stretch in undone {
            let span = self.tokens.span_of(stretch.tokens.clone());
            text.replace_range(span.start..span.end, "");
        }
        Some(text)
    }

    /// Puts what was typed of domains that labels do not fill, or of which they do not name what is told of.
    fn put_others(&self, reading: &mut Reading, typed: &Reading, unnamed: &[String]) {
        let filled = |name: &str| {
            self.notations.has_items(name) && !unnamed.iter().any(|other| other == name)
        };
        reading.domain_data.retain(|name, _| filled(name));
        for (name, data) in &typed.domain_data {
            if !filled(name) {
                reading.domain_data.insert(name.clone(), data.clone());
            }
        }
        let of_filled = |place: &String| place.split(['.', '[']).next().is_some_and(filled);
        reading.uncertain_fields.retain(of_filled);
        let places = typed
            .uncertain_fields
            .iter()
            .filter(|place| !of_filled(place));
        reading.uncertain_fields.extend(places.cloned());
    }

    /// Puts how the writer is by the labels, and of what was typed what they do not tell. Gives what else was found.
    fn put_state(
        &self,
        name: &str,
        compiled: &Arc<CompiledNotation>,
        items: &[&Item],
        stretches: &[LabelledSpan],
        reading: &mut Reading,
    ) -> state::LabelledState {
        let (Some(module), Some(state)) = (self.cx.domains.module(name), &compiled.notation.state)
        else {
            return state::LabelledState::default();
        };
        let Some(labels) = &state.labels else {
            return state::LabelledState::default();
        };
        let mentions = self
            .mentions
            .iter()
            .filter(|named| *self.cx.domains.modules[named.domain].name == *name);
        let named = mentions.filter_map(|named| {
            let term = module.vocabulary().term(&named.mention.term)?;
            Some(TermMention {
                tokens: named.mention.tokens.clone(),
                term,
            })
        });
        let reader = StateReader {
            tokens: self.tokens,
            notation: state,
            labels,
            vocabulary: module.vocabulary(),
            terms: notation::terms_in(module, compiled, self.tokens, named.collect()),
            sayings: self.cx.domains.sayings.as_deref(),
            units: &self.cx.units,
        };
        let mut told = reader.read(items, stretches);
        let mut data = std::mem::take(&mut told.fields);
        let unsure = told.unsure.iter().map(|place| format!("{name}.{place}"));
        reading.uncertain_fields.extend(unsure);
        if let Some(Value::Object(typed)) = reading.domain_data.get(name) {
            let known = |name: &str| module.vocabulary().term(name).is_some();
            state::add_untold(&mut data, typed, state, labels.whole.as_deref(), known);
        }
        if data.is_empty() {
            reading.domain_data.remove(name);
        } else {
            reading
                .domain_data
                .insert(name.to_owned(), Value::Object(data));
        }
        told
    }

    /// Whether figures or names are of nothing its writer did, by the labels.
    pub fn holds_back(&self, labelled: &Labelled) -> bool {
        self.not_done(labelled).next().is_some()
    }

    /// What tells of nothing its writer did, by the labels.
    fn not_done<'a>(&self, labelled: &'a Labelled) -> impl Iterator<Item = &'a LabelledSpan> {
        let not_done = labelled.stretches.iter().filter(|of| of.role == NOT);
        not_done.filter(|of| of.tokens.clone().any(|at| self.tells(at)))
    }

    /// What tells of nothing its writer did, by the labels: what is told so, and what is told as not read, since acts
    /// say that it was done and labels are not sure. What was held back before keeps its act.
    pub fn held_back(&self, labelled: &Labelled) -> (Vec<NotDone>, Vec<Unread>) {
        let (mut held_back, mut unsure) = (Vec::new(), Vec::new());
        for stretch in self.not_done(labelled) {
            let text = words(self.tokens, &stretch.tokens);
            let mut before = self.first.held_back.iter();
            let before = before.find(|held| held.text.contains(text) || text.contains(&held.text));
            let mut acts = self.acts.iter();
            let clause = acts.find(|clause| clause.tokens.contains(&stretch.tokens.start));
            match (before, clause) {
                (Some(held), _) => held_back.push(held.clone()),
                (None, Some(clause))
                    if clause.tells_done() && labelled.likely_of(stretch) < PARTED =>
                {
                    unsure.push(unread(self.tokens, &stretch.tokens));
                }
                (None, Some(clause)) => held_back.push(NotDone {
                    text: text.to_owned(),
                    act: clause.read.act_without_data(),
                }),
                (None, None) => {}
            }
        }
        (held_back, unsure)
    }

    /// Whether a token is a figure or part of a name.
    fn tells(&self, at: usize) -> bool {
        let mut names = self.mentions.iter().map(|named| &named.mention.tokens);
        self.tokens[at].number().is_some() || names.any(|name| name.contains(&at))
    }
}
