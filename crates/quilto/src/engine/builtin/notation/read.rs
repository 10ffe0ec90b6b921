//! A note into data: the steps in order.

use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

use chrono::NaiveDate;
use serde_json::{Map, Value, json};

use super::collect::{Collector, Named};
use super::compiled::{self, Compiled, Meaning};
use super::cues::Cue;
use super::groups::{Item, Row};
use super::history;
use super::note::Note;
use super::once_more;
use super::owners::{Claim, Contender, owners};
use super::phrases::Hit;
use super::pieces::Piece;
use super::places::{around, within};
use super::portions::Portions;
use super::quoted::without_quotes;
use super::records::{Records, TermAt};
use super::short::{self, Short};
use super::solve::solve;
use super::spelled::spell_out;
use super::states::{Claimed, States};
use super::tables;
use super::undone::{Undone, mark_undone};
use super::unknown::unknown_names;
use super::write::{Remarks, RowWriter, number};
use crate::domain::{
    ActiveDomainContext, DomainError, DomainMention, DomainModule, ItemNotation, Notation, Term,
};
use crate::model::Entry;
use crate::model::UnitPreferences;
use crate::text::dates::{self, DateContext, DateMention, Direction};
use crate::text::{Symbol, TokenKind, Tokens, UnitTable, read_with};

/// What was read of a note.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The day its own words name, if they do.
    pub date: Option<NaiveDate>,
    /// Short labels.
    pub tags: Vec<String>,
    /// Domain name → data.
    pub domain_data: Map<String, Value>,
    /// Paths of doubtful fields.
    pub uncertain_fields: Vec<String>,
    /// What was assumed.
    pub notes: Vec<String>,
}

/// A loaded domain with its notation ready.
struct Loaded<'c> {
    module: &'c DomainModule,
    compiled: Arc<Compiled>,
    hits: Vec<Hit<Meaning>>,
    terms: Vec<TermAt<'c>>,
}

