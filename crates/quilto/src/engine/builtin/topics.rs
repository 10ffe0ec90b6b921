//! What a text is about: terms, groups and measures of domains that its words name.

use std::ops::Range;
use std::sync::Arc;

use crate::domain::DomainModule;
use crate::text::Tokens;

use super::language::Words;

/// A term or group of a domain, named in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// The domain.
    pub domain: String,
    /// The canonical name of the term, or the name of the group.
    pub name: String,
    /// Whether it is a group.
    pub group: bool,
    /// Where it stands, in bytes of the text.
    pub span: Range<usize>,
    /// The words as typed.
    pub typed: String,
    /// Whether it was named as the vocabulary spells it, rather than guessed from a typo.
    pub exact: bool,
}
