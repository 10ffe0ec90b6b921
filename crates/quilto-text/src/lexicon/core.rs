//! The words that reading any text needs.

use std::collections::HashMap;

use serde::Deserialize;

use super::super::normalize;
use rustc_hash::{FxHashMap, FxHashSet};

/// The half of the day a word puts an hour in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DayHalf {
    /// Before noon; twelve is midnight.
    Am,
    /// After noon; twelve is noon.
    Pm,
    /// Evening or night: six to eleven is after noon, twelve to five is after midnight.
    Night,
}

/// `core.yaml` of one language. Every list may be absent.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CoreWords {
    /// Number words that stand on their own between spaces: below a hundred, tens included.
    pub numbers: HashMap<String, u32>,
    /// Words that multiply what stands before them (`hundred`).
    pub scales: HashMap<String, u32>,
    /// Parts of one (`half`), read as numbers only before a unit or after a whole number.
    pub fractions: HashMap<String, f64>,
    /// Words that may stand between number words (`and`).
    pub number_joiners: Vec<String>,
    /// Words that mean one before a scale, a fraction or a unit (`a`).
    pub articles: Vec<String>,
    /// After these, `one` is a pronoun and no number (`this one`).
    pub pronoun_before_one: Vec<String>,
    /// Counting words that a counter follows, possibly without a space (`한`, `두`, `스물`).
    pub native: HashMap<String, u32>,
    /// Those of them that are numbers even when nothing follows (`하나`, `다섯`).
    pub native_alone: Vec<String>,
    /// Words for between two counts, and what lies between them (`서너` is three or four).
    #[serde(default)]
    pub native_about: HashMap<String, f64>,
    /// Tens that a counting word may follow directly (`열`, `스물`).
    pub native_tens: HashMap<String, u32>,
    /// Digits written as syllables (`일`, `이`).
    pub sino_digits: HashMap<String, u32>,
    /// Powers of ten written as syllables (`십`, `백`).
    pub sino_scales: HashMap<String, u32>,
    /// Runs that look like a number with a counter and are not (`이번`, `구분`).
    pub not_numbers: Vec<String>,
    /// Counters that a single digit syllable never counts (`이 개` is not two pieces).
    pub native_counters: Vec<String>,
    /// Units that counting words never count (`두 분` is two people).
    pub sino_units: Vec<String>,
    /// Runs after a number that begin like a unit and are none (`도전`).
    pub not_units: Vec<String>,
    /// Ordinal words and their places.
    pub ordinals: HashMap<String, u32>,
    /// What makes an ordinal of a number when it follows without a space (`nd`, `번째`).
    pub ordinal_suffixes: Vec<String>,
    /// Those of them that only follow numbers that end in one.
    #[serde(default)]
    pub ordinal_of_one: Vec<String>,
    /// Particles that follow a noun without a space.
    pub particles: Vec<String>,
    /// The grammatical ones among them, which even a noun of one syllable may have.
    pub josa: Vec<String>,
    /// What else may follow a noun without a space: beginnings of verbs and the like.
    pub tails: Vec<String>,
    /// Whole endings that make a verb or adjective of the noun or stem before them (`했지만`).
    #[serde(default)]
    pub verb_endings: Vec<String>,
    /// Words for an added half (`반` in `두 시간 반`).
    pub half_after: Vec<String>,
    /// Words before an hour.
    pub before_hour: HashMap<String, DayHalf>,
    /// Words after an hour.
    pub after_hour: HashMap<String, DayHalf>,
    /// Syllables that make an hour of the day of a number (`시`).
    pub hour_words: Vec<String>,
    /// Words for "per" in a pace.
    pub per: Vec<String>,
    /// Words between the two ends of a range.
    pub range_words: Vec<String>,
    /// Words between two numbers of which only one is right.
    pub either_words: Vec<String>,
    /// Short unit name → the words for it.
    pub units: HashMap<String, Vec<String>>,
    /// Words that only count as units when they stand at the number without a space (`in`).
    pub units_joined_only: Vec<String>,
    /// Words so common that they never are a misspelt name.
    pub stop_words: Vec<String>,
    /// Words of their own that a misspelt name would look like; a `*` stands for any ending.
    pub lookalikes: Vec<String>,
}

