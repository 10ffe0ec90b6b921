//! The names of a domain: canonical terms, their aliases, and families whose variant is picked by
//! modifiers.

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use serde::de::Visitor;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::names::table::{BETWEEN, Family, Names, Roles, work_out};
use super::names::{GROUP, Lengths, TermFile, UniqueMap, VocabularyFile, squash};
use super::typos::Typos;
use quilto_text::Tokens;
use rustc_hash::FxHashMap;

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

/// A text of the program itself, or of a folder.
type Text = Cow<'static, str>;

/// A text of the program, left where it is unless JSON had to escape it.
struct Embedded(Text);

impl From<Embedded> for Text {
    fn from(embedded: Embedded) -> Self {
        embedded.0
    }
}

impl Deserialize<'static> for Embedded {
    fn deserialize<D: Deserializer<'static>>(deserializer: D) -> Result<Self, D::Error> {
        struct InPlace;

        impl Visitor<'static> for InPlace {
            type Value = Embedded;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text")
            }

            fn visit_borrowed_str<E>(self, text: &'static str) -> Result<Embedded, E> {
                Ok(Embedded(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Embedded, E> {
                Ok(Embedded(Cow::Owned(text.to_owned())))
            }
        }

        deserializer.deserialize_str(InPlace)
    }
}

/// A term or group with all that people write for it.
#[derive(Debug)]
struct Entry {
    term: Term,
    aliases: Vec<String>,
}

