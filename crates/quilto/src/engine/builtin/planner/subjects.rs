//! The subjects a question names, and the words of it that nothing explains.

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::ops::Range;

use crate::domain::ActiveDomainContext;
use crate::engine::builtin::topics::{self, Topic};
use crate::text::{self, TokenKind, Tokens, UnitTable};
use quilto_language::cues::{bare, is_hangul, past_tense};
use quilto_language::questions::words;
use quilto_language::{Hit, Language, Words};

use super::day_parts;
use super::domain_words::DomainWords;
use super::measure::{MeasureMention, Naming};
use super::measure_choice::measures;
use super::operation::OperationCues;
use super::reading_context::WordCoverage;
use super::spelling;

/// The topics a sentence names. A name all of whose words are cues ("personal record") is the cue; a
/// near miss of a name is none where one of its words means something else.
pub(super) fn topics(
    tokens: &text::Tokens,
    domains: &ActiveDomainContext,
    own: &DomainWords,
    marks: &mut WordCoverage,
) -> Vec<Topic> {
    let cued = OperationCues::find(&marks.line, &marks.free());
    let explained = OtherMeanings {
        measures: measures(marks, domains, &cued),
        cued,
        domains,
        own,
    };
    let all = topics::find(tokens, domains);
    let named = all.iter().filter(|topic| {
        let name = Name {
            topic,
            over: marks.line.touching(&topic.span),
            marks,
            explained: &explained,
        };
        name.is_subject(&all)
    });
    let mut found: Vec<Topic> = named.cloned().collect();
    for topic in &mut found {
        marks.take(marks.line.touching(&topic.span));
        lengthen(topic, &explained, marks);
    }
    found
}

/// What the words of a sentence may mean other than names.
struct OtherMeanings<'a> {
    cued: OperationCues,
    measures: Vec<MeasureMention>,
    domains: &'a ActiveDomainContext,
    own: &'a DomainWords,
}

impl OtherMeanings<'_> {
    fn in_measure(&self, at: usize) -> bool {
        let mut measures = self.measures.iter();
        measures.any(|named| named.hit.words.contains(&at))
    }

    /// Whether a word of a sentence means something.
    fn know(&self, word: &str, at: usize) -> bool {
        self.cued.covers(at) || self.in_measure(at) || means_something(word) || self.own.know(word)
    }

    fn is_special(&self, domain: &str) -> bool {
        let module = self.domains.module(domain);
        module.is_some_and(|module| !module.base)
    }
}

/// A name in a sentence, which may mean something else there.
struct Name<'a> {
    topic: &'a Topic,
    over: Range<usize>,
    marks: &'a WordCoverage,
    explained: &'a OtherMeanings<'a>,
}

impl Name<'_> {
    /// Whether it is what the sentence is about. `all`: the names beside it, and itself.
    fn is_subject(&self, all: &[Topic]) -> bool {
        let means = |at: usize| self.explained.know(self.word(at), at);
        let is_exact = self.topic.exact || !self.over.clone().any(means);
        !self.over.is_empty()
            && (self.is_free() || self.is_part_of_its_measure())
            && !self.is_special_word()
            && !self.is_time_of_other(all)
            && !self.is_target()
            && !self.is_only_cues()
            && !self.is_inside_measure()
            && !self.is_measure()
            && is_exact
    }

    fn word(&self, at: usize) -> &str {
        &self.marks.line.at(at).text
    }

    fn all_words(&self, is: impl FnMut(usize) -> bool) -> bool {
        self.over.clone().all(is)
    }

    fn is_free(&self) -> bool {
        self.all_words(|at| !self.marks.taken[at])
    }

    /// Whether it is a part of the day or the week, too.
    fn is_part(&self) -> bool {
        day_parts::is_part(&self.topic.typed)
    }

    /// "Yesterday evening" of a measure of meals is that meal.
    fn is_part_of_its_measure(&self) -> bool {
        let own = |named: &MeasureMention| {
            named.measure.domain == self.topic.domain && !named.weak && !named.counts
        };
        self.is_part()
            && self.explained.is_special(&self.topic.domain)
            && self.explained.measures.iter().any(own)
    }

    /// What the base calls a place may be a special domain's word for itself.
    fn is_special_word(&self) -> bool {
        let module = self.explained.domains.module(&self.topic.domain);
        let base = module.is_some_and(|module| module.base);
        base && self.all_words(|at| self.explained.own.know_special(bare(self.word(at))))
    }

    /// "In the morning" of a thing of another domain is a time, though a meal may be called so.
    fn is_time_of_other(&self, all: &[Topic]) -> bool {
        let beside = |at: usize| !self.over.contains(&at) && !self.marks.taken[at];
        let other = |domain: &str| self.explained.is_special(domain) && domain != self.topic.domain;
        let named = || all.iter().any(|topic| topic.exact && other(&topic.domain));
        let spoken = || {
            let meant = self.explained.own.meant(&self.marks.line, &beside);
            meant.is_some_and(|(domain, _)| other(&domain))
        };
        self.is_part() && (named() || spoken())
    }

    /// What is left of a target is no place of its own.
    fn is_target(&self) -> bool {
        let aim = words().aim.find(&self.marks.line);
        aim.is_some_and(|hit| self.all_words(|at| hit.words.contains(&at)))
    }

    fn is_only_cues(&self) -> bool {
        let line = Words::read(&self.topic.typed);
        // A cue may be the particle that hangs on a name ("than" in Korean).
        let own_cue = !self.topic.typed.chars().any(is_hangul)
            || !OperationCues::find(&line, &|_| true).is_empty()
            || line.iter().any(|word| means_something(&word.text))
            || words().by.values().any(|list| list.hold(&line));
        let cue = |at: usize| self.explained.cued.covers(at) || self.is_of_bucket(at);
        let empty = |at: usize| words().filler.is(self.word(at));
        own_cue
            && self.over.clone().any(cue)
            && self.all_words(|at| cue(at) || self.explained.in_measure(at) || empty(at))
    }

    fn is_of_bucket(&self, at: usize) -> bool {
        words().by.values().any(|list| {
            let hit = list.find_where(&self.marks.line, &self.marks.free());
            list.is(self.word(at))
                || hit.is_some_and(|hit| hit.words.len() > 1 && hit.words.contains(&at))
        })
    }

    /// Whether all its words are in a name of a measure.
    fn is_of(&self, named: &MeasureMention) -> bool {
        named.naming == Naming::Plain && self.all_words(|at| named.hit.words.contains(&at))
    }

    /// A word of a longer name of a measure is that measure's.
    fn is_inside_measure(&self) -> bool {
        let longer = |named: &MeasureMention| named.hit.words.len() > self.over.len();
        let mut measures = self.explained.measures.iter();
        measures.any(|named| longer(named) && self.is_of(named))
    }

    /// A word asked for as a measure ("strokes") is no subject.
    fn is_measure(&self) -> bool {
        self.explained.measures.iter().any(|named| {
            !named.weak
                && named.measure.domain == self.topic.domain
                && self.is_of(named)
                && !longer(&self.topic.typed, &named.hit)
        })
    }
}

