//! What is measured of the writer: the number beside its name, or told by its unit alone.

use std::ops::Range;

use chrono::Timelike;
use serde_json::json;

use super::super::compiled_notation::{dimension_name, in_unit};
use super::super::cues::Cue;
use super::super::endings::{self, Ending};
use super::super::numeric_expressions::{NumericExpression, ValueKind};
use super::super::records::TermMention;
use super::super::spans::{around, within};
use super::super::write::number;
use super::{NEAR, StateReading, States, push};
use quilto_domain::Term;
use quilto_text::{Symbol, TokenKind, Tokens};

impl States<'_, '_> {
    pub(super) fn measure_of_group(&self, place: &TermMention, read: &mut StateReading) {
        let Some(group) = place.term.groups.first() else {
            return;
        };
        let members = self.vocabulary.members(group);
        let measure = members.iter().find(|term| {
            Some(&*term.kind) == self.notation.measures.as_deref() && term.text("field").is_some()
        });
        if let Some(measure) = measure.filter(|term| term.text("unit").is_some()) {
            self.number_near(&place.tokens, measure, read);
            if self.is_of_night(measure) {
                read.nights.push(place.tokens.start);
            }
        }
    }

    /// Whether it is measured between two times of day: of the night before.
    pub(super) fn is_of_night(&self, term: &Term) -> bool {
        let field = term.text("field");
        let spans = &self.notation.spans;
        field.is_some_and(|field| spans.iter().any(|name| name == field))
    }

    pub(super) fn measure(&self, place: &TermMention, read: &mut StateReading) {
        let term = place.term;
        if self.is_of_night(term) && self.is_slept_by_day(place) {
            return;
        }
        if let Some(tags) = term.text("tag") {
            push(&mut read.fields, tags, json!(&*term.name));
            read.tags.push(term.name.to_string());
        }
        let before = read.used.len();
        if term.flag("pair") {
            self.pair(place, read);
        } else {
            self.number_near(&place.tokens, term, read);
        }
        // What is told without a number is told all the same.
        if read.used.len() > before && self.is_of_night(term) {
            read.nights.push(place.tokens.start);
        }
        if read.used.len() == before
            && term.flag("kept")
            && let Some(list) = term.text("list")
        {
            push(&mut read.fields, list, json!({"name": &*term.name}));
        }
    }

    /// "낮잠 2시간 잤다": the hours are of what is measured beside it, in the same group.
    fn is_slept_by_day(&self, place: &TermMention) -> bool {
        let note = self.note;
        self.terms.iter().any(|other| {
            Some(&*other.term.kind) == self.notation.measures.as_deref()
                && other.term.text("list").is_some()
                && !other.term.groups.is_empty()
                && other.term.groups.first() == place.term.groups.first()
                && note.clause[other.tokens.start] == note.clause[place.tokens.start]
                && other.tokens.end <= place.tokens.start
        })
    }

    /// "128/82": one value over another.
    fn pair(&self, place: &TermMention, read: &mut StateReading) {
        let Some((tokens, value, over)) = pair_after(self.note.tokens, place.tokens.end) else {
            return;
        };
        if let Some(list) = place
            .term
            .text("list")
            .filter(|_| self.can_be(place.term, value))
        {
            let told =
                json!({"name": &*place.term.name, "value": number(value), "over": number(over)});
            push(&mut read.fields, list, told);
            read.used.push(tokens);
        }
    }

    /// Whether a value is possible for a term.
    fn can_be(&self, term: &Term, value: f64) -> bool {
        let name = term.text("field").unwrap_or(&term.name);
        let bounds = self.notation.possible.get(name);
        bounds.is_none_or(|[least, most]| *least <= value && value <= *most)
    }

