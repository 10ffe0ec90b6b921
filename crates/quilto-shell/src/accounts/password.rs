//! Passwords: kept as argon2id hashes, which take 20 MB and some tens of milliseconds to try.

use std::sync::OnceLock;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};

/// A shorter one could be guessed.
const SHORTEST: usize = 10;
/// More is no password.
const LONGEST: usize = 1000;

/// Why a password cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PasswordError {
    /// It is too short, or far too long.
    #[error("a password has {SHORTEST} letters or more, spaces counted")]
    Unfit,
    /// The system has no memory for it, or nothing random.
    #[error("the password could not be hashed: {0}")]
    Failed(String),
}

/// What is kept of a password.
///
/// # Errors
/// One that is easily guessed, and a system without memory or chance.
pub fn hash(password: &str) -> Result<String, PasswordError> {
    if password.chars().count() < SHORTEST || password.len() > LONGEST {
        return Err(PasswordError::Unfit);
    }
    let failed = |error: argon2::password_hash::Error| PasswordError::Failed(error.to_string());
    let hash: PasswordHash = Argon2::default()
        .hash_password(password.as_bytes())
        .map_err(failed)?;
    Ok(hash.to_string())
}

/// Whether a password is the one that is kept. Where none is kept it takes as long, and fits nothing:
/// so nobody finds out by the time it takes who has an account.
pub fn fits(password: &str, kept: Option<&str>) -> bool {
    static NOBODYS: OnceLock<Option<String>> = OnceLock::new();
    let nobodys = || {
        let made = NOBODYS.get_or_init(|| hash("nobody has this password").ok());
        made.as_deref().unwrap_or_default()
    };
    // a long one costs no more than the longest that can be kept
    let cut = password.len() > LONGEST;
    let tried = if cut { "" } else { password };
    let against = kept.unwrap_or_else(nobodys);
    let is_it = Argon2::default()
        .verify_password(tried.as_bytes(), against)
        .is_ok();
    is_it && kept.is_some() && !cut
}

/// Makes what the first sign-in needs, so that it takes no longer than the next.
pub fn prepare() {
    fits("", None);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_password_fits_and_it_is_hashed_anew_each_time() {
        let kept = hash("granite and marble").unwrap();
        assert!(kept.starts_with("$argon2id$"), "{kept}");
        assert!(!kept.contains("granite"));
        assert!(fits("granite and marble", Some(&kept)));
        for wrong in ["", "granite and marbl", "Granite and marble", &kept] {
            assert!(!fits(wrong, Some(&kept)), "{wrong}");
        }
        assert_ne!(hash("granite and marble").unwrap(), kept);
    }

    #[test]
    fn nothing_fits_where_no_password_is_kept() {
        for tried in ["", "nobody has this password", &"a".repeat(5000)] {
            assert!(!fits(tried, None), "{tried}");
        }
        assert!(!fits("anything at all", Some("no hash")));
    }

    #[test]
    fn what_is_easily_guessed_is_no_password() {
        for text in ["", "nine char", "짧은 말", &"a".repeat(1001)] {
            assert_eq!(hash(text), Err(PasswordError::Unfit), "{text}");
        }
        assert!(hash("열 글자가 되는 비밀번호").is_ok());
    }
}
