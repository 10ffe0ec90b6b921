//! Reads and answers everything with the built-in engine, on a fixed day.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use quilto::domain::Acts;
use quilto::domain::DomainSet;
use quilto_classify::{Classifier, WordLists, pack, pack_lists};

use crate::compact::line;
use crate::histories::{self, History};
use crate::home::Home;
use crate::snapshots::Block;
use crate::variants::hash;
use crate::{asks, files, questions, texts};

/// How many texts a thread takes at once.
const TAKEN: usize = 32;

/// Something to read: in which block it is kept, and on which history it is asked.
struct Task {
    block: String,
    history: Option<usize>,
    text: String,
}

/// Which texts are read.
#[derive(Default)]
pub(crate) struct Scope {
    /// A part of the names of the blocks; all are read where it is empty.
    pub only: String,
    /// All texts of these, not about every sixth of the large blocks.
    pub whole: bool,
}

impl Scope {
    /// Whether a text is read.
    pub fn holds(&self, block: &str, text: &str) -> bool {
        let large = ["acts", "answers", "variants"]
            .iter()
            .any(|large| block.starts_with(large));
        block.contains(&self.only)
            && (self.whole || !large || hash(&[&line(text)]).is_multiple_of(6))
    }
}

/// The domains with all that the application brings beside them.
fn domains(root: &Path) -> Result<DomainSet, String> {
    let mut domains = DomainSet::default();
    let folder = root.join("domains");
    if let Some(error) = domains.add_folder(&folder).first() {
        return Err(error.to_string());
    }
    let weights = |name: &str| -> Result<Classifier, String> {
        let lines = files::read(&folder.join(format!("{name}.weights")))?;
        Ok(Classifier::packed(pack(&lines)))
    };
    let words = files::read(&folder.join("words.yaml"))?;
    let words = serde_yaml::from_str(&words).map_err(|error| format!("words.yaml: {error}"))?;
    Ok(domains
        .with_acts(Acts::new(files::read(&folder.join("acts.weights"))?))
        .with_asks(weights("asks")?)
        .with_notes(weights("notes")?)
        .with_sayings(weights("sayings")?)
        .with_spacing(weights("spacing")?)
        .with_words(WordLists::packed(pack_lists(&words))))
}

/// Reads what is in the scope, below a folder.
pub(crate) fn read(root: &Path, scope: &Scope) -> Result<Vec<Block>, String> {
    let domains = Arc::new(domains(root)?);
    let histories = histories::all(root)?;
    let mut tasks = tasks(root, &histories)?;
    tasks.retain(|task| scope.holds(&task.block, &task.text));
    let next = AtomicUsize::new(0);
    let results = thread::scope(|scope| {
        let threads: Vec<_> = (0..2)
            .map(|_| scope.spawn(|| work(&domains, &histories, &tasks, &next)))
            .collect();
        let ended = threads.into_iter().map(|thread| thread.join());
        ended.collect::<Vec<_>>()
    });
    let mut blocks: BTreeMap<&str, Block> = BTreeMap::new();
    for result in results {
        let read = result.map_err(|_| "a thread ended early".to_owned())??;
        for (task, lines) in read {
            let block = blocks.entry(&task.block).or_insert_with(|| Block {
                name: task.block.clone(),
                ..Block::default()
            });
            block.add(&task.text, &lines);
        }
    }
    Ok(blocks.into_values().collect())
}

/// A history of `corpora/asks` is asked what its owner asked, another the questions of its language
/// (`en-year`), and one of no language those that were not made.
fn tasks(root: &Path, histories: &[History]) -> Result<Vec<Task>, String> {
    let mut tasks = Vec::new();
    let [english, korean] = questions::all(root)?;
    let asks = asks::all(root)?;
    for (at, history) in histories.iter().enumerate() {
        let asked: Vec<_> = match history.name.get(..3) {
            Some("en-") => english.written.union(&english.made).collect(),
            Some("ko-") => korean.written.union(&korean.made).collect(),
            _ => match asks.get(&history.name) {
                Some(asked) => asked.iter().collect(),
                None => english.written.union(&korean.written).collect(),
            },
        };
        tasks.extend(asked.into_iter().map(|text| Task {
            block: format!("answers-{}", history.name),
            history: Some(at),
            text: text.clone(),
        }));
    }
    for block in texts::all(root)? {
        tasks.extend(block.texts.into_iter().map(|text| Task {
            block: block.name.clone(),
            history: None,
            text,
        }));
    }
    Ok(tasks)
}

/// Takes tasks until there are none.
fn work<'t>(
    domains: &Arc<DomainSet>,
    histories: &[History],
    tasks: &'t [Task],
    next: &AtomicUsize,
) -> Result<Vec<(&'t Task, Vec<String>)>, String> {
    let mut homes: BTreeMap<usize, Home> = BTreeMap::new();
    let mut read = Vec::new();
    loop {
        let from = next.fetch_add(TAKEN, Ordering::Relaxed);
        let Some(taken) = tasks.get(from..tasks.len().min(from + TAKEN)) else {
            return Ok(read);
        };
        if taken.is_empty() {
            return Ok(read);
        }
        for task in taken {
            let history = task.history.and_then(|at| Some((at, histories.get(at)?)));
            let lines = match history {
                Some((at, history)) => {
                    let home = match homes.entry(at) {
                        Entry::Occupied(home) => home.into_mut(),
                        Entry::Vacant(place) => place.insert(Home::of(domains, history)?),
                    };
                    home.answer(&task.text)?
                }
                None => Home::empty(domains)?.read(&task.text)?,
            };
            read.push((task, lines));
        }
    }
}
