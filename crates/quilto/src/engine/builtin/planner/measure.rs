//! Which measure a question names, and which value of a field.

use std::sync::Arc;

use crate::domain::measures::{Aggregate, Measure, SummaryStatistic};
use crate::domain::{ActiveDomainContext, DomainModule};
use crate::engine::builtin::measures::naming_cues;
use crate::engine::builtin::topics::Topic;
use crate::text::UnitTable;
use quilto_language::cues::is_hangul;
use quilto_language::questions::words;
use quilto_language::{Hit, Words};

use super::intent::MeasureRef;
use super::reading_context::ReadingContext;
pub use crate::engine::builtin::measures::{measures_of, of_day, plain_field};

/// How a word names a measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// Just names it.
    Plain,
    /// Names it and asks for the best ("heaviest").
    Best,
    /// Names it and asks for the worst ("lightest").
    Worst,
}

/// A measure that a question names.
#[derive(Clone, Debug)]
pub struct MeasureMention {
    /// The measure.
    pub measure: MeasureRef,
    /// How the word names it.
    pub naming: Naming,
    /// Whether its values add up over days.
    pub adds_up: bool,
    /// The field it reads, if it reads just one.
    pub field: Option<String>,
    /// Whether it counts rows or entries: then the word may just name the domain's own things.
    pub counts: bool,
    /// Whether it counts entries rather than rows.
    pub entries: bool,
    /// Whether its newest value is its value (a state rather than a deed).
    pub latest: bool,
    /// Whether the word is a question word first ("how much").
    pub weak: bool,
    /// Where.
    pub hit: Hit,
}

/// Every naming of a measure in a sentence, the heaviest first.
pub fn named(
    modules: &[Arc<DomainModule>],
    line: &Words,
    free: &dyn Fn(usize) -> bool,
) -> Vec<MeasureMention> {
    let mut found: Vec<MeasureMention> = Vec::new();
    for module in modules {
        let Some(measures) = measures_of(module) else {
            continue;
        };
        let Some(known) = naming_cues(module) else {
            continue;
        };
        for (measure, cues) in measures.measures.iter().zip(&known.of_measures) {
            if cues.unlike.hold(line) {
                continue;
            }
            for (naming, list) in [
                (Naming::Best, &cues.best),
                (Naming::Worst, &cues.worst),
                (Naming::Plain, &cues.plain),
            ] {
                if let Some(hit) = list.find_where(line, free) {
                    found.push(MeasureMention {
                        measure: MeasureRef {
                            domain: module.name.clone(),
                            name: measure.name.clone(),
                        },
                        naming,
                        adds_up: measure.aggregate.adds_up(),
                        field: plain_field(measure),
                        counts: matches!(measure.aggregate, Aggregate::Count | Aggregate::Entries),
                        entries: measure.aggregate == Aggregate::Entries,
                        latest: measure.aggregate == Aggregate::Last,
                        weak: weak(line, &hit),
                        hit,
                    });
                }
            }
        }
    }
    for module in modules {
        let (Some(measures), Some(known)) = (measures_of(module), naming_cues(module)) else {
            continue;
        };
        for (sum, cues) in measures.sums.iter().zip(&known.of_sums) {
            let Some(hit) = cues.plain.find_where(line, free) else {
                continue;
            };
            found.push(MeasureMention {
                measure: MeasureRef {
                    domain: module.name.clone(),
                    name: sum.name.clone(),
                },
                naming: Naming::Plain,
                adds_up: true,
                field: None,
                counts: false,
                entries: false,
                latest: false,
                weak: weak(line, &hit),
                hit,
            });
        }
    }
    // Of the same words, what a special domain means by them comes first.
    let base = modules.iter().filter(|module| module.base);
    let base: Vec<&str> = base.map(|module| &*module.name).collect();
    found.sort_by_key(|named| {
        let weight = std::cmp::Reverse(named.hit.weight);
        (named.weak, weight, base.contains(&&*named.measure.domain))
    });
    found
}

/// Whether the words ask rather than name: "how far", and what follows a question word ("몇 시간").
fn weak(line: &Words, hit: &Hit) -> bool {
    let wh = |i: usize| words().asking.wh.is(&line.at(i).text);
    let start = hit.words.start;
    let counted = start > 0 && line.at(start).text.chars().any(is_hangul) && wh(start - 1);
    wh(start) || counted
}

/// A measure by its name, where a domain that is loaded has it.
pub fn of(named: &MeasureRef, domains: &ActiveDomainContext) -> Option<Measure> {
    let measures = measures_of(domains.module(&named.domain)?)?;
    measures.measure(&named.name).cloned()
}

/// Whether a name is that of a sum of bests.
pub fn is_sum(of: &MeasureRef, domains: &ActiveDomainContext) -> bool {
    let measures = domains.module(&of.domain).and_then(|m| measures_of(m));
    measures.is_some_and(|measures| measures.sum(&of.name).is_some())
}

