//! One way to ask: right, wrong and then right, cut off, partly right, never right.

use std::sync::Arc;

use quilto::agents::{Agents, AnalyzerInput, Budget, Meter, RouterInput};
use quilto::llm::{Completion, Finish, LlmError, ScriptedClient, Usage};
use quilto::model::{AgentName, Conversation, InputType, Sufficiency};
use serde_json::json;

use super::answers::{analysis, cannot_be_reached, said};
use super::inputs::part_of;
use super::world::{World, context, wait_for};

const ROUTED: &str = r#"{"input_type": "query", "selected_domains": ["rocks"],
    "domain_selection_reasoning": "rocks", "log_portion": null, "query_portion": null,
    "correction_target": null, "confidence": 0.9, "reasoning": "it asks"}"#;

fn routed(client: ScriptedClient) -> (Result<InputType, String>, Vec<String>, Arc<Meter>) {
    let client = Arc::new(client);
    let agents = World::new(&[Arc::clone(&client)]).models();
    let cx = context();
    let input = RouterInput {
        raw_input: "granite, how was it?".into(),
        conversation: Conversation::default(),
        global_context: None,
    };
    let output = wait_for(agents.route(&cx, &input));
    let last = client.requests().into_iter().map(|request| {
        let last = request.messages.last().unwrap();
        last.content.clone()
    });
    (
        output.map(|o| o.input_type).map_err(|e| e.to_string()),
        last.collect(),
        cx.meter,
    )
}

/// What a model was told when it was asked a second time.
fn asked_again(client: &ScriptedClient) -> String {
    let messages = &client.requests()[1].messages;
    messages.last().unwrap().content.clone()
}

#[test]
fn a_right_answer_is_taken_at_once() {
    let (output, asked, meter) = routed(ScriptedClient::new().then(AgentName::Router, ROUTED));
    assert_eq!(output, Ok(InputType::Query));
    assert_eq!(asked.len(), 1);
    assert_eq!(meter.uses()[0].model, "scripted/script");
}

#[test]
fn a_wrong_answer_is_sent_back_with_what_is_wrong() {
    let wrong = ROUTED.replace("\"query\"", "\"question\"");
    let client = ScriptedClient::new()
        .then(AgentName::Router, wrong)
        .then(AgentName::Router, ROUTED);
    let (output, asked, meter) = routed(client);
    assert_eq!(output, Ok(InputType::Query));
    assert_eq!(asked.len(), 2);
    assert!(
        asked[1].contains("input_type is \"question\", not one of"),
        "{}",
        asked[1]
    );
    assert_eq!(meter.uses()[0].calls, 2);
}

#[test]
fn words_around_the_json_do_no_harm() {
    let text = format!("Sure!\n```json\n{ROUTED}\n```");
    let (output, asked, _) = routed(ScriptedClient::new().then(AgentName::Router, text));
    assert_eq!((output, asked.len()), (Ok(InputType::Query), 1));
}

#[test]
fn an_answer_that_was_cut_off_is_asked_for_again_shorter() {
    let cut = Completion {
        text: ROUTED[..60].to_owned(),
        finish: Finish::Length,
        usage: Usage::default(),
    };
    let client = ScriptedClient::new()
        .then(AgentName::Router, cut)
        .then_fails(
            AgentName::Router,
            LlmError::Truncated {
                provider: "scripted".into(),
                what: "answer",
            },
        )
        .then(AgentName::Router, ROUTED);
    let (output, asked, _) = routed(client);
    assert_eq!(output, Ok(InputType::Query));
    for again in &asked[1..] {
        assert!(again.contains("answer shorter"), "{again}");
    }
}

#[test]
fn what_stands_is_taken_when_asking_again_did_not_help() {
    let partly = r#"{"input_type": "query", "selected_domains": ["rocks", "stars"]}"#;
    let client = ScriptedClient::new()
        .then(AgentName::Router, partly)
        .then(AgentName::Router, "I will not.")
        .then(AgentName::Router, "{\"input_type\": 3}");
    let (output, asked, _) = routed(client);
    // `confidence` must be there: nothing stands for a number that was not said.
    assert!(output.is_err());
    assert_eq!(asked.len(), 3);
    let partly = ROUTED.replace("[\"rocks\"]", "[\"rocks\", \"stars\", 7]");
    let client = ScriptedClient::new().otherwise(move |_| Ok(partly.clone().into()));
    let (output, asked, _) = routed(client);
    assert_eq!((output, asked.len()), (Ok(InputType::Query), 2));
    assert!(
        asked[1].contains("there is no domain \"stars\""),
        "{}",
        asked[1]
    );
}

