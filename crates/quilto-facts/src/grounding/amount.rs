//! Numbers as a text states them, and as facts hold them, brought to one form.

use std::ops::Range;

use quilto_text::{
    Dimension, NumberStyle, Symbol, TokenKind, Tokens, UnitTable, is_particles, lexicon,
};

/// What an amount measures.
#[derive(Clone, Debug, PartialEq)]
pub enum AmountKind {
    /// No unit: a count, or a number whose unit goes without saying.
    Bare,
    /// A quantity, in base units of its dimension.
    Of(Dimension),
    /// So much of one dimension per another.
    Rate(Dimension, Dimension),
    /// A unit that is not known.
    Unknown(String),
}

/// A number with what it measures.
#[derive(Clone, Debug, PartialEq)]
pub struct Amount {
    /// What it measures.
    pub kind: AmountKind,
    /// The value in its own unit.
    pub native: f64,
    /// The value in base units.
    pub base: f64,
    /// For a rate, what stands above the line, in base units; else the same as `base`.
    pub over: f64,
    /// One of its own units in base units.
    pub factor: f64,
    /// Half of its last printed digit, in its own unit.
    pub half: f64,
}

/// An amount that a text states.
#[derive(Clone, Debug)]
pub struct StatedAmount {
    /// The tokens it takes.
    pub tokens: Range<usize>,
    /// What it may mean; a clock form may be minutes or hours.
    pub readings: Vec<Amount>,
    /// The word behind it, if one follows directly.
    pub noun: Option<String>,
    /// Whether a clock form or a time of day.
    pub clock: bool,
}

impl Amount {
    /// A value of a fact, in its unit.
    pub fn of_fact(value: f64, unit: Option<&str>) -> Self {
        let value = value.abs();
        let unit = unit.unwrap_or("");
        // Facts are rounded: the last of two or more digits may stand for more.
        let digits = value.to_string();
        let half = match digits.split_once('.').map_or(0, |(_, digits)| digits.len()) {
            0 | 1 => 0.0,
            decimals => 0.5 * 0.1f64.powi(decimals.min(9) as i32),
        };
        let (kind, factor, over) = kind_of(unit);
        Self {
            kind,
            native: value,
            base: value * factor,
            over: value * over,
            factor,
            half,
        }
    }

    fn bare(value: f64, half: f64) -> Self {
        Self {
            kind: AmountKind::Bare,
            native: value,
            base: value,
            over: value,
            factor: 1.0,
            half,
        }
    }

    fn of(dimension: Dimension, native: f64, factor: f64, half: f64) -> Self {
        Self {
            kind: AmountKind::Of(dimension),
            native,
            base: native * factor,
            over: native * factor,
            factor,
            half,
        }
    }

    /// A bare number.
    pub fn count(count: usize) -> Self {
        Self::bare(count as f64, 0.0)
    }

    /// Whether it counts things.
    fn counts(&self) -> bool {
        matches!(
            &self.kind,
            AmountKind::Bare | AmountKind::Of(Dimension::Count)
        )
    }
}

/// The dimension of a unit's name and its factor, and for rates (`min/km`, `min/100m`) the factor of what
/// stands above the line.
fn kind_of(unit: &str) -> (AmountKind, f64, f64) {
    let table = UnitTable::core();
    let known = |name: &str| {
        let id = table.named(name)?;
        let unit = table.unit(id);
        Some((unit.dimension.clone(), unit.factor))
    };
    if unit.is_empty() {
        return (AmountKind::Bare, 1.0, 1.0);
    }
    if let Some((dimension, factor)) = known(unit) {
        return (AmountKind::Of(dimension), factor, factor);
    }
    if let Some((over, per)) = unit.split_once('/') {
        let name = per.trim_start_matches(|c: char| c.is_ascii_digit());
        let many: f64 = per[..per.len() - name.len()].parse().unwrap_or(1.0);
        if let Some((per, per_factor)) = known(name) {
            return match known(over) {
                Some((over, factor)) => (
                    AmountKind::Rate(over, per),
                    factor / (per_factor * many),
                    factor,
                ),
                None => (AmountKind::Bare, 1.0, 1.0),
            };
        }
    }
    (AmountKind::Unknown(unit.to_owned()), 1.0, 1.0)
}

/// How strictly a stated number must name what it measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitStrictness {
    /// As facts: a bare number stands for a quantity only where no other noun follows it.
    StatedAmount,
    /// As notes: a bare number of the note may be any quantity.
    Loose,
}

/// Whether a statement says the known amount, at the precision it is printed with.
pub fn says(stated: &StatedAmount, known: &Amount, units: UnitStrictness) -> bool {
    stated
        .readings
        .iter()
        .any(|reading| reading_says(stated, reading, known, units))
}

