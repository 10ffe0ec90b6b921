//! Writing as a person: one at a time, whole or not at all, and never twice.

use futures_util::future::{join, join_all};
use quilto_store::UserId;
use tokio_postgres::SimpleQueryMessage;

use crate::database::{CallContext, begin, over};
use crate::error::DatabaseError;
use crate::pool::OpenTransaction;
use crate::schema;
use crate::statement::{Statement, Value};
use crate::write_queue::WriteTurn;

/// How many writes of a person are remembered by name.
const REMEMBERED: i64 = 1000;

/// The sole right to write for a person, and how many writes there were before.
pub(crate) struct WriteLock {
    pub(crate) locked: Locked,
    pub(crate) turn: WriteTurn,
}

/// The person's row in a transaction.
pub(crate) struct Locked {
    pub(crate) open: OpenTransaction,
    pub(crate) version: i64,
}

/// Waits for the right to write.
pub(crate) async fn write_lock(
    shared: &CallContext,
    user: &UserId,
) -> Result<WriteLock, DatabaseError> {
    let turn = shared.write_queues.of(user, shared.patience).await?;
    let locked = locked(shared, user).await?;
    Ok(WriteLock { locked, turn })
}

async fn locked(shared: &CallContext, user: &UserId) -> Result<Locked, DatabaseError> {
    let (begin, patience) = (begin(user, ""), shared.patience.as_millis());
    let sql = format!(
        "{begin}, set_config('lock_timeout', '{patience}', true),
            set_config('idle_in_transaction_session_timeout', '60000', true);
        INSERT INTO quilto.persons (user_id, version) VALUES ('{user}', 0) ON CONFLICT DO NOTHING;
        SELECT version FROM quilto.persons WHERE user_id = '{user}' FOR UPDATE;
        SELECT version FROM quilto.form"
    );
    let mut backoff = shared.backoff();
    loop {
        match taken(shared, &sql).await {
            Err(error) => backoff.wait(error).await?,
            done => return done,
        }
    }
}

async fn taken(shared: &CallContext, sql: &str) -> Result<Locked, DatabaseError> {
    let open = shared.connection().await?;
    let client = open.client().ok_or_else(over)?;
    let said = client.simple_query(sql).await?;
    let mut numbers = said.iter().rev().filter_map(number);
    let (form, version) = (numbers.next(), numbers.next());
    let form = form.and_then(|form| usize::try_from(form).ok());
    schema::check(form.unwrap_or_default())?;
    let version =
        version.ok_or_else(|| DatabaseError::Refused("it does not count writes".into()))?;
    Ok(Locked { open, version })
}

fn number(message: &SimpleQueryMessage) -> Option<i64> {
    match message {
        SimpleQueryMessage::Row(row) => row.get(0)?.parse().ok(),
        _ => None,
    }
}

/// Does the edits and ends the transaction. Where the answer is lost, it is found out whether it was
/// done, and done then if it was not.
pub(crate) async fn commit(
    shared: &CallContext,
    user: &UserId,
    lock: WriteLock,
    mut edits: Vec<Statement>,
) -> Result<(), DatabaseError> {
    let (process, number) = shared.name();
    let id = format!("{process}/{number}");
    let WriteLock {
        locked,
        turn: _turn,
    } = lock;
    let before = locked.version;
    edits.extend(counted(user, before, &id));
    let lost = match apply(locked.open, &edits).await {
        Err(DatabaseError::Lost(cause)) => cause,
        done => return done,
    };
    tracing::debug!("the end of a write was not heard: {lost}");
    let mut backoff = shared.backoff();
    loop {
        match settled(shared, user, before, &id, &edits).await {
            Err(error) => backoff.wait(error).await?,
            done => return done,
        }
    }
}

/// Sees to it that a write of which no end was heard is done once.
async fn settled(
    shared: &CallContext,
    user: &UserId,
    before: i64,
    id: &str,
    edits: &[Statement],
) -> Result<(), DatabaseError> {
    let locked = locked(shared, user).await?;
    if locked.version == before {
        return apply(locked.open, edits).await;
    }
    match written(&locked, user, before + 1).await?.as_deref() == Some(id) {
        true => Ok(()),
        // what was read for this is no longer so
        false => Err(DatabaseError::Refused(
            "the connection was lost, and another program wrote meanwhile; nothing was changed"
                .into(),
        )),
    }
}

/// The name of the write that made a version.
async fn written(
    locked: &Locked,
    user: &UserId,
    version: i64,
) -> Result<Option<String>, DatabaseError> {
    let statement = Statement {
        sql: "SELECT id FROM quilto.writes WHERE user_id = $1 AND version = $2",
        values: vec![user.as_str().into(), Value::Count(version)],
    };
    let client = locked.open.client().ok_or_else(over)?;
    let row = client
        .query_typed_opt(statement.sql, &statement.typed())
        .await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}

/// What counts a write and keeps its name.
fn counted(user: &UserId, before: i64, id: &str) -> [Statement; 3] {
    let user = || Value::from(user.as_str());
    [
        Statement {
            sql: "UPDATE quilto.persons SET version = $2 WHERE user_id = $1",
            values: vec![user(), Value::Count(before + 1)],
        },
        Statement {
            sql: "INSERT INTO quilto.writes (user_id, version, id) VALUES ($1, $2, $3)",
            values: vec![user(), Value::Count(before + 1), id.into()],
        },
        Statement {
            sql: "DELETE FROM quilto.writes WHERE user_id = $1 AND version = $2",
            values: vec![user(), Value::Count(before + 1 - REMEMBERED)],
        },
    ]
}

/// Sends everything at once. After one that fails, the server commits nothing.
async fn apply(open: OpenTransaction, edits: &[Statement]) -> Result<(), DatabaseError> {
    let client = open.client().ok_or_else(over)?;
    let values: Vec<_> = edits.iter().map(Statement::typed).collect();
    let sent = edits.iter().zip(&values);
    let sent = sent.map(|(edit, values)| client.execute_typed(edit.sql, values));
    let (done, ended) = join(join_all(sent), client.batch_execute("COMMIT")).await;
    for edit in done {
        edit?;
    }
    ended?;
    open.ended();
    Ok(())
}
