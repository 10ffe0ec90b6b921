//! One domain, its parts read when they are first asked for.

use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use quilto_model::ClarificationTarget;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::labels::Labels;
use super::names::{PREPARED, UniqueMap};
use super::read::{invalid, parse};
use super::vocabulary::Vocabulary;
use super::{DomainError, DomainInfo};

/// The files a domain folder may have, and what is in them.
pub(super) const FILES: &[&str] = &[
    "domain.yaml",
    "vocabulary.yaml",
    "notation.yaml",
    "measures.yaml",
    "expertise.md",
    "evaluation_rules.yaml",
    "context_guidance.md",
    "clarifications.yaml",
    "advice.yaml",
    "labels.yaml",
    "examples.yaml",
    "schema.json",
];

/// A domain's heading.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Title {
    /// The same in every language.
    One(String),
    /// By code of language (`en`, `ko`).
    Each(UniqueMap<String>),
}

/// `domain.yaml`: what the domain is.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DomainFile {
    /// Its name: that of its folder, in lower case with underscores.
    pub name: String,
    /// What it covers, in a sentence or two, for whoever chooses domains.
    pub description: String,
    /// A heading for people, one or one per language; made from the name if absent.
    #[serde(default)]
    pub title: Option<Title>,
    /// Whether it is always loaded.
    #[serde(default)]
    pub base: bool,
    /// Groups of terms, with the words people use for them.
    #[serde(default)]
    pub groups: UniqueMap<Vec<String>>,
    /// Words that are no name of the vocabulary and still say that a text is of this domain.
    #[serde(default)]
    pub cues: Vec<String>,
    /// Settings that the domain's other files refer to.
    #[serde(default)]
    pub defaults: UniqueMap<Value>,
}

/// A rule that drafts are held against, from `evaluation_rules.yaml`: a list whose items are plain
/// sentences, or mappings with the fields below.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EvaluationRule {
    /// The rule as a sentence.
    pub rule: String,
    /// It is about notes or questions that hold one of these words; about all if empty.
    pub when: Vec<String>,
    /// Words that a draft must not hold then.
    pub never: Vec<String>,
    /// Words of which a draft must hold one then.
    pub must: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleFields {
    rule: String,
    #[serde(default)]
    when: Vec<String>,
    #[serde(default)]
    never: Vec<String>,
    #[serde(default)]
    must: Vec<String>,
}

impl<'de> Deserialize<'de> for EvaluationRule {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Rule;

        impl<'de> serde::de::Visitor<'de> for Rule {
            type Value = EvaluationRule;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a sentence, or a mapping with `rule`")
            }

            fn visit_str<E>(self, rule: &str) -> Result<Self::Value, E> {
                Ok(EvaluationRule {
                    rule: rule.to_owned(),
                    ..EvaluationRule::default()
                })
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                map: A,
            ) -> Result<Self::Value, A::Error> {
                let fields =
                    RuleFields::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
                Ok(EvaluationRule {
                    rule: fields.rule,
                    when: fields.when,
                    never: fields.never,
                    must: fields.must,
                })
            }
        }

        deserializer.deserialize_any(Rule)
    }
}

/// A question that may be put to the user, from the list in `clarifications.yaml`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clarification {
    /// What it would fill, as a short name (`condition`, `goal`).
    pub gap: String,
    /// Words in a question of the user's that make it worth asking; always if empty.
    #[serde(default)]
    pub when: Vec<String>,
    /// Measures, as `measure` or `domain.measure`: where the notes of the days that are asked about have
    /// a value of one, the question is answered and not put.
    #[serde(default)]
    pub answered_by: Vec<String>,
    /// What the answer changes in what was asked (`subject`, `days`); without it, it says something beside.
    #[serde(default)]
    pub changes: Option<ClarificationTarget>,
    /// The question, by language (`en`, `ko`).
    pub question: std::collections::BTreeMap<String, String>,
    /// Answers to choose from, by language.
    #[serde(default)]
    pub options: std::collections::BTreeMap<String, Vec<String>>,
}

