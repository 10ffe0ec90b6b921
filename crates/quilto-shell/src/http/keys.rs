//! Keys of requests: what is sent again under the same `Idempotency-Key` is answered as before, and done
//! once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use quilto::storage::StorageError;
use tokio::sync::{Mutex as Turns, OwnedMutexGuard};
use tokio::time::{Instant, timeout_at};

use super::blocking::blocking;
use super::events::{self, Ending};
use super::problem::{Kind, Problem};
use super::{Server, body, connections};
use crate::context::idempotency::{self, IdempotencyOutcome, KeyClaim, StoredResponse};
use crate::error::CliError;

const NAME: &str = "idempotency-key";
/// The longest key.
const LONGEST: usize = 200;
/// The longest answer that is kept, in bytes; longer ones are never given to what has a key.
const ANSWER: usize = 64 << 20;

/// The keys that are in use in this process. Whoever has one waits for whoever has the same.
#[derive(Default)]
pub struct Keys(Mutex<HashMap<String, Weak<Turns<()>>>>);

impl Keys {
    fn of(&self, key: &str) -> Arc<Turns<()>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turns) = known.get(key).and_then(Weak::upgrade) {
            return turns;
        }
        known.retain(|_, turns| turns.strong_count() > 0);
        let turns = Arc::new(Turns::new(()));
        known.insert(key.to_owned(), Arc::downgrade(&turns));
        turns
    }
}

/// Answers a request, or gives the answer that its key had before.
pub async fn once(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    match key(&request) {
        Ok(None) => {
            let mut response = next.run(request).await;
            // nobody keeps what it comes to
            drop(events::ending(&mut response));
            response
        }
        Ok(Some(key)) => match keyed(server, key, request, next).await {
            Ok(response) => response,
            Err(problem) => problem.into_response(),
        },
        Err(problem) => problem.into_response(),
    }
}

/// The key of a request that does something.
fn key(request: &Request) -> Result<Option<String>, Problem> {
    let known = request.extensions().get::<MatchedPath>();
    let headers = request.headers();
    let mut given = headers.get_all(NAME).iter();
    let (Some(key), Some(_), &Method::POST) = (given.next(), known, request.method()) else {
        return Ok(None);
    };
    let bad = |detail: &str| Problem::new(Kind::BadRequest, detail);
    let key = key.to_str().unwrap_or_default();
    if given.next().is_some() || !(1..=LONGEST).contains(&key.len()) {
        let detail = format!("Idempotency-Key: there must be one, of 1 to {LONGEST} letters");
        return Err(bad(&detail).hint("take a random one for each thing to do"));
    }
    Ok(Some(key.to_owned()))
}

async fn keyed(
    server: Arc<Server>,
    key: String,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    let bytes = body::read(body, server.limits.file_size, &server.limits).await?;
    let asked = fingerprint(&parts, &bytes);
    let as_events = events::wanted(&parts.headers);
    let _active_request = connections::active_request();
    let deadline = Instant::now() + server.limits.run;
    let turn = timeout_at(deadline, server.keys.of(&key).lock_owned()).await;
    let turn = turn.map_err(|_| {
        Problem::new(
            Kind::Busy,
            "another request with this key is at work; nothing was done",
        )
    })?;
    let request = Request::from_parts(parts, Body::from(bytes));
    // it goes on though the client may go away, so that its answer is kept
    let answer = first_or_again(server, key, asked, request, next, turn);
    let answered = tokio::spawn(connections::carried(answer)).await;
    let answered =
        answered.unwrap_or_else(|_| Err(Problem::new(Kind::Failed, "the work on it broke off")))?;
    Ok(match answered {
        KeyedResponse::Now(response) => response,
        KeyedResponse::Before(answer) if as_events && answer.status == StatusCode::OK => {
            events::told_again(&answer.text)
        }
        KeyedResponse::Before(answer) => response(answer),
    })
}

/// What a request with a key comes to.
enum KeyedResponse {
    Now(Response),
    Before(StoredResponse),
}

/// What is asked, so that another request under the same key is told apart.
fn fingerprint(parts: &Parts, body: &Bytes) -> String {
    let kind = parts.headers.get(header::CONTENT_TYPE);
    let held = parts.headers.get(header::IF_MATCH);
    let path = parts.uri.path_and_query().map_or("", |path| path.as_str());
    let bytes = |value: Option<&HeaderValue>| value.map(|v| v.as_bytes().to_vec());
    let (kind, held) = (
        bytes(kind).unwrap_or_default(),
        bytes(held).unwrap_or_default(),
    );
    idempotency::hash(&[path.as_bytes(), &kind, &held, body])
}

