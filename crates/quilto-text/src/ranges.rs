//! Two numbers that bound something.

use super::lexicon;
use super::tokens::{NumberRange, Symbol, TokenKind, Tokens};

impl Tokens {
    /// The range that begins at a token: `120-130`, `3~5`, `8 to 10`, `30인가 35`.
    ///
    /// A hyphen counts only without spaces on one side (`5-8`, not `5 - 8`).
    pub fn range_at(&self, index: usize) -> Option<NumberRange> {
        let first_token = self.get(index)?;
        let first = *first_token.number()?;
        let core = lexicon::core();
        let joiner = self.get(index + 1)?;
        let word = self.norm(index + 1);
        let doubtful = core.either_words.contains(word);
        let joins = match joiner.kind {
            TokenKind::Symbol(Symbol::Tilde) => true,
            TokenKind::Symbol(Symbol::Dash) => !joiner.spaced,
            TokenKind::Word(_) => doubtful || core.range_words.contains(word),
            _ => false,
        };
        if !joins {
            return None;
        }
        let second_token = self.get(index + 2)?;
        let second = *second_token.number()?;
        let unit = [second_token, first_token].iter().find_map(|token| {
            if let TokenKind::Quantity(quantity) = token.kind {
                Some(quantity.unit)
            } else {
                None
            }
        });
        let mixed = match (first_token.kind, second_token.kind) {
            (TokenKind::Quantity(a), TokenKind::Quantity(b)) => a.unit != b.unit,
            (TokenKind::Quantity(_), TokenKind::Number(_)) => false,
            _ => false,
        };
        (!mixed).then_some(NumberRange {
            first,
            second,
            unit,
            tokens: 3,
            doubtful,
        })
    }
}
