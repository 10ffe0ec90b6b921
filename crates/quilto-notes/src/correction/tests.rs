//! Corrections in a journal of pet rocks.

use std::sync::Arc;

use serde_json::{Value, json};

use super::figures::{FigureError, changed, figures};
use super::read;
use quilto_agents::{AgentContext, ParserInput, ParserOutput, ResponseStyle};
use quilto_domain::{DomainSet, DomainSource};
use quilto_model::{Entry, EntryId, EntryKind, Parsed, UnitPreferences};

const FILES: [(&str, &str); 3] = [
    (
        "domain.yaml",
        "name: pet_rocks\ndescription: Rocks that are polished and hummed to\n",
    ),
    (
        "vocabulary.yaml",
        "terms:\n  - {name: Granite, kind: rock, aliases: [granite, 화강암]}\n  \
         - {name: Basalt, kind: rock, aliases: [basalt, 현무암]}\n",
    ),
    (
        "notation.yaml",
        "list: rocks\nitem: {kinds: [rock], name: name, rows: rounds}\nslots:\n  \
         - {name: rounds, role: repeat, units: [round], usual: [1, 8], whole: true}\n  \
         - {name: strokes, role: amount, units: [stroke], usual: [1, 30], whole: true}\n  \
         - {name: mass, role: level, dimension: mass, unit_field: mass_unit, usual: [11, 400]}\n\
         units:\n  - {name: round, words: [round, rounds]}\n  \
         - {name: stroke, words: [stroke, strokes, 번]}\n",
    ),
];

fn entry(id: &str, name: &str, rounds: Value) -> Entry {
    let data = json!({"pet_rocks": {"rocks": [{"name": name, "rounds": rounds}]}});
    Entry {
        id: EntryId(id.into()),
        date: format!("{}-{}-{}", &id[..4], &id[4..6], &id[6..8])
            .parse()
            .unwrap(),
        time: None,
        kind: EntryKind::Note,
        raw: String::new(),
        payload: None,
        parsed: Some(Parsed {
            domain_data: data.as_object().unwrap().clone().into(),
            ..Parsed::default()
        }),
        source: String::new(),
    }
}

fn rounds(mass: u32, strokes: u32, count: usize) -> Value {
    let round = json!({"mass": mass, "mass_unit": "kg", "strokes": strokes});
    Value::Array(vec![round; count])
}

/// Granite on Monday and yesterday, basalt today, a Friday.
fn recent() -> Vec<Entry> {
    vec![
        entry("20260316-0900", "Granite", rounds(60, 5, 4)),
        entry("20260319-0900", "Granite", rounds(80, 8, 2)),
        entry("20260320-0900", "Basalt", rounds(85, 5, 3)),
    ]
}

fn context() -> AgentContext {
    let (set, errors) = DomainSet::new([DomainSource::embedded("pet_rocks", &FILES)]);
    assert!(errors.is_empty(), "{errors:?}");
    let today: chrono::NaiveDate = "2026-03-20".parse().unwrap();
    AgentContext {
        domains: Arc::new(set.select_all()),
        now: today.and_hms_opt(10, 0, 0).unwrap(),
        today,
        units: UnitPreferences::default(),
        response_style: ResponseStyle::default(),
        meter: Default::default(),
    }
}

fn corrected(text: &str, recent: Vec<Entry>) -> ParserOutput {
    let cx = context();
    let input = ParserInput {
        raw_input: text.into(),
        date: cx.today,
        time: cx.now.time(),
        recent_entries: recent,
        global_context: None,
        correction_target: Some(text.into()),
    };
    read(&cx, &input)
}

/// The target and the changes, in short.
fn short(text: &str) -> String {
    let output = corrected(text, recent());
    let target = output.target_entry_id.map_or("none".into(), |id| id.0);
    let changes = output.correction_delta.iter().map(|change| {
        let path = change.path.trim_start_matches("pet_rocks.rocks[0].");
        format!("{path} {}>{}", change.before, change.after)
    });
    let changes: Vec<String> = changes.collect();
    format!("{target}: {}", changes.join(", "))
}

