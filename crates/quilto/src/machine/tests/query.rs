use crate::agents::*;
use crate::machine::testing::*;
use crate::machine::*;
use crate::model::*;

#[test]
fn a_question_is_answered_with_citations_and_facts_and_leaves_no_note() {
    let mut script = Script::new(InputType::Query);
    let report = finish(&mut start("how shiny is granite?"), &mut script);
    assert_eq!(report.status, Status::Answered);
    assert_eq!(
        path(&report),
        "ROUTE BUILD_CONTEXT PLAN RETRIEVE ANALYZE SYNTHESIZE EVALUATE OBSERVE COMPLETE"
    );
    let answer = report.answer.unwrap();
    assert_eq!(answer.text, "It shines.");
    assert_eq!(answer.citations[0].quote, "granite polished 10 minutes");
    assert_eq!(report.facts.len(), 1);
    assert_eq!(report.logged, None);
    let names = script.names();
    assert!(!names.contains(&"append") && names.contains(&"drop spool"));
    let place = |name| names.iter().position(|n| *n == name).unwrap();
    assert!(
        place("deliver") < place("observer"),
        "the answer is shown first"
    );
    assert_eq!(names.iter().filter(|n| **n == "observer").count(), 1);
}

#[test]
fn steps_stay_the_same_until_their_results_are_fed_and_wrong_results_are_refused() {
    let mut run = start("how shiny?");
    let first = run.next();
    assert_eq!(first, run.next());
    let before = run.clone();
    let unknown = StepId {
        lane: Lane::Note,
        number: 7,
    };
    assert_eq!(
        run.feed(unknown, Event::Done),
        Err(MachineError::UnknownStep(unknown))
    );
    let wrong = run.feed(first[0].id, Event::Recent(Vec::new()));
    assert!(
        matches!(wrong, Err(MachineError::WrongEvent { .. })),
        "{wrong:?}"
    );
    assert_eq!(run, before, "a refused result changes nothing");
}

fn three(strategy: DependencyType) -> PlannerOutput {
    PlannerOutput {
        sub_queries: vec![sub_query(1, "a?"), sub_query(2, "b?"), sub_query(3, "c?")],
        execution_strategy: strategy,
        execution_order: vec![1, 2, 3],
        ..plan(NextAction::Retrieve)
    }
}

/// How many analyses are out at once, round by round, and what the parts get to build on.
fn rounds(plan: PlannerOutput) -> (Vec<Vec<u32>>, Vec<(u32, usize)>) {
    let mut script = Script::new(InputType::Query);
    script.plans = vec![plan];
    let mut run = start("a and b and c?");
    let mut rounds = Vec::new();
    while !run.is_complete() {
        let steps = run.next();
        let analyses = steps.iter().filter_map(|s| match &s.kind {
            StepKind::Call {
                call: AgentCall::Analyze(i),
                ..
            } => Some(i.sub_query.id),
            _ => None,
        });
        let ids: Vec<u32> = analyses.collect();
        if !ids.is_empty() {
            rounds.push(ids);
        }
        for step in steps {
            let event = script.act(&step.kind);
            run.feed(step.id, event).unwrap();
        }
    }
    assert_eq!(run.report().status, Status::Answered);
    let built_on = script.calls(|c| match c {
        AgentCall::Analyze(i) => Some((i.sub_query.id, i.earlier_findings.len())),
        _ => None,
    });
    (rounds, built_on)
}

#[test]
fn independent_parts_go_side_by_side() {
    let (rounds, built_on) = rounds(three(DependencyType::Independent));
    assert_eq!(rounds, [vec![1, 2, 3]]);
    assert_eq!(built_on, [(1, 0), (2, 0), (3, 0)]);
}

#[test]
fn dependent_parts_go_in_order_and_get_the_findings_of_those_they_name() {
    let mut plan = three(DependencyType::Dependent);
    assert_eq!(
        rounds(plan.clone()),
        (
            vec![vec![1], vec![2], vec![3]],
            vec![(1, 0), (2, 1), (3, 2)]
        )
    );
    let needs = |from, to| SubQueryDependency {
        from,
        to,
        reason: String::new(),
    };
    plan.dependencies = vec![needs(1, 3), needs(2, 3)];
    assert_eq!(
        rounds(plan.clone()),
        (vec![vec![1, 2], vec![3]], vec![(1, 0), (2, 0), (3, 2)])
    );
    plan.dependencies = vec![needs(3, 1)];
    assert_eq!(rounds(plan.clone()).0, [vec![2, 3], vec![1]]);
    plan.dependencies = vec![needs(1, 2), needs(2, 1)];
    assert_eq!(
        rounds(plan).0,
        [vec![3], vec![1], vec![2]],
        "a circle is taken one by one"
    );
}

