use crate::agents::*;
use crate::machine::testing::*;
use crate::machine::*;
use crate::model::*;

#[test]
fn a_note_is_spooled_routed_saved_read_and_stored_in_that_order() {
    let mut script = Script::new(InputType::Log);
    let mut run = start("granite polished 10 minutes");
    let report = finish(&mut run, &mut script);
    assert_eq!(report.status, Status::Logged);
    assert_eq!(
        path(&report),
        "ROUTE BUILD_CONTEXT PARSE STORE OBSERVE COMPLETE"
    );
    assert_eq!(
        script.names(),
        [
            "spool",
            "read global context",
            "router",
            "build context",
            "append",
            "read recent",
            "drop spool",
            "parser",
            "store parse",
            "deliver",
            "read global context",
            "observer"
        ]
    );
    let logged = report.logged.unwrap();
    assert_eq!(logged.entry.unwrap().raw, "granite polished 10 minutes");
    assert!(logged.parsed.unwrap().domain_data.contains_key("rocks"));
}

#[test]
fn text_known_to_be_a_note_is_in_the_log_before_any_agent_is_asked() {
    let mut script = Script::new(InputType::Query);
    let mut input = input("why polish?");
    input.assume = Some(InputType::Log);
    let mut run = start_with(input, RunSettings::at(now()));
    let report = finish(&mut run, &mut script);
    assert_eq!(report.status, Status::Logged);
    assert_eq!(
        script.names()[..3],
        ["append", "read global context", "router"]
    );
    assert!(!script.names().contains(&"spool"));
    // The domains are chosen by the router all the same.
    assert_eq!(run.note.domains, ["base", "rocks"]);
}

#[test]
fn the_day_the_caller_names_is_the_day_of_the_entry() {
    let mut script = Script::new(InputType::Log);
    let mut input = input("granite hummed to");
    input.day = now().date().pred_opt();
    script.parses[0].date = input.day.unwrap();
    let mut run = start_with(input, RunSettings::at(now()));
    let report = finish(&mut run, &mut script);
    let logged = report.logged.unwrap();
    assert_eq!(logged.entry.unwrap().date, now().date().pred_opt().unwrap());
    assert!(logged.problems.is_empty());
}

#[test]
fn the_day_the_notes_own_words_name_is_the_day_of_the_entry() {
    let mut script = Script::new(InputType::Log);
    script.parses[0].date = now().date().pred_opt().unwrap();
    let mut run = start("yesterday granite was hummed to");
    let report = finish(&mut run, &mut script);
    let logged = report.logged.unwrap();
    assert_eq!(logged.entry.unwrap().date, now().date().pred_opt().unwrap());
    assert!(logged.problems.is_empty());
}

#[test]
fn a_note_nobody_can_read_is_kept_as_typed_and_said_so() {
    let mut script = Script::new(InputType::Log);
    script.failing.insert("parser");
    let report = finish(&mut start("grnt"), &mut script);
    assert_eq!(report.status, Status::Logged);
    let logged = report.logged.unwrap();
    assert_eq!(logged.entry.unwrap().raw, "grnt");
    assert_eq!(logged.parsed, None);
    assert_eq!(
        logged.problems,
        [Problem::NotUnderstood("parser is broken".into())]
    );
    assert!(!script.names().contains(&"store parse"));
}

#[test]
fn words_that_cannot_be_saved_are_a_failure_and_stay_in_the_spool() {
    let mut script = Script::new(InputType::Log);
    script.failing.insert("append");
    let report = finish(&mut start("granite washed"), &mut script);
    assert_eq!(report.status, Status::Failed);
    assert!(script.names().contains(&"spool") && !script.names().contains(&"drop spool"));
    assert!(
        !script.names().contains(&"parser"),
        "nothing is asked about words that are not safe"
    );
    assert_eq!(
        report.logged.unwrap().problems,
        [Problem::Unsaved("append is broken".into())]
    );
}

#[test]
fn a_home_in_use_is_told_as_that() {
    let mut script = Script::new(InputType::Log);
    script.failing.insert("append");
    script.obstacle = Obstacle::InUse;
    let report = finish(&mut start("granite washed"), &mut script);
    assert_eq!(
        report.logged.unwrap().problems,
        [Problem::InUse("append is broken".into())]
    );
    script.obstacle = Obstacle::LeadsOut;
    let report = finish(&mut start("granite washed"), &mut script);
    assert_eq!(
        report.logged.unwrap().problems,
        [Problem::LeadsOut("append is broken".into())]
    );
}

