//! What differed before good and bad days.
//!
//! The days of a measure are split into better and worse ones, each against what was usual then
//! (the median of up to 5 days before it), so that a slow rise does not make all late days good.
//! Then every factor (a measure of any loaded domain, on the same day or the day before; the days
//! since the last time; a tag) is compared between the two halves. The effect is Cliff's delta: the
//! share of pairs in which the better day has the greater value, minus the share in which the worse
//! day has (Cliff 1993, Psychological Bulletin 114, 494–509); the words small, medium and large
//! begin at 0.147, 0.33 and 0.474 (Romano and others 2006). The p-value is that of the rank-sum
//! test with correction for ties (Mann and Whitney 1947, Annals of Mathematical Statistics 18,
//! 50–60). It is an association, never a cause, and is to be said with its sample.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};

use quilto_domain::measures::{Better, Measures};
use quilto_model::UnitPreferences;
use quilto_model::{self as model, DateRange, Entry, Fact, FactKind, FactValue, Side};

use super::aggregate::days;
use super::figure::DomainFacts;
use super::rows::RowScope;
use super::select::Scale;
use super::statistics::{median, normal_tails};
use super::units::round;

/// What is to be explained.
#[derive(Clone, Debug)]
pub struct Outcome<'a> {
    /// The domain of the measure.
    pub domain: &'a str,
    /// The measure whose good and bad days are compared.
    pub measure: &'a str,
    /// Canonical names or groups; empty is every subject.
    pub subjects: &'a [String],
    /// Days of this period only.
    pub period: Option<&'a DateRange>,
}

/// A factor with its value per day.
struct Factor<'a> {
    what: model::Factor,
    unit: Option<&'a str>,
    decimals: u8,
    values: BTreeMap<NaiveDate, f64>,
}

/// Fewest days of each half that say anything.
const LEAST: usize = 4;
/// Smallest effect that is worth saying ("medium").
const WORTH: f64 = 0.33;
/// Greatest p-value that is worth saying.
const CHANCE: f64 = 0.1;

/// The factors that differ most between better and worse days, the strongest first, at most six;
/// of each `F on better days` and `F on worse days` (means, with how many days), and
/// `association of F with M` (Cliff's delta, with all days). Nothing where the days are too few or
/// no factor differs. `query` is put into the facts.
pub fn associate(
    outcome: &Outcome<'_>,
    entries: &[Entry],
    order: &[usize],
    domains: &[DomainFacts<'_>],
    units: &UnitPreferences,
    query: usize,
) -> Vec<Fact> {
    const SHOWN: usize = 6;
    let Some(domain) = domains.iter().find(|domain| domain.name == outcome.domain) else {
        return Vec::new();
    };
    let Some(measures) = domain.measures else {
        return Vec::new();
    };
    let names: Vec<String> = outcome
        .subjects
        .iter()
        .flat_map(|name| domain.groups.expand(name))
        .collect();
    let keep = RowScope {
        period: outcome.period,
        subjects: (!names.is_empty()).then_some(names.as_slice()),
    };
    let sheet = Sheet {
        entries,
        order,
        units,
    };
    let Some((target, better)) = sheet.daily(outcome.domain, measures, outcome.measure, keep)
    else {
        return Vec::new();
    };
    let halves = halves(&target, better);
    let mut found: Vec<(String, f64, Vec<Fact>)> = factors(&sheet, outcome, &target, domains)
        .iter()
        .filter_map(|factor| {
            let (effect, facts) = differs(outcome, &halves, factor, query)?;
            Some((thing(&factor.what), effect, facts))
        })
        .collect();
    found.sort_by(|left, right| right.1.abs().total_cmp(&left.1.abs()));
    // The hours slept and a tag for a bad night are one thing: the stronger of them speaks for it.
    let mut told: Vec<String> = Vec::new();
    found
        .into_iter()
        .filter(|(thing, ..)| {
            let new = !told.contains(thing);
            told.push(thing.clone());
            new
        })
        .take(SHOWN)
        .flat_map(|(_, _, facts)| facts)
        .collect()
}

/// What a factor is about, whichever measure, tag or day tells it: the first word of its name.
fn thing(factor: &model::Factor) -> String {
    let name = match factor {
        model::Factor::Measure { name, .. } | model::Factor::Tag(name) => name,
        model::Factor::SinceLastTime => return String::new(),
    };
    let first = name.split([':', '_', ' ']).next();
    first.unwrap_or(name).to_lowercase()
}

struct Sheet<'a> {
    entries: &'a [Entry],
    order: &'a [usize],
    units: &'a UnitPreferences,
}

