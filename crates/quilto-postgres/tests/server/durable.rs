//! What was acknowledged waits for the disk, also where somebody has set the role to go without.

use quilto_model::RunId;
use quilto_postgres::{Address, Limits, PostgresStores};
use quilto_store::contract::accounts::put;
use quilto_store::contract::note;
use quilto_store::{Stores, UserId};

use crate::server;

/// Every table that is written to.
const TABLES: [&str; 7] = [
    "accounts",
    "claims",
    "days",
    "documents",
    "persons",
    "runs",
    "writes",
];

/// Writes something to each of them, as a program that has just begun.
fn write(address: &Address, key: u8) {
    let stores = PostgresStores::open(address, Limits::default()).unwrap();
    let store = stores.of(&UserId::default()).unwrap();
    store
        .append(vec![note("2026-11-21", "10:30", "granite")])
        .unwrap();
    store.update_global_context("likes granite").unwrap();
    let claim = store.claim(&RunId("run".into())).unwrap();
    claim.save(b"run").unwrap();
    claim.finish().unwrap();
    put(&stores.accounts(), "ann", &[key]);
}

#[test]
fn every_write_waits_for_the_disk_though_its_role_is_set_not_to() {
    let address = server::another("durable");
    write(&address, 1);
    let seen = server::raw("durable", async |client| {
        let watched = TABLES.map(|table| {
            format!(
                "CREATE TRIGGER see AFTER INSERT OR UPDATE OR DELETE ON quilto.{table}
                FOR EACH STATEMENT EXECUTE FUNCTION see();"
            )
        });
        let watch = format!(
            "CREATE TABLE seen (at text, setting text);
            CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                INSERT INTO seen VALUES (TG_TABLE_NAME, current_setting('synchronous_commit'));
                RETURN NULL;
            END $$;
            ALTER ROLE CURRENT_USER IN DATABASE durable SET synchronous_commit = off;
            {}",
            watched.concat()
        );
        client.batch_execute(&watch).await.unwrap();
        write(&address, 2);
        let sql = "SELECT DISTINCT at, setting FROM seen ORDER BY at";
        let rows = client.query(sql, &[]).await.unwrap();
        let pair = |row: &tokio_postgres::Row| (row.get(0), row.get(1));
        rows.iter().map(pair).collect::<Vec<(String, String)>>()
    });
    assert_eq!(seen, TABLES.map(|table| (table.into(), "on".into())));
    // who is not ours goes without, as the role is set to
    server::raw("durable", async |client| {
        let row = client.query_one("SHOW synchronous_commit", &[]).await;
        assert_eq!(row.unwrap().get::<_, &str>(0), "off");
    });
}
