//! Which entries hold a term, and which subjects a name means that no vocabulary knows.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use crate::domain::DomainModule;
use crate::model::{Condition, Data, Entry, Expr, Parsed, Topic};
use crate::text::read;

use super::measures::measures_of;
use quilto_language::hangul::is_hangul;
use quilto_language::words::{Words, normalise};

/// Finds terms in entries: in what was understood of them, and in their words.
#[derive(Debug, Default)]
pub struct Matcher<'m> {
    modules: &'m [Arc<DomainModule>],
    names: HashSet<String>,
    /// The bytes of the shortest and the longest name.
    lengths: (usize, usize),
    phrases: Vec<Phrase>,
    /// Texts of which a note in ASCII has one, if it has one of the phrases; in lower case.
    hints: Vec<String>,
    /// Whether all terms are names of a vocabulary: then a name inside a longer one is not it.
    known: bool,
}

#[derive(Debug)]
enum Phrase {
    /// Words in a row.
    Words(Vec<String>),
    /// Hangul without spaces, which may carry particles.
    Hangul(String),
}

impl Phrase {
    fn new(alias: &str) -> Self {
        if alias.chars().any(is_hangul) {
            Self::Hangul(squash(&normalise(alias)))
        } else {
            Self::Words(Words::read(alias).iter().map(|w| w.text.clone()).collect())
        }
    }
}

fn squash(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .collect()
}

impl<'m> Matcher<'m> {
    /// A matcher for canonical names and groups, with all their members and aliases.
    pub fn new(modules: &'m [Arc<DomainModule>], terms: &[String]) -> Self {
        let mut matcher = Self {
            modules,
            known: true,
            ..Self::default()
        };
        for term in terms {
            let mut known = false;
            for vocabulary in modules.iter().map(|module| module.vocabulary()) {
                let mut names: Vec<&str> = Vec::new();
                if vocabulary.is_group(term) {
                    names.extend(vocabulary.members(term).iter().map(|member| &*member.name));
                }
                if vocabulary.term(term).is_some() {
                    names.push(term);
                }
                for name in names {
                    known = true;
                    matcher.names.insert(name.to_lowercase());
                    matcher
                        .phrases
                        .extend(vocabulary.aliases(name).into_iter().map(Phrase::new));
                    matcher.phrases.push(Phrase::new(name));
                }
            }
            if !known {
                matcher.known = false;
                matcher.names.insert(term.to_lowercase());
                matcher.phrases.push(Phrase::new(term));
            }
        }
        matcher.measure();
        matcher.phrases.retain(|phrase| match phrase {
            Phrase::Words(words) => !words.is_empty(),
            Phrase::Hangul(text) => text.chars().count() > 1,
        });
        matcher.hints = hints(&matcher.phrases);
        matcher
    }

    /// A matcher for words as they stand, in what was understood.
    pub fn literal(words: &[String]) -> Self {
        let mut matcher = Self {
            names: words.iter().map(|word| word.to_lowercase()).collect(),
            ..Self::default()
        };
        matcher.measure();
        matcher
    }

    fn measure(&mut self) {
        let lengths = || self.names.iter().map(String::len);
        self.lengths = (lengths().min().unwrap_or(0), lengths().max().unwrap_or(0));
    }

    /// A matcher for each of some topics.
    pub fn each(modules: &'m [Arc<DomainModule>], topics: &[Topic]) -> Vec<Self> {
        let topics = topics.iter();
        topics
            .map(|topic| Self::new(modules, std::slice::from_ref(&topic.name)))
            .collect()
    }

    /// Whether an entry holds one of the terms.
    pub fn holds(&self, entry: &Entry) -> bool {
        let parsed = entry.parsed.as_ref();
        let named = |text: &str| self.names_text(text);
        let in_data = |parsed: &Parsed| {
            parsed
                .domain_data
                .all()
                .any(|(_, data)| data.any_text(&named))
        };
        if parsed.is_some_and(in_data) {
            return true;
        }
        !self.phrases.is_empty()
            && self.in_words(&entry.raw)
            && (!self.known || self.named_in(&entry.raw))
    }

    /// Whether a note in ASCII may hold one of the phrases. Every note that names the terms in no data is
    /// asked about, and reading its words costs many times as much.
    fn is_hinted(&self, raw: &str) -> bool {
        let lower = raw.to_ascii_lowercase();
        self.hints.iter().any(|hint| lower.contains(hint.as_str()))
    }

    /// Whether the vocabulary reads one of the terms in the words: "smoky quartz" names no "quartz".
    fn named_in(&self, raw: &str) -> bool {
        let tokens = read(raw);
        self.modules.iter().any(|module| {
            let found = module.vocabulary().find(&tokens);
            found
                .iter()
                .any(|mention| self.names.contains(&mention.term.to_lowercase()))
        })
    }

