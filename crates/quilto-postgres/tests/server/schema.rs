//! The form of the tables: made once, and never touched by an older program.

use quilto_postgres::{Limits, PostgresStores};
use quilto_store::contract::{day, note};
use quilto_store::{StorageError, Stores, UserId};

use crate::server;

#[test]
fn of_many_that_find_an_empty_database_one_makes_the_tables() {
    let address = server::another("many_first");
    std::thread::scope(|scope| {
        for hand in 0..6 {
            let address = &address;
            scope.spawn(move || {
                let stores = PostgresStores::open(address, Limits::default()).unwrap();
                let store = stores.of(&UserId::default()).unwrap();
                let note = note("2026-11-21", "10:30", &format!("of hand {hand}"));
                store.append(vec![note]).unwrap();
            });
        }
    });
    let stores = PostgresStores::open(&address, Limits::default()).unwrap();
    let store = stores.of(&UserId::default()).unwrap();
    assert_eq!(store.recent(day("2026-11-21"), 99).unwrap().len(), 6);
}

#[test]
fn tables_of_a_newer_program_are_left_alone() {
    let address = server::another("newer");
    let running = PostgresStores::open(&address, Limits::default()).unwrap();
    let running = running.of(&UserId::default()).unwrap();
    running
        .append(vec![note("2026-11-21", "10:30", "granite")])
        .unwrap();
    server::raw("newer", async |client| {
        let sql = "UPDATE quilto.form SET version = 999";
        client.batch_execute(sql).await.unwrap();
    });
    let newer =
        |error: StorageError| assert!(matches!(error, StorageError::NewerForm { .. }), "{error}");
    newer(
        running
            .append(vec![note("2026-11-21", "10:31", "basalt")])
            .unwrap_err(),
    );
    let started = PostgresStores::open(&address, Limits::default()).unwrap();
    let started = started.of(&UserId::default()).unwrap();
    newer(started.recent(day("2026-11-21"), 9).unwrap_err());
    assert_eq!(running.recent(day("2026-11-21"), 9).unwrap().len(), 1);
}
