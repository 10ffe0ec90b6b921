//! The shell's own words, in the languages people write notes in: `shell.yaml` of the lexicon. What a domain
//! calls its fields and values stands in the domain's data instead.

use std::collections::HashMap;

use chrono::{Datelike, NaiveDate, NaiveTime};
use quilto::engine::builtin::targets::Span;
use quilto::model::{Act, Language};
use quilto::text::lexicon::Wordings;
use quilto::text::template::Template;
use serde::Deserialize;

use crate::ui::HEADING;

/// What the shell says around what was understood. A `{hole}` is filled where it stands.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// From Monday on.
    weekdays: [String; 7],
    spans: Spans,
    /// Runs that waited longest, and do no more.
    pub let_go: Template,
    pub logged: Template,
    pub corrected: Template,
    pub not_logged: String,
    pub several_days: Template,
    pub nothing_understood: String,
    pub nothing_yet: Template,
    pub planned: String,
    pub last_time: Template,
    pub record: Template,
    pub new_record: Template,
    pub best_of_latest: Template,
    pub new_best_of_latest: Template,
    pub uncertain_record: Template,
    pub record_beside_uncertain: Template,
    pub uncertain: String,
    pub more_uncertain: Template,
    pub note: String,
    pub not_read: String,
    /// What is kept as typed and made no data, by what it does.
    held_back: HashMap<Act, String>,
    kept_as_note: String,
    /// Between the first number of several and the last.
    pub to: String,
    pub taken_out: Template,
    pub added: Template,
    pub to_be_corrected: Template,
    pub to_be_saved: Template,
    pub which_one: Template,
    pub chosen_before: String,
    pub write_this: String,
    pub yes_or_no: String,
    pub did_you_mean: Template,
    pub perhaps_a_command: Template,
    pub changes_nothing: Template,
    pub comes_afterwards: Template,
    pub say_it_again: Template,
    pub enter_skips: String,
    pub number_of_choice: String,
    pub say_a_number: Template,
    pub far_beyond: Template,
    pub is_it_right: String,
    pub kept: String,
    pub left_open: Template,
    pub waits: Template,
    pub answered_without_model: Template,
    pub taken_back: Template,
    pub the_note: String,
    pub the_correction: String,
    pub have_it_again: Template,
    pub masses_in: Template,
    pub distances_in: Template,
    pub say_a_unit: Template,
    pub units_kept: Template,
    pub unit_assumed: Template,
    pub replace: Template,
    pub broke_down: Template,
    pub nothing_written: String,
    pub forget_for_good: String,
    pub nothing_forgotten: String,
    /// Of one note, and of several.
    pub read_this_way: Numbered,
    pub target_left: Template,
    pub target_reached: Template,
    says_yes: Vec<String>,
    says_no: Vec<String>,
    between: Vec<String>,
}

/// The days of a target.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Spans {
    day: String,
    week: String,
    month: String,
}

/// The wording for one of a thing, and for several with their number.
#[derive(Debug, Default, Deserialize)]
pub struct Numbered(Template, Template);

impl Numbered {
    pub fn of(&self, count: usize) -> String {
        match count {
            1 => self.0.fill(&[]),
            count => self.1.fill(&[("n", &count.to_string())]),
        }
    }
}

/// Whether words say yes, in any language.
pub fn says_yes(text: &str) -> bool {
    is_one_of(|words| &words.says_yes, text)
}

/// Whether words say no, in any language.
pub fn says_no(text: &str) -> bool {
    is_one_of(|words| &words.says_no, text)
}

/// Whether a word stands between several things, in any language.
pub fn stands_between(word: &str) -> bool {
    is_one_of(|words| &words.between, word)
}

fn is_one_of(list: fn(&Words) -> &Vec<String>, text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let all = Language::ALL.into_iter().map(Words::of);
    all.flat_map(list).any(|known| *known == text)
}

