//! A value of a field that a question names: "at 5 strokes", "with 80 kg".

use std::ops::Range;

use crate::domain::measures::Measure;
use crate::domain::{DomainModule, Notation};
use crate::engine::builtin::topics::Topic;
use crate::model::RowFilter;
use crate::text::{Dimension, TokenKind, Tokens, UnitTable};
use quilto_language::cues::is_hangul;
use quilto_language::questions::words;
use quilto_language::{Cues, Words};

use super::measure::{measures_of, of_day, plain_field};
use super::reading_context::{ReadingContext, WordCoverage};

/// A condition that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct FilterMatch {
    /// The condition.
    pub filter: RowFilter,
    /// The domain whose field it is.
    pub domain: String,
    /// The words that say it.
    pub words: Range<usize>,
}

/// A named distance means a little more or less of it: few are met to the metre.
const DISTANCE_SLACK: f64 = 0.02;

/// Seconds of a day.
const DAY: f64 = 86_400.0;

/// Finds the first number that a measure's field can take: a bare number right before a word for
/// the measure, or a quantity of the measure's dimension. `named_of` are the domains of which measures
/// are named.
pub fn read(
    tokens: &Tokens,
    ground: ReadingContext<'_>,
    topics: &[Topic],
    spoken: Option<&str>,
    named_of: &[&str],
    line: &Words,
    free: &dyn Fn(usize) -> bool,
) -> Option<FilterMatch> {
    // Of the domains that topics name; without topics the special ones come before the base.
    let named = |module: &DomainModule| {
        let by_topic = topics.iter().any(|topic| topic.domain == module.name);
        by_topic || topics.is_empty() && spoken.is_none_or(|domain| domain == module.name)
    };
    // The domain's own reading of a unit word counts where the question speaks of that domain.
    // Where it speaks of none and of no measure, too: "5 kilos" of nothing is no record.
    let anything = topics.is_empty() && spoken.is_none() && named_of.is_empty();
    let local = !topics.is_empty() || spoken.is_some() || anything;
    let mut modules: Vec<&DomainModule> = ground
        .domains
        .modules
        .iter()
        .map(AsRef::as_ref)
        .filter(|module| named(module))
        .collect();
    // A measure that is named says whose value it is.
    modules.sort_by_key(|module| (!named_of.contains(&&*module.name), module.base));
    let exact = (0..tokens.len()).find_map(|i| {
        let token = tokens.get(i)?;
        let span = token.span.start..token.span.end;
        let at = line.touching(&span);
        if at.is_empty() || !at.clone().all(free) {
            return None;
        }
        match &token.kind {
            TokenKind::Number(number) => counted(number.value, at, &modules, line, free),
            // "5 pieces": the number and the word for what is counted, in one.
            TokenKind::Quantity(quantity)
                if at.len() > 1 && tokens.unit(quantity.unit).dimension == Dimension::Count =>
            {
                counted(quantity.value, at.start..at.start + 1, &modules, line, free)
            }
            TokenKind::Pace(pace) => {
                let per = &tokens.unit(pace.per).name;
                let value = pace.seconds / pace.distance;
                paced(value, &format!("s/{per}"), at, ground, &modules, line)
            }
            TokenKind::Quantity(_) => {
                if anything {
                    modules
                        .sort_by_key(|module| (module.base, own_unit(tokens, i, module).is_none()));
                }
                measured(tokens, i, at, (ground, local), &modules, line)
            }
            _ => None,
        }
    });
    exact.or_else(|| bare(tokens, &modules, topics, line, free))
}

/// Another condition with an exact value, on words that are not understood yet.
pub(super) fn other(
    tokens: &Tokens,
    ground: ReadingContext<'_>,
    topics: &[Topic],
    spoken: Option<&str>,
    named_of: &[&str],
    marks: &WordCoverage,
) -> Option<FilterMatch> {
    let (line, free) = (&marks.line, marks.free());
    let found = read(tokens, ground, topics, spoken, named_of, line, &free)?;
    let exact = found.filter.min.is_some() && found.filter.max.is_some();
    exact.then_some(found)
}

