//! What is described of the paths, made of the types themselves.

use schemars::JsonSchema;
use schemars::generate::{Contract, SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

use super::problem::Problem;

/// Problems that any path can answer with: status, when.
const ANYWHERE: &[(u16, &str)] = &[
    (400, "The request cannot be read, or it has no Host header"),
    (
        403,
        "It comes from a page of another site, or its token may only look",
    ),
    (421, "The server does not go by the name in the Host header"),
    (
        429,
        "More requests than one person or address may send; Retry-After says how long to wait",
    ),
];

/// Problems of paths that read or write notes.
const WORKING: &[(u16, &str)] = &[
    (401, "The server wants a token and got none, or a wrong one"),
    (
        500,
        "Something went wrong on the server; `detail` says what",
    ),
    (
        503,
        "Too much is going on, or it takes longer than a client may wait",
    ),
];

/// Problems of paths that take a body.
const BODY: &[(u16, &str)] = &[
    (408, "The body did not arrive in time"),
    (413, "The body is too large"),
    (415, "The body is not sent as it must be"),
    (
        422,
        "The JSON does not say what is needed; `detail` says where",
    ),
];

/// Everything that is described so far.
pub struct Operations {
    paths: Map<String, Value>,
    schemas: Map<String, Value>,
}

impl Operations {
    /// Nothing yet but what a problem is.
    pub fn new() -> Self {
        let mut all = Self {
            paths: Map::new(),
            schemas: Map::new(),
        };
        all.sent::<Problem>("Problem");
        all
    }

    /// Begins to describe what a method of a path does.
    pub fn operation<'a>(
        &'a mut self,
        (method, path): (&'a str, &'a str),
        id: &'a str,
        summary: &'a str,
    ) -> Operation<'a> {
        Operation {
            all: self,
            method,
            path,
            id,
            summary,
            description: None,
            parameters: Vec::new(),
            body: None,
            done: Map::new(),
            problems: [ANYWHERE, WORKING].concat(),
            is_open: false,
        }
    }

    /// A type that the server sends, as a reference to its schema.
    pub fn sent<T: JsonSchema>(&mut self, name: &str) -> Value {
        let schema = self.schema::<T>(Contract::Serialize);
        self.schemas.insert(name.to_owned(), schema);
        reference(name)
    }

    /// A type that clients send.
    fn received<T: JsonSchema>(&mut self, name: &str) -> Value {
        let schema = self.schema::<T>(Contract::Deserialize);
        self.schemas.insert(name.to_owned(), schema);
        reference(name)
    }

    fn schema<T: JsonSchema>(&mut self, contract: Contract) -> Value {
        let mut settings = SchemaSettings::draft2020_12();
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
        settings.contract = contract;
        let mut generator = SchemaGenerator::new(settings);
        let mut schema = generator.root_schema_for::<T>();
        schema.remove("components");
        self.schemas.extend(generator.take_definitions(true));
        schema.to_value()
    }

    /// The paths and the schemas.
    pub fn into_parts(self) -> (Map<String, Value>, Map<String, Value>) {
        (self.paths, self.schemas)
    }
}

/// One that is being described.
pub struct Operation<'a> {
    all: &'a mut Operations,
    method: &'a str,
    path: &'a str,
    id: &'a str,
    summary: &'a str,
    description: Option<&'a str>,
    parameters: Vec<Value>,
    body: Option<Value>,
    done: Map<String, Value>,
    problems: Vec<(u16, &'a str)>,
    is_open: bool,
}

impl<'a> Operation<'a> {
    /// More than its summary says.
    pub fn about(mut self, description: &'a str) -> Self {
        self.description = Some(description);
        self
    }

    /// It needs no token and reads no notes.
    pub fn open(mut self) -> Self {
        self.is_open = true;
        self.problems = ANYWHERE.to_vec();
        self
    }

