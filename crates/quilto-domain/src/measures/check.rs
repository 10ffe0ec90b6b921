//! Whether what a `measures.yaml` says fits together.

use super::{Aggregate, Measure, Measures, RowKind, encloses, overview};

/// The word to look for in the file, and what is wrong.
type LocatedProblem = (String, String);

fn wrong<T>(word: &str, message: String) -> Result<T, LocatedProblem> {
    Err((word.to_owned(), message))
}

/// The first thing that does not fit together.
pub(super) fn check(all: &Measures) -> Result<(), LocatedProblem> {
    check_whole(all)?;
    check_units(all)?;
    for (place, kind) in all.rows.iter().enumerate() {
        check_rows(kind, &all.rows[..place])?;
    }
    for place in 0..all.measures.len() {
        check_measure(all, place)?;
    }
    Ok(())
}

/// Names that stand outside of rows and measures.
fn check_whole(all: &Measures) -> Result<(), LocatedProblem> {
    if all.default_measure().is_none() {
        return wrong(
            &format!("default: {}", all.default),
            format!(
                "`default` names the measure `{}`, which is not there",
                all.default
            ),
        );
    }
    for sum in &all.sums {
        if all.measure(&sum.measure).is_none() {
            return wrong(
                &sum.name,
                format!(
                    "the sum `{}` adds up the measure `{}`, which is not there",
                    sum.name, sum.measure
                ),
            );
        }
    }
    if let Some((measure, by)) = overview::missing(all) {
        return wrong(
            measure,
            format!("`{by}` tells the measure `{measure}`, which is not there"),
        );
    }
    if let Some(kind) = overview::missing_rows(all) {
        return wrong(
            kind,
            format!("`shared` names the rows `{kind}`, which are not there"),
        );
    }
    Ok(())
}

fn check_units(all: &Measures) -> Result<(), LocatedProblem> {
    for (name, choices) in all.units.iter() {
        let foreign = |unit: &&str| !matches!(*unit, "kg" | "lb" | "km" | "mi");
        if let Some(unit) = choices.iter().map(|(unit, _)| unit).find(foreign) {
            return wrong(
                unit,
                format!("the unit `{name}` is given for `{unit}`; expected kg, lb, km or mi"),
            );
        }
    }
    Ok(())
}

fn check_rows(kind: &RowKind, before: &[RowKind]) -> Result<(), LocatedProblem> {
    if before.iter().any(|other| other.name == kind.name) {
        return wrong(
            &kind.name,
            format!("two kinds of rows are named `{}`", kind.name),
        );
    }
    for (field, quantity) in kind.quantities.iter() {
        if quantity.unit.is_none() && quantity.from.is_none() {
            return wrong(
                field,
                format!(
                    "the quantity `{field}` does not say its unit; expected `unit: FIELD` or `from: UNIT`"
                ),
            );
        }
    }
    let inherited = kind.inherit.iter().map(|(_, path)| path);
    for path in kind.subject.iter().chain(inherited) {
        if !encloses(path, &kind.path) {
            return wrong(
                path,
                format!(
                    "`{path}` is no field of an object around `{}`; expected its path \
                     from the start, such as `a[].name` for rows at `a[].b[]`",
                    kind.path
                ),
            );
        }
    }
    Ok(())
}

fn check_measure(all: &Measures, place: usize) -> Result<(), LocatedProblem> {
    let measure = &all.measures[place];
    let (before, after) = (&all.measures[..place], &all.measures[place + 1..]);
    let named = |name: &str, among: &[Measure]| among.iter().any(|other| other.name == name);
    let name = &measure.name;
    if name == "entries" {
        return wrong(
            name,
            "a measure cannot be named `entries`: that one is built in".into(),
        );
    }
    if named(name, before) {
        return wrong(name, format!("two measures are named `{name}`"));
    }
    let missing = |rows: &&String| all.row_kind(rows).is_none();
    if let Some(rows) = measure.rows.iter().find(missing) {
        return wrong(
            rows,
            format!("`{name}` reads rows `{rows}`, which are not there"),
        );
    }
    if let Some(total) = measure.total.as_deref() {
        let adds_up = |total: &Measure| total.aggregate.adds_up();
        if !all.measure(total).is_some_and(adds_up) {
            return wrong(
                &format!("total: {total}"),
                format!(
                    "the total of `{name}` is `{total}`; expected a measure whose aggregate is sum, count or entries"
                ),
            );
        }
    }
    if let Some(otherwise) = measure.otherwise.as_deref()
        && !named(otherwise, after)
    {
        return wrong(
            &format!("otherwise: {otherwise}"),
            format!(
                "`{name}` falls back on `{otherwise}`; expected a measure that stands below it"
            ),
        );
    }
    for (key, other) in [("degree", &measure.degree), ("fixed", &measure.fixed)] {
        if let Some(other) = other
            .as_deref()
            .filter(|other| all.measure(other).is_none())
        {
            return wrong(
                &format!("{key}: {other}"),
                format!("`{name}` is told by `{other}`; expected a measure of this file"),
            );
        }
    }
    if measure.weigh_by.is_some() && measure.aggregate != Aggregate::Avg {
        return wrong(
            name,
            format!("`{name}` has `weigh_by`; expected `aggregate: avg` with it"),
        );
    }
    Ok(())
}
