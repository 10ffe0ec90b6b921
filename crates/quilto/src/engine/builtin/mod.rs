//! The built-in engine: answers from domain data, rules and statistics, with no model and no network.

mod advice;
mod analyzer;
mod clarifier;
pub(super) mod evaluator;
pub mod explain;
mod matching;
mod measures;
mod mentions;
mod name_forms;
mod observer;
pub(super) mod planner;
mod preferences;
mod recent_days;
mod retriever;
mod router;
mod stored_records;
mod synthesizer;
pub mod targets;
mod topics;
pub mod usual_days;
mod wording;

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use chrono::NaiveDate;

use crate::agents::{
    AgentContext, AgentError, Agents, AnalyzerInput, AnalyzerOutput, ClarifierInput,
    ClarifierOutput, EvaluatorInput, EvaluatorOutput, ObserverInput, ObserverOutput, ParserInput,
    ParserOutput, PlannerInput, PlannerOutput, RetrieverInput, RetrieverOutput, RouterInput,
    RouterOutput, SynthesizerInput, SynthesizerOutput,
};
use crate::domain::DomainSet;
use crate::facts;
use crate::model::{Conversation, DateRange, Entry, EventDays, Intent, Topic};
use crate::storage::{LogStore, SearchQuery};

use explain::Explanation;
use planner::Notes;

pub use planner::doubt::{LEAST as DOUBT_LEAST, together as doubt_features};
pub use planner::doubt::{ReaderKind, believe_only};
pub use planner::question::{ParsedQuestion, QuestionView};
pub use preferences::stated_units;
pub use quilto_notes::correction::figures;
pub use quilto_notes::notation::{Outlier, Session, examples, outliers, sessions, settle};
pub use quilto_notes::parse;
pub use router::route;
pub use stored_records::StoredRecord;
pub use topics::korean_alias;
pub use wording::phrases::{Phrases, phrases};

/// A question as the reader of phrases reads it.
pub fn read_phrases(cx: &AgentContext, question: &str) -> ParsedQuestion {
    planner::question::read(question, planner::reading_context::ReadingContext::of(cx))
}

/// A question as a classifier sees it.
pub fn question_view(cx: &AgentContext, question: &str) -> QuestionView<'static> {
    planner::question::view(question, planner::reading_context::ReadingContext::of(cx))
}

/// What a question of one part asks for.
pub fn read_question(cx: &AgentContext, question: &str) -> Intent {
    planner::read::read(question, planner::reading_context::ReadingContext::of(cx))
}

/// The most bytes of a question that is read.
const LONGEST_QUESTION: usize = 1024;

/// The nine agents without a model.
#[derive(Debug)]
pub struct BuiltinAgents<S> {
    store: Arc<S>,
    domains: Arc<DomainSet>,
    targets: Arc<Vec<targets::Target>>,
}

impl<S> BuiltinAgents<S> {
    /// Agents over a store, choosing among all known domains.
    pub fn new(store: Arc<S>, domains: Arc<DomainSet>) -> Self {
        Self {
            store,
            domains,
            targets: Arc::default(),
        }
    }

    /// The same, with what the user wants days to come to.
    #[must_use]
    pub fn with_targets(mut self, targets: Vec<targets::Target>) -> Self {
        self.targets = Arc::new(targets);
        self
    }
}

impl<S: LogStore> BuiltinAgents<S> {
    /// The newest note of a day, if the newest of all is of that day.
    fn newest(&self, day: NaiveDate) -> Option<Entry> {
        let newest = self.store.recent(day, 1).ok()?.pop()?;
        (newest.date == day).then_some(newest)
    }

    /// How a text is read: by its rules, and nothing of it is searched for, computed or kept. `learned` is
    /// what was learned about the person.
    pub fn explain(&self, cx: &AgentContext, text: &str, learned: &str) -> Explanation {
        let input = RouterInput {
            raw_input: text.to_owned(),
            conversation: Conversation::default(),
            global_context: Some(learned.to_owned()),
        };
        let routed = router::route(cx, &self.domains, &input, &|| self.newest(cx.today));
        self.noted(|notes| explain::of(cx, &self.domains, text, routed, notes))
    }
}

