//! The tools. Each file holds one: what it says of itself, what it takes, and what it does.

use std::sync::Arc;

use quilto::runner::NoUser;
use rmcp::model::{CallToolResult, JsonObject, Tool, ToolAnnotations};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::keys;
use super::refusal;
use crate::context::Context;
use crate::http::problem::{Kind, Problem};
use crate::http::{Limits, Server, input};

mod ask;
mod confirm;
mod correct;
mod entries;
mod facts;
mod log_note;
mod today;
mod undo;

/// Every tool, in the order in which they are listed.
pub const ALL: &[ToolRow] = &[
    today::TOOL,
    log_note::TOOL,
    ask::TOOL,
    entries::TOOL,
    facts::TOOL,
    correct::TOOL,
    confirm::TOOL,
    undo::TOOL,
];

/// Nobody is asked while a run goes on: what it wants to know is given to the assistant.
const NOBODY: NoUser = NoUser;

/// A tool.
pub struct ToolRow {
    pub name: &'static str,
    title: &'static str,
    /// What it is for, in words of the application.
    about: fn(&Context<'_>) -> String,
    arguments: fn() -> Arc<JsonObject>,
    effect: Effect,
    run: fn(&Context<'static>, JsonObject) -> Result<Value, Problem>,
}

/// What a tool does to the log.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// It only looks.
    Reads,
    /// It writes something new.
    Adds,
    /// It changes what stands, or takes it back.
    Changes,
}

impl ToolRow {
    /// The tool of that name.
    pub fn named(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|tool| tool.name == name)
    }

    /// Whether it changes nothing.
    pub fn only_reads(&self) -> bool {
        self.effect == Effect::Reads
    }

    /// As it is listed.
    pub fn tool(&self, context: &Context<'_>) -> Tool {
        let annotations = ToolAnnotations::with_title(self.title)
            .read_only(self.effect == Effect::Reads)
            .destructive(self.effect == Effect::Changes)
            .idempotent(self.effect == Effect::Reads)
            // nothing is sent anywhere
            .open_world(false);
        Tool::new(self.name, (self.about)(context), (self.arguments)())
            .with_title(self.title)
            .with_annotations(annotations)
    }

    /// Does what is asked. What writes takes its turn, and does it once where it has a key.
    pub fn call(
        &self,
        server: &Server,
        context: &Context<'static>,
        mut given: JsonObject,
    ) -> CallToolResult {
        // some clients send what they leave out
        given.retain(|_, value| !value.is_null());
        let told = if self.effect == Effect::Reads {
            (self.run)(context, given).map_err(|problem| refusal::value(&problem))
        } else {
            let asked = Value::Object(given.clone()).to_string();
            let asked = [self.name.as_bytes(), asked.as_bytes()];
            let _turn = match server.change(context) {
                Ok(turn) => turn,
                Err(problem) => return CallToolResult::structured_error(refusal::value(&problem)),
            };
            match given.remove("key") {
                None => keys::once(context, None, &asked, || (self.run)(context, given)),
                Some(Value::String(key)) => {
                    keys::once(context, Some(&key), &asked, || (self.run)(context, given))
                }
                Some(_) => Err(refusal::value(&refusal::unfit(
                    "`key` is a text",
                    "take a random one for each thing to do",
                ))),
            }
        };
        match told {
            Ok(value) => CallToolResult::structured(value),
            Err(value) => CallToolResult::structured_error(value),
        }
    }
}

/// The arguments, or what is wrong with them.
fn arguments<T: DeserializeOwned>(given: JsonObject) -> Result<T, Problem> {
    serde_json::from_value(Value::Object(given))
        .map_err(|error| Problem::new(Kind::Unfit, error.to_string()))
}

/// Whether there are words, and not too many, in a field.
fn said(text: &str, field: &str) -> Result<(), Problem> {
    input::said(text, field)?;
    let most = Limits::default().body_size;
    if text.len() > most {
        let says = format!("{field:?} has more than {most} bytes");
        return Err(Problem::new(Kind::TooLarge, says).hint("send a part at a time"));
    }
    Ok(())
}

/// What a tool gives.
fn given(object: &impl serde::Serialize) -> Result<Value, Problem> {
    serde_json::to_value(object).map_err(|error| Problem::new(Kind::Failed, error.to_string()))
}