impl Words {
    pub fn of(language: Language) -> &'static Self {
        static ALL: Wordings<Words> = Wordings::new("shell");
        ALL.of(language)
    }

    /// What is said before words that made no data, by what they do.
    pub fn held_back(&self, act: Act) -> &str {
        self.held_back.get(&act).unwrap_or(&self.kept_as_note)
    }

    /// `that week`
    pub fn span(&self, span: Span) -> &str {
        match span {
            Span::Day => &self.spans.day,
            Span::Week => &self.spans.week,
            Span::Month => &self.spans.month,
        }
    }

    /// `2026-11-20 Fri 10:30`
    pub fn day(&self, date: NaiveDate, time: Option<NaiveTime>) -> String {
        let weekday = date.weekday().num_days_from_monday() as usize;
        let day = format!("{} {}", date.format("%Y-%m-%d"), self.weekdays[weekday]);
        match time {
            Some(time) => format!("{HEADING}{day}{HEADING:#} {}", time.format("%H:%M")),
            None => format!("{HEADING}{day}{HEADING:#}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use quilto::text::lexicon;
    use serde_json::Value;

    use super::*;
    use crate::output::chart_words::ChartWords;
    use crate::output::doctor_words::DoctorWords;
    use crate::output::explain_words::ExplainWords;
    use crate::output::import_words::ImportWords;

    /// The wordings of a file in one language: where each stands, and its holes.
    fn holes(value: &Value, place: &str, into: &mut BTreeMap<String, Vec<String>>) {
        let mut parts =
            |part: String, value: &Value| holes(value, &format!("{place}.{part}"), into);
        match value {
            Value::Object(of) => of
                .iter()
                .for_each(|(name, value)| parts(name.clone(), value)),
            Value::Array(of) => {
                let of = of.iter().enumerate();
                of.for_each(|(at, value)| parts(at.to_string(), value));
            }
            wording => {
                let wording = Template::parse(wording.as_str().unwrap()).unwrap();
                let mut names: Vec<_> = wording.holes().into_iter().map(str::to_owned).collect();
                names.sort();
                // one language tells one from several, another does not
                names.dedup();
                into.insert(place.to_owned(), names);
            }
        }
    }

    #[test]
    fn every_language_says_the_same_with_the_same_holes() {
        for file in ["shell", "charts", "doctor", "explain", "imports", "page"] {
            let files = lexicon::read::<Value>(file).unwrap();
            assert_eq!(files.len(), Language::ALL.len(), "{file}");
            let all = files.into_iter().map(|(_, mut read)| {
                // Any number of words that are typed.
                for typed in ["says_yes", "says_no", "between"] {
                    read.as_object_mut().unwrap().remove(typed);
                }
                let mut found = BTreeMap::new();
                holes(&read, file, &mut found);
                found
            });
            let all: Vec<_> = all.collect();
            assert!(all[0].len() > 10, "{file}");
            assert!(all.iter().all(|of| *of == all[0]), "{file}: {all:#?}");
        }
    }

    #[test]
    fn wording_files_have_their_form() {
        let languages = Language::ALL.len();
        assert_eq!(lexicon::read::<Words>("shell").unwrap().len(), languages);
        assert_eq!(
            lexicon::read::<ChartWords>("charts").unwrap().len(),
            languages
        );
        assert_eq!(
            lexicon::read::<DoctorWords>("doctor").unwrap().len(),
            languages
        );
        assert_eq!(
            lexicon::read::<ExplainWords>("explain").unwrap().len(),
            languages
        );
        assert_eq!(
            lexicon::read::<ImportWords>("imports").unwrap().len(),
            languages
        );
    }

    #[test]
    fn yes_and_no_are_known_in_every_language() {
        assert!(says_yes(" Yes ") && says_yes("네") && !says_yes("no"));
        assert!(says_no("n") && says_no("아니요") && !says_no("네"));
        assert!(stands_between("vs.") && stands_between("그리고") && !stands_between("granite"));
    }

    #[test]
    fn days_have_the_names_of_their_language() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 20).unwrap();
        let plain = |words: &Words| crate::ui::plain(&words.day(day, None));
        assert_eq!(plain(Words::of(Language::English)), "2026-11-20 Fri");
        assert_eq!(plain(Words::of(Language::Korean)), "2026-11-20 (금)");
    }
}
