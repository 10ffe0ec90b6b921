//! Words of a question that only the notes know: "runs with the dog".

use std::ops::Range;

use crate::domain::ActiveDomainContext;
use crate::engine::builtin::matching::{OwnName, holds_all};
use crate::engine::builtin::topics;
use crate::model::{DateRange, EventDays, Topic};
use crate::text;
use quilto_language::Words;
use quilto_language::cues::is_hangul;
use quilto_language::questions::words;
use quilto_text::time_limit;

use super::reading_context::NoteTerm;
use super::topic_roles;

/// What the planner may ask of the notes.
#[derive(Clone, Copy)]
pub struct Notes<'a> {
    /// The first and the last day that have any; asked where a question names seasons.
    pub span: &'a dyn Fn() -> Option<DateRange>,
    /// Whether a word stands in one; asked of words that nothing else knows.
    pub mention: &'a dyn Fn(&str) -> bool,
    /// What they call by a name that no vocabulary knows and that has a word.
    pub called: &'a dyn Fn(&str) -> Vec<OwnName>,
    /// The days about something that only they tell of.
    pub about: &'a dyn Fn(&EventDays) -> Option<DateRange>,
    /// What they call by a word, where none of those that have it is of the thing that a vocabulary calls so.
    /// Looked for in the last year of all.
    pub instead: &'a dyn Fn(&Topic, &str) -> Option<OwnName>,
}

impl Notes<'static> {
    /// No notes at all.
    pub const NONE: Self = Self {
        span: &|| None,
        mention: &|_| false,
        called: &|_| Vec::new(),
        about: &|_| None,
        instead: &|_, _| None,
    };
}

/// Shorter words stand in too many others.
const LETTERS: usize = 3;
const SYLLABLES: usize = 2;

/// The words that phrases left and notes have.
pub(super) fn in_notes(left: impl Iterator<Item = String>, notes: Notes<'_>) -> Vec<NoteTerm> {
    left.filter_map(|typed| mention(&typed, notes)).collect()
}

/// The first of some words that notes have.
pub(super) fn of_words<'w>(
    mut words: impl Iterator<Item = &'w str>,
    notes: Notes<'_>,
) -> Option<NoteTerm> {
    words.find_map(|typed| mention(typed, notes))
}

/// What the notes call by some words that no vocabulary knows, all of them.
pub(super) fn called(typed: &str, span: Range<usize>, notes: Notes<'_>) -> Option<Topic> {
    let called = |name: &str| {
        let wanted = Words::read(name);
        let found = (notes.called)(&wanted.iter().next()?.text);
        let holding = found.into_iter().find(|of| holds_all(&of.name, &wanted))?;
        Some((name.to_owned(), holding.domain))
    };
    let (name, domain) = all_forms(typed).find_map(called)?;
    Some(own_name(typed, span, name, domain))
}

/// What the notes call by words that were left and those beside them: "hurling matches".
pub(super) fn names_of_notes(
    question: &str,
    left: &[Range<usize>],
    notes: Notes<'_>,
) -> Vec<Topic> {
    let line = Words::read(question);
    let is_left = |at: usize| {
        let mut left = left.iter();
        left.any(|span| line.touching(span).contains(&at))
    };
    let mut names: Vec<Topic> = Vec::new();
    for at in left.iter().flat_map(|span| line.touching(span)) {
        let known = |name: &Topic| line.touching(&name.span).contains(&at);
        if names.iter().any(known) {
            continue;
        }
        let word = &question[line.at(at).span.clone()];
        let found = all_forms(word).find_map(|form| {
            let found = (notes.called)(form);
            (!found.is_empty()).then_some((form, found))
        });
        if let Some((form, found)) = found {
            let name = longest_name(question, &line, (at, form), &found);
            let words = line.touching(&name.span);
            // "Glarp machine" is no "glorp machine".
            let before = words.start.checked_sub(1);
            if !before.is_some_and(is_left) && !is_left(words.end) {
                names.push(name);
            }
        }
    }
    names
}

