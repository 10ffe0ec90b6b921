//! Trend: slope, significance, and what to call it.
//!
//! The slope is the Theil–Sen estimator: one odd day does not move it. Whether there is a trend at
//! all is the Mann–Kendall test, two-sided at 0.05.
//!
//! The rule for the word, first match: when, of at least 6 values, the median of the last 3 lies at
//! least 10 % on the worse side of the median of the 3 best before them, it is a `drop`. A significant
//! trend of at least 4 values is `rising` or `falling`, and so is a row of 4 values at the end each of
//! which is a new extreme. Fewer than 6 values are `too few` for a verdict; where all of at least 3 go
//! one way they are `up each time` or `down each time`. With at least 6 values over at least 21 days,
//! of which the slope moves the median by less than 5 % from first to last, it is a `plateau`. Else it
//! is `no clear trend`.

use quilto_domain::measures::Better;
use quilto_model::{Fact, FactKind, FactValue, Per, TrendVerdict};

use super::SubjectQuery;
use crate::aggregate::days;
use crate::bucket::buckets;
use crate::select::Point;
use crate::statistics::{Sample, mann_kendall, median, theil_sen};
use crate::units::round;

/// With fewer values a plateau, a drop or no trend is not called.
const ENOUGH: usize = 6;

/// Beyond this many values the pairs would cost more than they tell: values are then taken by
/// week, and by month where even weeks are more.
const MOST: usize = 600;

