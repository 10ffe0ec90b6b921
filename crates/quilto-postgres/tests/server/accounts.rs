//! Accounts: found by name and by key, changed by one at a time, seen by all programs at once.

use quilto_postgres::{Limits, PostgresStores};
use quilto_store::{Account, AccountKey, Accounts, KeyDigest, KeyKind, Scope, UserId};

use crate::server;

fn user(name: &str) -> UserId {
    UserId::new(name).unwrap()
}

fn key(number: u8) -> AccountKey {
    AccountKey {
        id: format!("k{number}"),
        digest: KeyDigest::new([number; 32]),
        kind: KeyKind::Token,
        scope: Scope::Write,
        label: Some("한글".into()),
        made: 1,
        ends: None,
    }
}

/// A program that uses the database.
fn program(address: &quilto_postgres::Address) -> impl Accounts + use<> {
    let stores = PostgresStores::open(address, Limits::default()).unwrap();
    stores.accounts()
}

fn add(accounts: &dyn Accounts, name: &str, keys: &[u8]) {
    let change = &mut |account: &mut Option<Account>| {
        let mut made = Account::new(user(name));
        made.keys = keys.iter().copied().map(key).collect();
        *account = Some(made);
    };
    accounts.change(&user(name), change).unwrap();
}

#[test]
fn what_one_program_changes_another_sees_at_once() {
    let address = server::another("accounts_seen");
    let (ours, others) = (program(&address), program(&address));
    assert_eq!(ours.all().unwrap(), []);
    add(&others, "ben", &[3]);
    add(&others, "ann", &[1, 2]);
    let names: Vec<_> = ours.all().unwrap().into_iter().map(|a| a.user).collect();
    assert_eq!(names, [user("ann"), user("ben")]);
    let of = |number: u8| {
        let found = ours.with_key(&KeyDigest::new([number; 32])).unwrap();
        found.map(|account| account.user.to_string())
    };
    assert_eq!(of(2), Some("ann".into()));
    assert_eq!(of(3), Some("ben".into()));
    assert_eq!(of(4), None);
    let account = ours.account(&user("ann")).unwrap().unwrap();
    assert_eq!(account.keys, [key(1), key(2)]);
    add(&others, "ann", &[1]);
    assert_eq!(of(2), None, "revoked");
    others
        .change(&user("ann"), &mut |account| *account = None)
        .unwrap();
    assert_eq!(of(1), None);
    assert_eq!(ours.account(&user("ann")).unwrap(), None);
}

#[test]
fn of_many_who_change_one_account_none_undoes_anothers_change() {
    let address = server::another("accounts_many");
    let accounts = program(&address);
    add(&accounts, "ann", &[]);
    std::thread::scope(|scope| {
        for hand in 0..4 {
            let address = &address;
            scope.spawn(move || {
                let accounts = program(address);
                for number in 0..5 {
                    let change = &mut |account: &mut Option<Account>| {
                        let account = account.as_mut().unwrap();
                        account.keys.push(key(hand * 10 + number + 1));
                    };
                    accounts.change(&user("ann"), change).unwrap();
                }
            });
        }
    });
    let account = accounts.account(&user("ann")).unwrap().unwrap();
    assert_eq!(account.keys.len(), 20);
}

#[test]
fn tables_of_before_there_were_accounts_get_them() {
    let address = server::another("accounts_before");
    let accounts = program(&address);
    add(&accounts, "ann", &[1]);
    server::raw("accounts_before", async |client| {
        let sql = "DROP TABLE quilto.accounts; UPDATE quilto.form SET version = 1";
        client.batch_execute(sql).await.unwrap();
    });
    let accounts = program(&address);
    assert_eq!(accounts.all().unwrap(), []);
    add(&accounts, "ann", &[1]);
    assert_eq!(accounts.all().unwrap().len(), 1);
}
