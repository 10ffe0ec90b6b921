//! Targets of a day, a week or a month: what the user wants a measure to come to.

use std::ops::Range;
use std::sync::Arc;

use chrono::{Datelike, Days, Months, NaiveDate};

use crate::agents::AgentContext;
use crate::domain::measures::Aggregate;
use crate::domain::{ActiveDomainContext, DomainModule};
use crate::facts;
use crate::model::{
    DateRange, Entry, Fact, FactKind, FactOp, FactQuery, FactValue, GroupBy, SubQuery, TargetPart,
};
use crate::text::dates::DateContext;
use crate::text::{self, Token, TokenKind, Tokens, UnitTable};

use super::measures::measures_of;
use super::planner::measure;
use quilto_language::{Bucket, Cues, Words, questions};

/// The days that a target is for, again and again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Span {
    /// Each day.
    #[default]
    Day,
    /// Each week, from Monday on.
    Week,
    /// Each month.
    Month,
}

impl Span {
    /// What follows an amount of it: `40 km a week`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
        }
    }

    /// The days around one that count together.
    pub fn around(self, day: NaiveDate) -> DateRange {
        let (start, end) = match self {
            Self::Day => (Some(day), Some(day)),
            Self::Week => {
                let monday = Days::new(day.weekday().num_days_from_monday().into());
                let start = day.checked_sub_days(monday);
                (
                    start,
                    start.and_then(|start| start.checked_add_days(Days::new(6))),
                )
            }
            Self::Month => {
                let start = day.with_day(1);
                let next = start.and_then(|start| start.checked_add_months(Months::new(1)));
                (start, next.and_then(|next| next.pred_opt()))
            }
        };
        DateRange::new(start.unwrap_or(day), end.unwrap_or(day))
    }

    /// Whether a period is one of these spans, perhaps up to now only.
    fn is(self, period: &DateRange) -> bool {
        let whole = self.around(period.start);
        whole.start == period.start && period.end <= whole.end
    }

    /// The span that words name, and where; a year and other parts of time are none.
    fn named(words: &Words) -> Option<(Self, Range<usize>)> {
        let spans = [
            (Bucket::Month, Self::Month),
            (Bucket::Week, Self::Week),
            (Bucket::Day, Self::Day),
        ];
        let [by, own] = [&questions::words().by, &questions::words().target_spans];
        [by, own].into_iter().find_map(|cues| {
            spans.into_iter().find_map(|(bucket, span)| {
                let hit = cues.get(&bucket)?.find(words)?;
                Some((span, hit.words))
            })
        })
    }
}

/// What a day, a week or a month should come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The domain.
    pub domain: String,
    /// The measure, by its name in the domain.
    pub measure: String,
    /// How much, in the measure's unit.
    pub value: f64,
    /// The measure's unit.
    pub unit: Option<String>,
    /// The days it is for.
    pub span: Span,
}

/// Why words are no target.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum TargetError {
    /// No measure is named.
    #[error("no measure that adds up over a day is named in {0:?}")]
    NoMeasure(String),
    /// Something in it says what no target can hold.
    #[error("{rest:?} in {words:?} cannot be part of a target")]
    Unread {
        /// The words.
        words: String,
        /// What of them is not read.
        rest: String,
    },
    /// It is for certain days only.
    #[error("{0:?} is a target for certain days, and such targets are not kept yet")]
    Dated(String),
    /// It is for each year.
    #[error("{0:?} is a target of a year, and such targets are not kept yet")]
    OfYear(String),
    /// There is no amount, or it is of another kind.
    #[error("{words:?} holds no amount of {measure}{}", unit.as_deref().map(|u| format!(" (in {u})")).unwrap_or_default())]
    NoAmount {
        /// The words.
        words: String,
        /// The measure they name.
        measure: String,
        /// What it is measured in.
        unit: Option<String>,
    },
}

