//! What a backend keeps: the text of each day, what was understood of it, and a few documents. All
//! else (names, corrections, undos, moves, edits by hand, searching) is worked out above it, once for
//! all: whatever is a [`Backend`] is a [`Store`](crate::Store).

use std::path::PathBuf;

use chrono::NaiveDate;
use quilto_model::{DateRange, Entry, RunId};

use crate::day_index::{DayIndex, Unreadable};
use crate::{Checkpoint, Claim, ClaimKind, StorageError};

/// The keeping side of one person's store.
///
/// **Order.** Of two transactions, of whatever threads and processes, one sees all that the other
/// did. A snapshot sees all of a transaction or nothing.
/// **Commit.** A commit is done whole or not at all, also when the process is killed in the middle
/// of it. One that returned `Ok` outlives a power cut.
///
/// A backend that keeps everything in one map:
///
/// ```
/// use std::collections::BTreeMap;
/// use std::sync::{Arc, Mutex, MutexGuard};
///
/// use chrono::NaiveDate;
/// use quilto_model::{DateRange, RunId};
/// use quilto_store::{Backend, Checkpoint, Claim, ClaimKind, Edit, Snapshot, StorageError, Store, Transaction};
///
/// type Result<T> = std::result::Result<T, StorageError>;
/// type Texts = BTreeMap<String, Vec<u8>>;
///
/// #[derive(Default)]
/// struct OneMap(Arc<Mutex<Texts>>);
/// struct Held<'s>(MutexGuard<'s, Texts>);
/// #[derive(Debug)]
/// struct OneMapClaim(Arc<Mutex<Texts>>, RunId, String);
///
/// impl Backend for OneMap {
///     fn snapshot(&self) -> Result<Box<dyn Snapshot + '_>> {
///         Ok(Box::new(Held(self.0.lock().unwrap())))
///     }
///     fn transaction(&self) -> Result<Box<dyn Transaction + '_>> {
///         Ok(Box::new(Held(self.0.lock().unwrap())))
///     }
///     fn claim_of(&self, kind: ClaimKind, run: &RunId) -> Result<Option<Box<dyn Claim>>> {
///         let key = format!("{kind:?}/{run}");
///         let taken = self.0.lock().unwrap().insert(format!("claim/{key}"), Vec::new());
///         let claim = || OneMapClaim(Arc::clone(&self.0), run.clone(), key);
///         Ok(taken.is_none().then(|| Box::new(claim()) as Box<dyn Claim>))
///     }
///     fn saved(&self, kind: ClaimKind) -> Result<Vec<Checkpoint>> {
///         let (texts, below) = (self.0.lock().unwrap(), format!("{kind:?}/"));
///         let run = |key: &String| Some(RunId(key.strip_prefix(&below)?.to_owned()));
///         let runs = texts.iter().filter_map(|(key, text)| Some((run(key)?, text)));
///         Ok(runs.map(|(run, text)| checkpoint(&run, text)).collect())
///     }
/// }
/// fn checkpoint(run: &RunId, bytes: &[u8]) -> Checkpoint {
///     Checkpoint { run: run.clone(), place: format!("run/{run}"), bytes: bytes.to_vec() }
/// }
/// impl Snapshot for Held<'_> {
///     fn days(&self, period: Option<&DateRange>) -> Result<Vec<NaiveDate>> {
///         let days = self.0.keys().filter_map(|key| key.strip_prefix("raw/")?.parse().ok());
///         Ok(days.filter(|day| period.is_none_or(|period| period.contains(*day))).collect())
///     }
///     fn raw(&self, day: NaiveDate, buffer: &mut Vec<u8>) -> Result<bool> {
///         let text = self.0.get(&format!("raw/{day}"));
///         buffer.extend(text.into_iter().flatten());
///         Ok(text.is_some())
///     }
///     fn parsed(&self, day: NaiveDate) -> Result<Option<Vec<u8>>> {
///         Ok(self.0.get(&format!("parsed/{day}")).cloned())
///     }
///     fn document(&self, key: &str) -> Result<Option<Vec<u8>>> {
///         Ok(self.0.get(&format!("documents/{key}")).cloned())
///     }
///     fn keys(&self, folder: &str) -> Result<Vec<String>> {
///         let keys = self.0.keys().filter_map(|key| key.strip_prefix("documents/"));
///         let below = format!("{folder}/");
///         Ok(keys.filter(|key| key.starts_with(&below)).map(str::to_owned).collect())
///     }
/// }
/// impl Transaction for Held<'_> {
///     fn commit(mut self: Box<Self>, edits: Vec<Edit>) -> Result<()> {
///         for edit in edits {
///             match edit {
///                 Edit::Append { day, text, .. } => {
///                     self.0.entry(format!("raw/{day}")).or_default().extend(text.bytes());
///                 }
///                 Edit::Rewrite { day, text } => drop(self.0.insert(format!("raw/{day}"), text)),
///                 Edit::Parsed { day, json } => {
///                     self.0.insert(format!("parsed/{day}"), json.into_bytes());
///                 }
///             }
///         }
///         Ok(())
///     }
///     fn put(mut self: Box<Self>, key: &str, bytes: Option<&[u8]>) -> Result<()> {
///         let key = format!("documents/{key}");
///         match bytes {
///             Some(bytes) => self.0.insert(key, bytes.to_vec()),
///             None => self.0.remove(&key),
///         };
///         Ok(())
///     }
/// }
/// impl Claim for OneMapClaim {
///     fn load(&self) -> Result<Option<Checkpoint>> {
///         let texts = self.0.lock().unwrap();
///         Ok(texts.get(&self.2).map(|text| checkpoint(&self.1, text)))
///     }
///     fn save(&self, run: &[u8]) -> Result<()> {
///         self.0.lock().unwrap().insert(self.2.clone(), run.to_vec());
///         Ok(())
///     }
///     fn finish(self: Box<Self>) -> Result<()> {
///         self.0.lock().unwrap().remove(&self.2);
///         Ok(())
///     }
/// }
/// impl Drop for OneMapClaim {
///     fn drop(&mut self) {
///         self.0.lock().unwrap().remove(&format!("claim/{}", self.2));
///     }
/// }
///
/// // With that it is a store: undos, moves, edits by hand and all.
/// let store: Arc<dyn Store> = Arc::new(OneMap::default());
/// let day = "2026-11-21".parse()?;
/// store.replace_raw_day(day, None, b"# A day\n\n## 10:30\ngranite polished\n")?;
/// let note = store.recent(day, 1)?.remove(0);
/// assert_eq!(note.raw, "granite polished");
/// store.forget(&note.id)?;
/// assert!(store.raw_day(day)?.unwrap().starts_with(b"# A day\n\n## 10:30\n[forgotten]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Backend: Send + Sync {
    /// What is kept, as it stands; it does not change while it is looked at.
    fn snapshot(&self) -> Result<Box<dyn Snapshot + '_>, StorageError>;

    /// The sole right to change it, until the transaction is committed or dropped.
    fn transaction(&self) -> Result<Box<dyn Transaction + '_>, StorageError>;

    /// The sole right to a run, or to a request; `None` while another has it. Free again when the process
    /// ends. Names are plain file names, and those of each kind its own.
    fn claim_of(
        &self,
        kind: ClaimKind,
        run: &RunId,
    ) -> Result<Option<Box<dyn Claim>>, StorageError>;

    /// Those of a kind that were saved and not finished, by name.
    fn saved(&self, kind: ClaimKind) -> Result<Vec<Checkpoint>, StorageError>;

    /// Clears away what is left of claims whose processes were killed, where something is.
    fn clear_claims(&self) -> Result<(), StorageError> {
        Ok(())
    }

    /// A document as it was last put; needs no snapshot where it is replaced as a whole.
    fn document(&self, key: &str) -> Result<Option<Vec<u8>>, StorageError> {
        self.snapshot()?.document(key)
    }

    /// Takes what was noticed since the last call, to be told to a person.
    fn notices(&self) -> Vec<String> {
        Vec::new()
    }

    /// Days that could not be read so far.
    fn damaged_days(&self) -> Vec<NaiveDate> {
        Vec::new()
    }
}

