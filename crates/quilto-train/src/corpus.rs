//! Labelled texts, a text a line: `corpora/acts/<writer>.jsonl`, notes in `corpora/notes`, questions in
//! `corpora/asks`, and the texts of exams that are over, each of a single act.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::NaiveDate;
use quilto::agents::{AgentContext, ParserInput, ParserOutput, ResponseStyle};
use quilto::domain::{ActiveDomainContext, DomainSet, WordLists};
use quilto::model::UnitPreferences;
use quilto::text::UnitTable;
use quilto_acts::train::{Cues, Text};
use quilto_acts::{Act, Word};
use quilto_classify::{Classifier, pack, pack_lists};
use quilto_language::spacing;
use quilto_notes::notation::examples::Example;
use quilto_notes::{acts, parse};
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::files::{self, lines, matching, told, yaml};

/// A day on which texts are read: where dates lie is seen from it.
pub(crate) const TODAY: Option<NaiveDate> = NaiveDate::from_ymd_opt(2026, 11, 22);

const EXAMS: &str = "corpora/exams";

/// The list of words that are names of people.
const NAMES: &str = "name";

/// A text as it was typed and as it is learned from.
pub(crate) struct Labelled {
    pub raw: String,
    pub text: Text,
}

/// The texts of one writer.
pub(crate) struct Writer {
    pub name: String,
    /// Whether the texts were an exam.
    pub examined: bool,
    pub texts: Vec<Labelled>,
}

#[derive(Deserialize)]
struct Line {
    #[serde(alias = "q")]
    text: String,
    #[serde(default)]
    parts: Vec<(String, Act)>,
    act: Option<Act>,
}

/// A note of an exam.
#[derive(Deserialize)]
pub(crate) struct ExamNote {
    pub text: String,
    /// What was done.
    pub gold: Value,
}

/// The notes of the exams that are over.
pub(crate) fn exam_notes(root: &Path) -> Result<Vec<ExamNote>, String> {
    let mut notes = Vec::new();
    for path in matching(&root.join(EXAMS), "*/notes-*.jsonl")? {
        notes.extend(lines(&path)?);
    }
    Ok(notes)
}

/// The texts of all writers, in the order of their names.
pub(crate) fn read(root: &Path) -> Result<Vec<Writer>, String> {
    let all = domains(root)?.select_all();
    let writers = paths(root)?.into_iter();
    let writers = writers.map(|(path, examined)| writer(&path, examined, &all));
    writers.collect()
}

/// The files of texts whose acts are known, and whether each was an exam.
pub(crate) fn paths(root: &Path) -> Result<Vec<(PathBuf, bool)>, String> {
    let mut paths = matching(&root.join("corpora/acts"), "*.jsonl")?;
    paths.extend(matching(&root.join("corpora/notes"), "*.jsonl")?);
    paths.extend(matching(&root.join("corpora/asks"), "*.jsonl")?);
    let exams = matching(&root.join(EXAMS), "*/acts-*.jsonl")?;
    let paths = paths.into_iter().map(|path| (path, false));
    Ok(paths
        .chain(exams.into_iter().map(|path| (path, true)))
        .collect())
}

/// The questions of `corpora/asks`, each with its writer.
pub(crate) fn questions(root: &Path) -> Result<Vec<(String, String)>, String> {
    let mut questions = Vec::new();
    for path in matching(&root.join("corpora/asks"), "*.jsonl")? {
        let lines: Vec<Line> = lines(&path)?;
        questions.extend(
            lines
                .into_iter()
                .map(|line| (files::writer(&path), line.text)),
        );
    }
    Ok(questions)
}

/// The cues of all languages: `corpora/cues/<language>.yaml`, lists by what they speak for.
pub(crate) fn cues(root: &Path) -> Result<Vec<Cues>, String> {
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in matching(&root.join("corpora/cues"), "*.yaml")? {
        let lists: BTreeMap<String, Vec<String>> = yaml(&path)?;
        for (name, cues) in lists {
            all.entry(name).or_default().extend(cues);
        }
    }
    let mut names = words(root)?.remove(NAMES).unwrap_or_default();
    // What hangs on a name in Hangul is one word with it.
    for name in names.iter_mut().filter(|name| !name.is_ascii()) {
        name.push('*');
    }
    all.insert(NAMES.to_owned(), names);
    Ok(all
        .into_iter()
        .map(|(name, cues)| Cues { name, cues })
        .collect())
}

/// The files of a folder with an extension, in order.
/// The domains below a folder, with the lists of words beside them.
pub(crate) fn domains(root: &Path) -> Result<DomainSet, String> {
    let mut domains = DomainSet::default();
    if let Some(error) = domains.add_folder(&root.join("domains")).first() {
        return Err(error.to_string());
    }
    let weights = files::read(&root.join("domains/spacing.weights"))?;
    Ok(domains
        .with_spacing(Classifier::packed(pack(&weights)))
        .with_words(word_lists(root)?))
}

