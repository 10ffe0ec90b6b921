//! Conditions on notes and on other days, against loops over the records of random journals.

use std::collections::BTreeSet;

use proptest::prelude::*;
use quilto_model::{Entry, ExclusionReason, Refusal};
use serde_json::{Value, json};

use super::journal::{Polish, day, figure, note, one, period};
use super::random::{DAYS, Journal, agrees, best_of_days, cases, dates, journal, polish, unusual};

/// One is the beginning of others, so that a part of a mark is none.
const MARKS: [&str; 4] = ["wet", "wet:very", "we", "cold"];

/// A note of several polishes with its marks.
#[derive(Clone, Debug)]
struct Marked {
    day: u32,
    polishes: Vec<Polish>,
    marks: Vec<&'static str>,
}

impl Marked {
    fn entry(&self, place: usize) -> Entry {
        let rocks = self.polishes.iter().map(|polish| {
            let polished = json!({"strokes": polish.strokes, "mass": polish.mass});
            json!({"name": polish.rock, "polishes": [polished]})
        });
        let data = json!({"rocks": rocks.collect::<Vec<_>>()});
        let mut entry = note(&format!("m{place}"), day(self.day), "", "rocks", data);
        if let Some(parsed) = &mut entry.parsed {
            parsed.tags = self.marks.iter().map(|mark| (*mark).to_owned()).collect();
        }
        entry
    }
}

fn marks(count: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<&'static str>> {
    prop::sample::subsequence(MARKS.to_vec(), count)
}

fn marked() -> impl Strategy<Value = Marked> {
    let polishes = prop::collection::vec(polish(), 1..4);
    let fields = (0..20u32, polishes, marks(0..=3));
    fields.prop_map(|(day, polishes, marks)| Marked {
        day,
        polishes,
        marks,
    })
}

/// What may be on a day, or so many days before it.
#[derive(Clone, Copy, Debug)]
enum Beside {
    Night,
    ShortNight(u32),
    UnusualNight(bool),
    Rain,
    Basalt,
}

fn beside() -> impl Strategy<Value = Beside> {
    prop_oneof![
        Just(Beside::Night),
        (5..10u32).prop_map(Beside::ShortNight),
        any::<bool>().prop_map(Beside::UnusualNight),
        Just(Beside::Rain),
        Just(Beside::Basalt),
    ]
}

impl Beside {
    fn condition(self, lag: u32) -> Value {
        let more = match self {
            Self::Night => json!({}),
            Self::ShortNight(bound) => json!({"is": {"less_than": bound}}),
            Self::UnusualNight(more) => json!({"usual": if more { "more" } else { "less" }}),
            Self::Rain => json!({"words": "rain"}),
            Self::Basalt => json!({"domain": "rocks", "measure": "mass", "subjects": ["Basalt"]}),
        };
        let mut days =
            json!({"domain": "nights", "measure": "quiet", "without": true, "lag_days": lag});
        for (key, value) in more.as_object().unwrap() {
            days[key] = value.clone();
        }
        json!({"days": days})
    }

