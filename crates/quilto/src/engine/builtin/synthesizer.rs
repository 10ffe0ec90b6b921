//! The synthesizer: findings into the message the user reads. The direct answer first, two or three
//! dated facts, at most one caveat.

use crate::agents::{AgentContext, AnalyzedPart, SynthesizerInput, SynthesizerOutput};
use crate::model::{Confidence, EntryId, GapType};

use super::analyzer::TOLD;
use super::wording::associations::FACTOR;
use super::wording::load::{BESIDE as BESIDE_LOAD, BEYOND};
use super::wording::phrases::{Phrases, phrases};
use super::wording::{AnswerContext, Claim, is_nothing};
use super::wording::{choice, doubts};
use quilto_language::Language;

/// Words the answer.
pub fn synthesize(cx: &AgentContext, input: &SynthesizerInput) -> SynthesizerOutput {
    let read = input
        .parts
        .first()
        .map(|part| part.sub_query.intent.language);
    let language = read.unwrap_or_else(|| Language::of(&input.query));
    let words = phrases(language);
    let mut draft = Draft::of(input);
    for part in &input.parts {
        draft.add(cx, input, part);
    }
    draft.blocks.retain(|block| !block.is_empty());
    let is_empty = draft.blocks.is_empty();
    // A subject that no notes hold: say what can be asked instead.
    let lost = draft.said_nothing && input.parts.iter().all(names_nothing);
    let mut response = assemble(words, &draft.blocks, &draft.gaps, input.is_partial);
    if let Some(help) = help(cx, language).filter(|_| lost || is_empty) {
        response.push('\n');
        response.push_str(&help);
    }
    SynthesizerOutput {
        response,
        key_points: draft.points,
        evidence_cited: draft.cited,
        gaps_disclosed: draft.gaps,
        confidence: if is_empty || input.is_partial {
            lower(draft.confidence, Confidence::Low)
        } else {
            draft.confidence
        },
    }
}

/// An answer in the making, part by part.
struct Draft {
    blocks: Vec<String>,
    points: Vec<String>,
    cited: Vec<EntryId>,
    gaps: Vec<String>,
    confidence: Confidence,
    /// Whether a part says that there is nothing.
    said_nothing: bool,
}

impl Draft {
    fn of(input: &SynthesizerInput) -> Self {
        let gaps = input.unanswered_gaps.iter();
        // That there is nothing on it, or not in those days, is the answer itself.
        let gaps = gaps.filter(|gap| !matches!(gap.gap_type, GapType::Topical | GapType::Temporal));
        Self {
            blocks: Vec::new(),
            points: Vec::new(),
            cited: Vec::new(),
            gaps: gaps.map(|gap| gap.description.clone()).collect(),
            confidence: Confidence::High,
            said_nothing: false,
        }
    }

    fn add(&mut self, cx: &AgentContext, input: &SynthesizerInput, part: &AnalyzedPart) {
        let scene = AnswerContext {
            cx,
            intent: &part.sub_query.intent,
            sub_query: &part.sub_query,
            facts: &part.facts,
            entries: &part.entries,
            total: part.total_entries_found,
            nearest: part.nearest,
        };
        let held = |claim: &Claim| {
            !input
                .ungrounded
                .iter()
                .any(|words| holds(&claim.text, words))
        };
        let claims = part.claims.iter().filter(|claim| held(claim)).cloned();
        let mut said = self.without_said(choice::said(claims, cx.response_style));
        doubts::of_what_is_said(&mut said);
        let nothing = said.first().is_some_and(is_nothing);
        if nothing {
            self.confidence = lower(self.confidence, Confidence::Medium);
        }
        self.said_nothing |= nothing;
        for claim in &said {
            self.note(claim);
        }
        // What the user said when asked stands before what the notes say.
        let told = part.analysis.findings.iter().filter(|f| f.name == TOLD);
        for finding in told {
            add_new(&mut self.blocks, &finding.claim);
        }
        let opening = super::wording::opening(&scene, &said);
        self.blocks.push(join(opening, &said));
        let gaps = part.analysis.gaps_identified.iter();
        for gap in gaps.filter(|gap| gap.gap_type.only_user_knows() && !nothing) {
            add_new(&mut self.gaps, &gap.description);
        }
    }

