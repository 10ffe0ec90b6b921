//! Names of one's own, laid over a domain.

use quilto_domain::{OwnAlias, UniqueMap, Vocabulary, VocabularyFile, parse};

use super::{names, set};

fn own(alias: &str, term: &str) -> OwnAlias {
    OwnAlias {
        alias: alias.into(),
        term: term.into(),
        file: "aliases.yaml".into(),
    }
}

#[test]
fn a_name_of_ones_own_is_laid_over_a_domain() {
    let mut set = set();
    set.add_alias("pet-rock", own("뭉치", "Granite")).unwrap();
    let module = set.get("pet-rock").unwrap().clone();
    let found = names(module.vocabulary(), "뭉치 polished, granite washed");
    let terms: Vec<&str> = found.iter().map(|(_, term)| term.as_str()).collect();
    assert_eq!(terms, ["Granite", "Granite"]);
    assert!(module.problems().is_empty());
    // a module that someone holds is in use, and a domain must be there
    let refused = set.add_alias("pet-rock", own("rocky", "Granite"));
    assert!(refused.is_err());
    let refused = set.add_alias("pet-cloud", own("rocky", "Granite"));
    let said = refused.unwrap_err().to_string();
    assert!(
        said.contains("aliases.yaml") && said.contains("pet-cloud"),
        "{said}"
    );
}

#[test]
fn a_name_for_nothing_is_a_problem_of_the_domain_and_costs_nothing_else() {
    let mut set = set();
    set.add_alias("pet-rock", own("rocky", "Moon")).unwrap();
    set.add_alias("pet-rock", own("roo", "Granite")).unwrap();
    let module = set.get("pet-rock").unwrap();
    assert_eq!(
        module.vocabulary().canonical("roo").map(|t| &*t.name),
        Some("Granite")
    );
    let problems: Vec<String> = module.problems().iter().map(ToString::to_string).collect();
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].contains("Moon"), "{problems:?}");
}

#[test]
fn a_name_of_ones_own_wins_over_what_the_word_meant() {
    let file = "\
terms:
  - {name: Granite, kind: rock}
  - {name: Pumice, kind: rock, aliases: [pumice stone]}
";
    let file: VocabularyFile = parse("vocabulary.yaml", file).unwrap();
    let mut vocabulary = Vocabulary::new(file, &UniqueMap::default());
    let meant = |vocabulary: &Vocabulary, text: &str| {
        vocabulary.canonical(text).map(|term| term.name.to_string())
    };
    assert_eq!(meant(&vocabulary, "pumice").as_deref(), Some("Pumice"));
    assert!(vocabulary.override_alias("Pumice", "Granite"));
    assert_eq!(meant(&vocabulary, "pumice").as_deref(), Some("Granite"));
    assert!(vocabulary.aliases("Granite").contains(&"Pumice"));
    assert!(!vocabulary.override_alias("rocky", "Moon"));
    assert!(!vocabulary.override_alias("", "Granite"));
    assert_eq!(meant(&vocabulary, "rocky"), None);
}
