//! The server of `scripts/postgres.sh`, and stores on it.

#![allow(dead_code, reason = "each test file uses some of it")]

use std::io::Write;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use quilto_postgres::{Address, Limits, PostgresStores};
use quilto_store::{StorageError, Store, Stores, UserId};
use tokio_postgres::{Client, NoTls};

fn variable(name: &str) -> String {
    std::env::var(name)
        .unwrap_or_else(|_| panic!("{name} is not set: run it by scripts/postgres.sh"))
}

/// The address of the server, as an ordinary role.
pub fn address() -> Address {
    Address::read(&variable("QUILTO_POSTGRES")).unwrap()
}

/// The same as a role that is above row-level security.
pub fn admin() -> Address {
    Address::read(&variable("QUILTO_POSTGRES_ADMIN")).unwrap()
}

/// Stores of a process of its own.
pub fn opened() -> PostgresStores {
    PostgresStores::open(&address(), Limits::default()).unwrap()
}

/// Ends the server in the middle of everything, and starts it again.
pub fn restart() {
    let restart = variable("QUILTO_POSTGRES_RESTART");
    let status = Command::new("sh").args(["-c", &restart]).status().unwrap();
    assert!(status.success());
}

/// Persons whom nobody has written for, in a database with all the others.
pub struct Fresh {
    prefix: String,
}

impl Fresh {
    pub fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        let prefix = format!("t{}-{next}", std::process::id());
        Self { prefix }
    }

    /// The name that a person has in the database.
    pub fn named(&self, user: &UserId) -> UserId {
        UserId::new(format!("{}-{user}", self.prefix)).unwrap()
    }
}

impl Stores for Fresh {
    fn of(&self, user: &UserId) -> Result<Arc<dyn Store>, StorageError> {
        static STORES: OnceLock<PostgresStores> = OnceLock::new();
        STORES.get_or_init(opened).of(&self.named(user))
    }
}

/// What a plain client of the server does.
pub fn raw<T>(database: &str, work: impl AsyncFnOnce(Client) -> T) -> T {
    raw_as("QUILTO_POSTGRES", database, work)
}

/// The same as a role that is above row-level security.
pub fn raw_as_admin<T>(database: &str, work: impl AsyncFnOnce(Client) -> T) -> T {
    raw_as("QUILTO_POSTGRES_ADMIN", database, work)
}

fn raw_as<T>(address: &str, database: &str, work: impl AsyncFnOnce(Client) -> T) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let mut config: tokio_postgres::Config = variable(address).parse().unwrap();
        let (client, connection) = config.dbname(database).connect(NoTls).await.unwrap();
        tokio::spawn(connection);
        work(client).await
    })
}

/// Says that something was not tried, past what the harness keeps of a test that holds.
pub fn say_skipped(why: &str) {
    let said = format!("Skipped: {why}.\n");
    std::io::stderr().write_all(said.as_bytes()).unwrap();
}

/// The address of an empty database of its own.
pub fn another(name: &str) -> Address {
    raw("notes", async |client| {
        let sql = format!("CREATE DATABASE {name}");
        client.batch_execute(&sql).await.unwrap();
    });
    let address = variable("QUILTO_POSTGRES").replace("/notes", &format!("/{name}"));
    Address::read(&address).unwrap()
}
