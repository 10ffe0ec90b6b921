//! What the names of a question mean: subjects, a whole domain, a measure, a value; longer names and
//! verb forms that only the notes or the stem explain.

use crate::domain::ActiveDomainContext;
use crate::engine::builtin::topics::Topic;
use crate::model::RowFilter;
use quilto_language::Words;

use super::intent::MeasureRef;
use super::meaning::{self, Meaning};
use super::reading_context::ReadingContext;

/// Topics by what they mean.
#[derive(Default)]
pub struct TopicsByRole {
    /// What rows are about.
    pub subjects: Vec<Topic>,
    /// The domain that is named as a whole, and the word for it.
    pub whole: Option<(String, String)>,
    /// The measure that a name stands for.
    pub measure: Option<MeasureRef>,
    /// The values of fields that names stand for, and their words.
    pub values: Vec<(RowFilter, String)>,
}

impl TopicsByRole {
    /// "Granite at noon", "what do I carry most at noon": a name of what things are told by narrows them. `of_each`:
    /// whether things are sought by their names, or what they come to.
    pub fn tell_kind(&mut self, of_each: bool, ground: ReadingContext<'_>) {
        if !self.values.is_empty() || self.subjects.len() < 2 && !of_each {
            return;
        }
        let kind =
            |topic: &Topic| meaning::kind_of_rows(topic, ground.domains.module(&topic.domain)?);
        let mut subjects = self.subjects.iter().enumerate();
        let Some((at, filter)) = subjects.find_map(|(at, topic)| Some((at, kind(topic)?))) else {
            return;
        };
        let topic = self.subjects.remove(at);
        self.values.push((filter, topic.typed.clone()));
        self.whole.get_or_insert((topic.domain, topic.typed));
    }
}

/// Whether one of the names stands for a value of a field.
pub fn values(topics: &[Topic], ground: ReadingContext<'_>) -> bool {
    let mut meant = topics.iter().map(|topic| meaning::sense(topic, ground));
    meant.any(|meant| matches!(meant, Some(Meaning::Value(_))))
}

/// Sorts topics by what they mean in their domains.
pub fn sort(topics: Vec<Topic>, ground: ReadingContext<'_>) -> TopicsByRole {
    let mut sorted = TopicsByRole::default();
    for topic in topics {
        let Some(module) = ground.domains.module(&topic.domain) else {
            continue;
        };
        match meaning::of(&topic, module, &ground.units.mass, &ground.units.distance) {
            Meaning::Subject => sorted.subjects.push(topic),
            // A day named after its one subject ("a granite day") is about that.
            Meaning::Group(name) => sorted.subjects.push(Topic {
                group: module.vocabulary().is_group(&name),
                name,
                ..topic
            }),
            Meaning::Nothing => {}
            Meaning::Whole => sorted.whole = Some((topic.domain, topic.typed)),
            Meaning::Measure(name) => {
                sorted.measure = Some(MeasureRef {
                    domain: topic.domain,
                    name,
                });
            }
            Meaning::Value(value) => {
                sorted
                    .whole
                    .get_or_insert((topic.domain, topic.typed.clone()));
                sorted.values.push((value, topic.typed));
            }
        }
    }
    sorted
}

