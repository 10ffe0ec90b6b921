//! Scripted agents, a scripted user and a world of notes, for tests of the machine and of whoever
//! drives it. The domain is a journal of pet rocks.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{NaiveDate, NaiveDateTime, NaiveTime};
use serde_json::json;

use crate::agents::*;
use crate::model::*;

use super::*;

/// When every test takes place.
pub(crate) fn now() -> NaiveDateTime {
    let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    day.and_hms_opt(10, 30, 0).unwrap()
}

pub(crate) fn entry(id: &str, raw: &str) -> Entry {
    let day = NaiveDate::parse_from_str(&id[..8], "%Y%m%d").unwrap();
    Entry {
        id: EntryId(id.into()),
        date: day,
        time: NaiveTime::from_hms_opt(9, 0, 0),
        kind: EntryKind::Note,
        raw: raw.into(),
        payload: None,
        parsed: None,
        source: "raw.md".into(),
    }
}

/// An entry that was read before.
pub(crate) fn understood(id: &str, raw: &str) -> Entry {
    Entry {
        parsed: Some(Parsed {
            domain_data: parse().domain_data.into(),
            confidence: 0.9,
            engine: "builtin".into(),
            ..Parsed::default()
        }),
        ..entry(id, raw)
    }
}

pub(crate) fn fact(measure: &str, value: f64) -> Fact {
    Fact {
        unit: Some("g".into()),
        date: NaiveDate::from_ymd_opt(2026, 11, 20),
        entries: vec![EntryId("20261120-0900".into())],
        sample: 1,
        ..Fact::new(
            FactKind::Best(Quantity::Measure(measure.into())),
            "pet-rock",
            "Granite",
            FactValue::Number(value),
        )
    }
}

pub(crate) fn routed(kind: InputType) -> RouterOutput {
    RouterOutput {
        input_type: kind,
        selected_domains: vec!["rocks".into()],
        domain_selection_reasoning: "it names a rock".into(),
        log_portion: None,
        query_portion: None,
        correction_target: None,
        confidence: 0.9,
        reasoning: String::new(),
    }
}

pub(crate) fn sub_query(id: u32, question: &str) -> SubQuery {
    SubQuery {
        retrieval: vec![RetrievalInstruction {
            terms: vec!["Granite".into()],
            ..Default::default()
        }],
        ..SubQuery::new(id, question, Intent::default(), QueryType::Simple)
    }
}

pub(crate) fn plan(action: NextAction) -> PlannerOutput {
    PlannerOutput {
        query_type: QueryType::Simple,
        sub_queries: vec![sub_query(1, "how shiny is it?")],
        dependencies: Vec::new(),
        execution_strategy: DependencyType::Independent,
        execution_order: vec![1],
        gaps_status: Vec::new(),
        domain_expansion_request: Vec::new(),
        expansion_reasoning: None,
        clarify_questions: Vec::new(),
        clarify_changes: None,
        reasoning: "read the notes".into(),
        confidence: 1.0,
        intent: Box::default(),
        next_action: action,
    }
}

pub(crate) fn expand(domains: &[&str]) -> PlannerOutput {
    PlannerOutput {
        domain_expansion_request: domains.iter().map(|d| (*d).into()).collect(),
        ..plan(NextAction::ExpandDomain)
    }
}

pub(crate) fn gap(kind: GapType) -> Gap {
    Gap {
        description: format!("missing: {kind:?}"),
        gap_type: kind,
        severity: Severity::Critical,
        searched: false,
        found: false,
        outside_current_expertise: false,
        suspected_domain: None,
        missing: None,
    }
}

pub(crate) fn outside(domain: &str, kind: GapType) -> Gap {
    Gap {
        outside_current_expertise: true,
        suspected_domain: Some(domain.into()),
        missing: None,
        ..gap(kind)
    }
}

pub(crate) fn analysis(verdict: Sufficiency, gaps: Vec<Gap>) -> AnalyzerOutput {
    AnalyzerOutput {
        query_intent: "its shine".into(),
        findings: vec![Finding {
            name: "shine".into(),
            claim: "it shines".into(),
            evidence: vec![EntryId("20261120-0900".into())],
            facts: vec![0],
            confidence: Confidence::High,
        }],
        patterns_identified: Vec::new(),
        gaps_identified: gaps,
        verdict_reasoning: "because".into(),
        verdict,
    }
}

