//! What labelled words fill, of stones that are polished, hauled and packed.

use serde_json::{Value, json};

use super::super::items::items_of;
use super::super::test_labels;
use super::*;
use crate::notation;
use quilto_domain::{DomainSet, DomainSource};

/// Their names, and their files.
const DOMAINS: [(&str, &str, &str, &str); 3] = [
    (
        "polish",
        "{name: polish, description: what is done with stones}",
        "
modifiers: [{name: hand, aliases: [by hand]}]
terms:
  - {name: Granite, kind: stone, aliases: [granite], values: {with_grit: Granite (Wet)}}
  - {name: Granite (Wet), kind: stone}
  - {name: Slate, kind: stone, aliases: [slate]}
  - {name: Marl, kind: stone, aliases: [marl], values: {in_pairs: Marl (Pair)}}
  - {name: Marl (Pair), kind: stone}
",
        "
list: stones
item: {kinds: [stone], name: name, rows: rows, told_with: {mass: with_grit, each: in_pairs}}
slots:
  - {name: rounds, role: repeat, units: [round], units_of_all: [round], whole: true}
  - {name: strokes, role: amount, units: [stroke], whole: true, possible: [1, 500]}
  - {name: grit, role: level, dimension: mass, unit_field: grit_unit, possible: [1, 600], none: [dry]}
  - {name: shine, possible: [1, 10]}
units: [{name: round, words: [round, rounds]}, {name: stroke, words: [stroke, strokes]}]
marks:
  - {field: kind, value: first, effect: prepares, words: [rough]}
  - {field: each, value: true, effect: with_level, words: [apiece]}
labels:
  heads: [stone]
  values: {grit: grit, strokes: strokes, rounds: rounds, shine: shine}
  says: [kind]
  kept: [remark]
  kept_of_all: [limit]
  notes_of_all: all_notes
  spelled: {grit: [{typed: \"# sacks\", means: \"{1*25} kg\"}]}
",
    ),
    (
        "haul",
        "{name: haul, description: what is done with stones}",
        "
terms:
  - {name: steep, kind: way}
  - {name: sled, kind: tool}
",
        "
list: hauls
item: {kinds: [haul], opens: [distance], speed: [1, 20]}
slots:
  - {name: distance, dimension: distance, unit_field: distance_unit, possible: [0.01, 100]}
  - {name: seconds, dimension: duration, store: s, possible: [1, 90000]}
  - {name: pause, role: pause, dimension: duration, store: s, only_with_words: true}
  - {name: trips, units: [trip], whole: true}
units: [{name: trip, words: [trip, trips]}]
terms: [{kind: way, field: way}, {kind: tool, field: tools, list: true}]
parts: {field: parts, count: count, slots: [distance, seconds, pause], terms: [tool], splits: splits, bare: [50, 5000, 50], bare_unit: m}
labels:
  heads: [haul]
  values: {dist: distance, time: seconds, pause: pause, trips: trips}
  says: [kind]
  once: [trips]
  times: times
  split: split
  total: total
",
    ),
    (
        "pack",
        "{name: pack, description: what is done with stones}",
        "
terms:
  - {name: Pebble, kind: piece, aliases: [pebbles, pebble, 자갈], values: {portion_g: 20, load: 50}}
  - {name: Sand, kind: piece, aliases: [sand], values: {head: true}}
  - {name: Air, kind: piece, aliases: [air], values: {portion_g: 1, load: 0}}
  - {name: crate, kind: box}
  - {name: barrel, kind: box}
",
        "
list: boxes
item:
  kinds: [piece]
  name: name
  opens: [load]
  free_names: {head: head, qualifiers: [wet], parting: [with]}
  estimates: {fields: [load], portion: portion_g, unit: g, per: 100, list: estimated, amount: amount}
slots:
  - {name: load, dimension: energy, store: kcal, possible: [0, 6000]}
  - {name: amount, dimension: mass, units: [g, scoop], unit_field: unit}
units: [{name: scoop, words: [scoop, scoops]}]
group: {kind: box, field: box, list: pieces}
labels:
  heads: [piece]
  values: {amount: amount, load: load}
  group: box
  total: total
  large: {amount: {beyond: 45, unit: g}}
",
    ),
];

/// What labelled words fill: `granite/stone 80/grit`; words of a label go on with `_`.
fn filled(marked: &str) -> Value {
    let sources = DOMAINS.map(|(name, domain, vocabulary, notation)| {
        let files = [
            ("domain.yaml", domain),
            ("vocabulary.yaml", vocabulary),
            ("notation.yaml", notation),
        ];
        DomainSource::embedded(name, &files)
    });
    let (set, errors) = DomainSet::new(sources);
    assert!(errors.is_empty(), "{errors:?}");
    let domains = set.select_all();
    let (tokens, all) = test_labels::read(marked, &domains);
    let mentions = domains.vocabulary().find(&tokens);
    let units = UnitPreferences::default();
    let likely = vec![1.0; tokens.len()];
    let modules = domains.modules.iter();
    let notations = modules.filter_map(|of| Some((&*of.name, notation::compile(of)?)));
    let notations: Vec<_> = notations.collect();
    let reader = SlotReader::new(&domains, &notations, &units, &tokens, &mentions, &likely);
    let all = reader.mended(&all);
    let of: Vec<_> = reader.domains.iter().map(|domain| domain.labels).collect();
    let items = items_of(&of, &tokens, &all, None);
    let filled = reader.read(&items.iter().collect::<Vec<_>>(), &all, &|_| false);
    Value::Object(filled.data)
}

#[test]
fn rows_are_written_out() {
    let row = |grit: f64, strokes: u32| json!({"grit": grit as i64, "grit_unit": "kg", "strokes": strokes});
    for (marked, name, rows) in [
        (
            "granite/stone 80_kg/grit x 5/strokes x 2/rounds",
            "Granite (Wet)",
            vec![row(80.0, 5), row(80.0, 5)],
        ),
        (
            "slate/stone 80/grit 5/strokes 4/strokes",
            "Slate",
            vec![row(80.0, 5), row(80.0, 4)],
        ),
        (
            "slate/stone 80/grit 90/grit x 5/strokes",
            "Slate",
            vec![row(80.0, 5), row(90.0, 5)],
        ),
        (
            "slate/stone 80/grit x 5/strokes 90/grit x 3/strokes",
            "Slate",
            vec![row(80.0, 5), row(90.0, 3)],
        ),
        (
            "slate/stone 2_sacks/grit x 5/strokes",
            "Slate",
            vec![row(50.0, 5)],
        ),
        (
            "granite/stone dry/grit 5/strokes",
            "Granite",
            vec![json!({"strokes": 5})],
        ),
        ("slate/stone", "Slate", vec![]),
    ] {
        let told = filled(marked);
        let stone = &told["polish"]["stones"][0];
        assert_eq!(
            (&stone["name"], &stone["rows"]),
            (&json!(name), &json!(rows)),
            "{marked}"
        );
    }
}

#[test]
fn a_word_for_a_row_goes_to_the_one_beside_it() {
    let told = filled("slate/stone rough/kind 60/grit x 5/strokes , 80/grit x 5/strokes");
    let rows = &told["polish"]["stones"][0]["rows"];
    assert_eq!(
        (&rows[0]["kind"], &rows[1]["kind"]),
        (&json!("first"), &Value::Null)
    );
    let told = filled("slate/stone 60/grit x 5/strokes , rough/kind 80/grit x 5/strokes");
    let rows = &told["polish"]["stones"][0]["rows"];
    assert_eq!(
        (&rows[0]["kind"], &rows[1]["kind"]),
        (&Value::Null, &json!("first"))
    );
}

#[test]
fn rows_are_told_as_people_tell_them() {
    let rows = |marked: &str| {
        let told = filled(marked);
        let rows = told["polish"]["stones"][0]["rows"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let each = rows
            .iter()
            .map(|row| format!("{}x{}", row["grit"], row["strokes"]));
        each.collect::<Vec<_>>()
    };
    // the last one alone
    assert_eq!(
        rows("slate/stone 3/rounds x 10/strokes at 35/grit last one only got 8/strokes"),
        ["35x10", "35x10", "35x8"]
    );
    // all that follows was done so often
    assert_eq!(
        rows("2_rounds/limit : 20/strokes of slate/stone 5/grit"),
        ["5x20", "5x20"]
    );
    // what was wrong is left out
    assert_eq!(
        rows("slate/stone 35/grit , no wait 40/grit x 5/strokes"),
        ["40x5"]
    );
    // what only prepares, and has no amount, is no row
    assert_eq!(
        rows("slate/stone rough/kind up to 20/grit and some then 40/grit x 5/strokes 2/rounds"),
        ["40x5", "40x5"]
    );
    // hundreds are spoken without the word
    assert_eq!(
        rows("slate/stone one/strokes thirty_five/grit for eight/strokes"),
        ["135x8"]
    );
    assert_eq!(
        rows("slate/stone 5/strokes - 3/strokes 80/grit 90/grit"),
        ["80x5", "90x3"]
    );
    assert_eq!(
        rows("slate/stone for eight/strokes fifty_kilos/grit"),
        ["50x8"]
    );
    let told = filled("slate/stone 60#/grit x 5/strokes");
    assert_eq!(told["polish"]["stones"][0]["rows"][0]["grit_unit"], "lb");
}

#[test]
fn words_are_kept_as_typed() {
    let told = filled("20_minutes_all_in/limit : slate/stone 5/strokes came_out_dull/remark");
    assert_eq!(told["polish"]["all_notes"], "20 minutes all in");
    assert_eq!(told["polish"]["stones"][0]["notes"], "came out dull");
}

#[test]
fn names_are_known_or_their_writers_own() {
    let name = |marked: &str| filled(marked)["polish"]["stones"][0]["name"].clone();
    assert_eq!(name("slt/stone 5/strokes"), "Slate");
    assert_eq!(name("old_slate_dust/stone 5/strokes"), "old slate dust");
    assert_eq!(name("slate_by_hand/stone 5/strokes"), "Slate");
}

#[test]
fn what_is_repeated_is_a_part() {
    for (marked, haul) in [
        (
            "hauled/haul 5_km/dist in 25:30/time",
            json!({"distance": 5, "distance_unit": "km", "seconds": 1530}),
        ),
        (
            "6/times x 400_m/dist in 1:32/time , 90_s/pause",
            json!({"parts": [{"count": 6, "distance": 400, "distance_unit": "m", "seconds": 92, "pause": 90}]}),
        ),
        (
            "hauled/haul 12/times x 400/dist",
            json!({"parts": [{"count": 12, "distance": 400, "distance_unit": "m"}]}),
        ),
        (
            "hauled/haul 400_m/dist x 6/times in 1:32/time",
            json!({"parts": [{"count": 6, "distance": 400, "distance_unit": "m", "seconds": 92}]}),
        ),
        (
            "hauled/haul 10_km/dist with 400_m/dist x 6/times",
            json!({"distance": 10, "distance_unit": "km", "parts": [{"count": 6, "distance": 400, "distance_unit": "m"}]}),
        ),
        (
            "hauled/haul 3_km/dist 14:00-15:00/time",
            json!({"distance": 3, "distance_unit": "km", "seconds": 870}),
        ),
        (
            "hauled/haul 400_m/dist 6/times , 2_km/dist",
            json!({"parts": [{"count": 6, "distance": 400, "distance_unit": "m"}, {"distance": 2, "distance_unit": "km"}]}),
        ),
        (
            "hauled/haul 3_km/dist steep/kind , 5:00/split 5:10/split",
            json!({"distance": 3, "distance_unit": "km", "way": "steep", "splits": [{"seconds": 300}, {"seconds": 310}]}),
        ),
        // Nobody hauls ten kilometres in two minutes.
        (
            "hauled/haul 10_km/dist 1:45/time",
            json!({"distance": 10, "distance_unit": "km", "seconds": 6300}),
        ),
        (
            "hauled/haul an_hour_and_a_half/time",
            json!({"seconds": 5400}),
        ),
        (
            "hauled/haul 19.30/time 4_km/dist",
            json!({"seconds": 1170, "distance": 4, "distance_unit": "km"}),
        ),
        (
            "hauled/haul 6/times x 400_m/dist , 5_km_in_all/total",
            json!({"distance": 5, "distance_unit": "km", "parts": [{"count": 6, "distance": 400, "distance_unit": "m"}]}),
        ),
    ] {
        assert_eq!(filled(marked)["haul"]["hauls"], json!([haul]), "{marked}");
    }
}

#[test]
fn things_are_gathered_under_what_they_are_for() {
    let boxes = |marked: &str| {
        let told = filled(marked);
        let boxes = told["pack"]["boxes"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let each = boxes.iter().map(|one| {
            let pieces = one["pieces"].as_array().into_iter().flatten();
            let pieces = pieces.map(|piece| {
                let unit = piece["unit"].as_str().unwrap_or_default();
                format!(
                    "{} {}{unit}",
                    piece["name"].as_str().unwrap_or_default(),
                    piece["amount"]
                )
            });
            (
                one["box"].as_str().unwrap_or_default().to_owned(),
                pieces.collect::<Vec<_>>(),
            )
        });
        each.collect::<Vec<_>>()
    };
    let owned = |name: &str, pieces: &[&str]| {
        (
            name.to_owned(),
            pieces
                .iter()
                .map(|piece| (*piece).to_owned())
                .collect::<Vec<_>>(),
        )
    };
    assert_eq!(
        boxes("crate/box : 2/amount pebbles/piece , sand/piece half_a_scoop/amount"),
        [owned("crate", &["Pebble 2", "Sand 0.5scoop"])]
    );
    assert_eq!(
        boxes("pebbles/piece for the crate/box , sand/piece 100/amount for the barrel/box"),
        [
            owned("crate", &["Pebble 1"]),
            owned("barrel", &["Sand 100g"])
        ]
    );
    assert_eq!(
        boxes("자갈/piece 3분의_2/amount"),
        [owned("", &["Pebble 0.6667"])]
    );
    assert_eq!(boxes("자갈두개/amount"), [owned("", &["Pebble 2"])]);
    assert_eq!(
        boxes("river_sand/piece 2_scoops/amount"),
        [owned("", &["river sand 2scoop"])]
    );
}

#[test]
fn a_figure_of_all_is_that_of_the_group() {
    let told = filled("pebbles/piece and sand/piece , 420/total");
    assert_eq!(told["pack"]["boxes"][0]["load"], 420);
}

#[test]
fn two_levels_of_one_weight_are_told_of_each() {
    for marked in [
        "slate/stone 2x16_kg/grit x 5/strokes",
        "slate/stone two_16_kg/grit x 5/strokes",
    ] {
        let told = filled(marked);
        let row = json!({"grit": 16, "grit_unit": "kg", "each": true, "strokes": 5});
        assert_eq!(
            told["polish"]["stones"][0]["rows"],
            json!([row]),
            "{marked}"
        );
    }
}

#[test]
fn levels_that_prepare_end_where_the_next_stands_otherwise() {
    let told = filled("slate/stone rough/kind 40/grit 50/grit 60/grit , 80/grit x 5/strokes");
    let stone = &told["polish"]["stones"][0];
    let row = json!({"grit": 80, "grit_unit": "kg", "strokes": 5});
    assert_eq!(stone["rows"], json!([row]));
    assert_eq!(stone["notes"], "first: 40 kg, first: 50 kg, first: 60 kg");
}

#[test]
fn one_of_two_counts_that_multiply_is_an_amount() {
    let told = filled("slate/stone 80/grit 5/rounds x 3/rounds");
    let row = json!({"grit": 80, "grit_unit": "kg", "strokes": 5});
    assert_eq!(told["polish"]["stones"][0]["rows"], json!(vec![row; 3]));
    let told = filled("hauled/haul 8/dist x 50_m/dist");
    let part = json!({"count": 8, "distance": 50, "distance_unit": "m"});
    assert_eq!(told["haul"]["hauls"][0]["parts"], json!([part]));
}

#[test]
fn what_is_shorter_than_its_parts_is_the_first_of_them() {
    let parts = |marked: &str| filled(marked)["haul"]["hauls"][0].clone();
    let first = json!({"distance": 2, "distance_unit": "km"});
    let part = json!({"count": 6, "distance": 800, "distance_unit": "m"});
    assert_eq!(
        parts("hauled/haul 2_km/dist , 6/times x 800_m/dist"),
        json!({"parts": [first, part]})
    );
    assert_eq!(
        parts("hauled/haul 12_km/dist with 6/times x 800_m/dist"),
        json!({"distance": 12, "distance_unit": "km", "parts": [part]})
    );
}

#[test]
fn what_is_had_once_and_told_again_is_of_another() {
    let hauls = |marked: &str| filled(marked)["haul"]["hauls"].clone();
    assert_eq!(
        hauls("hauled/haul steep/kind 10_trips/trips sled/kind 4_trips/trips"),
        json!([{"way": "steep", "trips": 10}, {"tools": ["sled"], "trips": 4}])
    );
    assert_eq!(
        hauls("hauled/haul 10_trips/trips + 4_trips/trips gong"),
        json!([{"trips": 10}])
    );
}

#[test]
fn a_figure_of_all_makes_a_group_of_its_own_and_goes_to_one_domain() {
    assert_eq!(
        filled("all told 1850_kcal/total"),
        json!({"pack": {"boxes": [{"load": 1850}]}})
    );
    let both = filled("hauled/haul 2_km/dist , pebbles/piece 650_kcal/total");
    assert_eq!(both["pack"]["boxes"][0]["load"], 650);
    assert_eq!(
        both["haul"]["hauls"],
        json!([{"distance": 2, "distance_unit": "km"}])
    );
}

#[test]
fn what_is_called_by_its_level_is_one_of_several() {
    let told = filled("marl/stone 16s/grit 3/rounds x 12/strokes");
    let stone = &told["polish"]["stones"][0];
    let row = json!({"each": true, "grit": 16, "grit_unit": "kg", "strokes": 12});
    assert_eq!(
        (&stone["name"], &stone["rows"]),
        (&json!("Marl (Pair)"), &json!([row, row, row]))
    );
}

#[test]
fn rounds_are_of_all_that_is_told_on_a_line() {
    for (marked, counts) in [
        ("4_rounds/limit : slate/stone 5/strokes", vec![4]),
        ("slate/stone 5/strokes . 4_rounds/limit", vec![4]),
        (
            "slate/stone 5/strokes , marl/stone 9/strokes , 4_rounds/limit",
            vec![4, 4],
        ),
        (
            "slate/stone 5/strokes , then 4_rounds/limit : marl/stone 9/strokes",
            vec![1, 4],
        ),
    ] {
        let told = filled(marked);
        let stones = told["polish"]["stones"].as_array().expect(marked);
        let rows = stones
            .iter()
            .map(|stone| stone["rows"].as_array().map_or(0, Vec::len));
        assert_eq!(rows.collect::<Vec<_>>(), counts, "{marked}");
    }
}

#[test]
fn what_a_thing_has_nothing_of_is_told_of_the_one_before() {
    let told = filled("2_scoops/amount sand/piece with air/piece 48_kcal/load");
    let pieces = &told["pack"]["boxes"][0]["pieces"];
    assert_eq!(
        (&pieces[0]["load"], &pieces[1]["load"]),
        (&json!(48), &json!(0))
    );
}
