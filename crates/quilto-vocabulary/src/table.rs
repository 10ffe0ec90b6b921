//! A vocabulary worked out: which way of writing stands for what.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use super::{
    FamilyFile, GROUP, ModifierFile, TermFile, UniqueMap, VocabularyFile, closest, squash,
};

/// Stands behind each name of a list. Nobody writes it, and JSON leaves it as it is.
pub const BETWEEN: char = '\u{7f}';

/// What the names of a domain come to. `S` is how texts are held: owned where this is made, borrowed
/// where it is read from what a program has made beforehand. Lists of many names are one text each,
/// parted by [`BETWEEN`]: thousands of them are read at a start, and a text is read at once.
#[derive(Debug, Deserialize, Serialize)]
pub struct Names<S> {
    /// Whether only exact names count.
    pub exact: bool,
    /// The names of all terms, in the order of their ids, each with [`BETWEEN`] behind it; those of
    /// groups stand last.
    pub terms: S,
    /// The kinds of the terms, each once.
    pub kinds: Vec<S>,
    /// How many ways of writing there are.
    pub aliases: usize,
    /// The id of the first group.
    pub first_group: u32,
    /// The squashed ways of writing that stand for each term.
    pub of_terms: Vec<S>,
    /// … for each family.
    pub of_families: Vec<S>,
    /// … for each modifier.
    pub of_modifiers: Vec<S>,
    /// … for each group, from [`Names::first_group`] on.
    pub of_groups: Vec<S>,
    /// Groups, with their terms.
    pub groups: Vec<(S, Vec<u32>)>,
    /// Head words with variants.
    pub families: Vec<Family>,
    /// Words that pick a variant: their names, and all that is written for them, squashed.
    pub modifiers: Vec<(S, Vec<S>)>,
    /// What is doubtful about the file.
    pub problems: Vec<S>,
}

/// A head with variants.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Family {
    /// The term of the bare head.
    pub plain: u32,
    /// Sorted modifiers and the term they pick, in the order of the file.
    pub variants: Vec<(Vec<u16>, u32)>,
}

/// What an alias can stand for. A word may be several at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Roles {
    /// A term.
    pub term: Option<u32>,
    /// The head of a family.
    pub family: Option<u32>,
    /// A modifier.
    pub modifier: Option<u16>,
    /// A group.
    pub group: Option<u32>,
}

/// Works out a vocabulary. `groups` are those of `domain.yaml`, with their aliases. The terms come
/// beside it in the order of their ids, each with all its aliases; groups are terms of the kind
/// [`GROUP`].
pub fn work_out(
    file: VocabularyFile,
    groups: &UniqueMap<Vec<String>>,
) -> (Names<String>, Vec<TermFile>) {
    let mut work = TableBuilder::default();
    for term in file.terms {
        work.add_term(term);
    }
    for modifier in file.modifiers {
        work.add_modifier(modifier);
    }
    // Longest names first, so that `close grip` is not read as `close` and `grip`.
    let mut modifiers: Vec<(String, u16)> = (0_u16..)
        .zip(&work.modifiers)
        .map(|(id, (name, _))| (name.clone(), id))
        .collect();
    modifiers.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    for family in file.families {
        work.add_family(family, &modifiers);
    }
    let first_group = work.terms.len();
    for (name, aliases) in groups.iter() {
        work.add_group(name, aliases);
    }
    work.done(file.typos == Some(false), first_group)
}

#[derive(Default)]
struct TableBuilder {
    terms: Vec<TermFile>,
    by_name: HashMap<String, u32>,
    index: BTreeMap<String, Roles>,
    families: Vec<Family>,
    modifiers: Vec<(String, Vec<String>)>,
    problems: Vec<String>,
}

impl TableBuilder {
    fn add_term(&mut self, file: TermFile) {
        if self.by_name.contains_key(&file.name) {
            self.problems
                .push(format!("the term `{}` stands twice", file.name));
            return;
        }
        let id = self.push_term(file.clone());
        self.claim_term(&file.name, id, true);
        for alias in &file.aliases {
            self.claim_term(alias, id, false);
        }
    }

    fn push_term(&mut self, term: TermFile) -> u32 {
        let id = place(self.terms.len());
        self.by_name.insert(term.name.clone(), id);
        self.terms.push(term);
        id
    }

    fn entry(&mut self, alias: &str) -> Option<&mut Roles> {
        let key = squash(alias);
        if key.is_empty() {
            self.problems
                .push(format!("the alias `{alias}` holds no letter or digit"));
            return None;
        }
        Some(self.index.entry(key).or_default())
    }

    fn claim_term(&mut self, alias: &str, id: u32, own_name: bool) {
        let Some(roles) = self.entry(alias) else {
            return;
        };
        match roles.term {
            None => roles.term = Some(id),
            Some(other) if other == id => {}
            Some(other) if own_name => {
                // A name of its own weighs more than somebody's alias.
                roles.term = Some(id);
                self.clash(alias, other, id);
            }
            Some(other) => self.clash(alias, id, other),
        }
    }

    fn clash(&mut self, alias: &str, loser: u32, keeper: u32) {
        let name = |id: u32| {
            self.terms
                .get(id as usize)
                .map_or("", |term| &term.name)
                .to_owned()
        };
        let (loser, keeper) = (name(loser), name(keeper));
        self.problems.push(format!(
            "the alias `{alias}` of `{loser}` already means `{keeper}`"
        ));
    }

