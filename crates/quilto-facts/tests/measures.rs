//! Measures: those that come with the workspace are valid, and a data-only domain from a folder
//! computes and grounds with its own vocabulary.

#![allow(clippy::unwrap_used, reason = "tests say what they expect")]

use std::path::Path;

use quilto_domain::DomainSet;
use quilto_domain::measures::Measures;
use quilto_facts::{compute, format, grounding};
use quilto_model::UnitPreferences;
use quilto_model::{Entry, EntryId, FactOp, FactQuery, Parsed};
use serde_json::json;

#[test]
fn every_domain_of_the_workspace_has_valid_measures() {
    let domains = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../domains");
    let mut read = 0;
    for folder in std::fs::read_dir(&domains).unwrap() {
        let file = folder.unwrap().path().join("measures.yaml");
        let Ok(text) = std::fs::read_to_string(&file) else {
            continue;
        };
        let measures =
            Measures::read(&file.display().to_string(), &text).unwrap_or_else(|e| panic!("{e}"));
        assert!(measures.default_measure().is_some());
        read += 1;
    }
    assert!(read > 0, "no measures.yaml under {}", domains.display());
}

fn polished(id: &str, date: &str, rock: &str, minutes: u32, mass: f64) -> Entry {
    let rounds = json!([{"minutes": minutes, "mass": mass, "mass_unit": "g", "shine": 7}]);
    let data = json!({"rocks": [{"name": rock, "rounds": rounds}]});
    Entry {
        id: EntryId(id.into()),
        date: date.parse().unwrap(),
        time: None,
        kind: Default::default(),
        raw: format!("{rock} polished {minutes} minutes, {mass} g"),
        payload: None,
        parsed: Some(Parsed::of("pet-rock", data)),
        source: String::new(),
    }
}

#[test]
fn a_domain_from_a_folder_computes_and_grounds() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../quilto-domain/tests/fixtures");
    let (mut set, _) = DomainSet::new([]);
    let problems = set.add_folder(&fixtures);
    assert!(problems.is_empty(), "{problems:?}");
    let domains = set.select_all();
    let entries = [
        polished("a", "2026-03-01", "Granite", 20, 850.0),
        polished("b", "2026-03-08", "Granite", 30, 840.5),
        polished("c", "2026-03-09", "Pumice", 45, 120.0),
    ];
    let query = |subject: &str, measure: &str, op| FactQuery {
        subjects: vec![subject.into()],
        ..FactQuery::of("pet-rock", measure, op)
    };
    let queries = [
        query("Granite", "mass", FactOp::Best),
        query("Granite", "minutes", FactOp::Total),
        query("Pumice", "longest round", FactOp::Best),
    ];
    let facts = compute(
        &queries,
        &entries,
        &domains,
        &UnitPreferences::default(),
        chrono::NaiveDate::MAX,
    );
    let said: Vec<String> = facts.iter().map(format::fact_value).collect();
    let problems = domains.modules.iter().flat_map(|module| module.problems());
    assert_eq!(
        problems
            .map(|problem| problem.to_string())
            .collect::<Vec<_>>(),
        Vec::<String>::new()
    );
    assert_eq!(said, ["850 g", "50 min", "45 min"]);
    let names = grounding::names_by(domains.vocabulary());
    let refused = |draft: &str| {
        let evidence = grounding::Evidence {
            facts: &facts,
            entries: &entries,
            question: "how are my rocks?",
            expertise: &domains.expertise(),
            periods: &[],
            today: "2026-03-10".parse().unwrap(),
            domains: &["pet-rock"],
            names: &names,
        };
        grounding::check(draft, &evidence)
    };
    assert_eq!(
        refused("Granite weighed 850 g on 2026-03-01 and had 50 minutes in all."),
        []
    );
    assert_eq!(
        refused("화강암은 2026-03-01에 850g이었고 모두 50분 동안 닦았습니다."),
        []
    );
    assert_eq!(refused("Pumice had 50 minutes in all.").len(), 1);
    assert_eq!(refused("Granite weighed 860 g.").len(), 1);
    assert_eq!(refused("On March 1 granite weighed 850 g."), []);
    assert_eq!(refused("On March 4 granite weighed 850 g.").len(), 1);
}