/// The measures that can have a target: those whose values add up.
pub fn possible(modules: &[Arc<DomainModule>]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for module in modules {
        let measures = measures_of(module);
        for measure in measures.iter().flat_map(|m| &m.measures) {
            if measure.aggregate == Aggregate::Sum {
                found.push((module.name.clone(), measure.name.clone()));
            }
        }
    }
    found
}

/// A domain and one of its measures, by their names.
type Key = (String, String);

/// A measure, and the words that name it.
type TargetMeasure = (Key, Vec<Range<usize>>);

/// The domain and measure that words name, where it can have a target.
pub fn named(words: &str, domains: &ActiveDomainContext) -> Result<(String, String), TargetError> {
    measure_in(&Words::read(words), domains)
        .map(|(found, _)| found)
        .ok_or_else(|| TargetError::NoMeasure(words.to_owned()))
}

/// What words name a measure by that is this one and no other: its name, with its domain's where
/// another domain has one of the same name.
pub fn name_of(target: &Target, domains: &ActiveDomainContext) -> String {
    let found = named(&target.measure, domains).ok();
    let same = found.is_some_and(|(domain, _)| domain == target.domain);
    match domains.module(&target.domain).filter(|_| !same) {
        Some(module) => format!("{} {}", module.title().to_lowercase(), target.measure),
        None => target.measure.clone(),
    }
}

/// The measure of a line and the words that name it. What names a domain chooses among measures of the
/// same name; where it stands alone it means what the domain is first asked about.
fn measure_in(line: &Words, domains: &ActiveDomainContext) -> Option<TargetMeasure> {
    let possible = possible(&domains.modules);
    let mut spoken_of: Vec<(&str, Vec<Range<usize>>)> = Vec::new();
    for module in &domains.modules {
        let hits = all_hits(&Cues::of_domain(&names_of(module)), line);
        if !hits.is_empty() {
            spoken_of.push((&module.name, hits));
        }
    }
    let is_of = |domain: &str| spoken_of.iter().find(|(name, _)| *name == domain);
    let found = measures_in(line, domains, &possible);
    let best = found
        .iter()
        .find(|((domain, _), _)| is_of(domain).is_some());
    let best = best.or(found
        .first()
        .filter(|_| spoken_of.is_empty() || found.len() == 1));
    if let Some(((domain, measure), _)) = best {
        let same = |((d, m), _): &&TargetMeasure| d == domain && m == measure;
        let words = found
            .iter()
            .filter(same)
            .flat_map(|(_, words)| words.clone());
        let around = is_of(domain).into_iter().flat_map(|(_, hits)| hits.clone());
        return Some((
            (domain.clone(), measure.clone()),
            words.chain(around).collect(),
        ));
    }
    let (domain, hits) = spoken_of.first()?;
    let measures = measures_of(domains.module(domain)?)?;
    let key = ((*domain).to_owned(), measures.default.clone());
    possible.contains(&key).then(|| (key, hits.clone()))
}

/// The measures among some that a line names, by their own names too, the heaviest first.
fn measures_in(
    line: &Words,
    domains: &ActiveDomainContext,
    possible: &[(String, String)],
) -> Vec<TargetMeasure> {
    let mut found = Vec::new();
    for named in measure::named(&domains.modules, line, &|_| true) {
        let total = measure::of(&named.measure, domains).and_then(|of| of.total);
        let name = total.unwrap_or(named.measure.name);
        found.push(((named.measure.domain, name), named.hit));
    }
    for key in possible {
        let own = Cues::of_domain([&key.1]).find(line);
        found.extend(own.map(|hit| (key.clone(), hit)));
    }
    let is_base = |domain: &str| domains.module(domain).is_some_and(|module| module.base);
    found.retain(|(key, _)| possible.contains(key));
    found.sort_by_key(|((domain, _), hit)| (std::cmp::Reverse(hit.weight), is_base(domain)));
    let found = found.into_iter();
    found.map(|(key, hit)| (key, vec![hit.words])).collect()
}

