//! Domains loaded in the middle of a question: the acceptance criteria and the edge cases.

use crate::agents::*;
use crate::machine::testing::*;
use crate::machine::*;
use crate::model::*;

fn builds(script: &Script) -> Vec<Vec<String>> {
    let builds = script.done.iter().filter_map(|s| match s {
        StepKind::BuildContext { domains } => Some(domains.clone()),
        _ => None,
    });
    builds.collect()
}

fn planned(plans: Vec<PlannerOutput>) -> (RunReport, Run, Script) {
    let mut script = Script::new(InputType::Query);
    script.plans = plans;
    let mut run = start("does granite like plants?");
    let report = finish(&mut run, &mut script);
    (report, run, script)
}

fn analyzed(analyses: Vec<AnalyzerOutput>) -> (RunReport, Run, Script) {
    let mut script = Script::new(InputType::Query);
    script.analyses = [(0, analyses)].into();
    let mut run = start("does granite like plants?");
    let report = finish(&mut run, &mut script);
    (report, run, script)
}

fn remarks(report: &RunReport) -> Vec<String> {
    let notes = report.trace.iter().filter_map(|l| match &l.event {
        TraceEvent::Note(text) if l.state == State::ExpandDomain => Some(text.clone()),
        _ => None,
    });
    notes.collect()
}

#[test]
fn criterion_1_a_plan_that_asks_for_a_domain_goes_to_expand_domain() {
    let (report, _, _) = planned(vec![expand(&["plants"]), plan(NextAction::Retrieve)]);
    assert_eq!(
        path(&report),
        "ROUTE BUILD_CONTEXT PLAN EXPAND_DOMAIN PLAN RETRIEVE ANALYZE SYNTHESIZE EVALUATE OBSERVE COMPLETE"
    );
    let mut lines = report.trace.iter().map(ToString::to_string);
    assert!(
        lines.any(|l| l.contains("expanded → PLAN: loaded plants")),
        "it is in the trace"
    );
}

#[test]
fn criterion_2_a_gap_outside_expertise_goes_to_expand_domain_whatever_verdict_and_severity() {
    for verdict in [Sufficiency::Sufficient, Sufficiency::Insufficient] {
        for severity in [Severity::Critical, Severity::NiceToHave] {
            let gap = Gap {
                severity,
                ..outside("plants", GapType::Topical)
            };
            let (report, run, _) = analyzed(vec![analysis(verdict, vec![gap]), enough()]);
            assert_eq!(
                path(&report),
                "ROUTE BUILD_CONTEXT PLAN RETRIEVE ANALYZE EXPAND_DOMAIN PLAN RETRIEVE ANALYZE \
                 SYNTHESIZE EVALUATE OBSERVE COMPLETE"
            );
            assert_eq!(report.status, Status::Answered);
            assert_eq!(run.question.expansion_history, ["plants"]);
        }
    }
}

#[test]
fn criterion_3_the_context_is_rebuilt_with_current_and_requested_domains() {
    let (_, run, script) = planned(vec![expand(&["plants"]), plan(NextAction::Retrieve)]);
    assert_eq!(
        builds(&script),
        [vec!["rocks"], vec!["base", "rocks", "plants"]]
    );
    assert_eq!(run.question.domains, ["base", "rocks", "plants"]);
    assert_eq!(run.question.expansion_history, ["plants"]);
}

#[test]
fn criterion_4_a_domain_asked_for_again_is_not_loaded_again_and_the_answer_is_partial() {
    let (report, run, script) = planned(vec![expand(&["plants"])]);
    assert_eq!(builds(&script).len(), 2);
    assert_eq!(run.question.expansion_history, ["plants"]);
    assert_eq!(report.status, Status::Partial);
    assert_eq!(
        path(&report),
        "ROUTE BUILD_CONTEXT PLAN EXPAND_DOMAIN PLAN EXPAND_DOMAIN SYNTHESIZE EVALUATE OBSERVE COMPLETE"
    );
    let again = too_little(vec![outside("plants", GapType::Topical)]);
    let (report, _, script) = analyzed(vec![again]);
    assert_eq!(builds(&script).len(), 2);
    assert_eq!(report.status, Status::Partial);
    let again = too_little(vec![outside("plants", GapType::Subjective)]);
    let (report, _, script) = analyzed(vec![again]);
    assert_eq!(builds(&script).len(), 2);
    assert!(
        path(&report).contains("ANALYZE EXPAND_DOMAIN CLARIFY WAIT_USER"),
        "{}",
        path(&report)
    );
}

#[test]
fn criterion_5_agents_after_the_expansion_are_called_with_the_new_domains() {
    let (_, _, script) = planned(vec![expand(&["plants"]), plan(NextAction::Retrieve)]);
    let with: Vec<(&str, bool)> = script
        .done
        .iter()
        .filter_map(|s| match s {
            StepKind::Call { call, domains } => {
                Some((call.name(), domains.contains(&"plants".to_owned())))
            }
            _ => None,
        })
        .collect();
    assert_eq!(
        with,
        [
            ("router", false),
            ("planner", false),
            ("planner", true),
            ("retriever", true),
            ("analyzer", true),
            ("synthesizer", true),
            ("evaluator", true),
            ("observer", true)
        ]
    );
}

