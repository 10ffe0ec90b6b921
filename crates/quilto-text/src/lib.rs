//! Reading text: tokens, numbers, units, dates in words; language files are data.
//!
//! [`read`] is the one way in. Tokens stand over the original text (their spans are bytes of it),
//! each with its normal form beside it.

mod combine;
pub mod dates;
mod hangul;
pub mod inspect;
mod lex;
pub mod lexicon;
mod number_words;
mod numerals;
mod predicates;
mod ranges;
pub mod template;
pub mod time_limit;
mod tokens;
pub mod units;

use std::sync::Arc;

pub use hangul::{
    closed_with, is_josa, is_particles, is_verb_ending, jamo, letters, may_follow_noun,
    particle_tail,
};
pub use number_words::{amount_alone, amount_apart, number_at_start, parted};
pub use predicates::{past_tense, says_nothing, with_care};
pub use quilto_vocabulary::normalize::{is_syllable, is_zero_width};
pub use quilto_vocabulary::{Normalized, normalize};
use tokens::Ends;
pub use tokens::{
    Clock, Number, NumberRange, NumberStyle, Pace, Quantity, Script, Span, Symbol, Token,
    TokenKind, Tokens,
};
pub use units::{Dimension, Unit, UnitId, UnitTable};

/// Reads a text into tokens, with the units known without any domain.
///
/// ```
/// use quilto_text::{TokenKind, read};
/// let tokens = read("granite weighs 80키로로");
/// assert_eq!(tokens.value_in(2, "g"), Some(80_000.0));
/// assert_eq!(tokens.norm(3), "로");
/// ```
pub fn read(text: &str) -> Tokens {
    read_with(text, UnitTable::core())
}

/// Reads a text into tokens, with a table of units that a domain has added its own to.
pub fn read_with(text: &str, units: &Arc<UnitTable>) -> Tokens {
    read_apart(text, units, &[])
}

/// The same, where words of Hangul end at more places than at signs and spaces: `apart`, in bytes, in order.
pub fn read_apart(text: &str, units: &Arc<UnitTable>, apart: &[usize]) -> Tokens {
    let normalized = Normalized::new(text);
    let raw = lex::lex(&normalized, units, apart);
    let tokens = combine::combine(&normalized, raw, units);
    Tokens {
        text: text.to_owned(),
        norm: normalized.into_text(),
        ends: Ends::of(&tokens),
        tokens,
        units: Arc::clone(units),
    }
}