/// The texts of a domain's folder.
#[derive(Clone, Debug, Default)]
pub struct DomainSource {
    /// Where it came from, for messages: a folder's path, or the name of an embedded domain.
    pub origin: String,
    /// File names and texts. YAML files may have been turned into JSON beforehand, and
    /// `vocabulary.yaml` into what [`super::names::prepare`] gives.
    pub files: Vec<(Cow<'static, str>, Cow<'static, str>)>,
}

impl DomainSource {
    /// A domain whose texts are part of the program.
    pub fn embedded(origin: &str, files: &[(&'static str, &'static str)]) -> Self {
        Self {
            origin: origin.to_owned(),
            files: files
                .iter()
                .map(|(name, text)| (Cow::Borrowed(*name), Cow::Borrowed(*text)))
                .collect(),
        }
    }

    pub(super) fn text(&self, file: &str) -> Option<&str> {
        self.files
            .iter()
            .find(|(name, _)| name == file)
            .map(|(_, text)| text.as_ref())
    }

    /// The vocabulary that the program's build has worked out.
    fn prepared(&self) -> Option<&'static str> {
        let (_, text) = self.files.iter().find(|(name, _)| name == PREPARED)?;
        match text {
            Cow::Borrowed(text) => Some(text),
            Cow::Owned(_) => None,
        }
    }

    pub(super) fn path(&self, file: &str) -> String {
        format!("{}/{file}", self.origin)
    }
}

/// Parts read into types of their users', by type and file.
type Parts = HashMap<(TypeId, &'static str), Arc<dyn Any + Send + Sync>>;

/// One domain: what its folder says, read part by part when asked for, once.
pub struct DomainModule {
    /// Its name.
    pub name: String,
    /// What it covers.
    pub description: String,
    /// Whether it is always loaded.
    pub base: bool,
    /// Groups of terms, with the words people use for them.
    pub groups: UniqueMap<Vec<String>>,
    /// Words that say that a text is of this domain.
    pub cues: Vec<String>,
    /// Settings that the domain's other files refer to.
    pub defaults: UniqueMap<Value>,
    title: Option<Title>,
    source: DomainSource,
    own_aliases: Vec<OwnAlias>,
    vocabulary: OnceLock<Vocabulary>,
    evaluation_rules: OnceLock<Vec<EvaluationRule>>,
    clarifications: OnceLock<Vec<Clarification>>,
    labels: OnceLock<Labels>,
    schema: OnceLock<Option<Value>>,
    parts: Mutex<Parts>,
    problems: Mutex<Vec<DomainError>>,
}

/// A name of the user's own, which wins over what the vocabulary says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnAlias {
    /// What the user writes.
    pub alias: String,
    /// The canonical name it means.
    pub term: String,
    /// The file it stands in, for messages.
    pub file: String,
}

impl std::fmt::Debug for DomainModule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DomainModule")
            .field("name", &self.name)
            .field("origin", &self.source.origin)
            .finish_non_exhaustive()
    }
}

impl DomainModule {
    /// A domain from its texts. Only `domain.yaml` is read.
    ///
    /// # Errors
    ///
    /// `domain.yaml` is missing or not of its form, or the name is not lower case letters, digits and
    /// underscores.
    pub fn new(source: DomainSource) -> Result<Self, DomainError> {
        let Some(text) = source.text("domain.yaml") else {
            return Err(DomainError::NoDomainFile {
                folder: source.origin.clone(),
            });
        };
        let path = source.path("domain.yaml");
        let file: DomainFile = parse(&path, text)?;
        let well_named = !file.name.is_empty()
            && file
                .name
                .chars()
                .all(|c| c.is_lowercase() || c.is_ascii_digit() || c == '_' || c == '-');
        if !well_named {
            return Err(DomainError::invalid(
                path,
                format!(
                    "`name` is {:?}; expected lower case letters, digits, `_` and `-`",
                    file.name
                ),
            ));
        }
        Ok(Self {
            name: file.name,
            description: file.description,
            base: file.base,
            groups: file.groups,
            cues: file.cues,
            defaults: file.defaults,
            title: file.title,
            source,
            own_aliases: Vec::new(),
            vocabulary: OnceLock::new(),
            evaluation_rules: OnceLock::new(),
            clarifications: OnceLock::new(),
            labels: OnceLock::new(),
            schema: OnceLock::new(),
            parts: Mutex::default(),
            problems: Mutex::default(),
        })
    }

