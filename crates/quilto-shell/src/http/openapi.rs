//! The description of the interface for programs (OpenAPI 3.1).

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::events::Step;
use super::input::Input;
use super::operation::Operations;
use super::proxy::BasePath;
use super::v1;
use crate::app::App;
use crate::output::json::{ContextObject, RunObject};
use crate::runs::undo::UndoResult;

/// That the server is there.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Health {
    /// Always `ok`.
    status: &'static str,
}

/// The only health there is: a server that is not there says nothing.
pub const HEALTH: Health = Health { status: "ok" };

/// The whole document.
pub fn document(app: &App, base: BasePath) -> Value {
    let root = match base.as_str() {
        "" => "/",
        base => base,
    };
    let mut all = Operations::new();
    input(&mut all, app);
    all.operation(
        ("get", "/context"),
        "context",
        "What was learned about the person",
    )
    .gives::<ContextObject>("Context", "It, as Markdown")
    .end();
    all.operation(
        ("get", "/healthz"),
        "healthz",
        "Whether the server is there",
    )
    .open()
    .gives::<Health>("Health", "It is")
    .end();
    all.operation(("get", "/openapi.json"), "openapi", "This document")
        .open()
        .gives_as(
            "The document",
            json!({"application/json": {"schema": {"type": "object"}}}),
        )
        .end();
    v1::describe(&mut all, app);
    let (paths, schemas) = all.into_parts();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": app.name,
            "summary": app.about,
            "version": app.version,
            "description": "An unknown path answers with 404, a method that a path does not take \
                with 405 and an Allow header, a head that is too long with 431. Each problem is \
                problem JSON (RFC 9457), but for the last, which has no body.",
        },
        "servers": [{"url": root}],
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {
                "type": "http",
                "scheme": "bearer",
                "description": "Needed where the server was started with one, or has accounts: then one of those.",
            }},
            "schemas": schemas,
        },
    })
}

fn input(all: &mut Operations, app: &App) {
    let run = all.sent::<RunObject<'_>>("Run");
    let undone = all.sent::<UndoResult>("Undone");
    all.sent::<Step>("Step");
    let stream = "Server-sent events, where the client accepts them: `progress` events with a Step, \
        then one `result` with the object of JSON, or one `problem`.";
    all.operation(
        ("post", "/input"),
        "input",
        "Log a note, ask a question, or answer what a run asks",
    )
    .about(
        "A run that needs a word of yours ends with `waiting_for_user` or `pending_approval`; the \
         answer goes to this path too, with its `session_id`.",
    )
    .takes::<Input>("Input", &json!({"text": app.sample_note}))
    .gives_as(
        "What the run came to",
        json!({
            "application/json": {"schema": {"oneOf": [run, undone]}},
            "text/event-stream": {"schema": {"type": "string", "description": stream}},
        }),
    )
    .fails(&[
        (404, "No session of this name waits"),
        (
            409,
            "The session is being continued by another client, the preview is out of date, or the \
             session asks nothing",
        ),
    ])
    .end();
}
