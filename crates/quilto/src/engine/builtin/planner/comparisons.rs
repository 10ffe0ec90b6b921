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

    /// The first that fits: subjects one by one, buckets, stretches of days, subjects against each
    /// other; one subject alone is held against how it was.
    pub(super) fn compare(&self, out: &mut Vec<FactQuery>) {
        let op = self.compared();
        let others = self.subjects.len() > 1;
        if let Some(by) = self.intent.by {
            match &self.intent.other_period {
                Some(other) if by == GroupBy::Subject => out.push(FactQuery {
                    compare: against(other),
                    ..self.by(op, by, None)
                }),
                _ => self.compare_buckets(by, out),
            }
        } else if let Some(other) = self.other_days(op) {
            self.compare_days(op, other, out);
        } else if others {
            self.compare_subjects(op, out);
        } else if self.subjects.is_empty() {
            out.extend([self.query(FactOp::Trend), self.counting(FactOp::CountDays)]);
        } else {
            out.extend([self.query(op), self.query(FactOp::Trend)]);
        }
    }

    /// What is set against another of its kind.
    fn compared(&self) -> FactOp {
        if self.adds_up() || !self.named && self.subjects.is_empty() {
            FactOp::Total
        } else if self.state() {
            FactOp::Average
        } else {
            FactOp::Best
        }
    }

    fn compare_buckets(&self, by: GroupBy, out: &mut Vec<FactQuery>) {
        // Values of different subjects have no mean together; their sum per day has.
        let total = measures_of(self.module).and_then(|m| m.measure(&self.measure)?.total.clone());
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
    }

    /// The days that others are set against.
    fn other_days(&self, op: FactOp) -> Option<&DateRange> {
        // A mean is as it is over fewer days, too.
        let whole = self.intent.whole.as_ref();
        let alike = whole.filter(|_| op == FactOp::Average);
        alike.or(self.intent.other_period.as_ref())
    }

    fn compare_days(&self, op: FactOp, other: &DateRange, out: &mut Vec<FactQuery>) {
        if self.intent.progress && !self.subjects.is_empty() {
            out.push(self.query(FactOp::Trend));
            out.push(FactQuery {
                period: Some(other.clone()),
                ..self.query(FactOp::Trend)
            });
        }
        let figures = || [self.query(op), self.counting(FactOp::CountDays)].into_iter();
        out.extend(figures().map(|query| FactQuery {
            compare: against(other),
            ..query
        }));
        let whole = self.intent.whole.as_ref();
        if let Some(whole) = whole.filter(|_| op == FactOp::Total) {
            out.extend(figures().map(|query| FactQuery {
                period: Some(whole.clone()),
                ..query
            }));
        }
    }

    /// The first subject against each of the others.
    fn compare_subjects(&self, op: FactOp, out: &mut Vec<FactQuery>) {
        let Some((one, others)) = self.subjects.split_first() else {
            return;
        };
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

/// Set against other days.
fn against(days: &DateRange) -> Option<Comparison> {
    Some(Comparison {
        period: Some(days.clone()),
        ..Comparison::default()
    })
}
