//! The days that a question is about, and those they are set against.

use crate::engine::builtin::planner::intent::QuestionKind;
use crate::engine::builtin::planner::periods::{same_part, sides};
use crate::engine::builtin::planner::summary_questions::{self, SummaryQuestion};
use crate::model::DateRange;
use quilto_language::Words;
use quilto_language::questions::words;

use super::Reading;
use super::decision::Decision;

/// The days that a question is about.
pub(super) struct Days {
    pub(super) period: Option<DateRange>,
    pub(super) other: Option<DateRange>,
    /// Whether days up to today are set against the same part of other days.
    pub(super) so_far: bool,
    /// All of an earlier stretch of days, where it was cut to be as long as today's.
    pub(super) whole: Option<DateRange>,
}

impl Days {
    /// The days that are named, then those that are meant where none are.
    pub(super) fn of(reading: &Reading<'_>, decision: &Decision) -> Self {
        let (period, other) = sides(
            &reading.names.periods,
            decision.ask,
            decision.signs.previous,
        );
        let mut days = Self {
            period,
            other,
            so_far: false,
            whole: None,
        };
        days.cut_to_same_part(reading, decision);
        days.of_aim(reading, decision);
        days.of_summary(reading, decision);
        days.shift_nights(reading);
        days.before_progress(reading, decision);
        days.lately(reading, decision);
        days.leave_out_future(reading, decision);
        days
    }

    fn cut_to_same_part(&mut self, reading: &Reading<'_>, decision: &Decision) {
        let ground = reading.sentence.ground;
        self.so_far = decision.signs.than
            && reading.names.set_against_days(ground)
            && decision.ask == QuestionKind::Compare;
        let mut periods = reading.names.periods.iter();
        let past = periods.find(|period| period.end < ground.today);
        if self.so_far
            && let Some(past) = past
            && let Some((now, then)) = same_part(past, ground.today)
        {
            self.whole = (then.end < past.end).then(|| past.clone());
            (self.period, self.other) = (Some(now), Some(then));
        }
    }

    fn of_aim(&mut self, reading: &Reading<'_>, decision: &Decision) {
        let today = reading.sentence.ground.today;
        if decision.aim.of_today {
            self.period = Some(DateRange::day(today));
        } else if decision.aim.enough && self.period.is_none() {
            self.period = summary_questions::last_week(today);
        }
    }

    fn of_summary(&mut self, reading: &Reading<'_>, decision: &Decision) {
        if decision.ask == QuestionKind::Summary && self.period.is_none() {
            let bucket = reading.scope.bucket_noun.or(reading.scope.by);
            self.period = summary_questions::days(bucket, reading.sentence.ground.today);
        }
    }

    /// What is noted in the morning tells of the night before.
    fn shift_nights(&mut self, reading: &Reading<'_>) {
        let says_night = || {
            let line = Words::read(reading.sentence.question);
            words().last_night.hold(&line)
        };
        if !reading.scope.of_night || !says_night() {
            return;
        }
        let night = self.period.as_ref().filter(|period| period.days() == 1);
        if let Some(next) = night.and_then(|period| period.end.succ_opt()) {
            self.period = Some(DateRange::day(next));
        }
    }

    fn before_progress(&mut self, reading: &Reading<'_>, decision: &Decision) {
        let progress = matches!(decision.of_everything, Some(SummaryQuestion::Progress(..)));
        if progress && decision.ask == QuestionKind::Compare && self.other.is_none() {
            let today = reading.sentence.ground.today;
            let period = self.period.as_ref();
            self.other = period.and_then(|named| summary_questions::against(named, today));
        }
    }

    /// "Lately", where what is asked is how often or how much.
    fn lately(&mut self, reading: &Reading<'_>, decision: &Decision) {
        let spread_out = matches!(
            decision.ask,
            QuestionKind::Often
                | QuestionKind::Total
                | QuestionKind::Average
                | QuestionKind::Count
                | QuestionKind::Which
        );
        let sentence = &reading.sentence;
        if spread_out && self.period.is_none() && sentence.holds(&words().lately) {
            self.period = summary_questions::days(None, sentence.ground.today);
        }
    }

    /// What is to be done has no days yet: the days that were tell it.
    fn leave_out_future(&mut self, reading: &Reading<'_>, decision: &Decision) {
        let today = reading.sentence.ground.today;
        if decision.ask == QuestionKind::Should {
            self.period = self.period.take().filter(|period| period.end < today);
        }
    }
}
