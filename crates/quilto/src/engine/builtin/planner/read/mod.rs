//! Reading a question into an [`Intent`].

mod asked_measures;
mod combined_domains;
mod days;
mod decision;
mod domain_mention;
mod findings;
mod names;
mod operation_context;
mod scope;
mod sentence;
mod summary;
mod unknown_words;
mod values;

use std::ops::Range;

use super::intent::Intent;
use super::reading_context::ReadingContext;
use asked_measures::AskedMeasures;
use days::Days;
use decision::Decision;
use domain_mention::DomainMention;
use findings::Findings;
use names::Names;
use scope::Scope;
use sentence::{Opening, Sentence};
use unknown_words::UnknownWords;
use values::NamedValues;

/// Reads one question.
pub fn read(question: &str, ground: ReadingContext<'_>) -> Intent {
    let opening = Opening::take(question);
    let units = opening.units_over(ground.units);
    let ground = ReadingContext {
        units: &units,
        ..ground
    };
    let reading = Reading::of(Sentence::new(question, opening, ground));
    let mut decision = Decision::of(&reading);
    let days = Days::of(&reading, &decision);
    let together = combined_domains::settle(&reading, &mut decision, &days);
    let strangers = UnknownWords::of(&reading, &decision);
    let findings = Findings {
        reading,
        decision,
        days,
        together,
        strangers,
    };
    findings.into_intent()
}

/// What a question names, before anything is decided about it.
struct Reading<'a> {
    sentence: Sentence<'a>,
    names: Names,
    values: NamedValues,
    measures: AskedMeasures,
    scope: Scope,
    domain: DomainMention,
}

impl<'a> Reading<'a> {
    /// Names, then values, take their words: what comes later does not see them.
    fn of(mut sentence: Sentence<'a>) -> Self {
        let mut names = Names::take(&mut sentence);
        let mut values = NamedValues::take(&mut sentence, &names);
        values.adopt(names.sort(sentence.ground), &sentence.marks.line);
        let measures = AskedMeasures::of(&sentence, &names, &values);
        let scope = Scope::of(&sentence, &names, &measures);
        let domain = DomainMention::of(&sentence, &names, &measures);
        Self {
            sentence,
            names,
            values,
            measures,
            scope,
            domain,
        }
    }

    /// Whether a word may be a domain's own.
    fn says(&self, at: usize) -> bool {
        self.measures.leave(&self.sentence, at)
    }

    /// Whether a word is said of a measure, an operation or a domain.
    fn knows(&self, at: usize) -> bool {
        self.domain.words.contains(&at)
            || self.measures.cued.covers(at)
            || self.measures.name(&self.sentence, at)
            || self.sentence.knows(at)
    }

    /// Whether a word that nothing explains stands beside others: it may be what the question is
    /// really about.
    fn is_strange_beside(&self, explained: &Range<usize>) -> bool {
        let understood = |at: usize| explained.contains(&at) || self.knows(at);
        self.names.topics.is_empty() && !self.sentence.unknown(&understood).is_empty()
    }
}
