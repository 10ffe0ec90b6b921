//! Answers that were given to programs under a key of theirs, so that one who asks again gets the same
//! and nothing is done twice, whichever server is asked. They are kept where the notes are.

use chrono::{NaiveDateTime, TimeDelta};
use quilto::model::RunId;
use quilto::storage::{Checkpoint, Claim, StorageError, Store};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::hex::hex;

/// How long an answer is kept.
const AGE: TimeDelta = TimeDelta::hours(24);

/// An answer as it was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredResponse {
    pub status: u16,
    /// What the text is: a content type.
    pub kind: String,
    pub tag: Option<String>,
    /// Where it leads on to: a `Location`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    pub text: String,
}

/// What is known of a key.
#[derive(Serialize, Deserialize)]
struct Record {
    /// What was asked, as a hash.
    request: String,
    at: NaiveDateTime,
    /// The answer; none while it is at work, and for ever if that was cut off.
    answer: Option<StoredResponse>,
}

/// What becomes of a request with a key.
#[derive(Debug)]
pub enum IdempotencyOutcome {
    /// It is the first: its answer can be kept.
    First(KeyClaim),
    /// It was answered before.
    Again(StoredResponse),
    /// Another process is at it.
    InUse,
    /// The key was used for another request.
    Other,
    /// It was begun before, and nobody knows what of it was done.
    CutOff,
}

/// The sole right to answer under a key.
#[derive(Debug)]
pub struct KeyClaim {
    claim: Box<dyn Claim>,
    request: String,
    at: NaiveDateTime,
}

/// A name for what is long or holds words.
pub fn hash(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        // where a part ends matters
        hash.update(part.len().to_le_bytes());
        hash.update(part);
    }
    hex(&hash.finalize()[..16])
}

/// Looks a key up, and takes it where it is free.
pub fn claim(
    store: &dyn Store,
    key: &str,
    request: String,
    now: NaiveDateTime,
) -> Result<IdempotencyOutcome, StorageError> {
    let claim = match store.claim_request(&RunId(hash(&[key.as_bytes()]))) {
        Err(StorageError::Claimed(_)) => return Ok(IdempotencyOutcome::InUse),
        claim => claim?,
    };
    if let Some(kept) = claim.load()? {
        // one that is damaged says as little as one without an answer
        let Ok(record) = serde_json::from_slice::<Record>(&kept.bytes) else {
            return Ok(IdempotencyOutcome::CutOff);
        };
        if record.counts(now) {
            return Ok(match record.answer {
                _ if record.request != request => IdempotencyOutcome::Other,
                Some(answer) => IdempotencyOutcome::Again(answer),
                None => IdempotencyOutcome::CutOff,
            });
        }
    }
    let turn = KeyClaim {
        claim,
        request,
        at: now,
    };
    turn.write(None)?;
    Ok(IdempotencyOutcome::First(turn))
}

impl Record {
    fn counts(&self, now: NaiveDateTime) -> bool {
        (now - self.at).abs() < AGE
    }
}

impl KeyClaim {
    /// Keeps the answer.
    pub fn keep(self, answer: StoredResponse) -> Result<(), StorageError> {
        self.write(Some(answer))
    }

    /// Nothing was done: the key is as free as before.
    pub fn give_back(self) -> Result<(), StorageError> {
        self.claim.finish()
    }

    fn write(&self, answer: Option<StoredResponse>) -> Result<(), StorageError> {
        let record = Record {
            request: self.request.clone(),
            at: self.at,
            answer,
        };
        self.claim
            .save(&serde_json::to_vec(&record).unwrap_or_default())
    }
}

/// Lets go of the answers that do not count any more.
pub fn let_go(store: &dyn Store, now: NaiveDateTime) -> Result<(), StorageError> {
    remove(store, |record| {
        record.is_none_or(|record| !record.counts(now))
    })?;
    Ok(())
}

/// Removes the answers in which some text holds what is to be forgotten.
///
/// # Errors
/// `Claimed` where somebody is at work on one of them; it is there still.
pub fn forget(store: &dyn Store, holds: &dyn Fn(&str) -> bool) -> Result<(), StorageError> {
    let in_use = remove(store, |record| {
        let answer = record.and_then(|record| record.answer);
        answer.is_some_and(|answer| told_in(&answer.text, holds))
    })?;
    in_use.map_or(Ok(()), |run| Err(StorageError::Claimed(run)))
}

