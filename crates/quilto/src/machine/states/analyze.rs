//! ANALYZE: what do entries and facts say, and is that enough? Parts that build on others wait for
//! their findings.

use crate::agents::{AnalyzerInput, AnalyzerOutput};
use crate::machine::parts::{self, Part};
use crate::machine::run::{Next, Run, StepResult};
use crate::machine::state::Outcome;
use crate::machine::step::{AgentCall, Lane, StepKind};
use crate::machine::{AgentOutput, Event};
use crate::model::{DependencyType, Gap, GapType, Severity, SubQuery, Sufficiency};

pub(crate) fn enter(run: &mut Run, lane: Lane) -> Next {
    let q = &mut run.question;
    q.analysis_failed = false;
    let Some(plan) = &q.plan else {
        return Next::go(Outcome::Failed, "there is no plan to analyse for");
    };
    // The user's answer can come before anything was read: then the parts have nothing but it.
    for sub_query in parts::wanted(plan, &q.text) {
        if !q.parts.iter().any(|p| p.sub_query.id == sub_query.id) {
            q.parts.push(Part::new(sub_query));
        }
    }
    if q.parts.is_empty() {
        let intent = (*plan.intent).clone();
        let whole = SubQuery::new(1, q.text.clone(), intent, plan.query_type);
        q.parts.push(Part::new(whole));
    }
    let mut ids: Vec<u32> = Vec::new();
    for part in &mut q.parts {
        if let Some(reason) = &part.unread {
            part.analysis = Some(blind(format!("the notes could not be read: {reason}")));
        } else if part.analysis.is_none() || !q.open.is_empty() {
            ids.push(part.sub_query.id);
        }
    }
    // New answers of the user concern every part; they are taken in now.
    q.open.clear();
    // A part that builds on one that is analysed again is analysed again too.
    if plan.execution_strategy == DependencyType::Dependent {
        let all = parts::waves(plan, &plan.execution_order).concat();
        if let Some(first) = all.iter().position(|id| ids.contains(id)) {
            let later = all.get(first..).unwrap_or_default();
            let known = |id: &&u32| {
                let mut parts = q.parts.iter();
                parts.any(|p| p.sub_query.id == **id && p.unread.is_none())
            };
            let missing: Vec<u32> = later.iter().filter(known).copied().collect();
            ids.extend(
                missing
                    .into_iter()
                    .filter(|id| !ids.contains(id))
                    .collect::<Vec<_>>(),
            );
        }
    }
    q.waves = parts::waves(plan, &ids);
    wave(run, lane)
}

/// An analysis that says why there is none, so that nothing looks as if no notes existed.
fn blind(why: String) -> AnalyzerOutput {
    AnalyzerOutput {
        query_intent: String::new(),
        findings: Vec::new(),
        patterns_identified: Vec::new(),
        gaps_identified: vec![Gap {
            description: why,
            gap_type: GapType::Contextual,
            severity: Severity::Critical,
            searched: true,
            found: false,
            outside_current_expertise: false,
            suspected_domain: None,
            missing: None,
        }],
        verdict_reasoning: "it could not be looked at".into(),
        verdict: Sufficiency::Insufficient,
    }
}

/// The steps of the next wave, or the verdict when all are done.
fn wave(run: &mut Run, lane: Lane) -> Next {
    let q = &mut run.question;
    let Some(plan) = q.plan.as_ref().filter(|_| !q.waves.is_empty()) else {
        return verdict(run);
    };
    let ids = q.waves.remove(0);
    let mut remarks = Vec::new();
    for id in &ids {
        let given = parts::earlier_findings(plan, &q.parts, *id);
        let names: Vec<&str> = given.iter().map(|f| f.name.as_str()).collect();
        if !names.is_empty() {
            remarks.push(format!("part {id} builds on: {}", names.join(", ")));
        }
    }
    let parts = ids
        .iter()
        .filter_map(|id| q.parts.iter().find(|p| p.sub_query.id == *id));
    let steps = parts.map(|part| StepKind::Call {
        call: AgentCall::Analyze(AnalyzerInput {
            query: q.text.clone(),
            sub_query: part.sub_query.clone(),
            entries: part.entries.clone(),
            facts: part.facts.clone(),
            nearest: part.nearest,
            claims: part.claims.clone(),
            earlier_findings: parts::earlier_findings(plan, &q.parts, part.sub_query.id),
            retrieval_history: q.history.clone(),
            user_responses: q.responses.clone(),
            asked: q.asked.clone(),
            global_context: run.global_context.clone(),
        }),
        domains: q.domains.clone(),
    });
    let steps = Next::Steps(steps.collect());
    for remark in remarks {
        run.remark(lane, remark);
    }
    steps
}

pub(crate) fn on_results(run: &mut Run, lane: Lane, results: Vec<StepResult>) -> Next {
    let q = &mut run.question;
    for StepResult { step, event } in results {
        let StepKind::Call {
            call: AgentCall::Analyze(input),
            ..
        } = step
        else {
            continue;
        };
        let mut parts = q.parts.iter_mut();
        let part = parts.find(|p| p.sub_query.id == input.sub_query.id);
        match (part, event) {
            (Some(part), Event::Agent(AgentOutput::Analyze(output))) => {
                part.analysis = Some(output);
            }
            (Some(part), Event::Failed { reason, .. }) => {
                q.analysis_failed = true;
                q.partial = true;
                let what = &input.sub_query.question;
                part.analysis = Some(blind(format!("{what:?} could not be analysed: {reason}")));
            }
            _ => {}
        }
    }
    wave(run, lane)
}

fn verdict(run: &mut Run) -> Next {
    let limits = &run.settings.limits;
    let q = &mut run.question;
    let analyses = || q.parts.iter().filter_map(|p| p.analysis.as_ref());
    let gaps: Vec<Gap> = analyses().flat_map(|a| a.gaps_identified.clone()).collect();
    let short = analyses().find(|a| a.verdict == Sufficiency::Insufficient);
    let reason = short
        .or_else(|| analyses().next_back())
        .map(|a| a.verdict_reasoning.clone())
        .unwrap_or_default();
    let enough = short.is_none();
    q.gaps = gaps;
    if q.analysis_failed {
        return Next::go(Outcome::Failed, "an analysis failed");
    }
    let outside: Vec<&Gap> = q
        .gaps
        .iter()
        .filter(|g| g.outside_current_expertise)
        .collect();
    if !outside.is_empty() {
        let mut request: Vec<String> = Vec::new();
        for domain in outside.iter().filter_map(|g| g.suspected_domain.clone()) {
            if !request.contains(&domain) {
                request.push(domain);
            }
        }
        let reason = format!("{} gaps outside what is loaded", outside.len());
        q.expansion_request = request;
        return Next::go(Outcome::OutsideExpertise, reason);
    }
    if enough {
        // Nothing is outside any more: what an earlier expansion could not load is not missed.
        q.partial = !q.failures.is_empty();
        return Next::go(Outcome::Sufficient, reason);
    }
    if q.spent.replans < limits.max_replans {
        q.spent.replans += 1;
        return Next::go(Outcome::Insufficient, reason);
    }
    q.partial = true;
    Next::go(
        Outcome::Spent,
        format!("planned {} times", limits.max_replans + 1),
    )
}