/// Reads a note by the notation of the loaded domains.
///
/// `recent` are the last entries, newest last; they are used where the note says that it goes on or
/// repeats something. Any text is fine: what is not understood is left out, never guessed.
pub fn read(
    domains: &ActiveDomainContext,
    units: &UnitPreferences,
    text: &str,
    today: NaiveDate,
    recent: &[Entry],
) -> Reading {
    let compiled: Vec<Option<Arc<Compiled>>> = domains
        .modules
        .iter()
        .map(|module| compile(module))
        .collect();
    let notations = compiled.iter().flatten().map(|compiled| &compiled.notation);
    let table = compiled::units(notations);
    let mut remarks = Remarks::default();
    let own = prepare(text, &table, &compiled, &mut remarks);
    let tokens = read_with(own.as_deref().unwrap_or(text), &table);
    let found = dates::find(&tokens, &DateContext::note(today));
    let mut skip = vec![false; tokens.len()];
    for date in &found {
        if !looks_like_values(&tokens, date) {
            skip[date.tokens.clone()].fill(true);
        }
    }
    for (at, token) in tokens.iter().enumerate() {
        if matches!(token.kind, TokenKind::Time(_)) {
            skip[at] = true;
        }
    }
    let mut note = Note::new(&tokens, &skip);
    let mentions = domains.vocabulary().find(&tokens);
    let mut loaded: Vec<Loaded> = Vec::new();
    let mut place_of: Vec<Option<usize>> = Vec::new();
    for (module, compiled) in domains.modules.iter().zip(compiled) {
        place_of.push(compiled.as_ref().map(|_| loaded.len()));
        if let Some(compiled) = compiled {
            loaded.push(Loaded {
                hits: compiled.phrases.find(&tokens),
                module,
                compiled,
                terms: Vec::new(),
            });
        }
    }
    for mention in &mentions {
        let Some(place) = place_of.get(mention.domain).copied().flatten() else {
            continue;
        };
        let domain = &mut loaded[place];
        if let Some(term) = domain.module.vocabulary().term(&mention.mention.term) {
            domain.terms.push(TermAt {
                tokens: mention.mention.tokens.clone(),
                term,
            });
        }
    }
    for domain in &mut loaded {
        domain.terms.sort_by_key(|place| place.tokens.start);
    }
    let mut measured: Vec<Range<usize>> = loaded
        .iter()
        .flat_map(|domain| {
            let state = domain.compiled.notation.state.as_ref();
            let kind = state.and_then(|state| state.measures.as_deref());
            let terms = domain.terms.iter();
            terms.filter(move |place| kind == Some(&*place.term.kind))
        })
        .map(|place| place.tokens.clone())
        .collect();
    measured.sort_by_key(|name| name.start);
    for domain in &mut loaded {
        // Nor does one inside the name of what is measured of the writer ("resting pulse").
        domain.hits.retain(|hit| {
            !around(&measured, hit.tokens.start).iter().any(|name| {
                name.start <= hit.tokens.start
                    && hit.tokens.end <= name.end
                    && name.len() > hit.tokens.len()
            })
        });
        // A word inside a name of the domain names no slot ("recovery jog").
        let terms = &domain.terms;
        domain.hits.retain(|hit| {
            let inside = around(terms, hit.tokens.start).iter().any(|place| {
                place.tokens.start <= hit.tokens.start
                    && hit.tokens.end <= place.tokens.end
                    && place.tokens.len() > hit.tokens.len()
            });
            !(inside && matches!(hit.meaning, Meaning::Slot(_)))
        });
    }
    let reader = Reader {
        units,
        today,
        recent,
        tokens: &tokens,
    };
    let mut strong: Vec<Range<usize>> = loaded
        .iter()
        .flat_map(|domain| {
            domain
                .terms
                .iter()
                .filter(|place| opens(&domain.compiled, place.term))
        })
        .map(|place| place.tokens.clone())
        .collect();
    strong.sort_by_key(|name| name.start);
    earlier_times(&found, &mut note);
    let mut known = vec![false; tokens.len()];
    for domain in &loaded {
        let hits = domain.hits.iter().map(|hit| &hit.tokens);
        for range in hits.chain(domain.terms.iter().map(|place| &place.tokens)) {
            known[range.clone()].fill(true);
        }
    }
    let short = fallen_short(&mut note, &loaded);
    let undone = mark_undone(&mut note, &strong, &|at| known[at]);
    if undone.commands {
        remarks.note("text that gives orders is kept but not read".to_owned());
    }
    left_to_others(&tokens, &undone, &mut remarks);
    // The number of "one more set" is no value of anything.
    let more = loaded
        .iter()
        .flat_map(|domain| once_more::places(&note, &domain.compiled))
        .filter_map(|more| more.bare);
    for number in more.collect::<Vec<_>>() {
        note.used[number].fill(true);
    }
    let mut reading = Reading::default();
    reader.states(&loaded, &strong, &mut note, &mut reading, &mut remarks);
    let unknown = reader.unknown(&loaded, &note);
    let claims = claims(&loaded, &unknown);
    let contenders: Vec<Contender> = loaded
        .iter()
        .map(|domain| Contender {
            domain: &domain.compiled,
            hits: &domain.hits,
        })
        .collect();
    let mut owned = owners(&note, &contenders, &claims);
    if owned.iter().all(Option::is_none)
        && let Some(domain) = goes_on(&note, &loaded, recent, today)
    {
        owned.fill(Some(domain));
    }
    let two_units = two_units(&note, &loaded, &owned, &claims, recent);
    // A word may mean another unit in the text of one domain.
    for piece in &mut note.pieces {
        let owner = owned[piece.tokens.start].map(|owner| &loaded[owner].compiled);
        if let Some(domain) = owner {
            for value in piece.operands.iter_mut().chain(&mut piece.at) {
                value.unit = domain.unit_in(&tokens, value);
            }
        }
    }
    for (at, domain) in loaded.iter().enumerate() {
        let Some(list) = &domain.compiled.notation.list else {
            continue;
        };
        let own: Vec<bool> = owned.iter().map(|owner| *owner == Some(at)).collect();
        if !own.contains(&true) {
            continue;
        }
        let data = if domain.compiled.notation.item.rows.is_some() {
            let unknown = unknown
                .iter()
                .filter(|(owner, _)| *owner == at)
                .map(|(_, name)| name.clone());
            reader.rows(
                domain,
                &note,
                &own,
                &mentions,
                &place_of,
                at,
                unknown.collect(),
                &short[at],
                &mut remarks,
            )
        } else if let Some(group) = &domain.compiled.notation.group {
            Portions {
                note: &note,
                domain: &domain.compiled,
                domain_name: &domain.module.name,
                terms: &domain.terms,
                hits: &domain.hits,
                own: &own,
            }
            .read(group, &mut remarks)
        } else {
            Records {
                note: &note,
                domain: &domain.compiled,
                domain_name: &domain.module.name,
                units,
                terms: &domain.terms,
                hits: &domain.hits,
                own: &own,
                sentence: Cell::new(None),
            }
            .read(&mut remarks)
        };
        let _ = list;
        if let Some(data) = data {
            reading.domain_data.insert(domain.module.name.clone(), data);
        }
    }
    if let Some((path, told)) = two_units.filter(|_| !reading.domain_data.is_empty()) {
        remarks.uncertain(path, told);
    }
    reading.date = own_date(&found, &note, today);
    for date in &found {
        if Some(date.range.start) == reading.date && !date.doubt.is_empty() {
            remarks.note(date.doubt.clone());
        }
    }
    reading.uncertain_fields = remarks.uncertain;
    reading.notes = remarks.notes;
    reading
}

