//! docs/api.md shows what the server says.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::input::events;
use crate::common::environment::Environment;
use crate::common::serving::{Server, post, request};

/// The blocks of the page in a language.
fn blocks(language: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/api.md");
    let page = std::fs::read_to_string(path).unwrap();
    let opening = format!("```{language}\n");
    let blocks = page.split(&opening).skip(1);
    blocks
        .map(|block| block.split("```").next().unwrap().to_owned())
        .collect()
}

/// The `curl` commands of the page's `console` blocks, each with the JSON shown below it.
fn shown() -> Vec<(String, Value)> {
    blocks("console")
        .iter()
        .filter_map(|block| block.strip_prefix("$ curl "))
        .map(|block| {
            let (command, output) = block.split_once("\n{").unwrap();
            let output = serde_json::from_str(&format!("{{{output}")).unwrap();
            (command.replace("\\\n", " "), output)
        })
        .collect()
}

/// The words of a command line, as a shell takes them apart.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (number, part) in command.split('\'').enumerate() {
        if number % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// The request that a `curl` command makes.
fn made(command: &str) -> String {
    let (mut headers, mut body, mut path) = (Vec::new(), None, String::new());
    let mut method = None;
    let mut words = words(command).into_iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "-s" => {}
            "-X" => method = words.next(),
            "-H" | "--json" | "-d" => {
                let value = words.next().unwrap();
                if word == "-H" {
                    headers.push(value);
                } else {
                    body = Some(value);
                    headers.push("Content-Type: application/json".into());
                }
            }
            url => path = url.strip_prefix("localhost:8787").unwrap().to_owned(),
        }
    }
    let headers: Vec<&str> = headers.iter().map(String::as_str).collect();
    let usual = if body.is_some() { "POST" } else { "GET" };
    let method = method.unwrap_or_else(|| usual.to_owned());
    request(
        &method,
        &path,
        &headers,
        body.as_deref().unwrap_or_default(),
    )
}

/// Names and times differ from run to run: those of the page are put for ours, wherever they stand.
fn align(ours: &mut Value, page: &Value, names: &mut BTreeMap<String, String>) {
    match (ours, page) {
        (Value::Object(ours), Value::Object(page)) => {
            for (key, value) in ours.iter_mut() {
                let Some(shown) = page.get(key) else { continue };
                if matches!(
                    key.as_str(),
                    "session_id" | "entry_id" | "target" | "moved" | "undone"
                ) {
                    let (Some(real), Some(name)) = (value.as_str(), shown.as_str()) else {
                        continue;
                    };
                    names.insert(name.to_owned(), real.to_owned());
                    *value = shown.clone();
                } else if key == "elapsed_ms" {
                    *value = shown.clone();
                } else {
                    align(value, shown, names);
                }
            }
        }
        (Value::Array(ours), Value::Array(page)) => {
            for (ours, page) in ours.iter_mut().zip(page) {
                align(ours, page, names);
            }
        }
        (Value::String(ours), Value::String(_)) => {
            let back = names
                .iter()
                .map(|(name, real)| (real.clone(), name.clone()));
            *ours = named(ours, &back.collect());
        }
        _ => {}
    }
}

/// The text with the names of ours in place of those of the page. Whole words only: one name may begin
/// another; and in one go, as ours may be names that the page has for something else.
fn named(text: &str, names: &BTreeMap<String, String>) -> String {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    let (mut out, mut rest) = (String::new(), text);
    while let Some(start) = rest.find(is_of_name) {
        let word = &rest[start..];
        let end = word.find(|c| !is_of_name(c)).unwrap_or(word.len());
        out.push_str(&rest[..start]);
        out.push_str(names.get(&word[..end]).map_or(&word[..end], String::as_str));
        rest = &word[end..];
    }
    out + rest
}

#[test]
fn every_request_of_the_page_is_answered_as_shown() {
    let env = Environment::new();
    let server = Server::start(&env);
    let commands = shown();
    assert!(commands.len() >= 6, "the page shows too little");
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for (command, page) in commands {
        let mut text = made(&command);
        text = named(&text, &names);
        // names may be longer than those of the page
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let head: Vec<&str> = head
            .lines()
            .filter(|l| !l.starts_with("Content-Length"))
            .collect();
        let text = format!(
            "{}\r\nContent-Length: {}\r\n\r\n{body}",
            head.join("\r\n"),
            body.len()
        );
        let mut answer = server.raw(&text).json();
        align(&mut answer, &page, &mut names);
        assert_eq!(answer, page, "{command}\n{answer:#}");
    }
}

#[test]
fn what_the_page_sends_is_taken() {
    let env = Environment::new();
    let server = Server::start(&env);
    let bodies = blocks("json");
    assert!(bodies.len() >= 2, "the page shows too little");
    for body in bodies {
        // well formed, of the right fields, and about a session that nobody here has
        let response = server.raw(&post(&[], body.trim()));
        assert_eq!(response.problem(), "unknown-session", "{body}");
    }
}

#[test]
fn the_steps_of_the_page_are_those_of_a_question() {
    let env = Environment::new();
    let server = Server::start(&env);
    server.run(&serde_json::json!({"text": "bench 80kg 5x5"}));
    let body = r#"{"text": "heaviest bench?"}"#;
    let said = server.raw(&post(&["Accept: text/event-stream"], body)).body;
    let shown = blocks("text").concat();
    let (steps, rest) = shown.split_once('…').unwrap();
    assert!(events(steps).len() >= 2, "the page shows too little");
    assert_eq!(events(steps), events(&said)[..events(steps).len()]);
    let end = rest.lines().find_map(|line| line.strip_prefix("event: "));
    assert_eq!(end, events(&said).last().map(|(name, _)| *name));
}

#[test]
fn docs_openapi_is_up_to_date() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let env = Environment::new();
    let document = Server::start(&env).get("/openapi.json").json();
    let text = format!("{document:#}\n");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == text,
        "docs/openapi.json is out of date; write it again with `make docs`"
    );
}
