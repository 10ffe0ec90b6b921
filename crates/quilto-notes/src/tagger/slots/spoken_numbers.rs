//! Numbers as they are spoken ("one thirty five").

use quilto_text::{NumberStyle, TokenKind, Tokens};

use super::super::labelled_spans::LabelledSpan;

const HUNDRED: f64 = 100.0;
const TEN: f64 = 10.0;

/// The stretches of levels with the hundreds that are spoken right before them, or the rest right behind them.
pub(super) fn hundreds(
    tokens: &Tokens,
    stretches: &[LabelledSpan],
    is_level: &dyn Fn(&str) -> bool,
) -> Vec<LabelledSpan> {
    let mut mended: Vec<LabelledSpan> = Vec::new();
    let mut left = stretches.iter().peekable();
    while let Some(stretch) = left.next() {
        let mut stretch = stretch.clone();
        let start = stretch.tokens.start;
        if is_level(&stretch.role) {
            // "sets of eight, fifty kilos": what has a meaning of its own before a whole weight is no hundred.
            let whole = matches!(tokens[start].kind, TokenKind::Quantity(_));
            let own = start > 0 && mended.iter().any(|of| of.tokens.contains(&(start - 1)));
            if spoken(tokens, start, TEN, HUNDRED)
                && start > 0
                && is_bare(tokens, start - 1)
                && spoken(tokens, start - 1, 1.0, TEN)
                && !(whole && own)
            {
                mended.retain(|of| of.tokens != (start - 1..start));
                stretch.tokens.start = start - 1;
            } else if stretch.tokens.len() == 1
                && is_bare(tokens, start)
                && spoken(tokens, start, 1.0, TEN)
                && spoken(tokens, start + 1, TEN, HUNDRED)
                && let Some(rest) = left.next_if(|next| next.tokens.start == start + 1)
            {
                stretch.tokens.end = rest.tokens.end;
            }
        }
        mended.push(stretch);
    }
    mended
}

/// The hundreds and what is beyond them, spoken one after the other.
pub(super) fn together(tokens: &Tokens, at: usize) -> Option<f64> {
    let hundreds =
        is_bare(tokens, at) && spoken(tokens, at, 1.0, TEN) && spoken(tokens, at + 1, TEN, HUNDRED);
    let number = |at: usize| tokens.get(at)?.number().map(|number| number.value);
    hundreds.then(|| Some(number(at)? * HUNDRED + number(at + 1)?))?
}

fn is_bare(tokens: &Tokens, at: usize) -> bool {
    let token = tokens.get(at);
    token.is_some_and(|token| matches!(token.kind, TokenKind::Number(_)))
}

/// Whether a number in words stands at a place, from one value on and below another.
fn spoken(tokens: &Tokens, at: usize, least: f64, below: f64) -> bool {
    let token = tokens.get(at);
    let number = token.and_then(|token| match &token.kind {
        TokenKind::Number(number) => Some(number),
        TokenKind::Quantity(quantity) => Some(&quantity.number),
        _ => None,
    });
    number.is_some_and(|number| {
        number.style == NumberStyle::Words && least <= number.value && number.value < below
    })
}
