//! Text of people who put spaces between their words, for where words end that were typed without one.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use quilto::domain::WordLists;
use quilto_classify::train::{Place, Settings, fit_sequences};
use quilto_classify::{Classifier, pack};
use quilto_language::spacing::{BEGINS, GOES_ON, beginnings, features};
use serde_json::Value;

use crate::corpus::word_lists;
use crate::files::{matching, read};

/// The texts are parted into this many, by their files; each part is tried with what the others teach.
const PARTS: usize = 5;
/// People who type more syllables to a word than this leave spaces out.
const MOST_SYLLABLES: f64 = 2.9;
/// A longer word is one from which spaces were left out.
const LONGEST_WORD: usize = 5;
/// Of this many words in a row how many are typed as one, for each run in turn.
const TOGETHER: [usize; 10] = [1, 2, 1, 3, 2, 1, 2, 4, 1, 2];
const SETTINGS: Settings = Settings {
    rounds: 8,
    rate: 0.1,
    cost: 0.5,
    least_texts: 3,
    least_of_label: 1,
};

/// Words typed as one, of one file.
struct Run {
    file: usize,
    words: Vec<String>,
}

impl Run {
    fn text(&self) -> String {
        self.words.concat()
    }

    /// The places at which its words begin, in bytes, but for the first.
    fn beginnings(&self) -> Vec<usize> {
        let mut end = 0;
        let ends = self.words.iter().map(|word| {
            end += word.len();
            end
        });
        let mut ends: Vec<usize> = ends.collect();
        ends.pop();
        ends
    }

    fn places(&self, lists: &WordLists) -> Vec<Place> {
        let labels = self.words.iter().flat_map(|word| {
            let each = word.chars().enumerate();
            each.map(|(at, _)| if at == 0 { BEGINS } else { GOES_ON })
        });
        let features = features::<String>(&self.text(), Some(lists));
        let places = features.into_iter().zip(labels);
        let places = places.map(|(features, label)| Place {
            features,
            label: label.to_owned(),
        });
        places.collect()
    }
}

/// The texts of a file of lines.
fn texts(content: &str) -> Vec<String> {
    let lines = content.lines().filter_map(|line| {
        let line: Value = serde_json::from_str(line).ok()?;
        let mut keys = ["text", "note", "q"].iter();
        keys.find_map(|key| line.get(key)?.as_str().map(str::to_owned))
    });
    lines.collect()
}

/// The words of a text that stand behind one another with a space between them.
fn spaced(text: &str) -> Vec<Vec<String>> {
    let hangul = |word: &str| word.chars().all(quilto::text::is_syllable);
    let mut all = vec![Vec::new()];
    for piece in text.split(' ') {
        let word = piece.trim_end_matches(['.', ',', '!', '?', '~', 'ㅋ', 'ㅎ', 'ㅠ', 'ㅜ']);
        if !word.is_empty()
            && hangul(word)
            && let Some(words) = all.last_mut()
        {
            words.push(word.to_owned());
        }
        if word != piece || word.is_empty() || !hangul(word) {
            all.push(Vec::new());
        }
    }
    all.retain(|words| !words.is_empty());
    all
}

fn runs(root: &Path) -> Result<Vec<Run>, String> {
    let mut runs = Vec::new();
    let mut seen = BTreeSet::new();
    let paths = paths(root)?;
    for (file, path) in paths.iter().enumerate() {
        let all: Vec<Vec<Vec<String>>> = texts(&read(path)?)
            .iter()
            .map(|text| spaced(text))
            .collect();
        let words = || all.iter().flatten().flatten();
        let syllables: usize = words().map(|word| word.chars().count()).sum();
        if syllables as f64 > MOST_SYLLABLES * words().count() as f64 {
            continue;
        }
        for words in all.into_iter().flatten() {
            let mut rest = &*words;
            while !rest.is_empty() {
                let together = TOGETHER[runs.len() % TOGETHER.len()].min(rest.len());
                let (own, after) = rest.split_at(together);
                rest = after;
                let long = own.iter().any(|word| word.chars().count() > LONGEST_WORD);
                let known = !seen.insert((file % PARTS, own.to_vec()));
                if !long && !known {
                    runs.push(Run {
                        file,
                        words: own.to_vec(),
                    });
                }
            }
        }
    }
    Ok(runs)
}