/// The core words of all languages, merged and normalised.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "the fields are those of CoreWords")]
pub struct Core {
    pub numbers: FxHashMap<String, u32>,
    pub scales: FxHashMap<String, u32>,
    pub fractions: FxHashMap<String, f64>,
    pub number_joiners: FxHashSet<String>,
    pub articles: FxHashSet<String>,
    pub pronoun_before_one: FxHashSet<String>,
    pub native: FxHashMap<String, u32>,
    pub native_alone: FxHashSet<String>,
    pub native_about: FxHashMap<String, f64>,
    pub native_tens: FxHashMap<String, u32>,
    pub sino_digits: FxHashMap<char, u32>,
    pub sino_scales: FxHashMap<char, u32>,
    pub not_numbers: FxHashSet<String>,
    pub native_counters: Vec<String>,
    pub sino_units: Vec<String>,
    pub not_units: FxHashSet<String>,
    pub ordinals: FxHashMap<String, u32>,
    /// In bytes.
    pub longest_ordinal: usize,
    pub ordinal_suffixes: FxHashSet<String>,
    pub ordinal_of_one: FxHashSet<String>,
    /// Longest first.
    pub particles: Vec<String>,
    /// The same, for looking one up.
    pub known_particles: FxHashSet<String>,
    pub josa: FxHashSet<String>,
    /// Longest first.
    pub tails: Vec<String>,
    pub verb_endings: FxHashSet<String>,
    pub half_after: FxHashSet<String>,
    pub before_hour: FxHashMap<String, DayHalf>,
    pub after_hour: FxHashMap<String, DayHalf>,
    pub hour_words: Vec<String>,
    pub per: FxHashSet<String>,
    pub range_words: FxHashSet<String>,
    pub either_words: FxHashSet<String>,
    pub units: Vec<(String, Vec<String>)>,
    pub units_joined_only: FxHashSet<String>,
    pub stop_words: FxHashSet<String>,
    pub lookalikes: FxHashSet<String>,
    /// The beginnings of further lookalikes.
    pub lookalike_stems: Vec<String>,
}

impl Core {
    /// Whether a word that no name explains is too much a word of its own to be a misspelt name.
    pub fn is_no_slip(&self, word: &str) -> bool {
        let begins = |stem: &String| word.starts_with(stem.as_str());
        self.stop_words.contains(word)
            || self.lookalikes.contains(word)
            || self.lookalike_stems.iter().any(begins)
    }

    pub(super) fn merge(files: Vec<(&'static str, CoreWords)>) -> Self {
        let mut all = Self::default();
        for (_, words) in files {
            all.numbers.extend(keyed(words.numbers));
            all.scales.extend(keyed(words.scales));
            all.fractions.extend(keyed(words.fractions));
            all.number_joiners.extend(listed(words.number_joiners));
            all.articles.extend(listed(words.articles));
            all.pronoun_before_one
                .extend(listed(words.pronoun_before_one));
            all.native.extend(keyed(words.native));
            all.native_alone.extend(listed(words.native_alone));
            all.native_about.extend(keyed(words.native_about));
            all.native_tens.extend(keyed(words.native_tens));
            all.sino_digits.extend(lettered(words.sino_digits));
            all.sino_scales.extend(lettered(words.sino_scales));
            all.not_numbers.extend(listed(words.not_numbers));
            all.native_counters.extend(listed(words.native_counters));
            all.sino_units.extend(listed(words.sino_units));
            all.not_units.extend(listed(words.not_units));
            all.ordinals.extend(keyed(words.ordinals));
            all.ordinal_suffixes.extend(listed(words.ordinal_suffixes));
            all.ordinal_of_one.extend(listed(words.ordinal_of_one));
            all.particles.extend(listed(words.particles));
            all.josa.extend(listed(words.josa));
            all.tails.extend(listed(words.tails));
            all.verb_endings.extend(listed(words.verb_endings));
            all.half_after.extend(listed(words.half_after));
            all.before_hour.extend(keyed(words.before_hour));
            all.after_hour.extend(keyed(words.after_hour));
            all.hour_words.extend(listed(words.hour_words));
            all.per.extend(listed(words.per));
            all.range_words.extend(listed(words.range_words));
            all.either_words.extend(listed(words.either_words));
            all.units.extend(words.units);
            all.units_joined_only
                .extend(listed(words.units_joined_only));
            all.stop_words.extend(listed(words.stop_words));
            let (stems, whole): (Vec<String>, _) = words
                .lookalikes
                .into_iter()
                .partition(|word| word.ends_with('*'));
            let stem = |word: String| normalize(word.trim_end_matches('*'));
            all.lookalike_stems.extend(stems.into_iter().map(stem));
            all.lookalikes.extend(listed(whole));
        }
        all.longest_ordinal = all.ordinals.keys().map(String::len).max().unwrap_or(0);
        all.particles
            .sort_by_key(|word| std::cmp::Reverse(word.len()));
        all.known_particles.extend(all.particles.iter().cloned());
        all.tails.sort_by_key(|word| std::cmp::Reverse(word.len()));
        all
    }
}

fn keyed<V>(words: HashMap<String, V>) -> impl Iterator<Item = (String, V)> {
    words
        .into_iter()
        .map(|(word, value)| (normalize(&word), value))
}

fn listed(words: Vec<String>) -> impl Iterator<Item = String> {
    words.into_iter().map(|word| normalize(&word))
}

fn lettered(words: HashMap<String, u32>) -> impl Iterator<Item = (char, u32)> {
    words
        .into_iter()
        .filter_map(|(word, value)| word.chars().next().map(|letter| (letter, value)))
}