impl<'a> Sheet<'a> {
    /// A measure's value per day.
    fn daily(
        &self,
        domain: &str,
        measures: &'a Measures,
        name: &str,
        keep: RowScope<'_>,
    ) -> Option<(BTreeMap<NaiveDate, f64>, Better)> {
        let measure = measures.measure(name)?;
        let scale = Scale::measure(
            domain,
            measures,
            measure,
            &[],
            keep,
            self.entries,
            self.order,
            self.units,
        );
        let points = scale.points(measure, &[]);
        let daily = days(&points, scale.aggregate);
        let values = daily.iter().map(|day| (day.date, day.value)).collect();
        Some((values, scale.better))
    }
}

/// The better and the worse days. A day as good as usual is neither.
struct Halves {
    better: Vec<NaiveDate>,
    worse: Vec<NaiveDate>,
}

fn halves(target: &BTreeMap<NaiveDate, f64>, direction: Better) -> Halves {
    const BEFORE: usize = 5;
    let values: Vec<(NaiveDate, f64)> =
        target.iter().map(|(date, value)| (*date, *value)).collect();
    let mut halves = Halves {
        better: Vec::new(),
        worse: Vec::new(),
    };
    for (place, (date, value)) in values.iter().enumerate().skip(1) {
        let mut before: Vec<f64> = values[place.saturating_sub(BEFORE)..place]
            .iter()
            .map(|(_, value)| *value)
            .collect();
        let Some(usual) = median(&mut before) else {
            continue;
        };
        let above = match direction {
            Better::Lower => usual - value,
            Better::Higher | Better::Neutral => value - usual,
        };
        if above > 0.0 {
            halves.better.push(*date);
        } else if above < 0.0 {
            halves.worse.push(*date);
        }
    }
    halves
}

/// Everything that may differ: measures of the same day and of the day before, tags, and the days
/// since the last time.
fn factors<'a>(
    sheet: &Sheet<'a>,
    outcome: &Outcome<'_>,
    target: &BTreeMap<NaiveDate, f64>,
    domains: &[DomainFacts<'a>],
) -> Vec<Factor<'a>> {
    let mut factors = vec![Factor {
        what: model::Factor::SinceLastTime,
        unit: Some("days"),
        decimals: 1,
        values: target
            .keys()
            .zip(target.keys().skip(1))
            .map(|(before, date)| (*date, (*date - *before).num_days() as f64))
            .collect(),
    }];
    for domain in domains {
        let Some(measures) = domain.measures else {
            continue;
        };
        for measure in &measures.measures {
            let Some((values, _)) =
                sheet.daily(domain.name, measures, &measure.name, RowScope::default())
            else {
                continue;
            };
            let unit = measure.unit.as_deref();
            let unit =
                unit.map(|unit| measures.unit(unit, &sheet.units.mass, &sheet.units.distance));
            let shifted = values
                .iter()
                .filter_map(|(date, value)| Some((date.checked_add_days(Days::new(1))?, *value)))
                .collect();
            let mut add = |day_before: bool, values| {
                factors.push(Factor {
                    what: model::Factor::Measure {
                        domain: domain.name.to_owned(),
                        name: measure.name.clone(),
                        day_before,
                    },
                    unit,
                    decimals: measure.decimals.max(1),
                    values,
                });
            };
            add(true, shifted);
            // On the same day, measures of the same domain are the outcome itself in other words.
            if domain.name != outcome.domain {
                add(false, values);
            }
        }
    }
    factors.extend(tags(sheet, target));
    factors
}

