//! From fact queries to facts.

use std::collections::HashSet;
use std::sync::Arc;

use chrono::NaiveDate;

use quilto_domain::measures::{Aggregate, Measure, Measures, SumOfBests};
use quilto_domain::{ActiveDomainContext, DomainModule};
use quilto_model::UnitPreferences;
use quilto_model::{
    DateRange, Entry, Fact, FactKind, FactOp, FactQuery, FactValue, GroupBy, Quantity, RowFilter,
    RowsOf,
};

use super::aggregate::together;
use super::association::{Outcome, associate};
use super::bucket::{self, buckets};
use super::rows::{self, Keep, flatten, oldest_first};
use super::select::{Groups, Point, Scale, within};
use super::units::{self, round};
use super::{compare, records, rhythm, totals, trend};

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
/// | associate | `F on better days`, `F on worse days`, `association of F with M` per factor F: see [`associate`] |
/// | any, compared | the facts of both sides, then `difference in …` and `change in …` (%), later minus earlier |
/// | any, against another figure | both facts, then `ratio of M` and `share of M` (%), or of two first times `days between` |
pub fn compute(
    queries: &[FactQuery],
    entries: &[Entry],
    domains: &ActiveDomainContext,
    units: &UnitPreferences,
    today: NaiveDate,
) -> Vec<Fact> {
    let read: Vec<(&DomainModule, Option<Arc<Measures>>)> = domains
        .modules
        .iter()
        // What differed beside a measure may lie in any domain.
        .filter(|module| {
            all_of(queries).any(|query| {
                let together = query.together.iter().flat_map(|together| &together.of);
                let beside = together.map(|of| of.domain.as_str());
                let named = std::iter::once(query.domain.as_str()).chain(beside);
                query.op == FactOp::Associate || named.into_iter().any(|name| name == module.name)
            })
        })
        .map(|module| (&**module, measures_of(module)))
        .collect();
    let known: Vec<DomainFacts<'_>> = read
        .iter()
        .map(|(module, measures)| DomainFacts {
            name: &module.name,
            measures: measures.as_deref(),
            groups: groups_of(module, queries),
        })
        .collect();
    compute_with(queries, entries, &known, units, today)
}

/// The queries, and the figures that they are set against.
fn all_of(queries: &[FactQuery]) -> impl Iterator<Item = &FactQuery> {
    let figures = queries
        .iter()
        .filter_map(|query| query.compare.as_ref()?.figure.as_deref());
    queries.iter().chain(figures)
}

fn measures_of(module: &DomainModule) -> Option<Arc<Measures>> {
    module.measures().unwrap_or_else(|error| {
        module.complain(error);
        None
    })
}

