//! Slips of the pen in the words that ask: "heviest", "lastest".

use std::collections::BTreeSet;
use std::sync::Arc;

use chrono::NaiveDate;

use crate::domain::{ActiveDomainContext, DomainModule};
use quilto_language::questions::words;
use quilto_language::{Words, spacing};

use crate::engine::builtin::topics;
use crate::model::Topic;
use crate::text;
use crate::text::dates::{self, DateContext, DateMention};

use super::domain_words::DomainWords;
use super::measure::measures_of;
use super::note_terms::Notes;
use super::phrases;

/// Shorter words have too many neighbours.
const LEAST: usize = 5;
/// In such only two letters change places.
const SHORT: usize = 4;

/// A question as somebody would write it who takes care: parts that are glued together apart, slips in the
/// words that ask put right. What notes have is no slip: "hurling" is not "hurting".
pub fn careful(question: &str, domains: &ActiveDomainContext, notes: Notes<'_>) -> String {
    let careful = numbers_apart(&text::with_care(&spacing::spaced(question, domains)));
    let own = DomainWords::of(domains);
    let mut line = Words::read(&careful);
    let tokens = text::read(&careful);
    let named = topics::find(&tokens, domains);
    // Of which day does not matter here.
    let days = dates::find(&tokens, &DateContext::question(NaiveDate::default()));
    let taken: Vec<bool> = (0..line.len())
        .map(|at| {
            let span = &line.at(at).span;
            let over = |topic: &Topic| topic.span.start < span.end && span.start < topic.span.end;
            let dated =
                |date: &DateMention| date.span.start < span.end && span.start < date.span.end;
            named.iter().any(|topic| topic.exact && over(topic))
                || days.iter().any(dated)
                || phrases::knows(&line.at(at).text)
        })
        .collect();
    let before = line.clone();
    mend(&mut line, &taken, domains, &own);
    let mut mended = careful.clone();
    for at in (0..line.len()).rev() {
        let (old, new) = (before.at(at), line.at(at));
        if old.text != new.text && !(notes.mention)(&old.text) {
            mended.replace_range(old.span.clone(), &new.text);
        }
    }
    mended
}

/// "5-cut" is of five: a number before a word stands apart.
fn numbers_apart(question: &str) -> String {
    let mut apart = String::with_capacity(question.len());
    let mut letters = question.chars().peekable();
    let mut before = ' ';
    while let Some(letter) = letters.next() {
        let hyphen = letter == '-' && before.is_ascii_digit();
        let joins = hyphen && letters.peek().is_some_and(|next| next.is_alphabetic());
        apart.push(if joins { ' ' } else { letter });
        before = letter;
    }
    apart
}

/// Whether a word is one that asks or that a measure goes by.
pub(super) fn is_known(word: &str, domains: &ActiveDomainContext) -> bool {
    known(domains).asks.contains(word)
}

/// Puts right Latin words that nothing knows and that are one slip away from a cue or from a word
/// for a measure. Two such words leave it as it is.
pub fn mend(line: &mut Words, taken: &[bool], domains: &ActiveDomainContext, own: &DomainWords) {
    let open: Vec<usize> = (0..line.len())
        .filter(|i| {
            let word = line.at(*i).text.as_str();
            !taken[*i] && word.len() >= SHORT && word.chars().all(|c| c.is_ascii_lowercase())
        })
        .collect();
    if open.is_empty() {
        return;
    }
    let all = known(domains);
    let known = &all.asks;
    for i in open {
        let word = line.at(i).text.as_str();
        let single = word.strip_suffix('s').unwrap_or(word);
        if known.contains(word)
            || known.contains(single)
            || own.know(word)
            || words().filler.is(word)
        {
            continue;
        }
        // "growin".
        let whole = format!("{word}g");
        if word.ends_with("in") && known.contains(&whole) {
            line.respell(i, whole);
            continue;
        }
        let mut near = known.iter().filter(|other| {
            one_slip(word, other) && (other.len() >= LEAST || swapped(word, other))
        });
        match (near.next(), near.next()) {
            (Some(meant), None) => line.respell(i, meant.clone()),
            (None, _) => {
                if let Some(name) = all.name_near(word) {
                    line.respell(i, name);
                }
            }
            _ => {}
        }
    }
}

