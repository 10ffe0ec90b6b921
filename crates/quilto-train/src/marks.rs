//! Notes with what each of their words is for: `corpora/notes/marked` (the README there), as sequences of labels,
//! and how notes are read on writers that did not teach the labelling.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use quilto::agents::{AgentContext, ParserOutput};
use quilto::domain::DomainSet;
use quilto_acts::train::Text;
use quilto_acts::{Act, Model};
use quilto_classify::train::{Example, Place, Settings, beside, fit, fit_sequences};
use quilto_classify::{Classifier, Key, NOTHING, goes_on, pack, stretches};
use quilto_notes::tagger::{link_features, read_labelled, told, view};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::corpus::{self, Labelled, context, domains, read_note, words_of};
use crate::files::{lines, matching, read, writer};

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

/// What tells what was not done.
const NOT: &str = "not";
/// What tells neither that something was done nor that it was not.
const BESIDE: [&str; 5] = ["remark", "date", "when", "with", "place"];
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
    let (writers, _) = writers(root, &|_, at| at % PARTS)?;
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
    corpus::fingerprint(&paths(root)?)
}

/// The files of notes.
pub(crate) fn paths(root: &Path) -> Result<Vec<PathBuf>, String> {
    matching(&root.join(MARKED), "*.jsonl")
}

/// The domains with all that the labelling looks at but what tells acts.
fn set(root: &Path) -> Result<DomainSet, String> {
    let sayings = crate::sayings::weights(root)?;
    Ok(domains(root)?.with_sayings(Classifier::packed(pack(&sayings))))
}

/// The texts that teach acts, but for the examples.
pub(crate) fn taught(root: &Path) -> Result<Vec<Labelled>, String> {
    let texts_of_acts = corpus::read(root)?.into_iter().flat_map(|of| of.texts);
    Ok(texts_of_acts.chain(texts(root)?).collect())
}

/// For each part of the writers the domains as its texts see them: none of these taught what tells acts, as those of new
/// people do not.
fn sets(root: &Path, parts: &[BTreeSet<&str>]) -> Result<Vec<DomainSet>, String> {
    let taught = taught(root)?;
    let (examples, cues) = (corpus::examples(root)?, corpus::cues(root)?);
    let without = |part: &BTreeSet<&str>| {
        let others = taught
            .iter()
            .filter(|labelled| !part.contains(&*labelled.raw));
        let texts = others.map(|labelled| &labelled.text).chain(&examples);
        crate::fit_acts(&Vec::from_iter(texts.cloned()), &cues)
    };
    let fitted = std::thread::scope(|scope| {
        let fitting = parts.iter().map(|part| scope.spawn(|| without(part)));
        let fitting = Vec::from_iter(fitting).into_iter();
        Vec::from_iter(fitting.map(|thread| thread.join().unwrap_or_default()))
    });
    let set = set(root)?;
    let with = |acts: String| set.clone().with_acts(Model::new(acts));
    Ok(fitted.into_iter().map(with).collect())
}

/// The lines of each writer, by the name of the file.
fn files(root: &Path) -> Result<Vec<(String, Vec<Line>)>, String> {
    let mut files = Vec::new();
    for path in paths(root)? {
        files.push((writer(&path), lines(&path)?));
    }
    Ok(files)
}

/// The notes as texts of which it is known what tells data and what does not.
fn texts(root: &Path) -> Result<Vec<Labelled>, String> {
    let domains = domains(root)?.select_all();
    let lines = files(root)?.into_iter().flat_map(|(_, lines)| lines);
    let mut texts = Vec::new();
    for line in lines {
        let parts = sides(&marks(&line.marked)?.1);
        if parts.is_empty() {
            continue;
        }
        texts.push(Labelled {
            text: Text {
                words: words_of(&line.note, &domains),
                parts,
                only_sides: true,
            },
            raw: line.note,
        });
    }
    Ok(texts)
}

/// Which stretches tell data and which tell what was not done. Which act that is nobody said.
fn sides(marks: &[Mark]) -> Vec<(Range<usize>, Act)> {
    let mut parts: Vec<(Range<usize>, Act)> = Vec::new();
    for mark in marks.iter().filter(|mark| !BESIDE.contains(&&*mark.role)) {
        let act = match &*mark.role {
            NOT => Act::Skipped,
            _ => Act::Done,
        };
        match parts.last_mut() {
            Some((part, same)) if *same == act => part.end = mark.span.end,
            _ => parts.push((mark.span.clone(), act)),
        }
    }
    parts
}

/// Somebody who writes notes.
struct Writer {
    part: usize,
    notes: Vec<Note>,
}

