//! The clarifier: at most three short questions that only the user can answer.

use crate::agents::{AgentContext, ClarifierInput, ClarifierOutput};
use crate::model::{Gap, Question};

use super::language::words::normalise;
use super::language::{Language, Words};
use super::wording::phrases::phrases;

/// Questions asked at once.
const MOST: usize = 3;

/// Asks.
pub fn clarify(cx: &AgentContext, input: &ClarifierInput) -> ClarifierOutput {
    let language = Language::of(&input.original_query);
    let words = phrases(language);
    let mut questions: Vec<Question> = Vec::new();
    let mut add = |question: String, gap: String, options: Option<Vec<String>>, required: bool| {
        let asked = |other: &String| normalise(other) == normalise(&question);
        let new = !input.previous_clarifications.iter().any(asked)
            && !questions
                .iter()
                .any(|q| normalise(&q.question) == normalise(&question));
        if new && !question.is_empty() && questions.len() < MOST {
            questions.push(Question {
                id: format!(
                    "q{}",
                    input.previous_clarifications.len() + questions.len() + 1
                ),
                question,
                gap_addressed: gap,
                options,
                required,
            });
        }
    };
    let open: Vec<&Gap> = input
        .gaps
        .iter()
        .filter(|gap| gap.gap_type.only_user_knows() && !gap.found)
        .collect();
    let gap = open
        .first()
        .map(|gap| gap.description.clone())
        .unwrap_or_default();
    for suggested in &input.suggested {
        // A suggestion may be a gap in words; then a question is made for it below.
        if suggested.trim_end().ends_with(['?', '？']) {
            add(suggested.clone(), gap.clone(), None, true);
        }
    }
    for (question, options) in of_domains(cx, input, language) {
        add(question, gap.clone(), options, false);
    }
    for gap in &open {
        let key = ["goal", "cause", "subject", "wrong_period"]
            .into_iter()
            .find(|key| words.gap(key, &[]) == gap.description);
        let question = match key {
            Some("goal") => words.question("goal", &[("topic", String::new())]),
            Some("cause") => words.question("feeling", &[]),
            Some("wrong_period") => words.question("period", &[]),
            _ => words.question("subject", &[]),
        };
        add(question, gap.description.clone(), None, false);
    }
    ClarifierOutput {
        context_explanation: words.question("explanation", &[]),
        questions,
        fallback_action: words.question("fallback", &[]),
    }
}

/// The domains' own questions whose words stand in the question.
fn of_domains(
    cx: &AgentContext,
    input: &ClarifierInput,
    language: Language,
) -> Vec<(String, Option<Vec<String>>)> {
    let code = match language {
        Language::English => "en",
        Language::Korean => "ko",
    };
    let asked = Words::read(&input.original_query);
    let query = normalise(&input.original_query);
    let holds = |word: &String| {
        let cue = Words::read(word);
        if cue.hangul() {
            query.contains(&normalise(word))
        } else {
            (0..asked.len()).any(|at| {
                cue.iter()
                    .enumerate()
                    .all(|(i, part)| at + i < asked.len() && asked.at(at + i).text == part.text)
            })
        }
    };
    let only_user = input.gaps.iter().any(|gap| gap.gap_type.only_user_knows());
    cx.domains
        .modules
        .iter()
        .flat_map(|module| module.clarifications())
        .filter(|clarification| only_user && clarification.when.iter().any(holds))
        .filter_map(|clarification| {
            let question = clarification.question.get(code)?.clone();
            Some((
                question,
                clarification
                    .options
                    .get(code)
                    .cloned()
                    .filter(|o| !o.is_empty()),
            ))
        })
        .collect()
}
