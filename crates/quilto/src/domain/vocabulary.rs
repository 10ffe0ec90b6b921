//! The names of a domain: canonical terms, their aliases, and families whose variant is picked by
//! modifiers.

use std::sync::{Arc, OnceLock};

use serde::Deserialize;
use serde_json::Value;

use super::matcher::Typos;
use super::quick_hash::QuickMap;
use super::read::UniqueMap;
use crate::text::{is_syllable, normalize};

/// The kind of a mention that names a group of `domain.yaml` and not a term.
pub const GROUP: &str = "group";

/// `vocabulary.yaml`: what people call things.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct VocabularyFile {
    /// Names with their aliases.
    pub terms: Vec<TermFile>,
    /// Words that pick a variant of a family.
    pub modifiers: Vec<ModifierFile>,
    /// Head words with variants.
    pub families: Vec<FamilyFile>,
    /// `false` keeps misspelt names from being matched: for a domain of everyday expressions, where
    /// a near miss is more often another word than a slip.
    pub typos: Option<bool>,
}

/// A term of `vocabulary.yaml`. Its own name is an alias, too.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TermFile {
    /// The canonical name.
    pub name: String,
    /// A free word of the domain for what kind of thing it is.
    pub kind: String,
    /// What people write for it, in any language. Spaces, hyphens, case, plural s and particles
    /// need not be listed.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// The groups it belongs to.
    #[serde(default)]
    pub groups: Vec<String>,
    /// Numbers and words about it that the domain's other files use.
    #[serde(default)]
    pub values: UniqueMap<Value>,
}

/// A modifier of `vocabulary.yaml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModifierFile {
    /// The word that the keys of `variants` use.
    pub name: String,
    /// What people write for it. The name itself is not one unless it is listed.
    pub aliases: Vec<String>,
}

/// A family of `vocabulary.yaml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FamilyFile {
    /// The kind of its terms, where they do not say their own.
    pub kind: String,
    /// What people write for the head.
    pub aliases: Vec<String>,
    /// Groups of its terms, where they do not say their own.
    #[serde(default)]
    pub groups: Vec<String>,
    /// The term that the bare head means.
    pub plain: String,
    /// Modifier names, separated by spaces, in any order → term.
    #[serde(default)]
    pub variants: UniqueMap<String>,
}

/// A canonical name.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The name.
    pub name: Arc<str>,
    /// What kind of thing it is, in the domain's words.
    pub kind: Arc<str>,
    /// The groups it belongs to.
    pub groups: Vec<Arc<str>>,
    /// What the vocabulary says about it.
    pub values: UniqueMap<Value>,
}

impl Term {
    /// A number the vocabulary gives for it.
    pub fn number(&self, key: &str) -> Option<f64> {
        self.values.get(key)?.as_f64()
    }

    /// Whether the vocabulary says `key: true` of it.
    pub fn flag(&self, key: &str) -> bool {
        self.values.get(key).and_then(Value::as_bool) == Some(true)
    }

    /// A word the vocabulary gives for it.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.values.get(key)?.as_str()
    }
}

/// What an alias can stand for. A word may be several at once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Roles {
    pub term: Option<u32>,
    pub family: Option<u32>,
    pub modifier: Option<u16>,
    pub group: Option<u32>,
}

#[derive(Clone, Debug)]
pub(super) struct Family {
    /// The term of the bare head.
    pub plain: u32,
    /// Sorted modifiers and the term they pick, in the order of the file.
    pub variants: Vec<(Vec<u16>, u32)>,
}

#[derive(Clone, Debug)]
pub(super) struct Modifier {
    pub name: Arc<str>,
    /// Its name and aliases, squashed.
    pub words: Vec<Box<str>>,
}

/// The names of one domain, ready to be found in texts.
#[derive(Debug, Default)]
pub struct Vocabulary {
    pub(super) terms: Vec<Term>,
    by_name: QuickMap<Arc<str>, u32>,
    pub(super) families: Vec<Family>,
    pub(super) modifiers: Vec<Modifier>,
    /// The family and the modifiers that a term is the variant of, where it is one.
    pub(super) variant_of: QuickMap<u32, (u32, Vec<u16>)>,
    /// Squashed alias → what it stands for.
    pub(super) index: QuickMap<Arc<str>, Roles>,
    /// The longest alias, in bytes.
    pub(super) longest: usize,
    aliases: Vec<Vec<String>>,
    /// Whether only exact names count.
    pub(super) exact: bool,
    pub(super) typos: OnceLock<Typos>,
    problems: Vec<String>,
}