/// Names of vocabularies by which the notes call something else: "row", of who rows a boat and lifts no bar.
pub(super) fn names_meant_otherwise(
    question: &str,
    domains: &ActiveDomainContext,
    notes: Notes<'_>,
) -> Vec<Topic> {
    let named = topics::find(&text::read(question), domains).into_iter();
    let things = named.filter(|topic| !topic.group && topic.exact);
    let meant = things.filter_map(|topic| {
        let typed = topic.typed.to_lowercase();
        let stems = topic_roles::stems(&typed);
        let mut forms = all_forms(&typed).chain(stems.iter().map(String::as_str));
        let called = forms.find_map(|form| (notes.instead)(&topic, form))?;
        Some(own_name(
            &topic.typed,
            topic.span,
            called.name,
            called.domain,
        ))
    });
    meant.collect()
}

/// The most words around one that some names of the notes have, too.
fn longest_name(
    question: &str,
    line: &Words,
    (at, form): (usize, &str),
    found: &[OwnName],
) -> Topic {
    let said = |words: &Range<usize>| -> String {
        let word = |i: usize| match i == at {
            true => form,
            false => &line.at(i).text,
        };
        words.clone().map(word).collect::<Vec<_>>().join(" ")
    };
    let holding = |words: &Range<usize>| {
        let wanted = Words::read(&said(words));
        found.iter().find(|of| holds_all(&of.name, &wanted))
    };
    let mut words = at..at + 1;
    while words.start > 0 && holding(&(words.start - 1..words.end)).is_some() {
        words.start -= 1;
    }
    while words.end < line.len() && holding(&(words.start..words.end + 1)).is_some() {
        words.end += 1;
    }
    let span = line.at(words.start).span.start..line.at(words.end - 1).span.end;
    let domain = holding(&words)
        .or(found.first())
        .map(|of| of.domain.clone());
    own_name(
        &question[span.clone()],
        span.clone(),
        said(&words),
        domain.unwrap_or_default(),
    )
}

/// A name as the notes have it.
fn own_name(typed: &str, span: Range<usize>, name: String, domain: String) -> Topic {
    Topic {
        domain,
        name,
        group: false,
        span,
        typed: typed.to_owned(),
        longer: None,
        exact: true,
    }
}

/// Several words, which say something together, then what each form of them may stand for.
fn all_forms(typed: &str) -> impl Iterator<Item = &str> {
    let run = typed.contains(' ').then_some(typed);
    let forms = run.into_iter().chain(forms(typed));
    forms.flat_map(|form| std::iter::once(form).chain(singular(form)))
}

/// A word, or the last of several, as of one of them: "matches".
fn singular(words: &str) -> Option<&str> {
    let hisses = ["ches", "shes", "sses", "xes"];
    let ending = hisses.iter().any(|end| words.ends_with(end));
    words
        .strip_suffix(if ending { "es" } else { "s" })
        .filter(|word| word.len() > LETTERS && !word.ends_with('s'))
}

fn mention(typed: &str, notes: Notes<'_>) -> Option<NoteTerm> {
    let mut forms = all_forms(typed);
    let word = forms.find(|word| (notes.mention)(word))?.to_owned();
    Some(NoteTerm {
        typed: typed.to_owned(),
        word,
    })
}

/// What a word may stand in notes as: itself, or what is done by the verb that it ends with.
fn forms(typed: &str) -> Vec<&str> {
    time_limit::check();
    let says_something = |word: &&str| {
        let letters = word.chars().count();
        let long = match word.chars().all(is_hangul) {
            true => letters >= SYLLABLES,
            false => letters >= LETTERS && word.chars().all(char::is_alphabetic),
        };
        long && !words_that_fill(word) && !text::says_nothing(word)
    };
    let ends = typed.char_indices().skip(SYLLABLES).map(|(at, _)| at);
    let stems = ends.filter_map(|at| {
        let (stem, rest) = typed.split_at(at);
        let hangul = rest.chars().all(is_hangul);
        (hangul && text::says_nothing(rest)).then_some(stem)
    });
    std::iter::once(typed)
        .chain(stems)
        .filter(says_something)
        .collect()
}

fn words_that_fill(word: &str) -> bool {
    words().filler.is(&word.to_lowercase())
}
