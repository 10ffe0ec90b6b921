//! A sentence as the merge of its phrases: a beam over the text.

use std::cmp::Ordering;
use std::ops::Range;
use std::rc::Rc;

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
struct Hypothesis {
    frames: Rc<Vec<Value>>,
    open: Rc<Value>,
    taken: Vec<NodeId>,
    unread: Vec<Range<usize>>,
    score: f32,
}

impl Hypothesis {
    fn new() -> Self {
        Self {
            frames: Rc::default(),
            open: Rc::new(Value::Object(Map::new())),
            taken: Vec::new(),
            unread: Vec::new(),
            score: 0.0,
        }
    }

    fn same(&self, other: &Self) -> bool {
        self.unread == other.unread && self.open == other.open && self.frames == other.frames
    }

    /// The open frame closed, if anything is in it.
    fn close(&mut self) {
        if is_empty(&self.open) {
            return;
        }
        let open = std::mem::replace(&mut self.open, Rc::new(Value::Object(Map::new())));
        Rc::make_mut(&mut self.frames).push(Rc::unwrap_or_clone(open));
    }
}

fn is_empty(frame: &Value) -> bool {
    frame.as_object().is_none_or(Map::is_empty)
}

/// What a step makes of the words it goes over.
#[derive(Clone, Copy)]
enum EdgeAction {
    /// A phrase is merged into the open frame.
    Take,
    /// The open frame ends, and another begins.
    Part,
    /// They change nothing.
    Pass,
    /// They are left.
    Leave,
}

/// A way and what comes next on it. It is only walked if it is among the best where it leads.
struct Step<'c> {
    from: Rc<Hypothesis>,
    id: NodeId,
    node: &'c Node,
    how: EdgeAction,
    score: f32,
}

impl Step<'_> {
    /// The way with this step. None where the two do not go together.
    fn walked(&self, chart: &Chart<'_, '_>) -> Option<Hypothesis> {
        let mut way = Hypothesis {
            score: self.score,
            ..Hypothesis::clone(&self.from)
        };
        match self.how {
            EdgeAction::Take => {
                way.open = Rc::new(merge(&way.open, &self.node.value)?);
                way.taken.push(self.id);
            }
            EdgeAction::Part => {
                if is_empty(&way.open) {
                    return None;
                }
                way.close();
                way.taken.push(self.id);
            }
            EdgeAction::Pass => {}
            EdgeAction::Leave => way.unread.push(chart.lattice().span(&self.node.places)),
        }
        Some(way)
    }
}

/// The best readings of a text, best first. There is always one, if only one that took nothing.
pub fn read(chart: &Chart<'_, '_>, grammar: &Grammar) -> Vec<Reading> {
    let places = chart.lattice().places();
    let mut steps: Vec<Vec<Step<'_>>> = (0..places).map(|_| Vec::new()).collect();
    let mut ways = vec![Rc::new(Hypothesis::new())];
    for place in 0..places {
        if place > 0 {
            ways = best(std::mem::take(&mut steps[place]), chart);
        }
        if place + 1 == places {
            break;
        }
        for (id, node) in chart.starting(place) {
            for (how, gains) in hows(node, grammar) {
                let further = ways.iter().map(|from| Step {
                    from: Rc::clone(from),
                    id,
                    node,
                    how,
                    score: gains.iter().fold(from.score, |score, gain| score + gain),
                });
                steps[node.places.end].extend(further);
            }
        }
    }
    let readings = ways.into_iter().take(READINGS).map(|way| {
        let mut way = Rc::unwrap_or_clone(way);
        way.close();
        Reading {
            frames: Rc::unwrap_or_clone(way.frames),
            taken: way.taken,
            unread: way.unread,
            score: way.score,
        }
    });
    readings.collect()
}

/// What steps over a node make of it, and what each adds to the score.
fn hows(node: &Node, grammar: &Grammar) -> Vec<(EdgeAction, [f32; 2])> {
    let idle = || grammar.weight("idle", 0.05);
    match node.kind.as_deref() {
        Some(PART) => {
            let rule = node.rule.and_then(|at| grammar.rules().get(at));
            let of_rule = rule.map_or(0.0, |rule| grammar.weight(&rule.say, 0.0));
            let words = node.places.len() as f32 * grammar.weight("taken", 1.0);
            let score = words - grammar.weight("phrase", 0.3) - node.cost + of_rule;
            vec![(EdgeAction::Take, [score, 0.0])]
        }
        Some(LINK) => {
            let link = grammar.weight("link", 0.5);
            vec![
                (EdgeAction::Part, [-link, 0.0]),
                (EdgeAction::Pass, [-idle(), 0.0]),
            ]
        }
        None if grammar.is_idle(node.value.as_str().unwrap_or_default()) => {
            vec![(EdgeAction::Pass, [-idle(), -node.cost])]
        }
        None => {
            let left = grammar.weight("left", 1.5) + node.cost;
            vec![(EdgeAction::Leave, [-left, 0.0])]
        }
        Some(_) => Vec::new(),
    }
}

/// The best ways after some steps, each meaning once.
fn best(mut steps: Vec<Step<'_>>, chart: &Chart<'_, '_>) -> Vec<Rc<Hypothesis>> {
    steps.sort_by(|one, other| {
        let score = other.score.partial_cmp(&one.score);
        score.unwrap_or(Ordering::Equal)
    });
    let mut kept: Vec<Rc<Hypothesis>> = Vec::new();
    for way in steps.iter().filter_map(|step| step.walked(chart)) {
        if !kept.iter().any(|there| there.same(&way)) {
            kept.push(Rc::new(way));
        }
        if kept.len() == BEAM {
            break;
        }
    }
    kept
}
