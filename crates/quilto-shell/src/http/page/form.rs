//! The fields of forms, sent as a body or in the query.

use axum::Form;
use axum::body::Body;
use axum::extract::{FromRequest as _, Query, Request};
use axum::http::{HeaderMap, Uri};
use chrono::NaiveDate;

use crate::http::problem::{Kind, Problem};
use crate::http::{Limits, body, guard, query};

/// The fields of a form.
#[derive(Debug, Default)]
pub struct Fields(Vec<(String, String)>);

impl Fields {
    /// Those of a body. A form can be sent by any page, so it must say which one it comes from.
    pub async fn read(headers: &HeaderMap, body: Body, limits: &Limits) -> Result<Self, Problem> {
        if !guard::names_its_page(headers) {
            let detail = "the form does not say which page it comes from";
            return Err(Problem::new(Kind::ForeignPage, detail));
        }
        let bytes = body::read(body, limits.body_size, limits).await?;
        let mut request = Request::post("/")
            .body(Body::from(bytes))
            .unwrap_or_default();
        *request.headers_mut() = headers.clone();
        let read = Form::<Vec<(String, String)>>::from_request(request, &()).await;
        match read {
            Ok(Form(fields)) => Ok(Self(fields)),
            Err(error) => Err(Problem::new(Kind::BadRequest, error.body_text())),
        }
    }

    /// Those of a query.
    pub fn of_query(uri: &Uri) -> Result<Self, Problem> {
        match Query::try_from_uri(uri) {
            Ok(Query(fields)) => Ok(Self(fields)),
            Err(error) => Err(Problem::new(Kind::BadQuery, error.body_text())),
        }
    }

    /// All of them, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (&**name, &**value))
    }

    /// What stands in a field; nothing where it is left out or blank.
    pub fn get(&self, name: &str) -> Option<&str> {
        let mut known = self.iter().filter(|(known, _)| *known == name);
        let (_, value) = known.next()?;
        Some(value).filter(|value| !value.trim().is_empty())
    }

    /// The same as it was typed, blank too.
    pub fn text(&self, name: &str) -> &str {
        let mut known = self.iter().filter(|(known, _)| *known == name);
        known.next().map_or("", |(_, value)| value)
    }

    /// The day in a field.
    pub fn day(&self, name: &str) -> Result<Option<NaiveDate>, Problem> {
        let Some(text) = self.get(name) else {
            return Ok(None);
        };
        let day = text.trim().parse().map_err(|_| {
            let detail = format!("{text:?} is no day");
            Problem::new(Kind::Unfit, detail).hint("a day is written as 2026-11-20")
        })?;
        query::noted(day).map(Some)
    }
}
