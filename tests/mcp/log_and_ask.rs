//! Notes and questions.

use serde_json::json;

use crate::common::assistant::Assistant;
use crate::common::environment::Environment;
use crate::common::server::{Reply, Server};

#[test]
fn a_note_is_logged_as_it_was_said() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    let done = assistant.does("log_note", &json!({"text": "bench 80kg 5x5, flurbish 12"}));
    let logged = &done["logged"][0];
    assert_eq!(logged["date"], "2026-11-21");
    let sets = &logged["read_as"]["strength"]["exercises"][0]["sets"];
    assert_eq!(sets.as_array().unwrap().len(), 5, "{done:#}");
    assert!(done.get("session_id").is_none(), "{done:#}");
    assert!(
        env.raw("2026-11-21")
            .contains("bench 80kg 5x5, flurbish 12")
    );
    let earlier = json!({"text": "ran 5k in 25:30", "date": "2026-11-19"});
    assistant.does("log_note", &earlier);
    assert!(env.raw("2026-11-19").contains("ran 5k in 25:30"));
}

#[test]
fn a_text_with_several_days_becomes_a_note_of_each() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    let text = "2026-11-19: bench 80kg 5x5\n2026-11-20: ran 5k in 25:30";
    let done = assistant.does("log_note", &json!({"text": text, "key": "granite-1"}));
    assert_eq!((&done["count"], &done["given"]), (&json!(2), &json!(2)));
    assert_eq!(done["notes"][1]["logged"][0]["date"], "2026-11-20");
    assert!(env.raw("2026-11-19").contains("bench 80kg 5x5"));
    assert!(env.raw("2026-11-20").contains("ran 5k in 25:30"));
    let days: Vec<String> = (1..=25)
        .map(|day| format!("2026-10-{day:02}: bench 80kg 5x5"))
        .collect();
    let done = assistant.does("log_note", &json!({"text": days.join("\n")}));
    assert_eq!((&done["count"], &done["given"]), (&json!(25), &json!(20)));
    assert_eq!(assistant.count(), 27);
}

#[test]
fn what_is_too_long_is_refused() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    let long = "granite ".repeat(1 << 18);
    let (problem, said) = assistant.refuses("log_note", &json!({"text": long}));
    assert_eq!(problem, "too-large");
    assert!(said.len() < 100, "{said}");
    assert_eq!(assistant.count(), 0);
}

#[test]
fn whatever_is_logged_is_a_note() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    for (at, text) in [
        "heaviest bench?",
        "undo",
        "delete that",
        "actually that was 85 not 80",
        "지워줘",
    ]
    .iter()
    .enumerate()
    {
        assistant.logs(text);
        assert_eq!(assistant.count(), at as u64 + 1, "{text}");
    }
}

#[test]
fn an_answer_cites_the_notes_it_rests_on() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    let id = assistant.logs("bench 80kg 5x5");
    let done = assistant.does("ask", &json!({"question": "heaviest bench this year?"}));
    assert_eq!(done["status"], "answered");
    let answer = done["answer"].as_str().unwrap();
    assert!(answer.contains("80 kg × 5, on 2026-11-21"), "{answer}");
    let cited = json!([{"entry_id": id, "date": "2026-11-21", "note": "> bench 80kg 5x5"}]);
    assert_eq!(
        (&done["citations"], &done["citation_count"]),
        (&cited, &json!(1))
    );
    assert_eq!(done["facts"][0]["value"], 80.0);
    let korean = assistant.does("ask", &json!({"question": "벤치 최고 기록?"}));
    assert!(
        korean["answer"].as_str().unwrap().contains("80 kg"),
        "{korean:#}"
    );
    assert_eq!(assistant.count(), 1, "questions are not logged");
}

#[test]
fn nothing_logged_is_said_so() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    let done = assistant.does("ask", &json!({"question": "heaviest bench?"}));
    assert!(
        done["answer"].is_string() || done["next"].is_string(),
        "{done:#}"
    );
}

#[test]
fn an_answer_is_bounded_and_counts_what_it_rests_on() {
    let env = Environment::new();
    let notes: Vec<String> = (0..60)
        .map(|n| {
            format!(
                "# 2026-{:02}-{:02}\nbench {}kg 5x5\n",
                9 + n / 28,
                1 + n % 28,
                40 + n
            )
        })
        .collect();
    let folder = env.file("notes/all.md", &notes.concat());
    env.stdout(&["--yes", "import", folder.to_str().unwrap()]);
    let mut assistant = Assistant::start(&env);
    let done = assistant.does("ask", &json!({"question": "list every bench since august"}));
    for (list, count) in [("facts", "fact_count"), ("citations", "citation_count")] {
        let given = done[list].as_array().map_or(0, Vec::len);
        assert!(given <= 40, "{list}: {given}");
        if given == 40 {
            assert!(done[count].as_u64().unwrap() >= 40, "{done:#}");
        }
    }
}

#[test]
fn no_model_is_asked_whatever_the_settings_say() {
    let env = Environment::new();
    let server = Server::replying(Reply::ok(String::new()));
    env.config(&format!(
        "llm:\n  default_provider: ollama\n  providers:\n    ollama:\n      api_base: {}\n",
        server.address()
    ));
    let mut assistant = Assistant::start(&env);
    assistant.logs("bench 80kg 5x5");
    let done = assistant.does("ask", &json!({"question": "heaviest bench?"}));
    let answer = done["answer"].as_str().unwrap();
    assert!(answer.contains("80 kg"), "{done:#}");
    assert!(done.get("warnings").is_none(), "{done:#}");
    assert_eq!(server.sent().len(), 0);
}
