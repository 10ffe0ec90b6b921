//! Finding the names of a vocabulary in a text.
//!
//! **Atoms.** From left to right, the longest alias that begins at a token is taken. Case, width,
//! spaces and hyphens inside a name do not matter (`인 클 라 인`), a plural s and Korean particles
//! after it neither, and one run may hold several names (`장미석영`).
//!
//! **Families.** A head collects the modifiers that stand beside it, before or after; a modifier
//! between two heads belongs to the following one. A modifier further on in the same clause is taken
//! only if the family has exactly the variant it asks for (`… 10kg 장미로`). If no variant has just
//! these modifiers, the one with most of them and no others is taken, else the smallest that has them
//! all; the mention is then not exact, unless the name already says what was left over. A bare
//! modifier before a number, after a head that has had its numbers, means that head's variant
//! (`quartz 80 3x5 smoky 60 3x8`) and is not exact either.
//!
//! **Typos.** Words that no alias explains are compared with the long aliases by edit distance, in
//! letters (Korean syllables taken apart). Two different terms equally near are no match.

mod atoms;
mod families;
mod typos;

use std::ops::Range;
use std::sync::Arc;

use super::names::normalize::is_syllable;
use super::names::table::Roles;
use super::vocabulary::Vocabulary;
use quilto_text::{Span, Tokens};

/// How many tokens a name may be spread over.
const MAX_TOKENS: usize = 10;
/// Names in one run of letters without spaces.
const MAX_JOINED: usize = 4;
/// Tokens between a head and a modifier that stands apart.
const APART: usize = 6;
/// Words a misspelt name may have.
const TYPO_WORDS: usize = 3;

/// A modifier beside a head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModifierUse {
    /// Its name in the vocabulary.
    pub name: Arc<str>,
    /// Where it stands.
    pub span: Span,
    /// The tokens it touches.
    pub tokens: Range<usize>,
    /// Whether it took part in picking the term.
    pub used: bool,
}

/// A name found in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Mention {
    /// The head with the modifiers beside it; particles after it are left out. A modifier that
    /// stands apart is not within.
    pub span: Span,
    /// The tokens that the span touches.
    pub tokens: Range<usize>,
    /// The canonical name, or the name of a group.
    pub term: Arc<str>,
    /// The term's kind; [`super::GROUP`] for a group.
    pub kind: Arc<str>,
    /// Whether it is written as the vocabulary says. A typo, or a modifier that no variant has, is
    /// not exact.
    pub exact: bool,
    /// The alias that matched, letters and digits only.
    pub alias: String,
    /// The modifiers that belong to it, in the order of the text.
    pub modifiers: Vec<ModifierUse>,
}

/// An alias at a place.
#[derive(Clone, Debug)]
struct Atom {
    roles: Roles,
    exact: bool,
    /// Its letters in the squashed text.
    flat: Range<usize>,
    tokens: Range<usize>,
    /// The alias itself, which for a typo is not what the text says.
    alias: Range<usize>,
    corrected: Option<Arc<str>>,
    taken: bool,
}

impl Atom {
    pub(super) fn is_name(&self) -> bool {
        self.roles.term.is_some() || self.roles.family.is_some()
    }
}

/// The text without spaces and signs, and where its tokens lie.
struct Flat {
    text: String,
    starts: Vec<usize>,
}

impl Flat {
    pub(super) fn new(tokens: &Tokens) -> Self {
        let mut text = String::with_capacity(tokens.text().len());
        let mut starts = Vec::with_capacity(tokens.len() + 1);
        for index in 0..tokens.len() {
            starts.push(text.len());
            // What is asked first is what needs no character table.
            let letters = tokens.norm(index).chars();
            text.extend(letters.filter(|c| is_syllable(*c) || c.is_alphanumeric()));
        }
        starts.push(text.len());
        Self { text, starts }
    }

    pub(super) fn token(&self, index: usize) -> Range<usize> {
        self.starts[index]..self.starts[index + 1]
    }
}

impl Vocabulary {
    /// The names in a text, in order; none overlaps another. Linear in the text's length.
    pub fn find(&self, tokens: &Tokens) -> Vec<Mention> {
        self.mentions(tokens, !self.exact)
    }

    /// The same without misspelt ones.
    pub(super) fn find_typed_well(&self, tokens: &Tokens) -> Vec<Mention> {
        self.mentions(tokens, false)
    }

    fn mentions(&self, tokens: &Tokens, misspelt: bool) -> Vec<Mention> {
        if self.index.is_empty() {
            return Vec::new();
        }
        let flat = Flat::new(tokens);
        let finder = Finder {
            vocabulary: self,
            tokens,
            flat: &flat,
        };
        let mut atoms = finder.atoms();
        if misspelt {
            finder.add_typos(&mut atoms);
        }
        finder.mentions(atoms)
    }
}

struct Finder<'a> {
    vocabulary: &'a Vocabulary,
    tokens: &'a Tokens,
    flat: &'a Flat,
}
