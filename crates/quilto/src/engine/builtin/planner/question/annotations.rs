//! What is known of a question before phrases are looked for: names, measures, words of a domain, periods.

use std::ops::Range;
use std::sync::Arc;

use chrono::Datelike;
use quilto_reader::Terminal;
use serde_json::{Value, json};

use crate::engine::builtin::measures::naming_cues;
use crate::engine::builtin::planner::domain_words::DomainWords;
use crate::engine::builtin::planner::meaning::{self, Meaning};
use crate::engine::builtin::planner::measure::{self, Naming};
use crate::engine::builtin::planner::reading_context::{NoteTerm, ReadingContext};
use crate::engine::builtin::planner::subjects::means_something;
use crate::engine::builtin::planner::{
    context_reference, day_parts, periods, phrases, question_form, shared_words, topic_roles, units,
};
use crate::engine::builtin::topics;
use crate::model::{MeasureRef, Topic};
use crate::text::dates::{self, DateContext, DateMention};
use crate::text::{Pace, TokenKind, Tokens, UnitTable};
use quilto_language::questions::words;
use quilto_language::{Hit, Words};

use super::remark_clauses::overlap;

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
pub(super) fn of(tokens: &Tokens, ground: ReadingContext<'_>) -> Vec<Terminal> {
    let text = AnnotatedText {
        tokens,
        line: Words::read(tokens.text()),
        days: dates::find(tokens, &DateContext::question(ground.today)),
        own: DomainWords::of(ground.domains),
        ground,
    };
    let mut given = text.measures();
    given.extend(text.words_of_domains());
    given.extend(text.units());
    given.extend(text.notes());
    given.extend(text.paces());
    given.extend(text.words_of_language());
    given.extend(text.parts_of_days());
    // What the notes call by a name is what that says here.
    let own = |topic: &Topic| {
        let mut own = ground.own_names.iter();
        own.any(|name| name.span == topic.span)
    };
    let mut named = topics::find(tokens, ground.domains);
    named.retain(|topic| !own(topic));
    let names = text.names(&named, &given);
    given.extend(text.days());
    // A word of a domain that is the name of one thing of it says more as that.
    given.retain(|word| {
        let is = |topic: &Topic| {
            let own = word.kind == "domain" && word.value["name"] == topic.domain.as_str();
            own && topic.exact && topic.span == word.span && !is_whole(topic, ground)
        };
        !named.iter().any(is)
    });
    given.extend(names);
    let own = ground.own_names.iter();
    given.extend(own.map(|name| one(name.span.clone(), "name", json!(name), 0.0)));
    given
}

/// A question, and what all of these look at.
struct AnnotatedText<'t> {
    tokens: &'t Tokens,
    ground: ReadingContext<'t>,
    line: Words,
    days: Vec<DateMention>,
    own: Arc<DomainWords>,
}

