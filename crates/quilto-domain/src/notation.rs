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

use serde::{Deserialize, Serialize};

use super::vocabulary::Term;

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

/// What the labels of words fill (`corpora/notes/marked`), once it is known what each word of a note is for. A role
/// is the name of a label.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ItemLabels {
    /// The roles of the words that name an item.
    pub heads: Vec<String>,
    /// Roles of figures, and the slot that each of them fills.
    pub values: std::collections::BTreeMap<String, String>,
    /// Roles of words that fill fields by what they say: terms and marks are looked up in them.
    pub says: Vec<String>,
    /// Roles of words that are kept as typed with their item, in the field `notes`.
    pub kept: Vec<String>,
    /// Roles of words that are kept as typed of all items, in the field `notes_of_all`.
    pub kept_of_all: Vec<String>,
    /// The field for those.
    pub notes_of_all: Option<String>,
    /// The role that says how often a part was repeated.
    pub times: Option<String>,
    /// The role of the values of stretches of an item.
    pub split: Option<String>,
    /// The role of the words that name a group of items.
    pub group: Option<String>,
    /// Roles of words behind which what is told belongs to no group that was named before.
    pub parts_groups: Vec<String>,
    /// Roles of figures of which an item has one: told again, they are of another with the same name.
    pub once: Vec<String>,
    /// The role of a figure of several items.
    pub total: Option<String>,
    /// What is read of the words of a role instead of them.
    pub spelled: std::collections::BTreeMap<String, Vec<Shorthand>>,
    /// Roles whose bare numbers beyond a bound have a unit.
    pub large: std::collections::BTreeMap<String, LargeNumberUnit>,
}

/// The unit of large bare numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "Large")]
pub struct LargeNumberUnit {
    /// From this one on they have it.
    pub beyond: f64,
    /// Its name.
    pub unit: String,
    /// The unit instead, by the group of the item.
    pub of_groups: std::collections::BTreeMap<String, String>,
}

impl ItemLabels {
    /// Whether words with a role can be told of an item.
    pub fn hold(&self, role: &str) -> bool {
        let named = [&self.times, &self.split];
        let lists = [&self.says, &self.kept, &self.kept_of_all];
        self.values.contains_key(role)
            || named.iter().any(|own| own.as_deref() == Some(role))
            || lists.iter().any(|list| list.iter().any(|own| own == role))
    }

    /// Whether words with a role tell figures of an item.
    pub fn holds_figure(&self, role: &str) -> bool {
        self.hold(role) && !self.says.iter().any(|own| own == role)
    }

    /// Whether words with a role name an item.
    pub fn names(&self, role: &str) -> bool {
        self.heads.iter().any(|head| head == role)
    }
}

/// A way of writing that stands for a longer one (`s40 g12` for `shine 40 grit 12`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shorthand {
    /// How it is typed. `#` is a number, a blank any blanks, commas, colons and slashes or none, `~`
    /// stands at the end where no letter may follow; everything else is itself, in upper or lower case. It begins
    /// and ends where a word or number does.
    pub typed: String,
    /// What is read instead. `{1}` is the first number, `{2*10}` the second times ten and
    /// `{1*2+20}` twice the first and twenty.
    pub means: String,
}

/// What opens an item or a record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ItemNotation {
    /// Vocabulary kinds whose mention opens one. The kinds in `terms` only support it.
    pub kinds: Vec<String>,
    /// The field that gets the canonical name; absent where the name is not kept.
    pub name: Option<String>,
    /// The field that holds the rows; absent for records.
    pub rows: Option<String>,
    /// Whether a name that no vocabulary knows is kept as typed where clear notation follows it.
    pub unknown: bool,
    /// Flags in a term's `values`, or groups, of items that carry no level unless one is stated:
    /// their bare numbers are amounts.
    pub light: Vec<String>,
    /// Flags or groups of items whose rows last: durations are theirs.
    pub timed: Vec<String>,
    /// Slots whose quantity opens a record where no word does and no other domain claims it.
    pub opens: Vec<String>,
    /// Words that open one and are in no vocabulary (verbs such as `polished`).
    pub words: Vec<String>,
    /// Slots that a vocabulary term's `values` fill where the note says nothing; such fields are
    /// listed in `estimated`.
    pub estimates: Option<Estimates>,
    /// How names are told from other words where the vocabulary cannot know them all; absent where only
    /// its names count.
    pub free_names: Option<FreeNames>,
    /// What a name means once it is told with something: a dimension (`mass`) or the field of a mark →
    /// the key in the term's `values` that names the other term. The first in the order of the
    /// alphabet counts.
    pub told_with: std::collections::BTreeMap<String, String>,
    /// What is possible of the first slot's distance in the time of the record, in km/h: beyond it
    /// both are kept and the time is marked uncertain.
    pub speed: Option<[f64; 2]>,
    /// The key in the `values` of a name that holds its own `speed`.
    pub speed_of_name: Option<String>,
    /// From which distance on, in km, nobody is faster than so many km/h, in order.
    pub fastest: Vec<[f64; 2]>,
    /// Where no word says what was done and a speed is told, or follows from a distance and a time:
    /// from and below which speed, in km/h, the record is one of this domain.
    pub opens_at: Option<[f64; 2]>,
    /// The name of a record that only its speed opened.
    pub unnamed: Option<String>,
}

