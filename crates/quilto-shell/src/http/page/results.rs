//! What came of what was sent, until it has been looked at: a form leads on to a page of its own, so that
//! loading that again sends nothing again.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use crate::context::idempotency;
use crate::http::run::InputOutcome;

/// More results than a person looks back at. Older ones are let go; the notes are in the log.
const KEPT: usize = 64;

/// The newest results, by name.
#[derive(Default)]
pub struct Results(Mutex<VecDeque<(String, Arc<InputOutcome>)>>);

impl Results {
    /// Keeps a result and gives the place where it is shown.
    pub fn keep(&self, outcome: InputOutcome) -> String {
        let name = match &outcome {
            InputOutcome::Run(ended) => ended.report.run_id.0.clone(),
            InputOutcome::Undone(undone) => match &undone.entry_id {
                Some(id) => id.0.clone(),
                None => undone.section.id.0.clone(),
            },
            InputOutcome::Corrected(corrected) => corrected.entry_id.0.clone(),
        };
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(known, _)| *known != name);
        kept.push_back((name.clone(), Arc::new(outcome)));
        while kept.len() > KEPT {
            kept.pop_front();
        }
        format!("/said/{name}")
    }

    /// Lets go of results in which some text holds what is to be forgotten.
    pub fn forget(&self, holds: &dyn Fn(&str) -> bool) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(_, outcome)| {
            let told = outcome.object();
            told.is_ok_and(|told| !idempotency::told_in(&told, holds))
        });
    }

    /// A result that is still kept.
    pub fn get(&self, name: &str) -> Option<Arc<InputOutcome>> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|(known, _)| known == name);
        found.map(|(_, outcome)| Arc::clone(outcome))
    }
}
