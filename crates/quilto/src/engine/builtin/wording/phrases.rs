//! The phrases of answers: templates of the lexicon, one file per language.

use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDate};
use serde::Deserialize;

use crate::model::DateRange;
use crate::text::lexicon::Wordings;
use crate::text::template::Template;
use quilto_language::{Language, josa};

/// `answers.yaml` as it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phrases {
    months: Vec<String>,
    weekdays: BTreeMap<String, String>,
    parts_of_week: BTreeMap<String, String>,
    times_of_day: BTreeMap<String, String>,
    periods: Templates,
    units: BTreeMap<String, [String; 2]>,
    per: BTreeMap<String, String>,
    phrases: Templates,
    gaps: Templates,
    questions: Templates,
}

type Templates = BTreeMap<String, Template>;

/// What a phrase is filled with.
pub type Fill<'a> = [(&'a str, String)];

/// The phrases of a language, read on first use. A test holds that all languages read and have the
/// same phrases.
pub fn phrases(language: Language) -> &'static Phrases {
    static ALL: Wordings<Phrases> = Wordings::new("answers");
    ALL.of(language)
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

/// A template, filled.
pub fn fill_in(template: &Template, fill: &Fill<'_>) -> String {
    template.render(&|name, how| {
        let (_, words) = fill.iter().find(|(key, _)| *key == name)?;
        (!words.is_empty()).then(|| match how {
            None => words.clone(),
            Some("cap") => capital(words),
            Some(pair) => match pair.strip_prefix('~') {
                Some(pair) => josa::fitting(words, pair).to_owned(),
                None => format!("{words}{}", josa::fitting(words, pair)),
            },
        })
    })
}

impl Phrases {
    /// A phrase, filled. Unknown phrases are empty; a test holds that none is asked for.
    pub fn say(&self, key: &str, fill: &Fill<'_>) -> String {
        self.lookup(&self.phrases, key, fill)
    }

    /// What is missing, in words.
    pub fn gap(&self, key: &str, fill: &Fill<'_>) -> String {
        self.lookup(&self.gaps, key, fill)
    }

    /// A question to the user.
    pub fn question(&self, key: &str, fill: &Fill<'_>) -> String {
        self.lookup(&self.questions, key, fill)
    }

    fn lookup(&self, map: &Templates, key: &str, fill: &Fill<'_>) -> String {
        match map.get(key) {
            Some(template) => fill_in(template, fill),
            None => {
                tracing::error!(key, "the lexicon has no such phrase");
                String::new()
            }
        }
    }

    /// A period in words, from its days alone: a whole month or year is called so.
    pub fn period(&self, range: &DateRange, today: NaiveDate) -> String {
        let (start, end) = (range.start, range.end);
        let month_end = |date: NaiveDate| date.succ_opt().is_none_or(|next| next.day() == 1);
        let (key, fill): (&str, Vec<(&str, String)>) = if start == end {
            ("day", vec![("day", start.to_string())])
        } else if start <= DateRange::BEGINNING {
            ("until", vec![("end", end.to_string())])
        } else if end.year() > today.year() + 50 {
            ("since", vec![("start", start.to_string())])
        } else if start.day() == 1
            && start.month() == 1
            && end.month() == 12
            && end.day() == 31
            && start.year() == end.year()
        {
            ("year", vec![("year", start.year().to_string())])
        } else if start.day() == 1
            && month_end(end)
            && (start.year(), start.month()) == (end.year(), end.month())
        {
            let month = self
                .months
                .get(start.month0() as usize)
                .cloned()
                .unwrap_or_default();
            (
                "month",
                vec![("month", month), ("year", start.year().to_string())],
            )
        } else {
            (
                "span",
                vec![("start", start.to_string()), ("end", end.to_string())],
            )
        };
        self.lookup(&self.periods, key, &fill)
    }

    /// A part of the day or the week in words (`Monday`, `morning`); any other bucket as it is called.
    pub fn bucket(&self, name: &str) -> String {
        self.weekdays
            .get(name)
            .or_else(|| self.parts_of_week.get(name))
            .or_else(|| self.times_of_day.get(name))
            .cloned()
            .unwrap_or_else(|| name.to_owned())
    }

    /// The month of a day, in words.
    pub fn month(&self, day: NaiveDate) -> String {
        let month = self.months.get(day.month0() as usize);
        let month = month.cloned().unwrap_or_default();
        let fill = [("month", month), ("year", day.year().to_string())];
        self.lookup(&self.periods, "month_alone", &fill)
    }

    /// The name of a weekday.
    pub fn weekday(&self, day: chrono::Weekday) -> String {
        let short = day.to_string();
        let mut names = self.weekdays.iter();
        let name = names.find(|(name, _)| name.starts_with(&short));
        name.map_or(short, |(_, name)| name.clone())
    }

    /// A stretch of time that something happens so often in.
    pub fn per(&self, stretch: &str) -> String {
        self.per
            .get(stretch)
            .cloned()
            .unwrap_or_else(|| stretch.to_owned())
    }

    /// The word for more than one day, week or entry.
    pub fn unit(&self, unit: &str) -> String {
        self.units
            .get(unit)
            .map_or_else(|| unit.to_owned(), |[_, many]| many.clone())
    }

    /// A count of days, weeks or entries in words.
    pub fn counted(&self, number: f64, unit: &str) -> String {
        let value = crate::facts::format::number(number);
        match self.units.get(unit) {
            Some([one, many]) => {
                let word = if number.abs() == 1.0 { one } else { many };
                let space = if word.is_ascii() { " " } else { "" };
                format!("{value}{space}{word}")
            }
            None => format!("{value} {unit}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::lexicon;

    #[test]
    fn every_language_has_the_same_phrases() {
        let files = lexicon::read::<Phrases>("answers").unwrap();
        assert_eq!(files.len(), lexicon::languages().len());
        let (_, first) = &files[0];
        for (language, file) in &files {
            assert!(first.phrases.keys().eq(file.phrases.keys()), "{language}");
            assert!(first.gaps.keys().eq(file.gaps.keys()), "{language}");
            assert!(
                first.questions.keys().eq(file.questions.keys()),
                "{language}"
            );
            assert!(first.periods.keys().eq(file.periods.keys()), "{language}");
        }
    }

    #[test]
    fn every_template_can_be_filled() {
        for (_, file) in lexicon::read::<Phrases>("answers").unwrap() {
            let all = [&file.periods, &file.phrases, &file.gaps, &file.questions];
            for template in all.into_iter().flat_map(BTreeMap::values) {
                let known = |how: &&str| *how == "cap" || how.contains('/');
                assert!(template.ways().iter().all(known), "{template:?}");
            }
        }
    }
}
