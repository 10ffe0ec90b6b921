//! Words that several domains share for what was done ("sittings"): a question in them is about the
//! entries of all these domains as one.

use std::ops::Range;
use std::sync::Arc;

use crate::domain::ActiveDomainContext;
use crate::domain::measures::SharedWords;
use crate::model::{CombinedDomains, FactOp, FactQuery, Quantity, RowsOf};
use quilto_language::{Cues, Language, Words};

use super::domain_words::DomainWords;
use super::intent::QuestionKind;
use super::measure::measures_of;

/// What a sentence asks of several domains together, and the words that say so.
///
/// None where the words are those of one domain alone, or where the sentence names a domain besides.
pub(in crate::engine::builtin) fn asked(
    line: &Words,
    free: &dyn Fn(usize) -> bool,
    domains: &ActiveDomainContext,
    own: &DomainWords,
) -> Option<(CombinedDomains, Range<usize>)> {
    let sharing = sharing(domains);
    let hit = |member: &Member| member.cues.find_where(line, free);
    let words = sharing
        .iter()
        .filter_map(hit)
        .max_by_key(|hit| hit.weight)?
        .words;
    let alike = |member: &&Member| hit(member).is_some_and(|hit| hit.words == words);
    let members: Vec<&Member> = sharing.iter().filter(alike).collect();
    // A word of one domain beside it narrows it to that domain.
    let shared = |i: usize| {
        let text = &line.at(i).text;
        words.contains(&i) || members.iter().any(|member| member.cues.is(text))
    };
    let other = own.meant(line, &|i| free(i) && !shared(i));
    let base = |name: &str| domains.module(name).is_some_and(|module| module.base);
    if other.is_some_and(|(name, _)| !base(&name)) {
        return None;
    }
    Some((together(&members, line_language(line))?, words))
}

/// What the first domain that shares anything has together with the others.
pub(super) fn whole(language: Language, domains: &ActiveDomainContext) -> Option<CombinedDomains> {
    let sharing = sharing(domains);
    let name = &sharing.first()?.shared.name;
    let members: Vec<&Member> = sharing.iter().filter(|m| m.shared.name == *name).collect();
    together(&members, language)
}

/// The same of all domains that are loaded now: what was asked before may have been read when fewer were.
pub(super) fn again(earlier: &CombinedDomains, domains: &ActiveDomainContext) -> CombinedDomains {
    let named = |member: &Member| {
        member
            .shared
            .name
            .values()
            .any(|name| *name == earlier.name)
    };
    let sharing = sharing(domains);
    let members = sharing.iter().filter(|member| named(member));
    let of: Vec<RowsOf> = members.map(Member::rows).collect();
    match of.len() < earlier.of.len() {
        true => earlier.clone(),
        false => CombinedDomains {
            of,
            ..earlier.clone()
        },
    }
}

/// A domain that shares words with others.
struct Member {
    domain: String,
    shared: SharedWords,
    cues: Cues,
}

impl Member {
    /// What it shares.
    fn rows(&self) -> RowsOf {
        RowsOf {
            domain: self.domain.clone(),
            rows: self.shared.rows.clone(),
        }
    }
}

fn sharing(domains: &ActiveDomainContext) -> Arc<Vec<Member>> {
    let modules = domains.modules.iter();
    let members = modules.filter_map(|module| {
        let shared = measures_of(module)?.shared.clone()?;
        Some(Member {
            domain: module.name.clone(),
            cues: Cues::of_domain(shared.words.values().flatten()),
            shared,
        })
    });
    domains.worked_out.once(|| members.collect())
}

/// None of one domain alone: that is asked about as ever.
fn together(members: &[&Member], language: Language) -> Option<CombinedDomains> {
    let names = &members.first().filter(|_| members.len() > 1)?.shared.name;
    let name = names.get(language.code());
    Some(CombinedDomains {
        name: name.or_else(|| names.get("en"))?.clone(),
        of: members.iter().map(|member| member.rows()).collect(),
    })
}

fn line_language(line: &Words) -> Language {
    let korean = line
        .iter()
        .any(|word| Language::of(&word.text) == Language::Korean);
    if korean {
        Language::Korean
    } else {
        Language::English
    }
}

/// What is asked of entries as such, whichever domain they are of; `None` where the answer needs the
/// figures of one domain.
pub(in crate::engine::builtin) fn of_entries(
    ask: QuestionKind,
    two_periods: bool,
) -> Option<QuestionKind> {
    match ask {
        QuestionKind::Overview => Some(QuestionKind::List),
        QuestionKind::Compare => two_periods.then_some(ask),
        QuestionKind::List
        | QuestionKind::Total
        | QuestionKind::Count
        | QuestionKind::Ever
        | QuestionKind::Often
        | QuestionKind::Average
        | QuestionKind::First
        | QuestionKind::Last
        | QuestionKind::Gap
        | QuestionKind::Streak
        | QuestionKind::Off
        | QuestionKind::Summary
        | QuestionKind::Stretches => Some(ask),
        _ => None,
    }
}

/// The queries of a question as those of entries of several domains: what else they ask for is of one
/// domain.
pub(super) fn queries(together: &CombinedDomains, asked: Vec<FactQuery>) -> Vec<FactQuery> {
    let of_entries = |query: &FactQuery| {
        query.measure == Quantity::ENTRIES
            && !matches!(query.op, FactOp::Best | FactOp::Worst | FactOp::Trend)
    };
    let asked = asked.into_iter().filter(of_entries);
    asked
        .map(|query| FactQuery {
            // How many there were is what they come to.
            op: match query.op {
                FactOp::Total => FactOp::CountEntries,
                op => op,
            },
            together: Some(together.clone()),
            ..query
        })
        .collect()
}
