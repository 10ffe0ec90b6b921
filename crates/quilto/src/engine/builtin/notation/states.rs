//! Reads how the writer is: what a state domain's vocabulary says of them.

use std::ops::Range;

use chrono::Timelike;
use serde_json::{Map, Value, json};

use super::compiled::{Meaning, dimension_name, in_unit};
use super::cues::Cue;
use super::note::Note;
use super::phrases::Hit;
use super::pieces::{Piece, What};
use super::places::{Placed, REACH, around, within};
use super::records::TermAt;
use super::write::{Remarks, hard_to_believe, number};
use crate::domain::{Grade, StateNotation, Vocabulary};
use crate::model::UnitPreferences;
use crate::text::{Symbol, TokenKind};

/// How far a number may stand from the term it measures, and a part from what is felt in it.
const NEAR: usize = 6;

/// What was read of a state.
#[derive(Clone, Debug, Default)]
pub(super) struct StateRead {
    pub fields: Map<String, Value>,
    pub tags: Vec<String>,
    /// Tokens of the numbers that were used.
    pub used: Vec<Range<usize>>,
    /// A value was left out because it cannot be.
    pub left_out: bool,
}

/// A word that names a slot of another domain.
#[derive(Clone, Debug)]
pub(super) struct Claimed {
    pub tokens: Range<usize>,
    /// The note names something of that domain.
    pub told: bool,
    /// The note has a word that at least supports that domain.
    pub supported: bool,
}

impl Placed for Claimed {
    fn start(&self) -> usize {
        self.tokens.start
    }
}

/// Reads the state of the writer.
pub(super) struct States<'a, 't> {
    pub note: &'a Note<'t>,
    pub notation: &'a StateNotation,
    pub domain_name: &'a str,
    pub units: &'a UnitPreferences,
    pub terms: &'a [TermAt<'a>],
    pub hits: &'a [Hit<Meaning>],
    pub vocabulary: &'a Vocabulary,
    /// Words that name a slot of another domain.
    pub claimed: &'a [Claimed],
    /// Places of other domains' names: their numbers are not the writer's.
    pub others: &'a [Range<usize>],
}

impl States<'_, '_> {
    pub fn read(&self, remarks: &mut Remarks) -> StateRead {
        let mut read = StateRead::default();
        self.counted(&mut read);
        let graded = self.graded(&mut read);
        for at in 0..self.terms.len() {
            let place = &self.terms[at];
            let said = |range: &Range<usize>| {
                range.start <= place.tokens.start && place.tokens.start < range.end
            };
            if graded.iter().any(said)
                || self.note.dead[place.tokens.start]
                || self.denied(&place.tokens)
                || self.names_slot(place)
            {
                continue;
            }
            let kind = Some(&*place.term.kind);
            if kind == self.notation.says.as_deref() {
                self.says(place, &mut read);
            } else if kind == self.notation.measures.as_deref() {
                self.measure(place, &mut read);
            } else if kind == self.notation.feelings.as_deref() {
                self.feels(place, &mut read);
            } else if let Some(field) = self.notation.fields.get(&*place.term.kind) {
                read.fields
                    .entry(field.clone())
                    .or_insert_with(|| json!(&*place.term.name));
            } else if let Some(list) = self.notation.lists.get(&*place.term.kind) {
                push(&mut read.fields, list, json!(&*place.term.name));
                read.tags.push(place.term.name.to_string());
            } else {
                self.done(place, &mut read);
            }
        }
        self.told_alone(&mut read);
        for (field, [least, most]) in &self.notation.possible {
            let value = read.fields.get(field).and_then(Value::as_f64);
            let unit_field = format!("{field}_unit");
            if let Some(value) = value.filter(|value| value < least || value > most) {
                let unit = read.fields.get(&unit_field).and_then(Value::as_str);
                remarks.uncertain(
                    format!("{}.{field}", self.domain_name),
                    hard_to_believe(field, value, unit),
                );
                read.fields.remove(field);
                read.fields.remove(&unit_field);
                read.left_out = true;
            }
        }
        let mut seen = Vec::new();
        read.tags.retain(|tag| {
            let new = !seen.contains(tag);
            seen.push(tag.clone());
            new
        });
        read
    }

