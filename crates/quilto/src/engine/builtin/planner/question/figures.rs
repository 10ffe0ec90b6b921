//! From a frame to figures under conditions: on what a day comes to, on other measures of the same days,
//! or several at once. What a flat query can say stays one.

use crate::domain::measures::{Measure, RecordOf};
use crate::engine::builtin::planner::meaning::{self, Meaning};
use crate::engine::builtin::planner::measure::{self, of_day, plain_field};
use crate::model::{
    Bounds, Condition as Under, DaysCondition, Expr, FactOp, Figure, MeasureRef, Quantity,
    QuestionKind, RowCondition, RowFilter,
};

use super::frame::{AnswerType, Bound, Condition};
use super::intent::{ResolvedFrame, SLACK};

/// A condition with the measure that it is on.
pub(super) struct MeasuredCondition {
    domain: String,
    /// None where any entry of the domain, or of its subjects, fulfils it.
    measure: Option<Measure>,
    subjects: Vec<String>,
    is: Option<Bounds>,
    /// A word that stands in its notes, instead.
    words: Option<String>,
    /// Whether that is of the day, rather than of each row's own note.
    of_day: bool,
    without: bool,
    lag_days: u32,
}

impl MeasuredCondition {
    /// Whether it is one on the sum of a day.
    fn is_of_day(&self) -> bool {
        self.measure.as_ref().is_some_and(of_day)
    }
}