/// What fell short of what was told, by domain; its words say nothing else.
fn fallen_short(note: &mut Note, loaded: &[Loaded]) -> Vec<Vec<Short>> {
    let domains = loaded.iter();
    let found: Vec<Vec<Short>> = domains
        .map(|domain| short::places(note, &domain.compiled))
        .collect();
    for short in found.iter().flatten() {
        note.dead[short.tokens.clone()].fill(true);
    }
    found
}

/// Says in the note's own words what was left out because somebody else did it, or could have.
fn left_to_others(tokens: &Tokens, undone: &Undone, remarks: &mut Remarks) {
    let said = |range: &Range<usize>| {
        let said = tokens.slice(tokens.span_of(range.clone())).trim();
        said.trim_end_matches(['.', ',', ';', '!']).to_owned()
    };
    for range in &undone.of_others {
        remarks.note(format!("not counted, somebody else's: {}", said(range)));
    }
    for range in &undone.perhaps {
        let said = said(range);
        remarks.note(format!(
            "counted as yours: {said}; undo it if somebody else did it"
        ));
    }
}

/// The text as it is read: without what it only quotes, tables and shorthand spelled out. `None`
/// where it is read as it stands.
fn prepare(
    text: &str,
    units: &UnitTable,
    compiled: &[Option<Arc<Compiled>>],
    remarks: &mut Remarks,
) -> Option<String> {
    let mut own = without_quotes(text);
    if own.is_some() {
        remarks.note("quoted text is kept but not read".to_owned());
    }
    let domains: Vec<&Compiled> = compiled.iter().flatten().map(|arc| &**arc).collect();
    let patterns = || domains.iter().flat_map(|domain| &domain.shorthand);
    own = tables::told(own.as_deref().unwrap_or(text), units, &domains).or(own);
    spell_out(own.as_deref().unwrap_or(text), units, patterns()).or(own)
}

/// The domain of the last entry of the day, where a note of bare notation ("then 85x5") goes on
/// with it.
fn goes_on(note: &Note, loaded: &[Loaded], recent: &[Entry], today: NaiveDate) -> Option<usize> {
    let clear = note.pieces.iter().any(|piece| {
        let at = piece.tokens.start;
        let signed = at > 0 && note.tokens[at - 1].is(Symbol::Plus);
        let compact = piece.operands.len() > 1 || piece.at.is_some() || signed;
        compact && !note.used[at] && !note.dead[at]
    });
    let last = recent.iter().rev().find(|entry| entry.parsed.is_some())?;
    let parsed = last.parsed.as_ref().filter(|_| last.date == today)?;
    loaded.iter().position(|domain| {
        domain.compiled.notation.item.rows.is_some()
            && parsed.domain_data.contains_key(&domain.module.name)
            && (clear || !once_more::places(note, &domain.compiled).is_empty())
    })
}

