//! From an [`Intent`] to what is read and computed for it.

use std::sync::Arc;

use chrono::{Days, NaiveDate};

use crate::domain::DomainModule;
use crate::domain::measures::{Aggregate, Measure, RecordOf};
use crate::engine::builtin::topics;
use crate::model::{
    Comparison, DateRange, Expr, FactOp, FactQuery, GroupBy, QueryType, RetrievalInstruction,
    RowFilter, SubQuery,
};

use super::against;
use super::intent::{Intent, QuestionKind};
use super::measure::{measures_of, plain_field};
use super::overview;

/// The measure that stands for the entries themselves.
pub const ENTRIES: &str = "entries";

/// How many variations of a subject, or kinds of a list, are worth naming.
const FEW: u32 = 5;

/// The days that "lately" means.
pub const RECENT: u64 = 28;

/// What a question wants, as the contracts name it.
pub fn query_type(ask: QuestionKind) -> QueryType {
    match ask {
        QuestionKind::Why | QuestionKind::Trend => QueryType::Insight,
        QuestionKind::Should => QueryType::Recommendation,
        QuestionKind::Compare | QuestionKind::Load | QuestionKind::Ratio | QuestionKind::Took => {
            QueryType::Comparison
        }
        _ => QueryType::Simple,
    }
}

/// One part of a question as a plan.
pub fn sub_query(
    id: u32,
    question: &str,
    intent: &Intent,
    modules: &[Arc<DomainModule>],
    today: NaiveDate,
) -> SubQuery {
    let facts = facts(intent, modules, today);
    let mut retrieval = retrieval(intent);
    let of_state = |topic: &topics::Topic| {
        let mut base = modules.iter().filter(|module| module.base);
        base.any(|module| module.name == topic.domain)
    };
    // How one is has its reasons in what was noted of late.
    if intent.ask == QuestionKind::Why
        && intent.period.is_none()
        && intent.topics.iter().all(of_state)
    {
        retrieval.push(RetrievalInstruction {
            period: lately(today),
            ..RetrievalInstruction::default()
        });
    }
    // Notes of late are enough where no days are named.
    if intent.ask == QuestionKind::Load
        && let [one] = retrieval.as_mut_slice()
    {
        let days = facts.iter().filter_map(|query| query.period.as_ref());
        one.period = days.max_by_key(|days| days.days()).cloned();
    }
    SubQuery {
        id,
        question: question.trim().to_owned(),
        intent: intent.clone(),
        query_type: query_type(intent.ask),
        retrieval,
        exprs: match intent.figures.as_slice() {
            [] => facts.into_iter().map(Expr::from).collect(),
            figures => figures.to_vec(),
        },
    }
}

/// The days before today that a question is about which names none.
pub fn lately(today: NaiveDate) -> Option<DateRange> {
    const DAYS: u64 = 14;
    let start = today.checked_sub_days(Days::new(DAYS - 1))?;
    Some(DateRange::new(start, today))
}

fn names(intent: &Intent) -> Vec<String> {
    intent
        .topics
        .iter()
        .map(|topic| topic.name.clone())
        .collect()
}

/// What to read: the entries of the period that hold a topic, or the unknown words as they stand.
pub fn retrieval(intent: &Intent) -> Vec<RetrievalInstruction> {
    let periods = [&intent.period, &intent.other_period];
    let mut wanted: Vec<Option<DateRange>> =
        periods.into_iter().flatten().cloned().map(Some).collect();
    if wanted.is_empty() {
        wanted.push(None);
    }
    let literal: Vec<String> = if intent.topics.is_empty() && !intent.unknown.is_empty() {
        vec![intent.unknown.join(" ")]
    } else {
        Vec::new()
    };
    // A reason may lie in anything that was noted on those days, or on the day before.
    let around =
        intent.ask == QuestionKind::Why && intent.period.is_some() && intent.factor.is_none();
    wanted
        .into_iter()
        .map(|period| match period {
            Some(days) if around => RetrievalInstruction {
                period: Some(DateRange::new(
                    days.start.pred_opt().unwrap_or(days.start),
                    days.end,
                )),
                terms: Vec::new(),
                literal: literal.clone(),
            },
            period => RetrievalInstruction {
                period,
                terms: names(intent),
                literal: literal.clone(),
            },
        })
        .collect()
}

