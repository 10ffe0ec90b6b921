//! A history that does not fit is read in parts, side by side, and joined.

use std::sync::Arc;

use quilto::engine::model::PromptSettings;
use quilto::llm::ScriptedClient;
use quilto::model::AgentName;

use super::answers::*;
use super::cascade::good;
use super::world::World;

const WHY: &str = "why is granite polished less and less?";
const ANSWER: &str =
    "The notes cannot prove a cause. Granite was polished longest on 2026-11-05: 25 min.";

fn analysed(context_tokens: usize) -> Vec<String> {
    let client = Arc::new(good(ANSWER));
    let manner = PromptSettings {
        context_tokens,
        ..PromptSettings::default()
    };
    let world = World::new(&[Arc::clone(&client)])
        .with_notes()
        .with_manner(manner);
    let long = "it was a grey day and the rocks lay in the yard ".repeat(20);
    let plain = world.without_models();
    for day in 13..18 {
        plain.on(
            &format!("2026-11-{day}"),
            &format!("granite 14 minutes. {long}"),
        );
    }
    let report = world.says(WHY);
    assert_eq!(report.answer.unwrap().text, ANSWER);
    let asked = client.requests();
    asked
        .iter()
        .filter(|request| request.agent == AgentName::Analyzer)
        .map(|request| request.messages[0].content.clone())
        .collect()
}

#[test]
fn what_fits_is_read_at_once() {
    let prompts = analysed(20_000);
    assert_eq!(prompts.len(), 1);
    assert!(
        prompts[0].contains("Notes (9 of 9)") || prompts[0].contains("Notes ("),
        "{}",
        prompts[0]
    );
}

#[test]
fn what_does_not_fit_is_read_in_parts_and_joined() {
    let prompts = analysed(3_800);
    let (last, parts) = prompts.split_last().unwrap();
    assert_eq!(parts.len(), 2);
    for (number, part) in parts.iter().enumerate() {
        let named = format!("part {} of {}", number + 1, parts.len());
        assert!(part.contains(&named), "{part}");
        assert!(part.contains("Facts:\n0. "), "{part}");
    }
    assert!(last.contains("(no notes)"));
    assert!(
        last.contains("Findings so far:\n- less: Granite is polished less."),
        "{last}"
    );
}

#[test]
fn a_part_that_fails_leaves_the_others() {
    let mut analysed = 0;
    let client = Arc::new(ScriptedClient::new().otherwise(move |request| {
        if request.agent == AgentName::Analyzer {
            analysed += 1;
            if analysed == 1 {
                return Ok("no".into());
            }
        }
        Ok(said(match request.agent {
            AgentName::Planner => plan("insight", &[fact("minutes", "best")]),
            AgentName::Analyzer => analysis("Granite is polished less."),
            AgentName::Synthesizer => draft(ANSWER),
            AgentName::Evaluator => judgement("pass"),
            _ => nothing_to_remember(),
        }))
    }));
    let manner = PromptSettings {
        parse_retry: 0,
        context_tokens: 2_900,
        ..PromptSettings::default()
    };
    let report = World::new(&[client])
        .with_notes()
        .with_manner(manner)
        .says(WHY);
    assert_eq!(report.answer.unwrap().text, ANSWER);
}
