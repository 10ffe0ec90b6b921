//! Expressions on random journals against the same worked out plainly: loops over lists of records, with
//! nothing of the engine in them.

use std::collections::{BTreeMap, BTreeSet};

use chrono::Datelike;
use proptest::prelude::*;
use quilto_model::{ExclusionReason, ExprOutcome, FactValue, Refusal};
use serde_json::json;

use super::journal::{Polish, day, figure, number, one, period};
use super::random::{DAYS, agrees, best_of_days, cases, close, dates, journal, middle, unusual};

/// The ranks of values: how many are less, and half of those that are equal.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let less = values.iter().filter(|other| *other < value).count() as f64;
        let same = values.iter().filter(|other| *other == value).count() as f64;
        less + (same + 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

fn pearson(left: &[f64], right: &[f64]) -> Option<f64> {
    let n = left.len() as f64;
    let (mean_l, mean_r) = (left.iter().sum::<f64>() / n, right.iter().sum::<f64>() / n);
    let pairs = left.iter().zip(right);
    let both: f64 = pairs.map(|(l, r)| (l - mean_l) * (r - mean_r)).sum();
    let of_l: f64 = left.iter().map(|l| (l - mean_l).powi(2)).sum();
    let of_r: f64 = right.iter().map(|r| (r - mean_r).powi(2)).sum();
    (of_l > 0.0 && of_r > 0.0).then(|| both / (of_l * of_r).sqrt())
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn totals_on_days_joined_with_a_lag(log in journal(), lag in 0..3u32, bound in 4..10u32, from in 0..30u32) {
        let to = from + 29;
        let expr = figure("work", "total", json!({
            "subjects": ["Granite"],
            "when": period(from, to),
            "where": [{"days": {"domain": "nights", "measure": "quiet", "is": {"less_than": bound}, "lag_days": lag}}],
        }));
        let found = one(expr, &log.entries());
        let before = |polish: &&Polish| polish.day.checked_sub(lag).and_then(|day| log.nights.get(&day));
        let asked: Vec<&Polish> = log.of("Granite").filter(|p| (from..=to).contains(&p.day)).collect();
        let kept: Vec<&&Polish> = asked.iter()
            .filter(|polish| before(polish).is_some_and(|hours| *hours < f64::from(bound)))
            .collect();
        let counted: Vec<&&&Polish> = kept.iter().filter(|polish| !polish.rinse).collect();
        let total = counted.iter().map(|polish| polish.mass * f64::from(polish.strokes)).sum();
        agrees(&found, "total work", (!counted.is_empty()).then_some(total))?;
        if counted.is_empty() {
            prop_assert!(found.refused.is_some());
        } else {
            prop_assert_eq!(&found.days, &dates(counted.iter().map(|polish| polish.day)));
            prop_assert_eq!(found.rows, counted.len());
        }
        let unknown = asked.iter().filter(|polish| before(polish).is_none());
        let unknown = dates(unknown.map(|polish| polish.day));
        let left = found.left_out.iter().find(|left| left.why == ExclusionReason::NothingBeside);
        prop_assert_eq!(left.map(|left| left.days.clone()).unwrap_or_default(), unknown);
        let rinsed = kept.iter().filter(|polish| polish.rinse).count();
        let left = found.left_out.iter().find(|left| left.why == ExclusionReason::NotRead);
        prop_assert_eq!(left.map_or(0, |left| left.count), rinsed);
    }

    #[test]
    fn averages_under_conditions_on_rows_values_and_notes(log in journal(), least in 1..9u32, most in 20..100u32) {
        let expr = figure("mass", "average", json!({"where": [
            {"row": {"field": "strokes", "is": {"at_least": least}}},
            {"value": {"at_most": most}},
            {"words": "rain"},
        ]}));
        let found = one(expr, &log.entries());
        let kept: Vec<f64> = log.polishes.iter()
            .filter(|p| p.strokes >= least && p.mass <= f64::from(most) && p.rain && !p.rinse)
            .map(|polish| polish.mass)
            .collect();
        let mean = (!kept.is_empty()).then(|| kept.iter().sum::<f64>() / kept.len() as f64);
        agrees(&found, "average mass", mean)?;
        prop_assert_eq!(found.rows, kept.len());
    }

    #[test]
    fn shares_of_days_by_what_they_come_to(log in journal(), bound in 50..600u32) {
        let all = figure("work", "count_days", json!({}));
        let some = figure("work", "count_days", json!({"where": [{"day": {"more_than": bound}}]}));
        let found = one(json!({"ratio": {"of": some, "to": all}}), &log.entries());
        let mut days: BTreeMap<u32, Option<f64>> = BTreeMap::new();
        for polish in &log.polishes {
            let day = days.entry(polish.day).or_default();
            if !polish.rinse {
                *day = Some(day.unwrap_or(0.0) + polish.mass * f64::from(polish.strokes));
            }
        }
        let more = days.values().flatten().filter(|sum| **sum > f64::from(bound)).count();
        // No day at all is no number to set against another.
        let share = (more > 0).then(|| more as f64 / days.len() as f64 * 100.0);
        let found = number(&found, "share of number of days");
        prop_assert_eq!(found.is_some(), share.is_some());
        if let (Some(found), Some(share)) = (found, share) {
            prop_assert!((found - share).abs() <= 0.051, "{} {}", found, share);
        }
    }

    #[test]
    fn weeks_by_what_they_come_to(log in journal(), bound in 200..3000u32) {
        let all = json!({"by": "week", "where": [{"bucket": {"more_than": bound}}]});
        let counted = one(figure("work", "count_buckets", all.clone()), &log.entries());
        let told = one(figure("work", "total", all), &log.entries());
        let mut weeks: BTreeMap<String, f64> = BTreeMap::new();
        for polish in log.polishes.iter().filter(|polish| !polish.rinse) {
            let week = day(polish.day).iso_week();
            let name = format!("{}-W{:02}", week.year(), week.week());
            *weeks.entry(name).or_default() += polish.mass * f64::from(polish.strokes);
        }
        weeks.retain(|_, sum| *sum > f64::from(bound));
        let number_of = number(&counted, "number of weeks").unwrap_or_default();
        prop_assert_eq!(number_of as usize, weeks.len());
        let found: Vec<String> = told.facts.iter()
            .filter_map(|fact| Some(fact.bucket.as_ref()?.name.clone()))
            .collect();
        prop_assert_eq!(found, weeks.into_keys().collect::<Vec<_>>());
    }

    #[test]
    fn changes_from_some_days_to_others(log in journal(), from in 0..30u32) {
        let expr = json!({"change": {
            "of": figure("mass", "best", json!({"subjects": ["Basalt"]})),
            "from": period(0, from), "to": period(from + 1, DAYS),
        }});
        let found = one(expr, &log.entries());
        let best = |days: std::ops::RangeInclusive<u32>| best_of_days(log.of("Basalt"))
            .into_iter().filter(|(day, _)| days.contains(day)).map(|(_, mass)| mass).reduce(f64::max);
        let change = best(0..=from).zip(best(from + 1..=DAYS)).map(|(before, after)| after - before);
        agrees(&found, "difference in best mass", change)?;
        prop_assert_eq!(found.refused.is_none(), change.is_some());
    }

    #[test]
    fn days_more_or_less_than_usual(log in journal(), more in any::<bool>(), from in 0..50u32) {
        let side = if more { "more" } else { "less" };
        let expr = figure("mass", "count_days", json!({
            "subjects": ["Granite"], "when": period(from, DAYS), "where": [{"usual": side}],
        }));
        let found = one(expr, &log.entries());
        let days = best_of_days(log.of("Granite"));
        let (unusual, unknown) = unusual(&days, more);
        let count = unusual.iter().filter(|day| **day >= from).count();
        let unknown = unknown.into_iter().filter(|day| *day >= from);
        agrees(&found, "number of days", (count > 0).then_some(count as f64))?;
        let left = found.left_out.iter().find(|left| left.why == ExclusionReason::NothingUsual);
        prop_assert_eq!(left.map(|left| left.days.clone()).unwrap_or_default(), dates(unknown));
    }

    #[test]
    fn days_after_the_last_event(log in journal(), length in 1..20u32) {
        let expr = figure("strokes", "total", json!({
            "when": {"event": {"side": "after", "words": "rain", "days": length}},
        }));
        let found = one(expr, &log.entries());
        let rainy = log.polishes.iter().filter(|polish| polish.rain).map(|polish| polish.day).max();
        let Some(last) = rainy else {
            let reason = if log.entries().is_empty() { Refusal::NoRows } else { Refusal::NoEvent("rain".into()) };
            prop_assert_eq!(found.refused, Some(reason));
            return Ok(());
        };
        let after = log.polishes.iter().filter(|p| p.day > last && p.day <= last + length);
        let strokes: Vec<u32> = after.map(|polish| polish.strokes).collect();
        let total = (!strokes.is_empty()).then(|| f64::from(strokes.iter().sum::<u32>()));
        agrees(&found, "total strokes", total)?;
    }

    #[test]
    fn days_around_each_event(log in journal(), length in 1..4u32) {
        let expr = figure("entries", "count_entries", json!({
            "when": {"event": {"side": "around", "words": "rain", "days": length, "which": "each"}},
        }));
        let found = one(expr, &log.entries());
        let rainy: BTreeSet<u32> = log.polishes.iter().filter(|p| p.rain).map(|p| p.day).collect();
        let mut near = BTreeSet::new();
        for day in &rainy {
            near.extend(day.saturating_sub(length)..=day + length);
            // Within a week it is one event, and the days between belong to it.
            if let Some(next) = rainy.iter().find(|next| *next > day && **next - day <= 7) {
                near.extend(*day..*next);
            }
        }
        let count = log.polishes.iter().filter(|polish| near.contains(&polish.day)).count();
        agrees(&found, "number of entries", (count > 0).then_some(count as f64))?;
    }

    #[test]
    fn the_best_of_several_by_an_expression(log in journal(), from in 5..55u32, least in any::<bool>()) {
        let expr = json!({"best_of": {"by": {"change": {
            "of": figure("strokes", "total", json!({})),
            "from": period(0, from - 1), "to": period(from, DAYS),
        }}, "least": least}});
        let found = one(expr, &log.entries());
        let change = |rock: &&str| {
            let of = |late: bool| -> f64 {
                log.of(rock).filter(|p| (p.day >= from) == late).map(|p| f64::from(p.strokes)).sum()
            };
            of(true) - of(false)
        };
        let named: BTreeSet<&str> = log.polishes.iter().map(|polish| polish.rock).collect();
        let changes = named.iter().map(change);
        let best = if least { changes.reduce(f64::min) } else { changes.reduce(f64::max) };
        agrees(&found, "difference in total strokes", best)?;
        if let Some(fact) = found.facts.last() {
            let winner = named.iter().find(|rock| ***rock == *fact.subject).unwrap();
            prop_assert!(close(change(winner), best.unwrap()));
        }
    }

    #[test]
    fn ranks_that_rise_and_fall_together(log in journal(), lag in 0..3u32) {
        let of = figure("mass", "series", json!({}));
        let with = json!({"figure": {"domain": "nights", "measure": "quiet", "op": "series"}});
        let expr = json!({"association": {"of": of, "with": with, "lag_days": lag}});
        let found = one(expr, &log.entries());
        let pairs: Vec<(f64, f64)> = best_of_days(log.polishes.iter()).into_iter()
            .filter_map(|(day, mass)| Some((mass, *log.nights.get(&day.checked_sub(lag)?)?)))
            .collect();
        let (masses, hours): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
        let rho = pearson(&ranks(&masses), &ranks(&hours)).filter(|_| pairs.len() >= 10);
        let fact = found.facts.first().map(|fact| fact.value.clone());
        match (fact, rho) {
            (Some(FactValue::Number(found)), Some(rho)) => prop_assert!((found - rho).abs() <= 0.00051),
            (fact, rho) => {
                prop_assert_eq!(rho, None);
                prop_assert_eq!(fact, None);
                let refused = found.refused.map(|refusal| refusal.code());
                prop_assert!(matches!(refused, Some("too_few_days" | "no_spread")));
            }
        }
    }

    #[test]
    fn forecasts_by_the_median_slope(log in journal(), ahead in 1..40u32) {
        let expr = json!({"forecast": {"of": figure("mass", "series", json!({})), "on": day(DAYS + ahead)}});
        let found = one(expr, &log.entries());
        let days = best_of_days(log.polishes.iter());
        let span = days.first().zip(days.last()).map_or(0, |(first, last)| last.0 - first.0);
        let far = days.last().is_some_and(|last| DAYS + ahead - last.0 > span * 2);
        if days.len() < 6 || span < 21 || far {
            prop_assert!(found.refused.is_some());
            return Ok(());
        }
        let mut slopes = Vec::new();
        for (place, (day, value)) in days.iter().enumerate() {
            for (later, other) in &days[place + 1..] {
                slopes.push((other - value) / f64::from(later - day));
            }
        }
        let slope = middle(&slopes).unwrap();
        let rest: Vec<f64> = days.iter().map(|(day, value)| value - slope * f64::from(*day)).collect();
        let expected = middle(&rest).unwrap() + slope * f64::from(DAYS + ahead);
        agrees(&found, "forecast of mass", Some(expected))?;
        agrees(&found, "mass per week", Some(slope * 7.0))?;
        let bounds = [number(&found, "lowest forecast of mass").unwrap(), number(&found, "highest forecast of mass").unwrap()];
        prop_assert!(bounds[0] <= expected + 0.01 && expected <= bounds[1] + 0.01, "{bounds:?} {expected}");
    }

    #[test]
    fn steps_say_what_nested_expressions_say(log in journal(), bound in 50..600u32) {
        let all = figure("work", "total", json!({}));
        let some = figure("work", "total", json!({"where": [{"value": {"at_least": bound}}]}));
        let nested = one(json!({"ratio": {"of": some, "to": all}}), &log.entries());
        let listed = super::journal::all(
            json!([some, all, {"ratio": {"of": {"step": 1}, "to": {"step": 2}}}]),
            &log.entries(),
        );
        let values = |computed: &ExprOutcome| -> Vec<FactValue> {
            computed.facts.iter().map(|fact| fact.value.clone()).collect()
        };
        prop_assert_eq!(values(&nested), values(&listed[2]));
        prop_assert_eq!(&nested.days, &listed[2].days);
        prop_assert_eq!(&nested.refused, &listed[2].refused);
    }
}