/// A bare number right after a name ("granite 150", "hit 150"): a value of the domain's default
/// measure, where nothing that could be counted follows it.
fn bare(
    tokens: &Tokens,
    modules: &[&DomainModule],
    topics: &[Topic],
    line: &Words,
    free: &dyn Fn(usize) -> bool,
) -> Option<FilterMatch> {
    /// Smaller numbers are rather counts.
    const LEAST: f64 = 20.0;
    let cues = words();
    let [topic, ..] = topics else {
        return None;
    };
    let module = modules.iter().find(|module| module.name == topic.domain)?;
    let measures = measures_of(module)?;
    let measure = measures.measure(&measures.default)?;
    let (field, [low, high]) = (plain_field(measure)?, measure.plausible?);
    // "For 8": too little for the default measure, but so many of what signs stand beside.
    let counts = measures.measures.iter().find(|m| m.beside.is_some());
    let counts = counts.and_then(plain_field);
    (0..tokens.len()).find_map(|i| {
        let token = tokens.get(i)?;
        let TokenKind::Number(number) = &token.kind else {
            return None;
        };
        let at = line.touching(&(token.span.start..token.span.end));
        if at.is_empty() || !at.clone().all(free) || at.start == 0 {
            return None;
        }
        let before = line.at(at.start - 1);
        let named = topics
            .iter()
            .any(|topic| line.touching(&topic.span).contains(&(at.start - 1)));
        let said = named
            || cues.at_words.is(&before.text)
            || cues.at_least.is(&before.text)
            || cues.above.is(&before.text);
        let follows = (at.end < line.len()).then(|| line.at(at.end));
        // In Korean the bound stands behind its number ("100 넘긴").
        let bound = follows.is_some_and(|word| {
            let bounds = [&cues.above, &cues.below, &cues.at_least, &cues.at_most];
            word.text.chars().any(is_hangul) && bounds.iter().any(|list| list.begin(&word.text))
        });
        let counted = follows.is_some_and(|word| {
            !word.spaced
                || !free(at.end)
                || word.text.chars().all(char::is_alphabetic) && word.text.len() == 1
        });
        let few = number.whole().is_some() && number.value < LEAST && !named;
        if let Some(field) = counts.as_ref().filter(|_| few && said && !counted) {
            return Some(FilterMatch {
                domain: module.name.clone(),
                filter: bounds(field.clone(), number.value, 0.0, line),
                words: at,
            });
        }
        let fits = number.value >= LEAST.max(low) && number.value <= high;
        ((said && !counted || bound) && fits).then(|| FilterMatch {
            domain: module.name.clone(),
            filter: bounds(field.clone(), number.value, 0.005, line),
            words: at,
        })
    })
}

/// A bare number and the word for what it counts.
fn counted(
    value: f64,
    at: Range<usize>,
    modules: &[&DomainModule],
    line: &Words,
    free: &dyn Fn(usize) -> bool,
) -> Option<FilterMatch> {
    let next = at.end;
    for module in modules {
        if let Some(found) = beside(value, at.clone(), module, line, free) {
            return Some(found);
        }
    }
    if next >= line.len() || !free(next) {
        return None;
    }
    for module in modules {
        let measures = measures_of(module);
        for measure in measures.iter().flat_map(|m| &m.measures) {
            let Some(field) = plain_field(measure) else {
                continue;
            };
            let aliases = Cues::of_domain(measure.aliases.values().flatten());
            if let Some(hit) = aliases.find_where(line, &|i| i >= next && free(i))
                && hit.words.start == next
            {
                return Some(FilterMatch {
                    domain: module.name.clone(),
                    filter: bounds(field, value, 0.0, line),
                    words: at.start..hit.words.end,
                });
            }
        }
    }
    None
}

/// A bare number with a sign that names a measure's value only beside a number ("x 5", "5 pcs").
fn beside(
    value: f64,
    at: Range<usize>,
    module: &DomainModule,
    line: &Words,
    free: &dyn Fn(usize) -> bool,
) -> Option<FilterMatch> {
    let measures = measures_of(module)?;
    measures.measures.iter().find_map(|measure| {
        let field = plain_field(measure)?;
        let signs = measure.beside.as_ref()?;
        let after = Cues::of_domain(signs.after.values().flatten());
        let before = Cues::of_domain(signs.before.values().flatten());
        let follows = after
            .find_where(line, &|i| i >= at.end && free(i))
            .filter(|hit| hit.words.start == at.end)
            .map(|hit| at.start..hit.words.end);
        let leads = || {
            // The words of such a sign may be part of another name ("best set of").
            const LONGEST: usize = 3;
            let near = |i: usize| i < at.start && i + LONGEST >= at.start;
            let sign = before.find_where(line, &near)?.words;
            // "X 5 strokes": the word behind names it better.
            let named = measures.measures.iter().any(|other| {
                let aliases = Cues::of_domain(other.aliases.values().flatten());
                let hit = aliases.find_where(line, &|i| i >= at.end);
                hit.is_some_and(|hit| hit.words.start == at.end)
            });
            (sign.end == at.start && !named).then_some(sign.start..at.end)
        };
        let words = follows.or_else(leads)?;
        Some(FilterMatch {
            domain: module.name.clone(),
            filter: bounds(field, value, 0.0, line),
            words,
        })
    })
}

