//! A note into data: the steps in order.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::ops::Range;
use std::sync::Arc;

use chrono::NaiveDate;
use serde_json::{Map, Value};

use super::adjacent_values::{besides, strange};
use super::borders::estranged;
use super::causes::causes;
use super::checklist::without_open;
use super::claims::Claim;
use super::claims::claims;
use super::compile_cache::{compile, units_of};
use super::compiled::{self, Compiled, Meaning};
use super::days_and_hours::{
    LAST_HOUR, earlier_times, is_bedtime, is_due, is_hour, looks_like_values, own_date,
};
use super::domain_candidate::DomainCandidate;
use super::held_back::{doubtful, held_back};
use super::item_segmentation::ItemSegmenter;
use super::labels;
use super::loaded::{Loaded, Reading, opens};
use super::not_performed::{NotPerformed, mark_undone};
use super::note::Note;
use super::numeric_expressions::{NumericExpression, ValueKind};
use super::outliers;
use super::owners::owners;
use super::phrases::Hit;
use super::portions::Portions;
use super::quotes::{quoted_numbers, without_quotes};
use super::records::{Records, TermMention};
use super::remarks::Remark;
use super::repeated_rows;
use super::row_exceptions::{self, RowException};
use super::shorthand::spell_out;
use super::slot_values;
use super::spans::around;
use super::states::names_of_pairs;
use super::steps::Reader;
use super::stray_numbers::StrayNumbers;
use super::tables;
use super::text_analysis::TextAnalysis;
use super::text_limits::within_bounds;
use super::typed_units;
use super::unread::{FieldNames, Ledger, Leftovers, SpanContent};
use super::unused_mentions;
use super::write::Remarks;
use crate::domain::{ActiveDomainContext, MarkEffect};
use crate::engine::builtin::acts;
use crate::engine::builtin::language::spacing;
use crate::model::{Entry, UnitPreferences, Unread};
use crate::text::dates::{self, DateContext};
use crate::text::{Span, Symbol, TokenKind, Tokens, UnitTable, read_with};
use crate::time_limit;

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
    let note = NoteText { text, laid: None };
    read_instead(domains, units, &note, today, recent, None)
}

/// The same of a note that is laid out, or where its data is known otherwise: its day, its tags and what of its
/// words went into nothing.
pub fn read_laid(
    domains: &ActiveDomainContext,
    units: &UnitPreferences,
    laid: &TextAnalysis,
    today: NaiveDate,
    recent: &[Entry],
    instead: Option<ReadingOverrides>,
) -> Reading {
    let note = NoteText {
        text: laid.tokens.text(),
        laid: Some(laid),
    };
    read_instead(domains, units, &note, today, recent, instead)
}

/// A note as it was typed.
struct NoteText<'t> {
    text: &'t str,
    laid: Option<&'t TextAnalysis>,
}

/// What is known otherwise of what a note tells.
#[derive(Debug)]
pub struct ReadingOverrides {
    /// What it tells, by domain.
    pub data: Map<String, Value>,
    /// Places of that which want confirmation, and what to say of them.
    pub uncertain_fields: Vec<String>,
    pub notes: Vec<String>,
    /// The stretches, in bytes, that tell what was not done, where that is known otherwise, too.
    pub not_done: Option<Vec<Span>>,
}

