//! What an assistant is told when something cannot be done, and what it may do next.

use serde_json::{Value, json};

use crate::http::problem::{Kind, Problem};

/// A problem as the result of a tool, which an assistant can read and mend.
pub fn value(problem: &Problem) -> Value {
    let (name, ..) = problem.of.parts();
    json!({"problem": name, "says": problem.detail, "hint": hint(problem)})
}

/// Arguments that say too little, or something else.
pub fn unfit(says: impl Into<String>, hint: &str) -> Problem {
    Problem::new(Kind::Unfit, says).hint(hint)
}

/// What to do next. The usual hints speak of HTTP; one of the moment is better than any.
fn hint(problem: &Problem) -> &str {
    let kind = problem.of;
    if problem.hint != kind.hint() {
        return &problem.hint;
    }
    match kind {
        Kind::UnknownEntry | Kind::NotUndone => "`entries` lists what stands, with its ids",
        Kind::UnknownSession | Kind::NothingAsked => {
            "it may be answered already; `today` lists what waits"
        }
        Kind::StaleApproval => "call `confirm` with the session_id alone to see what waits now",
        Kind::OtherRequest => "take another key for each thing to do",
        Kind::CutOff => "look with `entries` whether it was done; if not, send it with another key",
        Kind::KeyInUse | Kind::SessionInUse | Kind::Busy | Kind::TooLong => "try again in a while",
        Kind::NotSaved => "tell the person to keep their words, and send them again later",
        Kind::Failed => "what was logged before is safe; tell the person what it says",
        _ => "the schema of the tool says what it takes",
    }
}
