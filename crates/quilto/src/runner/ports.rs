//! What a runner needs of the world besides agents and store.

use crate::machine::{Ask, MachineError, Reply, Shown, StepId};

/// The user of a run: a terminal, a page, a test. Called between steps, so it may take its time.
pub trait UserPort: Send + Sync {
    /// Asks everything that is open. `refused` says why the reply before did not fit. `None` means
    /// that nobody is there: the run is left waiting and can be resumed.
    fn ask(&self, ask: &Ask, refused: Option<&MachineError>) -> Option<Reply>;

    /// Shows what became of a note, or the answer, as soon as it is known.
    fn show(&self, shown: &Shown) {
        let _ = shown;
    }

    /// Hears of every step that begins.
    fn progress(&self, progress: &Progress) {
        let _ = progress;
    }
}

/// Nobody to ask and nobody to show anything to: the report says it all.
#[derive(Clone, Copy, Debug, Default)]
pub struct NobodyThere;

impl UserPort for NobodyThere {
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
