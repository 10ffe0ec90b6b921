//! Stores in memory, for tests and for trying things out. Same contract, nothing on disk.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockWriteGuard};

use chrono::NaiveDate;
use quilto_model::{DateRange, RunId};

use crate::backend::{Backend, Edit, Snapshot, Transaction};
use crate::{Checkpoint, Claim, ClaimKind, StorageError, Store, Stores, UserId, lock};

/// A store that forgets everything when it is dropped.
#[derive(Default)]
pub struct MemoryStore {
    data: RwLock<StoredData>,
    claims: Arc<Claims>,
}

/// Stores of several persons, which are there until this is dropped.
#[derive(Default)]
pub struct MemoryStores {
    stores: Mutex<BTreeMap<UserId, Arc<MemoryStore>>>,
}

#[derive(Default)]
/// What a store holds.
struct StoredData {
    days: BTreeMap<NaiveDate, Vec<u8>>,
    parsed: BTreeMap<NaiveDate, String>,
    documents: BTreeMap<String, Vec<u8>>,
}

#[derive(Default)]
struct Claims {
    runs: Runs,
    requests: Runs,
}

#[derive(Default)]
struct Runs {
    saved: Mutex<BTreeMap<RunId, Vec<u8>>>,
    claimed: Mutex<BTreeSet<RunId>>,
}

impl Claims {
    fn of(&self, kind: ClaimKind) -> &Runs {
        match kind {
            ClaimKind::Run => &self.runs,
            ClaimKind::Request => &self.requests,
        }
    }
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Stores for MemoryStores {
    fn of(&self, user: &UserId) -> Result<Arc<dyn Store>, StorageError> {
        let mut stores = lock(&self.stores);
        let store = stores.entry(user.clone()).or_default();
        Ok(Arc::clone(store) as Arc<dyn Store>)
    }
}

impl Backend for MemoryStore {
    fn snapshot(&self) -> Result<Box<dyn Snapshot + '_>, StorageError> {
        let data = self.data.read().unwrap_or_else(PoisonError::into_inner);
        Ok(Box::new(LockedMemory(data)))
    }

    fn transaction(&self) -> Result<Box<dyn Transaction + '_>, StorageError> {
        let data = self.data.write().unwrap_or_else(PoisonError::into_inner);
        Ok(Box::new(LockedMemory(data)))
    }

    fn claim_of(
        &self,
        kind: ClaimKind,
        run: &RunId,
    ) -> Result<Option<Box<dyn Claim>>, StorageError> {
        if !lock(&self.claims.of(kind).claimed).insert(run.clone()) {
            return Ok(None);
        }
        let (run, claims) = (run.clone(), Arc::clone(&self.claims));
        Ok(Some(Box::new(MemoryClaim { kind, run, claims })))
    }

    fn saved(&self, kind: ClaimKind) -> Result<Vec<Checkpoint>, StorageError> {
        let saved = lock(&self.claims.of(kind).saved);
        Ok(saved.iter().map(checkpoint).collect())
    }
}

/// What is kept, while it is locked.
struct LockedMemory<G>(G);

impl<G: Deref<Target = StoredData> + Sync> Snapshot for LockedMemory<G> {
    fn days(&self, period: Option<&DateRange>) -> Result<Vec<NaiveDate>, StorageError> {
        let days = self.0.days.keys().copied();
        let within = |day: &NaiveDate| period.is_none_or(|period| period.contains(*day));
        Ok(days.filter(within).collect())
    }

    fn raw(&self, day: NaiveDate, buffer: &mut Vec<u8>) -> Result<bool, StorageError> {
        let text = self.0.days.get(&day);
        buffer.extend_from_slice(text.map_or(&[], Vec::as_slice));
        Ok(text.is_some())
    }

    fn parsed(&self, day: NaiveDate) -> Result<Option<Vec<u8>>, StorageError> {
        let json = self.0.parsed.get(&day);
        Ok(json.map(|json| json.clone().into_bytes()))
    }

    fn document(&self, key: &str) -> Result<Option<Vec<u8>>, StorageError> {
        Ok(self.0.documents.get(key).cloned())
    }

    fn keys(&self, folder: &str) -> Result<Vec<String>, StorageError> {
        let below = format!("{folder}/");
        let keys = self.0.documents.keys();
        Ok(keys
            .filter(|key| key.starts_with(&below))
            .cloned()
            .collect())
    }
}

impl Transaction for LockedMemory<RwLockWriteGuard<'_, StoredData>> {
    fn commit(mut self: Box<Self>, edits: Vec<Edit>) -> Result<(), StorageError> {
        for edit in edits {
            match edit {
                Edit::Append { day, text, .. } => {
                    let kept = self.0.days.entry(day).or_default();
                    kept.extend_from_slice(text.as_bytes());
                }
                Edit::Rewrite { day, text } => drop(self.0.days.insert(day, text)),
                Edit::Parsed { day, json } => drop(self.0.parsed.insert(day, json)),
            }
        }
        Ok(())
    }

    fn put(mut self: Box<Self>, key: &str, bytes: Option<&[u8]>) -> Result<(), StorageError> {
        match bytes {
            Some(bytes) => drop(self.0.documents.insert(key.to_owned(), bytes.to_vec())),
            None => drop(self.0.documents.remove(key)),
        }
        Ok(())
    }
}

/// A run in memory, and the right to work on it.
struct MemoryClaim {
    kind: ClaimKind,
    run: RunId,
    claims: Arc<Claims>,
}

impl MemoryClaim {
    fn runs(&self) -> &Runs {
        self.claims.of(self.kind)
    }
}

fn checkpoint((run, bytes): (&RunId, &Vec<u8>)) -> Checkpoint {
    Checkpoint {
        run: run.clone(),
        place: format!("session {run}"),
        bytes: bytes.clone(),
    }
}

impl Claim for MemoryClaim {
    fn load(&self) -> Result<Option<Checkpoint>, StorageError> {
        let saved = lock(&self.runs().saved);
        Ok(saved.get_key_value(&self.run).map(checkpoint))
    }

    fn save(&self, run: &[u8]) -> Result<(), StorageError> {
        lock(&self.runs().saved).insert(self.run.clone(), run.to_vec());
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), StorageError> {
        lock(&self.runs().saved).remove(&self.run);
        Ok(())
    }
}

impl Drop for MemoryClaim {
    fn drop(&mut self) {
        lock(&self.runs().claimed).remove(&self.run);
    }
}

impl fmt::Debug for MemoryClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MemoryClaim({})", self.run)
    }
}
