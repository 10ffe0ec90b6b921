//! A domain whose slots labelled words fill, with what it knows of the note.

use std::ops::Range;
use std::rc::Rc;

use super::super::labelled_spans::words;
use crate::notation::{CompiledNotation, Meaning};
use quilto_domain::{DomainModule, ItemLabels, Slot, SlotRole, Term, WordLists};
use quilto_language::operators::Cue;
use quilto_language::phrases::Hit;
use quilto_model::UnitPreferences;
use quilto_text::Tokens;

/// A name of the vocabulary in the note.
pub(super) struct NameMention<'n> {
    pub tokens: Range<usize>,
    pub term: &'n Term,
    /// Whether it is written as the vocabulary says.
    pub exact: bool,
    /// Words that stand apart and say which variant is meant.
    pub modifiers: Vec<Range<usize>>,
}

/// What is known of the words of a note.
#[derive(Clone)]
pub(super) struct KnownWords<'n> {
    pub tokens: &'n Tokens,
    pub units: &'n UnitPreferences,
    /// How likely the label of each is.
    pub likely: &'n [f64],
    pub cues: Rc<[Hit<Cue>]>,
    /// Lists of words that name things of a kind.
    pub lists: Option<&'n WordLists>,
}

/// A domain and what it knows of the words of a note.
pub(super) struct Domain<'n> {
    pub tokens: &'n Tokens,
    pub units: &'n UnitPreferences,
    pub(super) likely: &'n [f64],
    pub(super) lists: Option<&'n WordLists>,
    pub module: &'n DomainModule,
    pub compiled: &'n CompiledNotation,
    pub labels: &'n ItemLabels,
    /// In the order of the note.
    pub(super) named: Vec<NameMention<'n>>,
    pub(super) hits: Vec<Hit<Meaning>>,
    pub(super) cues: Rc<[Hit<Cue>]>,
}

impl<'n> Domain<'n> {
    /// A domain that labelled words fill; none where they do not, or where it tells how the writer is.
    pub fn of(
        known: KnownWords<'n>,
        module: &'n DomainModule,
        compiled: &'n CompiledNotation,
        named: Vec<NameMention<'n>>,
    ) -> Option<Self> {
        let labels = compiled.notation.labels.as_ref()?;
        compiled.notation.list.as_ref()?;
        Some(Self {
            tokens: known.tokens,
            units: known.units,
            likely: known.likely,
            lists: known.lists,
            module,
            hits: compiled.phrases.find(known.tokens),
            cues: known.cues,
            compiled,
            labels,
            named,
        })
    }

    pub fn name(&self) -> &'n str {
        &self.module.name
    }

    /// The key of the list of its items.
    pub fn list(&self) -> &str {
        self.compiled.notation.list.as_deref().unwrap_or_default()
    }

    /// Whether its items are gathered under groups.
    pub fn has_groups(&self) -> bool {
        self.compiled.notation.group.is_some()
    }

    /// Whether its items have rows.
    pub fn has_rows(&self) -> bool {
        self.compiled.notation.item.rows.is_some()
    }

    /// The slot that figures with a role fill.
    pub(super) fn slot_of(&self, role: &str) -> Option<usize> {
        self.compiled.slot_named(self.labels.values.get(role)?)
    }

    pub(super) fn slot(&self, slot: usize) -> &'n Slot {
        self.compiled.slot(slot)
    }

    /// What figures with a role are to the rows of an item.
    pub(super) fn role_of(&self, role: &str) -> Option<SlotRole> {
        Some(self.slot(self.slot_of(role)?).role)
    }

    /// Whether figures with a role hold for rows until they are changed.
    pub(super) fn is_level(&self, role: &str) -> bool {
        self.role_of(role) == Some(SlotRole::Level)
    }

    /// The role of figures that say how much there was of a thing.
    pub(super) fn amount_role(&self) -> Option<&'n str> {
        let amount = self.amount_field()?;
        let mut roles = self.labels.values.iter();
        roles.find_map(|(role, slot)| (slot == amount).then_some(&**role))
    }

    /// The field that says how much there was of a thing: nothing that a group has.
    pub(super) fn amount_field(&self) -> Option<&'n str> {
        let estimates = self.compiled.notation.item.estimates.as_ref()?;
        Some(&estimates.amount)
    }

    pub(super) fn words(&self, range: &Range<usize>) -> &'n str {
        words(self.tokens, range)
    }

    /// The names in a stretch, also those that it only begins or ends in.
    pub(super) fn named_in(&self, range: &Range<usize>) -> impl Iterator<Item = &NameMention<'n>> {
        let range = range.clone();
        let named = self.named.iter();
        named.filter(move |at| at.tokens.start < range.end && range.start < at.tokens.end)
    }

    /// What words of the notation say in a stretch.
    pub(super) fn said_in(&self, range: &Range<usize>) -> impl Iterator<Item = Meaning> {
        let range = range.clone();
        let hits = self.hits.iter();
        hits.filter(move |hit| range.start <= hit.tokens.start && hit.tokens.end <= range.end)
            .map(|hit| hit.meaning)
    }

    /// Whether a term names an item of the domain.
    pub(super) fn is_item(&self, term: &Term) -> bool {
        let kinds = &self.compiled.notation.item.kinds;
        kinds.iter().any(|kind| **kind == *term.kind)
    }
}
