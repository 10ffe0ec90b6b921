//! A month's question through the real runner over files opens that month's days and no others.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on stops, in its helpers too"
)]

#[allow(dead_code, reason = "shared with the other question tests")]
#[path = "questions/log.rs"]
mod log;

use std::path::Path;
use std::sync::Arc;

use chrono::{Days, NaiveDate};
use quilto::domain::DomainSet;
use quilto::engine::builtin::BuiltinAgents;
use quilto::machine::{Run, RunInput, RunReport, RunSettings};
use quilto::model::RunId;
use quilto::runner::{NoUser, Runner};
use quilto::storage::{FileStore, LogStore, NewEntry};
use serde_json::json;

/// Every day of three months has a squat session, heavier by a kilo each day.
fn three_months() -> Vec<NewEntry> {
    let first = NaiveDate::from_ymd_opt(2026, 3, 1).unwrap();
    (0..92u64)
        .map(|day| {
            let weight = 60 + day;
            let set = json!({"weight": weight, "weight_unit": "kg", "reps": 5});
            let data = json!({"exercises": [{"name": "Squat (Barbell)", "sets": [set]}]});
            let date = (first + Days::new(day)).to_string();
            log::entry(
                &date,
                "18:00",
                &format!("squat {weight} x 5"),
                "strength",
                data,
            )
        })
        .collect()
}

fn domains() -> Arc<DomainSet> {
    let mut set = DomainSet::default();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../domains");
    let errors = set.add_folder(&folder);
    assert!(errors.is_empty(), "{errors:?}");
    Arc::new(set)
}

fn ask(store: &Arc<FileStore>, question: &str) -> RunReport {
    let domains = domains();
    let agents = BuiltinAgents::new(Arc::clone(store), Arc::clone(&domains));
    let names = domains.iter().map(|module| module.name.clone()).collect();
    let input = RunInput::new(question, names);
    let settings = RunSettings {
        today: log::today(),
        ..RunSettings::at(log::today().and_hms_opt(12, 0, 0).unwrap())
    };
    let run = Run::start(RunId("april".into()), input, settings).unwrap();
    let runner = Runner::new(&agents, &**store, &domains, &NoUser);
    tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap()
        .block_on(runner.run(run))
        .unwrap()
}

#[test]
fn a_month_is_answered_from_its_own_days() {
    for (question, says) in [
        ("heaviest squat in april 2026?", ["120 kg", "2026-04-30"]),
        ("2026년 4월에 스쿼트 몇 번 했어?", ["30일", "2026-04-01"]),
        (
            "total squat volume in april 2026?",
            ["15,825 kg", "30 days"],
        ),
    ] {
        let home = tempfile::tempdir().unwrap();
        let store = Arc::new(FileStore::open(home.path()).unwrap().without_sync());
        store.append(three_months()).unwrap();
        let before = store.days_opened();
        let answer = ask(&store, question).answer.unwrap();
        assert_eq!(store.days_opened() - before, 30, "{question}");
        for words in says {
            assert!(answer.text.contains(words), "{question}: {}", answer.text);
        }
    }
}
