//! Which domains an input touches.

use std::sync::Arc;

use crate::domain::{ActiveDomainContext, DomainModule};
use crate::engine::builtin::planner::day_parts;
use crate::engine::builtin::planner::measure::{self, Naming};
use crate::engine::builtin::topics::{self, Topic};
use crate::model::{Conversation, InputType};
use crate::text::{TokenKind, Tokens};
use quilto_language::questions::words;
use quilto_language::{Cues, QuestionKind, Words};

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
    before: &Conversation,
) -> DomainSelection {
    let special: Vec<&Arc<DomainModule>> =
        all.modules.iter().filter(|module| !module.base).collect();
    let line = Words::read(input.text);
    let asks = matches!(kind, InputType::Query | InputType::Both);
    if asks && (seeks(&line, QuestionKind::Why) || seeks(&line, QuestionKind::Should)) {
        return everything(&special, "reasons may lie anywhere");
    }
    let pointed = Pointers::read(all, input, &special, &line, asks).choose(&special);
    if !pointed.names.is_empty() {
        return pointed;
    }
    let described = described(&special, &line);
    if !described.is_empty() {
        let why = described.iter().map(|name| format!("{name} (description)"));
        return DomainSelection {
            why: why.collect::<Vec<_>>().join(", "),
            names: described,
            open: false,
        };
    }
    // A note of bare notation names nothing, but says how much: every notation may try it.
    if !asks && !says_how_much(&input.tokens) {
        return DomainSelection {
            names: Vec::new(),
            why: "nothing points beyond the base".to_owned(),
            open: false,
        };
    }
    let spoken_of = before.domains();
    let carried = special.iter().filter(|of| spoken_of.contains(&&*of.name));
    let carried: Vec<String> = carried.map(|of| of.name.clone()).collect();
    if !asks || carried.is_empty() {
        return everything(&special, "nothing points to one domain");
    }
    DomainSelection {
        why: "spoken of before".to_owned(),
        names: carried,
        open: false,
    }
}

fn everything(special: &[&Arc<DomainModule>], why: &str) -> DomainSelection {
    DomainSelection {
        names: special.iter().map(|module| module.name.clone()).collect(),
        why: why.to_owned(),
        open: true,
    }
}

fn seeks(line: &Words, op: QuestionKind) -> bool {
    let cues = words().operations.get(&op);
    cues.is_some_and(|cues| cues.hold(line))
}

/// What of an input points to domains.
struct Pointers {
    asks: bool,
    topics: Vec<Topic>,
    /// The domains of measures that are named.
    measured: Vec<String>,
    /// The domains whose cue words or names stand in it.
    cued: Vec<String>,
}

impl Pointers {
    fn read(
        all: &ActiveDomainContext,
        input: &Input<'_>,
        special: &[&Arc<DomainModule>],
        line: &Words,
        asks: bool,
    ) -> Self {
        let mut topics = topics::among(&input.tokens, &input.mentions, all);
        topics.retain(|topic| !(asks && is_time(topic, special, line)));
        let lower = Words::read(&input.text.to_lowercase());
        let cued = special.iter().filter(|module| {
            let signs = DomainSignals::of(module);
            signs.cues.hold(line) || signs.names.hold(&lower)
        });
        Self {
            asks,
            topics,
            // Only a question is placed by a measure alone; a note need not read them.
            measured: match asks {
                true => measured(all, line),
                false => Vec::new(),
            },
            cued: cued.map(|module| module.name.clone()).collect(),
        }
    }

    fn choose(&self, special: &[&Arc<DomainModule>]) -> DomainSelection {
        let any_named = special.iter().any(|module| self.name(&module.name));
        // A question is about what it names; a note may tell more beside it.
        let only_named = any_named && self.asks;
        let mut names: Vec<String> = Vec::new();
        let mut reasons: Vec<String> = Vec::new();
        for module in special {
            if let Some(why) = self.why(&module.name, only_named) {
                names.push(module.name.clone());
                reasons.push(format!("{} ({why})", module.name));
            }
        }
        DomainSelection {
            names,
            why: reasons.join(", "),
            open: false,
        }
    }

    /// Why a domain is chosen.
    fn why(&self, domain: &str, only_named: bool) -> Option<&'static str> {
        let holds = |list: &[String]| list.iter().any(|name| name == domain);
        if self.name(domain) {
            Some("named")
        } else if only_named {
            None
        } else if holds(&self.cued) {
            Some("cue word")
        } else if holds(&self.measured) {
            Some("measure")
        } else {
            let guessed = self.topics.iter().any(|topic| topic.domain == domain);
            guessed.then_some("likely name")
        }
    }

    /// Whether they name something of a domain.
    fn name(&self, domain: &str) -> bool {
        let mut topics = self.topics.iter();
        topics.any(|topic| topic.domain == domain && topic.exact)
    }
}

/// "In the morning" of a thing of another domain is a time, though a meal may be called so.
fn is_time(topic: &Topic, special: &[&Arc<DomainModule>], line: &Words) -> bool {
    let over = line.touching(&topic.span);
    let others = |module: &&Arc<DomainModule>| {
        let cues = &DomainSignals::of(module).cues;
        module.name != topic.domain && cues.find_where(line, &|i| !over.contains(&i)).is_some()
    };
    day_parts::is_part(&topic.typed) && special.iter().any(others)
}

/// The domains of the measures that a question names.
fn measured(all: &ActiveDomainContext, line: &Words) -> Vec<String> {
    // "longest" beside "break" measures the break.
    let rhythm = seeks(line, QuestionKind::Gap) || seeks(line, QuestionKind::Streak);
    measure::named(&all.modules, line, &|_| true)
        .into_iter()
        .filter(|named| !(named.weak || rhythm && named.naming != Naming::Plain))
        .map(|named| named.measure.domain)
        .collect()
}

/// Whether numbers stand in a note.
fn says_how_much(tokens: &Tokens) -> bool {
    let holds_digits = |at: usize| tokens.norm(at).contains(|c: char| c.is_ascii_digit());
    tokens.iter().enumerate().any(|(at, token)| {
        (token.is_word() && holds_digits(at))
            || matches!(
                token.kind,
                TokenKind::Number(_)
                    | TokenKind::Quantity(_)
                    | TokenKind::Clock(_)
                    | TokenKind::Pace(_)
            )
    })
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