#[test]
fn what_was_understood_but_not_saved_is_said_and_the_note_is_safe() {
    let mut script = Script::new(InputType::Log);
    script.failing.insert("store parse");
    let report = finish(&mut start("granite washed"), &mut script);
    assert_eq!(report.status, Status::Logged);
    let logged = report.logged.unwrap();
    assert!(logged.entry.is_some() && logged.parsed.is_none());
    assert_eq!(logged.problems.len(), 1);
}

#[test]
fn input_nobody_can_classify_is_a_note() {
    let mut script = Script::new(InputType::Query);
    script.failing.insert("router");
    let report = finish(&mut start("granite?"), &mut script);
    assert_eq!(report.status, Status::Logged);
    assert_eq!(report.logged.unwrap().entry.unwrap().raw, "granite?");
    assert_eq!(
        report.problems,
        [Problem::Unclassified("router is broken".into())]
    );
}

#[test]
fn a_failing_observer_or_store_of_context_changes_nothing_the_user_sees() {
    for broken in [
        "observer",
        "read global context",
        "update global context",
        "deliver",
        "spool",
    ] {
        let mut script = Script::new(InputType::Both);
        script.observed = ObserverOutput {
            insights_captured: vec!["it shines".into()],
            updates: vec![ContextUpdate {
                category: ContextCategory::Fact,
                key: "shine".into(),
                value: "9".into(),
                source: "a note".into(),
                confidence: Certainty::Certain,
            }],
            should_update: true,
        };
        script.failing.insert(broken);
        let report = finish(&mut start("granite washed. does it shine?"), &mut script);
        assert_eq!(report.status, Status::Answered, "{broken}");
        assert_eq!(report.answer.unwrap().text, "It shines.", "{broken}");
    }
}

#[test]
fn always_shows_a_note_before_it_is_stored_and_rejecting_takes_it_back() {
    let mut settings = RunSettings::at(now());
    settings.approval = ApprovalPolicy::Always;
    let mut script = Script::new(InputType::Log);
    let mut run = start_with(input("granite washed"), settings.clone());
    let waiting = until_asked(&mut run, &mut script);
    assert_eq!(waiting.status, Status::PendingApproval);
    let preview = waiting.ask.unwrap().preview.unwrap();
    assert_eq!((preview.id.as_str(), preview.verb), ("p1", Verb::Save));
    assert!(
        script.names().contains(&"append"),
        "the words are safe already"
    );
    let mut yes = run.clone();
    script.replies = vec![approve];
    assert_eq!(finish(&mut yes, &mut script.clone()).status, Status::Logged);
    script.replies = vec![reject];
    let report = finish(&mut run, &mut script);
    assert_eq!(report.status, Status::Rejected);
    let undo = script.done.iter().filter_map(|s| match s {
        StepKind::Append(n) if n.kind == EntryKind::Undo => n.payload.clone(),
        _ => None,
    });
    assert_eq!(
        undo.collect::<Vec<_>>(),
        [serde_json::json!({"target": "20261121-1030"})]
    );
}

#[test]
fn uncertain_shows_only_what_is_doubtful() {
    for doubtful in [false, true] {
        let mut settings = RunSettings::at(now());
        settings.approval = ApprovalPolicy::Uncertain;
        let mut script = Script::new(InputType::Log);
        if doubtful {
            script.parses[0].uncertain_fields = vec!["rocks.polished[0].minutes".into()];
        }
        let report = until_asked(&mut start_with(input("granite 10"), settings), &mut script);
        let expected = if doubtful {
            Status::PendingApproval
        } else {
            Status::Logged
        };
        assert_eq!(report.status, expected);
    }
}

