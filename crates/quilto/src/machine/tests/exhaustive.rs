//! Everything that can happen, tried: every result a step can have, in every situation.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crate::agents::*;
use crate::machine::limits::BudgetUse;
use crate::machine::testing::*;
use crate::machine::*;
use crate::model::*;

/// What can come of a step: the domain of its result, one value for each way the run can take.
fn results(run: &Run, step: &StepKind) -> Vec<Event> {
    let mut script = Script::new(run.input_type);
    match step {
        StepKind::Call { call, .. } => match outputs(call) {
            Some(outputs) => {
                let outputs = outputs.into_iter().map(Event::Agent);
                outputs.chain([failed()]).collect()
            }
            None => vec![script.act(step), failed()],
        },
        StepKind::Ask(ask) => replies(ask).into_iter().map(Event::Replied).collect(),
        StepKind::Append(_) | StepKind::StoreParse { .. } => vec![script.act(step), failed()],
        // That no domain can be loaded at all is tried where domains are added.
        StepKind::BuildContext { .. } if !run.question_track.path.is_empty() => {
            vec![script.act(step), failed()]
        }
        _ => vec![script.act(step)],
    }
}

fn failed() -> Event {
    Event::Failed {
        reason: "broken".into(),
        obstacle: Obstacle::Unknown,
    }
}

/// What an agent can answer; `None` where all its answers lead the same way.
fn outputs(call: &AgentCall) -> Option<Vec<AgentOutput>> {
    Some(match call {
        AgentCall::Route(_) => {
            let kinds = [
                InputType::Log,
                InputType::Query,
                InputType::Both,
                InputType::Correction,
            ];
            kinds.map(|k| AgentOutput::Route(routed(k))).to_vec()
        }
        AgentCall::Plan(_) => {
            let none = PlannerOutput {
                sub_queries: Vec::new(),
                ..plan(NextAction::Retrieve)
            };
            let plans = vec![
                plan(NextAction::Retrieve),
                plan(NextAction::Clarify),
                plan(NextAction::Synthesize),
                expand(&["plants"]),
                expand(&["moons"]),
                none,
            ];
            plans.into_iter().map(AgentOutput::Plan).collect()
        }
        AgentCall::Analyze(_) => {
            let analyses = vec![
                enough(),
                too_little(vec![gap(GapType::Topical)]),
                too_little(vec![outside("plants", GapType::Topical)]),
                too_little(vec![outside("moons", GapType::Subjective)]),
            ];
            analyses.into_iter().map(AgentOutput::Analyze).collect()
        }
        AgentCall::Evaluate(_) => {
            let judgements = vec![
                judged(&[], &[]),
                judged(&[], &["9"]),
                judged(&[Dimension::Completeness], &[]),
                judged(&[Dimension::Safety], &[]),
            ];
            judgements.into_iter().map(AgentOutput::Evaluate).collect()
        }
        AgentCall::Clarify(input) => {
            let fresh = format!("number {}?", input.previous_clarifications.len());
            let asked = vec![questions(&[&fresh]), questions(&[])];
            asked.into_iter().map(AgentOutput::Clarify).collect()
        }
        AgentCall::Parse(_) => {
            let parses = vec![
                parse(),
                correction(&["20261120-0900"]),
                correction(&["20261120-0900", "20261120-0930"]),
            ];
            parses.into_iter().map(AgentOutput::Parse).collect()
        }
        _ => return None,
    })
}

/// What the user can reply.
fn replies(ask: &Ask) -> Vec<Reply> {
    let mut replies = vec![Reply::decline()];
    if let Some(question) = ask.questions.first() {
        let told = ["yes", "granite washed yesterday"];
        replies.extend(told.map(|words| Reply::answer(question.id.clone(), words)));
    }
    if let Some(choice) = &ask.choice {
        replies.push(Reply::choose(choice.candidates[0].id.clone()));
    }
    if let Some(preview) = &ask.preview {
        let id = preview.id.clone();
        replies.push(Reply::decide(Decision::Approve {
            preview: id.clone(),
        }));
        if preview.refinements_left > 0 {
            replies.push(Reply::decide(Decision::Refine {
                preview: id,
                feedback: "x".into(),
            }));
        }
    }
    replies
}

/// What decides how a run can go on: the places of its lanes, budgets, and the data edges look at.
fn situation(run: &Run) -> String {
    let q = &run.question;
    let n = &run.note;
    let lanes = [&run.main, &run.note_track, &run.question_track];
    let lanes = lanes.map(|t| {
        let steps: Vec<_> = t.pending.iter().map(|s| s.kind.name()).collect();
        (t.state, t.phase, steps)
    });
    let outside = q.gaps.iter().any(|g| g.outside_current_expertise);
    let only_user_knows = q.gaps.iter().any(|g| g.gap_type.only_user_knows());
    let unread = q.parts.iter().any(|p| p.unread.is_some());
    let question = (
        (&q.spent, q.partial, &q.expansion_history, q.open.len()),
        (outside, only_user_knows, unread, q.parts.is_empty()),
    );
    let note = (
        (
            n.entry.is_some(),
            n.unsaved,
            n.recent.is_some(),
            n.parse.is_some(),
            n.saved,
        ),
        (
            &n.chosen,
            n.refinements.len(),
            n.preview.is_some(),
            n.spooled,
            n.correction_of.is_some(),
        ),
    );
    format!(
        "{lanes:?} {question:?} {note:?} {:?} {:?} {:?} {} {}",
        run.input_type,
        run.settings.approval,
        run.settings.limits,
        run.answer_notes.len(),
        n.looked_back
    )
}

#[derive(Default)]
struct Seen {
    situations: HashSet<String>,
    edges: BTreeSet<(State, Outcome)>,
    budgets: BTreeMap<State, HashSet<BudgetUse>>,
    ends: usize,
}

