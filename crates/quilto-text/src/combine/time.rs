//! Times of day and clock forms.

use chrono::NaiveTime;

use super::super::hangul::is_particles;
use super::super::lex::{Raw, RawKind};
use super::super::lexicon::DayHalf;
use super::super::tokens::{Script, TokenKind};
use super::{Combiner, NumberMatch, whole};

impl Combiner<'_> {
    /// `7am`, `7시`, `오후 7시 30분`.
    pub(super) fn hour(&mut self, number: &NumberMatch) -> bool {
        let Some(hour) = whole(number).filter(|hour| *hour <= 24) else {
            return false;
        };
        if let Some(half) = self
            .word_at(self.at)
            .and_then(|word| self.core.after_hour.get(word))
        {
            let Some(time) = time(hour, 0, Some(*half)) else {
                return false;
            };
            let end = self.raw[self.at].end;
            self.at += 1;
            self.push(TokenKind::Time(time), number.start, end, number.spaced);
            return true;
        }
        let Some(next) = self.raw.get(self.at).copied() else {
            return false;
        };
        if next.kind != RawKind::Word(Script::Hangul) {
            return false;
        }
        let run = self.str(&next);
        let Some(word) = self
            .core
            .hour_words
            .iter()
            .find(|word| run.starts_with(word.as_str()))
        else {
            return false;
        };
        let mut rest = &run[word.len()..];
        let longer_unit = self
            .units
            .prefix(run)
            .is_some_and(|(_, len)| len > word.len());
        let half_hour = self
            .core
            .half_after
            .iter()
            .find(|half| rest.starts_with(half.as_str()));
        if let Some(half) = half_hour {
            rest = &rest[half.len()..];
        }
        if longer_unit || !is_particles(rest) || (next.spaced && !rest.is_empty()) {
            return false;
        }
        let mut minute = if half_hour.is_some() { 30 } else { 0 };
        let mut end = next.end - rest.len();
        let mut taken = rest.is_empty();
        if taken {
            self.at += 1;
            if let Some((more, until, whole)) = self.minute() {
                minute = more;
                end = until;
                taken = whole;
                if !whole {
                    self.at += 1;
                } else {
                    self.at += 2;
                }
            } else {
                taken = true;
            }
        }
        if !taken {
            self.raw[self.at].start = end;
            self.raw[self.at].spaced = false;
        }
        let half = self.out.last().and_then(|token| {
            let word = &self.text[token.norm.0..token.norm.1];
            self.core.before_hour.get(word).copied()
        });
        match time(hour, minute, half) {
            Some(time) => {
                self.push(TokenKind::Time(time), number.start, end, number.spaced);
                self.split_following();
            }
            None => self.push_number(*number),
        }
        true
    }

    /// The minutes after an hour: their number, where they end, and whether the raw word ends there.
    pub(super) fn minute(&self) -> Option<(u32, usize, bool)> {
        let number = self.raw.get(self.at)?;
        let RawKind::Number { value, decimals: 0 } = number.kind else {
            return None;
        };
        let found = self.unit_at(self.at + 1)?;
        if &*self.units.unit(found.unit).name != "min" || value >= 60.0 {
            return None;
        }
        Some((value as u32, found.end, found.whole == 1))
    }

    pub(super) fn clock(&mut self) {
        let this = self.raw[self.at];
        let RawKind::Clock(clock) = this.kind else {
            return;
        };
        self.at += 1;
        if let Some(half) = self
            .word_at(self.at)
            .and_then(|word| self.core.after_hour.get(word))
            && let Some(time) = time(clock.parts[0], clock.parts[1], Some(*half))
        {
            let end = self.raw[self.at].end;
            self.at += 1;
            self.push(TokenKind::Time(time), this.start, end, this.spaced);
            return;
        }
        // 8:15 min/mile
        let restore = self.at;
        if let Some(found) = self.unit_at(self.at)
            && &*self.units.unit(found.unit).name == "min"
            && found.whole == 1
        {
            self.at += 1;
        }
        if let Some((pace, end)) = self.pace(clock.seconds()) {
            self.push(TokenKind::Pace(pace), this.start, end, this.spaced);
            self.split_following();
            return;
        }
        self.at = restore;
        self.push(TokenKind::Clock(clock), this.start, this.end, this.spaced);
        self.split_following();
    }

    /// `2026-01-09T10:30`
    pub(super) fn skip_iso_time_mark(&mut self) {
        let joined = |raw: Option<&Raw>| raw.is_some_and(|raw| !raw.spaced);
        if self.word_at(self.at) == Some("t")
            && joined(self.raw.get(self.at))
            && joined(self.raw.get(self.at + 1))
        {
            self.at += 1;
        }
    }
}

pub(super) fn time(hour: u32, minute: u32, half: Option<DayHalf>) -> Option<NaiveTime> {
    let hour = match half {
        None => hour,
        Some(_) if hour > 12 => hour,
        Some(DayHalf::Am) => hour % 12,
        Some(DayHalf::Pm) => hour % 12 + 12,
        Some(DayHalf::Night) if (6..12).contains(&hour) => hour + 12,
        Some(DayHalf::Night) => hour % 12,
    };
    NaiveTime::from_hms_opt(hour % 24, minute, 0)
}