/// What people call a domain: its names and its cues.
fn names_of(module: &DomainModule) -> Vec<String> {
    let titles = ["en", "ko"]
        .into_iter()
        .filter_map(|language| module.title_in(language));
    let titles = titles.map(str::to_lowercase);
    titles.chain(module.cues.iter().cloned()).collect()
}

/// Every place where one of the cues stands.
fn all_hits(cues: &Cues, line: &Words) -> Vec<Range<usize>> {
    let mut hits: Vec<Range<usize>> = Vec::new();
    while let Some(hit) = cues.find_where(line, &|i| !hits.iter().any(|hit| hit.contains(&i))) {
        hits.push(hit.words);
    }
    hits
}

/// Reads "gravel 150g per week": a measure whose values add up, how much of it there should be, and in
/// which span; without one it is a day. Words that say anything else are refused: a target is never
/// kept as another than was typed.
pub fn read(words: &str, domains: &ActiveDomainContext) -> Result<Target, TargetError> {
    let plain = words.replace('/', " per ");
    let line = Words::read(&plain);
    let tokens = text::read(&plain);
    let span = Span::named(&line);
    let of_year = questions::words().by.get(&Bucket::Year);
    if span.is_none() && of_year.is_some_and(|cues| cues.hold(&line)) {
        return Err(TargetError::OfYear(words.to_owned()));
    }
    // which day it is does not matter: it is looked for whether one is named at all
    let dates = DateContext::question(NaiveDate::default());
    if span.is_none() && !text::dates::find(&text::read(words), &dates).is_empty() {
        return Err(TargetError::Dated(words.to_owned()));
    }
    let ((domain, mut name), mut read) =
        measure_in(&line, domains).ok_or_else(|| TargetError::NoMeasure(words.to_owned()))?;
    let mut unit = unit_of(&domain, &name, domains);
    let amount_in = |unit: Option<&str>| {
        let mut amounts = tokens.iter();
        let found = amounts.find_map(|token| Some((amount(token, &tokens, unit)?, &token.span)));
        found.filter(|(value, _)| *value > 0.0)
    };
    let mut found = amount_in(unit.as_deref());
    // "Walk 30 min": what is named is told in other units, too.
    if found.is_none()
        && let Some((other, of)) = sums_of(&domain, domains).find_map(|other| {
            let of = unit_of(&domain, &other, domains);
            amount_in(Some(of.as_deref()?)).map(|_| (other, of))
        })
    {
        (name, unit) = (other, of);
        found = amount_in(unit.as_deref());
    }
    let Some((value, place)) = found else {
        return Err(TargetError::NoAmount {
            words: words.to_owned(),
            measure: name,
            unit,
        });
    };
    read.push(line.touching(&(place.start..place.end)));
    let (span, span_words) = span.map_or((None, None), |(span, words)| (Some(span), Some(words)));
    read.extend(span_words);
    read.extend(all_hits(&questions::words().target_filler, &line));
    let is_read = |at: &usize| read.iter().any(|words| words.contains(at));
    let mut rest = (0..line.len()).filter(|at| !is_read(at));
    if let Some(first) = rest.next() {
        let last = rest.next_back().unwrap_or(first);
        let span = line.at(first).span.start..line.at(last).span.end;
        return Err(TargetError::Unread {
            words: words.to_owned(),
            rest: whole_words(&plain, span).to_owned(),
        });
    }
    Ok(Target {
        domain,
        measure: name,
        value,
        unit,
        span: span.unwrap_or_default(),
    })
}

/// The measures of a domain whose values add up.
fn sums_of(domain: &str, domains: &ActiveDomainContext) -> impl Iterator<Item = String> {
    let measures = domains
        .module(domain)
        .and_then(|module| measures_of(module));
    let sums = measures.map_or_else(Vec::new, |measures| {
        let sums = measures.measures.iter().filter(|of| of.aggregate.adds_up());
        sums.map(|of| of.name.clone()).collect()
    });
    sums.into_iter()
}

