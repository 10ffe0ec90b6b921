//! Particles that stick to a value, and small words beside it, in every language.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use serde::Deserialize;

use quilto_text::{Tokens, lexicon};

/// What an ending or small word says. The words stand in `text/lexicon/<language>/endings.yaml`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// From there, or at it.
    From,
    /// Up to there, or into it.
    To,
    /// Before the point that something came to: `failed at 4`.
    At,
    /// By means of it; changed to it.
    By,
    /// No more than it.
    Only,
    /// Every one of them.
    Each,
    /// From there on.
    On,
    /// For each of them.
    Per,
    /// In it: `in one round`.
    Within,
    /// At the time that is told.
    When,
    /// It is what is spoken of.
    Subject,
    /// Between what is spoken of and what is said of it.
    Is,
    /// The word names a row rather than a time.
    Row,
    /// The word names a time.
    Time,
    /// A sentence or clause ends so.
    Sentence,
    /// Whose it is, or what it is part of.
    Of,
    /// Before an amount: `100 for 5`.
    Counts,
    /// Before what was reached: `got 5`.
    Managed,
    /// Before what came of a goal: `target 5, did 4`.
    Reached,
    /// What stands before it was done.
    Done,
    /// What a value was read from, and that it says so: `my watch says 5.2`.
    Source,
    /// Before what something comes from: `sore from it`.
    Cause,
    /// Before what came earlier: `after it`.
    Afterwards,
    /// Behind what something comes from: `그것 때문에`.
    Caused,
    /// Stands for a thing named before: `the heavy one`.
    Pronoun,
    /// Before a thing that is known.
    The,
    /// Joins the last element of a list.
    And,
    /// Counts things that are none of the domain's.
    Things,
    /// Not even so many.
    Even,
    /// A word that people shorten and put a period behind.
    Short,
    /// Before the number of rows a sum is spread over: `100 in 5 rounds`.
    Across,
    /// A word that says how, before a name, where a person could be named.
    How,
    /// A word that ends so tells how or what was done, and names nothing.
    Telling,
    /// Tells of the value beside it, and names nothing: `averaged 6`.
    Tells,
    /// The number behind it says which one it is, and counts nothing: `room 12`.
    Numbered,
    /// With a period, says that the number behind it is one in an order: `no. 5`.
    NumberSign,
    /// Sticks to a number that says which part of a plan it is.
    Label,
    /// Says that the word behind it is someone of the writer's.
    Whose,
    /// Before a day, or sticking to it, where it is named by numbers: `on 12/31`.
    Dated,
    /// A time of day follows, not how long something took.
    Hour,
    /// Sticks to a name that another is told with.
    With,
    /// Sticks to somebody who was there, too.
    Company,
    /// Before a number that is an hour of the day.
    Clock,
    /// Before or behind it stands when somebody went to sleep.
    Bed,
    /// Before the hour of the day that something was over by: `home by 7`.
    Due,
    /// What is over by an hour: `done by 7`.
    Ended,
    /// Takes back the amount told before.
    Amends,
    /// Between two hours: `10 till 6`.
    Until,
    /// Between two values told as one over the other: `128 over 84`.
    Over,
}

fn all() -> &'static FxHashMap<Ending, Vec<String>> {
    static ALL: OnceLock<FxHashMap<Ending, Vec<String>>> = OnceLock::new();
    ALL.get_or_init(|| {
        let words: HashMap<_, _> = lexicon::merged("endings").unwrap_or_default();
        words.into_iter().collect()
    })
}

/// What each word says by itself.
fn of_words() -> &'static FxHashMap<&'static str, Vec<Ending>> {
    static WORDS: OnceLock<FxHashMap<&str, Vec<Ending>>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let mut endings: FxHashMap<&str, Vec<Ending>> = FxHashMap::default();
        for (ending, words) in all() {
            for word in words {
                endings.entry(word).or_default().push(*ending);
            }
        }
        endings
    })
}

/// Whether what sticks to a value begins with one of the endings.
pub fn begins(tail: &str, endings: &[Ending]) -> bool {
    !tail.is_empty() && any(endings, |word| tail.starts_with(word))
}

/// Whether a word ends with one of the endings.
pub fn ends(word: &str, endings: &[Ending]) -> bool {
    any(endings, |ending| word.ends_with(ending))
}

/// Whether a word is one of the small words.
pub fn is(word: &str, ending: Ending) -> bool {
    of_words()
        .get(word)
        .is_some_and(|endings| endings.contains(&ending))
}

fn any(endings: &[Ending], test: impl Fn(&str) -> bool) -> bool {
    let words = endings.iter().filter_map(|ending| all().get(ending));
    words.flatten().any(|word| test(word))
}

/// Whether a word of a stretch says that somebody was there, too.
pub fn names_company(tokens: &Tokens, mut stretch: Range<usize>) -> bool {
    stretch.any(|at| ends(tokens.norm(at), &[Ending::Company]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ending_files_have_their_form() {
        assert!(
            !lexicon::read::<HashMap<Ending, Vec<String>>>("endings")
                .unwrap()
                .is_empty()
        );
        assert!(begins("까지는", &[Ending::To]));
        assert!(!begins("", &[Ending::To]));
    }
}
