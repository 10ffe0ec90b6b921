//! A sentence as the merge of its phrases: a beam over the text.

use std::cmp::Ordering;
use std::ops::Range;

use serde_json::{Map, Value};

use crate::chart::{Chart, Node, NodeId};
use crate::grammar::Grammar;
use crate::merge::merge;

/// The kind of the phrases that sentences are merged of.
const PART: &str = "part";
/// The kind of what stands between two questions in one text.
const LINK: &str = "link";
/// So many ways are followed at each place.
const BEAM: usize = 32;
/// So many readings are given.
const READINGS: usize = 8;

/// What a text means, in one way of reading it.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// What each question or statement of it means: mostly one.
    pub frames: Vec<Value>,
    /// The phrases that were taken, in their order.
    pub taken: Vec<NodeId>,
    /// The words that no phrase took and that may matter, in bytes of the text.
    pub unread: Vec<Range<usize>>,
    /// How good it is; the logarithm of a probability but for a constant, once weights are learned.
    pub score: f32,
}

#[derive(Clone)]
struct Way {
    frames: Vec<Value>,
    open: Value,
    taken: Vec<NodeId>,
    unread: Vec<Range<usize>>,
    score: f32,
}

impl Way {
    fn new() -> Self {
        Self {
            frames: Vec::new(),
            open: Value::Object(Map::new()),
            taken: Vec::new(),
            unread: Vec::new(),
            score: 0.0,
        }
    }

    fn same(&self, other: &Self) -> bool {
        self.open == other.open && self.frames == other.frames && self.unread == other.unread
    }

    /// The open frame closed, if anything is in it.
    fn close(&mut self) {
        let open = std::mem::replace(&mut self.open, Value::Object(Map::new()));
        if !is_empty(&open) {
            self.frames.push(open);
        }
    }
}

fn is_empty(frame: &Value) -> bool {
    frame.as_object().is_none_or(Map::is_empty)
}

/// The best readings of a text, best first. There is always one, if only one that took nothing.
pub fn read(chart: &Chart<'_, '_>, grammar: &Grammar) -> Vec<Reading> {
    let places = chart.lattice().places();
    let mut beams: Vec<Vec<Way>> = vec![Vec::new(); places];
    beams[0].push(Way::new());
    for place in 0..places - 1 {
        let ways = narrow(std::mem::take(&mut beams[place]));
        for (id, node) in chart.starting(place) {
            let end = node.places.end;
            match node.kind.as_deref() {
                Some(PART) => {
                    let taken = ways.iter().filter_map(|way| take(way, id, node, grammar));
                    beams[end].extend(taken);
                }
                Some(LINK) => {
                    beams[end].extend(ways.iter().filter_map(|way| part(way, id, grammar)));
                    beams[end].extend(ways.iter().map(|way| pass(way, grammar)));
                }
                None => {
                    beams[end].extend(ways.iter().map(|way| leave(way, chart, node, grammar)));
                }
                Some(_) => {}
            }
        }
    }
    let last = narrow(std::mem::take(&mut beams[places - 1]));
    let readings = last.into_iter().take(READINGS).map(|mut way| {
        way.close();
        Reading {
            frames: way.frames,
            taken: way.taken,
            unread: way.unread,
            score: way.score,
        }
    });
    readings.collect()
}

/// The best ways, each meaning once.
fn narrow(mut ways: Vec<Way>) -> Vec<Way> {
    ways.sort_by(|one, other| {
        let score = other.score.partial_cmp(&one.score);
        score.unwrap_or(Ordering::Equal)
    });
    let mut kept: Vec<Way> = Vec::new();
    for way in ways {
        if kept.len() == BEAM {
            break;
        }
        if !kept.iter().any(|there| there.same(&way)) {
            kept.push(way);
        }
    }
    kept
}

/// A way with a phrase merged into it. None where they do not go together.
fn take(way: &Way, id: NodeId, node: &Node, grammar: &Grammar) -> Option<Way> {
    let open = merge(&way.open, &node.value)?;
    let rule = node.rule.and_then(|at| grammar.rules().get(at));
    let of_rule = rule.map_or(0.0, |rule| grammar.weight(&rule.say, 0.0));
    let words = node.places.len() as f32;
    let score =
        words * grammar.weight("taken", 1.0) - grammar.weight("phrase", 0.3) - node.cost + of_rule;
    let mut way = way.clone();
    way.open = open;
    way.taken.push(id);
    way.score += score;
    Some(way)
}

/// A way whose open frame ends, and another begins. None where nothing is open.
fn part(way: &Way, id: NodeId, grammar: &Grammar) -> Option<Way> {
    if is_empty(&way.open) {
        return None;
    }
    let mut way = way.clone();
    way.close();
    way.taken.push(id);
    way.score -= grammar.weight("link", 0.5);
    Some(way)
}

/// A way past a word that changes nothing.
fn pass(way: &Way, grammar: &Grammar) -> Way {
    let mut way = way.clone();
    way.score -= grammar.weight("idle", 0.05);
    way
}

/// A way that leaves a word.
fn leave(way: &Way, chart: &Chart<'_, '_>, node: &Node, grammar: &Grammar) -> Way {
    let word = node.value.as_str().unwrap_or("");
    if grammar.is_idle(word) {
        let mut way = pass(way, grammar);
        way.score -= node.cost;
        return way;
    }
    let mut way = way.clone();
    way.score -= grammar.weight("left", 1.5) + node.cost;
    way.unread.push(chart.lattice().span(&node.places));
    way
}
