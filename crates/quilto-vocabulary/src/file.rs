//! The form of `vocabulary.yaml`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::UniqueMap;

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
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TermFile {
    /// The canonical name.
    pub name: String,
    /// A free word of the domain for what kind of thing it is.
    pub kind: String,
    /// What people write for it, in any language. Spaces, hyphens, case, plural s and particles
    /// need not be listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// The groups it belongs to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<String>,
    /// Numbers and words about it that the domain's other files use.
    #[serde(default, skip_serializing_if = "UniqueMap::is_empty")]
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
