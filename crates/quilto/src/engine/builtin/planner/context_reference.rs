//! How a question leans on what was said before it.

use std::ops::Range;

use crate::model::{ContextReference, QuestionKind, Step};
use quilto_language::questions::words;
use quilto_language::{Bucket, Words};

use super::split;

/// The words by which a question leans on what was said before.
pub(super) fn words_of(line: &Words) -> Vec<Range<usize>> {
    let cues = words();
    let days = cues.answer_days.values();
    let steps = [
        &cues.time_before,
        &cues.step_back,
        &cues.since_told,
        &cues.points_at,
    ];
    let hits = days.chain(steps).filter_map(|list| list.find(line));
    hits.map(|hit| hit.words).collect()
}

/// How a question leans on what was said before.
pub(super) fn lean(line: &Words, names_days: bool) -> ContextReference {
    const FEW: usize = 4;
    const BRIEF: usize = 8;
    const STEP: usize = 7;
    let cues = words();
    let days = cues.answer_days.iter();
    let days = days.filter_map(|(day, list)| Some((*day, list.find(line)?.weight)));
    let day = days.max_by_key(|(_, weight)| *weight);
    let one_before = cues.time_before.hold(line);
    let steps = one_before || cues.step_back.hold(line);
    let says = |bucket: &Bucket| {
        cues.bucket_nouns
            .get(bucket)
            .is_some_and(|of| of.hold(line))
    };
    let since = cues.since_told.hold(line);
    let step = if since {
        Step::Since
    } else if says(&Bucket::Year) {
        Step::YearBefore
    } else if one_before && !cues.bucket_nouns.keys().any(says) {
        Step::TimeBefore
    } else {
        Step::Before
    };
    ContextReference {
        goes_on: cues.follow_ups.hold(line),
        points_back: split::points_back(line),
        short: line.len() <= FEW,
        brief: line.len() <= BRIEF,
        days_only: names_days && !split::seeks(line, QuestionKind::List),
        step: (since || steps && line.len() <= STEP)
            .then_some(step)
            .filter(|_| !names_days),
        day: day.map(|(day, _)| day).filter(|_| !names_days),
    }
}
