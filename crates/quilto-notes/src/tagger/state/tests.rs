//! How a keeper of stones is.

use serde_json::{Value, json};

use super::*;
use crate::notation;
use crate::tagger::{items::items_of, test_labels};
use quilto_domain::{Degrees, DomainSet, DomainSource};

const VOCABULARY: &str = "
terms:
  - {name: good mood, kind: says, aliases: [cheerful, thumbs up], values: {field: mood, value: good}}
  - {name: ache, kind: feeling, aliases: [aches], values: {field: pain}}
  - {name: well, kind: feeling, aliases: [no ache, quiet], values: {field: none}}
  - {name: better, kind: feeling, values: {field: pain, severity: less}}
  - {name: crack, kind: feeling, aliases: [cracked wrist], values: {field: pain, part: wrist}}
  - {name: wrist, kind: part, aliases: [wrists, 손목]}
  - {name: thumb, kind: part}
  - {name: left, kind: side, aliases: [왼]}
  - {name: right, kind: side}
  - {name: dust, kind: measure, values: {list: measured, unit: g}}
  - {name: rest, kind: measure, values: {list: measured, unit: h}}
  - {name: load, kind: measure, values: {field: load, unit: kg}}
  - {name: pressure, kind: measure, values: {list: measured, pair: true}}
  - {name: trips, kind: measure, values: {field: trips, counted: piece}}
  - {name: snooze, kind: measure, values: {list: measured, unit: h}}
  - {name: balm, kind: measure, values: {list: taken, kept: true}}
";

const NOTATION: &str = "
state:
  says: says
  measures: measure
  feelings: feeling
  parts: part
  sides: {kind: side, field: sides}
  scales: [{field: mood, words: [mood], values: {low: bad, ok: ok, high: good}}]
  degrees: {field: degrees, of_parts: pain, well: pain_free, severity: severity, severities: {slight: [a bit]}}
  lone: {load: {range: [35, 200]}}
  possible: {load: [20, 400], trips: [100, 90000], pressure: [60, 250]}
  labels:
    {feelings: [feel], part: part, side: side, sides: {l: left}, degree: degree, value: value, amount: amount,
     measure: measure, taken: taken, slept: slept, bed: bed, up: up, nap: snooze, hours: hours, measured: measured,
     medicine: taken, alone: load, whole: body}
labels:
  heads: [feel, measure, slept, snooze, bed, up, taken]
  says: [part, side, degree, value, amount]
";

/// What was read, and what went into nothing.
type Told = (Value, Vec<String>);
/// Words, and the names one of which has to stand in what was read.
type Names = Vec<(String, Vec<String>)>;

/// What is read of words with their labels (`left/side wrist/part aches/feel`; words of a label go on with `_`), and what
/// went into nothing.
fn told(marked: &str) -> Told {
    read(marked).0
}

/// The same, and the names that have to stand in what was read.
fn read(marked: &str) -> (Told, Names) {
    let files = [
        (
            "domain.yaml",
            "{name: keeper, description: who keeps the stones}",
        ),
        ("vocabulary.yaml", VOCABULARY),
        ("notation.yaml", NOTATION),
    ];
    let (set, errors) = DomainSet::new([DomainSource::embedded("keeper", &files)]);
    assert!(errors.is_empty(), "{errors:?}");
    let domains = set.select_all();
    let module = &domains.modules[0];
    let compiled = notation::compile(module).expect("a notation");
    let (tokens, stretches) = test_labels::read(marked, &domains);
    let labels = compiled.notation.labels.as_ref().expect("labels");
    let items = items_of(&[labels], &tokens, &stretches, None);
    let named = domains
        .vocabulary()
        .find(&tokens)
        .into_iter()
        .filter_map(|named| {
            let term = module.vocabulary().term(&named.mention.term)?;
            Some(TermMention {
                tokens: named.mention.tokens,
                term,
            })
        });
    let state = compiled.notation.state.as_ref().expect("a state");
    let reader = StateReader {
        tokens: &tokens,
        notation: state,
        labels: state.labels.as_ref().expect("labels"),
        vocabulary: module.vocabulary(),
        terms: notation::terms_in(module, &compiled, &tokens, named.collect()),
        sayings: None,
        units: &UnitPreferences::default(),
    };
    let told = reader.read(&items.iter().collect::<Vec<_>>(), &stretches);
    let words = |of: &Range<usize>| words(&tokens, of).to_owned();
    let unread = told.unread.iter().map(words).collect();
    let names = told.names.into_iter();
    let names = names.map(|(of, names)| (words(&of.tokens), names));
    ((Value::Object(told.fields), unread), names.collect())
}