impl AnnotatedText<'_> {
    /// Where words stand, in bytes.
    fn span(&self, words: &Range<usize>) -> Range<usize> {
        let line = &self.line;
        line.at(words.start).span.start..line.at(words.end - 1).span.end
    }

    fn said(&self, span: &Range<usize>) -> &str {
        self.tokens.text().get(span.clone()).unwrap_or_default()
    }

    fn measures(&self) -> Vec<Terminal> {
        let domains = self.ground.domains;
        let each = measures(self.ground, &self.line).into_iter();
        let each = each.map(|alike| {
            let AmbiguousMeasures {
                words,
                kind,
                of: mut alike,
                ..
            } = alike;
            // What a domain is asked for anyway comes before others of the same words.
            alike.sort_by_key(|of| measure::default_of(&of.domain, domains).as_ref() != Some(of));
            let first = alike.remove(0);
            let cost = if kind == "counted" { COUNTED } else { 0.0 };
            let value = json!({"domain": first.domain, "name": first.name, "also": alike});
            one(self.span(&words), kind, value, cost)
        });
        each.collect()
    }

    fn words_of_domains(&self) -> Vec<Terminal> {
        let together = shared_words::asked(&self.line, &|_| true, self.ground.domains, &self.own);
        let together = together.map(|(together, words)| {
            let span = self.span(&words);
            one(span, "together", json!(together), TOGETHER)
        });
        let spoken = self.own.each(&self.line).into_iter();
        let spoken = spoken.map(|(domain, hit)| {
            let span = self.span(&hit.words);
            let value = json!({"name": domain, "typed": self.said(&span)});
            one(span, "domain", value, SPOKEN)
        });
        together.into_iter().chain(spoken).collect()
    }

    fn units(&self) -> Vec<Terminal> {
        let table = UnitTable::core();
        let of_word = |at: usize| {
            let word = &self.line.at(at).text;
            let span = self.span(&(at..at + 1));
            let own = units::unit(word).map(|unit| one(span.clone(), "unit", json!(unit), 0.0));
            let any = table.word(word).map(|unit| {
                let name = table.unit(unit).name.to_string();
                one(span, "any_unit", json!(name), 0.0)
            });
            own.into_iter().chain(any)
        };
        let asked = units::asked(&self.line);
        let asked =
            asked.map(|(unit, words)| one(self.span(&words), "asked_unit", json!(unit), 0.0));
        (0..self.line.len())
            .flat_map(of_word)
            .chain(asked)
            .collect()
    }

    fn notes(&self) -> Vec<Terminal> {
        let of_mention = |mention: &NoteTerm| -> Vec<Terminal> {
            let found = self.tokens.text().match_indices(&mention.typed);
            let found = found.map(|(start, typed)| {
                let span = start..start + typed.len();
                one(span, "noted", json!(mention.word), NOTED)
            });
            found.collect()
        };
        self.ground.mentioned.iter().flat_map(of_mention).collect()
    }

    fn paces(&self) -> Vec<Terminal> {
        let paces = self.tokens.iter().filter_map(|token| {
            let TokenKind::Pace(pace) = &token.kind else {
                return None;
            };
            let span = token.span.start..token.span.end;
            Some(one(span, "pace", pace_of(pace), 0.0))
        });
        paces.collect()
    }

    /// Verbs that nothing knows, words for all of a domain, words that lean on what was said before.
    fn words_of_language(&self) -> Vec<Terminal> {
        let (line, ground) = (&self.line, self.ground);
        // "How many rocks did I polish": such a verb says nothing where what was done is named.
        let is_known = |at: &usize| {
            let word = &line.at(*at).text;
            phrases::knows(word) || self.own.know(word)
        };
        let unknown = |at: &usize| question_form::after_auxiliary(line, *at) && !is_known(at);
        let verbs = (0..line.len()).filter(unknown).map(|at| at..at + 1);
        let verbs = verbs.map(|words| (words, "verb"));
        let overall = overall(ground, line)
            .into_iter()
            .map(|words| (words, "overall"));
        let leaning = context_reference::words_of(line)
            .into_iter()
            .map(|words| (words, "lean"));
        let all = verbs.chain(overall).chain(leaning);
        all.map(|(words, kind)| one(self.span(&words), kind, json!(true), 0.0))
            .collect()
    }

    fn parts_of_days(&self) -> Vec<Terminal> {
        let parts = day_parts::named(&self.line).into_iter();
        let parts = parts.filter_map(|(part, words)| {
            let span = self.span(&words);
            let mut days = self.days.iter();
            let dated = days.any(|date| is_of_day(date, &span, self.tokens));
            (!dated).then(|| one(span, "daypart", json!(part), 0.0))
        });
        parts.collect()
    }

    fn days(&self) -> Vec<Terminal> {
        let days = periods::dated(self.tokens, &self.days).into_iter();
        let days = days.filter_map(|(span, range)| {
            let named = self.said(&span).trim();
            if is_bare_year_long_past(named, self.ground) {
                return None;
            }
            let days = range.named(named);
            Some(match day_parts::weekday(named) {
                Some(only) => one(span, "weekday", json!({"when": days, "only": only}), 0.0),
                None => one(span, "period", json!(days), 0.0),
            })
        });
        days.collect()
    }

    /// The names; `known` is what is given of words that may be no names.
    fn names(&self, named: &[Topic], known: &[Terminal]) -> Vec<Terminal> {
        let verbs = topic_roles::verbs_of(&self.line, named, self.ground.domains);
        let topics = named.iter().cloned().chain(verbs);
        let meant = topics.filter(|topic| topic.exact || !self.is_of_language(topic));
        meant.flat_map(|topic| self.name(&topic, known)).collect()
    }

    /// Whether what is near a name is a day or a word of the language: it is that then.
    fn is_of_language(&self, topic: &Topic) -> bool {
        let mut days = self.days.iter();
        let mut over = self.line.touching(&topic.span);
        days.any(|date| overlap(&(date.span.start..date.span.end), &topic.span))
            || over.any(|at| means_something(&self.line.at(at).text))
    }

    /// A name with what it costs, the shorter ones that may be meant by it, and the amount it stands for.
    fn name(&self, topic: &Topic, known: &[Terminal]) -> Vec<Terminal> {
        let (start, end) = (topic.span.start, topic.span.end);
        let cost = self.cost(topic, known);
        let name = |span: Range<usize>, cost: f32| one(span, "name", json!(topic), cost);
        let mut given = Vec::new();
        // "Strokes today": the day is none of the name.
        let within = |date: &&DateMention| start < date.span.start && date.span.end <= end;
        let dated = self.days.iter().find(within);
        if let Some(date) = dated {
            let named = self.tokens.text()[start..date.span.start].trim_end();
            given.push(name(start..start + named.len(), cost));
        }
        // "Easy pace" may be the pace of what is easy.
        let ends = known.iter().find(|given| {
            let measures = ["measure", "asked"].contains(&&*given.kind);
            measures && given.span.start > start && given.span.end == end
        });
        if let Some(measure) = ends.filter(|_| topic.exact) {
            given.push(name(start..measure.span.start, cost));
        }
        let cost = cost + ends.map_or(0.0, |_| ENDED) + dated.map_or(0.0, |_| DATED);
        given.push(name(start..end, cost));
        let length = length_of(topic, self.ground);
        given.extend(length.map(|amount| one(start..end, "length", amount, 0.0)));
        given
    }

    /// What a name costs: more where its words are also for something else. A word of a domain that is the name
    /// of a thing of it is that name.
    fn cost(&self, topic: &Topic, known: &[Terminal]) -> f32 {
        let shares = |given: &Terminal| {
            let own = given.kind == "domain" && given.value["name"] == topic.domain.as_str();
            let counts =
                ["together", "counted"].contains(&&*given.kind) && !is_whole(topic, self.ground);
            given.span == topic.span && !own && !counts
        };
        match topic.exact {
            false => GUESSED,
            true if !known.iter().any(shares) => 0.0,
            true if is_measure(topic, self.ground) => 2.0 * SHARED,
            true => SHARED,
        }
    }
}

