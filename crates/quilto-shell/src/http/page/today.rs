//! `/`: the box to type into, and what stands under today.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use chrono::NaiveDate;
use quilto::engine::builtin::usual_days;
use quilto::model::{DateRange, Entry};
use quilto::storage::LogStore;
use serde::Serialize;

use super::entry_view::EntryView;
use super::form::Fields;
use super::outcome_view::OutcomeView;
use super::problems::ProblemView;
use super::reader::Reader;
use super::steps;
use super::submit::{self, SubmitOutcome, TypedInput};
use super::view;
use super::words::PageWords;
use crate::context::Context;
use crate::http::problem::{Kind, Problem};
use crate::http::{Server, work};
use crate::runs::usual::{self, UsualDomain};
use crate::runs::waiting_runs::{self, WaitingRun};

/// Notes of the days before that are shown.
const LATEST: usize = 4;

/// Tells what keeps notes in a browser that one is not for who is signed in now.
pub const OTHER_PERSON: HeaderName = HeaderName::from_static("x-other-person");

/// The page.
#[derive(Serialize)]
pub struct TodayView {
    day: String,
    date: NaiveDate,
    /// What stands in the box.
    text: String,
    /// The day that the box writes to, where it is another.
    filed: Option<NaiveDate>,
    problem: Option<ProblemView>,
    said: Option<OutcomeView>,
    entries: Vec<EntryView>,
    latest: Vec<EntryView>,
    /// What is usual on such a weekday, and the weekday.
    usual: Vec<UsualDomain>,
    weekday: &'static str,
    weeks: u64,
    waiting: Vec<WaitingRun>,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/", get(today).post(send))
}

async fn today(State(server): State<Arc<Server>>, reader: Reader) -> Result<Response, Problem> {
    shown(&server, reader, |context, words| {
        TodayView::of(context, words, None)
    })
    .await
}

/// The page of today with something in it.
pub async fn shown(
    server: &Arc<Server>,
    reader: Reader,
    made: impl FnOnce(&Context<'_>, PageWords) -> Result<TodayView, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let view = work::answer(server, move |context| {
        made(context, PageWords::of(reader.language))
    });
    let view = view.await?;
    view::page(server.context().app, &reader, "today.html", "today", view)
}

async fn send(
    State(server): State<Arc<Server>>,
    reader: Reader,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let fields = Fields::read(&headers, body, &server.limits).await?;
    if let Some(own) = &reader.user_hash
        && fields
            .get("whose")
            .is_some_and(|whose| whose != own.to_string())
    {
        let detail = "it was written by somebody who is not signed in any more";
        let mut refused = Problem::new(Kind::OtherPerson, detail).into_response();
        let yes = HeaderValue::from_static("yes");
        refused.headers_mut().insert(OTHER_PERSON, yes);
        return Ok(refused);
    }
    let typed = TypedInput {
        text: fields.text("text").to_owned(),
        filed: fields.day("date")?,
        ago: fields.get("typed").and_then(ago),
        plain: fields.get("plain").is_some(),
        watched: steps::watched(&server, &fields),
    };
    let (text, filed) = (typed.text.clone(), typed.filed);
    // where nothing was done, the words stay where they were typed
    let (status, told) = match submit::submit(&server, typed).await {
        Ok(SubmitOutcome::Done(outcome)) => return Ok(view::see(&server.results.keep(outcome))),
        Ok(SubmitOutcome::Elsewhere(place)) => return Ok(view::see(place)),
        Ok(SubmitOutcome::NoNote(told)) => {
            let words = PageWords::of(reader.language);
            let told = ProblemView::of_words(words, told, &text);
            (StatusCode::UNPROCESSABLE_ENTITY, told)
        }
        Err(problem) => (problem.status(), ProblemView::of(&problem, &reader)),
    };
    let mut response = shown(&server, reader, move |context, words| {
        Ok(TodayView {
            text,
            filed,
            problem: Some(told),
            ..TodayView::of(context, words, None)?
        })
    })
    .await?;
    *response.status_mut() = status;
    Ok(response)
}

/// How long ago something was typed, of which the browser says when, in milliseconds of the epoch: so no
/// time zone plays a part.
fn ago(typed: &str) -> Option<Duration> {
    let typed = UNIX_EPOCH.checked_add(Duration::from_millis(typed.parse().ok()?))?;
    SystemTime::now().duration_since(typed).ok()
}

impl TodayView {
    /// Today, and what was just said.
    pub fn of(
        context: &Context<'_>,
        words: PageWords,
        said: Option<OutcomeView>,
    ) -> Result<Self, Problem> {
        let today = context.moment.today;
        let store = context.notes()?;
        let entries = store.entries_by_date_range(&DateRange::day(today))?;
        let latest = match today.pred_opt() {
            Some(yesterday) => store.recent(yesterday, LATEST)?,
            None => Vec::new(),
        };
        let mut waiting = waiting_runs::newest_first(context)?;
        let shown = said.as_ref().and_then(OutcomeView::waits);
        waiting.retain(|run| Some(&*run.session_id) != shown);
        let newest_first = |entries: Vec<Entry>| entries.into_iter().rev().collect::<Vec<_>>();
        Ok(Self {
            day: words.date(today, today),
            date: today,
            text: String::new(),
            filed: None,
            problem: None,
            said,
            entries: EntryView::all_changeable(context, words, &newest_first(entries))?,
            latest: EntryView::all(context, words, &newest_first(latest))?,
            usual: usual::on(context, today, words.language())?,
            weekday: words.weekday(today),
            weeks: usual_days::WEEKS,
            waiting,
        })
    }
}
