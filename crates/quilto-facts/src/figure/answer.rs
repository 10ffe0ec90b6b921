//! The facts of a figure, by its operation.

use quilto_domain::measures::{Measure, SumOfBests};
use quilto_model::{
    Condition, DateRange, Fact, FactBucket, FactKind, FactOp, FactValue, Figure, GroupBy, Quantity,
};

use super::points::Target;
use super::{Engine, SubjectQuery, records, rhythm, totals, trend};
use crate::bucket::buckets;
use crate::select::{Point, Scale};
use crate::units::round;

impl<'a> Engine<'a> {
    /// The facts of a figure.
    pub fn answer(&self, query: &Figure) -> Vec<Fact> {
        if query.op == FactOp::CountBuckets {
            return self.count_buckets(query).unwrap_or_default();
        }
        if let Some(sum) = self.measures.and_then(|m| m.sum(&query.measure)) {
            return self.sum_of_bests(query, sum);
        }
        let measure = match query.measure.as_str() {
            "entries" => None,
            name => {
                let found = self.measures.and_then(|measures| measures.measure(name));
                let Some(measure) = found else {
                    return Vec::new();
                };
                match (query.op, measure.total.as_deref()) {
                    (FactOp::Total, Some(total)) => {
                        self.measures.and_then(|measures| measures.measure(total))
                    }
                    _ => Some(measure),
                }
            }
        };
        let mut facts = Vec::new();
        for target in self.targets(query) {
            facts.extend(self.about_target(query, measure, &target));
        }
        facts
    }

    /// In how many weeks, months or years the days with the subject lie in the bounds, and how many
    /// have any.
    fn count_buckets(&self, query: &Figure) -> Option<Vec<Fact>> {
        let unit = match query.by? {
            GroupBy::Week => Quantity::Weeks,
            GroupBy::Month => Quantity::Months,
            GroupBy::Year => Quantity::Years,
            _ => return None,
        };
        let mut per = Figure {
            op: FactOp::CountDays,
            ..query.clone()
        };
        let bounds = per.conditions.extract_if(.., |condition| {
            matches!(condition, Condition::DaysOfBucket(_))
        });
        let bounds: Vec<Condition> = bounds.collect();
        let counts: Vec<Fact> = self.answer(&per);
        let counts: Vec<&Fact> = counts.iter().filter(|fact| fact.bucket.is_some()).collect();
        let kept = |fact: &&&Fact| {
            bounds.iter().all(|bounds| match (&fact.value, bounds) {
                (FactValue::Number(days), Condition::DaysOfBucket(bounds)) => bounds.hold(*days),
                _ => true,
            })
        };
        let within: Vec<&&Fact> = counts.iter().filter(kept).collect();
        let (first, last) = counts.first().zip(counts.last())?;
        let covered = first.period.as_ref().zip(last.period.as_ref());
        let covered = covered.map(|(first, last)| DateRange::new(first.start, last.end));
        let count = |kind: FactKind, number: usize| Fact {
            kind,
            value: FactValue::Number(number as f64),
            unit: Some(unit.to_string()),
            bucket: None,
            detail: None,
            period: self.span.period.clone().or_else(|| covered.clone()),
            entries: within
                .iter()
                .take(3)
                .flat_map(|fact| fact.entries.clone())
                .take(3)
                .collect(),
            sample: counts.len(),
            ..(*first).clone()
        };
        Some(vec![
            count(FactKind::Count(unit.clone()), within.len()),
            count(FactKind::StretchesWithAny(unit.clone()), counts.len()),
        ])
    }

    /// The best of each part, then their sum where every part has one.
    fn sum_of_bests(&self, query: &Figure, sum: &SumOfBests) -> Vec<Fact> {
        let best = |part: &String| {
            let mut of_part = Figure {
                measure: sum.measure.clone(),
                subjects: vec![part.clone()],
                op: FactOp::Best,
                by: None,
                limit: None,
                ..query.clone()
            };
            let of_row = |condition: &Condition| matches!(condition, Condition::Row(_));
            of_part.conditions.retain(|condition| !of_row(condition));
            self.answer(&of_part).into_iter().next()
        };
        let mut facts: Vec<Fact> = sum.of.iter().filter_map(best).collect();
        let values = facts.iter().filter_map(|fact| match fact.value {
            FactValue::Number(value) => Some(value),
            _ => None,
        });
        let values: Vec<f64> = values.collect();
        if values.len() == sum.of.len()
            && let Some(first) = facts.first()
        {
            let total = Fact {
                kind: FactKind::Total(Quantity::Measure(sum.name.clone())),
                subject: self.domain.to_owned(),
                value: FactValue::Number(round(values.iter().sum(), 2)),
                date: None,
                again: Vec::new(),
                detail: None,
                entries: facts.iter().flat_map(|f| f.entries.clone()).collect(),
                sample: facts.len(),
                period: self.span.period.clone(),
                ..first.clone()
            };
            facts.push(total);
        }
        facts
    }

