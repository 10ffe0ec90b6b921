//! Retries, partial answers, and drafts that must not be shown.

use crate::agents::*;
use crate::machine::testing::*;
use crate::machine::*;
use crate::model::*;

fn count(report: &RunReport, state: State) -> usize {
    report.path.iter().filter(|s| **s == state).count()
}

#[test]
fn a_failed_draft_goes_back_with_its_feedback_at_most_twice() {
    let mut script = Script::new(InputType::Query);
    script.judgements = vec![judged(&[Dimension::Relevance], &[])];
    let report = finish(&mut start("how shiny?"), &mut script);
    assert_eq!(report.status, Status::Partial);
    assert_eq!(count(&report, State::Synthesize), 3);
    let answer = report.answer.unwrap();
    assert_eq!(
        answer.text, "It shines.",
        "it is grounded, so it is shown as far as it goes"
    );
    assert_eq!(answer.gaps, ["mend Relevance"]);
    let feedback = script.calls(|c| match c {
        AgentCall::Plan(i) => Some(i.evaluation_feedback.len()),
        _ => None,
    });
    assert_eq!(feedback, [0, 1, 2]);
}

#[test]
fn a_draft_that_may_be_wrong_or_harmful_is_never_shown() {
    for dimension in [Dimension::Accuracy, Dimension::Safety] {
        let mut script = Script::new(InputType::Query);
        script.judgements = vec![judged(&[dimension], &[])];
        let answer = finish(&mut start("how shiny?"), &mut script)
            .answer
            .unwrap();
        assert_eq!(answer.text, "Your best Granite is 80 g, on 2026-11-20.");
        assert!(answer.is_partial);
    }
}

#[test]
fn a_verdict_without_a_reason_counts_as_wrong() {
    let mut script = Script::new(InputType::Query);
    script.judgements = vec![EvaluatorOutput {
        overall_verdict: Verdict::Fail,
        ..judged(&[], &[])
    }];
    let report = finish(&mut start("how shiny?"), &mut script);
    assert_eq!(report.status, Status::Partial);
    assert_ne!(report.answer.unwrap().text, "It shines.");
}

#[test]
fn an_ungrounded_draft_is_written_again_with_the_words_named() {
    let mut script = Script::new(InputType::Query);
    script.judgements = vec![judged(&[], &["9 stars"]), judged(&[], &[])];
    script.drafts = vec![draft("9 stars!"), draft("It shines.")];
    let report = finish(&mut start("how shiny?"), &mut script);
    assert_eq!(report.status, Status::Answered);
    assert_eq!(report.answer.as_ref().unwrap().text, "It shines.");
    let named = script.calls(|c| match c {
        AgentCall::Synthesize(i) => Some(i.ungrounded.clone()),
        _ => None,
    });
    assert_eq!(named, [vec![], vec!["9 stars".to_owned()]]);
    assert_eq!(count(&report, State::Plan), 1, "that is no new attempt");
}

#[test]
fn an_ungrounded_draft_never_reaches_the_user() {
    let mut script = Script::new(InputType::Query);
    script.judgements = vec![judged(&[], &["9 stars"])];
    script.drafts = vec![draft("9 stars!")];
    let report = finish(&mut start("how shiny?"), &mut script);
    assert_eq!(report.status, Status::Answered);
    let answer = report.answer.unwrap();
    assert_eq!(answer.text, "Your best Granite is 80 g, on 2026-11-20.");
    assert_eq!(answer.citations.len(), 1);
    for shown in script.done.iter().filter(|s| s.name() == "deliver") {
        assert!(!format!("{shown:?}").contains("9 stars"));
    }
}

#[test]
fn the_last_resort_is_told_in_the_language_of_the_question() {
    for (asked, told) in [
        ("how shiny?", "nothing in the notes supports an answer"),
        ("얼마나 반짝여?", "기록에서 답의 근거를 찾지 못했어요"),
    ] {
        let mut script = Script::new(InputType::Query);
        // what code made of the facts is refused as well
        script.judgements = vec![judged(&[], &["80 g"])];
        let answer = finish(&mut start(asked), &mut script).answer.unwrap();
        assert_eq!(answer.text, told);
    }
}