/// What tells names that no vocabulary knows from the words around them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FreeNames {
    /// The flag in a term's `values` which says that names that end with it are kinds of it, so that its
    /// figures hold for them.
    pub head: String,
    /// Words that say how a thing was made or how large it was: with them it stays the same thing.
    pub qualifiers: Vec<String>,
    /// Words that are no part of a name.
    pub outside: Vec<String>,
    /// Words that part one name from the next.
    pub parting: Vec<String>,
    /// Groups whose things are no part of another's name.
    pub apart: Vec<String>,
    /// What begins the rest of a word that is no more of a name, in writing that parts no words (`국수먹음`).
    pub ends: Vec<String>,
    /// Words that tell an amount, and how much.
    pub amounts: std::collections::BTreeMap<String, f64>,
}

impl FreeNames {
    /// Whether names that end with a term are kinds of it.
    pub fn is_head(&self, term: &Term) -> bool {
        term.flag(&self.head) || term.text(&self.head).is_some()
    }
}

/// How values of a vocabulary term become fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimates {
    /// Fields to fill; each is also the key in the term's `values`, which is per `per`.
    pub fields: Vec<String>,
    /// The key in `values` that says how much one portion is, in `unit`.
    pub portion: String,
    /// The unit of `portion` and of `per`.
    pub unit: String,
    /// How much the values stand for.
    pub per: f64,
    /// The field that lists what was estimated.
    pub list: String,
    /// The slot that says how much there was.
    pub amount: String,
}

/// What part a slot plays where items have rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SlotRole {
    /// How many rows: not written itself.
    Repeat,
    /// Holds for the rows that follow until it is changed; can go up and down.
    Level,
    /// What each row counts.
    Amount,
    /// Anything else of a row or record.
    #[default]
    Value,
    /// The pause between rows or parts; never a value of its own row.
    Pause,
}

/// One thing a note can say.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Slot {
    /// Its name, used in forms, and the field it is written to unless `field` says otherwise.
    pub name: String,
    /// The field it is written to.
    pub field: Option<String>,
    /// Its part among rows.
    pub role: SlotRole,
    /// Units of amounts that count rows instead once the amount is told (`12 times, 3 times`).
    pub units_again: Vec<String>,
    /// Units of it that count all items told together, where they stand in a clause of their own
    /// behind several of them (`3 flint, 5 mica. 7 rounds`).
    pub units_of_all: Vec<String>,
    /// What its units measure (`mass`, `distance`, `duration`, `energy`, `volume`, `pace`).
    pub dimension: Option<String>,
    /// Names of units that point at it (`stroke`, `round`); they win over `dimension`.
    pub units: Vec<String>,
    /// The unit its value is stored in; absent: as typed, with the unit in `unit_field`.
    pub store: Option<String>,
    /// The field that gets the unit as typed, or the assumed one.
    pub unit_field: Option<String>,
    /// The unit of a bare number. `mass` and `distance` slots without one take the user's.
    pub bare: Option<String>,
    /// Flags or groups of items of which it cannot be told: such a quantity is left out.
    pub never_of: Vec<String>,
    /// Words beside a number that name the slot (`rpe 8`, `hr 150`).
    pub words: Vec<String>,
    /// Words that name it only beside a part told before them in the sentence.
    pub words_in_parts: Vec<String>,
    /// Words that only name it when a quantity of the right dimension follows or precedes.
    pub only_with_words: bool,
    /// What is usual for a bare number: decides between readings. In `bare`, or the base unit of
    /// `store`; for mass in kg.
    pub usual: Option<[f64; 2]>,
    /// What is usual instead for items with a flag or group: the first that holds counts.
    pub usual_for: std::collections::BTreeMap<String, [f64; 2]>,
    /// What is common: an amount beyond it makes a bare pair doubtful where another reading holds.
    pub common: Option<[f64; 2]>,
    /// What is possible at all: beyond it the value is left out and its place marked uncertain.
    pub possible: Option<[f64; 2]>,
    /// What is possible instead for items with a flag or group: the first that holds counts.
    pub possible_for: std::collections::BTreeMap<String, [f64; 2]>,
    /// What is possible instead in a unit, by its name.
    pub possible_in: std::collections::BTreeMap<String, [f64; 2]>,
    /// An amount beyond the first is kept and marked where the level told with it is beyond the second.
    pub most_with_level: Option<[f64; 2]>,
    /// How far from what was told before of the same thing a value is hard to believe: below so many
    /// times the least, or above so many times the most. Without it, what is measured is at twice the most.
    pub beyond: Option<[f64; 2]>,
    /// Words beside a quantity that say it is of another kind than this domain's.
    pub never_with: Vec<String>,
    /// The slot of a count: beside it, a value of the first slot that is too small to be that of all is of each, and
    /// this slot's (`40 turns 25 m`). What is possible of this slot, in km, says so.
    pub each_of: Option<String>,
    /// Whether only whole numbers make sense.
    pub whole: bool,
    /// Words for "none of it" (`bodyweight`): the slot is then empty on purpose.
    pub none: Vec<String>,
    /// Words that stand for a value of it; the reader marks the value as assumed.
    pub stands_for: Vec<ValueWord>,
}

