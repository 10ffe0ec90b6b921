//! Answers that were given to programs under a key of theirs, so that one who asks again gets the same
//! and nothing is done twice. They lie beside the runs that wait, a file for each key.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::{NaiveDateTime, TimeDelta};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::error::CliError;
use crate::hex::hex;
use crate::places;

/// How long an answer is kept.
const AGE: TimeDelta = TimeDelta::hours(24);
/// After this, a file is of no use to anybody.
const OLD: Duration = Duration::from_secs(48 * 60 * 60);
/// Answers that are kept at most; beyond that, the oldest go.
const MOST: usize = 2_000;

/// An answer as it was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptAnswer {
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
    answer: Option<KeptAnswer>,
}

/// What becomes of a request with a key.
#[derive(Debug)]
pub enum IdempotencyOutcome {
    /// It is the first: its answer can be kept.
    First(Turn),
    /// It was answered before.
    Again(KeptAnswer),
    /// Another process is at it.
    InUse,
    /// The key was used for another request.
    Other,
    /// It was begun before, and nobody knows what of it was done.
    CutOff,
}

/// The sole right to answer under a key.
#[derive(Debug)]
pub struct Turn {
    file: File,
    path: PathBuf,
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
    folder: &Path,
    key: &str,
    request: String,
    now: NaiveDateTime,
) -> io::Result<IdempotencyOutcome> {
    places::make_folder(folder)?;
    let path = folder.join(format!("{}.json", hash(&[key.as_bytes()])));
    let mut file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .read(true)
        .write(true)
        .open(&path)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(IdempotencyOutcome::InUse),
        Err(TryLockError::Error(error)) => return Err(error),
    }
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    if !text.is_empty() {
        // one that was cut off while it was written says as little as one without an answer
        let Ok(record) = serde_json::from_slice::<Record>(&text) else {
            return Ok(IdempotencyOutcome::CutOff);
        };
        if (now - record.at).abs() < AGE {
            return Ok(match record.answer {
                _ if record.request != request => IdempotencyOutcome::Other,
                Some(answer) => IdempotencyOutcome::Again(answer),
                None => IdempotencyOutcome::CutOff,
            });
        }
    }
    clear(folder, &path)?;
    let mut turn = Turn {
        file,
        path,
        request,
        at: now,
    };
    turn.write(None)?;
    Ok(IdempotencyOutcome::First(turn))
}

impl Turn {
    /// Keeps the answer.
    pub fn keep(mut self, answer: KeptAnswer) -> io::Result<()> {
        self.write(Some(answer))
    }

    /// Nothing was done: the key is as free as before.
    pub fn give_back(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }

    fn write(&mut self, answer: Option<KeptAnswer>) -> io::Result<()> {
        let record = Record {
            request: self.request.clone(),
            at: self.at,
            answer,
        };
        let text = serde_json::to_vec(&record)?;
        self.file.set_len(0)?;
        self.file.rewind()?;
        self.file.write_all(&text)?;
        self.file.sync_all()
    }
}

/// Removes what is old, and the oldest of too many; never the one that was just taken.
fn clear(folder: &Path, own: &Path) -> io::Result<()> {
    let mut files = Vec::new();
    for file in fs::read_dir(folder)?.flatten() {
        if let Ok(written) = file.metadata().and_then(|file| file.modified()) {
            files.push((written, file.path()));
        }
    }
    files.sort();
    let too_many = files.len().saturating_sub(MOST);
    for (place, (written, path)) in files.iter().enumerate() {
        let is_old = written.elapsed().is_ok_and(|age| age > OLD);
        if (is_old || place < too_many) && path != own {
            fs::remove_file(path).ok();
        }
    }
    Ok(())
}

/// Removes the answers in which some text holds what is to be forgotten.
pub fn forget(folder: &Path, holds: &dyn Fn(&str) -> bool) -> Result<(), CliError> {
    let failed = |error: io::Error| {
        CliError::failed(format!("cannot clear {}", folder.display()))
            .cause(error)
            .hint("remove the folder by hand; programs then only ask again")
    };
    let files = match fs::read_dir(folder) {
        Ok(files) => files,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(failed(error)),
    };
    for file in files.flatten() {
        let record = fs::read(file.path()).map_err(failed)?;
        let record: Option<Record> = serde_json::from_slice(&record).ok();
        let answer = record.and_then(|record| record.answer);
        if answer.is_some_and(|answer| told_in(&answer.text, holds)) {
            fs::remove_file(file.path()).map_err(failed)?;
        }
    }
    Ok(())
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
    use super::*;

    fn at(text: &str) -> NaiveDateTime {
        text.parse().unwrap()
    }

    fn answer(text: &str) -> KeptAnswer {
        KeptAnswer {
            status: 200,
            kind: "application/json".into(),
            tag: None,
            place: None,
            text: text.into(),
        }
    }

    fn first(folder: &Path, key: &str) -> Turn {
        match claim(folder, key, "granite".into(), at("2026-11-21T10:30:00")) {
            Ok(IdempotencyOutcome::First(turn)) => turn,
            other => panic!("{other:?}"),
        }
    }

    fn again(folder: &Path, request: &str, moment: &str) -> IdempotencyOutcome {
        claim(folder, "a", request.into(), at(moment)).unwrap()
    }

    #[test]
    fn an_answer_is_kept_for_a_day() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("answers");
        let turn = first(&folder, "a");
        assert!(matches!(
            again(&folder, "granite", "2026-11-21T10:31:00"),
            IdempotencyOutcome::InUse
        ));
        turn.keep(answer("{}")).unwrap();
        let known = again(&folder, "granite", "2026-11-22T10:29:00");
        assert!(matches!(known, IdempotencyOutcome::Again(kept) if kept == answer("{}")));
        assert!(matches!(
            again(&folder, "marble", "2026-11-21T10:31:00"),
            IdempotencyOutcome::Other
        ));
        assert!(matches!(
            again(&folder, "marble", "2026-11-22T10:31:00"),
            IdempotencyOutcome::First(_)
        ));
    }

    #[test]
    fn what_was_cut_off_is_not_begun_again() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        drop(first(folder, "a"));
        assert!(matches!(
            again(folder, "granite", "2026-11-21T10:31:00"),
            IdempotencyOutcome::CutOff
        ));
        first(folder, "b").give_back().unwrap();
        first(folder, "b");
    }

    #[test]
    fn what_is_to_be_forgotten_is_found_in_any_text_of_an_answer() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        first(folder, "a")
            .keep(answer("{\"a\":[{\"b\":\"x\\ny\"}]}"))
            .unwrap();
        first(folder, "b").keep(answer("{\"a\":\"z\"}")).unwrap();
        forget(folder, &|text| text.contains("x\ny")).unwrap();
        assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
        assert!(matches!(
            again(folder, "granite", "2026-11-21T10:31:00"),
            IdempotencyOutcome::First(_)
        ));
        forget(&folder.join("none"), &|_| true).unwrap();
    }
}
