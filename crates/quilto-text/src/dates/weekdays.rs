//! Words that name weekdays as such, not a day of the calendar.

use chrono::Weekday;

use super::words::{CalendarUnit, Meaning, Words, words};

/// The weekdays that a normalised word names, in its order: `saturday`, `tuesdays`, `weekends`,
/// `토요일에`, `월수금`. `alone` says that nothing else is meant to stand there: short forms that mean
/// something else elsewhere (`sun`) and single syllables then count, too.
pub fn weekdays_named(word: &str, alone: bool) -> Vec<Weekday> {
    let words = words();
    let single = word.strip_suffix('s').unwrap_or(word);
    let named = [word, single];
    let by_name = named.iter().find_map(|name| number(words, name, alone));
    if let Some(day) = by_name.or_else(|| begins(words, word)) {
        return nth(day).into_iter().collect();
    }
    let weekend = words.phrases.iter().any(|(phrase, meaning)| {
        let this = phrase.strip_suffix(single);
        let alone = this.is_some_and(|this| words.is("this", this));
        let begins = !phrase.is_ascii() && word.starts_with(phrase.as_str());
        (alone || begins) && *meaning == Meaning::From(CalendarUnit::Weekend, 0)
    });
    if weekend {
        return vec![Weekday::Sat, Weekday::Sun];
    }
    run(words, word, alone)
}

fn nth(day: u32) -> Option<Weekday> {
    let from_monday = u8::try_from(day).ok()?.checked_sub(1)?;
    Weekday::try_from(from_monday).ok()
}

fn number(words: &Words, word: &str, alone: bool) -> Option<u32> {
    match words.phrases.get(word)? {
        Meaning::Weekday(day) => Some(*day),
        Meaning::ShortWeekday(day) if alone => Some(*day),
        _ => None,
    }
}

/// The weekday whose name a word begins with, where particles hang on names.
fn begins(words: &Words, word: &str) -> Option<u32> {
    if word.is_ascii() {
        return None;
    }
    words
        .phrases
        .iter()
        .find_map(|(name, meaning)| match meaning {
            Meaning::Weekday(day) if !name.is_ascii() && word.starts_with(name.as_str()) => {
                Some(*day)
            }
            _ => None,
        })
}

/// Weekdays by their first syllables: `월수금`, `화목에`.
fn run(words: &Words, word: &str, alone: bool) -> Vec<Weekday> {
    let day_of = |syllable: char| {
        words
            .phrases
            .iter()
            .find_map(|(name, meaning)| match meaning {
                Meaning::Weekday(day) if !name.is_ascii() && name.starts_with(syllable) => {
                    Some(*day)
                }
                _ => None,
            })
    };
    let days: Vec<u32> = word.chars().map_while(day_of).collect();
    let length: usize = word.chars().take(days.len()).map(char::len_utf8).sum();
    let rest = word.get(length..).unwrap_or_default();
    let whole = rest.is_empty() || days.len() > 1 && words.is("day_suffixes", rest);
    if !whole || days.len() < if alone { 1 } else { 3 } {
        return Vec::new();
    }
    days.into_iter().filter_map(nth).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Weekday::{Fri, Mon, Sat, Sun, Thu, Tue, Wed};

    #[test]
    fn words_name_weekdays() {
        for (word, alone, days) in [
            ("saturday", false, vec![Sat]),
            ("tuesdays", false, vec![Tue]),
            ("weekends", false, vec![Sat, Sun]),
            ("주말에", false, vec![Sat, Sun]),
            ("토요일에", false, vec![Sat]),
            ("월수금", false, vec![Mon, Wed, Fri]),
            ("화목에", true, vec![Tue, Thu]),
            ("토", true, vec![Sat]),
            ("sun", true, vec![Sun]),
            ("sat", true, vec![Sat]),
            ("thu", true, vec![Thu]),
        ] {
            assert_eq!(weekdays_named(word, alone), days, "{word}");
        }
        for word in [
            "sun", "sat", "화목", "토", "일", "december", "end", "week", "",
        ] {
            assert_eq!(weekdays_named(word, false), Vec::new(), "{word}");
        }
    }
}