/// The facts of a trend: slope per week, month or year, word, significance, first and last value.
pub fn trend(asked: &SubjectQuery<'_, '_>, points: &[Point<'_>]) -> Vec<Fact> {
    let scale = asked.scale;
    let with_value: Vec<Point<'_>> = points
        .iter()
        .filter(|point| point.value.is_some())
        .copied()
        .collect();
    let samples = samples(asked, &with_value);
    let (Some(first), Some(last)) = (samples.first(), samples.last()) else {
        return Vec::new();
    };
    let fact = |kind: FactKind, value: FactValue| Fact {
        sample: samples.len(),
        ..asked.fact(kind, value, &with_value)
    };
    let verdict = verdict(&samples, scale.better);
    let mut facts = vec![fact(
        FactKind::Trend(scale.quantity()),
        FactValue::Trend(verdict),
    )];
    if samples.len() < 2 || first.day == last.day {
        return facts;
    }
    let slope = theil_sen(&samples);
    let p = mann_kendall(&samples);
    let unit = scale.unit.map(str::to_owned);
    let (per, days) = stretch(asked, last.day - first.day);
    facts.push(Fact {
        unit: unit.clone(),
        ..fact(
            FactKind::Slope {
                of: scale.quantity(),
                per,
            },
            FactValue::Number(round(slope * days, scale.decimals + 1)),
        )
    });
    if samples.len() >= 4 {
        facts.push(fact(
            FactKind::Significance(scale.quantity()),
            FactValue::Number(round(p, 3)),
        ));
    }
    let ends = [
        (FactKind::Start(scale.quantity()), first),
        (FactKind::End(scale.quantity()), last),
    ];
    for (kind, sample) in ends {
        facts.push(Fact {
            unit: unit.clone(),
            date: date(&with_value, *sample),
            ..fact(kind, FactValue::Number(scale.round(sample.value)))
        });
    }
    facts
}

/// What a slope is told in, and its days: a week for days of up to a quarter of a year, a year from
/// three years on, else a month; a month, too, where two trends stand side by side.
fn stretch(asked: &SubjectQuery<'_, '_>, span: f64) -> (Per, f64) {
    const YEAR: f64 = 365.25;
    match span {
        _ if asked.engine.beside => (Per::Month, YEAR / 12.0),
        short if short <= YEAR / 4.0 => (Per::Week, 7.0),
        long if long >= YEAR * 3.0 => (Per::Year, YEAR),
        _ => (Per::Month, YEAR / 12.0),
    }
}

fn date(points: &[Point<'_>], sample: Sample) -> Option<chrono::NaiveDate> {
    let start = points.first()?.date;
    start.checked_add_days(chrono::Days::new(sample.day as u64))
}

fn samples(asked: &SubjectQuery<'_, '_>, points: &[Point<'_>]) -> Vec<Sample> {
    use quilto_model::GroupBy;
    let Some(start) = points.first().map(|point| point.date) else {
        return Vec::new();
    };
    let how = asked.scale.aggregate;
    let daily = || -> Vec<Sample> {
        days(points, how)
            .iter()
            .map(|day| Sample {
                day: (day.date - start).num_days() as f64,
                value: day.value,
            })
            .collect()
    };
    let by = |by: GroupBy| -> Vec<Sample> {
        buckets(points, by, asked.engine.groups, &[])
            .iter()
            .filter_map(|bucket| {
                let begins = bucket.points.first()?.date;
                Some(Sample {
                    day: (begins - start).num_days() as f64,
                    value: crate::aggregate::together(&bucket.points, how)?,
                })
            })
            .collect()
    };
    match asked.query.by {
        Some(wanted @ (GroupBy::Week | GroupBy::Month | GroupBy::Year)) => by(wanted),
        _ => {
            let daily = daily();
            if daily.len() <= MOST {
                return daily;
            }
            let weekly = by(GroupBy::Week);
            if weekly.len() <= MOST {
                weekly
            } else {
                by(GroupBy::Month)
            }
        }
    }
}

/// The word for a trend; see the head of this file.
pub fn verdict(samples: &[Sample], better: Better) -> TrendVerdict {
    let (Some(first), Some(last)) = (samples.first(), samples.last()) else {
        return TrendVerdict::TooFew;
    };
    if dropped(samples, better) {
        return TrendVerdict::Drop;
    }
    let slope = theil_sen(samples);
    let significant = samples.len() >= 4 && mann_kendall(samples) < 0.05;
    if significant && slope != 0.0 {
        return match slope > 0.0 {
            true => TrendVerdict::Rising,
            false => TrendVerdict::Falling,
        };
    }
    if samples.len() < ENOUGH {
        let each = |step: &dyn Fn(f64, f64) -> bool| {
            let mut pairs = samples.windows(2);
            samples.len() >= 3 && pairs.all(|pair| step(pair[0].value, pair[1].value))
        };
        return match (each(&|a, b| a < b), each(&|a, b| a > b)) {
            (true, _) => TrendVerdict::UpEachTime,
            (_, true) => TrendVerdict::DownEachTime,
            _ => TrendVerdict::TooFew,
        };
    }
    match better {
        Better::Higher if records_at_end(samples, |new, old| new > old) => {
            return TrendVerdict::Rising;
        }
        Better::Lower if records_at_end(samples, |new, old| new < old) => {
            return TrendVerdict::Falling;
        }
        _ => {}
    }
    let span = last.day - first.day;
    let mut values: Vec<f64> = samples.iter().map(|sample| sample.value).collect();
    let middle = median(&mut values).unwrap_or(0.0);
    if span >= 21.0 && (slope * span).abs() < 0.05 * middle.abs() {
        return TrendVerdict::Plateau;
    }
    TrendVerdict::Unclear
}

/// Whether each of the last values is a new record: nobody calls those no trend.
fn records_at_end(samples: &[Sample], beats: impl Fn(f64, f64) -> bool) -> bool {
    const IN_A_ROW: usize = 4;
    let new = |place: usize| {
        let mut earlier = samples[..place].iter();
        earlier.all(|earlier| beats(samples[place].value, earlier.value))
    };
    (samples.len() - IN_A_ROW..samples.len()).all(new)
}

fn dropped(samples: &[Sample], better: Better) -> bool {
    if samples.len() < ENOUGH || better == Better::Neutral {
        return false;
    }
    let (before, recent) = samples.split_at(samples.len() - 3);
    let mut recent: Vec<f64> = recent.iter().map(|sample| sample.value).collect();
    let mut before: Vec<f64> = before.iter().map(|sample| sample.value).collect();
    before.sort_by(f64::total_cmp);
    if better == Better::Higher {
        before.reverse();
    }
    before.truncate(3);
    match (median(&mut recent), median(&mut before)) {
        (Some(now), Some(then)) if better == Better::Higher => now <= then * 0.9,
        (Some(now), Some(then)) => now >= then * 1.1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::tests::weekly;

    #[test]
    fn words_follow_the_rule() {
        let word = |values: &[f64]| verdict(&weekly(values), Better::Higher).to_string();
        assert_eq!(word(&[1.0, 3.0, 2.0]), "too few");
        assert_eq!(word(&[1.0, 2.0]), "too few");
        assert_eq!(word(&[1.0, 2.0, 3.0]), "up each time");
        assert_eq!(word(&[80.0, 82.5, 85.0, 87.5]), "up each time");
        assert_eq!(word(&[6.0, 5.8, 5.6, 5.4]), "down each time");
        assert_eq!(word(&[60.0, 62.5, 65.0, 67.5, 70.0]), "rising");
        assert_eq!(word(&[70.0, 69.0, 68.0, 67.0, 66.0]), "falling");
        assert_eq!(word(&[80.0, 79.0, 80.0, 81.0, 80.0, 80.0, 79.0]), "plateau");
        assert_eq!(word(&[80.0, 82.0, 81.0, 82.0, 60.0, 62.0, 61.0]), "drop");
        assert_eq!(word(&[10.0, 20.0, 5.0, 18.0]), "too few");
        let odd = [10.0, 20.0, 5.0, 18.0, 9.0, 12.0];
        assert_eq!(word(&odd), "no clear trend");
        // Up and down for long, then four records one after the other.
        let noisy = [90.0, 60.0, 88.0, 61.0, 89.0, 62.0, 91.0, 92.0, 93.0, 94.0];
        assert_eq!(word(&noisy), "rising");
        let noisy = noisy.map(|value| 200.0 - value);
        assert_eq!(
            verdict(&weekly(&noisy), Better::Lower),
            TrendVerdict::Falling
        );
        let slower = verdict(&weekly(&[5.0, 5.0, 5.1, 5.0, 6.0, 6.1, 6.0]), Better::Lower);
        assert_eq!(slower, TrendVerdict::Drop);
    }
}
