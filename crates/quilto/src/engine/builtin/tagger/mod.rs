//! What each word of a note is for, as its neighbours and what is known of it tell: a labelling of all its words at
//! once, by weights fitted to notes of many people (`corpora/notes/marked`; decision 0045).
//!
//! The notation reads the note as it was typed; of that and of the words the labelling tells what each of them is
//! for. Then the note is written plainly, an item a line, and the notation reads it again. Where both readings tell
//! the same, that is it. Where they do not, the labelling decides if it is sure enough, and what is doubtful is told.

mod differences;
mod features;
mod grammar;
mod items;
mod plain;

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::{Map, Value};

use super::acts;
use super::language::Language;
use super::notation::{self, Instead, Reading, Remark};
use crate::agents::AgentContext;
use crate::domain::{ActiveDomainContext, Classifier, Plain};
use crate::model::{Entry, HeldBack};
use crate::text::{Span, Tokens, is_particles, read_with};
use differences::{Asides, add, differences, keep_words};
pub use items::Stretch;

/// From this probability of its least likely word on a labelling is taken.
const TAKEN: f64 = 0.3;
/// The same where the notation read all of a note without a doubt.
const TAKEN_OVER_ALL: f64 = 0.5;
/// The same where acts hold back all of a note: they were taught by more texts than labels.
const TAKEN_OVER_ACTS: f64 = 0.9;
/// The same where figures would be lost, or where acts say otherwise whether something was not done.
const TAKEN_AT_A_LOSS: f64 = 0.65;
/// From this one on without telling that there was another reading.
const SURE: f64 = 0.5;
/// Longer notes, counted in words and signs, are read by notation alone.
const LONGEST: usize = 400;
/// The label of words that are for nothing.
const NOTHING: &str = "-";
/// What says more of what stands beside it.
const BESIDE: [&str; 6] = ["says", "approx", "kind", "place", "gear", "remark"];
/// What tells what was not done.
const NOT: &str = "not";

/// A note as the labelling sees it.
#[derive(Debug)]
pub struct NoteView {
    /// Where its tokens stand, in bytes.
    pub tokens: Vec<Span>,
    /// What is seen of each.
    pub features: Vec<Vec<String>>,
}

/// What the words of a note are for.
struct Labelled {
    stretches: Vec<Stretch>,
    /// How likely the least likely of them is.
    likely: f64,
}

/// Reads a note.
pub(super) fn read(cx: &AgentContext, text: &str, recent: &[Entry]) -> Reading {
    let first = notation::read(&cx.domains, &cx.units, text, cx.today, recent);
    let Some(labels) = &cx.domains.notes else {
        return first;
    };
    let tokens = tokens(&cx.domains, text);
    if tokens.len() > LONGEST {
        return first;
    }
    let Some(labelled) = labelled(labels, cx, &tokens, &first) else {
        return first;
    };
    let (plain, second) = in_words(cx, &tokens, &labelled.stretches, &first, recent);
    tracing::trace!(target: "quilto::tagger", plain, likely = labelled.likely, "read plainly");
    let [one, other] = [&first, &second].map(|reading| told(&cx.domains, &reading.domain_data));
    if one == other {
        return first;
    }
    let held_back = held_back(cx, &tokens, &labelled.stretches, &first);
    let loses =
        figures(&other) < figures(&one) || held_back.is_empty() != first.held_back.is_empty();
    let taken = labelled.likely >= bound(&first, loses);
    let mut places = Vec::new();
    let mut reading = if taken {
        differences(&other, &one, "", &mut places);
        let not_done = labelled.stretches.iter().filter(|of| of.role == NOT);
        let instead = Instead {
            data: second.domain_data,
            uncertain_fields: second.uncertain_fields,
            notes: second.notes,
            not_done: not_done
                .map(|of| tokens.span_of(of.tokens.clone()))
                .collect(),
        };
        let reading = notation::read_instead(
            &cx.domains,
            &cx.units,
            text,
            cx.today,
            recent,
            Some(instead),
        );
        Reading {
            held_back,
            ..reading
        }
    } else {
        differences(&one, &other, "", &mut places);
        first
    };
    if labelled.likely < SURE && !places.is_empty() {
        places.retain(|place| !reading.uncertain_fields.contains(place));
        reading.uncertain_fields.extend(places);
        let remark = Remark::TwoReadings.say(Language::of(text));
        reading.notes.push(remark);
    }
    reading
}

/// How likely a labelling must be to be taken in place of what the notation read.
fn bound(first: &Reading, loses: bool) -> f64 {
    let nothing_left = first.uncertain_fields.is_empty() && first.unread.is_empty();
    if first.domain_data.is_empty() && !first.held_back.is_empty() {
        TAKEN_OVER_ACTS
    } else if loses {
        TAKEN_AT_A_LOSS
    } else if nothing_left && first.held_back.is_empty() {
        TAKEN_OVER_ALL
    } else {
        TAKEN
    }
}

/// How many figures are told.
fn figures(told: &Value) -> usize {
    match told {
        Value::Number(_) => 1,
        Value::Array(list) => list.iter().map(figures).sum(),
        Value::Object(fields) => fields.values().map(figures).sum(),
        _ => 0,
    }
}

