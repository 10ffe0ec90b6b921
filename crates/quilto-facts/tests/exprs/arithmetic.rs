//! Sums, differences and days between figures, against the same of plain lists.

use std::collections::BTreeMap;

use proptest::prelude::*;
use quilto_model::{ExprOutcome, FactValue, Refusal};
use serde_json::{Value, json};

use super::journal::{Polish, day, figure, one};
use super::random::{Journal, cases, journal};

const POUNDS: f64 = 1.0 / 0.453_592_37;

/// What is computed of a rock.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    BestMass,
    BestMassInPounds,
    AverageMass,
    WorstMass,
    FirstMass,
    LastMass,
    BestStrokes,
    TotalWork,
    TotalStrokes,
    CountRows,
    CountDays,
    /// The best mass after the last day with rain.
    AfterRain,
}

const KINDS: [Kind; 12] = [
    Kind::BestMass,
    Kind::BestMassInPounds,
    Kind::AverageMass,
    Kind::WorstMass,
    Kind::FirstMass,
    Kind::LastMass,
    Kind::BestStrokes,
    Kind::TotalWork,
    Kind::TotalStrokes,
    Kind::CountRows,
    Kind::CountDays,
    Kind::AfterRain,
];

#[derive(Clone, Copy, Debug)]
enum Part {
    Figure(Kind, &'static str),
    Said(f64, Option<&'static str>),
}

/// What a part comes to: a number in a unit, and the day that it is of. A day may have no number.
#[derive(Clone, Debug)]
struct Came {
    number: Option<f64>,
    unit: Option<&'static str>,
    day: Option<u32>,
}

fn of_rock() -> impl Strategy<Value = Part> {
    let rocks = vec!["Granite", "Basalt", "Pumice"];
    let fields = (
        prop::sample::select(KINDS.to_vec()),
        prop::sample::select(rocks),
    );
    fields.prop_map(|(kind, rock)| Part::Figure(kind, rock))
}

fn part() -> impl Strategy<Value = Part> {
    let units = prop::sample::select(vec![None, Some("kg"), Some("lb"), Some("km")]);
    let said = (1..200u32, units).prop_map(|(number, unit)| Part::Said(f64::from(number), unit));
    prop_oneof![6 => of_rock(), 1 => said]
}

/// Few records of each rock, so that often there are none of one.
fn short() -> impl Strategy<Value = Journal> {
    (journal(), 0..12usize).prop_map(|(mut log, most)| {
        log.polishes.truncate(most);
        log
    })
}

impl Part {
    fn json(self) -> Value {
        let (kind, rock) = match self {
            Self::Figure(kind, rock) => (kind, rock),
            Self::Said(value, unit) => return json!({"number": {"value": value, "unit": unit}}),
        };
        let (measure, op) = match kind {
            Kind::BestMass | Kind::BestMassInPounds | Kind::AfterRain => ("mass", "best"),
            Kind::AverageMass => ("mass", "average"),
            Kind::WorstMass => ("mass", "worst"),
            Kind::FirstMass => ("mass", "first"),
            Kind::LastMass => ("mass", "last"),
            Kind::BestStrokes => ("strokes", "best"),
            Kind::TotalWork => ("work", "total"),
            Kind::TotalStrokes => ("strokes", "total"),
            Kind::CountRows => ("mass", "count_rows"),
            Kind::CountDays => ("mass", "count_days"),
        };
        let mut more = json!({"subjects": [rock]});
        match kind {
            Kind::BestMassInPounds => more["unit"] = json!("lb"),
            Kind::AfterRain => more["when"] = json!({"event": {"side": "after", "words": "rain"}}),
            _ => {}
        }
        figure(measure, op, more)
    }

    /// Whether nothing of it is 0 beside something: nothing counted is 0 of what has no unit, nothing added up
    /// is 0 of the same.
    fn is_zero_beside(self, other: Self, came: &Came) -> bool {
        match (self, other) {
            (Self::Figure(Kind::CountRows | Kind::CountDays, _), Self::Figure(..)) => {
                came.unit.is_none()
            }
            (
                Self::Figure(kind @ (Kind::TotalWork | Kind::TotalStrokes), _),
                Self::Figure(other, _),
            ) => kind == other,
            _ => false,
        }
    }

    fn came(self, log: &Journal) -> Result<Came, Refusal> {
        let (kind, rock) = match self {
            Self::Figure(kind, rock) => (kind, rock),
            Self::Said(number, unit) => {
                return Ok(Came {
                    number: Some(number),
                    unit,
                    day: None,
                });
            }
        };
        let all: Vec<&Polish> = log.of(rock).collect();
        let read = all.iter().copied().filter(|polish| !polish.rinse);
        let masses: Vec<(u32, f64)> = read.clone().map(|p| (p.day, p.mass)).collect();
        let kg = |(day, number): (u32, f64)| Came {
            number: Some(number),
            unit: Some("kg"),
            day: Some(day),
        };
        let none = |number: f64| Came {
            number: Some(number),
            unit: None,
            day: None,
        };
        let came = match kind {
            Kind::BestMass => extreme(&masses, true).map(kg),
            Kind::BestMassInPounds => extreme(&masses, true).map(|(day, mass)| Came {
                number: Some(mass * POUNDS),
                unit: Some("lb"),
                day: Some(day),
            }),
            Kind::WorstMass => extreme(&masses, false).map(kg),
            Kind::AverageMass => (!masses.is_empty()).then(|| {
                let sum: f64 = masses.iter().map(|(_, mass)| mass).sum();
                Came {
                    day: None,
                    ..kg((0, sum / masses.len() as f64))
                }
            }),
            Kind::FirstMass => edge(&all, true),
            Kind::LastMass => edge(&all, false),
            Kind::BestStrokes => {
                let mut days: BTreeMap<u32, f64> = BTreeMap::new();
                for polish in &all {
                    *days.entry(polish.day).or_default() += f64::from(polish.strokes);
                }
                let best = extreme(&days.into_iter().collect::<Vec<_>>(), true);
                best.map(|(day, number)| Came {
                    day: Some(day),
                    ..none(number)
                })
            }
            Kind::TotalWork => (!masses.is_empty()).then(|| {
                let work = read.map(|polish| polish.mass * f64::from(polish.strokes));
                Came {
                    day: None,
                    ..kg((0, work.sum()))
                }
            }),
            Kind::TotalStrokes => (!all.is_empty())
                .then(|| none(all.iter().map(|polish| f64::from(polish.strokes)).sum())),
            Kind::CountRows => (!all.is_empty()).then(|| none(masses.len() as f64)),
            Kind::CountDays => {
                let mut days: Vec<u32> = all.iter().map(|polish| polish.day).collect();
                days.sort_unstable();
                days.dedup();
                (!all.is_empty()).then(|| none(days.len() as f64))
            }
            Kind::AfterRain => after_rain(&masses, log)?.map(kg),
        };
        came.ok_or(Refusal::NoRows)
    }
}

/// The first day with the greatest value, or with the least.
fn extreme(values: &[(u32, f64)], greatest: bool) -> Option<(u32, f64)> {
    let wanted = values.iter().map(|(_, value)| *value);
    let wanted = match greatest {
        true => wanted.reduce(f64::max),
        false => wanted.reduce(f64::min),
    }?;
    let mut days: Vec<u32> = values
        .iter()
        .filter(|(_, value)| *value == wanted)
        .map(|(day, _)| *day)
        .collect();
    days.sort_unstable();
    Some((days[0], wanted))
}

/// The greatest mass after the last day with rain.
fn after_rain(masses: &[(u32, f64)], log: &Journal) -> Result<Option<(u32, f64)>, Refusal> {
    let rainy = log.polishes.iter().filter(|polish| polish.rain);
    let Some(last) = rainy.map(|polish| polish.day).max() else {
        return Err(match log.entries().is_empty() {
            true => Refusal::NoRows,
            false => Refusal::NoEvent("rain".to_owned()),
        });
    };
    let after = masses.iter().copied().filter(|(day, _)| *day > last);
    Ok(extreme(&after.collect::<Vec<_>>(), true))
}

/// The mass of the first or the last day with the rock; of one on which it was only rinsed the day alone.
fn edge(all: &[&Polish], first: bool) -> Option<Came> {
    let days = all.iter().map(|polish| polish.day);
    let day = if first { days.min() } else { days.max() }?;
    let on_day = all
        .iter()
        .filter(|polish| polish.day == day && !polish.rinse);
    let mass = on_day.map(|polish| polish.mass).reduce(f64::max);
    Some(Came {
        number: mass,
        unit: Some("kg"),
        day: Some(day),
    })
}

/// A number in another unit.
fn converted(came: &Came, to: Option<&'static str>) -> Result<f64, Refusal> {
    let number = came.number.ok_or(Refusal::NoRows)?;
    let pounds = |unit: Option<&str>| match unit {
        Some("lb") => Some(1.0),
        Some("kg") => Some(POUNDS),
        _ => None,
    };
    let factor = match pounds(came.unit).zip(pounds(to)) {
        _ if came.unit == to => Some(1.0),
        Some((from, to)) => Some(from / to),
        None => None,
    };
    let differ = || Refusal::UnitsDiffer {
        left: came.unit.unwrap_or_default().to_owned(),
        right: to.unwrap_or_default().to_owned(),
    };
    factor.map(|factor| number * factor).ok_or_else(differ)
}

/// Parts are kept to two digits before they are added up or converted.
fn holds(
    computed: &ExprOutcome,
    kind: &str,
    expected: Result<f64, Refusal>,
) -> Result<(), TestCaseError> {
    let fact = computed
        .facts
        .iter()
        .find(|fact| fact.kind.to_string().starts_with(kind));
    let found = fact.map(|fact| match fact.value {
        FactValue::Number(number) => number,
        _ => f64::NAN,
    });
    match expected {
        Ok(expected) => {
            let found = found.unwrap_or(f64::INFINITY);
            prop_assert!(
                (found - expected).abs() <= 0.05,
                "{found}, expected {expected}: {computed:?}"
            );
            prop_assert_eq!(&computed.refused, &None);
        }
        Err(refusal) => {
            prop_assert_eq!(found, None);
            prop_assert_eq!(&computed.refused, &Some(refusal));
        }
    }
    Ok(())
}

fn sum(parts: &[Part], log: &Journal) -> Result<f64, Refusal> {
    let came: Vec<Result<Came, Refusal>> = parts.iter().map(|part| part.came(log)).collect();
    let nothing = |came: &Result<Came, Refusal>| matches!(came, Err(Refusal::NoRows));
    let mut told = came.into_iter().filter(|came| !nothing(came));
    let first = told.next().ok_or(Refusal::NoRows)??;
    let number = first.number.ok_or(Refusal::NoRows)?;
    told.try_fold(number, |sum, came| Ok(sum + converted(&came?, first.unit)?))
}

/// A part, or the 0 that nothing of it is beside another one.
fn or_zero(part: Part, other: Part, log: &Journal) -> Result<Came, Refusal> {
    let zero = |beside: Came| Came {
        number: beside.number.map(|_| 0.0),
        ..beside
    };
    match (part.came(log), other.came(log)) {
        (Err(Refusal::NoRows), Ok(beside)) if part.is_zero_beside(other, &beside) => {
            Ok(zero(beside))
        }
        (came, _) => came,
    }
}

fn difference(of: Part, minus: Part, log: &Journal) -> Result<f64, Refusal> {
    let base = or_zero(minus, of, log)?;
    let one = or_zero(of, minus, log)?;
    let number = one.number.ok_or(Refusal::NoRows)?;
    // What is set against something is told in its own unit.
    Ok(number - converted(&base, one.unit)?)
}

proptest! {
    #![proptest_config(cases(384))]

    #[test]
    fn sums_of_what_there_is(log in short(), parts in prop::collection::vec(part(), 1..5)) {
        let of: Vec<Value> = parts.iter().map(|part| part.json()).collect();
        let found = one(json!({"sum": {"of": of}}), &log.entries());
        holds(&found, "sum of", sum(&parts, &log))?;
        let is_there = |part: &Part| matches!(part, Part::Figure(..)) && part.came(&log).is_ok();
        if let Some(fact) = found.facts.last().filter(|_| found.refused.is_none() && parts.iter().any(is_there)) {
            // A number that was said goes by the name of what it is added to.
            prop_assert_eq!(&fact.domain, "rocks");
            prop_assert!(!fact.subject.starts_with(" /"), "{}", fact.subject);
            prop_assert_ne!(fact.kind.to_string(), "sum of number");
        }
    }

    #[test]
    fn what_one_figure_has_more_than_another(log in short(), of in part(), minus in part()) {
        let expr = json!({"difference": {"of": of.json(), "minus": minus.json()}});
        let found = one(expr, &log.entries());
        holds(&found, "difference in", difference(of, minus, &log))?;
    }

    #[test]
    fn days_from_one_to_the_other(log in short(), from in of_rock(), to in of_rock()) {
        let expr = json!({"between": {"from": from.json(), "to": to.json()}});
        let found = one(expr, &log.entries());
        let days = match (to.came(&log), from.came(&log)) {
            (Ok(to), Ok(from)) => to.day.zip(from.day).ok_or(Refusal::NoDay),
            (Err(refusal), _) | (_, Err(refusal)) => Err(refusal),
        };
        let between = days.clone().map(|(to, from)| f64::from(to.abs_diff(from)));
        holds(&found, "days between", between)?;
        if let Ok((to, from)) = days {
            let period = found.facts.last().and_then(|fact| fact.period.clone()).unwrap();
            prop_assert_eq!((period.start, period.end), (day(to.min(from)), day(to.max(from))));
        }
    }
}
