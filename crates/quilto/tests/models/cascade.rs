//! The rungs: the model, the next model, the built-in engine; and the words that say so.

use std::sync::Arc;

use quilto::agents::Budget;
use quilto::engine::cascade::EngineChoices;
use quilto::llm::{Completion, EngineChoice, ScriptedClient};
use quilto::machine::{Problem, Status};
use quilto::model::{AgentName, Answer};
use serde_json::json;

use super::answers::*;
use super::world::World;

const WHY: &str = "why is granite polished less and less?";
const GOOD: &str =
    "The notes cannot prove a cause. Granite was polished longest on 2026-11-05: 25 min.";

/// What a model says that does everything well.
fn well(agent: AgentName, response: &str) -> Completion {
    said(match agent {
        AgentName::Planner => plan(
            "insight",
            &[fact("minutes", "best"), fact("minutes", "trend")],
        ),
        AgentName::Analyzer => analysis("Granite is polished less."),
        AgentName::Synthesizer => draft(response),
        AgentName::Evaluator => judgement("pass"),
        AgentName::Observer => nothing_to_remember(),
        other => panic!("{other} was asked"),
    })
}

/// A model that does everything well.
pub fn good(response: &'static str) -> ScriptedClient {
    ScriptedClient::new().otherwise(move |request| Ok(well(request.agent, response)))
}

/// That an answer says what a model said of more than the notes do.
fn owns_a_claim(answer: &Answer) {
    let mut gaps = answer.gaps.iter();
    let owned = gaps.any(|gap| gap.contains("claimed what no note says"));
    assert!(owned, "{:?}", answer.gaps);
}

#[test]
fn a_model_answers_what_needs_insight() {
    let client = Arc::new(good(GOOD));
    let report = World::new(&[client]).with_notes().says(WHY);
    assert_eq!(report.status, Status::Answered, "{report:#?}");
    assert_eq!(report.answer.as_ref().unwrap().text, GOOD);
    assert!(
        report.without_model.is_empty(),
        "{:?}",
        report.without_model
    );
    let cost: Vec<(AgentName, u64, u64)> = report
        .usage
        .iter()
        .map(|used| (used.agent, used.calls, used.cached_tokens))
        .collect();
    assert_eq!(
        cost,
        [
            (AgentName::Planner, 1, 60),
            (AgentName::Analyzer, 1, 60),
            (AgentName::Synthesizer, 1, 60),
            (AgentName::Evaluator, 1, 60),
            (AgentName::Observer, 1, 60),
        ]
    );
}

#[test]
fn without_a_model_in_reach_the_built_in_engine_answers_and_says_so() {
    let client = Arc::new(ScriptedClient::new().named("ollama", "pebble"));
    let report = World::new(&[Arc::clone(&client)]).with_notes().says(WHY);
    let answer = report.answer.as_ref().unwrap();
    assert!(answer.text.contains("2026-11-"), "{}", answer.text);
    assert!(answer.is_partial);
    assert!(
        answer
            .gaps
            .contains(&"answered without the model: scripted cannot be reached".to_owned()),
        "{:?}",
        answer.gaps
    );
    assert_eq!(report.status, Status::Partial);
    // Once in the run, not once for each agent.
    assert_eq!(client.requests().len(), 1);
    let alone = World::new(&[]).with_notes().says(WHY);
    assert_eq!(alone.answer.unwrap().text, answer.text);
    assert_eq!(alone.usage, []);
}

#[test]
fn a_model_that_dies_on_the_way_costs_no_answer() {
    for alive in 0..4 {
        let mut left = alive;
        let client = ScriptedClient::new().otherwise(move |request| {
            if left == 0 {
                return Err(cannot_be_reached());
            }
            left -= 1;
            Ok(well(request.agent, GOOD))
        });
        let report = World::new(&[Arc::new(client)]).with_notes().says(WHY);
        let answer = report.answer.unwrap();
        assert!(!answer.text.is_empty());
        assert!(answer.is_partial, "after {alive}: {answer:?}");
        assert_eq!(
            answer
                .gaps
                .iter()
                .filter(|gap| gap.contains("without the model"))
                .count(),
            1,
            "{:?}",
            answer.gaps
        );
    }
}

#[test]
fn the_fallback_provider_is_asked_before_the_built_in_engine() {
    let first = Arc::new(ScriptedClient::new().named("near", "small"));
    let second = Arc::new(good(GOOD).named("far", "large"));
    let report = World::new(&[first, second]).with_notes().says(WHY);
    assert_eq!(report.answer.unwrap().text, GOOD);
    assert!(report.without_model.is_empty());
}