/// Takes a misspelled word before a name, where both are a longer name.
fn lengthen(topic: &mut Topic, explained: &OtherMeanings<'_>, marks: &mut WordCoverage) {
    let over = marks.line.touching(&topic.span);
    let before = over.start.checked_sub(1).filter(|at| !marks.taken[*at]);
    let module = explained.domains.module(&topic.domain);
    let Some((at, module)) = before.zip(module) else {
        return;
    };
    let slip = marks.line.at(at).text.as_str();
    if explained.know(slip, at) || topic.group {
        return;
    }
    if let Some(name) = spelling::longer_name(module, slip, &topic.typed.to_lowercase()) {
        topic.name = name;
        marks.take(at..at + 1);
    }
}

/// Whether a name in Hangul is longer than the word of a measure that stands inside it.
fn longer(typed: &str, measure: &Hit) -> bool {
    let syllables = bare(typed).chars().filter(|c| is_hangul(*c)).count();
    syllables * 3 > measure.weight
}

/// Whether a word is one of the lexicon's own, so that a near miss of a name is not a name.
pub(in crate::engine::builtin) fn means_something(word: &str) -> bool {
    let cues = words();
    cues.filler.is(word)
        || cues.asking.wh.is(word)
        || cues.operations.values().any(|list| list.is(word))
        || cues.by.values().any(|list| list.is(word))
}

/// The words that are bare numbers, in digits or spelled.
fn numbers(tokens: &Tokens, line: &Words) -> BTreeSet<usize> {
    let bare = tokens
        .iter()
        .filter(|token| matches!(token.kind, TokenKind::Number(_)));
    let spelled = bare.flat_map(|token| {
        let whole = |at: &usize| line.at(*at).span.end <= token.span.end;
        let over = line.touching(&(token.span.start..token.span.end));
        over.filter(whole).collect::<Vec<_>>()
    });
    let digits = (0..line.len()).filter(|at| line.at(*at).text.chars().all(char::is_numeric));
    spelled.chain(digits).collect()
}

/// Words that nothing recognised, particles cut off: they may be a name only the notes know.
pub(super) fn unknown(
    question: &str,
    marks: &WordCoverage,
    understood: &dyn Fn(usize) -> bool,
) -> Vec<(usize, String)> {
    let cues = words();
    // Where all is understood, nothing asks for them.
    let numbers = LazyCell::new(|| numbers(&text::read(question), &marks.line));
    let mut found = Vec::new();
    let mut named = 0;
    for (i, word) in marks.line.iter().enumerate() {
        let text = word.text.as_str();
        let sign = !text.contains(char::is_alphanumeric);
        let unit = || UnitTable::core().word(text).is_some();
        if i < named || marks.taken[i] || understood(i) || sign || unit() || numbers.contains(&i) {
            continue;
        }
        if !word.spaced && i > 0 && marks.taken[i - 1] {
            continue;
        }
        // One syllable at the end is a verb ("자?").
        let verb = i > 0 && i + 1 == marks.line.len() && text.chars().all(is_hangul);
        if verb && text.chars().count() == 1 {
            continue;
        }
        let stem = bare(text);
        let known = |w: &str| {
            means_something(w)
                || cues.asking.auxiliaries.is(w)
                || cues.bucket_nouns.values().any(|list| list.is(w))
        };
        if known(text)
            || known(stem)
            || cues.predicate_endings.end_of(text)
            || past_tense(text)
            || text::says_nothing(text)
            || cues.asking.wh.begin(text) && Language::of(text) == Language::Korean
        {
            continue;
        }
        // A name with digits or signs inside is one name, as typed.
        let run = (i + 1..marks.line.len()).take_while(|next| !marks.line.at(*next).spaced);
        let last = run.last().unwrap_or(i);
        let end = marks.line.at(last).span.end;
        let typed = question.get(word.span.start..end).unwrap_or(stem);
        let digits = typed.chars().any(char::is_numeric);
        if digits {
            named = last + 1;
        }
        found.push((i, if digits { typed } else { stem }.to_owned()));
    }
    found
}
