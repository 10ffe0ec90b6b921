//! What somebody types into the box: a note, a question, or a command that is a page here.

use std::sync::Arc;
use std::time::Duration;

use chrono::NaiveDate;
use serde_json::json;
use tokio::sync::watch::Sender;

use crate::context::Context;
use crate::http::events::{Client, CurrentStep};
use crate::http::input::Input;
use crate::http::problem::Problem;
use crate::http::run::{self, InputOutcome};
use crate::http::{Server, work};
use crate::runs::typed_commands;

/// Commands that are a page here.
const PLACES: &[(&str, &str)] = &[
    ("context", "/memory"),
    ("export", "/more"),
    ("help", "/more"),
    ("history", "/history"),
    ("stats", "/figures"),
];

/// What was typed, and what is known of it.
pub struct TypedInput {
    pub text: String,
    /// The day it belongs to.
    pub filed: Option<NaiveDate>,
    /// How long ago, where there was no way to send it.
    pub ago: Option<Duration>,
    /// Whether it is a note whatever it says.
    pub plain: bool,
    /// Where its steps are told.
    pub watched: Option<Arc<Sender<CurrentStep>>>,
}

/// What words led to.
pub enum SubmitOutcome {
    Done(InputOutcome),
    /// They are no note: how that is told.
    NoNote(&'static str),
    /// A page that shows what they ask for.
    Elsewhere(&'static str),
}

/// Does what words say.
pub async fn submit(server: &Arc<Server>, typed: TypedInput) -> Result<SubmitOutcome, Problem> {
    work::answer(server, move |context| {
        if let Some(instead) = no_note(context, &typed) {
            return Ok(instead);
        }
        let mut words = json!({"text": typed.text, "typed": !typed.plain});
        let earlier = || context.earlier_day(typed.ago?);
        if let Some(day) = typed.filed.or_else(earlier) {
            words["date"] = json!(day);
        }
        let input = Input::read(words)?;
        let client = Client::watched(typed.watched);
        Ok(SubmitOutcome::Done(run::outcome_of(
            context, &client, input,
        )?))
    })
    .await
}

/// What is done instead with words that are a command, or nearly one; taking back is done as said.
fn no_note(context: &Context<'_>, typed: &TypedInput) -> Option<SubmitOutcome> {
    let text = &typed.text;
    if typed.plain {
        return None;
    }
    let Some(command) = typed_commands::typed_command(context.commands, text) else {
        let unclear = typed_commands::asks_to_take_back(context, text).then_some("which");
        let near = || typed_commands::nearly_a_command(context, text).map(|_| "command");
        return unclear.or_else(near).map(SubmitOutcome::NoNote);
    };
    let first = command.first().map(String::as_str).unwrap_or_default();
    if first == "undo" && command.len() == 1 {
        return None;
    }
    let page = PLACES.iter().find(|(name, _)| *name == first);
    Some(match page {
        Some((_, place)) => SubmitOutcome::Elsewhere(place),
        None => SubmitOutcome::NoNote("command"),
    })
}
