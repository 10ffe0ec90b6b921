//! Finding the names of a vocabulary in a text.
//!
//! **Atoms.** From left to right, the longest alias that begins at a token is taken. Case, width,
//! spaces and hyphens inside a name do not matter (`인 클 라 인`), a plural s and Korean particles
//! after it neither, and one run may hold several names (`덤벨벤치`).
//!
//! **Families.** A head collects the modifiers that stand beside it, before or after; a modifier
//! between two heads belongs to the following one. A modifier further on in the same clause is taken
//! only if the family has exactly the variant it asks for (`… 10kg 덤벨로`). If no variant has just
//! these modifiers, the one with most of them and no others is taken, else the smallest that has them
//! all; the mention is then not exact, unless the name already says what was left over. A bare
//! modifier before a number, after a head that has had its numbers, means that head's variant
//! (`quartz 80 3x5 smoky 60 3x8`) and is not exact either.
//!
//! **Typos.** Words that no alias explains are compared with the long aliases by edit distance, in
//! letters (Korean syllables taken apart). Two different terms equally near are no match.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::vocabulary::{Family, Roles, Vocabulary};
use crate::text::{
    Span, Symbol, TokenKind, Tokens, is_josa, is_particles, jamo, lexicon, may_follow_noun,
    particle_tail,
};

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
    corrected: Option<Box<str>>,
    taken: bool,
}

impl Atom {
    fn is_name(&self) -> bool {
        self.roles.term.is_some() || self.roles.family.is_some()
    }
}

/// The text without spaces and signs, and where its tokens lie.
struct Flat {
    text: String,
    starts: Vec<usize>,
}

impl Flat {
    fn new(tokens: &Tokens) -> Self {
        let mut text = String::with_capacity(tokens.text().len());
        let mut starts = Vec::with_capacity(tokens.len() + 1);
        for index in 0..tokens.len() {
            starts.push(text.len());
            text.extend(tokens.norm(index).chars().filter(|c| c.is_alphanumeric()));
        }
        starts.push(text.len());
        Self { text, starts }
    }

    fn token(&self, index: usize) -> Range<usize> {
        self.starts[index]..self.starts[index + 1]
    }
}

impl Vocabulary {
    /// The names in a text, in order; none overlaps another. Linear in the text's length.
    pub fn find(&self, tokens: &Tokens) -> Vec<Mention> {
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
        finder.add_typos(&mut atoms);
        finder.mentions(atoms)
    }
}

struct Finder<'a> {
    vocabulary: &'a Vocabulary,
    tokens: &'a Tokens,
    flat: &'a Flat,
}

