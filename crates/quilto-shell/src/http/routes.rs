//! The paths.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Method, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use super::answer::Answer;
use super::events;
use super::input::Input;
use super::problem::{Kind, Problem};
use super::{Server, access, body, guard, keys, openapi, page, run, v1, work};

/// All paths and `more`, behind the checks that every request goes through.
pub fn router(server: Arc<Server>, more: Router<Arc<Server>>) -> Router {
    let all = Router::new()
        .route("/input", post(input))
        .route("/context", get(context))
        .route("/healthz", get(health))
        .route("/openapi.json", get(document))
        .merge(v1::routes())
        .merge(page::routes())
        .merge(more)
        .fallback(unknown)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(Arc::clone(&server), keys::once));
    checked(server, all)
}

/// What those get who are not known: the paths that are open to everybody, and the checks that say so of
/// all others. There is nobody's home behind them.
pub fn of_nobody(server: Arc<Server>) -> Router {
    let open = Router::new()
        .route("/healthz", get(health))
        .route("/openapi.json", get(document))
        .merge(page::open_routes())
        .fallback(unknown)
        .method_not_allowed_fallback(wrong_method);
    checked(server, open)
}

/// Paths behind the checks that every request goes through.
fn checked(server: Arc<Server>, paths: Router<Arc<Server>>) -> Router {
    paths
        .layer(from_fn_with_state(Arc::clone(&server), guard::check))
        .layer(from_fn_with_state(
            Arc::clone(&server),
            page::finish_response,
        ))
        .layer(from_fn_with_state(Arc::clone(&server), access::log))
        .with_state(server)
}

async fn input(State(server): State<Arc<Server>>, headers: HeaderMap, body: Body) -> Response {
    match answer(server, &headers, body).await {
        Ok(response) => response,
        Err(problem) => problem.into_response(),
    }
}

async fn answer(server: Arc<Server>, headers: &HeaderMap, body: Body) -> Result<Response, Problem> {
    let value = body::json(headers, body, &server.limits).await?;
    let input = Input::read(value)?;
    let job = |context: &_, client: &_| run::input(context, client, input);
    events::answer(server, headers, job).await
}

async fn context(State(server): State<Arc<Server>>) -> Result<Answer, Problem> {
    work::answer(&server, v1::context).await
}

async fn health() -> Response {
    axum::Json(openapi::HEALTH).into_response()
}

async fn document(State(server): State<Arc<Server>>) -> Answer {
    let base = server.endpoint.base;
    Answer::written(openapi::document(server.context().app, base).to_string())
}

async fn unknown(uri: Uri) -> Problem {
    Problem::new(
        Kind::UnknownRoute,
        format!("there is nothing at {}", uri.path()),
    )
    .hint("/openapi.json lists what there is")
}

async fn wrong_method(method: Method, uri: Uri) -> Problem {
    Problem::new(
        Kind::WrongMethod,
        format!("{} does not take {method}", uri.path()),
    )
    .hint("the Allow header lists what it takes")
}
