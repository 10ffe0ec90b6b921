//! What happened in a run, and why.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Lane, Outcome, State, StepId};

/// One line of a run's trace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TraceLine {
    /// The lane it happened in.
    pub lane: Lane,
    /// The state it happened in.
    pub state: State,
    /// What happened.
    pub event: TraceEvent,
}

/// What a trace tells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TraceEvent {
    /// A state was entered.
    Entered,
    /// A step was done.
    Step {
        /// Its name.
        id: StepId,
        /// What it was.
        kind: String,
        /// Why it failed, if it did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<String>,
    },
    /// Something worth knowing.
    Note(String),
    /// An edge was taken.
    Went {
        /// The outcome.
        outcome: Outcome,
        /// Where it led.
        to: Vec<State>,
        /// Why.
        reason: String,
    },
}

impl fmt::Display for TraceLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<8} {:<13} ", self.lane.name(), self.state.name())?;
        match &self.event {
            TraceEvent::Entered => f.write_str("entered"),
            TraceEvent::Step { id, kind, failed } => match failed {
                Some(reason) => write!(f, "{kind} ({id}) failed: {reason}"),
                None => write!(f, "{kind} ({id})"),
            },
            TraceEvent::Note(text) => f.write_str(text),
            TraceEvent::Went {
                outcome,
                to,
                reason,
            } => {
                let to: Vec<_> = to.iter().map(|s| s.name()).collect();
                write!(f, "{outcome} → {}", to.join(" + "))?;
                if !reason.is_empty() {
                    write!(f, ": {reason}")?;
                }
                Ok(())
            }
        }
    }
}
