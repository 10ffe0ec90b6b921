//! Accounts in the database, for all the programs that use it.

use std::sync::Arc;

use quilto_store::{Account, AccountChange, Accounts, KeyDigest, StorageError, UserId};
use tokio_postgres::Row;

use crate::database::Database;
use crate::error::DatabaseError;
use crate::statement::{Statement, Value};

/// The accounts of those whose notes are in a database.
pub(crate) struct PostgresAccounts {
    database: Arc<Database>,
}

/// An account as it is there, and how often it was written.
struct StoredAccount {
    text: String,
    version: i64,
}

impl PostgresAccounts {
    pub(crate) fn new(database: Arc<Database>) -> Self {
        Self { database }
    }

    fn read(&self, sql: &'static str, values: Vec<Value>) -> Result<Vec<Row>, StorageError> {
        let shared = Arc::clone(&self.database.shared);
        let statement = Statement { sql, values };
        let read = async move { shared.of_nobody(&statement).await };
        self.database.read(read)
    }

    fn write(&self, sql: &'static str, values: Vec<Value>) -> Result<Vec<Row>, StorageError> {
        let shared = Arc::clone(&self.database.shared);
        let statement = Statement { sql, values };
        let write = async move { shared.of_nobody(&statement).await };
        self.database.change(write)
    }

    fn found(&self, user: &UserId) -> Result<Option<StoredAccount>, StorageError> {
        let sql = "SELECT account, version FROM quilto.accounts WHERE user_id = $1";
        let rows = self.read(sql, vec![user.as_str().into()])?;
        let row = rows.first().map(|row| {
            Ok(StoredAccount {
                text: row.try_get(0)?,
                version: row.try_get(1)?,
            })
        });
        row.transpose().map_err(|error| self.unread(error))
    }

    fn account_of(&self, text: &str) -> Result<Account, StorageError> {
        serde_json::from_str(text)
            .map_err(|error| self.refused("read", DatabaseError::Refused(error.into())))
    }

    fn accounts_of(&self, rows: &[Row]) -> Result<Vec<Account>, StorageError> {
        let accounts = rows.iter().map(|row| {
            let text: String = row.try_get(0).map_err(|error| self.unread(error))?;
            self.account_of(&text)
        });
        accounts.collect()
    }

    fn unread(&self, error: tokio_postgres::Error) -> StorageError {
        self.refused("read", error.into())
    }

    fn refused(&self, action: &'static str, error: DatabaseError) -> StorageError {
        error.into_error(action, self.database.place(), Default::default())
    }

    /// Puts an account where another one, or none, was. Says whether that was still there.
    fn exchange(
        &self,
        user: &UserId,
        before: Option<&StoredAccount>,
        after: Option<(&Account, &str)>,
    ) -> Result<bool, StorageError> {
        let keys = |account: &Account| {
            let digests = account.keys.iter().map(|key| key.digest.to_string());
            Value::Texts(digests.collect())
        };
        let user = || Value::from(user.as_str());
        let rows = match (before, after) {
            (None, None) => return Ok(true),
            (None, Some((account, text))) => {
                // not the number of one that had the name before
                let sql = "INSERT INTO quilto.accounts (user_id, version, account, keys)
                    VALUES ($1, (extract(epoch FROM clock_timestamp()) * 1000000)::bigint, $2, $3)
                    ON CONFLICT (user_id) DO NOTHING RETURNING version";
                self.write(sql, vec![user(), text.into(), keys(account)])?
            }
            (Some(before), Some((account, text))) => {
                let sql =
                    "UPDATE quilto.accounts SET account = $2, keys = $3, version = version + 1
                    WHERE user_id = $1 AND version = $4 RETURNING version";
                let version = Value::Count(before.version);
                self.write(sql, vec![user(), text.into(), keys(account), version])?
            }
            (Some(before), None) => {
                let sql = "DELETE FROM quilto.accounts
                    WHERE user_id = $1 AND version = $2 RETURNING version";
                self.write(sql, vec![user(), Value::Count(before.version)])?
            }
        };
        Ok(!rows.is_empty())
    }
}

impl Accounts for PostgresAccounts {
    fn account(&self, user: &UserId) -> Result<Option<Account>, StorageError> {
        let found = self.found(user)?;
        found.map(|found| self.account_of(&found.text)).transpose()
    }

    fn with_key(&self, digest: &KeyDigest) -> Result<Option<Account>, StorageError> {
        let sql = "SELECT account FROM quilto.accounts WHERE keys @> $1";
        let keys = Value::Texts(vec![digest.to_string()]);
        let rows = self.read(sql, vec![keys])?;
        Ok(self.accounts_of(&rows)?.pop())
    }

    fn all(&self) -> Result<Vec<Account>, StorageError> {
        let sql = "SELECT account FROM quilto.accounts ORDER BY user_id COLLATE \"C\"";
        let rows = self.read(sql, Vec::new())?;
        self.accounts_of(&rows)
    }

    fn change(&self, user: &UserId, change: &mut AccountChange<'_>) -> Result<(), StorageError> {
        loop {
            let before = self.found(user)?;
            let account = before.as_ref().map(|found| self.account_of(&found.text));
            let account = account.transpose()?;
            let mut after = account.clone();
            change(&mut after);
            if after == account {
                return Ok(());
            }
            let text = after.as_ref().map(serde_json::to_string).transpose();
            let text =
                text.map_err(|error| self.refused("write", DatabaseError::Refused(error.into())))?;
            let wanted = after.as_ref().zip(text.as_deref());
            if self.exchange(user, before.as_ref(), wanted)? {
                return Ok(());
            }
            // somebody else was first; or it is done, and the answer was lost
            if self.found(user)?.map(|found| found.text) == text {
                return Ok(());
            }
        }
    }
}