    /// What an earlier part said is not said again.
    fn without_said(&self, mut said: Vec<Claim>) -> Vec<Claim> {
        said.retain(|claim| !self.points.contains(&claim.text));
        said
    }

    fn note(&mut self, claim: &Claim) {
        if claim.lead {
            self.confidence = lower(self.confidence, claim.confidence);
        }
        self.points.push(claim.text.clone());
        for entry in &claim.entries {
            add_new(&mut self.cited, entry);
        }
    }
}

fn add_new<T: Clone + PartialEq>(list: &mut Vec<T>, item: &T) {
    if !list.contains(item) {
        list.push(item.clone());
    }
}

fn names_nothing(part: &AnalyzedPart) -> bool {
    let read = &part.sub_query.intent;
    read.topics.is_empty()
        && read.measure.is_none()
        && read.domain.is_none()
        && read.together.is_none()
}

/// What can be asked: the subjects of the loaded domains and the kinds of questions.
fn help(cx: &AgentContext, language: Language) -> Option<String> {
    let titles: Vec<String> = cx
        .domains
        .modules
        .iter()
        .map(|module| match language {
            Language::English => module.title().to_lowercase(),
            Language::Korean => module
                .title_in("ko")
                .map_or_else(|| module.title(), str::to_owned),
        })
        .collect();
    let words = phrases(language);
    (!titles.is_empty()).then(|| words.say("help", &[("domains", titles.join(", "))]))
}

fn lower(one: Confidence, other: Confidence) -> Confidence {
    let rank = |c: Confidence| match c {
        Confidence::High => 2,
        Confidence::Medium => 1,
        Confidence::Low => 0,
    };
    if rank(one) <= rank(other) { one } else { other }
}

/// Whether a text holds words as words: `8` is not in `180 kg` and not in `2.8`.
fn holds(text: &str, words: &str) -> bool {
    let inside = |outer: Option<char>, beyond: Option<char>, edge: Option<char>| {
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic());
        let joint = matches!(outer, Some('.' | ',' | ':' | '-'));
        digit(edge) && (digit(outer) || joint && digit(beyond)) || letter(edge) && letter(outer)
    };
    !words.is_empty()
        && text.match_indices(words).any(|(at, found)| {
            let mut before = text[..at].chars().rev();
            let mut after = text[at + found.len()..].chars();
            !inside(before.next(), before.next(), found.chars().next())
                && !inside(after.next(), after.next(), found.chars().next_back())
        })
}

/// Sentences follow each other on a line; a list stands on lines of its own.
fn join(opening: Option<String>, said: &[Claim]) -> String {
    let mut out = opening.unwrap_or_default();
    let mut after_factor = false;
    for claim in said {
        if claim.text.is_empty() {
            continue;
        }
        if !out.is_empty() {
            // A factor is a sentence with many figures: each stands on its own line.
            let list = claim.text.contains('\n')
                || after_factor
                || claim.name == FACTOR
                || [BESIDE_LOAD, BEYOND].contains(&&*claim.name)
                || out
                    .lines()
                    .last()
                    .is_some_and(|line| line.starts_with("- "));
            out.push(if list { '\n' } else { ' ' });
        }
        out.push_str(&claim.text);
        after_factor = claim.name == FACTOR;
    }
    out
}

fn assemble(words: &Phrases, blocks: &[String], gaps: &[String], partial: bool) -> String {
    let mut lines: Vec<String> = Vec::new();
    if blocks.is_empty() {
        lines.push(words.say("partial_nothing", &[]));
    } else if partial {
        lines.push(format!(
            "{} {}",
            words.say("partial", &[]),
            blocks.join("\n")
        ));
    } else {
        lines.extend(blocks.iter().cloned());
    }
    if !gaps.is_empty() {
        lines.push(words.say("partial_need", &[("gaps", gaps.join("; "))]));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_held_as_words() {
        for (text, words) in [("85 kg × 8.", "8"), ("2021-12-22.", "22"), ("8회예요", "8")] {
            let held = holds(text, words);
            assert_eq!(held, words == "8", "{text} {words}");
        }
        assert!(!holds("180 kg × 12", "8"));
        assert!(!holds("2.8 km", "8") && !holds("8.2 km", "8"));
        assert!(holds("at 2.8 km", "2.8 km"));
    }
}