impl ResolvedFrame<'_> {
    /// The figures that a frame asks for. None where the planner's own queries say it.
    pub(super) fn figures(&self, ask: QuestionKind) -> Option<Vec<Expr>> {
        let known = self.all_known(&self.frame.conditions)?;
        let first = known.first()?;
        if let Some(summed) = self.of_buckets(first).filter(|_| known.len() == 1) {
            let others = self.also.iter().filter_map(|other| {
                let of_other = Self {
                    measure: Some(other.clone()),
                    ..self.clone()
                };
                of_other.of_buckets(of_other.all_known(&self.frame.conditions)?.first()?)
            });
            let all = others.chain([summed]).map(Expr::from);
            return Some(all.collect());
        }
        let of = self.target(first);
        let own = first.measure.as_ref().is_some_and(|own| {
            let counted = ask == QuestionKind::Count;
            let plain = (counted || !first.is_of_day()) && !first.without && first.lag_days == 0;
            plain && plain_field(own).is_some() && own.name == of.name && first.domain == of.domain
        });
        // "Rocks over 5 kg": each by itself.
        let counted = self.frame.counted.as_ref().map(|of| &of.of.domain);
        let each = counted == Some(&first.domain) && !first.without && first.lag_days == 0;
        let flat = known.len() == 1
            && self.value.is_none()
            && first.is.is_some()
            && (each
                || own && self.measure.is_some()
                || self.of_rows(first, &of) && !self.counts_days());
        if flat {
            return None;
        }
        // Of measures that go by the same words, the notes have values of one, or of both that are measured together.
        let noted = known.iter().all(|known| known.words.is_some());
        let others = self.also.iter().filter(|of| noted || self.is_beside(of));
        let others = others.filter_map(|other| {
            let of_other = Self {
                measure: Some(other.clone()),
                ..self.clone()
            };
            of_other.figure(ask, &known)
        });
        let others: Vec<Figure> = others.collect();
        let all = others.into_iter().chain([self.figure(ask, &known)?]);
        Some(all.map(Expr::from).collect())
    }

    /// "Over 50 km in a month": what the rows of each month come to is bounded.
    fn of_buckets(&self, bounded: &MeasuredCondition) -> Option<Figure> {
        let frame = self.frame;
        // "How many days a week over 10,000" bounds the day.
        let stretch = frame.bucket.or(frame.by.filter(|_| frame.ever));
        let by = stretch.filter(|by| by.is_of_calendar())?;
        let bare = frame.op.is_none() && frame.order.is_none();
        let plain = bare && !bounded.without && bounded.lag_days == 0;
        let is = bounded.is.clone().filter(|_| plain)?;
        let of = self.summed_up(&MeasureRef {
            domain: bounded.domain.clone(),
            name: bounded.measure.as_ref()?.name.clone(),
        })?;
        let op = match frame.wants(AnswerType::Number) {
            true => FactOp::CountBuckets,
            false => FactOp::Total,
        };
        Some(Figure {
            by: Some(by),
            conditions: vec![Under::Bucket(is)],
            ..self.plain(of, op)
        })
    }

    /// Whether values of a measure are to be listed, and nothing else says which rows are meant.
    pub(super) fn lists_values(&self) -> bool {
        let plain = self.frame.conditions.is_empty() && self.value.is_none();
        plain && self.topics.is_empty() && self.together.is_none() && self.measure.is_some()
    }

    /// The rows that have a value of what is asked for: "list my weigh-ins".
    pub(super) fn values_listed(&self) -> Vec<Expr> {
        let all = self.measure.iter().chain(&self.also);
        let all = all.map(|of| self.plain(of.clone(), FactOp::List).into());
        all.collect()
    }

    /// Whether a measure is told with the one that is asked for: both values of one reading.
    pub(super) fn is_beside(&self, other: &MeasureRef) -> bool {
        let module = self.ground.domains.module(&other.domain);
        let own = self
            .measure
            .as_ref()
            .filter(|own| own.domain == other.domain);
        own.zip(module)
            .is_some_and(|(own, module)| measure::one_reading(module, own, other))
    }

    /// The figure of the rows and days that fulfil some conditions.
    pub(super) fn figure(&self, ask: QuestionKind, known: &[MeasuredCondition]) -> Option<Figure> {
        let first = known.first()?;
        // Days with something are counted as they are.
        let noted = first.words.is_some();
        // "Did I lift the day after a hike": what was done is of another domain.
        let spoken = self.domain.as_ref().map(|(name, _)| name);
        let alone = known.len() == 1 && spoken.is_none_or(|domain| *domain == first.domain);
        if self.counts_days() && alone && first.measure.is_none() && !noted {
            return None;
        }
        let of = match (ask, self.meant()) {
            // How often there are any is neither good nor bad.
            (
                QuestionKind::Average
                | QuestionKind::Best
                | QuestionKind::Worst
                | QuestionKind::Trend,
                Some(meant),
            ) => meant,
            _ => self.target(first),
        };
        let op = self.op(ask)?;
        let conditions = known.iter().map(|known| self.under(known, &of));
        let narrowed = self.value.iter().map(|(rows, _)| Under::Row(rows_of(rows)));
        Some(Figure {
            conditions: conditions.chain(narrowed).collect(),
            subjects: self.topics.iter().map(|topic| topic.name.clone()).collect(),
            when: self.days().map(Into::into),
            by: self
                .frame
                .by
                .filter(|_| op != FactOp::CountDays || self.counts_days()),
            limit: self.frame.limit,
            unit: self.asked_unit(&of),
            ..Figure::of(of.domain, of.name, op)
        })
    }

    /// Whether days are asked for that fulfil a condition, and nothing else of them.
    pub(super) fn counts_days(&self) -> bool {
        self.topics.is_empty() && self.measure.is_none() && self.together.is_none()
    }

    /// What figures are of: the measure that is asked for, else the entries of what is spoken of, else
    /// what the condition itself is on.
    fn target(&self, first: &MeasuredCondition) -> MeasureRef {
        if let Some(measure) = &self.measure {
            return measure.clone();
        }
        let topic = self.topics.first().map(|topic| topic.domain.clone());
        let spoken = topic.or(self.domain.as_ref().map(|(name, _)| name.clone()));
        let (domain, name) = match (spoken, &first.measure) {
            (Some(domain), _) if domain != first.domain => (domain, Quantity::ENTRIES.to_owned()),
            (_, Some(measure)) => (first.domain.clone(), measure.name.clone()),
            (Some(domain), None) => (domain, Quantity::ENTRIES.to_owned()),
            (None, None) => (first.domain.clone(), Quantity::ENTRIES.to_owned()),
        };
        MeasureRef { domain, name }
    }

    pub(super) fn op(&self, ask: QuestionKind) -> Option<FactOp> {
        use QuestionKind as Kind;
        let asks_days = self.frame.wants(AnswerType::Day) || self.frame.wants(AnswerType::Name);
        Some(match ask {
            Kind::Best => FactOp::Best,
            Kind::Worst => FactOp::Worst,
            Kind::First if self.frame.op.is_none() && asks_days => FactOp::List,
            Kind::First if self.frame.op.is_none() => FactOp::CountDays,
            Kind::First => FactOp::First,
            Kind::Last if self.frame.op.is_none() => FactOp::List,
            Kind::Last => FactOp::Last,
            Kind::Count | Kind::Ever | Kind::Often => FactOp::CountDays,
            Kind::Total if self.counts_days() => FactOp::CountDays,
            Kind::Total => FactOp::Total,
            Kind::Average => FactOp::Average,
            Kind::Trend => FactOp::Trend,
            Kind::Gap => FactOp::LongestGap,
            Kind::Streak => FactOp::Streak,
            Kind::List => FactOp::List,
            Kind::Overview if self.measure.is_some() => FactOp::Average,
            Kind::Overview => FactOp::CountDays,
            _ => return None,
        })
    }

    /// Conditions with the measures that they are on. None where one is on nothing that is known.
    pub(super) fn all_known(&self, conditions: &[Condition]) -> Option<Vec<MeasuredCondition>> {
        conditions.iter().map(|found| self.known(found)).collect()
    }

    fn known(&self, found: &Condition) -> Option<MeasuredCondition> {
        let lag_days = u32::from(self.frame.lag);
        let plain = |domain: &str, subjects: Vec<String>| MeasuredCondition {
            domain: domain.to_owned(),
            measure: None,
            subjects,
            is: None,
            words: None,
            of_day: false,
            without: found.without,
            lag_days,
        };
        if let Some(words) = &found.note {
            let of = MeasuredCondition {
                words: Some(words.clone()),
                of_day: found.of_day,
                ..plain("", Vec::new())
            };
            return Some(of);
        }
        if let Some(topic) = &found.name {
            // "Days with a headache" are those of what it is felt in.
            let name = match meaning::sense(topic, self.ground) {
                Some(Meaning::Group(name)) => name,
                _ => topic.name.clone(),
            };
            return Some(plain(&topic.domain, vec![name]));
        }
        if let Some(domain) = &found.domain {
            return Some(plain(&domain.name, Vec::new()));
        }
        let (module, measure) = self.of_condition(found)?;
        let is = match (found.is, &found.amount) {
            (Some(is), Some(amount)) => {
                // "10,000 steps": what it counts is its name.
                let unit = amount.unit.as_deref();
                let unit = unit.filter(|unit| !measure::goes_by(&measure, unit));
                Some(bounds(is, amount.value, unit.map(str::to_owned)))
            }
            _ => None,
        };
        let night = measure.of_night;
        Some(MeasuredCondition {
            domain: module.name.clone(),
            subjects: Vec::new(),
            measure: Some(measure),
            is,
            words: None,
            of_day: false,
            without: found.without,
            // What tells of a night is noted on the day after it.
            lag_days: if night { 0 } else { lag_days },
        })
    }

    /// Whether a condition is on a value as it stands of the very rows that a measure reads. What one notes
    /// of a day is noted at different times of it.
    fn of_rows(&self, known: &MeasuredCondition, of: &MeasureRef) -> bool {
        let Some(module) = self.ground.domains.module(&of.domain) else {
            return false;
        };
        let target = measure::of(of, self.ground.domains);
        // What does not add up is a row's own: the time of one length, say.
        let of_row = target.as_ref().is_some_and(|of| !of.aggregate.adds_up());
        let by_day = known.is_of_day() && !of_row;
        let plain = !by_day && !known.without && known.lag_days == 0;
        let alike = match (&known.measure, &target) {
            (Some(own), Some(of)) => own.rows.iter().any(|rows| of.rows.contains(rows)),
            _ => true,
        };
        known.domain == of.domain && plain && alike && !module.base
    }

    /// A condition as one of the figure.
    pub(super) fn under(&self, known: &MeasuredCondition, of: &MeasureRef) -> Under {
        if let Some(words) = &known.words {
            return self.noted(words, known, of);
        }
        let own = known.measure.as_ref();
        let same = own.is_some_and(|measure| measure.name == of.name && known.domain == of.domain);
        let is = known.is.clone().unwrap_or_default();
        let bare = known.is.is_some() && !known.without && known.lag_days == 0;
        if same && bare {
            let whole = known.is_of_day() || own.is_some_and(|m| m.average != Some(RecordOf::Row));
            return match whole {
                true => Under::Day(is),
                false => Under::Value(is),
            };
        }
        let field =
            own.and_then(|own| plain_field(own).or_else(|| own.each.fields().first().cloned()));
        if let Some(field) =
            field.filter(|_| bare && self.of_rows(known, of) && !self.counts_days())
        {
            return Under::Row(RowCondition {
                field,
                is: known.is.clone(),
                text: None,
            });
        }
        Under::Days(DaysCondition {
            domain: known.domain.clone(),
            measure: own.map_or_else(
                || Quantity::ENTRIES.to_owned(),
                |measure| measure.name.clone(),
            ),
            subjects: known.subjects.clone(),
            words: None,
            is: known.is.clone(),
            usual: None,
            lag_days: known.lag_days,
            without: known.without,
        })
    }
}

