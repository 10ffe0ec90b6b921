//! Signing in to an account, and out of it.

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::HeaderMap;
use quilto::storage::{Account, Accounts, KeyKind, Scope, UserId};

use super::problem::{Kind, Problem};
use super::{Server, session};
use crate::accounts::password;
use crate::accounts::secret::{self, Purpose, Secret};

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

async fn blocking<T: Send + 'static>(
    job: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(job).await;
    done.unwrap_or_else(|_| Err(Problem::new(Kind::Failed, "the work on it broke off")))
}
