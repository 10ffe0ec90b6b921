//! Times of day and clock forms.

use chrono::NaiveTime;

use super::super::hangul::is_particles;
use super::super::lex::{RawKind, RawToken};
use super::super::lexicon::DayHalf;
use super::super::tokens::{Script, TokenKind};
use super::{Combiner, NumberMatch, whole};

/// The word for an hour behind its number.
struct HourWord {
    /// The minutes that it tells itself.
    minute: u32,
    /// Where it ends in the text.
    end: usize,
    /// Nothing sticks to it.
    whole: bool,
}

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
        let Some(word) = self.hour_word() else {
            return false;
        };
        let (minute, end) = self.take_hour_word(&word);
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

    /// `시`, `시반` behind an hour.
    fn hour_word(&self) -> Option<HourWord> {
        let next = self.raw.get(self.at)?;
        if next.kind != RawKind::Word(Script::Hangul) {
            return None;
        }
        let run = self.str(next);
        let mut words = self.core.hour_words.iter();
        let word = words.find(|word| run.starts_with(word.as_str()))?;
        let rest = &run[word.len()..];
        let longer_unit = self
            .units
            .prefix(run)
            .is_some_and(|(_, len)| len > word.len());
        let mut halves = self.core.half_after.iter();
        let half = halves.find_map(|half| rest.strip_prefix(half.as_str()));
        let rest = half.unwrap_or(rest);
        if longer_unit || !is_particles(rest) || (next.spaced && !rest.is_empty()) {
            return None;
        }
        Some(HourWord {
            minute: if half.is_some() { 30 } else { 0 },
            end: next.end - rest.len(),
            whole: rest.is_empty(),
        })
    }

    /// Takes the word with the minutes behind it: how many, and where they end.
    fn take_hour_word(&mut self, word: &HourWord) -> (u32, usize) {
        let HourWord {
            mut minute,
            mut end,
            mut whole,
        } = *word;
        if whole {
            self.at += 1;
            if let Some((more, until, whole_unit)) = self.minute() {
                (minute, end, whole) = (more, until, whole_unit);
                self.at += 1 + usize::from(whole_unit);
            }
        }
        if !whole {
            self.raw[self.at].start = end;
            self.raw[self.at].spaced = false;
        }
        (minute, end)
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
        let joined = |raw: Option<&RawToken>| raw.is_some_and(|raw| !raw.spaced);
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
