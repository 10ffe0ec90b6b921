//! What a runner needs of the world besides agents and store.

use crate::machine::{Ask, Delivery, MachineError, Reply, StepId};

/// The user of a run: a terminal, a page, a test. Called between steps, so it may take its time.
///
/// One that approves what it is shown:
///
/// ```
/// use std::sync::Arc;
///
/// use quilto::domain::{DomainSet, DomainSource};
/// use quilto::engine::builtin::BuiltinAgents;
/// use quilto::machine::{
///     ApprovalPolicy, Ask, Decision, MachineError, Reply, Run, RunInput, RunSettings, Status,
/// };
/// use quilto::model::RunId;
/// use quilto::runner::{Runner, UserPort};
/// use quilto::storage::MemoryStore;
///
/// struct Agrees;
///
/// impl UserPort for Agrees {
///     fn ask(&self, ask: &Ask, _refused: Option<&MachineError>) -> Option<Reply> {
///         let preview = ask.preview.as_ref()?.id.clone();
///         Some(Reply::decide(Decision::Approve { preview }))
///     }
/// }
///
/// # let rocks = DomainSource::embedded("rocks", &[
/// #     ("domain.yaml", "{name: rocks, description: pet rocks and how long they were polished}"),
/// #     ("vocabulary.yaml", "terms: [{name: Granite, kind: rock, aliases: [granite]}]"),
/// #     ("notation.yaml", "
/// #         list: rocks
/// #         item: {kinds: [rock], name: name, rows: rounds}
/// #         slots: [{name: minutes, role: amount, dimension: duration, store: min}]"),
/// # ]);
/// # let domains = Arc::new(DomainSet::new([rocks]).0);
/// let store = Arc::new(MemoryStore::new());
/// let agents = BuiltinAgents::new(Arc::clone(&store), Arc::clone(&domains));
/// let runner = Runner::new(&agents, &*store, &domains, &Agrees);
/// let mut settings = RunSettings::at("2026-11-21T18:00:00".parse()?);
/// settings.approval = ApprovalPolicy::Always;
/// let input = RunInput::new("granite 20 minutes", vec!["rocks".into()]);
/// let run = Run::start(RunId("1".into()), input, settings)?;
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// let report = runner.run(run).await?;
/// assert_eq!(report.status, Status::Logged);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait UserPort: Send + Sync {
    /// Asks everything that is open. `refused` says why the reply before did not fit. `None` means
    /// that nobody is there: the run is left waiting and can be resumed.
    fn ask(&self, ask: &Ask, refused: Option<&MachineError>) -> Option<Reply>;

    /// Shows what became of a note, or the answer, as soon as it is known.
    fn show(&self, shown: &Delivery) {
        let _ = shown;
    }

    /// Hears of every step that begins.
    fn progress(&self, progress: &Progress) {
        let _ = progress;
    }
}

/// Nobody to ask and nobody to show anything to: the report says it all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoUser;

impl UserPort for NoUser {
    fn ask(&self, _ask: &Ask, _refused: Option<&MachineError>) -> Option<Reply> {
        None
    }
}

/// A step that begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The step.
    pub step: StepId,
    /// What it is (`planner`, `append`).
    pub what: &'static str,
    /// Tokens that models used for the run so far; zero without a model.
    pub tokens: u64,
}
