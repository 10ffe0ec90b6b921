//! What waits for the person's word: previews, questions back, choices; and taking back.

use serde_json::{Value, json};

use crate::common::assistant::Assistant;
use crate::common::environment::Environment;

fn text<'v>(object: &'v Value, field: &str) -> &'v str {
    object[field]
        .as_str()
        .unwrap_or_else(|| panic!("{field}: {object:#}"))
}

/// A correction that waits: the run and its preview.
fn prepared(assistant: &mut Assistant, id: &str) -> (Value, Value) {
    let given = json!({"text": "that was 85 not 80", "entry_id": id});
    let done = assistant.does("correct", &given);
    assert_eq!(done["status"], "pending_approval", "{done:#}");
    assert!(text(&done, "next").contains("`confirm`"), "{done:#}");
    (done["session_id"].clone(), done["preview"].clone())
}

#[test]
fn a_correction_is_shown_before_it_is_written() {
    let env = Environment::new();
    // even where a person lets corrections be written unseen
    env.config("approval: never\n");
    let mut assistant = Assistant::start(&env);
    let id = assistant.logs("bench 80kg 5x5");
    let before = env.raw("2026-11-21");
    let (session, preview) = prepared(&mut assistant, &id);
    assert_eq!(preview["note"], "> bench 80kg 5x5");
    assert_eq!(preview["changes"][0]["before"], 80);
    assert_eq!(preview["changes"][0]["after"], 85);
    assert_eq!(env.raw("2026-11-21"), before);
    let decision =
        json!({"session_id": session, "approval_id": preview["id"], "decision": "approve"});
    let done = assistant.does("confirm", &decision);
    assert_eq!(done["correction"]["of"], id, "{done:#}");
    let found = assistant.does("entries", &json!({"entry_id": id}));
    assert_eq!(
        found["read_as"]["strength"]["exercises"][0]["sets"][0]["weight"],
        85
    );
    assert_eq!(found["corrections"][0]["note"], "> that was 85 not 80");
    // once
    let (problem, _) = assistant.refuses("confirm", &decision);
    assert_eq!(problem, "unknown-session");
}

#[test]
fn a_preview_can_be_refined_or_rejected() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    let id = assistant.logs("bench 80kg 5x5");
    let (session, preview) = prepared(&mut assistant, &id);
    let (_, said) = assistant.refuses("confirm", &json!({"session_id": session, "text": "yes"}));
    assert!(said.contains("a preview waits"), "{said}");
    let (_, said) = assistant.refuses(
        "confirm",
        &json!({"session_id": session, "decision": "approve"}),
    );
    assert!(said.contains("`approval_id`"), "{said}");
    let refined = assistant.does(
        "confirm",
        &json!({"session_id": session, "approval_id": preview["id"], "decision": "refine", "refinement": "make it 86"}),
    );
    let newer = &refined["preview"];
    assert_eq!(newer["changes"][0]["after"], 86, "{refined:#}");
    let stale = json!({"session_id": session, "approval_id": preview["id"], "decision": "approve"});
    assert_eq!(assistant.refuses("confirm", &stale).0, "stale-approval");
    // what waits is shown again, and listed
    let again = assistant.does("confirm", &json!({"session_id": session}));
    assert_eq!(&again["preview"], newer);
    let today = assistant.does("today", &json!({}));
    assert_eq!(today["waiting_count"], 1);
    assert_eq!(today["waiting"][0]["session_id"], session);
    assert_eq!(today["waiting"][0]["said"], "> that was 85 not 80");
    let no = json!({"session_id": session, "approval_id": newer["id"], "decision": "reject"});
    assert_eq!(assistant.does("confirm", &no)["correction"], Value::Null);
    let found = assistant.does("entries", &json!({"entry_id": id}));
    assert_eq!(
        found["read_as"]["strength"]["exercises"][0]["sets"][0]["weight"],
        80
    );
}

#[test]
fn a_correction_that_names_no_note_finds_it_or_says_so() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    let (problem, _) = assistant.refuses("correct", &json!({"text": "bench was 85 not 80"}));
    assert_eq!(problem, "unfit");
    let (problem, _) =
        assistant.refuses("correct", &json!({"text": "that was 85", "entry_id": "x"}));
    assert_eq!(problem, "unknown-entry");
    assistant.logs("bench 80kg 5x5");
    let done = assistant.does("correct", &json!({"text": "bench was 85 not 80"}));
    assert_eq!(done["preview"]["changes"][0]["after"], 85, "{done:#}");
}

#[test]
fn a_question_back_is_answered_by_the_assistant() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    assistant.logs("bench 80kg 5x5");
    let asked = json!({"question": "how was it?"});
    let done = assistant.does("ask", &asked);
    assert_eq!(done["status"], "waiting_for_user");
    assert_eq!(done["questions"][0]["id"], "q1", "{done:#}");
    assert!(text(&done, "next").contains("`confirm`"));
    let session = &done["session_id"];
    let answered = assistant.does("confirm", &json!({"session_id": session, "text": "bench"}));
    assert!(
        text(&answered, "answer").contains("Bench Press"),
        "{answered:#}"
    );
    let session = assistant.does("ask", &asked)["session_id"].clone();
    let by_id = json!({"session_id": session, "answers": {"q1": "bench"}});
    assert!(text(&assistant.does("confirm", &by_id), "answer").contains("Bench Press"));
    let session = assistant.does("ask", &asked)["session_id"].clone();
    let declined = assistant.does("confirm", &json!({"session_id": session, "decline": true}));
    assert!(declined.get("session_id").is_none(), "{declined:#}");
}

#[test]
fn everything_is_taken_back_and_brought_again() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    let id = assistant.logs("bench 80kg 5x5");
    let other = assistant.logs("squat 100kg 5x5");
    let undone = assistant.does("undo", &json!({}));
    assert_eq!(undone["undone"], other);
    assert_eq!(undone["was"]["note"], "> squat 100kg 5x5");
    let undone = assistant.does("undo", &json!({"entry_id": id}));
    assert_eq!(assistant.count(), 0);
    assert_eq!(
        assistant.refuses("undo", &json!({"entry_id": id})).0,
        "not-undone"
    );
    assistant.does("undo", &json!({"entry_id": undone["entry_id"]}));
    assert_eq!(assistant.count(), 1);
    assert_eq!(
        assistant.refuses("undo", &json!({"entry_id": "x"})).0,
        "unknown-entry"
    );
}

#[test]
fn the_day_at_a_glance() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    let empty = assistant.does("today", &json!({}));
    assert_eq!(empty["date"], "2026-11-21");
    assert_eq!(
        (&empty["weekday"], &empty["time"]),
        (&json!("Saturday"), &json!("10:30"))
    );
    assert_eq!(empty["units"], json!({"mass": "kg", "distance": "km"}));
    assert_eq!(empty["entry_count"], 0);
    for n in 0..25 {
        assistant.logs(&format!("bench {}kg 5x5", 80 + n));
    }
    let today = assistant.does("today", &json!({}));
    assert_eq!(today["entry_count"], 25);
    let given = today["entries"].as_array().unwrap();
    assert_eq!(given.len(), 20);
    assert_eq!(given[19]["note"], "> bench 104kg 5x5");
    let week = &today["weeks"][0];
    assert_eq!(week["domain"], "strength");
    let sets = week["measures"].as_array().unwrap().iter();
    let sets = sets.filter(|measure| measure["measure"] == "sets");
    assert_eq!(
        sets.map(|sets| sets["this_week"].clone())
            .collect::<Vec<_>>(),
        [json!(125.0)]
    );
}
