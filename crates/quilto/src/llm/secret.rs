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

#[cfg(test)]
mod tests {
    use super::*;

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
