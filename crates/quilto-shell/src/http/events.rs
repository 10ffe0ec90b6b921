//! A run told step by step, as server-sent events.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use quilto::machine::{Ask, MachineError, Reply};
use quilto::runner::{Progress, UserPort};
use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::{oneshot, watch};

use super::answer::Answer;
use super::connections::{self, ActiveRequest};
use super::problem::Problem;
use super::{Server, work};
use crate::context::Context;

/// What is at work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CurrentStep {
    /// The words did not come yet.
    #[default]
    Awaited,
    /// A step, and the tokens that models used so far.
    Step(&'static str, u64),
}

/// A step that begins.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Step {
    /// The number of the step in its lane, and what it is.
    step: String,
    /// What is done (`planner`, `append`).
    what: &'static str,
    /// Tokens that models used for the run so far; zero without a model.
    tokens: u64,
}

/// What a client is told.
enum ClientEvent {
    Step(Event),
    Last(Event),
}

/// What a run that is told step by step comes to, for who keeps it.
pub struct Ending {
    /// The answer that a client gets who wants the result only.
    pub response: Response,
    /// To be told once it is kept: the client hears of it then.
    pub kept: oneshot::Sender<()>,
}

/// Where it will be told, in a response that begins.
#[derive(Clone)]
struct Outcome(Arc<Mutex<Option<oneshot::Receiver<Ending>>>>);

/// Where it will be told what a response comes to, if that is told step by step.
pub fn ending(response: &mut Response) -> Option<oneshot::Receiver<Ending>> {
    let Outcome(outcome) = response.extensions_mut().remove()?;
    outcome
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take()
}

/// The client of a run: hears of its steps and is asked nothing while it goes on.
#[derive(Default)]
pub struct Client {
    steps: Option<UnboundedSender<ClientEvent>>,
    /// Where somebody looks on, on a page.
    watched: Option<Arc<watch::Sender<CurrentStep>>>,
}

impl Client {
    /// One who only wants the result.
    pub fn patient() -> Self {
        Self::default()
    }

    /// The same, with somebody who may look on.
    pub fn watched(watched: Option<Arc<watch::Sender<CurrentStep>>>) -> Self {
        Self {
            watched,
            ..Self::default()
        }
    }
}

impl Client {
    /// Tells how far something is.
    pub fn tell(&self, progress: &impl Serialize) {
        if let Some(steps) = &self.steps {
            // a client that went away hears no more
            let event = event("progress", progress);
            steps.send(ClientEvent::Step(event)).ok();
        }
    }
}

impl UserPort for Client {
    fn ask(&self, _ask: &Ask, _refused: Option<&MachineError>) -> Option<Reply> {
        None
    }

    fn progress(&self, progress: &Progress) {
        if let Some(watched) = &self.watched {
            watched.send_replace(CurrentStep::Step(progress.what, progress.tokens));
        }
        self.tell(&Step {
            step: progress.step.to_string(),
            what: progress.what,
            tokens: progress.tokens,
        });
    }
}

/// Whether a client asks for events.
pub fn wanted(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter();
    let mut types = accepted
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|kind| kind.split(';').next().unwrap_or_default().trim());
    types.any(|kind| kind.eq_ignore_ascii_case("text/event-stream"))
}

/// Does a job: told step by step where the client asks for events, else as one answer.
pub async fn answer(
    server: Arc<Server>,
    headers: &HeaderMap,
    job: impl FnOnce(&Context<'static>, &Client) -> Result<String, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let active_request = connections::active_request();
    if wanted(headers) {
        return Ok(stream(server, active_request, job));
    }
    let job = move |context: &Context<'static>| job(context, &Client::patient());
    let done = work::run(&server, job).await?;
    Ok(Answer::written(done).into_response())
}

/// Does a job for a client that hears of it: `progress` events, then one `result` or one `problem`.
fn stream(
    server: Arc<Server>,
    active_request: ActiveRequest,
    job: impl FnOnce(&Context<'static>, &Client) -> Result<String, Problem> + Send + 'static,
) -> Response {
    let (sender, receiver) = unbounded_channel();
    let (ended, outcome) = oneshot::channel();
    tokio::spawn(async move {
        let client = Client {
            steps: Some(sender.clone()),
            watched: None,
        };
        let result = work::run(&server, move |context| job(context, &client)).await;
        let (last, response) = match result {
            Ok(object) => (
                result_event(&object),
                Answer::written(object).into_response(),
            ),
            Err(problem) => (event("problem", &problem), problem.into_response()),
        };
        let (kept, is_kept) = oneshot::channel();
        if ended.send(Ending { response, kept }).is_ok() {
            is_kept.await.ok();
        }
        sender.send(ClientEvent::Last(last)).ok();
    });
    // The stream ends with its last event, though the run may go on and tell more.
    let events = stream::unfold(Some((receiver, active_request)), |state| async move {
        let (mut receiver, active_request) = state?;
        let (event, goes_on) = match receiver.recv().await? {
            ClientEvent::Step(event) => (event, true),
            ClientEvent::Last(event) => (event, false),
        };
        Some((
            Ok::<Event, Infallible>(event),
            goes_on.then_some((receiver, active_request)),
        ))
    });
    let mut response = Sse::new(events)
        .keep_alive(KeepAlive::default())
        .into_response();
    let outcome = Outcome(Arc::new(Mutex::new(Some(outcome))));
    response.extensions_mut().insert(outcome);
    response
}

/// An answer that was given before, for a client that asks for events.
pub fn told_again(object: &str) -> Response {
    let last = Ok::<Event, Infallible>(result_event(object));
    Sse::new(stream::iter([last])).into_response()
}

fn result_event(object: &str) -> Event {
    Event::default().event("result").data(object)
}

fn event(name: &str, data: &impl Serialize) -> Event {
    let event = Event::default().event(name);
    event
        .json_data(data)
        .unwrap_or_else(|_| Event::default().event(name))
}
