//! Domains: folders of data that say what a subject's words and numbers mean.

pub mod advice;
mod check;
mod context;
mod error;
pub mod load;
mod matcher;
pub mod measures;
mod module;
mod notation;
mod quick_hash;
pub mod read;
mod set;
mod vocabulary;

pub use check::check;
pub use context::{ActiveDomainContext, DomainInfo, DomainMention, MergedVocabulary};
pub use error::{DomainError, Place};
pub use matcher::{Mention, ModifierUse};
pub use module::{
    Clarification, DomainFile, DomainModule, DomainSource, EvaluationRule, FILES, OwnAlias,
};
pub use notation::{
    Estimates, Form, Grade, Group, ItemNotation, Mark, MarkEffect, Notation, Order, Parts, Reading,
    Scale, SessionField, Shorthand, Sides, Slot, SlotRole, StateNotation, StateRecords, TermField,
    UnitWords,
};
pub use read::{UniqueMap, parse};
pub use set::DomainSet;
pub use vocabulary::{
    FamilyFile, GROUP, ModifierFile, Term, TermFile, Vocabulary, VocabularyFile, squash,
};
