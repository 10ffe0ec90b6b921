use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex};
use std::task::{Context, Waker};
use std::time::Duration;

use super::*;
use crate::agents::*;
use crate::domain::DomainSource;
use crate::machine::testing::*;
use crate::machine::*;
use crate::model::*;
use crate::storage::{LogStore, MemoryStore, NewEntry, RunStore};

/// Agents that follow a script; the retriever really reads the store.
struct Scripted<'s> {
    script: Mutex<Script>,
    store: &'s MemoryStore,
    /// Calls that never come back.
    hangs_at: Option<&'static str>,
    /// Calls that break down.
    panics_at: Option<&'static str>,
    /// Calls that work on and on.
    works_on_at: Option<&'static str>,
    /// Both parser and planner wait until the other was called too.
    meet: Option<tokio::sync::Barrier>,
}

impl<'s> Scripted<'s> {
    fn new(script: Script, store: &'s MemoryStore) -> Self {
        Self {
            script: Mutex::new(script),
            store,
            hangs_at: None,
            panics_at: None,
            works_on_at: None,
            meet: None,
        }
    }

    fn script(&self) -> Script {
        self.script.lock().unwrap().clone()
    }

    async fn say(&self, call: AgentCall) -> Result<AgentOutput, AgentError> {
        let agent = call.name();
        if self.hangs_at == Some(agent) {
            std::future::pending::<()>().await;
        }
        assert!(self.panics_at != Some(agent), "{agent} broke down");
        while self.works_on_at == Some(agent) {
            quilto_text::time_limit::check();
        }
        if let Some(meet) = self
            .meet
            .as_ref()
            .filter(|_| ["parser", "planner"].contains(&agent))
        {
            meet.wait().await;
        }
        let step = StepKind::Call {
            call,
            domains: Vec::new(),
        };
        let event = self.script.lock().unwrap().act(&step);
        match event {
            Event::Agent(output) => Ok(output),
            _ => Err(AgentError::Failed {
                agent,
                reason: "as the script says".into(),
            }),
        }
    }
}

macro_rules! says {
    ($($method:ident $input:ident $output:ident $variant:ident;)*) => {$(
        async fn $method(&self, _: &AgentContext, input: &$input) -> Result<$output, AgentError> {
            match self.say(AgentCall::$variant(input.clone())).await? {
                AgentOutput::$variant(output) => Ok(output),
                other => panic!("{}", other.name()),
            }
        }
    )*};
}

impl Agents for Scripted<'_> {
    says! {
        route RouterInput RouterOutput Route;
        plan PlannerInput PlannerOutput Plan;
        analyze AnalyzerInput AnalyzerOutput Analyze;
        synthesize SynthesizerInput SynthesizerOutput Synthesize;
        evaluate EvaluatorInput EvaluatorOutput Evaluate;
        clarify ClarifierInput ClarifierOutput Clarify;
        parse ParserInput ParserOutput Parse;
        observe ObserverInput ObserverOutput Observe;
    }

    async fn retrieve(
        &self,
        _: &AgentContext,
        input: &RetrieverInput,
    ) -> Result<RetrieverOutput, AgentError> {
        let AgentOutput::Retrieve(mut output) =
            self.say(AgentCall::Retrieve(input.clone())).await?
        else {
            panic!("the script answers a retriever's call");
        };
        output.entries = self.store.recent(now().date(), 100).unwrap();
        Ok(output)
    }
}

static ROCKS: LazyLock<DomainSet> = LazyLock::new(|| {
    let domain = |name: &str, base: bool| DomainSource {
        origin: name.to_owned(),
        files: vec![(
            "domain.yaml".into(),
            format!("name: {name}\ndescription: all about {name}\nbase: {base}\n").into(),
        )],
    };
    let (set, errors) = DomainSet::new([domain("base", true), domain("rocks", false)]);
    assert!(errors.is_empty(), "{errors:?}");
    set
});

/// A user who says what was written down for them and remembers what was shown.
#[derive(Default)]
struct User {
    replies: Mutex<Vec<Reply>>,
    seen: Mutex<Vec<String>>,
}