/// Tags as factors: 100 (%) on days that have one, 0 on the others; a mean is the share of days.
fn tags<'a>(sheet: &Sheet<'a>, target: &BTreeMap<NaiveDate, f64>) -> Vec<Factor<'a>> {
    let mut tagged: BTreeMap<&str, Vec<NaiveDate>> = BTreeMap::new();
    for entry in sheet.entries {
        for tag in entry.parsed.iter().flat_map(|parsed| &parsed.tags) {
            tagged.entry(tag).or_default().push(entry.date);
        }
    }
    tagged
        .into_iter()
        .map(|(tag, dates)| Factor {
            what: model::Factor::Tag(tag.to_owned()),
            unit: Some("%"),
            decimals: 0,
            values: target
                .keys()
                .map(|date| (*date, if dates.contains(date) { 100.0 } else { 0.0 }))
                .collect(),
        })
        .collect()
}

/// The facts of a factor that differs enough, with its effect.
fn differs(
    outcome: &Outcome<'_>,
    halves: &Halves,
    factor: &Factor<'_>,
    query: usize,
) -> Option<(f64, Vec<Fact>)> {
    let on = |days: &[NaiveDate]| -> Vec<f64> {
        days.iter()
            .filter_map(|date| factor.values.get(date).copied())
            .collect()
    };
    let (better, worse) = (on(&halves.better), on(&halves.worse));
    if better.len() < LEAST || worse.len() < LEAST {
        return None;
    }
    let effect = cliffs_delta(&better, &worse);
    let chance = rank_sum(&better, &worse);
    if effect.abs() < WORTH || chance > CHANCE {
        return None;
    }
    let fact = |kind: FactKind, value: f64, unit: Option<&str>, sample: usize| Fact {
        kind,
        domain: outcome.domain.to_owned(),
        with: Vec::new(),
        beside: Vec::new(),
        again: Vec::new(),
        subject: match outcome.subjects {
            [subject] => subject.clone(),
            _ => outcome.domain.to_owned(),
        },
        value: FactValue::Number(value),
        unit: unit.map(str::to_owned),
        date: None,
        period: outcome.period.cloned(),
        figure: None,
        bucket: None,
        detail: match &factor.what {
            model::Factor::Measure { domain, .. } => Some(domain.clone()),
            _ => None,
        },
        entries: Vec::new(),
        sample,
        query,
    };
    let mean = |values: &[f64]| {
        round(
            values.iter().sum::<f64>() / values.len() as f64,
            factor.decimals,
        )
    };
    let what = &factor.what;
    let on = |side: Side| FactKind::FactorOn {
        factor: what.clone(),
        side,
    };
    let with = FactKind::Association {
        factor: what.clone(),
        with: outcome.measure.to_owned(),
    };
    Some((
        effect,
        vec![
            fact(on(Side::Better), mean(&better), factor.unit, better.len()),
            fact(on(Side::Worse), mean(&worse), factor.unit, worse.len()),
            fact(with, round(effect, 2), None, better.len() + worse.len()),
        ],
    ))
}

/// Cliff's delta: from -1 (every left value is smaller) to 1 (every left value is greater).
fn cliffs_delta(left: &[f64], right: &[f64]) -> f64 {
    let mut sum = 0.0;
    for l in left {
        for r in right {
            sum += match l.total_cmp(r) {
                std::cmp::Ordering::Greater => 1.0,
                std::cmp::Ordering::Less => -1.0,
                std::cmp::Ordering::Equal => 0.0,
            };
        }
    }
    sum / (left.len() * right.len()) as f64
}

