//! How questions were read and what is planned for them, laid open for whoever looks for a fault.

use std::ops::Range;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::Value;

pub use super::doubt::ReaderKind;
use super::doubt::filled;
use super::question_readings;
use super::reading_context::ReadingContext;
use super::{Notes, plan};
use crate::agents::{AgentContext, NextAction, PlannerInput};
use crate::domain::DomainSet;
use crate::model::{Conversation, Intent};

/// A question of a text, as its phrases were read.
#[derive(Clone, Debug, Serialize)]
pub struct ExplainedQuestion {
    /// Its words as typed.
    pub text: String,
    /// The phrases that were taken and what each means: a line for each, what it is made of below it.
    pub phrases: Vec<String>,
    /// Words that no phrase took and that may matter.
    pub unread: Vec<String>,
    /// What it means by its phrases: mostly one frame.
    pub frames: Vec<Value>,
    /// The next reading that means something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead: Option<ExplainedAlternative>,
    /// Which reader the planner takes its intent of.
    pub read_by: ReaderKind,
}

/// A reading that another was better than.
#[derive(Clone, Debug, Serialize)]
pub struct ExplainedAlternative {
    /// What the question would have meant.
    pub frames: Vec<Value>,
    /// Words that no phrase would have taken.
    pub unread: Vec<String>,
    /// How much better the other is: the difference of their scores.
    pub margin: f64,
}

/// A question as the planner goes on with it.
#[derive(Clone, Debug, Serialize)]
pub struct PlannedQuestion {
    /// Its words.
    pub question: String,
    /// What it is taken to ask, with what is filled in from the questions around it. Written without what
    /// says nothing, which is most of an intent.
    #[serde(serialize_with = "without_blanks")]
    pub intent: Intent,
}

/// Writes a value without its parts that are nothing, no or empty.
fn without_blanks<T: Serialize, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    let value = serde_json::to_value(value).map_err(serde::ser::Error::custom)?;
    filled(value).serialize(to)
}

/// What is asked, and what the planner makes of it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Planning {
    /// The domains it is read with: those the planner asks for are among them.
    pub domains: Vec<String>,
    /// The questions as they were read.
    pub questions: Vec<ExplainedQuestion>,
    /// What is planned for them.
    pub planned: Vec<PlannedQuestion>,
}

/// Reads and plans as a run would, up to where it would search. `cx` holds the domains that were chosen
/// for the text.
pub fn planning(
    mut cx: AgentContext,
    known: &DomainSet,
    query: &str,
    notes: Notes<'_>,
) -> Planning {
    let input = PlannerInput {
        query: query.to_owned(),
        ..PlannerInput::default()
    };
    let mut planned = plan(&cx, known, &input, notes);
    // Each time fewer are left that it could ask for.
    while planned.next_action == NextAction::ExpandDomain {
        let mut names = cx.domains.domains_loaded.clone();
        names.append(&mut planned.domain_expansion_request);
        cx.domains = Arc::new(known.select(&names));
        planned = plan(&cx, known, &input, notes);
    }
    let parts = planned.sub_queries.into_iter();
    Planning {
        questions: questions(&cx, query, notes),
        planned: parts
            .map(|part| PlannedQuestion {
                question: part.question,
                intent: part.intent,
            })
            .collect(),
        domains: cx.domains.domains_loaded.clone(),
    }
}

/// The questions of a text, each as its phrases were read.
fn questions(cx: &AgentContext, query: &str, notes: Notes<'_>) -> Vec<ExplainedQuestion> {
    let ground = ReadingContext::of(cx);
    let parts = question_readings::parts(query.trim(), ground, notes).into_iter();
    let read = |part: question_readings::QuestionReadings<'_>| {
        let typed = &part.careful;
        let read = part.phrases.clone();
        let words = |spans: &[Range<usize>]| {
            let words = spans.iter().filter_map(|span| typed.get(span.clone()));
            words.map(str::to_owned).collect()
        };
        ExplainedQuestion {
            text: part.text.to_owned(),
            phrases: read.explained.lines().map(str::to_owned).collect(),
            unread: words(&read.unread),
            instead: read.instead.map(|instead| ExplainedAlternative {
                unread: words(&instead.unread),
                frames: instead.frames,
                margin: (f64::from(read.margin) * 100.0).round() / 100.0,
            }),
            frames: read.frames,
            read_by: part
                .chosen(ground, &Conversation::default(), &|intent| intent)
                .reading
                .by,
        }
    };
    parts.map(read).collect()
}
