//! Fitting weights to labelled texts.
//!
//! The likelihood of the labels is raised by AdaGrad (Duchi, Hazan and Singer, 2011) over the texts in
//! their order, so the same texts give the same weights. What a single text has is left out, and so
//! are weights next to nothing.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::ops::Range;

use crate::act::Act;
use crate::chain::{Scores, Steps, marginals};
use crate::clause::{Break, Clause, Word};
use crate::cues::{CUE, Cued};
use crate::cuts::cut;
use crate::{features, model};

mod cuts;

/// A text with the acts of its parts.
#[derive(Clone, Debug)]
pub struct Text {
    /// Its words.
    pub words: Vec<Word>,
    /// Which stretch of it does what, in bytes.
    pub parts: Vec<(Range<usize>, Act)>,
}

/// Words that speak for the same thing: an act, or that somebody else is meant. They share their
/// weights, so that a cue which no text holds counts as much as those beside it. `*` before or behind
/// a cue stands for the rest of its word.
#[derive(Clone, Debug)]
pub struct Cues {
    /// What they speak for.
    pub name: String,
    /// The cues, in the form that words have.
    pub cues: Vec<String>,
}

/// How weights are fitted.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How often all texts are gone through.
    pub rounds: usize,
    /// How far a step goes.
    pub rate: f64,
    /// How strongly weights are drawn to nothing.
    pub decay: f64,
    /// How strongly weights that say little are kept at nothing.
    pub sparse: f64,
    /// Features of fewer texts are left out.
    pub least_texts: usize,
    /// Weights smaller than this are left out.
    pub least_weight: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            rounds: 12,
            rate: 0.05,
            decay: 1e-3,
            sparse: 1e-3,
            least_texts: 3,
            least_weight: 0.08,
        }
    }
}

/// The act of each clause: that of the part it shares the most bytes with.
pub fn gold(clauses: &[Clause<'_>], parts: &[(Range<usize>, Act)]) -> Vec<Act> {
    let shared = |clause: &Clause<'_>, part: &Range<usize>| {
        let end = clause.span.end.min(part.end);
        end.saturating_sub(clause.span.start.max(part.start))
    };
    let of_clause = |clause: &Clause<'_>| {
        let mut most = (0, Act::Done);
        for (part, act) in parts {
            let bytes = shared(clause, part);
            if bytes > most.0 {
                most = (bytes, *act);
            }
        }
        most.1
    };
    clauses.iter().map(of_clause).collect()
}

struct Example {
    features: Vec<Vec<usize>>,
    begins: Vec<Break>,
    gold: Vec<Act>,
}

/// Fits weights to texts: the text a [`crate::Model`] is made of, with that scale.
pub fn fit(texts: &[Text], cues: &[Cues], settings: Settings, scale: f64) -> String {
    let mut lists: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for list in cues {
        for cue in &list.cues {
            let cue = format!("{CUE}{cue}");
            lists.entry(cue).or_default().insert(list.name.clone());
        }
    }
    let lists_of = |cue: &str| lists.get(cue).into_iter().flatten().cloned().collect();
    let cued = texts.iter().map(|text| Cued::new(&text.words, &lists_of));
    let cued: Vec<Cued> = cued.collect();
    let cuts = cuts::fit(texts, &cued, settings);
    let begins = cuts.begins;
    let clauses = texts
        .iter()
        .zip(&begins)
        .map(|(text, begins)| cut(&text.words, begins));
    let clauses: Vec<Vec<Clause<'_>>> = clauses.collect();
    let names = {
        let each = |at: usize, give: &mut dyn FnMut(&str)| {
            let all = features::around_all(&clauses[at], &cued[at]);
            for clause in 0..clauses[at].len() {
                features::each(&clauses[at], &all, clause, give);
            }
        };
        names(texts.len(), each, settings.least_texts)
    };
    let examples = texts
        .iter()
        .enumerate()
        .map(|(at, text)| example(&clauses[at], &cued[at], &text.parts, &names));
    let examples: Vec<Example> = examples.collect();
    let mut fitting = Fitting::new(names.len(), settings);
    for _ in 0..settings.rounds {
        for example in &examples {
            fitting.learn(example);
        }
    }
    fitting.text(&names, &lists, &cuts.lines, scale)
}