    /// Takes the nearest number in the clause that is of the unit's kind, or bare.
    fn number_near(&self, tokens: &Range<usize>, term: &Term, read: &mut StateReading) {
        let (field, unit) = (term.text("field"), term.text("unit"));
        if field.is_some_and(|field| read.fields.contains_key(field)) {
            return;
        }
        let fitting = self.nearest(tokens, term, read);
        // "10:45 - 6:30" are the ends of it, even where the first could be how long it was.
        let clock = |piece: &&NumericExpression| {
            let value = piece.plain();
            value.is_some_and(|value| matches!(value.what, ValueKind::Clock { .. }))
        };
        if let Some(field) = field
            && self.notation.spans.iter().any(|name| name == field)
            && fitting.as_ref().is_none_or(|(piece, _)| clock(piece))
            && let Some(hours) = self.span_of_day(tokens)
        {
            read.fields.insert(field.to_owned(), number(hours));
            let sentence = self.note.pieces_in(self.note.sentence_of(tokens.start));
            for piece in sentence.iter().filter(clock) {
                self.note.tell(piece.tokens.clone());
                read.used.push(piece.tokens.clone());
            }
            return;
        }
        let Some((piece, (value, typed))) = fitting else {
            return;
        };
        if let Some(field) = field.filter(|_| self.is_of_night(term))
            && let Some((hours, told)) = self.hours_between(piece)
        {
            read.fields.insert(field.to_owned(), number(hours));
            read.used.extend(told);
            return;
        }
        if let Some(field) = field {
            read.fields.insert(field.to_owned(), number(value));
            if let (Some("kg"), Some(typed)) = (unit, typed) {
                read.fields.insert(format!("{field}_unit"), json!(typed));
            }
        } else if let Some(list) = term.text("list") {
            let mut told = json!({"name": &*term.name, "value": number(value)});
            let typed = typed.or_else(|| self.unit_name(piece, term));
            if let (Some(unit), Some(told)) = (typed, told.as_object_mut()) {
                told.insert("unit".to_owned(), json!(unit));
            }
            push(&mut read.fields, list, told);
        }
        read.used.push(piece.tokens.clone());
    }

    /// "slept 9.30 till 2", "slept 9 to 3:30": from hour to hour, and where they stand. Nobody sleeps for twelve hours and
    /// more, so which half of the day is meant needs no word.
    fn hours_between(&self, piece: &NumericExpression) -> Option<(f64, [Range<usize>; 2])> {
        let tokens = self.note.tokens;
        let hour = |piece: &NumericExpression| {
            let typed = tokens.slice(tokens.span_of(piece.tokens.clone()));
            let (hours, minutes) = typed.split_once(['.', ':']).unwrap_or((typed, "00"));
            let (hours, minutes): (f64, f64) = (hours.parse().ok()?, minutes.parse().ok()?);
            (hours <= 24.0 && minutes < 60.0).then_some(hours + minutes / 60.0)
        };
        let joins = |end: usize| endings::is(tokens.norm(end), Ending::Until);
        let other = |start: usize| self.note.pieces_in(start..start + 1).first();
        let before = || {
            let pieces = self.note.pieces_in(0..piece.tokens.start.checked_sub(1)?);
            let last = pieces.last()?;
            (last.tokens.end + 1 == piece.tokens.start && joins(last.tokens.end)).then_some(last)
        };
        let behind = tokens
            .get(piece.tokens.end)
            .filter(|_| joins(piece.tokens.end));
        let (from, until) = match behind {
            // "till about 1"
            Some(_) => {
                let next = piece.tokens.end + 1;
                let about = self.note.cue_in(next..next + 1, Cue::About);
                (piece, other(next + usize::from(about))?)
            }
            None => (before()?, piece),
        };
        let hours = (hour(until)? - hour(from)?).rem_euclid(12.0);
        let told = [from.tokens.clone(), until.tokens.clone()];
        (hours > 0.0).then_some(((hours * 100.0).round() / 100.0, told))
    }

    /// The unit a value of a list is kept in.
    fn unit_name(&self, piece: &NumericExpression, term: &Term) -> Option<String> {
        let typed = piece.operands.first().and_then(|value| value.unit);
        match (term.text("unit"), typed) {
            (Some(unit), _) => Some(unit.to_owned()),
            (None, Some(typed)) => Some(self.note.tokens.unit(typed).name.to_string()),
            (None, None) => None,
        }
    }

