//! Domains: folders of data that say what a subject's words and numbers mean. How one is written tells
//! [`authoring`].
//!
//! ```
//! use quilto_domain::{DomainSet, DomainSource};
//!
//! let rocks = DomainSource::embedded("rocks", &[
//!     ("domain.yaml", "{name: rocks, description: pet rocks}"),
//!     ("vocabulary.yaml", "terms: [{name: Granite, kind: rock, aliases: [granite, 화강암]}]"),
//! ]);
//! let (mut domains, errors) = DomainSet::new([rocks]);
//! assert!(errors.is_empty());
//!
//! // Domains of the user's own lie in folders; one of the same name takes the place of ours.
//! let folder = tempfile::tempdir()?;
//! let clouds = folder.path().join("clouds");
//! std::fs::create_dir(&clouds)?;
//! std::fs::write(clouds.join("domain.yaml"), "{name: clouds, description: clouds, cue: [sky]}")?;
//! let errors = domains.add_folder(folder.path());
//! assert!(errors[0].to_string().contains("cue"), "{}", errors[0]);
//!
//! let active = domains.select(&["rocks"]);
//! let names = active.vocabulary().find(&quilto_text::read("화강암을 닦았다"));
//! assert_eq!(&*names[0].mention.term, "Granite");
//! # Ok::<(), std::io::Error>(())
//! ```

pub mod advice;
#[doc = include_str!("../authoring.md")]
pub mod authoring {}
mod check;
mod context;
mod cross_checks;
mod derived_cache;
mod error;
mod info;
mod labels;
pub mod load;
mod matcher;
pub mod measures;
mod module;
mod notation;
pub mod read;
mod set;
mod typos;
mod vocabulary;
mod yaml_depth;

pub use check::check;
pub use context::{ActiveDomainContext, DomainMention, MergedVocabulary};
pub use derived_cache::DerivedCache;
pub use error::{DomainError, Place};
pub use info::DomainInfo;
pub use matcher::{Mention, ModifierUse};
pub use module::{Clarification, DomainModule, DomainSource, EvaluationRule, OwnAlias};
pub use notation::{
    BareQuantity, Degrees, Estimates, Form, FreeNames, Grade, Group, ItemLabels, ItemNotation,
    LargeNumberUnit, Mark, MarkEffect, Notation, Order, Parts, Reading, Scale, SessionField,
    Shorthand, Sides, Slot, SlotRole, StateLabels, StateNotation, TermField, UnitWords,
};
pub use quilto_acts::Model as Acts;
pub use quilto_classify::{Classifier, Feature, Guess, Key, NOTHING, WordLists, stretches};
pub use quilto_vocabulary as names;
pub use quilto_vocabulary::{
    FamilyFile, GROUP, ModifierFile, TermFile, UniqueMap, VocabularyFile, squash,
};
pub use read::parse;
pub use set::DomainSet;
pub use vocabulary::{Term, Vocabulary};
pub use yaml_depth::too_deep;