/// The features of at least so many texts, in order, each with its place.
fn names(
    texts: usize,
    each: impl Fn(usize, &mut dyn FnMut(&str)),
    least_texts: usize,
) -> BTreeMap<String, usize> {
    // How many texts, and the last one seen.
    let mut seen: HashMap<String, (usize, usize)> = HashMap::new();
    for at in 0..texts {
        each(at, &mut |feature| match seen.get_mut(feature) {
            Some((_, last)) if *last == at => {}
            Some((texts, last)) => (*texts, *last) = (*texts + 1, at),
            None => {
                seen.insert(feature.to_owned(), (1, at));
            }
        });
    }
    let mut names: BTreeMap<String, usize> = seen
        .into_iter()
        .filter(|(_, (texts, _))| *texts >= least_texts)
        .map(|(name, _)| (name, 0))
        .collect();
    for (at, place) in names.values_mut().enumerate() {
        *place = at;
    }
    names
}

/// One step of AdaGrad down a slope, and towards nothing.
fn step(settings: Settings, weight: &mut f64, square: &mut f64, wanted: f64, likely: f64) {
    let Settings {
        rate,
        decay,
        sparse,
        ..
    } = settings;
    let slope = likely - wanted + decay * *weight;
    *square += slope * slope;
    let pace = rate / (square.sqrt() + 1e-6);
    let moved = *weight - pace * slope;
    *weight = moved.signum() * (moved.abs() - pace * sparse).max(0.0);
}