/// A number told alone whose unit's word means another unit elsewhere ("5키로"), where no other word of
/// the note says which it is and nothing near to it was logged lately: the place of the field, and
/// both readings.
fn two_units(
    note: &Note,
    loaded: &[Loaded],
    owned: &[Option<usize>],
    claims: &[Claim],
    recent: &[Entry],
) -> Option<(String, String)> {
    let told = |piece: &&Piece| !note.used[piece.tokens.start] && !note.dead[piece.tokens.start];
    let mut live = note.pieces.iter().filter(told);
    let (Some(piece), None) = (live.next(), live.next()) else {
        return None;
    };
    let value = piece.plain()?;
    let owner = owned[piece.tokens.start]?;
    let domain = &loaded[owner];
    let (typed, unit) = (value.unit?, domain.compiled.unit_in(note.tokens, value)?);
    let said = claims.iter().any(|claim| claim.domain == owner) || !domain.hits.is_empty();
    if typed == unit || said {
        return None;
    }
    let number = value.one()?;
    let (typed, unit) = (note.tokens.unit(typed), note.tokens.unit(unit));
    let slot = *domain.compiled.slots_of_unit(unit).first()?;
    let slot = domain.compiled.slot(slot);
    let (field, list) = (
        slot.field.as_ref().unwrap_or(&slot.name),
        domain.compiled.notation.list.as_ref()?,
    );
    let logged = recent.iter().any(|entry| {
        let data = entry
            .parsed
            .as_ref()
            .and_then(|parsed| parsed.domain_data.get(&domain.module.name));
        let records = data.and_then(|data| data.get(list)?.as_array());
        records.into_iter().flatten().any(|record| {
            let before = record.get(field).and_then(Value::as_f64);
            before.is_some_and(|before| before <= number * 2.0 && number <= before * 2.0)
        })
    });
    let path = format!("{}.{list}[0].{field}", domain.module.name);
    let both = format!("{number} {}; or {number} {}", unit.name, typed.name);
    (!logged).then_some((path, both))
}

/// What a clause tells of an earlier week, month or year, behind what the note itself tells, only
/// compares.
fn earlier_times(found: &[DateMention], note: &mut Note) {
    for date in found {
        let clause = note.clause_of(date.tokens.start);
        let told_before = note
            .pieces_in(0..clause.start)
            .iter()
            .any(|piece| !note.used[piece.tokens.start]);
        let numbers = !note.pieces_in(clause.clone()).is_empty();
        if !date.is_day() && date.direction == Direction::Past && told_before && numbers {
            note.dead[clause].fill(true);
        }
    }
}

/// A domain's notation, read and made ready once. A broken file is remembered by the module and
/// counts as absent.
pub(in crate::engine::builtin) fn compile(module: &DomainModule) -> Option<Arc<Compiled>> {
    let made = module.part_with(
        "notation.yaml",
        |path, text| -> Result<Compiled, DomainError> {
            crate::domain::parse::<Notation>(path, text).map(Compiled::new)
        },
    );
    made.unwrap_or_else(|error| {
        module.complain(error);
        None
    })
}

/// Numbers that the date reader took and that are rather values: a bare `5/3` or `3.5` in the
/// middle of a clause with no year, month name or other word for a day.
fn looks_like_values(tokens: &Tokens, date: &DateMention) -> bool {
    let words = tokens[date.tokens.clone()]
        .iter()
        .any(|token| token.is_word() || matches!(token.kind, TokenKind::Date(_)));
    let line = tokens.line(date.tokens.start);
    let digits = tokens[date.tokens.clone()]
        .iter()
        .all(|token| token.number().is_some() || matches!(token.kind, TokenKind::Symbol(_)));
    digits && !words && line.start != date.tokens.start
}

fn opens(compiled: &Compiled, term: &Term) -> bool {
    let notation = &compiled.notation;
    notation.item.kinds.iter().any(|kind| **kind == *term.kind)
        || notation
            .group
            .as_ref()
            .is_some_and(|group| *group.kind == *term.kind)
        || compiled.opens(term)
}

/// Whether a term opens something of the domain or is a word for a field of it.
fn supports(compiled: &Compiled, term: &Term) -> bool {
    let mut fields = compiled.notation.terms.iter();
    opens(compiled, term) || fields.any(|field| *field.kind == *term.kind)
}