/// A name whose first word has a slip, before a name that its last words alone would be ("quarzt
/// smoky"): the term meant, if just one is.
pub fn longer_name(module: &DomainModule, slip: &str, rest: &str) -> Option<String> {
    if slip.len() < LEAST - 1 || !slip.chars().all(|c| c.is_ascii_lowercase()) {
        return None;
    }
    let vocabulary = module.vocabulary();
    let mut meant: BTreeSet<&str> = BTreeSet::new();
    for term in vocabulary.terms() {
        let fits = vocabulary.aliases(&term.name).into_iter().any(|alias| {
            alias.split_once(' ').is_some_and(|(first, others)| {
                first.len() >= LEAST - 1 && others == rest && one_slip(slip, first)
            })
        });
        if fits {
            meant.insert(&term.name);
        }
    }
    match meant.len() {
        1 => meant.first().map(|name| (*name).to_owned()),
        _ => None,
    }
}

/// What a slip may be one of.
struct SpellingDictionary {
    /// The words that ask and that measures go by.
    asks: BTreeSet<String>,
    /// The names of vocabularies that are one word, each with what it names.
    names: Vec<(String, usize)>,
}

/// Names have more neighbours among the words of a language than words that ask.
const LEAST_OF_NAME: usize = 7;

impl SpellingDictionary {
    /// The name that a word is one slip away from, where all such names are of one thing. A letter in place of another
    /// is no slip here: too many words differ by that.
    fn name_near(&self, word: &str) -> Option<String> {
        if word.len() < LEAST_OF_NAME {
            return None;
        }
        let slips =
            |name: &str| one_slip(word, name) && (word.len() != name.len() || swapped(word, name));
        let mut near = self.names.iter().filter(|(name, _)| slips(name));
        let (name, thing) = near.next()?;
        near.all(|(_, other)| other == thing).then(|| name.clone())
    }
}

fn known(domains: &ActiveDomainContext) -> Arc<SpellingDictionary> {
    domains.worked_out.once(|| SpellingDictionary {
        asks: gathered(domains),
        names: names(domains),
    })
}

fn names(domains: &ActiveDomainContext) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let mut things = 0;
    for module in &domains.modules {
        let vocabulary = module.vocabulary();
        for term in vocabulary.terms() {
            things += 1;
            let aliases = vocabulary.aliases(&term.name).into_iter();
            let own = aliases.chain([&*term.name]).map(str::to_lowercase);
            let plain = |name: &String| {
                name.len() >= LEAST_OF_NAME - 1 && name.chars().all(|c| c.is_ascii_lowercase())
            };
            found.extend(own.filter(plain).map(|name| (name, things)));
        }
    }
    found
}

fn gathered(domains: &ActiveDomainContext) -> BTreeSet<String> {
    let cues = words();
    let lists = cues
        .operations
        .values()
        .chain(cues.by.values())
        .chain(cues.bucket_nouns.values())
        .chain([
            &cues.asking.wh,
            &cues.asking.always,
            &cues.asking.requests,
            &cues.most_often,
            &cues.least_often,
            &cues.when,
            &cues.filler,
        ]);
    let mut known: BTreeSet<String> = lists.flat_map(|list| list.parts()).collect();
    for measures in domains.modules.iter().filter_map(|m| measures_of(m)) {
        let sums = measures.sums.iter().flat_map(|s| [&s.aliases, &s.alone]);
        let load = measures.load.iter().map(|load| &load.words);
        let progress = measures.progress.iter().map(|progress| &progress.words);
        let own = measures
            .measures
            .iter()
            .flat_map(|m| [&m.aliases, &m.best, &m.worst]);
        for named in own.chain(sums).chain(load).chain(progress) {
            let written = named.values().flatten();
            known.extend(written.flat_map(|words| words.split(' ').map(str::to_owned)));
        }
    }
    known.extend(DomainWords::of(domains).spoken_words());
    known
}

/// Whether two words are of the same letters, in whatever order.
fn swapped(left: &str, right: &str) -> bool {
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    letters(left) == letters(right)
}

/// Whether a word differs from another by one letter put in, left out, changed or swapped with its
/// neighbour. The first letter is hardly ever the wrong one.
fn one_slip(word: &str, other: &str) -> bool {
    word.as_bytes().first() == other.as_bytes().first()
        && word.len().abs_diff(other.len()) <= 1
        && strsim::osa_distance(word, other) <= 1
}

#[cfg(test)]
mod tests {
    use super::one_slip;

    #[test]
    fn a_slip_is_one_letter_or_one_swap() {
        assert!(one_slip("heviest", "heaviest"));
        assert!(one_slip("lonegst", "longest"));
        assert!(one_slip("averrage", "average"));
        assert!(one_slip("maxinum", "maximum"));
        assert!(!one_slip("polish", "average"));
        assert!(!one_slip("shown", "known"));
        assert!(!one_slip("lnogset", "longest"));
    }
}
