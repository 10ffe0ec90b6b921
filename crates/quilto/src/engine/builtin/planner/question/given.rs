//! What is known of a question before phrases are looked for: names, measures, words of a domain, periods.

use std::ops::Range;

use chrono::Datelike;
use quilto_reader::Given;
use serde_json::{Value, json};

use crate::engine::builtin::language::Words;
use crate::engine::builtin::language::questions::words;
use crate::engine::builtin::planner::domain_words::DomainWords;
use crate::engine::builtin::planner::ground::Ground;
use crate::engine::builtin::planner::meaning::{self, Meaning};
use crate::engine::builtin::planner::measure::{self, Naming};
use crate::engine::builtin::planner::subjects::means_something;
use crate::engine::builtin::planner::{
    lean, manner, naming, parts, periods, phrases, shared, units,
};
use crate::engine::builtin::topics;
use crate::model::{MeasureRef, Topic};
use crate::text::dates::{self, DateContext, DateMention};
use crate::text::{Pace, TokenKind, Tokens, UnitTable};

/// What a name costs that is guessed from a typing error.
const GUESSED: f32 = 0.6;
/// What a word costs that counts things: it mostly says no more than what they are.
const COUNTED: f32 = 0.05;
/// What a word costs that several domains share.
const TOGETHER: f32 = 0.02;
/// What a word costs that only says what subject it is of.
const SPOKEN: f32 = 0.1;
/// What a word costs that only the notes know.
const NOTED: f32 = 0.3;
/// What a name costs that ends with the name of a measure.
const ENDED: f32 = 0.2;
/// What a name costs that ends with a day.
const DATED: f32 = 0.6;
/// What a name costs whose words are a measure's or another domain's, too.
const SHARED: f32 = 0.3;