impl Finder<'_> {
    // ----- atoms

    fn atoms(&self) -> Vec<Atom> {
        let mut atoms = Vec::new();
        let mut index = 0;
        while index < self.tokens.len() {
            let begins = matches!(
                self.tokens[index].kind,
                TokenKind::Word(_)
                    | TokenKind::Number(_)
                    | TokenKind::Ordinal(_)
                    | TokenKind::Quantity(_)
            );
            let start = self.flat.starts[index];
            match begins
                .then(|| self.chain(start, index, MAX_JOINED))
                .flatten()
            {
                Some(chain) => {
                    index = chain.last().map_or(index + 1, |atom| atom.tokens.end);
                    atoms.extend(chain);
                }
                None => index += 1,
            }
        }
        atoms
    }

    /// The longest alias at a place, and those that follow it in the same run of letters.
    fn chain(&self, start: usize, token: usize, depth: usize) -> Option<Vec<Atom>> {
        let limit = self.limit(start, token);
        let text = &self.flat.text;
        let mut end_token = token;
        while end_token < self.tokens.len() && self.flat.starts[end_token + 1] < limit {
            end_token += 1;
        }
        let inside_run = start != self.flat.starts[token];
        for end in (start + 1..=limit).rev() {
            if !text.is_char_boundary(end) {
                continue;
            }
            while end_token > token && self.flat.starts[end_token] >= end {
                end_token -= 1;
            }
            let Some((roles, alias_end)) = self.lookup(start, end) else {
                continue;
            };
            let run = self.flat.token(end_token);
            let atom = |tokens| Atom {
                roles,
                exact: true,
                flat: start..end,
                tokens,
                alias: start..alias_end,
                corrected: None,
                taken: false,
            };
            if self.splits_brackets(token..end_token + 1) {
                continue;
            }
            if end == run.end {
                return Some(vec![atom(token..end_token + 1)]);
            }
            if self.token_follows(start..end, run.clone(), end_token) {
                return Some(vec![atom(token..end_token + 1)]);
            }
            // A further name in the same run: 덤벨벤치.
            let long_enough = alias_end - start >= 2 && run.end - end >= 3;
            if depth > 1
                && long_enough
                && self.is_letters(end_token)
                && let Some(mut rest) = self.chain(end, end_token, depth - 1)
                && (inside_run
                    || rest.iter().any(Atom::is_name)
                    || roles.term.is_some()
                    || roles.family.is_some())
            {
                rest.insert(0, atom(token..end_token + 1));
                return Some(rest);
            }
        }
        None
    }

    /// Whether a bracket opens among the tokens and what it encloses goes on behind them.
    fn splits_brackets(&self, tokens: Range<usize>) -> bool {
        let count = |symbol| {
            self.tokens[tokens.clone()]
                .iter()
                .filter(|token| token.is(symbol))
                .count()
        };
        count(Symbol::Open) > count(Symbol::Close)
            && !self
                .tokens
                .get(tokens.end)
                .is_some_and(|token| token.is(Symbol::Close))
    }

    fn is_letters(&self, token: usize) -> bool {
        matches!(self.tokens[token].kind, TokenKind::Word(_))
    }

    /// How far an alias that begins here can reach: over words, numbers and the signs that names
    /// have inside, within a line.
    fn limit(&self, start: usize, token: usize) -> usize {
        let mut end = token;
        while end < self.tokens.len() && end < token + MAX_TOKENS {
            let inside = match self.tokens[end].kind {
                TokenKind::Newline
                | TokenKind::Clock(_)
                | TokenKind::Pace(_)
                | TokenKind::Date(_) => false,
                TokenKind::Symbol(symbol) => matches!(
                    symbol,
                    Symbol::Dash | Symbol::Open | Symbol::Close | Symbol::Quote | Symbol::And
                ),
                _ => true,
            };
            if !inside {
                break;
            }
            end += 1;
        }
        // One more letter than the longest alias, for a plural.
        let reach = start + self.vocabulary.longest + 2;
        self.flat.starts[end.max(token)]
            .min(reach)
            .min(self.flat.text.len())
    }

    /// The alias that a stretch of letters is, with or without a plural s.
    fn lookup(&self, start: usize, end: usize) -> Option<(Roles, usize)> {
        let key = &self.flat.text[start..end];
        let index = &self.vocabulary.index;
        if let Some(roles) = index.get(key) {
            return Some((*roles, end));
        }
        let stem = key.strip_suffix('s')?;
        if stem.len() < 2 || !stem.ends_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        if let Some(roles) = index.get(stem) {
            return Some((*roles, end - 1));
        }
        let stem = stem.strip_suffix('e')?;
        if let Some(roles) = index.get(stem) {
            return Some((*roles, end - 2));
        }
        let stem = stem.strip_suffix('i')?;
        let singular = format!("{stem}y");
        index.get(singular.as_str()).map(|roles| (*roles, end - 2))
    }

    /// Whether what follows a name within the last token may do so: Korean particles or a verb.
    fn token_follows(&self, name: Range<usize>, run: Range<usize>, token: usize) -> bool {
        let rest = &self.flat.text[name.end..run.end];
        if !rest.starts_with(|c: char| ('\u{AC00}'..='\u{D7A3}').contains(&c)) {
            return false;
        }
        if !self.is_letters(token) {
            return false;
        }
        let name = &self.flat.text[name];
        // A verb stem may be the rest of another word when the name is short.
        let syllables = name.chars().count();
        if syllables >= 2 && !name.is_ascii() {
            syllables > 2 && may_follow_noun(rest) || is_particles(rest)
        } else {
            is_josa(rest)
        }
    }

    // ----- typos

    fn add_typos(&self, atoms: &mut Vec<Atom>) {
        let mut free = vec![true; self.tokens.len()];
        for atom in atoms.iter() {
            free[atom.tokens.clone()].fill(false);
        }
        let plain_word = |index: usize| {
            free[index]
                && self.is_letters(index)
                && !lexicon::core().stop_words.contains(self.tokens.norm(index))
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

    fn near(&self, tokens: Range<usize>) -> Option<Atom> {
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

    // ----- mentions

    fn mentions(&self, mut atoms: Vec<Atom>) -> Vec<Mention> {
        let mut mentions = Vec::new();
        let mut last_head = None;
        for at in 0..atoms.len() {
            if let Some(term) = self.elliptic(&atoms, at, last_head) {
                atoms[at].taken = true;
                let mention = self.mention(&atoms, at, term, &[], &[at], &[at], false);
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
            if let Some(mention) = self.mention(&atoms, at, picked, &near, &beside, &used, exact) {
                mentions.push(mention);
            }
        }
        mentions
    }

    /// The bare head of the family right behind a name that is a variant of it: `tumbled rose`, known
    /// as a whole, before `quartz`.
    fn bare_head_behind(&self, atoms: &[Atom], at: usize) -> Option<usize> {
        let next = at + 1;
        let head = atoms.get(next).filter(|head| !head.taken)?;
        let whole = atoms[at].roles.family.is_none() && !self.own_modifiers(&atoms[at]).is_empty();
        let same =
            self.family_id(&atoms[at]).is_some() && head.roles.family == self.family_id(&atoms[at]);
        (whole && same && self.adjacent(atoms, at, next)).then_some(next)
    }

    /// A word that is both head and modifier is a modifier when a head stands right behind it.
    fn is_head(&self, atoms: &[Atom], at: usize) -> bool {
        let atom = &atoms[at];
        if !atom.is_name() {
            return atom.roles.group.is_some() && !self.modifies_neighbour(atoms, at);
        }
        !(atom.roles.modifier.is_some() && self.modifies_neighbour(atoms, at))
    }

    fn modifies_neighbour(&self, atoms: &[Atom], at: usize) -> bool {
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

    fn family(&self, atom: &Atom) -> Option<&Family> {
        self.vocabulary.families.get(self.family_id(atom)? as usize)
    }

    /// The family that an atom is a head of: by its alias, or because its term is a variant of one.
    fn family_id(&self, atom: &Atom) -> Option<u32> {
        let Some(term) = atom.roles.term else {
            return atom.roles.family;
        };
        self.vocabulary.variant_of.get(&term).map(|(id, _)| *id)
    }

    /// The modifiers that an atom's own name stands for (`rose quartz`, known as a whole).
    fn own_modifiers(&self, atom: &Atom) -> &[u16] {
        atom.roles
            .term
            .and_then(|term| self.vocabulary.variant_of.get(&term))
            .map_or(&[], |(_, set)| set)
    }

    /// Whether nothing but brackets and hyphens stands between two neighbouring atoms.
    fn adjacent(&self, atoms: &[Atom], first: usize, second: usize) -> bool {
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
    fn modifies(&self, atoms: &[Atom], at: usize, head: usize) -> bool {
        let atom = &atoms[at];
        let Some(modifier) = atom.roles.modifier.filter(|_| !atom.taken) else {
            return false;
        };
        !atom.is_name() || self.has_variant_with(&atoms[head], modifier)
    }

    fn has_variant_with(&self, head: &Atom, modifier: u16) -> bool {
        self.family(head).is_some_and(|family| {
            family
                .variants
                .iter()
                .any(|(set, _)| set.contains(&modifier))
        })
    }

    /// The modifiers right before a head, and the head.
    fn before(&self, atoms: &[Atom], head: usize) -> Range<usize> {
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
    fn after(&self, atoms: &[Atom], head: usize) -> Range<usize> {
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
    fn apart(&self, atoms: &[Atom], head: usize, from: usize) -> Vec<usize> {
        if self.family(&atoms[head]).is_none() {
            return Vec::new();
        }
        let clause = self.tokens.clause(atoms[head].tokens.start);
        let reach = (atoms[head].tokens.end + APART).min(clause.end);
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
            if !next_head && !self.begins_anew(atom) {
                found.push(at);
            }
        }
        found
    }

    /// A bare modifier right before a number begins something new (`quartz 80 3x5 smoky 60 3x8`).
    fn begins_anew(&self, atom: &Atom) -> bool {
        let last = self.flat.token(atom.tokens.end - 1);
        let bare = atom.flat.end == last.end;
        let number = self
            .tokens
            .get(atom.tokens.end)
            .is_some_and(|token| token.number().is_some());
        bare && number
    }

    /// The variant of the head before that a bare modifier before a number means, if the family has
    /// exactly that one.
    fn elliptic(&self, atoms: &[Atom], at: usize, last_head: Option<usize>) -> Option<u32> {
        let atom = &atoms[at];
        let head = &atoms[last_head?];
        let same_line = self
            .tokens
            .line(head.tokens.start)
            .contains(&atom.tokens.start);
        if atom.is_name() || atom.taken || !same_line || !self.begins_anew(atom) {
            return None;
        }
        exact_variant(self.family(head)?, &[atom.roles.modifier?])
    }

    fn is_apart(&self, atoms: &[Atom], head: usize, other: usize) -> bool {
        let (first, last) = (head.min(other), head.max(other));
        (first..last).any(|at| !self.adjacent(atoms, at, at + 1))
    }

    /// The term that a head with its neighbours means, the neighbours that say so, and whether
    /// nothing was left over.
    fn pick(&self, atoms: &[Atom], head: usize, beside: &[usize]) -> (u32, Vec<usize>, bool) {
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
    fn asked(&self, atoms: &[Atom], head: usize, beside: &[usize]) -> Vec<u16> {
        let mut ids = self.own_modifiers(&atoms[head]).to_vec();
        ids.extend(beside.iter().filter_map(|at| atoms[*at].roles.modifier));
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    fn all_said(&self, term: u32, atoms: &[Atom], beside: &[usize]) -> bool {
        beside.iter().all(|at| self.says(term, atoms, *at))
    }

    /// Whether a term's name already holds what a modifier says.
    fn says(&self, term: u32, atoms: &[Atom], at: usize) -> bool {
        let Some(term) = self.vocabulary.terms.get(term as usize) else {
            return false;
        };
        let Some(modifier) = atoms[at]
            .roles
            .modifier
            .and_then(|id| self.vocabulary.modifiers.get(usize::from(id)))
        else {
            return true;
        };
        let name = super::vocabulary::squash(&term.name);
        modifier.words.iter().any(|word| name.contains(&**word))
    }

    #[allow(
        clippy::too_many_arguments,
        reason = "the parts of one mention, gathered in one place"
    )]
    fn mention(
        &self,
        atoms: &[Atom],
        head: usize,
        term: u32,
        near: &[usize],
        beside: &[usize],
        used: &[usize],
        exact: bool,
    ) -> Option<Mention> {
        let term = self.vocabulary.terms.get(term as usize)?;
        let mut span = self.span(&atoms[head]);
        let mut tokens = atoms[head].tokens.clone();
        for other in near {
            span = span.join(self.span(&atoms[*other]));
            tokens.start = tokens.start.min(atoms[*other].tokens.start);
            tokens.end = tokens.end.max(atoms[*other].tokens.end);
        }
        // A bracket that was opened inside the name is closed by it.
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
            exact: exact && typed_well,
            alias: match &atom.corrected {
                Some(alias) => alias.to_string(),
                None => self.flat.text[atom.alias.clone()].to_owned(),
            },
            modifiers,
        })
    }

    /// The span of an atom in the original text.
    fn span(&self, atom: &Atom) -> Span {
        let first = atom.tokens.start;
        let last = atom.tokens.end - 1;
        let start = self.place(first, atom.flat.start, false);
        let end = self.place(last, atom.flat.end, true);
        Span { start, end }
    }

    /// Where a place of the squashed text lies in the original, within a token.
    fn place(&self, token: usize, at: usize, is_end: bool) -> usize {
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
            seen += crate::text::normalize(c.encode_utf8(&mut [0; 4]))
                .chars()
                .filter(|c| c.is_alphanumeric())
                .count();
        }
        span.end
    }
}

fn beside_without(beside: &[usize], atoms: &[Atom], set: &[u16]) -> Vec<usize> {
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

fn exact_variant(family: &Family, asked: &[u16]) -> Option<u32> {
    if asked.is_empty() {
        return Some(family.plain);
    }
    family
        .variants
        .iter()
        .find(|(set, _)| set == asked)
        .map(|(_, term)| *term)
}

/// The long aliases, for comparing with misspelt words.
#[derive(Debug, Default)]
pub(super) struct Typos {
    names: Vec<Name>,
}

#[derive(Debug)]
struct Name {
    letters: Box<str>,
    alias: Box<str>,
    roles: Roles,
    mask: u64,
    len: usize,
}

/// A misspelt Latin name has at least this many letters, a Korean one at least these (three
/// syllables).
const SHORTEST_LATIN: usize = 6;
const SHORTEST_HANGUL: usize = 7;

impl Typos {
    fn new(index: &HashMap<Box<str>, Roles>) -> Self {
        let mut names: Vec<Name> = index
            .iter()
            .filter(|(_, roles)| roles.term.is_some() || roles.family.is_some())
            .filter_map(|(alias, roles)| {
                let letters = jamo(alias);
                let len = letters.chars().count();
                (len >= shortest(alias)).then(|| Name {
                    mask: mask(&letters),
                    letters: letters.into(),
                    alias: alias.clone(),
                    roles: *roles,
                    len,
                })
            })
            .collect();
        names.sort_by(|a, b| a.alias.cmp(&b.alias));
        Self { names }
    }

    /// The alias nearest to a word, if one is near enough and no other is as near.
    fn nearest(&self, word: &str) -> Option<(Box<str>, Roles)> {
        let letters = jamo(word);
        let len = letters.chars().count();
        if len < shortest(word) || len > 40 || word.chars().any(|c| c.is_ascii_digit()) {
            return None;
        }
        let mask = mask(&letters);
        let first = letters.chars().next();
        let mut best: Option<(usize, &Name)> = None;
        let mut tie = false;
        for name in &self.names {
            let most = allowed(name.len.min(len), &name.alias);
            if name.len.abs_diff(len) > most
                || (mask ^ name.mask).count_ones() as usize > 2 * most
                || name.letters.chars().next() != first
            {
                continue;
            }
            let distance = strsim::osa_distance(&letters, &name.letters);
            if distance == 0 || distance > most {
                continue;
            }
            match best {
                Some((least, _)) if distance > least => {}
                Some((least, other)) if distance == least => {
                    tie |= !same_target(other.roles, name.roles);
                }
                _ => {
                    best = Some((distance, name));
                    tie = false;
                }
            }
        }
        best.filter(|_| !tie)
            .map(|(_, name)| (name.alias.clone(), name.roles))
    }
}

fn same_target(a: Roles, b: Roles) -> bool {
    a.term == b.term && a.family == b.family
}

fn shortest(word: &str) -> usize {
    if word.is_ascii() {
        SHORTEST_LATIN
    } else {
        SHORTEST_HANGUL
    }
}

/// One slip in a name of up to eight letters (ten in Korean letters), two in a longer one.
fn allowed(len: usize, alias: &str) -> usize {
    let long = if alias.is_ascii() { 9 } else { 12 };
    if len >= long { 2 } else { 1 }
}

/// Which letters a word has, folded into 64 bits.
fn mask(letters: &str) -> u64 {
    letters
        .chars()
        .fold(0, |mask, c| mask | 1 << (u32::from(c) % 64))
}