/// What is kept, as it stands.
pub trait Snapshot: Sync {
    /// Days that have a text, oldest first; in a period, days without one may be among them. The
    /// texts of those days are asked for next, so a backend may fetch them here.
    fn days(&self, period: Option<&DateRange>) -> Result<Vec<NaiveDate>, StorageError>;

    /// Reads the text of a day into an empty buffer; `false` if there is none.
    fn raw(&self, day: NaiveDate, buffer: &mut Vec<u8>) -> Result<bool, StorageError>;

    /// What was understood of a day, as it was committed.
    fn parsed(&self, day: NaiveDate) -> Result<Option<Vec<u8>>, StorageError>;

    /// A document, by a key such as `context/global.md`: plain names with `/` between them.
    fn document(&self, key: &str) -> Result<Option<Vec<u8>>, StorageError>;

    /// The keys of the documents whose keys begin with a folder's name and `/`, in order.
    fn keys(&self, folder: &str) -> Result<Vec<String>, StorageError>;

    /// First and last day that have a text.
    fn span(&self) -> Result<Option<DateRange>, StorageError> {
        let days = self.days(None)?;
        let ends = days.first().zip(days.last());
        Ok(ends.map(|(first, last)| DateRange::new(*first, *last)))
    }

    /// Where something lies, for messages.
    fn place(&self, key: &str) -> PathBuf {
        key.into()
    }