#[test]
fn what_is_felt_has_its_part_side_and_degree() {
    for (marked, fields) in [
        (
            "left/side wrist/part aches/feel 4/10/value",
            json!({"pain": ["wrist"], "sides": {"wrist": "left"}, "degrees": {"wrist": 4}}),
        ),
        (
            "wrist/part aches/feel L/side",
            json!({"pain": ["wrist"], "sides": {"wrist": "left"}}),
        ),
        (
            "왼손목/part aches/feel",
            json!({"pain": ["wrist"], "sides": {"wrist": "left"}}),
        ),
        (
            "L wrist/part aches/feel",
            json!({"pain": ["wrist"], "sides": {"wrist": "left"}}),
        ),
        (
            "a_bit/degree of a ache/feel in the thumb/part",
            json!({"pain": ["thumb"], "severity": {"thumb": "slight"}}),
        ),
        (
            "thumb/part aches/feel , left/side",
            json!({"pain": ["thumb"], "sides": {"thumb": "left"}}),
        ),
        ("thumb/part tip/part aches/feel", json!({"pain": ["thumb"]})),
        // "is" typed in short is no side
        ("wrist/part l/degree aches/feel", json!({"pain": ["wrist"]})),
        (
            "wrist/part aches/feel , took balm/taken , 7/10/value",
            json!({"pain": ["wrist"], "degrees": {"wrist": 7}, "taken": [{"name": "balm"}]}),
        ),
        (
            "thumb/part 6_out_of_10/value",
            json!({"pain": ["thumb"], "degrees": {"thumb": 6}}),
        ),
        ("pinky/part aches/feel", json!({"pain": ["pinky"]})),
        ("cracked_wrist/feel", json!({"pain": ["wrist"]})),
        ("cracked/feel wrist/part", json!({"pain": ["wrist"]})),
        ("thumbs/part up/feel", json!({"mood": "good"})),
        (
            "wrist/part better/feel",
            json!({"pain": ["wrist"], "severity": {"wrist": "less"}}),
        ),
        ("aches/feel", json!({"pain": ["body"]})),
    ] {
        assert_eq!(told(marked), (fields, vec![]), "{marked}");
    }
}

#[test]
fn what_is_told_not_to_hurt_does_not() {
    for marked in [
        "wrist/part quiet/feel",
        "wrist/part aches/feel on the last stone , no_ache/feel at home",
        "wrist/part aches/feel 0/10/value",
    ] {
        assert_eq!(told(marked).0, json!({"pain_free": ["wrist"]}), "{marked}");
    }
}

#[test]
fn scales_are_told_by_figures_or_words() {
    let good = json!({"mood": "good", "degrees": {"mood": 8}});
    assert_eq!(told("mood/feel 8/10/value").0, good);
    assert_eq!(told("cheerful/feel").0, json!({"mood": "good"}));
    // nobody grades so finely
    assert_eq!(
        told("cheerful/feel at 3.7/value"),
        (json!({}), vec!["cheerful".to_owned(), "3.7".to_owned()])
    );
    assert_eq!(
        told("mood/feel slithy/feel"),
        (json!({}), vec!["mood slithy".to_owned()])
    );
}

#[test]
fn nights_are_told_by_hours_or_by_their_ends() {
    for (marked, hours) in [
        ("7h_30/slept", 7.5),
        ("5시간_반/slept", 5.5),
        ("11-6:30/slept", 7.5),
        ("0930-1430/slept", 5.0),
        ("6.5/slept", 6.5),
        ("7:40/slept", 7.67),
        ("in bed 10.15/bed and up 6.20/up", 8.08),
        ("2h/slept , then 3h/slept more", 5.0),
        ("11-6/slept , that is 7h/slept", 7.0),
    ] {
        let told = told(marked).0;
        assert_eq!(told["hours"].as_f64(), Some(hours), "{marked}: {told}");
    }
    assert_eq!(told("up 6.20/up"), (json!({}), vec!["6.20".to_owned()]));
}

