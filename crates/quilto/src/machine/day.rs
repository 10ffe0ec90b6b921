//! The day a note belongs to, when the caller was not told one.

use chrono::NaiveDate;

use crate::model::DateRange;
use crate::text;
use crate::text::dates::{DateContext, Form};

/// The day the note's own words name, else `today`.
pub(crate) fn of_note(words: &str, today: NaiveDate) -> NaiveDate {
    named(words, today).unwrap_or(today)
}

/// The day the note's own words name.
pub(crate) fn named(words: &str, today: NaiveDate) -> Option<NaiveDate> {
    let mention = text::dates::note_day(&text::read(words), today)?;
    Some(mention.range.start)
}

/// The day of an answer: as its words name it, and where they name only the day of a week, that of
/// the days the question is about.
pub(crate) fn of_answer(words: &str, today: NaiveDate, about: Option<&DateRange>) -> NaiveDate {
    let tokens = text::read(words);
    let of = |today| text::dates::note_day(&tokens, today);
    let Some(said) = of(today) else {
        return today;
    };
    let within = |period: &&DateRange| period.end < said.range.start && said.form == Form::Weekday;
    let then = about.filter(within).and_then(|period| of(period.end));
    then.filter(|then| about.is_some_and(|period| period.start <= then.range.start))
        .map_or(said.range.start, |then| then.range.start)
}

/// The last of the days that a correction names, if it names any that are not to come.
pub(crate) fn last_of_correction(words: &str, today: NaiveDate) -> Option<NaiveDate> {
    let tokens = text::read(words);
    let found = text::dates::find(&tokens, &DateContext::note(today));
    let end = found.first()?.range.end;
    (end < today).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn a_weekday_in_an_answer_is_one_of_the_days_asked_about() {
        // A Friday; the question is about the week before.
        let today = date("2026-11-20");
        let week = DateRange::new(date("2026-11-09"), date("2026-11-15"));
        let of = |words, about| of_answer(words, today, about).to_string();
        assert_eq!(of("four hours on tuesday", Some(&week)), "2026-11-10");
        assert_eq!(of("화요일에 4시간", Some(&week)), "2026-11-10");
        assert_eq!(of("four hours on tuesday", None), "2026-11-17");
        assert_eq!(of("four hours yesterday", Some(&week)), "2026-11-19");
        assert_eq!(of("four hours on 2026-11-18", Some(&week)), "2026-11-18");
        assert_eq!(of("four hours", Some(&week)), "2026-11-20");
    }
}