/// The weights of all texts, in lines.
pub(crate) fn weights(root: &Path) -> Result<String, String> {
    let lists = word_lists(root)?;
    let weights = fit_runs(runs(root)?.iter(), &lists);
    Ok(format!("{}\n{weights}", fingerprint(root)?))
}

fn fit_runs<'r>(runs: impl Iterator<Item = &'r Run>, lists: &WordLists) -> String {
    let places: Vec<Vec<Place>> = runs.map(|run| run.places(lists)).collect();
    fit_sequences(&places, SETTINGS)
}

/// The files of texts.
fn paths(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut paths = Vec::new();
    for folders in ["*", "notes/marked", "exams/*"] {
        paths.extend(matching(
            &root.join("corpora"),
            &format!("{folders}/*.jsonl"),
        )?);
    }
    Ok(paths)
}

/// What tells the texts that weights are fitted to from others: the first line of the weights.
pub(crate) fn fingerprint(root: &Path) -> Result<String, String> {
    crate::corpus::fingerprint(&paths(root)?)
}

/// How often the beginnings of words are found in texts that did not teach the weights.
pub(crate) fn figures(root: &Path, show: bool) -> Result<String, String> {
    let lists = word_lists(root)?;
    let runs = runs(root)?;
    let (mut right, mut found, mut there) = (0, 0, 0);
    let mut out = String::new();
    for part in 0..PARTS {
        let taught = runs.iter().filter(|run| run.file % PARTS != part);
        let weights = Classifier::packed(pack(&fit_runs(taught, &lists)));
        for run in runs.iter().filter(|run| run.file % PARTS == part) {
            let text = run.text();
            let told = beginnings(&text, &weights, Some(&lists));
            let gold = run.beginnings();
            found += told.len();
            there += gold.len();
            right += told.iter().filter(|at| gold.contains(at)).count();
            if show && told.iter().any(|at| !gold.contains(at)) {
                let mut cut = text.clone();
                told.iter().rev().for_each(|at| cut.insert(*at, '|'));
                let _ = writeln!(out, "{} read as {cut}", run.words.join(" "));
            }
        }
    }
    let share = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
    let _ = writeln!(
        out,
        "{} runs; of {there} spaces left out {:.1} % are found; of {found} found {:.1} % are there",
        runs.len(),
        share(right, there),
        share(right, found)
    );
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words begin with 빛 and 천, wherever those stand.
    const WEIGHTS: &str =
        "@label\t-\tbegins\n0=빛\t1:100\n0=천\t1:100\nrun 3\t0:40\nrun 4\t0:40\nrun 5\t0:40\n";

    fn begin(text: &str) -> Vec<&str> {
        let weights = Classifier::packed(pack(WEIGHTS));
        let found = beginnings(text, &weights, None);
        found.into_iter().map(|at| &text[at..]).collect()
    }

    #[test]
    fn words_begin_inside_a_run() {
        assert_eq!(begin("화강암빛남"), ["빛남"]);
        assert_eq!(begin("2 화강암빛남 granite"), ["빛남 granite"]);
    }

    #[test]
    fn what_is_short_is_one_word() {
        assert!(begin("암빛").is_empty());
    }

    #[test]
    fn number_words_stay_whole() {
        assert!(begin("만이천보").is_empty());
    }

    #[test]
    fn words_with_a_space_between_them_teach() {
        let words = spaced("빛나는 화강암, 80kg 돌을 닦음");
        assert_eq!(words, [vec!["빛나는", "화강암"], vec!["돌을", "닦음"]]);
    }
}
