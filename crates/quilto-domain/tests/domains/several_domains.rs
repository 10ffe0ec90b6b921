//! Whose a name is that several domains have.

use std::path::Path;

use quilto_domain::{DomainSet, MergedVocabulary};
use quilto_text::read;

use super::write;

fn two_domains(home: &Path) -> DomainSet {
    let terms = |kind: &str, names: &[&str]| {
        let lines: Vec<String> = names
            .iter()
            .map(|name| format!("  - {{name: {name}, kind: {kind}, aliases: [{name}]}}\n"))
            .collect();
        format!("terms:\n{}", lines.concat())
    };
    write(&home.join("a"), "domain.yaml", "name: a\ndescription: A.\n");
    write(
        &home.join("a"),
        "vocabulary.yaml",
        &terms("hue", &["ruby", "amber", "mint"]),
    );
    write(&home.join("b"), "domain.yaml", "name: b\ndescription: B.\n");
    write(
        &home.join("b"),
        "vocabulary.yaml",
        &terms("plant", &["mint", "basil", "mint tea", "ruby grass"]),
    );
    let mut set = DomainSet::default();
    assert!(set.add_folder(home).is_empty());
    set
}

fn owners(vocabulary: &MergedVocabulary<'_>, text: &str) -> Vec<(String, usize)> {
    let tokens = read(text);
    vocabulary
        .find(&tokens)
        .iter()
        .map(|found| (found.mention.term.to_string(), found.domain))
        .collect()
}

#[test]
fn a_span_belongs_to_one_domain() {
    let home = tempfile::tempdir().unwrap();
    let context = two_domains(home.path()).select(&["a", "b"]);
    let vocabulary = context.vocabulary();
    let owned = |text: &str| owners(&vocabulary, text);
    // The first domain where nothing else decides.
    assert_eq!(owned("mint"), [("mint".into(), 0)]);
    // Neighbours decide.
    assert_eq!(
        owned("basil and mint"),
        [("basil".into(), 1), ("mint".into(), 1)]
    );
    assert_eq!(
        owned("amber mint"),
        [("amber".into(), 0), ("mint".into(), 0)]
    );
    assert_eq!(
        owned("ruby, amber. basil and mint"),
        [
            ("ruby".into(), 0),
            ("amber".into(), 0),
            ("basil".into(), 1),
            ("mint".into(), 1)
        ]
    );
    // The longer claim wins.
    assert_eq!(
        owned("ruby ruby grass"),
        [("ruby".into(), 0), ("ruby grass".into(), 1)]
    );
    assert_eq!(
        owned("amber and mint tea"),
        [("amber".into(), 0), ("mint tea".into(), 1)]
    );
}
