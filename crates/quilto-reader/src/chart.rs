//! All phrases of a text: a chart, bottom-up.

use std::collections::VecDeque;
use std::ops::Range;

use rustc_hash::FxHashMap;
use serde_json::Value;

use crate::grammar::Grammar;
use crate::lattice::{Lattice, Piece};
use crate::pattern::Item;
use crate::template;

/// Nodes of one kind over one stretch come to at most so many.
const MOST_ALIKE: usize = 4;
/// Nodes that end at one place come to at most so many, so that time grows with the length of a text
/// whatever stands in it.
const MOST_ENDING: usize = 400;
/// A phrase is at most so many places long.
const LONGEST: usize = 24;

/// A node of a chart, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

/// A phrase, or a piece of the lattice.
#[derive(Clone, Debug)]
pub struct Node {
    /// Between which places it stands.
    pub places: Range<usize>,
    /// Its kind; none for a plain word.
    pub kind: Option<String>,
    /// What it means; a plain word means itself.
    pub value: Value,
    /// The rule that made it, by its number in the grammar; none for a piece of the lattice.
    pub rule: Option<usize>,
    /// What it is made of.
    pub parts: Vec<NodeId>,
    /// What it costs.
    pub cost: f32,
}

/// All nodes over a text.
#[derive(Clone, Debug)]
pub struct Chart<'l, 't> {
    lattice: &'l Lattice<'t>,
    nodes: Vec<Node>,
    /// The nodes that begin at each place.
    starting: Vec<Vec<NodeId>>,
}

/// A row of a rule, matched up to an item.
#[derive(Clone)]
struct ActiveEdge {
    row: usize,
    from: usize,
    parts: Vec<NodeId>,
}

impl<'l, 't> Chart<'l, 't> {
    /// Finds every phrase of a grammar over a lattice.
    pub fn new(lattice: &'l Lattice<'t>, grammar: &Grammar) -> Self {
        let mut filling = ChartBuilder {
            chart: Self {
                lattice,
                nodes: Vec::new(),
                starting: vec![Vec::new(); lattice.places()],
            },
            grammar,
            waiting: vec![Vec::new(); lattice.places()],
            ending: vec![0; lattice.places()],
            alike: FxHashMap::default(),
            queue: VecDeque::new(),
            grown: Vec::new(),
        };
        for piece in lattice.pieces() {
            filling.add(of_piece(piece));
        }
        while let Some(id) = filling.queue.pop_front() {
            filling.grow(id);
        }
        filling.chart
    }

    /// The lattice it stands on.
    pub fn lattice(&self) -> &'l Lattice<'t> {
        self.lattice
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The nodes that begin at a place.
    pub fn starting(&self, place: usize) -> impl Iterator<Item = (NodeId, &Node)> {
        let ids = self.starting.get(place).into_iter().flatten();
        ids.map(|id| (*id, self.node(*id)))
    }

    /// How a node came about, a line a node, indented by its depth.
    pub fn explain(&self, grammar: &Grammar, id: NodeId) -> String {
        let mut told = String::new();
        self.tell(grammar, id, 0, &mut told);
        told
    }

    fn tell(&self, grammar: &Grammar, id: NodeId, depth: usize, told: &mut String) {
        let node = self.node(id);
        let typed = self.lattice.text(&node.places);
        let by = match (node.rule.and_then(|at| grammar.rules().get(at)), &node.kind) {
            (Some(rule), _) => format!("{}: {} ({})", rule.kind, node.value, rule.say),
            (None, Some(kind)) => format!("{kind}: {}", node.value),
            (None, None) => return,
        };
        told.push_str(&format!("{}{typed} = {by}\n", "  ".repeat(depth)));
        for part in &node.parts {
            self.tell(grammar, *part, depth + 1, told);
        }
    }
}

fn of_piece(piece: &Piece) -> Node {
    let (kind, value) = match &piece.known {
        Some((kind, value)) => (Some(kind.clone()), value.clone()),
        None => (None, Value::String(piece.word.clone())),
    };
    Node {
        places: piece.places.clone(),
        kind,
        value,
        rule: None,
        parts: Vec::new(),
        cost: piece.cost,
    }
}

struct ChartBuilder<'g, 'l, 't> {
    chart: Chart<'l, 't>,
    grammar: &'g Grammar,
    /// What is begun and goes on at each place.
    waiting: Vec<Vec<ActiveEdge>>,
    /// How many nodes end at each place.
    ending: Vec<usize>,
    /// The nodes of each kind over each stretch.
    alike: FxHashMap<(Range<usize>, String), Vec<NodeId>>,
    queue: VecDeque<NodeId>,
    /// Whether each node has left the queue.
    grown: Vec<bool>,
}