impl Slot {
    /// The field that it is written to.
    pub fn field_name(&self) -> &str {
        self.field.as_deref().unwrap_or(&self.name)
    }
}

/// Words that stand for a value: the name of a thing whose mass everybody knows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "StandsFor")]
pub struct ValueWord {
    /// The words, in any language.
    pub words: Vec<String>,
    /// Words that stand for it only where they begin what is told and a number follows.
    pub leading: Vec<String>,
    /// The value by the user's unit of that dimension: `{kg: 20, lb: 45}`.
    pub values: std::collections::BTreeMap<String, f64>,
}

/// A unit of the domain, or more words for a known one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct UnitWords {
    /// Its short name.
    pub name: String,
    /// What it measures; `count` unless said.
    pub dimension: Option<String>,
    /// How many base units of its dimension one is; 1 unless said.
    pub factor: Option<f64>,
    /// Words for it, in any language.
    pub words: Vec<String>,
    /// Words that mean it only in this domain's text; elsewhere they keep their meaning.
    pub local: Vec<String>,
}

/// A compact form and what its numbers can mean.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Form {
    /// Its shape: letters joined by ` x ` and ` @ `, such as `a x b @ c`.
    pub shape: String,
    /// Only for items of (`true`) or not of (`false`) the light groups.
    pub light: Option<bool>,
    /// Only where the level was (`true`) or was not (`false`) given just before.
    pub after_level: Option<bool>,
    /// Readings in order of preference.
    pub readings: Vec<Reading>,
}

/// One way to read the numbers of a form.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Reading {
    /// One slot name per letter of the shape.
    pub slots: Vec<String>,
    /// A condition on the first two numbers.
    pub when: Option<Order>,
}

/// A condition on the numbers of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// The first is at least the second.
    Falling,
    /// The first is less than the second.
    Rising,
    /// A number has its unit.
    Typed,
}

/// What a mark does to the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarkEffect {
    /// Only writes its value.
    #[default]
    None,
    /// The row prepares for the others: without an amount it is left out where complete rows follow.
    Prepares,
    /// The row was tried and not done: its amount is 0 unless stated.
    Failed,
    /// The row was a single try: its amount is `value`, or 1, unless stated.
    Single,
    /// The level is one less each time, or falls.
    Falls,
    /// The value goes with a level that was just stated, and only with one.
    WithLevel,
    /// One row per round: a number of rounds is the number of rows.
    Rounds,
    /// The rows just told were done `value` times.
    Repeats,
    /// Applies to the whole item or record.
    Item,
    /// What its clause tells was worked out, not done.
    Reckoned,
}