impl ResolvedFrame<'_> {
    /// A word in notes: of what was done, in its own note; of what one notes of oneself, in any of the day.
    fn noted(&self, words: &str, known: &MeasuredCondition, of: &MeasureRef) -> Under {
        let base = self
            .ground
            .domains
            .module(&of.domain)
            .is_none_or(|of| of.base);
        if !base && !known.of_day && !known.without && known.lag_days == 0 {
            return Under::Words(words.to_owned());
        }
        Under::Days(DaysCondition {
            domain: of.domain.clone(),
            measure: Quantity::ENTRIES.to_owned(),
            subjects: Vec::new(),
            words: Some(words.to_owned()),
            is: None,
            usual: None,
            lag_days: known.lag_days,
            without: known.without,
        })
    }
}

/// The rows that have a value of a field.
fn rows_of(filter: &RowFilter) -> RowCondition {
    let bounded = filter.min.is_some() || filter.max.is_some();
    RowCondition {
        field: filter.field.clone(),
        is: bounded.then(|| Bounds {
            at_least: filter.min,
            at_most: filter.max,
            ..Bounds::default()
        }),
        text: filter.text.clone(),
    }
}

fn bounds(is: Bound, value: f64, unit: Option<String>) -> Bounds {
    let mut found = Bounds {
        unit,
        ..Bounds::default()
    };
    match is {
        Bound::MoreThan => found.more_than = Some(value),
        Bound::LessThan => found.less_than = Some(value),
        Bound::AtLeast => found.at_least = Some(value),
        Bound::AtMost => found.at_most = Some(value),
        Bound::Is => {
            found.at_least = Some(value - SLACK);
            found.at_most = Some(value + SLACK);
        }
    }
    found
}
