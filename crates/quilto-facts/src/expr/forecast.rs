//! Where a series goes if it goes on as it did.
//!
//! The rate is the Theil–Sen slope over the days that have a value, the level the median of what is left
//! of them (see `facts::trend`). Its range is Sen's 90 % interval of the slope: of all slopes of pairs,
//! the ones that lie 1.645 standard deviations of Kendall's S off the middle (Sen 1968; Gilbert 1987,
//! Statistical Methods for Environmental Pollution Monitoring, 16.4.2). It is refused for fewer than six
//! days or less than three weeks, where the interval holds both directions, where the values go the
//! other way, and farther ahead than twice the days there are, two years at most.

use chrono::{Days, NaiveDate};

use super::association::about;
use super::value::Value;
use super::{Evaluation, Scope};
use crate::figure::Daily;
use crate::format::quantity;
use crate::statistics::{Sample, median, slopes};
use crate::units::{factor, round};
use quilto_domain::measures::Better;
use quilto_model::{
    Bound, DateRange, Fact, FactKind, FactValue, Figure, Forecast, Number, Per, Quantity, Refusal,
};

/// Fewest days that bear a forecast.
const LEAST: usize = 6;
/// Fewest days from the first to the last.
const SHORTEST: i64 = 21;
/// Farthest ahead, in lengths of what is known, and in days.
const AHEAD: (i64, i64) = (2, 730);
/// The newest days count: more would cost more than they tell, and years ago tell nothing of now.
const MOST: usize = 400;

/// What lies less than this behind a day, in days, is of that day: slopes of whole numbers carry rounding of
/// the last bit.
const DUST: f64 = 1e-6;

/// A line through a series, with the least and the greatest slope that it bears.
struct Line {
    start: NaiveDate,
    end: NaiveDate,
    slope: f64,
    slopes: [f64; 2],
    level: f64,
    days: usize,
}

impl Evaluation<'_> {
    pub(super) fn forecast(&self, forecast: &Forecast, scope: Scope<'_>) -> Value {
        let (daily, figure) = match self.series(&forecast.of, scope) {
            Ok(series) => series,
            Err(refusal) => return Value::refused(refusal),
        };
        let line = match Line::through(&daily) {
            Ok(line) => line,
            Err(refusal) => return Value::refused(refusal),
        };
        let facts = ForecastFacts {
            daily: &daily,
            figure: &figure,
            line: &line,
            number: self.sheet.number,
        };
        let own = match (&forecast.reach, forecast.on) {
            (Some(goal), _) => facts.reach(goal),
            (None, Some(day)) => facts.on(day),
            (None, None) => Err(Refusal::NoDay),
        };
        let (own, refused) = match own {
            Ok(own) => (own, None),
            Err(refusal) => (Vec::new(), Some(refusal)),
        };
        Value {
            parts: vec![facts.rate()],
            own,
            refused,
            ..Value::default()
        }
    }
}

impl Line {
    fn through(daily: &Daily) -> Result<Self, Refusal> {
        let days: Vec<(NaiveDate, f64)> = daily.values.iter().map(|(d, v)| (*d, *v)).collect();
        let days = &days[days.len().saturating_sub(MOST)..];
        let (Some((start, _)), Some((end, _)), true) =
            (days.first(), days.last(), days.len() >= LEAST)
        else {
            return Err(Refusal::TooFewDays {
                have: days.len(),
                need: LEAST,
            });
        };
        let span = (*end - *start).num_days();
        if span < SHORTEST {
            return Err(Refusal::TooShort {
                have: span,
                need: SHORTEST,
            });
        }
        let samples: Vec<Sample> = days
            .iter()
            .map(|(day, value)| Sample {
                day: (*day - *start).num_days() as f64,
                value: *value,
            })
            .collect();
        let mut slopes = slopes(&samples);
        let slope = median(&mut slopes.clone()).unwrap_or(0.0);
        slopes.sort_by(f64::total_cmp);
        let interval = interval(&samples, &slopes);
        let mut rest: Vec<f64> = samples.iter().map(|s| s.value - slope * s.day).collect();
        Ok(Self {
            start: *start,
            end: *end,
            slope,
            slopes: interval,
            level: median(&mut rest).unwrap_or(0.0),
            days: samples.len(),
        })
    }

    /// The value of the line on the last day.
    fn now(&self) -> f64 {
        self.level + self.slope * (self.end - self.start).num_days() as f64
    }

    /// How many days ahead may be told.
    fn most(&self) -> i64 {
        let (lengths, days) = AHEAD;
        ((self.end - self.start).num_days() * lengths).min(days)
    }
}

/// The least and the greatest slope of Sen's interval.
fn interval(samples: &[Sample], sorted: &[f64]) -> [f64; 2] {
    const DEVIATIONS: f64 = 1.645;
    let mut values: Vec<f64> = samples.iter().map(|sample| sample.value).collect();
    values.sort_by(f64::total_cmp);
    let spread = |n: f64| n * (n - 1.0) * (2.0 * n + 5.0);
    let ties = values.chunk_by(|left, right| left == right);
    let ties: f64 = ties.map(|tied| spread(tied.len() as f64)).sum();
    let deviation = ((spread(samples.len() as f64) - ties) / 18.0)
        .max(0.0)
        .sqrt();
    let off = DEVIATIONS * deviation;
    let pairs = sorted.len() as f64;
    let at = |rank: f64| {
        let place = rank.clamp(1.0, pairs) as usize - 1;
        sorted[place]
    };
    [
        at(((pairs - off) / 2.0).round()),
        at(((pairs + off) / 2.0).round() + 1.0),
    ]
}