#[test]
fn the_old_value_stands_on_its_side_of_the_word() {
    let expected = "20260319-0900: rounds[0].mass 80>82, rounds[1].mass 80>82";
    for text in [
        "granite was 82 not 80",
        "granite should be 82 instead of 80",
        "it was not 80 but 82",
        "change 80 to 82",
        "화강암 80 아니고 82였어",
        "80kg 말고 82kg",
        "granite was 82kg not 80",
    ] {
        assert_eq!(short(text), expected, "{text}");
    }
}

#[test]
fn a_named_day_leaves_its_notes_only() {
    assert_eq!(
        short("granite on monday was 5 rounds not 4"),
        "20260316-0900: rounds[4] null>{\"mass\":60,\"mass_unit\":\"kg\",\"strokes\":5}"
    );
    assert_eq!(short("granite on sunday was 62 not 60"), "none: ");
}

#[test]
fn rows_come_and_go_at_the_end() {
    let output = corrected("granite yesterday was 1 round not 2", recent());
    let change = &output.correction_delta[0];
    assert_eq!(change.path, "pet_rocks.rocks[0].rounds[1]");
    assert_eq!(change.after, Value::Null);
}

#[test]
fn a_unit_names_the_slot_where_no_old_value_is_said() {
    assert_eq!(
        short("no, it was 6 strokes"),
        "20260320-0900: rounds[0].strokes 5>6, rounds[1].strokes 5>6, rounds[2].strokes 5>6"
    );
}

#[test]
fn a_bare_number_is_what_a_note_of_the_only_thing_would_say() {
    assert_eq!(
        short("no, 90"),
        "20260320-0900: rounds[0].mass 85>90, rounds[1].mass 85>90, rounds[2].mass 85>90"
    );
    assert_eq!(
        short("아니 90"),
        "20260320-0900: rounds[0].mass 85>90, rounds[1].mass 85>90, rounds[2].mass 85>90"
    );
}

#[test]
fn a_bare_number_that_could_mean_several_values_means_none() {
    let older = || entry("20260320-0800", "Granite", rounds(80, 8, 2));
    let different = json!([{"mass": 60, "strokes": 8}, {"mass": 80, "strokes": 5}]);
    let mut two = entry("20260320-0900", "Basalt", rounds(85, 5, 3));
    let data = &mut two.parsed.as_mut().unwrap().domain_data;
    let rocks = data["pet_rocks"]["rocks"].as_array_mut().unwrap();
    rocks.push(json!({"name": "Granite", "rounds": rounds(60, 5, 2)}));
    for last in [entry("20260320-0900", "Basalt", different), two] {
        let output = corrected("no, 90", vec![older(), last]);
        assert_eq!(output.target_entry_id, None);
        assert!(output.target_candidates.is_empty());
    }
}

#[test]
fn another_unit_is_kept_as_typed() {
    assert_eq!(
        short("granite yesterday was 180lb not 80kg"),
        "20260319-0900: rounds[0].mass 80>180, rounds[0].mass_unit \"kg\">\"lb\", \
         rounds[1].mass 80>180, rounds[1].mass_unit \"kg\">\"lb\""
    );
}

#[test]
fn a_value_that_no_note_holds_finds_none() {
    for text in [
        "granite was 99 not 98",
        "it was lovely",
        "basalt was 82 not 80",
    ] {
        assert_eq!(short(text), "none: ", "{text}");
    }
}

