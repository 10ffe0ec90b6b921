//! `/steps/{name}`: what is at work for words that were sent, while their answer takes long. The browser makes the
//! name up and sends it with the words.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use futures_util::stream;
use tokio::sync::watch::{self, Receiver, Sender};
use tokio::time::timeout;

use super::form::Fields;
use super::reader::Reader;
use super::words::PageWords;
use crate::http::Server;
use crate::http::connections::{self, ActiveRequest};
use crate::http::events::CurrentStep;
use crate::http::problem::{Kind, Problem};
use crate::http::query::{self, Part};

/// How long is waited for words that were named and do not come.
const PATIENCE: Duration = Duration::from_secs(10);
/// Letters that a name has at least and at most.
const LETTERS: std::ops::RangeInclusive<usize> = 16..=64;

/// What is at work for words that are named, as long as anybody does or watches it.
#[derive(Default)]
pub struct Steps(Mutex<HashMap<String, Weak<Sender<CurrentStep>>>>);

impl Steps {
    fn of(&self, name: &str) -> Arc<Sender<CurrentStep>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, steps| steps.strong_count() > 0);
        if let Some(steps) = known.get(name).and_then(Weak::upgrade) {
            return steps;
        }
        let steps = Arc::new(watch::channel(CurrentStep::default()).0);
        known.insert(name.to_owned(), Arc::downgrade(&steps));
        steps
    }
}

/// Where the steps are told of what a form sends.
pub fn watched(server: &Server, fields: &Fields) -> Option<Arc<Sender<CurrentStep>>> {
    let name = fields.get("watch")?;
    is_name(name).then(|| server.steps.of(name))
}

fn is_name(text: &str) -> bool {
    LETTERS.contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/steps/{name}", get(told))
}

async fn told(
    State(server): State<Arc<Server>>,
    reader: Reader,
    name: Part,
) -> Result<Response, Problem> {
    let name = query::part(name)?;
    if !is_name(&name) {
        return Err(Problem::new(
            Kind::UnknownRoute,
            "there are no steps of that name",
        ));
    }
    let steps = server.steps.of(&name);
    let watching = Watching {
        seen: steps.subscribe(),
        told: CurrentStep::Awaited,
        words: PageWords::of(reader.language),
        run: server.limits.run,
        _active_request: connections::active_request(),
    };
    // what does the work holds the other end: once that is let go, nothing more comes
    let keeps = steps;
    let events = stream::unfold(
        (watching, Some(keeps)),
        |(mut watching, mut keeps)| async move {
            let event = watching.next(&mut keeps).await?;
            Some((Ok::<Event, Infallible>(event), (watching, keeps)))
        },
    );
    Ok(Sse::new(events).into_response())
}

/// Somebody who looks on.
struct Watching {
    seen: Receiver<CurrentStep>,
    told: CurrentStep,
    words: PageWords,
    run: Duration,
    _active_request: ActiveRequest,
}

impl Watching {
    /// The next step; none where nothing more comes.
    async fn next(&mut self, keeps: &mut Option<Arc<Sender<CurrentStep>>>) -> Option<Event> {
        loop {
            let now = *self.seen.borrow_and_update();
            if let CurrentStep::Step(what, tokens) = now {
                // from now on it is up to who does the work
                keeps.take();
                if now != self.told {
                    self.told = now;
                    return Some(Event::default().data(said(self.words, what, tokens)));
                }
            }
            let patience = match now {
                CurrentStep::Awaited => PATIENCE,
                CurrentStep::Step(..) => self.run,
            };
            timeout(patience, self.seen.changed()).await.ok()?.ok()?;
        }
    }
}

fn said(words: PageWords, what: &str, tokens: u64) -> String {
    let known = words.find(&format!("/steps/{what}"));
    let step = known.unwrap_or_else(|| words.say("/steps/any"));
    match tokens {
        0 => step.to_owned(),
        n => words.fill("/steps/tokens", &[("step", step), ("n", &n.to_string())]),
    }
}
