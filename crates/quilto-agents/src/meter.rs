//! What a run asks of models: counted, and held to a budget.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use quilto_model::{AgentName, AgentUse, WithoutModel};

/// Time since some fixed moment. The library reads no clock of its own.
pub type Clock = fn() -> Duration;

/// What a run may ask of models. When it is spent, the built-in engine does the rest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Calls at most; `None` is no limit.
    pub calls: Option<u64>,
    /// Tokens at most, of prompts and answers together; `None` is no limit. The call that passes it
    /// is the last one.
    pub tokens: Option<u64>,
}

/// Counts what one run asks of models. Each run has its own, so that runs that share an engine do
/// not count each other's calls.
#[derive(Debug, Default)]
pub struct Meter {
    budget: Budget,
    clock: Option<Clock>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    uses: Vec<AgentUse>,
    without: Vec<WithoutModel>,
    down: BTreeMap<String, String>,
    begun: u64,
    by_code: Vec<String>,
}

impl State {
    fn tokens(&self) -> u64 {
        let uses = self.uses.iter();
        uses.map(|used| used.prompt_tokens + used.completion_tokens)
            .sum()
    }
}

impl Meter {
    /// A meter with a budget, and a clock where calls should be timed.
    pub fn new(budget: Budget, clock: Option<Clock>) -> Self {
        Self {
            budget,
            clock,
            state: Mutex::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Time now by the clock it was given; zero without one.
    pub fn now(&self) -> Duration {
        self.clock.map_or(Duration::ZERO, |clock| clock())
    }

    /// Asks for leave to make one more call, and counts it as begun.
    ///
    /// # Errors
    /// Why not, when the budget is spent.
    pub fn begin(&self) -> Result<(), String> {
        let mut state = self.state();
        if self.budget.calls.is_some_and(|most| state.begun >= most) {
            return Err(format!("the {} calls of this run are spent", state.begun));
        }
        let tokens = state.tokens();
        if self.budget.tokens.is_some_and(|most| tokens >= most) {
            return Err(format!("the {tokens} tokens of this run are spent"));
        }
        state.begun += 1;
        Ok(())
    }

    /// Counts a call that came back, well or not.
    pub fn count(&self, call: AgentUse) {
        let mut state = self.state();
        let same = |used: &&mut AgentUse| used.agent == call.agent && used.model == call.model;
        match state.uses.iter_mut().find(same) {
            Some(used) => {
                used.calls += call.calls;
                used.prompt_tokens += call.prompt_tokens;
                used.cached_tokens += call.cached_tokens;
                used.completion_tokens += call.completion_tokens;
                used.millis += call.millis;
            }
            None => state.uses.push(call),
        }
    }

    /// Notes that a provider gave up, so that the rest of the run does not wait for it again.
    pub fn provider_down(&self, provider: &str, reason: &str) {
        let mut state = self.state();
        let entry = state.down.entry(provider.to_owned());
        entry.or_insert_with(|| reason.to_owned());
    }

    /// Why a provider is not asked any more in this run.
    pub fn why_down(&self, provider: &str) -> Option<String> {
        self.state().down.get(provider).cloned()
    }

    /// Notes that the built-in engine had to do a model's work.
    pub fn fell_back(&self, agent: AgentName, reason: &str) {
        self.without(agent, reason, false);
    }

    /// Notes that the built-in engine had to do a model's work over again, since what the model said
    /// does not stand.
    pub fn refused(&self, agent: AgentName, reason: &str) {
        self.without(agent, reason, true);
    }

    fn without(&self, agent: AgentName, reason: &str, refused: bool) {
        let mut state = self.state();
        let without = WithoutModel {
            agent,
            reason: reason.to_owned(),
            refused,
        };
        if !state.without.contains(&without) {
            state.without.push(without);
        }
    }

    /// Notes words of an answer that code put together from facts.
    pub fn worded_by_code(&self, words: &str) {
        self.state().by_code.push(words.to_owned());
    }

    /// Whether these are such words.
    pub fn is_worded_by_code(&self, words: &str) -> bool {
        self.state().by_code.iter().any(|known| known == words)
    }

    /// Tokens of the calls that came back so far, prompts and answers together.
    pub fn tokens(&self) -> u64 {
        self.state().tokens()
    }

    /// What was used so far, in the order agents began.
    pub fn uses(&self) -> Vec<AgentUse> {
        self.state().uses.clone()
    }

    /// What was done without a model so far.
    pub fn without_model(&self) -> Vec<WithoutModel> {
        self.state().without.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(agent: AgentName, tokens: u64) -> AgentUse {
        AgentUse {
            agent,
            model: "lab/pebble".into(),
            calls: 1,
            prompt_tokens: tokens,
            cached_tokens: 0,
            completion_tokens: 1,
            millis: 5,
        }
    }

    #[test]
    fn calls_of_one_agent_add_up() {
        let meter = Meter::default();
        meter.count(call(AgentName::Planner, 10));
        meter.count(call(AgentName::Parser, 7));
        meter.count(call(AgentName::Planner, 20));
        let uses = meter.uses();
        assert_eq!(uses.len(), 2);
        assert_eq!((uses[0].calls, uses[0].prompt_tokens), (2, 30));
        assert_eq!(uses[0].millis, 10);
        assert_eq!(meter.tokens(), 11 + 8 + 21);
    }

    #[test]
    fn a_spent_budget_refuses_and_says_so() {
        let calls = Budget {
            calls: Some(1),
            tokens: None,
        };
        let meter = Meter::new(calls, None);
        meter.begin().unwrap();
        assert_eq!(
            meter.begin().unwrap_err(),
            "the 1 calls of this run are spent"
        );
        let tokens = Budget {
            calls: None,
            tokens: Some(15),
        };
        let meter = Meter::new(tokens, None);
        meter.begin().unwrap();
        meter.count(call(AgentName::Planner, 10));
        meter.begin().unwrap();
        meter.count(call(AgentName::Planner, 10));
        assert!(meter.begin().is_err());
    }
}
