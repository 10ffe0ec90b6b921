use crate::agents::*;
use crate::machine::testing::*;
use crate::machine::*;
use crate::model::*;

fn script(targets: &[&str]) -> Script {
    let mut script = Script::new(InputType::Correction);
    script.parses = vec![correction(targets)];
    script
}

const TEXT: &str = "actually granite was 20 minutes";

fn sections(script: &Script) -> Vec<NewNote> {
    let sections = script.done.iter().filter_map(|s| match s {
        StepKind::Append(note) => Some(note.clone()),
        _ => None,
    });
    sections.collect()
}

#[test]
fn a_correction_is_shown_then_appended_with_its_target_and_delta() {
    let mut script = script(&["20261120-0900"]);
    let mut run = start(TEXT);
    let waiting = until_asked(&mut run, &mut script);
    assert_eq!(waiting.status, Status::PendingApproval);
    let preview = waiting.ask.unwrap().preview.unwrap();
    assert_eq!(preview.verb, Verb::Correct);
    assert_eq!(preview.entry.raw, "granite polished 10 minutes");
    assert_eq!(preview.delta.len(), 1);
    assert!(
        sections(&script).is_empty(),
        "nothing is written before the word is given"
    );
    script.replies = vec![approve];
    let report = finish(&mut run, &mut script);
    assert_eq!(report.status, Status::Logged);
    assert_eq!(
        path(&report),
        "ROUTE BUILD_CONTEXT PARSE WAIT_USER STORE OBSERVE COMPLETE"
    );
    let written = sections(&script);
    assert_eq!(written.len(), 1);
    assert_eq!(
        (written[0].kind, written[0].raw.as_str()),
        (EntryKind::Correction, TEXT)
    );
    let payload = written[0].payload.as_ref().unwrap();
    assert_eq!(payload["target"], "20261120-0900");
    assert_eq!(payload["delta"][0]["after"], 20);
    assert!(script.names().contains(&"drop spool"));
    let stored = script.done.iter().find_map(|s| match s {
        StepKind::StoreParse { entry, parsed } => Some((entry.clone(), parsed.clone())),
        _ => None,
    });
    let (entry, parsed) = stored.unwrap();
    assert_eq!(entry.0, "20261120-0900");
    assert_eq!(parsed.domain_data["rocks"]["polished"][0]["minutes"], 20);
    assert_eq!(report.logged.unwrap().parsed, Some(parsed));
    let trigger = script.calls(|c| match c {
        AgentCall::Observe(i) => Some((i.trigger, i.correction.len())),
        _ => None,
    });
    assert_eq!(trigger, [(Trigger::UserCorrection, 1)]);
}

#[test]
fn an_entry_that_the_caller_names_is_the_one_however_old() {
    let mut script = script(&["20261120-0900"]);
    let about = understood("20200101-0900", "granite polished 10 minutes");
    let input = RunInput {
        assume: Some(InputType::Correction),
        about: Some(about.clone()),
        ..input(TEXT)
    };
    let mut run = start_with(input, RunSettings::at(now()));
    let waiting = until_asked(&mut run, &mut script);
    let preview = waiting.ask.unwrap().preview.unwrap();
    assert_eq!(preview.entry, about, "whatever the parser thinks");
    let read = script.calls(|call| match call {
        AgentCall::Parse(input) => Some(input.recent_entries.clone()),
        _ => None,
    });
    assert_eq!(read, [vec![about]]);
    script.replies = vec![approve];
    finish(&mut run, &mut script);
    let payload = sections(&script)[0].payload.clone().unwrap();
    assert_eq!(payload["target"], "20200101-0900");
}

#[test]
fn without_approval_it_is_applied_at_once() {
    let mut settings = RunSettings::at(now());
    settings.approval = ApprovalPolicy::Never;
    let mut script = script(&["20261120-0900"]);
    let report = finish(&mut start_with(input(TEXT), settings), &mut script);
    assert_eq!(report.status, Status::Logged);
    assert_eq!(report.logged.unwrap().correction.unwrap().delta.len(), 1);
}

#[test]
fn several_candidates_are_asked_about_and_the_chosen_one_is_read_again_and_shown() {
    let mut script = script(&["20261120-0900", "20261120-0930"]);
    script.replies = vec![
        |a| Reply::choose(a.choice.as_ref().unwrap().candidates[1].id.clone()),
        approve,
    ];
    let mut run = start(TEXT);
    assert_eq!(
        until_asked(&mut run, &mut script).status,
        Status::WaitingForUser
    );
    let report = finish(&mut run, &mut script);
    assert_eq!(report.status, Status::Logged);
    assert_eq!(
        path(&report),
        "ROUTE BUILD_CONTEXT PARSE WAIT_USER PARSE WAIT_USER STORE OBSERVE COMPLETE"
    );
    assert_eq!(
        sections(&script)[0].payload.as_ref().unwrap()["target"],
        "20261120-0930"
    );
    let seen = script.calls(|c| match c {
        AgentCall::Parse(i) => Some(i.recent_entries.len()),
        _ => None,
    });
    assert_eq!(
        seen,
        [2, 1],
        "the second reading sees the chosen note alone"
    );
}