/// A quantity: the field of the first measure that is read as it stands and has its dimension.
fn measured(
    tokens: &Tokens,
    i: usize,
    at: Range<usize>,
    (ground, local): (ReadingContext<'_>, bool),
    modules: &[&DomainModule],
    line: &Words,
) -> Option<FilterMatch> {
    // "a week" says when, not how much.
    let quantity = match tokens.get(i)?.kind {
        TokenKind::Quantity(quantity) => quantity,
        _ => return None,
    };
    let unit = tokens.unit(quantity.unit);
    if unit.dimension == Dimension::Duration && unit.factor >= DAY {
        return None;
    }
    // "On how many days over 100": the sum of a day is meant, whatever rows it is made of.
    let by_day = words().count_days.hold(line);
    for module in modules {
        let Some(measures) = measures_of(module) else {
            continue;
        };
        let own = if local {
            own_unit(tokens, i, module)
        } else {
            None
        };
        let fits = |measure: &Measure| -> Option<(String, f64, bool)> {
            let sum = (by_day && of_day(measure)).then(|| measure.name.clone());
            let field = sum.or_else(|| plain_field(measure))?;
            let unit = measures.unit(
                measure.unit.as_deref()?,
                &ground.units.mass,
                &ground.units.distance,
            );
            let value = match &own {
                Some(own) => UnitTable::core().convert(quantity.number.value, own, unit)?,
                None => tokens.value_in(i, unit)?,
            };
            Some((field, value, matches!(unit, "km" | "mi" | "m" | "yd")))
        };
        if let Some((field, value, far)) = measures.measures.iter().find_map(fits) {
            let slack = if far { value * DISTANCE_SLACK } else { 0.005 };
            return Some(FilterMatch {
                domain: module.name.clone(),
                filter: bounds(field, value, slack, line),
                words: at,
            });
        }
    }
    None
}

/// Time per distance: the field of the first measure that is read as it stands in such a unit.
fn paced(
    value: f64,
    unit: &str,
    at: Range<usize>,
    ground: ReadingContext<'_>,
    modules: &[&DomainModule],
    line: &Words,
) -> Option<FilterMatch> {
    modules.iter().find_map(|module| {
        let measures = measures_of(module)?;
        let (units, mut all) = (ground.units, measures.measures.iter());
        all.find_map(|measure| {
            let field = plain_field(measure)?;
            let own = measures.unit(measure.unit.as_deref()?, &units.mass, &units.distance);
            let paces = own.contains('/');
            let factor = paces.then(|| crate::facts::factor(unit, own)).flatten()?;
            Some(FilterMatch {
                domain: module.name.clone(),
                filter: bounds(field, value * factor, 0.005, line),
                words: at.clone(),
            })
        })
    })
}

/// Whether the words of a value read well in an answer as they were typed: "10 strokes", "10회"; not
/// "pile of 10", "8-stroke" or "5". Beside "more than" and its like all do.
pub fn reads_well(said: &str, filter: &RowFilter) -> bool {
    let exact = filter.min.is_some() && filter.max.is_some();
    !exact
        || said.starts_with(|c: char| c.is_ascii_digit())
            && said.contains(char::is_alphabetic)
            && !said.contains('-')
}

/// A value that a name stands for ("a long one"), under the bounds of the question ("longer than"):
/// whether the value itself counts is said beside it.
pub fn bounded(value: RowFilter, line: &Words) -> (RowFilter, bool) {
    let cues = words();
    const HAIR: f64 = 0.001;
    let RowFilter { min, max, .. } = value;
    let (min, max, strict) = if cues.above.hold(line) {
        (max.map(|max| max + HAIR), None, true)
    } else if cues.below.hold(line) {
        (None, min.map(|min| min - HAIR), true)
    } else if cues.at_least.hold(line) {
        (min, None, false)
    } else if cues.at_most.hold(line) {
        (None, max, false)
    } else {
        (min, max, false)
    };
    (RowFilter { min, max, ..value }, strict)
}

/// The unit that the word of a quantity means in a domain's own notes, where that differs from
/// its usual meaning.
fn own_unit(tokens: &Tokens, i: usize, module: &DomainModule) -> Option<String> {
    let written = tokens.norm_of(i..i + 1);
    let word = written.trim_start_matches(|c: char| !c.is_alphabetic());
    let notation = module.part::<Notation>("notation.yaml").ok().flatten()?;
    let unit = notation.units.iter().find(|unit| {
        let mut local = unit.local.iter();
        local.any(|local| word.starts_with(local.as_str()))
    })?;
    Some(unit.name.clone())
}

/// The bounds that a question sets a value: at least, at most, more, less, or just so much.
pub(super) fn bounds(field: String, value: f64, slack: f64, line: &Words) -> RowFilter {
    let cues = words();
    // Values are kept to two digits at most: a hair more than one is another value.
    const HAIR: f64 = 0.001;
    let (min, max) = if cues.above.hold(line) {
        (Some(value + slack + HAIR), None)
    } else if cues.below.hold(line) {
        (None, Some(value - slack - HAIR))
    } else if cues.at_least.hold(line) {
        (Some(value - slack), None)
    } else if cues.at_most.hold(line) {
        (None, Some(value + slack))
    } else {
        (Some(value - slack), Some(value + slack))
    };
    RowFilter {
        field,
        min,
        max,
        text: None,
    }
}
