//! Other movement: `Walking  2 mi in 38:00`.

use serde_json::Value;

use super::runs::distance_in_time;
use crate::output::Item;
use crate::output::format::{field, list, number, text};
use crate::output::labels::Labels;

pub fn render(data: &Value, labels: &Labels) -> Vec<Item> {
    let activities = list(data, "activities").iter();
    activities.map(|one| activity(one, labels)).collect()
}

fn activity(activity: &Value, labels: &Labels) -> Item {
    let name = text(activity, "name").unwrap_or("?");
    let mut parts: Vec<String> = distance_in_time(activity, labels).into_iter().collect();
    for (name, wording) in [
        ("elevation_m", "{n} m up"),
        ("speed_kmh", "{n} km/h"),
        ("incline_percent", "incline {n}"),
        ("level", "level {n}"),
        ("laps", "{n} laps"),
        ("floors", "{n} floors"),
        ("heart_rate", "{n} bpm"),
        ("heart_rate_max", "{n} bpm max"),
        ("kcal", "{n} kcal"),
    ] {
        if let Some(value) = field(activity, name) {
            parts.push(labels.say(wording, &[("n", &number(value))]));
        }
    }
    parts.extend(text(activity, "terrain").map(|word| labels.name(word)));
    let remarks = text(activity, "notes").map(str::to_owned);
    Item {
        subject: labels.name(name),
        name: name.to_owned(),
        detail: parts.join(" · "),
        remarks: remarks.into_iter().collect(),
        ..Item::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn activities_stand_by_their_names() {
        let data = json!({"activities": [
            {"name": "Walking", "distance": 2, "distance_unit": "mi", "duration_seconds": 2280},
            {"name": "Yoga", "duration_seconds": 1800}
        ]});
        let items = render(&data, &Labels::ENGLISH);
        let shown: Vec<_> = items
            .iter()
            .map(|item| (item.subject.as_str(), item.detail.as_str()))
            .collect();
        assert_eq!(shown, [("Walking", "2 mi in 38:00"), ("Yoga", "30:00")]);
    }
}
