//! COMPLETE: the end.

use crate::machine::run::{Next, Run, StepResult};
use crate::machine::step::Lane;

pub(crate) fn enter(_run: &mut Run, _lane: Lane) -> Next {
    Next::End
}

pub(crate) fn on_results(_run: &mut Run, _lane: Lane, _results: Vec<StepResult>) -> Next {
    Next::End
}
