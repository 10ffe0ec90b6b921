//! Sayings with what they mean: `corpora/sayings` (the README there).

use std::fmt::Write as _;
use std::path::Path;

use quilto::domain::Notation;
use quilto_classify::train::{Example, Settings, fit};
use quilto_classify::{Classifier, pack};
use quilto_notes::tagger::{saying_features, saying_meaning};

use crate::corpus::domains;
use crate::files::{self, matching};

/// Where the sayings are.
const SAYINGS: &str = "corpora/sayings";
/// The head of the weights.
const HEAD: &str = "means";
/// The file of a domain that says how it is written.
const NOTATION: &str = "notation.yaml";
/// The sayings are parted into this many; each part is tried with what the others teach.
const PARTS: usize = 5;
const SETTINGS: Settings = Settings {
    rounds: 15,
    rate: 0.1,
    cost: 0.1,
    least_texts: 2,
    least_of_label: 5,
};

/// A line of the corpus.
struct Saying {
    words: String,
    of_part: bool,
    means: String,
}

impl Saying {
    fn example(&self) -> Example {
        Example {
            features: saying_features(&self.words, self.of_part),
            labels: vec![Some(self.means.clone())],
        }
    }
}

fn read(root: &Path) -> Result<Vec<Saying>, String> {
    let mut all = Vec::new();
    for path in matching(&root.join(SAYINGS), "*.tsv")? {
        for line in files::read(&path)?.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let [words, part, means] = fields.as_slice() else {
                let wrong = format!("not a saying, its part and its meaning: {line}");
                return Err(files::told(&path, &wrong));
            };
            all.push(Saying {
                words: (*words).to_owned(),
                of_part: *part == "part",
                means: (*means).to_owned(),
            });
        }
    }
    Ok(all)
}

/// The words that the domains have for how somebody is.
fn known(root: &Path) -> Result<Vec<Saying>, String> {
    let domains = domains(root)?.select_all();
    let mut all = Vec::new();
    for module in &domains.modules {
        let notation = module
            .part::<Notation>(NOTATION)
            .map_err(|error| error.to_string())?;
        let Some(state) = notation
            .as_ref()
            .and_then(|notation| notation.state.as_ref())
        else {
            continue;
        };
        let vocabulary = module.vocabulary();
        let kinds = [&state.says, &state.feelings, &state.felt_in_parts];
        for term in vocabulary.terms() {
            let kind = kinds
                .iter()
                .position(|kind| kind.as_deref() == Some(&*term.kind));
            if kind.is_none() && !state.lists.contains_key(&*term.kind) {
                continue;
            }
            let more = state.words.get(&*term.name).into_iter().flatten();
            let words = vocabulary
                .aliases(&term.name)
                .into_iter()
                .map(str::to_owned);
            let words = words.chain(more.map(|words| words.replace('*', "")));
            // What is felt in parts only is what is felt in them otherwise.
            let plainly = |field: &str| {
                let mut feelings = vocabulary
                    .terms()
                    .filter(|of| Some(&*of.kind) == state.feelings.as_deref());
                feelings
                    .find(|of| of.text("field") == Some(field))
                    .map(|of| of.name.to_string())
            };
            let in_parts = kind == Some(2);
            let means = match term.text("field") {
                Some(field) if in_parts => plainly(field),
                _ => None,
            };
            let means = means.unwrap_or_else(|| term.name.to_string());
            // What is felt is told with a part and without one.
            let with_part: &[bool] = match kind {
                Some(1) => &[true, false],
                _ => &[in_parts],
            };
            all.extend(words.flat_map(|words| {
                let means = means.clone();
                with_part.iter().map(move |of_part| Saying {
                    words: words.clone(),
                    of_part: *of_part,
                    means: means.clone(),
                })
            }));
        }
    }
    Ok(all)
}

/// The weights of all sayings, in lines.
pub(crate) fn weights(root: &Path) -> Result<String, String> {
    let all = known(root)?.into_iter().chain(read(root)?);
    let examples: Vec<Example> = all.map(|saying| saying.example()).collect();
    let weights = fit(&[HEAD], &examples, SETTINGS);
    Ok(format!("{}\n{weights}", fingerprint(root)?))
}

/// What tells the sayings that weights are fitted to from others: the first line of the weights.
pub(crate) fn fingerprint(root: &Path) -> Result<String, String> {
    crate::corpus::fingerprint(&matching(&root.join(SAYINGS), "*.tsv")?)
}

/// How often sayings are read rightly that did not teach the weights.
pub(crate) fn figures(root: &Path, show: bool) -> Result<String, String> {
    let (known, all) = (known(root)?, read(root)?);
    let (mut right, mut taken, mut wrong) = (0, 0, 0);
    let mut out = String::new();
    for part in 0..PARTS {
        let taught = all.iter().enumerate().filter(|(at, _)| at % PARTS != part);
        let taught = taught.map(|(_, saying)| saying).chain(&known);
        let examples: Vec<Example> = taught.map(Saying::example).collect();
        let classifier = Classifier::packed(pack(&fit(&[HEAD], &examples, SETTINGS)));
        for saying in all.iter().skip(part).step_by(PARTS) {
            let guess = saying_meaning(&classifier, &saying.words, saying.of_part);
            let (means, sure) = guess.unwrap_or_default();
            right += usize::from(means == saying.means);
            taken += usize::from(sure);
            wrong += usize::from(sure && means != saying.means);
            if show && means != saying.means {
                let _ = writeln!(
                    out,
                    "{}: {} is read as {means} ({sure})",
                    saying.words, saying.means
                );
            }
        }
    }
    let share = |count: usize| 100.0 * count as f64 / all.len().max(1) as f64;
    let _ = writeln!(
        out,
        "{} sayings, right {:.1} %; sure enough to be taken {:.1} %, wrong among all {:.1} %",
        all.len(),
        share(right),
        share(taken),
        share(wrong)
    );
    Ok(out)
}
