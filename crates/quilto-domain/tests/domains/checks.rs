//! What checking a folder finds wrong.

use std::path::PathBuf;

use quilto_domain::{DomainError, check};

use super::{GARDEN, write};

#[test]
fn keys_that_stand_twice_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("garden");
    write(
        &folder,
        "domain.yaml",
        &format!("{GARDEN}groups:\n  herbs: [herb]\n  herbs: [spice]\n"),
    );
    let (module, problems) = check(&folder, |_| None);
    assert!(module.is_none());
    assert!(
        problems[0]
            .to_string()
            .contains("the key `herbs` stands twice"),
        "{problems:?}"
    );
    assert!(matches!(&problems[0], DomainError::Invalid { place, .. } if place.line > 0));
}

#[test]
fn checking_tells_doubtful_names() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("garden");
    write(
        &folder,
        "domain.yaml",
        &format!("{GARDEN}groups:\n  herbs: []\n"),
    );
    write(
        &folder,
        "vocabulary.yaml",
        "terms:\n  - {name: Mint, kind: plant, aliases: [green], groups: [herb]}\n  - {name: Sage, kind: plant, aliases: [green]}\nmodifiers:\n  - {name: dried, aliases: [dried]}\nfamilies:\n  - {kind: plant, aliases: [basil], plain: Basil, variants: {dryed: Dried Basil}}\n",
    );
    write(&folder, "measure.yaml", "{}");
    let (_, problems) = check(&folder, |_| None);
    let said: Vec<String> = problems.iter().map(ToString::to_string).collect();
    let holds = |words: &str| said.iter().any(|line| line.contains(words));
    assert!(
        holds("the alias `green` of `Sage` already means `Mint`"),
        "{said:?}"
    );
    assert!(
        holds("unknown modifier `dryed`; did you mean `dried`?"),
        "{said:?}"
    );
    assert!(
        holds("the group `herb` is not among the groups of domain.yaml; did you mean `herbs`?"),
        "{said:?}"
    );
    assert!(
        holds("measure.yaml: no part of a domain has this name; did you mean measures.yaml?"),
        "{said:?}"
    );
    assert_eq!(said.len(), 4, "{said:?}");
}

/// A garden of which each file names what another one has.
struct Garden {
    home: tempfile::TempDir,
    notation: String,
    measures: String,
    advice: String,
}

impl Garden {
    fn sound() -> Self {
        let garden = Self {
            home: tempfile::tempdir().unwrap(),
            notation: Self::notation("  - {name: water_ml, dimension: volume, store: ml}\n"),
            measures: Self::measures("water_ml"),
            advice: Self::advice("water"),
        };
        let folder = garden.folder();
        write(&folder, "domain.yaml", GARDEN);
        let terms = "terms:\n  - {name: Mint, kind: plant, aliases: [mint]}\n";
        write(&folder, "vocabulary.yaml", terms);
        garden
    }

    fn notation(slots: &str) -> String {
        format!(
            "list: cares\nitem: {{kinds: [plant]}}\nslots:\n{slots}terms:\n  - {{kind: plant, field: plant}}\n"
        )
    }

    fn measures(each: &str) -> String {
        format!(
            "default: water\nrows: [{{name: cares, path: 'cares[]', subject: 'cares[].plant'}}]\nmeasures:\n  - {{name: water, rows: cares, each: {each}, aggregate: sum}}\n"
        )
    }

    fn advice(measure: &str) -> String {
        format!("measure: {measure}\nsteps: []\n")
    }

    fn folder(&self) -> PathBuf {
        self.home.path().join("garden")
    }

    /// What is found wrong with it.
    fn said(&self) -> Vec<String> {
        let folder = self.folder();
        write(&folder, "notation.yaml", &self.notation);
        write(&folder, "measures.yaml", &self.measures);
        write(&folder, "advice.yaml", &self.advice);
        let (_, problems) = check(&folder, |_| None);
        problems.iter().map(ToString::to_string).collect()
    }
}

#[test]
fn checking_finds_slots_that_nothing_measures() {
    assert_eq!(Garden::sound().said(), [""; 0]);
    for (slots, message) in [
        (
            "  - {name: water_ml, dimension: volum, store: ml}\n",
            "measures `volum`, which nothing measures; did you mean `volume`?",
        ),
        (
            "  - {name: water_ml, dimension: volume, store: mll}\n",
            "is stored in `mll`, which is no unit",
        ),
        (
            "  - {name: water_ml, dimension: volume}\n",
            "the slot `water_ml` loses its unit",
        ),
    ] {
        let garden = Garden {
            notation: Garden::notation(slots),
            ..Garden::sound()
        };
        let found = garden.said();
        assert!(
            matches!(&found[..], [one] if one.contains(message)),
            "{found:?}"
        );
    }
}

#[test]
fn checking_finds_names_that_another_file_lacks() {
    let mut kinds = Garden::sound();
    kinds.notation = kinds.notation.replace("kinds: [plant]", "kinds: [plnt]");
    let field = Garden {
        measures: Garden::measures("watr_ml"),
        ..Garden::sound()
    };
    let measure = Garden {
        advice: Garden::advice("wate"),
        ..Garden::sound()
    };
    for (garden, message) in [
        (kinds, "of the kind `plnt`; did you mean `plant`?"),
        (
            field,
            "`water` reads the field `watr_ml`, which nothing fills; did you mean `water_ml`?",
        ),
        (
            measure,
            "measures.yaml has no measure `wate`; did you mean `water`?",
        ),
    ] {
        let found = garden.said();
        assert!(found[0].contains(message), "{found:?}");
    }
}

#[test]
fn checking_finds_text_that_needs_quotes() {
    let garden = Garden::sound();
    let unquoted = "name: garden\ndescription: Plants: water\n";
    write(&garden.folder(), "domain.yaml", unquoted);
    let found = garden.said();
    assert!(found[0].contains("needs quotes around it"), "{found:?}");
}
