//! How the people of a domain write things down: the typed form of `notation.yaml`.
//!
//! The file names the slots a note can fill, the units and words that point at a slot, the compact
//! forms (`a x b @ c`) with their readings, and where the values go in the domain's data. The engine
//! that reads notes by it knows no subject.
//!
//! There are three shapes of data, and a domain says which it has:
//!
//! - **items with rows** (`list` + `item.rows`): a named item and, under it, one row per repetition
//!   (`granite: polished 3x10 minutes` → three rows);
//! - **records** (`list` without `item.rows`): one object per thing done, its fields filled by
//!   quantities and words, with parts (`parts`) for what was repeated inside it; records may be
//!   grouped (`group`), such as items of a meal;
//! - **state** (`state`, no `list`): fields of one object, said by terms of the vocabulary.

mod forms;
mod items;
mod labels;
mod marks;
mod records;
mod slots;
mod states;

use serde::{Deserialize, Serialize};

pub use forms::{Form, Order, Reading, Shorthand};
pub use items::{Estimates, FreeNames, ItemNotation};
pub use labels::{ItemLabels, LargeNumberUnit, StateLabels};
pub use marks::{Mark, MarkEffect};
pub use records::{Group, Parts, SessionField, TermField};
pub use slots::{Slot, SlotRole, UnitWords};
pub use states::{BareQuantity, Degrees, Grade, Scale, Sides, StateNotation};

/// How a domain writes quantities. The root of `notation.yaml`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Notation {
    /// The key of the list of items or records in the domain's data; absent for a state domain.
    pub list: Option<String>,
    /// What opens an item or a record.
    pub item: ItemNotation,
    /// What a note can say about it.
    pub slots: Vec<Slot>,
    /// Units of the domain's own, and words it adds to known units.
    pub units: Vec<UnitWords>,
    /// Compact forms, tried in order; the first whose conditions hold is taken.
    pub forms: Vec<Form>,
    /// Words that put a fixed value into a field of the row, part or record they stand by.
    pub marks: Vec<Mark>,
    /// Vocabulary kinds whose terms are written into a field of the record.
    pub terms: Vec<TermField>,
    /// Where repeated parts of a record go.
    pub parts: Option<Parts>,
    /// Records are gathered under groups, named by a word.
    pub group: Option<Group>,
    /// Values of the whole note rather than of an item.
    pub session: Vec<SessionField>,
    /// What a state domain reads.
    pub state: Option<StateNotation>,
    /// Ways of writing that are spelled out before anything else is read.
    pub shorthand: Vec<Shorthand>,
    /// What the labels of a note's words fill.
    pub labels: Option<ItemLabels>,
}
