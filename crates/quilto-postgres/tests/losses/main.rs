//! Connections that are lost, and a server that goes away: what is tried here strikes every test that
//! runs beside it.

#![cfg(feature = "server-tests")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests, where a panic is the failure"
)]

#[path = "../server/server.rs"]
mod server;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use quilto_model::RunId;
use quilto_postgres::{Address, Limits, PostgresStores};
use quilto_store::contract::{all, day, note};
use quilto_store::{StorageError, Stores, UserId};

use server::Fresh;

/// One trouble at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// Little patience.
fn hurried() -> Limits {
    Limits {
        patience: Duration::from_millis(50),
        ..Limits::default()
    }
}

/// Writes while something goes wrong again and again: whatever was acknowledged is there once.
fn write_through(trouble: impl Fn() + Sync, times: usize) {
    const WRITERS: usize = 4;
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let fresh = Fresh::new();
    let (done, written) = (AtomicBool::new(false), AtomicUsize::new(0));
    let acknowledged = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let (fresh, done, written, acknowledged) = (&fresh, &done, &written, &acknowledged);
            scope.spawn(move || {
                let store = fresh.of(&UserId::default()).unwrap();
                for number in 0.. {
                    if done.load(Ordering::Relaxed) {
                        break;
                    }
                    let raw = format!("{writer}/{number}");
                    // a refusal is no promise
                    if store
                        .append(vec![note("2026-11-21", "10:30", &raw)])
                        .is_ok()
                    {
                        acknowledged.lock().unwrap().push(raw);
                        written.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
        for _ in 0..times {
            let before = written.load(Ordering::Relaxed);
            trouble();
            // all go on before the next
            while written.load(Ordering::Relaxed) < before + 2 * WRITERS {
                std::thread::yield_now();
            }
        }
        done.store(true, Ordering::Relaxed);
    });
    let store = fresh.of(&UserId::default()).unwrap();
    let mut found: Vec<_> = all(&*store).into_iter().map(|entry| entry.raw).collect();
    found.sort();
    let count = found.len();
    found.dedup();
    assert_eq!(found.len(), count, "a note is there twice");
    for raw in acknowledged.into_inner().unwrap() {
        assert!(found.binary_search(&raw).is_ok(), "{raw} is lost");
    }
}

#[test]
fn connections_that_are_cut_lose_and_double_nothing() {
    let cut = || {
        server::raw("notes", async |client| {
            let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = 'notes' AND usename = current_user AND pid <> pg_backend_pid()";
            client.query(sql, &[]).await.unwrap();
        });
    };
    write_through(cut, 40);
}

#[test]
fn a_server_that_breaks_down_and_comes_back_loses_and_doubles_nothing() {
    write_through(server::restart, 2);
}

#[test]
fn a_server_that_stays_away_is_said_to() {
    let nowhere = Address::read("postgres://ann@%2Fnowhere-at-all/notes").unwrap();
    let stores = PostgresStores::open(&nowhere, hurried()).unwrap();
    let error = stores.of(&UserId::default()).unwrap().span().unwrap_err();
    assert!(
        matches!(error, StorageError::Unreachable { .. }),
        "{error:?}"
    );
    assert!(
        error
            .to_string()
            .starts_with("the database postgres:///nowhere-at-all"),
        "{error}"
    );
}

#[test]
fn whoever_waits_too_long_for_a_writer_is_told() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let fresh = Fresh::new();
    let user = fresh.named(&UserId::default());
    let hurried = PostgresStores::open(&server::address(), hurried()).unwrap();
    let hurried = hurried.of(&user).unwrap();
    let other = UserId::new(format!("{user}-2")).unwrap();
    hurried
        .append(vec![note("2026-11-21", "10:30", "granite")])
        .unwrap();
    server::raw("notes", async |client| {
        let hold = format!(
            "BEGIN; SET LOCAL quilto.person = '{user}';
            SELECT FROM quilto.persons WHERE user_id = '{user}' FOR UPDATE"
        );
        client.batch_execute(&hold).await.unwrap();
        let error = hurried.update_global_context("basalt").unwrap_err();
        assert!(matches!(error, StorageError::Busy { .. }), "{error:?}");
        // who only reads, or is another, does not wait
        assert_eq!(hurried.recent(day("2026-11-21"), 9).unwrap().len(), 1);
        let other = server::opened().of(&other).unwrap();
        other.update_global_context("opal").unwrap();
    });
    hurried.update_global_context("basalt").unwrap();
}

#[test]
fn a_claim_outlives_a_restart_as_long_as_nobody_takes_it() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let store = Fresh::new().of(&UserId::default()).unwrap();
    let run = RunId("run".into());
    let claim = store.claim(&run).unwrap();
    claim.save(b"first").unwrap();
    server::restart();
    claim.save(b"second").unwrap();
    assert_eq!(store.checkpoints().unwrap()[0].bytes, b"second");
    claim.finish().unwrap();
    drop(store.claim(&run).unwrap());
}
