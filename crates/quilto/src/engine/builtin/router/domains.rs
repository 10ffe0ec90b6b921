//! Which domains an input touches.

use std::sync::Arc;

use crate::domain::{ActiveDomainContext, DomainModule};
use crate::engine::builtin::language::questions::words;
use crate::engine::builtin::language::{Cues, QuestionKind, Words};
use crate::engine::builtin::planner::day_parts;
use crate::engine::builtin::planner::measure::{self, Naming};
use crate::engine::builtin::topics;
use crate::model::InputType;
use crate::text::TokenKind;

use super::Input;

/// The chosen domains.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DomainSelection {
    /// Their names; base domains are loaded anyway and not named.
    pub names: Vec<String>,
    /// Why.
    pub why: String,
    /// Whether nothing points to one of them.
    pub open: bool,
}

impl DomainSelection {
    /// Puts what is usual today first: of equal readings the first is taken.
    pub fn usual_first(&mut self, usual: &[String]) {
        if self.names.iter().any(|name| usual.contains(name)) {
            self.names.sort_by_key(|name| !usual.contains(name));
            self.why = format!("{}; usual today: {}", self.why, usual.join(", "));
        }
    }
}

/// What says that a text is of a domain, taken apart once.
struct DomainSignals {
    cues: Cues,
    names: Cues,
}

impl DomainSignals {
    fn of(module: &DomainModule) -> Arc<Self> {
        let make = || Self {
            cues: Cues::new(&module.cues),
            names: Cues::new([&module.name, &module.title()]),
        };
        let kept = module.part_with("domain.yaml", |_, _| Ok(make()));
        kept.ok().flatten().unwrap_or_else(|| Arc::new(make()))
    }
}

/// Chooses. A name of the vocabulary decides; without one the domain's own cue words, its measures
/// and its name; without those the words of its description. A question that points nowhere, or
/// asks why, gets all: broad beats blind.
pub fn select(
    all: &ActiveDomainContext,
    input: &Input<'_>,
    kind: InputType,
    session: Option<&str>,
) -> DomainSelection {
    let Input {
        text,
        tokens,
        mentions,
    } = input;
    let special: Vec<&Arc<DomainModule>> =
        all.modules.iter().filter(|module| !module.base).collect();
    let line = Words::read(text);
    let everything = || {
        special
            .iter()
            .map(|module| module.name.clone())
            .collect::<Vec<_>>()
    };
    let seeks = |op: QuestionKind| {
        words()
            .operations
            .get(&op)
            .is_some_and(|cues| cues.hold(&line))
    };
    let asks = matches!(kind, InputType::Query | InputType::Both);
    if asks && (seeks(QuestionKind::Why) || seeks(QuestionKind::Should)) {
        return DomainSelection {
            names: everything(),
            why: "reasons may lie anywhere".to_owned(),
            open: true,
        };
    }
    // "In the morning" of a thing of another domain is a time, though a meal may be called so.
    let time = |topic: &topics::Topic| {
        let over = line.touching(&topic.span);
        let others = |module: &Arc<DomainModule>| {
            let cues = &DomainSignals::of(module).cues;
            module.name != topic.domain && cues.find_where(&line, &|i| !over.contains(&i)).is_some()
        };
        asks && day_parts::is_part(&topic.typed) && special.iter().any(|module| others(module))
    };
    let topics: Vec<topics::Topic> = topics::among(tokens, mentions, all)
        .into_iter()
        .filter(|topic| !time(topic))
        .collect();
    let named = |module: &DomainModule| {
        topics
            .iter()
            .any(|topic| topic.domain == module.name && topic.exact)
    };
    let lower = Words::read(&text.to_lowercase());
    let cued = |module: &DomainModule| {
        let signs = DomainSignals::of(module);
        signs.cues.hold(&line) || signs.names.hold(&lower)
    };
    // "longest" beside "break" measures the break.
    let rhythm = seeks(QuestionKind::Gap) || seeks(QuestionKind::Streak);
    // Only a question is placed by a measure alone; a note need not read them.
    let measures: Vec<String> = if asks {
        measure::named(&all.modules, &line, &|_| true)
            .into_iter()
            .filter(|named| !(named.weak || rhythm && named.naming != Naming::Plain))
            .map(|named| named.measure.domain)
            .collect()
    } else {
        Vec::new()
    };
    let guessed = |module: &DomainModule| topics.iter().any(|topic| topic.domain == module.name);
    let measured = |module: &DomainModule| measures.contains(&module.name);
    let any_named = special.iter().any(|module| named(module));
    let mut names: Vec<String> = Vec::new();
    let mut reasons: Vec<String> = Vec::new();
    for module in &special {
        let why = if named(module) {
            "named"
        } else if any_named && asks {
            // A question is about what it names; a note may tell more beside it.
            continue;
        } else if cued(module) {
            "cue word"
        } else if asks && measured(module) {
            "measure"
        } else if guessed(module) {
            "likely name"
        } else {
            continue;
        };
        names.push(module.name.clone());
        reasons.push(format!("{} ({why})", module.name));
    }
    if names.is_empty() {
        names = described(&special, &line);
        reasons = names
            .iter()
            .map(|name| format!("{name} (description)"))
            .collect();
    }
    // A note of bare notation names nothing, but says how much: every notation may try it.
    let holds_digits = |at: usize| tokens.norm(at).contains(|c: char| c.is_ascii_digit());
    let measured_note = !asks
        && tokens.iter().enumerate().any(|(at, token)| {
            (token.is_word() && holds_digits(at))
                || matches!(
                    token.kind,
                    TokenKind::Number(_)
                        | TokenKind::Quantity(_)
                        | TokenKind::Clock(_)
                        | TokenKind::Pace(_)
                )
        });
    if names.is_empty() && (asks || measured_note) {
        if let Some(session) = session.filter(|_| asks) {
            return select(all, &Input::of(all, session), kind, None);
        }
        return DomainSelection {
            names: everything(),
            why: "nothing points to one domain".to_owned(),
            open: true,
        };
    }
    DomainSelection {
        why: if reasons.is_empty() {
            "nothing points beyond the base".to_owned()
        } else {
            reasons.join(", ")
        },
        names,
        open: false,
    }
}

/// Domains whose description holds a telling word of the text.
fn described(special: &[&Arc<DomainModule>], line: &Words) -> Vec<String> {
    let filler = &words().filler;
    let telling: Vec<&str> = line
        .iter()
        .map(|word| word.text.as_str())
        .filter(|word| {
            word.chars().count() > 3 && !filler.is(word) && !word.chars().all(char::is_numeric)
        })
        .collect();
    special
        .iter()
        .filter(|module| {
            let description = Words::read(&module.description);
            description
                .iter()
                .any(|word| telling.contains(&word.text.as_str()))
        })
        .map(|module| module.name.clone())
        .collect()
}
