//! What is asked of the histories: written questions and those of the pages, and made ones from the
//! measures, names and periods of the domains.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

use crate::files::{folders, name, read, yaml};
use crate::variants::{aliases, hash, terms};

/// How many questions are made of each frame with the words of each domain.
const OF_EACH: usize = 6;

/// What stands between a question and the one that is asked after it.
pub(crate) const THEN: &str = " > ";

/// What is asked in one language.
#[derive(Default)]
pub(crate) struct Questions {
    pub written: BTreeSet<String>,
    pub made: BTreeSet<String>,
}

/// All questions: English ones, then Korean ones.
pub(crate) fn all(root: &Path) -> Result<[Questions; 2], String> {
    let frames = yaml(&root.join("corpora/oracle/frames.yaml"))?;
    let mut english = Questions::default();
    let mut korean = Questions::default();
    for text in written(root)? {
        let questions = if is_korean(&text) {
            &mut korean
        } else {
            &mut english
        };
        questions.written.insert(text);
    }
    for folder in folders(&root.join("domains"))? {
        let measures = yaml(&folder.join("measures.yaml"))?;
        let vocabulary = yaml(&folder.join("vocabulary.yaml"))?;
        for (language, questions) in [("en", &mut english), ("ko", &mut korean)] {
            let words = Words {
                domain: name(&folder),
                periods: strings(frames.get("periods").and_then(|lists| lists.get(language))),
                names: names(&vocabulary, language),
                measures: measure_words(&measures, "aliases", language),
                best: measure_words(&measures, "best", language),
            };
            let of_language = frames.get("frames").and_then(|lists| lists.get(language));
            for frame in strings(of_language) {
                let made = (0..OF_EACH).filter_map(|time| words.filled(&frame, time));
                questions.made.extend(made);
            }
        }
    }
    Ok([english, korean])
}

/// The questions of the list and those on the page of questions.
fn written(root: &Path) -> Result<Vec<String>, String> {
    let list = read(&root.join("corpora/oracle/questions.txt"))?;
    let mut asked: Vec<String> = list.lines().map(str::to_owned).collect();
    let page = read(&root.join("docs/questions.md"))?;
    for row in page.lines().filter(|line| line.starts_with('|')) {
        let spans = row.split('`').skip(1).step_by(2);
        asked.extend(spans.map(str::to_owned));
    }
    Ok(asked)
}

fn is_korean(text: &str) -> bool {
    text.chars().any(quilto::text::is_syllable)
}

/// The strings of a list.
fn strings(list: Option<&Value>) -> Vec<String> {
    let items = list.and_then(Value::as_array).into_iter().flatten();
    items.filter_map(Value::as_str).map(str::to_owned).collect()
}

fn names(vocabulary: &Value, language: &str) -> Vec<String> {
    let names = terms(vocabulary).flat_map(aliases);
    names
        .filter(|name| is_korean(name) == (language == "ko"))
        .collect()
}

fn measure_words(measures: &Value, key: &str, language: &str) -> Vec<String> {
    let measures = measures.get("measures").and_then(Value::as_array);
    let words = measures
        .into_iter()
        .flatten()
        .filter_map(|measure| measure.get(key)?.get(language));
    words.flat_map(|words| strings(Some(words))).collect()
}

/// What may stand in the places of frames, in one language.
struct Words {
    domain: String,
    periods: Vec<String>,
    names: Vec<String>,
    measures: Vec<String>,
    best: Vec<String>,
}

impl Words {
    /// A frame with its places filled; `None` where there is nothing for one.
    fn filled(&self, frame: &str, time: usize) -> Option<String> {
        let mut text = frame.to_owned();
        while let Some((before, rest)) = text.split_once('{') {
            let (place, after) = rest.split_once('}')?;
            let fillers = match place {
                "period" => &self.periods,
                "name" => &self.names,
                "measure" => &self.measures,
                "best" => &self.best,
                _ => return None,
            };
            let seed = hash(&[frame, &self.domain, before, &time.to_string()]).to_string();
            let filler = fillers.iter().min_by_key(|filler| hash(&[&seed, filler]))?;
            text = format!("{before}{filler}{after}");
        }
        Some(text)
    }
}
