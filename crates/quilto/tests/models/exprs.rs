//! Expressions that a model plans: checked, computed by code, and told with what they rest on.

use std::sync::Arc;

use quilto::engine::cascade::EngineChoices;
use quilto::llm::{CompletionRequest, EngineChoice, ScriptedClient};
use quilto::machine::RunReport;
use quilto::model::AgentName;
use serde_json::{Value, json};

use super::answers::*;
use super::world::World;

const QUESTION: &str = "why is granite polished less and less?";
/// It names one domain, and so loads no other.
const OF_ROCKS: &str = "how long is granite polished when it is grey outside?";

fn granite(more: Value) -> Value {
    let mut figure = json!({
        "domain": "rocks", "measure": "polishing", "op": "average", "subjects": ["Granite"]
    });
    for (key, value) in more.as_object().unwrap() {
        figure[key] = value.clone();
    }
    json!({"figure": figure})
}

fn planned(exprs: &Value) -> Value {
    let mut plan = plan("insight", &[]);
    plan["sub_queries"][0]["exprs"] = exprs.clone();
    plan
}

/// A run in which the plans come one after the other, the last one again and again.
fn run(
    question: &str,
    plans: Vec<Value>,
    response: &'static str,
) -> (RunReport, Vec<CompletionRequest>) {
    let mut plans = plans.into_iter().peekable();
    let mut last = Value::Null;
    let client = Arc::new(ScriptedClient::new().otherwise(move |request| {
        Ok(said(match request.agent {
            AgentName::Planner => {
                last = plans.next().unwrap_or_else(|| last.clone());
                last.clone()
            }
            AgentName::Analyzer => analysis("Granite is polished less."),
            AgentName::Synthesizer => draft(response),
            AgentName::Evaluator => judgement("pass"),
            _ => nothing_to_remember(),
        }))
    }));
    let models = [
        AgentName::Planner,
        AgentName::Analyzer,
        AgentName::Synthesizer,
        AgentName::Evaluator,
    ];
    let models = models.map(|agent| (agent, EngineChoice::Model));
    let world = World::new(&[Arc::clone(&client)]).with_notes();
    let world = world.choosing(EngineChoices::from(models));
    world
        .without_models()
        .on("2026-11-04", "cumulus 30 minutes");
    world
        .without_models()
        .on("2026-11-17", "cumulus 10 minutes");
    (world.says(question), client.requests())
}

fn asked(requests: &[CompletionRequest], agent: AgentName) -> Vec<String> {
    let of_agent = requests.iter().filter(|request| request.agent == agent);
    let texts = of_agent.map(|request| {
        let said = request
            .messages
            .iter()
            .map(|message| message.content.as_str());
        format!(
            "{}\n{}",
            request.system,
            said.collect::<Vec<_>>().join("\n")
        )
    });
    texts.collect()
}

#[test]
fn what_an_expression_comes_to_is_a_fact_that_an_answer_may_state() {
    let exprs = json!([
        granite(json!({"when": {"event": {"side": "before", "words": "rained"}}})),
        granite(json!({"when": {"event": {"side": "after", "words": "rained"}}})),
        {"difference": {"of": {"step": 2}, "minus": {"step": 1}}},
    ]);
    let answer = "The notes cannot prove a cause. After the rain granite was polished 6.5 minutes less a day than before it.";
    let (report, requests) = run(QUESTION, vec![planned(&exprs)], answer);
    assert_eq!(report.answer.as_ref().unwrap().text, answer, "{report:#?}");
    let told = asked(&requests, AgentName::Synthesizer).remove(0);
    for line in [
        "Granite, average polishing per day [before \"rained\"]: 20 min",
        "Granite, average polishing per day [after \"rained\"]: 13:30",
        "Granite, difference in average polishing per day: -6:30, 20 min → 13:30",
        "Granite, rests on: 3 days, 2026-11-01, 2026-11-12, 2026-11-18",
    ] {
        assert!(told.contains(line), "{line} is not in\n{told}");
    }
}

#[test]
fn a_number_that_no_expression_came_to_is_no_part_of_an_answer() {
    let exprs = json!([granite(
        json!({"when": {"event": {"side": "after", "words": "rained"}}})
    )]);
    let (report, _) = run(
        QUESTION,
        vec![planned(&exprs)],
        "After the rain granite was polished 44 minutes a day.",
    );
    assert!(!report.answer.unwrap().text.contains("44"));
}

