//! What one person asks for costs the same work with others there as alone.

use chrono::Days;
use quilto_model::DateRange;
use quilto_postgres::{Limits, PostgresStores};
use quilto_store::contract::{day, note, parse};
use quilto_store::{NewEntry, Store, Stores, UserId};
use tokio_postgres::Client;

use crate::server;

const DATABASE: &str = "work";
const DAYS: u64 = 200;
const OTHERS: i64 = 20;

/// A note of so many days after the first.
fn noted(after: u64) -> NewEntry {
    let date = day("2026-01-01") + Days::new(after);
    NewEntry {
        parsed: Some(parse(10)),
        ..note(&date.to_string(), "10:30", "granite polished, felt fine")
    }
}

fn fill(store: &dyn Store) {
    let notes = (0..DAYS).flat_map(|after| [noted(after), noted(after), noted(after)]);
    store.append(notes.collect()).unwrap();
}

/// Names that come into the partition of another, which is the worst that can be.
async fn neighbours(client: &Client, of: &UserId) -> Vec<UserId> {
    let sql = "SELECT 'p' || number FROM generate_series(0, 9999) AS number, generate_series(0, 15) AS part
        WHERE satisfies_hash_partition('quilto.persons'::regclass, 16, part, $1::text)
            AND satisfies_hash_partition('quilto.persons'::regclass, 16, part, 'p' || number) LIMIT $2";
    let rows = client.query(sql, &[&of.as_str(), &OTHERS]).await.unwrap();
    let names = rows.iter().map(|row| row.get::<_, String>(0));
    names.map(|name| UserId::new(name).unwrap()).collect()
}

/// How many blocks the statements of the program took since it was asked last.
async fn blocks(admin: &Client, store: &dyn Store) -> i64 {
    // it has one connection: what was before is over when that is free
    store.checkpoints().unwrap();
    let sql = "SELECT coalesce(sum(shared_blks_hit + shared_blks_read), 0)::bigint
        FROM pg_stat_statements AS s JOIN pg_database AS d ON d.oid = s.dbid JOIN pg_roles AS r ON r.oid = s.userid
        WHERE d.datname = current_database() AND r.rolname = 'keeper'";
    let count = admin.query_one(sql, &[]).await.unwrap().get(0);
    let reset = "SELECT pg_stat_statements_reset()";
    admin.query_one(reset, &[]).await.unwrap();
    count
}

/// The blocks of a note, of a question over a month and of one over everything.
async fn work(admin: &Client, store: &dyn Store) -> [i64; 3] {
    let ask = |days: u64| {
        let end = day("2026-01-01") + Days::new(DAYS - 1);
        let range = DateRange::new(end - Days::new(days - 1), end);
        assert!(!store.entries_by_date_range(&range).unwrap().is_empty());
    };
    let write = || drop(store.append(vec![noted(DAYS / 2)]).unwrap());
    // what a connection looks up once is no part of it
    write();
    ask(DAYS);
    blocks(admin, store).await;
    write();
    let of_note = blocks(admin, store).await;
    ask(30);
    let of_month = blocks(admin, store).await;
    ask(DAYS);
    [of_note, of_month, blocks(admin, store).await]
}

#[test]
fn others_add_nothing_to_the_work_of_a_person() {
    let address = server::another(DATABASE);
    let limits = Limits {
        connections: 1,
        ..Limits::default()
    };
    let stores = PostgresStores::open(&address, limits).unwrap();
    let one = UserId::new("one").unwrap();
    let store = stores.of(&one).unwrap();
    fill(&*store);
    server::raw_as_admin(DATABASE, async |admin| {
        let count = "CREATE EXTENSION pg_stat_statements";
        if admin.batch_execute(count).await.is_err() {
            // no panic: the package of extensions is another one on some systems
            server::say_skipped("this server counts no work (pg_stat_statements)");
            return;
        }
        admin.batch_execute("VACUUM ANALYZE").await.unwrap();
        let alone = work(&admin, &*store).await;
        for other in neighbours(&admin, &one).await {
            fill(&*stores.of(&other).unwrap());
        }
        admin.batch_execute("VACUUM ANALYZE").await.unwrap();
        let among = work(&admin, &*store).await;
        for (among, alone) in among.into_iter().zip(alone) {
            // an index may have grown by a level
            assert!(
                among * 2 <= alone * 3 + 16,
                "{among} blocks rather than {alone}"
            );
        }
        println!("{alone:?} {among:?}");
    });
}
