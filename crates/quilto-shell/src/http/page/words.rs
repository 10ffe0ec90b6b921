//! What the pages say, in the languages people read: `page.yaml` of the lexicon.

use chrono::{Datelike, NaiveDate};
use minijinja::value::Kwargs;
use minijinja::{Error, ErrorKind};
use quilto::model::Language;
use quilto::text::lexicon::Wordings;
use quilto::text::template::Template;
use serde_json::Value;

/// The words of a language.
#[derive(Clone, Copy)]
pub struct PageWords {
    language: Language,
    all: &'static Value,
}

impl PageWords {
    pub fn of(language: Language) -> Self {
        static ALL: Wordings<Value> = Wordings::new("page");
        Self {
            language,
            all: ALL.of(language),
        }
    }

    /// Which language it is.
    pub fn language(self) -> Language {
        self.language
    }

    /// All of them, for a template.
    pub fn all(self) -> &'static Value {
        self.all
    }

    /// The words at a place (`/box/label`); nothing where there are none.
    pub fn find(self, place: &str) -> Option<&'static str> {
        self.all.pointer(place)?.as_str()
    }

    /// The same where there must be some: a test holds that there are.
    pub fn say(self, place: &str) -> &'static str {
        self.find(place).unwrap_or_default()
    }

    /// The same with its holes filled.
    pub fn fill(self, place: &str, holes: &[(&str, &str)]) -> String {
        filled(self.say(place), holes)
    }

    /// `Tuesday, 24 November`; with the year, where it is another.
    pub fn date(self, date: NaiveDate, today: NaiveDate) -> String {
        let place = match date.year() == today.year() {
            true => "/dates/day",
            false => "/dates/day_of_year",
        };
        self.fill(
            place,
            &[
                ("weekday", self.weekday(date)),
                ("day", &date.day().to_string()),
                ("month", self.month_name(date)),
                ("year", &date.year().to_string()),
            ],
        )
    }

    /// `Tuesday`
    pub fn weekday(self, date: NaiveDate) -> &'static str {
        let number = date.weekday().num_days_from_monday();
        self.say(&format!("/dates/weekdays/{number}"))
    }

    /// `November 2026`
    pub fn month(self, date: NaiveDate) -> String {
        let year = date.year().to_string();
        let holes = [("month", self.month_name(date)), ("year", &*year)];
        self.fill("/dates/month", &holes)
    }

    fn month_name(self, date: NaiveDate) -> &'static str {
        self.say(&format!("/dates/months/{}", date.month0()))
    }
}

fn filled(wording: &str, holes: &[(&str, &str)]) -> String {
    Template::parse(wording).map_or_else(|_| wording.to_owned(), |read| read.fill(holes))
}

/// The filter of templates that fills the holes of a wording: `{{ w.offline.waiting | fill(n=2) }}`.
pub fn fill(wording: &str, holes: Kwargs) -> Result<String, Error> {
    let template = Template::parse(wording)
        .map_err(|error| Error::new(ErrorKind::InvalidOperation, error.to_string()))?;
    let mut values: Vec<(&str, String)> = Vec::new();
    for name in holes.args() {
        let value: minijinja::Value = holes.get(name)?;
        values.push((name, value.to_string()));
    }
    let values: Vec<(&str, &str)> = values.iter().map(|(n, v)| (*n, v.as_str())).collect();
    Ok(template.fill(&values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_said_as_people_say_them() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let today = day("2026-11-24");
        let english = PageWords::of(Language::English);
        let korean = PageWords::of(Language::Korean);
        assert_eq!(english.date(today, today), "Tuesday, 24 November");
        assert_eq!(
            english.date(day("2025-01-02"), today),
            "Thursday, 2 January 2025"
        );
        assert_eq!(korean.date(today, today), "11월 24일 화요일");
        assert_eq!(korean.month(today), "2026년 11월");
    }
}
