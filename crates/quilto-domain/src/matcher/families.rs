//! Heads, the modifiers that belong to them, and the terms they pick together.

use std::ops::Range;
use std::sync::Arc;

use super::super::names::squash;
use super::super::names::table::Family;
use super::{APART, Atom, Finder, Mention, ModifierUse};
use quilto_text::{Dimension, Span, Symbol, TokenKind};

/// What a head and its neighbours mean together; neighbours are indexes of atoms.
pub(super) struct Picked {
    term: u32,
    /// Those that belong to the mention's span.
    near: Vec<usize>,
    /// All modifiers, those that stand apart included.
    beside: Vec<usize>,
    /// Those that took part in picking the term.
    used: Vec<usize>,
    exact: bool,
}

impl Finder<'_> {
    pub(super) fn mentions(&self, mut atoms: Vec<Atom>) -> Vec<Mention> {
        let mut mentions = Vec::new();
        let mut last_head = None;
        for at in 0..atoms.len() {
            if let Some((term, row)) = self.elliptic(&atoms, at, last_head) {
                for atom in &mut atoms[row.clone()] {
                    atom.taken = true;
                }
                let mention = self.mention(
                    &atoms,
                    at,
                    &Picked {
                        term,
                        near: row.clone().skip(1).collect(),
                        beside: row.clone().collect(),
                        used: row.collect(),
                        exact: false,
                    },
                );
                mentions.extend(mention);
                continue;
            }
            if atoms[at].taken || !self.is_head(&atoms, at) {
                continue;
            }
            last_head = Some(at);
            let before = self.before(&atoms, at);
            let after = self.after(&atoms, at);
            let mut beside: Vec<usize> = before.chain(after.clone()).filter(|i| *i != at).collect();
            let (term, mut used, mut exact) = self.pick(&atoms, at, &beside);
            let mut picked = term;
            for apart in self.apart(&atoms, at, after.end) {
                let mut wider = beside.clone();
                wider.push(apart);
                let Some(family) = self.family(&atoms[at]) else {
                    break;
                };
                if let Some(term) = exact_variant(family, &self.asked(&atoms, at, &wider)) {
                    picked = term;
                    used = wider.clone();
                    exact = true;
                    beside = wider;
                }
            }
            let mut near: Vec<usize> = beside
                .iter()
                .copied()
                .filter(|other| {
                    other.abs_diff(at) <= beside.len() && !self.is_apart(&atoms, at, *other)
                })
                .collect();
            for other in &beside {
                atoms[*other].taken = true;
            }
            atoms[at].taken = true;
            if let Some(bare) = self.bare_head_behind(&atoms, at) {
                near.push(bare);
                atoms[bare].taken = true;
            }
            let picked = Picked {
                term: picked,
                near,
                beside,
                used,
                exact,
            };
            mentions.extend(self.mention(&atoms, at, &picked));
        }
        mentions
    }

    /// The bare head of the family right behind a name that is a variant of it: `tumbled rose`, known
    /// as a whole, before `quartz`.
    pub(super) fn bare_head_behind(&self, atoms: &[Atom], at: usize) -> Option<usize> {
        let next = at + 1;
        let head = atoms.get(next).filter(|head| !head.taken)?;
        let whole = atoms[at].roles.family.is_none() && !self.own_modifiers(&atoms[at]).is_empty();
        let same =
            self.family_id(&atoms[at]).is_some() && head.roles.family == self.family_id(&atoms[at]);
        (whole && same && self.adjacent(atoms, at, next)).then_some(next)
    }

    /// A word that is both head and modifier is a modifier when a head stands right behind it.
    pub(super) fn is_head(&self, atoms: &[Atom], at: usize) -> bool {
        let atom = &atoms[at];
        if !atom.is_name() {
            return atom.roles.group.is_some() && !self.modifies_neighbour(atoms, at);
        }
        !(atom.roles.modifier.is_some() && self.modifies_neighbour(atoms, at))
    }

    pub(super) fn modifies_neighbour(&self, atoms: &[Atom], at: usize) -> bool {
        let Some(modifier) = atoms[at].roles.modifier else {
            return false;
        };
        let uses = |head: usize| {
            atoms
                .get(head)
                .is_some_and(|atom| !atom.taken && self.has_variant_with(atom, modifier))
        };
        // Other modifiers may stand between it and its head.
        let mut next = at + 1;
        while next < atoms.len()
            && !atoms[next].is_name()
            && atoms[next].roles.modifier.is_some()
            && self.adjacent(atoms, next - 1, next)
        {
            next += 1;
        }
        let follows = next < atoms.len() && self.adjacent(atoms, next - 1, next) && uses(next);
        let bare = !atoms[at].is_name();
        follows || (bare && at > 0 && self.adjacent(atoms, at - 1, at) && uses(at - 1))
    }

    pub(super) fn family(&self, atom: &Atom) -> Option<&Family> {
        self.vocabulary.families.get(self.family_id(atom)? as usize)
    }

    /// The family that an atom is a head of: by its alias, or because its term is a variant of one.
    pub(super) fn family_id(&self, atom: &Atom) -> Option<u32> {
        let Some(term) = atom.roles.term else {
            return atom.roles.family;
        };
        self.vocabulary.variant_of.get(&term).map(|(id, _)| *id)
    }

    /// The modifiers that an atom's own name stands for (`rose quartz`, known as a whole).
    pub(super) fn own_modifiers(&self, atom: &Atom) -> &[u16] {
        atom.roles
            .term
            .and_then(|term| self.vocabulary.variant_of.get(&term))
            .map_or(&[], |(_, set)| set)
    }

    /// Whether nothing but brackets and hyphens stands between two neighbouring atoms.
    pub(super) fn adjacent(&self, atoms: &[Atom], first: usize, second: usize) -> bool {
        let between = atoms[first].tokens.end..atoms[second].tokens.start;
        let Some(between) = self.tokens.get(between) else {
            // Both in one token.
            return true;
        };
        between.iter().all(|token| {
            matches!(
                token.kind,
                TokenKind::Symbol(Symbol::Dash | Symbol::Open | Symbol::Close | Symbol::Quote)
            )
        })
    }

    /// Whether an atom can be a modifier of a head: it is nothing else, or the head has a variant
    /// that it picks.
    pub(super) fn modifies(&self, atoms: &[Atom], at: usize, head: usize) -> bool {
        let atom = &atoms[at];
        let Some(modifier) = atom.roles.modifier.filter(|_| !atom.taken) else {
            return false;
        };
        !atom.is_name() || self.has_variant_with(&atoms[head], modifier)
    }

    pub(super) fn has_variant_with(&self, head: &Atom, modifier: u16) -> bool {
        self.family(head).is_some_and(|family| {
            family
                .variants
                .iter()
                .any(|(set, _)| set.contains(&modifier))
        })
    }

    /// The modifiers right before a head, and the head.
    pub(super) fn before(&self, atoms: &[Atom], head: usize) -> Range<usize> {
        let mut first = head;
        while first > 0
            && self.modifies(atoms, first - 1, head)
            && self.adjacent(atoms, first - 1, first)
        {
            first -= 1;
        }
        first..head
    }

    /// The head and the modifiers right behind it that do not belong to a following head.
    pub(super) fn after(&self, atoms: &[Atom], head: usize) -> Range<usize> {
        let mut end = head + 1;
        while end < atoms.len()
            && self.modifies(atoms, end, head)
            && !atoms[end].is_name()
            && self.adjacent(atoms, end - 1, end)
        {
            end += 1;
        }
        let runs_into_head = end < atoms.len()
            && end > head + 1
            && atoms[end].is_name()
            && self.adjacent(atoms, end - 1, end);
        if runs_into_head {
            head..head + 1
        } else {
            head..end
        }
    }

    /// Modifiers further on in the head's clause, up to the next name.
    pub(super) fn apart(&self, atoms: &[Atom], head: usize, from: usize) -> Vec<usize> {
        if self.family(&atoms[head]).is_none() {
            return Vec::new();
        }
        // Looked for only as far as it matters: a long text is one clause as often as not.
        let (start, most) = (atoms[head].tokens.start, atoms[head].tokens.end + APART);
        let reach = (start..most.min(self.tokens.len()))
            .find(|at| self.tokens[*at].ends_clause())
            .unwrap_or(most);
        let mut found = Vec::new();
        for at in from..atoms.len() {
            let atom = &atoms[at];
            if atom.tokens.start >= reach || atom.is_name() {
                break;
            }
            if !self.modifies(atoms, at, head) {
                continue;
            }
            let next_head = (at + 1..atoms.len())
                .take_while(|next| self.adjacent(atoms, next - 1, *next))
                .any(|next| atoms[next].is_name());
            if !next_head && !self.begins_anew(atoms, at) {
                found.push(at);
            }
        }
        found
    }

    /// The modifiers right behind one another from this one on, which stands behind none.
    fn row_of_modifiers(&self, atoms: &[Atom], at: usize) -> Range<usize> {
        let mut end = at + 1;
        while atoms
            .get(end)
            .is_some_and(|next| !next.taken && !next.is_name() && next.roles.modifier.is_some())
            && self.adjacent(atoms, end - 1, end)
        {
            end += 1;
        }
        at..end
    }

    /// Bare modifiers right before a number begin something new (`quartz 80 3x5 smoky 60 3x8`), unless
    /// they say what the mass before them is of (`quartz, 60 g smoky, 12/10/9`).
    fn begins_anew(&self, atoms: &[Atom], at: usize) -> bool {
        let atom = &atoms[at];
        let behind = &atoms[self.row_of_modifiers(atoms, at).end - 1];
        let last = self.flat.token(behind.tokens.end - 1);
        let bare = behind.flat.end == last.end;
        let number = self
            .tokens
            .get(behind.tokens.end)
            .is_some_and(|token| token.number().is_some());
        let of_mass = atom.tokens.start.checked_sub(1).is_some_and(|before| {
            let TokenKind::Quantity(quantity) = self.tokens[before].kind else {
                return false;
            };
            self.tokens.unit(quantity.unit).dimension == Dimension::Mass
        });
        bare && number && !of_mass
    }

    /// The variant of the head before that bare modifiers before a number mean, if the family has
    /// exactly that one, and these modifiers.
    pub(super) fn elliptic(
        &self,
        atoms: &[Atom],
        at: usize,
        last_head: Option<usize>,
    ) -> Option<(u32, Range<usize>)> {
        let atom = &atoms[at];
        let head = &atoms[last_head?];
        if atom.is_name() || atom.taken || !self.begins_anew(atoms, at) {
            return None;
        }
        let between = self.tokens.get(head.tokens.start..atom.tokens.start)?;
        if between.iter().any(|token| token.kind == TokenKind::Newline) {
            return None;
        }
        let row = self.row_of_modifiers(atoms, at);
        let mut asked: Vec<u16> = atoms[row.clone()]
            .iter()
            .filter_map(|atom| atom.roles.modifier)
            .collect();
        asked.sort_unstable();
        asked.dedup();
        let term = exact_variant(self.family(head)?, &asked).filter(|_| !asked.is_empty())?;
        Some((term, row))
    }

    pub(super) fn is_apart(&self, atoms: &[Atom], head: usize, other: usize) -> bool {
        let (first, last) = (head.min(other), head.max(other));
        (first..last).any(|at| !self.adjacent(atoms, at, at + 1))
    }

    /// The term that a head with its neighbours means, the neighbours that say so, and whether
    /// nothing was left over.
    pub(super) fn pick(
        &self,
        atoms: &[Atom],
        head: usize,
        beside: &[usize],
    ) -> (u32, Vec<usize>, bool) {
        let atom = &atoms[head];
        let own = atom.roles.term.or(atom.roles.group);
        let Some(family) = self.family(atom) else {
            let term = own.unwrap_or(0);
            let exact = beside.iter().all(|at| self.says(term, atoms, *at));
            return (term, Vec::new(), exact);
        };
        let asked = self.asked(atoms, head, beside);
        if let Some(term) = own.filter(|_| beside.is_empty()) {
            return (term, Vec::new(), true);
        }
        if let Some(term) = exact_variant(family, &asked) {
            return (term, beside.to_vec(), true);
        }
        let contained = family
            .variants
            .iter()
            .filter(|(set, _)| set.iter().all(|id| asked.contains(id)));
        // The first of the largest.
        let mut best: Option<&(Vec<u16>, u32)> = None;
        for variant in contained {
            if best.is_none_or(|best| variant.0.len() > best.0.len()) {
                best = Some(variant);
            }
        }
        let (set, term) = match (best, own) {
            (Some((set, term)), None) => (set.clone(), *term),
            (Some((set, term)), Some(_)) if set.len() > self.own_modifiers(atom).len() => {
                (set.clone(), *term)
            }
            (_, Some(own)) if own != family.plain => (self.own_modifiers(atom).to_vec(), own),
            _ => {
                let wider = family
                    .variants
                    .iter()
                    .filter(|(set, _)| !asked.is_empty() && asked.iter().all(|id| set.contains(id)))
                    .min_by_key(|(set, _)| set.len());
                match wider {
                    Some((set, term)) if !self.all_said(family.plain, atoms, beside) => {
                        return (*term, beside.to_vec(), set.len() == asked.len());
                    }
                    _ => (Vec::new(), family.plain),
                }
            }
        };
        let used = beside
            .iter()
            .copied()
            .filter(|at| {
                atoms[*at]
                    .roles
                    .modifier
                    .is_some_and(|id| set.contains(&id))
            })
            .collect();
        (
            term,
            used,
            self.all_said(term, atoms, beside_without(beside, atoms, &set).as_slice()),
        )
    }

    /// All modifiers of a head: those of its own name, and those beside it.
    pub(super) fn asked(&self, atoms: &[Atom], head: usize, beside: &[usize]) -> Vec<u16> {
        let mut ids = self.own_modifiers(&atoms[head]).to_vec();
        ids.extend(beside.iter().filter_map(|at| atoms[*at].roles.modifier));
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    pub(super) fn all_said(&self, term: u32, atoms: &[Atom], beside: &[usize]) -> bool {
        beside.iter().all(|at| self.says(term, atoms, *at))
    }

    /// Whether a term's name already holds what a modifier says.
    pub(super) fn says(&self, term: u32, atoms: &[Atom], at: usize) -> bool {
        let Some(modifier) = atoms[at]
            .roles
            .modifier
            .and_then(|id| self.vocabulary.modifiers.get(usize::from(id)))
        else {
            return true;
        };
        let name = squash(self.vocabulary.name(term));
        modifier.words.iter().any(|word| name.contains(&**word))
    }

    pub(super) fn mention(&self, atoms: &[Atom], head: usize, picked: &Picked) -> Option<Mention> {
        let Picked {
            term,
            near,
            beside,
            used,
            exact,
        } = picked;
        let term = self.vocabulary.at(*term)?;
        let mut span = self.span(&atoms[head]);
        let mut tokens = atoms[head].tokens.clone();
        for other in near {
            span = span.join(self.span(&atoms[*other]));
            tokens.start = tokens.start.min(atoms[*other].tokens.start);
            tokens.end = tokens.end.max(atoms[*other].tokens.end);
        }
        // A bracket that was opened inside the name is closed by it, if no other name stands before it.
        let letters = near.iter().chain([&head]).map(|at| atoms[*at].flat.end);
        let letters = letters.max().unwrap_or_default();
        let last = tokens.end;
        let another = || {
            let mut others = atoms.iter();
            others.any(|other| other.flat.start >= letters && other.tokens.start < last)
        };
        let opens = self.tokens[tokens.clone()]
            .iter()
            .any(|token| token.is(Symbol::Open));
        let closes = self.tokens[tokens.clone()]
            .iter()
            .any(|token| token.is(Symbol::Close));
        if opens
            && !closes
            && let Some(next) = self.tokens.get(tokens.end)
            && next.is(Symbol::Close)
            && !another()
        {
            span = span.join(next.span);
            tokens.end += 1;
        }
        let mut modifiers: Vec<ModifierUse> = beside
            .iter()
            .filter_map(|at| {
                let id = atoms[*at].roles.modifier?;
                let modifier = self.vocabulary.modifiers.get(usize::from(id))?;
                Some(ModifierUse {
                    name: Arc::clone(&modifier.name),
                    span: self.span(&atoms[*at]),
                    tokens: atoms[*at].tokens.clone(),
                    used: used.contains(at),
                })
            })
            .collect();
        modifiers.sort_by_key(|modifier| modifier.span);
        let typed_well = beside.iter().chain([&head]).all(|at| atoms[*at].exact);
        let atom = &atoms[head];
        Some(Mention {
            span,
            tokens,
            term: Arc::clone(&term.name),
            kind: Arc::clone(&term.kind),
            exact: *exact && typed_well,
            alias: match &atom.corrected {
                Some(alias) => alias.to_string(),
                None => self.flat.text[atom.alias.clone()].to_owned(),
            },
            modifiers,
        })
    }

    /// The span of an atom in the original text.
    pub(super) fn span(&self, atom: &Atom) -> Span {
        let first = atom.tokens.start;
        let last = atom.tokens.end - 1;
        let start = self.place(first, atom.flat.start, false);
        let end = self.place(last, atom.flat.end, true);
        Span { start, end }
    }

    /// Where a place of the squashed text lies in the original, within a token.
    pub(super) fn place(&self, token: usize, at: usize, is_end: bool) -> usize {
        let run = self.flat.token(token);
        let span = self.tokens[token].span;
        if at <= run.start && !is_end {
            return span.start;
        }
        if at >= run.end {
            return span.end;
        }
        // Inside a run: count letters on both sides.
        let letters = self.flat.text[run.start..at].chars().count();
        let written = self.tokens.slice(span);
        let mut seen = 0;
        for (offset, c) in written.char_indices() {
            if seen >= letters {
                return span.start + offset;
            }
            seen += quilto_text::normalize(c.encode_utf8(&mut [0; 4]))
                .chars()
                .filter(|c| c.is_alphanumeric())
                .count();
        }
        span.end
    }
}

pub(super) fn beside_without(beside: &[usize], atoms: &[Atom], set: &[u16]) -> Vec<usize> {
    beside
        .iter()
        .copied()
        .filter(|at| {
            !atoms[*at]
                .roles
                .modifier
                .is_some_and(|id| set.contains(&id))
        })
        .collect()
}

pub(super) fn exact_variant(family: &Family, asked: &[u16]) -> Option<u32> {
    if asked.is_empty() {
        return Some(family.plain);
    }
    family
        .variants
        .iter()
        .find(|(set, _)| set == asked)
        .map(|(_, term)| *term)
}
