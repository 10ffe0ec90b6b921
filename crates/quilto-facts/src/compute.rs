//! From fact queries to facts.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use chrono::NaiveDate;

use quilto_domain::measures::{Better, Measure, Measures, SumOfBests};
use quilto_domain::{ActiveDomainContext, DomainModule};
use quilto_model::UnitPreferences;
use quilto_model::{
    Computed, Condition, DateRange, Entry, Expr, Fact, FactKind, FactOp, FactQuery, FactValue,
    Figure, GroupBy, Quantity, Refusal, RowsOf,
};

use super::aggregate::days;
use super::bucket::buckets;
use super::expr::{self, Ledger, Span, Tests};
use super::rows::{self, Keep, flatten, oldest_first};
use super::select::{Groups, Point, Scale};
use super::units::round;
use super::{records, rhythm, totals, trend};

/// What the engine must know of a domain.
#[derive(Clone, Debug)]
pub struct DomainFacts<'a> {
    /// Its name.
    pub name: &'a str,
    /// What can be computed from its data; without it, only its entries are counted.
    pub measures: Option<&'a Measures>,
    /// Its groups of subjects.
    pub groups: Groups,
}

/// Answers fact queries from entries, with the measures and groups of the loaded domains.
///
/// The entries are all that may matter; the engine itself keeps to each query's period and
/// subjects, so entries outside of it cost time but change nothing. The order of entries does not
/// matter. Entries of days after `today` are plans, and count for nothing. A query that nothing matches gives no facts, as does a measure that the domain does not
/// have; a broken `measures.yaml` is remembered among the domain's problems.
///
/// Names of facts (`M` is the measure's name):
///
/// | operation | facts |
/// |---|---|
/// | best, worst | `best M`, `worst M`: value, day, the row in words; days that tie in brackets |
/// | first, last | `first M`, `last M`: that day's value; `first day`, `last day` where it has none |
/// | list | `M`, one per row (per day for measures that add up), oldest first |
/// | count | `number of entries`, `number of days`, `number of ROWS` |
/// | count subjects | `number of subjects` |
/// | count off | `number of days without`, of the days of the period (from first to last where none is named); a few of them are named in the detail |
/// | count buckets | `number of weeks` (months, years) whose days lie in the filter's bounds, `weeks with any` |
/// | total | `total M`; with an average of what adds up, too: `estimated share of M` in %, where values were estimated |
/// | any, of a sum of bests `S` | the `best M` of every part, and `total S` where all have one |
/// | average | `average M`, or `average M per day` (with data) for measures that add up; by entry or row `average M per entry`, `average M per ROW`; by week, month or year also `average M per week`, without bucket: the total over the length of the period; of entries `average days per week` |
/// | series | `M` with its bucket; by week, month or year also the average per bucket |
/// | trend | `trend of M` (a word), `M per week`, `M per month` or `M per year` (slope), `significance of the trend of M`, `start of M`, `end of M` |
/// | longest gap | `longest gap` in days, with the days it lies between, and the `average gap` |
/// | streak | `longest streak`, `latest streak` in days, by week in weeks |
/// | associate | `F on better days`, `F on worse days`, `association of F with M` per factor F |
/// | any, compared | the facts of both sides, then `difference in …` and `change in …` (%), later minus earlier |
/// | any, against another figure | both facts, then `ratio of M` and `share of M` (%), or of two first times `days between` |
pub fn compute(
    queries: &[FactQuery],
    entries: &[Entry],
    domains: &ActiveDomainContext,
    units: &UnitPreferences,
    today: NaiveDate,
) -> Vec<Fact> {
    let exprs: Vec<Vec<Expr>> = queries.iter().map(expr::of_query).collect();
    let all: Vec<&Expr> = exprs.iter().flatten().collect();
    with_domains(&all, domains, &|known| {
        compute_with(queries, entries, known, units, today)
    })
}