pub(crate) fn enough() -> AnalyzerOutput {
    analysis(Sufficiency::Sufficient, Vec::new())
}

pub(crate) fn too_little(gaps: Vec<Gap>) -> AnalyzerOutput {
    analysis(Sufficiency::Insufficient, gaps)
}

pub(crate) fn draft(text: &str) -> SynthesizerOutput {
    SynthesizerOutput {
        response: text.into(),
        key_points: Vec::new(),
        evidence_cited: vec![EntryId("20261120-0900".into())],
        gaps_disclosed: Vec::new(),
        confidence: Confidence::High,
    }
}

pub(crate) fn judged(failed: &[Dimension], ungrounded: &[&str]) -> EvaluatorOutput {
    let verdict = if failed.is_empty() && ungrounded.is_empty() {
        Verdict::Pass
    } else {
        Verdict::Fail
    };
    EvaluatorOutput {
        dimensions: failed
            .iter()
            .map(|&dimension| EvaluationDimension {
                dimension,
                issues: vec!["bad".into()],
                reasoning: "it is".into(),
                verdict: Verdict::Fail,
            })
            .collect(),
        feedback: failed
            .iter()
            .map(|d| EvaluationFeedback {
                issue: format!("{d:?} is bad"),
                suggestion: format!("mend {d:?}"),
                affected_claim: None,
            })
            .collect(),
        ungrounded: ungrounded.iter().map(|w| (*w).into()).collect(),
        recommendation: Recommendation::Accept,
        overall_verdict: verdict,
    }
}

pub(crate) fn questions(questions: &[&str]) -> ClarifierOutput {
    ClarifierOutput {
        context_explanation: "the notes do not say".into(),
        questions: questions
            .iter()
            .map(|q| Question {
                id: "x".into(),
                question: (*q).into(),
                gap_addressed: format!("what {q} is about"),
                options: None,
                changes: None,
                required: true,
            })
            .collect(),
        fallback_action: "answer without".into(),
    }
}

pub(crate) fn parse() -> ParserOutput {
    ParserOutput {
        date: now().date(),
        tags: Vec::new(),
        domain_data: json!({"rocks": {"polished": [{"name": "Granite", "minutes": 10}]}})
            .as_object()
            .unwrap()
            .clone(),
        uncertain_fields: Vec::new(),
        extraction_notes: Vec::new(),
        target_entry_id: None,
        target_candidates: Vec::new(),
        correction_delta: Vec::new(),
        confidence: 0.9,
        set_aside: Vec::new(),
        held_back: Vec::new(),
        unread: Vec::new(),
        engine: None,
    }
}

/// The note of [`parse`] with other minutes.
pub(crate) fn thirty_minutes() -> ParserOutput {
    ParserOutput {
        domain_data: json!({"rocks": {"polished": [{"name": "Granite", "minutes": 30}]}})
            .as_object()
            .unwrap()
            .clone(),
        ..parse()
    }
}

pub(crate) fn correction(targets: &[&str]) -> ParserOutput {
    let ids: Vec<_> = targets.iter().map(|t| EntryId((*t).into())).collect();
    ParserOutput {
        target_entry_id: ids.first().filter(|_| ids.len() == 1).cloned(),
        target_candidates: ids,
        correction_delta: vec![CorrectionDelta {
            path: "rocks.polished[0].minutes".into(),
            before: json!(10),
            after: json!(20),
        }],
        ..parse()
    }
}

/// What agents and user say, one after the other; the last of each list is said again for ever.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub routed: RouterOutput,
    /// What the router says of one text after the other, where it is asked more than once.
    pub routes: Vec<RouterOutput>,
    pub plans: Vec<PlannerOutput>,
    /// Per part; those of other parts take those of part 0.
    pub analyses: BTreeMap<u32, Vec<AnalyzerOutput>>,
    pub drafts: Vec<SynthesizerOutput>,
    pub judgements: Vec<EvaluatorOutput>,
    pub questions: Vec<ClarifierOutput>,
    pub parses: Vec<ParserOutput>,
    pub observed: ObserverOutput,
    pub replies: Vec<fn(&Ask) -> Reply>,
    /// Names of steps that fail.
    pub failing: BTreeSet<&'static str>,
    /// What stands in their way.
    pub obstacle: Obstacle,
    /// Domains whose folder is broken.
    pub broken: BTreeSet<&'static str>,
    pub recent: Vec<Entry>,
    pub facts: Vec<Fact>,
    said: BTreeMap<String, usize>,
    /// Every step that was done, in the order it was done.
    pub done: Vec<StepKind>,
}

