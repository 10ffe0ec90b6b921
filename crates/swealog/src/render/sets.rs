//! Lifting: equal sets in a row become `5 × 5 @ 80 kg`.

use serde_json::Value;

use super::runs::distance_in_time;
use crate::output::Item;
use crate::output::format::{field, list, number, quantity, text};
use crate::output::labels::Labels;

pub fn render(data: &Value, labels: &Labels) -> Vec<Item> {
    let exercises = list(data, "exercises").iter();
    let mut items: Vec<Item> = exercises.map(|one| exercise(one, labels)).collect();
    let mut session = Vec::new();
    if let Some(minutes) = field(data, "duration_minutes") {
        session.push(labels.say("{n} min", &[("n", &number(minutes))]));
    }
    if let Some(how) = data
        .get("perceived_difficulty")
        .filter(|how| !how.is_null())
    {
        let how = how.as_str().map_or_else(|| how.to_string(), str::to_owned);
        session.push(labels.say("difficulty {how}", &[("how", &how)]));
    }
    let notes = text(data, "session_notes").map(str::to_owned);
    if !session.is_empty() || notes.is_some() {
        items.push(Item {
            subject: labels.word("session").into(),
            detail: session.join(" · "),
            remarks: notes.into_iter().collect(),
            ..Item::default()
        });
    }
    items
}

fn exercise(exercise: &Value, labels: &Labels) -> Item {
    let name = text(exercise, "name").unwrap_or("?");
    let sets = list(exercise, "sets");
    let runs: Vec<String> = sets
        .chunk_by(|a, b| {
            but_reps(a) == but_reps(b) && a.get("reps").is_some() == b.get("reps").is_some()
        })
        .map(|sets| run(sets, labels))
        .collect();
    let mut remarks: Vec<String> = text(exercise, "notes")
        .map(str::to_owned)
        .into_iter()
        .collect();
    for set in sets {
        if let Some(notes) = text(set, "notes")
            && !remarks.iter().any(|known| known == notes)
        {
            remarks.push(notes.to_owned());
        }
    }
    Item {
        subject: labels.name(name),
        name: name.to_owned(),
        detail: runs.join(", "),
        remarks,
        ..Item::default()
    }
}

/// What a set says besides its reps and notes: sets that agree in it stand together.
fn but_reps(set: &Value) -> Vec<(&str, &Value)> {
    set.as_object()
        .into_iter()
        .flatten()
        .map(|(key, value)| (key.as_str(), value))
        .filter(|(key, _)| !matches!(*key, "reps" | "notes"))
        .collect()
}

/// Sets that differ in their reps at most: `5 × 5 @ 80 kg`, or `8/6/6 @ 80 kg`.
fn run(sets: &[Value], labels: &Labels) -> String {
    let set = &sets[0];
    let count = sets.len();
    let load = quantity(set, "weight", "weight_unit").map(|load| {
        let each = set.get("per_hand").and_then(Value::as_bool) == Some(true);
        let help = set.get("assisted").and_then(Value::as_bool) == Some(true);
        match (each, help) {
            (true, _) => labels.say("{load} each hand", &[("load", &load)]),
            (_, true) => labels.say("{load} assistance", &[("load", &load)]),
            _ => load,
        }
    });
    let amount = match (
        field(set, "reps"),
        field(set, "duration_seconds"),
        quantity(set, "distance", "distance_unit"),
    ) {
        (Some(first), _, _) => {
            let reps: Vec<f64> = sets.iter().filter_map(|set| field(set, "reps")).collect();
            let equal = reps.iter().all(|reps| *reps == first);
            Some(if equal {
                format!("{count} × {}", number(first))
            } else {
                reps.into_iter().map(number).collect::<Vec<_>>().join("/")
            })
        }
        (None, Some(_), _) | (None, _, Some(_)) => {
            distance_in_time(set, labels).map(|amount| format!("{count} × {amount}"))
        }
        _ => None,
    };
    let sets = if count == 1 { "{n} set" } else { "{n} sets" };
    let amount = amount.unwrap_or_else(|| labels.say(sets, &[("n", &count.to_string())]));
    let mut shown = match load {
        Some(load) => format!("{amount} @ {load}"),
        None => amount,
    };
    if let Some(rpe) = field(set, "rpe") {
        shown.push_str(&format!(" RPE {}", number(rpe)));
    }
    if let Some(rir) = field(set, "rir") {
        shown.push_str(&format!(" RIR {}", number(rir)));
    }
    if let Some(kind) = text(set, "kind").filter(|kind| *kind != "working") {
        let kind = kind.replace("warmup", "warm-up");
        shown.push_str(&format!(" ({})", labels.word(&kind)));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn shown(sets: Value) -> String {
        let data = json!({"name": "Squat (Barbell)", "sets": sets});
        exercise(&data, &Labels::ENGLISH).detail
    }

    #[test]
    fn equal_sets_are_one() {
        let set = json!({"weight": 80.0, "weight_unit": "kg", "reps": 5});
        assert_eq!(shown(json!([set, set, set])), "3 × 5 @ 80 kg");
        let heavy = json!({"weight": 82.5, "weight_unit": "kg", "reps": 3, "rpe": 9});
        assert_eq!(
            shown(json!([set, set, heavy])),
            "2 × 5 @ 80 kg, 1 × 3 @ 82.5 kg RPE 9"
        );
    }

    #[test]
    fn sets_of_one_load_stand_together() {
        let set = |reps| json!({"weight": 80, "weight_unit": "kg", "reps": reps});
        assert_eq!(shown(json!([set(8), set(6), set(6)])), "8/6/6 @ 80 kg");
    }

    #[test]
    fn what_is_not_there_is_not_shown() {
        assert_eq!(shown(json!([{"reps": 10}, {"reps": 10}])), "2 × 10");
        assert_eq!(shown(json!([{"duration_seconds": 90}])), "1 × 1:30");
        assert_eq!(
            shown(json!([{"distance": 500, "distance_unit": "m", "duration_seconds": 112}])),
            "1 × 500 m in 1:52"
        );
        assert_eq!(
            shown(json!([{"weight": 20, "weight_unit": "kg"}])),
            "1 set @ 20 kg"
        );
        assert_eq!(shown(json!([{}, {}])), "2 sets");
        assert_eq!(
            shown(
                json!([{"weight": 20, "weight_unit": "kg", "reps": 8, "kind": "warmup", "per_hand": true}])
            ),
            "1 × 8 @ 20 kg each hand (warm-up)"
        );
    }
}
