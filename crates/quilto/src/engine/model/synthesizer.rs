//! Synthesizer: the model words findings and facts, and only these.

use minijinja::{Value as Prepared, context};
use serde_json::Value;

use super::guard::Guard;
use super::prompt::render;
use super::quote;
use super::structured::{AgentRequest, CheckResult};
use super::{Models, prompt_lines, schema, wording};
use crate::agents::{AgentContext, AgentError, AnalyzedPart, SynthesizerInput, SynthesizerOutput};
use crate::model::{AgentName, Entry};

const MAX_TOKENS: u32 = 900;
/// Notes shown for wording: findings say what they mean, so that few suffice.
const MOST_NOTES: usize = 8;

pub(super) async fn synthesize(
    models: &Models,
    cx: &AgentContext,
    input: &SynthesizerInput,
) -> Result<SynthesizerOutput, AgentError> {
    let schema = schema::of::<SynthesizerOutput>();
    let prompt = render(
        AgentName::Synthesizer,
        context! {
            expertise => prompt_lines::expertise(cx),
            outline => schema::outline(&schema),
            parts => input.parts.iter().map(part).collect::<Vec<_>>(),
            partial => input.is_partial,
            gaps => input.unanswered_gaps.iter().map(prompt_lines::gap).collect::<Vec<_>>(),
            feedback => input.feedback.iter().map(prompt_lines::feedback).collect::<Vec<_>>(),
            ungrounded => input.ungrounded.iter().map(|w| prompt_lines::line(w)).collect::<Vec<_>>(),
            style => prompt_lines::style(cx.response_style),
            language => prompt_lines::language(&input.query),
            question => quote::whole(&input.query),
        },
    )?;
    let ask = AgentRequest {
        agent: AgentName::Synthesizer,
        system: prompt.system,
        user: prompt.user,
        schema,
        max_tokens: MAX_TOKENS,
        again: true,
    };
    let entries: Vec<&Entry> = input.parts.iter().flat_map(|part| &part.entries).collect();
    let facts = input
        .parts
        .iter()
        .flat_map(|part| prompt_lines::facts(&part.facts));
    let guard = Guard::new(
        entries.iter().copied(),
        &input.query,
        facts.chain([cx.domains.expertise()]),
    );
    let check = |output: &mut SynthesizerOutput, _: &Value| {
        let mut problems = Vec::new();
        if output.response.trim().is_empty() {
            problems.push("`response` is empty".to_owned());
        }
        problems.extend(guard.against(&output.response));
        problems.extend(wording::slips(&output.response, &input.query));
        let stands = problems.is_empty();
        output
            .key_points
            .retain(|point| guard.against(point).is_empty());
        // What is missing was settled before the wording.
        let missing = input.unanswered_gaps.iter();
        output.gaps_disclosed = missing.map(|gap| gap.description.clone()).collect();
        output
            .evidence_cited
            .retain(|id| entries.iter().any(|entry| entry.id == *id));
        CheckResult { problems, stands }
    };
    Ok(models.ask(cx, ask, check).await?.output)
}

/// A part as the prompts of wording and checking show it.
pub(super) fn part(part: &AnalyzedPart) -> Prepared {
    context! {
        question => prompt_lines::line(&part.sub_query.question),
        facts => prompt_lines::facts(&part.facts),
        findings => part.analysis.findings.iter().map(prompt_lines::finding).collect::<Vec<_>>(),
        notes => quote::notes(newest(&part.entries)),
        nearest => part.nearest.map(|day| day.to_string()),
    }
}

fn newest(entries: &[Entry]) -> &[Entry] {
    &entries[entries.len().saturating_sub(MOST_NOTES)..]
}
