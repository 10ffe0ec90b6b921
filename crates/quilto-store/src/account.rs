//! Accounts: who may come to a store over a network, and by what.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{StorageError, UserId};

/// The way in for one person. Nothing in it lets anybody in: passwords and keys are kept as hashes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Whose it is.
    pub user: UserId,
    /// The hash of the password, as its maker writes it; none where only keys let in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// What else lets in.
    #[serde(default)]
    pub keys: Vec<AccountKey>,
}

impl Account {
    /// One that nothing opens yet.
    pub fn new(user: UserId) -> Self {
        Self {
            user,
            password: None,
            keys: Vec::new(),
        }
    }

    /// The key of a digest, unless its time is over.
    pub fn key(&self, digest: &KeyDigest, now: u64) -> Option<&AccountKey> {
        let mut keys = self.keys.iter();
        keys.find(|key| key.digest == *digest && key.is_good(now))
    }
}

/// Something long and random that lets its bearer in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountKey {
    /// By what it is named where keys are listed.
    pub id: String,
    /// What it is recognised by.
    pub digest: KeyDigest,
    /// What it is for.
    pub kind: KeyKind,
    /// How much its bearer may do.
    pub scope: Scope,
    /// What the person calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// When it was made, in seconds since 1970.
    pub made: u64,
    /// When it ends, in the same seconds; never, where there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ends: Option<u64>,
}

impl AccountKey {
    /// Whether its time is not over.
    pub fn is_good(&self, now: u64) -> bool {
        self.ends.is_none_or(|ends| now < ends)
    }
}

/// What a key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyKind {
    /// A program has it.
    Token,
    /// A browser in which the person signed in has it.
    Session,
}

/// How much somebody may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Look at everything, and change nothing.
    Read,
    /// All that the person may do.
    Write,
}

impl Scope {
    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
        }
    }
}

/// What a key is recognised by: a hash of it, from which nobody gets back to it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeyDigest([u8; 32]);

impl KeyDigest {
    /// A hash that was made already.
    pub fn new(hash: [u8; 32]) -> Self {
        Self(hash)
    }
}

impl fmt::Display for KeyDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for KeyDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyDigest(…)")
    }
}

impl Serialize for KeyDigest {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for KeyDigest {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        let bytes = text.as_bytes().chunks(2).map(|pair| {
            let pair = std::str::from_utf8(pair).ok().filter(|p| p.len() == 2)?;
            u8::from_str_radix(pair, 16).ok()
        });
        let bytes: Option<Vec<u8>> = bytes.collect();
        let hash = bytes.and_then(|bytes| bytes.try_into().ok());
        hash.map(Self)
            .ok_or_else(|| serde::de::Error::custom("a digest is 64 digits of base 16"))
    }
}

/// What is to become of an account: it is changed, made where `None` is given, or removed where `None`
/// is left.
pub type AccountChange<'c> = dyn FnMut(&mut Option<Account>) + Send + 'c;

/// Where accounts are kept. What one process changes, the next look of every other one sees.
pub trait Accounts: Send + Sync {
    /// The account of a person.
    ///
    /// # Errors
    /// What cannot be read.
    fn account(&self, user: &UserId) -> Result<Option<Account>, StorageError>;

    /// The account that has a key, whether or not its time is over.
    ///
    /// # Errors
    /// What cannot be read.
    fn with_key(&self, digest: &KeyDigest) -> Result<Option<Account>, StorageError>;

    /// All of them, by name.
    ///
    /// # Errors
    /// What cannot be read.
    fn all(&self) -> Result<Vec<Account>, StorageError>;

    /// Changes one, while nobody else does. What returned is kept. A change may be tried again, from
    /// what is there then.
    ///
    /// # Errors
    /// What cannot be read or written; then nothing is changed.
    fn change(&self, user: &UserId, change: &mut AccountChange<'_>) -> Result<(), StorageError>;
}
