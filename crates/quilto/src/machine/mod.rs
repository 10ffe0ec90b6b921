//! The state machine: a pure value that says what to do next.