fn explore(mut todo: Vec<Run>) -> Seen {
    let mut seen = Seen::default();
    while let Some(mut run) = todo.pop() {
        // Edges first: two of them can lead into the same situation. What is told is let go of, as it
        // decides nothing and every step would copy it.
        for track in [&mut run.main, &mut run.note_track, &mut run.question_track] {
            for line in track.trace.drain(..) {
                if let TraceEvent::Went { outcome, .. } = line.event {
                    seen.edges.insert((line.state, outcome));
                }
            }
        }
        if !seen.situations.insert(situation(&run)) {
            continue;
        }
        let state = run.question_track.state;
        let spent = run.question.spent.clone();
        seen.budgets.entry(state).or_default().insert(spent);
        let Some(step) = run.pending().next() else {
            check_end(&run);
            seen.ends += 1;
            continue;
        };
        for event in results(&run, &step.kind) {
            let mut next = run.clone();
            next.feed(step.id, event).unwrap();
            todo.push(next);
        }
    }
    seen
}

/// The trace, for messages.
fn told(report: &RunReport) -> String {
    let lines: Vec<String> = report.trace.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// What is true of every run that has ended, however it went.
fn check_end(run: &Run) {
    let report = run.report();
    assert!(run.is_complete(), "{}", told(&report));
    assert_eq!(
        report.path.iter().filter(|s| **s == State::Observe).count(),
        1
    );
    assert_ne!(report.status, Status::Running);
    let asked = matches!(report.input_type, InputType::Query | InputType::Both);
    assert_eq!(asked, report.answer.is_some(), "{}", told(&report));
    if let Some(answer) = &report.answer {
        assert!(!answer.text.trim().is_empty());
        let owned_up = !answer.is_partial || !answer.gaps.is_empty();
        assert!(owned_up, "partial, but of what? {}", told(&report));
    }
    if let Some(logged) = &report.logged {
        let something = logged.entry.is_some() || !logged.problems.is_empty();
        assert!(something, "silence about the note: {}", told(&report));
    }
}

/// A run that its caller says is of this kind, or that the router may take for anything.
fn begin(assume: Option<InputType>, settings: &RunSettings) -> Run {
    let input = RunInput {
        assume,
        ..input("granite washed. does it shine?")
    };
    start_with(input, settings.clone())
}

fn settings() -> RunSettings {
    RunSettings {
        observe: false,
        ..RunSettings::at(now())
    }
}

fn budgets(retries: u32, replans: u32, clarifications: u32, rewrites: u32) -> RunSettings {
    RunSettings {
        limits: Limits {
            max_retries: retries,
            max_replans: replans,
            max_clarifications: clarifications,
            max_rewrites: rewrites,
            max_refinements: 1,
            ..Limits::default()
        },
        ..settings()
    }
}

#[test]
fn every_situation_is_visited_every_edge_taken_and_every_end_is_honest() {
    let full = settings();
    let mut starts = vec![
        begin(Some(InputType::Query), &full),
        begin(None, &budgets(0, 0, 1, 0)),
    ];
    for approval in [
        ApprovalPolicy::Corrections,
        ApprovalPolicy::Always,
        ApprovalPolicy::Never,
    ] {
        for kind in [InputType::Log, InputType::Correction] {
            let settings = RunSettings {
                approval,
                ..full.clone()
            };
            starts.push(begin(Some(kind), &settings));
        }
    }
    let seen = explore(starts);
    for edge in EDGES {
        // This one needs two parts of which one fails; it has a test of its own.
        if edge.outcome != Outcome::FailExpand {
            let taken = seen.edges.contains(&(edge.from, edge.outcome));
            assert!(taken, "{} never ends with {}", edge.from, edge.outcome);
        }
    }
    let limits = &full.limits;
    for retries in 0..=limits.max_retries {
        for replans in 0..=limits.max_replans {
            let plans = &seen.budgets[&State::Plan];
            let there = |s: &BudgetUse| (s.retries, s.replans) == (retries, replans);
            assert!(
                plans.iter().any(there),
                "PLAN was not seen at attempt {retries}, plan {replans}"
            );
        }
    }
    for spent in seen.budgets.values().flatten() {
        assert!(spent.retries <= limits.max_retries && spent.replans <= limits.max_replans);
        assert!(spent.clarifications <= limits.max_clarifications);
        assert!(spent.rewrites <= limits.max_rewrites);
    }
    println!("{} situations, {} ends", seen.situations.len(), seen.ends);
}

/// Follows every whole path, without skipping situations seen before; every end is checked.
fn whole_paths(run: &Run, depth: usize, paths: &mut usize) {
    assert!(depth < 120, "a path does not end: {}", told(&run.report()));
    let steps = run.next();
    let Some(step) = steps.first() else {
        check_end(run);
        *paths += 1;
        return;
    };
    for event in results(run, &step.kind) {
        let mut next = run.clone();
        next.feed(step.id, event).unwrap();
        whole_paths(&next, depth + 1, paths);
    }
}

#[test]
fn whole_paths_at_reduced_budgets_all_end() {
    let mut paths = 0;
    for (retries, replans, clarifications, rewrites) in [
        (0, 0, 0, 0),
        (1, 0, 0, 0),
        (0, 1, 0, 0),
        (0, 0, 1, 0),
        (0, 0, 0, 1),
    ] {
        // Every path through one round of each kind; rounds of several kinds mix in the test above.
        let settings = budgets(retries, replans, clarifications, rewrites);
        let run = begin(Some(InputType::Query), &settings);
        whole_paths(&run, 0, &mut paths);
    }
    println!("{paths} paths");
    assert!(paths > 1000, "{paths}");
}
