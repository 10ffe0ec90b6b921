//! Fitting weights to labelled texts.
//!
//! The likelihood of the labels is raised by AdaGrad (Duchi, Hazan and Singer, 2011) over the texts in
//! their order, so the same texts give the same weights. What a single text has is left out, and so
//! are weights next to nothing.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use crate::act::Act;
use crate::clause::{Clause, Word};
use crate::clause_boundaries::cut;
use crate::cues::{CUE, CueMatches};
use crate::model;

mod acts;
mod clause_boundaries;
mod typing_noise;

/// A text with the acts of its parts.
#[derive(Clone, Debug)]
pub struct Text {
    /// Its words.
    pub words: Vec<Word>,
    /// Which stretch of it does what, in bytes.
    pub parts: Vec<(Range<usize>, Act)>,
    /// Whether of its acts it is known only if they tell data of the writer's.
    pub only_sides: bool,
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
    /// Which part of the features of a clause is left out each time it is seen, so that none says all
    /// and the others nothing.
    pub unseen: f64,
    /// How little it counts which act it was, beside whether it tells data: from 0 to 1.
    pub alike: f64,
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
            rounds: 40,
            rate: 0.05,
            unseen: 0.3,
            alike: 0.5,
            decay: 1e-3,
            sparse: 1e-3,
            least_texts: 8,
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
    let cued = texts
        .iter()
        .map(|text| CueMatches::new(&text.words, &lists_of));
    let cued: Vec<CueMatches> = cued.collect();
    let cuts = clause_boundaries::fit(texts, &lists_of, settings);
    let clauses = texts.iter().zip(&cuts.begins);
    let clauses = clauses.map(|(text, begins)| cut(&text.words, begins));
    let clauses: Vec<Vec<Clause<'_>>> = clauses.collect();
    let mut lines = acts::fit(texts, &cued, &clauses, settings);
    lines.extend(cuts.lines);
    lines.extend(lists.iter().map(|(cue, lists)| {
        let lists = lists.iter().map(|list| format!("{}{list}", model::SHARED));
        format!("{cue}\t{}", lists.collect::<Vec<_>>().join(" "))
    }));
    lines.push(model::scale_line(scale));
    let of_line = |line: &String| line.split('\t').next().unwrap_or_default().to_owned();
    lines.sort_by_key(of_line);
    lines.join("\n") + "\n"
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
            only_sides: false,
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
    fn of_some_texts_it_is_known_only_whether_they_tell_data() {
        let mut texts = texts();
        for stone in ["granite", "basalt", "mica", "slate"] {
            for (words, act) in [
                (["will", "rinse", "the", stone], Act::Skipped),
                (["rinsed", "all", "the", stone], Act::Done),
            ] {
                texts.push(Text {
                    only_sides: true,
                    ..text(&words, act)
                });
            }
        }
        let model = Model::new(fit(&texts, &[], Settings::default(), 1.0));
        let read = |words: &[&str]| model.read(&text(words, Act::Done).words)[0].1.clone();
        let rinse = read(&["will", "rinse", "the", "marble"]);
        assert!(rinse.of_no_data() > 0.8);
        // What it is besides is that of the texts that say so.
        assert_eq!(rinse.act(), Act::Plan);
        assert!(read(&["rinsed", "all", "the", "marble"]).of_no_data() < 0.2);
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
        let acts: Vec<_> = read
            .iter()
            .flat_map(|(clause, read)| clause.words.iter().map(|_| read.act()))
            .collect();
        assert_eq!(acts, [[Act::Done; 3], [Act::Plan; 3]].concat());
    }

    #[test]
    fn the_same_texts_give_the_same_weights_in_order() {
        let first = fit(&texts(), &[], Settings::default(), 1.0);
        assert_eq!(first, fit(&texts(), &[], Settings::default(), 1.0));
        let name = |line: &str| line.split('\t').next().unwrap_or_default().to_owned();
        assert!(first.lines().map(name).is_sorted());
    }
}