/// A name that the base and a special domain share (a part of the body and the group that works
/// it) is the special one's where the question speaks of that domain or of a measure of it; a
/// group's also where nothing speaks of the base.
pub fn special(
    topics: &mut [Topic],
    domains: &ActiveDomainContext,
    named: &[super::measure::MeasureMention],
    spoken: Option<&str>,
) {
    let base = |name: &str| domains.module(name).is_some_and(|m| m.base);
    let open = spoken.is_none_or(|name| !base(name))
        && !named.iter().any(|n| !n.weak && base(&n.measure.domain))
        && topics.iter().filter(|topic| base(&topic.domain)).count() == 1;
    for topic in topics.iter_mut() {
        if domains.module(&topic.domain).is_none_or(|m| !m.base) {
            continue;
        }
        let tokens = crate::text::read(&topic.typed);
        let meant = domains
            .modules
            .iter()
            .filter(|module| !module.base)
            .find_map(|module| {
                let wanted = spoken == Some(&module.name)
                    || named.iter().any(|n| n.measure.domain == module.name);
                if !wanted && !open {
                    return None;
                }
                let found = module.vocabulary().find(&tokens);
                let whole = found.into_iter().find(|mention| {
                    let group = &*mention.kind == crate::domain::GROUP;
                    (wanted || group)
                        && mention.span.start == 0
                        && mention.span.end == topic.typed.len()
                })?;
                Some((module.name.clone(), whole))
            });
        if let Some((domain, mention)) = meant {
            topic.domain = domain;
            topic.name = mention.term.to_string();
            topic.group = &*mention.kind == crate::domain::GROUP;
        }
    }
}

/// Topics with the unknown words right before and after them.
pub fn lengthened(mut topics: Vec<Topic>, line: &Words, unknown: &[(usize, String)]) -> Vec<Topic> {
    let word = |i: Option<usize>| {
        i.and_then(|i| unknown.iter().find(|(at, _)| *at == i))
            .map(|(_, word)| word.as_str())
    };
    for topic in topics.iter_mut().filter(|topic| !topic.group) {
        let over = line.touching(&topic.span);
        let (before, after) = (word(over.start.checked_sub(1)), word(Some(over.end)));
        if before.is_some() || after.is_some() {
            let parts = [before, Some(topic.typed.as_str()), after];
            topic.longer = Some(parts.into_iter().flatten().collect::<Vec<_>>().join(" "));
        }
    }
    topics
}

/// Unknown English words whose stem is a name ("polishing") become topics where there is none.
pub fn stemmed(
    mut topics: Vec<Topic>,
    unknown: Vec<(usize, String)>,
    line: &Words,
    domains: &ActiveDomainContext,
) -> (Vec<Topic>, Vec<String>) {
    let mut left = Vec::new();
    for (i, word) in unknown {
        let named = stems(&word)
            .iter()
            .find_map(|stem| domains.vocabulary().canonical(stem));
        match named {
            Some((module, term)) if topics.is_empty() => topics.push(Topic {
                domain: module.name.clone(),
                name: term.name.to_string(),
                group: false,
                span: line.at(i).span.clone(),
                typed: word,
                longer: None,
                exact: true,
            }),
            _ => left.push(word),
        }
    }
    (topics, left)
}

/// Names in what is done with them ("polishing"), where no name stands.
pub fn verbs_of(line: &Words, named: &[Topic], domains: &ActiveDomainContext) -> Vec<Topic> {
    let free = |span: &std::ops::Range<usize>| {
        let mut named = named.iter();
        !named.any(|topic| topic.span.start < span.end && span.start < topic.span.end)
    };
    let verbs = line.iter().filter_map(|word| {
        let stems = stems(&word.text);
        let mut found = stems
            .iter()
            .filter_map(|stem| domains.vocabulary().canonical(stem));
        let (module, term) = found.next().filter(|_| free(&word.span))?;
        Some(Topic {
            domain: module.name.clone(),
            name: term.name.to_string(),
            group: false,
            span: word.span.clone(),
            typed: word.text.clone(),
            longer: None,
            exact: true,
        })
    });
    verbs.collect()
}

/// What an English word may be a form of: without `-ing` or `-ed`, with the `e` they took or the
/// consonant they doubled.
pub(super) fn stems(word: &str) -> Vec<String> {
    let Some(stem) = word.strip_suffix("ing").or_else(|| word.strip_suffix("ed")) else {
        return Vec::new();
    };
    if stem.len() < 3 || !stem.is_ascii() {
        return Vec::new();
    }
    let mut stems = vec![stem.to_owned(), format!("{stem}e")];
    let last = &stem[stem.len() - 1..];
    if stem[..stem.len() - 1].ends_with(last) {
        stems.push(stem[..stem.len() - 1].to_owned());
    }
    stems
}
