//! Analyzer: the model reads facts and notes, in parts where they would not fit at once.

use minijinja::context;
use serde_json::Value;

use super::guard::{Guard, cleaned};
use super::join;
use super::prompt::{Prompt, render};
use super::quote::{self, quoted_if_any};
use super::structured::{AgentRequest, CheckResult};
use super::{Models, prompt_lines, schema};
use crate::agents::{
    AgentContext, AgentError, AnalyzedPart, AnalyzerInput, AnalyzerOutput, EvaluatorInput,
};
use crate::engine::builtin::evaluator;
use crate::model::{AgentName, Entry, EntryId, Finding, GapType, Severity, Sufficiency};

const MAX_TOKENS: u32 = 1_600;
/// Parts a long history is read in at most; of a longer one the newest notes are read. Two, so that a
/// plan, two parts, their sum, a draft and its check are six calls.
const MOST_PARTS: usize = 2;

pub(super) async fn analyze(
    models: &Models,
    cx: &AgentContext,
    input: &AnalyzerInput,
) -> Result<AnalyzerOutput, AgentError> {
    let whole = prompt(cx, input, &input.entries, &input.earlier_findings, None)?;
    let room = models.manner.context_tokens;
    let needed = prompt_lines::tokens(&whole.system)
        + prompt_lines::tokens(&whole.user)
        + MAX_TOKENS as usize;
    if needed <= room || input.entries.len() < 2 {
        return one(models, cx, input, &input.entries, whole).await;
    }
    let bare = prompt(cx, input, &[], &input.earlier_findings, None)?;
    let fixed =
        prompt_lines::tokens(&bare.system) + prompt_lines::tokens(&bare.user) + MAX_TOKENS as usize;
    let chunks = chunks(&input.entries, room.saturating_sub(fixed));
    let count = chunks.len();
    if count < 2 {
        // Nothing would be won.
        return one(models, cx, input, &input.entries, whole).await;
    }
    let mut flights: Vec<join::PendingAnswer<'_, Result<AnalyzerOutput, AgentError>>> = Vec::new();
    for (i, chunk) in chunks.into_iter().enumerate() {
        let named = format!("{} of {count}", i + 1);
        let prompt = prompt(cx, input, chunk, &input.earlier_findings, Some(named))?;
        flights.push(Box::pin(one(models, cx, input, chunk, prompt)));
    }
    let mut findings: Vec<Finding> = input.earlier_findings.clone();
    let mut failed = None;
    let mut any = false;
    for result in join::all(flights).await {
        match result {
            Ok(output) => {
                any = true;
                findings.extend(output.findings);
            }
            Err(error) => failed = Some(error),
        }
    }
    match failed {
        Some(error) if !any => return Err(error),
        _ => {}
    }
    let joined = prompt(cx, input, &[], &findings, None)?;
    one(models, cx, input, &input.entries, joined).await
}

/// Notes in parts that fit, the newest kept where there are too many.
fn chunks(entries: &[Entry], room: usize) -> Vec<&[Entry]> {
    let room = room.max(200);
    let mut chunks: Vec<&[Entry]> = Vec::new();
    let mut end = entries.len();
    while end > 0 && chunks.len() < MOST_PARTS {
        let mut start = end;
        let mut size = 0;
        while start > 0 {
            let next = prompt_lines::tokens(&quote::note(&entries[start - 1]));
            if size + next > room && start < end {
                break;
            }
            size += next;
            start -= 1;
        }
        chunks.push(&entries[start..end]);
        end = start;
    }
    chunks.reverse();
    chunks
}

fn prompt(
    cx: &AgentContext,
    input: &AnalyzerInput,
    entries: &[Entry],
    earlier: &[Finding],
    part: Option<String>,
) -> Result<Prompt, AgentError> {
    let history = input.retrieval_history.iter();
    let own = history
        .clone()
        .filter(|attempt| attempt.sub_query == input.sub_query.id);
    let total = own.clone().map(|a| a.entries_found).max();
    render(
        AgentName::Analyzer,
        context! {
            expertise => prompt_lines::expertise(cx),
            available => prompt_lines::domains(cx.domains.available.iter().cloned()),
            outline => schema::outline(&schema::of::<AnalyzerOutput>()),
            today => cx.today.to_string(),
            loaded => cx.domains.domains_loaded.join(", "),
            learned => input.global_context.as_deref().and_then(quoted_if_any),
            searched => history.map(prompt_lines::attempt).collect::<Vec<_>>(),
            shown => entries.len(),
            total => total.unwrap_or(input.entries.len()).max(entries.len()),
            part => part,
            notes => quote::notes(entries),
            earlier => earlier.iter().map(prompt_lines::finding).collect::<Vec<_>>(),
            facts => prompt_lines::facts(&input.facts),
            nearest => input.nearest.map(|day| day.to_string()),
            answers => prompt_lines::answers(&input.user_responses),
            language => prompt_lines::language(&input.query),
            question => quote::whole(&input.sub_query.question),
        },
    )
}

