//! Runs that wait for the user and go on in another process.

use insta::assert_snapshot;

use crate::common::environment::Environment;

/// A note and a correction of it that waits to be approved.
fn waiting() -> Environment {
    let env = Environment::new();
    env.stdout(&["log", "bench 85 3x5"]);
    let output = env.output(&["actually that was 95 not 85"]);
    assert_eq!(output.status.code(), Some(4), "{}", env.show(&output));
    env
}

#[test]
fn a_correction_waits_for_approval_in_another_process() {
    let env = waiting();
    let before = env.raw("2026-11-21");
    assert!(!before.contains("[correction]"));
    assert_snapshot!(env.run(&["sessions"]), @r"
    [SESSION]  actually that was 95 not 85
      To be corrected: 2026-11-21 Sat 10:30  bench 85 3x5
        Bench Press (Barbell), weight (sets 1 to 3): 85 → 95 kg
    --- exit 0
    ");
    assert_snapshot!(env.run(&["resume", &env.session(), "--approve"]), @r"
    Corrected 2026-11-21 Sat 10:30
      Bench Press (Barbell), weight (sets 1 to 3): 85 → 95 kg
    --- exit 0
    ");
    assert_eq!(env.raw("2026-11-21").matches("[correction]").count(), 1);
    assert_snapshot!(env.run(&["sessions"]), @r"
    --- stderr
    Nothing waits for an answer.
    --- exit 0
    ");
    let left = |folder: &str| std::fs::read_dir(env.state().join(folder)).unwrap().count();
    assert_eq!((left("sessions"), left("spool")), (0, 0));
}

#[test]
fn a_preview_is_refined_in_words_and_an_old_one_is_refused() {
    let env = waiting();
    assert_snapshot!(env.run(&["resume", "--refine", "make it 96"]), @r#"
    --- stderr
    To be corrected: 2026-11-21 Sat 10:30  bench 85 3x5
      Bench Press (Barbell), weight (sets 1 to 3): 85 → 96 kg
    This waits for your word: swealog resume [SESSION] --approve, --reject or --refine "…"
    --- exit 4
    "#);
    assert_snapshot!(env.run(&["resume", "--approve", "--preview", "p1"]), @r#"
    --- stderr
    error: the reply does not fit what is asked
    Caused by: preview "p1" is out of date; the current one is "p2"
    Hint: `resume` without options shows what is asked
    --- exit 1
    "#);
    let refined = env.json(&["resume", "--json", "--refine", "no, 97"]);
    assert_eq!(refined["status"], "pending_approval");
    assert_eq!(refined["preview"]["id"], "p3");
    assert_eq!(refined["preview"]["delta"][0]["after"], 97);
    assert_eq!(refined["preview"]["refinements_left"], 1);
    let done = env.json(&["resume", "--json", "--approve"]);
    assert_eq!(done["status"], "logged");
    assert_eq!(done["correction"]["delta"][0]["after"], 97);
}

#[test]
fn what_changed_since_the_preview_is_not_written_over() {
    let env = waiting();
    let first = env.session();
    env.stdout(&["--yes", "actually that was 90 not 85"]);
    let raw = env.raw("2026-11-21");
    let output = env.output(&["resume", &first, "--approve"]);
    let shown = env.show(&output);
    assert!(shown.contains("was changed since the preview"), "{shown}");
    assert_eq!(env.raw("2026-11-21"), raw);
    env.output(&["resume", &first, "--reject"]);
    assert!(env.stdout(&["sessions"]).is_empty());
}

#[test]
fn two_processes_cannot_resume_the_same_session() {
    let env = waiting();
    let session = env.session();
    let lock = env.state().join(format!("sessions/{session}.lock"));
    let held = std::fs::File::open(&lock).unwrap();
    held.lock().unwrap();
    assert_snapshot!(env.run(&["resume", "--approve"]), @r"
    --- stderr
    error: session [SESSION] is being continued elsewhere
    Hint: try again in a while
    --- exit 1
    ");
    drop(held);
    assert!(
        env.stdout(&["resume", "--approve"])
            .starts_with("Corrected")
    );
    let again = env.run(&["resume", &session, "--approve"]);
    assert!(
        again.contains("is waiting") && again.contains("exit 1"),
        "{again}"
    );
}

#[test]
fn many_processes_at_once_apply_it_once() {
    let env = waiting();
    let session = env.session();
    let children: Vec<_> = (0..4)
        .map(|_| env.spawn(&mut env.command(&["resume", &session, "--approve"])))
        .collect();
    let outputs = children
        .into_iter()
        .map(|child| child.wait_with_output().unwrap());
    let done = outputs.filter(|output| output.status.success()).count();
    assert_eq!(done, 1);
    assert_eq!(env.raw("2026-11-21").matches("[correction]").count(), 1);
}

#[test]
fn an_old_form_is_refused_and_kept() {
    let env = waiting();
    let path = env.state().join(format!("sessions/{}.json", env.session()));
    let text = std::fs::read_to_string(&path).unwrap();
    let old = text.replacen("{\"version\":4,", "{\"version\":0,", 1);
    assert_ne!(old, text);
    std::fs::write(&path, old).unwrap();
    let shown = env.run(&["resume", "--approve"]);
    assert!(
        shown.contains("has version 0 of the saved form; this program reads version 4"),
        "{shown}"
    );
    assert!(path.exists());
    assert!(!env.raw("2026-11-21").contains("[correction]"));
}

#[test]
fn a_text_whose_run_was_cut_off_is_found_and_taken_up() {
    let env = waiting();
    let session = env.session();
    // What is left when the process dies between the spool and the checkpoint.
    std::fs::remove_file(env.state().join(format!("sessions/{session}.json"))).unwrap();
    assert_snapshot!(env.run(&["sessions"]), @r"
    [SESSION]  actually that was 95 not 85
      it was cut off before it was read
    --- exit 0
    ");
    assert_snapshot!(env.run(&["--yes", "resume"]), @r"
    Corrected 2026-11-21 Sat 10:30
      Bench Press (Barbell), weight (sets 1 to 3): 85 → 95 kg
    --- exit 0
    ");
    assert!(env.stdout(&["sessions"]).is_empty());
}

#[test]
fn what_cannot_be_gone_on_with_is_not_offered() {
    let env = Environment::new();
    env.stdout(&["bench 80kg 5x5"]);
    std::fs::create_dir_all(env.state()).unwrap();
    std::fs::write(
        env.state().join("sessions"),
        "a file where a folder should be",
    )
    .unwrap();
    let said = env.run(&["why was I tired last week?"]);
    assert!(said.contains("this session cannot be resumed"), "{said}");
    assert!(said.contains("q1: "), "it is shown what would help: {said}");
    assert!(!said.contains("swealog resume"), "{said}");
    assert!(said.ends_with("--- exit 1\n"), "{said}");
}

#[test]
fn nothing_to_resume_is_said() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["resume", "yes"]), @r"
    --- stderr
    error: no session is waiting
    Hint: a session waits when a question of it was left open
    --- exit 1
    ");
    assert_snapshot!(env.run(&["resume", "20261121-103000-abc", "yes"]), @r"
    --- stderr
    error: no session [SESSION] is waiting
    Hint: `sessions` lists those that wait
    --- exit 1
    ");
}

#[test]
fn the_trace_tells_every_step() {
    let env = Environment::new();
    let output = env.output(&["--trace", "bench 80 3x5"]);
    let trace = String::from_utf8(output.stderr).unwrap();
    for state in [
        "ROUTE",
        "BUILD_CONTEXT",
        "PARSE",
        "STORE",
        "OBSERVE",
        "COMPLETE",
    ] {
        assert!(trace.contains(state), "{state}: {trace}");
    }
    assert!(
        trace.contains("parsed → STORE: read with confidence"),
        "{trace}"
    );
}

#[test]
fn a_note_that_is_to_be_corrected_is_read_again_when_its_reading_is_lost() {
    let env = waiting();
    std::fs::remove_dir_all(env.home().join("logs/parsed")).unwrap();
    let report = env.json(&["doctor", "--json"]);
    assert_eq!(report["troubles"][0]["kind"], "unread", "{report:#}");
    let history = env.stdout(&["history"]);
    assert!(history.contains("85 kg"), "{history}");
    assert_eq!(env.json(&["doctor", "--json"])["well"], true);
}

#[test]
fn a_fourth_change_leaves_the_third_to_be_decided_on() {
    let env = Environment::new();
    env.config("approval: always\n");
    env.output(&["log", "bench 85kg 3x5"]);
    for weight in ["86", "87", "88"] {
        let change = format!("make it {weight}");
        env.output(&["resume", "--refine", &change]);
    }
    let shown = env.stdout(&["sessions"]);
    assert!(shown.contains("88 kg"), "{shown}");
    assert_snapshot!(env.run(&["resume", "--refine", "make it 89"]), @r"
    --- stderr
    error: the reply does not fit what is asked
    Caused by: the preview was changed as often as it can be; it still waits as it is shown
    Hint: approve it as it is shown, or reject it
    --- exit 1
    ");
    env.stdout(&["resume", "--approve"]);
    let history = env.stdout(&["history"]);
    assert!(history.contains("@ 88 kg"), "{history}");
}

#[test]
fn what_nobody_answers_is_let_go_and_its_words_are_kept() {
    let mut env = waiting();
    let report = env.json(&["doctor", "--json"]);
    assert_eq!(report["waiting"].as_array().unwrap().len(), 1, "{report:#}");
    assert!(report["waiting"][0]["bytes"].as_u64() > Some(100));
    let said = env.stdout(&["doctor"]);
    assert!(
        said.contains("Waiting   1 run, ") && said.contains("actually that was 95 not 85"),
        "{said}"
    );
    env.at("2026-12-20T10:30");
    env.stdout(&["heaviest bench?"]);
    assert!(env.stdout(&["sessions"]).contains("95 not 85"));
    env.at("2026-12-22T10:30");
    env.stdout(&["heaviest bench?"]);
    assert_eq!(env.stdout(&["sessions"]), "");
    let raw = env.raw("2026-11-21");
    assert!(
        raw.contains("[correction]\nactually that was 95 not 85\n"),
        "{raw}"
    );
    let history = env.stdout(&["history"]);
    assert!(history.contains("85 kg"), "nothing was approved: {history}");
    assert_eq!(env.json(&["doctor", "--json"])["well"], true);
}