#[test]
fn an_answer_in_another_language_is_sent_back_and_then_worded_by_code() {
    let client = Arc::new(good(GOOD));
    let report = World::new(&[Arc::clone(&client)])
        .with_notes()
        .says("화강암을 왜 점점 덜 닦지?");
    let again = client.requests().into_iter().any(|request| {
        let said = request.messages.iter().map(|message| &message.content);
        said.clone().any(|said| said.contains("must be in Korean"))
    });
    assert!(again);
    let text = report.answer.unwrap().text;
    assert_ne!(text, GOOD);
    assert!(text.contains("화강암"), "{text}");
}

#[test]
fn an_invented_number_is_sent_back_by_name() {
    let mut drafts = 0;
    let client = Arc::new(ScriptedClient::new().otherwise(move |request| {
        Ok(said(match request.agent {
            AgentName::Planner => plan("insight", &[fact("minutes", "best")]),
            AgentName::Analyzer => analysis("Granite is polished less."),
            AgentName::Synthesizer => {
                drafts += 1;
                draft(if drafts == 1 {
                    "Granite shone for 77 minutes."
                } else {
                    GOOD
                })
            }
            AgentName::Evaluator => judgement("pass"),
            _ => nothing_to_remember(),
        }))
    }));
    let report = World::new(&[Arc::clone(&client)]).with_notes().says(WHY);
    assert_eq!(report.answer.unwrap().text, GOOD);
    let asked = client.requests();
    let drafts: Vec<_> = asked
        .iter()
        .filter(|request| request.agent == AgentName::Synthesizer)
        .collect();
    assert_eq!(drafts.len(), 2);
    let again = &drafts[1].messages[0].content;
    assert!(again.contains("must not come again:\n- 77"), "{again}");
}

#[test]
fn invented_twice_the_wording_is_codes() {
    let client = Arc::new(good("Granite shone for 77 minutes."));
    let report = World::new(&[client]).with_notes().says(WHY);
    let answer = report.answer.unwrap();
    assert!(!answer.text.contains("77"), "{}", answer.text);
    assert!(
        answer.text.contains("25 min, on 2026-11-05"),
        "{}",
        answer.text
    );
    owns_a_claim(&answer);
}

#[test]
fn a_cause_that_no_note_names_is_sent_back() {
    let causal = "Granite is polished less because it is dull, last on 2026-11-05: 25 min.";
    let client = Arc::new(good(causal));
    let report = World::new(&[Arc::clone(&client)]).with_notes().says(WHY);
    let answer = report.answer.unwrap();
    assert!(!answer.text.contains("because"), "{}", answer.text);
    // Only the wording was asked for again.
    let asked = |agent| {
        client
            .requests()
            .iter()
            .filter(|r| r.agent == agent)
            .count()
    };
    assert_eq!(asked(AgentName::Planner), 1);
    assert_eq!(asked(AgentName::Synthesizer), 2);
    owns_a_claim(&answer);
    // The person may have named it themselves.
    let world = World::new(&[Arc::new(good(
        "Granite was polished longest on 2026-11-05: 25 min, because it was dull.",
    ))]);
    let world = world.with_notes();
    world
        .without_models()
        .on("2026-11-05", "granite polished 25 min because it was dull");
    let answer = world.says(WHY).answer.unwrap();
    assert!(answer.text.contains("because"), "{}", answer.text);
}

#[test]
fn a_figure_that_the_model_asked_for_is_named_for_what_it_is() {
    let client = ScriptedClient::new().otherwise(|request| {
        Ok(match request.agent {
            AgentName::Planner => said(plan(
                "insight",
                &[fact("minutes", "worst"), fact("minutes", "series")],
            )),
            agent => well(
                agent,
                "Granite is polished less because it is dull: 25 min.",
            ),
        })
    });
    let report = World::new(&[Arc::new(client)]).with_notes().says(WHY);
    let text = report.answer.unwrap().text;
    assert!(
        text.contains("The best was 25 min, on 2026-11-05."),
        "{text}"
    );
    assert!(
        text.contains("lowest Granite is 12 min, on 2026-11-18."),
        "{text}"
    );
    // Code asks for a list where the question wants one; here it does not.
    assert!(!text.contains("- 2026-11-01"), "{text}");
}

#[test]
fn an_answer_without_a_figure_is_no_answer() {
    let client = Arc::new(good("Granite is polished less and less."));
    let answer = World::new(&[client]).with_notes().says(WHY).answer.unwrap();
    assert!(
        answer.text.contains("25 min, on 2026-11-05"),
        "{}",
        answer.text
    );
}

