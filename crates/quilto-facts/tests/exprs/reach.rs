//! When a value is reached at the rate of the days there are, against the same worked out from lists.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use quilto_model::{ExprOutcome, FactValue, Refusal};
use serde_json::{Value, json};

use super::journal::{Polish, day, figure, one};
use super::random::{Journal, cases, middle};

const POUNDS: f64 = 1.0 / 0.453_592_37;

/// What dust of floating point may come to.
const DUST: f64 = 1e-6;

/// Which way is better.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Better {
    Higher,
    Lower,
    Neither,
}

/// A value to be reached.
#[derive(Clone, Copy, Debug)]
struct Goal {
    value: f64,
    unit: Option<&'static str>,
    better: Better,
}

impl Goal {
    fn json(self) -> Value {
        let measure = match self.better {
            Better::Higher => "mass",
            Better::Lower => "residue",
            Better::Neither => "weighed",
        };
        let series = figure(measure, "series", json!({}));
        let goal = json!({"value": self.value, "unit": self.unit});
        json!({"forecast": {"of": series, "reach": goal}})
    }

    /// What each day comes to, rinses aside.
    fn days(self, log: &Journal) -> Vec<(u32, f64)> {
        let mut days: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
        for polish in log.polishes.iter().filter(|polish| !polish.rinse) {
            days.entry(polish.day).or_default().push(polish.mass);
        }
        let of_day = |masses: Vec<f64>| match self.better {
            Better::Higher => masses.iter().copied().fold(f64::MIN, f64::max),
            Better::Lower => masses.iter().copied().fold(f64::MAX, f64::min),
            Better::Neither => masses.iter().sum::<f64>() / masses.len() as f64,
        };
        days.into_iter()
            .map(|(day, masses)| (day, of_day(masses)))
            .collect()
    }
}

/// Polishes that get heavier or lighter, more or less surely.
fn sloped() -> impl Strategy<Value = Journal> {
    let steps = prop::sample::select(vec![-1.5, -0.5, -0.1, 0.0, 0.1, 0.25, 0.5, 1.5]);
    let noises = prop::sample::select(vec![0.0, 0.0, 2.5, 20.0]);
    let polish = (0..60u32, any::<u8>(), any::<u8>());
    let polishes = prop::collection::vec(polish, 4..30);
    let spread = prop::sample::select(vec![1u32, 3, 7]);
    (steps, noises, spread, polishes).prop_map(|(step, noise, spread, polishes)| {
        let polishes = polishes.into_iter().map(|(at, dice, other)| {
            // Days that lie close together, or at even distances.
            let day = if spread == 1 {
                at / 3
            } else {
                at / spread * spread
            };
            let off = noise * (f64::from(dice) / 255.0 - 0.5);
            Polish {
                day,
                rock: "Granite",
                mass: ((150.0 + step * f64::from(day) + off) * 2.0).round() / 2.0,
                strokes: 1,
                rinse: other % 11 == 0,
                rain: false,
            }
        });
        let polishes = polishes.collect();
        Journal {
            polishes,
            nights: BTreeMap::new(),
        }
    })
}

fn goal() -> impl Strategy<Value = Goal> {
    let units = prop::sample::select(vec![None, Some("kg"), Some("kg"), Some("lb"), Some("km")]);
    let better = prop::sample::select(vec![Better::Higher, Better::Lower, Better::Neither]);
    (-80..120i32, units, better).prop_map(|(off, unit, better)| Goal {
        value: (150.0 + f64::from(off)) * if unit == Some("lb") { POUNDS } else { 1.0 },
        unit,
        better,
    })
}

