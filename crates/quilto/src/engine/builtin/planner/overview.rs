//! What is computed where everything is asked about: a stretch of days summed up, and how much was
//! done of late against what is usual.

use chrono::{Days, NaiveDate};

use crate::domain::DomainModule;
use crate::domain::measures::{Figure, SummaryStatistic};
use crate::engine::builtin::recent_days::RECENT;
use crate::model::{Comparison, DateRange, FactOp, FactQuery, GroupBy, Quantity};

use super::intent::Intent;
use super::measure::measures_of;

/// The last week beside the last weeks.
const WEEK: u64 = 7;

/// How far back the usual reaches, before the last weeks.
const USUAL: u64 = 84;

/// What sums up a stretch of days in a domain: on how many it was logged, its figures, and the bests
/// up to its end with those up to its start.
pub fn summary(module: &DomainModule, intent: &Intent, out: &mut Vec<FactQuery>) {
    let Some(period) = &intent.period else {
        return;
    };
    let query = |measure: &str, op: FactOp, period: DateRange| FactQuery {
        period: Some(period),
        ..FactQuery::of(module.name.clone(), measure, op)
    };
    let days = query(Quantity::ENTRIES, FactOp::CountDays, period.clone());
    let of = measures_of(module).and_then(|measures| measures.summary.clone());
    let of = of.unwrap_or_default();
    // Of the base every note may tell something: its figures say what.
    if !module.base {
        out.push(days);
    }
    for figure in &of.figures {
        let op = match figure.told {
            SummaryStatistic::Total => FactOp::Total,
            SummaryStatistic::Average => FactOp::Average,
            SummaryStatistic::Days => FactOp::CountDays,
            SummaryStatistic::Last => FactOp::Last,
        };
        out.push(query(&figure.measure, op, period.clone()));
    }
    let before = period.start.pred_opt();
    if let (Some(records), Some(before)) = (of.records, before) {
        for until in [period.end, before] {
            out.push(FactQuery {
                by: records.by_subject.then_some(GroupBy::Subject),
                ..query(&records.measure, FactOp::Best, DateRange::until(until))
            });
        }
    }
}

/// The figures of a domain per week: of the last week and the last weeks, or of the named days, each
/// set against the weeks before.
pub fn load(
    module: &DomainModule,
    intent: &Intent,
    subjects: &[String],
    today: NaiveDate,
    out: &mut Vec<FactQuery>,
) {
    let Some(load) = measures_of(module).and_then(|measures| measures.load.clone()) else {
        return;
    };
    let until_today = |days: u64| {
        let start = today.checked_sub_days(Days::new(days - 1))?;
        Some(DateRange::new(start, today))
    };
    let windows: Vec<DateRange> = match &intent.period {
        Some(named) => vec![named.clone()],
        None => [WEEK, RECENT].into_iter().filter_map(until_today).collect(),
    };
    let Some(usual) = windows.last().and_then(usual) else {
        return;
    };
    // How one fares is told of the longest stretch alone.
    let windows = match module.base {
        true => windows.last().into_iter().cloned().collect(),
        false => windows,
    };
    for window in windows {
        let query = |measure: &str, op: FactOp| FactQuery {
            subjects: if module.base {
                Vec::new()
            } else {
                subjects.to_vec()
            },
            period: Some(window.clone()),
            ..FactQuery::of(module.name.clone(), measure, op)
        };
        let against = |query: FactQuery| FactQuery {
            compare: Some(Comparison {
                period: Some(usual.clone()),
                ..Comparison::default()
            }),
            ..query
        };
        let weekly = |measure: &str| FactQuery {
            by: Some(GroupBy::Week),
            ..query(measure, FactOp::Average)
        };
        if !module.base {
            out.push(against(weekly(Quantity::ENTRIES)));
        }
        for Figure { measure, told } in &load.figures {
            match told {
                SummaryStatistic::Total => out.push(against(weekly(measure))),
                SummaryStatistic::Average => out.push(against(query(measure, FactOp::Average))),
                SummaryStatistic::Days => out.extend([
                    query(measure, FactOp::CountDays),
                    query(measure, FactOp::Last),
                ]),
                SummaryStatistic::Last => out.push(query(measure, FactOp::Last)),
            }
        }
    }
}

/// The weeks before a stretch of days.
fn usual(window: &DateRange) -> Option<DateRange> {
    let end = window.start.pred_opt()?;
    let start = end.checked_sub_days(Days::new(USUAL - 1))?;
    Some(DateRange::new(start, end))
}
