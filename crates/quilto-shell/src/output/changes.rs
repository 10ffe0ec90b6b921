//! The changes of a correction, as a person would say them: `Granite, mass: 80 → 85 kg (rounds 1 to 3)`.

use quilto::agents::CorrectionDelta;
use serde_json::Value;

use super::format::{number, stopwatch};
use super::labels::Labels;
use super::note_echo::Style;
use super::pointer;
use super::words::Words;

/// The same change made at one place or at several of one list.
struct Change<'a> {
    labels: Labels,
    /// The subject and the field, or the subject alone where a whole row comes or goes.
    what: String,
    /// The field alone.
    field: Option<String>,
    before: &'a Value,
    after: &'a Value,
    /// The unit before and after, with a space before it.
    units: [String; 2],
    seconds: bool,
    /// The list and the places in it, from 1.
    list: Option<&'a str>,
    places: Vec<usize>,
}

/// The changes to what an entry says, one a line; places of one list where the same changes stand
/// together.
pub fn lines(data: &Value, delta: &[CorrectionDelta], style: &Style<'_>) -> Vec<String> {
    let mut changes: Vec<Change<'_>> = Vec::new();
    for one in delta {
        // A unit is told with its value.
        let of_value = one.path.strip_suffix("_unit");
        if of_value.is_some_and(|value| delta.iter().any(|other| other.path == value)) {
            continue;
        }
        let next = change(data, one, delta, style);
        let same = |old: &&mut Change<'_>| {
            old.what == next.what
                && old.list == next.list
                && old.after == next.after
                && (old.before == next.before || next.after.is_null())
        };
        match changes.iter_mut().find(same) {
            Some(old) => old.places.extend(next.places),
            None => changes.push(next),
        }
    }
    let said = |change| said(change, style.words());
    changes.into_iter().map(said).collect()
}

/// What stands at places of one list, without its subject: `mass (rounds 1 to 3)`.
pub fn place_of(data: &Value, paths: &[String], style: &Style<'_>) -> String {
    let at = |path: &String| CorrectionDelta {
        path: path.clone(),
        before: Value::Null,
        after: Value::Null,
    };
    let deltas: Vec<CorrectionDelta> = paths.iter().map(at).collect();
    let mut named = deltas.iter().map(|delta| change(data, delta, &[], style));
    let Some(mut all) = named.next() else {
        return String::new();
    };
    all.places.extend(named.flat_map(|other| other.places));
    let list = paths.first().and_then(|path| path.rsplit_once('['));
    let rows = list.and_then(|(list, _)| data.pointer(&pointer(list))?.as_array());
    // in all of them: there is nothing to tell apart
    let places = match rows.is_some_and(|rows| rows.len() == all.places.len()) {
        true => String::new(),
        false => places(&mut all, style.words()),
    };
    match (all.field, places.is_empty()) {
        (None, _) => places,
        (Some(field), true) => field,
        (Some(field), false) => format!("{field} ({places})"),
    }
}

fn change<'a>(
    data: &Value,
    delta: &'a CorrectionDelta,
    all: &[CorrectionDelta],
    style: &Style<'_>,
) -> Change<'a> {
    let labels = style.labels(delta.path.split('.').next().unwrap_or_default());
    let mut at = Some(data);
    let mut subject = None;
    let mut field = None;
    let mut list = None;
    let mut place = None;
    let mut parent = None;
    for (depth, part) in delta.path.split('.').enumerate() {
        let (name, index) = match part.split_once('[') {
            Some((name, index)) => (name, index.trim_end_matches(']').parse::<usize>().ok()),
            None => (part, None),
        };
        parent = at;
        at = at.and_then(|value| value.get(name));
        let Some(index) = index else {
            if depth > 0 {
                field = Some(name.replace('_', " "));
            }
            continue;
        };
        at = at.and_then(|items| items.get(index));
        field = None;
        match at.and_then(|item| item.get("name")).and_then(Value::as_str) {
            Some(name) => subject = Some(labels.name(name)),
            None => {
                list = Some(name);
                place = Some(index + 1);
            }
        }
    }
    let name = delta.path.rsplit('.').next().unwrap_or_default();
    let unit = parent.and_then(|parent| parent.get(format!("{name}_unit"))?.as_str());
    let unit_path = format!("{}_unit", delta.path);
    let units = match all.iter().find(|other| other.path == unit_path) {
        Some(changed) => [changed.before.as_str(), changed.after.as_str()],
        None => [unit, unit],
    };
    let units = units.map(|unit| unit.map(|unit| format!(" {unit}")).unwrap_or_default());
    if name.ends_with("_seconds") {
        field = field.map(|field| field.trim_end_matches(" seconds").to_owned());
    }
    let field = field.map(|field| labels.word(&field).to_owned());
    let what: Vec<String> = subject.into_iter().chain(field.clone()).collect();
    Change {
        labels,
        what: what.join(", "),
        field,
        before: &delta.before,
        after: &delta.after,
        units,
        seconds: name.ends_with("_seconds"),
        list,
        places: place.into_iter().collect(),
    }
}

