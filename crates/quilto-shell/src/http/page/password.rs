//! `/password`: a new password of one's own, where there are accounts.

use std::sync::Arc;

use axum::Extension;
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use axum::routing::get;
use quilto::storage::{Accounts, UserId};
use serde::Serialize;

use super::form::Fields;
use super::reader::Reader;
use super::sign_in::{self, cookie_place, with_cookie};
use super::view;
use crate::http::account_session::{self, PasswordChange};
use crate::http::problem::{Kind, Problem};
use crate::http::proxy::ClientAddress;
use crate::http::{Server, session};

#[derive(Serialize)]
struct PasswordView {
    person: String,
    /// Why it was not taken.
    refused: Option<&'static str>,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/password", get(ask).post(change))
}

async fn ask(State(server): State<Arc<Server>>, reader: Reader) -> Result<Response, Problem> {
    let (_, user) = account(&server)?;
    form(&server, &reader, &user, None)
}

/// The accounts, and whose this part of the server is.
fn account(server: &Server) -> Result<(Arc<dyn Accounts>, UserId), Problem> {
    let known = server
        .endpoint
        .authentication
        .accounts()
        .zip(server.person.as_ref());
    let (accounts, user) = known
        .ok_or_else(|| Problem::new(Kind::UnknownRoute, "there are no accounts on this server"))?;
    Ok((Arc::clone(accounts), user.clone()))
}

fn form(
    server: &Server,
    reader: &Reader,
    user: &UserId,
    refused: Option<&'static str>,
) -> Result<Response, Problem> {
    let view = PasswordView {
        person: user.to_string(),
        refused,
    };
    view::page(server.context().app, reader, "password.html", "more", view)
}

async fn change(
    State(server): State<Arc<Server>>,
    Extension(ClientAddress(from)): Extension<ClientAddress>,
    reader: Reader,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let fields = Fields::read(&headers, body, &server.limits).await?;
    let (accounts, user) = account(&server)?;
    let (now, new) = (fields.text("password"), fields.text("new"));
    let refused = |status: StatusCode, why| {
        let mut form = form(&server, &reader, &user, Some(why))?;
        *form.status_mut() = status;
        Ok(form)
    };
    if fields.text("again") != new {
        return refused(StatusCode::UNPROCESSABLE_ENTITY, "differ");
    }
    let changed = account_session::change_password(&server, &accounts, from, &user, now, new);
    match changed.await {
        Ok(PasswordChange::Done(secret)) => {
            let place = cookie_place(&server, &headers);
            let cookie = session::of_account(secret.text(), place);
            Ok(with_cookie(view::see("/more"), cookie))
        }
        Ok(PasswordChange::Wrong) => refused(StatusCode::FORBIDDEN, "wrong"),
        Ok(PasswordChange::Unfit) => refused(StatusCode::UNPROCESSABLE_ENTITY, "unfit"),
        Err(problem) if problem.kind() == Kind::TooMany => {
            let form = form(&server, &reader, &user, Some("often"))?;
            sign_in::refused(form, problem)
        }
        Err(problem) => Err(problem),
    }
}
