//! How a text is read, in lines.

use quilto::engine::builtin::explain::{
    Clause, ExplainedQuestion, Explanation, PlannedQuestion, Planning,
};
use quilto::model::Language;
use serde_json::Value;

use super::explain_words::ExplainWords;
use crate::ui::{DOUBT, HEADING, QUIET, padded, width_of};

/// What a text is taken for, what its clauses do, and what it asks.
pub fn lines(explanation: &Explanation, language: Language) -> Vec<String> {
    let words = ExplainWords::of(language);
    let mut lines = taken_for(explanation, words);
    if !explanation.clauses.is_empty() {
        lines.push(String::new());
        lines.push(format!("{HEADING}{}{HEADING:#}", words.clauses));
        lines.extend(clauses(&explanation.clauses, words));
    }
    if let Some(planning) = &explanation.asked {
        lines.extend(asked(planning, words));
    }
    lines
}

fn taken_for(explanation: &Explanation, words: &ExplainWords) -> Vec<String> {
    let kind = words.taken_for(explanation.input_type);
    let nothing = &words.nothing_kept;
    let sure = two_places(explanation.confidence);
    let why = &explanation.reasoning;
    let mut lines = vec![
        format!("{HEADING}{kind}{HEADING:#}  {QUIET}{nothing}{QUIET:#}"),
        words.why.fill(&[("why", why), ("sure", &sure)]),
    ];
    let names = domains(explanation, words);
    lines.push(words.domains.fill(&[("names", &names)]));
    for (wording, said) in [
        (&words.tells, &explanation.log_portion),
        (&words.asks, &explanation.query_portion),
        (&words.corrects, &explanation.correction_target),
    ] {
        lines.extend(
            said.iter()
                .map(|said| wording.fill(&[("words", &one_line(said))])),
        );
    }
    lines[1..].iter_mut().for_each(indent);
    lines
}

/// The domains that were chosen, and why. Where each is named with its reason, that says all.
fn domains(explanation: &Explanation, words: &ExplainWords) -> String {
    let why = &explanation.domains_reasoning;
    let names = &explanation.domains;
    if !names.is_empty() && names.iter().all(|name| why.contains(name.as_str())) {
        return why.clone();
    }
    let names = match names.is_empty() {
        true => words.base_only.clone(),
        false => names.join(", "),
    };
    format!("{names} ({why})")
}

/// A line for each clause, the acts below one another.
fn clauses(clauses: &[Clause], words: &ExplainWords) -> Vec<String> {
    let said: Vec<String> = clauses
        .iter()
        .map(|clause| one_line(&clause.text))
        .collect();
    let widest = said.iter().map(|said| width_of(said)).max().unwrap_or(0);
    let line = |(clause, said): (&Clause, String)| {
        let acts = clause.acts.iter().map(|likely| {
            let act = words.act(likely.act);
            format!("{act} {}", two_places(likely.probability))
        });
        let acts = acts.collect::<Vec<_>>().join(", ");
        let no_data = match clause.holds_no_data {
            true => format!("  {QUIET}{}{QUIET:#}", words.no_data),
            false => String::new(),
        };
        format!("  {}  {acts}{no_data}", padded(&said, widest))
    };
    clauses.iter().zip(said).map(line).collect()
}

fn asked(planning: &Planning, words: &ExplainWords) -> Vec<String> {
    let mut lines = Vec::new();
    for question in &planning.questions {
        lines.push(String::new());
        lines.push(words.asked.fill(&[("question", &one_line(&question.text))]));
        lines.extend(phrases(question, words));
    }
    for planned in &planning.planned {
        lines.push(String::new());
        let said = one_line(&planned.question);
        lines.push(words.planned.fill(&[("question", &said)]));
        lines.extend(intent(planned));
    }
    lines
}

/// What was read by which phrase, what was not, and what it would have meant otherwise.
fn phrases(question: &ExplainedQuestion, words: &ExplainWords) -> Vec<String> {
    let mut lines = question.phrases.clone();
    if question.phrases.is_empty() {
        lines.push(words.nothing_read.clone());
    }
    lines.push(match question.unread.as_slice() {
        [] => format!("{QUIET}{}{QUIET:#}", words.all_read),
        unread => {
            let unread = words.not_read.fill(&[("words", &unread.join(", "))]);
            format!("{DOUBT}{unread}{DOUBT:#}")
        }
    });
    if !question.frames.is_empty() {
        lines.push(words.means.fill(&[("frames", &all(&question.frames))]));
    }
    if let Some(instead) = &question.instead {
        let frames = all(&instead.frames);
        let margin = two_places(instead.margin);
        let holes = [("frames", frames.as_str()), ("margin", margin.as_str())];
        lines.push(words.instead.fill(&holes));
        if !instead.unread.is_empty() {
            let left = instead.unread.join(", ");
            lines.push(words.instead_unread.fill(&[("words", &left)]));
        }
    }
    lines.push(format!(
        "{QUIET}{}{QUIET:#}",
        words.read_by(question.read_by)
    ));
    lines.iter_mut().for_each(indent);
    lines
}

/// What the planner takes a question to ask: a line for each part of its intent, by its name in JSON.
fn intent(planned: &PlannedQuestion) -> Vec<String> {
    let planned = serde_json::to_value(planned).unwrap_or_default();
    let intent = planned["intent"].as_object();
    let fields: Vec<(&String, &Value)> = intent.into_iter().flatten().collect();
    let widest = fields.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let line = |(name, value): (&String, &Value)| {
        let shown = value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned);
        format!("  {}  {shown}", padded(name, widest))
    };
    fields.into_iter().map(line).collect()
}

fn all(frames: &[Value]) -> String {
    let frames: Vec<String> = frames.iter().map(ToString::to_string).collect();
    frames.join("  ")
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn two_places(number: f64) -> String {
    format!("{number:.2}")
}

fn indent(line: &mut String) {
    line.insert_str(0, "  ");
}