impl From<TermFile> for Entry {
    fn from(file: TermFile) -> Self {
        Self {
            term: Term {
                name: file.name.into(),
                kind: file.kind.into(),
                groups: file.groups.into_iter().map(Arc::from).collect(),
                values: file.values,
            },
            aliases: file.aliases,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Modifier {
    pub name: Arc<str>,
    /// Its name and aliases, squashed.
    pub words: Vec<Text>,
}

/// The names of one domain, ready to be found in texts.
#[derive(Debug, Default)]
pub struct Vocabulary {
    /// The names of terms, then of groups, by id.
    names: Vec<Text>,
    first_group: u32,
    kinds: Vec<Text>,
    /// By id; of a prepared vocabulary read from its line when asked for.
    entries: Vec<OnceLock<Entry>>,
    /// The lines of a prepared vocabulary, and the same by id: parted when the first is asked for.
    prepared: &'static str,
    lines: OnceLock<Vec<&'static str>>,
    by_name: OnceLock<FxHashMap<Text, u32>>,
    /// Groups, with their terms.
    groups: Vec<(Text, Vec<u32>)>,
    pub(super) families: Vec<Family>,
    pub(super) modifiers: Vec<Modifier>,
    /// The family and the modifiers that a term is the variant of, where it is one.
    pub(super) variant_of: FxHashMap<u32, (u32, Vec<u16>)>,
    /// Squashed alias → what it stands for.
    pub(super) index: FxHashMap<Text, Roles>,
    /// The lengths of all aliases.
    pub(super) lengths: Lengths,
    /// The longest alias, in bytes.
    pub(super) longest: usize,
    /// Names that a term was given later.
    added: Vec<(u32, String)>,
    /// Whether only exact names count.
    pub(super) exact: bool,
    pub(super) typos: OnceLock<Typos>,
    problems: Vec<Text>,
}

/// The names of a list.
fn parted(list: Text) -> Vec<Text> {
    match list {
        Cow::Borrowed(list) => list.split_terminator(BETWEEN).map(Text::from).collect(),
        Cow::Owned(list) => {
            let names = list.split_terminator(BETWEEN).map(str::to_owned);
            names.map(Text::from).collect()
        }
    }
}

impl Vocabulary {
    /// Works out the names of a file. `groups` are those of `domain.yaml`, with their aliases.
    pub fn new(file: VocabularyFile, groups: &UniqueMap<Vec<String>>) -> Self {
        let (names, terms) = work_out(file, groups);
        let entries = terms.into_iter().map(|term| Entry::from(term).into());
        Self {
            entries: entries.collect(),
            ..Self::of(names)
        }
    }

    /// What [`super::names::prepare`] has made.
    ///
    /// # Errors
    ///
    /// It has made something else.
    pub(super) fn prepared(text: &'static str) -> Result<Self, serde_json::Error> {
        let (names, terms) = text.split_once('\n').unwrap_or((text, ""));
        let names: Names<Embedded> = serde_json::from_str(names)?;
        let this = Self::of(names);
        Ok(Self {
            entries: this.names.iter().map(|_| OnceLock::new()).collect(),
            prepared: terms,
            ..this
        })
    }

    fn of<S: Into<Text>>(names: Names<S>) -> Self {
        let mut this = Self {
            names: parted(names.terms.into()),
            first_group: names.first_group,
            exact: names.exact,
            kinds: names.kinds.into_iter().map(S::into).collect(),
            problems: names.problems.into_iter().map(S::into).collect(),
            ..Self::default()
        };
        this.index.reserve(names.aliases);
        this.lengths = Lengths::of_so_many(names.aliases);
        this.claim(names.of_terms, |roles, id| roles.term = Some(id));
        this.claim(names.of_families, |roles, id| roles.family = Some(id));
        this.claim(names.of_modifiers, |roles, id| {
            roles.modifier = u16::try_from(id).ok();
        });
        this.claim(names.of_groups, |roles, at| {
            roles.group = Some(names.first_group + at);
        });
        let group = |(name, terms): (S, Vec<u32>)| (name.into(), terms);
        this.groups = names.groups.into_iter().map(group).collect();
        let modifier = |(name, words): (S, Vec<S>)| Modifier {
            name: name.into().into(),
            words: words.into_iter().map(S::into).collect(),
        };
        this.modifiers = names.modifiers.into_iter().map(modifier).collect();
        this.families = names.families;
        for (id, family) in (0_u32..).zip(&this.families) {
            let known = &mut this.variant_of;
            // First, for modifiers may lead to the plain term, too.
            known.entry(family.plain).or_insert((id, Vec::new()));
            for (set, term) in &family.variants {
                // The shortest way to a term says what it is a variant by.
                let known = known.entry(*term).or_insert_with(|| (id, set.clone()));
                if known.0 == id && known.1.len() > set.len() {
                    known.1.clone_from(set);
                }
            }
        }
        this
    }

    fn claim<S: Into<Text>>(&mut self, lists: Vec<S>, role: impl Fn(&mut Roles, u32)) {
        for (id, list) in (0_u32..).zip(lists) {
            for alias in parted(list.into()) {
                self.longest = self.longest.max(alias.len());
                self.lengths.add(&alias);
                role(self.index.entry(alias).or_default(), id);
            }
        }
    }

    fn entry(&self, id: u32) -> Option<&Entry> {
        let at = id as usize;
        let read = || {
            let lines = self
                .lines
                .get_or_init(|| self.prepared.split('\n').collect());
            let line = lines.get(at).copied().unwrap_or_default();
            let file = serde_json::from_str(line).unwrap_or_else(|_| TermFile {
                name: self.name(id).to_owned(),
                ..TermFile::default()
            });
            Entry::from(file)
        };
        Some(self.entries.get(at)?.get_or_init(read))
    }

    /// The term or group of an id.
    pub(super) fn at(&self, id: u32) -> Option<&Term> {
        Some(&self.entry(id)?.term)
    }

    /// The name of the term or group of an id.
    pub(super) fn name(&self, id: u32) -> &str {
        self.names.get(id as usize).map_or("", |name| name)
    }

    fn id(&self, name: &str) -> Option<u32> {
        let by_name = self.by_name.get_or_init(|| {
            let names = self.names[..self.first_group as usize].iter().cloned();
            names.zip(0..).collect()
        });
        by_name.get(name).copied()
    }

    /// Gives a term one more name, which from now on means this term and nothing else. `false` if
    /// there is no such term, or the name is empty.
    pub fn override_alias(&mut self, alias: &str, name: &str) -> bool {
        let key = squash(alias);
        let Some(id) = self.id(name).filter(|_| !key.is_empty()) else {
            return false;
        };
        self.longest = self.longest.max(key.len());
        self.lengths.add(&key);
        let roles = self.index.entry(key.into()).or_default();
        roles.term = Some(id);
        roles.family = None;
        roles.group = None;
        self.added.push((id, alias.to_owned()));
        true
    }

    /// A term by its canonical name.
    pub fn term(&self, name: &str) -> Option<&Term> {
        self.at(self.id(name)?)
    }

    /// The canonical term that a whole text names, exactly: by its name, an alias, or a family head
    /// with modifiers. `None` when it is no name, or a group.
    pub fn canonical(&self, text: &str) -> Option<&Term> {
        self.whole(&quilto_text::read(text))
    }

    /// The same of a text that was read. No slip is a name, exactly.
    pub(super) fn whole(&self, tokens: &Tokens) -> Option<&Term> {
        let mentions = self.find_typed_well(tokens);
        let [mention] = &mentions[..] else {
            return None;
        };
        let text = tokens.text();
        // Signs outside the mention, such as a closing bracket, are no part of a name.
        let outside = |part: Option<&str>| part.is_some_and(|p| !p.contains(char::is_alphanumeric));
        let whole =
            outside(text.get(..mention.span.start)) && outside(text.get(mention.span.end..));
        (whole && mention.exact && &*mention.kind != GROUP)
            .then(|| self.term(&mention.term))
            .flatten()
    }

    /// Whether a word says which variant of a name is meant.
    pub fn is_modifier(&self, word: &str) -> bool {
        let roles = self.index.get(&*squash(word));
        roles.is_some_and(|roles| roles.modifier.is_some())
    }

    /// All names and the words that make them up, in lower case and without blanks and signs.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.index.keys().map(|key| &**key)
    }

    /// The kinds of all terms, each once, without reading the terms.
    pub fn kinds(&self) -> impl Iterator<Item = &str> {
        self.kinds.iter().map(|kind| &**kind)
    }

    /// The names of all terms, groups left out, without reading the terms.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let terms = self.names.iter().take(self.first_group as usize);
        terms.map(|name| &**name)
    }

    /// All terms, groups left out.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        (0..self.first_group).filter_map(|id| self.at(id))
    }

