//! What is known of a question before phrases are looked for: names, measures, words of a domain, periods.

use std::ops::Range;

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
/// What a name costs whose words are a measure's or a domain's own, too.
const SHARED: f32 = 0.3;

/// All of it.
pub(super) fn of(tokens: &Tokens, ground: Ground<'_>) -> Vec<Given> {
    let mut given = Vec::new();
    let line = Words::read(tokens.text());
    let span =
        |words: &Range<usize>| line.at(words.start).span.start..line.at(words.end - 1).span.end;
    for named in measure::named(&ground.domains.modules, &line, &|_| true) {
        let kind = match named.naming {
            Naming::Plain => "measure",
            Naming::Best => "best_of",
            Naming::Worst => "worst_of",
        };
        let value = json!({"domain": named.measure.domain, "name": named.measure.name});
        put(&mut given, span(&named.hit.words), kind, value, 0.0);
    }
    for (domain, hit) in DomainWords::of(ground.domains).each(&line) {
        let span = span(&hit.words);
        let typed = tokens.text().get(span.clone()).unwrap_or_default();
        put(
            &mut given,
            span,
            "domain",
            json!({"name": domain, "typed": typed}),
            0.0,
        );
    }
    let taken: Vec<_> = given
        .iter()
        .map(|given: &Given| given.span.clone())
        .collect();
    for topic in topics::find(tokens, ground.domains) {
        let cost = match topic.exact {
            false => GUESSED,
            true if taken.contains(&topic.span) => SHARED,
            true => 0.0,
        };
        put(&mut given, topic.span.clone(), "name", json!(topic), cost);
    }
    for date in dates::find(tokens, &DateContext::question(ground.today)) {
        let span = date.span.start..date.span.end;
        let named = tokens.text().get(span.clone()).unwrap_or_default().trim();
        let days = date.range.named(named);
        put(&mut given, span, "period", json!(days), 0.0);
    }
    given
}

fn put(given: &mut Vec<Given>, span: Range<usize>, kind: &str, value: Value, cost: f32) {
    given.push(Given {
        span,
        kind: kind.to_owned(),
        value,
        cost,
    });
}