#[test]
fn an_answer_never_right_fails_the_step_and_says_why() {
    let client = ScriptedClient::new().otherwise(|_| Ok("As you wish.".into()));
    let (output, asked, _) = routed(client);
    assert_eq!(
        output.unwrap_err(),
        "the router could not answer: scripted gave no answer of use"
    );
    // The same words twice: a third time would bring nothing else.
    assert_eq!(asked.len(), 2);
}

#[test]
fn the_next_client_is_asked_when_one_cannot_be_reached() {
    let first = ScriptedClient::new().named("near", "small");
    let second = ScriptedClient::new()
        .named("far", "large")
        .then(AgentName::Router, ROUTED);
    let clients = [Arc::new(first), Arc::new(second)];
    let agents = World::new(&clients).models();
    let cx = context();
    let input = RouterInput {
        raw_input: "granite?".into(),
        conversation: Conversation::default(),
        global_context: None,
    };
    assert!(wait_for(agents.route(&cx, &input)).is_ok());
    let models: Vec<String> = cx.meter.uses().into_iter().map(|u| u.model).collect();
    assert_eq!(models, ["near/small", "far/large"]);
    // In the same run the first is not waited for again.
    assert!(wait_for(agents.route(&cx, &input)).is_err());
    assert_eq!(clients[0].requests().len(), 1);
}

#[test]
fn a_spent_budget_asks_nobody() {
    let client = Arc::new(ScriptedClient::new().then(AgentName::Router, ROUTED));
    let agents = World::new(&[Arc::clone(&client)]).models();
    let mut cx = context();
    let none = Budget {
        calls: Some(0),
        tokens: None,
    };
    cx.meter = Arc::new(Meter::new(none, None));
    let input = RouterInput {
        raw_input: "granite?".into(),
        conversation: Conversation::default(),
        global_context: None,
    };
    let error = wait_for(agents.route(&cx, &input)).unwrap_err();
    assert!(error.to_string().contains("are spent"), "{error}");
    assert!(client.requests().is_empty());
}

#[test]
fn an_error_names_what_happened_in_few_words() {
    let client = ScriptedClient::new().then_fails(AgentName::Router, cannot_be_reached());
    let (output, _, _) = routed(client);
    assert_eq!(
        output.unwrap_err(),
        "the router could not answer: scripted cannot be reached"
    );
}

fn to_analyse() -> AnalyzerInput {
    AnalyzerInput {
        query: "why is granite polished less?".into(),
        sub_query: part_of("why is granite polished less?"),
        entries: Vec::new(),
        facts: Vec::new(),
        nearest: None,
        claims: Vec::new(),
        earlier_findings: Vec::new(),
        retrieval_history: Vec::new(),
        user_responses: Default::default(),
        asked: Vec::new(),
        global_context: None,
    }
}

#[test]
fn a_verdict_that_came_first_is_sent_back_and_then_not_trusted() {
    let mut answer = analysis("Granite is polished less.");
    let fields = answer.as_object_mut().unwrap();
    fields["findings"][0]["facts"] = json!([]);
    let verdict = fields.shift_remove("verdict").unwrap();
    fields.shift_insert(0, "verdict".into(), verdict);
    fields["gaps_identified"] = json!([{
        "description": "why", "gap_type": "subjective", "severity": "critical", "searched": false,
        "found": false, "outside_current_expertise": true, "suspected_domain": "stars"
    }]);
    let text = answer.to_string();
    assert!(text.starts_with("{\"verdict\":\"sufficient\""));
    let client = Arc::new(ScriptedClient::new().otherwise(move |_| Ok(text.clone().into())));
    let agents = World::new(&[Arc::clone(&client)]).models();
    let output = wait_for(agents.analyze(&context(), &to_analyse())).unwrap();
    let again = asked_again(&client);
    assert!(again.contains("`verdict` must be the last key"), "{again}");
    assert_eq!(output.verdict, Sufficiency::Insufficient);
    assert!(!output.gaps_identified[0].outside_current_expertise);
}

#[test]
fn a_claim_with_an_invented_number_is_sent_back_with_the_number() {
    let mut wrong = analysis("Granite was polished for 47 minutes.");
    wrong["findings"][0]["facts"] = json!([]);
    let mut right = analysis("Granite is polished less.");
    right["findings"][0]["facts"] = json!([]);
    let client = Arc::new(
        ScriptedClient::new()
            .then(AgentName::Analyzer, said(wrong))
            .then(AgentName::Analyzer, said(right)),
    );
    let agents = World::new(&[Arc::clone(&client)]).models();
    let output = wait_for(agents.analyze(&context(), &to_analyse())).unwrap();
    assert_eq!(output.findings[0].claim, "Granite is polished less.");
    let again = asked_again(&client);
    assert!(again.contains("47"), "{again}");
}
