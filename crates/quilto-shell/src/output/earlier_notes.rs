//! What the log already holds of the subjects of a note: the last time, and the record.

use chrono::NaiveDate;
use quilto::domain::ActiveDomainContext;
use quilto::engine::builtin::StoredRecord;
use quilto::facts;
use quilto::model::{Entry, Fact, FactKind, FactOp, FactQuery, Parsed, Quantity};
use serde_json::Value;

use super::note_echo::{self, Style};
use super::{Item, pointer};

/// The notes before one, oldest first.
pub struct EarlierNotes {
    pub entries: Vec<Entry>,
    /// Whether they are all there are.
    pub whole: bool,
    /// What was learned: it has the records of longer ago, and those that the person wrote there.
    pub learned: String,
}

/// Whether there is a subject to look for: without one no earlier note need be read.
pub fn has_subjects(items: &[Item], parsed: &Parsed) -> bool {
    let mut subjects = parsed.domain_data.values().flat_map(names);
    subjects.any(|subject| items.iter().any(|item| item.name == subject))
}

/// Adds to each item when its subject was last logged and what its record was, and says so where
/// the record falls. Only notes that name the subject are computed with.
pub fn add(
    items: &mut [Item],
    entry: &Entry,
    earlier: &EarlierNotes,
    domains: &ActiveDomainContext,
    style: &Style<'_>,
) {
    let Some(parsed) = &entry.parsed else { return };
    for (domain, data) in &parsed.domain_data {
        let subjects: Vec<String> = names(data).map(str::to_owned).collect();
        for item in items
            .iter_mut()
            .filter(|item| subjects.contains(&item.name))
        {
            let same: Vec<Entry> = earlier
                .entries
                .iter()
                .filter(|other| other.id != entry.id && holds(other, domain, &item.name))
                .cloned()
                .collect();
            if same.is_empty() {
                continue;
            }
            let before = [
                last_time(&same, &item.name, style),
                record(domain, item, &same, entry, earlier, domains, style),
            ];
            item.before = before.into_iter().flatten().collect();
        }
    }
}

fn last_time(same: &[Entry], name: &str, style: &Style<'_>) -> Option<String> {
    let last = same.last()?;
    let shown = note_echo::items(last.parsed.as_ref()?, style);
    let shown = shown.iter().find(|item| item.name == name)?;
    let fill = [("day", &*day(last.date)), ("what", &shown.detail)];
    (!shown.detail.is_empty()).then(|| style.words().last_time.fill(&fill))
}

fn record(
    domain: &str,
    item: &Item,
    same: &[Entry],
    entry: &Entry,
    earlier: &EarlierNotes,
    domains: &ActiveDomainContext,
    style: &Style<'_>,
) -> Option<String> {
    let module = domains
        .modules
        .iter()
        .find(|module| module.name == domain)?;
    let measures = module.measures().ok()??;
    let measure = measures.default_measure()?;
    let query = [FactQuery {
        subjects: vec![item.name.clone()],
        ..FactQuery::of(domain, measure.name.clone(), FactOp::Best)
    }];
    let best = |entries: &[Entry]| {
        let found = facts::compute(&query, entries, domains, style.units, entry.date);
        found.into_iter().find(|fact| fact.number().is_some())
    };
    let RecordBefore {
        entries: mut all,
        best: before,
        doubted,
    } = RecordBefore::of(domain, &item.name, same, &best)?;
    // a thing without this measure is answered with another one
    let own = best(std::slice::from_ref(entry)).filter(|own| own.kind == before.kind);
    if own.is_none() && is_left_out(entry, domain, &item.name) {
        return None;
    }
    // what is in doubt is no record before the person says that it is right
    if !entry.has_doubtful_value(domain, &item.name) {
        all.push(entry.clone());
    }
    let after = best(&all)?;
    let new = after.number() != before.number() && after.entries.contains(&entry.id);
    let better = before
        .kind
        .measure()
        .and_then(|name| measures.measure(name))
        .map_or(measure.better, |of| of.better);
    let known = StoredRecord::of(&earlier.learned, &before.kind, &item.name);
    let words = style.words();
    let now = facts::format::fact_value(&after);
    if let Some(own) = known.as_ref().filter(|known| known.own)
        && !own.reached_by(&before, better)
    {
        let wording = match own.beaten_by(&after, better) {
            true => &words.new_record,
            false => &words.record,
        };
        return Some(wording.fill(&[("now", &now), ("what", &own.said)]));
    }
    // Among the latest notes and that of the record on file the best is the record.
    let sure = known.is_some_and(|known| known.reached_by(&before, better));
    let wording = match (new, earlier.whole || sure) {
        (true, true) => &words.new_record,
        (true, false) => &words.new_best_of_latest,
        (false, true) => &words.record,
        (false, false) => &words.best_of_latest,
    };
    let what = match doubted {
        Some(doubted) if doubted == before => {
            words.uncertain_record.fill(&[("what", &on_day(&before))])
        }
        Some(doubted) => words
            .record_beside_uncertain
            .fill(&[("what", &on_day(&before)), ("doubted", &on_day(&doubted))]),
        None => on_day(&before),
    };
    Some(wording.fill(&[("now", &now), ("what", &what)]))
}