fn claims(loaded: &[Loaded], unknown: &[(usize, Range<usize>)]) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (at, domain) in loaded.iter().enumerate() {
        let notation = &domain.compiled.notation;
        if notation.list.is_none() {
            continue;
        }
        for place in &domain.terms {
            let strong = notation
                .item
                .kinds
                .iter()
                .any(|kind| **kind == *place.term.kind)
                || domain.compiled.opens(place.term);
            let weak = supports(&domain.compiled, place.term);
            if strong || weak {
                claims.push(Claim {
                    domain: at,
                    tokens: place.tokens.clone(),
                    strong,
                });
            }
        }
    }
    claims.extend(unknown.iter().map(|(domain, tokens)| Claim {
        domain: *domain,
        tokens: tokens.clone(),
        strong: true,
    }));
    claims.sort_by_key(|claim| claim.tokens.start);
    claims
}

/// The day the note's own words name: the first past day outside what was not done. A note that
/// also says "today" is of today.
fn own_date(found: &[DateMention], note: &Note, today: NaiveDate) -> Option<NaiveDate> {
    let days: Vec<&DateMention> = found
        .iter()
        .filter(|date| {
            date.is_day() && date.direction == Direction::Past && !note.dead[date.tokens.start]
        })
        .collect();
    if days.iter().any(|day| day.range.start == today) {
        return None;
    }
    let first = days.first()?;
    // A day in the middle of a telling belongs to what is told beside it, not to the note.
    let told = note.pieces.iter().all(|piece| {
        piece.tokens.start >= first.tokens.start
            || note.sentence[piece.tokens.start] == note.sentence[first.tokens.start]
    });
    told.then_some(first.range.start)
}

struct Reader<'r> {
    units: &'r UnitPreferences,
    today: NaiveDate,
    recent: &'r [Entry],
    tokens: &'r Tokens,
}