fn example(
    clauses: &[Clause<'_>],
    cued: &Cued,
    parts: &[(Range<usize>, Act)],
    names: &BTreeMap<String, usize>,
) -> Example {
    let all = features::around_all(clauses, cued);
    let features = (0..clauses.len())
        .map(|at| {
            let mut found = Vec::new();
            features::each(clauses, &all, at, &mut |feature| {
                found.extend(names.get(feature));
            });
            // What stands in a clause twice speaks once.
            found.sort_unstable();
            found.dedup();
            found
        })
        .collect();
    Example {
        features,
        begins: clauses.iter().map(|clause| clause.begins).collect(),
        gold: gold(clauses, parts),
    }
}

struct Fitting {
    settings: Settings,
    weights: Vec<Scores>,
    squares: Vec<Scores>,
    steps: HashMap<Break, (Steps, Steps)>,
}

impl Fitting {
    fn new(features: usize, settings: Settings) -> Self {
        Self {
            settings,
            weights: vec![[0.0; Act::COUNT]; features],
            squares: vec![[0.0; Act::COUNT]; features],
            steps: HashMap::new(),
        }
    }

    fn steps_into(&self, begins: Break) -> Steps {
        self.steps
            .get(&begins)
            .map_or([[0.0; Act::COUNT]; Act::COUNT], |(steps, _)| *steps)
    }

    fn learn(&mut self, example: &Example) {
        let scores: Vec<Scores> = example
            .features
            .iter()
            .map(|features| {
                let mut scores = [0.0; Act::COUNT];
                for feature in features {
                    for (score, weight) in scores.iter_mut().zip(&self.weights[*feature]) {
                        *score += weight;
                    }
                }
                scores
            })
            .collect();
        let begins = || example.begins.iter().skip(1);
        let steps: Vec<Steps> = begins().map(|begins| self.steps_into(*begins)).collect();
        let found = marginals(&scores, &steps);
        let settings = self.settings;
        let step = |weight: &mut f64, square: &mut f64, wanted: f64, likely: f64| {
            step(settings, weight, square, wanted, likely);
        };
        for (at, features) in example.features.iter().enumerate() {
            for feature in features {
                let weights = self.weights[*feature].iter_mut();
                for (act, (weight, square)) in weights.zip(&mut self.squares[*feature]).enumerate()
                {
                    let wanted = f64::from(u8::from(example.gold[at].index() == act));
                    step(weight, square, wanted, found.of_clause[at][act]);
                }
            }
        }
        for (at, begins) in begins().enumerate() {
            let empty = || {
                (
                    [[0.0; Act::COUNT]; Act::COUNT],
                    [[0.0; Act::COUNT]; Act::COUNT],
                )
            };
            let (steps, squares) = self.steps.entry(*begins).or_insert_with(empty);
            let gold = (example.gold[at].index(), example.gold[at + 1].index());
            for before in 0..Act::COUNT {
                for act in 0..Act::COUNT {
                    let wanted = f64::from(u8::from(gold == (before, act)));
                    let likely = found.of_step[at][before][act];
                    step(
                        &mut steps[before][act],
                        &mut squares[before][act],
                        wanted,
                        likely,
                    );
                }
            }
        }
    }

    fn text(
        &self,
        names: &BTreeMap<String, usize>,
        lists: &BTreeMap<String, BTreeSet<String>>,
        cuts: &[String],
        scale: f64,
    ) -> String {
        let cues = lists.iter();
        let cues = cues.map(|(cue, lists)| {
            let lists = lists.iter().map(|list| format!("{}{list}", model::SHARED));
            format!("{cue}\t{}", lists.collect::<Vec<_>>().join(" "))
        });
        let mut shared: Vec<String> = cues.collect();
        shared.extend(cuts.iter().cloned());
        let weights = names
            .iter()
            .map(|(name, at)| (name.clone(), self.weights[*at]));
        let mut lines: Vec<(String, Scores)> = weights.collect();
        for (begins, (steps, _)) in &self.steps {
            for (before, weights) in Act::ALL.into_iter().zip(steps) {
                lines.push((model::step(*begins, before), *weights));
            }
        }
        for (name, weights) in lines {
            let mut line = String::new();
            for (act, weight) in Act::ALL.into_iter().zip(weights) {
                if weight.abs() >= self.settings.least_weight {
                    let join = if line.is_empty() { '\t' } else { ' ' };
                    let parts = (weight * model::PARTS).round();
                    let _ = write!(line, "{join}{}{parts}", act.letter());
                }
            }
            if !line.is_empty() {
                shared.push(name + &line);
            }
        }
        shared.push(model::scale_line(scale));
        let of_line = |line: &String| line.split('\t').next().unwrap_or_default().to_owned();
        shared.sort_by_key(of_line);
        shared.join("\n") + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Model;

    fn text(words: &[&str], act: Act) -> Text {
        let mut at = 0;
        let words = words.iter().map(|word| {
            let start = at;
            at += word.len() + 1;
            Word::new(*word, start..start + word.len())
        });
        let words: Vec<Word> = words.collect();
        Text {
            parts: vec![(0..at, act)],
            words,
        }
    }

    fn texts() -> Vec<Text> {
        let mut texts = Vec::new();
        for stone in ["granite", "basalt", "mica", "slate"] {
            texts.push(text(&["washed", "the", stone], Act::Done));
            texts.push(text(&["will", "wash", "the", stone], Act::Plan));
            texts.push(text(&["when", "was", stone, "washed"], Act::Ask));
        }
        texts
    }

    #[test]
    fn what_was_learned_holds_for_a_new_word() {
        let model = Model::new(fit(&texts(), &[], Settings::default(), 1.0));
        let act = |words: &[&str]| {
            let text = text(words, Act::Done);
            model.read(&text.words)[0].1.act()
        };
        assert_eq!(act(&["washed", "the", "marble"]), Act::Done);
        assert_eq!(act(&["will", "wash", "the", "marble"]), Act::Plan);
        assert_eq!(act(&["when", "was", "marble", "washed"]), Act::Ask);
    }

    #[test]
    fn a_cue_that_no_text_holds_counts_as_its_list_does() {
        let cues = [Cues {
            name: "intent".to_owned(),
            cues: vec!["will".to_owned(), "shall".to_owned()],
        }];
        let settings = Settings::default();
        let model = Model::new(fit(&texts(), &cues, settings, 1.0));
        let text = text(&["shall", "wash", "the", "marble"], Act::Plan);
        assert_eq!(model.read(&text.words)[0].1.act(), Act::Plan);
    }

    #[test]
    fn what_else_begins_without_a_sign_is_cut_off() {
        let mut texts = texts();
        for stone in ["granite", "basalt", "mica", "slate"] {
            let mut both = text(&["washed", "the", stone, "will", "wash", "more"], Act::Done);
            let plan = both.words[3].span.start;
            both.parts = vec![(0..plan - 1, Act::Done), (plan..plan + 14, Act::Plan)];
            texts.push(both);
        }
        let model = Model::new(fit(&texts, &[], Settings::default(), 1.0));
        let words = text(
            &["washed", "the", "marble", "will", "wash", "it"],
            Act::Done,
        )
        .words;
        let read = model.read(&words);
        let cut: Vec<_> = read
            .iter()
            .map(|(clause, read)| (clause.words.len(), read.act()))
            .collect();
        assert_eq!(cut, [(3, Act::Done), (3, Act::Plan)]);
    }

    #[test]
    fn the_same_texts_give_the_same_weights_in_order() {
        let first = fit(&texts(), &[], Settings::default(), 1.0);
        assert_eq!(first, fit(&texts(), &[], Settings::default(), 1.0));
        let name = |line: &str| line.split('\t').next().unwrap_or_default().to_owned();
        assert!(first.lines().map(name).is_sorted());
    }
}
