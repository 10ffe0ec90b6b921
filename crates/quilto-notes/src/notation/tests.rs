//! The engine on a journal of pet rocks.

use serde_json::{Value, json};

use super::read;
use quilto_domain::{ActiveDomainContext, DomainSet, DomainSource};
use quilto_model::UnitPreferences;
use quilto_model::{Entry, EntryId, EntryKind, Parsed};

const DOMAIN: &str = "
name: pet_rocks
description: Rocks that are polished, washed and hummed to
";

const VOCABULARY: &str = "
terms:
  - {name: Granite, kind: rock, aliases: [granite, 화강암]}
  - {name: Basalt, kind: rock, aliases: [basalt, 현무암]}
  - {name: Pumice, kind: rock, aliases: [pumice, 부석], values: {floats: true}}
";

const NOTATION: &str = r#"
list: rocks
item: {kinds: [rock], name: name, rows: rounds, unknown: true, light: [floats]}
slots:
  - {name: rounds, role: repeat, units: [round], units_of_all: [round], usual: [1, 8], whole: true}
  - {name: strokes, role: amount, units: [stroke, piece], usual: [1, 30], common: [1, 15], whole: true, words: [strokes]}
  - {name: grit, role: level, dimension: mass, unit_field: grit_unit, usual: [11, 400], possible: [1, 500], none: [dry]}
  - {name: seconds, role: amount, dimension: duration, store: s}
  - {name: shine, words: [shine], only_with_words: true}
units:
  - {name: round, words: [round, rounds, 라운드]}
  - {name: stroke, words: [stroke, strokes, 번질]}
forms:
  - {shape: "a x b @ c", readings: [{slots: [rounds, strokes, grit]}]}
  - {shape: "a x b x c", readings: [{slots: [grit, strokes, rounds]}, {slots: [rounds, strokes, grit]}]}
  - {shape: "a x b", light: true, readings: [{slots: [rounds, strokes]}, {slots: [rounds, seconds]}]}
  - shape: "a x b"
    readings: [{slots: [rounds, strokes]}, {slots: [grit, strokes]}, {slots: [strokes, grit], when: typed}, {slots: [rounds, seconds]}]
  - {shape: "a @ b", readings: [{slots: [strokes, grit]}]}
  - {shape: "@ a", readings: [{slots: [grit]}]}
marks:
  - {field: kind, value: rinse, effect: prepares, words: [rinse]}
  - {field: kind, value: cracked, effect: failed}
  - {effect: reckoned, words: [likely grit]}
"#;

pub(super) fn domains() -> ActiveDomainContext {
    let files = [
        ("domain.yaml", DOMAIN),
        ("vocabulary.yaml", VOCABULARY),
        ("notation.yaml", NOTATION),
    ];
    let (set, errors) = DomainSet::new([DomainSource::embedded("pet_rocks", &files)]);
    assert!(errors.is_empty(), "{errors:?}");
    set.select_all()
}

pub(super) fn read_with(text: &str, recent: &[Entry]) -> super::loaded_domain::Reading {
    let day = "2026-03-20".parse().unwrap();
    let domains = domains();
    let reading = read(&domains, &UnitPreferences::default(), text, day, recent);
    let problems: Vec<_> = domains
        .modules
        .iter()
        .flat_map(|module| module.problems())
        .collect();
    assert!(problems.is_empty(), "{problems:?}");
    reading
}

/// Rows as `name grit x strokes`, in short.
fn rows(text: &str) -> Vec<String> {
    short(&read_with(text, &[]).domain_data.into())
}

