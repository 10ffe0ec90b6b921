//! What is computed in one domain for each kind of question.

use crate::domain::measures::Aggregate;
use crate::engine::builtin::topics;
use crate::model::{FactOp, FactQuery, GroupBy, Quantity};

use super::intent::QuestionKind;
use super::measure::measures_of;
use super::overview;
use super::queries::DomainQuery;

/// How many variations of a subject, or kinds of a list, are worth naming.
const FEW: u32 = 5;

impl DomainQuery<'_> {
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
            QuestionKind::Worst => self.worst(out),
            QuestionKind::First => self.first(out),
            QuestionKind::Last => out.push(self.reached(FactOp::Last)),
            QuestionKind::Count => self.count(out),
            QuestionKind::Ever => {
                out.extend([self.counting(FactOp::CountDays), self.query(FactOp::Last)])
            }
            QuestionKind::Often => self.often(out),
            QuestionKind::Total => out.extend([
                self.bucketed(FactOp::Total),
                self.counting(FactOp::CountDays),
            ]),
            QuestionKind::Average => self.average(out),
            QuestionKind::Trend => self.trend(out),
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
            QuestionKind::List => self.list(out),
            QuestionKind::Which => out.push(self.by(
                FactOp::CountDays,
                self.intent.by.unwrap_or(GroupBy::Subject),
                None,
            )),
            QuestionKind::Stretches => self.stretches(out),
            QuestionKind::Kinds => out.push(FactQuery {
                measure: Quantity::ENTRIES.to_owned(),
                ..self.query(FactOp::CountSubjects)
            }),
            QuestionKind::Off => self.off(out),
            QuestionKind::Overview => self.overview(out),
            QuestionKind::Amount | QuestionKind::Ratio | QuestionKind::Took => self.outline(out),
            QuestionKind::Why => self.why(out),
            QuestionKind::Should => out.extend([
                self.query(FactOp::Trend),
                self.query(FactOp::Last),
                self.query(FactOp::Best),
                self.counting(FactOp::LongestGap),
            ]),
        }
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

    fn worst(&self, out: &mut Vec<FactQuery>) {
        if self.intent.often && self.intent.by.is_some() {
            out.push(self.counting_by(FactOp::CountDays));
            return;
        }
        out.push(self.bucketed(self.of_bucket(FactOp::Worst)));
        if self.intent.by.is_none() {
            out.push(self.latest());
        }
    }

    fn first(&self, out: &mut Vec<FactQuery>) {
        out.push(self.reached(FactOp::First));
        if self.intent.whether && self.intent.filter.is_some() {
            // Where a value was never reached, what was reached says how far it was.
            out.push(FactQuery {
                filter: None,
                ..self.query(FactOp::Best)
            });
        } else if !self.subjects.is_empty() {
            out.push(self.latest());
        }
    }

    fn count(&self, out: &mut Vec<FactQuery>) {
        out.push(self.counting_by(FactOp::CountDays));
        if self.intent.by == Some(GroupBy::Weekday) {
            // Of how many, where the usual is asked.
            out.extend(self.intent.usual.then(|| self.counting(FactOp::CountDays)));
        } else if !self.of_day() {
            out.extend([self.counting(FactOp::First), self.counting(FactOp::Last)]);
        }
    }

    fn often(&self, out: &mut Vec<FactQuery>) {
        out.extend(self.per_bucket());
        out.extend([
            self.counting(FactOp::CountDays),
            self.counting(FactOp::First),
            self.counting(FactOp::Last),
            self.regularity(),
        ]);
        if self.intent.by.is_none() {
            out.push(self.counting(FactOp::LongestGap));
        }
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

    fn trend(&self, out: &mut Vec<FactQuery>) {
        if self.intent.ranked {
            let own = measures_of(self.module).and_then(|m| m.progress.clone());
            let measure = own.filter(|_| !self.named).map(|own| own.measure);
            out.push(FactQuery {
                measure: measure.unwrap_or_else(|| self.measure.clone()),
                ..self.by(FactOp::Trend, GroupBy::Subject, None)
            });
        } else if self.subjects.is_empty() && !self.named {
            self.busier(out);
        } else if self.intent.stuck {
            // Where the last weeks hold too little, all of them tell.
            out.extend([
                self.query(FactOp::Trend),
                FactQuery {
                    period: None,
                    ..self.query(FactOp::Trend)
                },
                self.query(FactOp::Best),
            ]);
        } else {
            out.extend([
                self.query(FactOp::Trend),
                self.query(FactOp::First),
                self.query(FactOp::Best),
                self.query(FactOp::Last),
            ]);
        }
    }

    fn list(&self, out: &mut Vec<FactQuery>) {
        if self.intent.filter.is_some() {
            out.push(self.query(FactOp::List));
            return;
        }
        out.extend([
            self.counting(FactOp::CountEntries),
            self.by(FactOp::Best, GroupBy::Subject, Some(FEW)),
        ]);
    }

    fn overview(&self, out: &mut Vec<FactQuery>) {
        if self.intent.filter.is_some() {
            match self.intent.period {
                None => self.best(out),
                Some(_) => self.list(out),
            }
        } else if self.named && self.short() && !self.extreme() {
            out.extend([
                self.query(FactOp::Average),
                self.by(FactOp::Series, GroupBy::Day, None),
            ]);
        } else {
            self.outline(out);
        }
    }

    /// The best, the last, and on how many days.
    fn outline(&self, out: &mut Vec<FactQuery>) {
        out.extend([
            self.query(FactOp::Best),
            self.query(FactOp::Last),
            self.counting(FactOp::CountDays),
        ]);
    }

    /// Weeks or months, counted by what happened in them.
    fn stretches(&self, out: &mut Vec<FactQuery>) {
        let Some(wanted) = &self.intent.stretches else {
            self.outline(out);
            return;
        };
        out.push(FactQuery {
            by: Some(wanted.by),
            filter: Some(wanted.days.clone()),
            ..self.counting(FactOp::CountBuckets)
        });
    }

    fn off(&self, out: &mut Vec<FactQuery>) {
        let off = self.query(FactOp::CountOff);
        // Of what is only kept of oneself, days without a value of it.
        out.push(match self.module.base {
            true => off,
            false => FactQuery {
                measure: Quantity::ENTRIES.to_owned(),
                ..off
            },
        });
    }

    fn why(&self, out: &mut Vec<FactQuery>) {
        if self.short() && self.intent.factor.is_none() {
            self.why_of_days(out);
            return;
        }
        out.extend([
            self.query(FactOp::Associate),
            self.query(FactOp::Trend),
            self.query(FactOp::Best),
            self.query(FactOp::Last),
        ]);
    }
}