#[test]
fn what_the_notes_hold_is_for_code_to_say() {
    let client = ScriptedClient::new().otherwise(|request| {
        Ok(match request.agent {
            AgentName::Analyzer => {
                let mut doubting = analysis("Granite is polished less.");
                doubting["gaps_identified"] = json!([{
                    "description": "Granite of other days", "gap_type": "temporal",
                    "severity": "critical", "searched": true, "found": false,
                    "outside_current_expertise": false, "suspected_domain": null
                }]);
                doubting["verdict"] = json!("insufficient");
                said(doubting)
            }
            agent => well(agent, GOOD),
        })
    });
    let client = Arc::new(client);
    let report = World::new(&[Arc::clone(&client)]).with_notes().says(WHY);
    assert_eq!(report.status, Status::Answered, "{report:#?}");
    let planned = client
        .requests()
        .iter()
        .filter(|request| request.agent == AgentName::Planner)
        .count();
    assert_eq!(planned, 1);
}

#[test]
fn a_spent_budget_leaves_the_rest_to_code() {
    let client = Arc::new(good(GOOD));
    let two = Budget {
        calls: Some(2),
        tokens: None,
    };
    let report = World::new(&[Arc::clone(&client)])
        .with_notes()
        .with_budget(two)
        .says(WHY);
    assert_eq!(client.requests().len(), 2);
    assert_eq!(report.model_calls(), 2);
    let gaps = report.answer.unwrap().gaps;
    assert!(
        gaps.contains(&"answered without the model: the 2 calls of this run are spent".to_owned()),
        "{gaps:?}"
    );
}

#[test]
fn a_note_that_rules_cannot_read_is_read_by_the_model() {
    let read = json!({"rocks": [
        {"name": "Granite", "rounds": [{"minutes": 30, "mood": "calm"}], "notes": null},
        {"name": "Obsidian", "rounds": [{"minutes": 5, "mood": null}], "notes": null}
    ]});
    let client = Arc::new(ScriptedClient::new().then(AgentName::Parser, said(reading(read))));
    let world = World::new(&[client]);
    let report = world.says("spent half an hour, 30 in all, making the old granite gleam");
    let logged = report.logged.unwrap();
    let parsed = logged.parsed.unwrap();
    assert_eq!(
        parsed.domain_data["rocks"],
        json!({"rocks": [{"name": "Granite", "rounds": [{"minutes": 30, "mood": "calm"}]}]}),
        "{parsed:?}"
    );
    assert_eq!(parsed.engine, "scripted/script");
    assert!(
        parsed
            .extraction_notes
            .iter()
            .any(|note| note.contains("Obsidian")),
        "{:?}",
        parsed.extraction_notes
    );
}

#[test]
fn what_rules_read_is_never_taken_away() {
    let read = json!({"rocks": [{"name": "Granite", "rounds": [{"minutes": 7, "mood": null}], "notes": null}]});
    let client =
        Arc::new(ScriptedClient::new().otherwise(move |_| Ok(said(reading(read.clone())))));
    let choices = EngineChoices::from([(AgentName::Parser, EngineChoice::Model)]);
    let world = World::new(&[Arc::clone(&client)]).choosing(choices);
    let parsed = world
        .says("granite 20 minutes, rinsed 7 times")
        .logged
        .unwrap()
        .parsed
        .unwrap();
    assert_eq!(client.requests().len(), 1);
    let rounds = &parsed.domain_data["rocks"]["rocks"][0]["rounds"];
    assert_eq!(rounds[0]["minutes"], json!(20), "{parsed:?}");
    assert_eq!(parsed.engine, "builtin");
}

#[test]
fn a_note_is_kept_when_no_model_answers() {
    let client = Arc::new(ScriptedClient::new());
    let world = World::new(&[client]);
    let report = world.says("made the old granite gleam, 30 in all");
    let logged = report.logged.unwrap();
    assert_eq!(
        logged.entry.unwrap().raw,
        "made the old granite gleam, 30 in all"
    );
    assert_eq!(
        logged.problems,
        [Problem::WithoutModel("scripted cannot be reached".into())]
    );
}

#[test]
fn settings_can_give_an_agent_to_either_engine() {
    let client = Arc::new(good(GOOD));
    let all = AgentName::ALL.map(|agent| (agent, EngineChoice::Builtin));
    let report = World::new(&[Arc::clone(&client)])
        .with_notes()
        .choosing(EngineChoices::from(all))
        .says(WHY);
    assert!(client.requests().is_empty());
    assert!(report.without_model.is_empty());
    let router = json!({
        "input_type": "query", "selected_domains": ["rocks"], "domain_selection_reasoning": "",
        "log_portion": null, "query_portion": null, "correction_target": null, "confidence": 1.0,
        "reasoning": ""
    });
    let client = Arc::new(ScriptedClient::new().then(AgentName::Router, said(router)));
    let choices = EngineChoices::from([(AgentName::Router, EngineChoice::Model)]);
    World::new(&[Arc::clone(&client)])
        .with_notes()
        .choosing(choices)
        .says("longest granite?");
    assert_eq!(client.requests().len(), 1);
}
