//! The way of a question through the agents, without the machine around them.

use std::path::Path;
use std::sync::Arc;

use quilto::agents::{
    AgentContext, Agents, AnalyzedPart, AnalyzerInput, EvaluatorInput, EvaluatorOutput, NextAction,
    PlannerInput, PlannerOutput, ResponseStyle, RetrieverInput, RouterInput, RouterOutput,
    SynthesizerInput,
};
use quilto::domain::DomainSet;
use quilto::engine::builtin::targets::Target;
use quilto::engine::builtin::{BuiltinAgents, read_question};
use quilto::model::{Conversation, Intent, UnitPreferences};
use quilto::storage::{LogStore, MemoryStore, NewEntry};

use super::log::today;

/// A log, the fitness domains, and the agents over them.
pub struct Desk {
    agents: BuiltinAgents<MemoryStore>,
    domains: Arc<DomainSet>,
}

/// An answer with all it rests on.
pub struct Drafted {
    question: String,
    domains: Vec<String>,
    parts: Vec<AnalyzedPart>,
    /// The words.
    pub text: String,
}

/// What came out of a question.
pub struct Answer {
    /// The words.
    pub text: String,
    /// What the evaluator has against them.
    pub issues: Vec<String>,
}

fn wait<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap()
        .block_on(future)
}

/// The domains as they lie in the project.
pub fn domains() -> DomainSet {
    let mut set = DomainSet::default();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../domains");
    let errors = set.add_folder(&folder);
    assert!(errors.is_empty(), "{errors:?}");
    set
}

impl Desk {
    /// A desk over entries.
    pub fn new(entries: Vec<NewEntry>) -> Self {
        let store = Arc::new(MemoryStore::new());
        store.append(entries).unwrap();
        let domains = Arc::new(domains());
        Self {
            agents: BuiltinAgents::new(store, Arc::clone(&domains)),
            domains,
        }
    }

    /// The same with targets of a day.
    pub fn aiming(mut self, targets: Vec<Target>) -> Self {
        self.agents = self.agents.with_targets(targets);
        self
    }

    fn context(&self, names: &[String]) -> AgentContext {
        AgentContext {
            domains: Arc::new(self.domains.select(names)),
            now: today().and_hms_opt(12, 0, 0).unwrap(),
            today: today(),
            units: UnitPreferences::default(),
            response_style: ResponseStyle::Concise,
            meter: Default::default(),
        }
    }

    /// What a question asks for, with every domain at hand.
    pub fn intent(&self, question: &str) -> Intent {
        let all = self.domains.select_all();
        let names: Vec<String> = all.modules.iter().map(|m| m.name.clone()).collect();
        read_question(&self.context(&names), question)
    }

    /// Routes an input.
    pub fn route(&self, text: &str) -> RouterOutput {
        let input = RouterInput {
            raw_input: text.to_owned(),
            conversation: Conversation::default(),
            global_context: None,
        };
        wait(self.agents.route(&self.context(&[]), &input)).unwrap()
    }

    /// Plans a question with the given domains loaded.
    pub fn plan(&self, question: &str, names: &[String]) -> PlannerOutput {
        wait(
            self.agents
                .plan(&self.context(names), &planner_input(question)),
        )
        .unwrap()
    }

    /// Holds an answer to words that it must and must not say, and to its own facts.
    pub fn holds(&self, question: &str, wanted: &[&str], never: &[&str]) {
        let Answer { text, issues } = self.ask(question);
        for word in wanted {
            assert!(text.contains(word), "{question}: {word}\n{text}");
        }
        for word in never {
            assert!(!text.contains(word), "{question}: not {word}\n{text}");
        }
        assert!(issues.is_empty(), "{question}: {issues:?}\n{text}");
    }

    /// Answers a question.
    pub fn ask(&self, question: &str) -> Answer {
        let drafted = self.draft(question);
        let judged = self.judge(&drafted, &drafted.text);
        Answer {
            text: drafted.text,
            issues: judged
                .dimensions
                .into_iter()
                .flat_map(|d| d.issues)
                .collect(),
        }
    }

    /// Words an answer to a question.
    pub fn draft(&self, question: &str) -> Drafted {
        let mut names = self.route(question).selected_domains;
        let mut plan = self.plan(question, &names);
        if plan.next_action == NextAction::ExpandDomain {
            names.extend(plan.domain_expansion_request);
            plan = self.plan(question, &names);
        }
        let cx = self.context(&names);
        let mut parts: Vec<AnalyzedPart> = Vec::new();
        for sub_query in plan.sub_queries {
            let found = wait(self.agents.retrieve(
                &cx,
                &RetrieverInput {
                    sub_query: sub_query.clone(),
                    attempts_before: 0,
                    max_entries: 100,
                    global_context: None,
                },
            ))
            .unwrap();
            let input = AnalyzerInput::of(question, &sub_query, &found);
            let analysis = wait(self.agents.analyze(&cx, &input)).unwrap();
            parts.push(AnalyzedPart::of(sub_query, found, analysis));
        }
        let draft = wait(self.agents.synthesize(
            &cx,
            &SynthesizerInput {
                query: question.to_owned(),
                query_type: plan.query_type,
                parts: parts.clone(),
                is_partial: false,
                unanswered_gaps: Vec::new(),
                ungrounded: Vec::new(),
                feedback: Vec::new(),
            },
        ))
        .unwrap();
        Drafted {
            question: question.to_owned(),
            domains: names,
            parts,
            text: draft.response,
        }
    }

    /// Holds words against what an answer rests on.
    pub fn judge(&self, drafted: &Drafted, words: &str) -> EvaluatorOutput {
        wait(self.agents.evaluate(
            &self.context(&drafted.domains),
            &EvaluatorInput {
                query: drafted.question.clone(),
                response: words.to_owned(),
                parts: drafted.parts.clone(),
                evaluation_rules: Vec::new(),
                is_partial: false,
                attempt: 1,
                previous_feedback: Vec::new(),
            },
        ))
        .unwrap()
    }
}

fn planner_input(question: &str) -> PlannerInput {
    PlannerInput {
        query: question.to_owned(),
        conversation: Default::default(),
        retrieval_history: Vec::new(),
        gaps_from_analyzer: Vec::new(),
        evaluation_feedback: Vec::new(),
        user_responses: Default::default(),
        asked: Default::default(),
        global_context_summary: None,
        earlier: None,
    }
}
