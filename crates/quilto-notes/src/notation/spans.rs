//! What stands in a stretch of a note, found without looking at the rest: a note may be very long.

use std::ops::Range;

use super::numeric_expressions::NumericExpression;
use super::phrases::Hit;

/// No phrase or name is spread over more tokens than this.
pub(super) const REACH: usize = 32;

/// Something at a place; lists of them are in the order of the text.
pub(super) trait HasStart {
    /// Its first token.
    fn start(&self) -> usize;
}

impl<T> HasStart for Hit<T> {
    fn start(&self) -> usize {
        self.tokens.start
    }
}

impl HasStart for NumericExpression {
    fn start(&self) -> usize {
        self.tokens.start
    }
}

impl HasStart for Range<usize> {
    fn start(&self) -> usize {
        self.start
    }
}

/// Those that begin within the tokens.
pub(super) fn within<P: HasStart>(all: &[P], range: Range<usize>) -> &[P] {
    let from = all.partition_point(|place| place.start() < range.start);
    let to = all.partition_point(|place| place.start() < range.end);
    &all[from..to.max(from)]
}

/// Those that could touch a token: they begin there or not far before it.
pub(super) fn around<P: HasStart>(all: &[P], at: usize) -> &[P] {
    within(all, at.saturating_sub(REACH)..at + 2)
}
