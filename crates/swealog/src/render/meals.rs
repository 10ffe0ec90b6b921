//! Meals: items with their portions, and kcal and macros with `~` where they are estimated.

use quilto::model::UnitPreferences;
use serde_json::Value;

use crate::output::Item;
use crate::output::format::{field, list, number, text};

/// Field, and how it is shown behind the number.
const FIGURES: &[(&str, &str)] = &[
    ("kcal", " kcal"),
    ("protein", " g protein"),
    ("carbs", " g carbs"),
    ("fat", " g fat"),
];

pub fn render(data: &Value, _units: &UnitPreferences) -> Vec<Item> {
    list(data, "meals").iter().flat_map(meal).collect()
}

fn meal(meal: &Value) -> Vec<Item> {
    let mut items: Vec<Item> = list(meal, "items").iter().map(food).collect();
    let total = figures(meal);
    let notes: Vec<String> = text(meal, "notes").map(str::to_owned).into_iter().collect();
    let name = text(meal, "meal");
    if name.is_some() || !total.is_empty() || !notes.is_empty() {
        items.insert(
            0,
            Item {
                subject: name.unwrap_or("meal").to_owned(),
                detail: total,
                remarks: notes,
                ..Item::default()
            },
        );
    }
    items
}

fn food(food: &Value) -> Item {
    let name = text(food, "name").unwrap_or("?");
    let subject = match (field(food, "amount"), text(food, "unit")) {
        (Some(amount), Some(unit)) => format!("{} {unit} {name}", number(amount)),
        (Some(amount), None) => format!("{} × {name}", number(amount)),
        _ => name.to_owned(),
    };
    Item {
        subject,
        detail: figures(food),
        remarks: text(food, "notes").map(str::to_owned).into_iter().collect(),
        ..Item::default()
    }
}

fn figures(object: &Value) -> String {
    let estimated = list(object, "estimated");
    let shown: Vec<String> = FIGURES
        .iter()
        .filter_map(|(name, label)| {
            let value = field(object, name)?;
            let about = if estimated.iter().any(|field| field == name) {
                "~"
            } else {
                ""
            };
            Some(format!("{about}{}{label}", number(value)))
        })
        .collect();
    shown.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn estimates_are_marked() {
        let items = meal(&json!({"meal": "breakfast", "items": [
            {"name": "egg", "amount": 2, "kcal": 156, "protein": 12.6, "estimated": ["kcal", "protein"]},
            {"name": "protein shake", "protein": 30}
        ]}));
        let shown: Vec<(&str, &str)> = items
            .iter()
            .map(|item| (item.subject.as_str(), item.detail.as_str()))
            .collect();
        assert_eq!(
            shown,
            [
                ("breakfast", ""),
                ("2 × egg", "~156 kcal · ~12.6 g protein"),
                ("protein shake", "30 g protein")
            ]
        );
    }
}
