//! What was saved in earlier forms, put into the present one.

use chrono::NaiveDate;
use serde_json::{Map, Value, json};

/// Puts the flat queries of every part of a question before its expressions. Facts were numbered in that
/// order already.
pub(super) fn one_list(saved: &mut Value) {
    each_object(saved, &mut |fields| {
        let part = ["question", "query_type", "retrieval"];
        if part.iter().all(|key| fields.contains_key(*key))
            && let Some(Value::Array(queries)) = fields.remove("facts")
        {
            let queries = queries.into_iter().map(|query| json!({"fact": query}));
            let mut all: Vec<Value> = queries.collect();
            if let Some(Value::Array(exprs)) = fields.remove("exprs") {
                all.extend(exprs);
            }
            fields.insert("exprs".to_owned(), Value::Array(all));
        }
    });
}

/// Gives facts as data what stood in their texts: what their buckets are, the subjects that they add up,
/// what slopes are told in. And questions what their answers change, which was known by their words.
pub(super) fn typed(saved: &mut Value) {
    each_object(saved, &mut |fields| {
        let has = |keys: &[&str]| keys.iter().all(|key| fields.contains_key(*key));
        if has(&["kind", "subject", "value", "sample", "query"]) {
            fact(fields);
        } else if has(&["id", "question", "gap_addressed", "required"]) {
            question(fields);
        }
    });
}

/// Does something with every object of a value, the inner ones last.
fn each_object(value: &mut Value, change: &mut dyn FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(fields) => {
            change(fields);
            let values = fields.values_mut();
            values.for_each(|value| each_object(value, change));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| each_object(item, change)),
        _ => {}
    }
}

fn fact(fields: &mut Map<String, Value>) {
    if let Some(Value::String(name)) = fields.get("bucket") {
        let month = NaiveDate::parse_from_str(&format!("{name}-01"), "%Y-%m-%d");
        let by = match name.split_once("-W") {
            _ if month.is_ok() => json!("month"),
            Some((year, _)) if year.parse::<i32>().is_ok() => json!("week"),
            _ => Value::Null,
        };
        let bucket = json!({"by": by, "name": name});
        fields.insert("bucket".to_owned(), bucket);
    }
    if let Some(Value::String(other)) = fields.get("beside") {
        let beside = json!([other]);
        fields.insert("beside".to_owned(), beside);
    }
    let kind = fields.get("kind").cloned().unwrap_or_default();
    if holds(&kind, "sum", &["difference", "change", "ratio", "share"])
        && let Some(Value::String(subjects)) = fields.get("subject")
    {
        let mut subjects = subjects.split(" / ").map(str::to_owned);
        let first = subjects.next();
        let with: Vec<String> = subjects.collect();
        fields.insert("subject".to_owned(), json!(first));
        fields.insert("with".to_owned(), json!(with));
    }
    if holds(&kind, "slope", &["difference", "sum"])
        && let Some(Value::String(unit)) = fields.get("unit")
    {
        let own = unit.rsplit_once('/').map(|(own, _)| own);
        let own = json!(own.filter(|own| !own.is_empty()));
        fields.insert("unit".to_owned(), own);
    }
}

/// Whether a kind of fact is called so, or is one of these around a kind that is.
fn holds(kind: &Value, name: &str, around: &[&str]) -> bool {
    let mut within = around.iter().filter_map(|outer| kind.get(*outer));
    kind.get(name).is_some() || within.any(|of| holds(of, name, around))
}

/// The questions whose answers were taken for a subject or for days, as they were put.
const CHANGED: [(&str, &str); 4] = [
    ("Which subject do you mean?", "subject"),
    ("무엇에 대한 질문인가요?", "subject"),
    ("Which days do you mean?", "days"),
    ("어느 기간을 말하나요?", "days"),
];

fn question(fields: &mut Map<String, Value>) {
    let asked = fields.get("question").and_then(Value::as_str);
    let changes = CHANGED.iter().find(|(text, _)| Some(*text) == asked);
    if let Some((_, what)) = changes {
        fields.insert("changes".to_owned(), json!(what));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stood_in_texts_becomes_data() {
        let fact = |kind: Value, subject: &str, unit: &str| {
            let mut fact = json!({"value": {"number": 1.0}, "sample": 1, "query": 0});
            fact["kind"] = kind;
            fact["subject"] = json!(subject);
            fact["unit"] = json!(unit);
            fact
        };
        let slope = json!({"slope": {"of": {"measure": "mass"}, "per": "month"}});
        let sum = json!({"difference": {"sum": {"best": {"measure": "mass"}}}});
        let question = json!({
            "id": "q1", "question": "Which days do you mean?", "gap_addressed": "", "required": false,
        });
        let mut saved = json!([
            fact(slope.clone(), "Granite", "min/km/month"),
            fact(json!({"difference": slope}), "Granite", "/month"),
            fact(sum, "Granite / Basalt / Flint", "kg"),
            question,
        ]);
        saved[2]["beside"] = json!("Chalk");
        saved[2]["bucket"] = json!("2026-W47");
        typed(&mut saved);
        assert_eq!(saved[0]["unit"], "min/km");
        assert_eq!(saved[1]["unit"], Value::Null);
        assert_eq!(saved[2]["subject"], "Granite");
        assert_eq!(saved[2]["with"], json!(["Basalt", "Flint"]));
        assert_eq!(saved[2]["beside"], json!(["Chalk"]));
        assert_eq!(saved[2]["unit"], "kg");
        assert_eq!(
            saved[2]["bucket"],
            json!({"by": "week", "name": "2026-W47"})
        );
        assert_eq!(saved[3]["changes"], "days");
    }
}