impl User {
    fn saying(replies: Vec<Reply>) -> Self {
        Self {
            replies: Mutex::new(replies),
            seen: Mutex::default(),
        }
    }

    fn saw(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }
}

impl UserPort for User {
    fn ask(&self, _ask: &Ask, refused: Option<&MachineError>) -> Option<Reply> {
        if let Some(error) = refused {
            self.seen.lock().unwrap().push(error.to_string());
        }
        let mut replies = self.replies.lock().unwrap();
        (!replies.is_empty()).then(|| replies.remove(0))
    }

    fn show(&self, shown: &Delivery) {
        let text = match shown {
            Delivery::Logged(logged) => format!("logged {}", logged.entry.is_some()),
            Delivery::Answer { answer, .. } => answer.text.clone(),
        };
        self.seen.lock().unwrap().push(text);
    }
}

fn wait_for<T>(future: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.build().unwrap().block_on(future)
}

const BOTH: &str = "granite washed. does it shine?";

fn both() -> Script {
    let mut script = Script::new(InputType::Both);
    script.routed.log_portion = Some("granite washed.".into());
    script.routed.query_portion = Some("does it shine?".into());
    script
}

fn all(store: &MemoryStore) -> Vec<Entry> {
    store.recent(now().date(), 100).unwrap()
}

#[test]
fn a_note_and_its_question_the_answer_sees_the_note_and_is_shown_after_it() {
    let store = MemoryStore::new();
    let agents = Scripted::new(both(), &store);
    let user = User::default();
    let runner = Runner::new(&agents, &store, &ROCKS, &user);
    let report = wait_for(runner.run(start(BOTH))).unwrap();
    assert_eq!(report.status, Status::Answered);
    assert_eq!(user.saw(), ["logged true", "It shines."]);
    let entries = all(&store);
    assert_eq!(entries[0].raw, "granite washed.");
    assert!(entries[0].parsed.is_some());
    let seen = agents.script().calls(|c| match c {
        AgentCall::Analyze(i) => Some(i.entries.clone()),
        _ => None,
    });
    assert_eq!(seen[0], entries);
    assert!(store.spooled().unwrap().is_empty());
    assert_eq!(report.model_calls(), 0);
}

#[test]
fn agents_of_both_lanes_are_called_side_by_side() {
    let store = MemoryStore::new();
    let mut agents = Scripted::new(both(), &store);
    agents.meet = Some(tokio::sync::Barrier::new(2));
    let runner = Runner::new(&agents, &store, &ROCKS, &NoUser);
    let report = wait_for(runner.run(start(BOTH))).unwrap();
    assert_eq!(report.status, Status::Answered);
}

#[test]
fn a_failing_agent_costs_only_its_part() {
    let store = MemoryStore::new();
    let mut script = both();
    script.failing.insert("planner");
    let agents = Scripted::new(script, &store);
    let runner = Runner::new(&agents, &store, &ROCKS, &NoUser);
    let report = wait_for(runner.run(start(BOTH))).unwrap();
    assert_eq!(report.status, Status::Partial);
    let told = &report.problems;
    assert!(matches!(&told[..], [Problem::Unplanned(_)]), "{told:?}");
    assert!(all(&store)[0].parsed.is_some());
}

#[test]
fn a_call_that_breaks_down_costs_only_its_part_and_is_said() {
    for breaks in ["parser", "retriever"] {
        let store = MemoryStore::new();
        let mut agents = Scripted::new(both(), &store);
        agents.panics_at = Some(breaks);
        let runner = Runner::new(&agents, &store, &ROCKS, &NoUser);
        let report = wait_for(runner.run(start(BOTH))).unwrap();
        assert!(report.answer.is_some(), "{breaks}");
        let noted = &all(&store)[0];
        assert_eq!(noted.raw, "granite washed.", "{breaks}");
        assert_eq!(noted.parsed.is_some(), breaks == "retriever");
        let logged = report
            .logged
            .map(|logged| logged.problems)
            .unwrap_or_default();
        let told = format!("{logged:?} {:?}", report.problems);
        assert!(told.contains(&format!("{breaks} broke down")), "{told}");
    }
}