#[test]
fn notes_that_fit_equally_well_are_all_named() {
    let twice = vec![
        entry("20260319-0900", "Granite", rounds(80, 8, 2)),
        entry("20260319-1900", "Granite", rounds(80, 5, 2)),
        entry("20260320-0900", "Basalt", rounds(85, 5, 3)),
    ];
    let output = corrected("granite was 82 not 80", twice.clone());
    assert_eq!(output.target_entry_id, None);
    let named: Vec<&str> = output
        .target_candidates
        .iter()
        .map(|id| id.0.as_str())
        .collect();
    assert_eq!(named, ["20260319-0900", "20260319-1900"]);
    let chosen = corrected("granite was 82 not 80", twice[..1].to_vec());
    assert_eq!(chosen.correction_delta.len(), 2);
}

#[test]
fn what_was_refined_stands_over_what_was_said_first() {
    assert_eq!(
        short("granite was 82 not 80\nno, 83"),
        "20260319-0900: rounds[0].mass 80>83, rounds[1].mass 80>83"
    );
}

#[test]
fn a_value_that_was_left_out_is_filled_in() {
    let mut granite = entry("20260320-0900", "Granite", json!([{"strokes": 5}]));
    let left_out = "pet_rocks.rocks[0].rounds[0].mass";
    granite.parsed.as_mut().unwrap().uncertain_fields = vec![left_out.into()].into();
    for text in ["granite was 90kg", "granite was 90kg not 9000"] {
        let output = corrected(text, vec![granite.clone()]);
        let changes = output.correction_delta.iter();
        let changes: Vec<_> = changes
            .map(|change| (change.path.as_str(), &change.before, &change.after))
            .collect();
        let unit = format!("{left_out}_unit");
        let null = Value::Null;
        assert_eq!(
            changes,
            [
                (left_out, &null, &json!(90)),
                (unit.as_str(), &null, &json!("kg"))
            ],
            "{text}"
        );
    }
}

#[test]
fn a_figure_is_one_for_all_rows_that_hold_it_and_is_changed_in_all() {
    let mut mixed = rounds(60, 5, 2).as_array().unwrap().clone();
    mixed.extend(rounds(70, 5, 1).as_array().unwrap().clone());
    let parsed = entry("20260316-0900", "Granite", Value::Array(mixed))
        .parsed
        .unwrap();
    let all: Vec<(String, f64, usize)> = figures(&parsed)
        .into_iter()
        .map(|figure| (figure.field, figure.value, figure.paths.len()))
        .collect();
    let told = |field: &str, value: f64, rows: usize| (field.to_owned(), value, rows);
    let wanted = [
        told("mass", 60.0, 2),
        told("strokes", 5.0, 3),
        told("mass", 70.0, 1),
    ];
    assert_eq!(all, wanted);
    let mass = "pet_rocks.rocks[0].rounds[0].mass";
    let short = |path: &str, typed: &str| {
        let delta = changed(&context(), &parsed, path, typed)?;
        let row = |path: &str| {
            path.trim_start_matches("pet_rocks.rocks[0].rounds")
                .to_owned()
        };
        let told = delta
            .iter()
            .map(|change| format!("{} {}", row(&change.path), change.after));
        Ok::<_, FigureError>(told.collect::<Vec<_>>().join(", "))
    };
    for (typed, told) in [
        ("65", "[0].mass 65, [1].mass 65"),
        ("65 kg", "[0].mass 65, [1].mass 65"),
        (
            "150 lb",
            "[0].mass 150, [0].mass_unit \"lb\", [1].mass 150, [1].mass_unit \"lb\"",
        ),
        ("60", ""),
    ] {
        assert_eq!(short(mass, typed).as_deref(), Ok(told), "{typed}");
    }
    for typed in ["", "granite", "65 70", "3 strokes", "1:30", "65 kg granite"] {
        assert_eq!(short(mass, typed), Err(FigureError::NotOne), "{typed}");
    }
    // the second row is part of the figure of the first
    let second = "pet_rocks.rocks[0].rounds[1].mass";
    for path in [second, "", "pet_rocks", "pet_rocks.rocks[0].name"] {
        assert_eq!(short(path, "65"), Err(FigureError::NotThere), "{path}");
    }
}