    /// What was understood of a day, read; `None` if it must not be replaced, since a newer version
    /// wrote it.
    #[doc(hidden)]
    fn index(&self, day: NaiveDate) -> Result<Option<DayIndex>, StorageError> {
        let bytes = self.parsed(day)?.unwrap_or_default();
        match DayIndex::read(&bytes) {
            Ok(index) => Ok(Some(index)),
            Err(Unreadable::Newer(_)) => Ok(None),
            Err(Unreadable::Damaged(reason)) => {
                if !bytes.is_empty() {
                    tracing::warn!("what was understood of {day} is damaged: {reason}");
                }
                Ok(Some(DayIndex::default()))
            }
        }
    }

    /// What stands on a day, where the backend has it at hand; `None` where it is to be read.
    #[doc(hidden)]
    fn at_hand(&self, _day: NaiveDate) -> Option<Vec<Entry>> {
        None
    }

    /// Those of them whose words are searched for; `None` in the same way.
    #[doc(hidden)]
    fn found_at_hand(&self, _day: NaiveDate, _holds: &dyn Fn(&str) -> bool) -> Option<Vec<Entry>> {
        None
    }

    /// Hears that the text of a day cannot be read; `Ok` leaves its notes out of what is read.
    fn unreadable(&self, _day: NaiveDate, error: StorageError) -> Result<(), StorageError> {
        Err(error)
    }
}

/// The sole right to change what is kept.
pub trait Transaction: Snapshot {
    /// Does all the edits, and ends the transaction. No two are of the same side of the same day.
    fn commit(self: Box<Self>, edits: Vec<Edit>) -> Result<(), StorageError>;

    /// Replaces a document, or removes it, and ends the transaction.
    fn put(self: Box<Self>, key: &str, bytes: Option<&[u8]>) -> Result<(), StorageError>;
}

/// One change of a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Text for the end of a day.
    Append {
        /// The day.
        day: NaiveDate,
        /// How many bytes its text had when it was read.
        length: usize,
        /// What comes after them.
        text: String,
    },
    /// Another text for a day.
    Rewrite {
        /// The day.
        day: NaiveDate,
        /// All of it.
        text: Vec<u8>,
    },
    /// What is understood of a day.
    Parsed {
        /// The day.
        day: NaiveDate,
        /// All of it, as JSON.
        json: String,
    },
}