/// A clock on which each look takes a second.
fn ticks() -> Duration {
    static SECONDS: AtomicU64 = AtomicU64::new(0);
    Duration::from_secs(SECONDS.fetch_add(1, Ordering::Relaxed))
}

#[test]
fn a_call_that_works_on_and_on_is_ended_and_costs_only_its_part() {
    for works_on in ["parser", "retriever"] {
        let store = MemoryStore::new();
        let mut agents = Scripted::new(both(), &store);
        agents.works_on_at = Some(works_on);
        let runner = Runner::new(&agents, &store, &ROCKS, &NoUser);
        let runner = runner.with_call_limit(Duration::from_secs(2), ticks);
        let report = wait_for(runner.run(start(BOTH))).unwrap();
        let noted = &all(&store)[0];
        assert_eq!(noted.raw, "granite washed.", "{works_on}");
        let logged = report.logged.map(|logged| logged.problems);
        let told = format!("{logged:?} {:?}", report.problems);
        assert!(told.contains("took too long, and was ended"), "{told}");
    }
}

#[test]
fn what_was_learned_is_written_into_the_global_context_once() {
    let store = MemoryStore::new();
    let mut script = Script::new(InputType::Log);
    script.observed = ObserverOutput {
        insights_captured: Vec::new(),
        updates: vec![ContextUpdate {
            category: ContextCategory::Preference,
            key: "unit".into(),
            value: "g".into(),
            source: "a note".into(),
            confidence: Certainty::Certain,
        }],
        should_update: true,
    };
    for _ in 0..2 {
        let agents = Scripted::new(script.clone(), &store);
        let runner = Runner::new(&agents, &store, &ROCKS, &NoUser);
        wait_for(runner.run(start("granite 80 g"))).unwrap();
    }
    let context = store.global_context().unwrap();
    assert!(context.contains("version: 1\n"), "{context}");
    assert!(context.contains("- unit: g (certain; a note; 2026-11-21)"));
}

fn noted(store: &MemoryStore, raw: &str) -> EntryId {
    let mut entries = store
        .append(vec![NewEntry {
            date: now().date(),
            time: now().time(),
            kind: EntryKind::Note,
            raw: raw.into(),
            payload: None,
            parsed: understood("20261121-0900", raw).parsed,
        }])
        .unwrap();
    entries.remove(0).id
}

fn decide(verdict: fn(String) -> Decision) -> Vec<Reply> {
    vec![Reply::decide(verdict("p1".into()))]
}

#[test]
fn an_approved_correction_changes_the_parse_and_history_keeps_both() {
    let store = MemoryStore::new();
    let target = noted(&store, "granite polished 10 minutes");
    let mut script = Script::new(InputType::Correction);
    script.parses = vec![correction(&[&target.0])];
    let agents = Scripted::new(script, &store);
    let user = User::saying(decide(|preview| Decision::Approve { preview }));
    let runner = Runner::new(&agents, &store, &ROCKS, &user);
    let report = wait_for(runner.run(start("granite was 20"))).unwrap();
    assert_eq!(report.status, Status::Logged);
    let entries = all(&store);
    assert_eq!(entries.len(), 1);
    let data = &entries[0].parsed.as_ref().unwrap().domain_data;
    assert_eq!(data["rocks"]["polished"][0]["minutes"], 20);
    let kinds = store.sections(&DateRange::day(now().date())).unwrap();
    let kinds: Vec<_> = kinds.iter().map(|e| e.kind).collect();
    assert_eq!(kinds, [EntryKind::Note, EntryKind::Correction]);
}

#[test]
fn a_rejected_note_is_out_of_the_log_and_its_words_stay_on_disk() {
    let store = MemoryStore::new();
    let agents = Scripted::new(Script::new(InputType::Log), &store);
    let user = User::saying(decide(|preview| Decision::Reject { preview }));
    let mut settings = RunSettings::at(now());
    settings.approval = ApprovalPolicy::Always;
    let runner = Runner::new(&agents, &store, &ROCKS, &user);
    let report = wait_for(runner.run(start_with(input("granite?"), settings))).unwrap();
    assert_eq!(report.status, Status::Rejected);
    assert!(all(&store).is_empty());
    let sections = store.sections(&DateRange::day(now().date())).unwrap();
    assert_eq!(sections[0].raw, "granite?");
}

