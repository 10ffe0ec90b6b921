//! Signing in to an account, out of it, and to it with another password.

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::HeaderMap;
use quilto::storage::{Account, Accounts, KeyKind, Scope, UserId};

use super::blocking::blocking;
use super::problem::{Kind, Problem};
use super::{Server, session};
use crate::accounts::password::{self, PasswordError};
use crate::accounts::secret::{self, Purpose, Secret};
use crate::accounts::set_password;

/// What a browser shows from now on, if name and password are those of an account. All else is the same
/// to who tries: an unknown name, one without a password, a wrong password; and takes as long.
pub async fn begin(
    server: &Server,
    accounts: &Arc<dyn Accounts>,
    from: IpAddr,
    name: &str,
    password: &str,
) -> Result<Option<Secret>, Problem> {
    // people type it with a capital, or a space behind
    let name = name.trim().to_lowercase();
    server.limiters.sign_in(from, &name)?;
    let permit = Arc::clone(&server.passwords).acquire_owned().await;
    let (accounts, password) = (Arc::clone(accounts), password.to_owned());
    blocking(move || {
        let _permit = permit;
        let user = UserId::new(name).ok();
        let account = match &user {
            Some(user) => accounts.account(user)?,
            None => None,
        };
        let kept = account.as_ref().and_then(|a| a.password.as_deref());
        if !password::fits(&password, kept) {
            return Ok(None);
        }
        match account {
            Some(account) => opened(&*accounts, &account),
            None => Ok(None),
        }
    })
    .await
}

/// A session more of an account that is as it was looked at.
fn opened(accounts: &dyn Accounts, seen: &Account) -> Result<Option<Secret>, Problem> {
    let (secret, key) = secret::new(Purpose {
        kind: KeyKind::Session,
        scope: Scope::Write,
        label: None,
        lasts: Some(session::lasts()),
    })?;
    let mut given = false;
    accounts.change(&seen.user, &mut |account| {
        // it may be gone by now, or have another password
        let same = account.as_mut().filter(|a| a.password == seen.password);
        given = same.map(|account| secret::give(account, &key)).is_some();
    })?;
    Ok(given.then_some(secret))
}

/// What became of another password.
pub enum PasswordChange {
    /// It counts, and this is what the browser shows from now on.
    Done(Secret),
    /// The one that counts until now is another.
    Wrong,
    /// The new one is easily guessed.
    Unfit,
}

/// Sets another password for who knows the one that counts. All browsers are signed out but the one that asks.
pub async fn change_password(
    server: &Server,
    accounts: &Arc<dyn Accounts>,
    from: IpAddr,
    user: &UserId,
    now: &str,
    new: &str,
) -> Result<PasswordChange, Problem> {
    server.limiters.sign_in(from, user.as_str())?;
    let permit = Arc::clone(&server.passwords).acquire_owned().await;
    let (accounts, user) = (Arc::clone(accounts), user.clone());
    let (now, new) = (now.to_owned(), new.to_owned());
    blocking(move || {
        let _permit = permit;
        let Some(seen) = accounts.account(&user)? else {
            return Ok(PasswordChange::Wrong);
        };
        if !password::fits(&now, seen.password.as_deref()) {
            return Ok(PasswordChange::Wrong);
        }
        let hash = match password::hash(&new) {
            Ok(hash) => hash,
            Err(PasswordError::Unfit) => return Ok(PasswordChange::Unfit),
            Err(error) => return Err(Problem::new(Kind::Failed, error.to_string())),
        };
        let mut kept = false;
        accounts.change(&user, &mut |account| {
            let same = account.as_mut().filter(|a| a.password == seen.password);
            kept = same.map(|account| set_password(account, &hash)).is_some();
        })?;
        let opened = match kept {
            true => accounts
                .account(&user)?
                .map(|account| opened(&*accounts, &account)),
            false => None,
        };
        // somebody else set another one in between
        Ok(opened
            .transpose()?
            .flatten()
            .map_or(PasswordChange::Wrong, PasswordChange::Done))
    })
    .await
}

/// Ends the sessions that a browser shows.
pub async fn end(accounts: &Arc<dyn Accounts>, headers: &HeaderMap) -> Result<(), Problem> {
    let accounts = Arc::clone(accounts);
    let digests = session::values(headers).take(4).map(secret::digest);
    let digests: Vec<_> = digests.collect();
    blocking(move || {
        for digest in digests {
            if let Some(account) = accounts.with_key(&digest)? {
                accounts.change(&account.user, &mut |account| {
                    if let Some(account) = account {
                        account.keys.retain(|key| key.digest != digest);
                    }
                })?;
            }
        }
        Ok(())
    })
    .await
}
