//! What is long and random, and lets its bearer in: tokens of programs, sessions of browsers. Only its
//! hash is kept. That is quick to make, since nobody can guess one of 256 bits.

use quilto::storage::{Account, AccountKey, KeyDigest, KeyKind, Scope};
use sha2::{Digest, Sha256};

use super::{now, tidy};
use crate::error::CliError;
use crate::hex::hex;

/// Bytes of one.
const LENGTH: usize = 32;
/// Bytes of the name of one.
const ID: usize = 4;
/// Browsers that a person is signed in with; the oldest makes room.
const SESSIONS: usize = 20;

/// A secret, to be shown or sent once.
pub struct Secret(String);

impl Secret {
    /// As it is shown.
    pub fn text(&self) -> &str {
        &self.0
    }
}

/// What a secret is for.
#[derive(Clone, Debug)]
pub struct Purpose {
    pub kind: KeyKind,
    pub scope: Scope,
    /// What the person calls it.
    pub label: Option<String>,
    /// How many seconds it is good for.
    pub lasts: Option<u64>,
}

/// A new secret, and what is kept of it.
///
/// # Errors
/// A system that has nothing random.
pub fn new(purpose: Purpose) -> Result<(Secret, AccountKey), CliError> {
    let secret = Secret(hex(&random::<LENGTH>()?));
    let made = now();
    let key = AccountKey {
        id: hex(&random::<ID>()?),
        digest: digest(&secret.0),
        kind: purpose.kind,
        scope: purpose.scope,
        label: purpose.label,
        made,
        ends: purpose.lasts.map(|lasts| made.saturating_add(lasts)),
    };
    Ok((secret, key))
}

/// What a secret is recognised by.
pub fn digest(secret: &str) -> KeyDigest {
    KeyDigest::new(Sha256::digest(secret.as_bytes()).into())
}

/// Gives an account a key more.
pub fn give(account: &mut Account, key: &AccountKey) {
    tidy(account);
    let is_session = |key: &AccountKey| key.kind == KeyKind::Session;
    if is_session(key) {
        while account.keys.iter().filter(|key| is_session(key)).count() >= SESSIONS {
            let oldest = account.keys.iter().position(is_session);
            oldest.map(|oldest| account.keys.remove(oldest));
        }
    }
    account.keys.push(key.clone());
}

fn random<const N: usize>() -> Result<[u8; N], CliError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| {
        CliError::failed("the system gives nothing random")
            .because(error.to_string())
            .hint("try again in a while")
    })?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quilto::storage::UserId;

    fn session() -> AccountKey {
        let purpose = Purpose {
            kind: KeyKind::Session,
            scope: Scope::Write,
            label: None,
            lasts: Some(60),
        };
        new(purpose).unwrap().1
    }

    #[test]
    fn nothing_that_is_kept_lets_anybody_in() {
        let purpose = Purpose {
            kind: KeyKind::Token,
            scope: Scope::Read,
            label: Some("watch".into()),
            lasts: None,
        };
        let (secret, key) = new(purpose).unwrap();
        assert_eq!(secret.text().len(), 64);
        assert_eq!(digest(secret.text()), key.digest);
        let mut account = Account::new(UserId::new("ann").unwrap());
        give(&mut account, &key);
        let kept = serde_json::to_string(&account).unwrap();
        assert!(!kept.contains(secret.text()), "{kept}");
        assert!(account.key(&digest(&key.digest.to_string()), 0).is_none());
        assert!(account.key(&digest(secret.text()), u64::MAX).is_some());
    }

    #[test]
    fn the_oldest_session_makes_room_and_tokens_stay() {
        let mut account = Account::new(UserId::new("ann").unwrap());
        let mut token = session();
        token.kind = KeyKind::Token;
        give(&mut account, &token);
        let first = session();
        give(&mut account, &first);
        for _ in 0..SESSIONS {
            give(&mut account, &session());
        }
        assert_eq!(account.keys.len(), SESSIONS + 1);
        assert_eq!(account.keys[0], token);
        assert!(account.key(&first.digest, 0).is_none());
    }

    #[test]
    fn a_key_whose_time_is_over_goes() {
        let mut account = Account::new(UserId::new("ann").unwrap());
        let mut old = session();
        old.ends = Some(1);
        account.keys.push(old);
        give(&mut account, &session());
        assert_eq!(account.keys.len(), 1);
    }
}