/// Removes records, as far as they can be read. Gives one that is in use and stays.
fn remove(
    store: &dyn Store,
    unwanted: impl Fn(Option<Record>) -> bool,
) -> Result<Option<RunId>, StorageError> {
    let unwanted = |kept: &Checkpoint| unwanted(serde_json::from_slice(&kept.bytes).ok());
    let mut in_use = None;
    for kept in store.requests()?.into_iter().filter(unwanted) {
        match store.claim_request(&kept.run) {
            Err(StorageError::Claimed(run)) => in_use = Some(run),
            claim => {
                let claim = claim?;
                // the key may have been used again meanwhile
                if claim.load()?.is_some_and(|kept| unwanted(&kept)) {
                    claim.finish()?;
                }
            }
        }
    }
    Ok(in_use)
}

/// Whether some text of an answer holds what is to be forgotten.
pub fn told_in(answer: &str, holds: &dyn Fn(&str) -> bool) -> bool {
    fn any(value: &Value, holds: &dyn Fn(&str) -> bool) -> bool {
        match value {
            Value::String(text) => holds(text),
            Value::Array(values) => values.iter().any(|value| any(value, holds)),
            Value::Object(fields) => fields.values().any(|value| any(value, holds)),
            _ => false,
        }
    }
    serde_json::from_str(answer).map_or(true, |value| any(&value, holds))
}

#[cfg(test)]
mod tests {
    use quilto::storage::{MemoryStore, RunStore};

    use super::*;

    fn at(text: &str) -> NaiveDateTime {
        text.parse().unwrap()
    }

    fn answer(text: &str) -> StoredResponse {
        StoredResponse {
            status: 200,
            kind: "application/json".into(),
            tag: None,
            place: None,
            text: text.into(),
        }
    }

    fn first(store: &MemoryStore, key: &str) -> KeyClaim {
        match claim(store, key, "granite".into(), at("2026-11-21T10:30:00")) {
            Ok(IdempotencyOutcome::First(turn)) => turn,
            other => panic!("{other:?}"),
        }
    }

    fn again(store: &MemoryStore, request: &str, moment: &str) -> IdempotencyOutcome {
        claim(store, "a", request.into(), at(moment)).unwrap()
    }

    #[test]
    fn an_answer_is_kept_for_a_day() {
        let store = MemoryStore::new();
        let turn = first(&store, "a");
        assert!(matches!(
            again(&store, "granite", "2026-11-21T10:31:00"),
            IdempotencyOutcome::InUse
        ));
        turn.keep(answer("{}")).unwrap();
        let known = again(&store, "granite", "2026-11-22T10:29:00");
        assert!(matches!(known, IdempotencyOutcome::Again(kept) if kept == answer("{}")));
        assert!(matches!(
            again(&store, "marble", "2026-11-21T10:31:00"),
            IdempotencyOutcome::Other
        ));
        assert!(matches!(
            again(&store, "marble", "2026-11-22T10:31:00"),
            IdempotencyOutcome::First(_)
        ));
    }

    #[test]
    fn what_was_cut_off_is_not_begun_again() {
        let store = MemoryStore::new();
        drop(first(&store, "a"));
        assert!(matches!(
            again(&store, "granite", "2026-11-21T10:31:00"),
            IdempotencyOutcome::CutOff
        ));
        first(&store, "b").give_back().unwrap();
        first(&store, "b");
    }

    #[test]
    fn answers_are_let_go_of_after_a_day() {
        let store = MemoryStore::new();
        first(&store, "a").keep(answer("{}")).unwrap();
        let (before, after) = (at("2026-11-22T10:29:00"), at("2026-11-22T10:31:00"));
        let_go(&store, before).unwrap();
        assert_eq!(store.requests().unwrap().len(), 1);
        let_go(&store, after).unwrap();
        assert_eq!(store.requests().unwrap(), []);
    }

    #[test]
    fn what_is_to_be_forgotten_is_found_in_any_text_of_an_answer() {
        let store = MemoryStore::new();
        first(&store, "a")
            .keep(answer("{\"a\":[{\"b\":\"x\\ny\"}]}"))
            .unwrap();
        first(&store, "b").keep(answer("{\"a\":\"z\"}")).unwrap();
        forget(&store, &|text| text.contains("x\ny")).unwrap();
        assert_eq!(store.requests().unwrap().len(), 1);
        assert!(matches!(
            again(&store, "granite", "2026-11-21T10:31:00"),
            IdempotencyOutcome::First(_)
        ));
    }
}