    /// The facts about one target; where no row has a value of the measure, of the one it falls
    /// back on.
    fn about_target(
        &self,
        query: &Figure,
        measure: Option<&Measure>,
        target: &Target,
    ) -> Vec<Fact> {
        let Some((scale, points)) = self.points(query, measure, target) else {
            return Vec::new();
        };
        let next = measure.and_then(|measure| self.otherwise(query, measure, &points));
        if next.is_some() {
            return self.about_target(query, next, target);
        }
        self.leave_out(query, &scale, &points);
        self.bucketed(query, &scale, &points, target)
    }

    fn bucketed(
        &self,
        query: &Figure,
        scale: &Scale<'a>,
        points: &[Point<'a>],
        target: &Target,
    ) -> Vec<Fact> {
        if points.is_empty() {
            return Vec::new();
        }
        let asked = SubjectQuery {
            engine: self,
            query,
            scale,
            subject: &target.label,
            pooled: target.pooled,
        };
        let of_time = !matches!(query.by, Some(GroupBy::Subject | GroupBy::Group));
        let whole = matches!(
            query.op,
            FactOp::Trend | FactOp::LongestGap | FactOp::Streak
        );
        let by = match (query.by, query.op) {
            (None, FactOp::Series) => GroupBy::Day,
            (None, _) => return asked.answer(points),
            (Some(by @ (GroupBy::Entry | GroupBy::Row)), _) => {
                return totals::average_per(&asked, points, by);
            }
            (Some(_), _) if whole && of_time => return asked.answer(points),
            (Some(by), _) => by,
        };
        let mut facts = Vec::new();
        if matches!(query.op, FactOp::Average | FactOp::Series) {
            facts.extend(totals::rate(&asked, points, by));
        }
        let mut bucket_facts = Vec::new();
        for bucket in buckets(points, by, self.groups, &query.subjects) {
            let named = SubjectQuery {
                subject: if of_time { &target.label } else { &bucket.name },
                pooled: match by {
                    GroupBy::Subject => false,
                    GroupBy::Group => true,
                    _ => target.pooled,
                },
                ..asked
            };
            let made = named.answer(&bucket.points);
            bucket_facts.extend(made.into_iter().map(|fact| Fact {
                bucket: Some(FactBucket {
                    by: Some(by),
                    name: bucket.name.clone(),
                    inside: fact.bucket.map(|inside| inside.name),
                }),
                period: bucket.period.clone().or(fact.period),
                ..fact
            }));
        }
        if by == GroupBy::Subject && query.op != FactOp::Trend {
            strongest_first(&mut bucket_facts, query.limit);
        }
        facts.extend(bucket_facts);
        facts
    }
}

/// Puts the subjects with the greatest values first, and keeps as many as were asked for.
fn strongest_first(facts: &mut Vec<Fact>, limit: Option<u32>) {
    facts.sort_by(|left, right| match (&left.value, &right.value) {
        (FactValue::Number(left), FactValue::Number(right)) => right.total_cmp(left),
        _ => std::cmp::Ordering::Equal,
    });
    facts.truncate(limit.map_or(usize::MAX, |limit| limit as usize));
}

impl SubjectQuery<'_, '_> {
    /// The facts that the points give for the query's operation.
    fn answer(&self, points: &[Point<'_>]) -> Vec<Fact> {
        match self.query.op {
            // Answered from all domains at once, before any points are made.
            FactOp::Associate | FactOp::CountBuckets => Vec::new(),
            FactOp::Best => records::best(self, points, true),
            FactOp::Worst => records::best(self, points, false),
            FactOp::First => records::edges(self, points, true),
            FactOp::Last => records::edges(self, points, false),
            FactOp::List => records::list(self, points),
            FactOp::CountEntries
            | FactOp::CountDays
            | FactOp::CountRows
            | FactOp::CountSubjects
            | FactOp::CountOff => totals::count(self, points),
            FactOp::Total => totals::total(self, points),
            FactOp::Average => totals::average(self, points),
            FactOp::Series => totals::together_as_one(self, points),
            FactOp::Trend => trend::trend(self, points),
            FactOp::LongestGap => rhythm::longest_gap(self, points),
            FactOp::Streak => rhythm::streaks(self, points),
        }
    }
}
