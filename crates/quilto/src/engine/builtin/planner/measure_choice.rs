//! Which of the measures that a sentence names is the one it asks for.

use std::ops::Range;

use crate::domain::ActiveDomainContext;
use crate::domain::measures::Aggregate;
use crate::model::GroupBy;
use quilto_language::questions::words;

use super::intent::{MeasureRef, QuestionKind};
use super::measure::{self, MeasureMention, Naming};
use super::operation::{OperationContext, OperationCues};
use super::reading_context::WordCoverage;

/// The measures a sentence names. "last time" asks for the last one, whatever measure is called
/// "time".
pub(super) fn measures(
    marks: &WordCoverage,
    domains: &ActiveDomainContext,
    cued: &OperationCues,
) -> Vec<MeasureMention> {
    let mut found = measure::named(&domains.modules, &marks.line, &marks.free());
    found.retain(|named| !cued.outweighs(&named.hit));
    // "time of day" is no measure called "time".
    let buckets: Vec<Range<usize>> = words()
        .by
        .values()
        .filter_map(|list| list.find_where(&marks.line, &marks.free()))
        .map(|hit| hit.words)
        .filter(|words| words.len() > 1)
        .collect();
    found.retain(|named| {
        let own = &named.hit.words;
        !buckets.iter().any(|bucket| {
            bucket.len() > own.len() && bucket.start <= own.start && own.end <= bucket.end
        })
    });
    // "most polishes" is not also "polishes".
    let hits: Vec<Range<usize>> = found.iter().map(|named| named.hit.words.clone()).collect();
    found.retain(|named| {
        let own = &named.hit.words;
        !hits.iter().any(|other| {
            other.len() > own.len() && other.start <= own.start && own.end <= other.end
        })
    });
    found
}

/// The measure that is meant: one of a domain that a topic names comes first, a plain name before
/// one that only colours the question, the heavier before the lighter.
pub(super) fn pick_measure<'a>(
    measures: &'a [MeasureMention],
    domains: &[String],
) -> Option<&'a MeasureMention> {
    let of_topic = |named: &&MeasureMention| domains.contains(&named.measure.domain);
    let fitting: Vec<&MeasureMention> = if domains.is_empty() {
        measures.iter().collect()
    } else {
        measures.iter().filter(of_topic).collect()
    };
    fitting
        .iter()
        .find(|named| named.naming == Naming::Plain && !named.counts)
        .or_else(|| fitting.iter().find(|named| !named.counts && !named.weak))
        .or_else(|| fitting.iter().find(|named| named.naming == Naming::Plain))
        .or_else(|| fitting.first())
        .copied()
}

/// Measures of other domains that the same words name.
pub(super) fn also(
    measures: &[MeasureMention],
    meant: &MeasureMention,
    known: &[String],
) -> Vec<MeasureRef> {
    if !known.is_empty() {
        return Vec::new();
    }
    measures
        .iter()
        .filter(|other| {
            other.hit.words == meant.hit.words
                && other.naming == meant.naming
                && other.measure.domain != meant.measure.domain
        })
        .map(|other| other.measure.clone())
        .collect()
}

/// "per set", "per session": rows and entries by their own names, and the words of it.
pub(super) fn per_row(
    marks: &WordCoverage,
    domains: &ActiveDomainContext,
    measures: &[MeasureMention],
) -> Option<(GroupBy, Range<usize>)> {
    let per = words()
        .per_row
        .find_where(&marks.line, &marks.free())?
        .words;
    let next = per.end;
    if next >= marks.line.len() {
        return None;
    }
    let word = marks.line.at(next).text.as_str();
    let single = |alias: &String| alias == word || alias.strip_suffix('s') == Some(word);
    let counts = domains.modules.iter().find_map(|module| {
        let known = measure::measures_of(module)?;
        let counting = known.measures.iter().find(|m| {
            matches!(m.aggregate, Aggregate::Count | Aggregate::Entries)
                && m.aliases.values().flatten().any(single)
        })?;
        Some(counting.aggregate)
    })?;
    // "sets a week": what is counted stands before it, and a measure is needed to be spread.
    let other = measures
        .iter()
        .any(|named| !named.hit.words.contains(&next) && named.adds_up | named.counts);
    let by = if counts == Aggregate::Entries {
        GroupBy::Entry
    } else {
        GroupBy::Row
    };
    other.then_some((by, per.start..next + 1))
}

/// Whether a measure that counts is what is asked, rather than a word for the domain's own things
/// ("my last polish").
pub(super) fn counts_matter(ask: QuestionKind, with: &OperationContext) -> bool {
    match ask {
        // Days are counted beside every comparison of times of day.
        QuestionKind::Compare => with.by != Some(GroupBy::TimeOfDay),
        // How much is done develops in days and sums, not in notes of a day.
        QuestionKind::Trend => !with.entries || with.topics > 0,
        QuestionKind::Count | QuestionKind::Total | QuestionKind::Average | QuestionKind::Often => {
            true
        }
        QuestionKind::Best | QuestionKind::Worst => with.most_often || with.least_often,
        _ => false,
    }
}