    /// Whether "not" stands right before, or the words after deny it.
    fn denied(&self, tokens: &Range<usize>) -> bool {
        let before = self.note.before(tokens.start, 3);
        let not = self.note.cues.iter().any(|hit| {
            hit.meaning == Cue::Not
                && before.contains(&hit.tokens.start)
                && hit.tokens.end <= tokens.start
        });
        let skip = self
            .note
            .first_cue_in(self.note.after(tokens.end, 1), Cue::Not)
            .is_some();
        not || skip
    }

    /// Whether the words name a slot of another domain beside a number ("rest 60s").
    fn names_slot(&self, place: &TermAt) -> bool {
        let tokens = &place.tokens;
        // What is measured of the writer, or done, is the other domain's only where it is told of.
        let kind = Some(&*place.term.kind);
        let records = self.notation.records.as_ref().map(|records| &*records.kind);
        let holds = |claimed: &Claimed| {
            if kind == self.notation.measures.as_deref() {
                claimed.told
            } else {
                claimed.supported || kind != records
            }
        };
        let claimed = around(self.claimed, tokens.start).iter().any(|claimed| {
            claimed.tokens.start < tokens.end && tokens.start < claimed.tokens.end && holds(claimed)
        });
        let near = tokens.start.saturating_sub(2)..tokens.end + 2;
        claimed && !self.note.pieces_in(near).is_empty()
    }

    fn says(&self, place: &TermAt, read: &mut StateRead) {
        let (Some(field), Some(value)) = (place.term.text("field"), place.term.text("value"))
        else {
            return;
        };
        read.fields.insert(field.to_owned(), json!(value));
        let name = place.term.groups.first().map_or(field, |group| group);
        read.tags.push(format!("{name}:{value}"));
        // "7시간 푹 잤음": the number belongs to the measure of the same group.
        self.measure_of_group(place, read);
    }

    fn measure_of_group(&self, place: &TermAt, read: &mut StateRead) {
        let Some(group) = place.term.groups.first() else {
            return;
        };
        let members = self.vocabulary.members(group);
        let measure = members
            .iter()
            .find(|term| Some(&*term.kind) == self.notation.measures.as_deref());
        let (field, unit) = match measure {
            Some(measure) => (measure.text("field"), measure.text("unit")),
            None => return,
        };
        if let (Some(field), Some(unit)) = (field, unit) {
            self.number_near(&place.tokens, field, Some(unit), read);
        }
    }

    fn measure(&self, place: &TermAt, read: &mut StateRead) {
        if let Some(field) = place.term.text("field") {
            self.number_near(&place.tokens, field, place.term.text("unit"), read);
        }
    }