/// The form under which aliases are compared: normal form, letters and digits only.
pub fn squash(text: &str) -> String {
    // Of plain letters the normal form is known; thousands of aliases are squashed at a start.
    if text.chars().all(|c| c.is_ascii() || is_syllable(c)) {
        // Asking the character tables about each syllable would cost more than all the rest.
        let is_letter = |c: char| c.is_ascii_alphanumeric() || !c.is_ascii();
        let signs_only = !text.chars().any(is_letter);
        let mut squashed = String::with_capacity(text.len());
        for c in text.chars().filter(|c| signs_only || is_letter(*c)) {
            squashed.push(c.to_ascii_lowercase());
        }
        return squashed;
    }
    let mut text = normalize(text);
    if text.chars().any(char::is_alphanumeric) {
        text.retain(char::is_alphanumeric);
    }
    text
}

impl Vocabulary {
    /// Builds the index. `groups` are those of `domain.yaml`, with their aliases.
    pub fn new(file: VocabularyFile, groups: &UniqueMap<Vec<String>>) -> Self {
        let mut this = Self {
            exact: file.typos == Some(false),
            ..Self::default()
        };
        let aliases = |count: usize, term: &TermFile| count + term.aliases.len() + 1;
        let expected = file.terms.iter().fold(0, aliases) + file.families.len() * 16;
        this.index.reserve(expected);
        this.by_name.reserve(file.terms.len());
        this.terms.reserve(file.terms.len());
        for term in file.terms {
            this.add_term(term);
        }
        for modifier in file.modifiers {
            this.add_modifier(modifier);
        }
        // Longest names first, so that `close grip` is not read as `close` and `grip`.
        let mut names: Vec<(String, u16)> = (0_u16..)
            .zip(&this.modifiers)
            .map(|(id, modifier)| (modifier.name.to_string(), id))
            .collect();
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        for family in file.families {
            this.add_family(family, &names);
        }
        for (name, aliases) in groups.iter() {
            this.add_group(name, aliases);
        }
        this
    }

    fn add_term(&mut self, file: TermFile) {
        let groups = file.groups.iter().map(|group| group.as_str().into());
        if self.by_name.contains_key(file.name.as_str()) {
            self.problems
                .push(format!("the term `{}` stands twice", file.name));
            return;
        }
        let id = self.push_term(Term {
            name: file.name.as_str().into(),
            kind: self.kind(&file.kind),
            groups: groups.collect(),
            values: file.values,
        });
        self.claim_term(&file.name, id, true);
        for alias in &file.aliases {
            self.claim_term(alias, id, false);
        }
        self.note_aliases(id, file.aliases);
    }

    /// Kinds are few: terms of one kind share the word.
    fn kind(&self, kind: &str) -> Arc<str> {
        self.terms
            .last()
            .filter(|term| &*term.kind == kind)
            .map_or_else(|| kind.into(), |term| Arc::clone(&term.kind))
    }

    fn push_term(&mut self, term: Term) -> u32 {
        let id = u32::try_from(self.terms.len()).unwrap_or(u32::MAX);
        self.by_name.insert(Arc::clone(&term.name), id);
        self.terms.push(term);
        self.aliases.push(Vec::new());
        id
    }

    fn note_aliases(&mut self, id: u32, aliases: Vec<String>) {
        if let Some(known) = self.aliases.get_mut(id as usize) {
            known.extend(aliases);
        }
    }