/// A part of a text up to the spaces around it.
fn whole_words(text: &str, part: Range<usize>) -> &str {
    let start = text[..part.start].rfind(' ').map_or(0, |at| at + 1);
    let end = text[part.end..]
        .find(' ')
        .map_or(text.len(), |at| part.end + at);
    &text[start..end]
}

/// How much a token says of what is measured in a unit.
fn amount(token: &Token, tokens: &Tokens, unit: Option<&str>) -> Option<f64> {
    match &token.kind {
        TokenKind::Number(number) => Some(number.value),
        TokenKind::Quantity(quantity) => {
            let said = &tokens.unit(quantity.unit).name;
            match unit {
                Some(unit) => UnitTable::core().convert(quantity.number.value, said, unit),
                None => Some(quantity.number.value),
            }
        }
        TokenKind::Clock(clock) => UnitTable::core().convert(clock.seconds(), "s", unit?),
        _ => None,
    }
}

fn unit_of(domain: &str, name: &str, domains: &ActiveDomainContext) -> Option<String> {
    let measures = measures_of(domains.module(domain)?)?;
    let unit = measures.measure(name)?.unit.clone()?;
    Some(measures.unit(&unit, "kg", "km").to_owned())
}

/// The facts that set a query's figures against its target: the target, the share of it (%), what
/// is left of it, and for several days how many reached it.
pub(super) fn facts(
    cx: &AgentContext,
    plan: &SubQuery,
    computed: &[Fact],
    read: &[Entry],
    targets: &[Target],
) -> Vec<Fact> {
    let mut found = Vec::new();
    for (number, query) in plan.queries() {
        let of =
            |target: &&Target| target.domain == query.domain && target.measure == query.measure;
        let Some(target) = targets.iter().find(of) else {
            continue;
        };
        let wanted = matches!(query.op, FactOp::Total | FactOp::Average)
            && query.subjects.is_empty()
            && query.filter.is_none()
            && query.by.is_none();
        let period = query.period.as_ref();
        let one = period.is_some_and(|period| target.span.is(period));
        // a mean is of days, whatever it is taken over
        let by_day = target.span == Span::Day;
        if !wanted || query.op == FactOp::Total && !one || query.op == FactOp::Average && !by_day {
            continue;
        }
        let figure = computed.iter().find(|fact| fact.query == number);
        let Some(figure) = figure else { continue };
        let FactValue::Number(value) = figure.value else {
            continue;
        };
        let fact = |part: TargetPart, value: f64, unit: Option<&str>, sample: usize| Fact {
            kind: FactKind::Target(part),
            value: FactValue::Number((value * 10.0).round() / 10.0),
            unit: unit.map(str::to_owned),
            date: None,
            detail: None,
            bucket: None,
            sample,
            ..figure.clone()
        };
        let unit = target.unit.as_deref();
        found.push(fact(TargetPart::Amount, target.value, unit, 1));
        let share = (value / target.value * 100.0).round();
        found.push(fact(TargetPart::Share, share, Some("%"), figure.sample));
        if one && target.value > value {
            found.push(fact(
                TargetPart::Left,
                target.value - value,
                unit,
                figure.sample,
            ));
        }
        if !one {
            let days = FactQuery {
                op: FactOp::Series,
                by: Some(GroupBy::Day),
                ..query.clone()
            };
            let days = facts::compute(&[days], read, &cx.domains, &cx.units, cx.today);
            let all = days.iter().filter(|day| day.bucket.is_some()).count();
            let reached = days
                .iter()
                .filter(|day| day.bucket.is_some())
                .filter(|day| matches!(day.value, FactValue::Number(v) if v >= target.value))
                .count();
            found.push(fact(TargetPart::Reached, reached as f64, None, all));
            found.push(fact(TargetPart::Days, all as f64, None, all));
        }
    }
    found
}
