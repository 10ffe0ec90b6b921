//! A limit to how long the agents work at one call without waiting for anything.
//!
//! Work on a text that was made to be slow cannot be ended from outside its thread. It looks at the clock itself, in
//! the functions that all reading goes through, and unwinds when its time is over, as if it had broken down: the runner
//! goes on without that call.

use std::cell::Cell;
use std::panic::resume_unwind;
use std::time::Duration;

/// What time it is, from any beginning.
pub type Clock = fn() -> Duration;

thread_local! {
    /// When the work on this thread is to end, by which clock.
    static END: Cell<Option<(Duration, Clock)>> = const { Cell::new(None) };
}

/// The work was ended at its limit.
pub struct TimeOver;

/// How long work may take, by a clock.
#[derive(Clone, Copy, Debug)]
pub struct TimeLimit {
    /// How long.
    pub longest: Duration,
    /// The clock it is looked at.
    pub clock: Clock,
}

/// Puts the end of the work around back, however this one ends.
struct PreviousEnd(Option<(Duration, Clock)>);

impl Drop for PreviousEnd {
    fn drop(&mut self) {
        END.set(self.0);
    }
}

/// Does some work, which [`check`] ends with a panic of [`TimeOver`] at its limit, if it has one.
pub fn within<T>(limit: Option<TimeLimit>, work: impl FnOnce() -> T) -> T {
    let _previous = PreviousEnd(END.get());
    END.set(limit.map(|limit| ((limit.clock)().saturating_add(limit.longest), limit.clock)));
    work()
}

/// Ends the work on this thread where its time is over.
pub fn check() {
    if END.get().is_some_and(|(end, clock)| clock() >= end) {
        resume_unwind(Box::new(TimeOver));
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    #[test]
    fn work_ends_at_its_limit_and_the_next_has_its_own() {
        let limit = |longest: u64| {
            Some(TimeLimit {
                longest: Duration::from_secs(longest),
                clock: || Duration::from_secs(7),
            })
        };
        let ended = catch_unwind(|| within(limit(0), check));
        assert!(ended.is_err_and(|cause| cause.is::<TimeOver>()));
        check();
        within(limit(1), check);
        let inner = catch_unwind(|| within(limit(1), || within(limit(0), check)));
        assert!(inner.is_err());
        within(limit(0), || within(None, check));
        check();
    }
}
