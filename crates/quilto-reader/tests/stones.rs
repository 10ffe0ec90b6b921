//! A whole reader over a made-up subject: somebody polishes stones.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on stops, in its helpers too"
)]

use quilto_reader::{Chart, Grammar, Lattice, Reading, Terminal, read};
use serde_json::{Value, json};

fn grammar() -> Grammar {
    let file = "
rules:
  part:
    - {say: '<name>', as: {of: [$name]}}
    - {say: best|longest|최고, as: {op: best}, ex: best}
    - {say: (how often | how many times | 몇 번), as: {op: count}, ex: how often}
    - {say: <days>, as: {when: $days}, ex: last 3 weeks}
    - {say: more|over|above than? <quantity>, as: {where: [{more: $quantity}]}, ex: more than 20 min}
    - {say: '<quantity> 넘게', as: {where: [{more: $quantity}]}, ex: 20분 넘게}
  days:
    - {say: in? the? last|past <n:number>? <unit:calendar>, as: {back: '$n|1', of: $unit}, ex: in the last 3 weeks}
    - {say: 지난 <unit:calendar>, as: {back: 1, of: $unit}, ex: 지난 주}
  calendar:
    - {say: week|weeks|주, as: week, ex: weeks}
    - {say: month|months|달, as: month, ex: months}
  link:
    - {say: 'and|,', as: and}
idle: [did, i, do, my, polish, 닦았어, what, was, the]
tails: [은, 는, 을, 를, 에]
";
    let file: Value = serde_yaml::from_str(file).unwrap();
    Grammar::from_json(&file).unwrap()
}

fn given(text: &str) -> Vec<Terminal> {
    let names = [
        ("granite", "Granite"),
        ("basalt", "Basalt"),
        ("화강암", "Granite"),
    ];
    let found = names.iter().flat_map(|(word, name)| {
        text.match_indices(word).map(move |(at, _)| Terminal {
            span: at..at + word.len(),
            kind: "name".to_owned(),
            value: json!(name),
            cost: 0.0,
        })
    });
    found.collect()
}

fn readings(text: &str) -> Vec<Reading> {
    let grammar = grammar();
    let tokens = quilto_text::read(text);
    let lattice = Lattice::new(&tokens, &given(text), grammar.tails());
    let chart = Chart::new(&lattice, &grammar);
    read(&chart, &grammar)
}

#[test]
fn the_order_of_phrases_does_not_matter() {
    let meant = json!({"op": "best", "of": ["Granite"], "when": {"back": 3, "of": "week"}});
    for text in [
        "best granite in the last 3 weeks",
        "last 3 weeks granite best",
        "granite: best, past 3 weeks?",
    ] {
        let best = &readings(text)[0];
        assert_eq!(best.frames, std::slice::from_ref(&meant), "{text}");
        assert!(best.unread.is_empty(), "{text}");
    }
}

#[test]
fn a_particle_is_taken_off_and_a_condition_is_read() {
    let best = &readings("지난 달에 화강암을 몇 번 20분 넘게 닦았어")[0];
    assert_eq!(
        best.frames,
        [json!({
            "op": "count",
            "of": ["Granite"],
            "when": {"back": 1, "of": "month"},
            "where": [{"more": {"value": 20, "unit": "min"}}],
        })]
    );
    assert!(best.unread.is_empty());
}

#[test]
fn a_word_that_nothing_takes_is_unread() {
    let text = "best wet granite";
    let best = &readings(text)[0];
    assert_eq!(best.frames, [json!({"op": "best", "of": ["Granite"]})]);
    let unread: Vec<&str> = best.unread.iter().map(|span| &text[span.clone()]).collect();
    assert_eq!(unread, ["wet"]);
}

#[test]
fn several_questions_in_one_text_are_several_frames() {
    let best = &readings("best granite and how often did i polish basalt")[0];
    assert_eq!(
        best.frames,
        [
            json!({"op": "best", "of": ["Granite"]}),
            json!({"op": "count", "of": ["Basalt"]})
        ]
    );
    let one = &readings("best granite and basalt")[0];
    assert_eq!(
        one.frames,
        [json!({"op": "best", "of": ["Granite", "Basalt"]})]
    );
}

#[test]
fn a_text_of_nothing_known_has_one_empty_reading() {
    let found = readings("zzz yyy");
    assert!(found[0].frames.is_empty());
    assert_eq!(found[0].unread.len(), 2);
    assert!(readings("")[0].unread.is_empty());
}

#[test]
fn each_rule_reads_its_own_example_as_a_whole() {
    let grammar = grammar();
    for (at, rule) in grammar.rules().iter().enumerate() {
        let Some(example) = &rule.ex else { continue };
        let tokens = quilto_text::read(example);
        let lattice = Lattice::new(&tokens, &given(example), grammar.tails());
        let chart = Chart::new(&lattice, &grammar);
        let whole = chart
            .starting(0)
            .any(|(_, node)| node.rule == Some(at) && node.places.end + 1 == lattice.places());
        assert!(whole, "{}: {example}", rule.say);
    }
}

#[test]
fn time_grows_with_the_length_whatever_is_typed() {
    // Every pair of these is a phrase that may go on; without bounds there would be as many nodes as
    // stretches.
    let grammar = Grammar::from_json(&json!({
        "rules": {"part": [{"say": "<part> <part>", "as": {}}, {"say": "a", "as": {}}]},
    }))
    .unwrap();
    let nodes = |words: usize| {
        let text = "a ".repeat(words);
        let tokens = quilto_text::read(&text);
        let lattice = Lattice::new(&tokens, &[], grammar.tails());
        let chart = Chart::new(&lattice, &grammar);
        (0..lattice.places())
            .map(|place| chart.starting(place).count())
            .sum::<usize>()
    };
    let (some, more) = (nodes(200), nodes(400));
    assert!(
        more <= some * 5 / 2,
        "{some} nodes for 200 words, {more} for 400"
    );
}
