//! Numbers that follow from two others: differences, ratios, percentages, spans of days.

use quilto_text::Dimension;

use super::amount::{Amount, AmountKind, StatedAmount, UnitStrictness, says};

/// Whether a number says how long so many days are: in days, weeks, months or years.
pub(super) fn spans(claim: &StatedAmount, days: i64) -> bool {
    let days = days as f64;
    let duration = |reading: &&Amount| {
        matches!(
            reading.kind,
            AmountKind::Of(Dimension::Duration | Dimension::Months)
        )
    };
    claim.readings.iter().filter(duration).any(|reading| {
        let months = matches!(reading.kind, AmountKind::Of(Dimension::Months));
        let (unit_days, slack) = if months {
            (reading.factor * 365.25 / 12.0, 0.5)
        } else {
            (reading.factor / 86_400.0, reading.half)
        };
        unit_days >= 1.0 && (reading.native - days / unit_days).abs() <= slack + 1e-9
    })
}

/// Whether a number is the difference, the ratio or the percentage of two values.
pub(super) fn derives(claim: &StatedAmount, left: &Amount, right: &Amount) -> bool {
    if left.kind != right.kind {
        return false;
    }
    let (low, high) = if left.base <= right.base {
        (left, right)
    } else {
        (right, left)
    };
    let difference = Amount {
        native: (high.base - low.base) / high.factor,
        base: high.base - low.base,
        over: high.over - low.over,
        ..high.clone()
    };
    if says(claim, &difference, UnitStrictness::StatedAmount) {
        return true;
    }
    if low.base == 0.0 {
        return false;
    }
    let ratios = [high.base / low.base, low.base / high.base];
    let percentages = [
        (high.base - low.base) / low.base,
        (high.base - low.base) / high.base,
        low.base / high.base,
        high.base / low.base,
    ];
    let is_share = |reading: &Amount| matches!(reading.kind, AmountKind::Of(Dimension::Ratio));
    claim.readings.iter().any(|reading| {
        let near = |value: f64| (reading.native - value).abs() <= reading.half + 1e-9;
        if is_share(reading) {
            percentages.iter().any(|share| near(share * 100.0))
        } else {
            let bare = matches!(
                reading.kind,
                AmountKind::Bare | AmountKind::Of(Dimension::Count)
            );
            // "Twice" is no three tenths off: a whole ratio must nearly be whole.
            let near = |ratio: &f64| (reading.native - ratio).abs() <= reading.half.min(0.05);
            bare && ratios.iter().any(near)
        }
    })
}

/// All pairs, the earlier first.
pub(super) fn pairs<T>(all: &[T]) -> impl Iterator<Item = (&T, &T)> {
    all.iter()
        .enumerate()
        .flat_map(|(place, left)| all[place + 1..].iter().map(move |right| (left, right)))
}
