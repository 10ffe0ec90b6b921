//! How long something took, by labelled words.

use std::ops::Range;

use super::domain::Domain;
use super::figures::Figure;
use quilto_text::{Dimension, Symbol, TokenKind, Tokens, lexicon};

const MINUTE: f64 = 60.0;
const HOUR: f64 = 3600.0;
/// A bare number of up to so many for a pause counts minutes, more count seconds.
const MOST_MINUTES: f64 = 5.0;
const HALF: f64 = 0.5;
const HUNDRED: f64 = 100.0;

/// How long something took, in seconds or in the unit of what follows.
enum DurationValue {
    Seconds(f64),
    Bare(f64),
}

/// What the words of a stretch told so far, in seconds.
#[derive(Default)]
struct DurationDraft {
    seconds: Option<f64>,
    /// What else it could be.
    or: Option<f64>,
    /// A number without a unit, and whether it was typed with two digits behind a point.
    bare: Option<(f64, bool)>,
    /// The first of two ("74-78s").
    first: Option<DurationValue>,
    /// The last unit.
    unit: Option<f64>,
}

impl Domain<'_> {
    /// How long something took, in seconds. `short` is what counts in seconds.
    pub(super) fn duration(&self, range: &Range<usize>, short: bool) -> Option<Figure> {
        let mut told = DurationDraft::default();
        for at in range.clone() {
            told.take(self.tokens, at)?;
        }
        told.figure(short)
    }

    /// How long a unit of distance took.
    pub(super) fn pace(&self, range: &Range<usize>) -> Option<Figure> {
        let tokens = self.tokens;
        let mut times = range.clone().filter_map(|at| match &tokens[at].kind {
            TokenKind::Pace(pace) => Some((pace.seconds / pace.distance, Some(pace.per))),
            TokenKind::Clock(clock) => Some((clock.seconds(), None)),
            TokenKind::Number(number) => Some((without_colon(number.value)?, None)),
            _ => None,
        });
        let (first, unit) = match times.next() {
            Some(time) => time,
            None => (self.duration(range, false)?.value, None),
        };
        let second = times.next();
        let (value, between) = match second {
            Some((second, _)) => ((first + second) / 2.0, true),
            None => (first, false),
        };
        let unit = unit.or(second.and_then(|(_, unit)| unit));
        let unit = unit.map_or(self.units.distance.clone(), |unit| {
            tokens.unit(unit).name.to_string()
        });
        Some(Figure {
            unit: Some(unit),
            between,
            ..Figure::from(value)
        })
    }
}

/// The seconds of minutes and seconds that were typed as one number ("pace 640").
fn without_colon(value: f64) -> Option<f64> {
    let (minutes, seconds) = ((value / HUNDRED).floor(), value % HUNDRED);
    let is_one = value.fract() == 0.0 && (HUNDRED..MINUTE * HUNDRED).contains(&value);
    (is_one && seconds < MINUTE).then_some(minutes * MINUTE + seconds)
}

impl DurationDraft {
    /// Takes what a token tells; none where its unit is of another kind.
    fn take(&mut self, tokens: &Tokens, at: usize) -> Option<()> {
        match &tokens[at].kind {
            TokenKind::Clock(clock) => {
                self.add(clock.seconds());
                self.or = Some(clock.seconds_as_hours());
            }
            TokenKind::Quantity(quantity) if tokens.dimension(at) == Some(&Dimension::Duration) => {
                let seconds = tokens.value_in(at, "s")?;
                self.unit = Some(tokens.unit(quantity.unit).factor);
                self.add(seconds);
            }
            // "1h 45", "5분 30"
            TokenKind::Number(number) => match self.seconds {
                Some(_) if number.value < MINUTE => self.add(number.value * self.unit() / MINUTE),
                Some(_) => {}
                None => self.bare = Some((number.value, number.decimals == 2)),
            },
            TokenKind::Symbol(Symbol::Dash | Symbol::Tilde) if self.first.is_none() => {
                let bare = self
                    .bare
                    .take()
                    .map(|(value, _)| DurationValue::Bare(value));
                self.first = self.seconds.take().map(DurationValue::Seconds).or(bare);
            }
            TokenKind::Symbol(Symbol::Quote) => {
                if let Some((value, _)) = self.bare.take() {
                    let seconds = tokens.slice(tokens[at].span).contains('"');
                    self.seconds = Some(value * if seconds { 1.0 } else { MINUTE });
                }
            }
            TokenKind::Word(_) => self.word(tokens, tokens.norm(at)),
            _ => {}
        }
        Some(())
    }

    /// "half", "an hour"
    fn word(&mut self, tokens: &Tokens, word: &str) {
        let half = lexicon::core().half_after.iter().any(|half| half == word);
        let share = lexicon::core().fractions.get(word).copied();
        let share = share.or(half.then_some(HALF));
        let named = tokens.units().word(word).map(|unit| tokens.unit(unit));
        let named = named.filter(|unit| unit.dimension == Dimension::Duration);
        let bare = self.bare.map(|(value, _)| value);
        match (share, named, self.seconds) {
            (Some(share), _, Some(_)) => self.add(share * self.unit()),
            (Some(share), ..) => self.bare = Some((bare.unwrap_or_default() + share, false)),
            (None, Some(named), None) => {
                self.unit = Some(named.factor);
                self.seconds = Some(bare.unwrap_or(1.0) * named.factor);
            }
            _ => {}
        }
    }

    fn add(&mut self, seconds: f64) {
        self.seconds = Some(self.seconds.unwrap_or_default() + seconds);
    }

    fn unit(&self) -> f64 {
        self.unit.unwrap_or(HOUR)
    }

    fn figure(mut self, short: bool) -> Option<Figure> {
        let seconds = match (self.seconds, self.bare) {
            (Some(seconds), _) => seconds,
            (None, Some((value, parted))) => {
                let parts = (value.fract() * 100.0).round();
                self.or = Some(value);
                match (parted && parts < MINUTE, short) {
                    (true, _) => value.floor() * MINUTE + parts,
                    (_, true) if value > MOST_MINUTES => value,
                    _ => value * MINUTE,
                }
            }
            (None, None) => return None,
        };
        let first = self.first.as_ref().map(|first| match first {
            DurationValue::Seconds(seconds) => *seconds,
            DurationValue::Bare(value) if self.seconds.is_some() => value * self.unit(),
            DurationValue::Bare(value) if short => *value,
            DurationValue::Bare(value) => value * MINUTE,
        });
        Some(match first {
            Some(first) => Figure {
                between: true,
                ..Figure::from((first + seconds) / 2.0)
            },
            None => Figure {
                or: self.or.filter(|other| *other != seconds),
                ..Figure::from(seconds)
            },
        })
    }
}