    /// The terms of a group.
    pub fn members(&self, group: &str) -> Vec<&Term> {
        let ids = self.groups.iter().find(|(name, _)| name == group);
        let ids = ids.into_iter().flat_map(|(_, ids)| ids);
        ids.filter_map(|id| self.at(*id)).collect()
    }

    /// Groups, with the names of their terms.
    pub fn groups(&self) -> impl Iterator<Item = (&str, impl Iterator<Item = &str>)> {
        self.groups
            .iter()
            .map(|(name, ids)| (&**name, ids.iter().map(|id| self.name(*id))))
    }

    /// Whether there is a group of that name, in `domain.yaml` or on a term.
    pub fn is_group(&self, name: &str) -> bool {
        self.groups.iter().any(|(group, _)| group == name)
    }

    /// What people write for a term or a group: its name, its aliases, and the heads of the families
    /// whose bare form it is.
    pub fn aliases(&self, name: &str) -> Vec<&str> {
        let groups = (0_u32..).zip(&self.names).skip(self.first_group as usize);
        let group = groups.filter(|(_, group)| *group == name).map(|(id, _)| id);
        let mut found: Vec<&str> = Vec::new();
        for id in self.id(name).into_iter().chain(group) {
            found.push(self.name(id));
            let entry = self.entry(id).into_iter();
            found.extend(entry.flat_map(|entry| entry.aliases.iter().map(String::as_str)));
            let added = self.added.iter().filter(|(of, _)| *of == id);
            found.extend(added.map(|(_, alias)| alias.as_str()));
        }
        found
    }

    /// What is doubtful about the file: aliases claimed twice, variants of unknown modifiers. The
    /// vocabulary works all the same, with the first claim.
    pub fn problems(&self) -> impl Iterator<Item = &str> {
        self.problems.iter().map(|problem| &**problem)
    }
}

#[cfg(test)]
mod tests {
    use super::super::names::prepare;
    use super::*;

    const FILE: &str = r#"
typos: true
terms:
  - {name: Granite, kind: rock, aliases: [granite, 화강암, "gra-nite"], groups: [dark]}
  - {name: 'Pumice "light"', kind: rock, values: {grams: 12.5, floats: true}}
  - {name: Basalt, kind: rock, aliases: [granite]}
modifiers: [{name: smoky, aliases: [smoky, smoke]}]
families:
  - {kind: rock, aliases: [quartz], groups: [clear], plain: Quartz, variants: {smoky: Smoky Quartz, shiny: Shiny Quartz}}
"#;

    fn both() -> [Vocabulary; 2] {
        let file = || crate::parse("vocabulary.yaml", FILE).unwrap();
        let groups = UniqueMap(vec![("dark".to_owned(), vec!["dark ones".to_owned()])]);
        let prepared = prepare(file(), &groups).unwrap();
        [
            Vocabulary::new(file(), &groups),
            Vocabulary::prepared(Box::leak(prepared.into_boxed_str())).unwrap(),
        ]
    }

    #[test]
    fn what_a_build_has_worked_out_is_what_a_folder_comes_to() {
        let [folder, built] = both();
        for text in [
            "granite and smoky quartz, then 화강암을",
            "graniet gra nite smoke quartz",
            "the dark ones; pumice light",
        ] {
            let tokens = quilto_text::read(text);
            let found = folder.find(&tokens);
            assert!(!found.is_empty(), "{text}");
            assert_eq!(found, built.find(&tokens), "{text}");
        }
        assert!(folder.terms().eq(built.terms()));
        assert_eq!(folder.terms().count(), 5);
        assert!(built.names().eq(folder.terms().map(|term| &*term.name)));
        assert!(folder.kinds().eq(["rock"]) && built.kinds().eq(["rock"]));
        assert!(folder.problems().eq(built.problems()));
        assert_eq!(folder.problems().count(), 2);
        for name in ["Granite", "Quartz", "dark", "nothing"] {
            assert_eq!(folder.aliases(name), built.aliases(name));
            assert_eq!(folder.members(name), built.members(name));
            assert_eq!(folder.is_group(name), built.is_group(name));
        }
        assert_eq!(built.aliases("dark"), ["dark", "dark ones"]);
        assert_eq!(built.members("clear").len(), 2);
        let pumice = built.term("Pumice \"light\"").unwrap();
        assert_eq!(pumice.number("grams"), Some(12.5));
        assert!(pumice.flag("floats"));
    }

    #[test]
    fn a_name_of_the_users_own_wins_in_either() {
        for mut vocabulary in both() {
            assert!(vocabulary.override_alias("my rock", "Smoky Quartz"));
            assert!(!vocabulary.override_alias("my rock", "No Rock"));
            assert!(!vocabulary.override_alias("", "Granite"));
            let found = vocabulary.canonical("my rock").map(|term| &*term.name);
            assert_eq!(found, Some("Smoky Quartz"));
            assert_eq!(
                vocabulary.aliases("Smoky Quartz"),
                ["Smoky Quartz", "my rock"]
            );
        }
    }
}