    /// The number nearest to a term that can be its own.
    fn nearest<'n>(
        &'n self,
        tokens: &Range<usize>,
        term: &Term,
        read: &StateReading,
    ) -> Option<(&'n NumericExpression, (f64, Option<String>))> {
        let unit = term.text("unit");
        let in_list = term.text("list").is_some();
        let distance = |piece: &NumericExpression| {
            if piece.tokens.start >= tokens.end {
                piece.tokens.start - tokens.end
            } else {
                tokens.start.saturating_sub(piece.tokens.end)
            }
        };
        let within = term.number("within").map_or(NEAR, |within| within as usize);
        // A number behind another one is that one's neighbour.
        let next = |piece: &NumericExpression| {
            let between = piece.tokens.end.min(tokens.end)..tokens.start.max(piece.tokens.start);
            let between = self.note.pieces_in(between);
            between.iter().all(|other| other.tokens == piece.tokens)
        };
        let only_typed = term.flag("typed");
        let least = term.number("least").unwrap_or(f64::MIN);
        let free = |piece: &&NumericExpression| {
            let start = piece.tokens.start;
            distance(piece) <= within
                && !tokens.contains(&start)
                && (!in_list || next(piece))
                && !self.note.dead[start]
                && !self.note.used[start]
                && !read.used.iter().any(|used| used.contains(&start))
                && !self.belongs_to_other(piece, tokens)
                && !self.measured_beside(piece, tokens)
                && !self.tells_when(piece)
        };
        let sentence = self.note.sentence_of(tokens.start);
        let pieces = self.note.pieces_in(sentence).iter().filter(free);
        let fitting = pieces.filter_map(|piece| {
            let bare = piece.plain().is_some_and(|value| value.unit.is_none());
            if in_list
                && bare
                && !term.flag("kept")
                && !self.notation.possible.contains_key(&*term.name)
            {
                return None;
            }
            let (value, typed) = if term.flag("kept") {
                (amount(piece)?, None)
            } else {
                self.measured(piece, unit)?
            };
            let possible = !in_list || self.can_be(term, value);
            (possible && value >= least && !(only_typed && bare)).then_some((piece, (value, typed)))
        });
        fitting.min_by_key(|(piece, (value, _))| {
            // "score 84, 6 h 50": a bare number that cannot be it is another's.
            let bare = piece.plain().is_some_and(|value| value.unit.is_none());
            (!self.can_be(term, *value) && bare, distance(piece))
        })
    }

    /// "asleep by 11": a bare number that is an hour of the day.
    fn tells_when(&self, piece: &NumericExpression) -> bool {
        let bare = piece.plain().is_some_and(|value| value.unit.is_none());
        let before = piece.tokens.start.checked_sub(1);
        bare && before.is_some_and(|at| endings::is(self.note.tokens.norm(at), Ending::Clock))
    }

    /// Whether the name of something else that is measured stands right before the number, and this
    /// one does not.
    fn measured_beside(&self, piece: &NumericExpression, tokens: &Range<usize>) -> bool {
        let measures = self.notation.measures.as_deref();
        // "tumbler 10 min, then slept": that of what is named right before it.
        let mut others = around(self.others, piece.tokens.start).iter();
        let done = others.any(|name| name.end == piece.tokens.start);
        if done && tokens.end != piece.tokens.start {
            return true;
        }
        tokens.end != piece.tokens.start
            && around(self.terms, piece.tokens.start).iter().any(|place| {
                place.tokens.end == piece.tokens.start
                    && Some(&*place.term.kind) == measures
                    && place.tokens != *tokens
            })
    }

    /// The number of a piece in the unit (mass stays as typed), if it can be one.
    pub(super) fn measured(
        &self,
        piece: &NumericExpression,
        unit: Option<&str>,
    ) -> Option<(f64, Option<String>)> {
        let value = piece.plain()?;
        let tokens = self.note.tokens;
        let wanted = unit
            .and_then(|unit| tokens.units().named(unit))
            .map(|id| dimension_name(&tokens.unit(id).dimension).to_owned());
        match (&value.what, value.unit, unit) {
            (ValueKind::Clock { as_hours, .. }, _, Some("h")) => Some((as_hours / 3600.0, None)),
            (ValueKind::Clock { .. } | ValueKind::Pace { .. }, _, _) => None,
            (what, Some(typed), Some(unit)) => {
                let typed = tokens.unit(typed);
                (wanted.as_deref() == Some(dimension_name(&typed.dimension))).then_some(())?;
                let amount = middle(what)?;
                Some(if unit == "kg" {
                    (amount, Some(typed.name.to_string()))
                } else {
                    (in_unit(tokens, amount, &typed.name, unit), None)
                })
            }
            (what, None, Some(unit)) => {
                let amount = middle(what)?;
                let typed = (unit == "kg").then(|| self.units.mass.clone());
                Some((amount, typed))
            }
            (what, None, None) => Some((middle(what)?, None)),
            (what, Some(typed), None) => {
                let counts = dimension_name(&tokens.unit(typed).dimension) == "count";
                counts
                    .then(|| middle(what))
                    .flatten()
                    .map(|amount| (amount, None))
            }
        }
    }

    /// Numbers whose own unit names a measured field (`10234 steps`).
    pub(super) fn counted(&self, read: &mut StateReading) {
        for field in self.notation.possible.keys() {
            let singular = field.trim_end_matches('s');
            for piece in &self.note.pieces {
                let Some(value) = piece.plain() else { continue };
                let Some(unit) = value.unit else { continue };
                // "10 paces each side" beside another domain's name are told of that.
                let clause = self.note.clause_of(piece.tokens.start);
                let beside = within(self.others, clause);
                let few = value.one() < self.notation.possible[field].first().copied();
                if &*self.note.tokens.unit(unit).name == singular
                    && !self.note.dead[piece.tokens.start]
                    && (!few || beside.is_empty())
                    && let Some(amount) = value.one()
                {
                    read.fields.insert(field.clone(), number(amount));
                    read.used.push(piece.tokens.clone());
                }
            }
        }
    }

    /// Two times of day around a measured term, in hours: `11pm to 7am`, `12시에 자서 6시에`.
    fn span_of_day(&self, tokens: &Range<usize>) -> Option<f64> {
        let sentence = self.note.sentence_of(tokens.start);
        let mut times = sentence.filter_map(|at| match self.note.tokens[at].kind {
            TokenKind::Time(time) => Some(time),
            TokenKind::Clock(clock) => clock.time_of_day(),
            _ => None,
        });
        let (from, to) = (times.next()?, times.next()?);
        if times.next().is_some() {
            return None;
        }
        let minutes = |time: chrono::NaiveTime| f64::from(time.num_seconds_from_midnight()) / 60.0;
        let mut span = (minutes(to) - minutes(from)).rem_euclid(24.0 * 60.0);
        // A bare twelve or eleven at night is written without saying which half of the day.
        if span > 12.0 * 60.0 {
            span -= 12.0 * 60.0;
        }
        (span > 0.0).then_some(span / 60.0)
    }
}