/// The lists of words.
pub(crate) fn word_lists(root: &Path) -> Result<WordLists, String> {
    Ok(WordLists::packed(pack_lists(&words(root)?)))
}

fn words(root: &Path) -> Result<BTreeMap<String, Vec<String>>, String> {
    yaml(&root.join("domains/words.yaml"))
}

/// What tells some files from others, as the first line of weights that are fitted to them.
pub(crate) fn fingerprint(paths: &[PathBuf]) -> Result<String, String> {
    let mut hasher = Sha256::new();
    for path in paths {
        let content = fs::read(path).map_err(|error| told(path, &error))?;
        hasher.update(&content);
    }
    let digest = hasher.finalize();
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("#texts {hex}"))
}

/// A run on [`TODAY`].
pub(crate) fn context(domains: Arc<ActiveDomainContext>) -> AgentContext {
    AgentContext {
        domains,
        now: TODAY.unwrap_or_default().into(),
        today: TODAY.unwrap_or_default(),
        units: UnitPreferences::default(),
        response_style: ResponseStyle::default(),
        meter: Arc::default(),
    }
}

/// Reads a note of somebody who has written nothing before.
pub(crate) fn read_note(cx: &AgentContext, text: &str) -> ParserOutput {
    let input = ParserInput {
        raw_input: text.to_owned(),
        date: cx.today,
        time: cx.now.time(),
        recent_entries: Vec::new(),
        global_context: None,
        correction_target: None,
    };
    parse(cx, &input)
}

/// What is known of words that speak for something else than what was done.
const ELSE: [&str; 11] = [
    "Ahead",
    "Correction",
    "future",
    "Goal",
    "Intended",
    "Meant",
    "Other",
    "Others",
    "Plan",
    "Question",
    "Skip",
];

/// The examples of the domains: what they read as data, and set nothing aside of, was done, as far as
/// no word speaks for something else.
pub(crate) fn examples(root: &Path) -> Result<Vec<Text>, String> {
    let cx = context(Arc::new(domains(root)?.select_all()));
    let domains = &cx.domains;
    let mut texts = Vec::new();
    for module in &domains.modules {
        let examples = module.part::<Vec<Example>>("examples.yaml");
        let examples = examples.map_err(|error| error.to_string())?;
        for example in examples.iter().flat_map(|examples| examples.iter()) {
            let read = read_note(&cx, &example.text);
            if read.domain_data.is_empty() || !read.set_aside.is_empty() {
                continue;
            }
            let words = words_of(&example.text, domains);
            // What goes on may do something else, where a word speaks for that.
            let goes_on = words.iter().skip(1).any(|word| word.begins.is_some());
            let mut known = words.iter().flat_map(|word| &word.known);
            if !(goes_on && known.any(|known| ELSE.contains(&&**known))) {
                let parts = vec![(0..example.text.len(), Act::Done)];
                texts.push(Text {
                    words,
                    parts,
                    only_sides: false,
                });
            }
        }
    }
    Ok(texts)
}

fn writer(path: &Path, examined: bool, domains: &ActiveDomainContext) -> Result<Writer, String> {
    let mut texts = Vec::new();
    for (at, line) in lines::<Line>(path)?.into_iter().enumerate() {
        let place = |what: &str| format!("{}:{}: {what}", path.display(), at + 1);
        let line = Line {
            // Where nothing is said of a text, it is a question with its answers.
            act: line.act.or(line.parts.is_empty().then_some(Act::Ask)),
            ..line
        };
        let parts = places(&line).map_err(|part| place(&format!("{part:?} is no part of it")))?;
        let text = Text {
            words: words_of(&line.text, domains),
            parts,
            only_sides: false,
        };
        texts.push(Labelled {
            raw: line.text,
            text,
        });
    }
    Ok(Writer {
        name: files::writer(path),
        examined,
        texts,
    })
}

/// The words of a text as acts are told by them.
pub(crate) fn words_of(text: &str, domains: &ActiveDomainContext) -> Vec<Word> {
    let tokens = spacing::read(text, UnitTable::core(), domains);
    let names = domains.vocabulary().find(&tokens);
    acts::words(&tokens, &names, TODAY.unwrap_or_default())
}

/// Where the parts stand; the first that does not stand behind the one before it.
fn places(line: &Line) -> Result<Vec<(Range<usize>, Act)>, String> {
    let mut from = 0;
    let mut found = Vec::new();
    if let Some(act) = line.act {
        return Ok(vec![(0..line.text.len(), act)]);
    }
    for (part, act) in &line.parts {
        let start = line.text[from..].find(&**part).ok_or(part)? + from;
        from = start + part.len();
        found.push((start..from, *act));
    }
    Ok(found)
}
