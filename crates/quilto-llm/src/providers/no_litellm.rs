//! Stands in for litellm-rs in a program that was built without it.

use std::sync::Arc;

use reqwest::Url;

use crate::account::Account;
use crate::settings::ProviderSettings;
use crate::{LlmClient, LlmError};

/// Nothing is known of its providers.
pub(super) fn known_address(_: &str) -> Option<&'static str> {
    None
}

/// There is none.
pub(super) fn client(
    account: Account,
    _: &str,
    _: Option<Url>,
    _: &str,
    _: &ProviderSettings,
) -> Result<Arc<dyn LlmClient>, LlmError> {
    Err(account.not_set_up("this program was built without litellm"))
}
