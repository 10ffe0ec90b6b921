//! Stretches of the words of a note with what they are for.

use std::ops::Range;

use quilto_domain::stretches;
use quilto_model::Unread;
use quilto_text::{TokenKind, Tokens, is_particles};

/// A stretch of tokens and what it is for.
#[derive(Clone, Debug, PartialEq)]
pub struct LabelledSpan {
    /// Its tokens.
    pub tokens: Range<usize>,
    /// What it is for.
    pub role: String,
    /// The number of the thing it is told of, where that is known.
    pub item: Option<usize>,
}

impl LabelledSpan {
    /// Those that labels tell.
    pub fn all(labels: &[&str]) -> Vec<Self> {
        Self::numbered(labels, &[])
    }

    /// The same, where of each token it is known what thing it is told of.
    pub fn numbered(labels: &[&str], items: &[Option<usize>]) -> Vec<Self> {
        let stretches = stretches(labels).into_iter();
        let each = stretches.map(|(role, tokens)| Self {
            item: items.get(tokens.start).copied().flatten(),
            tokens,
            role: role.to_owned(),
        });
        each.collect()
    }
}

/// The words of a stretch, without the particle that ends it.
pub(super) fn words<'t>(tokens: &'t Tokens, range: &Range<usize>) -> &'t str {
    let last = range.end - 1;
    let sticks = range.len() > 1 && !tokens[last].spaced && is_particles(tokens.norm(last));
    let range = range.start..if sticks { last } else { range.end };
    tokens.slice(tokens.span_of(range)).trim()
}

/// Words that went into nothing.
pub(super) fn unread(tokens: &Tokens, range: &Range<usize>) -> Unread {
    let clause = tokens.clause(range.start);
    Unread {
        text: words(tokens, range).to_owned(),
        clause: tokens.slice(tokens.span_of(clause)).to_owned(),
    }
}

/// How likely the least likely of some labels is.
pub(super) fn least(likely: &[f64]) -> f64 {
    likely.iter().copied().fold(1.0, f64::min)
}

/// Whether a token is a figure.
pub(super) fn is_figure(tokens: &Tokens, at: usize) -> bool {
    !tokens[at].is_word() && !matches!(tokens[at].kind, TokenKind::Symbol(_))
}