fn asking() -> Script {
    let mut script = Script::new(InputType::Query);
    script.plans = vec![plan(NextAction::Clarify)];
    script
}

#[test]
fn a_reply_that_does_not_fit_is_asked_for_again_with_the_reason() {
    let store = MemoryStore::new();
    let agents = Scripted::new(asking(), &store);
    let user = User::saying(vec![Reply::answer("q7", "x"), Reply::answer("q1", "80 g")]);
    let runner = Runner::new(&agents, &store, &ROCKS, &user);
    let report = wait_for(runner.run(start("well?"))).unwrap();
    assert_eq!(report.status, Status::Answered);
    assert_eq!(user.saw()[0], "no question \"q7\" is open");
}

#[test]
fn with_nobody_there_the_run_waits_and_is_resumed_elsewhere_without_repeating_a_step() {
    let store = MemoryStore::new();
    let checkpoints = Checkpoints::new(&store);
    let agents = Scripted::new(asking(), &store);
    let runner = Runner::new(&agents, &store, &ROCKS, &NoUser).with_checkpoints(checkpoints);
    let report = wait_for(runner.run(start("is granite well?"))).unwrap();
    assert_eq!(report.status, Status::WaitingForUser);
    assert!(report.problems.is_empty());
    let before = agents.script().done.len();

    let (claim, run) = checkpoints.claim(&report.run_id).unwrap();
    let wrong = wait_for(runner.resume(claim, run, Some(Reply::answer("q7", "x"))));
    assert!(matches!(wrong, Err(RunnerError::Reply(_))));
    let (claim, run) = checkpoints.claim(&report.run_id).unwrap();
    let report = wait_for(runner.resume(claim, run, Some(Reply::answer("q1", "80 g")))).unwrap();
    assert_eq!(report.status, Status::Answered);
    let after = &agents.script().names()[before..];
    assert_eq!(after, ["analyzer", "synthesizer", "evaluator", "observer"]);
    assert!(
        checkpoints.list().unwrap().is_empty(),
        "a finished session is gone"
    );
}

/// Whether a run stops at something that never comes. It gives way between its steps, of which it has
/// fewer than this.
fn goes_no_further<T>(mut run: Pin<&mut impl Future<Output = T>>) -> bool {
    const STEPS: usize = 500;
    let mut cx = Context::from_waker(Waker::noop());
    (0..STEPS).all(|_| run.as_mut().poll(&mut cx).is_pending())
}

#[test]
fn a_run_gives_way_between_its_steps() {
    let store = MemoryStore::new();
    let agents = Scripted::new(both(), &store);
    let runner = Runner::new(&agents, &store, &ROCKS, &NoUser);
    let mut run = Box::pin(runner.run(start(BOTH)));
    let mut cx = Context::from_waker(Waker::noop());
    let mut done = Vec::new();
    while run.as_mut().poll(&mut cx).is_pending() {
        done.push(agents.script().done.len());
    }
    let calls = agents.script().done.len();
    let seen = |count: usize| done.contains(&count);
    assert!((0..=calls).all(seen), "after each call: {done:?}");
}