/// What to compute: per domain that the question touches.
pub fn facts(intent: &Intent, modules: &[Arc<DomainModule>], today: NaiveDate) -> Vec<FactQuery> {
    if let Some(against) = &intent.against {
        return against::facts(against, intent, modules);
    }
    if let Some(together) = &intent.together {
        if intent.ask == QuestionKind::Summary {
            let member = |m: &&Arc<DomainModule>| together.of.iter().any(|of| of.domain == m.name);
            let mut queries = Vec::new();
            for module in modules.iter().filter(member) {
                overview::summary(module, intent, &mut queries);
            }
            return queries;
        }
        let first = together.of.first();
        let module = modules
            .iter()
            .find(|m| first.is_some_and(|of| of.domain == m.name));
        return module.map_or_else(Vec::new, |module| {
            let asked = Asked {
                intent,
                module,
                measure: ENTRIES.to_owned(),
                named: false,
                subjects: Vec::new(),
                today,
            };
            let mut queries = Vec::new();
            asked.facts(&mut queries);
            queries.extend(asked.longest_break());
            super::shared::queries(together, queries)
        });
    }
    let mut found = Vec::new();
    for module in domains(intent, modules) {
        let mut subjects: Vec<String> = intent
            .topics
            .iter()
            .filter(|topic| topic.domain == module.name)
            .map(|topic| topic.longer.clone().unwrap_or_else(|| topic.name.clone()))
            .collect();
        if subjects.is_empty() && intent.topics.is_empty() && !intent.unknown.is_empty() {
            subjects.push(intent.unknown.join(" "));
        }
        let mut measures = intent.measure.iter().chain(&intent.also);
        let named = measures.find(|m| m.domain == module.name);
        let default = measures_of(module).map_or_else(|| ENTRIES.to_owned(), |m| m.default.clone());
        let ask = Asked {
            intent,
            module,
            measure: named.map_or(default, |m| m.name.clone()),
            named: named.is_some() && intent.measure_said,
            subjects,
            today,
        };
        ask.facts(&mut found);
        found.extend(ask.longest_break());
    }
    found
}

/// The domains whose rows answer: of the topics, else of the measure, else all but the base, else
/// the base.
fn domains<'m>(intent: &Intent, modules: &'m [Arc<DomainModule>]) -> Vec<&'m Arc<DomainModule>> {
    let asked = asked_domains(intent, modules);
    // How one fares stands beside how much was done.
    let beside = |m: &&Arc<DomainModule>| {
        intent.ask == QuestionKind::Load && m.base && asked.iter().all(|asked| asked.name != m.name)
    };
    let base = modules.iter().filter(beside);
    asked.iter().copied().chain(base).collect()
}

fn asked_domains<'m>(
    intent: &Intent,
    modules: &'m [Arc<DomainModule>],
) -> Vec<&'m Arc<DomainModule>> {
    let named: Vec<&Arc<DomainModule>> = modules
        .iter()
        .filter(|m| intent.topics.iter().any(|t| t.domain == m.name))
        .collect();
    if !named.is_empty() {
        return named;
    }
    if !intent.also.is_empty() {
        let named = intent.measure.iter().chain(&intent.also);
        let named: Vec<&str> = named.map(|m| m.domain.as_str()).collect();
        let in_any = |m: &&Arc<DomainModule>| named.contains(&m.name.as_str());
        return modules.iter().filter(in_any).collect();
    }
    let domain = intent
        .measure
        .as_ref()
        .map(|m| &m.domain)
        .or(intent.domain.as_ref());
    if let Some(domain) = domain {
        return modules.iter().filter(|m| m.name == *domain).collect();
    }
    let special: Vec<&Arc<DomainModule>> = modules.iter().filter(|m| !m.base).collect();
    if intent.ranked {
        // Of all domains those answer that say what getting better is.
        let says = |m: &&Arc<DomainModule>| {
            measures_of(m).is_some_and(|measures| measures.progress.is_some())
        };
        let saying: Vec<&Arc<DomainModule>> = special.iter().copied().filter(says).collect();
        if !saying.is_empty() {
            return saying;
        }
    }
    if special.is_empty() || intent.ask == QuestionKind::Summary {
        modules.iter().collect()
    } else {
        special
    }
}

/// A question about one domain.
struct Asked<'a> {
    intent: &'a Intent,
    module: &'a DomainModule,
    measure: String,
    named: bool,
    subjects: Vec<String>,
    today: NaiveDate,
}