/// All of it.
pub(super) fn of(tokens: &Tokens, ground: Ground<'_>) -> Vec<Given> {
    let mut given = Vec::new();
    let line = Words::read(tokens.text());
    let span =
        |words: &Range<usize>| line.at(words.start).span.start..line.at(words.end - 1).span.end;
    for Alike {
        words,
        kind,
        of: mut alike,
    } in measures(ground, &line)
    {
        // What a domain is asked for anyway comes before others of the same words.
        alike
            .sort_by_key(|of| measure::default_of(&of.domain, ground.domains).as_ref() != Some(of));
        let first = alike.remove(0);
        let cost = if kind == "counted" { COUNTED } else { 0.0 };
        let value = json!({"domain": first.domain, "name": first.name, "also": alike});
        put(&mut given, span(&words), kind, value, cost);
    }
    let own = DomainWords::of(ground.domains);
    if let Some((together, words)) = shared::asked(&line, &|_| true, ground.domains, &own) {
        put(
            &mut given,
            span(&words),
            "together",
            json!(together),
            TOGETHER,
        );
    }
    for (domain, hit) in own.each(&line) {
        let span = span(&hit.words);
        let typed = tokens.text().get(span.clone()).unwrap_or_default();
        let spoken = json!({"name": domain, "typed": typed});
        put(&mut given, span, "domain", spoken, SPOKEN);
    }
    for at in 0..line.len() {
        let word = &line.at(at).text;
        if let Some(unit) = units::unit(word) {
            put(&mut given, span(&(at..at + 1)), "unit", json!(unit), 0.0);
        }
        let table = UnitTable::core();
        if let Some(unit) = table.word(word) {
            let name = table.unit(unit).name.to_string();
            put(
                &mut given,
                span(&(at..at + 1)),
                "any_unit",
                json!(name),
                0.0,
            );
        }
    }
    if let Some((unit, words)) = units::asked(&line) {
        put(&mut given, span(&words), "asked_unit", json!(unit), 0.0);
    }
    for mention in ground.mentioned {
        for (start, _) in tokens.text().match_indices(&mention.typed) {
            let span = start..start + mention.typed.len();
            put(&mut given, span, "noted", json!(mention.word), NOTED);
        }
    }
    for token in tokens.iter() {
        if let TokenKind::Pace(pace) = &token.kind {
            let span = token.span.start..token.span.end;
            put(&mut given, span, "pace", pace_of(pace), 0.0);
        }
    }
    // "How many rocks did I polish": a verb that nothing knows says nothing where what was done is named.
    let is_known = |at: &usize| {
        let word = &line.at(*at).text;
        phrases::knows(word) || own.know(word)
    };
    let verbs = (0..line.len()).filter(|at| manner::after_auxiliary(&line, *at) && !is_known(at));
    for at in verbs {
        put(&mut given, span(&(at..at + 1)), "verb", json!(true), 0.0);
    }
    for words in overall(ground, &line) {
        put(&mut given, span(&words), "overall", json!(true), 0.0);
    }
    for words in lean::words_of(&line) {
        put(&mut given, span(&words), "lean", json!(true), 0.0);
    }
    let days = dates::find(tokens, &DateContext::question(ground.today));
    for (part, words) in parts::named(&line) {
        let span = span(&words);
        let dated = days.iter().any(|date| is_of_day(date, &span, tokens));
        if !dated {
            put(&mut given, span, "daypart", json!(part), 0.0);
        }
    }
    // A word of a domain that is the name of a thing of it, too, is that name.
    let shares = |given: &Given, topic: &Topic| {
        let own = given.kind == "domain" && given.value["name"] == topic.domain.as_str();
        let counts = ["together", "counted"].contains(&&*given.kind) && !is_whole(topic, ground);
        given.span == topic.span && !own && !counts
    };
    let known = given.clone();
    let is_shared = |topic: &Topic| known.iter().any(|given| shares(given, topic));
    for (span, range) in periods::dated(tokens, &days) {
        let named = tokens.text().get(span.clone()).unwrap_or_default().trim();
        if is_bare_year_long_past(named, ground) {
            continue;
        }
        let days = range.named(named);
        if let Some(only) = parts::weekday(named) {
            let weekday = json!({"when": days, "only": only});
            put(&mut given, span.clone(), "weekday", weekday, 0.0);
            continue;
        }
        put(&mut given, span, "period", json!(days), 0.0);
    }
    let named = topics::find(tokens, ground.domains);
    // A word of a domain that is the name of one thing of it says more as that.
    given.retain(|word| {
        let is = |topic: &Topic| {
            let own = word.kind == "domain" && word.value["name"] == topic.domain.as_str();
            own && topic.exact && topic.span == word.span && !is_whole(topic, ground)
        };
        !named.iter().any(is)
    });
    let verbs = naming::verbs_of(&line, &named, ground.domains);
    for topic in named.into_iter().chain(verbs) {
        // A near miss of a name that is a word of the language is that word.
        let over = line.touching(&topic.span);
        let of_days = |date: &dates::DateMention| {
            topic.span.start < date.span.end && date.span.start < topic.span.end
        };
        let guessed = !topic.exact;
        if guessed
            && (days.iter().any(of_days)
                || over.clone().any(|at| means_something(&line.at(at).text)))
        {
            continue;
        }
        let cost = match topic.exact {
            false => GUESSED,
            true if is_shared(&topic) && is_measure(&topic, ground) => 2.0 * SHARED,
            true if is_shared(&topic) => SHARED,
            true => 0.0,
        };
        // "Strokes today": the day is none of the name.
        let dated = days
            .iter()
            .find(|date| topic.span.start < date.span.start && date.span.end <= topic.span.end);
        if let Some(date) = dated {
            let named = &tokens.text()[topic.span.start..date.span.start];
            let span = topic.span.start..topic.span.start + named.trim_end().len();
            put(&mut given, span, "name", json!(topic), cost);
        }
        // "Easy pace" may be the pace of what is easy.
        let ends = known.iter().find(|given| {
            let measures = ["measure", "asked"].contains(&&*given.kind);
            measures && given.span.start > topic.span.start && given.span.end == topic.span.end
        });
        if let Some(measure) = ends.filter(|_| topic.exact) {
            let span = topic.span.start..measure.span.start;
            put(&mut given, span, "name", json!(topic), cost);
        }
        let cost = cost + ends.map_or(0.0, |_| ENDED) + dated.map_or(0.0, |_| DATED);
        put(&mut given, topic.span.clone(), "name", json!(topic), cost);
        if let Some(amount) = length_of(&topic, ground) {
            put(&mut given, topic.span.clone(), "length", amount, 0.0);
        }
    }
    given
}

/// Whether a number is a year that nobody has notes of: "granite 2000" is an amount.
fn is_bare_year_long_past(named: &str, ground: Ground<'_>) -> bool {
    const KEPT: i32 = 20;
    let year: Option<i32> = named.parse().ok();
    year.is_some_and(|year| year < ground.today.year() - KEPT)
}

