//! A note laid out for labelling, and what comes of it once it is known what its words are for.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::differences::{Asides, add, keep_words};
use super::features::Feature;
use super::items::{Stretch, words};
use super::{NOT, NoteView, features, grammar, lines};
use crate::agents::AgentContext;
use crate::domain::{Classifier, DomainMention, Plain};
use crate::engine::builtin::acts::OfClause;
use crate::engine::builtin::notation::{self, Compiled, Laid, Reading};
use crate::model::{Entry, HeldBack};
use crate::text::Tokens;

/// The loaded domains that have a notation, by name.
pub(super) struct Notations<'n>(Vec<(&'n str, Arc<Compiled>)>);

impl<'n> Notations<'n> {
    pub fn of(cx: &'n AgentContext) -> Self {
        let modules = cx.domains.modules.iter();
        let compiled =
            modules.filter_map(|module| Some((&*module.name, notation::compile(module)?)));
        Self(compiled.collect())
    }

    /// Their plain forms.
    pub fn forms(&self) -> Vec<&Plain> {
        let notations = self.0.iter().map(|(_, compiled)| &compiled.notation);
        notations
            .filter_map(|notation| notation.plain.as_ref())
            .collect()
    }

    /// Whether what a domain tells is written plainly. How the writer is stands in sentences, not in items.
    fn has_items(&self, name: &str) -> bool {
        let mut known = self.0.iter().filter(|(of, _)| *of == name);
        known.any(|(_, compiled)| {
            compiled.notation.plain.is_some() && compiled.notation.state.is_none()
        })
    }

    /// What a reading tells, without what says nothing of its own.
    pub fn told(&self, data: &Map<String, Value>) -> Value {
        let notations = self.0.iter().map(|(_, compiled)| &compiled.notation);
        let estimates = notations.filter_map(|notation| notation.item.estimates.as_ref());
        let asides = Asides {
            fields: BTreeSet::from(["notes"]),
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
    pub stretches: Vec<Stretch>,
    /// How likely the least likely of them is.
    pub likely: f64,
}

/// A note, what the notation reads of it as it was typed, and what is known of its words.
pub(super) struct Note<'n> {
    cx: &'n AgentContext,
    pub notations: Notations<'n>,
    pub tokens: &'n Tokens,
    first: &'n Reading,
    mentions: &'n [DomainMention],
    acts: &'n [OfClause],
}

impl<'n> Note<'n> {
    pub fn new(
        cx: &'n AgentContext,
        notations: Notations<'n>,
        laid: &'n Laid,
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

    /// What its words are for. None where no weights tell it.
    pub fn labelled(&self, labels: &Classifier) -> Option<Labelled> {
        let guesses = labels.label(&self.features());
        let likely = guesses.iter().map(|guess| guess.likely).reduce(f64::min)?;
        let labels: Vec<&str> = guesses.iter().map(|guess| guess.label).collect();
        Some(Labelled {
            stretches: Stretch::all(&labels),
            likely,
        })
    }

    /// The note written plainly, and what notation reads of that. What has no plain form is read as it was typed:
    /// domains that the labels do not know, and how the writer is, to which the plain form adds what was not found.
    pub fn in_words(&self, stretches: &[Stretch], recent: &[Entry]) -> (String, Reading) {
        let cx = self.cx;
        let read = |text: &str| notation::read(&cx.domains, &cx.units, text, cx.today, recent);
        let plain = lines::in_plain(&self.notations.forms(), self.tokens, stretches);
        let mut reading = read(&plain);
        match self.without_undone(stretches) {
            Some(text) => self.put_others(&mut reading, &read(&text)),
            None => self.put_others(&mut reading, self.first),
        }
        for (name, data) in &mut reading.domain_data {
            if let Some(typed) = self.first.domain_data.get(name) {
                keep_words(data, typed);
            }
        }
        (plain, reading)
    }

    /// The note without what was not done. None where all of it was done.
    fn without_undone(&self, stretches: &[Stretch]) -> Option<String> {
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

    fn put_others(&self, reading: &mut Reading, typed: &Reading) {
        let known = |name: &str| self.notations.has_items(name);
        let plain = std::mem::take(&mut reading.domain_data);
        for (name, data) in &typed.domain_data {
            if !known(name) {
                reading.domain_data.insert(name.clone(), data.clone());
            }
        }
        for (name, data) in plain {
            match reading.domain_data.get_mut(&name) {
                Some(typed) => add(typed, &data),
                None => {
                    reading.domain_data.insert(name, data);
                }
            }
        }
        let of_known = |place: &String| {
            let domain = place.split(['.', '[']).next();
            domain.is_some_and(known)
        };
        reading.uncertain_fields.retain(of_known);
        let places = typed
            .uncertain_fields
            .iter()
            .filter(|place| !of_known(place));
        reading.uncertain_fields.extend(places.cloned());
    }

    /// What tells of nothing its writer did, by the labels. What was held back before keeps its act.
    pub fn held_back(&self, stretches: &[Stretch]) -> Vec<HeldBack> {
        let not_done = stretches.iter().filter(|stretch| stretch.role == NOT);
        let telling = not_done.filter(|stretch| stretch.tokens.clone().any(|at| self.tells(at)));
        telling
            .filter_map(|stretch| {
                let text = words(self.tokens, &stretch.tokens);
                let mut before = self.first.held_back.iter();
                let before =
                    before.find(|held| held.text.contains(text) || text.contains(&held.text));
                if let Some(held) = before {
                    return Some(held.clone());
                }
                let mut acts = self.acts.iter();
                let clause = acts.find(|clause| clause.tokens.contains(&stretch.tokens.start))?;
                Some(HeldBack {
                    text: text.to_owned(),
                    act: clause.read.act_without_data(),
                })
            })
            .collect()
    }

    /// Whether a token is a figure or part of a name.
    fn tells(&self, at: usize) -> bool {
        let mut names = self.mentions.iter().map(|named| &named.mention.tokens);
        self.tokens[at].number().is_some() || names.any(|name| name.contains(&at))
    }
}
