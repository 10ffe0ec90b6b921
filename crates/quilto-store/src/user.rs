//! Whose store it is.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::StorageError;

/// The name of a person who keeps notes: the first column of every key of a database, the folder of
/// a home among several. Lower case, so that no file system takes two for one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct UserId(String);

impl UserId {
    /// A name of 1 to 64 of `a` to `z`, digits, `-` and `_`.
    ///
    /// # Errors
    /// `BadUser` for any other.
    pub fn new(name: impl Into<String>) -> Result<Self, StorageError> {
        let name = name.into();
        let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'_';
        if (1..=64).contains(&name.len()) && name.bytes().all(fits) {
            Ok(Self(name))
        } else {
            Err(StorageError::BadUser(name))
        }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for UserId {
    type Error = StorageError;

    fn try_from(name: String) -> Result<Self, StorageError> {
        Self::new(name)
    }
}

impl From<UserId> for String {
    fn from(user: UserId) -> Self {
        user.0
    }
}

impl Default for UserId {
    /// The one person of a home that is not shared.
    fn default() -> Self {
        Self("owner".to_owned())
    }
}

impl fmt::Display for UserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