    /// The days that have it.
    fn days(self, log: &Journal) -> BTreeSet<u32> {
        let nights = log.nights.iter().map(|(day, hours)| (*day, *hours));
        match self {
            Self::Night => log.nights.keys().copied().collect(),
            Self::ShortNight(bound) => {
                let short = nights.filter(|(_, hours)| *hours < f64::from(bound));
                short.map(|(day, _)| day).collect()
            }
            Self::UnusualNight(more) => unusual(&nights.collect::<Vec<_>>(), more).0,
            Self::Rain => {
                let rainy = log.polishes.iter().filter(|polish| polish.rain);
                rainy.map(|polish| polish.day).collect()
            }
            Self::Basalt => {
                let days = best_of_days(log.of("Basalt"));
                days.into_iter().map(|(day, _)| day).collect()
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn notes_that_bear_every_mark(
        notes in prop::collection::vec(marked(), 0..25),
        wanted in marks(1..=2),
        granite in any::<bool>(),
    ) {
        let conditions: Vec<Value> = wanted.iter().map(|mark| json!({"marked": mark})).collect();
        let subjects = if granite { json!(["Granite"]) } else { json!([]) };
        let more = json!({"where": conditions, "subjects": subjects});
        let entries: Vec<Entry> = notes.iter().enumerate().map(|(at, note)| note.entry(at)).collect();
        let of_subject = |polish: &&Polish| !granite || polish.rock == "Granite";
        let kept: Vec<&Marked> = notes.iter()
            .filter(|note| wanted.iter().all(|mark| note.marks.contains(mark)))
            .filter(|note| note.polishes.iter().any(|polish| of_subject(&polish)))
            .collect();
        let rows: Vec<&Polish> = kept.iter().flat_map(|note| &note.polishes).filter(of_subject).collect();
        let strokes: u32 = rows.iter().map(|polish| polish.strokes).sum();
        let found = one(figure("strokes", "total", more.clone()), &entries);
        agrees(&found, "total strokes", (!rows.is_empty()).then_some(f64::from(strokes)))?;
        prop_assert_eq!(&found.days, &dates(kept.iter().map(|note| note.day)));
        prop_assert_eq!((found.rows, found.entries.len()), (rows.len(), kept.len()));
        let refused = kept.is_empty().then_some(Refusal::NoRows);
        prop_assert_eq!(&found.refused, &refused);
        let counted = one(figure("entries", "count_entries", more), &entries);
        agrees(&counted, "number of entries", (!kept.is_empty()).then_some(kept.len() as f64))?;
    }

    #[test]
    fn days_without_something_on_them_or_before_them(
        log in journal(), what in beside(), lag in 0..4u32, from in 0..30u32, length in 5..40u32,
    ) {
        let to = from + length;
        let expr = figure("strokes", "total", json!({
            "subjects": ["Granite"], "when": period(from, to), "where": [what.condition(lag)],
        }));
        let found = one(expr, &log.entries());
        let has = what.days(&log);
        let asked = log.of("Granite").filter(|polish| (from..=to).contains(&polish.day));
        let kept: Vec<&Polish> = asked
            .filter(|polish| polish.day.checked_sub(lag).is_none_or(|before| !has.contains(&before)))
            .collect();
        let strokes: u32 = kept.iter().map(|polish| polish.strokes).sum();
        agrees(&found, "total strokes", (!kept.is_empty()).then_some(f64::from(strokes)))?;
        prop_assert_eq!(&found.days, &dates(kept.iter().map(|polish| polish.day)));
        // A day that nothing is known of is one without: nothing is left out.
        prop_assert_eq!(&found.left_out, &[]);
    }

    #[test]
    fn nothing_is_left_out_of_days_that_nobody_asked_for(
        log in journal(), bound in 5..10u32, from in 10..50u32,
    ) {
        let short = json!({"days": {"domain": "nights", "measure": "quiet", "is": {"less_than": bound}}});
        let expr = figure("strokes", "count_days", json!({
            "when": period(from, DAYS), "where": [short, {"usual": "more"}],
        }));
        let found = one(expr, &log.entries());
        let mut strokes = std::collections::BTreeMap::new();
        for polish in &log.polishes {
            *strokes.entry(polish.day).or_insert(0.0) += f64::from(polish.strokes);
        }
        let unknown = strokes.keys().filter(|day| **day >= from && !log.nights.contains_key(day));
        let unknown = dates(unknown.copied());
        // What is usual is told by the days that fulfil the other conditions.
        let short = |day: &u32| log.nights.get(day).is_some_and(|hours| *hours < f64::from(bound));
        let kept: Vec<(u32, f64)> = strokes.into_iter().filter(|(day, _)| short(day)).collect();
        let (more, nothing_usual) = unusual(&kept, true);
        let count = more.into_iter().filter(|day| *day >= from).count();
        agrees(&found, "number of days", (count > 0).then_some(count as f64))?;
        let left = |why: ExclusionReason| {
            let left = found.left_out.iter().find(|left| left.why == why);
            left.map(|left| left.days.clone()).unwrap_or_default()
        };
        prop_assert_eq!(left(ExclusionReason::NothingBeside), unknown);
        let nothing_usual = nothing_usual.into_iter().filter(|day| *day >= from);
        prop_assert_eq!(left(ExclusionReason::NothingUsual), dates(nothing_usual));
    }
}
