//! What questions say: `corpora/asks/meanings`, a question a line (the README there), as labels for the classifier
//! of questions, and how often it is right on writers it was not fitted to.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use quilto::engine::builtin::{QuestionView, question_view};
use quilto_classify::train::{Example, Settings, fit};
use quilto_classify::{Classifier, pack};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::corpus::{context, domains};
use crate::files::{lines, matching, writer};

/// Where the questions are.
const MEANINGS: &str = "corpora/asks/meanings";
/// The respects in which questions are told apart.
const HEADS: [&str; 9] = [
    "op", "end", "measure", "by", "leans", "want", "tag", "bound", "on",
];
/// The writers are parted into this many; each part is tried with what the others teach.
const PARTS: usize = 4;
/// What is said of a place that a question leaves to the one before it.
const SAME: &str = "same";
const NONE: &str = "none";

/// A question and what it says, as far as it is learned.
#[derive(Clone, Deserialize)]
struct Meaning {
    #[serde(rename = "q")]
    text: String,
    follows: Option<Before>,
    op: Option<String>,
    end: Option<String>,
    measure: Option<String>,
    by: Option<String>,
    leans: Option<String>,
    #[serde(default)]
    want: Vec<String>,
    /// What it asks, where that is several things.
    #[serde(default)]
    parts: Vec<Map<String, Value>>,
    /// All else that it says.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// What words are for, by the keys that copy them; of those that are for two things, the first counts.
const TAGS: [(&str, &str); 8] = [
    ("where", "where"),
    ("versus", "versus"),
    ("goal", "goal"),
    ("when", "when"),
    ("of", "of"),
    ("area", "of"),
    ("measure_words", "measure"),
    ("unit", "measure"),
];
/// What stands for words that say none of that.
const OTHER: &str = "other";

/// The question before one that leans on it.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Before {
    /// The line before, if so.
    Line(bool),
    /// Its words.
    Text(String),
}

/// The questions of one writer.
struct Writer {
    name: String,
    examples: Vec<Example>,
}

/// The weights of all questions, in lines.
pub(crate) fn weights(root: &Path) -> Result<String, String> {
    let writers = writers(root)?;
    let examples: Vec<Example> = writers.into_iter().flat_map(|of| of.examples).collect();
    let weights = fit(&HEADS, &examples, Settings::default());
    Ok(format!("{}\n{weights}", fingerprint(root)?))
}

/// What tells the texts that weights are fitted to from others: the first line of the weights.
pub(crate) fn fingerprint(root: &Path) -> Result<String, String> {
    crate::corpus::fingerprint(&matching(&root.join(MEANINGS), "*.jsonl")?)
}

/// How often each head is right on writers that did not teach it, and how often where it is sure.
pub(crate) fn figures(root: &Path) -> Result<String, String> {
    let writers = writers(root)?;
    let mut tried: BTreeMap<&str, Vec<(f64, bool)>> = BTreeMap::new();
    for part in 0..PARTS {
        let of_part = |at: usize| at % PARTS == part;
        let others = writers.iter().enumerate().filter(|(at, _)| !of_part(*at));
        let examples: Vec<Example> = others.flat_map(|(_, of)| of.examples.clone()).collect();
        let classifier = Classifier::packed(pack(&fit(&HEADS, &examples, Settings::default())));
        let own = writers.iter().enumerate().filter(|(at, _)| of_part(*at));
        for example in own.flat_map(|(_, of)| &of.examples) {
            let guesses = classifier.guess(example.features.iter().map(String::as_str));
            for (head, label) in HEADS.iter().zip(&example.labels) {
                if let (Some(guess), Some(label)) = (guesses.of(head), label) {
                    let right = guess.label == label;
                    tried.entry(head).or_default().push((guess.likely, right));
                }
            }
        }
    }
    let mut out = String::new();
    let names: Vec<&str> = writers.iter().map(|of| &*of.name).collect();
    let _ = writeln!(out, "{} writers", names.len());
    for (head, tried) in tried {
        let share = |least: f64| {
            let sure = tried.iter().filter(|(likely, _)| *likely >= least);
            let right = sure.clone().filter(|(_, right)| *right).count();
            let count = sure.count();
            let all = 100.0 * count as f64 / tried.len() as f64;
            format!(
                "{:.1} % of {all:.0} %",
                100.0 * right as f64 / count.max(1) as f64
            )
        };
        let of = [0.0, 0.5, 0.7, 0.8, 0.9].map(share).join(", ");
        let _ = writeln!(out, "{head} ({}): {of}", tried.len());
    }
    Ok(out)
}

