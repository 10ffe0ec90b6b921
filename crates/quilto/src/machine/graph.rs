//! The one table of edges, and what must be true of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::LazyLock;

use super::state::{Outcome, State};

/// What limits how often an edge can be taken in one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Budget {
    /// New attempts after a failed evaluation.
    Retries,
    /// New plans after an insufficient analysis, per attempt.
    Replans,
    /// Rounds of questions to the user.
    Clarifications,
    /// Changed previews.
    Refinements,
    /// Each domain is loaded once.
    Domains,
    /// Drafts written again for words without a fact, per attempt.
    Rewrites,
    /// The entry to correct is chosen once.
    Choices,
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Retries => "retries",
            Self::Replans => "re-plans",
            Self::Clarifications => "clarifications",
            Self::Refinements => "refinements",
            Self::Domains => "each domain once",
            Self::Rewrites => "rewrites",
            Self::Choices => "choices",
        })
    }
}

/// One edge: where an outcome of a state leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    /// From.
    pub from: State,
    /// What came of it.
    pub outcome: Outcome,
    /// To; several for lanes that go on side by side.
    pub to: &'static [State],
    /// What limits it; every cycle holds at least one such edge.
    pub budget: Option<Budget>,
}

const fn edge(from: State, outcome: Outcome, to: &'static [State]) -> Edge {
    Edge {
        from,
        outcome,
        to,
        budget: None,
    }
}

const fn within(budget: Budget, from: State, outcome: Outcome, to: &'static [State]) -> Edge {
    Edge {
        from,
        outcome,
        to,
        budget: Some(budget),
    }
}

/// Every edge of the machine. The code runs from it, the diagram is drawn from it, the tests walk it.
pub(super) static EDGES: &[Edge] = {
    use Budget as B;
    use Outcome as O;
    use State as S;
    &[
        edge(S::Route, O::Selected, &[S::BuildContext]),
        edge(S::BuildContext, O::Query, &[S::Plan]),
        edge(S::BuildContext, O::Log, &[S::Parse]),
        edge(S::BuildContext, O::Correction, &[S::Parse]),
        edge(S::BuildContext, O::Both, &[S::Parse, S::Plan]),
        edge(S::Plan, O::Retrieve, &[S::Retrieve]),
        edge(S::Plan, O::Expand, &[S::ExpandDomain]),
        edge(S::Plan, O::Clarify, &[S::Clarify]),
        edge(S::Plan, O::Sufficient, &[S::Synthesize]),
        edge(S::Plan, O::Failed, &[S::Synthesize]),
        edge(S::Retrieve, O::Done, &[S::Analyze]),
        edge(S::Analyze, O::OutsideExpertise, &[S::ExpandDomain]),
        edge(S::Analyze, O::Sufficient, &[S::Synthesize]),
        within(B::Replans, S::Analyze, O::Insufficient, &[S::Plan]),
        edge(S::Analyze, O::Spent, &[S::Synthesize]),
        edge(S::Analyze, O::Failed, &[S::Synthesize]),
        within(B::Domains, S::ExpandDomain, O::Expanded, &[S::Plan]),
        edge(S::ExpandDomain, O::NothingNewAsk, &[S::Clarify]),
        edge(S::ExpandDomain, O::NothingNew, &[S::Synthesize]),
        within(B::Clarifications, S::Clarify, O::Asked, &[S::WaitUser]),
        edge(S::Clarify, O::NothingToAsk, &[S::Synthesize]),
        edge(S::Clarify, O::Spent, &[S::Synthesize]),
        edge(S::WaitUser, O::Answered, &[S::Analyze]),
        within(
            B::Clarifications,
            S::WaitUser,
            O::AnswerNote,
            &[S::Parse, S::Retrieve],
        ),
        edge(S::WaitUser, O::Declined, &[S::Synthesize]),
        edge(S::WaitUser, O::Approved, &[S::Store]),
        within(B::Choices, S::WaitUser, O::Chosen, &[S::Parse]),
        within(B::Refinements, S::WaitUser, O::Refined, &[S::Parse]),
        edge(S::WaitUser, O::Rejected, &[S::Observe]),
        edge(S::Synthesize, O::Done, &[S::Evaluate]),
        edge(S::Synthesize, O::Failed, &[S::Observe]),
        edge(S::Evaluate, O::Pass, &[S::Observe]),
        within(B::Rewrites, S::Evaluate, O::Ungrounded, &[S::Synthesize]),
        edge(S::Evaluate, O::UngroundedAgain, &[S::Observe]),
        within(B::Retries, S::Evaluate, O::FailExpand, &[S::ExpandDomain]),
        within(B::Retries, S::Evaluate, O::Fail, &[S::Plan]),
        edge(S::Evaluate, O::Spent, &[S::Observe]),
        edge(S::Evaluate, O::Unjudged, &[S::Observe]),
        edge(S::Parse, O::Parsed, &[S::Store]),
        edge(S::Parse, O::Ambiguous, &[S::WaitUser]),
        edge(S::Parse, O::ApprovalNeeded, &[S::WaitUser]),
        edge(S::Parse, O::NoTarget, &[S::Observe]),
        edge(S::Parse, O::Failed, &[S::Store]),
        edge(S::Store, O::Stored, &[S::Observe]),
        edge(S::Store, O::Failed, &[S::Observe]),
        edge(S::Observe, O::Done, &[S::Complete]),
    ]
};