/// A forecast about to be told.
struct ForecastFacts<'t> {
    daily: &'t Daily,
    figure: &'t Figure,
    line: &'t Line,
    number: usize,
}

impl ForecastFacts<'_> {
    fn of(&self) -> Quantity {
        Quantity::of_measure(&self.daily.name)
    }

    fn forecast(&self, bound: Option<Bound>) -> FactKind {
        FactKind::Forecast {
            of: self.of(),
            bound,
        }
    }

    fn fact(&self, kind: FactKind, value: FactValue) -> Fact {
        Fact {
            period: Some(DateRange::new(self.line.start, self.line.end)),
            figure: crate::slice::under_conditions(self.figure),
            sample: self.line.days,
            query: self.number,
            ..Fact::new(kind, self.figure.domain.clone(), about(self.figure), value)
        }
    }

    fn round(&self, value: f64) -> f64 {
        round(value, self.daily.decimals)
    }

    /// The rate that everything rests on.
    fn rate(&self) -> Fact {
        let per_week = |slope: f64| round(slope * 7.0, self.daily.decimals + 1);
        let [least, most] = self.line.slopes.map(per_week);
        Fact {
            unit: self.daily.unit.clone(),
            detail: Some(format!("{least} … {most}")),
            ..self.fact(
                FactKind::Slope {
                    of: self.of(),
                    per: Per::Week,
                },
                FactValue::Number(per_week(self.line.slope)),
            )
        }
    }

    /// When a value is reached.
    fn reach(&self, goal: &Number) -> Result<Vec<Fact>, Refusal> {
        let own = self.daily.unit.as_deref();
        // A bare number is meant in the unit of the series; one with a unit says nothing of what has none.
        let factor = match (goal.unit.as_deref(), own) {
            (None, _) => Some(1.0),
            (Some(from), Some(to)) => factor(from, to),
            (Some(_), None) => None,
        };
        let factor = factor.ok_or_else(|| Refusal::UnitsDiffer {
            left: goal.unit.clone().unwrap_or_default(),
            right: own.unwrap_or_default().to_owned(),
        })?;
        let goal = goal.value * factor;
        let line = self.line;
        let away = goal - line.now();
        self.reached(goal, away)?;
        let [least, most] = line.slopes;
        if least <= 0.0 && most >= 0.0 {
            return Err(Refusal::NoTrend);
        }
        if away / line.slope < -DUST {
            return Err(Refusal::WrongWay);
        }
        // The last day has not reached it: the next one may.
        let ahead = |slope: f64| ((away / slope - DUST).ceil() as i64).max(1);
        if ahead(line.slope) > line.most() {
            return Err(Refusal::TooFar {
                ahead: ahead(line.slope),
                most: line.most(),
            });
        }
        let day = |ahead: i64| {
            let ahead = u64::try_from(ahead).ok()?;
            line.end.checked_add_days(Days::new(ahead))
        };
        let [one, other] = [ahead(least), ahead(most)];
        let (early, late) = (one.min(other), one.max(other));
        let dates = [ahead(line.slope), early, late].map(day);
        let [Some(middle), Some(first), Some(last)] = dates else {
            return Err(Refusal::NoDay);
        };
        let fact = |kind: FactKind, day: NaiveDate| Fact {
            date: Some(day),
            detail: Some(quantity(self.round(goal), own)),
            ..self.fact(kind, FactValue::Date(day))
        };
        Ok(vec![
            fact(self.forecast(None), middle),
            fact(self.forecast(Some(Bound::Earliest)), first),
            fact(self.forecast(Some(Bound::Latest)), last),
        ])
    }

    /// Refuses where a value was reached on some day already: in the better direction for what has one,
    /// else where the last days lie on it.
    fn reached(&self, goal: f64, away: f64) -> Result<(), Refusal> {
        let there = |value: f64| match self.daily.better {
            Better::Higher => self.round(value) >= self.round(goal),
            Better::Lower => self.round(value) <= self.round(goal),
            Better::Neutral => false,
        };
        let mut days = self.daily.values.iter();
        if let Some((day, _)) = days.find(|(_, value)| there(**value)) {
            return Err(Refusal::Reached(*day));
        }
        if self.daily.better == Better::Neutral && self.round(away) == 0.0 {
            return Err(Refusal::Reached(self.line.end));
        }
        Ok(())
    }

    /// What the value of a day is.
    fn on(&self, day: NaiveDate) -> Result<Vec<Fact>, Refusal> {
        let line = self.line;
        let ahead = (day - line.end).num_days();
        if ahead > line.most() {
            return Err(Refusal::TooFar {
                ahead,
                most: line.most(),
            });
        }
        if ahead <= 0 {
            return Err(Refusal::Reached(line.end));
        }
        let value = |slope: f64| self.round(line.now() + slope * ahead as f64);
        let fact = |kind: FactKind, value: f64| Fact {
            unit: self.daily.unit.clone(),
            date: Some(day),
            ..self.fact(kind, FactValue::Number(value))
        };
        let [least, most] = line.slopes;
        Ok(vec![
            fact(self.forecast(None), value(line.slope)),
            fact(self.forecast(Some(Bound::Lowest)), value(least)),
            fact(self.forecast(Some(Bound::Highest)), value(most)),
        ])
    }
}
