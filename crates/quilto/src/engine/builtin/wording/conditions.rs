//! The conditions of a figure in words: "on days with sleep under 6 h".

use crate::facts::format;
use crate::model::{
    Bounds, Condition, DaysCondition, EventDays, EventSide, FactOp, Figure, GroupBy, Quantity,
    RowCondition, Usual, When,
};

use super::answer_context::AnswerContext;

/// All conditions of a figure, and the event that its days lie about.
pub fn of(scene: &AnswerContext<'_>, figure: &Figure) -> String {
    let one = |(at, condition)| of_one(scene, figure, condition, at == 0 && counts_days(figure));
    let all = figure.conditions.iter().enumerate();
    let mut said: Vec<String> = all.filter_map(one).collect();
    if let Some(When::Event(event)) = &figure.when {
        said.push(about(scene, event));
    }
    said.join(" ")
}

/// Whether a figure is how many days are under its conditions.
pub fn counts_days(figure: &Figure) -> bool {
    let of_days = |of: &Condition| matches!(of, Condition::Day(_) | Condition::Days(_));
    figure.op == FactOp::CountDays && figure.conditions.first().is_some_and(of_days)
}

/// Whether what weeks, months or years come to is bounded.
pub fn bounds_buckets(figure: &Figure) -> bool {
    let bounds = |of: &Condition| matches!(of, Condition::Bucket(_));
    figure.conditions.iter().any(bounds)
}

/// A condition in words: "on days with granite", or where it stands first and they are counted "days with granite".
fn of_one(
    scene: &AnswerContext<'_>,
    figure: &Figure,
    condition: &Condition,
    counted: bool,
) -> Option<String> {
    let phrases = scene.phrases();
    let counted = if counted { "1" } else { "" };
    let counted = ("counted", counted.to_owned());
    let by = match figure.by {
        Some(GroupBy::Week) => "week",
        Some(GroupBy::Month) => "month",
        _ => "",
    };
    let own = |key: &str, of: &Bounds| {
        let by = ("by", by.to_owned());
        phrases.say(key, &[("bounds", bounds(scene, of)), counted.clone(), by])
    };
    Some(match condition {
        Condition::Row(row) => of_row(scene, figure, row),
        Condition::Value(of) => own("cond_value", of),
        Condition::Day(of) => own("cond_day", of),
        Condition::Usual(Usual::More) => phrases.say("cond_more_than_usual", &[]),
        Condition::Usual(Usual::Less) => phrases.say("cond_less_than_usual", &[]),
        Condition::Words(words) => phrases.say("cond_words", &[("words", words.clone())]),
        Condition::Marked(mark) => phrases.say("cond_marked", &[("mark", mark.clone())]),
        Condition::Part(part) => phrases.bucket(&part.bucket),
        Condition::Days(days) => of_days(scene, days, counted),
        Condition::Bucket(of) => own("cond_bucket", of),
        Condition::DaysOfBucket(_) => return None,
    })
}

fn of_row(scene: &AnswerContext<'_>, figure: &Figure, row: &RowCondition) -> String {
    let is = row.is.as_ref().map(|is| bounds(scene, is));
    let fill = [
        ("field", scene.measure_called(&figure.domain, &row.field)),
        (
            "bounds",
            is.or_else(|| row.text.clone()).unwrap_or_default(),
        ),
    ];
    scene.phrases().say("cond_row", &fill)
}

fn of_days(
    scene: &AnswerContext<'_>,
    days: &DaysCondition,
    counted: (&'static str, String),
) -> String {
    let subjects = days.subjects.iter();
    let subjects: Vec<String> = subjects
        .map(|name| scene.subject(&days.domain, name))
        .collect();
    let subjects = subjects.join(", ");
    // Days with any entry are days with what it is of.
    let (measure, subjects) = match days.measure == Quantity::ENTRIES {
        _ if days.words.is_some() => (days.words.clone().unwrap_or_default(), String::new()),
        true if subjects.is_empty() => (scene.subject(&days.domain, &days.domain), subjects),
        true => (subjects, String::new()),
        false => (scene.measure_called(&days.domain, &days.measure), subjects),
    };
    let lag = (days.lag_days > 0).then(|| days.lag_days.to_string());
    let is = days.is.as_ref().map(|is| bounds(scene, is));
    let fill = [
        ("measure", measure),
        ("subjects", subjects),
        ("bounds", is.unwrap_or_default()),
        ("lag", lag.unwrap_or_default()),
        counted,
    ];
    let key = match days.usual {
        _ if days.without => "cond_days_without",
        Some(Usual::More) => "cond_days_more",
        Some(Usual::Less) => "cond_days_less",
        None => "cond_days",
    };
    scene.phrases().say(key, &fill)
}

fn bounds(scene: &AnswerContext<'_>, of: &Bounds) -> String {
    let phrases = scene.phrases();
    let value = |value: f64| format::quantity(value, of.unit.as_deref());
    if let (Some(least), Some(most)) = (of.at_least, of.at_most) {
        if least == most {
            return value(least);
        }
        let fill = [("low", value(least)), ("high", value(most))];
        return phrases.say("bound_between", &fill);
    }
    let all = [
        ("bound_min", of.at_least),
        ("bound_max", of.at_most),
        ("bound_more", of.more_than),
        ("bound_less", of.less_than),
    ];
    let set = all
        .into_iter()
        .filter_map(|(key, bound)| Some((key, bound?)));
    let said: Vec<String> = set
        .map(|(key, bound)| phrases.say(key, &[("value", value(bound))]))
        .collect();
    said.join(", ")
}

fn about(scene: &AnswerContext<'_>, event: &EventDays) -> String {
    let phrases = scene.phrases();
    let named = match &event.words {
        Some(words) => phrases.say("event_words", &[("words", words.clone())]),
        None => phrases.say("event_break", &[]),
    };
    let key = match event.side {
        EventSide::Before => "event_before",
        EventSide::During => "event_during",
        EventSide::After => "event_after",
        EventSide::Since => "event_since",
        EventSide::Until => "event_until",
        EventSide::Around => "event_around",
    };
    let days = event
        .days
        .map(|days| phrases.counted(f64::from(days), "days"));
    let fill = [("event", named), ("days", days.unwrap_or_default())];
    phrases.say(key, &fill)
}