/// What is wrong with a table of edges.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// The entry is not among the states.
    #[error("the entry state {0} is not one of the states")]
    NoEntry(State),
    /// An edge starts or ends outside the states.
    #[error("the edge {from} --{outcome}--> {to} names a state that is not one of the states")]
    UnknownState {
        /// From.
        from: State,
        /// Outcome.
        outcome: Outcome,
        /// To.
        to: State,
    },
    /// A state declares an outcome that leads nowhere.
    #[error("{state} can end with \"{outcome}\", but no edge says where that leads")]
    MissingEdge {
        /// The state.
        state: State,
        /// The outcome.
        outcome: Outcome,
    },
    /// An edge for an outcome that its state does not declare.
    #[error("there is an edge for \"{outcome}\" of {state}, but {state} never ends so")]
    UndeclaredOutcome {
        /// The state.
        state: State,
        /// The outcome.
        outcome: Outcome,
    },
    /// Two edges for the same outcome of a state.
    #[error("{state} has two edges for \"{outcome}\"")]
    DoubleEdge {
        /// The state.
        state: State,
        /// The outcome.
        outcome: Outcome,
    },
    /// A state no path leads to.
    #[error("no path leads from {entry} to {state}")]
    Unreachable {
        /// The entry.
        entry: State,
        /// The state.
        state: State,
    },
    /// No state ends the run.
    #[error("no state is terminal: a run could never end")]
    NoTerminal,
    /// A cycle without a limit.
    #[error("the cycle {} passes no budgeted edge, so a run could go round it for ever", names(.0))]
    UnboundedCycle(Vec<State>),
}

fn names(states: &[State]) -> String {
    let names: Vec<_> = states.iter().map(|s| s.name()).collect();
    names.join(" → ")
}

/// A checked table of edges.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    edges: BTreeMap<(State, Outcome), Edge>,
}

