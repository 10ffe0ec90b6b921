//! The measures that a question asks for, and the cues of operations beside them.

use std::ops::Range;

use crate::engine::builtin::planner::intent::MeasureRef;
use crate::engine::builtin::planner::measure::{self, MeasureMention, Naming};
use crate::engine::builtin::planner::measure_choice::{measures, per_row, pick_measure};
use crate::engine::builtin::planner::operation::OperationCues;
use crate::model::GroupBy;
use quilto_language::cues::is_hangul;

use super::names::Names;
use super::sentence::Sentence;
use super::values::NamedValues;

/// The measures that a question asks for, and the cues of operations beside them.
pub(super) struct AskedMeasures {
    pub(super) cued: OperationCues,
    /// Those named on words that mean nothing else.
    pub(super) all: Vec<MeasureMention>,
    /// The one that is meant.
    pub(super) chosen: Option<MeasureMention>,
    /// The domains that the question is known to speak of.
    pub(super) domains: Vec<String>,
    /// Rows or entries over which a figure is spread.
    pub(super) per: Option<GroupBy>,
}

impl AskedMeasures {
    pub(super) fn of(sentence: &Sentence<'_>, names: &Names, values: &NamedValues) -> Self {
        let (marks, loaded) = (&sentence.marks, sentence.ground.domains);
        let cued = OperationCues::find(&marks.line, &marks.free());
        let mut all = measures(marks, loaded, &cued);
        let per = per_row(marks, loaded, &all);
        if let Some((_, per)) = &per {
            let apart = |words: &Range<usize>| words.end <= per.start || words.start >= per.end;
            all.retain(|named| apart(&named.hit.words));
        }
        let domains = known_domains(names, values);
        let chosen = choose(&all, &domains, names, values).cloned();
        let colouring = all.iter().filter(|named| named.naming != Naming::Plain);
        let colouring: Vec<Range<usize>> = colouring.map(|named| named.hit.words.clone()).collect();
        Self {
            cued: cued.outside(&colouring),
            all,
            chosen,
            domains,
            per: per.map(|(per, _)| per),
        }
    }

    /// Whether a word names a measure. One that is said twice means the same both times.
    pub(super) fn name(&self, sentence: &Sentence<'_>, at: usize) -> bool {
        let mut words = self.all.iter().flat_map(|named| named.hit.words.clone());
        words.any(|named| named == at || sentence.word(named) == sentence.word(at))
    }

    /// Whether they leave a word open for what a domain calls its own.
    pub(super) fn leave(&self, sentence: &Sentence<'_>, at: usize) -> bool {
        // A Korean verb carries its noun (연마했어).
        let verb = sentence.word(at).chars().any(is_hangul);
        sentence.marks.free()(at) && (verb || !self.cued.covers(at))
    }

    /// Whether the one that is meant has values of which one is the greatest, and no sum.
    pub(super) fn has_extremes(&self) -> bool {
        let chosen = self.chosen.as_ref();
        chosen.is_some_and(|named| !named.adds_up && named.naming == Naming::Plain)
    }

    /// Whether one is named in this way.
    pub(super) fn has_naming(&self, naming: Naming) -> bool {
        self.all.iter().any(|named| named.naming == naming)
    }

    /// The measure whose values are asked for: the one that is meant, or that a topic stands for.
    pub(super) fn valued<'r>(&'r self, names: &'r Names) -> Option<&'r MeasureRef> {
        let chosen = self.chosen.as_ref().filter(|named| !named.counts);
        chosen
            .map(|named| &named.measure)
            .or(names.topic_measure.as_ref())
    }

    /// Whether the measure that is meant tells of the night before its note.
    pub(super) fn are_of_night(&self, sentence: &Sentence<'_>, names: &Names) -> bool {
        let chosen = self.chosen.as_ref().map(|named| &named.measure);
        chosen
            .or(names.topic_measure.as_ref())
            .is_some_and(|of| measure::of_night(of, sentence.ground.domains))
    }
}

fn known_domains(names: &Names, values: &NamedValues) -> Vec<String> {
    let topics = &names.topics;
    topics
        .iter()
        .map(|topic| &topic.domain)
        .chain(names.whole.iter().map(|(domain, _)| domain))
        .chain(names.topic_measure.iter().map(|of| &of.domain))
        .chain(&values.domain)
        .chain(names.spoken.iter().filter(|_| topics.is_empty()))
        .cloned()
        .collect()
}

fn choose<'m>(
    all: &'m [MeasureMention],
    domains: &[String],
    names: &'m Names,
    values: &NamedValues,
) -> Option<&'m MeasureMention> {
    let fixed = values.filter.as_ref();
    let fixed = fixed.filter(|value| value.min.is_some() && value.max.is_some());
    // With its own value fixed ("5 km"), the best is that of another measure.
    let of_value = |named: &&MeasureMention| {
        named.naming == Naming::Best
            && values.domain.as_ref() == Some(&named.measure.domain)
            && fixed.is_some_and(|value| named.field.as_ref() != Some(&value.field))
    };
    let picked = pick_measure(all, domains);
    // "What is the record over 5 km, how many minutes": the record's own measure tells it.
    match (picked, names.measures.iter().find(of_value)) {
        (Some(picked), Some(record)) if picked.weak && !record.weak => Some(record),
        (picked, record) => picked.or(record),
    }
}