#[test]
fn what_was_changed_before_saving_stands_in_the_raw_file_too() {
    let mut script = Script::new(InputType::Log);
    script.parses = vec![parse(), thirty_minutes()];
    script.replies = vec![|ask| refine(ask, "no, 30 minutes"), approve];
    let mut run = start_shown("granite polished 10 minutes");
    let report = finish(&mut run, &mut script);
    let logged = report.logged.unwrap();
    let note = logged.entry.unwrap();
    assert_eq!(note.raw, "granite polished 10 minutes");
    assert_eq!(
        *logged.parsed.unwrap().domain_data,
        thirty_minutes().domain_data
    );
    let section = script.done.iter().find_map(|step| match step {
        StepKind::Append(note) if note.kind == EntryKind::Correction => Some(note),
        _ => None,
    });
    let section = section.unwrap();
    assert_eq!(section.raw, "no, 30 minutes");
    let payload = section.payload.as_ref().unwrap();
    assert_eq!(payload["target"], note.id.0);
    assert_eq!(payload["delta"][0]["after"], 30);
    // The words of the note, read again, with this applied say what was approved.
    let delta: Vec<CorrectionDelta> = serde_json::from_value(payload["delta"].clone()).unwrap();
    let read = Parsed {
        domain_data: parse().domain_data.into(),
        ..Parsed::default()
    };
    let again = apply_delta(&read, &delta).unwrap();
    assert_eq!(*again.domain_data, thirty_minutes().domain_data);
}

#[test]
fn words_that_change_a_new_note_are_read_against_what_was_read() {
    let mut script = Script::new(InputType::Log);
    script.parses = vec![parse(), correction(&["20261121-1030"])];
    script.replies = vec![|ask| refine(ask, "no, 20"), approve];
    let mut run = start_shown("granite polished 10 minutes");
    let report = finish(&mut run, &mut script);
    let data = report.logged.unwrap().parsed.unwrap().domain_data;
    assert_eq!(data["rocks"]["polished"][0]["minutes"], 20);
    let asked = script.calls(|c| match c {
        AgentCall::Parse(i) => Some((i.raw_input.clone(), i.recent_entries.len())),
        _ => None,
    });
    assert_eq!(asked.len(), 2, "{asked:?}");
    assert_eq!(asked[1], ("no, 20".to_owned(), 1));
}

#[test]
fn a_fourth_change_is_refused_and_the_third_is_what_is_kept() {
    let mut script = Script::new(InputType::Log);
    script.parses = vec![parse(), thirty_minutes()];
    let mut run = start_shown("granite polished 10 minutes");
    until_asked(&mut run, &mut script);
    assert_eq!(run.unwritten(), None, "its words are in the log");
    for _ in 0..3 {
        let (id, ask) = run.ask().unwrap();
        let reply = refine(ask, "no, 30 minutes");
        run.feed(id, Event::Replied(reply)).unwrap();
        until_asked(&mut run, &mut script);
    }
    let (id, ask) = run.ask().unwrap();
    let fourth = refine(ask, "no, 30 minutes");
    let refused = run.feed(id, Event::Replied(fourth)).unwrap_err();
    assert_eq!(refused, MachineError::RefinedEnough);
    // nobody goes on with it: what was wanted otherwise is kept all the same
    let kept = run.unwritten().unwrap();
    assert_eq!(kept.kind, EntryKind::Correction);
    assert_eq!(kept.payload.unwrap()["delta"][0]["after"], 30);
    script.replies = vec![approve];
    let report = finish(&mut run, &mut script);
    assert_eq!(
        *report.logged.unwrap().parsed.unwrap().domain_data,
        thirty_minutes().domain_data
    );
    assert_eq!(run.unwritten(), None);
}

#[test]
fn a_note_of_now_says_how_far_now_is_from_utc() {
    let written = |day: Option<&str>| {
        let mut script = Script::new(InputType::Log);
        let settings = RunSettings {
            utc_offset: Some(-210),
            ..RunSettings::at(now())
        };
        let input = RunInput {
            day: day.map(|day| day.parse().unwrap()),
            ..input("granite polished 10 minutes")
        };
        finish(&mut start_with(input, settings), &mut script);
        let appended = script.done.iter().find_map(|step| match step {
            StepKind::Append(note) => Some(note.payload.clone()),
            _ => None,
        });
        appended.unwrap()
    };
    assert_eq!(written(None).unwrap()["utc"], "-03:30");
    assert_eq!(written(Some("2026-11-20")), None);
}
