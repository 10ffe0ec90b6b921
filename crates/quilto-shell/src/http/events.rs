//! A run told step by step, as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;

use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use quilto::machine::{Ask, MachineError, Reply};
use quilto::runner::{Progress, UserPort};
use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use super::answer::Answer;
use super::connections::{self, AtWork};
use super::problem::Problem;
use super::{Server, work};
use crate::context::Context;

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

/// The client of a run: hears of its steps and is asked nothing while it goes on.
pub struct Client {
    steps: Option<UnboundedSender<ClientEvent>>,
}

impl Client {
    /// One who only wants the result.
    pub fn patient() -> Self {
        Self { steps: None }
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
    let at_work = connections::at_work();
    if wanted(headers) {
        return Ok(stream(server, at_work, job));
    }
    let job = move |context: &Context<'static>| job(context, &Client::patient());
    let done = work::run(&server, job).await?;
    Ok(Answer::written(done).into_response())
}

/// Does a job for a client that hears of it: `progress` events, then one `result` or one `problem`.
fn stream(
    server: Arc<Server>,
    at_work: AtWork,
    job: impl FnOnce(&Context<'static>, &Client) -> Result<String, Problem> + Send + 'static,
) -> Response {
    let (sender, receiver) = unbounded_channel();
    tokio::spawn(async move {
        let client = Client {
            steps: Some(sender.clone()),
        };
        let result = work::run(&server, move |context| job(context, &client)).await;
        let last = match result {
            Ok(object) => Event::default().event("result").data(object),
            Err(problem) => event("problem", &problem),
        };
        sender.send(ClientEvent::Last(last)).ok();
    });
    // The stream ends with its last event, though the run may go on and tell more.
    let events = stream::unfold(Some((receiver, at_work)), |state| async move {
        let (mut receiver, at_work) = state?;
        let (event, goes_on) = match receiver.recv().await? {
            ClientEvent::Step(event) => (event, true),
            ClientEvent::Last(event) => (event, false),
        };
        Some((
            Ok::<Event, Infallible>(event),
            goes_on.then_some((receiver, at_work)),
        ))
    });
    Sse::new(events)
        .keep_alive(KeepAlive::default())
        .into_response()
}

fn event(name: &str, data: &impl Serialize) -> Event {
    let event = Event::default().event(name);
    event
        .json_data(data)
        .unwrap_or_else(|_| Event::default().event(name))
}
