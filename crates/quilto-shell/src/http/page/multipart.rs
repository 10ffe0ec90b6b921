//! A form with a file in it.

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, FromRequest as _, Multipart, Request};
use axum::http::{HeaderMap, header};

use crate::http::problem::{Kind, Problem};
use crate::http::{Limits, body, guard};

/// Bytes of a form around its file.
const AROUND: usize = 64 << 10;

/// A file that somebody chose.
pub struct SentFile {
    pub name: String,
    pub bytes: Bytes,
}

/// The file of a form; `None` where none was chosen.
pub async fn file(
    headers: &HeaderMap,
    body: Body,
    limits: &Limits,
) -> Result<Option<SentFile>, Problem> {
    if !guard::names_its_page(headers) {
        let detail = "the form does not say which page it comes from";
        return Err(Problem::new(Kind::ForeignPage, detail));
    }
    let bytes = body::read(body, limits.file_size + AROUND, limits).await?;
    let mut request = Request::new(Body::from(bytes));
    let kind = headers.get(header::CONTENT_TYPE).cloned();
    let headers = kind.map(|kind| (header::CONTENT_TYPE, kind));
    request.headers_mut().extend(headers);
    DefaultBodyLimit::disable().apply(&mut request);
    let unread = |detail: String| Problem::new(Kind::BadRequest, detail);
    let mut form = Multipart::from_request(request, &())
        .await
        .map_err(|error| unread(error.body_text()))?;
    while let Some(field) = form
        .next_field()
        .await
        .map_err(|error| unread(error.body_text()))?
    {
        let name = last_part(field.file_name().unwrap_or_default()).to_owned();
        if name.is_empty() {
            continue;
        }
        let bytes = field
            .bytes()
            .await
            .map_err(|error| unread(error.body_text()))?;
        return Ok(Some(SentFile { name, bytes }));
    }
    Ok(None)
}

/// The name of a file, of which some browsers send the folders too.
fn last_part(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_no_part_of_a_name() {
        assert_eq!(last_part("notes.csv"), "notes.csv");
        assert_eq!(last_part("C:\\granite\\notes.csv"), "notes.csv");
        assert_eq!(last_part("../../notes.csv"), "notes.csv");
    }
}