#[test]
fn what_cannot_be_computed_is_sent_back_with_the_reason() {
    let wrong = json!([granite(json!({"measure": "shine"}))]);
    let right = json!([granite(json!({}))]);
    let (_, requests) = run(
        QUESTION,
        vec![planned(&wrong), planned(&right)],
        "Granite: 18 minutes.",
    );
    let again = asked(&requests, AgentName::Planner).remove(1);
    let reason =
        "- expression 1: rocks has no measure \"shine\", only minutes, polishing and entries";
    assert!(again.contains(reason), "{again}");
}

/// What the planner is told of its first plan, a flat figure.
fn told_of(more: Value) -> String {
    let mut wrong = fact("minutes", "best");
    for (key, value) in more.as_object().unwrap() {
        wrong[key] = value.clone();
    }
    let right = plan("insight", &[fact("minutes", "best")]);
    let plans = vec![plan("insight", &[wrong]), right];
    let (_, requests) = run(QUESTION, plans, "Granite: 25 minutes.");
    let mut asked = asked(&requests, AgentName::Planner);
    assert!(asked.len() > 1, "{more} is not sent back");
    asked.remove(1)
}

#[test]
fn a_flat_figure_that_cannot_be_computed_is_sent_back_with_the_reason() {
    for (more, reason) in [
        (
            json!({"domain": "sand"}),
            "\"sand\" is not loaded, only rocks",
        ),
        (
            json!({"measure": "shine"}),
            "rocks has no measure \"shine\", only minutes, polishing and entries",
        ),
        (
            json!({"filter": {"field": "colour", "min": null, "max": null, "text": "grey"}}),
            "\"minutes\" reads no field \"colour\", only minutes",
        ),
        (
            json!({"measure": "entries", "filter": {"field": "minutes", "min": 5, "max": null, "text": null}}),
            "entries have no value: name a measure",
        ),
        (
            json!({"by": "row"}),
            "\"best\" has no buckets by row, only by day, week, month, year, weekday, time_of_day, part_of_week, subject, group",
        ),
    ] {
        let told = told_of(more.clone());
        let reason = format!("- expression 1: {reason}");
        assert!(told.contains(&reason), "{reason} is not in\n{told}");
    }
}

#[test]
fn days_that_the_question_does_not_name_are_sent_back() {
    let told = told_of(json!({"period": {"start": "2026-11-03", "end": "2026-11-01"}}));
    let reason = "- 2026-11-03 to 2026-11-01 is not one of the days listed";
    assert!(told.contains(reason), "{told}");
}

#[test]
fn a_domain_that_a_flat_figure_names_is_loaded() {
    // Its subjects are names of that domain, which nobody can judge before.
    let mut watched = fact("seen", "total");
    watched["domain"] = json!("clouds");
    watched["subjects"] = json!(["Cumulus"]);
    let plans = vec![plan("simple", &[watched])];
    let (report, requests) = run(OF_ROCKS, plans, "Clouds were watched for 40 minutes.");
    let plans = asked(&requests, AgentName::Planner);
    assert!(plans[1].contains("- `seen` in min"), "{}", plans[1]);
    assert!(!plans[1].contains("is not loaded"), "{}", plans[1]);
    let told = asked(&requests, AgentName::Synthesizer).remove(0);
    let line = "Cumulus, total seen: 40 min";
    assert!(told.contains(line), "{told}\n{report:#?}");
}

#[test]
fn why_there_is_no_value_is_told_too() {
    let series = granite(json!({"op": "series"}));
    let exprs = json!([series, {"forecast": {"of": {"step": 1}, "reach": {"value": 60}}}]);
    let (_, requests) = run(
        QUESTION,
        vec![planned(&exprs)],
        "The notes cannot prove a cause.",
    );
    let told = asked(&requests, AgentName::Synthesizer).remove(0);
    let line = "Granite, no value: too_few_days, 4 days have a value, it takes 6";
    assert!(told.contains(line), "{told}");
}

#[test]
fn a_domain_that_an_expression_names_is_loaded_and_used() {
    let watched = json!({"days": {"domain": "clouds", "measure": "seen", "lag_days": 1}});
    let exprs = json!([granite(json!({"where": [watched]}))]);
    let (report, requests) = run(
        OF_ROCKS,
        vec![planned(&exprs)],
        "The notes cannot prove a cause.",
    );
    let plans = asked(&requests, AgentName::Planner);
    assert!(
        !plans[0].contains("- `seen` in min"),
        "clouds are not loaded at first"
    );
    assert!(plans[1].contains("- `seen` in min"), "{}", plans[1]);
    let told = asked(&requests, AgentName::Synthesizer).remove(0);
    // Granite on the 5th and the 18th, the days after clouds were watched: 25 and 12 minutes.
    let line = "Granite, average polishing per day [seen 1 d before]: 18:30";
    assert!(told.contains(line), "{told}\n{report:#?}");
}