/// Whether a number is a year that nobody has notes of: "granite 2000" is an amount.
fn is_bare_year_long_past(named: &str, ground: ReadingContext<'_>) -> bool {
    const KEPT: i32 = 20;
    let year: Option<i32> = named.parse().ok();
    year.is_some_and(|year| year < ground.today.year() - KEPT)
}

/// The words by which a domain is asked about as a whole: whether all of it got better, whether it is too much.
fn overall(ground: ReadingContext<'_>, line: &Words) -> Vec<Range<usize>> {
    let measures = ground.domains.modules.iter().filter_map(|m| naming_cues(m));
    measures
        .flat_map(|all| all.find_overall(line))
        .map(|hit| hit.words)
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
fn length_of(topic: &Topic, ground: ReadingContext<'_>) -> Option<Value> {
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
    let weekday = day_parts::weekday(named.trim()).is_some();
    // Whatever ending its word has, "last night" is one night.
    let night = || words().last_night.hold(&Words::read(named));
    day.start <= part.start && (weekday && part.end <= day.end || part.start < day.end && night())
}

/// Whether a name stands for all of its domain.
fn is_whole(topic: &Topic, ground: ReadingContext<'_>) -> bool {
    matches!(meaning::sense(topic, ground), Some(Meaning::Whole))
}

/// Whether a name is one for a measure: as such it is given anyway.
fn is_measure(topic: &Topic, ground: ReadingContext<'_>) -> bool {
    matches!(meaning::sense(topic, ground), Some(Meaning::Measure(_)))
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
struct AmbiguousMeasures {
    words: Range<usize>,
    /// How much of the words they go by.
    weight: usize,
    kind: &'static str,
    of: Vec<MeasureRef>,
}

/// The measures that words name, those of the same words together.
fn measures(ground: ReadingContext<'_>, line: &Words) -> Vec<AmbiguousMeasures> {
    let of_state = |domain: &str| ground.domains.module(domain).is_some_and(|m| m.base);
    let asks = |words: Range<usize>| words.len() > 1 && wh_words(line, words);
    let mut found: Vec<AmbiguousMeasures> = Vec::new();
    for named in measure::named(&ground.domains.modules, line, &|_| true) {
        let kind = match named.naming {
            Naming::Plain if named.counts && !of_state(&named.measure.domain) => "counted",
            Naming::Plain if named.weak || asks(named.hit.words.clone()) => "asked",
            Naming::Plain => "measure",
            Naming::Best => "best_of",
            Naming::Worst => "worst_of",
        };
        let Hit { words, weight } = named.hit;
        if is_unit_of_number(line, &words) {
            continue;
        }
        let one = AmbiguousMeasures {
            words,
            weight,
            kind,
            of: vec![named.measure],
        };
        // "Fat" inside a longer word of another measure is not what that says.
        let mut known = found.iter_mut();
        match known.find(|alike| alike.words == one.words && alike.kind == kind) {
            Some(alike) if alike.weight < weight => *alike = one,
            Some(alike) if alike.weight > weight => {}
            Some(alike) => alike.of.extend(one.of),
            None => found.push(one),
        }
    }
    found
}

fn one(span: Range<usize>, kind: &str, value: Value, cost: f32) -> Terminal {
    Terminal {
        span,
        kind: kind.to_owned(),
        value,
        cost,
    }
}
