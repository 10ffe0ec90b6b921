//! Days about events, against the same worked out from lists of days.

use std::collections::BTreeSet;

use proptest::prelude::*;
use quilto_model::Refusal;
use serde_json::{Value, json};

use super::journal::{Polish, figure, one, period};
use super::random::{DAYS, Journal, agrees, best_of_days, cases, dates, journal, unusual};

/// The first and the last day; a break between two days in a row ends before it begins.
type Event = (i64, i64);

#[derive(Clone, Copy, Debug)]
enum Side {
    Before,
    Until,
    During,
    Around,
    Since,
    After,
}

#[derive(Clone, Copy, Debug)]
enum Of {
    Rain,
    Break,
}

#[derive(Clone, Copy, Debug)]
enum Which {
    First,
    Last,
    Each,
}

/// Days about an event.
#[derive(Clone, Copy, Debug)]
struct About {
    side: Side,
    of: Of,
    which: Which,
    length: Option<i64>,
    within: Option<(i64, i64)>,
}

fn about() -> impl Strategy<Value = About> {
    let sides = [
        Side::Before,
        Side::Until,
        Side::During,
        Side::Around,
        Side::Since,
        Side::After,
    ];
    let within = (0..40i64, 0..30i64).prop_map(|(from, length)| (from, from + length));
    let fields = (
        prop::sample::select(sides.to_vec()),
        prop::sample::select(vec![Of::Rain, Of::Rain, Of::Break]),
        prop::sample::select(vec![Which::First, Which::Last, Which::Each]),
        prop::option::of(1..15i64),
        prop::option::of(within),
    );
    fields.prop_map(|(side, of, which, length, within)| About {
        side,
        of,
        which,
        length: match side {
            Side::Around => length.or(Some(3)),
            _ => length,
        },
        within,
    })
}

impl About {
    fn json(self) -> Value {
        let word = |of: &dyn std::fmt::Debug| format!("{of:?}").to_lowercase();
        let mut event =
            json!({"side": word(&self.side), "which": word(&self.which), "days": self.length});
        match self.of {
            Of::Rain => event["words"] = json!("rain"),
            Of::Break => event["break_of"] = json!("rocks"),
        }
        if let Some((from, to)) = self.within {
            event["within"] = period(from as u32, to as u32)["period"].clone();
        }
        json!({"event": event})
    }

    /// The events that are meant.
    fn events(self, log: &Journal) -> Vec<Event> {
        let days = |rain: bool| -> BTreeSet<i64> {
            let polishes = log.polishes.iter().filter(|polish| !rain || polish.rain);
            let days = polishes.map(|polish| i64::from(polish.day));
            let within = |day: &i64| {
                self.within
                    .is_none_or(|(from, to)| (from..=to).contains(day))
            };
            days.filter(within).collect()
        };
        let events = match self.of {
            Of::Rain => rains(&days(true)),
            Of::Break => longest_break(&days(false)).into_iter().collect(),
        };
        match self.which {
            Which::First => events.into_iter().take(1).collect(),
            Which::Last => events.into_iter().next_back().into_iter().collect(),
            Which::Each => events,
        }
    }

    /// Whether a day is on the side that is meant of an event.
    fn holds(self, (begins, ends): Event, day: i64) -> bool {
        // Where nothing says how many days, they go as far as events are looked for.
        let behind = self.within.is_none_or(|(from, _)| day >= from);
        let ahead = self.within.is_none_or(|(_, to)| day <= to);
        match (self.side, self.length) {
            (Side::Before, None) => day < begins && behind,
            (Side::Before, Some(days)) => day < begins && day >= begins - days,
            (Side::Until, None) => day <= ends && behind,
            (Side::Until, Some(days)) => day <= ends && day > ends - days,
            (Side::During, _) => (begins..=ends).contains(&day),
            (Side::Around, days) => {
                let days = days.unwrap();
                day >= begins - days && day <= ends + days
            }
            (Side::Since, None) => day >= begins && ahead,
            (Side::Since, Some(days)) => day >= begins && day < begins + days,
            (Side::After, None) => day > ends && ahead,
            (Side::After, Some(days)) => day > ends && day <= ends + days,
        }
    }
}

