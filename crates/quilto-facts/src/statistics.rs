//! Statistics that know no day and no measure.
//!
//! The slope of values in time is the Theil–Sen estimator, the median of the slopes of all pairs:
//! one odd value does not move it (Theil 1950, Indagationes Mathematicae 12; Sen 1968, Journal of the
//! American Statistical Association 63, 1379–1389). Whether they have an order at all is the
//! Mann–Kendall test with correction for ties and for continuity (Mann 1945, Econometrica 13,
//! 245–259; Kendall 1975, Rank Correlation Methods).

/// One value in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Days since some day.
    pub day: f64,
    /// The value.
    pub value: f64,
}

/// The median of the slopes of all pairs, per day. 0 for fewer than two days.
pub fn theil_sen(samples: &[Sample]) -> f64 {
    median(&mut slopes(samples)).unwrap_or(0.0)
}

/// The slopes of all pairs of different days, per day.
pub fn slopes(samples: &[Sample]) -> Vec<f64> {
    let mut slopes = Vec::with_capacity(samples.len() * samples.len() / 2);
    for (place, left) in samples.iter().enumerate() {
        for right in &samples[place + 1..] {
            if right.day != left.day {
                slopes.push((right.value - left.value) / (right.day - left.day));
            }
        }
    }
    slopes
}

/// The two-sided p-value of the Mann–Kendall test: how likely so much order is by chance. 1 for
/// values that are all equal.
pub fn mann_kendall(samples: &[Sample]) -> f64 {
    let mut s = 0i64;
    for (place, left) in samples.iter().enumerate() {
        for right in &samples[place + 1..] {
            s += match right.value.total_cmp(&left.value) {
                std::cmp::Ordering::Greater => 1,
                std::cmp::Ordering::Less => -1,
                std::cmp::Ordering::Equal => 0,
            };
        }
    }
    let mut sorted: Vec<f64> = samples.iter().map(|sample| sample.value).collect();
    sorted.sort_by(f64::total_cmp);
    let spread = |n: f64| n * (n - 1.0) * (2.0 * n + 5.0);
    let ties: f64 = sorted
        .chunk_by(|left, right| left == right)
        .map(|tied| spread(tied.len() as f64))
        .sum();
    let variance = (spread(samples.len() as f64) - ties) / 18.0;
    if variance <= 0.0 || s == 0 {
        return 1.0;
    }
    let z = (s.abs() - 1) as f64 / variance.sqrt();
    normal_tails(z)
}

/// How likely a normal value is at least so many standard deviations off, on either side.
pub fn normal_tails(z: f64) -> f64 {
    libm::erfc(z / std::f64::consts::SQRT_2)
}

/// The middle value; the mean of the two middle ones for an even number.
pub fn median(values: &mut [f64]) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    let half = values.len() / 2;
    let (below, middle, _) = values.select_nth_unstable_by(half, f64::total_cmp);
    let middle = *middle;
    if below.len() == half && values.len() % 2 == 1 {
        return Some(middle);
    }
    let lower = values[..half].iter().copied().max_by(f64::total_cmp)?;
    Some((lower + middle) / 2.0)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn weekly(values: &[f64]) -> Vec<Sample> {
        let values = values.iter().enumerate();
        values
            .map(|(week, value)| Sample {
                day: week as f64 * 7.0,
                value: *value,
            })
            .collect()
    }

    #[test]
    fn slope_is_the_median_of_pairs_and_ignores_one_odd_day() {
        let samples = weekly(&[10.0, 11.0, 12.0, 90.0, 14.0, 15.0]);
        assert!((theil_sen(&samples) * 7.0 - 1.0).abs() < 1e-9);
    }

    /// Values by hand: 5 rising values give S = 10, variance 16.667, z = 2.2045, p = 0.0275.
    #[test]
    fn significance_as_by_hand() {
        let rising = weekly(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert!((mann_kendall(&rising) - 0.0275).abs() < 1e-4);
        // With two tied pairs: S = 8, variance (300 - 36) / 18 / ... by the formula below.
        let tied = weekly(&[1.0, 1.0, 2.0, 2.0, 3.0]);
        let variance: f64 = (5.0 * 4.0 * 15.0 - 2.0 * (2.0 * 1.0 * 9.0)) / 18.0;
        let z = 7.0 / variance.sqrt();
        assert!((mann_kendall(&tied) - libm::erfc(z / 2f64.sqrt())).abs() < 1e-12);
        assert_eq!(mann_kendall(&weekly(&[3.0; 8])), 1.0);
    }

    #[test]
    fn median_of_even_and_odd() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&mut [4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median(&mut []), None);
    }
}
