//! The words of the strength domain.

use std::collections::BTreeMap;

use super::{each_is, found, vocabulary};

#[test]
fn strength_knows_far_more_than_the_usual_lifts() {
    let exercises = vocabulary("strength")
        .terms()
        .filter(|term| &*term.kind == "exercise")
        .count();
    assert!(exercises >= 300, "{exercises}");
}

#[test]
fn lifters_words_mean_the_usual_form() {
    let table: BTreeMap<String, Vec<String>> =
        serde_yaml::from_str(include_str!("usual_forms.yaml")).unwrap();
    let lists: Vec<(&str, Vec<&str>)> = table
        .iter()
        .map(|(name, typed)| (name.as_str(), typed.iter().map(String::as_str).collect()))
        .collect();
    let table: Vec<(&str, &[&str])> = lists
        .iter()
        .map(|(name, typed)| (*name, typed.as_slice()))
        .collect();
    assert!(table.len() > 50, "{}", table.len());
    each_is("strength", &table);
}

#[test]
fn names_of_a_day_are_no_exercise() {
    each_is(
        "strength",
        &[
            ("Push Day", &["push day", "푸쉬 데이"]),
            ("Pull Day", &["pull day", "풀 데이"]),
            ("Leg Day", &["leg day", "레그데이"]),
            (
                "not an exercise",
                &[
                    "three days in a row",
                    "ate clean",
                    "on the fly",
                    "stepped up",
                ],
            ),
        ],
    );
    for text in [
        "slept badly",
        "felt tired today",
        "오늘 컨디션 좋음",
        "무게 인상",
        "다음에는 더 무겁게",
    ] {
        assert_eq!(found("strength", text), [] as [String; 0], "{text}");
    }
}

#[test]
fn light_and_timed_exercises_say_so() {
    let strength = vocabulary("strength");
    for name in ["Pull Up", "Push Up", "Chest Dip", "Burpee", "Crunch"] {
        assert!(strength.term(name).unwrap().flag("bodyweight"), "{name}");
    }
    for name in ["Pull Up (Assisted)", "Chest Dip (Assisted)"] {
        assert!(strength.term(name).unwrap().flag("assisted"), "{name}");
    }
    for name in ["Lateral Raise (Dumbbell)", "Bench Press (Dumbbell)"] {
        assert!(strength.term(name).unwrap().flag("per_hand"), "{name}");
    }
    for name in ["Plank", "Wall Sit", "Dead Hang"] {
        assert!(strength.term(name).unwrap().flag("timed"), "{name}");
    }
    let barbell = strength.term("Squat (Barbell)").unwrap();
    assert!(!barbell.flag("bodyweight") && !barbell.flag("per_hand"));
}
