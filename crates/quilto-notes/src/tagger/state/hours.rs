//! Hours told of a night: how many they were, or from when to when.

use std::ops::Range;

use chrono::Timelike;

use super::StateReader;
use quilto_text::{Dimension, TokenKind, lexicon};

/// Nobody sleeps longer at a stretch: what would be longer goes round the clock's other half.
const LONGEST: f64 = 14.0;
const SHORTEST: f64 = 1.0;
const MINUTES: f64 = 60.0;

impl StateReader<'_> {
    /// The hours that words tell: `7h 30`, `5시간 반`, `11-6:30`.
    pub(super) fn hours(&self, range: &Range<usize>) -> Option<f64> {
        let mut hours: Option<f64> = None;
        let mut bare = Vec::new();
        for at in range.clone() {
            let token = &self.tokens[at];
            let lasts = self.tokens.dimension(at) == Some(&Dimension::Duration);
            match (&token.kind, hours) {
                (TokenKind::Quantity(_), _) if lasts => {
                    let value = self.tokens.value_in(at, "h")?;
                    hours = Some(hours.unwrap_or_default() + value);
                }
                // "5h 45"
                (TokenKind::Number(number), Some(told)) if number.value < MINUTES => {
                    hours = Some(told + number.value / MINUTES);
                }
                (TokenKind::Word(_), Some(told)) if self.is_half(at) => {
                    hours = Some(told + 0.5);
                }
                _ => bare.extend(self.time(at).map(|time| (at, time))),
            }
        }
        let hours = match (hours, bare.as_slice()) {
            (Some(hours), _) => hours,
            (None, [(_, from), (_, to)]) => between(*from, *to),
            (None, [(at, _)]) => match &self.tokens[*at].kind {
                TokenKind::Clock(clock) => clock.seconds_as_hours() / 3600.0,
                TokenKind::Number(number) => number.value,
                _ => return None,
            },
            _ => return None,
        };
        (hours > 0.0 && hours <= 24.0).then_some((hours * 100.0).round() / 100.0)
    }

    /// Whether words tell how long something was, with a unit.
    pub(super) fn lasts(&self, range: &Range<usize>) -> bool {
        let mut dimensions = range.clone().map(|at| self.tokens.dimension(at));
        dimensions.any(|of| of == Some(&Dimension::Duration))
    }

    /// The hours from the first time that some words tell to that of others.
    pub(super) fn hours_between(&self, from: &Range<usize>, to: &Range<usize>) -> Option<f64> {
        let first = |range: &Range<usize>| range.clone().find_map(|at| self.time_with_half(at));
        let hours = between(first(from)?, first(to)?);
        Some((hours * 100.0).round() / 100.0)
    }

    /// `10.30` with the half hour that a word behind it adds.
    fn time_with_half(&self, at: usize) -> Option<f64> {
        let time = self.time(at)?;
        let whole = matches!(self.tokens[at].kind, TokenKind::Number(_));
        let half = at + 1 < self.tokens.len() && self.is_half(at + 1);
        Some(if whole && half { time + 0.5 } else { time })
    }

    /// Whether a word adds half an hour to the hours before it.
    pub(super) fn is_half(&self, at: usize) -> bool {
        let (core, word) = (lexicon::core(), self.tokens.norm(at));
        core.fractions.get(word) == Some(&0.5) || core.half_after.iter().any(|half| half == word)
    }

    /// A time of day, in hours: `22:40`, `11pm`, `10.15`, `0530`, `6`.
    fn time(&self, at: usize) -> Option<f64> {
        let of_day = |time: chrono::NaiveTime| {
            f64::from(time.num_seconds_from_midnight()) / MINUTES / MINUTES
        };
        match &self.tokens[at].kind {
            TokenKind::Time(time) => Some(of_day(*time)),
            TokenKind::Clock(clock) => clock.time_of_day().map(of_day),
            TokenKind::Number(_) => {
                let typed = self.tokens.slice(self.tokens[at].span);
                let (hours, minutes) = match typed.split_once('.') {
                    Some(parts) => parts,
                    None if typed.len() > 2 => typed.split_at_checked(typed.len() - 2)?,
                    None => (typed, "0"),
                };
                let (hours, minutes): (f64, f64) = (hours.parse().ok()?, minutes.parse().ok()?);
                (hours <= 24.0 && minutes < MINUTES).then_some(hours + minutes / MINUTES)
            }
            _ => None,
        }
    }
}

/// From one time of day to another. Half of the day is often left unsaid.
fn between(from: f64, to: f64) -> f64 {
    let whole = (to - from).rem_euclid(24.0);
    if (SHORTEST..=LONGEST).contains(&whole) {
        whole
    } else {
        (to - from).rem_euclid(12.0)
    }
}
