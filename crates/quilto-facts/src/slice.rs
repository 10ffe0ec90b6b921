//! The conditions of a figure in short, so that two facts of the same measure can be told apart.

use quilto_model::{Bounds, Condition, DaysCondition, EventDays, Figure, Usual, When};

/// The conditions of a figure in short; nothing where it has none but days and a part of them.
pub fn of(figure: &Figure) -> Option<String> {
    let mut parts: Vec<String> = figure
        .conditions
        .iter()
        .filter_map(|condition| one(condition, &figure.measure))
        .collect();
    if let Some(When::Event(event)) = &figure.when {
        parts.extend(about(event));
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The figure, where it has any.
pub fn under_conditions(figure: &Figure) -> Option<Box<Figure>> {
    of(figure).map(|_| Box::new(figure.clone()))
}

fn one(condition: &Condition, measure: &str) -> Option<String> {
    Some(match condition {
        Condition::Row(row) => match (&row.is, &row.text) {
            (_, Some(text)) => format!("{} = {text}", row.field),
            (Some(is), None) => bounds(&row.field, is),
            (None, None) => row.field.clone(),
        },
        Condition::Value(is) => bounds(measure, is),
        Condition::Day(is) => format!("{} per day", bounds(measure, is)),
        Condition::Usual(usual) => format!("{measure} {} usual", sign(*usual)),
        Condition::Words(words) => format!("\"{words}\""),
        Condition::Marked(mark) => format!("#{mark}"),
        Condition::Days(days) => of_days(days),
        Condition::Part(part) => part.bucket.clone(),
        Condition::Bucket(is) => format!("{} in all", bounds(measure, is)),
        Condition::DaysOfBucket(_) => return None,
    })
}

fn of_days(days: &DaysCondition) -> String {
    let words = days.words.as_ref().map(|words| format!("\"{words}\""));
    let name = match days.subjects.as_slice() {
        _ if words.is_some() => words.unwrap_or_default(),
        [] => days.measure.clone(),
        subjects => format!("{} of {}", days.measure, subjects.join(" + ")),
    };
    let mut text = match (&days.is, days.usual) {
        _ if days.without => format!("no {name}"),
        (Some(is), _) => bounds(&name, is),
        (None, Some(usual)) => format!("{name} {} usual", sign(usual)),
        (None, None) => name,
    };
    if days.lag_days > 0 {
        text.push_str(&format!(" {} d before", days.lag_days));
    }
    text
}

fn sign(usual: Usual) -> char {
    match usual {
        Usual::Less => '<',
        Usual::More => '>',
    }
}

fn bounds(name: &str, bounds: &Bounds) -> String {
    let unit = bounds.unit.as_deref();
    let unit = unit.map_or_else(String::new, |unit| format!(" {unit}"));
    if let (Some(least), Some(most)) = (bounds.at_least, bounds.at_most)
        && least == most
    {
        return format!("{name} = {least}{unit}");
    }
    let signs = [
        ("≥", bounds.at_least),
        ("≤", bounds.at_most),
        (">", bounds.more_than),
        ("<", bounds.less_than),
    ];
    let set = signs.iter().filter_map(|(sign, bound)| {
        let bound = (*bound)?;
        Some(format!("{sign} {bound}{unit}"))
    });
    let set: Vec<String> = set.collect();
    format!("{name} {}", set.join(" "))
}

fn about(event: &EventDays) -> Option<String> {
    let named = event.words.as_ref().or(event.break_of.as_ref())?;
    let side = format!("{:?}", event.side).to_lowercase();
    let days = event.days.map(|days| format!("{days} d "));
    Some(format!("{}{side} \"{named}\"", days.unwrap_or_default()))
}
