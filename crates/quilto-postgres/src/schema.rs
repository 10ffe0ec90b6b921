//! The form of the tables. It is changed under a lock, by the first program that knows more than is
//! there; a program that knows less than is there touches nothing.

use tokio_postgres::Client;

use crate::error::DatabaseError;

/// What leads from each form to the next.
const MIGRATIONS: &[&str] = &[
    include_str!("migrations/0001_first.sql"),
    include_str!("migrations/0002_accounts.sql"),
];

/// The newest form this version knows.
const KNOWN: u32 = MIGRATIONS.len() as u32;

/// The lock under which it is changed: any number, as long as all versions take the same.
const LOCK: i64 = 0x7175_696c_746f;

/// The form that is there; 0 where there are no tables.
async fn found(client: &Client) -> Result<usize, DatabaseError> {
    let sql = "SELECT to_regclass('quilto.form') IS NOT NULL";
    if !client
        .query_typed_one(sql, &[])
        .await?
        .try_get::<_, bool>(0)?
    {
        return Ok(0);
    }
    let sql = "SELECT version FROM quilto.form";
    let version: i32 = client.query_typed_one(sql, &[]).await?.try_get(0)?;
    Ok(usize::try_from(version).unwrap_or_default())
}

/// Refuses a form that is newer than the known one.
pub(crate) fn check(version: usize) -> Result<(), DatabaseError> {
    if version > MIGRATIONS.len() {
        return Err(DatabaseError::Newer(KNOWN));
    }
    Ok(())
}

/// Sees to it that the tables are there in the known form, and that the server keeps persons apart.
pub(crate) async fn prepare(client: &Client) -> Result<(), DatabaseError> {
    let sql = "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user";
    if client
        .query_typed_one(sql, &[])
        .await?
        .try_get::<_, bool>(0)?
    {
        return Err(DatabaseError::Refused(
            "this role is above row-level security, which keeps persons apart; name an ordinary one".into(),
        ));
    }
    let version = found(client).await?;
    check(version)?;
    if version == MIGRATIONS.len() {
        return Ok(());
    }
    client
        .batch_execute(&format!("BEGIN; SELECT pg_advisory_xact_lock({LOCK})"))
        .await?;
    let done = migrate(client).await;
    let end = if done.is_ok() { "COMMIT" } else { "ROLLBACK" };
    let ended = client.batch_execute(end).await;
    done?;
    Ok(ended?)
}

/// Another program may have done it while this one waited for the lock.
async fn migrate(client: &Client) -> Result<(), DatabaseError> {
    let version = found(client).await?;
    check(version)?;
    for migration in MIGRATIONS.iter().skip(version) {
        client.batch_execute(migration).await?;
    }
    let set = format!("UPDATE quilto.form SET version = {KNOWN}");
    Ok(client.batch_execute(&set).await?)
}
