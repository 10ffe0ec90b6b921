//! Keys, which nobody shall read.

use std::fmt;

use serde::Deserialize;

/// What stands where a key would.
pub(super) const HIDDEN: &str = "[api key]";

/// An API key, or in settings the name of the variable that holds it (`${OPENAI_API_KEY}`).
///
/// It can be printed by nobody: `Debug` and `Display` hide it, and it is not `Serialize`.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct ApiKey(String);

impl ApiKey {
    /// Takes a key. Blanks and line ends around it, as files leave them, are dropped.
    pub fn new(key: &str) -> Self {
        Self(key.trim().to_owned())
    }

    /// The key itself, for the header that carries it.
    pub(super) fn expose(&self) -> &str {
        &self.0
    }

    /// A text without this key, should somebody have sent it back.
    pub(super) fn hidden_in(&self, text: &str) -> String {
        if self.0.is_empty() {
            text.to_owned()
        } else {
            text.replace(&self.0, HIDDEN)
        }
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

impl fmt::Display for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HIDDEN)
    }
}

/// Where a provider is, as settings say it.
///
/// Credentials and a query in it may be a key: `Debug` and `Display` hide them.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct ApiBase(String);

impl ApiBase {
    /// Takes an address, or a text that is none.
    pub fn new(address: &str) -> Self {
        Self(address.to_owned())
    }

    /// The address itself, to be asked.
    pub(super) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ApiBase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = self.0.find(['?', '#']).unwrap_or(self.0.len());
        let (address, query) = self.0.split_at(end);
        match address.rsplit_once('@') {
            Some((credentials, host)) => {
                let scheme = credentials.split_once("://").map(|(scheme, _)| scheme);
                let scheme = scheme.map(|scheme| format!("{scheme}://"));
                write!(f, "{}(hidden)@{host}", scheme.unwrap_or_default())?;
            }
            None => f.write_str(address)?,
        }
        match query {
            "" => Ok(()),
            query => write!(f, "{}(hidden)", &query[..1]),
        }
    }
}

impl fmt::Debug for ApiBase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_in_an_address_is_never_printed() {
        for (address, shown) in [
            ("http://localhost:11434/v1", "http://localhost:11434/v1"),
            ("${STONE_URL}", "${STONE_URL}"),
            (
                "https://me:pebble@rock.example/v1",
                "https://(hidden)@rock.example/v1",
            ),
            (
                "https://me:p/b@ble@rock.example",
                "https://(hidden)@rock.example",
            ),
            (
                "https://rock.example/v1?key=pebble",
                "https://rock.example/v1?(hidden)",
            ),
            (
                "https://rock.example#pebble",
                "https://rock.example#(hidden)",
            ),
            ("me:pebble@rock", "(hidden)@rock"),
        ] {
            let address = ApiBase::new(address);
            assert_eq!(format!("{address} {address:?}"), format!("{shown} {shown}"));
        }
    }

    #[test]
    fn a_key_is_never_printed() {
        let key = ApiKey::new(" shiny-pebble\n");
        assert_eq!(format!("{key} {key:?}"), "[api key] [api key]");
        assert_eq!(key.expose(), "shiny-pebble");
        assert_eq!(
            key.hidden_in("bad key: shiny-pebble!"),
            "bad key: [api key]!"
        );
        assert_eq!(ApiKey::new("").hidden_in("as it was"), "as it was");
    }
}