/// The places in a list: `rounds 1 to 3`.
fn places(change: &mut Change<'_>, words: &Words) -> String {
    let labels = &change.labels;
    change.places.sort_unstable();
    match (change.list, change.places.as_slice()) {
        (None, _) | (_, []) => String::new(),
        (Some(list), [one]) => format!("{} {one}", labels.one(list)),
        (Some(list), [first, .., last]) if last - first + 1 == change.places.len() => {
            format!("{} {first}{}{last}", labels.word(list), words.to)
        }
        (Some(list), places) => {
            let places: Vec<String> = places.iter().map(usize::to_string).collect();
            format!("{} {}", labels.word(list), places.join(", "))
        }
    }
}

fn said(mut change: Change<'_>, words: &Words) -> String {
    let places = places(&mut change, words);
    let labels = &change.labels;
    let whole = change.before.is_object() || change.after.is_object();
    let what = match (change.what.is_empty(), places.is_empty()) {
        (true, _) => places.clone(),
        (false, true) => change.what,
        (false, false) if whole => format!("{}, {places}", change.what),
        (false, false) => format!("{} ({places})", change.what),
    };
    let [old, new] = &change.units;
    let seconds = change.seconds;
    let plain = |value: &Value| match value.as_f64() {
        Some(value) if seconds => stopwatch(value),
        _ => plain(value, labels),
    };
    match (change.before, change.after) {
        (_, Value::Null) => words.taken_out.fill(&[("what", &what)]),
        (_, Value::Object(_)) => words.added.fill(&[("what", &what)]),
        (Value::Null, after) => format!("{what}: {}{new}", plain(after)),
        (before, after) => {
            let old = if old == new { "" } else { old };
            format!("{what}: {}{old} → {}{new}", plain(before), plain(after))
        }
    }
}

fn plain(value: &Value, labels: &Labels) -> String {
    match value {
        Value::String(text) => labels.name(text),
        Value::Number(n) => n.as_f64().map_or_else(|| n.to_string(), number),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quilto::model::UnitPreferences;
    use serde_json::json;

    fn delta(path: &str, before: Value, after: Value) -> CorrectionDelta {
        CorrectionDelta {
            path: path.into(),
            before,
            after,
        }
    }

    #[test]
    fn equal_changes_of_neighbours_are_one_line() {
        let data = json!({"rocks": {"stones": [{"name": "granite", "rounds": [
            {"mass": 80, "mass_unit": "g"}, {"mass": 80, "mass_unit": "g"}, {"mass": 90}
        ]}], "mood": "calm"}});
        let path = |n: usize| format!("rocks.stones[0].rounds[{n}].mass");
        let row = |n: usize| format!("rocks.stones[0].rounds[{n}]");
        let shown = lines(
            &data,
            &[
                delta(&path(0), json!(80), json!(85)),
                delta(&path(1), json!(80), json!(85)),
                delta(&path(2), json!(90), json!(85)),
                delta(&row(2), json!({"mass": 90}), Value::Null),
                delta(&row(1), json!({"mass": 80}), Value::Null),
                delta("rocks.mood", json!("calm"), json!("glad")),
            ],
            &Style::plain(&UnitPreferences::default()),
        );
        assert_eq!(
            shown,
            [
                "granite, mass (rounds 1 to 2): 80 → 85 g",
                "granite, mass (round 3): 90 → 85",
                "granite, rounds 2 to 3: taken out",
                "mood: calm → glad",
            ]
        );
    }
}