#[test]
fn a_process_that_dies_at_any_call_leaves_a_run_that_can_go_on() {
    let calls = [
        "router",
        "parser",
        "planner",
        "retriever",
        "analyzer",
        "synthesizer",
        "evaluator",
        "observer",
    ];
    for call in calls {
        let store = MemoryStore::new();
        let checkpoints = Checkpoints::new(&store);
        let mut agents = Scripted::new(both(), &store);
        agents.hangs_at = Some(call);
        {
            let runner = Runner::new(&agents, &store, &ROCKS, &NoUser)
                .with_checkpoints(checkpoints)
                .checkpoint_every_step();
            let mut run = Box::pin(runner.run(start(BOTH)));
            assert!(goes_no_further(run.as_mut()), "{call}");
        }
        let waiting = checkpoints.list().unwrap();
        assert_eq!(waiting.len(), 1, "{call}");
        let (claim, run) = checkpoints.claim(&waiting[0].id).unwrap();
        let agents = Scripted::new(both(), &store);
        let runner = Runner::new(&agents, &store, &ROCKS, &NoUser).with_checkpoints(checkpoints);
        let report = wait_for(runner.resume(claim, run, None)).unwrap();
        assert_eq!(report.status, Status::Answered, "{call}");
        assert_eq!(all(&store).len(), 1, "{call}: the note is there once");
        assert!(checkpoints.list().unwrap().is_empty(), "{call}");
    }
}

#[test]
fn a_process_that_dies_after_an_answer_was_logged_does_not_log_it_twice() {
    let script = || {
        let mut script = asking();
        script.routes = vec![routed(InputType::Query), routed(InputType::Log)];
        script
    };
    for call in ["parser", "retriever", "synthesizer", "observer"] {
        let store = MemoryStore::new();
        let checkpoints = Checkpoints::new(&store);
        let mut agents = Scripted::new(script(), &store);
        let report = {
            let runner = Runner::new(&agents, &store, &ROCKS, &NoUser);
            let runner = runner.with_checkpoints(checkpoints);
            wait_for(runner.run(start("does granite shine?"))).unwrap()
        };
        agents.hangs_at = Some(call);
        {
            let runner = Runner::new(&agents, &store, &ROCKS, &NoUser);
            let (claim, run) = checkpoints.claim(&report.run_id).unwrap();
            let note = Reply::answer("q1", "granite washed on friday");
            let mut run = Box::pin(runner.resume(claim, run, Some(note)));
            assert!(goes_no_further(run.as_mut()), "{call}");
        }
        let mut again = script();
        again.routes.remove(0);
        again.plans.clear();
        let agents = Scripted::new(again, &store);
        let runner = Runner::new(&agents, &store, &ROCKS, &NoUser);
        let (claim, run) = checkpoints.claim(&report.run_id).unwrap();
        let report = wait_for(runner.resume(claim, run, None)).unwrap();
        assert_eq!(report.status, Status::Answered, "{call}");
        let days = DateRange::new(now().date() - chrono::Days::new(7), now().date());
        let noted = store.entries_by_date_range(&days).unwrap();
        assert_eq!(noted.len(), 1, "{call}: {noted:?}");
        assert!(noted[0].parsed.is_some(), "{call}");
    }
}

#[test]
fn a_section_that_was_written_but_not_recorded_is_found_and_not_written_again() {
    let store = MemoryStore::new();
    let checkpoints = Checkpoints::new(&store);
    let mut script = Script::new(InputType::Log);
    let mut run = start("granite washed");
    while !run.pending().any(|s| matches!(s.kind, StepKind::Append(_))) {
        for step in run.next() {
            let event = script.act(&step.kind);
            run.feed(step.id, event).unwrap();
        }
    }
    // The process wrote the section and died before it could record that.
    noted(&store, "granite washed");
    let claim = checkpoints.begin(run.id()).unwrap();
    let agents = Scripted::new(Script::new(InputType::Log), &store);
    let runner = Runner::new(&agents, &store, &ROCKS, &NoUser);
    let report = wait_for(runner.resume(claim, run, None)).unwrap();
    assert_eq!(report.status, Status::Logged);
    assert_eq!(all(&store).len(), 1);
}

#[test]
fn a_run_future_can_be_sent_to_another_thread() {
    fn sendable<T: Send>(value: T) -> T {
        value
    }
    let store = MemoryStore::new();
    let agents = Scripted::new(Script::new(InputType::Log), &store);
    let runner = Runner::new(&agents, &store, &ROCKS, &NoUser);
    let report = wait_for(sendable(runner.run(start("granite")))).unwrap();
    assert_eq!(report.status, Status::Logged);
}
