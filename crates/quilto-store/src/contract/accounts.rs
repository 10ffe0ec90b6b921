//! What every keeper of accounts must keep to. Each case takes what opens one and the same keeper as
//! another program would, which nobody has written to.

use crate::{Account, AccountKey, Accounts, KeyDigest, KeyKind, Scope, UserId};

fn user(name: &str) -> UserId {
    UserId::new(name).unwrap()
}

fn digest(number: u8) -> KeyDigest {
    KeyDigest::new([number; 32])
}

/// A key that ends at 10.
pub fn key(number: u8) -> AccountKey {
    AccountKey {
        id: format!("k{number}"),
        digest: digest(number),
        kind: KeyKind::Token,
        scope: Scope::Write,
        label: Some("한글".into()),
        made: 1,
        ends: Some(10),
    }
}

/// Puts an account with these keys in the place of what a person has.
pub fn put(accounts: &impl Accounts, name: &str, keys: &[u8]) {
    let change = &mut |account: &mut Option<Account>| {
        let mut made = Account::new(user(name));
        made.keys = keys.iter().copied().map(key).collect();
        *account = Some(made);
    };
    accounts.change(&user(name), change).unwrap();
}

/// What one program changes, another sees at once: new persons by name, new keys, and those that were
/// taken back.
pub fn what_one_changes_another_sees_at_once<A: Accounts>(open: &(impl Fn() -> A + Sync)) {
    let (ours, others) = (open(), open());
    assert_eq!(ours.all().unwrap(), []);
    put(&others, "ben", &[3]);
    put(&others, "ann", &[1, 2]);
    let names: Vec<_> = ours.all().unwrap().into_iter().map(|a| a.user).collect();
    assert_eq!(names, [user("ann"), user("ben")]);
    let of = |number: u8| {
        let found = ours.with_key(&digest(number)).unwrap();
        found.map(|account| account.user.to_string())
    };
    assert_eq!(of(2), Some("ann".into()));
    assert_eq!(of(3), Some("ben".into()));
    assert_eq!(of(4), None);
    let account = ours.account(&user("ann")).unwrap().unwrap();
    assert_eq!(account.keys, [key(1), key(2)]);
    for number in 4..20 {
        put(&others, "ann", &[number]);
        assert_eq!(of(number), Some("ann".into()));
        assert_eq!(of(number - 1).filter(|_| number > 4), None, "revoked");
    }
    others
        .change(&user("ann"), &mut |account| *account = None)
        .unwrap();
    assert_eq!(of(19), None);
    assert_eq!(ours.account(&user("ann")).unwrap(), None);
    assert!(ours.account(&user("ben")).unwrap().is_some());
}

/// An account is found by a key that is over; the key itself is none any more.
pub fn a_key_that_is_over_is_found_and_does_not_fit<A: Accounts>(open: &(impl Fn() -> A + Sync)) {
    let accounts = open();
    put(&accounts, "ann", &[1]);
    let found = accounts.with_key(&digest(1)).unwrap().unwrap();
    assert!(found.key(&digest(1), 9).is_some());
    assert!(found.key(&digest(1), 10).is_none(), "its time is over");
}

/// Of many who change one account, none undoes what another did.
pub fn of_many_who_change_one_none_undoes_anothers_change<A: Accounts>(
    open: &(impl Fn() -> A + Sync),
) {
    let accounts = open();
    put(&accounts, "ann", &[]);
    std::thread::scope(|scope| {
        for hand in 0..4 {
            scope.spawn(move || {
                let accounts = open();
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

/// Of many who are added at once, none is lost.
pub fn of_many_who_come_at_once_none_is_lost<A: Accounts>(open: &(impl Fn() -> A + Sync)) {
    std::thread::scope(|scope| {
        for number in 1..9 {
            scope.spawn(move || put(&open(), &format!("user{number}"), &[number]));
        }
    });
    assert_eq!(open().all().unwrap().len(), 8);
}