/// The groups of a domain that queries name, or all where one asks by group; the vocabulary is left
/// unread where no query can need them.
fn groups_of(module: &DomainModule, queries: &[FactQuery]) -> Groups {
    let mut groups = Groups::default();
    let mut named: HashSet<String> = HashSet::new();
    let mut all = false;
    for query in all_of(queries).filter(|query| query.domain == module.name) {
        let compared = query.compare.as_ref().and_then(|c| c.subjects.as_ref());
        let subjects = query.subjects.iter().chain(compared.into_iter().flatten());
        named.extend(subjects.map(|name| name.to_lowercase()));
        all |= query.by == Some(GroupBy::Group);
    }
    if all || !named.is_empty() {
        for (group, members) in module.vocabulary().groups() {
            if all || named.contains(&group.to_lowercase()) {
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
    let nothing = Groups::default();
    let mut facts = Vec::new();
    for (number, query) in queries.iter().enumerate() {
        if query.op == FactOp::Associate {
            let outcome = Outcome {
                domain: &query.domain,
                measure: &query.measure,
                subjects: &query.subjects,
                period: query.period.as_ref(),
            };
            facts.extend(associate(&outcome, entries, &order, domains, units, number));
            continue;
        }
        let units = units::over(units, query.unit.as_deref());
        let engine = |query: &FactQuery| {
            let domain = domains.iter().find(|domain| domain.name == query.domain);
            let engine = Engine {
                entries,
                order: &order,
                domain: &query.domain,
                domains,
                measures: domain.and_then(|domain| domain.measures),
                groups: domain.map_or(&nothing, |domain| &domain.groups),
                units: &units,
                number,
            };
            engine.answer(query)
        };
        facts.extend(compare::answer(&engine, query));
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
}

/// One question about one subject, ready to be answered from points.
pub struct Asked<'e, 'a> {
    pub engine: &'e Engine<'a>,
    pub query: &'e FactQuery,
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
    /// Answers a query, its comparison aside.
    pub fn answer(&self, query: &FactQuery) -> Vec<Fact> {
        if query.after_gap {
            let since = self.after_gap(query);
            return since.map_or_else(Vec::new, |query| self.answer(&query));
        }
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

    /// The query over the days since the domain's longest break ended.
    fn after_gap(&self, query: &FactQuery) -> Option<FactQuery> {
        let gap = FactQuery {
            period: query.period.clone(),
            together: query.together.clone(),
            ..FactQuery::of(self.domain, "entries", FactOp::LongestGap)
        };
        let gaps = self.answer(&gap);
        let longest = gaps
            .into_iter()
            .find(|fact| fact.kind == FactKind::LongestGap)?;
        let back = longest.period?.end;
        let last = self.order.last().map(|place| self.entries[*place].date)?;
        let end = query.period.as_ref().map_or(last, |period| period.end);
        Some(FactQuery {
            period: Some(DateRange::new(back, end.max(back))),
            after_gap: false,
            ..query.clone()
        })
    }

    /// In how many weeks, months or years the days with the subject lie in the filter's bounds, and
    /// how many have any.
    fn count_buckets(&self, query: &FactQuery) -> Option<Vec<Fact>> {
        let unit = match query.by? {
            GroupBy::Week => Quantity::Weeks,
            GroupBy::Month => Quantity::Months,
            GroupBy::Year => Quantity::Years,
            _ => return None,
        };
        let per = FactQuery {
            op: FactOp::CountDays,
            filter: None,
            ..query.clone()
        };
        let counts: Vec<Fact> = self.answer(&per);
        let counts: Vec<&Fact> = counts.iter().filter(|fact| fact.bucket.is_some()).collect();
        let kept = |fact: &&&Fact| match (&fact.value, &query.filter) {
            (FactValue::Number(days), Some(filter)) => within(filter, *days),
            _ => true,
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
            period: query.period.clone().or_else(|| covered.clone()),
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
    fn sum_of_bests(&self, query: &FactQuery, sum: &SumOfBests) -> Vec<Fact> {
        let best = |part: &String| {
            let of_part = FactQuery {
                measure: sum.measure.clone(),
                subjects: vec![part.clone()],
                op: FactOp::Best,
                by: None,
                filter: None,
                limit: None,
                ..query.clone()
            };
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
                period: query.period.clone(),
                ..first.clone()
            };
            facts.push(total);
        }
        facts
    }

    fn targets(&self, query: &FactQuery) -> Vec<Target> {
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
        query: &FactQuery,
        measure: Option<&Measure>,
        target: &Target,
    ) -> Vec<Fact> {
        let Some(measure) = measure else {
            let scale = Scale::entries(self.units);
            let points = self.entry_points(query, target);
            return self.bucketed(query, &scale, &points, target);
        };
        let Some(measures) = self.measures else {
            return Vec::new();
        };
        // A condition on what a day comes to keeps whole days.
        let of_day = query
            .filter
            .as_ref()
            .filter(|filter| query.op == FactOp::CountDays && sums_up(measure, filter));
        let filter = query.filter.as_ref().filter(|_| of_day.is_none());
        let scale = Scale::measure(
            self.domain,
            measures,
            measure,
            filter,
            Keep {
                period: query.period.as_ref(),
                subjects: target.names.as_deref(),
            },
            self.entries,
            self.order,
            self.units,
        );
        let mut points = scale.points(measure, filter);
        // Where the whole note is the row, a note without the value says nothing of the measure.
        let whole = |name: &String| measures.row_kind(name).is_some_and(|k| k.path.is_empty());
        if measure.rows.iter().all(whole) {
            points.retain(|point| point.value.is_some());
        }
        keep_part(&mut points, query);
        // A value that was only tried, or got ready for, was not reached.
        if filter.is_some() && matches!(query.op, FactOp::First | FactOp::Last) {
            points.retain(|point| point.read);
        }
        if let Some(bounds) = of_day {
            let kept = |day: &&[Point<'_>]| {
                let sum = together(day, measure.aggregate);
                sum.is_some_and(|sum| within(bounds, sum))
            };
            let days = points.chunk_by(|left, right| left.date == right.date);
            points = days.filter(kept).flatten().copied().collect();
        }
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
        let otherwise = measure.otherwise.as_deref();
        let bare = match query.op {
            // The day is what counts: the last one may have no value where an earlier one has.
            FactOp::First => records::edge_day(&points, true),
            FactOp::Last => records::edge_day(&points, false),
            _ => &points,
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
        if needs_values
            && bare
            && !points.is_empty()
            && let Some(next) = otherwise.and_then(|name| measures.measure(name))
        {
            return self.about_target(query, Some(next), target);
        }
        self.bucketed(query, &scale, &points, target)
    }

    /// One point per entry of the domain, or per entry and subject where subjects matter.
    fn entry_points(&self, query: &FactQuery, target: &Target) -> Vec<Point<'a>> {
        let by_subject = matches!(query.by, Some(GroupBy::Subject | GroupBy::Group))
            || query.op == FactOp::CountSubjects;
        let in_period = |date| {
            let period = query.period.as_ref();
            period.is_none_or(|period: &DateRange| period.contains(date))
        };
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
        if let Some(together) = &query.together {
            let mut holding: Vec<usize> = together
                .of
                .iter()
                .flat_map(|of| self.holding(of, query.period.as_ref()))
                .collect();
            holding.sort_unstable();
            holding.dedup();
            let kept = self.order.iter().copied();
            let kept = kept.filter(|place| holding.binary_search(place).is_ok());
            let mut points = kept.map(|place| point(place, None)).collect();
            keep_part(&mut points, query);
            return points;
        }
        if target.names.is_none() && !by_subject {
            let holds = |entry: &Entry| {
                let parsed = entry.parsed.as_ref();
                self.domain.is_empty()
                    || parsed.is_some_and(|parsed| parsed.domain_data.contains_key(self.domain))
            };
            let kept = self.order.iter().copied().filter(|place| {
                let entry = &self.entries[*place];
                in_period(entry.date) && holds(entry)
            });
            let mut points = kept.map(|place| point(place, None)).collect();
            keep_part(&mut points, query);
            return points;
        }
        let Some(measures) = self.measures else {
            return Vec::new();
        };
        let mut seen = HashSet::new();
        let mut points = Vec::new();
        for kind in &measures.rows {
            let rows = flatten(
                measures,
                kind,
                self.domain,
                self.entries,
                self.order,
                &[],
                Keep {
                    period: query.period.as_ref(),
                    subjects: target.names.as_deref(),
                },
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
        keep_part(&mut points, query);
        points
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
        query: &FactQuery,
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

/// Leaves only the points of the part of the day or the week that a query is about.
fn keep_part(points: &mut Vec<Point<'_>>, query: &FactQuery) {
    if let Some(part) = &query.only {
        points
            .retain(|point| bucket::named(point, part.by).as_deref() == Some(part.bucket.as_str()));
    }
}

/// Whether a filter bounds the measure itself, and the measure is a sum of several fields: no row has
/// the value that is bounded.
fn sums_up(measure: &Measure, filter: &RowFilter) -> bool {
    measure.aggregate == Aggregate::Sum
        && measure.name == filter.field
        && measure.each.fields().len() > 1
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
            kind,
            domain: self.engine.domain.to_owned(),
            subject: self.subject.to_owned(),
            beside: None,
            value,
            unit: None,
            date: None,
            again: Vec::new(),
            period: self.query.period.clone().or(covered),
            bucket: None,
            detail: None,
            entries: cited
                .into_iter()
                .map(|entry| self.engine.entries[entry].id.clone())
                .collect(),
            sample: points.len(),
            query: self.engine.number,
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
