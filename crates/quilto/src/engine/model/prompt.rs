//! Prompt files: rendered, and parted into instructions and input.

use std::sync::LazyLock;

use minijinja::{Environment, Value};

use crate::agents::AgentError;
use crate::model::AgentName;

/// Parts a prompt file: above it are the instructions, below it is what changes with every call.
const INPUT: &str = "<!-- input -->";

const FILES: &[(AgentName, &str)] = &[
    (AgentName::Router, include_str!("prompts/router.md")),
    (AgentName::Planner, include_str!("prompts/planner.md")),
    (AgentName::Analyzer, include_str!("prompts/analyzer.md")),
    (
        AgentName::Synthesizer,
        include_str!("prompts/synthesizer.md"),
    ),
    (AgentName::Evaluator, include_str!("prompts/evaluator.md")),
    (AgentName::Clarifier, include_str!("prompts/clarifier.md")),
    (AgentName::Parser, include_str!("prompts/parser.md")),
    (AgentName::Observer, include_str!("prompts/observer.md")),
];

/// How notes are read, told to the planner. Reading them is code: it is not asked, only described.
const RETRIEVER: &str = include_str!("prompts/retriever.md");

static PROMPTS: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let mut prompts = Environment::new();
    prompts.set_undefined_behavior(minijinja::UndefinedBehavior::Strict);
    prompts.add_global("how_notes_are_read", RETRIEVER.trim_end());
    for (agent, text) in FILES {
        // A file that cannot be read is missing when it is asked for; a test renders them all.
        let _ = prompts.add_template_owned(format!("{agent}.md"), (*text).to_owned());
    }
    prompts
});

/// A prompt, ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// The instructions: role, task, rules, examples, and what the loaded domains add.
    pub system: String,
    /// The input of this call.
    pub user: String,
}

/// Renders an agent's prompt.
///
/// # Errors
/// The file asks for a value that is not given.
pub fn render(agent: AgentName, values: Value) -> Result<Prompt, AgentError> {
    let failed = |error: minijinja::Error| AgentError::Failed {
        agent: agent.as_str(),
        reason: format!("its prompt cannot be made: {error:#}"),
    };
    let file = format!("{agent}.md");
    let template = PROMPTS.get_template(&file).map_err(failed)?;
    let text = template.render(values).map_err(failed)?;
    // The first mark is the file's own: what is above it holds no text of the user.
    let (system, user) = text.split_once(INPUT).unwrap_or((&text, ""));
    Ok(Prompt {
        system: tidy(system),
        user: tidy(user),
    })
}

/// No more than one empty line in a row.
fn tidy(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut empty = 0;
    for line in text.trim().lines() {
        let line = line.trim_end();
        empty = if line.is_empty() { empty + 1 } else { 0 };
        if empty < 2 {
            out.push_str(line);
            out.push('\n');
        }
    }
    out.pop();
    out
}
