//! The state machine of a run: what to do next, decided by plain data.
//!
//! A [`Run`] is a value. [`Run::next`] gives the steps to do now, [`Run::feed`] takes a step's
//! result and moves on. There is no IO, no clock and no async in here, so a run can be saved at any
//! moment, continued in another process, and tested by trying everything.
//!
//! - `state` and `graph` hold the fourteen states and the one table of edges between them.
//! - `states` holds one handler per state: what to do on entering it, what its results mean.
//! - `run` is the run itself, and `transitions` moves its lanes along edges. There are up to three: the main one (route, build the
//!   context, and at the end observe), the note's (parse, store) and the question's (plan to
//!   evaluate). Each lane owns its data and waits only for its own steps, which is why results may
//!   arrive in any order.

mod answer;
mod day;
mod delta;
#[cfg(test)]
mod diagram;
mod event;
mod global_context;
mod graph;
mod input;
mod interrupt;
mod limits;
mod note;
mod own_words;
mod parts;
mod problem;
mod question;
mod report;
mod run;
mod state;
mod states;
mod step;
mod trace;
mod transitions;

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub(crate) use delta::delta_between;
pub use delta::{DeltaError, apply_delta};
#[cfg(test)]
use diagram::{edge_table, to_mermaid};
pub use event::{AgentOutput, Event, Obstacle};
pub use global_context::{Compaction, apply_updates, tidied};
pub use graph::GraphError;
#[cfg(test)]
use graph::{EDGES, Graph};
pub use input::{ApprovalPolicy, RunInput, RunSettings};
pub use interrupt::{Ask, Choice, Decision, Preview, Refinement, Reply, Verb};
pub use limits::{BudgetUse, Limits};
pub use note::{Correction, Logged};
pub use problem::Problem;
pub use report::{RunReport, Status};
pub use run::{MachineError, Run};
pub use state::{Outcome, State};
pub use step::{AgentCall, Delivery, Lane, NewNote, Step, StepId, StepKind};
pub use trace::{TraceEvent, TraceLine};
