//! Keys of calls: what is sent again under its key is answered as before, and done once.

use serde_json::Value;

use super::refusal;
use crate::context::Context;
use crate::context::idempotency::{self, IdempotencyOutcome, KeyClaim, StoredResponse};
use crate::http::keys::{ended, unkept};
use crate::http::problem::{Kind, Problem};

/// The longest key.
const LONGEST: usize = 200;

/// What a call came to: what it gives, or what an assistant is told of a problem.
pub type CallResult = Result<Value, Value>;

/// Does what is asked once for a key; problems are answers too.
pub fn once(
    context: &Context<'_>,
    key: Option<&str>,
    asked: &[&[u8]],
    job: impl FnOnce() -> Result<Value, Problem>,
) -> CallResult {
    let told = |problem: &Problem| refusal::value(problem);
    let Some(key) = key else {
        return job().map_err(|problem| told(&problem));
    };
    let turn = match turn(context, key, asked) {
        Ok(Ok(turn)) => turn,
        Ok(Err(before)) => return before,
        Err(problem) => return Err(told(&problem)),
    };
    let done = job();
    let kind = done.as_ref().err().map(|problem| problem.of);
    let status = done.as_ref().err().map_or(200, |problem| problem.status);
    let done = done.map_err(|problem| told(&problem));
    let (Ok(value) | Err(value)) = &done;
    let answer = StoredResponse {
        status,
        kind: "application/json".into(),
        tag: None,
        place: None,
        text: value.to_string(),
    };
    if let Err(error) = ended(turn, answer, kind) {
        // it is done, and its client is told so; only asking again would not be answered
        tracing::warn!("an answer could not be kept: {error}");
    }
    done
}

/// The turn to answer under a key, or what was answered before.
fn turn(
    context: &Context<'_>,
    key: &str,
    asked: &[&[u8]],
) -> Result<Result<KeyClaim, CallResult>, Problem> {
    if !(1..=LONGEST).contains(&key.len()) {
        let says = format!("a key has 1 to {LONGEST} letters");
        return Err(refusal::unfit(
            says,
            "take a random one for each thing to do",
        ));
    }
    let request = idempotency::hash(asked);
    let claimed = idempotency::claim(&*context.store()?, key, request, context.moment.now);
    Ok(match claimed.map_err(unkept)? {
        IdempotencyOutcome::First(turn) => Ok(turn),
        IdempotencyOutcome::Again(answer) => Err(again(&answer)),
        IdempotencyOutcome::InUse => {
            let detail = "another program is at work on something with this key";
            return Err(Problem::new(Kind::KeyInUse, detail));
        }
        IdempotencyOutcome::Other => {
            let detail = "the key was used for something else";
            return Err(Problem::new(Kind::OtherRequest, detail));
        }
        IdempotencyOutcome::CutOff => {
            let detail = "something with this key was begun and cut off";
            return Err(Problem::new(Kind::CutOff, detail));
        }
    })
}

fn again(answer: &StoredResponse) -> CallResult {
    let value: Value = serde_json::from_str(&answer.text).unwrap_or_default();
    match answer.status {
        200 => Ok(value),
        _ => Err(value),
    }
}
