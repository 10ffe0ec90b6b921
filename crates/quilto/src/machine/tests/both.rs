use crate::agents::*;
use crate::machine::testing::*;
use crate::machine::*;
use crate::model::*;

fn script() -> Script {
    let mut script = Script::new(InputType::Both);
    script.routed.log_portion = Some("granite washed.".into());
    script.routed.query_portion = Some("does it shine?".into());
    script
}

const TEXT: &str = "granite washed. does it shine?";

#[test]
fn note_and_question_run_side_by_side_and_reading_waits_for_the_note() {
    let mut script = script();
    let mut run = start(TEXT);
    let mut sets = Vec::new();
    while !run.is_complete() {
        let steps = run.next();
        sets.push(steps.iter().map(|s| s.kind.name()).collect::<Vec<_>>());
        for step in steps {
            let event = script.act(&step.kind);
            run.feed(step.id, event).unwrap();
        }
    }
    assert!(sets.contains(&vec!["append", "planner"]), "{sets:?}");
    let names = script.names();
    let place = |name| names.iter().position(|n| *n == name).unwrap();
    assert!(place("store parse") < place("retriever"));
    let report = run.report();
    assert_eq!(report.status, Status::Answered);
    assert_eq!(
        path(&report),
        "ROUTE BUILD_CONTEXT PARSE STORE PLAN RETRIEVE ANALYZE SYNTHESIZE EVALUATE OBSERVE COMPLETE"
    );
    assert_eq!(report.logged.unwrap().entry.unwrap().raw, "granite washed.");
    let observed = script.calls(|c| match c {
        AgentCall::Observe(i) => Some((i.query.clone(), i.new_entry.is_some())),
        _ => None,
    });
    assert_eq!(observed, [(Some("does it shine?".to_owned()), true)]);
}

#[test]
fn parts_that_are_not_words_of_the_input_are_not_used() {
    let mut script = script();
    script.routed.log_portion = Some("Granite was washed.".into());
    let report = finish(&mut start(TEXT), &mut script);
    assert_eq!(report.logged.unwrap().entry.unwrap().raw, TEXT);
}

#[test]
fn when_the_question_fails_the_note_is_still_stored_and_that_is_said() {
    for broken in [
        "planner",
        "retriever",
        "analyzer",
        "synthesizer",
        "evaluator",
    ] {
        let mut script = script();
        script.failing.insert(broken);
        let report = finish(&mut start(TEXT), &mut script);
        assert_eq!(report.status, Status::Partial, "{broken}");
        let logged = report.logged.unwrap();
        assert!(
            logged.parsed.is_some() && logged.problems.is_empty(),
            "{broken}"
        );
        let answer = report.answer.unwrap();
        assert!(
            answer.gaps.iter().any(|g| g.contains("is broken")),
            "{broken}: {answer:?}"
        );
    }
}

#[test]
fn when_the_note_cannot_be_read_the_question_is_answered() {
    let mut script = script();
    script.failing.insert("parser");
    let report = finish(&mut start(TEXT), &mut script);
    assert_eq!(report.status, Status::Answered);
    assert_eq!(report.logged.unwrap().problems.len(), 1);
}

#[test]
fn what_both_lanes_want_to_know_is_asked_at_once() {
    let mut settings = RunSettings::at(now());
    settings.approval = ApprovalPolicy::Always;
    let mut script = script();
    script.plans = vec![plan(NextAction::Clarify)];
    let mut run = start_with(input(TEXT), settings);
    let ask = until_asked(&mut run, &mut script).ask.unwrap();
    assert!(ask.preview.is_some() && ask.questions.len() == 1);
    // A reply to one of them leaves the other open.
    let (id, _) = run.ask().unwrap();
    run.feed(id, Event::Replied(Reply::answer("q1", "80 g")))
        .unwrap();
    let waiting = until_asked(&mut run, &mut script);
    assert_eq!(waiting.status, Status::PendingApproval);
    let ask = waiting.ask.unwrap();
    assert!(ask.questions.is_empty() && ask.preview.is_some());
    script.replies = vec![approve];
    assert_eq!(finish(&mut run, &mut script).status, Status::Answered);
}

#[test]
fn a_day_named_in_the_question_does_not_move_the_note() {
    let mut script = script();
    script.routed.query_portion = Some("how was yesterday?".into());
    let report = finish(
        &mut start("granite washed. how was yesterday?"),
        &mut script,
    );
    assert_eq!(report.logged.unwrap().entry.unwrap().date, now().date());
}