    /// What the query may say: the fields of a type.
    pub fn asks<T: JsonSchema>(mut self) -> Self {
        let schema = self.all.schema::<T>(Contract::Deserialize);
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            self.parameters.push(parameter(name, schema, &required));
        }
        self.problems.push((
            400,
            "The query cannot be read; `detail` names the parameter",
        ));
        self
    }

    /// A part of the path.
    pub fn part(mut self, name: &str, schema: Value, description: &str) -> Self {
        self.parameters.push(json!({
            "name": name, "in": "path", "required": true, "schema": schema,
            "description": description,
        }));
        self
    }

    /// The name of an entry in the path.
    pub fn entry(mut self) -> Self {
        self.problems.push((404, "No entry of this name stands"));
        let name = "The name of an entry, as lists give it";
        self.part("id", json!({"type": "string"}), name)
    }

    /// It can be held to what the client saw.
    pub fn held(mut self) -> Self {
        self.parameters.push(json!({
            "name": "If-Match", "in": "header", "schema": {"type": "string"},
            "description": "The ETag under which it was seen: nothing is done if it changed since",
        }));
        let changed =
            "It changed since; `current` is what is there now, under the ETag of this answer";
        self.problems.push((412, changed));
        self
    }

    /// The JSON it takes.
    pub fn takes<T: JsonSchema>(self, name: &str, example: &Value) -> Self {
        let schema = self.all.received::<T>(name);
        self.takes_as(json!({
            "application/json": {"schema": schema, "example": example},
        }))
    }

    /// A body in one of some forms.
    pub fn takes_as(mut self, content: Value) -> Self {
        self.body = Some(json!({"required": true, "content": content}));
        self.problems.extend(BODY);
        self
    }

    /// The JSON it gives.
    pub fn gives<T: JsonSchema>(self, name: &str, description: &str) -> Self {
        let schema = self.all.sent::<T>(name);
        self.gives_as(description, json!({"application/json": {"schema": schema}}))
    }

    /// A list of JSON objects of one kind, each on a line.
    pub fn gives_as(mut self, description: &str, content: Value) -> Self {
        self.done = Map::from_iter([
            ("description".into(), description.into()),
            ("content".into(), content),
        ]);
        self
    }

    /// It may be sent again under its key.
    fn keyed(&mut self) {
        self.parameters.push(json!({
            "name": "Idempotency-Key", "in": "header",
            "schema": {"type": "string", "minLength": 1, "maxLength": 200},
            "description": "Under the same key the same request is done once, and answered as before for \
                a day",
        }));
        self.problems.extend([
            (
                409,
                "The key is in use elsewhere, or the request was cut off before",
            ),
            (422, "The key belongs to another request"),
        ]);
    }

    /// The answer has a tag.
    pub fn tagged(mut self) -> Self {
        let tag = json!({"ETag": {
            "schema": {"type": "string"},
            "description": "By what this state of it is known, for If-Match",
        }});
        self.done.insert("headers".into(), tag);
        self
    }

    /// Problems of its own.
    pub fn fails(mut self, problems: &[(u16, &'a str)]) -> Self {
        self.problems.extend(problems);
        self
    }

    /// All is said of it.
    pub fn end(mut self) {
        if self.method == "post" {
            self.keyed();
        }
        let mut object = Map::new();
        object.insert("operationId".into(), self.id.into());
        object.insert("summary".into(), self.summary.into());
        if let Some(description) = self.description {
            object.insert("description".into(), description.into());
        }
        if !self.is_open {
            object.insert("security".into(), json!([{}, {"token": []}]));
        }
        if !self.parameters.is_empty() {
            object.insert("parameters".into(), self.parameters.into());
        }
        object.extend(self.body.map(|body| ("requestBody".into(), body)));
        let responses = responses(self.done, self.problems);
        object.insert("responses".into(), responses);
        let of_path = self.all.paths.entry(self.path).or_insert_with(|| json!({}));
        of_path[self.method] = object.into();
    }
}

/// A parameter of the query, from the schema of a field.
fn parameter(name: &str, schema: &Value, required: &[Value]) -> Value {
    let mut schema = schema.clone();
    let mut description = Value::Null;
    if let Value::Object(schema) = &mut schema {
        description = schema.remove("description").unwrap_or_default();
        // a query has no null
        if let Some(Value::Array(types)) = schema.get_mut("type") {
            types.retain(|kind| kind != "null");
            if let [one] = types.as_slice() {
                let one = one.clone();
                schema.insert("type".into(), one);
            }
        }
        schema.retain(|key, value| key != "default" || !value.is_null());
    }
    json!({
        "name": name, "in": "query", "required": required.contains(&name.into()),
        "schema": schema, "description": description,
    })
}

fn responses(done: Map<String, Value>, mut problems: Vec<(u16, &str)>) -> Value {
    let mut responses = Map::new();
    responses.insert("200".into(), done.into());
    problems.sort_by_key(|(status, _)| *status);
    for (status, when) in problems {
        let status = status.to_string();
        let before = responses.get(&status).map(|of| of["description"].clone());
        let when = match before.as_ref().and_then(Value::as_str) {
            Some(before) => format!("{before}; or: {when}"),
            None => when.to_owned(),
        };
        let content = json!({"application/problem+json": {"schema": reference("Problem")}});
        responses.insert(status, json!({"description": when, "content": content}));
    }
    Value::Object(responses)
}

fn reference(name: &str) -> Value {
    json!({"$ref": format!("#/components/schemas/{name}")})
}