    /// Whether a text is one of the names, case aside. Every text of every entry is asked about: few
    /// have the length of a name.
    fn names_text(&self, text: &str) -> bool {
        let (shortest, longest) = self.lengths;
        if text.is_ascii() {
            return (shortest..=longest).contains(&text.len())
                && self
                    .names
                    .iter()
                    .any(|name| name.eq_ignore_ascii_case(text));
        }
        self.names.contains(text) || self.names.contains(&text.to_lowercase())
    }

    fn in_words(&self, raw: &str) -> bool {
        if raw.is_ascii() && !self.is_hinted(raw) {
            return false;
        }
        let words = Words::read(raw);
        let squashed = words.hangul().then(|| squash(&normalise(raw)));
        self.phrases.iter().any(|phrase| match phrase {
            Phrase::Hangul(text) => squashed.as_ref().is_some_and(|raw| raw.contains(text)),
            Phrase::Words(parts) => (0..words.len()).any(|at| {
                parts.iter().enumerate().all(|(i, part)| {
                    at + i < words.len() && same_word(&words.at(at + i).text, part)
                })
            }),
        })
    }
}

/// A text of each phrase that ASCII can hold, without those that hold another: most names of a thing have
/// a word in common. The words of a note in ASCII are pieces of it in lower case, as they stand.
fn hints(phrases: &[Phrase]) -> Vec<String> {
    let longest = |phrase: &Phrase| match phrase {
        Phrase::Words(words) => words.iter().max_by_key(|word| word.len()).cloned(),
        Phrase::Hangul(_) => None,
    };
    let mut all: Vec<String> = phrases.iter().filter_map(longest).collect();
    all.sort_by_key(String::len);
    let mut hints: Vec<String> = Vec::new();
    for hint in all.into_iter().filter(|hint| hint.is_ascii()) {
        if !hints.iter().any(|known| hint.contains(known)) {
            hints.push(hint);
        }
    }
    hints
}

/// Whether a note says some words: in letters where one of its own words begins ("hit" is none of "white"), in
/// Hangul anywhere; a letter or syllable alone only as a word with nothing but particles.
pub fn says(raw: &str, words: &str) -> bool {
    let (raw, words) = (normalise(raw), normalise(words.trim()));
    let openly = words.chars().any(is_hangul);
    let alone = words.chars().count() == 1;
    !words.is_empty()
        && raw.match_indices(&words).any(|(at, found)| {
            let begins = !raw[..at].ends_with(char::is_alphanumeric);
            let rest = &raw[at + found.len()..];
            let end = rest.find(|sign: char| !sign.is_alphanumeric());
            let rest = &rest[..end.unwrap_or(rest.len())];
            let whole = rest.is_empty() || crate::text::is_particles(rest);
            (begins || openly && !alone) && (whole || !alone)
        })
}

/// The same word, a plural s aside.
fn same_word(word: &str, part: &str) -> bool {
    word == part || word.strip_suffix('s') == Some(part)
}

/// Expressions whose subjects no vocabulary knows, with the subjects of the data that their words
/// mean: the same name but for case, else every name that holds all the words. What nothing fits
/// stays as it is, and finds nothing.
pub fn resolve_subjects(
    modules: &[Arc<DomainModule>],
    exprs: &[Expr],
    entries: &[Entry],
) -> Vec<Expr> {
    let named = |domain: &str, subjects: &mut Vec<String>| {
        let module = modules.iter().find(|module| module.name == domain);
        if let Some(module) = module.filter(|_| !subjects.is_empty()) {
            *subjects = resolve(module, subjects, entries);
        }
    };
    let mut resolved = exprs.to_vec();
    for expr in &mut resolved {
        if let Expr::Fact(query) = expr {
            named(&query.domain, &mut query.subjects);
            if let Some(others) = query.compare.as_mut().and_then(|c| c.subjects.as_mut()) {
                named(&query.domain, others);
            }
        }
        for figure in expr.figures_mut() {
            named(&figure.domain, &mut figure.subjects);
            for condition in &mut figure.conditions {
                if let Condition::Days(days) = condition {
                    named(&days.domain, &mut days.subjects);
                }
            }
        }
    }
    resolved
}

