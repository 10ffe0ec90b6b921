//! Observer: the model says what may be worth keeping; code keeps only what the run supports.

use std::collections::HashSet;

use minijinja::context;
use serde_json::Value;

use super::guard::Guard;
use super::prompt::render;
use super::quote::{self, quoted, quoted_if_any};
use super::structured::{AgentRequest, CheckResult};
use super::{Models, prompt_lines, schema};
use crate::agents::{
    AgentContext, AgentError, Certainty, ContextCategory, ContextUpdate, ObserverInput,
    ObserverOutput,
};
use crate::model::AgentName;
use crate::text::{lexicon, read};

const MAX_TOKENS: u32 = 600;
const LONGEST: usize = 160;
const MOST: usize = 5;

pub(super) async fn observe(
    models: &Models,
    cx: &AgentContext,
    input: &ObserverInput,
) -> Result<ObserverOutput, AgentError> {
    // What was captured and whether there is anything follows from the updates.
    let schema = schema::without(
        schema::of::<ObserverOutput>(),
        &["insights_captured", "should_update"],
    );
    let trigger = serde_json::to_value(input.trigger).unwrap_or_default();
    let spoken = input.query.clone().unwrap_or_default();
    let prompt = render(
        AgentName::Observer,
        context! {
            guidance => cx.domains.context_guidance(),
            outline => schema::outline(&schema),
            page => quoted(&input.current_global_context),
            facts => prompt_lines::facts(&input.facts),
            query => input.query.as_deref().and_then(quoted_if_any),
            response => quoted(input.response.as_deref().unwrap_or_default()),
            correction => input.correction.iter().map(|delta| {
                prompt_lines::line(&format!("{}: {} → {}", delta.path, delta.before, delta.after))
            }).collect::<Vec<_>>(),
            entry => input.new_entry.as_ref().map(quote::note),
            trigger => trigger.as_str().unwrap_or_default(),
            language => prompt_lines::language(&spoken),
        },
    )?;
    let ask = AgentRequest {
        agent: AgentName::Observer,
        system: prompt.system,
        user: prompt.user,
        schema,
        max_tokens: MAX_TOKENS,
        // Nobody waits for what is remembered.
        again: false,
    };
    let guard = Guard::new(&input.new_entry, &spoken, prompt_lines::facts(&input.facts));
    let ground = ObserverEvidence::of(input);
    let check = |output: &mut ObserverAnswer, _: &Value| {
        // What does not hold is not remembered. Nothing waits for it, so nobody is asked again.
        output.updates.retain_mut(|update| {
            let against = ground.against(update, &guard);
            if let Some(why) = &against {
                tracing::debug!(why, key = update.key, "not remembered");
            }
            against.is_none()
        });
        output.updates.truncate(MOST);
        CheckResult::mended(Vec::new())
    };
    let updates = models.ask(cx, ask, check).await?.output.updates;
    let captured = updates
        .iter()
        .map(|update| format!("{}: {}", update.key, update.value));
    Ok(ObserverOutput {
        insights_captured: captured.collect(),
        should_update: !updates.is_empty(),
        updates,
    })
}

/// What a model answers.
#[derive(Debug, serde::Deserialize)]
struct ObserverAnswer {
    updates: Vec<ContextUpdate>,
}

/// What an update may say: numbers of facts and of the user's own words, and words that the run
/// holds already.
struct ObserverEvidence {
    words: HashSet<String>,
    numbers: Vec<f64>,
    spoken: HashSet<String>,
}

impl ObserverEvidence {
    fn of(input: &ObserverInput) -> Self {
        let spoken = input.query.clone().unwrap_or_default();
        let mut said: Vec<String> = prompt_lines::facts(&input.facts);
        said.push(spoken.clone());
        said.extend(input.response.clone());
        said.extend(
            input
                .new_entry
                .as_ref()
                .map(|entry| super::injection::without(&entry.raw, "")),
        );
        said.extend(
            input
                .correction
                .iter()
                .map(|delta| format!("{} {}", delta.path.replace(['.', '_'], " "), delta.after)),
        );
        let all = said.join("\n");
        Self {
            words: words(&all).collect(),
            numbers: numbers(&all),
            spoken: words(&spoken).collect(),
        }
    }

    /// What speaks against an update; `None` lets it pass, perhaps less sure than it was.
    fn against(&self, update: &mut ContextUpdate, guard: &Guard) -> Option<String> {
        let text = format!("{} {}", update.key, update.value);
        let short = update.value.chars().count() <= LONGEST && update.key.chars().count() <= 60;
        let one_line = !text.contains(['\n', '\r', '#']);
        if update.value.trim().is_empty() || !short || !one_line {
            return Some(format!("{:?} is not one short line", update.key));
        }
        if let Some(why) = guard.against(&text).into_iter().next() {
            return Some(why);
        }
        let known = |n: &f64| self.numbers.iter().any(|known| (known - n).abs() < 1e-9);
        if let Some(number) = numbers(&update.value).into_iter().find(|n| !known(n)) {
            return Some(format!("no fact says {number}"));
        }
        let stop = &lexicon::core().stop_words;
        let of_run = |word: &String| self.words.contains(word) || stop.contains(word.as_str());
        let value: Vec<String> = words(&update.value).collect();
        let strange = value.iter().filter(|word| !of_run(word)).count();
        if strange * 2 > value.len() {
            return Some(format!("{:?} is not about this run", update.value));
        }
        // A wish is the user's own words, or none.
        let wished = value.iter().any(|word| self.spoken.contains(word));
        if update.category == ContextCategory::Preference && !wished {
            return Some(format!("the person did not say {:?}", update.value));
        }
        if update.confidence == Certainty::Certain && (strange > 0 || !wished && value.is_empty()) {
            update.confidence = Certainty::Likely;
        }
        update.source = "model".to_owned();
        None
    }
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().any(char::is_alphabetic) && word.chars().count() > 1)
        .map(str::to_lowercase)
}

fn numbers(text: &str) -> Vec<f64> {
    let tokens = read(text);
    let numbers = tokens
        .iter()
        .filter_map(|token| token.number().map(|n| n.value));
    numbers.collect()
}
