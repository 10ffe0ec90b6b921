//! What stands in the path, the query and the headers of a request.

use std::ops::RangeInclusive;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Query};
use axum::http::{HeaderMap, Uri};
use chrono::{Datelike, NaiveDate};
use quilto::model::{DateRange, EntryId};
use serde::de::DeserializeOwned;

use super::problem::{Kind, Problem};
use super::tag::IfMatch;

/// The years that a day of a note can be of.
const YEARS: RangeInclusive<i32> = 1900..=2199;

/// A part of a path, or why it cannot be read.
pub type Part = Result<Path<String>, PathRejection>;

/// The query of a request; what is wrong names the parameter.
pub fn read<T: DeserializeOwned>(uri: &Uri) -> Result<T, Problem> {
    match Query::try_from_uri(uri) {
        Ok(Query(asked)) => Ok(asked),
        Err(error) => {
            let said = error.body_text();
            let detail = said
                .strip_prefix("Failed to deserialize query string: ")
                .unwrap_or(&said);
            Err(Problem::new(Kind::BadQuery, detail))
        }
    }
}

/// A part of a path.
pub fn part(part: Part) -> Result<String, Problem> {
    match part {
        Ok(Path(text)) => Ok(text),
        Err(error) => Err(Problem::new(Kind::BadRequest, error.body_text())),
    }
}

/// The name of an entry in a path.
pub fn entry_id(text: Part) -> Result<EntryId, Problem> {
    part(text).map(EntryId)
}

/// What a client takes something to be.
pub fn expected(headers: &HeaderMap) -> Result<IfMatch, Problem> {
    IfMatch::read(headers).map_err(|part| {
        let detail = format!("If-Match: {part:?} is no tag");
        Problem::new(Kind::BadRequest, detail)
            .hint("send the ETag that came with it, quotes and all")
    })
}

/// A day that notes can be of.
pub fn noted(day: NaiveDate) -> Result<NaiveDate, Problem> {
    if !YEARS.contains(&day.year()) {
        let detail = format!("{day} lies too far away for a note");
        return Err(Problem::new(Kind::Unfit, detail).hint("write the day as 2026-11-20"));
    }
    Ok(day)
}

/// The days from one to another, as far as they are named and lie within those there are.
pub fn days(
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
    all: Option<DateRange>,
) -> Result<Option<DateRange>, Problem> {
    if let (Some(from), Some(to)) = (from, to)
        && to < from
    {
        let detail = format!("`from` {from} lies behind `to` {to}");
        return Err(Problem::new(Kind::BadQuery, detail).hint("`from` names the earlier day"));
    }
    let Some(all) = all else { return Ok(None) };
    let start = from.map_or(all.start, |from| from.max(all.start));
    let end = to.map_or(all.end, |to| to.min(all.end));
    Ok((start <= end).then(|| DateRange::new(start, end)))
}
