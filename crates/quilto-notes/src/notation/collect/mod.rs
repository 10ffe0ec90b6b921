//! Collects what a note says of the items of one domain, in the order told.

mod amounts;
mod bare_numbers;
mod chains;
mod clauses;
mod corrections;
mod cues;
mod current_group;
mod events;
mod expressions;
mod headings;
mod item_names;
mod levels;
mod row_counts;
mod slots;

use std::ops::Range;

use super::compiled_notation::{CompiledNotation, Meaning};
use super::doubt_reason::{DoubtReason, SlotFigures};
use super::groups::{Item, LevelChange, Position};
use super::habits::Habits;
use super::history::PreviousItem;
use super::note::Note;
use super::phrases::Hit;
use super::spans::HasStart;
use events::Event;
pub(super) use expressions::is_value_only;
use quilto_domain::SlotRole;
use quilto_model::UnitPreferences;

/// A place where an item is named.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ItemMention {
    pub tokens: Range<usize>,
    pub name: String,
    pub exact: bool,
    pub known: bool,
    pub light: bool,
    pub timed: bool,
    /// Flags and groups of the term.
    pub traits: Vec<String>,
}

impl HasStart for ItemMention {
    fn start(&self) -> usize {
        self.tokens.start
    }
}

/// Slot, value, unit, place and doubt of a value that words stand for.
type WordValue = (usize, f64, String, Range<usize>, DoubtReason);

/// Reads the items of a domain whose items have rows.
pub(super) struct Collector<'a, 't> {
    pub note: &'a Note<'t>,
    pub domain: &'a CompiledNotation,
    pub units: &'a UnitPreferences,
    pub names: &'a [ItemMention],
    /// Words of the domain's notation.
    pub hits: &'a [Hit<Meaning>],
    /// Tokens that are this domain's.
    pub own: &'a [bool],
    pub items: Vec<Item>,
    /// Durations that belong to no item, in the unit of seconds.
    pub session: Vec<(f64, Range<usize>)>,
    current: Option<usize>,
    /// The item that the values of this clause belong to, told before its name.
    ahead: Option<usize>,
    /// Up to this token values are of the item named last, in spite of `ahead`.
    held: usize,
    /// Up to this token numbers belong to the heading of a scheme.
    heading: usize,
    /// Values told before any item was named.
    waiting: Vec<usize>,
    position: Position,
    /// The row position was named as a row ("last round"), not as a time ("at the end").
    marks: Vec<usize>,
    moved: LevelChange,
    correct: bool,
    more: bool,
    fail_next: bool,
    amount_end: Option<f64>,
    /// The last value taken: item, group, and what it filled.
    last: Option<SlotRole>,
    slot_word: Option<(usize, usize)>,
    /// How many seconds a round lasts, where a word says so.
    every: Option<f64>,
    /// A number of rounds told before any item, for all items of the sentence.
    rounds: Option<usize>,
    /// Values that words stood for before any item was named.
    stood: Vec<WordValue>,
    per_row: bool,
    /// The note goes on with an item of an earlier entry.
    pub went_on: bool,
    /// Items of earlier entries, newest last.
    past: &'a [PreviousItem<'a>],
    /// What was usual of the current item lately.
    habits: Option<Habits<'a>>,
    /// What was read as earlier notes have it: the name of the item, and what its numbers are.
    pub by_habit: Vec<(String, SlotFigures)>,
}

impl<'a, 't> Collector<'a, 't> {
    pub fn new(
        note: &'a Note<'t>,
        domain: &'a CompiledNotation,
        units: &'a UnitPreferences,
        names: &'a [ItemMention],
        hits: &'a [Hit<Meaning>],
        own: &'a [bool],
        past: &'a [PreviousItem<'a>],
    ) -> Self {
        Self {
            past,
            habits: None,
            by_habit: Vec::new(),
            note,
            domain,
            units,
            names,
            hits,
            own,
            items: Vec::new(),
            session: Vec::new(),
            current: None,
            ahead: None,
            held: 0,
            heading: 0,
            waiting: Vec::new(),
            position: Position::Next,
            marks: Vec::new(),
            moved: LevelChange::None,
            correct: false,
            more: false,
            fail_next: false,
            amount_end: None,
            last: None,
            slot_word: None,
            every: None,
            rounds: None,
            stood: Vec::new(),
            per_row: false,
            went_on: false,
        }
    }

    /// Goes on with an item of an earlier entry until a name is met.
    pub fn go_on(&mut self, item: Item) {
        self.habits = Habits::of(self.past, &item.name, self.domain, self.note.tokens);
        self.items.push(item);
        self.current = Some(0);
        self.went_on = true;
    }

    /// Goes through the note once.
    pub fn run(&mut self) {
        let events = self.events();
        let (mut clause, mut sentence) = (usize::MAX, usize::MAX);
        for (at, tokens, event) in events {
            if self.note.clause[at] != clause {
                clause = self.note.clause[at];
                let new_sentence = self.note.sentence[at] != sentence;
                sentence = self.note.sentence[at];
                self.enter_clause(at, new_sentence);
            }
            match event {
                Event::Named(name) => self.on_name(name),
                Event::Piece(piece) => self.on_piece(piece),
                Event::Cue(cue) => self.on_cue(cue, &tokens),
                Event::Means(meaning) => self.on_meaning(meaning, &tokens),
                Event::Nth(nth) => self.at_row(nth, at, tokens.end),
            }
        }
        self.mark_failed();
        self.share_scheme();
    }
}