fn read_instead(
    domains: &ActiveDomainContext,
    units: &UnitPreferences,
    typed: &NoteText,
    today: NaiveDate,
    recent: &[Entry],
    instead: Option<ReadingOverrides>,
) -> Reading {
    time_limit::check();
    let text = typed.text;
    let modules = &domains.modules;
    let compiled: Vec<Option<Arc<Compiled>>> =
        modules.iter().map(|module| compile(module)).collect();
    let table = units_of(modules);
    let mut remarks = Remarks::of(text);
    let (bounded, beyond) = match within_bounds(text) {
        Some((kept, beyond)) => (Cow::Owned(kept), beyond),
        None => (Cow::Borrowed(text), Vec::new()),
    };
    let text = &*bounded;
    let named = |word: &str| domains.vocabulary().canonical(word).is_some();
    let own = prepare(text, &table, &compiled, &named, &mut remarks);
    let as_typed = own.is_none() && beyond.is_empty();
    let laid = typed.laid.filter(|_| as_typed);
    let tokens = match laid {
        Some(laid) => Cow::Borrowed(&laid.tokens),
        None => Cow::Owned(spacing::read(
            own.as_deref().unwrap_or(text),
            &table,
            domains,
        )),
    };
    // What was spelled out is not what was typed.
    let typed = own.as_ref().map(|_| read_with(text, &table));
    let units = &typed_units::of_text(typed.as_ref().unwrap_or(&tokens), units);
    let mut found = dates::find(&tokens, &DateContext::note(today));
    let mut skip = vec![false; tokens.len()];
    let mut mentions = match laid {
        Some(laid) => laid.mentions.clone(),
        None => domains.vocabulary().find(&tokens),
    };
    let all_mentions = mentions.len();
    let mut hits: Vec<Vec<Hit<Meaning>>> = Vec::new();
    for (module, compiled) in domains.modules.iter().zip(&compiled) {
        let Some(compiled) = compiled else {
            hits.push(Vec::new());
            continue;
        };
        let found = compiled.phrases.find(&tokens);
        for pair in names_of_pairs(&tokens, compiled, module, &found) {
            mentions.retain(|named| !pair.contains(&named.mention.tokens.start));
        }
        hits.push(found);
    }
    let portion = |at: usize| {
        let named = mentions
            .iter()
            .find(|named| named.mention.tokens.start == at);
        let notation = named.and_then(|named| compiled[named.domain].as_ref());
        notation.is_some_and(|domain| domain.notation.item.estimates.is_some())
    };
    found.retain(|date| !looks_like_values(&tokens, date, &portion));
    for date in &found {
        skip[date.tokens.clone()].fill(true);
    }
    labels::mark(&tokens, &mut skip);
    for (at, token) in tokens.iter().enumerate() {
        skip[at] |= match token.kind {
            TokenKind::Time(_) => true,
            TokenKind::Clock(clock) => clock.time_of_day().is_some() && is_hour(&tokens, at),
            TokenKind::Number(number) => {
                number.value < LAST_HOUR && (is_due(&tokens, at) || is_bedtime(&tokens, at))
            }
            _ => false,
        };
    }
    let mut note = Note::new(&tokens, &skip);
    let mut loaded: Vec<Loaded> = Vec::new();
    let mut place_of: Vec<Option<usize>> = Vec::new();
    for ((module, compiled), hits) in domains.modules.iter().zip(compiled).zip(hits) {
        place_of.push(compiled.as_ref().map(|_| loaded.len()));
        if let Some(compiled) = compiled {
            loaded.push(Loaded {
                hits,
                module,
                compiled,
                terms: Vec::new(),
                things: Vec::new(),
            });
        }
    }
    for mention in &mentions {
        let Some(place) = place_of.get(mention.domain).copied().flatten() else {
            continue;
        };
        let domain = &mut loaded[place];
        if let Some(term) = domain.module.vocabulary().term(&mention.mention.term) {
            domain.terms.push(TermMention {
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
            // But before its number it does ("tumbler tilt 6").
            let value = note.pieces_in(hit.tokens.end..hit.tokens.end + 1);
            let led = value
                .iter()
                .any(|piece| piece.tokens.start == hit.tokens.end);
            !(inside && !led && matches!(hit.meaning, Meaning::Slot(_)))
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
        // What only may say how somebody feels is not known for that.
        let hits = domain.hits.iter();
        let hits = hits.filter(|hit| !matches!(hit.meaning, Meaning::Says(_)));
        let hits = hits.map(|hit| &hit.tokens);
        for range in hits.chain(domain.terms.iter().map(|place| &place.tokens)) {
            known[range.clone()].fill(true);
        }
    }
    let short = fallen_short(&mut note, &loaded);
    let acts = match laid.filter(|_| mentions.len() == all_mentions) {
        Some(laid) => Cow::Borrowed(&laid.acts),
        None => Cow::Owned(acts::read(domains, &tokens, &mentions, today)),
    };
    let undone = mark_undone(
        &mut note,
        &strong,
        &|at| known[at],
        &reckoned(&loaded),
        acts::held(&acts),
    );
    if undone.commands {
        remarks.tell(&Remark::Orders);
    }
    for name in causes(&note, &loaded, &skip) {
        note.tell(name.clone());
        note.dead[name].fill(true);
    }
    perhaps_others(&tokens, &undone, &mut remarks);
    let held_back = held_back(&note, &acts, &undone, &mentions);
    // The number of "one more set" is no value of anything.
    let more = loaded
        .iter()
        .flat_map(|domain| repeated_rows::places(&note, &domain.compiled))
        .filter_map(|more| more.bare);
    for number in more.collect::<Vec<_>>() {
        note.used[number].fill(true);
    }
    let mut reading = Reading::default();
    let of_writer = reader.states(
        &loaded,
        &strong,
        &mut note,
        &mut known,
        &mut reading,
        &mut remarks,
    );
    cut_things(&mut loaded, &note);
    for thing in loaded.iter().flat_map(|domain| &domain.things) {
        known[thing.name.clone()].fill(true);
    }
    let unknown = reader.unknown(&loaded, &note, &known);
    let claims = claims(&note, &loaded, &unknown);
    let contenders: Vec<DomainCandidate> = loaded
        .iter()
        .map(|domain| DomainCandidate {
            domain: &domain.compiled,
            hits: &domain.hits,
            unit: &units.distance,
        })
        .collect();
    let mut owned = owners(&note, &contenders, &claims);
    let mut besides = besides(&note, &loaded);
    let asides = StrayNumbers {
        note: &note,
        loaded: &loaded,
        claims: &claims,
        known: &known,
    };
    besides.extend(asides.find(&owned));
    for (stretch, other) in strange(&note, &loaded, &claims, &owned) {
        owned[stretch.clone()].fill(other);
        if other.is_none() {
            besides.push(stretch);
        }
    }
    for stretch in &besides {
        owned[stretch.clone()].fill(None);
    }
    for clause in estranged(&note, &loaded, &owned, &known) {
        owned[clause].fill(None);
    }
    if owned.iter().all(Option::is_none)
        && let Some(domain) = goes_on(&note, &loaded, recent, today)
    {
        owned.fill(Some(domain));
    }
    let two_units = two_units(&note, &loaded, &owned, &claims, recent);
    // A word may mean another unit in the text of one domain.
    for at in 0..note.pieces.len() {
        let start = note.pieces[at].tokens.start;
        let owner = owned[start].map(|owner| &loaded[owner].compiled);
        // "2k 7:30": what a time stands beside is how far it was.
        let timed = note.pieces.get(at + 1).is_some_and(|next| {
            let clock = next
                .plain()
                .is_some_and(|value| matches!(value.what, ValueKind::Clock { .. }));
            clock && note.clause[next.tokens.start] == note.clause[start]
        });
        let far = owned[start].is_some_and(|owner| is_whole_other(&note, &loaded[owner], at));
        let piece = &mut note.pieces[at];
        if let Some(domain) = owner.filter(|_| !timed && !far) {
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
                &known,
                &short[at],
                &mut remarks,
            )
        } else if let Some(group) = &domain.compiled.notation.group {
            Portions {
                note: &note,
                domain: &domain.compiled,
                domain_name: &domain.module.name,
                terms: &domain.terms,
                things: &domain.things,
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
                vocabulary: domain.module.vocabulary(),
                terms: &domain.terms,
                hits: &domain.hits,
                own: &own,
                sentence: Cell::new(None),
                repeats: OnceCell::new(),
                typed: OnceCell::new(),
            }
            .read(&mut remarks)
        };
        let _ = list;
        if let Some(data) = data {
            reading.domain_data.insert(domain.module.name.clone(), data);
        }
    }
    let two_units = two_units.filter(|_| instead.is_none());
    if let Some(instead) = instead {
        reading.domain_data = instead.data;
        remarks.uncertain = instead.uncertain_fields;
        remarks.notes = instead.notes;
        if let (Some(not_done), None) = (instead.not_done, &own) {
            for (at, token) in tokens.iter().enumerate() {
                note.dead[at] = not_done.iter().any(|of| of.overlaps(token.span));
            }
        }
    }
    if let Some((path, [taken, other])) = two_units.filter(|_| !reading.domain_data.is_empty()) {
        remarks.doubt(path, &Remark::Otherwise(&taken, &other));
    }
    reading.date = own_date(&found, &note, today, &of_writer.nights, &strong);
    for date in &found {
        if Some(date.range.start) == reading.date && !date.doubt.is_empty() {
            remarks.tell(&Remark::Day(&date.doubt, &date.range));
        }
    }
    for domain in &loaded {
        let (name, data) = (&domain.module.name, &reading.domain_data);
        for outlier in outliers::of_domain(data, name, &domain.compiled, recent) {
            for path in &outlier.paths {
                remarks.doubt(path.clone(), &outlier.remark());
            }
        }
    }
    let items = || loaded.iter().map(|domain| &domain.compiled.notation.item);
    let fields = FieldNames {
        estimated: items()
            .filter_map(|item| Some(item.estimates.as_ref()?.list.clone()))
            .collect(),
        rows: items().filter_map(|item| item.rows.clone()).collect(),
        things: loaded
            .iter()
            .flat_map(|domain| {
                let notation = &domain.compiled.notation;
                let group = notation.group.as_ref();
                group.map(|group| [notation.list.clone(), Some(group.list.clone())])
            })
            .flatten()
            .flatten()
            .collect(),
    };
    let mut ledger = Ledger::of(&reading.domain_data, fields);
    for told in &remarks.notes {
        ledger.words(told);
    }
    let told_by: Vec<SpanContent> = owned
        .iter()
        .map(|owner| {
            let Some((at, domain)) = owner.and_then(|at| Some((at, loaded.get(at)?))) else {
                return SpanContent::Otherwise;
            };
            let named = claims
                .iter()
                .any(|claim| claim.domain == at && claim.strong);
            match &domain.compiled.notation {
                notation if notation.group.is_some() && named => SpanContent::Things,
                notation if notation.group.is_none() && notation.item.rows.is_none() && !named => {
                    SpanContent::Unnamed
                }
                _ => SpanContent::Otherwise,
            }
        })
        .collect();
    let other_days = unused_mentions::UnusedDays {
        note: &note,
        today,
        day: reading.date.unwrap_or(today),
        nights: &of_writer.nights,
        names: &strong,
    };
    let leftovers = Leftovers {
        note: &note,
        dated: &skip,
        known: &known,
        told_by: &told_by,
        doubted: &of_writer.doubted,
        lost: &[
            unused_mentions::things(&note, &loaded, &owned),
            other_days.lost(&found),
            doubtful(&note, &acts, &strong),
            Vec::from_iter(unused_mentions::bedtime(&note, &skip, &of_writer.nights)),
        ]
        .concat(),
    };
    reading.unread = leftovers.find(&mut ledger);
    for (at, domain) in loaded.iter().enumerate() {
        let own = |piece: &&NumericExpression| owned[piece.tokens.start] == Some(at);
        let unnamed =
            |piece: &&NumericExpression| told_by[piece.tokens.start] == SpanContent::Unnamed;
        let first = note.pieces.iter().find(own).filter(unnamed);
        if let Some(piece) = first
            && let Some(path) = lone_figure(domain, &reading.domain_data)
            && leftovers.unknown_beside(piece) >= UNCLEAR
        {
            let told = tokens.slice(tokens.span_of(piece.tokens.clone()));
            remarks.doubt(path, &Remark::HowUnsaid(told));
        }
    }
    for stretch in besides {
        let text = tokens
            .slice(tokens.span_of(leftovers.with_words(stretch.clone())))
            .trim()
            .to_owned();
        let clause = tokens.slice(tokens.span_of(note.clause_of(stretch.start)));
        let said = |unread: &Unread| unread.text.contains(&text);
        if !note.dead[stretch.start] && !reading.unread.iter().any(said) {
            let clause = clause.trim().to_owned();
            reading.unread.push(Unread { text, clause });
        }
    }
    reading.unread.extend(beyond.into_iter().map(|line| Unread {
        text: line.clone(),
        clause: line,
    }));
    reading.uncertain_fields = remarks.uncertain;
    reading.notes = remarks.notes;
    let dead = tokens.iter().zip(&note.dead).filter(|(_, dead)| **dead);
    let dead = dead.filter_map(|(token, _)| token.number());
    reading.set_aside = dead.map(|number| number.value).collect();
    reading.set_aside.extend(quoted_numbers(text));
    reading.held_back = held_back;
    reading
}

/// With so many unknown words beside it, a lone figure could be of anything.
const UNCLEAR: usize = 2;

/// The place of the only record of a domain, where it holds one figure and no more.
fn lone_figure(domain: &Loaded, data: &Map<String, Value>) -> Option<String> {
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

/// The words of all domains for what was worked out, not done.
fn reckoned(loaded: &[Loaded]) -> Vec<Range<usize>> {
    let words = loaded.iter().flat_map(|domain| {
        domain.hits.iter().filter(|hit| {
            matches!(hit.meaning, Meaning::Mark(mark)
                if domain.compiled.effect(mark) == MarkEffect::Reckoned)
        })
    });
    words.map(|hit| hit.tokens.clone()).collect()
}

/// What fell short of what was told, by domain; its words say nothing else.
fn fallen_short(note: &mut Note, loaded: &[Loaded]) -> Vec<Vec<RowException>> {
    let domains = loaded.iter();
    let found: Vec<Vec<RowException>> = domains
        .map(|domain| row_exceptions::places(note, &domain.compiled))
        .collect();
    for short in found.iter().flatten() {
        note.dead[short.tokens.clone()].fill(true);
    }
    found
}

/// Says in the note's own words what somebody else could have done.
fn perhaps_others(tokens: &Tokens, undone: &NotPerformed, remarks: &mut Remarks) {
    let said = |range: &Range<usize>| {
        let said = tokens.slice(tokens.span_of(range.clone())).trim();
        said.trim_end_matches(['.', ',', ';', '!']).to_owned()
    };
    for range in &undone.perhaps {
        let said = said(range);
        remarks.tell(&Remark::PerhapsOthers(&said));
    }
}

/// The text as it is read: without what it only quotes, tables and shorthand spelled out. `None`
/// where it is read as it stands.
fn prepare(
    text: &str,
    units: &UnitTable,
    compiled: &[Option<Arc<Compiled>>],
    named: &dyn Fn(&str) -> bool,
    remarks: &mut Remarks,
) -> Option<String> {
    let mut own = without_quotes(text);
    if own.is_some() {
        remarks.tell(&Remark::Quoted);
    }
    if let Some(done) = without_open(own.as_deref().unwrap_or(text)) {
        remarks.tell(&Remark::NotTicked);
        own = Some(done);
    }
    let domains: Vec<&Compiled> = compiled.iter().flatten().map(|arc| &**arc).collect();
    let patterns = || domains.iter().flat_map(|domain| &domain.shorthand);
    own = tables::told(own.as_deref().unwrap_or(text), units, &domains).or(own);
    spell_out(own.as_deref().unwrap_or(text), units, patterns(), named).or(own)
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
            && (clear || !repeated_rows::places(note, &domain.compiled).is_empty())
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
) -> Option<(String, [String; 2])> {
    let told = |piece: &&NumericExpression| {
        !note.used[piece.tokens.start] && !note.dead[piece.tokens.start]
    };
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
    let both = [unit, typed].map(|unit| format!("{number} {}", unit.name));
    (!logged).then_some((path, both))
}

/// "row 2k": the only number of its sentence, not usual in the unit that its word means here, of a thing
/// that is another one when it is told in the unit of the word itself.
fn is_whole_other(note: &Note, domain: &Loaded, at: usize) -> bool {
    let piece = &note.pieces[at];
    let sentence = note.sentence_of(piece.tokens.start);
    let told = || {
        let value = piece
            .plain()
            .filter(|_| note.pieces_in(sentence.clone()).len() == 1)?;
        let (typed, here) = (value.unit?, domain.compiled.unit_in(note.tokens, value)?);
        let (typed, here) = (note.tokens.unit(typed), note.tokens.unit(here));
        let slot = *domain.compiled.slots_of_unit(here).first()?;
        let [least, most] = domain.compiled.slot(slot).usual?;
        let number = slot_values::in_bounds_unit(
            &domain.compiled,
            note.tokens,
            slot,
            value.one()?,
            &here.name,
        );
        let with = &domain.compiled.notation.item.told_with;
        let key = with.get(compiled::dimension_name(&typed.dimension))?;
        let mut names = around(&domain.terms, piece.tokens.start).iter();
        let other = names.any(|place| place.term.text(key).is_some());
        Some(typed.name != here.name && !(least..=most).contains(&number) && other)
    };
    told().unwrap_or(false)
}

/// The things that domains of grouped things are told of.
fn cut_things(loaded: &mut [Loaded], note: &Note) {
    for at in 0..loaded.len() {
        if loaded[at].compiled.notation.group.is_none() {
            continue;
        }
        let mut foreign = vec![false; note.tokens.len()];
        for (other, domain) in loaded.iter().enumerate() {
            let names = domain.terms.iter().filter(|_| other != at);
            for place in names {
                foreign[place.tokens.clone()].fill(true);
            }
        }
        let domain = &loaded[at];
        for place in &domain.terms {
            foreign[place.tokens.clone()].fill(false);
        }
        let things = ItemSegmenter {
            note,
            domain: &domain.compiled,
            terms: &domain.terms,
            hits: &domain.hits,
            foreign: &foreign,
            vocabulary: domain.module.vocabulary(),
        }
        .things();
        loaded[at].things = things;
    }
}