    fn add_modifier(&mut self, file: ModifierFile) {
        let Ok(id) = u16::try_from(self.modifiers.len()) else {
            return;
        };
        let mut words = vec![squash(&file.name)];
        for alias in &file.aliases {
            words.push(squash(alias));
            let Some(roles) = self.entry(alias) else {
                continue;
            };
            match roles.modifier {
                None => roles.modifier = Some(id),
                Some(other) if other == id => {}
                Some(_) => self.problems.push(format!(
                    "the alias `{alias}` of the modifier `{}` already is another's",
                    file.name
                )),
            }
        }
        self.modifiers.push((file.name, words));
    }

    fn add_family(&mut self, file: FamilyFile, modifiers: &[(String, u16)]) {
        let plain = self.family_term(&file.plain, &file);
        let mut variants = Vec::with_capacity(file.variants.0.len());
        for (key, name) in file.variants.iter() {
            match modifier_set(key, modifiers) {
                Ok(set) => {
                    let term = self.family_term(name, &file);
                    variants.push((set, term));
                }
                Err(unknown) => {
                    let names: Vec<&str> = modifiers.iter().map(|(name, _)| &**name).collect();
                    let hint = closest(&unknown, &names)
                        .map(|near| format!("; did you mean `{near}`?"))
                        .unwrap_or_default();
                    self.problems.push(format!(
                        "the variant `{key}` of `{}` names the unknown modifier `{unknown}`{hint}",
                        file.plain
                    ));
                }
            }
        }
        let id = place(self.families.len());
        self.families.push(Family { plain, variants });
        for alias in &file.aliases {
            let taken = self.entry(alias).is_some_and(|roles| {
                let taken = roles.family.is_some();
                roles.family.get_or_insert(id);
                taken
            });
            if taken {
                self.problems.push(format!(
                    "the alias `{alias}` of the family `{}` already is another family's",
                    file.plain
                ));
            }
        }
        if let Some(term) = self.terms.get_mut(plain as usize) {
            term.aliases.extend(file.aliases);
        }
    }

    /// The term of that name; made with the family's kind and groups if it is not listed.
    fn family_term(&mut self, name: &str, family: &FamilyFile) -> u32 {
        if let Some(id) = self.by_name.get(name) {
            return *id;
        }
        let id = self.push_term(TermFile {
            name: name.to_owned(),
            kind: family.kind.clone(),
            aliases: Vec::new(),
            groups: family.groups.clone(),
            values: UniqueMap::default(),
        });
        self.claim_term(name, id, true);
        id
    }

    fn add_group(&mut self, name: &str, aliases: &[String]) {
        let id = place(self.terms.len());
        self.terms.push(TermFile {
            name: name.to_owned(),
            kind: GROUP.to_owned(),
            aliases: aliases.to_vec(),
            groups: vec![name.to_owned()],
            values: UniqueMap::default(),
        });
        for alias in aliases.iter().map(String::as_str).chain([name]) {
            if let Some(roles) = self.entry(alias) {
                roles.group.get_or_insert(id);
            }
        }
    }

    fn done(self, exact: bool, first_group: usize) -> (Names<String>, Vec<TermFile>) {
        let mut of_terms = vec![String::new(); first_group];
        let mut of_families = vec![String::new(); self.families.len()];
        let mut of_modifiers = vec![String::new(); self.modifiers.len()];
        let mut of_groups = vec![String::new(); self.terms.len() - first_group];
        let aliases = self.index.len();
        for (key, roles) in self.index {
            let places = [
                (&mut of_terms, roles.term.map(|id| id as usize)),
                (&mut of_families, roles.family.map(|id| id as usize)),
                (&mut of_modifiers, roles.modifier.map(usize::from)),
                (
                    &mut of_groups,
                    roles.group.map(|id| id as usize - first_group),
                ),
            ];
            for (lists, at) in places {
                if let Some(list) = at.and_then(|at| lists.get_mut(at)) {
                    list.push_str(&key);
                    list.push(BETWEEN);
                }
            }
        }
        let mut groups: Vec<(String, Vec<u32>)> = Vec::new();
        for (id, term) in (0_u32..).zip(&self.terms) {
            for name in &term.groups {
                let at = groups.iter().position(|(known, _)| known == name);
                let at = at.unwrap_or_else(|| {
                    groups.push((name.clone(), Vec::new()));
                    groups.len() - 1
                });
                let members = &mut groups[at].1;
                if term.kind != GROUP && members.last() != Some(&id) {
                    members.push(id);
                }
            }
        }
        let kinds = self.terms[..first_group].iter().map(|term| &term.kind);
        let kinds: BTreeSet<&String> = kinds.collect();
        let names = Names {
            exact,
            kinds: kinds.into_iter().cloned().collect(),
            terms: self.terms.iter().fold(String::new(), |all, term| {
                all + &term.name + BETWEEN.encode_utf8(&mut [0])
            }),
            aliases,
            first_group: place(first_group),
            of_terms,
            of_families,
            of_modifiers,
            of_groups,
            groups,
            families: self.families,
            modifiers: self.modifiers,
            problems: self.problems,
        };
        (names, self.terms)
    }
}

fn place(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// The modifiers that a key such as `rose tumbled` names, sorted; or the word that is none.
fn modifier_set(key: &str, names: &[(String, u16)]) -> Result<Vec<u16>, String> {
    let mut rest = key.trim();
    let mut set = Vec::new();
    while !rest.is_empty() {
        let found = names.iter().find(|(name, _)| {
            rest.strip_prefix(name.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        });
        let Some((name, id)) = found else {
            return Err(rest.split(' ').next().unwrap_or(rest).to_owned());
        };
        set.push(*id);
        rest = rest[name.len()..].trim_start();
    }
    set.sort_unstable();
    set.dedup();
    Ok(set)
}