impl<S: LogStore> BuiltinAgents<S> {
    /// The notes of the last year of all that hold a word.
    fn entries_of_last_year(&self, word: &str) -> Vec<Entry> {
        let Ok(Some(span)) = self.store.span() else {
            return Vec::new();
        };
        let start = span.end - chrono::Days::new(365);
        let query = SearchQuery {
            keywords: vec![word.to_owned()],
            period: Some(DateRange::new(start, span.end)),
            ..SearchQuery::default()
        };
        self.store.search(&query).unwrap_or_default()
    }

    /// What planning may ask of the notes.
    fn noted<T>(&self, then: impl FnOnce(Notes<'_>) -> T) -> T {
        let span = || self.store.span().ok().flatten();
        // Whether notes hold a word, and what they call by it, is asked of the same words.
        let known: RefCell<HashMap<String, Rc<Vec<Entry>>>> = RefCell::default();
        let holding = |word: &str| {
            let search = || {
                let query = SearchQuery {
                    keywords: vec![word.to_owned()],
                    ..SearchQuery::default()
                };
                Rc::new(self.store.search(&query).unwrap_or_default())
            };
            let mut known = known.borrow_mut();
            Rc::clone(known.entry(word.to_owned()).or_insert_with(search))
        };
        let mention = |word: &str| !holding(word).is_empty();
        let called = |word: &str| matching::called(self.domains.iter(), word, &holding(word));
        let about = |event: &EventDays| {
            let telling = holding(event.words.as_deref()?);
            facts::days_about(event, &telling, &span()?)
        };
        let instead = |topic: &Topic, word: &str| {
            let entries = self.entries_of_last_year(word);
            matching::meant_otherwise(self.domains.iter(), topic, word, &entries)
        };
        then(Notes {
            span: &span,
            mention: &mention,
            called: &called,
            about: &about,
            instead: &instead,
        })
    }
}

impl<S> Clone for BuiltinAgents<S> {
    fn clone(&self) -> Self {
        Self {
            store: Arc::clone(&self.store),
            domains: Arc::clone(&self.domains),
            targets: Arc::clone(&self.targets),
        }
    }
}

impl<S: LogStore> Agents for BuiltinAgents<S> {
    async fn route(
        &self,
        cx: &AgentContext,
        input: &RouterInput,
    ) -> Result<RouterOutput, AgentError> {
        let last = || self.newest(cx.today);
        Ok(router::route(cx, &self.domains, input, &last))
    }

    async fn plan(
        &self,
        cx: &AgentContext,
        input: &PlannerInput,
    ) -> Result<PlannerOutput, AgentError> {
        if input.query.len() > LONGEST_QUESTION {
            return Err(AgentError::Failed {
                agent: "planner",
                reason: "a question of more than 8,000 letters is not read; ask it in fewer words"
                    .into(),
            });
        }
        Ok(self.noted(|notes| planner::plan(cx, &self.domains, input, notes)))
    }

    async fn retrieve(
        &self,
        cx: &AgentContext,
        input: &RetrieverInput,
    ) -> Result<RetrieverOutput, AgentError> {
        retriever::retrieve(&*self.store, cx, input, &self.targets)
    }

    async fn analyze(
        &self,
        cx: &AgentContext,
        input: &AnalyzerInput,
    ) -> Result<AnalyzerOutput, AgentError> {
        Ok(analyzer::analyze(cx, &self.domains, input))
    }

    async fn synthesize(
        &self,
        cx: &AgentContext,
        input: &SynthesizerInput,
    ) -> Result<SynthesizerOutput, AgentError> {
        Ok(synthesizer::synthesize(cx, input))
    }

    async fn evaluate(
        &self,
        cx: &AgentContext,
        input: &EvaluatorInput,
    ) -> Result<EvaluatorOutput, AgentError> {
        Ok(evaluator::evaluate(cx, input))
    }

    async fn clarify(
        &self,
        cx: &AgentContext,
        input: &ClarifierInput,
    ) -> Result<ClarifierOutput, AgentError> {
        Ok(clarifier::clarify(&*self.store, cx, input))
    }

    async fn parse(
        &self,
        cx: &AgentContext,
        input: &ParserInput,
    ) -> Result<ParserOutput, AgentError> {
        Ok(quilto_notes::parse(cx, input))
    }

    async fn observe(
        &self,
        cx: &AgentContext,
        input: &ObserverInput,
    ) -> Result<ObserverOutput, AgentError> {
        Ok(observer::observe(&*self.store, cx, input))
    }
}
