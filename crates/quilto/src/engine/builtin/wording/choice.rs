//! Which claims are said.

use super::{Claim, doubts};
use crate::agents::ResponseStyle;

/// Claims beside the direct answer that a concise answer has.
const BESIDE: usize = 3;

/// All direct answers, and a few of those beside them; each once. Doubts stand beside all of them.
pub fn said(claims: impl IntoIterator<Item = Claim>, style: ResponseStyle) -> Vec<Claim> {
    let most = match style {
        ResponseStyle::Concise => BESIDE,
        ResponseStyle::Detailed => usize::MAX,
    };
    let mut beside = 0;
    let mut chosen: Vec<Claim> = Vec::new();
    for claim in claims {
        if chosen.iter().any(|other| other.text == claim.text) {
            continue;
        }
        if !claim.lead && claim.name != doubts::DOUBTED {
            if beside == most {
                continue;
            }
            beside += 1;
        }
        chosen.push(claim);
    }
    chosen
}
