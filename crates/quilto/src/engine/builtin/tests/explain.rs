//! How a text is read is laid open as a run reads it.

use std::sync::Arc;

use serde_json::json;

use super::{MemoryStore, context, domains};
use crate::engine::builtin::BuiltinAgents;
use crate::engine::builtin::explain::Explanation;
use crate::model::InputType;

fn explained(text: &str) -> Explanation {
    let agents = BuiltinAgents::new(Arc::new(MemoryStore::new()), Arc::new(domains()));
    agents.explain(&context(&[]), text, "")
}

#[test]
fn a_question_is_read_with_the_domains_that_its_plan_asks_for() {
    let explained = explained("most granite in march?");
    assert_eq!(explained.input_type, InputType::Query);
    let asked = explained.asked.unwrap();
    assert!(asked.domains.contains(&"rocks".to_owned()), "{asked:?}");
    let question = &asked.questions[0];
    assert!(question.unread.is_empty(), "{question:?}");
    assert!(
        question
            .phrases
            .iter()
            .any(|line| line.starts_with("granite = "))
    );
    assert_eq!(question.frames[0]["of"][0]["name"], "Granite");
    // what would be left out is told
    let instead = question.instead.as_ref().unwrap();
    assert_ne!(instead.frames, question.frames);
    assert!(instead.margin >= 0.0);
    assert_eq!(asked.planned[0].intent.topics[0].name, "Granite");
}

#[test]
fn of_an_intent_only_what_it_says_is_written() {
    let explained = explained("how often granite?");
    let written = serde_json::to_value(&explained.asked.unwrap().planned[0]).unwrap();
    let intent = written["intent"].as_object().unwrap();
    assert_eq!(intent["topics"][0]["name"], "Granite");
    assert!(!intent.contains_key("period"), "{intent:?}");
    assert!(
        intent
            .values()
            .all(|value| !value.is_null() && *value != json!(false))
    );
}

#[test]
fn a_note_asks_nothing_and_without_weights_no_act_is_told() {
    let explained = explained("polished granite, shine 7");
    assert_eq!(explained.input_type, InputType::Log);
    assert!(explained.asked.is_none());
    assert!(explained.clauses.is_empty());
}
