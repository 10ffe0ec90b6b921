//! What is known of a question before phrases are looked for: names, measures, words of a domain, periods.

use quilto_reader::Given;
use serde_json::{Value, json};

use crate::engine::builtin::language::Words;
use crate::engine::builtin::planner::domain_words::DomainWords;
use crate::engine::builtin::planner::measure::{self, Naming};
use crate::engine::builtin::planner::read::Ground;
use crate::engine::builtin::topics;
use crate::text::Tokens;
use crate::text::dates::{self, DateContext};

/// What a name costs that is guessed from a typing error.
const GUESSED: f32 = 0.6;

/// All of it.
pub(super) fn of(tokens: &Tokens, ground: Ground<'_>) -> Vec<Given> {
    let mut given = Vec::new();
    let mut put = |span: std::ops::Range<usize>, kind: &str, value: Value, cost: f32| {
        given.push(Given {
            span,
            kind: kind.to_owned(),
            value,
            cost,
        });
    };
    for topic in topics::find(tokens, ground.domains) {
        let cost = if topic.exact { 0.0 } else { GUESSED };
        let value = json!({"domain": topic.domain, "name": topic.name, "group": topic.group});
        put(topic.span, "name", value, cost);
    }
    let line = Words::read(tokens.text());
    let span = |words: &std::ops::Range<usize>| {
        line.at(words.start).span.start..line.at(words.end - 1).span.end
    };
    for named in measure::named(&ground.domains.modules, &line, &|_| true) {
        let kind = match named.naming {
            Naming::Plain => "measure",
            Naming::Best => "best_of",
            Naming::Worst => "worst_of",
        };
        let value = json!({"domain": named.measure.domain, "name": named.measure.name});
        put(span(&named.hit.words), kind, value, 0.0);
    }
    for (domain, hit) in DomainWords::of(ground.domains).each(&line) {
        put(span(&hit.words), "domain", json!(domain), 0.0);
    }
    for date in dates::find(tokens, &DateContext::question(ground.today)) {
        let value = json!({"start": date.range.start, "end": date.range.end});
        put(date.span.start..date.span.end, "period", value, 0.0);
    }
    given
}