fn resolve(module: &DomainModule, subjects: &[String], entries: &[Entry]) -> Vec<String> {
    let known = |subject: &str| {
        let vocabulary = module.vocabulary();
        vocabulary.term(subject).is_some() || vocabulary.is_group(subject)
    };
    if subjects.iter().all(|subject| known(subject)) {
        return subjects.to_vec();
    }
    let named = subjects_in(module, entries);
    subjects
        .iter()
        .flat_map(|subject| {
            if known(subject) {
                return vec![subject.clone()];
            }
            let lower = subject.to_lowercase();
            if let Some(same) = named.iter().find(|name| name.to_lowercase() == lower) {
                return vec![same.clone()];
            }
            let wanted = Words::read(subject);
            let holding = named.iter().filter(|name| holds_all(name, &wanted));
            let holding: Vec<String> = holding.cloned().collect();
            if !holding.is_empty() {
                return holding;
            }
            // No name of the notes: then the name of the vocabulary inside it is meant.
            let inside = module.vocabulary().find(&read(subject));
            let name = inside.first().map(|mention| mention.term.to_string());
            vec![name.unwrap_or_else(|| subject.clone())]
        })
        .collect()
}

/// What notes call by a name of their own.
#[derive(Clone, Debug)]
pub struct OwnName {
    pub domain: String,
    pub name: String,
}

/// The subjects of entries that no vocabulary knows and whose names have a word, each with its domain.
pub fn called<'m>(
    modules: impl Iterator<Item = &'m Arc<DomainModule>>,
    word: &str,
    entries: &[Entry],
) -> Vec<OwnName> {
    let wanted = Words::read(word);
    let of_module = |module: &'m Arc<DomainModule>| {
        let named = subjects_in(module, entries).into_iter();
        let own = named
            .filter(|name| module.vocabulary().term(name).is_none() && holds_all(name, &wanted));
        let called = own.map(|name| OwnName {
            domain: module.name.clone(),
            name,
        });
        called.collect::<Vec<_>>()
    };
    modules.flat_map(of_module).collect()
}

/// What entries that have a word call by it, most of all, where none of them is of the thing that a vocabulary calls so.
pub fn meant_otherwise<'m>(
    modules: impl Iterator<Item = &'m Arc<DomainModule>>,
    topic: &Topic,
    word: &str,
    entries: &[Entry],
) -> Option<OwnName> {
    let mut counts: Vec<(OwnName, usize)> = Vec::new();
    for module in modules {
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        for entry in entries {
            for name in subjects_in(module, std::slice::from_ref(entry)) {
                *names.entry(name).or_default() += 1;
            }
        }
        if module.name == topic.domain && names.contains_key(&topic.name) {
            return None;
        }
        let goes_by = |name: &str| {
            let alias = || {
                let aliases = module.vocabulary().aliases(name);
                aliases.iter().any(|alias| alias.to_lowercase() == word)
            };
            name.to_lowercase() == word || alias()
        };
        for (name, count) in names.into_iter().filter(|(name, _)| goes_by(name)) {
            let domain = module.name.clone();
            counts.push((OwnName { domain, name }, count));
        }
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    most.map(|(called, _)| called)
}

/// Whether a name holds all of some words.
pub fn holds_all(name: &str, wanted: &Words) -> bool {
    let words = Words::read(name);
    let holds = |wanted: &str| {
        let mut words = words.iter();
        words.any(|word| same_word(wanted, &word.text) || same_word(&word.text, wanted))
    };
    wanted.iter().all(|wanted| holds(&wanted.text))
}

/// Every subject that the entries' data name in a domain, by the paths of its row kinds.
pub fn subjects_in(module: &DomainModule, entries: &[Entry]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let measures = measures_of(module);
    let paths: Vec<&str> = measures
        .iter()
        .flat_map(|m| &m.rows)
        .filter_map(|kind| kind.subject.as_deref())
        .collect();
    for entry in entries {
        let parsed = entry.parsed.as_ref();
        let Some(data) = parsed.and_then(|parsed| parsed.domain_data.data(&module.name)) else {
            continue;
        };
        for path in &paths {
            collect(data, path, &mut found);
        }
    }
    found
}

fn collect(data: Data<'_>, path: &str, found: &mut BTreeSet<String>) {
    let (step, rest) = path
        .split_once('.')
        .map_or((path, None), |(step, rest)| (step, Some(rest)));
    let (key, many) = step
        .strip_suffix("[]")
        .map_or((step, false), |key| (key, true));
    let Some(value) = data.get(key) else {
        return;
    };
    match rest {
        Some(rest) if many && value.is_array() => {
            for item in value.elements() {
                collect(item, rest, found);
            }
        }
        Some(rest) => collect(value, rest, found),
        None => {
            if let Some(text) = value.text().filter(|text| !found.contains(*text)) {
                found.insert(text.to_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::says;

    #[test]
    fn a_note_says_words_that_begin_its_own() {
        assert!(says("Hit the slate, twice", "hit"));
        assert!(says("polishing slate", "polish"));
        assert!(!says("a white slate", "hit"));
        assert!(!says("basalt", "b"));
        assert!(says("아침대리석 닦음", "대리석"));
        assert!(says("돌을 닦음", "돌"));
        assert!(!says("돌담을 닦음", "돌"));
    }
}
