//! The values of fields that a question names.

use std::ops::Range;

use crate::engine::builtin::planner::filter::{self, FilterMatch};
use crate::engine::builtin::planner::{measure, topic_roles};
use crate::model::RowFilter;
use quilto_language::Words;
use quilto_language::questions::words;

use super::names::Names;
use super::sentence::Sentence;

/// The values of fields that a question names.
pub(super) struct NamedValues {
    pub(super) filter: Option<RowFilter>,
    /// The words of it, as typed.
    pub(super) said: Option<String>,
    /// The domain whose field it is, where a number says it rather than a name.
    pub(super) domain: Option<String>,
    /// Another value of the same field, and its words.
    pub(super) other: Option<(RowFilter, String)>,
    /// Whether the value itself does not count ("more than 5").
    pub(super) strict: bool,
}

impl NamedValues {
    /// Finds them on words that are no names, and takes their words.
    pub(super) fn take(sentence: &mut Sentence<'_>, names: &Names) -> Self {
        let found = find(sentence, names);
        let at = found.as_ref().map_or(0..0, |found| found.words.clone());
        let said = found.as_ref().and_then(|_| sentence.typed(&at));
        sentence.marks.take(at.clone());
        let other = found.as_ref().and_then(|found| {
            let other = find_other(sentence, names, found)?;
            let typed = sentence.typed(&other.words).unwrap_or_default();
            sentence.marks.take(other.words);
            Some((other.filter, typed))
        });
        let bounded = found.is_some()
            || names.counted.is_some()
            || topic_roles::values(&names.topics, sentence.ground);
        let strict = bounded && take_bound(sentence, &at);
        let (filter, domain) = found.map(|found| (found.filter, found.domain)).unzip();
        Self {
            filter,
            said,
            domain,
            other,
            strict,
        }
    }

    /// Adds the values that names stand for: none beside a number.
    pub(super) fn adopt(&mut self, named: Vec<(RowFilter, String)>, line: &Words) {
        if self.filter.is_some() {
            return;
        }
        let mut named = named.into_iter();
        let Some((value, said)) = named.next() else {
            return;
        };
        self.other = named.find(|(other, _)| other.field == value.field && *other != value);
        let (value, strict) = filter::bounded(value, line);
        self.strict = strict;
        self.filter = Some(value);
        self.said = Some(said);
    }
}

fn find(sentence: &Sentence<'_>, names: &Names) -> Option<FilterMatch> {
    let free = sentence.marks.free();
    let open = |at: usize| free(at) && !names.measure_has(at);
    let found = filter::read(
        &sentence.tokens,
        sentence.ground,
        &names.topics,
        names.spoken.as_deref(),
        &names.measured_domains(),
        &sentence.marks.line,
        &open,
    )?;
    if names.against.is_some() || names.counted.is_some() {
        return None;
    }
    // Of several measures with the unit, the one that is named.
    let (field, domain) = (&found.filter.field, &found.domain);
    let field = measure::of_day_named(field, domain, &names.measures, sentence.ground.domains);
    Some(FilterMatch {
        filter: RowFilter {
            field,
            ..found.filter
        },
        ..found
    })
}

fn find_other(sentence: &Sentence<'_>, names: &Names, found: &FilterMatch) -> Option<FilterMatch> {
    let other = filter::other(
        &sentence.tokens,
        sentence.ground,
        &names.topics,
        names.spoken.as_deref(),
        &names.measured_domains(),
        &sentence.marks,
    )?;
    let field = found.domain == other.domain && other.filter.field == found.filter.field;
    (field && other.filter != found.filter).then_some(other)
}

/// Takes the words for a bound; whether the value itself does not count.
fn take_bound(sentence: &mut Sentence<'_>, value: &Range<usize>) -> bool {
    let cues = words();
    let marks = &mut sentence.marks;
    let bounds = [
        (&cues.above, true),
        (&cues.below, true),
        (&cues.at_least, false),
        (&cues.at_most, false),
    ];
    let found = bounds.into_iter().find_map(|(bound, strict)| {
        // A bound may begin with what hangs on its number.
        let reach = |at: usize| marks.free()(at) || value.contains(&at);
        Some((bound.find_where(&marks.line, &reach)?, strict))
    });
    let Some((hit, strict)) = found else {
        return false;
    };
    marks.take(hit.words);
    strict
}
