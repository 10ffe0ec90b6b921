//! Domains: folders of data that say what a subject's words and numbers mean.

pub mod advice;
mod check;
mod context;
mod depth;
mod error;
mod labels;
pub mod load;
mod matcher;
pub mod measures;
mod module;
mod notation;
pub mod read;
mod set;
mod slips;
mod vocabulary;

pub use check::check;
pub use context::{ActiveDomainContext, DomainInfo, DomainMention, MergedVocabulary};
pub use depth::too_deep;
pub use error::{DomainError, Place};
pub use matcher::{Mention, ModifierUse};
pub use module::{
    Clarification, DomainFile, DomainModule, DomainSource, EvaluationRule, FILES, OwnAlias,
};
pub use notation::{
    Degrees, Estimates, Form, FreeNames, Grade, Group, ItemNotation, Lone, Mark, MarkEffect,
    Notation, Order, Parts, Reading, Scale, SessionField, Shorthand, Sides, Slot, SlotRole,
    StateNotation, TermField, UnitWords,
};
pub use quilto_vocabulary as names;
pub use quilto_vocabulary::{
    FamilyFile, GROUP, ModifierFile, TermFile, UniqueMap, VocabularyFile, squash,
};
pub use read::parse;
pub use set::DomainSet;
pub use vocabulary::{Term, Vocabulary};