#[test]
fn coupled_parts_are_one_pass() {
    let mut plan = three(DependencyType::Coupled);
    plan.sub_queries[1].retrieval[0].terms = vec!["Basalt".into()];
    let mut script = Script::new(InputType::Query);
    script.plans = vec![plan];
    let report = finish(&mut start("a, and how much b?"), &mut script);
    assert_eq!(report.status, Status::Answered);
    let read = script.calls(|c| match c {
        AgentCall::Retrieve(i) => Some((i.sub_query.question.clone(), i.sub_query.retrieval.len())),
        _ => None,
    });
    assert_eq!(read, [("a, and how much b?".to_owned(), 2)]);
}

#[test]
fn a_second_plan_adds_to_what_was_read_and_keeps_what_was_answered() {
    let query = |measure: &str| FactQuery::of("rocks", measure, FactOp::Best);
    let mut first = three(DependencyType::Independent);
    first.sub_queries.truncate(2);
    first.sub_queries[1].exprs = vec![query("mass").into()];
    let mut second = plan(NextAction::Retrieve);
    second.sub_queries = vec![sub_query(9, "what else?")];
    second.sub_queries[0].exprs = vec![query("shine").into()];
    let mut script = Script::new(InputType::Query);
    script.plans = vec![first, second];
    script
        .analyses
        .insert(2, vec![too_little(vec![gap(GapType::Topical)])]);
    let report = finish(&mut start("a and b?"), &mut script);
    assert_eq!(report.status, Status::Answered);
    let parts = script
        .calls(|c| match c {
            AgentCall::Synthesize(i) => Some(i.parts.clone()),
            _ => None,
        })
        .remove(0);
    let ids: Vec<u32> = parts.iter().map(|p| p.sub_query.id).collect();
    assert_eq!(
        ids,
        [1, 9],
        "the answered part stays, the open one is taken over"
    );
    assert_eq!(parts[1].sub_query.exprs.len(), 2);
    let numbers: Vec<usize> = parts[1].facts.iter().map(|f| f.query).collect();
    assert_eq!(
        numbers,
        [0, 1],
        "facts keep pointing at the query they answer"
    );
    let history = script.calls(|c| match c {
        AgentCall::Plan(i) => Some(i.retrieval_history.len()),
        _ => None,
    });
    assert_eq!(history, [0, 2]);
}

#[test]
fn a_forced_question_is_never_a_note() {
    let mut script = Script::new(InputType::Log);
    let mut input = input("granite polished");
    input.assume = Some(InputType::Query);
    let report = finish(&mut start_with(input, RunSettings::at(now())), &mut script);
    assert_eq!(report.status, Status::Answered);
    assert!(!script.names().contains(&"append") && !script.names().contains(&"spool"));
}

#[test]
fn questions_are_asked_once_answers_are_taken_in_and_the_run_goes_on() {
    let mut script = Script::new(InputType::Query);
    script.plans = vec![plan(NextAction::Clarify)];
    script.questions = vec![questions(&[
        "how heavy?",
        "How heavy",
        "where?",
        "when?",
        "who?",
    ])];
    let mut run = start("is granite well?");
    let waiting = until_asked(&mut run, &mut script);
    assert_eq!(waiting.status, Status::WaitingForUser);
    let ask = waiting.ask.unwrap();
    assert_eq!(ask.why.as_deref(), Some("the notes do not say"));
    let asked: Vec<_> = ask
        .questions
        .iter()
        .map(|q| (q.id.as_str(), q.question.as_str()))
        .collect();
    assert_eq!(
        asked,
        [("q1", "how heavy?"), ("q2", "where?"), ("q3", "when?")]
    );
    script.replies = vec![|_| Reply::answer("q1", "80 g")];
    let report = finish(&mut run, &mut script);
    assert_eq!(report.status, Status::Answered);
    assert_eq!(
        path(&report),
        "ROUTE BUILD_CONTEXT PLAN CLARIFY WAIT_USER ANALYZE SYNTHESIZE EVALUATE OBSERVE COMPLETE"
    );
    let heard = script.calls(|c| match c {
        AgentCall::Analyze(i) => Some(i.user_responses.clone()),
        _ => None,
    });
    assert_eq!(heard[0].get("q1").map(String::as_str), Some("80 g"));
}

#[test]
fn declining_gives_a_partial_answer_with_its_gaps() {
    let mut script = Script::new(InputType::Query);
    script.plans = vec![plan(NextAction::Clarify)];
    let report = finish(&mut start("is granite well?"), &mut script);
    assert_eq!(report.status, Status::Partial);
    assert_eq!(report.answer.unwrap().gaps, ["what how heavy? is about"]);
}