#[test]
fn a_draft_nobody_can_judge_is_not_shown() {
    let mut script = Script::new(InputType::Query);
    script.failing.insert("evaluator");
    let report = finish(&mut start("how shiny?"), &mut script);
    assert_eq!(report.status, Status::Partial);
    assert!(report.answer.unwrap().text.starts_with("Your best Granite"));
    let report = finish(&mut start("얼마나 반짝여?"), &mut script);
    let gaps = report.answer.unwrap().gaps;
    assert!(
        gaps[0].starts_with("답이 맞는지 확인하지 못했어요: "),
        "{gaps:?}"
    );
}

#[test]
fn too_little_is_planned_again_twice_and_then_answered_in_part() {
    let mut script = Script::new(InputType::Query);
    script.analyses = [(0, vec![too_little(vec![gap(GapType::Topical)])])].into();
    let report = finish(&mut start("how shiny?"), &mut script);
    assert_eq!(report.status, Status::Partial);
    assert_eq!(
        (count(&report, State::Plan), count(&report, State::Analyze)),
        (3, 3)
    );
    assert_eq!(report.answer.unwrap().gaps, ["missing: Topical"]);
}

#[test]
fn a_partial_answer_burns_no_retries_for_being_incomplete() {
    let mut script = Script::new(InputType::Query);
    script.analyses = [(0, vec![too_little(vec![gap(GapType::Topical)])])].into();
    script.judgements = vec![judged(
        &[Dimension::Completeness, Dimension::Relevance],
        &[],
    )];
    let report = finish(&mut start("how shiny?"), &mut script);
    assert_eq!(count(&report, State::Synthesize), 1);
    assert_eq!(report.status, Status::Partial);
}

#[test]
fn notes_that_cannot_be_read_are_never_taken_for_no_notes() {
    let mut script = Script::new(InputType::Query);
    script.failing.insert("retriever");
    let report = finish(&mut start("how shiny?"), &mut script);
    assert!(!script.names().contains(&"analyzer"));
    let answer = report.answer.unwrap();
    assert!(answer.is_partial);
    assert_eq!(
        answer.gaps,
        ["the notes could not be read: retriever is broken"]
    );
}

#[test]
fn the_cap_on_steps_ends_in_a_partial_answer() {
    for cap in 0..12 {
        let mut settings = RunSettings::at(now());
        settings.limits.max_steps = cap;
        let mut script = Script::new(InputType::Both);
        script.analyses = [(0, vec![too_little(vec![gap(GapType::Topical)])])].into();
        let report = finish(
            &mut start_with(input("granite. shiny?"), settings),
            &mut script,
        );
        assert_eq!(report.status, Status::Partial, "{cap}");
        assert!(report.logged.unwrap().parsed.is_some(), "{cap}");
        assert_eq!(report.path.last(), Some(&State::Complete), "{cap}");
    }
}

#[test]
fn the_trace_tells_every_step_and_every_edge_with_its_reason() {
    let mut script = Script::new(InputType::Query);
    let report = finish(&mut start("how shiny?"), &mut script);
    let steps = report
        .trace
        .iter()
        .filter(|l| matches!(l.event, TraceEvent::Step { .. }));
    assert_eq!(steps.count(), script.done.len());
    let text: Vec<String> = report.trace.iter().map(ToString::to_string).collect();
    let has = |line: &str| assert!(text.iter().any(|l| l.contains(line)), "{line}\n{text:#?}");
    has("main     ROUTE         domains selected → BUILD_CONTEXT: it names a rock");
    has("question PLAN          retrieve → RETRIEVE: read the notes");
    has("question ANALYZE       sufficient → SYNTHESIZE: because");
    has("question EVALUATE      deliver");
}
