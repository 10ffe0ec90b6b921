//! Notes with what each of their words is for: `corpora/notes/marked` (the README there), as sequences of labels,
//! and how notes are read on writers that did not teach the labelling.

use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use quilto::agents::{AgentContext, ParserOutput};
use quilto::domain::DomainSet;
use quilto::engine::builtin::{link_features, note_view, read_labelled, told};
use quilto_acts::Model;
use quilto_classify::train::{Example, Place, Settings, beside, fit, fit_sequences};
use quilto_classify::{Classifier, Key, NOTHING, goes_on, pack, stretches};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::corpus::{context, domains, matching, read_note};

/// Where the notes are.
const MARKED: &str = "corpora/notes/marked";
/// The writers are parted into this many; each part is tried with what the others teach.
const PARTS: usize = 4;
const SETTINGS: Settings = Settings {
    rounds: 12,
    rate: 0.1,
    cost: 0.1,
    least_texts: 6,
    least_of_label: 1,
};

/// What says which words belong together.
const OWNER: &str = "owner";
const LINKS: Settings = Settings {
    rounds: 12,
    rate: 0.1,
    cost: 1.0,
    least_texts: 3,
    least_of_label: 1,
};

/// A line of the corpus.
#[derive(Deserialize)]
struct Line {
    note: String,
    marked: String,
}

/// A note of a writer.
struct Note {
    text: String,
    places: Vec<Place>,
    /// The number of the thing that each token is told of.
    items: Vec<Option<usize>>,
    /// What is seen of the stretches that belong to something, and where that stands.
    links: Vec<(Vec<String>, String)>,
}

impl Note {
    fn labels(&self) -> Vec<&str> {
        self.places.iter().map(|place| &*place.label).collect()
    }

    /// What it tells by its marks.
    fn read(&self, cx: &AgentContext) -> Value {
        read_labelled(cx, &self.text, &self.labels(), &self.items)
    }
}

/// The weights of all notes, in lines.
pub(crate) fn weights(root: &Path) -> Result<String, String> {
    let writers = writers(root, &context(Arc::new(set(root)?.select_all())))?;
    let notes = writers.into_iter().flat_map(|writer| writer.notes);
    let notes: Vec<Note> = notes.collect();
    let weights = fit_notes(notes.iter());
    Ok(format!("{}\n{weights}", fingerprint(root)?))
}

/// Weights that tell what the words of notes are for and which belong together.
fn fit_notes<'n>(notes: impl Iterator<Item = &'n Note> + Clone) -> String {
    let sequences: Vec<Vec<Place>> = notes.clone().map(|note| note.places.clone()).collect();
    let links = notes.flat_map(|note| &note.links).cloned();
    let links = links.map(|(features, owner)| Example {
        features,
        labels: vec![Some(owner)],
    });
    let links = fit(&[OWNER], &Vec::from_iter(links), LINKS);
    beside(&fit_sequences(&sequences, SETTINGS), &links)
}

/// What tells the texts that weights are fitted to from others: the first line of the weights.
pub(crate) fn fingerprint(root: &Path) -> Result<String, String> {
    crate::corpus::fingerprint(&matching(&root.join(MARKED), "*.jsonl")?)
}

/// The domains with what tells acts, which the labelling looks at.
fn set(root: &Path) -> Result<DomainSet, String> {
    let acts = root.join("domains/acts.weights");
    let acts = fs::read_to_string(&acts).map_err(|error| format!("{}: {error}", acts.display()))?;
    let sayings = crate::sayings::weights(root)?;
    Ok(domains(root)?
        .with_acts(Model::new(acts))
        .with_sayings(Classifier::packed(pack(&sayings))))
}

/// Somebody who writes notes.
struct Writer {
    /// The name of the file.
    name: String,
    notes: Vec<Note>,
}

fn writers(root: &Path, cx: &AgentContext) -> Result<Vec<Writer>, String> {
    let mut writers = Vec::new();
    for path in matching(&root.join(MARKED), "*.jsonl")? {
        let told = |error: &dyn Display| format!("{}: {error}", path.display());
        let content = fs::read_to_string(&path).map_err(|error| told(&error))?;
        let mut notes = Vec::new();
        for line in content.lines().filter(|line| !line.trim().is_empty()) {
            let line: Line = serde_json::from_str(line).map_err(|error| told(&error))?;
            notes.push(note(cx, line).map_err(|error| told(&error))?);
        }
        let name = path.file_stem().unwrap_or_default();
        writers.push(Writer {
            name: name.to_string_lossy().into_owned(),
            notes,
        });
    }
    Ok(writers)
}

