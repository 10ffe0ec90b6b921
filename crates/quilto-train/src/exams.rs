//! What the reader makes of the texts of exams by weights that no exam taught: false records, and
//! records held back.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use quilto_acts::Model;
use quilto_acts::train::Text;
use serde_json::Value;

use crate::corpus::{self, ExamNote, Writer, domains};
use crate::fit_acts;
use crate::reading::Reader;

/// Shorter words of what was done are in too many clauses.
const TELLING: usize = 3;

/// The figures as a text; with `show` also what went wrong.
pub(crate) fn figures(root: &Path, show: bool) -> Result<String, String> {
    let (exams, others): (Vec<Writer>, Vec<Writer>) = corpus::read(root)?
        .into_iter()
        .partition(|writer| writer.examined);
    let texts = others.into_iter().flat_map(|writer| writer.texts);
    let mut texts: Vec<Text> = texts.map(|labelled| labelled.text).collect();
    texts.extend(corpus::examples(root)?);
    let weights = fit_acts(&texts, &corpus::cues(root)?);
    let reader = Reader::new(domains(root)?.with_acts(Model::new(weights)));
    let mut out = String::new();
    let (mut of, mut wrong) = (0, 0);
    for labelled in exams.iter().flat_map(|writer| &writer.texts) {
        of += 1;
        let read = reader.logged(&labelled.raw);
        if read.holds_data() {
            wrong += 1;
            if show {
                let act = labelled.text.parts[0].1.name();
                let data = read.data();
                let _ = writeln!(out, "false record [{act}] {:?} {data}", labelled.raw);
            }
        }
    }
    let notes = corpus::exam_notes(root)?;
    let mut kept = 0;
    for note in &notes {
        let read = reader.logged(&note.text);
        let held = read.held.iter().map(|held| &*held.text);
        let held: Vec<&str> = held.filter(|held| tells(note, held)).collect();
        kept += usize::from(!held.is_empty());
        if show && !held.is_empty() {
            let _ = writeln!(out, "held back {held:?} {:?}", note.text);
        }
    }
    let _ = writeln!(out, "false records: {wrong} of {of}");
    let _ = writeln!(
        out,
        "notes with a record held back: {kept} of {}",
        notes.len()
    );
    Ok(out)
}

/// Whether a number or word of what was done stands in a stretch of its note.
fn tells(note: &ExamNote, stretch: &str) -> bool {
    let mut done = BTreeSet::new();
    words_of(&note.gold, &mut done);
    let stretch = words(stretch);
    stretch.iter().any(|word| done.contains(word))
}

/// All numbers and longer words of what was done, but for its kind, unit, day and meal.
fn words_of(gold: &Value, found: &mut BTreeSet<String>) {
    match gold {
        Value::Array(values) => values.iter().for_each(|value| words_of(value, found)),
        Value::Object(fields) => {
            let told = |name: &str| !["kind", "unit", "day", "meal"].contains(&name);
            let fields = fields.iter().filter(|(name, _)| told(name));
            fields.for_each(|(_, value)| words_of(value, found));
        }
        Value::String(text) => found.extend(words(text)),
        Value::Number(number) => found.extend(words(&number.to_string())),
        Value::Null | Value::Bool(_) => {}
    }
}

fn words(text: &str) -> BTreeSet<String> {
    let text = text.to_lowercase();
    let runs = text.split(|c: char| !c.is_alphanumeric());
    // Numbers are parted from what is glued to them.
    let runs = runs.flat_map(|run| {
        let end = run.find(|c: char| !c.is_ascii_digit()).unwrap_or(run.len());
        let (number, word) = run.split_at(end);
        [number, word]
    });
    let telling =
        |run: &&str| run.len() >= TELLING || run.starts_with(|c: char| c.is_ascii_digit());
    runs.filter(telling).map(str::to_owned).collect()
}
