//! Persons are kept apart by the server, whatever a query asks.

use quilto_model::DateRange;
use quilto_postgres::{Limits, PostgresStores};
use quilto_store::contract::{day, note};
use quilto_store::{Stores, UserId};
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;

use crate::server::{self, Fresh};

const TABLES: [&str; 6] = ["persons", "writes", "days", "documents", "runs", "claims"];

async fn count(client: &Client, table: &str, user: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM quilto.{table} WHERE user_id = '{user}'");
    client.query_one(&sql, &[]).await.unwrap().get(0)
}

/// Ann with something in every table.
fn ann() -> (Fresh, String) {
    let fresh = Fresh::new();
    let user = UserId::new("ann").unwrap();
    let store = fresh.of(&user).unwrap();
    store
        .append(vec![note("2026-11-21", "10:30", "granite")])
        .unwrap();
    store.update_global_context("likes granite").unwrap();
    let claim = store.claim(&quilto_model::RunId("run".into())).unwrap();
    claim.save(b"run").unwrap();
    // the claim of this process stays
    std::mem::forget(claim);
    let name = fresh.named(&user).to_string();
    (fresh, name)
}

#[test]
fn nobody_and_another_see_no_row_of_a_person() {
    let (_fresh, ann) = ann();
    server::raw("notes", async |client| {
        for user in ["", "ben", &format!("{ann}x")] {
            let set = "SELECT set_config('quilto.person', $1, false)";
            client.query_one(set, &[&user]).await.unwrap();
            for table in TABLES {
                assert_eq!(count(&client, table, &ann).await, 0, "{table} as {user:?}");
                for part in 0..16 {
                    let part = format!("{table}_{part}");
                    assert_eq!(count(&client, &part, &ann).await, 0, "{part} as {user:?}");
                }
            }
        }
        let set = "SELECT set_config('quilto.person', $1, false)";
        client.query_one(set, &[&ann]).await.unwrap();
        for table in TABLES {
            assert!(
                count(&client, table, &ann).await > 0,
                "{table} as themselves"
            );
        }
    });
}

#[test]
fn another_changes_no_row_of_a_person() {
    let (fresh, ann) = ann();
    server::raw("notes", async |client| {
        client
            .batch_execute("SET quilto.person = 'ben'")
            .await
            .unwrap();
        for table in TABLES {
            let sql = format!("DELETE FROM quilto.{table} WHERE user_id = '{ann}'");
            assert_eq!(client.execute(&sql, &[]).await.unwrap(), 0, "{table}");
        }
        let sql = format!("UPDATE quilto.days SET raw = '' WHERE user_id = '{ann}'");
        assert_eq!(client.execute(&sql, &[]).await.unwrap(), 0);
        let sql = format!("INSERT INTO quilto.days VALUES ('{ann}', '2026-11-22', 'x', NULL)");
        let error = client.execute(&sql, &[]).await.unwrap_err();
        assert_eq!(error.code(), Some(&SqlState::INSUFFICIENT_PRIVILEGE));
        let sql = "UPDATE quilto.documents SET user_id = 'ben'";
        assert_eq!(client.execute(sql, &[]).await.unwrap(), 0);
    });
    let store = fresh.of(&UserId::new("ann").unwrap()).unwrap();
    let entries = store.entries_by_date_range(&DateRange::day(day("2026-11-21")));
    assert_eq!(entries.unwrap().len(), 1);
}

#[test]
fn a_role_above_row_level_security_is_refused() {
    let stores = PostgresStores::open(&server::admin(), Limits::default()).unwrap();
    let error = stores.of(&UserId::default()).unwrap().span().unwrap_err();
    let cause = std::error::Error::source(&error).unwrap().to_string();
    assert!(cause.contains("above row-level security"), "{cause}");
}

#[test]
fn a_call_works_within_a_runtime() {
    let store = Fresh::new().of(&UserId::default()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let written = runtime.block_on(async {
        let written = store.append(vec![note("2026-11-21", "10:30", "granite")]);
        written.unwrap()
    });
    assert_eq!(store.recent(day("2026-11-21"), 9).unwrap(), written);
}