/// A note as the labelling sees it.
pub(super) fn view(cx: &AgentContext, text: &str) -> NoteView {
    let read = notation::read(&cx.domains, &cx.units, text, cx.today, &[]);
    let tokens = tokens(&cx.domains, text);
    NoteView {
        features: all_features(cx, &tokens, &read),
        tokens: tokens.iter().map(|token| token.span).collect(),
    }
}

/// What a note tells, where it is known what its words are for, and how it is written plainly.
pub(super) fn read_labelled(cx: &AgentContext, text: &str, labels: &[&str]) -> (Value, String) {
    let tokens = tokens(&cx.domains, text);
    let first = notation::read(&cx.domains, &cx.units, text, cx.today, &[]);
    let (plain, reading) = in_words(cx, &tokens, &stretches(labels), &first, &[]);
    (told(&cx.domains, &reading.domain_data), plain)
}

/// The note written plainly, and what notation reads of that.
fn in_words(
    cx: &AgentContext,
    tokens: &Tokens,
    stretches: &[Stretch],
    first: &Reading,
    recent: &[Entry],
) -> (String, Reading) {
    let read = |text: &str| notation::read(&cx.domains, &cx.units, text, cx.today, recent);
    let plain = in_plain(&cx.domains, tokens, stretches);
    let mut reading = read(&plain);
    put_others(cx, &mut reading, &read(&without_undone(tokens, stretches)));
    for (name, data) in &mut reading.domain_data {
        if let Some(typed) = first.domain_data.get(name) {
            keep_words(data, typed);
        }
    }
    (plain, reading)
}

fn all_features(cx: &AgentContext, tokens: &Tokens, read: &Reading) -> Vec<Vec<String>> {
    let mut features = features::features(&cx.domains, tokens, cx.today);
    for (own, of_grammar) in features.iter_mut().zip(grammar::features(tokens, read)) {
        own.extend(of_grammar);
    }
    features
}

/// The tokens of a note, with the units of the loaded domains.
fn tokens(domains: &ActiveDomainContext, text: &str) -> Tokens {
    let compiled: Vec<_> = domains
        .modules
        .iter()
        .filter_map(|module| notation::compile(module))
        .collect();
    read_with(
        text,
        &notation::units(compiled.iter().map(|compiled| &compiled.notation)),
    )
}

/// What the words of a note are for. None where no weights tell it.
fn labelled(
    labels: &Classifier,
    cx: &AgentContext,
    tokens: &Tokens,
    read: &Reading,
) -> Option<Labelled> {
    let guesses = labels.label(&all_features(cx, tokens, read));
    let likely = guesses.iter().map(|guess| guess.likely).reduce(f64::min)?;
    let labels: Vec<&str> = guesses.iter().map(|guess| guess.label).collect();
    Some(Labelled {
        stretches: stretches(&labels),
        likely,
    })
}

/// The stretches of labels. One that begins with `~` goes on with the label before it.
pub(super) fn stretches(labels: &[&str]) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    for (at, label) in labels
        .iter()
        .enumerate()
        .filter(|(_, label)| **label != NOTHING)
    {
        let role = label.trim_start_matches('~');
        match stretches.last_mut() {
            Some(last) if label.starts_with('~') && last.role == role && last.tokens.end == at => {
                last.tokens.end = at + 1;
            }
            _ => stretches.push(Stretch {
                tokens: at..at + 1,
                role: role.to_owned(),
            }),
        }
    }
    stretches
}

