//! Where words end that were typed without a space between them: `허리살짝뻐근해서` is three words.
//!
//! A labelling of the syllables of a run of Hangul tells it, by weights fitted to text of people who do space
//! their words (decision 0052).

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use quilto_domain::{ActiveDomainContext, Classifier, Feature, Key, WordLists};
use quilto_text::normalize::is_syllable;
use quilto_text::{Tokens, UnitTable, number_at_start, read_apart};

/// What begins a word.
pub const BEGINS: &str = "begins";
/// What goes on with one.
pub const GOES_ON: &str = "-";
/// From this probability on a word begins inside a run.
const APART: f64 = 0.8;
/// Runs of fewer syllables are one word.
const SHORTEST: usize = 3;
/// Words of lists are looked for up to so many syllables.
const LONGEST_LISTED: usize = 8;
/// The syllables around the beginning of a word that are seen together: from one to another.
const SEEN: [(&str, isize, isize); 15] = [
    ("-2", -2, -2),
    ("-1", -1, -1),
    ("0", 0, 0),
    ("1", 1, 1),
    ("-3..-2", -3, -2),
    ("-2..-1", -2, -1),
    ("-1..0", -1, 0),
    ("0..1", 0, 1),
    ("1..2", 1, 2),
    ("-3..-1", -3, -1),
    ("-2..0", -2, 0),
    ("-1..1", -1, 1),
    ("0..2", 0, 2),
    ("-4..-1", -4, -1),
    ("-2..1", -2, 1),
];
/// Lengths, in syllables.
const LENGTHS: [&str; LONGEST_LISTED + 1] = ["0", "1", "2", "3", "4", "5", "6", "7", "8"];

/// What is seen of each syllable of a run.
pub fn features<F: Feature>(run: &str, lists: Option<&WordLists>) -> Vec<Vec<F>> {
    let ends: Vec<usize> = run
        .char_indices()
        .map(|(at, _)| at)
        .chain([run.len()])
        .collect();
    let length = ends.len() - 1;
    let piece = |from: isize, to: isize| -> Option<&str> {
        let start = usize::try_from(from).ok()?;
        let end = usize::try_from(to + 1).ok()?;
        run.get(*ends.get(start)?..*ends.get(end)?)
    };
    let listed = |range: Range<usize>| -> Vec<&str> {
        let words = run.get(ends[range.start]..ends[range.end]);
        let known = lists.zip(words);
        known
            .map(|(lists, words)| lists.of(&[words]).collect())
            .unwrap_or_default()
    };
    let known: Vec<(Range<usize>, Vec<&str>)> = (0..length)
        .flat_map(|start| {
            let most = length.min(start + LONGEST_LISTED);
            (start + 1..=most).map(move |end| start..end)
        })
        .map(|range| (range.clone(), listed(range)))
        .filter(|(_, lists)| !lists.is_empty())
        .collect();
    (0..length)
        .map(|at| {
            let mut own = Vec::new();
            let mut put = |pieces: &[&str]| own.push(F::of(pieces));
            let here = at as isize;
            for (name, from, to) in SEEN {
                if let Some(seen) = piece(here + from, here + to) {
                    put(&[name, "=", seen]);
                } else if from == to {
                    put(&[name, "="]);
                }
            }
            let longest = |fits: &dyn Fn(&Range<usize>) -> bool| {
                let fitting = known.iter().filter(|(range, _)| fits(range));
                fitting.max_by_key(|(range, _)| range.len())
            };
            let before = longest(&|range| range.end == at);
            let behind = longest(&|range| range.start == at);
            let over = longest(&|range| range.start < at && at < range.end);
            for (name, found) in [("before", before), ("behind", behind), ("over", over)] {
                let Some((range, lists)) = found else {
                    continue;
                };
                put(&[name, " ", LENGTHS[range.len()]]);
                for list in lists {
                    put(&[name, " in ", list]);
                    if range.len() > 1 {
                        put(&[name, " long in ", list]);
                    }
                }
                if range.start == 0 {
                    put(&[name, " first"]);
                }
                if range.end == length {
                    put(&[name, " last"]);
                }
            }
            let sizes = [before, behind, over].map(|found| {
                let size = found.map_or(0, |(range, _)| range.len());
                LENGTHS[size]
            });
            put(&["sizes ", sizes[0], " ", sizes[1], " ", sizes[2]]);
            put(&["from start ", LENGTHS[at.min(4)]]);
            put(&["to end ", LENGTHS[(length - at).min(4)]]);
            put(&["run ", LENGTHS[length.min(LONGEST_LISTED)]]);
            own
        })
        .collect()
}

