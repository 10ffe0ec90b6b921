//! What is computed for a question in one domain.

use chrono::NaiveDate;

use crate::domain::DomainModule;
use crate::domain::measures::{Aggregate, Measure};
use crate::engine::builtin::topics;
use crate::model::{FactOp, FactQuery, GroupBy, Quantity, RowFilter};

use super::intent::{Intent, QuestionKind};
use super::measure::{self, measures_of, plain_field};
use super::overview;

/// Scales of how one is go this far at most.
const TOP_OF_SCALE: f64 = 10.0;
/// How many variations of a subject, or kinds of a list, are worth naming.
const FEW: u32 = 5;

/// A question about one domain.
pub(super) struct DomainQuery<'a> {
    pub(super) intent: &'a Intent,
    pub(super) module: &'a DomainModule,
    pub(super) measure: String,
    pub(super) named: bool,
    pub(super) subjects: Vec<String>,
    pub(super) today: NaiveDate,
}

impl DomainQuery<'_> {
    pub(super) fn query(&self, op: FactOp) -> FactQuery {
        FactQuery {
            subjects: self.subjects.clone(),
            period: self.intent.period.clone(),
            filter: self.intent.filter.clone(),
            only: self.intent.only.clone(),
            after_gap: self.intent.after_break,
            unit: self.intent.unit.as_ref().map(|(unit, _)| unit.clone()),
            ..FactQuery::of(self.module.name.clone(), self.measure.clone(), op)
        }
    }

    /// A query that counts: entries and their days, unless a measure or a value narrows it.
    pub(super) fn counting(&self, op: FactOp) -> FactQuery {
        let mut query = self.query(op);
        if !self.named && self.intent.filter.is_none() {
            query.measure = Quantity::ENTRIES.to_owned();
        }
        // Of a whole note only what has the value of the condition counts, and of the sum of a day
        // the measure that it is of.
        if let Some(filter) = &self.intent.filter
            && let Some(measures) = measures_of(self.module)
        {
            let of_day = |m: &&Measure| m.name == filter.field && measure::of_day(m);
            // What things are told by is counted by the rows that take it over.
            let kinds = measures
                .rows
                .iter()
                .filter(|rows| filter.text.is_some() && rows.inherit.get(&filter.field).is_some());
            let kinds: Vec<&String> = kinds.map(|rows| &rows.name).collect();
            let of_kind = |m: &&Measure| {
                let of_rows = m.rows.iter().any(|rows| kinds.contains(&rows));
                of_rows && m.aggregate == Aggregate::Count
            };
            let whole = !self.named && self.whole_notes();
            let reads = |m: &&Measure| whole && plain_field(m).as_ref() == Some(&filter.field);
            let mut all = measures.measures.iter();
            let plain = all
                .clone()
                .find(of_kind)
                .or_else(|| all.clone().find(of_day));
            let meant = plain.or_else(|| all.find(reads));
            query.measure = meant.map_or(query.measure, |measure| measure.name.clone());
        }
        query
    }

    /// The break itself, which says since when.
    pub(super) fn longest_break(&self) -> Option<FactQuery> {
        let domain = self.module.name.clone();
        let gap = || FactQuery::of(domain, Quantity::ENTRIES, FactOp::LongestGap);
        self.intent.after_break.then(gap)
    }

    pub(super) fn by(&self, op: FactOp, by: GroupBy, limit: Option<u32>) -> FactQuery {
        FactQuery {
            by: Some(by),
            limit,
            ..self.query(op)
        }
    }

    pub(super) fn facts(&self, out: &mut Vec<FactQuery>) {
        let sum = measures_of(self.module).is_some_and(|m| m.sum(&self.measure).is_some());
        if sum {
            out.push(FactQuery {
                subjects: Vec::new(),
                filter: None,
                ..self.query(FactOp::Total)
            });
            return;
        }
        match self.intent.ask {
            QuestionKind::Best => self.best(out),
            QuestionKind::Worst if self.intent.often && self.intent.by.is_some() => {
                out.push(self.counting_by(FactOp::CountDays));
            }
            QuestionKind::Worst => {
                out.push(self.bucketed(self.of_bucket(FactOp::Worst)));
                if self.intent.by.is_none() {
                    out.push(self.latest());
                }
            }
            // Where a value was never reached, what was reached says how far it was.
            QuestionKind::First if self.intent.whether && self.intent.filter.is_some() => out
                .extend([
                    self.reached(FactOp::First),
                    FactQuery {
                        filter: None,
                        ..self.query(FactOp::Best)
                    },
                ]),
            QuestionKind::First if self.subjects.is_empty() => {
                out.push(self.reached(FactOp::First))
            }
            QuestionKind::First => out.extend([self.reached(FactOp::First), self.latest()]),
            QuestionKind::Last => out.push(self.reached(FactOp::Last)),
            QuestionKind::Count if self.intent.by == Some(GroupBy::Weekday) => {
                out.push(self.counting_by(FactOp::CountDays));
                // Of how many, where the usual is asked.
                out.extend(self.intent.usual.then(|| self.counting(FactOp::CountDays)));
            }
            QuestionKind::Count if self.of_day() => out.push(self.counting_by(FactOp::CountDays)),
            QuestionKind::Count => out.extend([
                self.counting_by(FactOp::CountDays),
                self.counting(FactOp::First),
                self.counting(FactOp::Last),
            ]),
            QuestionKind::Ever => {
                out.extend([self.counting(FactOp::CountDays), self.query(FactOp::Last)])
            }
            QuestionKind::Often => out.extend(
                self.per_bucket()
                    .into_iter()
                    .chain([
                        self.counting(FactOp::CountDays),
                        self.counting(FactOp::First),
                        self.counting(FactOp::Last),
                        self.regularity(),
                    ])
                    .chain(
                        self.intent
                            .by
                            .is_none()
                            .then(|| self.counting(FactOp::LongestGap)),
                    ),
            ),
            QuestionKind::Total => out.extend([
                self.bucketed(FactOp::Total),
                self.counting(FactOp::CountDays),
            ]),
            QuestionKind::Average => self.average(out),
            QuestionKind::Trend if self.intent.ranked => {
                let own = measures_of(self.module).and_then(|m| m.progress.clone());
                let measure = own.filter(|_| !self.named).map(|own| own.measure);
                out.push(FactQuery {
                    measure: measure.unwrap_or_else(|| self.measure.clone()),
                    ..self.by(FactOp::Trend, GroupBy::Subject, None)
                });
            }
            QuestionKind::Trend if self.subjects.is_empty() && !self.named => self.busier(out),
            // Where the last weeks hold too little, all of them tell.
            QuestionKind::Trend if self.intent.stuck => out.extend([
                self.query(FactOp::Trend),
                FactQuery {
                    period: None,
                    ..self.query(FactOp::Trend)
                },
                self.query(FactOp::Best),
            ]),
            QuestionKind::Trend => out.extend([
                self.query(FactOp::Trend),
                self.query(FactOp::First),
                self.query(FactOp::Best),
                self.query(FactOp::Last),
            ]),
            QuestionKind::Compare => self.compare(out),
            QuestionKind::Summary => overview::summary(self.module, self.intent, out),
            QuestionKind::Load => {
                overview::load(self.module, self.intent, &self.subjects, self.today, out);
            }
            QuestionKind::Gap => out.extend([
                self.counting(FactOp::LongestGap),
                self.counting(FactOp::Last),
            ]),
            QuestionKind::Streak => out.push(self.counting_by(FactOp::Streak)),
            QuestionKind::Overview
                if self.intent.filter.is_some() && self.intent.period.is_none() =>
            {
                self.best(out);
            }
            QuestionKind::List | QuestionKind::Overview if self.intent.filter.is_some() => {
                out.push(self.query(FactOp::List));
            }
            QuestionKind::List => out.extend([
                self.counting(FactOp::CountEntries),
                self.by(FactOp::Best, GroupBy::Subject, Some(FEW)),
            ]),
            QuestionKind::Which => out.push(self.by(
                FactOp::CountDays,
                self.intent.by.unwrap_or(GroupBy::Subject),
                None,
            )),
            QuestionKind::Stretches if self.intent.stretches.is_some() => {
                let wanted = self.intent.stretches.as_ref();
                out.push(FactQuery {
                    by: wanted.map(|stretches| stretches.by),
                    filter: wanted.map(|stretches| stretches.days.clone()),
                    ..self.counting(FactOp::CountBuckets)
                });
            }
            QuestionKind::Kinds => out.push(FactQuery {
                measure: Quantity::ENTRIES.to_owned(),
                ..self.query(FactOp::CountSubjects)
            }),
            // Of what is only kept of oneself, days without a value of it.
            QuestionKind::Off if self.module.base => out.push(self.query(FactOp::CountOff)),
            QuestionKind::Off => out.push(FactQuery {
                measure: Quantity::ENTRIES.to_owned(),
                ..self.query(FactOp::CountOff)
            }),
            QuestionKind::Overview if self.named && self.short() && !self.extreme() => {
                out.extend([
                    self.query(FactOp::Average),
                    self.by(FactOp::Series, GroupBy::Day, None),
                ])
            }
            QuestionKind::Overview
            | QuestionKind::Amount
            | QuestionKind::Ratio
            | QuestionKind::Took
            | QuestionKind::Stretches => out.extend([
                self.query(FactOp::Best),
                self.query(FactOp::Last),
                self.counting(FactOp::CountDays),
            ]),
            QuestionKind::Why if self.short() && self.intent.factor.is_none() => {
                self.why_of_days(out)
            }
            QuestionKind::Why => out.extend([
                self.query(FactOp::Associate),
                self.query(FactOp::Trend),
                self.query(FactOp::Best),
                self.query(FactOp::Last),
            ]),
            QuestionKind::Should => out.extend([
                self.query(FactOp::Trend),
                self.query(FactOp::Last),
                self.query(FactOp::Best),
                self.counting(FactOp::LongestGap),
            ]),
        }
    }

    /// What tells one stretch of time from another: its sum where values add up, what is usual in it
    /// where it comes again and again or a state is asked for, else its extreme.
    fn of_bucket(&self, extreme: FactOp) -> FactOp {
        match self.intent.by {
            None | Some(GroupBy::Subject | GroupBy::Group) => extreme,
            // There may be more Mondays than Tuesdays: each day counts alike.
            Some(by) if (by.is_part() || by == GroupBy::Weekday) && !self.counts() => {
                FactOp::Average
            }
            Some(_) if self.adds_up() => FactOp::Total,
            Some(by) if by != GroupBy::Day && self.state() => FactOp::Average,
            Some(_) => extreme,
        }
    }

    /// Whether what is measured is how many there were.
    fn counts(&self) -> bool {
        let measures = measures_of(self.module);
        let measure = measures.and_then(|of| Some(of.measure(&self.measure)?.aggregate));
        matches!(measure, Some(Aggregate::Count | Aggregate::Entries))
    }

    /// Whether the named days are few enough to show each.
    fn short(&self) -> bool {
        const FEW_DAYS: i64 = 31;
        self.intent
            .period
            .as_ref()
            .is_some_and(|period| period.days() <= FEW_DAYS)
    }

    /// How many days in each bucket that the question names, where the named days hold few buckets.
    fn per_bucket(&self) -> Option<FactQuery> {
        let days = self.intent.period.as_ref()?.days();
        let by = self.intent.by?;
        let length = match by {
            GroupBy::Week => 7,
            GroupBy::Month => 28,
            GroupBy::Year => 365,
            _ => return None,
        };
        const MOST: i64 = 14;
        (days / length <= MOST).then(|| FactQuery {
            by: Some(by),
            ..self.counting(FactOp::CountDays)
        })
    }

    /// The best, the latest beside it, and what variations of the subject reached.
    fn best(&self, out: &mut Vec<FactQuery>) {
        // A day has its things once: the best of days is by what they come to.
        let counts = self.intent.by.is_some_and(|by| by != GroupBy::Day) && !self.named;
        let first = if counts {
            FactQuery {
                by: self.intent.by,
                ..self.counting(FactOp::CountDays)
            }
        } else {
            self.bucketed(self.of_bucket(FactOp::Best))
        };
        out.push(first);
        if self.intent.by.is_some() {
            return;
        }
        if self.intent.period.is_none() && self.intent.filter.is_none() {
            out.push(self.latest());
        }
        if let [subject] = self.subjects.as_slice() {
            let variations = topics::variations(self.module, subject);
            if !variations.is_empty() && !self.named {
                out.push(FactQuery {
                    subjects: variations,
                    ..self.by(FactOp::Best, GroupBy::Subject, Some(FEW))
                });
            }
        }
    }

    /// A sum or an extreme per bucket, where the question names buckets.
    fn bucketed(&self, op: FactOp) -> FactQuery {
        FactQuery {
            by: self.intent.by,
            limit: self.intent.limit,
            ..self.query(op)
        }
    }

    fn counting_by(&self, op: FactOp) -> FactQuery {
        FactQuery {
            by: self.intent.by,
            ..self.counting(op)
        }
    }

    fn latest(&self) -> FactQuery {
        FactQuery {
            filter: None,
            ..self.query(FactOp::Last)
        }
    }

    /// First and last time that a value was reached: at least so much, unless said otherwise.
    fn reached(&self, op: FactOp) -> FactQuery {
        if self.subjects.is_empty() && !self.named && self.intent.filter.is_none() {
            return self.counting(op);
        }
        let filter = self.intent.filter.clone().map(|filter| match filter {
            RowFilter {
                min: Some(min),
                max: Some(_),
                field,
                text,
            } if self.module_measure_is(&field) && !self.is_of_scale() => RowFilter {
                field,
                min: Some(min),
                max: None,
                text,
            },
            other => other,
        });
        FactQuery {
            filter,
            ..self.query(op)
        }
    }

    /// Whether its values are points of a scale: one of them is not reached by a higher one.
    fn is_of_scale(&self) -> bool {
        let all = measures_of(self.module);
        let measure = all.as_ref().and_then(|all| all.measure(&self.measure));
        let range = measure
            .filter(|of| of.unit.is_none())
            .and_then(|of| of.plausible);
        self.module.base && range.is_some_and(|[_, most]| most <= TOP_OF_SCALE)
    }

    /// Whether a field is what the measure itself reads: then more of it reaches it too.
    fn module_measure_is(&self, field: &str) -> bool {
        measures_of(self.module)
            .and_then(|m| {
                m.measure(&self.measure)
                    .and_then(super::measure::plain_field)
            })
            .is_some_and(|plain| plain == field)
    }

    /// A mean of values, or of how many days a bucket has.
    fn average(&self, out: &mut Vec<FactQuery>) {
        let entries = measures_of(self.module)
            .and_then(|m| Some(m.measure(&self.measure)?.aggregate == Aggregate::Entries));
        let values = self.named && entries != Some(true);
        if !values && matches!(self.intent.by, Some(GroupBy::Weekday | GroupBy::TimeOfDay)) {
            // "which day do I usually …": how many of the days each bucket has.
            let days = FactQuery {
                measure: Quantity::ENTRIES.to_owned(),
                ..self.query(FactOp::CountDays)
            };
            let by = self.intent.by;
            out.extend([FactQuery { by, ..days.clone() }, days]);
        } else if self.named || !self.subjects.is_empty() {
            // A mean "per day" of what adds up is one number, not one for each day.
            let per = matches!(self.intent.by, Some(GroupBy::Entry | GroupBy::Row));
            if per {
                out.push(self.bucketed(FactOp::Average));
                return;
            }
            if self.intent.by.is_none() && self.average_of_rows() {
                out.push(self.by(FactOp::Average, GroupBy::Row, None));
            }
            out.push(if self.intent.by == Some(GroupBy::Day) {
                self.query(FactOp::Average)
            } else {
                self.bucketed(FactOp::Average)
            });
            out.push(self.counting(FactOp::CountDays));
        } else {
            out.push(FactQuery {
                by: Some(self.intent.by.unwrap_or(GroupBy::Week)),
                ..self.counting(FactOp::Series)
            });
            out.push(self.counting(FactOp::CountDays));
        }
    }

    /// How often per week: days where entries are counted, else what the question counts.
    fn regularity(&self) -> FactQuery {
        let by = Some(self.intent.by.unwrap_or(GroupBy::Week));
        let counted = self.counting(FactOp::Series);
        let op = if counted.measure == Quantity::ENTRIES {
            FactOp::Average
        } else {
            FactOp::Series
        };
        FactQuery { by, op, ..counted }
    }
}