#[test]
fn what_is_measured_or_taken_is_kept_by_name() {
    for (marked, fields) in [
        (
            "dust/measure 12g/value",
            json!({"measured": [{"name": "dust", "value": 12, "unit": "g"}]}),
        ),
        (
            "rest/measure 1h20/value",
            json!({"measured": [{"name": "rest", "value": 1.33, "unit": "h"}]}),
        ),
        (
            "pressure/measure 131-84/value",
            json!({"measured": [{"name": "pressure", "value": 131, "over": 84}]}),
        ),
        (
            "glow/measure 2.8/value",
            json!({"measured": [{"name": "glow", "value": 2.8}]}),
        ),
        (
            "load/measure 10_st_2.5/value",
            json!({"load": 142.5, "load_unit": "lb"}),
        ),
        ("58.4/value", json!({"load": 58.4, "load_unit": "kg"})),
        (
            "2/amount balm/taken",
            json!({"taken": [{"name": "balm", "value": 2}]}),
        ),
        ("elixir/taken", json!({"taken": [{"name": "elixir"}]})),
        (
            "45_min/snooze",
            json!({"measured": [{"name": "snooze", "value": 0.75, "unit": "h"}]}),
        ),
    ] {
        assert_eq!(told(marked), (fields, vec![]), "{marked}");
    }
    assert_eq!(
        told("load/measure 900/value"),
        (json!({}), vec!["900".to_owned()])
    );
}

#[test]
fn what_the_words_tell_beside_the_labels_is_added() {
    let state = StateNotation {
        degrees: Some(Degrees {
            field: "degrees".to_owned(),
            ..Degrees::default()
        }),
        ..StateNotation::default()
    };
    let add = |data: Value, typed: Value| {
        let (Value::Object(mut data), Value::Object(typed)) = (data, typed) else {
            panic!("objects");
        };
        let known = |name: &str| name == "dust";
        add_untold(&mut data, &typed, &state, Some("body"), known);
        Value::Object(data)
    };
    for (labels, typed, both) in [
        (
            json!({"pain_free": ["wrist"]}),
            json!({"pain": ["wrist", "thumb"], "degrees": {"wrist": 3, "thumb": 2}}),
            json!({"pain_free": ["wrist"], "pain": ["thumb"], "degrees": {"thumb": 2}}),
        ),
        (
            json!({"pain": ["body"]}),
            json!({"pain": ["wrist"]}),
            json!({"pain": ["wrist"]}),
        ),
        (
            json!({"measured": [{"name": "glow", "value": 81.9}, {"name": "dust", "value": 81.9}]}),
            json!({"load": 81.9}),
            json!({"measured": [{"name": "dust", "value": 81.9}], "load": 81.9}),
        ),
        (
            json!({"load": 80}),
            json!({"load": 81}),
            json!({"load": 80}),
        ),
    ] {
        assert_eq!(add(labels.clone(), typed), both, "{labels}");
    }
}

#[test]
fn figures_without_a_name_are_what_they_count_and_what_most_are() {
    for (marked, fields) in [
        ("63.9/value", json!({"load": 63.9, "load_unit": "kg"})),
        (
            "132/82/value",
            json!({"measured": [{"name": "pressure", "value": 132, "over": 82}]}),
        ),
        ("9876_pieces/value", json!({"trips": 9876})),
        ("trips/measure 14k/value", json!({"trips": 14000})),
        (
            "load/measure 61,8/value",
            json!({"load": 61.8, "load_unit": "kg"}),
        ),
    ] {
        assert_eq!(told(marked).0, fields, "{marked}");
    }
}

#[test]
fn sides_are_accounted_for_but_those_of_what_is_well() {
    let sides = |marked: &str| {
        let (_, names) = read(marked);
        let sides = names.into_iter().filter(|(_, names)| *names == ["left"]);
        sides.map(|(words, _)| words).collect::<Vec<_>>()
    };
    assert_eq!(sides("wrist/part aches/feel . the left/side"), ["left"]);
    assert_eq!(sides("wrist/part aches/feel . the L/side"), ["L"]);
    assert!(sides("left/side wrist/part quiet/feel").is_empty());
}
