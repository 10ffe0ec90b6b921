//! What is set against what, in one domain: now against before, subjects against each other.

use chrono::Days;

use crate::engine::builtin::recent_days::RECENT;
use crate::model::{Comparison, DateRange, FactOp, FactQuery, GroupBy};

use super::measure::measures_of;
use super::queries::DomainQuery;

impl DomainQuery<'_> {
    /// How much is done now against before: values of different subjects make no trend together.
    pub(super) fn busier(&self, out: &mut Vec<FactQuery>) {
        let recent = self.intent.period.clone().or_else(|| {
            let start = self.today.checked_sub_days(Days::new(RECENT - 1))?;
            Some(DateRange::new(start, self.today))
        });
        let before = recent.as_ref().and_then(DateRange::before);
        let against = before.map(|before| Comparison {
            period: Some(before),
            ..Comparison::default()
        });
        for query in [self.counting(FactOp::CountDays), self.query(FactOp::Total)] {
            out.push(FactQuery {
                period: recent.clone(),
                compare: against.clone(),
                ..query
            });
        }
        out.push(self.counting(FactOp::Last));
    }

    /// What differed before better and worse days is told from all notes; how those few days went, from
    /// what is usual.
    pub(super) fn why_of_days(&self, out: &mut Vec<FactQuery>) {
        out.push(FactQuery {
            period: None,
            ..self.query(FactOp::Associate)
        });
        let usual = self.intent.period.as_ref().and_then(|days| {
            let end = days.start.pred_opt()?;
            let start = end.checked_sub_days(Days::new(RECENT - 1))?;
            Some(DateRange::new(start, end))
        });
        let op = match self.adds_up() || self.extreme() {
            true => FactOp::Best,
            false => FactOp::Average,
        };
        out.push(FactQuery {
            compare: Some(Comparison {
                period: usual,
                ..Comparison::default()
            }),
            ..self.query(op)
        });
    }

    pub(super) fn compare(&self, out: &mut Vec<FactQuery>) {
        let op = if self.adds_up() || !self.named && self.subjects.is_empty() {
            FactOp::Total
        } else if self.state() {
            FactOp::Average
        } else {
            FactOp::Best
        };
        // Every subject for itself, in one stretch of days and in the other.
        if self.intent.by == Some(GroupBy::Subject)
            && let Some(other) = &self.intent.other_period
        {
            out.push(FactQuery {
                compare: Some(Comparison {
                    period: Some(other.clone()),
                    ..Comparison::default()
                }),
                ..self.by(op, GroupBy::Subject, None)
            });
            return;
        }
        if let Some(by) = self.intent.by {
            // Values of different subjects have no mean together; their sum per day has.
            let total =
                measures_of(self.module).and_then(|m| m.measure(&self.measure)?.total.clone());
            let measure = total.filter(|_| self.subjects.is_empty() && !self.named);
            let average = FactQuery {
                measure: measure.unwrap_or_else(|| self.measure.clone()),
                ..self.by(FactOp::Average, by, None)
            };
            let days = FactQuery {
                by: Some(by),
                ..self.counting(FactOp::CountDays)
            };
            out.extend(if self.intent.often && !self.named {
                [days, average]
            } else {
                [average, days]
            });
            return;
        }
        // A mean is as it is over fewer days, too.
        let whole = self.intent.whole.as_ref();
        let alike = whole.filter(|_| op == FactOp::Average);
        if let Some(other) = alike.or(self.intent.other_period.as_ref()) {
            if self.intent.progress && !self.subjects.is_empty() {
                out.push(self.query(FactOp::Trend));
                out.push(FactQuery {
                    period: Some(other.clone()),
                    ..self.query(FactOp::Trend)
                });
            }
            let against = Some(Comparison {
                period: Some(other.clone()),
                ..Comparison::default()
            });
            let figures = || [self.query(op), self.counting(FactOp::CountDays)].into_iter();
            out.extend(figures().map(|query| FactQuery {
                compare: against.clone(),
                ..query
            }));
            if let Some(whole) = whole.filter(|_| op == FactOp::Total) {
                out.extend(figures().map(|query| FactQuery {
                    period: Some(whole.clone()),
                    ..query
                }));
            }
            return;
        }
        let Some((one, others)) = self.subjects.split_first() else {
            out.extend([self.query(FactOp::Trend), self.counting(FactOp::CountDays)]);
            return;
        };
        if others.is_empty() {
            out.extend([self.query(op), self.query(FactOp::Trend)]);
            return;
        }
        let groups = self.intent.topics.iter().any(|topic| topic.group);
        // Of growth, how often each was done is no part.
        let ops = if self.intent.progress {
            vec![FactOp::Trend]
        } else {
            let amount = if groups { FactOp::Total } else { op };
            match self.intent.often && !self.named {
                true => vec![FactOp::CountDays, amount],
                false => vec![amount, FactOp::CountDays],
            }
        };
        for op in ops {
            for other in others {
                out.push(FactQuery {
                    subjects: vec![one.clone()],
                    compare: Some(Comparison {
                        subjects: Some(vec![other.clone()]),
                        ..Comparison::default()
                    }),
                    ..self.query(op)
                });
            }
        }
    }
}