fn note(cx: &AgentContext, line: Line) -> Result<Note, String> {
    let (text, marks) = marks(&line.marked)?;
    if text != line.note {
        return Err(format!(
            "the marks are not those of the note: {}",
            line.note
        ));
    }
    let view = note_view(cx, &text);
    let mark = |start: usize, end: usize| {
        let mut each = marks.iter();
        each.position(|mark| mark.span.start < end && start < mark.span.end)
    };
    let tokens = view.tokens.iter();
    let of_tokens: Vec<Option<usize>> = tokens.map(|token| mark(token.start, token.end)).collect();
    let mut before = None;
    let places = of_tokens.iter().zip(view.features).map(|(mark, features)| {
        let label = match mark {
            None => NOTHING.to_owned(),
            Some(at) if before == Some(*at) => goes_on(&marks[*at].role),
            Some(at) => marks[*at].role.clone(),
        };
        before = *mark;
        Place { features, label }
    });
    let places: Vec<Place> = places.collect();
    let items = of_tokens.iter().map(|mark| marks[(*mark)?].item).collect();
    let mut note = Note {
        places,
        items,
        text,
        links: Vec::new(),
    };
    note.links = link_features(cx, &note.text, &note.labels(), &note.items);
    Ok(note)
}

/// A stretch of a note, what it is for and the number of the thing it is told of.
#[derive(Debug, PartialEq)]
struct Mark {
    span: Range<usize>,
    role: String,
    item: Option<usize>,
}

/// The note without its marks, and the marks: `{role item words}` or `{role: words}`.
fn marks(marked: &str) -> Result<(String, Vec<Mark>), String> {
    let mut text = String::new();
    let mut marks = Vec::new();
    let mut rest = marked;
    while let Some((before, behind)) = rest.split_once('{') {
        let (inside, after) = behind.split_once('}').ok_or("a mark without an end")?;
        text.push_str(before);
        let start = text.len();
        let (head, words) = inside.split_once(' ').ok_or("a mark without words")?;
        let (role, item, words) = match head.strip_suffix(':') {
            Some(role) => (role, None, words),
            None => {
                let (item, words) = words.split_once(' ').ok_or("a mark without words")?;
                (head, item.parse().ok(), words)
            }
        };
        text.push_str(words);
        marks.push(Mark {
            span: start..text.len(),
            role: role.to_owned(),
            item,
        });
        rest = after;
    }
    text.push_str(rest);
    Ok((text, marks))
}

/// What came of the notes of one writer or of all.
#[derive(Default)]
struct Tally {
    notes: usize,
    /// Read as their labels say.
    right: usize,
    /// Read otherwise, and told to be doubtful.
    marked: usize,
    /// Right, and yet doubted.
    needless: usize,
    /// Right where the labels are known and not which words belong together.
    linked: usize,
    /// Right without the labelling.
    before: usize,
    /// Wrong without the labelling, and nothing doubted.
    silent_before: usize,
    /// Where the readings differ: whether notation left nothing, how sure the labelling is in tenths, which is right.
    differing: BTreeMap<(bool, usize), [usize; 3]>,
}

impl Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = |part: usize| 100.0 * part as f64 / self.notes.max(1) as f64;
        let silent = self.notes - self.right - self.marked;
        write!(
            f,
            "{:5} notes: right {:.1} %, marked {:.1}, silently wrong {:.1}; doubted and right {:.1}; right by known labels {:.1}; by notation alone right {:.1}, silently wrong {:.1}",
            self.notes,
            share(self.right),
            share(self.marked),
            share(silent),
            share(self.needless),
            share(self.linked),
            share(self.before),
            share(self.silent_before)
        )
    }
}

/// How notes are read with and without a labelling.
struct Trial<'t> {
    labels: Classifier,
    with: AgentContext,
    without: &'t AgentContext,
    /// Whether notes that are read otherwise are listed.
    show: bool,
}

/// What to try of the notes.
#[derive(Default)]
pub(crate) struct Asked<'a> {
    /// Only writers with this in their name are tried, with what all others teach; else each with what the writers of
    /// other parts teach.
    pub(crate) of: Option<&'a str>,
    /// Whether notes that are read otherwise are listed.
    pub(crate) show: bool,
}

/// How often labels are right on writers that did not teach them, and what is read of their notes.
pub(crate) fn figures(root: &Path, asked: &Asked) -> Result<String, String> {
    let without = context(Arc::new(set(root)?.select_all()));
    let writers = writers(root, &without)?;
    let part_of = |at: usize| match asked.of {
        Some(of) => usize::from(!writers[at].name.contains(of)),
        None => at % PARTS,
    };
    let parts = if asked.of.is_some() { 1 } else { PARTS };
    let mut of_role: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    let mut all = Tally::default();
    let mut out = String::new();
    for part in 0..parts {
        let (tried, others): (Vec<usize>, _) =
            (0..writers.len()).partition(|at| part_of(*at) == part);
        let notes = |at: &usize| writers[*at].notes.iter();
        let labels = Classifier::packed(pack(&fit_notes(others.iter().flat_map(notes))));
        let set = set(root)?.with_notes(labels.clone());
        let trial = Trial {
            labels,
            with: context(Arc::new(set.select_all())),
            without: &without,
            show: asked.show,
        };
        for note in tried.iter().flat_map(notes) {
            trial.read(note, &mut of_role, &mut all, &mut out);
        }
    }
    let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    for (role, [gold, said, right]) in &of_role {
        let (found, right) = (share(*right, *gold), share(*right, *said));
        let _ = writeln!(
            out,
            "{role:10} {gold:6} found {found:5.1} % right {right:5.1} %"
        );
    }
    for ((clean, tenth), [count, before, by_labels]) in &all.differing {
        let left = if *clean {
            "nothing left"
        } else {
            "something left"
        };
        let _ = writeln!(
            out,
            "readings differ, {left}, 0.{tenth}: {count}, right by notation {before}, by labels {by_labels}"
        );
    }
    let _ = writeln!(out, "{all}");
    Ok(out)
}