/// Words that put a fixed value into a field.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Mark {
    /// The field; absent where only the effect counts.
    pub field: Option<String>,
    /// The value (`true` for flags).
    pub value: Option<serde_json::Value>,
    /// The words, in any language; a trailing `*` matches any ending.
    pub words: Vec<String>,
    /// What it does to the rows.
    pub effect: MarkEffect,
    /// Whether the field is a list to which the value is added.
    pub list: bool,
    /// Fields and values that come along (`parkrun` is 5 km), where nothing else is stated.
    pub also: std::collections::BTreeMap<String, serde_json::Value>,
}

/// A vocabulary kind whose terms fill fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TermField {
    /// The kind.
    pub kind: String,
    /// The field that gets the canonical name; absent where only `copy` counts.
    pub field: Option<String>,
    /// Terms of the kind that open a record by themselves, rather than only support it.
    pub opens: Vec<String>,
    /// Whether the field is a list.
    pub list: bool,
    /// Fields that get a value of the term: field → key in the term's `values`.
    pub copy: std::collections::BTreeMap<String, String>,
    /// The unit of the copied number, where the field's slot keeps one; it is turned into the
    /// user's.
    pub unit: Option<String>,
}

/// Repeated parts of a record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Parts {
    /// The field of the list (`intervals`).
    pub field: String,
    /// The field that says how many times.
    pub count: String,
    /// Count units that may say so after the quantity (`400m 10개`).
    pub units: Vec<String>,
    /// Fields of a part: the slots that belong to it rather than to the record.
    pub slots: Vec<String>,
    /// Fields by term kind that belong to the part.
    pub terms: Vec<String>,
    /// Vocabulary kinds of sections of a session: what is told with one is a part wherever
    /// repeats are told.
    pub sections: Vec<String>,
    /// The field of the list of splits: shares of the record with a value of their own.
    pub splits: Option<String>,
    /// Words that say splits follow.
    pub split_words: Vec<String>,
    /// Words before a share of the record's whole (`13 with 7 at 6:27`).
    pub share_words: Vec<String>,
    /// The slot a duration after `@` or `on` fills in a part.
    pub at: Option<String>,
    /// Words before a duration that name the `at` slot.
    pub at_words: Vec<String>,
    /// Bare numbers that are a part's main quantity after a count (`12x400`), in the first slot's
    /// `bare` unit or else `bare_unit`: least, most, and what they are a multiple of.
    pub bare: Option<[f64; 3]>,
    /// The unit of such a bare number.
    pub bare_unit: Option<String>,
}

impl Parts {
    /// Whether a bare number can be the main quantity of a part.
    pub fn takes_bare(&self, value: f64) -> bool {
        self.bare.is_some_and(|[least, most, of]| {
            least <= value && value <= most && of > 0.0 && value % of == 0.0
        })
    }
}

/// Records gathered under a named group.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Group {
    /// The vocabulary kind whose mention opens a group.
    pub kind: String,
    /// The field that gets the group's name.
    pub field: String,
    /// The field that holds the records.
    pub list: String,
    /// Letters that name a group where a colon follows and they begin a clause.
    pub initials: std::collections::BTreeMap<String, String>,
}

/// A value of the whole note.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SessionField {
    /// The field beside the list.
    pub field: String,
    /// What it measures.
    pub dimension: String,
    /// The unit it is stored in.
    pub store: String,
    /// The least value that is one; smaller ones belong to items.
    pub least: f64,
}