async fn one(
    models: &Models,
    cx: &AgentContext,
    input: &AnalyzerInput,
    entries: &[Entry],
    prompt: Prompt,
) -> Result<AnalyzerOutput, AgentError> {
    let ask = AgentRequest {
        agent: AgentName::Analyzer,
        system: prompt.system,
        user: prompt.user,
        schema: schema::of::<AnalyzerOutput>(),
        max_tokens: MAX_TOKENS,
        again: true,
    };
    let said = prompt_lines::facts(&input.facts)
        .into_iter()
        .chain([cx.domains.expertise()]);
    let guard = Guard::new(entries, &input.query, said);
    let check = |output: &mut AnalyzerOutput, said: &Value| {
        let mut problems = Vec::new();
        judge(cx, input, entries, &guard, output, said, &mut problems);
        let stands = !output.findings.is_empty()
            || !output.gaps_identified.is_empty()
            || input.facts.is_empty() && input.entries.is_empty();
        CheckResult { problems, stands }
    };
    Ok(models.ask(cx, ask, check).await?.output)
}

fn judge(
    cx: &AgentContext,
    input: &AnalyzerInput,
    entries: &[Entry],
    guard: &Guard,
    output: &mut AnalyzerOutput,
    said: &Value,
    problems: &mut Vec<String>,
) {
    let last = said
        .as_object()
        .and_then(|fields| fields.keys().next_back());
    let in_order = last.is_some_and(|key| key == "verdict");
    if !in_order {
        problems.push("`verdict` must be the last key: reasons first".to_owned());
    }
    for finding in &mut output.findings {
        let named = finding.facts.len() + finding.evidence.len();
        finding.facts.retain(|fact| *fact < input.facts.len());
        finding.evidence = notes_named(&finding.evidence, &input.entries);
        // One that still rests on something is fine: its words are held against facts below.
        if named > 0 && finding.facts.is_empty() && finding.evidence.is_empty() {
            let name = &finding.name;
            problems.push(format!("{name:?} names facts or notes that are not there"));
        }
    }
    let mut held = |text: &str| {
        let mut against = guard.against(text);
        for words in ungrounded(cx, input, entries, text) {
            against.push(format!("no fact says {words:?} (in {text:?})"));
        }
        let fine = against.is_empty();
        problems.extend(against);
        fine
    };
    output
        .findings
        .retain(|finding| !finding.claim.trim().is_empty() && held(&finding.claim));
    output.patterns_identified.retain(|text| held(text));
    output
        .gaps_identified
        .retain(|gap| !gap.description.trim().is_empty() && held(&gap.description));
    for gap in &mut output.gaps_identified {
        let available = |name: &String| cx.domains.available.iter().any(|info| info.name == *name);
        gap.suspected_domain = gap.suspected_domain.take().filter(available);
        gap.outside_current_expertise &= gap.suspected_domain.is_some();
    }
    if !held(&output.verdict_reasoning) {
        output.verdict_reasoning = "see the findings".to_owned();
    }
    if !guard.against(&output.query_intent).is_empty() {
        output.query_intent.clone_from(&input.sub_query.question);
    }
    // What only the user can tell was asked once: an answer is not asked for again.
    let answered = !input.user_responses.is_empty();
    let critical = output.gaps_identified.iter().any(|gap| {
        gap.severity == Severity::Critical
            && !(answered && matches!(gap.gap_type, GapType::Subjective | GapType::Clarification))
    });
    // A verdict that came first was not reasoned for, and one that its own gaps contradict does not
    // count either.
    output.verdict = if critical {
        Sufficiency::Insufficient
    } else if !in_order || !output.findings.is_empty() {
        Sufficiency::Sufficient
    } else {
        output.verdict
    };
}

/// The notes that are meant: by their name, or by their day where the model wrote that.
fn notes_named(said: &[EntryId], entries: &[Entry]) -> Vec<EntryId> {
    let mut meant: Vec<EntryId> = Vec::new();
    for id in said {
        let named = entries.iter().find(|entry| entry.id == *id);
        let of_day = |entry: &&Entry| id.0.contains(&entry.date.to_string());
        if let Some(entry) = named.or_else(|| entries.iter().find(of_day))
            && !meant.contains(&entry.id)
        {
            meant.push(entry.id.clone());
        }
    }
    meant
}

/// Numbers and dates of a text that nothing supports.
fn ungrounded(
    cx: &AgentContext,
    input: &AnalyzerInput,
    entries: &[Entry],
    text: &str,
) -> Vec<String> {
    let part = AnalyzedPart {
        sub_query: input.sub_query.clone(),
        facts: input.facts.clone(),
        entries: cleaned(entries),
        total_entries_found: entries.len(),
        nearest: input.nearest,
        claims: input.claims.clone(),
        analysis: AnalyzerOutput {
            query_intent: String::new(),
            findings: Vec::new(),
            patterns_identified: Vec::new(),
            gaps_identified: Vec::new(),
            verdict_reasoning: String::new(),
            verdict: Sufficiency::Sufficient,
        },
    };
    let judged = evaluator::evaluate(
        cx,
        &EvaluatorInput {
            query: input.query.clone(),
            response: text.to_owned(),
            parts: vec![part],
            evaluation_rules: Vec::new(),
            is_partial: true,
            attempt: 1,
            previous_feedback: Vec::new(),
        },
    );
    judged.ungrounded
}
