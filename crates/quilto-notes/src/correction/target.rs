//! Which of the recent entries a correction means.

use chrono::{Days, NaiveDate};

use super::correction_request::CorrectionRequest;
use quilto_agents::CorrectionDelta;
use quilto_model::Entry;

/// How many entries are offered to choose from at most; the newest stand.
const OFFERED: usize = 5;

/// An entry that fits, and what would change in it.
pub type CorrectionCandidate<'e> = (&'e Entry, Vec<CorrectionDelta>);

/// The entries that fit best, oldest first: none, the one that is meant, or several that fit equally
/// well.
///
/// A named day leaves only its entries. Else a correction is about something just said: the newest
/// entry that says anything if it names no subject (and no other if it is a number and nothing else), then what was written today, then yesterday; what is older is one
/// choice.
pub fn find<'e>(
    recent: &'e [Entry],
    said: &CorrectionRequest,
    today: NaiveDate,
    fits: &dyn Fn(&Entry) -> Vec<CorrectionDelta>,
) -> Vec<CorrectionCandidate<'e>> {
    let read = |entry: &&Entry| {
        let parsed = entry.parsed.as_ref();
        parsed.is_some_and(|parsed| !parsed.domain_data.is_empty())
    };
    let last = recent.iter().rev().find(read);
    if said.is_bare() {
        let fit = last.map(|last| (last, fits(last)));
        return fit
            .into_iter()
            .filter(|(_, delta)| !delta.is_empty())
            .collect();
    }
    let on_day = |entry: &&Entry| {
        let days = said.days.as_ref();
        days.is_none_or(|days| days.start <= entry.date && entry.date <= days.end)
    };
    let fitting: Vec<CorrectionCandidate<'e>> = recent
        .iter()
        .filter(on_day)
        .map(|entry| (entry, fits(entry)))
        .filter(|(_, delta)| !delta.is_empty())
        .collect();
    if said.days.is_some() {
        return newest(fitting);
    }
    if said.subjects.is_empty()
        && let (Some(last), Some(newest)) = (last, fitting.last())
        && last.id == newest.0.id
    {
        return vec![newest.clone()];
    }
    let yesterday = today.checked_sub_days(Days::new(1)).unwrap_or(today);
    for day in [today, yesterday] {
        let of_day: Vec<CorrectionCandidate<'e>> = fitting
            .iter()
            .filter(|(entry, _)| entry.date == day)
            .cloned()
            .collect();
        if !of_day.is_empty() {
            return newest(of_day);
        }
    }
    newest(fitting)
}

fn newest(mut fitting: Vec<CorrectionCandidate<'_>>) -> Vec<CorrectionCandidate<'_>> {
    let beyond = fitting.len().saturating_sub(OFFERED);
    fitting.drain(..beyond);
    fitting
}