#[test]
fn no_candidate_writes_nothing_and_says_so() {
    let mut script = script(&[]);
    let report = finish(&mut start(TEXT), &mut script);
    assert_eq!(report.status, Status::Partial);
    assert!(sections(&script).is_empty() && script.names().contains(&"drop spool"));
    assert_eq!(report.logged.unwrap().problems, [Problem::NoSuchNote]);
    assert!(!script.names().contains(&"observer"));
}

#[test]
fn a_correction_nobody_can_read_is_kept_as_a_note() {
    let mut script = script(&["20261120-0900"]);
    script.failing.insert("parser");
    let report = finish(&mut start(TEXT), &mut script);
    assert_eq!(report.status, Status::Logged);
    let written = sections(&script);
    assert_eq!(
        (written[0].kind, written[0].raw.as_str()),
        (EntryKind::Note, TEXT)
    );
    assert_eq!(report.logged.unwrap().correction, None);
}

#[test]
fn refining_makes_a_new_preview_with_history_and_ends_after_three_rounds() {
    let mut script = script(&["20261120-0900"]);
    script.replies = vec![|ask| refine(ask, "no, 30")];
    let mut run = start(TEXT);
    until_asked(&mut run, &mut script);
    let stale = Reply::decide(Decision::Approve {
        preview: "p0".into(),
    });
    let (id, _) = run.ask().unwrap();
    assert!(matches!(
        run.feed(id, Event::Replied(stale)),
        Err(MachineError::StalePreview { .. })
    ));
    for round in 1..=3 {
        let (id, ask) = run.ask().unwrap();
        let reply = refine(ask, "no, 30");
        run.feed(id, Event::Replied(reply)).unwrap();
        let preview = until_asked(&mut run, &mut script)
            .ask
            .unwrap()
            .preview
            .unwrap();
        assert_eq!(preview.id, format!("p{}", round + 1));
        assert_eq!(preview.history.len(), round);
        assert_eq!(preview.refinements_left as usize, 3 - round);
    }
    let read = script.calls(|c| match c {
        AgentCall::Parse(i) => Some(i.raw_input.clone()),
        _ => None,
    });
    assert_eq!(read[3], format!("{TEXT}\nno, 30\nno, 30\nno, 30"));
    // what was refined and shown last stays to be decided on
    let (id, ask) = run.ask().unwrap();
    let (before, fourth) = (ask.clone(), refine(ask, "no, 30"));
    let refused = run.feed(id, Event::Replied(fourth)).unwrap_err();
    assert_eq!(refused, MachineError::RefinedEnough);
    assert_eq!(*run.ask().unwrap().1, before);
    script.replies = vec![approve];
    assert_eq!(finish(&mut run, &mut script).status, Status::Logged);
}

#[test]
fn rejecting_a_correction_changes_nothing() {
    let mut script = script(&["20261120-0900"]);
    let report = finish(&mut start(TEXT), &mut script);
    assert_eq!(report.status, Status::Rejected);
    assert!(sections(&script).is_empty());
    let problems = report.logged.unwrap().problems;
    assert_eq!(problems, [Problem::NothingChanged]);
    assert!(problems[0].is_wanted(), "the user said so");
}

#[test]
fn a_change_that_does_not_fit_the_note_writes_nothing() {
    let mut script = script(&["20261120-0900"]);
    script.parses[0].correction_delta[0].path = "rocks.polished[7].minutes".into();
    let report = finish(&mut start(TEXT), &mut script);
    assert!(sections(&script).is_empty());
    assert_eq!(
        report.logged.unwrap().problems[0].to_string(),
        "the entry has nothing at \"rocks.polished[7].minutes\"; nothing was written"
    );
}

#[test]
fn what_was_refined_is_kept_with_the_words_of_the_correction() {
    let mut script = script(&["20261120-0900"]);
    script.replies = vec![|ask| refine(ask, "no, 30"), approve];
    finish(&mut start("that was 20 not 10"), &mut script);
    let raw = &sections(&script)[0].raw;
    let mut lines = raw.lines();
    assert_eq!(lines.next(), Some("that was 20 not 10"));
    assert!(lines.next().is_some_and(|line| !line.is_empty()), "{raw}");
}

fn reads(script: &Script) -> Vec<(String, usize)> {
    let reads = script.done.iter().filter_map(|step| match step {
        StepKind::ReadRecent { until, count } => Some((until.to_string(), *count)),
        _ => None,
    });
    reads.collect()
}

#[test]
fn a_day_that_is_named_is_read_from_and_older_notes_when_none_fits() {
    let mut named = script(&["20261120-0900"]);
    named.replies = vec![approve];
    finish(&mut start("on november 3 it was 20 not 10"), &mut named);
    assert_eq!(reads(&named), [("2026-11-03".to_owned(), 20)]);
    let mut older = script(&[]);
    finish(&mut start("that was 20 not 10"), &mut older);
    let today = "2026-11-21".to_owned();
    assert_eq!(reads(&older), [(today.clone(), 20), (today, 400)]);
    // The same notes again need no second look by the parser.
    let parsed = older.names().iter().filter(|n| **n == "parser").count();
    assert_eq!(parsed, 1);
}
