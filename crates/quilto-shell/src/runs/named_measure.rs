//! What words of a command ask to be measured: a subject, and one of the measures of its domain.

use std::sync::Arc;

use quilto::domain::measures::{Measure, Measures};
use quilto::domain::{DomainModule, squash};
use quilto::model::Language;
use quilto::text;

use crate::context::known_domains::KnownDomains;
use crate::error::CliError;
use crate::nearest::nearest;
use crate::output::labels::{self, Labels};
use crate::output::words;

/// Measures named with a word nobody knows.
const LISTED: usize = 12;

/// A measure of a domain, of one subject or of all.
pub struct NamedMeasure {
    pub domain: Arc<DomainModule>,
    measures: Arc<Measures>,
    /// A term or a group; `None` is every subject.
    pub subject: Option<String>,
    /// The measure's name.
    pub name: String,
}

impl NamedMeasure {
    /// What the measures file says of it.
    pub fn measure(&self) -> Option<&Measure> {
        self.measures.measure(&self.name)
    }

    /// The subject for a query.
    pub fn subjects(&self) -> Vec<String> {
        self.subject.iter().cloned().collect()
    }

    /// What it is about, for a heading in a language.
    pub fn about_in(&self, language: Language) -> String {
        let measure = labels::listed(&self.measures, &self.name, language);
        format!("{} · {measure}", self.subject_in(language))
    }

    /// The same without the measure, where it is the usual one that nobody had to name.
    pub fn named_in(&self, language: Language) -> String {
        if self.name != self.measures.default {
            return self.about_in(language);
        }
        self.subject_in(language)
    }

    fn subject_in(&self, language: Language) -> String {
        match &self.subject {
            Some(subject) => Labels::of(language, Some(&self.domain)).name(subject),
            None => labels::title(&self.domain, language),
        }
    }

    /// The measure of a domain under its very name, of a subject or of all.
    pub fn of(domain: &Arc<DomainModule>, subject: Option<&str>, name: &str) -> Option<Self> {
        let measures = domain.measures().ok()??;
        measures.measure(name)?;
        Some(Self {
            domain: Arc::clone(domain),
            measures,
            subject: subject.map(str::to_owned),
            name: name.to_owned(),
        })
    }
}

/// How many words are tried to be taken apart.
const APART: usize = 8;

/// Reads one `SUBJECT [MEASURE]` or several, with a comma or a word between them or only beside each
/// other. A measure named for the last counts for those before it that have none.
pub fn several(known: &KnownDomains, words: &str) -> Result<Vec<NamedMeasure>, CliError> {
    let one = match read(known, words) {
        Ok(one) => return Ok(vec![one]),
        Err(error) => error,
    };
    let spaced = words.replace(',', " , ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let between = |word: &&str| *word == "," || words::stands_between(word);
    let parts: Vec<String> = words
        .split(between)
        .map(|part| part.join(" "))
        .filter(|part| !part.is_empty())
        .collect();
    let mut all = match parts.len() {
        1 => beside_each_other(known, &words).unwrap_or_default(),
        _ => {
            let read = parts.iter().map(|part| read(known, part));
            read.collect::<Result<_, _>>()?
        }
    };
    let Some(last) = all.pop() else {
        return Err(one);
    };
    let usual = |measured: &NamedMeasure| measured.name == measured.measures.default;
    for before in all.iter_mut().filter(|before| usual(before)) {
        if let Some(same) = NamedMeasure::of(&before.domain, before.subject.as_deref(), &last.name)
        {
            *before = same;
        }
    }
    all.push(last);
    Ok(all)
}

/// The words as several things, each as long as can be.
fn beside_each_other(known: &KnownDomains, words: &[&str]) -> Option<Vec<NamedMeasure>> {
    if words.is_empty() {
        return Some(Vec::new());
    }
    if words.len() > APART {
        return None;
    }
    (1..=words.len()).rev().find_map(|end| {
        let first = read(known, &words[..end].join(" ")).ok()?;
        let mut rest = beside_each_other(known, &words[end..])?;
        rest.insert(0, first);
        Some(rest)
    })
}

/// Reads `SUBJECT [MEASURE]`: the longest name of a thing at the start, and what is left as a
/// measure of its domain. Words that are a measure alone are measured over every subject.
pub fn read(known: &KnownDomains, words: &str) -> Result<NamedMeasure, CliError> {
    let parts: Vec<&str> = words.split_whitespace().collect();
    let domains: Vec<(Arc<DomainModule>, Arc<Measures>)> = known
        .iter()
        .filter_map(|module| Some((Arc::clone(module), module.measures().ok()??)))
        .collect();
    let found = |domain: &(Arc<DomainModule>, Arc<Measures>), subject, name: &str| NamedMeasure {
        domain: Arc::clone(&domain.0),
        measures: Arc::clone(&domain.1),
        subject,
        name: name.to_owned(),
    };
    for domain in &domains {
        if let Some(name) = measure_of(&domain.1, words) {
            return Ok(found(domain, None, name));
        }
    }
    let mut stray = None;
    for split in (1..=parts.len()).rev() {
        let (subject, measure) = parts.split_at(split);
        let (subject, measure) = (subject.join(" "), measure.join(" "));
        // what is always loaded is about the person; a domain of the thing itself comes first
        for domain in domains.iter().filter(|d| !d.0.base).chain(&domains) {
            let Some(subject) = subject_of(&domain.0, &subject) else {
                continue;
            };
            let name = if measure.is_empty() {
                Some(domain.1.default.as_str())
            } else {
                measure_of(&domain.1, &measure)
            };
            match name {
                Some(name) => return Ok(found(domain, subject, name)),
                None => stray.get_or_insert_with(|| no_measure(&domain.1, &measure)),
            };
        }
    }
    Err(stray.unwrap_or_else(|| nothing(known, words)))
}

/// The term or group that a text names whole; `Some(None)` is the domain itself.
fn subject_of(domain: &DomainModule, text: &str) -> Option<Option<String>> {
    let names = [squash(&domain.name), squash(&domain.title())];
    if names.contains(&squash(text)) {
        return Some(None);
    }
    let mentions = domain.vocabulary().find(&text::read(text));
    let [mention] = mentions.as_slice() else {
        return None;
    };
    let rest = |part: Option<&str>| part.is_some_and(|p| !p.contains(char::is_alphanumeric));
    let whole = rest(text.get(..mention.span.start)) && rest(text.get(mention.span.end..));
    (whole && mention.exact).then(|| Some(mention.term.to_string()))
}

/// The measure that a text names.
fn measure_of<'m>(measures: &'m Measures, text: &str) -> Option<&'m str> {
    let wanted = squash(text);
    let is_named = |measure: &&Measure| {
        let aliases = measure.aliases.values().flatten();
        let best = measure
            .best
            .values()
            .chain(measure.worst.values())
            .flatten();
        squash(&measure.name) == wanted || aliases.chain(best).any(|a| squash(a) == wanted)
    };
    let by_name = measures.measures.iter().find(|m| squash(&m.name) == wanted);
    let found = by_name.or_else(|| measures.measures.iter().find(is_named));
    found.map(|measure| measure.name.as_str())
}