async fn first_or_again(
    server: Arc<Server>,
    key: String,
    asked: String,
    request: Request,
    next: Next,
    in_process: OwnedMutexGuard<()>,
) -> Result<KeyedResponse, Problem> {
    let claimed = blocking(move || {
        let context = server.context().anew()?;
        let store = context.store()?;
        idempotency::claim(&*store, &key, asked, context.moment.now).map_err(unkept)
    });
    let turn = match claimed.await? {
        IdempotencyOutcome::First(turn) => turn,
        IdempotencyOutcome::Again(answer) => return Ok(KeyedResponse::Before(answer)),
        IdempotencyOutcome::InUse => {
            let detail = "another server is at work on a request with this key";
            return Err(Problem::new(Kind::KeyInUse, detail));
        }
        IdempotencyOutcome::Other => {
            let detail = "the key was used for another request";
            return Err(Problem::new(Kind::OtherRequest, detail));
        }
        IdempotencyOutcome::CutOff => {
            let detail = "a request with this key was begun and cut off";
            return Err(Problem::new(Kind::CutOff, detail));
        }
    };
    let mut response = next.run(request).await;
    if let Some(ending) = events::ending(&mut response) {
        tokio::spawn(async move {
            let _in_process = in_process;
            if let Ok(Ending { response, kept }) = ending.await {
                keep(turn, response).await.ok();
                kept.send(()).ok();
            }
        });
        return Ok(KeyedResponse::Now(response));
    }
    keep(turn, response).await.map(KeyedResponse::Now)
}

/// Keeps an answer, and gives it.
async fn keep(turn: KeyClaim, response: Response) -> Result<Response, Problem> {
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, ANSWER).await;
    let bytes = bytes.map_err(|_| Problem::new(Kind::Failed, "the answer is too long"))?;
    let answer = StoredResponse {
        status: parts.status.as_u16(),
        kind: text_of(&parts.headers, header::CONTENT_TYPE).unwrap_or_default(),
        tag: text_of(&parts.headers, header::ETAG),
        place: text_of(&parts.headers, header::LOCATION),
        text: String::from_utf8_lossy(&bytes).into_owned(),
    };
    let problem = parts.extensions.get::<Kind>().copied();
    let kept = blocking(move || ended(turn, answer, problem).map_err(unkept));
    if let Err(problem) = kept.await {
        // it is done, and its client is told so; only asking again would not be answered
        tracing::warn!("an answer could not be kept: {problem:?}");
    }
    Ok(Response::from_parts(parts, Body::from(bytes)))
}

fn text_of(headers: &HeaderMap, name: header::HeaderName) -> Option<String> {
    let value = headers.get(name)?.to_str().ok()?;
    Some(value.to_owned())
}

/// Keeps an answer, where it is one.
pub fn ended(
    turn: KeyClaim,
    answer: StoredResponse,
    problem: Option<Kind>,
) -> Result<(), StorageError> {
    match problem {
        // nothing was done: it may be sent again
        Some(Kind::Busy | Kind::SlowBody | Kind::NotSaved) => turn.give_back(),
        // nobody knows what was done
        Some(Kind::TooLong | Kind::Failed) => Ok(()),
        _ => turn.keep(answer),
    }
}

fn response(answer: StoredResponse) -> Response {
    let status = StatusCode::from_u16(answer.status).unwrap_or_default();
    let mut response = (status, answer.text).into_response();
    let headers = response.headers_mut();
    if let Ok(kind) = answer.kind.parse() {
        headers.insert(header::CONTENT_TYPE, kind);
    }
    if let Some(Ok(tag)) = answer.tag.map(|tag| tag.parse()) {
        headers.insert(header::ETAG, tag);
    }
    if let Some(Ok(place)) = answer.place.map(|place| place.parse()) {
        headers.insert(header::LOCATION, place);
    }
    response
}

pub fn unkept(error: StorageError) -> Problem {
    let error = CliError::from(error);
    let detail = format!(
        "the answer could not be kept, so nothing was done: {}",
        error.in_one_line()
    );
    Problem::new(Kind::Failed, detail).hint(error.advice())
}