/// The words by which a domain is asked about as a whole: whether all of it got better, whether it is too much.
fn overall(ground: Ground<'_>, line: &Words) -> Vec<Range<usize>> {
    let measures = ground
        .domains
        .modules
        .iter()
        .filter_map(|m| measure::measures_of(m));
    let words = measures.flat_map(|all| {
        let progress = all.progress.iter().map(|progress| progress.words.clone());
        let load = all.load.iter().map(|load| load.words.clone());
        progress.chain(load).collect::<Vec<_>>()
    });
    words
        .filter_map(|words| Some(measure::cues(&words).find(line)?.words))
        .collect()
}

/// A pace as an amount: minutes for its distance.
fn pace_of(pace: &Pace) -> Value {
    let per = &UnitTable::core().unit(pace.per).name;
    let many = match pace.distance {
        1.0 => String::new(),
        many => many.to_string(),
    };
    json!({"value": pace.seconds / 60.0, "unit": format!("min/{many}{per}")})
}

/// The amount that a name stands for: "sand of 2k or more".
fn length_of(topic: &Topic, ground: Ground<'_>) -> Option<Value> {
    let module = ground.domains.module(&topic.domain)?;
    let (value, unit) = meaning::amount(topic, module)?;
    Some(json!({"value": value, "unit": unit}))
}

/// Whether words ask: "how many cards".
fn wh_words(line: &Words, mut at: Range<usize>) -> bool {
    at.any(|at| words().asking.wh.is(&line.at(at).text))
}

/// Whether a part of the day or the week is told as a day already: the weekend, Sunday, last night.
fn is_of_day(date: &DateMention, part: &Range<usize>, tokens: &Tokens) -> bool {
    let day = date.span.start..date.span.end;
    let named = tokens.text().get(day.clone()).unwrap_or_default();
    let weekday = parts::weekday(named.trim()).is_some();
    // Whatever ending its word has, "last night" is one night.
    let night = || words().last_night.hold(&Words::read(named));
    day.start <= part.start && (weekday && part.end <= day.end || part.start < day.end && night())
}

/// Whether a name stands for all of its domain.
fn is_whole(topic: &Topic, ground: Ground<'_>) -> bool {
    matches!(sense(topic, ground), Some(Meaning::Whole))
}

/// Whether a name is one for a measure: as such it is given anyway.
fn is_measure(topic: &Topic, ground: Ground<'_>) -> bool {
    matches!(sense(topic, ground), Some(Meaning::Measure(_)))
}

fn sense(topic: &Topic, ground: Ground<'_>) -> Option<Meaning> {
    let units = ground.units;
    let module = ground.domains.module(&topic.domain);
    module.map(|m| meaning::of(topic, m, &units.mass, &units.distance))
}

/// Whether a word is the unit of the number before it: then it names no measure.
fn is_unit_of_number(line: &Words, words: &Range<usize>) -> bool {
    let Some(before) = words.start.checked_sub(1) else {
        return false;
    };
    let number = line
        .at(before)
        .text
        .chars()
        .all(|c| c.is_ascii_digit() || c == '.');
    number && words.len() == 1 && UnitTable::core().word(&line.at(words.start).text).is_some()
}

/// Measures that go by the same words.
struct Alike {
    words: Range<usize>,
    kind: &'static str,
    of: Vec<MeasureRef>,
}

/// The measures that words name, those of the same words together.
fn measures(ground: Ground<'_>, line: &Words) -> Vec<Alike> {
    let of_state = |domain: &str| ground.domains.module(domain).is_some_and(|m| m.base);
    let asks = |words: Range<usize>| words.len() > 1 && wh_words(line, words);
    let mut found: Vec<Alike> = Vec::new();
    for named in measure::named(&ground.domains.modules, line, &|_| true) {
        let kind = match named.naming {
            Naming::Plain if named.counts && !of_state(&named.measure.domain) => "counted",
            Naming::Plain if named.weak || asks(named.hit.words.clone()) => "asked",
            Naming::Plain => "measure",
            Naming::Best => "best_of",
            Naming::Worst => "worst_of",
        };
        let words = named.hit.words;
        if is_unit_of_number(line, &words) {
            continue;
        }
        let mut known = found.iter_mut();
        match known.find(|alike| alike.words == words && alike.kind == kind) {
            Some(alike) => alike.of.push(named.measure),
            None => found.push(Alike {
                words,
                kind,
                of: vec![named.measure],
            }),
        }
    }
    found
}

fn put(given: &mut Vec<Given>, span: Range<usize>, kind: &str, value: Value, cost: f32) {
    given.push(Given {
        span,
        kind: kind.to_owned(),
        value,
        cost,
    });
}