#[test]
fn nothing_is_asked_twice_and_rounds_are_bounded() {
    let mut script = Script::new(InputType::Query);
    script.plans = vec![plan(NextAction::Clarify)];
    script.analyses = [(0, vec![too_little(vec![gap(GapType::Subjective)])])].into();
    script.questions = vec![
        questions(&["a?"]),
        questions(&["b?", "a?"]),
        questions(&["c?"]),
    ];
    script.replies = vec![|ask| Reply::answer(ask.questions[0].id.clone(), "yes")];
    let report = finish(&mut start("is granite well?"), &mut script);
    assert_eq!(report.status, Status::Partial);
    let asked: Vec<_> = script
        .done
        .iter()
        .filter_map(|s| match s {
            StepKind::Ask(a) => Some(
                a.questions
                    .iter()
                    .map(|q| q.question.clone())
                    .collect::<Vec<_>>(),
            ),
            _ => None,
        })
        .collect();
    assert_eq!(asked, [vec!["a?"], vec!["b?"]]);
}

#[test]
fn a_reply_must_fit_what_is_asked() {
    let mut script = Script::new(InputType::Query);
    script.plans = vec![plan(NextAction::Clarify)];
    let mut run = start("is granite well?");
    until_asked(&mut run, &mut script);
    let (id, _) = run.ask().unwrap();
    let before = run.clone();
    let mut say = |reply| run.feed(id, Event::Replied(reply));
    assert_eq!(say(Reply::default()), Err(MachineError::EmptyReply));
    assert_eq!(
        say(Reply::answer("q9", "x")),
        Err(MachineError::UnknownQuestion("q9".into()))
    );
    let approve = Decision::Approve {
        preview: "p1".into(),
    };
    assert_eq!(say(Reply::decide(approve)), Err(MachineError::NoPreview));
    let entry = EntryId("20261120-0900".into());
    assert_eq!(
        say(Reply::choose(entry.clone())),
        Err(MachineError::UnknownCandidate(entry))
    );
    let failed = Event::Failed {
        reason: "x".into(),
        obstacle: Obstacle::Unknown,
    };
    assert!(matches!(
        run.feed(id, failed),
        Err(MachineError::WrongEvent { .. })
    ));
    assert_eq!(run, before);
}

/// A question that asks back, and what the user answers.
fn told(kind: InputType, answer: fn(&Ask) -> Reply) -> (RunReport, Script) {
    let mut script = Script::new(kind);
    script.plans = vec![plan(NextAction::Clarify)];
    script.routes = vec![routed(kind), routed(InputType::Log)];
    script.replies = vec![answer];
    let report = finish(&mut start("granite washed. does it shine?"), &mut script);
    (report, script)
}

fn sections(script: &Script) -> Vec<(String, String)> {
    let appended = script.done.iter().filter_map(|step| match step {
        StepKind::Append(note) => Some((note.date.to_string(), note.raw.clone())),
        _ => None,
    });
    appended.collect()
}

#[test]
fn an_answer_that_is_a_note_is_logged_once_on_its_day_and_read_for_the_answer() {
    let (report, script) = told(InputType::Query, |_| {
        Reply::answer("q1", "granite washed on friday")
    });
    let note = (
        "2026-11-20".to_owned(),
        "granite washed on friday".to_owned(),
    );
    assert_eq!(sections(&script), [note]);
    assert_eq!(report.status, Status::Answered);
    assert!(report.logged.is_some_and(|logged| logged.parsed.is_some()));
    let names = script.names();
    let place = |name| names.iter().rposition(|n| *n == name);
    assert!(place("append") < place("parser") && place("store parse") < place("retriever"));
    assert!(place("retriever") < place("analyzer"));
}

#[test]
fn an_answer_without_a_day_or_one_that_was_offered_is_no_note() {
    let without: [fn(&Ask) -> Reply; 2] = [
        |_| Reply::answer("q1", "it was washed twice"),
        |_| Reply::decline(),
    ];
    for answer in without {
        let (_, script) = told(InputType::Query, answer);
        assert!(sections(&script).is_empty());
        let routed = script.names().iter().filter(|n| **n == "router").count();
        assert_eq!(routed, 1);
    }
}

#[test]
fn a_note_and_an_answer_that_is_a_note_are_both_logged_and_both_told() {
    let (report, script) = told(InputType::Both, |_| {
        Reply::answer("q1", "granite washed yesterday")
    });
    let days: Vec<String> = sections(&script).into_iter().map(|(day, _)| day).collect();
    assert_eq!(days, ["2026-11-21", "2026-11-20"]);
    assert_eq!(report.logged_before.len(), 1);
    assert!(report.logged.is_some());
    let shown = script
        .done
        .iter()
        .filter(|step| matches!(step, StepKind::Deliver(Delivery::Logged(_))));
    assert_eq!(shown.count(), 2);
}