impl Graph {
    /// The machine's own graph, checked.
    ///
    /// # Errors
    /// What [`Graph::validate`] finds. A test holds that it finds nothing.
    pub fn build() -> Result<&'static Self, GraphError> {
        static GRAPH: LazyLock<Result<Graph, GraphError>> =
            LazyLock::new(|| Graph::validate(State::Route, &State::ALL, State::outcomes, EDGES));
        GRAPH.as_ref().map_err(Clone::clone)
    }

    /// Checks a table: the entry and all ends of edges are states, each declared outcome has exactly
    /// one edge, every state is reachable, some state is terminal, every cycle has a budget.
    ///
    /// # Errors
    /// The first of these that does not hold, by name.
    pub fn validate(
        entry: State,
        states: &[State],
        outcomes: impl Fn(State) -> &'static [Outcome],
        edges: &[Edge],
    ) -> Result<Self, GraphError> {
        if !states.contains(&entry) {
            return Err(GraphError::NoEntry(entry));
        }
        let mut table = BTreeMap::new();
        for e in edges {
            let (from, outcome) = (e.from, e.outcome);
            let to = if states.contains(&from) {
                e.to.iter().find(|to| !states.contains(to)).copied()
            } else {
                Some(from)
            };
            if let Some(to) = to {
                return Err(GraphError::UnknownState { from, outcome, to });
            }
            if !outcomes(from).contains(&outcome) {
                return Err(GraphError::UndeclaredOutcome {
                    state: from,
                    outcome,
                });
            }
            if table.insert((from, outcome), *e).is_some() {
                return Err(GraphError::DoubleEdge {
                    state: from,
                    outcome,
                });
            }
        }
        for &state in states {
            for &outcome in outcomes(state) {
                if table.get(&(state, outcome)).is_none_or(|e| e.to.is_empty()) {
                    return Err(GraphError::MissingEdge { state, outcome });
                }
            }
        }
        let graph = Self { edges: table };
        let reached = graph.reachable(entry);
        if let Some(&state) = states.iter().find(|s| !reached.contains(s)) {
            return Err(GraphError::Unreachable { entry, state });
        }
        if states.iter().all(|&s| !outcomes(s).is_empty()) {
            return Err(GraphError::NoTerminal);
        }
        match graph.unbudgeted_cycle(states) {
            Some(cycle) => Err(GraphError::UnboundedCycle(cycle)),
            None => Ok(graph),
        }
    }

    /// The edge of an outcome.
    pub fn edge(&self, from: State, outcome: Outcome) -> Option<&Edge> {
        self.edges.get(&(from, outcome))
    }

    /// All edges, by state and outcome.
    #[cfg(test)]
    pub fn edges(&self) -> impl Iterator<Item = &Edge> {
        self.edges.values()
    }

    fn reachable(&self, entry: State) -> BTreeSet<State> {
        let mut seen = BTreeSet::new();
        let mut todo = vec![entry];
        while let Some(state) = todo.pop() {
            if seen.insert(state) {
                let out = self.edges.values().filter(|e| e.from == state);
                todo.extend(out.flat_map(|e| e.to.iter().copied()));
            }
        }
        seen
    }

    /// A cycle of edges that have no budget, if there is one: depth first, and a state met again on
    /// the way down closes a cycle.
    fn unbudgeted_cycle(&self, states: &[State]) -> Option<Vec<State>> {
        fn walk(
            graph: &Graph,
            state: State,
            path: &mut Vec<State>,
            done: &mut BTreeSet<State>,
        ) -> Option<Vec<State>> {
            if let Some(at) = path.iter().position(|&s| s == state) {
                let mut cycle = path.get(at..).unwrap_or_default().to_vec();
                cycle.push(state);
                return Some(cycle);
            }
            if done.contains(&state) {
                return None;
            }
            path.push(state);
            let free = graph.edges.values().filter(|e| e.budget.is_none());
            for to in free.filter(|e| e.from == state).flat_map(|e| e.to) {
                if let Some(cycle) = walk(graph, *to, path, done) {
                    return Some(cycle);
                }
            }
            path.pop();
            done.insert(state);
            None
        }
        let mut done = BTreeSet::new();
        states
            .iter()
            .find_map(|&s| walk(self, s, &mut Vec::new(), &mut done))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(edges: &[Edge]) -> Result<Graph, GraphError> {
        Graph::validate(State::Route, &State::ALL, State::outcomes, edges)
    }

    fn without(from: State, outcome: Outcome) -> Vec<Edge> {
        let mut edges = EDGES.to_vec();
        edges.retain(|e| (e.from, e.outcome) != (from, outcome));
        edges
    }

    #[test]
    fn the_machines_own_graph_is_valid() {
        assert!(Graph::build().is_ok(), "{:?}", Graph::build().err());
    }

    #[test]
    fn each_fault_has_its_name() {
        let plain = |s: State| -> &'static [Outcome] {
            if s == State::Route {
                &[Outcome::Selected]
            } else {
                &[]
            }
        };
        let (route, plan) = (State::Route, State::Plan);
        let to_plan = [edge(route, Outcome::Selected, &[State::Plan])];
        assert!(matches!(
            Graph::validate(route, &[plan], plain, &[]),
            Err(GraphError::NoEntry(State::Route))
        ));
        assert!(matches!(
            Graph::validate(route, &[route], plain, &to_plan),
            Err(GraphError::UnknownState {
                to: State::Plan,
                ..
            })
        ));
        assert!(matches!(
            check(&without(State::Plan, Outcome::Failed)),
            Err(GraphError::MissingEdge {
                state: State::Plan,
                outcome: Outcome::Failed
            })
        ));
        let mut extra = EDGES.to_vec();
        extra.push(edge(State::Store, Outcome::Pass, &[State::Observe]));
        assert!(matches!(
            check(&extra),
            Err(GraphError::UndeclaredOutcome {
                state: State::Store,
                outcome: Outcome::Pass
            })
        ));
        let mut twice = EDGES.to_vec();
        twice.push(edge(State::Store, Outcome::Stored, &[State::Complete]));
        assert!(matches!(
            check(&twice),
            Err(GraphError::DoubleEdge {
                state: State::Store,
                ..
            })
        ));
        assert!(matches!(
            Graph::validate(route, &[route, plan, State::Store], plain, &to_plan),
            Err(GraphError::Unreachable {
                state: State::Store,
                ..
            })
        ));
        let looping = |_: State| -> &'static [Outcome] { &[Outcome::Selected] };
        let back = [
            edge(route, Outcome::Selected, &[State::Plan]),
            within(Budget::Replans, plan, Outcome::Selected, &[State::Route]),
        ];
        assert!(matches!(
            Graph::validate(route, &[route, plan], looping, &back),
            Err(GraphError::NoTerminal)
        ));
    }

    #[test]
    fn a_cycle_without_a_budget_is_refused_and_named() {
        let mut edges = EDGES.to_vec();
        for e in &mut edges {
            if e.outcome == Outcome::Insufficient {
                e.budget = None;
            }
        }
        let error = check(&edges).expect_err("the cycle must be found");
        assert_eq!(
            error.to_string(),
            "the cycle PLAN → RETRIEVE → ANALYZE → PLAN passes no budgeted edge, \
             so a run could go round it for ever"
        );
    }

    #[test]
    fn taking_any_budget_away_is_noticed() {
        for bounded in EDGES.iter().filter(|e| e.budget.is_some()) {
            let mut edges = EDGES.to_vec();
            for e in &mut edges {
                if e.budget == bounded.budget {
                    e.budget = None;
                }
            }
            assert!(
                matches!(check(&edges), Err(GraphError::UnboundedCycle(_))),
                "{:?} limits nothing",
                bounded.budget
            );
        }
    }
}
