//! The word that opens the server to those who know it.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::hex::hex;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// A shorter token could be guessed.
const SHORTEST: usize = 16;

/// What a client must show. Only its hash is kept.
#[derive(Clone)]
pub struct Token {
    hash: [u8; 32],
}

/// Why a token cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TokenError {
    /// The file cannot be read.
    #[error("cannot read the token in {path}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// It is too short, or it holds what a header cannot carry.
    #[error("a token is {SHORTEST} or more letters, digits and signs, without spaces")]
    Unfit,
}

impl Token {
    /// A token as it was given; white space around it does not count.
    ///
    /// # Errors
    /// One that is short, or cannot stand in a header.
    pub fn new(text: &str) -> Result<Self, TokenError> {
        let text = text.trim();
        if text.len() < SHORTEST || !text.bytes().all(|b| b.is_ascii_graphic()) {
            return Err(TokenError::Unfit);
        }
        Ok(Self { hash: hash(text) })
    }

    /// The token in a file.
    ///
    /// # Errors
    /// A file that cannot be read, and what is no token.
    pub fn read(path: &Path) -> Result<Self, TokenError> {
        match std::fs::read_to_string(path) {
            Ok(text) => Self::new(&text),
            Err(source) => Err(TokenError::Unreadable {
                path: path.to_owned(),
                source,
            }),
        }
    }

    /// A seal on a text that only who knows the token can make.
    pub fn seal(&self, text: &str) -> String {
        // hashed twice, so that nobody can go on from a seal to that of a longer text
        let inner = Sha256::new_with_prefix(self.hash).chain_update(text);
        let outer = Sha256::new_with_prefix(self.hash).chain_update(inner.finalize());
        hex(&outer.finalize())
    }

    /// Whether a text has its seal.
    pub fn sealed(&self, text: &str, seal: &str) -> bool {
        self.seal(text).as_bytes().ct_eq(seal.as_bytes()).into()
    }

    /// Whether a client's word is this one. Takes as long for one that nearly fits as for any
    /// other, so that it cannot be found out letter by letter.
    pub fn is(&self, given: &str) -> bool {
        self.hash.ct_eq(&hash(given)).into()
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

fn hash(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_token_fits() {
        let token = Token::new(" granite-and-marble\n").unwrap();
        assert!(token.is("granite-and-marble"));
        for other in [
            "",
            "granite-and-marbl",
            "granite-and-marble ",
            "Granite-and-marble",
        ] {
            assert!(!token.is(other), "{other:?}");
        }
    }

    #[test]
    fn a_token_that_is_easily_guessed_or_cannot_be_sent_is_refused() {
        for text in [
            "",
            "   ",
            "fifteen-letters",
            "two words and more words",
            "돌돌돌돌돌돌돌돌",
        ] {
            assert!(matches!(Token::new(text), Err(TokenError::Unfit)), "{text}");
        }
    }
}
