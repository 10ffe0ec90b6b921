//! What one formula costs per row, and what a question costs over years of notes.
//!
//! `cargo bench -p quilto-facts --bench facts`
#![allow(clippy::unwrap_used, reason = "a benchmark of fixed input")]

use chrono::{Days, NaiveDate, NaiveTime};
use quilto_domain::measures::{Cell, Formula, Measures};
use quilto_facts::{DomainFacts, Groups, compute_with};
use quilto_model::{Entry, EntryId, FactOp, FactQuery, GroupBy, Parsed};
use quilto_model::{Language, UnitPreferences};
use serde_json::json;

fn main() {
    divan::main();
}

const EACH: &str = "mass if strokes == 1 else mass * (1 + strokes / 30)";
const WHERE: &str = "strokes > 0 and strokes <= 12 and kind not in ['rinse', 'slipped', 'plan']";

/// The formula as compiled here, over 300,000 rows.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn formula_compiled(bencher: divan::Bencher) {
    let each = Formula::parse(EACH).unwrap();
    let condition = Formula::parse(WHERE).unwrap();
    bencher.bench(|| {
        let mut sum = 0.0;
        for row in 0..300_000u32 {
            let field = |name: &str| match name {
                "mass" => Cell::Number(f64::from(row % 100)),
                "strokes" => Cell::Number(f64::from(row % 10)),
                _ => Cell::Text("plain"),
            };
            if condition
                .eval(&|place| field(&condition.fields()[place]))
                .is_true()
            {
                let value = each.eval(&|place| field(&each.fields()[place]));
                sum += value.number().unwrap_or_default();
            }
        }
        sum
    });
}

/// The same by minijinja's expressions: the reason why formulas are compiled here.
#[divan::bench(sample_count = 10, sample_size = 1)]
fn formula_minijinja(bencher: divan::Bencher) {
    let env = minijinja::Environment::new();
    let each = env.compile_expression(EACH).unwrap();
    let condition = env.compile_expression(WHERE).unwrap();
    bencher.bench(|| {
        let mut sum = 0.0;
        for row in 0..300_000u32 {
            let fields = minijinja::context! {
                mass => f64::from(row % 100), strokes => f64::from(row % 10), kind => "plain"
            };
            if condition.eval(&fields).unwrap().is_true() {
                sum += f64::try_from(each.eval(&fields).unwrap()).unwrap();
            }
        }
        sum
    });
}

const MEASURES: &str = "
default: mass
rows:
  - name: polishes
    path: rocks[].polishes[]
    subject: rocks[].name
    quantities: {mass: {unit: mass_unit, to: mass}}
    where: kind != 'plan'
measures:
  - {name: mass, rows: polishes, where: strokes > 0, each: mass, aggregate: max, unit: mass, detail: '{mass:mass} × {strokes}'}
  - {name: work, rows: polishes, where: strokes > 0, each: mass * strokes, aggregate: sum, unit: mass}
";

/// 100,000 entries with three rows each, over about 27 years.
fn journal() -> Vec<Entry> {
    let start = NaiveDate::from_ymd_opt(2000, 1, 1).unwrap();
    let names = ["Granite", "Basalt", "Pumice", "Marble", "Slate"];
    (0..100_000u64)
        .map(|number| {
            let polish = |strokes: u64| {
                let unit = if number.is_multiple_of(7) { "lb" } else { "kg" };
                json!({"mass": 20 + number % 90, "mass_unit": unit, "strokes": strokes, "kind": "plain"})
            };
            let data = json!({"rocks": [{
                "name": names[(number % 5) as usize],
                "polishes": [polish(number % 12), polish(5), polish(8)],
            }]});
            Entry {
                id: EntryId(format!("e{number}")),
                date: start + Days::new(number / 10),
                time: NaiveTime::from_hms_opt((number % 24) as u32, 0, 0),
                kind: Default::default(),
                raw: String::new(),
                payload: None,
                parsed: Some(Parsed::of("pet-rock", data)),
                source: String::new(),
            }
        })
        .collect()
}

/// One question over all 100,000 entries.
#[divan::bench(args = [FactOp::Best, FactOp::Total, FactOp::Series, FactOp::Trend, FactOp::LongestGap], sample_count = 10, sample_size = 1)]
fn question(bencher: divan::Bencher, op: FactOp) {
    let entries = journal();
    let measures = Measures::read("measures.yaml", MEASURES).unwrap();
    let units = UnitPreferences::default();
    let domains = [DomainFacts {
        name: "pet-rock",
        measures: Some(&measures),
        groups: Groups::default(),
        language: Language::English,
    }];
    let query = FactQuery {
        subjects: vec!["Granite".into()],
        by: (op == FactOp::Series).then_some(GroupBy::Month),
        ..FactQuery::of(
            "pet-rock",
            if op == FactOp::Total { "work" } else { "mass" },
            op,
        )
    };
    bencher.bench(|| {
        compute_with(
            std::slice::from_ref(&query),
            &entries,
            &domains,
            &units,
            chrono::NaiveDate::MAX,
        )
    });
}