impl Reader<'_> {
    fn states(
        &self,
        loaded: &[Loaded],
        strong: &[Range<usize>],
        note: &mut Note,
        reading: &mut Reading,
        remarks: &mut Remarks,
    ) {
        for domain in loaded {
            let Some(notation) = &domain.compiled.notation.state else {
                continue;
            };
            let slot_words = loaded.iter().flat_map(|other| {
                let mut living = other
                    .terms
                    .iter()
                    .filter(|place| !note.dead[place.tokens.start]);
                let supported = living
                    .clone()
                    .any(|place| supports(&other.compiled, place.term));
                let told = living.any(|place| opens(&other.compiled, place.term));
                other.hits.iter().map(move |hit| (hit, told, supported))
            });
            let mut claimed: Vec<Claimed> = slot_words
                .filter(|(hit, ..)| matches!(hit.meaning, Meaning::Slot(_) | Meaning::NoneOf(_)))
                .map(|(hit, told, supported)| Claimed {
                    tokens: hit.tokens.clone(),
                    told,
                    supported,
                })
                .collect();
            claimed.sort_by_key(|claimed| claimed.tokens.start);
            let read = States {
                note,
                vocabulary: domain.module.vocabulary(),
                claimed: &claimed,
                notation,
                domain_name: &domain.module.name,
                units: self.units,
                terms: &domain.terms,
                hits: &domain.hits,
                others: strong,
            }
            .read(remarks);
            for range in read.used {
                note.used[range].fill(true);
            }
            reading.tags.extend(read.tags);
            // With nothing left there is still a place for what a correction fills in.
            if !read.fields.is_empty() || read.left_out {
                reading
                    .domain_data
                    .insert(domain.module.name.clone(), Value::Object(read.fields));
            }
        }
    }

    fn unknown(&self, loaded: &[Loaded], note: &Note) -> Vec<(usize, Range<usize>)> {
        let Some(at) = loaded.iter().position(|domain| {
            domain.compiled.notation.item.rows.is_some() && domain.compiled.notation.item.unknown
        }) else {
            return Vec::new();
        };
        let taken: Vec<Range<usize>> = loaded
            .iter()
            .filter(|domain| domain.compiled.notation.list.is_some())
            .flat_map(|domain| {
                let terms = domain.terms.iter();
                terms.filter(|place| supports(&domain.compiled, place.term))
            })
            .map(|place| place.tokens.clone())
            .collect();
        unknown_names(note, &taken, &loaded[at].hits)
            .into_iter()
            .map(|name| (at, name))
            .collect()
    }

    #[allow(clippy::too_many_arguments, reason = "the parts of one step")]
    fn rows(
        &self,
        domain: &Loaded,
        note: &Note,
        own: &[bool],
        mentions: &[DomainMention],
        place_of: &[Option<usize>],
        place: usize,
        unknown: Vec<Range<usize>>,
        short: &[Short],
        remarks: &mut Remarks,
    ) -> Option<Value> {
        let spec = &domain.compiled.notation.item;
        let mut names: Vec<Named> = mentions
            .iter()
            .filter(|mention| place_of.get(mention.domain).copied().flatten() == Some(place))
            .filter_map(|mention| {
                let term = domain.module.vocabulary().term(&mention.mention.term)?;
                spec.kinds
                    .iter()
                    .any(|kind| **kind == *term.kind)
                    .then(|| Named {
                        exact: mention.mention.exact,
                        ..named(term, mention.mention.tokens.clone(), spec)
                    })
            })
            .collect();
        for name in &mut names {
            self.extend_name(note, domain, name);
        }
        names.extend(unknown.into_iter().map(|tokens| {
            Named {
                name: self
                    .tokens
                    .slice(self.tokens.span_of(tokens.clone()))
                    .trim()
                    .to_owned(),
                tokens,
                exact: true,
                known: false,
                light: false,
                timed: false,
                traits: Vec::new(),
            }
        }));
        names.sort_by_key(|name| name.tokens.start);
        self.switched(note, domain, &mut names);
        self.told_with(note, domain, own, &mut names);
        let past = history::past(self.recent, &domain.module.name, &domain.compiled);
        let mut collector = Collector::new(
            note,
            &domain.compiled,
            self.units,
            &names,
            &domain.hits,
            own,
            &past,
        );
        if names.iter().all(|name| note.dead[name.tokens.start])
            && let Some(last) = past.last()
        {
            let known = domain.module.vocabulary().term(last.name);
            collector.go_on(Item {
                name: last.name.to_owned(),
                known: true,
                exact: true,
                light: known.is_some_and(|term| has_trait(term, &spec.light)),
                timed: known.is_some_and(|term| has_trait(term, &spec.timed)),
                traits: known.map(traits).unwrap_or_default(),
                ..Item::default()
            });
        }
        collector.run();
        let went_on = collector.went_on;
        for note in std::mem::take(&mut collector.remarks) {
            remarks.note(note);
        }
        let mut items = std::mem::take(&mut collector.items);
        self.repeat_past(note, &mut items, &past, &domain.compiled, remarks);
        let writer = RowWriter {
            domain: &domain.compiled,
            domain_name: &domain.module.name,
            tokens: self.tokens,
        };
        let mut solved: Vec<(Item, Vec<Row>)> = items
            .into_iter()
            .map(|mut item| {
                let rows = solve(&mut item);
                (item, rows)
            })
            .collect();
        short::change(short, &domain.compiled, &mut solved);
        let any = solved.iter().any(|(_, rows)| !rows.is_empty());
        let mut written: Vec<Value> = Vec::new();
        for (item, rows) in &solved {
            // A name alone counts only where the note holds nothing more.
            if rows.is_empty() && (any || !self.done(note, item)) {
                continue;
            }
            if went_on && item.tokens.is_empty() {
                remarks.note(format!("goes on with {}", item.name));
            }
            written.push(writer.item(item, rows, written.len(), remarks));
        }
        if written.is_empty() {
            return None;
        }
        let mut data = Map::new();
        data.insert(
            domain.compiled.notation.list.clone()?,
            Value::Array(written),
        );
        for field in &domain.compiled.notation.session {
            let longest = collector
                .session
                .iter()
                .map(|(seconds, _)| compiled::in_unit(self.tokens, *seconds, "s", &field.store))
                .filter(|value| *value >= field.least)
                .fold(None, |most: Option<f64>, value| {
                    Some(most.map_or(value, |most| most.max(value)))
                });
            if let Some(value) = longest {
                data.insert(field.field.clone(), number(value));
            }
        }
        Some(json!(data))
    }

    /// "Switched to wide", "와이드로 바꿔서": from there on it is that variant of what was done before.
    fn switched(&self, note: &Note, domain: &Loaded, names: &mut Vec<Named>) {
        let spec = &domain.compiled.notation.item;
        let vocabulary = domain.module.vocabulary();
        for hit in note.cues.iter().filter(|hit| hit.meaning == Cue::Switch) {
            let at = hit.tokens.start;
            let latin = self.tokens.norm(at).is_ascii();
            let Some(how) = (if latin {
                Some(hit.tokens.end)
            } else {
                at.checked_sub(1)
            }) else {
                continue;
            };
            let free = self.tokens.get(how).is_some_and(|token| token.is_word())
                && !names.iter().any(|name| name.tokens.contains(&how));
            let Some(before) = names.iter().rev().find(|name| name.tokens.end <= at) else {
                continue;
            };
            if !free || note.dead[at] {
                continue;
            }
            let typed = self
                .tokens
                .slice(self.tokens.span_of(before.tokens.clone()));
            let word = self.tokens.norm(how);
            let stems = word
                .char_indices()
                .map(|(at, c)| &word[..at + c.len_utf8()])
                .filter(|stem| {
                    let rest = &word[stem.len()..];
                    rest.is_empty() || (!latin && crate::text::is_particles(rest))
                });
            let variant = stems
                .filter_map(|stem| vocabulary.canonical(&format!("{stem} {typed}")))
                .find(|term| {
                    *term.name != *before.name && spec.kinds.iter().any(|kind| **kind == *term.kind)
                });
            if let Some(term) = variant {
                let name = named(term, how..how + 1, spec);
                let place = names.partition_point(|other| other.tokens.start < how);
                names.insert(place, name);
            }
        }
    }

    /// "Pebbles with 40 g": a name told with such a quantity or mark means the term that its own
    /// names for that.
    fn told_with(&self, note: &Note, domain: &Loaded, own: &[bool], names: &mut [Named]) {
        let notation = &domain.compiled.notation;
        let vocabulary = domain.module.vocabulary();
        for at in 0..names.len() {
            let name = &names[at];
            let Some(term) = vocabulary.term(&name.name).filter(|_| name.known) else {
                continue;
            };
            let others = notation.item.told_with.iter();
            let others: Vec<(&str, &Term)> = others
                .filter_map(|(with, key)| Some((with.as_str(), vocabulary.term(term.text(key)?)?)))
                .collect();
            if others.is_empty() {
                continue;
            }
            let (start, end) = (name.tokens.start, name.tokens.end);
            let sentence = note.sentence_of(start);
            let next = names.get(at + 1).map(|next| next.tokens.start);
            // What stands before the first name of the clause is its own, too.
            let clause = note.clause_of(start).start;
            let first = at == 0 || names[at - 1].tokens.end <= clause;
            let told =
                if first { clause } else { end }..next.unwrap_or(sentence.end).min(sentence.end);
            let measures = |with: &str| {
                note.pieces_in(told.clone()).iter().any(|piece| {
                    let at = piece.tokens.start;
                    let live = own[at] && !note.used[at] && !note.dead[at];
                    let mut values = piece.operands.iter().chain(&piece.at);
                    live && values.any(|value| {
                        domain
                            .compiled
                            .unit_in(self.tokens, value)
                            .is_some_and(|unit| {
                                let dimension = &self.tokens.unit(unit).dimension;
                                compiled::dimension_name(dimension) == with
                            })
                    })
                })
            };
            let marked = |with: &str| {
                within(&domain.hits, told.clone()).iter().any(|hit| {
                    matches!(hit.meaning, Meaning::Mark(mark)
                        if notation.marks[mark].field.as_deref() == Some(with))
                })
            };
            let held = |with: &str| measures(with) || marked(with);
            // A mark says more than a quantity.
            let found = others
                .iter()
                .find(|(with, _)| marked(with))
                .or_else(|| others.iter().find(|(with, _)| held(with)));
            if let Some((_, other)) = found {
                names[at] = Named {
                    exact: names[at].exact,
                    ..named(other, start..end, &notation.item)
                };
            }
        }
    }

    /// A known name right before an unknown plural noun is only the beginning of another name
    /// ("zercher lifts"): the whole is kept as typed, not forced onto the near one.
    fn extend_name(&self, note: &Note, domain: &Loaded, name: &mut Named) {
        let at = name.tokens.end;
        let word = self.tokens.norm(at);
        let plural = word.len() > 4 && word.ends_with('s') && !word.ends_with("ss");
        let token = self
            .tokens
            .get(at)
            .filter(|token| token.is_word() && token.spaced);
        let followed = note
            .pieces_in(at + 1..at + 2)
            .first()
            .is_some_and(|piece| piece.operands.len() > 1);
        let known = crate::text::lexicon::core().stop_words.contains(word)
            || self.tokens.units().word(word).is_some()
            || note.cues.iter().any(|hit| hit.tokens.contains(&at))
            || domain.hits.iter().any(|hit| hit.tokens.contains(&at))
            || domain.terms.iter().any(|place| place.tokens.contains(&at));
        if token.is_some() && plural && followed && !known {
            name.tokens.end = at + 1;
            name.name = self
                .tokens
                .slice(self.tokens.span_of(name.tokens.clone()))
                .to_owned();
            name.known = false;
            name.light = false;
        }
    }

    /// Whether a name without numbers tells of something done: nothing in its clause denies it.
    fn done(&self, note: &Note, item: &Item) -> bool {
        if item.tokens.is_empty() || note.dead[item.tokens.start] {
            return false;
        }
        let clause = note.clause_of(item.tokens.start);
        let denied = [
            Cue::Fail,
            Cue::Skip,
            Cue::Not,
            Cue::Plan,
            Cue::Meant,
            Cue::Intended,
        ];
        !denied.iter().any(|cue| note.cue_in(clause.clone(), *cue))
    }

    /// "One more set": rows like the one before. "Same as last time": the item's rows are those of the last entry that has it.
    fn repeat_past(
        &self,
        note: &Note,
        items: &mut [Item],
        past: &[history::Past],
        domain: &Compiled,
        remarks: &mut Remarks,
    ) {
        for more in once_more::places(note, domain) {
            let clause = note.clause[more.tokens.start];
            let Some(item) = items.iter_mut().rev().find(|item| {
                item.tokens.is_empty()
                    || item.tokens.start < more.tokens.start
                    || note.clause[item.tokens.start] == clause
            }) else {
                continue;
            };
            let today: Vec<&history::Past> = past
                .iter()
                .filter(|past| past.entry.date == self.today && past.name == item.name)
                .collect();
            if let Some(note) = once_more::add(item, &more, note, &today, domain) {
                remarks.note(note);
            }
        }
        for said in history::as_before(note) {
            let Some(item) = items.iter_mut().rev().find(|item| {
                item.tokens.is_empty()
                    || item.tokens.start < said.tokens.start
                    || note.clause[item.tokens.start] == said.clause
            }) else {
                continue;
            };
            let told = item
                .groups
                .iter()
                .any(|group| group.count.is_some() || !group.amounts.is_empty());
            if told {
                continue;
            }
            remarks.note(history::fill(item, past, domain, &said, self.tokens));
        }
    }
}

/// The place of a known name.
fn named(term: &Term, tokens: Range<usize>, spec: &ItemNotation) -> Named {
    Named {
        tokens,
        name: term.name.to_string(),
        exact: true,
        known: true,
        light: has_trait(term, &spec.light),
        timed: has_trait(term, &spec.timed),
        traits: traits(term),
    }
}

fn traits(term: &Term) -> Vec<String> {
    let flags = term
        .values
        .iter()
        .filter(|(_, value)| value.as_bool() == Some(true));
    flags
        .map(|(name, _)| name.to_owned())
        .chain(term.groups.iter().map(|group| group.to_string()))
        .collect()
}

fn has_trait(term: &Term, traits: &[String]) -> bool {
    traits
        .iter()
        .any(|name| term.flag(name) || term.groups.iter().any(|group| **group == **name))
}
