//! Items with rows: what is told of a row stands together, and a role told again begins the next.

use std::ops::Range;

use serde_json::{Map, Value, json};

use super::super::items::Item;
use super::super::labelled_spans::LabelledSpan;
use super::VerbatimWords;
use super::domain::Domain;
use super::figures::Figure;
use super::names::Name;
use crate::notation::{Meaning, Remarks, number};
use quilto_domain::{MarkEffect, SlotRole};
use quilto_language::operators::Cue;
use quilto_language::phrases::Hit;
use quilto_text::{TokenKind, is_particles};

/// So many words between two levels part them.
const APART: usize = 2;
/// So many rows are the most that are alike.
const MOST_ROWS: f64 = 50.0;

/// Words with one role that follow each other.
struct Run<'i> {
    role: &'i str,
    values: Vec<&'i LabelledSpan>,
}

impl Domain<'_> {
    /// An item with its rows, as it is written.
    pub(super) fn rows(
        &self,
        item: &Item,
        name: &Name,
        rounds: Option<usize>,
        path: &str,
        kept: &mut VerbatimWords,
        remarks: &mut Remarks,
    ) -> Map<String, Value> {
        let spec = &self.compiled.notation.item;
        let field = spec.rows.as_deref().unwrap_or_default();
        let mut rows: Vec<Map<String, Value>> = Vec::new();
        let last = self.of_last_row(item);
        for runs in self.told(item, last) {
            let more = self.expand(&runs, &format!("{path}.{field}"), rows.len(), kept, remarks);
            rows.extend(more);
        }
        if let (Some(rounds), [row]) = (rounds, rows.as_slice()) {
            rows = vec![row.clone(); rounds];
        }
        if let (Some(last), Some(row)) = (last, rows.last_mut())
            && let Some(figure) = self.figure(&last.role, &last.tokens, true)
            && let Some(slot) = self.slot_of(&last.role)
        {
            row.remove(self.slot(slot).field_name());
            self.put(&last.role, &figure, row, path, remarks);
        }
        self.mark_all(item, &mut rows);
        self.leave_prepared(&mut rows, kept);
        let mut object = Map::new();
        if let Some(named) = &spec.name {
            object.insert(named.clone(), json!(self.told_with(name, &rows)));
        }
        object.insert(field.to_owned(), json!(rows));
        object
    }

    /// The amount that is told of the last row alone ("3x10, last set only got 8").
    fn of_last_row<'i>(&self, item: &'i Item) -> Option<&'i LabelledSpan> {
        let last = item
            .stretches
            .iter()
            .rev()
            .find(|of| self.makes_row(&of.role))?;
        let before = item
            .stretches
            .iter()
            .rev()
            .find(|of| of.tokens.end <= last.tokens.start)?;
        let said = self.cues.iter().any(|hit| {
            hit.meaning == Cue::Last
                && before.tokens.end <= hit.tokens.start
                && hit.tokens.end <= last.tokens.start
        });
        let amount = self.role_of(&last.role) == Some(SlotRole::Amount);
        (amount && said).then_some(last)
    }

    /// How often all that is told on a line was done ("5 rounds: …").
    pub(super) fn rounds(&self, item: &Item, stretches: &[LabelledSpan]) -> Option<usize> {
        let repeat = self.compiled.slot_of_role(SlotRole::Repeat)?;
        let units = &self.slot(repeat).units_of_all;
        let is_of_all = |of: &&LabelledSpan| self.labels.kept_of_all.contains(&of.role);
        let own = item.stretches.iter();
        let first = own.clone().find(|of| !is_of_all(of))?.tokens.start;
        let line = self.tokens.line(first);
        let before = stretches
            .iter()
            .rev()
            .find(|of| is_of_all(of) && line.start <= of.tokens.start && of.tokens.end <= first);
        // "slate 44, ten each. 4 rounds", "marl 10, slate 20, 4 rounds"
        let names = |of: &LabelledSpan| self.labels.names(&of.role);
        let leads = |of: &LabelledSpan| {
            let sentence = self.tokens.sentence(of.tokens.start);
            let next = stretches.iter().filter(|next| names(next));
            let mut next = next.map(|next| next.tokens.start);
            next.any(|next| of.tokens.end <= next && sentence.contains(&next))
        };
        let own = || own.clone().find(|of| is_of_all(of) && !leads(of));
        let behind = || {
            let on_line = stretches.iter().rev();
            let mut on_line = on_line.filter(|of| line.contains(&of.tokens.start));
            let last = on_line.find(|of| is_of_all(of) || names(of));
            last.filter(is_of_all)
        };
        let told = before.or_else(own);
        let counted =
            told.or_else(behind)?
                .tokens
                .clone()
                .find_map(|at| match &self.tokens[at].kind {
                    TokenKind::Quantity(quantity) => {
                        let unit = &*self.tokens.unit(quantity.unit).name;
                        let all = units.iter().any(|own| **own == *unit);
                        quantity.number.whole().filter(|_| all)
                    }
                    _ => None,
                });
        let rounds = counted.filter(|rounds| f64::from(*rounds) <= MOST_ROWS)?;
        Some(rounds as usize)
    }

    /// What an item is called once it is told with something ("lunges 40 kg" are with a bar).
    fn told_with(&self, name: &Name, rows: &[Map<String, Value>]) -> String {
        let spec = &self.compiled.notation.item;
        let slots = &self.compiled.notation.slots;
        let has = |what: &str| {
            let fields = slots
                .iter()
                .filter(|slot| {
                    slot.dimension.as_deref() == Some(what) && slot.role != SlotRole::Pause
                })
                .map(|slot| slot.field_name());
            let mut fields = fields.chain([what]);
            fields.any(|field| rows.iter().any(|row| row.contains_key(field)))
        };
        // What is said of a row in a word says more than what it measures.
        let named = |what: &String| {
            !slots
                .iter()
                .any(|slot| slot.dimension.as_ref() == Some(what))
        };
        let mut with: Vec<_> = spec
            .told_with
            .iter()
            .filter(|(what, _)| has(what))
            .collect();
        with.sort_by_key(|(what, _)| !named(what));
        let other = name
            .term()
            .and_then(|term| with.iter().find_map(|(_, key)| term.text(key)));
        other.unwrap_or(name.text()).to_owned()
    }

    fn makes_row(&self, role: &str) -> bool {
        matches!(self.role_of(role), Some(SlotRole::Level | SlotRole::Amount))
    }

    /// The rows of an item, those that are told together in one.
    fn told<'i>(&self, item: &'i Item, last_row: Option<&LabelledSpan>) -> Vec<Vec<Run<'i>>> {
        let own = |stretch: &&LabelledSpan| {
            if last_row == Some(*stretch) {
                return false;
            }
            self.labels.values.contains_key(&stretch.role)
                || self.labels.says.contains(&stretch.role)
        };
        let stretches: Vec<&LabelledSpan> = item.stretches.iter().filter(own).collect();
        let mut told: Vec<Vec<Run>> = vec![Vec::new()];
        for (at, stretch) in stretches.iter().copied().enumerate() {
            let Some(last) = told.last_mut() else {
                continue;
            };
            let prepares = last.iter().any(|run| self.prepares(run));
            match last.last_mut() {
                Some(run) if run.role == stretch.role && self.lists(run, stretch, prepares) => {
                    run.values.push(stretch);
                    continue;
                }
                _ => {}
            }
            // "row 1k to warm up 4:05": what the row at hand has not yet goes on with it.
            let again = stretches
                .get(at + 1)
                .is_some_and(|next| last.iter().any(|run| run.role == next.role));
            let leads = self.labels.says.contains(&stretch.role)
                && last.iter().any(|run| self.makes_row(run.role))
                && again
                && self.leads(&stretches, at);
            let run = Run {
                role: &stretch.role,
                values: vec![stretch],
            };
            if leads || last.iter().any(|of| of.role == stretch.role) {
                told.push(vec![run]);
            } else {
                last.push(run);
            }
        }
        self.share(&mut told);
        told
    }

    /// Whether words say that what is told with them only prepares.
    fn prepares(&self, run: &Run) -> bool {
        let mut said = run.values.iter().flat_map(|of| self.said_in(&of.tokens));
        said.any(|said| {
            let Meaning::Mark(mark) = said else {
                return false;
            };
            self.compiled.notation.marks[mark].effect == MarkEffect::Prepares
        })
    }

    /// Whether a value goes on with a list: levels that words part are told one by one ("up to 60 kg, then the work
    /// at 80"), and a list of those that prepare ends where the next stands otherwise ("warm up 60 80 100, 120 x 5").
    fn lists(&self, run: &Run, stretch: &LabelledSpan, prepares: bool) -> bool {
        let from = run.values.last().map_or(0, |last| last.tokens.end);
        let apart = |from: usize, to: usize| {
            let between = (from..to).map(|at| self.tokens.norm(at));
            between.collect::<Vec<_>>()
        };
        if let (true, [.., before, last]) =
            (prepares && self.is_level(run.role), run.values.as_slice())
            && apart(before.tokens.end, last.tokens.start) != apart(from, stretch.tokens.start)
        {
            return false;
        }
        let then = |at: usize| {
            let mut cues = self.cues.iter();
            cues.any(|hit| hit.meaning == Cue::Then && hit.tokens.contains(&at))
        };
        let parts = |at: usize| {
            let word = self.tokens.norm(at);
            self.tokens[at].is_word() && !then(at) && !is_particles(word)
        };
        !self.is_level(run.role)
            || (from..stretch.tokens.start).filter(|at| parts(*at)).count() < APART
    }

    /// Whether words are told of what follows them rather than of what stands before.
    fn leads(&self, stretches: &[&LabelledSpan], at: usize) -> bool {
        let own = &stretches[at].tokens;
        let Some(next) = stretches
            .get(at + 1)
            .filter(|next| self.makes_row(&next.role))
        else {
            return false;
        };
        let far = |range: Range<usize>| {
            let ends = range.clone().filter(|at| self.tokens[*at].ends_clause());
            range.len() + 10 * ends.count()
        };
        let before = at.checked_sub(1).map_or(usize::MAX, |before| {
            far(stretches[before].tokens.end..own.start)
        });
        far(own.end..next.tokens.start) < before
    }

    /// What only the first rows tell of the level holds for the next ones, too, and what only the last tell for those
    /// before.
    fn share(&self, told: &mut [Vec<Run>]) {
        let mut held: Option<(usize, usize)> = None;
        for at in 0..told.len() {
            let own = told[at].iter().position(|run| self.is_level(run.role));
            match (own, held) {
                (Some(run), _) => held = Some((at, run)),
                (None, Some((row, run))) => {
                    let level = Run {
                        role: told[row][run].role,
                        values: Vec::from_iter(told[row][run].values.last().copied()),
                    };
                    told[at].push(level);
                }
                (None, None) => {}
            }
        }
        if let [first, second] = told
            && !first.iter().any(|run| self.is_level(run.role))
            && let Some(run) = second.iter().find(|run| self.is_level(run.role))
        {
            first.push(Run {
                role: run.role,
                values: Vec::from_iter(run.values.last().copied()),
            });
        }
    }

    /// The rows that are told together: one for each of the values that are listed.
    fn expand(
        &self,
        runs: &[Run],
        path: &str,
        from: usize,
        kept: &mut VerbatimWords,
        remarks: &mut Remarks,
    ) -> Vec<Map<String, Value>> {
        let of_rows: Vec<&Run> = runs.iter().filter(|run| self.makes_row(run.role)).collect();
        let listed = of_rows.iter().map(|run| run.values.len()).max();
        let repeat = runs
            .iter()
            .find(|run| self.role_of(run.role) == Some(SlotRole::Repeat));
        let times = repeat.and_then(|run| {
            let figure = self.figure(run.role, &run.values.first()?.tokens, false)?;
            let slot = self.slot_of(run.role)?;
            let possible = self.is_possible(slot, figure.value, "");
            (possible && figure.value >= 1.0).then_some(figure.value as usize)
        });
        let count = listed.unwrap_or(usize::from(times.is_some()));
        let first_of_row = runs.iter().position(|run| self.makes_row(run.role));
        let mut rows = Vec::new();
        for at in 0..count {
            let mut row = Map::new();
            let place = format!("{path}[{}]", from + rows.len());
            for (order, run) in runs.iter().enumerate() {
                let Some(stretch) = run.values.get(at).or(run.values.last()) else {
                    continue;
                };
                let behind = first_of_row.is_some_and(|first| first < order);
                // What is told behind several rows is told of the last.
                let of_last = behind && !self.makes_row(run.role) && run.values.len() != count;
                if !of_last || at + 1 == count {
                    self.fill(run, stretch, runs, &mut row, &place, kept, remarks);
                }
            }
            let alike = times.filter(|_| count == 1).unwrap_or(1);
            rows.extend(std::iter::repeat_n(row, alike));
        }
        rows
    }

    /// Puts what a stretch tells into a row.
    #[allow(
        clippy::too_many_arguments,
        reason = "a row, its place and what is said of it"
    )]
    fn fill(
        &self,
        run: &Run,
        stretch: &LabelledSpan,
        runs: &[Run],
        row: &mut Map<String, Value>,
        path: &str,
        kept: &mut VerbatimWords,
        remarks: &mut Remarks,
    ) {
        if self.labels.says.contains(&stretch.role) {
            let beside = self.beside_level(stretch, runs);
            if !self.mark(&stretch.tokens, beside, row) {
                kept.add(self.words(&stretch.tokens));
            }
            return;
        }
        let Some(slot) = self.slot_of(run.role) else {
            return;
        };
        match self.slot(slot).role {
            SlotRole::Repeat | SlotRole::Pause => {}
            SlotRole::Level => {
                // "assisted 20 kg"
                self.mark(&stretch.tokens, false, row);
                let each = self.one_of_two(&stretch.tokens);
                if each.is_some() || self.is_plural(&stretch.tokens) {
                    self.mark_each(row);
                }
                match self.level(slot, run.role, each.as_ref().unwrap_or(&stretch.tokens)) {
                    Some(Some(figure)) => self.put(run.role, &figure, row, path, remarks),
                    Some(None) => {}
                    None => kept.add(self.words(&stretch.tokens)),
                }
            }
            SlotRole::Amount | SlotRole::Value => {
                if let Some(figure) = self.figure(run.role, &stretch.tokens, true) {
                    self.put(run.role, &figure, row, path, remarks);
                }
            }
        }
    }

    /// The level that words tell; `Some(None)` where they say that there is none, none where they tell no figure.
    fn level(&self, slot: usize, role: &str, range: &Range<usize>) -> Option<Option<Figure>> {
        if let Some(figure) = self.stands_for(slot, range) {
            return Some(Some(figure));
        }
        match self.figure(role, range, false) {
            Some(figure) => Some(Some(figure)),
            None => self.is_none_of(slot, range).then_some(None),
        }
    }

    /// Says of a row that there are two of its level.
    fn mark_each(&self, row: &mut Map<String, Value>) {
        let mut marks = self.compiled.notation.marks.iter();
        let each = marks.find(|mark| mark.effect == MarkEffect::WithLevel);
        if let Some((field, value)) =
            each.and_then(|mark| Some((mark.field.as_ref()?, mark.value.as_ref()?)))
        {
            row.insert(field.clone(), value.clone());
        }
    }

    /// Whether words stand right behind a level ("16 kg each").
    fn beside_level(&self, stretch: &LabelledSpan, runs: &[Run]) -> bool {
        let levels = runs.iter().filter(|run| self.is_level(run.role));
        let mut levels = levels.flat_map(|run| &run.values);
        levels.any(|level| level.tokens.end == stretch.tokens.start)
    }

    /// Puts what marks in some words say into a row. Whether they say something.
    fn mark(&self, range: &Range<usize>, beside_level: bool, row: &mut Map<String, Value>) -> bool {
        let mut marked = self.mark_failed(range, row);
        for said in self.said_in(range) {
            let Meaning::Mark(mark) = said else {
                continue;
            };
            let mark = &self.compiled.notation.marks[mark];
            if mark.effect == MarkEffect::WithLevel && !beside_level {
                continue;
            }
            if let (Some(field), Some(value)) = (&mark.field, &mark.value)
                && mark.effect != MarkEffect::Item
            {
                row.insert(field.clone(), value.clone());
                marked = true;
            }
            if mark.effect == MarkEffect::Single
                && let Some(slot) = self.compiled.slot_of_role(SlotRole::Amount)
            {
                let tries = mark.value.as_ref().and_then(Value::as_f64).unwrap_or(1.0);
                let field = self.slot(slot).field_name().to_owned();
                row.entry(field).or_insert_with(|| number(tries));
                marked = true;
            }
        }
        marked
    }

    /// A row that only prepares, with no amount, is kept in words where whole rows follow.
    fn leave_prepared(&self, rows: &mut Vec<Map<String, Value>>, kept: &mut VerbatimWords) {
        let mut marks = self.compiled.notation.marks.iter();
        let prepares = marks.find(|mark| mark.effect == MarkEffect::Prepares);
        let field = prepares.and_then(|mark| mark.field.as_ref().zip(mark.value.as_ref()));
        let (Some((field, value)), Some(slot)) =
            (field, self.compiled.slot_of_role(SlotRole::Level))
        else {
            return;
        };
        let level = self.slot(slot);
        let whole = |row: &Map<String, Value>| {
            let slots = self.compiled.notation.slots.iter();
            let mut amounts = slots.filter(|slot| slot.role == SlotRole::Amount);
            amounts.any(|slot| row.contains_key(slot.field_name()))
        };
        while let Some(at) = rows
            .iter()
            .position(|row| row.get(field) == Some(value) && !whole(row))
            && rows[at + 1..].iter().any(whole)
        {
            let row = rows.remove(at);
            let unit = level
                .unit_field
                .as_ref()
                .and_then(|unit| row.get(unit)?.as_str());
            if let (Some(told), Some(kind)) = (row.get(level.field_name()), value.as_str()) {
                let told = format!("{kind}: {told} {}", unit.unwrap_or_default());
                kept.item.push(told.trim_end().to_owned());
            }
        }
    }

    /// A row that failed counts nothing, unless it says otherwise.
    fn mark_failed(&self, range: &Range<usize>, row: &mut Map<String, Value>) -> bool {
        let mut marks = self.compiled.notation.marks.iter();
        let failed = marks.find(|mark| mark.effect == MarkEffect::Failed);
        let within =
            |hit: &Hit<Cue>| range.start <= hit.tokens.start && hit.tokens.end <= range.end;
        let mut said = self.cues.iter().filter(|hit| within(hit));
        let Some(failed) = failed.filter(|_| said.any(|hit| hit.meaning == Cue::Fail)) else {
            return false;
        };
        if let (Some(field), Some(value)) = (&failed.field, &failed.value) {
            row.insert(field.clone(), value.clone());
        }
        if let Some(slot) = self.compiled.slot_of_role(SlotRole::Amount) {
            let field = self.slot(slot).field_name().to_owned();
            row.entry(field).or_insert_with(|| json!(0));
        }
        true
    }

    /// What the name itself, or words of no row, say of all rows ("assisted pull ups").
    fn mark_all(&self, item: &Item, rows: &mut [Map<String, Value>]) {
        let of_all = item
            .stretches
            .iter()
            .filter(|of| of.role == item.head || self.labels.kept.contains(&of.role));
        for said in of_all {
            for row in rows.iter_mut() {
                match said.role == item.head {
                    true => drop(self.mark(&said.tokens, false, row)),
                    // A remark may be about one of them ("missed the last cut").
                    false => self.flag(&said.tokens, row),
                }
            }
        }
    }

    /// Puts what is only true or not of some words into a row.
    fn flag(&self, range: &Range<usize>, row: &mut Map<String, Value>) {
        for said in self.said_in(range) {
            if let Meaning::Mark(mark) = said
                && let mark = &self.compiled.notation.marks[mark]
                && mark.effect == MarkEffect::None
                && let (Some(field), Some(Value::Bool(_))) = (&mark.field, &mark.value)
            {
                row.insert(field.clone(), json!(true));
            }
        }
    }
}
