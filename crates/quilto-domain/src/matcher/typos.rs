//! Misspelt names in a text.

use std::ops::Range;

use super::{Atom, Finder, TYPO_WORDS};
use crate::typos::Typos;
use quilto_text::{lexicon, particle_tail};

impl Finder<'_> {
    pub(super) fn add_typos(&self, atoms: &mut Vec<Atom>) {
        let mut free = vec![true; self.tokens.len()];
        for atom in atoms.iter() {
            free[atom.tokens.clone()].fill(false);
        }
        let plain_word = |index: usize| {
            free[index]
                && self.is_letters(index)
                && !lexicon::core().is_no_slip(self.tokens.norm(index))
        };
        let mut found = Vec::new();
        let mut index = 0;
        while index < self.tokens.len() {
            if !plain_word(index) {
                index += 1;
                continue;
            }
            let mut end = index + 1;
            while end < self.tokens.len() && end < index + TYPO_WORDS && plain_word(end) {
                end += 1;
            }
            let near = (index + 1..=end)
                .rev()
                .find_map(|end| self.near(index..end).map(|atom| (end, atom)));
            match near {
                Some((end, atom)) => {
                    found.push(atom);
                    index = end;
                }
                None => index += 1,
            }
        }
        if !found.is_empty() {
            atoms.extend(found);
            atoms.sort_by_key(|atom| atom.flat.start);
        }
    }

    pub(super) fn near(&self, tokens: Range<usize>) -> Option<Atom> {
        let start = self.flat.starts[tokens.start];
        let end = self.flat.starts[tokens.end];
        let typos = self
            .vocabulary
            .typos
            .get_or_init(|| Typos::new(&self.vocabulary.index));
        let written = &self.flat.text[start..end];
        let cut = particle_tail(written).map(|at| start + at);
        [Some(end), cut].into_iter().flatten().find_map(|end| {
            let (alias, roles) = typos.nearest(&self.flat.text[start..end])?;
            Some(Atom {
                roles,
                exact: false,
                flat: start..end,
                tokens: tokens.clone(),
                alias: start..end,
                corrected: Some(alias),
                taken: false,
            })
        })
    }
}
