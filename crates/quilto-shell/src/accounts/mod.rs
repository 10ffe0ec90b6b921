//! Accounts of those who keep notes on one server: what opens them, and where they are kept.
//!
//! - `password`: hashed slowly, so that who reads the accounts does not get it
//! - `secret`: tokens and sessions, which are long and random

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use quilto::storage::{Account, Accounts, FileAccounts, KeyKind};

use crate::context::Context;
use crate::error::CliError;

pub mod password;
pub mod secret;

/// Where the accounts are kept that belong to where the notes are.
pub fn open(context: &Context<'_>) -> Result<Arc<dyn Accounts>, CliError> {
    match context.database_accounts()? {
        Some(accounts) => Ok(accounts),
        None => {
            let home = context.settings.shared_home()?;
            Ok(Arc::new(FileAccounts::beside(&home)))
        }
    }
}

/// Now, in seconds since 1970. What lets people in goes by the real time, whatever moment notes are
/// written at.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_secs()
}

/// Lets go of keys whose time is over.
pub fn tidy(account: &mut Account) {
    let now = now();
    account.keys.retain(|key| key.is_good(now));
}

/// Lets another password count, of which this is the hash, and ends what the old one began. Says how many
/// browsers that signs out.
pub fn set_password(account: &mut Account, hash: &str) -> usize {
    account.password = Some(hash.to_owned());
    let before = account.keys.len();
    account.keys.retain(|key| key.kind != KeyKind::Session);
    before - account.keys.len()
}
