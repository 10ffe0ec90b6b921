//! How folders load: what is in them, which of them come first, and what is left out with a word.

use std::sync::Arc;

use quilto_domain::{DomainModule, DomainSet, DomainSource, check};

use super::{GARDEN, fixtures, set, write};

#[test]
fn the_fixture_is_in_order() {
    let (module, problems) = check(&fixtures().join("pet-rock"), |_| None);
    assert!(problems.is_empty(), "{problems:?}");
    let module = module.unwrap();
    assert_eq!(module.title(), "Pet rocks");
    assert!(!module.base);
    assert_eq!(module.evaluation_rules().len(), 2);
    assert_eq!(
        module.evaluation_rules()[1].when,
        ["cracked", "crack", "금이"]
    );
    assert_eq!(module.clarifications()[0].options["ko"], ["양모", "펠트"]);
    assert!(module.schema().unwrap()["properties"]["rocks"].is_object());
    assert!(module.expertise().contains("rounds of minutes"));
    let granite = module.vocabulary().term("Granite").unwrap();
    assert_eq!(granite.number("mass"), Some(420.0));
    assert!(granite.flag("polished"));
    assert_eq!(granite.text("place"), Some("shelf"));
}

#[test]
fn a_broken_folder_is_said_with_its_place_and_the_rest_load() {
    let home = tempfile::tempdir().unwrap();
    write(&home.path().join("garden"), "domain.yaml", GARDEN);
    write(
        &home.path().join("kites"),
        "domain.yaml",
        "name: kites\ndescripton: Kites.\n",
    );
    write(
        &home.path().join("lamps"),
        "domain.yaml",
        "name: lamps\ndescription: Lamps.\n",
    );
    write(
        &home.path().join("lamps"),
        "vocabulary.yaml",
        "terms:\n  - {name: Desk Lamp, kind: lamp}\n  - name: Floor Lamp\n    kind: lamp\n    alises: [floor]\n",
    );
    write(&home.path().join("empty"), "notes.md", "nothing here");
    let mut set = DomainSet::default();
    let errors = set.add_folder(home.path());
    let said: Vec<String> = errors
        .iter()
        .map(|error| {
            error
                .to_string()
                .replace(&format!("{}/", home.path().display()), "")
        })
        .collect();
    assert_eq!(
        set.iter().map(|m| m.name.as_str()).collect::<Vec<_>>(),
        ["garden"]
    );
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(
        said[0].starts_with("empty: there is no domain.yaml"),
        "{said:?}"
    );
    assert!(said[1].starts_with("kites/domain.yaml:2:1: "), "{said:?}");
    assert!(said[1].ends_with("did you mean `description`?"), "{said:?}");
    assert!(
        said[2].starts_with("lamps/vocabulary.yaml:5:5: "),
        "{said:?}"
    );
    assert!(said[2].ends_with("did you mean `aliases`?"), "{said:?}");
}

#[test]
fn a_folder_overrides_by_name_and_a_broken_one_does_not() {
    let embedded = DomainSource::embedded(
        "garden",
        &[
            (
                "domain.yaml",
                r#"{"name": "garden", "description": "embedded"}"#,
            ),
            ("expertise.md", "Water in the morning."),
        ],
    );
    let (mut set, errors) = DomainSet::new([embedded]);
    assert!(errors.is_empty());
    let home = tempfile::tempdir().unwrap();
    write(&home.path().join("garden"), "domain.yaml", "name: garden\n");
    assert_eq!(set.add_folder(home.path()).len(), 1);
    assert_eq!(set.get("garden").unwrap().description, "embedded");
    write(&home.path().join("garden"), "domain.yaml", GARDEN);
    assert!(set.add_folder(home.path()).is_empty());
    assert_eq!(
        set.get("garden").unwrap().description,
        "Plants that are watered."
    );
    assert_eq!(set.iter().count(), 1);
}

#[test]
fn base_domains_come_first_and_what_is_left_is_available() {
    let home = tempfile::tempdir().unwrap();
    write(&home.path().join("garden"), "domain.yaml", GARDEN);
    write(
        &home.path().join("garden"),
        "expertise.md",
        "Water in the morning.\n",
    );
    write(
        &home.path().join("garden"),
        "evaluation_rules.yaml",
        "- Never drown a plant.\n",
    );
    write(
        &home.path().join("kites"),
        "domain.yaml",
        "name: kites\ndescription: Kites.\n",
    );
    let mut set = set();
    assert!(set.add_folder(home.path()).is_empty());
    let context = set.select(&["pet-rock", "no-such", "pet-rock"]);
    assert_eq!(context.domains_loaded, ["garden", "pet-rock"]);
    assert_eq!(context.available.len(), 1);
    assert_eq!(context.available[0].name, "kites");
    let expertise = context.expertise();
    assert!(
        expertise.starts_with("## Garden\n\nWater in the morning.\n\n## Pet rocks\n\n"),
        "{expertise}"
    );
    let rules: Vec<&str> = context
        .evaluation_rules()
        .iter()
        .map(|rule| rule.rule.as_str())
        .collect();
    assert_eq!(rules[0], "Never drown a plant.");
    assert_eq!(rules.len(), 3);
    assert!(set.select::<&str>(&[]).module("pet-rock").is_none());
}

#[test]
fn parts_are_read_once_and_errors_have_a_place() {
    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Shades {
        shades: Vec<String>,
    }
    let source = |text: &'static str| {
        DomainSource::embedded(
            "garden",
            &[
                ("domain.yaml", r#"{"name": "garden", "description": "x"}"#),
                ("notation.yaml", text),
            ],
        )
    };
    let module = DomainModule::new(source("shades: [green]\n")).unwrap();
    let first = module.part::<Shades>("notation.yaml").unwrap().unwrap();
    let second = module.part::<Shades>("notation.yaml").unwrap().unwrap();
    assert!(Arc::ptr_eq(&first, &second));
    assert_eq!(first.shades, ["green"]);
    assert!(module.part::<Shades>("measures.yaml").unwrap().is_none());
    let module = DomainModule::new(source("shades: [green]\nshade: blue\n")).unwrap();
    let error = module.part::<Shades>("notation.yaml").unwrap_err();
    assert_eq!(
        error.to_string(),
        "garden/notation.yaml:2:1: unknown field `shade`, expected `shades`; did you mean `shades`?"
    );
}