impl Script {
    pub(crate) fn new(kind: InputType) -> Self {
        Self {
            routed: routed(kind),
            routes: Vec::new(),
            plans: vec![plan(NextAction::Retrieve)],
            analyses: BTreeMap::from([(0, vec![enough()])]),
            drafts: vec![draft("It shines.")],
            judgements: vec![judged(&[], &[])],
            questions: vec![questions(&["how heavy?"])],
            parses: vec![parse()],
            observed: ObserverOutput::default(),
            replies: vec![|_| Reply::decline()],
            failing: BTreeSet::new(),
            obstacle: Obstacle::Unknown,
            broken: BTreeSet::new(),
            recent: vec![
                understood("20261120-0900", "granite polished 10 minutes"),
                understood("20261120-0930", "basalt polished 10 minutes"),
            ],
            facts: vec![fact("mass", 80.0)],
            said: BTreeMap::new(),
            done: Vec::new(),
        }
    }

    fn turn(&mut self, of: &str) -> usize {
        let turn = self.said.entry(of.into()).or_default();
        *turn += 1;
        *turn - 1
    }

    fn pick<T: Clone>(list: &[T], turn: usize) -> T {
        list[turn.min(list.len() - 1)].clone()
    }

    /// Does a step.
    pub(crate) fn act(&mut self, step: &StepKind) -> Event {
        self.done.push(step.clone());
        if self.failing.contains(step.name()) {
            return Event::Failed {
                reason: format!("{} is broken", step.name()),
                obstacle: self.obstacle,
            };
        }
        let turn = self.turn(
            match step {
                StepKind::Call {
                    call: AgentCall::Analyze(input),
                    ..
                } => format!("analyzer {}", input.sub_query.id),
                step => step.name().to_owned(),
            }
            .as_str(),
        );
        match step {
            StepKind::Append(note) => {
                let tail = ["", "-b", "-c", "-d"][turn.min(3)];
                let mut made = entry(
                    &format!("{}-1030{tail}", note.date.format("%Y%m%d")),
                    &note.raw,
                );
                made.kind = note.kind;
                made.payload.clone_from(&note.payload);
                Event::Appended(made)
            }
            StepKind::ReadRecent { .. } => Event::Recent(self.recent.clone()),
            StepKind::ReadGlobalContext => Event::GlobalContext("- unit: g".into()),
            StepKind::BuildContext { domains } => {
                let (bad, mut loaded): (Vec<String>, Vec<String>) = domains
                    .iter()
                    .cloned()
                    .partition(|d| self.broken.contains(d.as_str()));
                if !loaded.contains(&"base".to_owned()) {
                    loaded.insert(0, "base".into());
                }
                let problems = bad.iter().map(|d| format!("{d} is broken")).collect();
                Event::ContextBuilt { loaded, problems }
            }
            StepKind::Ask(ask) => Event::Replied(Self::pick(&self.replies, turn)(ask)),
            StepKind::Call { call, .. } => Event::Agent(self.call(call, turn)),
            _ => Event::Done,
        }
    }