pub(super) fn middle(what: &ValueKind) -> Option<f64> {
    match what {
        ValueKind::One(value) => Some(*value),
        ValueKind::Between { first, second, .. } => Some((first + second) / 2.0),
        _ => None,
    }
}

/// How many of something a piece tells, whatever they are counted in (`2`, `x3`, `400mg`).
fn amount(piece: &NumericExpression) -> Option<f64> {
    match (piece.operands.as_slice(), &piece.at) {
        ([only], None) => middle(&only.what),
        _ => None,
    }
}

/// The first number behind a name, where it is one over another.
pub(super) fn pair_after(tokens: &Tokens, from: usize) -> Option<(Range<usize>, f64, f64)> {
    let number = |at: usize| Some(tokens.get(at)?.number()?.value);
    let near = from..(from + NEAR).min(tokens.len());
    let at = near
        .take_while(|at| tokens[*at].kind != TokenKind::Newline)
        .find(|at| number(*at).is_some())?;
    // "128/84", "128 over 84", "128에 84"
    let over = tokens.get(at + 1).is_some_and(|sign| {
        sign.is(Symbol::Slash) || endings::is(tokens.norm(at + 1), Ending::Over)
    });
    let pair = number(at).zip(number(at + 2)).filter(|_| over);
    pair.map(|(value, over)| (at..at + 3, value, over))
}