/// What a state domain reads, by kinds of its vocabulary. The terms' `values` say where a term
/// goes: `field` and `value` for what is said, `field` and `unit` for what is measured, `field` for
/// a feeling in a part.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StateNotation {
    /// Terms that say a state by themselves (`slept bad`). The tag is the term's first group and
    /// the value (`sleep:bad`).
    pub says: Option<String>,
    /// Terms beside which a number stands.
    pub measures: Option<String>,
    /// Terms for what is felt in a part; the tag is the field and the part (`pain:knee`). The field
    /// `none` says that nothing is.
    pub feelings: Option<String>,
    /// Terms that are feelings only where a part stands beside them (`cooked`, `fine`).
    pub felt_in_parts: Option<String>,
    /// More ways to say a term of the vocabulary, by its name. A `*` stands for any ending of the
    /// last word.
    pub words: std::collections::BTreeMap<String, Vec<String>>,
    /// How much of it there is, out of ten.
    pub degrees: Option<Degrees>,
    /// Terms for parts.
    pub parts: Option<String>,
    /// Terms that say which of two equal parts; `field` gets them by the part's name.
    pub sides: Option<Sides>,
    /// What is graded: a word for it with a grade or a share of a whole (`spirits 7/10`).
    pub scales: Vec<Scale>,
    /// Words for `low`, `ok` and `high`.
    pub grades: std::collections::BTreeMap<Grade, Vec<String>>,
    /// Measured fields in hours that two times of day can tell, too (`11pm to 7am`).
    pub spans: Vec<String>,
    /// Kinds whose term goes into a field.
    pub fields: std::collections::BTreeMap<String, String>,
    /// Kinds whose terms go into a list.
    pub lists: std::collections::BTreeMap<String, String>,
    /// Measured fields that a quantity in a clause of its own can tell.
    pub lone: std::collections::BTreeMap<String, BareQuantity>,
    /// What is possible for a measured field.
    pub possible: std::collections::BTreeMap<String, [f64; 2]>,
    /// What is common of a measured field: beyond it the value is kept and marked.
    pub common: std::collections::BTreeMap<String, [f64; 2]>,
    /// How far from what was told before a measured field is hard to believe, as in a slot.
    pub beyond: std::collections::BTreeMap<String, [f64; 2]>,
    /// What the labels of words are called that tell of it.
    pub labels: Option<StateLabels>,
}

/// How strong something is, told as a share of a whole (`7/10`) or as a number out of ten.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Degrees {
    /// The object that gets them, by the name of a field or part.
    pub field: String,
    /// What a part has of which only a degree is told.
    pub of_parts: String,
    /// The list of parts in which nothing is felt.
    pub well: String,
    /// Words between the share and the whole (`7 out of 10`).
    pub between: Vec<String>,
    /// Words between the whole and the share (`10점 만점에 7`).
    pub behind_whole: Vec<String>,
    /// Words that make a number beside a part a degree (`like a 3`), before it or behind it.
    pub like: Vec<String>,
    /// The object that gets how strong something in a part is where that is told in words.
    pub severity: String,
    /// What those are called, and the words they begin with.
    pub severities: std::collections::BTreeMap<String, Vec<String>>,
}

/// What the labels of a note's words are called, where they tell how the writer is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StateLabels {
    /// Words that say how body or mind is.
    pub feelings: Vec<String>,
    /// A part of the body.
    pub part: String,
    /// Which of two equal parts.
    pub side: String,
    /// What sides are called in short (`l` for `left`).
    pub sides: std::collections::BTreeMap<String, String>,
    /// How much of a feeling there is, in words.
    pub degree: String,
    /// The figure of a feeling or measure.
    pub value: String,
    /// Figures of what is taken.
    pub amount: String,
    /// What is measured.
    pub measure: String,
    /// What was taken.
    pub taken: String,
    /// How long the night was.
    pub slept: String,
    /// When it began.
    pub bed: String,
    /// When it ended.
    pub up: String,
    /// How long was slept by day; the measure has the same name.
    pub nap: String,
    /// The field for the hours of the night.
    pub hours: String,
    /// The list of what is measured.
    pub measured: String,
    /// The list of what was taken.
    pub medicine: String,
    /// The measure that a bare number without words is one of.
    pub alone: String,
    /// The part that is meant where none is named.
    pub whole: Option<String>,
    /// Words for how often (`twice`).
    pub times: std::collections::BTreeMap<String, f64>,
}

impl StateLabels {
    /// Whether a label is that of a figure of what is measured or taken.
    pub fn is_value(&self, label: &str) -> bool {
        label == self.value || label == self.amount
    }
}

/// When a quantity by itself tells a measured field.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "Lone")]
pub struct BareQuantity {
    /// What it can be, in the field's unit.
    pub range: [f64; 2],
    /// Whether it may open a note by itself; otherwise something else is told of the writer, too.
    pub opens: bool,
    /// Kinds or names of terms beside which a number without a unit is one.
    pub beside: Vec<String>,
}

/// How much of something there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// Below half of the scale.
    Low,
    /// From half of the scale to two thirds.
    Ok,
    /// Above.
    High,
}

/// Something that is graded.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scale {
    /// The field.
    pub field: String,
    /// The first part of the tag; the field unless said.
    pub tag: Option<String>,
    /// Words for it, in any language.
    pub words: Vec<String>,
    /// What each grade is called in the field.
    pub values: std::collections::BTreeMap<Grade, String>,
}

/// Which of two equal parts is meant.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sides {
    /// The kind of the terms.
    pub kind: String,
    /// The field of the object: part → side.
    pub field: String,
}
