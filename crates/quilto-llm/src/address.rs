//! Where providers are.

use reqwest::Url;

use super::LlmError;
use super::account::{not_set_up, said_of};
use super::secret::ApiBase;
use super::settings::{ProviderSettings, expanded};

/// Where a provider is, by its settings or else by default.
///
/// # Errors
/// [`LlmError::NotSetUp`] when nothing says where, or what says it is no address.
pub(super) fn base_of(
    provider: &str,
    default: Option<&str>,
    settings: &ProviderSettings,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<Url, LlmError> {
    let not_set_up = |reason: String| not_set_up(provider, reason);
    let base = match (&settings.api_base, default) {
        (Some(base), _) if !base.expose().trim().is_empty() => expanded(base.expose(), variable)
            .map_err(|error| not_set_up(said_of("api_base", &error)))?,
        (_, Some(base)) => base.to_owned(),
        _ => return Err(not_set_up("its api_base is not set".into())),
    };
    address(&base).ok_or_else(|| not_set_up(format!("{} is no http address", ApiBase::new(&base))))
}

/// An http address without credentials, query or the slash at its end.
fn address(text: &str) -> Option<Url> {
    let mut url = Url::parse(text.trim().trim_end_matches('/')).ok()?;
    let credentials = !url.username().is_empty() || url.password().is_some();
    let fits = matches!(url.scheme(), "http" | "https") && url.has_host() && !credentials;
    url.set_query(None);
    url.set_fragment(None);
    fits.then_some(url)
}

/// An address as it may be shown.
pub(super) fn shown_address(url: &Url) -> String {
    let mut url = url.clone();
    url.set_query(None);
    url.to_string()
}

/// Whether an address is of this machine.
pub(super) fn is_loopback(url: &Url) -> bool {
    url.host_str().is_some_and(quilto_model::is_loopback)
}
