//! Names of a vocabulary in text: as people write them, with modifiers, with slips.

use quilto_domain::GROUP;
use quilto_text::read;

use super::{names, rocks};

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