fn writers(root: &Path) -> Result<Vec<Writer>, String> {
    let cx = context(Arc::new(domains(root)?.select_all()));
    let mut writers = Vec::new();
    for path in matching(&root.join(MEANINGS), "*.jsonl")? {
        let lines: Vec<Meaning> = lines(&path)?;
        let examples = lines.iter().enumerate().flat_map(|(at, line)| {
            let mut labels = line.labels(line.before(at, &lines)).to_vec();
            labels.resize(HEADS.len(), None);
            let view = question_view(&cx, &line.text);
            let whole = Example {
                features: view.whole(),
                labels,
            };
            let words = line.words(&view).into_iter();
            let bounds = line.bounds(&view).into_iter();
            std::iter::once(whole).chain(words).chain(bounds)
        });
        writers.push(Writer {
            name: writer(&path),
            examples: examples.collect(),
        });
    }
    Ok(writers)
}

/// Labels for some heads.
fn labelled(known: &[(&str, &str)]) -> Vec<Option<String>> {
    let label = |head: &&str| {
        let mut known = known.iter();
        let label = known.find(|(name, _)| name == head);
        label.map(|(_, label)| (*label).to_owned())
    };
    HEADS.iter().map(label).collect()
}

impl Meaning {
    /// The question it leans on.
    fn before<'l>(&self, at: usize, lines: &'l [Self]) -> Option<&'l Self> {
        match self.follows.as_ref()? {
            Before::Line(true) => lines.get(at.checked_sub(1)?),
            Before::Line(false) => None,
            Before::Text(text) => lines.iter().find(|line| line.text == *text),
        }
    }

    /// What each of its words is for.
    fn words(&self, view: &QuestionView<'_>) -> Vec<Example> {
        let text = &self.text;
        let mut copied: Vec<(usize, Range<usize>)> = Vec::new();
        for places in std::iter::once(&self.rest).chain(&self.parts) {
            for (tag, (key, _)) in TAGS.iter().enumerate() {
                let said = match places.get(*key) {
                    Some(Value::String(said)) => vec![said.as_str()],
                    Some(Value::Array(all)) => all
                        .iter()
                        .filter_map(|one| one.as_str().or_else(|| one.get("words")?.as_str()))
                        .collect(),
                    _ => Vec::new(),
                };
                for said in said.into_iter().filter(|said| !said.is_empty()) {
                    if let Some(start) = text.find(said) {
                        copied.push((tag, start..start + said.len()));
                    }
                }
            }
        }
        let tag = |span: &Range<usize>| {
            let over = copied
                .iter()
                .filter(|(_, of)| of.start < span.end && span.start < of.end);
            let tag = over.map(|(tag, _)| *tag).min();
            tag.map_or(OTHER, |tag| TAGS[tag].1)
        };
        let tags: Vec<&str> = view.words().iter().map(tag).collect();
        let words = tags.iter().enumerate().map(|(at, tag)| {
            let before = at.checked_sub(1).map_or("$", |at| tags[at]);
            Example {
                features: view.word(at, before),
                labels: labelled(&[("tag", tag)]),
            }
        });
        words.collect()
    }

    /// Its conditions.
    fn bounds(&self, view: &QuestionView<'_>) -> Vec<Example> {
        let mut examples = Vec::new();
        for places in std::iter::once(&self.rest).chain(&self.parts) {
            let all = places.get("where").and_then(Value::as_array);
            for one in all.into_iter().flatten() {
                let said = |key: &str| one.get(key).and_then(Value::as_str);
                let (Some(words), Some(is)) = (said("words"), said("is")) else {
                    continue;
                };
                let Some(start) = self.text.find(words) else {
                    continue;
                };
                // "Is rainy": that it is so, and no value.
                let bound = if one.get("value").is_none() && is == "is" {
                    "has"
                } else {
                    is
                };
                examples.push(Example {
                    features: view.stretch(&(start..start + words.len())),
                    labels: labelled(&[("bound", bound), ("on", said("on").unwrap_or(NONE))]),
                });
            }
        }
        examples
    }

    /// Its label for each head.
    fn labels(&self, before: Option<&Self>) -> [Option<String>; 6] {
        if !self.parts.is_empty() {
            let several = Some("several".to_owned());
            return [several, None, None, None, None, None];
        }
        // What it leaves out is that of the question before it, and its words do not say it.
        let fills = self.leans.as_deref() == Some("fills");
        let of = |own: &Option<String>, earlier: Option<&Option<String>>| {
            let same = fills && earlier.is_some_and(|earlier| earlier == own);
            let own = own.as_deref().unwrap_or(NONE);
            Some(if same { SAME } else { own }.to_owned())
        };
        let mut want = self.want.clone();
        want.sort();
        let want = (!want.is_empty()).then(|| want.join("+"));
        [
            of(&self.op, before.map(|of| &of.op)),
            of(&self.end, before.map(|of| &of.end)),
            of(&self.measure, before.map(|of| &of.measure)),
            of(&self.by, before.map(|of| &of.by)),
            of(&self.leans, None),
            want.filter(|_| !fills),
        ]
    }
}