#[test]
fn criterion_6_unknown_domains_are_skipped_with_a_warning_and_valid_ones_loaded() {
    let (report, run, _) = planned(vec![
        expand(&["plunts", "plants"]),
        plan(NextAction::Retrieve),
    ]);
    assert_eq!(
        remarks(&report),
        ["domain \"plunts\" there is no such domain, skipped"]
    );
    assert_eq!(run.question.domains, ["base", "rocks", "plants"]);
    assert_eq!(report.status, Status::Answered);
    let (report, _, script) = planned(vec![expand(&["plunts", "moons"])]);
    assert_eq!(remarks(&report).len(), 2);
    assert_eq!(builds(&script).len(), 1);
    assert_eq!(report.status, Status::Partial);
}

#[test]
fn criterion_7_without_loaded_domains_expansion_goes_on_from_none() {
    let mut script = Script::new(InputType::Query);
    script.failing.insert("build context");
    script.plans = vec![expand(&["plants"]), plan(NextAction::Retrieve)];
    let mut run = start("does granite like plants?");
    while run.question_track.path.is_empty() {
        for step in run.next() {
            let event = script.act(&step.kind);
            run.feed(step.id, event).unwrap();
        }
    }
    assert!(run.question.domains.is_empty());
    script.failing.clear();
    let report = finish(&mut run, &mut script);
    assert_eq!(builds(&script)[1], ["plants"]);
    assert_eq!(run.question.domains, ["base", "plants"]);
    assert_eq!(report.status, Status::Answered);
}

#[test]
fn edge_case_empty_request() {
    let (report, _, script) = planned(vec![expand(&[])]);
    assert_eq!(builds(&script).len(), 1);
    assert_eq!(report.status, Status::Partial);
    assert!(path(&report).contains("EXPAND_DOMAIN SYNTHESIZE"));
}

#[test]
fn edge_case_all_requested_domains_are_unknown_and_the_user_may_know() {
    let gap = too_little(vec![outside("moons", GapType::Clarification)]);
    let (report, _, script) = analyzed(vec![gap]);
    assert_eq!(builds(&script).len(), 1);
    assert!(path(&report).contains("EXPAND_DOMAIN CLARIFY WAIT_USER SYNTHESIZE"));
    assert_eq!(report.status, Status::Partial);
}

#[test]
fn edge_case_a_domain_that_is_loaded_already_is_not_doubled() {
    let (report, run, _) = planned(vec![
        expand(&["rocks", "plants"]),
        plan(NextAction::Retrieve),
    ]);
    assert_eq!(run.question.domains, ["base", "rocks", "plants"]);
    assert_eq!(run.question.expansion_history, ["plants"]);
    assert_eq!(report.status, Status::Answered);
}

#[test]
fn edge_case_a_domain_named_twice_in_one_request_is_loaded_once() {
    let (_, _, script) = planned(vec![
        expand(&["plants", "plants"]),
        plan(NextAction::Retrieve),
    ]);
    assert_eq!(builds(&script)[1], ["base", "rocks", "plants"]);
}

#[test]
fn a_domain_that_cannot_be_loaded_is_said_and_not_tried_again() {
    let mut script = Script::new(InputType::Query);
    script.broken.insert("plants");
    script.plans = vec![expand(&["plants"])];
    let report = finish(&mut start("does granite like plants?"), &mut script);
    assert_eq!(builds(&script).len(), 2);
    assert_eq!(report.status, Status::Partial);
    assert_eq!(
        report.problems,
        [Problem::Domain("plants is broken".into())]
    );
}

#[test]
fn the_history_grows_over_several_expansions_and_survives_retries() {
    let mut script = Script::new(InputType::Query);
    script.plans = vec![
        expand(&["plants"]),
        expand(&["weather"]),
        plan(NextAction::Retrieve),
        expand(&["plants"]),
    ];
    script.judgements = vec![judged(&[Dimension::Relevance], &[]), judged(&[], &[])];
    let mut run = start("does granite like plants?");
    let report = finish(&mut run, &mut script);
    assert_eq!(run.question.expansion_history, ["plants", "weather"]);
    assert_eq!(builds(&script).len(), 3);
    assert_eq!(report.status, Status::Partial);
}

#[test]
fn a_failed_draft_loads_a_flagged_domain_before_it_plans_again() {
    // One part's analysis flags a domain, the other's fails, so the flag first comes up on retry.
    let mut script = Script::new(InputType::Query);
    let mut two = plan(NextAction::Retrieve);
    two.sub_queries.push(sub_query(2, "and then?"));
    script.plans = vec![two];
    script.analyses.insert(
        1,
        vec![
            too_little(vec![outside("plants", GapType::Topical)]),
            enough(),
        ],
    );
    script.judgements = vec![judged(&[Dimension::Safety], &[]), judged(&[], &[])];
    let mut run = start("does granite like plants?");
    let mut failed = false;
    while !run.is_complete() {
        for step in run.next() {
            let second = matches!(&step.kind, StepKind::Call { call: AgentCall::Analyze(i), .. }
                if i.sub_query.id == 2);
            let event = if second && !std::mem::replace(&mut failed, true) {
                Event::Failed {
                    reason: "tired".into(),
                    obstacle: Obstacle::Unknown,
                }
            } else {
                script.act(&step.kind)
            };
            run.feed(step.id, event).unwrap();
        }
    }
    let report = run.report();
    assert!(
        path(&report).contains("ANALYZE SYNTHESIZE EVALUATE EXPAND_DOMAIN PLAN"),
        "{}",
        path(&report)
    );
    assert_eq!(run.question.expansion_history, ["plants"]);
    assert_eq!(report.status, Status::Answered);
}
