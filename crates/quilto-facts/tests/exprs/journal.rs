//! A journal of pet rocks and of the nights before their days.

use std::sync::{Arc, LazyLock};

use chrono::{Days, NaiveDate};
use quilto_domain::{ActiveDomainContext, DomainSet, DomainSource};
use quilto_facts::compute_exprs;
use quilto_model::{
    DomainData, Entry, EntryId, Expr, ExprOutcome, Fact, FactValue, NotDone, Pack, Packer, Parsed,
    UnitPreferences,
};
use serde_json::{Value, json};

const ROCKS: &[(&str, &str)] = &[
    ("domain.yaml", "{name: rocks, description: pet rocks}"),
    (
        "vocabulary.yaml",
        "terms:
  - {name: Granite, kind: rock, groups: [hard]}
  - {name: Basalt, kind: rock, groups: [hard]}
  - {name: Pumice, kind: rock}",
    ),
    (
        "measures.yaml",
        "default: mass
rows:
  - name: polishes
    path: rocks[].polishes[]
    subject: rocks[].name
    quantities: {mass: {unit: mass_unit, to: mass}}
measures:
  - {name: mass, rows: polishes, where: kind != 'rinse', each: mass, aggregate: max, unit: mass, better: higher, plausible: [0, 500], detail: '{mass:mass} × {strokes}'}
  - {name: work, rows: polishes, where: kind != 'rinse', each: mass * strokes, aggregate: sum, unit: mass, better: higher}
  - {name: strokes, rows: polishes, each: strokes, aggregate: sum, decimals: 0, better: higher}
  - {name: residue, rows: polishes, where: kind != 'rinse', each: mass, aggregate: min, unit: mass, better: lower}
  - {name: weighed, rows: polishes, where: kind != 'rinse', each: mass, aggregate: avg, unit: mass}",
    ),
];

const NIGHTS: &[(&str, &str)] = &[
    ("domain.yaml", "{name: nights, description: quiet nights}"),
    ("vocabulary.yaml", "terms:\n  - {name: Night, kind: night}"),
    (
        "measures.yaml",
        "default: quiet
rows: [{name: nights, path: ''}]
measures:
  - {name: quiet, rows: nights, each: quiet_hours, aggregate: max, unit: h, better: higher}",
    ),
];

/// Read once: thousands of journals are computed with them.
static DOMAINS: LazyLock<ActiveDomainContext> = LazyLock::new(|| {
    let (set, errors) = DomainSet::new([
        DomainSource::embedded("rocks", ROCKS),
        DomainSource::embedded("nights", NIGHTS),
    ]);
    assert!(errors.is_empty(), "{errors:?}");
    set.select_all()
});

pub fn start() -> NaiveDate {
    "2026-01-05".parse().unwrap()
}

pub fn day(number: u32) -> NaiveDate {
    start() + Days::new(u64::from(number))
}

/// One note: a polish of a rock.
#[derive(Clone, Debug)]
pub struct Polish {
    pub day: u32,
    pub rock: &'static str,
    pub mass: f64,
    pub strokes: u32,
    pub rinse: bool,
    pub rain: bool,
}

impl Polish {
    /// One that was neither rinsed nor in the rain.
    pub fn plain(day: u32, rock: &'static str, mass: f64, strokes: u32) -> Self {
        Self {
            day,
            rock,
            mass,
            strokes,
            rinse: false,
            rain: false,
        }
    }

    pub fn entry(&self, place: usize) -> Entry {
        let kind = if self.rinse { "rinse" } else { "plain" };
        let polish = json!({
            "mass": self.mass, "mass_unit": "kg", "strokes": self.strokes, "kind": kind
        });
        let raw = if self.rain { "in the rain" } else { "at home" };
        let data = json!({"rocks": [{"name": self.rock, "polishes": [polish]}]});
        note(&format!("p{place}"), day(self.day), raw, "rocks", data)
    }
}

/// One note: the hours of a quiet night, on the day after it.
pub fn night(number: u32, hours: f64) -> Entry {
    let data = json!({"quiet_hours": hours});
    note(&format!("n{number}"), day(number), "", "nights", data)
}

pub fn note(id: &str, date: NaiveDate, raw: &str, domain: &str, data: Value) -> Entry {
    Entry {
        id: EntryId(id.to_owned()),
        date,
        time: None,
        kind: Default::default(),
        raw: raw.to_owned(),
        payload: None,
        parsed: Some(Parsed::of(domain, data)),
        source: String::new(),
    }
}

/// An expression: a figure of rocks, with what `more` says of it.
pub fn figure(measure: &str, op: &str, more: Value) -> Value {
    let mut figure = json!({"domain": "rocks", "measure": measure, "op": op});
    for (key, value) in more.as_object().unwrap() {
        figure[key] = value.clone();
    }
    json!({"figure": figure})
}

/// The best mass of rocks, or what `more` says instead.
pub fn best_mass(more: Value) -> Value {
    figure("mass", "best", more)
}

/// A note that tells of something in words alone.
pub fn told(number: u32, raw: &str) -> Entry {
    let mut entry = note(&format!("t{number}"), day(number), raw, "rocks", json!({}));
    entry.parsed = Some(Parsed::default());
    entry
}

/// The same, of something that was only planned.
pub fn planned(number: u32, raw: &str) -> Entry {
    let mut entry = told(number, raw);
    if let Some(parsed) = &mut entry.parsed {
        parsed.held_back.push(NotDone {
            text: raw.to_owned(),
            act: quilto_model::Act::Plan,
        });
    }
    entry
}

/// What a list of expressions comes to.
pub fn all(exprs: Value, entries: &[Entry]) -> Vec<ExprOutcome> {
    let exprs: Vec<Expr> = serde_json::from_value(exprs).unwrap();
    computed(&exprs, entries)
}

/// The same of entries as they are and as an index gives them.
pub fn computed(exprs: &[Expr], entries: &[Entry]) -> Vec<ExprOutcome> {
    let units = UnitPreferences::default();
    let compute =
        |entries: &[Entry]| compute_exprs(exprs, entries, &DOMAINS, &units, NaiveDate::MAX);
    let computed = compute(entries);
    assert_eq!(compute(&packed(entries)), computed);
    computed
}

/// The same entries with their data in a pack.
fn packed(entries: &[Entry]) -> Vec<Entry> {
    let mut packer = Packer::default();
    let mut places = Vec::new();
    for entry in entries {
        places.push(packer.at());
        entry
            .parsed
            .iter()
            .for_each(|p| p.domain_data.pack(&mut packer));
    }
    let pack = Arc::new(Pack::of(packer));
    let mut entries = entries.to_vec();
    for (entry, at) in entries.iter_mut().zip(places) {
        if let Some(parsed) = &mut entry.parsed {
            parsed.domain_data = DomainData::packed(Arc::clone(&pack), at);
        }
    }
    entries
}

/// What one expression comes to.
pub fn one(expr: Value, entries: &[Entry]) -> ExprOutcome {
    all(json!([expr]), entries).remove(0)
}

/// The number of the fact of a name; of several the last.
pub fn number(computed: &ExprOutcome, name: &str) -> Option<f64> {
    let named = |fact: &&Fact| fact.kind.to_string() == name;
    match computed.facts.iter().rfind(named)?.value {
        FactValue::Number(number) => Some(number),
        _ => None,
    }
}

/// A period of days by number.
pub fn period(from: u32, to: u32) -> Value {
    json!({"period": {"start": day(from), "end": day(to)}})
}
