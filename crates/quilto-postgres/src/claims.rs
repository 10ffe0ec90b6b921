//! The sole right to work on a run. A row says which process has it; the process holds a lock as
//! long as its connection lives, so that a claim of one that was killed is void at once. Whoever lost
//! its connection for a while, and its claim to another, finds out when it saves.

use std::fmt;
use std::sync::Arc;

use quilto_model::RunId;
use quilto_store::{Checkpoint, Claim, ClaimKind, StorageError, UserId};
use tokio_postgres::Row;

use crate::database::{Database, PROCESSES};
use crate::error::DatabaseError;
use crate::statement::{Statement, Value};

/// What the names of requests begin with in the tables; those of runs hold no such letter.
const REQUEST: &str = "request:";

/// The right of this process to a run.
pub(crate) struct PostgresClaim {
    database: Arc<Database>,
    user: UserId,
    run: RunId,
    /// Its name in the tables.
    name: String,
    token: i64,
    process: i32,
}

/// Takes a run that nobody has, or whose holder no longer lives.
pub(crate) fn claim(
    database: &Arc<Database>,
    user: &UserId,
    kind: ClaimKind,
    run: &RunId,
) -> Result<Option<PostgresClaim>, StorageError> {
    let named = match kind {
        ClaimKind::Run => run.0.clone(),
        ClaimKind::Request => format!("{REQUEST}{run}"),
    };
    let sql =
        "INSERT INTO quilto.claims AS c (user_id, run, process, token) VALUES ($1, $2, $3, $4)
        ON CONFLICT (user_id, run) DO UPDATE SET process = excluded.process, token = excluded.token
        WHERE (c.process = $3 AND c.token = $4) OR pg_try_advisory_xact_lock($5, c.process)
        RETURNING true";
    let (shared, person, name) = (Arc::clone(&database.shared), user.clone(), named.clone());
    let taken = database.change(async move {
        let process = shared.alive().await?;
        let token = shared.name().1;
        let statement = Statement {
            sql,
            values: vec![
                person.as_str().into(),
                Value::Text(name),
                Value::Process(process),
                Value::Count(token),
                Value::Process(PROCESSES),
            ],
        };
        let rows = shared.once(&person, &statement).await?;
        Ok((!rows.is_empty()).then_some((process, token)))
    })?;
    Ok(taken.map(|(process, token)| PostgresClaim {
        database: Arc::clone(database),
        user: user.clone(),
        run: run.clone(),
        name: named,
        token,
        process,
    }))
}

/// The runs, or requests, of a person that were saved and not finished.
pub(crate) fn saved(
    database: &Database,
    user: &UserId,
    kind: ClaimKind,
) -> Result<Vec<Checkpoint>, StorageError> {
    let sql = match kind {
        ClaimKind::Run => {
            "SELECT run, bytes FROM quilto.runs
            WHERE user_id = $1 AND NOT starts_with(run, $2) ORDER BY run"
        }
        ClaimKind::Request => {
            "SELECT run, bytes FROM quilto.runs
            WHERE user_id = $1 AND starts_with(run, $2) ORDER BY run"
        }
    };
    let statement = Statement {
        sql,
        values: vec![user.as_str().into(), REQUEST.into()],
    };
    let (shared, user) = (Arc::clone(&database.shared), user.clone());
    database.read(async move {
        let rows = shared.once(&user, &statement).await?;
        rows.iter().map(checkpoint).collect()
    })
}

/// Removes the claims of processes that live no more. Whether they do is told by the lock of each.
pub(crate) fn clear(database: &Database, user: &UserId) -> Result<(), StorageError> {
    let (shared, user) = (Arc::clone(&database.shared), user.clone());
    database.change(async move {
        let own = shared.alive().await?;
        let statement = Statement {
            sql: "DELETE FROM quilto.claims WHERE user_id = $1 AND process <> $2
                AND pg_try_advisory_xact_lock($3, process)",
            values: vec![
                user.as_str().into(),
                Value::Process(own),
                Value::Process(PROCESSES),
            ],
        };
        shared.once(&user, &statement).await?;
        Ok(())
    })
}

fn checkpoint(row: &Row) -> Result<Checkpoint, DatabaseError> {
    let name: &str = row.try_get(0)?;
    let run = RunId(name.strip_prefix(REQUEST).unwrap_or(name).to_owned());
    Ok(Checkpoint {
        place: format!("session {run}"),
        bytes: row.try_get(1)?,
        run,
    })
}

impl PostgresClaim {
    /// A statement about the run. Its first four values are person, run, process and token.
    fn ask(&self, sql: &'static str, more: Option<Value>) -> Result<Vec<Row>, StorageError> {
        let mut values = vec![
            self.user.as_str().into(),
            self.name.as_str().into(),
            Value::Process(self.process),
            Value::Count(self.token),
        ];
        values.extend(more);
        let statement = Statement { sql, values };
        let (shared, user) = (Arc::clone(&self.database.shared), self.user.clone());
        self.database
            .change(async move { shared.once(&user, &statement).await })
    }

    /// Whether what was asked was done as the holder.
    fn done(&self, rows: &[Row]) -> Result<(), StorageError> {
        match rows.is_empty() {
            true => Err(StorageError::Claimed(self.run.clone())),
            false => Ok(()),
        }
    }
}

impl Claim for PostgresClaim {
    fn load(&self) -> Result<Option<Checkpoint>, StorageError> {
        let statement = Statement {
            sql: "SELECT run, bytes FROM quilto.runs WHERE user_id = $1 AND run = $2",
            values: vec![self.user.as_str().into(), self.name.as_str().into()],
        };
        let (shared, user) = (Arc::clone(&self.database.shared), self.user.clone());
        self.database.read(async move {
            let rows = shared.once(&user, &statement).await?;
            rows.first().map(checkpoint).transpose()
        })
    }

    fn save(&self, run: &[u8]) -> Result<(), StorageError> {
        let sql = "WITH mine AS (SELECT FROM quilto.claims
                WHERE user_id = $1 AND run = $2 AND process = $3 AND token = $4 FOR SHARE)
            INSERT INTO quilto.runs (user_id, run, bytes) SELECT $1, $2, $5 FROM mine
            ON CONFLICT (user_id, run) DO UPDATE SET bytes = excluded.bytes RETURNING true";
        self.done(&self.ask(sql, Some(Value::Bytes(run.to_vec())))?)
    }

    fn finish(self: Box<Self>) -> Result<(), StorageError> {
        let sql = "WITH mine AS (SELECT FROM quilto.claims
                WHERE user_id = $1 AND run = $2 AND process = $3 AND token = $4 FOR SHARE),
            gone AS (DELETE FROM quilto.runs WHERE user_id = $1 AND run = $2 AND EXISTS (SELECT FROM mine))
            SELECT true FROM mine";
        self.done(&self.ask(sql, None)?)
    }
}

impl Drop for PostgresClaim {
    fn drop(&mut self) {
        let sql = "DELETE FROM quilto.claims
            WHERE user_id = $1 AND run = $2 AND process = $3 AND token = $4";
        if let Err(error) = self.ask(sql, None) {
            tracing::warn!(
                "session {} stays claimed until this process ends: {error}",
                self.run
            );
        }
    }
}

impl fmt::Debug for PostgresClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PostgresClaim({})", self.run)
    }
}