fn reading_says(
    stated: &StatedAmount,
    reading: &Amount,
    known: &Amount,
    units: UnitStrictness,
) -> bool {
    let near = |left: f64, right: f64, slack: f64| {
        (left - right).abs() <= slack + 1e-9 * left.abs().max(right.abs()).max(1.0)
    };
    let native = || near(reading.native, known.native, reading.half + known.half);
    if reading.kind == known.kind && reading.kind != AmountKind::Bare {
        let slack = reading.half * reading.factor + known.half * known.factor;
        return near(reading.base, known.base, slack);
    }
    if reading.counts() && known.counts() {
        return native();
    }
    match (&reading.kind, &known.kind) {
        // `5:30` for a pace, `2.5 kg` of `2.5 kg per week`: the part that is measured.
        (AmountKind::Of(dimension), AmountKind::Rate(over, _)) if dimension == over => {
            // A pace is rounded to four digits of a minute: well under a second.
            near(
                reading.base,
                known.over,
                reading.half * reading.factor + 0.02,
            )
        }
        (AmountKind::Bare, _) if units == UnitStrictness::Loose || stated.noun.is_none() => {
            native()
        }
        // "On 45 days": days that were counted.
        (AmountKind::Of(Dimension::Duration | Dimension::Months), AmountKind::Bare) => {
            (units == UnitStrictness::Loose || reading.factor >= 86_400.0) && native()
        }
        // "64 ms": a word that is a unit only where one is meant.
        (AmountKind::Bare, AmountKind::Of(_)) if names_unit(stated.noun.as_deref(), known) => {
            native()
        }
        (AmountKind::Bare, AmountKind::Unknown(unit)) => {
            stated.noun.as_deref() == Some(unit) && native()
        }
        (_, AmountKind::Bare) if units == UnitStrictness::Loose => native(),
        _ => false,
    }
}

/// Whether a word behind a number is the unit of an amount.
fn names_unit(word: Option<&str>, of: &Amount) -> bool {
    let table = UnitTable::core();
    let unit = word
        .and_then(|word| table.word(word))
        .map(|id| table.unit(id));
    unit.is_some_and(|unit| {
        of.kind == AmountKind::Of(unit.dimension.clone()) && of.factor == unit.factor
    })
}

/// The amounts that a text states, in order. Dates are none, nor are tokens for which `skip` says
/// so.
pub fn stated(tokens: &Tokens, skip: &impl Fn(usize) -> bool) -> Vec<StatedAmount> {
    (0..tokens.len())
        .filter(|index| !skip(*index))
        .filter_map(|index| {
            let readings = readings(tokens, index)?;
            Some(StatedAmount {
                tokens: index..index + 1,
                readings,
                noun: noun(tokens, index),
                clock: matches!(tokens[index].kind, TokenKind::Clock(_)),
            })
        })
        .collect()
}

fn readings(tokens: &Tokens, index: usize) -> Option<Vec<Amount>> {
    let half = |decimals: u8| 0.5 * 10f64.powi(-i32::from(decimals));
    Some(match tokens[index].kind {
        TokenKind::Number(number) => {
            // "One" is mostly a pronoun.
            if number.style == NumberStyle::Words && number.value <= 1.0 {
                return None;
            }
            vec![Amount::bare(number.value, half(number.decimals))]
        }
        TokenKind::Quantity(quantity) => {
            let unit = tokens.unit(quantity.unit);
            // "A month", where a language says "one": so much in each.
            let stretch = unit.dimension == Dimension::Months
                || unit.dimension == Dimension::Duration && unit.factor >= 86_400.0;
            let number = quantity.number;
            if stretch && number.style == NumberStyle::Words && number.value <= 1.0 {
                return None;
            }
            let half = if quantity.parts > 1 {
                0.5
            } else {
                half(quantity.number.decimals)
            };
            vec![Amount::of(
                unit.dimension.clone(),
                quantity.value,
                unit.factor,
                half,
            )]
        }
        TokenKind::Ordinal(place) if place > 3 => vec![Amount::bare(f64::from(place), 0.0)],
        TokenKind::Clock(clock) => {
            let half = if clock.hundredths > 0 { 0.005 } else { 0.5 };
            let seconds = Amount::of(Dimension::Duration, clock.seconds(), 1.0, half);
            let mut readings = vec![seconds];
            if clock.len == 2 {
                let hours = clock.seconds_as_hours();
                readings.push(Amount::of(Dimension::Duration, hours, 1.0, 30.0));
            }
            readings
        }
        TokenKind::Pace(pace) => {
            let per = tokens.unit(pace.per);
            vec![Amount {
                kind: AmountKind::Rate(Dimension::Duration, per.dimension.clone()),
                native: pace.seconds,
                base: pace.seconds / (pace.distance * per.factor),
                over: pace.seconds,
                factor: 1.0 / (pace.distance * per.factor),
                half: 0.5,
            }]
        }
        _ => return None,
    })
}

/// The word that directly follows a number and says what is counted; particles and words such as
/// "to" and "on" are none.
fn noun(tokens: &Tokens, index: usize) -> Option<String> {
    let next = tokens.get(index + 1)?;
    if !next.is_word() || is_particles(tokens.norm(index + 1)) {
        return None;
    }
    let word = tokens.norm(index + 1);
    let function_word = lexicon::core().stop_words.contains(word)
        || lexicon::core().either_words.contains(word)
        || lexicon::core().range_words.contains(word);
    (!function_word).then(|| word.to_owned())
}

/// Whether a token opens a line as its number or bullet (`1.`, `2)`).
pub fn marks_line(tokens: &Tokens, index: usize) -> bool {
    let opens = index == 0 || tokens[index - 1].kind == TokenKind::Newline;
    let closed = tokens
        .get(index + 1)
        .is_some_and(|next| next.is(Symbol::Period) || next.is(Symbol::Close));
    opens && closed && matches!(tokens[index].kind, TokenKind::Number(_))
}
