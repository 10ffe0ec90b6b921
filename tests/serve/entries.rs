//! What was logged, a part at a time.

use serde_json::Value;

use crate::common::environment::Environment;
use crate::common::serving::{Response, Server};

/// Notes of three days, two of them of one.
fn home() -> (Environment, Server) {
    let env = Environment::new();
    for (day, text) in [
        ("2026-11-18", "bench 80 3x5"),
        ("2026-11-19", "ran 5k in 25:30"),
        ("2026-11-19", "squat 100 3x5"),
        ("2026-11-21", "bench press 82.5 3x5"),
    ] {
        env.stdout(&["log", "--date", day, text]);
    }
    let server = Server::start(&env);
    (env, server)
}

fn texts(page: &Value) -> Vec<&str> {
    let entries = page["entries"].as_array().unwrap();
    entries
        .iter()
        .map(|e| e["text"].as_str().unwrap())
        .collect()
}

fn problem(response: &Response) -> (u16, String) {
    (response.status, response.problem())
}

#[test]
fn entries_are_those_of_history() {
    let (env, server) = home();
    env.stdout(&["--yes", "actually the bench was 85 not 82.5"]);
    let page = server.object("/v1/entries?order=oldest");
    let history = env.objects(&["history", "-n", "9", "--json"]);
    assert_eq!(page["entries"], Value::from(history));
    assert_eq!(page["count"], 4);
    assert_eq!(
        page["entries"][3]["corrections"].as_array().unwrap().len(),
        1
    );
    assert!(page.get("next").is_none());
}

#[test]
fn a_part_leads_to_the_next_though_something_goes_between() {
    let (env, server) = home();
    let first = server.object("/v1/entries?limit=2");
    assert_eq!(texts(&first), ["bench press 82.5 3x5", "squat 100 3x5"]);
    assert_eq!(first["count"], 4);
    let squat = first["entries"][1]["entry_id"].as_str().unwrap();
    env.stdout(&["undo", squat]);
    let next = first["next"].as_str().unwrap();
    let second = server.object(&format!("/v1/entries?limit=2&cursor={next}"));
    assert_eq!(texts(&second), ["ran 5k in 25:30", "bench 80 3x5"]);
    assert!(second.get("next").is_none());
}

#[test]
fn entries_are_chosen_by_days_domain_and_words() {
    let (_env, server) = home();
    for (query, wanted) in [
        ("from=2026-11-20", vec!["bench press 82.5 3x5"]),
        ("to=2026-11-18", vec!["bench 80 3x5"]),
        (
            "from=2026-11-19&to=2026-11-19&order=oldest",
            vec!["ran 5k in 25:30", "squat 100 3x5"],
        ),
        ("domain=running", vec!["ran 5k in 25:30"]),
        ("words=bench", vec!["bench press 82.5 3x5", "bench 80 3x5"]),
        ("words=bench&domain=running", vec![]),
        ("words=bench%2080", vec!["bench 80 3x5"]),
        ("from=2027-01-01", vec![]),
    ] {
        let page = server.object(&format!("/v1/entries?{query}"));
        assert_eq!(texts(&page), wanted, "{query}");
        assert_eq!(page["count"], wanted.len());
    }
}

#[test]
fn a_search_finds_what_the_command_finds() {
    let (env, server) = home();
    for (query, args) in [
        ("words=bench", vec!["bench"]),
        ("words=bench&literal=true", vec!["--literal", "bench"]),
        ("words=squat%205k&any=true", vec!["--any", "squat", "5k"]),
        (
            "words=bench&to=2026-11-19",
            vec!["--to", "2026-11-19", "bench"],
        ),
    ] {
        let page = server.object(&format!("/v1/search?order=oldest&{query}"));
        let printed = env.stdout(&[&["search", "--json"][..], &args].concat());
        let printed: Vec<Value> = printed
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let wanted: Vec<&str> = printed
            .iter()
            .map(|e| e["text"].as_str().unwrap())
            .collect();
        assert!(!wanted.is_empty());
        assert_eq!(texts(&page), wanted, "{query}");
    }
    let named = server.object("/v1/search?words=bench");
    assert_eq!(named["searched_as"][0], "Bench Press (Barbell)");
}

#[test]
fn an_empty_home_has_no_entries() {
    let env = Environment::new();
    let server = Server::start(&env);
    let page = server.object("/v1/entries");
    assert_eq!(page, serde_json::json!({"count": 0, "entries": []}));
}

#[test]
fn a_query_that_cannot_be_read_is_told_the_place() {
    let (_env, server) = home();
    for (query, status, said) in [
        ("limit=0", 400, "limit: a limit is 1 to 500"),
        ("limit=501", 400, "limit: a limit is 1 to 500"),
        ("limit=many", 400, "limit: "),
        ("from=blursday", 400, "from: "),
        ("order=sideways", 400, "order: unknown variant `sideways`"),
        ("colour=red", 400, "unknown field `colour`"),
        ("cursor=here", 400, "cursor: "),
        (
            "from=2026-11-20&to=2026-11-19",
            400,
            "`from` 2026-11-20 lies behind",
        ),
        ("domain=runing", 422, "there is no domain \"runing\""),
        ("words=%20", 422, "no words in `words`"),
    ] {
        let response = server.get(&format!("/v1/entries?{query}"));
        assert_eq!(response.status, status, "{query}: {response:?}");
        let kind = if status == 400 { "bad-query" } else { "unfit" };
        assert_eq!(response.problem(), kind);
        let detail = response.json()["detail"].clone();
        assert!(detail.as_str().unwrap().contains(said), "{query}: {detail}");
    }
    assert_eq!(
        problem(&server.get("/v1/search")),
        (400, "bad-query".to_owned())
    );
}

#[test]
fn one_entry_has_a_tag_that_tells_its_states_apart() {
    let (env, server) = home();
    let page = server.object("/v1/entries?limit=1");
    let id = page["entries"][0]["entry_id"].as_str().unwrap();
    let path = format!("/v1/entries/{id}");
    let first = server.get(&path);
    assert_eq!(first.json(), page["entries"][0]);
    let tag = first.header("etag").unwrap();
    assert_eq!(server.get(&path).header("etag"), Some(tag));
    env.stdout(&["--yes", "actually the bench was 85 not 82.5"]);
    assert_ne!(server.get(&path).header("etag"), Some(tag));
}

#[test]
fn no_entry_is_found_by_a_name_that_is_none() {
    let (_env, server) = home();
    for name in [
        "20261121-1030-zzzz",
        "..%2F..%2Fetc",
        "x",
        "%EB%8F%8C",
        "20269999-1030-kbtc",
    ] {
        let response = server.get(&format!("/v1/entries/{name}"));
        assert_eq!(
            problem(&response),
            (404, "unknown-entry".to_owned()),
            "{name}"
        );
    }
    assert_eq!(
        problem(&server.get("/v1/entries/%FF")),
        (400, "bad-request".to_owned())
    );
}
