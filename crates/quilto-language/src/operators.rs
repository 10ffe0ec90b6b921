//! Words that act on what was said before or after them, in every language.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use super::phrases::Phrases;
use quilto_text::lexicon;

/// What a word does. The words stand in `text/lexicon/<language>/operators.yaml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cue {
    /// The value is where it began.
    Start,
    /// The value is where it went to.
    To,
    /// The value grows.
    Up,
    /// The value falls.
    Down,
    /// The value stays from here on.
    Settle,
    /// The value is that of the row spoken of (`at 90`).
    At,
    /// From that row on.
    FromOn,
    /// Of the last row.
    Last,
    /// At the end, without naming a row.
    Finally,
    /// Of the first row.
    First,
    /// The rows not spoken of yet.
    Others,
    /// Less than was meant.
    Only,
    /// The value is all of it together.
    Total,
    /// The value is that of each thing.
    Each,
    /// The value is that of each row.
    PerRow,
    /// What follows is said of all rows before it.
    EveryRow,
    /// The value is by how much each row differs from the one before.
    Step,
    /// All of it was done.
    Finish,
    /// More than was meant.
    More,
    /// It was tried, and not done.
    Fail,
    /// It was done.
    Success,
    /// It was not done.
    Skip,
    /// Not, no: what follows directly was not done.
    Not,
    /// It is not done yet.
    Plan,
    /// It was meant to be done.
    Intended,
    /// An ending that says of what stands before it that it is meant, not done.
    Meant,
    /// Someone else.
    Other,
    /// The writer.
    Me,
    /// Someone else who only stood by.
    Beside,
    /// What was said last was wrong.
    Correct,
    /// It is not sure.
    Doubt,
    /// One of several values.
    Either,
    /// It is sure.
    Sure,
    /// The value is near it.
    About,
    /// A value that only compares.
    Compare,
    /// What follows came next.
    Then,
    /// It is as before.
    Same,
    /// The later half of the rows.
    HalfLater,
    /// The value is to be reached.
    Goal,
    /// What its heading announces is not done yet.
    Ahead,
    /// What follows stands against what was said.
    But,
    /// What the clause tells was at an earlier time.
    Earlier,
    /// It was done another way from here on: a word for how stands beside.
    Switch,
    /// Words to a machine rather than about what was done.
    Command,
    /// A cross beside what is told: it was not done. A sign, so no language has words for it.
    Crossed,
}

/// All cue words of all languages.
pub fn cues() -> &'static Phrases<Cue> {
    static CUES: OnceLock<Phrases<Cue>> = OnceLock::new();
    CUES.get_or_init(|| {
        let mut phrases = Phrases::default();
        let words: BTreeMap<Cue, Vec<String>> = lexicon::merged("operators").unwrap_or_default();
        for (cue, words) in words {
            for word in words {
                phrases.add(&word, cue);
            }
        }
        phrases
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operator_files_have_their_form() {
        let files = lexicon::read::<BTreeMap<Cue, Vec<String>>>("operators").unwrap();
        assert_eq!(files.len(), lexicon::languages().len());
    }
}
