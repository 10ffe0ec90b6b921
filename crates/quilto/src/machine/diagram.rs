//! The graph as a Mermaid diagram and as a table, for the documentation.

use std::fmt::Write as _;

use super::graph::Graph;
use super::state::State;

/// The graph as a Mermaid state diagram. Edges that a budget limits name it in brackets; edges of
/// one outcome with several targets go on side by side.
pub(super) fn to_mermaid(graph: &Graph) -> String {
    let mut out = String::from("stateDiagram-v2\n    [*] --> ROUTE\n");
    for edge in graph.edges() {
        for to in edge.to {
            let _ = write!(out, "    {} --> {to}: {}", edge.from, edge.outcome);
            if let Some(budget) = edge.budget {
                let _ = write!(out, " [{budget}]");
            }
            out.push('\n');
        }
    }
    for state in State::ALL.into_iter().filter(|s| s.outcomes().is_empty()) {
        let _ = writeln!(out, "    {state} --> [*]");
    }
    out
}

/// The graph as a Markdown table.
pub(super) fn edge_table(graph: &Graph) -> String {
    let mut out = String::from("| from | outcome | to | limited by |\n|---|---|---|---|\n");
    for edge in graph.edges() {
        let to: Vec<_> = edge.to.iter().map(|s| s.name()).collect();
        let budget = edge.budget.map(|b| b.to_string()).unwrap_or_default();
        let _ = writeln!(
            out,
            "| {} | {} | {} | {budget} |",
            edge.from,
            edge.outcome,
            to.join(" and ")
        );
    }
    out
}