/// The sum of bests whose parts are just what is named.
pub fn sum_of(topics: &[Topic], domains: &ActiveDomainContext) -> Option<MeasureRef> {
    let domain = &topics.first()?.domain;
    let measures = measures_of(domains.module(domain)?)?;
    let parts = |of: &[String]| {
        of.len() == topics.len() && topics.iter().all(|topic| of.contains(&topic.name))
    };
    let found = measures.sums.iter().find(|sum| parts(&sum.of))?;
    Some(MeasureRef {
        domain: domain.clone(),
        name: found.name.clone(),
    })
}

/// The measure that a condition on the sum of a day is about: the named one with the same unit, else
/// the one that was found.
pub fn of_day_named(
    field: &str,
    domain: &str,
    named: &[MeasureMention],
    domains: &ActiveDomainContext,
) -> String {
    let measures = domains.module(domain).and_then(|m| measures_of(m));
    let found = measures.as_ref().and_then(|m| m.measure(field));
    let (Some(measures), Some(found)) = (&measures, found.filter(|m| of_day(m))) else {
        return field.to_owned();
    };
    let same = |named: &&MeasureMention| {
        let other = measures.measure(&named.measure.name);
        named.naming == Naming::Plain
            && named.measure.domain == domain
            && other.is_some_and(|m| of_day(m) && m.unit == found.unit)
    };
    let named = named.iter().find(same);
    named.map_or_else(|| field.to_owned(), |named| named.measure.name.clone())
}

/// Whether a domain tells a measure that adds up by the day, and not by its sum over days.
pub fn told_per_day(of: &MeasureRef, domains: &ActiveDomainContext) -> bool {
    let measures = domains.module(&of.domain).and_then(|m| measures_of(m));
    let summary = measures.and_then(|measures| measures.summary.clone());
    summary.is_some_and(|summary| {
        let mut figures = summary.figures.iter();
        figures.any(|figure| figure.measure == of.name && figure.told == SummaryStatistic::Average)
    })
}

/// The measure that a question of a domain means which names none.
pub fn default_of(domain: &str, domains: &ActiveDomainContext) -> Option<MeasureRef> {
    let measures = measures_of(domains.module(domain)?)?;
    Some(MeasureRef {
        domain: domain.to_owned(),
        name: measures.default.clone(),
    })
}

/// What "how many" of the subjects of a domain is of, where it says so.
pub fn how_many(domain: &str, domains: &ActiveDomainContext) -> Option<MeasureRef> {
    let measures = measures_of(domains.module(domain)?)?;
    Some(MeasureRef {
        domain: domain.to_owned(),
        name: measures.how_many.clone()?,
    })
}

/// Whether values of a measure come to a total, as they are or by another measure.
pub fn has_total(named: &MeasureRef, domains: &ActiveDomainContext) -> bool {
    of(named, domains).is_none_or(|of| of.aggregate.adds_up() || of.total.is_some())
}

/// The unit that values of a measure are told in.
pub fn unit_of(named: &MeasureRef, ground: ReadingContext<'_>) -> Option<String> {
    let module = ground.domains.module(&named.domain)?;
    let unit = of(named, ground.domains)?.unit?;
    let units = ground.units;
    let measures = measures_of(module)?;
    let told = measures.unit(&unit, &units.mass, &units.distance);
    Some(told.to_owned())
}

/// Whether a measure tells of the night that ended on the day of its note.
pub fn of_night(named: &MeasureRef, domains: &ActiveDomainContext) -> bool {
    of(named, domains).is_some_and(|of| of.of_night)
}

/// The sum of bests that a question means which names nothing else ("what is my total?").
pub fn alone(domains: &ActiveDomainContext, line: &Words) -> Option<MeasureRef> {
    domains.modules.iter().find_map(|module| {
        let (measures, known) = (measures_of(module)?, naming_cues(module)?);
        let mut sums = measures.sums.iter().zip(&known.of_sums);
        Some(MeasureRef {
            domain: module.name.clone(),
            name: sums.find(|(_, cues)| cues.alone.hold(line))?.0.name.clone(),
        })
    })
}

/// The measure with records of its own per value, of the domain that all topics are of.
pub fn by_value(topics: &[Topic], domains: &ActiveDomainContext) -> Option<MeasureRef> {
    let domain = &topics.first()?.domain;
    if topics
        .iter()
        .any(|topic| topic.group || topic.domain != *domain)
    {
        return None;
    }
    let measures = measures_of(domains.module(domain)?)?;
    let found = measures.measures.iter().find(|m| m.by.is_some())?;
    Some(MeasureRef {
        domain: domain.clone(),
        name: found.name.clone(),
    })
}

/// Whether a word for a measure is the unit, too.
pub fn goes_by(measure: &Measure, unit: &str) -> bool {
    let table = UnitTable::core();
    let unit = table.word(unit);
    let mut words = measure.aliases.values().flatten();
    unit.is_some() && words.any(|word| table.word(word) == unit)
}

/// Whether two measures are values of one reading, told together: their notes say both at once.
pub fn one_reading(module: &DomainModule, one: &MeasureRef, other: &MeasureRef) -> bool {
    let Some(measures) = measures_of(module) else {
        return false;
    };
    let both = measures
        .measure(&one.name)
        .zip(measures.measure(&other.name));
    both.is_some_and(|(one, other)| {
        let alike = one.detail == other.detail && one.rows == other.rows;
        one.name != other.name && one.detail.is_some() && alike
    })
}
