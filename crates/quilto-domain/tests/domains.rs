//! Domain folders on disk: what loads, what is refused, and what is said about it.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests, where a panic is the failure"
)]

use std::fs;
use std::path::{Path, PathBuf};

use quilto_domain::{
    DomainError, DomainModule, DomainSet, DomainSource, GROUP, MergedVocabulary, OwnAlias,
    UniqueMap, Vocabulary, VocabularyFile, check, parse,
};
use quilto_text::read;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

fn set() -> DomainSet {
    let mut set = DomainSet::default();
    let errors = set.add_folder(&fixtures());
    assert!(errors.is_empty(), "{errors:?}");
    set
}

fn rocks() -> std::sync::Arc<DomainModule> {
    set().get("pet-rock").unwrap().clone()
}

/// Text as typed → canonical name, `?` behind one that is not exact.
fn names(vocabulary: &Vocabulary, text: &str) -> Vec<(String, String)> {
    let tokens = read(text);
    vocabulary
        .find(&tokens)
        .iter()
        .map(|mention| {
            let doubt = if mention.exact { "" } else { "?" };
            (
                tokens.slice(mention.span).to_owned(),
                format!("{}{doubt}", mention.term),
            )
        })
        .collect()
}

#[track_caller]
fn finds(text: &str, expected: &[(&str, &str)]) {
    let module = rocks();
    let found = names(module.vocabulary(), text);
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    assert_eq!(found, expected, "in {text:?}");
}

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
fn names_are_found_as_people_write_them() {
    finds("granite polished 3x10", &[("granite", "Granite")]);
    finds(
        "GRANITES and Ｐｕｍｉｃｅ",
        &[("GRANITES", "Granite"), ("Ｐｕｍｉｃｅ", "Pumice")],
    );
    finds(
        "pumice-stone, pumicestone",
        &[("pumice-stone", "Pumice"), ("pumicestone", "Pumice")],
    );
    finds(
        "화강암을 닦고 부석은 쉼",
        &[("화강암", "Granite"), ("부석", "Pumice")],
    );
    finds("화 강 암 10분", &[("화 강 암", "Granite")]);
    finds("화강암10분", &[("화강암", "Granite")]);
    finds("gra\u{200b}nite80", &[("gra\u{200b}nite", "Granite")]);
    finds("granitelike things and a basaltic view", &[]);
}

#[test]
fn families_take_the_modifiers_beside_them() {
    finds("quartz 10 min", &[("quartz", "Quartz (Clear)")]);
    finds("rose quartz", &[("rose quartz", "Rose Quartz")]);
    finds("quartz rose", &[("quartz rose", "Rose Quartz")]);
    finds(
        "pink tumbled qz",
        &[("pink tumbled qz", "Rose Quartz (Tumbled)")],
    );
    finds(
        "tumbled pink quartz",
        &[("tumbled pink quartz", "Rose Quartz (Tumbled)")],
    );
    finds(
        "quartz (raw cut) 5g",
        &[("quartz (raw cut)", "Quartz (Raw)")],
    );
    finds(
        "장미석영 장미 쿼츠",
        &[("장미석영", "Rose Quartz"), ("장미 쿼츠", "Rose Quartz")],
    );
    finds(
        "smoky quartz, tumbled basalt",
        &[
            ("smoky quartz", "Smoky Quartz"),
            ("tumbled basalt", "Basalt (Tumbled)"),
        ],
    );
}

#[test]
fn a_modifier_between_two_heads_belongs_to_the_second() {
    finds(
        "quartz 80 tumbled basalt 20",
        &[
            ("quartz", "Quartz (Clear)"),
            ("tumbled basalt", "Basalt (Tumbled)"),
        ],
    );
    finds(
        "quartz tumbled basalt",
        &[
            ("quartz", "Quartz (Clear)"),
            ("tumbled basalt", "Basalt (Tumbled)"),
        ],
    );
    finds(
        "basalt tumbled, quartz",
        &[
            ("basalt tumbled", "Basalt (Tumbled)"),
            ("quartz", "Quartz (Clear)"),
        ],
    );
}

#[test]
fn a_modifier_may_stand_apart_in_its_clause() {
    let module = rocks();
    let tokens = read("석영 10g 장미로 시작했음");
    let found = module.vocabulary().find(&tokens);
    assert_eq!(&*found[0].term, "Rose Quartz");
    assert!(found[0].exact);
    assert_eq!(tokens.slice(found[0].span), "석영");
    assert_eq!(tokens.slice(found[0].modifiers[0].span), "장미");
    // Not across a clause, and not a modifier that has another head.
    finds("quartz 10 min, rose later", &[("quartz", "Quartz (Clear)")]);
    finds(
        "basalt 5 min tumbled rose quartz",
        &[
            ("basalt", "Basalt"),
            ("tumbled rose quartz", "Rose Quartz (Tumbled)"),
        ],
    );
}

#[test]
fn a_modifier_before_a_number_means_the_head_before() {
    finds(
        "quartz 80 3x5 smoky 60 3x8",
        &[("quartz", "Quartz (Clear)"), ("smoky", "Smoky Quartz?")],
    );
    finds(
        "석영 80 5개 장미 60",
        &[("석영", "Quartz (Clear)"), ("장미", "Rose Quartz?")],
    );
    finds("smoky 60 3x8", &[]);
}