/// Days with a week or less between them are one event.
fn rains(days: &BTreeSet<i64>) -> Vec<Event> {
    let begins = days
        .iter()
        .filter(|day| !days.range(**day - 7..**day).any(|_| true));
    let ends = days
        .iter()
        .filter(|day| !days.range(**day + 1..=**day + 7).any(|_| true));
    begins.copied().zip(ends.copied()).collect()
}

/// The first of the longest breaks.
fn longest_break(days: &BTreeSet<i64>) -> Option<Event> {
    let days: Vec<i64> = days.iter().copied().collect();
    let gaps = days.windows(2).map(|pair| pair[1] - pair[0]);
    let longest = gaps.max()?;
    let pair = days.windows(2).find(|pair| pair[1] - pair[0] == longest)?;
    Some((pair[0] + 1, pair[1] - 1))
}

proptest! {
    #![proptest_config(cases(384))]

    #[test]
    fn days_on_a_side_of_events(log in journal(), about in about()) {
        let found = one(figure("strokes", "total", json!({"when": about.json()})), &log.entries());
        let events = about.events(&log);
        let is_about = |polish: &&Polish| {
            let day = i64::from(polish.day);
            events.iter().any(|event| about.holds(*event, day))
        };
        let kept: Vec<&Polish> = log.polishes.iter().filter(is_about).collect();
        let strokes: u32 = kept.iter().map(|polish| polish.strokes).sum();
        agrees(&found, "total strokes", (!kept.is_empty()).then_some(f64::from(strokes)))?;
        prop_assert_eq!(&found.days, &dates(kept.iter().map(|polish| polish.day)));
        prop_assert_eq!(found.rows, kept.len());
        let named = match about.of {
            Of::Rain => "rain",
            Of::Break => "rocks",
        };
        let refused = match (events.is_empty(), kept.is_empty()) {
            (true, _) if log.entries().is_empty() => Some(Refusal::NoRows),
            (true, _) => Some(Refusal::NoEvent(named.to_owned())),
            (false, true) => Some(Refusal::NoRows),
            (false, false) => None,
        };
        prop_assert_eq!(&found.refused, &refused);
    }

    #[test]
    fn what_is_usual_about_events_is_told_by_all_days_before(
        log in journal(), about in about(), more in any::<bool>(),
    ) {
        let side = if more { "more" } else { "less" };
        let expr = figure("mass", "count_days", json!({"when": about.json(), "where": [{"usual": side}]}));
        let found = one(expr, &log.entries());
        let events = about.events(&log);
        let (unusual, _) = unusual(&best_of_days(log.polishes.iter()), more);
        let is_about = |day: &&u32| events.iter().any(|event| about.holds(*event, i64::from(**day)));
        let count = unusual.iter().filter(is_about).count();
        agrees(&found, "number of days", (count > 0).then_some(count as f64))?;
    }
}

/// The sides and ends that the journals must reach, lest a property holds of nothing.
#[test]
fn journals_have_events_on_all_sides() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut told = std::collections::BTreeMap::new();
    for _ in 0..400 {
        let tree = (journal(), about()).new_tree(&mut runner).unwrap();
        let (log, about) = proptest::strategy::ValueTree::current(&tree);
        let events = about.events(&log);
        let days = (0..DAYS).filter(|day| {
            let near = events
                .iter()
                .any(|event| about.holds(*event, i64::from(*day)));
            near && log.polishes.iter().any(|polish| polish.day == *day)
        });
        if days.count() > 0 {
            *told
                .entry(format!("{:?} {:?}", about.side, about.of))
                .or_insert(0) += 1;
        }
    }
    // During a break there is nothing, so eleven.
    assert_eq!(told.len(), 11, "{told:?}");
    assert!(told.values().all(|count| *count >= 5), "{told:?}");
}
