//! Random journals, and the plain computations that tests of them share.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use proptest::prelude::*;
use quilto_model::{Entry, ExprOutcome};

use super::journal::{Polish, day, night, number};

/// A number of cases, of which none is kept in a file.
pub fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Days of a journal.
pub const DAYS: u32 = 60;

#[derive(Clone, Debug)]
pub struct Journal {
    pub polishes: Vec<Polish>,
    pub nights: BTreeMap<u32, f64>,
}

impl Journal {
    pub fn entries(&self) -> Vec<Entry> {
        let polishes = self.polishes.iter().enumerate();
        let nights = self.nights.iter();
        let polishes = polishes.map(|(place, polish)| polish.entry(place));
        polishes
            .chain(nights.map(|(day, hours)| night(*day, *hours)))
            .collect()
    }

    pub fn of(&self, rock: &str) -> impl Iterator<Item = &Polish> {
        let rock = rock.to_owned();
        self.polishes
            .iter()
            .filter(move |polish| polish.rock == rock)
    }
}

pub fn polish() -> impl Strategy<Value = Polish> {
    let rock = prop::sample::select(vec!["Granite", "Basalt", "Pumice"]);
    let fields = (0..DAYS, rock, 1..40u32, 0..10u32, any::<u8>());
    fields.prop_map(|(day, rock, mass, strokes, dice)| Polish {
        day,
        rock,
        mass: f64::from(mass) * 2.5,
        strokes,
        rinse: dice % 5 == 0,
        rain: dice % 7 == 0,
    })
}

pub fn journal() -> impl Strategy<Value = Journal> {
    let polishes = prop::collection::vec(polish(), 0..60);
    let nights =
        prop::collection::btree_map(0..DAYS, (8..20u32).prop_map(|h| f64::from(h) / 2.0), 0..50);
    (polishes, nights).prop_map(|(polishes, nights)| Journal { polishes, nights })
}

pub fn close(left: f64, right: f64) -> bool {
    (left - right).abs() <= 0.0051 + right.abs() * 1e-9
}

pub fn dates(days: impl IntoIterator<Item = u32>) -> Vec<NaiveDate> {
    let days: BTreeSet<u32> = days.into_iter().collect();
    days.into_iter().map(day).collect()
}

/// The number of a name, or that there is none.
pub fn agrees(
    computed: &ExprOutcome,
    name: &str,
    expected: Option<f64>,
) -> Result<(), TestCaseError> {
    let found = number(computed, name);
    match (found, expected) {
        (Some(found), Some(expected)) => prop_assert!(
            close(found, expected),
            "{name}: {found}, expected {expected}"
        ),
        (found, expected) => prop_assert_eq!(found, expected, "{}: {:?}", name, computed),
    }
    Ok(())
}

pub fn middle(values: &[f64]) -> Option<f64> {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let half = values.len() / 2;
    match values.len() {
        0 => None,
        odd if odd % 2 == 1 => Some(values[half]),
        _ => Some((values[half - 1] + values[half]) / 2.0),
    }
}

/// The greatest mass of each day, rinses aside.
pub fn best_of_days<'p>(polishes: impl Iterator<Item = &'p Polish>) -> Vec<(u32, f64)> {
    let mut days: BTreeMap<u32, f64> = BTreeMap::new();
    for polish in polishes.filter(|polish| !polish.rinse) {
        let best = days.entry(polish.day).or_insert(polish.mass);
        *best = best.max(polish.mass);
    }
    days.into_iter().collect()
}

/// The days that have more, or less, than the middle of up to five days before them, of at least three; and
/// those before which there are fewer.
pub fn unusual(days: &[(u32, f64)], more: bool) -> (BTreeSet<u32>, BTreeSet<u32>) {
    let (mut unusual, mut unknown) = (BTreeSet::new(), BTreeSet::new());
    for (place, (day, value)) in days.iter().enumerate() {
        let before = days[..place].iter().rev().take(5);
        let before: Vec<f64> = before.map(|(_, value)| *value).collect();
        match middle(&before).filter(|_| before.len() >= 3) {
            None => drop(unknown.insert(*day)),
            Some(usual) if (more && *value > usual) || (!more && *value < usual) => {
                unusual.insert(*day);
            }
            Some(_) => {}
        }
    }
    (unusual, unknown)
}
