//! `/imports`: a file is chosen, looked at, and brought in.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use axum::routing::{get, post};
use serde::Serialize;

use super::form::Fields;
use super::import_answers::Answers;
use super::import_view::ImportView;
use super::reader::Reader;
use super::{multipart, view};
use crate::http::problem::{Kind, Problem};
use crate::http::query::{self, Part};
use crate::http::uploads::{self, Upload};
use crate::http::{Server, work};

#[derive(Serialize)]
struct ChooseView {
    /// What files end in that can be read.
    endings: String,
    /// The most that can be sent, in MB.
    most: usize,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/imports", get(choose).post(send))
        .route("/imports/{id}", get(look).post(bring_in))
        .route("/imports/{id}/leave", post(leave))
}

async fn choose(State(server): State<Arc<Server>>, reader: Reader) -> Result<Response, Problem> {
    let app = server.context().app;
    let view = ChooseView {
        endings: app.imports.endings.join(", "),
        most: server.limits.file_size >> 20,
    };
    view::page(app, &reader, "imports.html", "more", view)
}

async fn send(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let Some(file) = multipart::file(&headers, body, &server.limits).await? else {
        return Ok(view::see("/imports"));
    };
    if file.bytes.len() > server.limits.file_size {
        let most = server.limits.file_size;
        let detail = format!("a file has at most {most} bytes");
        return Err(Problem::new(Kind::TooLarge, detail));
    }
    uploads::file_name(&file.name)?;
    let shared = Arc::clone(&server);
    let kept = work::answer(&server, move |_| {
        let upload = Upload::new(&file.name, &file.bytes)?;
        Ok(shared.uploads.keep(upload).id.clone())
    });
    Ok(view::see(&format!("/imports/{}", kept.await?)))
}

async fn look(
    State(server): State<Arc<Server>>,
    reader: Reader,
    id: Part,
    uri: Uri,
) -> Result<Response, Problem> {
    let upload = server.uploads.get(&query::part(id)?)?;
    let fields = Fields::of_query(&uri)?;
    let said = Answers::of(&fields);
    let asks_anew = fields.iter().next().is_some();
    let view = work::answer(&server, move |context| {
        let came = upload.came().filter(|_| !asks_anew);
        let summary = match &came {
            Some(came) => Arc::clone(came),
            None => Arc::new(said.bring_in(context, &upload, true)?),
        };
        let is_there = came.is_some();
        Ok(ImportView::of(
            &upload, &summary, &said, is_there, context, &reader,
        ))
    });
    let view = view.await?;
    view::page(server.context().app, &reader, "import.html", "more", view)
}

async fn bring_in(
    State(server): State<Arc<Server>>,
    id: Part,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let upload = server.uploads.get(&query::part(id)?)?;
    let said = Answers::of(&Fields::read(&headers, body, &server.limits).await?);
    let place = format!("/imports/{}", upload.id);
    work::answer(&server, move |context| {
        let summary = said.bring_in(context, &upload, false)?;
        upload.brought_in(summary);
        Ok(())
    })
    .await?;
    Ok(view::see(&place))
}

async fn leave(
    State(server): State<Arc<Server>>,
    id: Part,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let id = query::part(id)?;
    Fields::read(&headers, body, &server.limits).await?;
    server.uploads.let_go(&id);
    Ok(view::see("/imports"))
}