    /// Takes the nearest number in the clause that is of the unit's kind, or bare.
    fn number_near(
        &self,
        tokens: &Range<usize>,
        field: &str,
        unit: Option<&str>,
        read: &mut StateRead,
    ) {
        if read.fields.contains_key(field) {
            return;
        }
        let sentence = self.note.sentence_of(tokens.start);
        let distance = |piece: &Piece| {
            if piece.tokens.start >= tokens.end {
                piece.tokens.start - tokens.end
            } else {
                tokens.start.saturating_sub(piece.tokens.end)
            }
        };
        let fitting = self
            .note
            .pieces_in(sentence)
            .iter()
            .filter(|piece| distance(piece) <= NEAR && !self.note.dead[piece.tokens.start])
            .filter(|piece| !self.note.used[piece.tokens.start])
            .filter(|piece| {
                !read
                    .used
                    .iter()
                    .any(|used| used.contains(&piece.tokens.start))
            })
            .filter(|piece| !self.belongs_to_other(piece, tokens))
            .filter(|piece| !self.measured_beside(piece, tokens))
            .filter_map(|piece| self.measured(piece, unit).map(|value| (piece, value)))
            .min_by_key(|(piece, (value, _))| {
                // "score 84, 6 h 50": a bare number that cannot be it is another's.
                let bounds = self.notation.possible.get(field);
                let bare = piece.plain().is_some_and(|value| value.unit.is_none());
                let off = bounds.is_some_and(|[least, most]| value < least || value > most);
                (off && bare, distance(piece))
            });
        // "10:45 - 6:30" are the ends of it, even where the first could be how long it was.
        let clock = |piece: &&Piece| {
            let value = piece.plain();
            value.is_some_and(|value| matches!(value.what, What::Clock { .. }))
        };
        let ends = self.notation.spans.iter().any(|name| name == field)
            && fitting.as_ref().is_none_or(|(piece, _)| clock(piece));
        if let Some(hours) = self.span_of_day(tokens).filter(|_| ends) {
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
        read.fields.insert(field.to_owned(), number(value));
        if let (Some("kg"), Some(typed)) = (unit, typed) {
            read.fields.insert(format!("{field}_unit"), json!(typed));
        }
        read.used.push(piece.tokens.clone());
    }

    /// Whether the name of something else that is measured stands right before the number, and this
    /// one does not.
    fn measured_beside(&self, piece: &Piece, tokens: &Range<usize>) -> bool {
        let measures = self.notation.measures.as_deref();
        tokens.end != piece.tokens.start
            && around(self.terms, piece.tokens.start).iter().any(|place| {
                place.tokens.end == piece.tokens.start
                    && Some(&*place.term.kind) == measures
                    && place.term.text("field").is_some()
            })
    }

    /// "82.3 kg" beside what else is told of the writer: a quantity in a clause of its own, the only
    /// one of its kind.
    fn told_alone(&self, read: &mut StateRead) {
        if read.fields.is_empty() || !self.others.is_empty() {
            return;
        }
        let terms = self.notation.lone.iter().filter_map(|field| {
            let members = self.vocabulary.terms();
            let mut measures =
                members.filter(|term| Some(&*term.kind) == self.notation.measures.as_deref());
            measures.find(|term| term.text("field") == Some(field))
        });
        for term in terms {
            let (Some(field), unit @ Some(unit_name)) = (term.text("field"), term.text("unit"))
            else {
                continue;
            };
            let mut told = self.note.pieces.iter().filter_map(|piece| {
                let typed = piece.plain()?.unit.is_some();
                let value = self.measured(piece, unit).filter(|_| typed)?;
                (!self.note.dead[piece.tokens.start]).then_some((piece, value))
            });
            let (Some((piece, (value, typed))), None) = (told.next(), told.next()) else {
                continue;
            };
            let used = read
                .used
                .iter()
                .any(|used| used.contains(&piece.tokens.start));
            let alone = self
                .note
                .clause_of(piece.tokens.start)
                .all(|at| piece.tokens.contains(&at) || !self.note.tokens[at].is_word());
            if used || !alone || read.fields.contains_key(field) {
                continue;
            }
            read.fields.insert(field.to_owned(), number(value));
            if let (true, Some(typed)) = (unit_name == "kg", typed) {
                read.fields.insert(format!("{field}_unit"), json!(typed));
            }
            read.used.push(piece.tokens.clone());
        }
    }

    /// Whether another domain's name stands nearer to the number, in its clause.
    fn belongs_to_other(&self, piece: &Piece, tokens: &Range<usize>) -> bool {
        let clause = self.note.clause[piece.tokens.start];
        if clause == self.note.clause[tokens.start] {
            let between = piece.tokens.end.min(tokens.end)..piece.tokens.start.max(tokens.start);
            return self
                .others
                .iter()
                .any(|other| between.contains(&other.start));
        }
        self.others
            .iter()
            .any(|other| self.note.clause[other.start] == clause)
    }

    /// The number of a piece in the unit (mass stays as typed), if it can be one.
    fn measured(&self, piece: &Piece, unit: Option<&str>) -> Option<(f64, Option<String>)> {
        let value = piece.plain()?;
        let tokens = self.note.tokens;
        let wanted = unit
            .and_then(|unit| tokens.units().named(unit))
            .map(|id| dimension_name(&tokens.unit(id).dimension).to_owned());
        match (&value.what, value.unit, unit) {
            (What::Clock { as_hours, .. }, _, Some("h")) => Some((as_hours / 3600.0, None)),
            (What::Clock { .. } | What::Pace { .. }, _, _) => None,
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

    /// `spirits 7/10`, `spirits: low`: a scale with a grade behind it. Gives the tokens read.
    fn graded(&self, read: &mut StateRead) -> Vec<Range<usize>> {
        let mut told = Vec::new();
        for hit in self.hits {
            let Meaning::Scale(scale) = hit.meaning else {
                continue;
            };
            let start = hit.tokens.start;
            if self.note.dead[start] {
                continue;
            }
            let Some((grade, end)) = self.grade_after(hit.tokens.end) else {
                continue;
            };
            let scale = &self.notation.scales[scale];
            let Some(value) = scale.values.get(&grade) else {
                continue;
            };
            read.fields.insert(scale.field.clone(), json!(value));
            let tag = scale.tag.as_ref().unwrap_or(&scale.field);
            read.tags.push(format!("{tag}:{value}"));
            read.used.push(start..end);
            told.push(start..end);
        }
        told
    }

    /// The grade that follows within two words, and where it ends.
    fn grade_after(&self, from: usize) -> Option<(Grade, usize)> {
        let tokens = self.note.tokens;
        let clause = self.note.clause.get(from.checked_sub(1)?)?;
        let near = (from..from + 3).take_while(|at| self.note.clause.get(*at) == Some(clause));
        for at in near {
            let word = self.hits.iter().find_map(|hit| match hit.meaning {
                Meaning::Graded(grade) if hit.tokens.start == at => Some((grade, hit.tokens.end)),
                Meaning::Scale(_) if hit.tokens.start == at => None,
                _ => None,
            });
            if word.is_some() {
                return word;
            }
            let share = tokens[at].number().zip(
                tokens
                    .get(at + 1)
                    .filter(|sign| sign.is(Symbol::Slash))
                    .and(tokens.get(at + 2))
                    .and_then(|whole| whole.number()),
            );
            if let Some((part, whole)) = share {
                let share = part.value / whole.value;
                let grade = match share {
                    share if !(0.0..=1.0).contains(&share) => return None,
                    share if share < 0.5 => Grade::Low,
                    share if share < 0.67 => Grade::Ok,
                    _ => Grade::High,
                };
                return Some((grade, at + 3));
            }
        }
        None
    }

    /// Numbers whose own unit names a measured field (`10234 steps`).
    fn counted(&self, read: &mut StateRead) {
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

    fn feels(&self, place: &TermAt, read: &mut StateRead) {
        let Some(field) = place.term.text("field") else {
            return;
        };
        if field == "none" {
            return;
        }
        let clause = self.note.clause[place.tokens.start];
        let parts = self.terms.iter().filter(|part| {
            Some(&*part.term.kind) == self.notation.parts.as_deref()
                && self.note.clause[part.tokens.start] == clause
        });
        let gap = |part: &TermAt| {
            if part.tokens.start >= place.tokens.end {
                part.tokens.start - place.tokens.end
            } else {
                place.tokens.start.saturating_sub(part.tokens.end)
            }
        };
        // A part belongs to the feeling it stands nearest to.
        let mine = parts.filter(|part| {
            gap(part) <= NEAR
                && !self.terms.iter().any(|other| {
                    Some(&*other.term.kind) == self.notation.feelings.as_deref()
                        && other.tokens != place.tokens
                        && self.note.clause[other.tokens.start] == clause
                        && distance(&other.tokens, &part.tokens) < gap(part)
                })
        });
        let mine: Vec<&TermAt> = mine.collect();
        let names: Vec<_> = mine.iter().map(|part| part.term.name.to_string()).collect();
        for part in mine {
            self.side(part, read);
        }
        for name in &names {
            push(&mut read.fields, field, json!(name));
            read.tags.push(format!("{field}:{name}"));
        }
        if names.is_empty() {
            read.tags.push(field.to_owned());
        }
    }

    /// The side that stands right before a part.
    fn side(&self, part: &TermAt, read: &mut StateRead) {
        let Some(sides) = &self.notation.sides else {
            return;
        };
        let beside = self.terms.iter().find(|side| {
            *side.term.kind == *sides.kind
                && side.tokens.end <= part.tokens.start
                && part.tokens.start - side.tokens.end <= 1
        });
        if let Some(side) = beside {
            let by_part = read
                .fields
                .entry(sides.field.clone())
                .or_insert_with(|| json!({}));
            if let Some(by_part) = by_part.as_object_mut() {
                by_part.insert(part.term.name.to_string(), json!(&*side.term.name));
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

    fn done(&self, place: &TermAt, read: &mut StateRead) {
        let Some(records) = &self.notation.records else {
            return;
        };
        if *records.kind != *place.term.kind {
            return;
        }
        let mut object = Map::new();
        object.insert(records.name.clone(), json!(&*place.term.name));
        let clause = self.note.clause_of(place.tokens.start);
        let from = clause.start.max(place.tokens.start.saturating_sub(REACH));
        let near = from..clause.end.min(place.tokens.end + REACH);
        for piece in self.note.pieces_in(near.clone()) {
            let Some(value) = piece.plain() else { continue };
            if self.note.used[piece.tokens.start] || self.belongs_to_other(piece, &place.tokens) {
                continue;
            }
            let tokens = self.note.tokens;
            let (Some(unit), Some(amount)) = (value.unit, value.one()) else {
                continue;
            };
            let unit = tokens.unit(unit);
            match dimension_name(&unit.dimension) {
                // Another time is of something else.
                "duration" if object.contains_key(&records.duration) => continue,
                "distance" if object.contains_key(&records.distance) => continue,
                "duration" => {
                    let seconds = in_unit(tokens, amount, &unit.name, "s");
                    object.insert(records.duration.clone(), number(seconds));
                }
                "distance" => {
                    object.insert(records.distance.clone(), number(amount));
                    object.insert(format!("{}_unit", records.distance), json!(&*unit.name));
                }
                _ => continue,
            }
            read.used.push(piece.tokens.clone());
        }
        if let Some((clock, seconds)) = self.time_of(&object, near, place) {
            object.insert(records.duration.clone(), number(seconds));
            read.used.push(clock);
        }
        let typed = self
            .note
            .tokens
            .slice(self.note.tokens.span_of(place.tokens.clone()));
        let thing = records
            .things
            .iter()
            .any(|thing| *thing == typed.to_lowercase());
        if !thing || object.len() > 1 {
            push(&mut read.fields, &records.list, Value::Object(object));
        }
    }

    /// The clock beside a distance that tells how long it took, and the seconds: of its readings as
    /// minutes and as hours the one in which so far can be gone.
    fn time_of(
        &self,
        object: &Map<String, Value>,
        near: Range<usize>,
        place: &TermAt,
    ) -> Option<(Range<usize>, f64)> {
        let records = self.notation.records.as_ref()?;
        let [least, most] = records.speed?;
        if object.contains_key(&records.duration) {
            return None;
        }
        let far = object.get(&records.distance)?.as_f64()?;
        let unit = object
            .get(&format!("{}_unit", records.distance))?
            .as_str()?;
        let km = in_unit(self.note.tokens, far, unit, "km");
        let free = |piece: &&Piece| {
            !self.note.used[piece.tokens.start] && !self.belongs_to_other(piece, &place.tokens)
        };
        let pieces = self.note.pieces_in(near).iter();
        pieces.filter(free).find_map(|piece| {
            let What::Clock { seconds, as_hours } = piece.plain()?.what else {
                return None;
            };
            let is_possible = |time: &f64| (least..=most).contains(&(km * 3600.0 / time));
            let time = [seconds, as_hours].into_iter().find(is_possible)?;
            Some((piece.tokens.clone(), time))
        })
    }
}

fn distance(a: &Range<usize>, b: &Range<usize>) -> usize {
    if b.start >= a.end {
        b.start - a.end
    } else {
        a.start.saturating_sub(b.end)
    }
}

fn middle(what: &What) -> Option<f64> {
    match what {
        What::One(value) => Some(*value),
        What::Between { first, second, .. } => Some((first + second) / 2.0),
        _ => None,
    }
}

fn push(fields: &mut Map<String, Value>, list: &str, value: Value) {
    let list = fields.entry(list.to_owned()).or_insert_with(|| json!([]));
    if let Some(list) = list.as_array_mut()
        && !list.contains(&value)
    {
        list.push(value);
    }
}