    /// Adds a name of the user's own. The vocabulary is read anew when it is next used.
    pub(super) fn add_alias(&mut self, own: OwnAlias) {
        self.own_aliases.push(own);
        self.vocabulary = OnceLock::new();
    }

    /// Its heading for people (`pet_rocks` → `Pet Rocks`).
    pub fn title(&self) -> String {
        if let Some(title) = self.title_in("en") {
            return title.to_owned();
        }
        let words = self.name.split(['_', '-']).map(|word| {
            let mut letters = word.chars();
            letters
                .next()
                .map(|first| first.to_uppercase().chain(letters).collect::<String>())
                .unwrap_or_default()
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// Its heading in a language, if it has one.
    pub fn title_in(&self, language: &str) -> Option<&str> {
        match self.title.as_ref()? {
            Title::One(title) => Some(title),
            Title::Each(titles) => titles.get(language).map(String::as_str),
        }
    }

    /// Name and description.
    pub fn info(&self) -> DomainInfo {
        DomainInfo {
            name: self.name.clone(),
            description: self.description.clone(),
        }
    }

    /// Where it came from: a folder's path, or the name of an embedded domain.
    pub fn origin(&self) -> &str {
        &self.source.origin
    }

    /// The text of one of its files, as it stands (YAML may have become JSON).
    pub fn file(&self, name: &str) -> Option<&str> {
        self.source.text(name)
    }

    /// The path of one of its files, for messages.
    pub fn path(&self, name: &str) -> String {
        self.source.path(name)
    }

    /// The names of its vocabulary. Empty if it has none, or if it is broken, which
    /// [`DomainModule::problems`] then says.
    pub fn vocabulary(&self) -> &Vocabulary {
        self.vocabulary.get_or_init(|| {
            let mut vocabulary = match self.source.prepared() {
                Some(prepared) => self.prepared_vocabulary(prepared),
                None => Vocabulary::new(self.yaml("vocabulary.yaml"), &self.groups),
            };
            for own in &self.own_aliases {
                if !vocabulary.override_alias(&own.alias, &own.term) {
                    self.complain(DomainError::invalid(
                        own.file.as_str(),
                        format!(
                            "{:?} is to mean {:?}, which is no name",
                            own.alias, own.term
                        ),
                    ));
                }
            }
            vocabulary
        })
    }

    fn prepared_vocabulary(&self, text: &'static str) -> Vocabulary {
        Vocabulary::prepared(text).unwrap_or_else(|error| {
            self.complain(DomainError::invalid(self.path(PREPARED), error.to_string()));
            Vocabulary::default()
        })
    }

    /// The domain's knowledge in words.
    pub fn expertise(&self) -> &str {
        self.file("expertise.md").unwrap_or("")
    }

    /// What is worth keeping track of over time.
    pub fn context_guidance(&self) -> &str {
        self.file("context_guidance.md").unwrap_or("")
    }

    /// The rules that drafts are held against.
    pub fn evaluation_rules(&self) -> &[EvaluationRule] {
        self.evaluation_rules.get_or_init(|| {
            self.yaml::<ListOf<EvaluationRule>>("evaluation_rules.yaml")
                .0
        })
    }

    /// Questions that may be put to the user.
    pub fn clarifications(&self) -> &[Clarification] {
        self.clarifications
            .get_or_init(|| self.yaml::<ListOf<Clarification>>("clarifications.yaml").0)
    }

    /// What a field, a value or a wording of the screen is called in a language (`ko`), where
    /// `labels.yaml` says so.
    pub fn label(&self, language: &str, word: &str) -> Option<&str> {
        self.labels().of(language, word)
    }

    fn labels(&self) -> &Labels {
        self.labels.get_or_init(|| self.yaml("labels.yaml"))
    }

    /// The JSON schema of its parsed data, for a domain that brings one as `schema.json`.
    pub fn schema(&self) -> Option<&Value> {
        self.schema
            .get_or_init(|| {
                let text = self.file("schema.json")?;
                serde_json::from_str(text)
                    .map_err(|error| {
                        let place = (error.line(), error.column());
                        self.complain(invalid(&self.path("schema.json"), place, error.to_string()));
                    })
                    .ok()
            })
            .as_ref()
    }

    /// A file read into a type of the caller's, once: later calls with the same type and file get the
    /// same value. `None` if the domain does not have the file.
    ///
    /// # Errors
    ///
    /// The file does not have the type's form. The error is not kept: the next call reads again.
    pub fn part<T>(&self, file: &'static str) -> Result<Option<Arc<T>>, DomainError>
    where
        T: DeserializeOwned + Send + Sync + 'static,
    {
        self.part_with(file, |path, text| parse(path, text))
    }

    /// As [`DomainModule::part`], for a value that is made from the text by a function, which gets the
    /// file's path (for messages) and text.
    ///
    /// # Errors
    ///
    /// What the function gives.
    pub fn part_with<T>(
        &self,
        file: &'static str,
        make: impl FnOnce(&str, &str) -> Result<T, DomainError>,
    ) -> Result<Option<Arc<T>>, DomainError>
    where
        T: Send + Sync + 'static,
    {
        let key = (TypeId::of::<T>(), file);
        let known = self
            .parts
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&key)
            .cloned();
        if let Some(part) = known.and_then(|part| part.downcast::<T>().ok()) {
            return Ok(Some(part));
        }
        let Some(text) = self.file(file) else {
            return Ok(None);
        };
        // Made outside the lock: making one part may ask for another.
        let part = Arc::new(make(&self.path(file), text)?);
        self.parts
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(key, Arc::clone(&part) as Arc<dyn Any + Send + Sync>);
        Ok(Some(part))
    }

    /// What was found wrong with its files when they were first used. A broken part counts as absent.
    pub fn problems(&self) -> Vec<DomainError> {
        self.problems
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Remembers something that is wrong with a file of this domain, once however often it is met.
    pub fn complain(&self, error: DomainError) {
        let mut problems = self.problems.lock().unwrap_or_else(PoisonError::into_inner);
        let said = error.to_string();
        if problems.iter().any(|known| known.to_string() == said) {
            return;
        }
        tracing::warn!(domain = %self.name, %error, "a part of a domain is broken");
        problems.push(error);
    }

    fn yaml<T: DeserializeOwned + Default>(&self, file: &str) -> T {
        let Some(text) = self.file(file) else {
            return T::default();
        };
        parse(&self.path(file), text).unwrap_or_else(|error| {
            self.complain(error);
            T::default()
        })
    }

    /// The parts whose types are known here, all read: for folders on disk, which must be reported
    /// broken before they are used.
    pub(super) fn read_all(&self) -> Vec<DomainError> {
        self.vocabulary();
        self.evaluation_rules();
        self.clarifications();
        for problem in self.labels().problems() {
            self.complain(DomainError::invalid(self.path("labels.yaml"), problem));
        }
        self.schema();
        self.problems()
    }
}

/// A list; an empty file is an empty one.
#[derive(Debug)]
struct ListOf<T>(Vec<T>);

impl<T> Default for ListOf<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ListOf<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Items<T>(std::marker::PhantomData<T>);

        impl<'de, T: Deserialize<'de>> serde::de::Visitor<'de> for Items<T> {
            type Value = ListOf<T>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                self,
                mut seq: A,
            ) -> Result<Self::Value, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = seq.next_element()? {
                    items.push(item);
                }
                Ok(ListOf(items))
            }

            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<Self::Value, A::Error> {
                match map.next_key::<String>()? {
                    None => Ok(ListOf(Vec::new())),
                    Some(key) => Err(serde::de::Error::custom(format!(
                        "expected a list, found a mapping with `{key}`"
                    ))),
                }
            }
        }

        deserializer.deserialize_any(Items(std::marker::PhantomData))
    }
}
