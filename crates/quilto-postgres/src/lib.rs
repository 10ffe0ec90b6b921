//! The port of `quilto-store` on PostgreSQL.
//!
//! ```no_run
//! use quilto_postgres::{Address, Limits, PostgresStores};
//! use quilto_store::{Stores, UserId};
//!
//! let address = Address::read("postgres://notes@localhost/notes")?;
//! let stores = PostgresStores::open(&address, Limits::default())?;
//! let ann = stores.of(&UserId::new("ann")?)?;
//! ann.update_global_context("likes granite")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Whose.** The person is the first column of every key. A transaction names the person, and the
//! server shows it that person's rows alone (row-level security, also for the owner of the tables);
//! a role that stands above that is refused. Tables are cut into partitions by the person.
//! **What is kept.** The text of each day, byte for byte, beside what was understood of it; documents;
//! runs that wait, and who works on them. Names, corrections, undos and searches are worked out above
//! it, as for every [`Backend`].
//! **Writes.** A transaction that may write holds the person's row; others of that person wait, those
//! of other persons do not. Every write has a name that the server remembers for a while: where the
//! connection is lost before the answer, it is found out whether it was done, and it is never done
//! twice. What returned `Ok` is committed with `synchronous_commit`.
//! **Accounts** are found before anybody is known, and so stand apart; they hold no notes. One is written only
//! over what was looked at.
//! **Lost connections** are waited for, then [`StorageError::Unreachable`] says so.
//! **The form of the tables** is changed under a lock by the first program that knows more; one that
//! knows less refuses to touch them, also when it is running already.

mod accounts;
mod address;
mod blocking_calls;
mod claims;
mod database;
mod error;
mod pool;
mod schema;
mod statement;
mod transaction;
mod write;
mod write_queue;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use quilto_model::RunId;
use quilto_store::{
    Accounts, Backend, Checkpoint, Claim, ClaimKind, Snapshot, StorageError, Store, Stores,
    Transaction, UserId, WaitHook,
};

use accounts::PostgresAccounts;
pub use address::{Address, AddressError};
use database::Database;
use transaction::PersonTransaction;

/// What a process asks of the server at most, and how long it waits.
#[derive(Clone)]
pub struct Limits {
    /// How many connections it holds, besides one that says that it lives.
    pub connections: usize,
    /// How long other programs, and a server that is away, are waited for.
    pub patience: Duration,
    /// Hears whom a write waits for, when that takes longer than a moment.
    pub hook: Option<WaitHook>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 8,
            patience: Duration::from_secs(30),
            hook: None,
        }
    }
}

/// The stores of all persons in one database.
pub struct PostgresStores {
    database: Arc<Database>,
}

impl PostgresStores {
    /// Stores at an address. Nothing is asked of the server before the first call.
    ///
    /// # Errors
    /// `Database` if there can be no thread for it.
    pub fn open(address: &Address, limits: Limits) -> Result<Self, StorageError> {
        let database = Database::new(address, limits)?;
        Ok(Self {
            database: Arc::new(database),
        })
    }

    /// The accounts of those whose notes are there.
    pub fn accounts(&self) -> impl Accounts + use<> {
        PostgresAccounts::new(Arc::clone(&self.database))
    }

    /// What keeps the notes of a person, below the port.
    pub fn backend(&self, user: &UserId) -> impl Backend + use<> {
        PostgresStore {
            database: Arc::clone(&self.database),
            user: user.clone(),
        }
    }
}

impl fmt::Debug for PostgresStores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PostgresStores({})", self.database.place())
    }
}

impl Stores for PostgresStores {
    fn of(&self, user: &UserId) -> Result<Arc<dyn Store>, StorageError> {
        Ok(Arc::new(self.backend(user)))
    }
}

/// The store of one person.
struct PostgresStore {
    database: Arc<Database>,
    user: UserId,
}

impl Backend for PostgresStore {
    fn snapshot(&self) -> Result<Box<dyn Snapshot + '_>, StorageError> {
        let transaction =
            PersonTransaction::snapshot(Arc::clone(&self.database), self.user.clone());
        Ok(Box::new(transaction))
    }

    fn transaction(&self) -> Result<Box<dyn Transaction + '_>, StorageError> {
        let transaction =
            PersonTransaction::transaction(Arc::clone(&self.database), self.user.clone())?;
        Ok(Box::new(transaction))
    }

    fn claim_of(
        &self,
        kind: ClaimKind,
        run: &RunId,
    ) -> Result<Option<Box<dyn Claim>>, StorageError> {
        let claim = claims::claim(&self.database, &self.user, kind, run)?;
        Ok(claim.map(|claim| Box::new(claim) as Box<dyn Claim>))
    }

    fn saved(&self, kind: ClaimKind) -> Result<Vec<Checkpoint>, StorageError> {
        claims::saved(&self.database, &self.user, kind)
    }

    fn clear_claims(&self) -> Result<(), StorageError> {
        claims::clear(&self.database, &self.user)
    }
}