/// What a note's record is to beat.
struct RecordBefore {
    /// The notes that it is the best of.
    entries: Vec<Entry>,
    best: Fact,
    /// What would be the best, had the person said that it is right; the best itself, where there is no
    /// other.
    doubted: Option<Fact>,
}

impl RecordBefore {
    fn of(
        domain: &str,
        name: &str,
        same: &[Entry],
        best: &impl Fn(&[Entry]) -> Option<Fact>,
    ) -> Option<Self> {
        let highest = best(same)?;
        let is_doubtful = |entry: &&Entry| entry.has_doubtful_value(domain, name);
        if !same
            .iter()
            .filter(is_doubtful)
            .any(|of| highest.is_made_by(of))
        {
            return Some(Self {
                entries: same.to_vec(),
                best: highest,
                doubted: None,
            });
        }
        let sure = same.iter().filter(|entry| !is_doubtful(entry));
        let sure: Vec<Entry> = sure.cloned().collect();
        Some(match best(&sure) {
            Some(best) => Self {
                entries: sure,
                best,
                doubted: Some(highest),
            },
            None => Self {
                entries: same.to_vec(),
                best: highest.clone(),
                doubted: Some(highest),
            },
        })
    }
}

/// The days of records that are on file for what a note is about.
pub fn record_days(entry: &Entry, learned: &str, domains: &ActiveDomainContext) -> Vec<NaiveDate> {
    let Some(parsed) = &entry.parsed else {
        return Vec::new();
    };
    let of_domain = |(domain, data): (&String, &Value)| {
        let module = domains.modules.iter().find(|m| m.name == *domain)?;
        let measures = module.measures().ok()??;
        let kind = FactKind::Best(Quantity::Measure(measures.default_measure()?.name.clone()));
        let known =
            names(data).filter_map(|subject| StoredRecord::of(learned, &kind, subject)?.date);
        Some(known.collect::<Vec<_>>())
    };
    let days = parsed.domain_data.iter().filter_map(of_domain);
    days.flatten().collect()
}

/// Whether something that was told of a thing is no part of the data, since it cannot be.
fn is_left_out(entry: &Entry, domain: &str, name: &str) -> bool {
    let Some(parsed) = &entry.parsed else {
        return false;
    };
    let Some(data) = parsed.domain_data.get(domain) else {
        return false;
    };
    let paths = parsed.uncertain_fields.iter();
    let mut of_domain = paths.filter_map(|path| path.strip_prefix(domain)?.strip_prefix('.'));
    of_domain.any(|path| {
        let pointer = pointer(path);
        let mut around = pointer.match_indices('/').map(|(end, _)| &pointer[..end]);
        let is_of = |place: &str| data.pointer(place)?.get("name")?.as_str();
        data.pointer(&pointer).is_none() && around.any(|place| is_of(place) == Some(name))
    })
}

/// `80 kg, 2026-11-20`
fn on_day(fact: &Fact) -> String {
    let when = fact
        .date
        .map_or_else(String::new, |date| format!(", {}", day(date)));
    format!("{}{when}", facts::format::fact_value(fact))
}

fn day(date: NaiveDate) -> String {
    date.format("%Y-%m-%d").to_string()
}

fn holds(entry: &Entry, domain: &str, subject: &str) -> bool {
    let data = entry
        .parsed
        .as_ref()
        .and_then(|parsed| parsed.domain_data.get(domain));
    data.is_some_and(|data| names(data).any(|name| name == subject))
}

/// The names of the things in the lists of a domain's data.
fn names(data: &Value) -> impl Iterator<Item = &str> {
    let lists = data.as_object().into_iter().flatten();
    lists
        .filter_map(|(_, list)| list.as_array())
        .flatten()
        .filter_map(|thing| thing.get("name")?.as_str())
}
