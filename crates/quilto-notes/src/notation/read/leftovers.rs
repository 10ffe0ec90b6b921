//! What of a note went into nothing, once all is read.

use std::ops::Range;

use serde_json::{Map, Value};

use super::super::loaded_domain::LoadedDomain;
use super::super::note::Note;
use super::super::numeric_expressions::NumericExpression;
use super::super::remarks::Remark;
use super::super::set_aside_report::doubtful;
use super::super::unread::{FieldNames, Ledger, Leftovers, SpanContent};
use super::super::unused_mentions;
use super::note_reading::NoteReading;
use super::ownership::Ownership;
use crate::acts::ClauseAct;
use quilto_model::Unread;

/// With so many unknown words beside it, a lone figure could be of anything.
const UNCLEAR: usize = 2;

impl NoteReading<'_> {
    /// Holds the data against the note, and tells what was not read.
    pub fn tell_leftovers(&mut self, owned: &Ownership, acts: &[ClauseAct]) {
        let loaded = &self.domains.loaded;
        let mut ledger = Ledger::of(&self.reading.domain_data, field_names(loaded));
        for told in &self.remarks.notes {
            ledger.words(told);
        }
        let contents = contents(loaded, owned);
        let lost = self.lost(owned, acts);
        let leftovers = Leftovers {
            note: &self.note,
            dated: self.dated,
            known: &self.known,
            told_by: &contents,
            doubted: &self.writer.doubted,
            lost: &lost,
        };
        self.reading.unread = leftovers.find(&mut ledger);
        for (at, domain) in loaded.iter().enumerate() {
            let data = &self.reading.domain_data;
            if let Some((path, piece)) = unclear_figure(at, domain, data, owned, &leftovers) {
                let tokens = self.reader.tokens;
                let told = tokens.slice(tokens.span_of(piece.tokens.clone()));
                self.remarks.doubt(path, &Remark::HowUnsaid(told));
            }
        }
        for stretch in &owned.unowned {
            let unread = unread_number(&self.note, &leftovers, stretch);
            let said = |said: &Unread| said.text.contains(&unread.text);
            if !self.note.dead[stretch.start] && !self.reading.unread.iter().any(said) {
                self.reading.unread.push(unread);
            }
        }
    }

    /// Known names and days that went into nothing.
    fn lost(&self, owned: &Ownership, acts: &[ClauseAct]) -> Vec<Range<usize>> {
        let note = &self.note;
        let nights = &*self.writer.nights;
        let other_days = unused_mentions::UnusedDays {
            note,
            today: self.reader.today,
            day: self.reading.date.unwrap_or(self.reader.today),
            nights,
            names: &self.openers,
        };
        [
            unused_mentions::things(note, &self.domains.loaded, &owned.owner),
            other_days.lost(self.dates),
            doubtful(note, acts, &self.openers),
            Vec::from_iter(unused_mentions::bedtime(note, self.dated, nights)),
        ]
        .concat()
    }
}

/// What the domains call fields that are counted otherwise.
fn field_names(loaded: &[LoadedDomain]) -> FieldNames {
    let items = || loaded.iter().map(|domain| &domain.compiled.notation.item);
    let lists_of_things = |domain: &LoadedDomain| {
        let notation = &domain.compiled.notation;
        let group = notation.group.as_ref();
        group.map(|group| [notation.list.clone(), Some(group.list.clone())])
    };
    FieldNames {
        estimated: items()
            .filter_map(|item| Some(item.estimates.as_ref()?.list.clone()))
            .collect(),
        rows: items().filter_map(|item| item.rows.clone()).collect(),
        things: loaded
            .iter()
            .flat_map(lists_of_things)
            .flatten()
            .flatten()
            .collect(),
    }
}

/// What every token tells of, by whose it is.
fn contents(loaded: &[LoadedDomain], owned: &Ownership) -> Vec<SpanContent> {
    let owners = owned.owner.iter();
    let content = |owner: &Option<usize>| {
        let Some((at, domain)) = owner.and_then(|at| Some((at, loaded.get(at)?))) else {
            return SpanContent::Otherwise;
        };
        let mut claims = owned.claims.iter();
        let named = claims.any(|claim| claim.domain == at && claim.strong);
        match &domain.compiled.notation {
            notation if notation.group.is_some() && named => SpanContent::Things,
            notation if notation.group.is_none() && notation.item.rows.is_none() && !named => {
                SpanContent::Unnamed
            }
            _ => SpanContent::Otherwise,
        }
    };
    owners.map(content).collect()
}

/// The only figure that a domain has of a note without a name for it, among words that nobody knows, and its place in
/// the data.
fn unclear_figure<'n>(
    at: usize,
    domain: &LoadedDomain,
    data: &Map<String, Value>,
    owned: &Ownership,
    leftovers: &Leftovers<'n, '_>,
) -> Option<(String, &'n NumericExpression)> {
    let mut pieces = leftovers.note.pieces.iter();
    let first = pieces.find(|piece| owned.owner[piece.tokens.start] == Some(at));
    let unnamed =
        |piece: &&NumericExpression| leftovers.told_by[piece.tokens.start] == SpanContent::Unnamed;
    let piece = first.filter(unnamed)?;
    let path = lone_figure(domain, data)?;
    (leftovers.unknown_beside(piece) >= UNCLEAR).then_some((path, piece))
}

/// The place of the only record of a domain, where it holds one figure and no more.
fn lone_figure(domain: &LoadedDomain, data: &Map<String, Value>) -> Option<String> {
    let (name, list) = (&domain.module.name, domain.compiled.notation.list.as_ref()?);
    let [record] = data.get(name)?.get(list)?.as_array()?.as_slice() else {
        return None;
    };
    let mut figures = record
        .as_object()?
        .iter()
        .filter(|(_, value)| value.is_number());
    let (field, _) = figures.next()?;
    let alone = figures.next().is_none();
    alone.then(|| format!("{name}.{list}[0].{field}"))
}

/// A number that went to nothing, with the words that it was told with.
fn unread_number(note: &Note, leftovers: &Leftovers, number: &Range<usize>) -> Unread {
    let typed = |range: Range<usize>| {
        let text = note.tokens.slice(note.tokens.span_of(range));
        text.trim().to_owned()
    };
    Unread {
        text: typed(leftovers.with_words(number.clone())),
        clause: typed(note.clause_of(number.start)),
    }
}