/// The two-sided p-value of the rank-sum test, by the normal approximation.
fn rank_sum(left: &[f64], right: &[f64]) -> f64 {
    let (n, m) = (left.len() as f64, right.len() as f64);
    let mut all: Vec<f64> = left.iter().chain(right).copied().collect();
    all.sort_by(f64::total_cmp);
    let ties: f64 = all
        .chunk_by(|l, r| l == r)
        .map(|tied| tied.len() as f64)
        .map(|t| t * t * t - t)
        .sum();
    let total = n + m;
    let variance = n * m / 12.0 * ((total + 1.0) - ties / (total * (total - 1.0)));
    if variance <= 0.0 {
        return 1.0;
    }
    // U differs from its mean n·m/2 by half of delta·n·m.
    let distance = (cliffs_delta(left, right) * n * m / 2.0).abs();
    normal_tails((distance - 0.5).max(0.0) / variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Groups;
    use quilto_model::{EntryId, Language, Parsed};
    use serde_json::json;

    #[test]
    fn effect_and_chance_as_by_hand() {
        assert_eq!(cliffs_delta(&[3.0, 4.0], &[1.0, 2.0]), 1.0);
        assert_eq!(cliffs_delta(&[1.0, 2.0], &[1.0, 2.0]), 0.0);
        // Six against six without overlap: U = 0, z = (18 - 0.5) / √39 = 2.802, p = 0.0051.
        let low: Vec<f64> = (0..6).map(f64::from).collect();
        let high: Vec<f64> = (10..16).map(f64::from).collect();
        assert!((rank_sum(&high, &low) - 0.0051).abs() < 1e-4);
        assert_eq!(rank_sum(&[1.0; 4], &[1.0; 4]), 1.0);
    }

    const MEASURES: &str = "
default: shine
rows:
  - {name: rounds, path: 'rocks[].rounds[]', subject: 'rocks[].name'}
  - {name: nights, path: ''}
measures:
  - {name: shine, rows: rounds, each: shine, aggregate: max, better: higher}
  - {name: quiet, rows: nights, each: quiet_hours, aggregate: sum, unit: h, better: higher}
  - {name: dew, rows: nights, each: dew, aggregate: sum, better: higher}
";

    fn journal(follows: bool) -> Vec<Entry> {
        let start: NaiveDate = "2026-01-01".parse().unwrap();
        (0..40u64)
            .map(|number| {
                // After a quiet night the rock shines; dew comes and goes on its own.
                let quiet = (number * 7 + number / 3) % 5;
                let shine = if follows {
                    10 + quiet
                } else {
                    10 + number * 11 % 3
                };
                let data = json!({
                    "rocks": [{"name": "Granite", "rounds": [{"shine": shine}]}],
                    "quiet_hours": quiet,
                    "dew": number * 13 % 4,
                });
                Entry {
                    id: EntryId(format!("e{number}")),
                    date: start + Days::new(number * 2),
                    time: None,
                    kind: Default::default(),
                    raw: String::new(),
                    payload: None,
                    parsed: Some(Parsed {
                        domain_data: [
                            ("pet-rock".to_owned(), data.clone()),
                            ("garden".to_owned(), data),
                        ]
                        .into_iter()
                        .collect(),
                        ..Default::default()
                    }),
                    source: String::new(),
                }
            })
            .collect()
    }

    fn associated(follows: bool) -> Vec<Fact> {
        let measures = Measures::read("measures.yaml", MEASURES).unwrap();
        let domains = ["pet-rock", "garden"].map(|name| DomainFacts {
            name,
            measures: Some(&measures),
            groups: Groups::default(),
            language: Language::English,
        });
        let subjects = ["Granite".to_owned()];
        let outcome = Outcome {
            domain: "pet-rock",
            measure: "shine",
            subjects: &subjects,
            period: None,
        };
        let units = UnitPreferences::default();
        let entries = journal(follows);
        let order: Vec<usize> = (0..entries.len()).collect();
        associate(&outcome, &entries, &order, &domains, &units, 0)
    }

    #[test]
    fn what_goes_with_good_days_is_found() {
        let facts = associated(true);
        let quiet = facts
            .iter()
            .find(|fact| fact.kind.to_string() == "association of quiet with shine");
        let quiet = quiet.unwrap();
        assert!(
            matches!(quiet.value, FactValue::Number(effect) if effect > 0.8),
            "{quiet:?}"
        );
        assert!(quiet.sample >= 20);
        assert!(
            !facts
                .iter()
                .any(|fact| fact.kind.to_string().contains("dew")),
            "{facts:?}"
        );
    }

    #[test]
    fn what_does_not_differ_is_not_said() {
        assert!(
            !associated(false)
                .iter()
                .any(|fact| fact.kind.to_string().contains("quiet"))
        );
    }
}