/// What a reading tells, without what says nothing of its own.
pub(super) fn told(domains: &ActiveDomainContext, data: &Map<String, Value>) -> Value {
    let compiled = domains
        .modules
        .iter()
        .filter_map(|module| notation::compile(module));
    let compiled: Vec<_> = compiled.collect();
    let estimates = compiled
        .iter()
        .filter_map(|compiled| compiled.notation.item.estimates.as_ref());
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

/// What tells of nothing its writer did, by the labels. What was held back before keeps its act.
fn held_back(
    cx: &AgentContext,
    tokens: &Tokens,
    stretches: &[Stretch],
    first: &Reading,
) -> Vec<HeldBack> {
    let mentions = cx.domains.vocabulary().find(tokens);
    let acts = acts::read(&cx.domains, tokens, &mentions, cx.today);
    let not_done = stretches.iter().filter(|stretch| stretch.role == NOT);
    let telling = not_done.filter(|stretch| {
        let named = |at: usize| {
            mentions
                .iter()
                .any(|named| named.mention.tokens.contains(&at))
        };
        stretch
            .tokens
            .clone()
            .any(|at| tokens[at].number().is_some() || named(at))
    });
    telling
        .filter_map(|stretch| {
            let text = words(tokens, &stretch.tokens);
            let before = first
                .held_back
                .iter()
                .find(|held| held.text.contains(text) || text.contains(&held.text));
            if let Some(held) = before {
                return Some(held.clone());
            }
            let clause = acts
                .iter()
                .find(|clause| clause.tokens.contains(&stretch.tokens.start))?;
            Some(HeldBack {
                text: text.to_owned(),
                act: clause.read.act_without_data(),
            })
        })
        .collect()
}

/// The note written plainly: an item a line. What the plain forms have no place for stands as it was typed; what
/// was not done, and words that say nothing of an item, are left out.
fn in_plain(domains: &ActiveDomainContext, tokens: &Tokens, stretches: &[Stretch]) -> String {
    let compiled: Vec<_> = domains
        .modules
        .iter()
        .filter_map(|module| notation::compile(module))
        .collect();
    let forms: Vec<&Plain> = compiled
        .iter()
        .filter_map(|compiled| compiled.notation.plain.as_ref())
        .collect();
    let of_head = |role: &str| {
        forms
            .iter()
            .copied()
            .find(|plain| plain.heads.iter().any(|head| head == role))
    };
    let is_head = |role: &str| of_head(role).is_some();
    let holds = |plain: &Plain, role: &str| {
        plain.values.contains_key(role) || plain.beyond.iter().any(|of| of == role)
    };
    let fits = |head: &str, role: &str| of_head(head).is_some_and(|plain| holds(plain, role));
    let told: Vec<Stretch> = stretches
        .iter()
        .filter(|stretch| {
            is_head(&stretch.role) || forms.iter().any(|plain| holds(plain, &stretch.role))
        })
        .cloned()
        .collect();
    let mut items = items::items(tokens, &told, &fits, &is_head);
    items.sort_by_key(|item| item.stretches.first().map(|first| first.tokens.start));
    let mut lines: Vec<String> = Vec::new();
    let mut group: Option<&str> = None;
    for item in &items {
        let (Some(first), Some(last)) = (item.stretches.first(), item.stretches.last()) else {
            continue;
        };
        let form = of_head(&item.head);
        let line = match form {
            Some(plain) => plain::line(tokens, item, plain),
            None => forms
                .iter()
                .find_map(|plain| plain::alone(tokens, item, plain)),
        };
        let typed = || {
            let own = first.tokens.start..last.tokens.end;
            words(tokens, &with_neighbours(tokens, own, stretches)).to_owned()
        };
        let line = line.unwrap_or_else(typed);
        let role = form.and_then(|plain| plain.group.as_deref());
        let under = role.and_then(|role| {
            let groups = stretches.iter().rev().filter(|of| of.role == role);
            let mut before = groups.filter(|of| of.tokens.start < first.tokens.start);
            before.next().map(|of| words(tokens, &of.tokens))
        });
        match (under, lines.last_mut()) {
            (Some(_), Some(last)) if group == under => {
                last.push_str(", ");
                last.push_str(&line);
            }
            (Some(name), _) => lines.push(format!("{name}: {line}")),
            (None, _) => lines.push(line),
        }
        group = under;
    }
    lines.join("\n")
}

/// The note without what was not done.
fn without_undone(tokens: &Tokens, stretches: &[Stretch]) -> String {
    let mut text = tokens.text().to_owned();
    for stretch in stretches.iter().rev().filter(|stretch| stretch.role == NOT) {
        let span = tokens.span_of(stretch.tokens.clone());
        text.replace_range(span.start..span.end, "");
    }
    text
}

/// What has no plain form is read as it was typed: domains that the labels do not know. How the writer is stands in
/// sentences, not in items: there the plain form adds what was not found in what was typed.
fn put_others(cx: &AgentContext, reading: &mut Reading, typed: &Reading) {
    let known = |name: &str| {
        let module = cx
            .domains
            .module(name)
            .and_then(|module| notation::compile(module));
        module.is_some_and(|module| {
            module.notation.plain.is_some() && module.notation.state.is_none()
        })
    };
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
    let domain = |place: &String| {
        place
            .split(['.', '['])
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    reading
        .uncertain_fields
        .retain(|place| known(&domain(place)));
    let places = typed
        .uncertain_fields
        .iter()
        .filter(|place| !known(&domain(place)));
    reading.uncertain_fields.extend(places.cloned());
}

/// A stretch with the words of its clause beside it that are for nothing else.
fn with_neighbours(tokens: &Tokens, own: Range<usize>, stretches: &[Stretch]) -> Range<usize> {
    let clause = tokens.clause(own.start).start..tokens.clause(own.end - 1).end;
    let free = |at: usize| {
        let mut taken = stretches.iter().filter(|of| !BESIDE.contains(&&*of.role));
        !taken.any(|of| of.tokens.contains(&at))
    };
    let start = (clause.start..own.start)
        .rev()
        .take_while(|at| free(*at))
        .last();
    let end = (own.end..clause.end).take_while(|at| free(*at)).last();
    start.unwrap_or(own.start)..end.map_or(own.end, |at| at + 1)
}

/// The words of a stretch, without the particle that ends it.
fn words<'t>(tokens: &'t Tokens, range: &Range<usize>) -> &'t str {
    let last = range.end - 1;
    let sticks = range.len() > 1 && !tokens[last].spaced && is_particles(tokens.norm(last));
    let range = range.start..if sticks { last } else { range.end };
    tokens.slice(tokens.span_of(range)).trim()
}