    fn entry(&mut self, alias: &str) -> Option<&mut Roles> {
        let key = squash(alias);
        if key.is_empty() {
            self.problems
                .push(format!("the alias `{alias}` holds no letter or digit"));
            return None;
        }
        self.longest = self.longest.max(key.len());
        Some(self.index.entry(key.into()).or_default())
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
                .map_or("", |term| &*term.name)
                .to_owned()
        };
        let (loser, keeper) = (name(loser), name(keeper));
        self.problems.push(format!(
            "the alias `{alias}` of `{loser}` already means `{keeper}`"
        ));
    }

    /// Gives a term one more name, which from now on means this term and nothing else. `false` if
    /// there is no such term, or the name is empty.
    pub fn override_alias(&mut self, alias: &str, name: &str) -> bool {
        let Some(id) = self.by_name.get(name).copied() else {
            return false;
        };
        let Some(roles) = self.entry(alias) else {
            return false;
        };
        roles.term = Some(id);
        roles.family = None;
        roles.group = None;
        self.note_aliases(id, vec![alias.to_owned()]);
        true
    }

    fn add_modifier(&mut self, file: ModifierFile) {
        let Ok(id) = u16::try_from(self.modifiers.len()) else {
            return;
        };
        let mut words: Vec<Box<str>> = vec![squash(&file.name).into()];
        for alias in &file.aliases {
            words.push(squash(alias).into());
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
        self.modifiers.push(Modifier {
            name: file.name.as_str().into(),
            words,
        });
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
                    let hint = super::read::closest(&unknown, &names)
                        .map(|near| format!("; did you mean `{near}`?"))
                        .unwrap_or_default();
                    self.problems.push(format!(
                        "the variant `{key}` of `{}` names the unknown modifier `{unknown}`{hint}",
                        file.plain
                    ));
                }
            }
        }
        let id = u32::try_from(self.families.len()).unwrap_or(u32::MAX);
        // First, for modifiers may lead to the plain term, too.
        self.variant_of.entry(plain).or_insert((id, Vec::new()));
        for (set, term) in &variants {
            // The shortest way to a term says what it is a variant by.
            let known = self
                .variant_of
                .entry(*term)
                .or_insert_with(|| (id, set.clone()));
            if known.0 == id && known.1.len() > set.len() {
                known.1.clone_from(set);
            }
        }
        self.families.push(Family { plain, variants });
        for alias in &file.aliases {
            let taken = self.entry(alias).and_then(|roles| {
                let taken = roles.family.is_some();
                roles.family.get_or_insert(id);
                taken.then_some(())
            });
            if taken.is_some() {
                self.problems.push(format!(
                    "the alias `{alias}` of the family `{}` already is another family's",
                    file.plain
                ));
            }
        }
        self.note_aliases(plain, file.aliases);
    }

    /// The term of that name; made with the family's kind and groups if it is not listed.
    fn family_term(&mut self, name: &str, family: &FamilyFile) -> u32 {
        if let Some(id) = self.by_name.get(name) {
            return *id;
        }
        let term = Term {
            name: name.into(),
            kind: self.kind(&family.kind),
            groups: family.groups.iter().map(|g| g.as_str().into()).collect(),
            values: UniqueMap::default(),
        };
        let id = self.push_term(term);
        self.claim_term(name, id, true);
        id
    }

    fn add_group(&mut self, name: &str, aliases: &[String]) {
        let id = u32::try_from(self.terms.len()).unwrap_or(u32::MAX);
        self.terms.push(Term {
            name: name.into(),
            kind: GROUP.into(),
            groups: vec![name.into()],
            values: UniqueMap::default(),
        });
        self.aliases.push(aliases.to_vec());
        for alias in aliases.iter().map(String::as_str).chain([name]) {
            if let Some(roles) = self.entry(alias) {
                roles.group.get_or_insert(id);
            }
        }
    }

    /// A term by its canonical name.
    pub fn term(&self, name: &str) -> Option<&Term> {
        let id = self.by_name.get(name)?;
        self.terms.get(*id as usize)
    }

    /// The canonical term that a whole text names, exactly: by its name, an alias, or a family head
    /// with modifiers. `None` when it is no name, or a group.
    pub fn canonical(&self, text: &str) -> Option<&Term> {
        let mentions = self.find(&crate::text::read(text));
        let [mention] = &mentions[..] else {
            return None;
        };
        // Signs outside the mention, such as a closing bracket, are no part of a name.
        let outside = |part: Option<&str>| part.is_some_and(|p| !p.contains(char::is_alphanumeric));
        let whole =
            outside(text.get(..mention.span.start)) && outside(text.get(mention.span.end..));
        (whole && mention.exact && &*mention.kind != GROUP)
            .then(|| self.term(&mention.term))
            .flatten()
    }

    /// All terms, groups left out.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        self.terms.iter().filter(|term| &*term.kind != GROUP)
    }

    /// The terms of a group.
    pub fn members(&self, group: &str) -> Vec<&Term> {
        self.terms()
            .filter(|term| term.groups.iter().any(|name| &**name == group))
            .collect()
    }

    /// Whether there is a group of that name, in `domain.yaml` or on a term.
    pub fn is_group(&self, name: &str) -> bool {
        self.terms
            .iter()
            .any(|term| term.groups.iter().any(|group| &**group == name))
    }

    /// What people write for a term or a group: its name, its aliases, and the heads of the families
    /// whose bare form it is.
    pub fn aliases(&self, name: &str) -> Vec<&str> {
        let mut found: Vec<&str> = Vec::new();
        for (term, aliases) in self.terms.iter().zip(&self.aliases) {
            if &*term.name == name {
                found.push(&term.name);
                found.extend(aliases.iter().map(String::as_str));
            }
        }
        found
    }

    /// What is doubtful about the file: aliases claimed twice, variants of unknown modifiers. The
    /// vocabulary works all the same, with the first claim.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }
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
