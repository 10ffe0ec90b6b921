//! The form under which names are compared.

use crate::normalize::{is_syllable, normalize};

/// The form under which aliases are compared: normal form, letters and digits only.
pub fn squash(text: &str) -> String {
    // Of plain letters the normal form is known; thousands of aliases are squashed at a start.
    if text.chars().all(|c| c.is_ascii() || is_syllable(c)) {
        // Asking the character tables about each syllable would cost more than all the rest.
        let is_letter = |c: char| c.is_ascii_alphanumeric() || !c.is_ascii();
        let signs_only = !text.chars().any(is_letter);
        let mut squashed = String::with_capacity(text.len());
        for c in text.chars().filter(|c| signs_only || is_letter(*c)) {
            squashed.push(c.to_ascii_lowercase());
        }
        return squashed;
    }
    let mut text = normalize(text);
    if text.chars().any(char::is_alphanumeric) {
        text.retain(char::is_alphanumeric);
    }
    text
}
