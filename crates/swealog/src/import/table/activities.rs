//! Rows that are activities.

use super::field::Field;
use super::sheet::{Cells, Sheet};
use crate::import::activity::{Activity, IN_YOUR_ZONE, RecordedTime, Sport};
use crate::import::{FileContents, ImportContext, Source};

/// Reads the activities of a table.
pub fn read(
    sheet: &Sheet<'_>,
    source: &Source,
    context: &ImportContext<'_>,
    found: &mut FileContents,
) {
    let utc = sheet.layout.dialect.utc;
    for cells in sheet.lines() {
        match activity(&cells, context, utc) {
            Ok(activity) => {
                found.missing_units.distance |=
                    activity.distance.is_some() && activity.unit_assumed;
                let draft = activity.into_draft(&sheet.layout.dialect.app, context);
                found.drafts.extend(draft);
            }
            Err(reason) => found.rejected.push(source.rejected(cells.line, reason)),
        }
    }
    if utc && !found.drafts.is_empty() {
        found.remarks.push(IN_YOUR_ZONE.into());
    }
}

fn activity(cells: &Cells<'_>, context: &ImportContext<'_>, utc: bool) -> Result<Activity, String> {
    let start = cells.start()?;
    let kind = cells.text(Field::Kind);
    let in_miles = context.units.distance == "mi";
    let long = if in_miles { "mi" } else { "km" };
    let in_pool = cells.sheet.layout.dialect.pool && Sport::of(kind) == Some(Sport::Swim);
    let assumed = match (in_pool, in_miles) {
        (true, true) => "yd",
        (true, false) => "m",
        _ => long,
    };
    let distance = cells.quantity(Field::Distance)?;
    let number = |field| cells.number(field);
    Ok(Activity {
        line: cells.line,
        start: RecordedTime {
            local: (!utc).then_some(start),
            utc: utc.then_some(start),
        },
        kind: kind.to_owned(),
        title: cells.text(Field::Title).to_owned(),
        seconds: match cells.text(Field::Seconds) {
            "" => None,
            _ => Some(cells.seconds()?.unwrap_or(0.0)),
        },
        distance: distance.map(|(value, unit)| (value, unit.unwrap_or(assumed))),
        unit_assumed: distance.is_some_and(|(_, unit)| unit.is_none()),
        heart_rate: number(Field::HeartRate)?,
        heart_rate_max: number(Field::HeartRateMax)?,
        cadence: number(Field::Cadence)?,
        // climbed feet where distances are miles and the file does not say
        elevation_m: cells.quantity(Field::Ascent)?.map(|(climbed, unit)| {
            match in_miles && !utc && unit.is_none() {
                true => (climbed * 0.3048).round(),
                false => climbed,
            }
        }),
        kcal: number(Field::Calories)?,
        ..Activity::default()
    })
}