impl Asked<'_> {
    fn query(&self, op: FactOp) -> FactQuery {
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
    fn counting(&self, op: FactOp) -> FactQuery {
        let mut query = self.query(op);
        if !self.named && self.intent.filter.is_none() {
            query.measure = ENTRIES.to_owned();
        }
        // Of a whole note only what has the value of the condition counts, and of the sum of a day
        // the measure that it is of.
        if let Some(filter) = &self.intent.filter
            && let Some(measures) = measures_of(self.module)
        {
            let of_day = |m: &&Measure| m.name == filter.field && super::filter::of_day(m);
            let whole = !self.named && self.whole_notes();
            let reads = |m: &&Measure| whole && plain_field(m).as_ref() == Some(&filter.field);
            let mut all = measures.measures.iter();
            let meant = all.clone().find(of_day).or_else(|| all.find(reads));
            query.measure = meant.map_or(query.measure, |measure| measure.name.clone());
        }
        query
    }

    /// The break itself, which says since when.
    fn longest_break(&self) -> Option<FactQuery> {
        let domain = self.module.name.clone();
        let gap = || FactQuery::of(domain, ENTRIES, FactOp::LongestGap);
        self.intent.after_break.then(gap)
    }

    fn by(&self, op: FactOp, by: GroupBy, limit: Option<u32>) -> FactQuery {
        FactQuery {
            by: Some(by),
            limit,
            ..self.query(op)
        }
    }

    fn facts(&self, out: &mut Vec<FactQuery>) {
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
            QuestionKind::Streak => out.push(self.counting(FactOp::Streak)),
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
                measure: ENTRIES.to_owned(),
                ..self.query(FactOp::CountSubjects)
            }),
            QuestionKind::Off => out.push(FactQuery {
                measure: ENTRIES.to_owned(),
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
            Some(_) if self.adds_up() => FactOp::Total,
            Some(GroupBy::Weekday | GroupBy::TimeOfDay | GroupBy::PartOfWeek) => FactOp::Average,
            Some(by) if by != GroupBy::Day && self.state() => FactOp::Average,
            Some(_) => extreme,
        }
    }

    fn adds_up(&self) -> bool {
        measures_of(self.module).is_some_and(|m| {
            m.measure(&self.measure)
                .is_some_and(|m| m.aggregate.adds_up())
        })
    }

    /// Whether a mean of the measure is one of rows before it is one of days.
    fn average_of_rows(&self) -> bool {
        measures_of(self.module)
            .and_then(|m| m.measure(&self.measure)?.average)
            .is_some_and(|of| of == RecordOf::Row)
    }

    /// Whether the measure tells how things are rather than what was reached: a mean, a newest value,
    /// a value of a whole note.
    fn state(&self) -> bool {
        measures_of(self.module).is_some_and(|m| {
            m.measure(&self.measure).is_some_and(|measure| {
                matches!(measure.aggregate, Aggregate::Avg | Aggregate::Last)
            })
        }) || self.whole_notes()
    }

    /// Whether the condition is one on the sum of a day.
    fn of_day(&self) -> bool {
        let measures = measures_of(self.module);
        let filter = self.intent.filter.as_ref();
        measures.zip(filter).is_some_and(|(measures, filter)| {
            let of = measures.measure(&filter.field);
            of.is_some_and(super::filter::of_day)
        })
    }

    /// Whether the measure is of whole notes.
    fn whole_notes(&self) -> bool {
        measures_of(self.module).is_some_and(|m| {
            let whole = |name: &String| m.row_kind(name).is_some_and(|k| k.path.is_empty());
            m.measure(&self.measure)
                .is_some_and(|measure| measure.rows.iter().all(whole))
        })
    }

    /// Whether the greatest or least value is what the measure is about.
    fn extreme(&self) -> bool {
        if self.state() {
            return false;
        }
        measures_of(self.module).is_some_and(|m| {
            m.measure(&self.measure)
                .is_some_and(|m| matches!(m.aggregate, Aggregate::Max | Aggregate::Min))
        })
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
        let first = if self.intent.by.is_some() && !self.named {
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
            } if self.module_measure_is(&field) => RowFilter {
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
                measure: ENTRIES.to_owned(),
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

    /// How much is done now against before: values of different subjects make no trend together.
    fn busier(&self, out: &mut Vec<FactQuery>) {
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
    fn why_of_days(&self, out: &mut Vec<FactQuery>) {
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

    /// How often per week: days where entries are counted, else what the question counts.
    fn regularity(&self) -> FactQuery {
        let by = Some(self.intent.by.unwrap_or(GroupBy::Week));
        let counted = self.counting(FactOp::Series);
        let op = if counted.measure == ENTRIES {
            FactOp::Average
        } else {
            FactOp::Series
        };
        FactQuery { by, op, ..counted }
    }

    fn compare(&self, out: &mut Vec<FactQuery>) {
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