/// Does something with what the engine must know of the domains that expressions name.
pub fn with_domains<T>(
    exprs: &[&Expr],
    domains: &ActiveDomainContext,
    then: &dyn Fn(&[DomainFacts<'_>]) -> T,
) -> T {
    let named = expr::Named::by(exprs);
    let read: Vec<(&DomainModule, Option<Arc<Measures>>)> = domains
        .modules
        .iter()
        .filter(|module| named.domain(&module.name))
        .map(|module| (&**module, measures_of(module)))
        .collect();
    let known: Vec<DomainFacts<'_>> = read
        .iter()
        .map(|(module, measures)| DomainFacts {
            name: &module.name,
            measures: measures.as_deref(),
            groups: groups_of(module, &named),
        })
        .collect();
    then(&known)
}

/// What expressions come to; an expression may name those before it as its steps. `first` is the number
/// that the facts of the first one carry as the query they answer.
pub fn compute_exprs(
    exprs: &[Expr],
    entries: &[Entry],
    domains: &ActiveDomainContext,
    units: &UnitPreferences,
    today: NaiveDate,
    first: usize,
) -> Vec<Computed> {
    let order = oldest_first(entries, today);
    let expanded = expr::expand(exprs);
    let whole: Vec<&Expr> = expanded.iter().flatten().collect();
    with_domains(&whole, domains, &|known| {
        let computed = expanded.iter().enumerate().map(|(place, expr)| {
            let sheet = expr::Sheet {
                entries,
                order: &order,
                domains: known,
                units,
                number: first + place,
            };
            let checked = expr.clone().and_then(|expr| {
                expr::check(&expr, known, units)?;
                Ok(sheet.expr(&expr))
            });
            checked.unwrap_or_else(|error| Computed {
                refused: Some(Refusal::Invalid(error.to_string())),
                ..Computed::default()
            })
        });
        computed.collect()
    })
}

/// What is wrong with each of some expressions, if anything.
pub fn check_exprs(
    exprs: &[Expr],
    domains: &ActiveDomainContext,
    units: &UnitPreferences,
) -> Vec<Result<(), expr::ExprError>> {
    let expanded = expr::expand(exprs);
    let whole: Vec<&Expr> = expanded.iter().flatten().collect();
    with_domains(&whole, domains, &|known| {
        let checked = expanded.iter().map(|expr| match expr {
            Ok(expr) => expr::check(expr, known, units),
            Err(error) => Err(error.clone()),
        });
        checked.collect()
    })
}

fn measures_of(module: &DomainModule) -> Option<Arc<Measures>> {
    module.measures().unwrap_or_else(|error| {
        module.complain(error);
        None
    })
}

/// The groups of a domain that expressions name, or all where one asks by group; the vocabulary is left
/// unread where nothing can need them.
fn groups_of(module: &DomainModule, named: &expr::Named) -> Groups {
    let mut groups = Groups::default();
    let (all, names) = named.subjects(&module.name);
    if all || !names.is_empty() {
        for (group, members) in module.vocabulary().groups() {
            if all || names.contains(&group.to_lowercase()) {
                groups.add(group, members.map(str::to_owned));
            }
        }
    }
    groups
}

/// As [`compute`], for measures and groups that the caller has at hand.
pub fn compute_with(
    queries: &[FactQuery],
    entries: &[Entry],
    domains: &[DomainFacts<'_>],
    units: &UnitPreferences,
    today: NaiveDate,
) -> Vec<Fact> {
    let order = oldest_first(entries, today);
    let mut facts = Vec::new();
    for (number, query) in queries.iter().enumerate() {
        let sheet = expr::Sheet {
            entries,
            order: &order,
            domains,
            units,
            number,
        };
        facts.extend(sheet.query(query));
    }
    facts
}

/// One query's surroundings.
pub struct Engine<'a> {
    pub entries: &'a [Entry],
    pub order: &'a [usize],
    pub domain: &'a str,
    pub domains: &'a [DomainFacts<'a>],
    pub measures: Option<&'a Measures>,
    pub groups: &'a Groups,
    pub units: &'a UnitPreferences,
    pub number: usize,
    /// The days of the figure.
    pub span: &'a Span,
    /// What its notes and days must fulfil.
    pub tests: &'a Tests<'a>,
    /// Whether it is told beside another one.
    pub beside: bool,
    /// What it rests on and leaves out, where that is asked.
    pub ledger: Option<&'a RefCell<Ledger>>,
}

/// One question about one subject, ready to be answered from points.
pub struct Asked<'e, 'a> {
    pub engine: &'e Engine<'a>,
    pub query: &'e Figure,
    pub scale: &'e Scale<'a>,
    /// What facts are about when no row says better.
    pub subject: &'e str,
    /// Whether `subject` stands for several: then a record names its row's own subject.
    pub pooled: bool,
}

/// What a query is about: a label, and the names it stands for (`None`: everything).
struct Target {
    label: String,
    names: Option<Vec<String>>,
    pooled: bool,
}

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

    fn targets(&self, query: &Figure) -> Vec<Target> {
        let everything = || Target {
            label: query
                .together
                .as_ref()
                .map_or(self.domain, |together| &together.name)
                .to_owned(),
            names: None,
            pooled: true,
        };
        match query.by {
            Some(GroupBy::Group) => vec![everything()],
            _ if query.subjects.is_empty() => vec![everything()],
            Some(GroupBy::Subject) => {
                let expanded = query.subjects.iter().map(|name| self.groups.expand(name));
                vec![Target {
                    names: Some(expanded.flatten().collect()),
                    ..everything()
                }]
            }
            _ => query
                .subjects
                .iter()
                .map(|name| Target {
                    label: name.clone(),
                    names: Some(self.groups.expand(name)),
                    pooled: self.groups.is_group(name),
                })
                .collect(),
        }
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

    /// The rows of a figure that fulfil its conditions.
    fn points<'s>(
        &'s self,
        query: &Figure,
        measure: Option<&'s Measure>,
        target: &Target,
    ) -> Option<(Scale<'s>, Vec<Point<'s>>)> {
        let Some(measure) = measure else {
            let scale = Scale::entries(self.units);
            let mut points = self.entry_points(query, target);
            self.tests.keep_days(&mut points, &scale, None, self);
            return Some((scale, points));
        };
        let measures = self.measures?;
        let rows = self.tests.rows(measures, measure, self.units);
        let scale = Scale::measure(
            self.domain,
            measures,
            measure,
            &rows,
            self.keep(target),
            self.entries,
            self.order,
            self.units,
        );
        let mut points = scale.points(measure, &rows);
        // Where the whole note is the row, a note without the value says nothing of the measure.
        let whole = |name: &String| measures.row_kind(name).is_some_and(|k| k.path.is_empty());
        if measure.rows.iter().all(whole) {
            points.retain(|point| point.value.is_some());
        }
        self.tests.keep_notes(&mut points, self);
        // A value that was only tried, or got ready for, was not reached.
        if !rows.is_empty() && matches!(query.op, FactOp::First | FactOp::Last) {
            points.retain(|point| point.read);
        }
        self.tests
            .keep_days(&mut points, &scale, Some(measure), self);
        Some((scale, points))
    }

    /// The rows that are made at all.
    fn keep<'k>(&'k self, target: &'k Target) -> Keep<'k> {
        Keep {
            period: self.tests.read.as_ref().or(self.span.period.as_ref()),
            subjects: target.names.as_deref(),
        }
    }

    /// The measure that stands in where the rows have no value of the one that was asked for.
    fn otherwise(
        &self,
        query: &Figure,
        measure: &Measure,
        points: &[Point<'_>],
    ) -> Option<&'a Measure> {
        let needs_values = !matches!(
            query.op,
            FactOp::CountEntries
                | FactOp::CountDays
                | FactOp::CountRows
                | FactOp::CountSubjects
                | FactOp::CountOff
                | FactOp::LongestGap
                | FactOp::Streak
        );
        let bare = match query.op {
            // The day is what counts: the last one may have no value where an earlier one has.
            FactOp::First => records::edge_day(points, true),
            FactOp::Last => records::edge_day(points, false),
            _ => points,
        }
        .iter()
        .all(|point| point.value.is_none());
        // A sum of the few rows that have the value is no sum of what was done, unless the measure
        // itself was asked for.
        let stands_in = query.op == FactOp::Total && query.measure != measure.name;
        let valued = points.iter().filter(|point| point.value.is_some()).count();
        let lacking = |point: &Point<'_>| point.read && point.value.is_none();
        let partly = measure.of_every_row && points.iter().any(lacking);
        let bare = bare || partly || stands_in && valued * 2 < points.len();
        if !needs_values || !bare || points.is_empty() {
            return None;
        }
        let name = measure.otherwise.as_deref()?;
        self.measures?.measure(name)
    }

    /// One point per entry of the domain, or per entry and subject where subjects matter.
    fn entry_points(&self, query: &Figure, target: &Target) -> Vec<Point<'a>> {
        let by_subject = matches!(query.by, Some(GroupBy::Subject | GroupBy::Group))
            || query.op == FactOp::CountSubjects;
        let keep = self.keep(target);
        let point = |entry: usize, subject| Point {
            date: self.entries[entry].date,
            time: self.entries[entry].time,
            entry,
            subject,
            row: None,
            read: true,
            value: Some(1.0),
            weight: 1.0,
            estimated: false,
        };
        let mut points: Vec<Point<'a>> = Vec::new();
        if let Some(together) = &query.together {
            let mut holding: Vec<usize> = together
                .of
                .iter()
                .flat_map(|of| self.holding(of, keep.period))
                .collect();
            holding.sort_unstable();
            holding.dedup();
            let kept = self.order.iter().copied();
            let kept = kept.filter(|place| holding.binary_search(place).is_ok());
            points.extend(kept.map(|place| point(place, None)));
        } else if target.names.is_none() && !by_subject {
            let holds = |entry: &Entry| {
                let parsed = entry.parsed.as_ref();
                self.domain.is_empty()
                    || parsed.is_some_and(|parsed| parsed.domain_data.contains_key(self.domain))
            };
            let kept = self.order.iter().copied().filter(|place| {
                let entry = &self.entries[*place];
                let in_period = keep.period.is_none_or(|p| p.contains(entry.date));
                in_period && holds(entry)
            });
            points.extend(kept.map(|place| point(place, None)));
        } else if let Some(measures) = self.measures {
            let mut seen = HashSet::new();
            for kind in &measures.rows {
                let rows = flatten(
                    measures,
                    kind,
                    self.domain,
                    self.entries,
                    self.order,
                    &[],
                    keep,
                    self.units,
                );
                for row in 0..rows.len() {
                    let origin = rows.origin(row);
                    if seen.insert((origin.entry, origin.subject)) {
                        points.push(point(origin.entry, origin.subject));
                    }
                }
            }
            points.sort_by_key(|point| (point.date, point.time, point.entry));
        }
        self.tests.keep_notes(&mut points, self);
        points
    }

    /// What each day comes to under a figure's measure, whatever is to be done with it.
    pub fn daily(&self, query: &Figure) -> Daily {
        let measure = match query.measure.as_str() {
            "entries" => None,
            name => match self.measures.and_then(|measures| measures.measure(name)) {
                Some(measure) => Some(measure),
                None => return Daily::default(),
            },
        };
        let names = query.subjects.iter().map(|name| self.groups.expand(name));
        let names: Vec<String> = names.flatten().collect();
        let target = Target {
            label: String::new(),
            names: Some(names).filter(|names| !names.is_empty()),
            pooled: true,
        };
        let Some((scale, points)) = self.points(query, measure, &target) else {
            return Daily::default();
        };
        self.leave_out(query, &scale, &points);
        self.rests_on(&points);
        let days = days(&points, scale.aggregate);
        Daily {
            values: days.iter().map(|day| (day.date, day.value)).collect(),
            name: scale.name.to_owned(),
            unit: scale.unit.map(str::to_owned),
            decimals: scale.decimals,
            better: scale.better,
        }
    }

    /// Whether a day is one of the figure's.
    pub fn counts(&self, day: NaiveDate) -> bool {
        let period = self.span.period.as_ref();
        period.is_none_or(|period| period.contains(day))
    }

    /// Notes what a figure rests on.
    fn rests_on(&self, points: &[Point<'_>]) {
        if let Some(ledger) = self.ledger {
            ledger.borrow_mut().rest_on(points);
        }
    }

    /// Notes the rows that a figure cannot count.
    fn leave_out(&self, query: &Figure, scale: &Scale<'_>, points: &[Point<'_>]) {
        if let Some(ledger) = self.ledger {
            ledger.borrow_mut().leave_out(query.op, scale, points);
        }
    }

    /// The places of the entries of a domain that have rows of some kinds.
    fn holding(&self, of: &RowsOf, period: Option<&DateRange>) -> Vec<usize> {
        let known = self.domains.iter().find(|known| known.name == of.domain);
        let Some(measures) = known.and_then(|known| known.measures) else {
            return Vec::new();
        };
        let keep = Keep {
            period,
            subjects: None,
        };
        rows::holding(measures, of, self.entries, self.order, keep)
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
        let asked = Asked {
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
            let named = Asked {
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
                bucket: Some(match &fact.bucket {
                    Some(inner) => format!("{} {inner}", bucket.name),
                    None => bucket.name.clone(),
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

/// What days come to.
#[derive(Default)]
pub struct Daily {
    /// The values, oldest first.
    pub values: BTreeMap<NaiveDate, f64>,
    /// The measure's name.
    pub name: String,
    /// The unit of the values.
    pub unit: Option<String>,
    /// Digits kept.
    pub decimals: u8,
    /// Which direction is better.
    pub better: Better,
}

/// Puts the subjects with the greatest values first, and keeps as many as were asked for.
fn strongest_first(facts: &mut Vec<Fact>, limit: Option<u32>) {
    facts.sort_by(|left, right| match (&left.value, &right.value) {
        (FactValue::Number(left), FactValue::Number(right)) => right.total_cmp(left),
        _ => std::cmp::Ordering::Equal,
    });
    facts.truncate(limit.map_or(usize::MAX, |limit| limit as usize));
}

impl Asked<'_, '_> {
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

    /// A fact resting on points, oldest first.
    pub fn fact(&self, kind: FactKind, value: FactValue, points: &[Point<'_>]) -> Fact {
        const CITED: usize = 3;
        self.engine.rests_on(points);
        let mut cited: Vec<usize> = Vec::new();
        for point in points.iter().rev() {
            if cited.last() != Some(&point.entry) {
                cited.push(point.entry);
            }
            if cited.len() == CITED {
                break;
            }
        }
        cited.reverse();
        let covered = points
            .first()
            .zip(points.last())
            .map(|(first, last)| DateRange::new(first.date, last.date));
        Fact {
            period: self.engine.span.period.clone().or(covered),
            entries: cited
                .into_iter()
                .map(|entry| self.engine.entries[entry].id.clone())
                .collect(),
            sample: points.len(),
            query: self.engine.number,
            ..Fact::new(kind, self.engine.domain, self.subject, value)
        }
    }

    /// A fact with a value of the measure.
    pub fn valued(&self, kind: FactKind, value: f64, points: &[Point<'_>]) -> Fact {
        let value = FactValue::Number(self.scale.round(value));
        Fact {
            unit: self.scale.unit.map(str::to_owned),
            ..self.fact(kind, value, points)
        }
    }
}
