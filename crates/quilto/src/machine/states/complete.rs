//! COMPLETE: the end.

use crate::machine::run::{Fed, Next, Run};
use crate::machine::step::Lane;

pub(crate) fn enter(_run: &mut Run, _lane: Lane) -> Next {
    Next::End
}

pub(crate) fn fed(_run: &mut Run, _lane: Lane, _results: Vec<Fed>) -> Next {
    Next::End
}