impl ChartBuilder<'_, '_, '_> {
    /// Takes a node in, unless it is there, or there are too many like it.
    fn add(&mut self, node: Node) {
        let (from, to) = (node.places.start, node.places.end);
        if let Some(kind) = &node.kind {
            let alike = self
                .alike
                .entry((node.places.clone(), kind.clone()))
                .or_default();
            let same = alike.iter().copied();
            let mut same = same.filter(|id| self.chart.nodes[id.0 as usize].value == node.value);
            if let Some(there) = same.next() {
                let there = &mut self.chart.nodes[there.0 as usize];
                // The cheaper way to the same meaning.
                if node.cost < there.cost {
                    *there = node;
                }
                return;
            }
            if alike.len() >= MOST_ALIKE || self.ending[to] >= MOST_ENDING {
                return;
            }
            alike.push(NodeId(self.chart.nodes.len() as u32));
        }
        let id = NodeId(self.chart.nodes.len() as u32);
        self.chart.nodes.push(node);
        self.grown.push(false);
        self.chart.starting[from].push(id);
        self.ending[to] += 1;
        self.queue.push_back(id);
    }

    /// Begins the rows that begin with a node, and goes on with those that wait for it.
    fn grow(&mut self, id: NodeId) {
        self.grown[id.0 as usize] = true;
        let node = self.chart.node(id).clone();
        let grammar = self.grammar;
        let rows: Vec<usize> = match (&node.kind, &node.value) {
            (Some(kind), _) => grammar.rows_of_kind(kind).collect(),
            (None, Value::String(word)) => grammar.rows_of_word(word).collect(),
            (None, _) => Vec::new(),
        };
        let from = node.places.start;
        let mut ready: Vec<ActiveEdge> = rows
            .into_iter()
            .filter(|row| fits(&grammar.row(*row).items[0], &node))
            .map(|row| ActiveEdge {
                row,
                from,
                parts: Vec::new(),
            })
            .collect();
        let waiting = self.waiting[from].iter();
        ready.extend(
            waiting
                .filter(|begun| fits(&grammar.row(begun.row).items[begun.parts.len()], &node))
                .cloned(),
        );
        for begun in ready {
            self.go_on(begun, id);
        }
    }

    /// A begun row with one more node: a new node, or a row that waits for the next item.
    fn go_on(&mut self, mut begun: ActiveEdge, id: NodeId) {
        let end = self.chart.node(id).places.end;
        if end - begun.from > LONGEST {
            return;
        }
        begun.parts.push(id);
        let row = self.grammar.row(begun.row);
        let Some(next) = row.items.get(begun.parts.len()) else {
            self.finish(&begun, end);
            return;
        };
        let there: Vec<NodeId> = self
            .chart
            .starting(end)
            .filter(|(_, node)| fits(next, node))
            .map(|(id, _)| id)
            .collect();
        self.waiting[end].push(begun.clone());
        for id in there {
            // What is in the queue still will find the row waiting.
            if self.grown[id.0 as usize] {
                self.go_on(begun.clone(), id);
            }
        }
    }

    fn finish(&mut self, begun: &ActiveEdge, end: usize) {
        let row = self.grammar.row(begun.row);
        let rule = &self.grammar.rules()[row.rule];
        let named = row.items.iter().zip(&begun.parts);
        let named = named.filter_map(|(item, id)| match item {
            Item::Node { name, .. } => Some((&**name, &self.chart.node(*id).value)),
            _ => None,
        });
        let named: FxHashMap<&str, &Value> = named.collect();
        let Some(value) = template::fill(&rule.means, &named) else {
            return;
        };
        let parts = begun.parts.iter().map(|id| self.chart.node(*id).cost);
        let cost = rule.cost + parts.sum::<f32>();
        self.add(Node {
            places: begun.from..end,
            kind: Some(rule.kind.clone()),
            value,
            rule: Some(row.rule),
            parts: begun.parts.clone(),
            cost,
        });
    }
}

fn fits(item: &Item, node: &Node) -> bool {
    let word = || node.value.as_str().filter(|_| node.kind.is_none());
    match item {
        Item::Word(of) => word() == Some(of),
        Item::Begins(start) => word().is_some_and(|word| word.starts_with(&**start)),
        Item::Ends(end) => word().is_some_and(|word| word.ends_with(&**end)),
        Item::Node { kind, .. } => node.kind.as_deref() == Some(kind),
    }
}