/// A day, the earliest and the latest it may be, all in days after the last one; or why there is none.
fn reached(days: &[(u32, f64)], goal: Goal) -> Result<[i64; 3], Refusal> {
    let (Some(first), Some(last), true) = (days.first(), days.last(), days.len() >= 6) else {
        return Err(Refusal::TooFewDays {
            have: days.len(),
            need: 6,
        });
    };
    let span = i64::from(last.0 - first.0);
    if span < 21 {
        return Err(Refusal::TooShort {
            have: span,
            need: 21,
        });
    }
    let value = match goal.unit {
        None | Some("kg") => goal.value,
        Some("lb") => goal.value / POUNDS,
        Some(other) => {
            return Err(Refusal::UnitsDiffer {
                left: other.to_owned(),
                right: "kg".to_owned(),
            });
        }
    };
    let cents = |value: f64| (value * 100.0 + DUST).round() as i64;
    let is_there = |(_, of_day): &&(u32, f64)| match goal.better {
        Better::Higher => cents(*of_day) >= cents(value),
        Better::Lower => cents(*of_day) <= cents(value),
        Better::Neither => false,
    };
    if let Some((on, _)) = days.iter().find(is_there) {
        return Err(Refusal::Reached(day(*on)));
    }
    let (slopes, slope) = slopes(days);
    let rest: Vec<f64> = days
        .iter()
        .map(|(day, value)| value - slope * f64::from(*day))
        .collect();
    let away = value - (middle(&rest).unwrap() + slope * f64::from(last.0));
    if goal.better == Better::Neither && away.abs() < 0.005 - DUST {
        return Err(Refusal::Reached(day(last.0)));
    }
    let [least, most] = interval(days, &slopes);
    if least <= 0.0 && most >= 0.0 {
        return Err(Refusal::NoTrend);
    }
    if away / slope < -DUST {
        return Err(Refusal::WrongWay);
    }
    let ahead = |slope: f64| ((away / slope - DUST).ceil() as i64).max(1);
    if ahead(slope) > span * 2 {
        return Err(Refusal::TooFar {
            ahead: ahead(slope),
            most: span * 2,
        });
    }
    let (one, other) = (ahead(least), ahead(most));
    Ok([ahead(slope), one.min(other), one.max(other)])
}

/// The slopes of all pairs of days, the least first, and the middle one.
fn slopes(days: &[(u32, f64)]) -> (Vec<f64>, f64) {
    let mut slopes = Vec::new();
    for (place, (day, value)) in days.iter().enumerate() {
        for (later, other) in &days[place + 1..] {
            slopes.push((other - value) / f64::from(later - day));
        }
    }
    slopes.sort_by(f64::total_cmp);
    let slope = middle(&slopes).unwrap();
    (slopes, slope)
}

/// The slopes that lie 1.645 standard deviations of Kendall's S off the middle.
fn interval(days: &[(u32, f64)], slopes: &[f64]) -> [f64; 2] {
    let spread = |n: usize| (n * (n - 1) * (2 * n + 5)) as f64 / 18.0;
    let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
    for (_, value) in days {
        *counts.entry(value.to_bits()).or_default() += 1;
    }
    let ties: f64 = counts.values().map(|count| spread(*count)).sum();
    let off = 1.645 * (spread(days.len()) - ties).max(0.0).sqrt();
    let rank = |rank: f64| slopes[(rank.max(1.0) as usize).min(slopes.len()) - 1];
    let pairs = slopes.len() as f64;
    [
        rank(((pairs - off) / 2.0).round()),
        rank(((pairs + off) / 2.0).round() + 1.0),
    ]
}

/// The days that a forecast tells: of the line, the earliest and the latest one.
fn told(computed: &ExprOutcome) -> Vec<chrono::NaiveDate> {
    let dates = computed.facts.iter().filter_map(|fact| match fact.value {
        FactValue::Date(date) => Some(date),
        _ => None,
    });
    dates.collect()
}

proptest! {
    #![proptest_config(cases(512))]

    #[test]
    fn the_day_that_a_value_is_reached_on(log in sloped(), goal in goal()) {
        let found = one(goal.json(), &log.entries());
        let days = goal.days(&log);
        match reached(&days, goal) {
            Ok(ahead) => {
                let last = days.last().unwrap().0;
                let dates = ahead.map(|ahead| day(last + u32::try_from(ahead).unwrap()));
                prop_assert_eq!(told(&found), dates);
                prop_assert_eq!(&found.refused, &None);
            }
            Err(refusal) => {
                prop_assert_eq!(&found.refused, &Some(refusal));
                prop_assert_eq!(told(&found), []);
            }
        }
    }
}

/// What a forecast may come to, lest the property holds of nothing.
#[test]
fn journals_and_goals_come_to_days_and_to_every_refusal() {
    let mut runner = TestRunner::deterministic();
    let mut came: BTreeMap<&str, usize> = BTreeMap::new();
    for _ in 0..2_000 {
        let (log, goal) = (sloped(), goal()).new_tree(&mut runner).unwrap().current();
        let code = reached(&goal.days(&log), goal).map_or_else(|refusal| refusal.code(), |_| "day");
        *came.entry(code).or_default() += 1;
    }
    let codes: Vec<&str> = came.keys().copied().collect();
    let all = [
        "day",
        "no_trend",
        "reached",
        "too_far",
        "too_few_days",
        "too_short",
        "units_differ",
        "wrong_way",
    ];
    assert_eq!(codes, all, "{came:?}");
    assert!(came.values().all(|count| *count >= 20), "{came:?}");
}
