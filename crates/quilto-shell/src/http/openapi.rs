//! The description of the interface for programs (OpenAPI 3.1), made of the types themselves.

use schemars::JsonSchema;
use schemars::generate::{Contract, SchemaGenerator, SchemaSettings};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::events::Step;
use super::input::Input;
use super::problem::Problem;
use crate::app::App;
use crate::output::json::{ContextObject, RunObject};
use crate::runs::undo::Undone;

/// That the server is there.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Health {
    /// Always `ok`.
    status: &'static str,
}

/// The only health there is: a server that is not there says nothing.
pub const HEALTH: Health = Health { status: "ok" };

/// Problems that any path can answer with: status, when.
const ANYWHERE: &[(&str, &str)] = &[
    (
        "400",
        "The request cannot be read, or it has no Host header",
    ),
    ("403", "It comes from a page of another site"),
    (
        "421",
        "The server does not go by the name in the Host header",
    ),
];

const NEEDS_TOKEN: (&str, &str) = (
    "401",
    "The server wants a token and got none, or a wrong one",
);

/// Problems of paths that read or write notes.
const WORKING: &[(&str, &str)] = &[
    NEEDS_TOKEN,
    (
        "500",
        "Something went wrong on the server; `detail` says what",
    ),
    (
        "503",
        "Too much is going on, or it takes longer than a client may wait",
    ),
];

/// Problems of `/input` besides.
const INPUT: &[(&str, &str)] = &[
    ("404", "No session of this name waits"),
    ("408", "The body did not arrive in time"),
    (
        "409",
        "The session is being continued by another client, the preview is out of date, or the \
         session asks nothing",
    ),
    ("413", "The body is too large"),
    ("415", "The body is not sent as application/json"),
    (
        "422",
        "The JSON does not say what is needed; `detail` says where",
    ),
];

/// The whole document.
pub fn document(app: &App) -> Value {
    let mut schemas = Schemas::default();
    let input = schemas.received::<Input>("Input");
    let run = schemas.sent::<RunObject<'_>>("Run");
    let undone = schemas.sent::<Undone>("Undone");
    let context = schemas.sent::<ContextObject>("Context");
    let health = schemas.sent::<Health>("Health");
    let problem = schemas.sent::<Problem>("Problem");
    let step = schemas.sent::<Step>("Step");
    let stream = format!(
        "Server-sent events, where the client accepts them: `progress` events with a {step}, then \
         one `result` with the object of JSON, or one `problem`."
    );
    let answers = |description: &str, content: Value, problems: &[&[(&str, &str)]]| {
        responses(description, content, problems, &problem)
    };
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
        "servers": [{"url": "/"}],
        "paths": {
            "/input": {"post": {
                "operationId": "input",
                "summary": "Log a note, ask a question, or answer what a run asks",
                "description": "A run that needs a word of yours ends with `waiting_for_user` or \
                    `pending_approval`; the answer goes to this path too, with its `session_id`.",
                "security": [{}, {"token": []}],
                "requestBody": {
                    "required": true,
                    "content": {"application/json": {
                        "schema": reference(&input),
                        "examples": {"note": {"value": {"text": app.sample_note}}},
                    }},
                },
                "responses": answers("What the run came to", json!({
                    "application/json": {"schema": {"oneOf": [reference(&run), reference(&undone)]}},
                    "text/event-stream": {"schema": {"type": "string", "description": stream}},
                }), &[ANYWHERE, WORKING, INPUT]),
            }},
            "/context": {"get": {
                "operationId": "context",
                "summary": "What was learned about the person",
                "security": [{}, {"token": []}],
                "responses": answers("It, as Markdown", json!({
                    "application/json": {"schema": reference(&context)},
                }), &[ANYWHERE, WORKING]),
            }},
            "/healthz": {"get": {
                "operationId": "healthz",
                "summary": "Whether the server is there",
                "responses": answers("It is", json!({
                    "application/json": {"schema": reference(&health)},
                }), &[ANYWHERE]),
            }},
            "/openapi.json": {"get": {
                "operationId": "openapi",
                "summary": "This document",
                "responses": answers("The document", json!({
                    "application/json": {"schema": {"type": "object"}},
                }), &[ANYWHERE]),
            }},
        },
        "components": {
            "securitySchemes": {"token": {
                "type": "http",
                "scheme": "bearer",
                "description": "Needed where the server was started with one.",
            }},
            "schemas": schemas.all,
        },
    })
}

fn responses(
    description: &str,
    content: Value,
    problems: &[&[(&str, &str)]],
    problem: &str,
) -> Value {
    let mut responses = Map::new();
    responses.insert(
        "200".into(),
        json!({"description": description, "content": content}),
    );
    let mut problems: Vec<_> = problems.concat();
    problems.sort_unstable();
    for (status, when) in problems {
        let content = json!({"application/problem+json": {"schema": reference(problem)}});
        responses.insert(
            status.into(),
            json!({"description": when, "content": content}),
        );
    }
    Value::Object(responses)
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}

/// The schemas of the document, by name.
#[derive(Default)]
struct Schemas {
    all: Map<String, Value>,
}

impl Schemas {
    /// A type that clients send.
    fn received<T: schemars::JsonSchema>(&mut self, name: &str) -> String {
        self.add::<T>(name, Contract::Deserialize)
    }

    /// A type that the server sends.
    fn sent<T: schemars::JsonSchema>(&mut self, name: &str) -> String {
        self.add::<T>(name, Contract::Serialize)
    }

    fn add<T: schemars::JsonSchema>(&mut self, name: &str, contract: Contract) -> String {
        let mut settings = SchemaSettings::draft2020_12();
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
        settings.contract = contract;
        let mut generator = SchemaGenerator::new(settings);
        let mut schema = generator.root_schema_for::<T>();
        schema.remove("components");
        self.all.insert(name.to_owned(), schema.to_value());
        self.all.extend(generator.take_definitions(true));
        name.to_owned()
    }
}