#[test]
fn a_combination_without_a_variant_is_the_nearest_and_not_exact() {
    finds(
        "smoky rose quartz",
        &[("smoky rose quartz", "Rose Quartz?")],
    );
    finds(
        "tumbled quartz",
        &[("tumbled quartz", "Rose Quartz (Tumbled)?")],
    );
    finds("smoky basalt", &[("smoky basalt", "Basalt?")]);
    let module = rocks();
    let found = module.vocabulary().find(&read("smoky pink quartz"));
    let used: Vec<(&str, bool)> = found[0]
        .modifiers
        .iter()
        .map(|m| (&*m.name, m.used))
        .collect();
    assert_eq!(used, [("smoky", false), ("rose", true)]);
}

#[test]
fn slips_in_long_names_are_found_and_marked() {
    finds("granitte 5g", &[("granitte", "Granite?")]);
    finds("garnite 5g", &[("garnite", "Granite?")]);
    finds("그래나이드를 닦음", &[("그래나이드", "Granite?")]);
    // Short names and other words are left alone.
    finds("pumi and basil", &[]);
    finds("granted", &[]);
}

#[test]
fn groups_are_mentions_of_their_own_kind() {
    let module = rocks();
    let found = module.vocabulary().find(&read("polished the shiny ones"));
    assert_eq!((&*found[0].kind, &*found[0].term), (GROUP, "shiny"));
    let members: Vec<&str> = module
        .vocabulary()
        .members("quiet")
        .iter()
        .map(|t| &*t.name)
        .collect();
    assert_eq!(members, ["Pumice", "Basalt", "Basalt (Tumbled)"]);
    assert!(module.vocabulary().is_group("shiny"));
    assert!(module.vocabulary().aliases("Granite").contains(&"화강암"));
    assert!(module.vocabulary().aliases("Basalt").contains(&"현무암"));
}

#[test]
fn a_whole_text_can_be_asked_for_its_name() {
    let module = rocks();
    let name = |text| {
        module
            .vocabulary()
            .canonical(text)
            .map(|term| term.name.to_string())
    };
    assert_eq!(name(" pink quartz ").as_deref(), Some("Rose Quartz"));
    assert_eq!(
        name("Rose Quartz (Tumbled)").as_deref(),
        Some("Rose Quartz (Tumbled)")
    );
    assert_eq!(name("granite 5"), None);
    assert_eq!(name("garnite"), None);
    assert_eq!(name("shiny"), None);
}

fn write(folder: &Path, file: &str, text: &str) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join(file), text).unwrap();
}

const GARDEN: &str = "name: garden\ndescription: Plants that are watered.\nbase: true\n";

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

    fn folder(&self) -> std::path::PathBuf {
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
    assert!(std::sync::Arc::ptr_eq(&first, &second));
    assert_eq!(first.shades, ["green"]);
    assert!(module.part::<Shades>("measures.yaml").unwrap().is_none());
    let module = DomainModule::new(source("shades: [green]\nshade: blue\n")).unwrap();
    let error = module.part::<Shades>("notation.yaml").unwrap_err();
    assert_eq!(
        error.to_string(),
        "garden/notation.yaml:2:1: unknown field `shade`, expected `shades`; did you mean `shades`?"
    );
}

/// Pieces of names, particles and numbers in any order.
fn noisy() -> impl proptest::strategy::Strategy<Value = String> {
    use proptest::prelude::*;
    let pieces = prop::sample::select(vec![
        "granite",
        "gran",
        "ite",
        "quartz",
        "qz",
        "rose",
        "tumbled",
        "smoky",
        "raw cut",
        "raw",
        "basalt",
        "석영",
        "장미",
        "텀블",
        "연",
        "화강암",
        "그래나이트",
        "을",
        "로",
        "에서",
        "했음",
        " ",
        " ",
        "-",
        "(",
        ")",
        ",",
        ".",
        "\n",
        "80",
        "kg",
        "s",
        "x",
        "5",
        "pumice stone",
        "shiny ones",
        "\u{200b}",
        "\u{301}",
        "Ｑ",
        "ㅋ",
        "😀",
        "'",
    ]);
    prop::collection::vec(pieces, 0..20).prop_map(|pieces| pieces.concat())
}

fn mentions_are_sound(vocabulary: &Vocabulary, text: &str) {
    let tokens = read(text);
    let mut end = 0;
    for mention in vocabulary.find(&tokens) {
        let (start, until) = (mention.span.start, mention.span.end);
        assert!(
            start < until && text.get(start..until).is_some(),
            "{mention:?} in {text:?}"
        );
        assert!(start >= end, "mentions overlap in {text:?}");
        assert!(mention.tokens.start < mention.tokens.end && mention.tokens.end <= tokens.len());
        assert!(mention.kind.as_ref() == GROUP || vocabulary.term(&mention.term).is_some());
        end = until;
    }
}

#[test]
fn a_name_ends_before_the_next_one_in_the_same_brackets() {
    mentions_are_sound(rocks().vocabulary(), "rose(basaltbasalt)");
}

proptest::proptest! {
    #[test]
    fn names_in_any_text_are_sound(text in noisy()) {
        mentions_are_sound(rocks().vocabulary(), &text);
    }

    #[test]
    fn names_in_arbitrary_text_are_sound(text in proptest::prelude::any::<String>()) {
        mentions_are_sound(rocks().vocabulary(), &text);
    }
}

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