    fn call(&self, call: &AgentCall, turn: usize) -> AgentOutput {
        match call {
            AgentCall::Route(_) if !self.routes.is_empty() => {
                AgentOutput::Route(Self::pick(&self.routes, turn))
            }
            AgentCall::Route(_) => AgentOutput::Route(self.routed.clone()),
            AgentCall::Plan(_) => AgentOutput::Plan(Self::pick(&self.plans, turn)),
            AgentCall::Retrieve(input) => AgentOutput::Retrieve(RetrieverOutput {
                entries: self.recent.clone(),
                facts: self.facts.clone(),
                attempts: vec![RetrievalAttempt {
                    attempt: input.attempts_before + 1,
                    sub_query: input.sub_query.id,
                    instruction: RetrievalInstruction::default(),
                    entries_found: self.recent.len(),
                    summary: "all of it".into(),
                }],
                total_entries_found: self.recent.len(),
                date_range_covered: None,
                nearest: None,
                warnings: Vec::new(),
                claims: Vec::new(),
                said: vec!["Your best Granite is 80 g, on 2026-11-20.".into()],
                truncated: false,
            }),
            AgentCall::Analyze(input) => {
                let own = self.analyses.get(&input.sub_query.id);
                let list = own.unwrap_or_else(|| &self.analyses[&0]);
                AgentOutput::Analyze(Self::pick(list, turn))
            }
            AgentCall::Synthesize(_) => AgentOutput::Synthesize(Self::pick(&self.drafts, turn)),
            AgentCall::Evaluate(_) => AgentOutput::Evaluate(Self::pick(&self.judgements, turn)),
            AgentCall::Clarify(_) => AgentOutput::Clarify(Self::pick(&self.questions, turn)),
            AgentCall::Parse(_) => AgentOutput::Parse(Self::pick(&self.parses, turn)),
            AgentCall::Observe(_) => AgentOutput::Observe(self.observed.clone()),
        }
    }

    /// Names of the steps done, in order.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.done.iter().map(StepKind::name).collect()
    }

    /// The inputs an agent got.
    pub(crate) fn calls<T>(&self, of: impl Fn(&AgentCall) -> Option<T>) -> Vec<T> {
        let calls = self.done.iter().filter_map(|s| match s {
            StepKind::Call { call, .. } => of(call),
            _ => None,
        });
        calls.collect()
    }
}

pub(crate) fn input(text: &str) -> RunInput {
    let available = ["base", "rocks", "plants", "weather"];
    RunInput::new(text, available.map(String::from).to_vec())
}

pub(crate) fn start_with(input: RunInput, settings: RunSettings) -> Run {
    Run::start(RunId("run".into()), input, settings).unwrap()
}

pub(crate) fn start(text: &str) -> Run {
    start_with(input(text), RunSettings::at(now()))
}

/// Does all steps of each set in their order until the run is over.
/// A run that shows what it understood before it stays.
pub(crate) fn start_shown(text: &str) -> Run {
    let settings = RunSettings {
        approval: ApprovalPolicy::Always,
        ..RunSettings::at(now())
    };
    start_with(input(text), settings)
}

fn decide(ask: &Ask, decision: impl FnOnce(String) -> Decision) -> Reply {
    let preview = ask.preview.as_ref().map(|p| p.id.clone());
    preview.map_or_else(Reply::decline, |p| Reply::decide(decision(p)))
}

pub(crate) fn approve(ask: &Ask) -> Reply {
    decide(ask, |preview| Decision::Approve { preview })
}

pub(crate) fn reject(ask: &Ask) -> Reply {
    decide(ask, |preview| Decision::Reject { preview })
}

pub(crate) fn refine(ask: &Ask, words: &str) -> Reply {
    decide(ask, |preview| Decision::Refine {
        preview,
        feedback: words.into(),
    })
}

pub(crate) fn finish(run: &mut Run, script: &mut Script) -> RunReport {
    drive(run, script, |_| true)
}

/// Does steps until the run is over or waits for the user.
pub(crate) fn until_asked(run: &mut Run, script: &mut Script) -> RunReport {
    drive(run, script, |step| !matches!(step, StepKind::Ask(_)))
}

fn drive(run: &mut Run, script: &mut Script, may: impl Fn(&StepKind) -> bool) -> RunReport {
    for _ in 0..500 {
        let steps = run.next();
        if steps.is_empty() || !steps.iter().all(|s| may(&s.kind)) {
            return run.report();
        }
        for step in steps {
            let event = script.act(&step.kind);
            run.feed(step.id, event).unwrap();
        }
    }
    panic!("the run does not end: {:#?}", run.report().trace);
}

/// The names of the states on a report's path.
pub(crate) fn path(report: &RunReport) -> String {
    let names: Vec<_> = report.path.iter().map(|s| s.name()).collect();
    names.join(" ")
}
