//! A limit to how long the agents work at one call without waiting for anything.
//!
//! Work on a text that was made to be slow cannot be ended from outside its thread. It looks at the clock itself, in
//! the functions that all reading goes through, and unwinds when its time is over, as if it had broken down: the runner
//! goes on without that call.

use std::cell::Cell;
use std::panic::resume_unwind;
use std::time::{Duration, Instant};

thread_local! {
    /// When the work on this thread is to end.
    static END: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// The work was ended at its limit.
pub(crate) struct TimeOver;

/// Puts the end of the work around back, however this one ends.
struct PreviousLimit(Option<Instant>);

impl Drop for PreviousLimit {
    fn drop(&mut self) {
        END.set(self.0);
    }
}

/// Does some work, which [`check`] ends with a panic of [`TimeOver`] after this time.
pub(crate) fn within<T>(limit: Duration, work: impl FnOnce() -> T) -> T {
    let _before = PreviousLimit(END.get());
    END.set(Instant::now().checked_add(limit));
    work()
}

/// Ends the work on this thread where its time is over.
pub(crate) fn check() {
    if END.get().is_some_and(|end| Instant::now() >= end) {
        resume_unwind(Box::new(TimeOver));
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    #[test]
    fn work_ends_at_its_limit_and_the_next_has_its_own() {
        let ended = catch_unwind(|| within(Duration::ZERO, check));
        assert!(ended.is_err_and(|cause| cause.is::<TimeOver>()));
        check();
        within(Duration::MAX, check);
        let inner = catch_unwind(|| within(Duration::MAX, || within(Duration::ZERO, check)));
        assert!(inner.is_err());
        check();
    }
}
