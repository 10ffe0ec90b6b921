//! Slips of small models that leave no doubt about what is meant cost no second call.

use std::sync::Arc;

use quilto::agents::{Agents, PlannerInput};
use quilto::llm::ScriptedClient;
use quilto::model::{AgentName, Gap, Language, QuestionKind};
use serde_json::{Value, json};

use super::answers::{fact, plan, said};
use super::inputs::{gap, to_clarify, to_plan};
use super::world::{World, context, wait_for};

/// The agents with one answer, and nothing more to say.
fn saying(agent: AgentName, answer: Value) -> (World, Arc<ScriptedClient>) {
    let client = Arc::new(ScriptedClient::new().then(agent, said(answer)));
    (World::new(&[Arc::clone(&client)]), client)
}

#[test]
fn a_domain_named_as_a_subject_is_all_of_it() {
    let mut all = fact("minutes", "best");
    all["subjects"] = json!(["rocks"]);
    let mut answer = plan("simple", &[all]);
    answer["sub_queries"][0]["retrieval"][0]["terms"] = json!(["rocks", "Granite"]);
    let (world, client) = saying(AgentName::Planner, answer);
    let input = to_plan("longest of all?");
    let output = wait_for(world.models().plan(&context(), &input)).unwrap();
    assert_eq!(client.requests().len(), 1);
    let [part] = output.sub_queries.as_slice() else {
        panic!("{:?}", output.sub_queries);
    };
    assert!(part.query(0).unwrap().subjects.is_empty());
    assert_eq!(part.retrieval[0].terms, ["Granite"]);
}

#[test]
fn a_condition_that_asks_for_nothing_is_none() {
    let mut best = fact("minutes", "best");
    best["filter"] = json!({"field": "", "min": null, "max": null, "text": null});
    let (world, client) = saying(AgentName::Planner, plan("simple", &[best]));
    let input = to_plan("longest of granite?");
    let output = wait_for(world.models().plan(&context(), &input)).unwrap();
    assert_eq!(client.requests().len(), 1);
    assert_eq!(output.sub_queries[0].query(0).unwrap().filter, None);
}

fn clarified(gaps: Vec<Gap>) -> (Option<String>, usize) {
    let answer = json!({
        "questions": [{
            "id": "q1", "question": "What do you polish it for?", "gap_addressed": "the reason",
            "options": null, "required": true
        }],
        "context_explanation": "No note says it.", "fallback_action": "answer without it"
    });
    let (world, client) = saying(AgentName::Clarifier, answer);
    let input = to_clarify("why is granite polished less?", gaps);
    let output = wait_for(world.models().clarify(&context(), &input)).ok();
    let addressed = output.and_then(|o| Some(o.questions.first()?.gap_addressed.clone()));
    (addressed, client.requests().len())
}

#[test]
fn a_question_addresses_the_one_thing_that_is_missing() {
    let (addressed, calls) = clarified(vec![gap("what it is for")]);
    assert_eq!((addressed.as_deref(), calls), (Some("what it is for"), 1));
    // Of two it could be either.
    let (addressed, calls) = clarified(vec![gap("what it is for"), gap("how it feels")]);
    assert_eq!((addressed, calls), (None, 2));
}

#[test]
fn the_whole_question_is_read_where_its_parts_are_put_otherwise() {
    let mut answer = plan("simple", &[fact("minutes", "best")]);
    answer["sub_queries"][0]["question"] = json!("how is the stone?");
    let (world, _) = saying(AgentName::Planner, answer);
    let input = to_plan("화강암 제일 오래?");
    let output = wait_for(world.models().plan(&context(), &input)).unwrap();
    assert_eq!(output.intent.language, Language::Korean);
    assert_eq!(output.intent.topics[0].name, "Granite");
}

#[test]
fn a_part_that_is_planned_again_stays_as_it_was_read() {
    let mut answer = plan("simple", &[fact("minutes", "best")]);
    answer["sub_queries"][0]["question"] = json!("and basalt?");
    let (world, _) = saying(AgentName::Planner, answer.clone());
    let first = wait_for(world.models().plan(&context(), &to_plan("granite?"))).unwrap();
    // What a follow-up leaves out was filled in after it was read.
    let mut earlier = first;
    earlier.sub_queries[0].intent.ask = QuestionKind::Best;
    let (world, _) = saying(AgentName::Planner, answer);
    let input = PlannerInput {
        earlier: Some(Box::new(earlier)),
        ..to_plan("granite?")
    };
    let again = wait_for(world.models().plan(&context(), &input)).unwrap();
    assert_eq!(again.sub_queries[0].intent.ask, QuestionKind::Best);
}