pub(super) fn short(data: &Value) -> Vec<String> {
    let rocks = data["pet_rocks"]["rocks"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let mut all = Vec::new();
    for rock in &rocks {
        for round in rock["rounds"].as_array().unwrap() {
            let value = |field: &str| round.get(field).map_or("-".to_owned(), Value::to_string);
            all.push(format!(
                "{} {}x{}",
                rock["name"].as_str().unwrap(),
                value("grit"),
                value("strokes")
            ));
        }
    }
    all
}

#[test]
fn pairs_and_triples_follow_the_one_rule() {
    assert_eq!(rows("granite 3x5@80"), ["Granite 80x5"; 3]);
    assert_eq!(rows("granite 80x5"), ["Granite 80x5"]);
    assert_eq!(rows("granite 80x5x3"), ["Granite 80x5"; 3]);
    assert_eq!(rows("granite 3x5x80"), ["Granite 80x5"; 3]);
    assert_eq!(rows("granite 5@80"), ["Granite 80x5"]);
    assert_eq!(rows("pumice 3x10"), ["Pumice -x10"; 3]);
    assert_eq!(rows("granite 3x10"), ["Granite -x10"; 3]);
}

#[test]
fn an_open_pair_is_read_one_way_and_told_both() {
    let reading = read_with("granite 40x20", &[]);
    assert_eq!(short(&reading.domain_data.into()), ["Granite 40x20"]);
    assert_eq!(reading.uncertain_fields, ["pet_rocks.rocks[0].rounds[0]"]);
    assert_eq!(
        reading.notes,
        ["Granite: grit 40, strokes 20; or strokes 40, grit 20"]
    );
}

#[test]
fn durations_are_amounts_in_a_chain() {
    let data = Value::Object(read_with("granite polished 3x10 minutes", &[]).domain_data);
    let rounds = &data["pet_rocks"]["rocks"][0]["rounds"];
    assert_eq!(
        *rounds,
        json!([{"seconds": 600}, {"seconds": 600}, {"seconds": 600}])
    );
}

#[test]
fn a_series_is_told_by_its_ends_and_exceptions() {
    assert_eq!(
        rows(
            "granite: started at 80kg, up to 90, last round at 85. 5 rounds, strokes were 8, 6, 5, 5, 6"
        ),
        [
            "Granite 80x8",
            "Granite 90x6",
            "Granite 90x5",
            "Granite 90x5",
            "Granite 85x6"
        ]
    );
    assert_eq!(
        rows("basalt 70kg 3x8, last round only 6"),
        ["Basalt 70x8", "Basalt 70x8", "Basalt 70x6"]
    );
    assert_eq!(
        rows("화강암 80키로에서 60까지 내려서 4라운드"),
        ["Granite 80x-", "Granite -x-", "Granite -x-", "Granite 60x-"]
    );
}

#[test]
fn what_was_not_done_is_left_out() {
    assert_eq!(
        rows("my friend did granite 200kg 3x5"),
        Vec::<String>::new()
    );
    assert_eq!(rows("granite 80x5, next time 90x5"), ["Granite 80x5"]);
    assert_eq!(rows("skipped granite. basalt 60x8"), ["Basalt 60x8"]);
    assert_eq!(
        rows("granite 25kg, no actually 20kg, 3x8"),
        ["Granite 20x8"; 3]
    );
}

#[test]
fn unknown_names_stay_as_typed() {
    let reading = read_with("Moon rock: 3x5@70", &[]);
    assert_eq!(reading.uncertain_fields, ["pet_rocks.rocks[0].name"]);
    assert_eq!(short(&reading.domain_data.into()), ["Moon rock 70x5"; 3]);
}

#[test]
fn a_note_goes_on_with_the_entry_before() {
    let first = read_with("granite 80x5", &[]);
    let entry = Entry {
        id: EntryId("2026-03-20-1".into()),
        date: "2026-03-20".parse().unwrap(),
        time: None,
        kind: EntryKind::Note,
        raw: "granite 80x5".into(),
        payload: None,
        parsed: Some(Parsed {
            domain_data: first.domain_data.into(),
            ..Parsed::default()
        }),
        source: "logs/raw/2026/03/2026-03-20.md".into(),
    };
    let recent = [entry];
    let on = |text: &str| {
        let reading = read_with(text, &recent);
        (short(&reading.domain_data.into()), reading.notes)
    };
    assert_eq!(on("then 85x5").0, ["Granite 85x5"]);
    assert_eq!(on("+2.5 same strokes").0, ["Granite 82.5x5"]);
    let (rows, notes) = on("granite same as last time +2.5kg");
    assert_eq!(rows, ["Granite 82.5x5"]);
    assert_eq!(notes, ["Granite: as on 2026-03-20, +2.5"]);
}

/// Entries of one day after another's, each read by itself.
pub(super) fn entries(notes: &[(&str, &str)]) -> Vec<Entry> {
    let entry = |(at, (day, text)): (usize, &(&str, &str))| Entry {
        id: EntryId(format!("{day}-{at}")),
        date: day.parse().unwrap(),
        time: None,
        kind: EntryKind::Note,
        raw: (*text).to_owned(),
        payload: None,
        parsed: Some(Parsed {
            domain_data: read_with(text, &[]).domain_data.into(),
            ..Parsed::default()
        }),
        source: "logs/raw/2026/03/note.md".into(),
    };
    notes.iter().enumerate().map(entry).collect()
}

#[test]
fn one_more_round_is_like_the_last_one() {
    let day = "2026-03-20";
    let recent = entries(&[
        (day, "granite 80kg 3 rounds 5 strokes"),
        (day, "granite 1 round"),
    ]);
    for text in [
        "one more round",
        "another round same grit",
        "one more round at the same grit",
        "granite one more round",
        "1라운드 더",
    ] {
        let reading = read_with(text, &recent);
        assert_eq!(
            short(&reading.domain_data.into()),
            ["Granite 80x5"],
            "{text}"
        );
        let told = match text.is_ascii() {
            true => "Granite: like the last of 2026-03-20",
            false => "Granite: 2026-03-20의 마지막 것과 같게 읽었어요",
        };
        let mut notes = reading.notes.iter();
        assert!(
            notes.any(|note| note == told),
            "{text}: {:?}",
            reading.notes
        );
    }
    let two = read_with("two more rounds", &recent).domain_data;
    assert_eq!(short(&two.into()), ["Granite 80x5"; 2]);
    let fewer = read_with("one more round of 4 strokes", &recent).domain_data;
    assert_eq!(short(&fewer.into()), ["Granite 80x4"]);
    assert_eq!(
        rows("granite 80kg 3 rounds 5 strokes, one more round"),
        ["Granite 80x5"; 4]
    );
    // Not on another day, and not where it was not done.
    let before = entries(&[("2026-03-19", "granite 80x5")]);
    assert!(read_with("one more round", &before).domain_data.is_empty());
    for text in [
        "should do one more round",
        "no more rounds",
        "couldn't do one more round",
    ] {
        assert!(read_with(text, &recent).domain_data.is_empty(), "{text}");
    }
}

#[test]
fn the_same_as_last_time_looks_past_rows_without_a_level() {
    let recent = entries(&[
        ("2026-03-18", "granite 80kg 2 rounds 5 strokes, pumice 3x10"),
        ("2026-03-19", "granite 1 round"),
    ]);
    let on = |text: &str| {
        let reading = read_with(text, &recent);
        (short(&reading.domain_data.into()), reading.notes)
    };
    let (rows, notes) = on("granite same as last time +2.5kg");
    assert_eq!(rows, ["Granite 82.5x5"; 2]);
    assert_eq!(notes, ["Granite: as on 2026-03-18, +2.5"]);
    assert_eq!(on("화강암 지난번이랑 똑같이 +2.5").0, ["Granite 82.5x5"; 2]);
    assert_eq!(on("granite same as last time").0, ["Granite 80x5"; 2]);
    // The change is in the unit typed, the rows stay in theirs.
    assert_eq!(
        on("granite same as last time +11lb").0,
        ["Granite 84.99x5"; 2]
    );
    let (rows, notes) = on("pumice same as last time +2.5kg");
    assert_eq!(rows, ["Pumice -x10"; 3]);
    assert_eq!(
        notes,
        ["Pumice: as on 2026-03-18; nothing there to add +2.5 to"]
    );
}

#[test]
fn a_very_long_note_is_read_to_its_end() {
    for (one, expected) in [
        ("granite 80x5, ", "80x5"),
        ("granite 80kg 5 strokes, ", "80x5"),
        ("granite 80x5\n", "80x5"),
    ] {
        let many = 400;
        let found = rows(&one.repeat(many));
        assert_eq!(found.len(), many, "{one}");
        assert!(found.iter().all(|row| row.ends_with(expected)), "{one}");
    }
}

#[test]
fn numbered_rows_are_no_counts() {
    assert_eq!(
        rows("granite\n1라운드 60kg 10번질\n2라운드 80kg 8번질"),
        rows("granite 60kg 10번질, 80kg 8번질")
    );
}

#[test]
fn any_text_is_fine() {
    for text in [
        "",
        " \n\r\n",
        "@",
        "x x x",
        "granite x",
        "5x",
        "@@5x@",
        "½x½",
        "granite ???x???@185",
        "\u{200b}",
    ] {
        read_with(text, &[]);
    }
}

proptest::proptest! {
    #[test]
    fn no_text_breaks_it(text in "(granite|basalt|[0-9]{1,4}|x|@|,|\\.|-|/| |kg|last|round|다음에는|까지|80키로에서|\\n|[^a-z]){0,24}") {
        read_with(&text, &[]);
    }
}

/// What is read of a note, in short, with its doubtful fields.
fn read_after(text: &str, recent: &[Entry]) -> (Vec<String>, Vec<String>) {
    let reading = read_with(text, recent);
    (short(&reading.domain_data.into()), reading.uncertain_fields)
}

#[test]
fn of_two_readings_the_one_near_to_the_last_values_is_taken() {
    // Alone it is doubtful; with either habit it is not, and reads as usual.
    assert_eq!(read_after("granite 40x20", &[]).1.len(), 1);
    let at_40 = entries(&[("2026-03-18", "granite 40kg 18 strokes 1 round")]);
    let sure = (vec!["Granite 40x20".to_owned()], Vec::new());
    assert_eq!(read_after("granite 40x20", &at_40), sure);
    let at_20 = entries(&[("2026-03-18", "basalt 22kg 40 strokes 1 round")]);
    let other = read_with("basalt 40x20", &at_20);
    assert_eq!(short(&other.domain_data.into()), ["Basalt 20x40"]);
    assert_eq!(
        other.notes,
        ["Basalt: strokes 40, grit 20, going by your earlier notes"]
    );
    // Of another rock nothing is known.
    assert_eq!(read_after("granite 40x20", &at_20).1.len(), 1);
}

#[test]
fn two_numbers_in_a_row_go_by_the_last_values() {
    let recent = entries(&[("2026-03-18", "granite 12kg 25 strokes 3 rounds")]);
    assert_eq!(read_after("granite 25 12", &[]).0, ["Granite 25x12"]);
    assert_eq!(read_after("granite 25 12", &recent).0, ["Granite 12x25"]);
    assert_eq!(read_after("granite 5 100", &[]).0, ["Granite 100x5"]);
}

#[test]
fn a_reading_that_was_put_right_holds_for_the_next_of_its_kind() {
    let mut recent = entries(&[
        ("2026-03-16", "granite 100kg 5 strokes 1 round"),
        ("2026-03-18", "granite 7x6"),
    ]);
    assert_eq!(read_after("granite 8x7", &recent).0.len(), 8);
    // The writer said that the 7x6 was 6 strokes at 7 kg.
    recent[1].parsed.as_mut().unwrap().domain_data["pet_rocks"]["rocks"][0]["rounds"] =
        json!([{"grit": 7, "grit_unit": "kg", "strokes": 6}]);
    assert_eq!(read_after("granite 8x7", &recent).0, ["Granite 8x7"]);
}

#[test]
fn a_value_that_cannot_be_is_left_out_and_said() {
    let reading = read_with("granite 9000kg 5 strokes", &[]);
    assert_eq!(short(&reading.domain_data.into()), ["Granite -x5"]);
    assert_eq!(
        reading.uncertain_fields,
        ["pet_rocks.rocks[0].rounds[0].grit"]
    );
    assert_eq!(
        reading.notes,
        [
            "Granite: grit of 9000 kg is hard to believe and not counted; to put it right, say \"no, … kg\""
        ]
    );
}

#[test]
fn sums_are_shared_out_and_say_so() {
    let reading = read_with("pumice 50 strokes in 3 rounds", &[]);
    assert_eq!(reading.notes, ["Pumice: 50 in all, shared out evenly"]);
    assert_eq!(
        short(&reading.domain_data.into()),
        ["Pumice -x17", "Pumice -x17", "Pumice -x16"]
    );
    // No more than is common in one round: each of them.
    assert_eq!(rows("pumice 8 strokes in 3 rounds"), ["Pumice -x8"; 3]);
}

#[test]
fn rows_are_taken_back_and_told_on() {
    assert_eq!(rows("granite 80kg 3x5? no, 2x5"), ["Granite 80x5"; 2]);
    assert_eq!(
        rows("granite 80kg 8 strokes, another round at 90"),
        ["Granite 80x8", "Granite 90x8"]
    );
    assert_eq!(
        rows("granite 80kg 3x5+ (9)"),
        ["Granite 80x5", "Granite 80x5", "Granite 80x9"]
    );
    assert_eq!(
        rows("pumice 12 + 10 + 8"),
        ["Pumice -x12", "Pumice -x10", "Pumice -x8"]
    );
}

#[test]
fn what_is_open_struck_out_or_crossed_was_not_done() {
    let open = "[x] granite 3x5@80\n[ ] basalt 3x5@80\n- ~~basalt 5@80~~ dusty";
    assert_eq!(rows(open), ["Granite 80x5"; 3]);
    assert_eq!(rows("basalt ❌, granite ✅ 5@80"), ["Granite 80x5"]);
    assert_eq!(rows("granite 3x5@80 ❌"), Vec::<String>::new());
    assert_eq!(
        rows("granite 80x5, 100 ✖"),
        ["Granite 80x5", "Granite 100x0"]
    );
}

#[test]
fn a_heading_that_plans_covers_what_it_heads() {
    for text in [
        "Tomorrow: granite 5@80, basalt 5@60",
        "Plan for friday:\ngranite 5@80\nbasalt 5@60",
        "내일 계획: 화강암 5@80, 현무암 5@60",
        "If it rains: granite 5@80",
        "likely grit of granite 140",
    ] {
        assert_eq!(rows(text), Vec::<String>::new(), "{text}");
    }
    let after = "Tomorrow: granite 5@80\n\nbasalt 5@60";
    assert_eq!(rows(after), ["Basalt 60x5"]);
    assert_eq!(rows("granite 5@80, target 90"), ["Granite 80x5"]);
    let instead = "goal was granite 3x5@80, got 2x5@70";
    assert_eq!(rows(instead), ["Granite 70x5"; 2]);
}

#[test]
fn a_plan_takes_back_nothing_that_was_done() {
    let done = "화강암 80키로 5번질 3라운드 했는데 다음주에는 더 올려봐야지";
    assert_eq!(rows(done), ["Granite 80x5"; 3]);
    assert_eq!(rows("화강암 5@80 내일 하자"), Vec::<String>::new());
}

#[test]
fn rounds_told_behind_several_items_are_of_each() {
    assert_eq!(
        rows("4 strokes of granite, 8 strokes of basalt. Got 2 rounds"),
        ["Granite -x4", "Granite -x4", "Basalt -x8", "Basalt -x8"]
    );
    assert_eq!(
        rows("9-6-3 granites 80kg + basalt"),
        [
            "Granite 80x9",
            "Granite 80x6",
            "Granite 80x3",
            "Basalt -x9",
            "Basalt -x6",
            "Basalt -x3"
        ]
    );
}

#[test]
fn signs_that_lead_one_amount_each_make_a_row_each() {
    assert_eq!(
        rows("granite 80kg x5 x5 x4"),
        ["Granite 80x5", "Granite 80x5", "Granite 80x4"]
    );
    assert_eq!(
        rows("granite 60kg, 70kg, 80kg x5"),
        ["Granite 60x5", "Granite 70x5", "Granite 80x5"]
    );
}
