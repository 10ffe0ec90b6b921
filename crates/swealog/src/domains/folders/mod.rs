//! Tests of the data in the top-level `domains/` folders, through the loader that the program uses.

mod strength;
mod words;

use std::path::Path;
use std::sync::OnceLock;

use quilto::domain::{DomainSet, GROUP, Vocabulary};
use quilto::text::read;

const NAMES: [&str; 6] = [
    "general_fitness",
    "strength",
    "running",
    "nutrition",
    "swimming",
    "movement",
];

fn domains() -> &'static DomainSet {
    static SET: OnceLock<DomainSet> = OnceLock::new();
    SET.get_or_init(|| {
        let mut set = DomainSet::default();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../domains");
        let errors = set.add_folder(&folder);
        assert!(errors.is_empty(), "{errors:#?}");
        set
    })
}

fn vocabulary(domain: &str) -> &'static Vocabulary {
    domains().get(domain).unwrap().vocabulary()
}

/// The names that a domain finds in a text, groups left out.
fn found(domain: &str, text: &str) -> Vec<String> {
    vocabulary(domain)
        .find(&read(text))
        .into_iter()
        .filter(|mention| &*mention.kind != GROUP)
        .map(|mention| mention.term.to_string())
        .collect()
}

/// Checks a table of texts and the one name each must give; says all that fail, not only the first.
fn each_is(domain: &str, table: &[(&str, &[&str])]) {
    let mut wrong = Vec::new();
    for (name, texts) in table {
        for text in *texts {
            let names = found(domain, text);
            if names != [*name] {
                wrong.push(format!("{text:?}: expected {name:?}, found {names:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn all_load_and_are_whole() {
    let set = domains();
    let names: Vec<&str> = set.iter().map(|domain| domain.name.as_str()).collect();
    assert_eq!(names.len(), NAMES.len(), "{names:?}");
    for name in NAMES {
        let domain = set.get(name).unwrap();
        assert_eq!(domain.base, ["general_fitness", "movement"].contains(&name));
        assert!(domain.description.len() > 80, "{name}");
        assert!(domain.expertise().len() > 2000, "{name}");
        assert!(domain.context_guidance().len() > 300, "{name}");
        assert!(domain.evaluation_rules().len() >= 5, "{name}");
        assert!(domain.clarifications().len() >= 4, "{name}");
        assert_eq!(domain.vocabulary().problems().count(), 0, "{name}");
        assert_eq!(domain.problems().len(), 0, "{name}");
    }
}

#[test]
fn questions_are_asked_in_both_languages() {
    for domain in domains().iter() {
        for question in domain.clarifications() {
            let place = (&domain.name, &question.gap);
            let languages: Vec<&str> = question.question.keys().map(String::as_str).collect();
            assert_eq!(languages, ["en", "ko"], "{place:?}");
            if let (Some(en), Some(ko)) = (question.options.get("en"), question.options.get("ko")) {
                assert_eq!(en.len(), ko.len(), "{place:?}");
            } else {
                assert!(question.options.is_empty(), "{place:?}");
            }
        }
    }
}

#[test]
fn groups_are_declared_and_have_members() {
    for domain in domains().iter() {
        let declared: Vec<&str> = domain.groups.iter().map(|(name, _)| name).collect();
        for term in domain.vocabulary().terms() {
            for group in &term.groups {
                assert!(declared.contains(&&**group), "{}: {group}", term.name);
            }
        }
        for group in declared {
            let members = domain.vocabulary().members(group);
            let members = members.iter().filter(|term| &*term.kind != GROUP).count();
            assert!(members > 0, "{}: {group}", domain.name);
        }
    }
}

#[test]
fn every_canonical_name_finds_itself() {
    let mut wrong = Vec::new();
    for domain in domains().iter() {
        for term in domain.vocabulary().terms() {
            let canonical = domain.vocabulary().canonical(&term.name);
            if canonical.map(|found| &found.name) != Some(&term.name) {
                wrong.push(format!("{}: {} is not canonical", domain.name, term.name));
            }
            let names = found(&domain.name, &term.name);
            if names != [&*term.name] {
                wrong.push(format!("{}: {} finds {names:?}", domain.name, term.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn domains_share_a_note_without_stealing_words() {
    let all = domains().select(&NAMES[1..]);
    let merged = all.vocabulary();
    let names = |text: &str| -> Vec<String> {
        let tokens = read(text);
        let mentions = merged.find(&tokens);
        mentions
            .into_iter()
            .filter(|found| &*found.mention.kind != GROUP)
            .map(|found| found.mention.term.to_string())
            .collect()
    };
    assert_eq!(
        names("bench 80kg 5x5 felt heavy, slept bad"),
        ["Bench Press (Barbell)", "bad sleep"]
    );
    assert_eq!(
        names("5x5 squat then a chicken salad"),
        ["Squat (Barbell)", "Chicken Salad"]
    );
    assert_eq!(
        names("데드 150x5, 허리 뻐근"),
        ["Deadlift (Barbell)", "lower back", "sore"]
    );
    assert_eq!(names("cable fly 20kg 12x4"), ["Cable Fly"]);
    assert_eq!(
        names("벤치 80 5x5 인클라인 60 8x3 케이블플라이 20"),
        [
            "Bench Press (Barbell)",
            "Incline Bench Press (Barbell)",
            "Cable Fly"
        ]
    );
    assert_eq!(names("러닝머신 30분 5km"), ["treadmill"]);
}
