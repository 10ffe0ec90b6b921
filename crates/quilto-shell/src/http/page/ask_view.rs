//! What a run waits for, as a form to answer it in place.

use chrono::NaiveDate;
use quilto::machine::{Ask, Choice, Preview};
use quilto::model::Language;
use serde::Serialize;

use super::entry_view::bare;
use super::words::PageWords;
use crate::context::Context;
use crate::output::ask;
use crate::ui::excerpt;

/// Letters of a note that stand for it in a list.
const LETTERS: usize = 80;

/// A question.
#[derive(Debug, Serialize)]
pub struct QuestionView {
    pub id: String,
    pub question: String,
    pub options: Vec<String>,
}

/// A note that may be meant.
#[derive(Debug, Serialize)]
pub struct CandidateView {
    pub id: String,
    pub date: NaiveDate,
    pub day: String,
    pub words: String,
}

/// What is about to be written.
#[derive(Debug, Serialize)]
pub struct PreviewView {
    pub id: String,
    pub head: String,
    pub lines: Vec<String>,
    /// Whether it can still be said otherwise.
    pub refines: bool,
}

/// All that is asked.
#[derive(Debug, Serialize)]
pub struct AskView {
    pub session: String,
    pub lang: &'static str,
    pub why: Option<String>,
    pub questions: Vec<QuestionView>,
    /// Which note is meant, in words.
    pub which: String,
    pub candidates: Vec<CandidateView>,
    pub preview: Option<PreviewView>,
}

impl AskView {
    /// What a run that was begun with some words asks.
    pub fn of(
        context: &Context<'_>,
        words: PageWords,
        session: &str,
        text: &str,
        ask: &Ask,
    ) -> Self {
        let language = Language::of(text);
        let style = context.style_within(None, language);
        let questions = ask.questions.iter().map(|question| QuestionView {
            id: question.id.clone(),
            question: question.question.clone(),
            options: question.options.clone().unwrap_or_default(),
        });
        let which = |choice: &Choice| {
            let about = format!("{:?}", choice.about);
            style.words().which_one.fill(&[("about", &*about)])
        };
        let candidates = ask.choice.iter().flat_map(|choice| &choice.candidates);
        let candidates = candidates.map(|entry| CandidateView {
            id: entry.id.0.clone(),
            date: entry.date,
            day: words.date(entry.date, context.moment.today),
            words: excerpt(&entry.raw, LETTERS),
        });
        let preview = |preview: &Preview| {
            let mut lines = ask::preview(preview, &style).into_iter();
            PreviewView {
                id: preview.id.clone(),
                head: lines.next().map_or_else(String::new, |head| bare(&head)),
                lines: lines.map(|line| bare(&line)).collect(),
                refines: preview.refinements_left > 0,
            }
        };
        Self {
            session: session.to_owned(),
            lang: language.code(),
            why: ask.why.clone(),
            questions: questions.collect(),
            which: ask.choice.as_ref().map_or_else(String::new, which),
            candidates: candidates.collect(),
            preview: ask.preview.as_ref().map(preview),
        }
    }
}