/// Where words begin inside the runs of Hangul of a text, in bytes.
pub fn beginnings(text: &str, weights: &Classifier, lists: Option<&WordLists>) -> Vec<usize> {
    let mut beginnings = Vec::new();
    for (start, run) in runs(text) {
        if run.chars().count() < SHORTEST {
            continue;
        }
        let guesses = weights.label(&features::<Key>(run, lists));
        let places = run.char_indices().zip(guesses).skip(1);
        let mut number_end = number_at_start(run).unwrap_or_default();
        for ((at, _), guess) in places {
            if at < number_end {
                continue;
            }
            if guess.label == BEGINS && guess.likely >= APART {
                beginnings.push(start + at);
            }
            number_end = at + number_at_start(&run[at..]).unwrap_or_default();
        }
    }
    beginnings
}

/// A text, what it was looked at with, and where words begin in it.
struct LastText {
    text: String,
    weights: Arc<Classifier>,
    lists: Option<Arc<WordLists>>,
    beginnings: Vec<usize>,
}

thread_local! {
    /// The text that was looked at last: several ask about the same one after the other.
    static LAST_TEXT: RefCell<Option<LastText>> = const { RefCell::new(None) };
}

/// Where words begin inside the runs of Hangul of a text, by what the domains bring; nowhere without weights.
fn beginnings_in(text: &str, domains: &ActiveDomainContext) -> Vec<usize> {
    let Some(weights) = &domains.spacing else {
        return Vec::new();
    };
    if runs(text).next().is_none() {
        return Vec::new();
    }
    let lists = &domains.words;
    LAST_TEXT.with_borrow_mut(|last| {
        let same = |last: &&LastText| {
            last.text == text
                && Arc::ptr_eq(&last.weights, weights)
                && last.lists.as_ref().map(Arc::as_ptr) == lists.as_ref().map(Arc::as_ptr)
        };
        if let Some(last) = last.as_ref().filter(same) {
            return last.beginnings.clone();
        }
        let beginnings = beginnings(text, weights, lists.as_deref());
        *last = Some(LastText {
            text: text.to_owned(),
            weights: Arc::clone(weights),
            lists: lists.clone(),
            beginnings: beginnings.clone(),
        });
        beginnings
    })
}

/// Reads a text into tokens, words that were typed without a space between them apart.
pub fn read(text: &str, units: &Arc<UnitTable>, domains: &ActiveDomainContext) -> Tokens {
    read_apart(text, units, &beginnings_in(text, domains))
}

/// A text with spaces between words that were typed without them.
pub fn spaced(text: &str, domains: &ActiveDomainContext) -> String {
    let mut spaced = text.to_owned();
    for at in beginnings_in(text, domains).into_iter().rev() {
        spaced.insert(at, ' ');
    }
    spaced
}

/// The runs of Hangul syllables in a text, each with its place.
pub fn runs(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + text.get(rest..)?.find(is_syllable)?;
        let length = text[start..].find(|c| !is_syllable(c));
        let end = length.map_or(text.len(), |length| start + length);
        rest = end;
        Some((start, &text[start..end]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_end_there_and_stand_where_they_were_typed() {
        let text = "화강암빛남";
        let tokens = read_apart(text, UnitTable::core(), &[9]);
        let words: Vec<&str> = tokens
            .iter()
            .map(|token| tokens.slice(token.span))
            .collect();
        assert_eq!(words, ["화강암", "빛남"]);
    }
}
