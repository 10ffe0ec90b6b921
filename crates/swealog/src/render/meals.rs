//! Meals: items with their portions, and kcal and macros with `~` where they are estimated.

use serde_json::Value;

use crate::output::Item;
use crate::output::format::{field, list, number, text};
use crate::output::labels::Labels;

/// Field, and how it is shown.
const FIGURES: &[(&str, &str)] = &[
    ("kcal", "{n} kcal"),
    ("protein", "{n} g protein"),
    ("carbs", "{n} g carbs"),
    ("fat", "{n} g fat"),
];

pub fn render(data: &Value, labels: &Labels) -> Vec<Item> {
    let meals = list(data, "meals").iter();
    meals.flat_map(|one| meal(one, labels)).collect()
}

fn meal(meal: &Value, labels: &Labels) -> Vec<Item> {
    let foods = list(meal, "items").iter();
    let mut items: Vec<Item> = foods.map(|one| food(one, labels)).collect();
    let total = figures(meal, labels);
    let notes: Vec<String> = text(meal, "notes").map(str::to_owned).into_iter().collect();
    let name = text(meal, "meal");
    if name.is_some() || !total.is_empty() || !notes.is_empty() {
        items.insert(
            0,
            Item {
                subject: labels.name(name.unwrap_or("meal")),
                detail: total,
                remarks: notes,
                ..Item::default()
            },
        );
    }
    items
}

fn food(food: &Value, labels: &Labels) -> Item {
    let name = text(food, "name").unwrap_or("?");
    let shown = labels.name(name);
    let subject = match (field(food, "amount"), text(food, "unit")) {
        (Some(amount), Some(unit)) => labels.say(
            "{n} {unit} {food}",
            &[
                ("n", &*number(amount)),
                ("unit", labels.word(unit)),
                ("food", &*shown),
            ],
        ),
        (Some(amount), None) => labels.say(
            "{n} × {food}",
            &[("n", &*number(amount)), ("food", &*shown)],
        ),
        _ => shown,
    };
    Item {
        subject,
        name: match field(food, "amount") {
            Some(_) => String::new(),
            None => name.to_owned(),
        },
        detail: figures(food, labels),
        remarks: text(food, "notes").map(str::to_owned).into_iter().collect(),
        ..Item::default()
    }
}

fn figures(object: &Value, labels: &Labels) -> String {
    let estimated = list(object, "estimated");
    let shown: Vec<String> = FIGURES
        .iter()
        .filter_map(|(name, wording)| {
            let value = field(object, name)?;
            let about = if estimated.iter().any(|field| field == name) {
                "~"
            } else {
                ""
            };
            let value = format!("{about}{}", number(value));
            Some(labels.say(wording, &[("n", &value)]))
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
        let items = meal(
            &json!({"meal": "breakfast", "items": [
                {"name": "egg", "amount": 2, "kcal": 156, "protein": 12.6, "estimated": ["kcal", "protein"]},
                {"name": "protein shake", "protein": 30}
            ]}),
            &Labels::ENGLISH,
        );
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