fn no_measure(measures: &Measures, text: &str) -> CliError {
    let names: Vec<&str> = measures.measures.iter().map(|m| m.name.as_str()).collect();
    let hint = match nearest(text, names.iter().copied()) {
        Some(near) => format!("did you mean {near:?}?"),
        None => format!("there are {}", names.join(", ")),
    };
    CliError::usage(format!("there is no measure {text:?} for this")).hint(hint)
}

fn nothing(known: &KnownDomains, words: &str) -> CliError {
    let mut near = near_names(known, words);
    let measures = known.iter().filter_map(|module| module.measures().ok()?);
    let names: Vec<String> = measures
        .flat_map(|m| {
            m.measures
                .iter()
                .map(|m| m.name.clone())
                .collect::<Vec<_>>()
        })
        .collect();
    if let Some(name) = nearest(words, names.iter().map(String::as_str)) {
        near.insert(0, format!("{name:?}"));
        near.truncate(3);
    }
    let hint = if near.is_empty() {
        let mut names: Vec<String> = Vec::new();
        for module in known.iter() {
            if let Ok(Some(measures)) = module.measures()
                && !names.contains(&measures.default)
            {
                names.push(measures.default.clone());
            }
        }
        names.truncate(LISTED);
        format!(
            "name a thing you log, or a measure such as {}",
            names.join(", ")
        )
    } else {
        format!("did you mean {}?", near.join(", "))
    };
    CliError::usage(format!("there is nothing named {words:?} to measure")).hint(hint)
}

/// Names that a text may have been meant for: those a misspelling is read as, then those that hold
/// all its words or are spelt nearly like it.
pub fn near_names(known: &KnownDomains, text: &str) -> Vec<String> {
    let found = known.all().vocabulary().find(&text::read(text));
    let read_as = found.iter().map(|found| found.mention.term.to_string());
    let near = nearest_of(known.iter(), read_as.collect(), text).into_iter();
    near.map(|name| format!("{name:?}")).collect()
}

/// The names of a domain that come near to a text, the nearest first. Figures noted with an unknown
/// name tell whose it is: what they cannot be of is no name for it, however alike it is spelt.
pub fn near_in(domain: &Arc<DomainModule>, text: &str) -> Vec<String> {
    let found = domain.vocabulary().find(&text::read(text));
    let read_as = found.iter().map(|mention| mention.term.to_string());
    nearest_of(std::iter::once(domain), read_as.collect(), text)
}

/// What a text is read as, then the names of the domains that hold all its words or are spelt nearly
/// like it.
fn nearest_of<'d>(
    domains: impl Iterator<Item = &'d Arc<DomainModule>>,
    read_as: Vec<String>,
    text: &str,
) -> Vec<String> {
    const MOST: usize = 3;
    let mut near = read_as;
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let mut spelt: Vec<(f64, String)> = Vec::new();
    for module in domains {
        for term in module.vocabulary().terms() {
            let name = term.name.to_lowercase();
            let held = !words.is_empty() && words.iter().all(|word| name.contains(word));
            let alike = strsim::jaro_winkler(&lower, &name);
            if held || alike > 0.88 {
                let rank = if held {
                    2.0 - name.len() as f64 / 1000.0
                } else {
                    alike
                };
                spelt.push((rank, term.name.to_string()));
            }
        }
    }
    spelt.sort_by(|left, right| right.0.total_cmp(&left.0));
    for (_, name) in spelt {
        if !near.contains(&name) {
            near.push(name);
        }
    }
    near.truncate(MOST);
    near
}
