//! One request to one provider over HTTP, with patience and without giving the key away.

use std::error::Error as _;
use std::sync::OnceLock;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, Url};
use serde_json::Value;

use super::account::{Account, not_set_up};
use super::address::{base_of, is_loopback, shown_address};
use super::secret::ApiKey;
use super::settings::{ProviderKind, ProviderSettings};
use super::{LlmError, wait};

/// The most bytes an answer may have.
const LONGEST: usize = 16 << 20;

/// How long to wait for a connection, if the settings do not say.
const CONNECT: Duration = Duration::from_secs(10);

/// A provider that can be asked. Its connections are made when first needed, and kept.
pub(super) struct Endpoint {
    account: Account,
    base: Url,
    headers: HeaderMap,
    connect: Duration,
    client: OnceLock<Client>,
}

impl Endpoint {
    /// Sets a provider up. Nothing is sent.
    ///
    /// # Errors
    /// [`LlmError::NotSetUp`] when a variable or a needed key is missing, or the address is none.
    pub(super) fn open(
        provider: &str,
        kind: ProviderKind,
        settings: &ProviderSettings,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, LlmError> {
        let not_set_up = |reason: String| not_set_up(provider, reason);
        let base = base_of(provider, kind.default_base(), settings, variable)?;
        let account = Account::open(provider, kind, settings, variable)?;
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(key) = account.key() {
            let (name, value) = authorization(kind, key);
            let mut value = HeaderValue::from_str(&value)
                .map_err(|_| not_set_up("its api_key holds a sign that no key has".into()))?;
            value.set_sensitive(true);
            headers.insert(name, value);
        }
        if kind == ProviderKind::Anthropic {
            let version = settings.api_version.as_deref().unwrap_or("2023-06-01");
            let version = HeaderValue::from_str(version)
                .map_err(|_| not_set_up("its api_version is none".into()))?;
            headers.insert("anthropic-version", version);
        }
        Ok(Self {
            account,
            base,
            headers,
            connect: settings.connect_timeout.unwrap_or(CONNECT),
            client: OnceLock::new(),
        })
    }

    /// Who is asked.
    pub(super) fn account(&self) -> &Account {
        &self.account
    }

    /// The address in the settings.
    pub(super) fn base(&self) -> &Url {
        &self.base
    }

    /// Sends a body and reads the JSON that comes back.
    pub(super) async fn post(&self, url: &Url, body: &Value) -> Result<Value, LlmError> {
        let request = self
            .client()?
            .post(url.clone())
            .headers(self.headers.clone())
            .body(body.to_string());
        let mut response = match tokio::time::timeout(self.account.silence(), request.send()).await
        {
            Err(_) => return Err(self.account.silent()),
            Ok(Err(error)) => return Err(self.unsent(url, &error)),
            Ok(Ok(response)) => response,
        };
        let status = response.status();
        let retry_after = wait::asked_for(response.headers());
        let bytes = self.bytes(&mut response).await;
        if !status.is_success() {
            // an error counts for what it says, even if it broke off
            let bytes = bytes.unwrap_or_default();
            return Err(self.account.refused(
                status.as_u16(),
                &said_in(&String::from_utf8_lossy(&bytes)),
                retry_after,
            ));
        }
        serde_json::from_slice(&bytes?)
            .map_err(|error| self.account.unreadable(&format!("it is no JSON: {error}")))
    }

    async fn bytes(&self, response: &mut Response) -> Result<Vec<u8>, LlmError> {
        let mut bytes = Vec::new();
        loop {
            match tokio::time::timeout(self.account.silence(), response.chunk()).await {
                Err(_) => return Err(self.account.silent()),
                Ok(Err(error)) => {
                    return Err(self
                        .account
                        .unreadable(&format!("it broke off: {}", deepest(&error))));
                }
                Ok(Ok(None)) => return Ok(bytes),
                Ok(Ok(Some(chunk))) => bytes.extend_from_slice(&chunk),
            }
            if bytes.len() > LONGEST {
                return Err(self.account.unreadable("it does not end"));
            }
        }
    }

    fn client(&self) -> Result<&Client, LlmError> {
        if let Some(client) = self.client.get() {
            return Ok(client);
        }
        let mut builder = Client::builder()
            .user_agent(concat!("quilto/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(self.connect)
            // a redirect would carry notes and keys to where nobody decided to send them
            .redirect(Policy::none());
        if self.base.scheme() == "http" {
            // reading the system's certificates takes longer than the request
            builder = builder.tls_built_in_root_certs(false);
        }
        if is_loopback(&self.base) {
            // what stays on this machine goes through no proxy
            builder = builder.no_proxy();
        }
        let client = builder
            .build()
            .map_err(|error| self.account.not_set_up(&deepest(&error)))?;
        Ok(self.client.get_or_init(|| client))
    }

    fn unsent(&self, url: &Url, error: &reqwest::Error) -> LlmError {
        if !error.is_connect() {
            return self
                .account
                .unreadable(&format!("the connection broke off: {}", deepest(error)));
        }
        let reason = if error.is_timeout() {
            format!("no connection within {} s", self.connect.as_secs_f64())
        } else {
            deepest(error)
        };
        self.account.unreachable(shown_address(url), &reason)
    }
}

/// The header that carries the key.
fn authorization(kind: ProviderKind, key: &ApiKey) -> (HeaderName, String) {
    match kind {
        ProviderKind::Azure => (HeaderName::from_static("api-key"), key.expose().to_owned()),
        ProviderKind::Anthropic => (
            HeaderName::from_static("x-api-key"),
            key.expose().to_owned(),
        ),
        _ => (
            reqwest::header::AUTHORIZATION,
            format!("Bearer {}", key.expose()),
        ),
    }
}

/// The message in an error's body, or all of it.
fn said_in(body: &str) -> String {
    let Ok(json) = serde_json::from_str::<Value>(body) else {
        return body.to_owned();
    };
    ["/error/message", "/error", "/message", "/detail"]
        .into_iter()
        .filter_map(|path| json.pointer(path)?.as_str())
        .find(|said| !said.trim().is_empty())
        .map_or_else(|| body.to_owned(), str::to_owned)
}

/// What lies at the bottom of an error: the layers above it only say that something failed.
fn deepest(error: &reqwest::Error) -> String {
    let mut deepest: &dyn std::error::Error = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    // reqwest's own words would hold the whole address
    if error.source().is_none() {
        "the request failed".into()
    } else {
        deepest.to_string()
    }
}