/// What is read of the notes of writers with this in their name where it is known what each word is for, a line
/// each.
pub(crate) fn known(root: &Path, of: &str) -> Result<String, String> {
    let cx = context(Arc::new(set(root)?.select_all()));
    let writers = writers(root, &cx)?;
    let mut out = String::new();
    for writer in writers.iter().filter(|writer| writer.name.contains(of)) {
        for note in &writer.notes {
            let read = note.read(&cx);
            let line = json!({"of": writer.name, "note": note.text, "read": read});
            let _ = writeln!(out, "{line}");
        }
    }
    Ok(out)
}

impl Trial<'_> {
    /// Reads a note with and without the labelling.
    fn read(
        &self,
        note: &Note,
        of_role: &mut BTreeMap<String, [usize; 3]>,
        all: &mut Tally,
        out: &mut String,
    ) {
        let keys = |place: &Place| place.features.iter().map(|name| Key::of(&[name])).collect();
        let features: Vec<Vec<Key>> = note.places.iter().map(keys).collect();
        let guesses = self.labels.label(&features);
        let likely = guesses.iter().map(|guess| guess.likely).fold(1.0, f64::min);
        let said: Vec<&str> = guesses.iter().map(|guess| guess.label).collect();
        count(&note.labels(), &said, of_role);
        let gold = note.read(self.without);
        let by_labels = read_labelled(&self.with, &note.text, &said, &[]);
        let [now, before] = [&self.with, self.without].map(|cx| read_note(cx, &note.text));
        let [read, notation] =
            [&now, &before].map(|output| told(self.without, &output.domain_data));
        let doubted = |output: &ParserOutput| {
            !output.uncertain_fields.is_empty() || !output.unread.is_empty()
        };
        if by_labels != notation {
            let clean = !doubted(&before) && before.held_back.is_empty();
            let of = all
                .differing
                .entry((clean, (likely * 10.0) as usize))
                .or_default();
            of[0] += 1;
            of[1] += usize::from(notation == gold);
            of[2] += usize::from(by_labels == gold);
        }
        let right = read == gold;
        all.notes += 1;
        all.right += usize::from(right);
        all.marked += usize::from(!right && doubted(&now));
        all.needless += usize::from(right && doubted(&now));
        let linked = read_labelled(&self.with, &note.text, &note.labels(), &[]);
        all.linked += usize::from(linked == gold);
        for (features, owner) in &note.links {
            let guess = self.labels.guess(features.iter().map(String::as_str));
            let right = guess.of(OWNER).is_some_and(|guess| guess.label == owner);
            let of = of_role.entry(format!("owner {owner}")).or_default();
            of[0] += 1;
            of[1] += 1;
            of[2] += usize::from(right);
        }
        all.before += usize::from(notation == gold);
        all.silent_before += usize::from(notation != gold && !doubted(&before));
        if self.show && !right {
            let verdict = if doubted(&now) { "marked" } else { "silent" };
            let _ = writeln!(
                out,
                "{verdict} {:?}\n    labels {said:?}\n    meant {gold}\n    read  {read}",
                note.text
            );
        }
    }
}

/// Counts the stretches of labels that are found.
fn count(gold: &[&str], said: &[&str], of_role: &mut BTreeMap<String, [usize; 3]>) {
    let (gold, said) = (stretches(gold), stretches(said));
    for span in &gold {
        let of = of_role.entry(span.0.to_owned()).or_default();
        of[0] += 1;
        of[2] += usize::from(said.contains(span));
    }
    for span in &said {
        of_role.entry(span.0.to_owned()).or_default()[1] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_taken_from_the_words() {
        let (text, found) = marks("{date: 3/4} {lift 1 bench} {load 1 80}x5").unwrap();
        assert_eq!(text, "3/4 bench 80x5");
        let found = found
            .iter()
            .map(|mark| (&*mark.role, mark.item, &text[mark.span.clone()]));
        let found: Vec<_> = found.collect();
        let told = [
            ("date", None, "3/4"),
            ("lift", Some(1), "bench"),
            ("load", Some(1), "80"),
        ];
        assert_eq!(found, told);
        assert!(marks("{load 80").is_err());
    }
}