/// The writers, each in the part that is told by their name and place, and what is known of the texts of each part.
fn writers(
    root: &Path,
    part_of: &dyn Fn(&str, usize) -> usize,
) -> Result<(Vec<Writer>, Vec<DomainSet>), String> {
    let files = files(root)?.into_iter().enumerate();
    let files = files.map(|(at, (name, lines))| (part_of(&name, at), name, lines));
    let files: Vec<(usize, String, Vec<Line>)> = files.collect();
    let texts = |part: usize| {
        let own = files.iter().filter(|(of, ..)| *of == part);
        let lines = own.flat_map(|(_, _, lines)| lines);
        lines.map(|line| &*line.note).collect()
    };
    let sets = sets(root, &Vec::from_iter((0..PARTS).map(texts)))?;
    let known = |set: &DomainSet| context(Arc::new(set.clone().select_all()));
    let contexts: Vec<AgentContext> = sets.iter().map(known).collect();
    let writers = files.into_iter().map(|(part, name, lines)| {
        let notes = notes(&contexts[part], &name, lines)?;
        Ok(Writer { part, notes })
    });
    Ok((writers.collect::<Result<_, String>>()?, sets))
}

/// The notes of a file.
fn notes(cx: &AgentContext, name: &str, lines: Vec<Line>) -> Result<Vec<Note>, String> {
    let notes = lines.into_iter().map(|line| note(cx, line));
    let notes: Result<_, String> = notes.collect();
    notes.map_err(|error| format!("{MARKED}/{name}: {error}"))
}

fn note(cx: &AgentContext, line: Line) -> Result<Note, String> {
    let (text, marks) = marks(&line.marked)?;
    if text != line.note {
        return Err(format!(
            "the marks are not those of the note: {}",
            line.note
        ));
    }
    let view = view(cx, &text);
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
    /// Of something done, and held back with none of it told to be undone.
    held_back: usize,
    /// Nothing of it was done, and how much of that became data.
    none: usize,
    false_records: usize,
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
        writeln!(
            f,
            "false records {} of {}, held back {} of {}",
            self.false_records,
            self.none,
            self.held_back,
            self.notes - self.none
        )?;
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
struct Trial {
    labels: Classifier,
    with: AgentContext,
    without: AgentContext,
    /// Whether notes that are read otherwise are listed.
    show: bool,
}

/// What to try of the notes.
#[derive(Default)]
pub(crate) struct TrialOptions<'a> {
    /// Only writers with this in their name are tried, with what all others teach; else each with what the writers of
    /// other parts teach.
    pub(crate) of: Option<&'a str>,
    /// Whether notes that are read otherwise are listed.
    pub(crate) show: bool,
}

/// How often labels are right on writers that did not teach them, and what is read of their notes.
pub(crate) fn figures(root: &Path, asked: &TrialOptions) -> Result<String, String> {
    let part_of = |name: &str, at: usize| match asked.of {
        Some(of) if name.contains(of) => 0,
        Some(_) => 1 + at % (PARTS - 1),
        None => at % PARTS,
    };
    let (writers, sets) = writers(root, &part_of)?;
    let parts = if asked.of.is_some() { 1 } else { PARTS };
    let mut of_role: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    let mut all = Tally::default();
    let mut out = String::new();
    for (part, set) in sets.into_iter().enumerate().take(parts) {
        let (tried, others): (Vec<&Writer>, _) =
            writers.iter().partition(|writer| writer.part == part);
        let notes = others.into_iter().flat_map(|writer| &writer.notes);
        let labels = Classifier::packed(pack(&fit_notes(notes)));
        let trial = Trial {
            labels: labels.clone(),
            without: context(Arc::new(set.clone().select_all())),
            with: context(Arc::new(set.with_notes(labels).select_all())),
            show: asked.show,
        };
        for note in tried.into_iter().flat_map(|writer| &writer.notes) {
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
    let acts = read(&root.join("domains/acts.weights"))?;
    let cx = context(Arc::new(
        set(root)?.with_acts(Model::new(acts)).select_all(),
    ));
    let mut out = String::new();
    for (name, lines) in files(root)? {
        if !name.contains(of) {
            continue;
        }
        for note in notes(&cx, &name, lines)? {
            let read = note.read(&cx);
            let line = json!({"of": name, "note": note.text, "read": read});
            let _ = writeln!(out, "{line}");
        }
    }
    Ok(out)
}

impl Trial {
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
        let gold = note.read(&self.without);
        let by_labels = read_labelled(&self.with, &note.text, &said, &[]);
        let [now, before] = [&self.with, &self.without].map(|cx| read_note(cx, &note.text));
        let [read, notation] =
            [&now, &before].map(|output| told(&self.without, &output.domain_data));
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
        let is_empty = |told: &Value| told.as_object().is_none_or(serde_json::Map::is_empty);
        if is_empty(&gold) {
            all.none += 1;
            all.false_records += usize::from(!is_empty(&read));
        } else {
            let undone = note.places.iter().any(|place| place.label == NOT);
            all.held_back += usize::from(!undone && !now.held_back.is_empty());
        }
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
