//! Accounts: found by name and by key, changed by one at a time, seen by all programs at once.

use quilto_postgres::{Limits, PostgresStores};
use quilto_store::Accounts;
use quilto_store::contract::accounts::{self as contract, put};

use crate::server;

/// A program that uses the database.
fn program(address: &quilto_postgres::Address) -> impl Accounts + use<> {
    let stores = PostgresStores::open(address, Limits::default()).unwrap();
    stores.accounts()
}

#[test]
fn what_one_program_changes_another_sees_at_once() {
    let address = server::another("accounts_seen");
    contract::what_one_changes_another_sees_at_once(&|| program(&address));
}

#[test]
fn a_key_that_is_over_is_found_and_does_not_fit() {
    let address = server::another("accounts_over");
    contract::a_key_that_is_over_is_found_and_does_not_fit(&|| program(&address));
}

#[test]
fn of_many_who_change_one_account_none_undoes_anothers_change() {
    let address = server::another("accounts_many");
    contract::of_many_who_change_one_none_undoes_anothers_change(&|| program(&address));
}

#[test]
fn of_many_who_come_at_once_none_is_lost() {
    let address = server::another("accounts_new");
    contract::of_many_who_come_at_once_none_is_lost(&|| program(&address));
}

#[test]
fn tables_of_before_there_were_accounts_get_them() {
    let address = server::another("accounts_before");
    let accounts = program(&address);
    put(&accounts, "ann", &[1]);
    server::raw("accounts_before", async |client| {
        let sql = "DROP TABLE quilto.accounts; UPDATE quilto.form SET version = 1";
        client.batch_execute(sql).await.unwrap();
    });
    let accounts = program(&address);
    assert_eq!(accounts.all().unwrap(), []);
    put(&accounts, "ann", &[1]);
    assert_eq!(accounts.all().unwrap().len(), 1);
}
