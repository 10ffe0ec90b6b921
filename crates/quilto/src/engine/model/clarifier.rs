//! Clarifier: the model words what only the user can tell.

use minijinja::context;
use serde_json::Value;

use super::guard::Guard;
use super::prompt::render;
use super::quote;
use super::structured::{AgentRequest, CheckResult};
use super::{Models, prompt_lines, schema};
use crate::agents::{AgentContext, AgentError, ClarifierInput, ClarifierOutput};
use crate::model::{AgentName, Question};
use quilto_language::Language;

const MAX_TOKENS: u32 = 600;
const MOST: usize = 3;
/// A question longer than this is none to be answered in a few words.
const LONGEST: usize = 240;

pub(super) async fn clarify(
    models: &Models,
    cx: &AgentContext,
    input: &ClarifierInput,
) -> Result<ClarifierOutput, AgentError> {
    let guard = Guard::new([], &input.original_query, Vec::new());
    let check = |output: &mut ClarifierOutput, _: &Value| {
        let mut problems = Vec::new();
        let before = output.questions.len();
        output
            .questions
            .retain_mut(|question| is_fit(question, input, &guard, &mut problems));
        output.questions.truncate(MOST);
        for (question, number) in output.questions.iter_mut().zip(1..) {
            question.id = format!("q{number}");
            let as_suggested = input.suggested.contains(&question.question);
            question.changes = input.suggested_changes.filter(|_| as_suggested);
        }
        if !guard.against(&output.context_explanation).is_empty() {
            output.context_explanation = String::new();
        }
        CheckResult {
            problems,
            stands: before == 0 || !output.questions.is_empty(),
        }
    };
    Ok(models.ask(cx, request(cx, input)?, check).await?.output)
}

fn request(cx: &AgentContext, input: &ClarifierInput) -> Result<AgentRequest, AgentError> {
    let schema = schema::of::<ClarifierOutput>();
    let language = match Language::of(&input.original_query) {
        Language::English => "en",
        Language::Korean => "ko",
    };
    let known: Vec<String> = cx
        .domains
        .modules
        .iter()
        .flat_map(|module| module.clarifications())
        .filter_map(|known| known.question.get(language).cloned())
        .collect();
    let prompt = render(
        AgentName::Clarifier,
        context! {
            known => known,
            outline => schema::outline(&schema),
            gaps => input.gaps.iter().map(prompt_lines::gap).collect::<Vec<_>>(),
            suggested => input.suggested.iter().map(|q| prompt_lines::line(q)).collect::<Vec<_>>(),
            asked => input.previous_clarifications.iter().map(|q| prompt_lines::line(q)).collect::<Vec<_>>(),
            searched => input.retrieval_history.iter().map(prompt_lines::attempt).collect::<Vec<_>>(),
            language => prompt_lines::language(&input.original_query),
            question => quote::whole(&input.original_query),
        },
    )?;
    Ok(AgentRequest {
        agent: AgentName::Clarifier,
        system: prompt.system,
        user: prompt.user,
        schema,
        max_tokens: MAX_TOKENS,
        again: true,
    })
}

/// Whether a question can be asked; what is wrong with it is added to `problems`.
fn is_fit(
    question: &mut Question,
    input: &ClarifierInput,
    guard: &Guard,
    problems: &mut Vec<String>,
) -> bool {
    let addressed = addresses_gap(question, input);
    let text = question.question.trim();
    let asked = input
        .previous_clarifications
        .iter()
        .any(|asked| asked.trim().eq_ignore_ascii_case(text));
    if asked {
        problems.push(format!("{text:?} was asked before"));
    }
    if !addressed {
        problems.push(format!(
            "`gap_addressed` of {text:?} is not one of what is missing"
        ));
    }
    let against = guard.against(text);
    let fine = against.is_empty();
    problems.extend(against);
    !text.is_empty() && text.chars().count() <= LONGEST && !asked && addressed && fine
}

/// Whether a question is about what is missing.
fn addresses_gap(question: &mut Question, input: &ClarifierInput) -> bool {
    let of_gap = |gap: &String| gap.trim() == question.gap_addressed.trim();
    let mut missing = input.gaps.iter().map(|gap| &gap.description);
    match (input.gaps.as_slice(), input.suggested.as_slice()) {
        // Where one thing is missing, a question can be about no other.
        ([only], []) => {
            question.gap_addressed.clone_from(&only.description);
            true
        }
        (_, suggested) => missing.any(of_gap) || suggested.iter().any(of_gap),
    }
}
