//! All that was read of a question, put together into an [`Intent`].

use crate::engine::builtin::planner::context_reference::lean;
use crate::engine::builtin::planner::intent::{Intent, MeasureRef, QuestionKind};
use crate::engine::builtin::planner::measure::{self, MeasureMention, Naming};
use crate::engine::builtin::planner::measure_choice::{also, counts_matter};
use crate::engine::builtin::planner::question_form::{after_auxiliary, way_asked, whether};
use crate::engine::builtin::planner::summary_questions::SummaryQuestion;
use crate::engine::builtin::planner::{day_parts, filter};
use crate::model::{CombinedDomains, ContextReference, GroupBy};
use quilto_language::Words;
use quilto_language::questions::words;

use super::Reading;
use super::days::Days;
use super::decision::Decision;
use super::unknown_words::UnknownWords;

/// All that was read of a question.
pub(super) struct Findings<'a> {
    pub(super) reading: Reading<'a>,
    pub(super) decision: Decision,
    pub(super) days: Days,
    pub(super) together: Option<CombinedDomains>,
    pub(super) strangers: UnknownWords,
}

impl Findings<'_> {
    pub(super) fn into_intent(mut self) -> Intent {
        let domain = self.domain();
        let several = self.is_of_several_domains();
        self.together = self.together.take().filter(|_| !several);
        let intent = Intent {
            domain: domain.filter(|_| !several),
            ..self.manner()
        };
        let intent = self.with_operation(intent);
        let intent = self.with_measures(intent);
        self.with_names(intent)
    }

    fn domain(&self) -> Option<String> {
        let chosen = self.reading.measures.chosen.as_ref();
        let meant = self.reading.domain.meant.as_ref();
        chosen
            .map(|named| named.measure.domain.clone())
            .or(meant.map(|(domain, _)| domain.clone()))
    }

    /// Whether several domains are to be summed up: that is a summary of everything.
    fn is_of_several_domains(&self) -> bool {
        let reading = &self.reading;
        let sentence = &reading.sentence;
        let says = |at: usize| reading.says(at);
        let mut spoken = sentence.own.spoken(&sentence.marks.line, &says);
        let measures = reading.measures.all.iter();
        spoken.extend(measures.map(|named| named.measure.domain.clone()));
        let outside = |name: &String| {
            let mut members = self.together.iter().flat_map(|together| &together.of);
            members.all(|of| of.domain != *name)
        };
        self.decision.ask == QuestionKind::Summary && spoken.len() > 1 && spoken.iter().any(outside)
    }

    /// How it is put.
    fn manner(&self) -> Intent {
        let cues = words();
        let Decision {
            ask, signs, when, ..
        } = &self.decision;
        let (sentence, cued) = (&self.reading.sentence, &self.reading.measures.cued);
        let line = &sentence.marks.line;
        let has = |ask| cued.has(ask);
        let since_when = *ask == QuestionKind::First && has(QuestionKind::Ever) && !when;
        let faster = *ask == QuestionKind::Compare && sentence.holds(&cues.faster);
        Intent {
            language: sentence.language(),
            sides: day_parts::all(line),
            stuck: sentence.holds(&cues.stuck),
            usual: has(QuestionKind::Average) || self.asks_time_between(),
            progress: has(QuestionKind::Trend) || faster,
            now: sentence.holds(&cues.now),
            often: signs.most_often || signs.least_often || has(QuestionKind::Often),
            whether: whether(line) || since_when,
            way: way_asked(line),
            how_went: signs.how_went,
            lean: self.lean(),
            ..Intent::default()
        }
    }

    /// "How many days between": the usual time, unless the longest is asked for.
    fn asks_time_between(&self) -> bool {
        let (cues, sentence) = (words(), &self.reading.sentence);
        let best = cues.operations.get(&QuestionKind::Best);
        let longest = best.is_some_and(|best| sentence.holds(best));
        self.decision.ask == QuestionKind::Gap && sentence.holds(&cues.between) && !longest
    }

    fn lean(&self) -> ContextReference {
        let line = Words::read(self.reading.sentence.question);
        let lean = lean(&line, self.days.period.is_some());
        ContextReference {
            days_only: lean.days_only && self.decision.ask == QuestionKind::List,
            ..lean
        }
    }

    /// What is to be done.
    fn with_operation(&self, intent: Intent) -> Intent {
        let Decision {
            ask,
            by,
            when,
            signs,
            limit,
            ..
        } = &self.decision;
        let limited = matches!(
            ask,
            QuestionKind::Best | QuestionKind::Worst | QuestionKind::List
        );
        // "which day did I last …" asks for a date, not for weekdays.
        let dated = *when || matches!(ask, QuestionKind::Last | QuestionKind::First);
        let by = by.or(signs.bucket_noun);
        Intent {
            ask: *ask,
            by: by.filter(|by| *by != GroupBy::Weekday || !dated),
            when: *when,
            limit: limit.filter(|_| limited),
            least: signs.least_often,
            ranked: self.is_ranked(),
            ..intent
        }
    }

    /// Whether all subjects are told by how they develop.
    fn is_ranked(&self) -> bool {
        let Decision {
            ask,
            signs,
            of_everything,
            ..
        } = &self.decision;
        let each = matches!(of_everything, Some(SummaryQuestion::Progress(_, true)));
        signs.ranks(&self.reading.measures.cued) || *ask == QuestionKind::Trend && each
    }

    /// The measures that are asked for.
    fn with_measures(&self, intent: Intent) -> Intent {
        let measures = &self.reading.measures;
        let by_name = self.reading.names.topic_measure.clone();
        let better = self.better();
        let own = self.decision.sum.clone();
        let own = own.or(self.decision.by_value.clone());
        let said = self.said();
        Intent {
            measure_said: better.is_some()
                || own.is_some()
                || said.map_or(by_name.is_some(), |named| named.naming == Naming::Plain),
            measure: better
                .filter(|_| !intent.ranked)
                .or(own)
                .or(said.map(|named| named.measure.clone()))
                .or(by_name),
            also: said.map_or_else(Vec::new, |named| {
                also(&measures.all, named, &measures.domains)
            }),
            factor: self.factor(),
            ..intent
        }
    }

    /// The measure that is meant, where it is what is asked for.
    fn said(&self) -> Option<&MeasureMention> {
        // Where everything is asked about, a measure is none of the question.
        let of_all = matches!(
            self.decision.ask,
            QuestionKind::Summary | QuestionKind::Load
        );
        let chosen = self.reading.measures.chosen.as_ref();
        chosen
            .filter(|_| !of_all && self.together.is_none())
            .filter(|named| !self.only_colours(named))
            .filter(|named| !named.counts || self.is_counted(named))
    }

    /// Whether a measure only says what kind of answer is wanted.
    fn only_colours(&self, named: &MeasureMention) -> bool {
        let Decision { ask, signs, .. } = &self.decision;
        // "how long … between" asks for days, too.
        let days = matches!(ask, QuestionKind::Gap | QuestionKind::Streak);
        let regular = matches!(ask, QuestionKind::Count | QuestionKind::Often);
        // "the month I did most": days are counted, not entries of a day.
        let often = named.entries && signs.bucket_noun.is_some() && signs.most_often;
        days && (named.naming != Naming::Plain || named.weak)
            || signs.ranks(&self.reading.measures.cued)
            || signs.days && regular
            || often
    }

    /// Whether so many of what a measure counts are asked for.
    fn is_counted(&self, named: &MeasureMention) -> bool {
        let Decision { ask, signs, .. } = &self.decision;
        let cued = &self.reading.measures.cued;
        // "how much did I polish" asks for the amount, not for how many polishes.
        let amount = *ask == QuestionKind::Total
            && cued.has(QuestionKind::Amount)
            && !cued.has(QuestionKind::Count);
        // "Did I roll more than …": a verb, though a noun that counts is spelled alike.
        let compared = matches!(ask, QuestionKind::Compare | QuestionKind::Average);
        let verb = compared && self.is_verb(named);
        !(amount || verb) && counts_matter(*ask, signs)
    }

    fn is_verb(&self, named: &MeasureMention) -> bool {
        after_auxiliary(&self.reading.sentence.marks.line, named.hit.words.start)
    }

    /// What a domain calls better, or the amount of what a verb says.
    fn better(&self) -> Option<MeasureRef> {
        let Decision {
            ask, of_everything, ..
        } = &self.decision;
        let measures = &self.reading.measures;
        match of_everything {
            Some(SummaryQuestion::Progress(better, _)) if self.strangers.topics.is_empty() => {
                return Some(better.clone());
            }
            _ => {}
        }
        // "How much do I roll on average": by the domain's default.
        let named = measures.chosen.as_ref().filter(|named| named.counts)?;
        let amount = *ask == QuestionKind::Average && measures.cued.has(QuestionKind::Amount);
        if !amount || !self.is_verb(named) {
            return None;
        }
        measure::default_of(&named.measure.domain, self.reading.sentence.ground.domains)
    }

    /// What may lie behind it: a figure of another domain.
    fn factor(&self) -> Option<MeasureRef> {
        if self.decision.ask != QuestionKind::Why {
            return None;
        }
        let topics = &self.strangers.topics;
        let chosen = self.reading.measures.chosen.as_ref();
        let mut named = self.reading.names.measures.iter();
        let factor = named.find(|named| {
            let domain = &named.measure.domain;
            named.naming == Naming::Plain
                && topics.iter().all(|topic| topic.domain != *domain)
                // Without a subject the figure that may follow from it is of another domain.
                && (!topics.is_empty() || chosen.is_some_and(|m| m.measure.domain != *domain))
        });
        factor.map(|named| named.measure.clone())
    }

    /// What is named.
    fn with_names(self, intent: Intent) -> Intent {
        let Self {
            reading,
            days,
            together,
            strangers: UnknownWords { topics, unknown },
            ..
        } = self;
        let (sentence, names, values) = (reading.sentence, reading.names, reading.values);
        let filter = values.filter.as_ref();
        let reads_well = |said: &String| filter.is_none_or(|value| filter::reads_well(said, value));
        Intent {
            domain_word: reading.domain.meant.map(|(_, word)| word),
            together,
            period: days.period,
            other_period: days.other,
            so_far: days.so_far,
            whole: days.whole,
            only: reading.scope.only,
            after_break: sentence.after_break,
            unit: sentence.unit,
            stretches: names.counted,
            against: names.against,
            filter_quoted: values.said.clone().filter(reads_well),
            filter: values.filter,
            filter_said: values.said,
            filter_strict: values.strict,
            other_filter: values.other,
            unread: unknown.clone(),
            unknown: match topics.is_empty() {
                true => unknown,
                false => Vec::new(),
            },
            topics,
            ..intent
        }
    }
}
