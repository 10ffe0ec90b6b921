//! What a run tells besides its result, and what can be done about it, in the languages people write
//! notes in: `problems.yaml` of the lexicon. English is the problem's own.

use quilto::machine::Problem;
use quilto::model::{EntryId, Language};
use quilto::text::lexicon::Wordings;
use quilto::text::template::Template;
use serde::Deserialize;

/// A problem in words.
pub struct ProblemText {
    /// What it is.
    pub what: String,
    /// What to do next, where something can be done.
    pub hint: Option<String>,
}

/// What is told of a problem; nothing where a language has no words of its own for it.
#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProblemWording {
    what: Option<Template>,
    hint: Option<Template>,
}

impl ProblemWording {
    /// What to do about it, where that is the same each time.
    pub fn hint(&self) -> String {
        self.hint
            .as_ref()
            .map_or_else(String::new, |hint| hint.fill(&[]))
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Problems {
    pub nothing_chosen: ProblemWording,
    pub nothing_changed: ProblemWording,
    pub taken_back: ProblemWording,
    pub no_such_note: ProblemWording,
    pub no_change: ProblemWording,
    pub unfitting: ProblemWording,
    pub another_day: ProblemWording,
    pub unsaved: ProblemWording,
    pub in_use: ProblemWording,
    pub leads_out: ProblemWording,
    pub not_understood: ProblemWording,
    pub reading_unsaved: ProblemWording,
    pub change_unsaved: ProblemWording,
    pub not_taken_back: ProblemWording,
    pub without_model: ProblemWording,
    pub unclassified: ProblemWording,
    pub unplanned: ProblemWording,
    pub uncomputed: ProblemWording,
    pub not_resumable: ProblemWording,
    pub domain: ProblemWording,
    pub storage: ProblemWording,
    pub other: ProblemWording,
}

impl Problems {
    pub fn of(language: Language) -> &'static Self {
        static ALL: Wordings<Problems> = Wordings::new("problems");
        ALL.of(language)
    }

    /// What is told of a problem, and what that rests on in the words of what failed.
    fn told<'p>(&self, problem: &'p Problem) -> (&ProblemWording, &'p str) {
        match problem {
            Problem::NothingChosen => (&self.nothing_chosen, ""),
            Problem::NothingChanged => (&self.nothing_changed, ""),
            Problem::TakenBack => (&self.taken_back, ""),
            Problem::NoSuchNote => (&self.no_such_note, ""),
            Problem::NoChange => (&self.no_change, ""),
            Problem::AnotherDay { .. } => (&self.another_day, ""),
            Problem::Unfitting(why) => (&self.unfitting, why),
            Problem::Unsaved(why) => (&self.unsaved, why),
            Problem::InUse(why) => (&self.in_use, why),
            Problem::LeadsOut(why) => (&self.leads_out, why),
            Problem::NotUnderstood(why) => (&self.not_understood, why),
            Problem::ReadingUnsaved(why) => (&self.reading_unsaved, why),
            Problem::ChangeUnsaved(why) => (&self.change_unsaved, why),
            Problem::NotTakenBack(why) => (&self.not_taken_back, why),
            Problem::WithoutModel(why) => (&self.without_model, why),
            Problem::Unclassified(why) => (&self.unclassified, why),
            Problem::Unplanned(why) => (&self.unplanned, why),
            Problem::Uncomputed(why) => (&self.uncomputed, why),
            Problem::NotResumable(why) => (&self.not_resumable, why),
            Problem::Domain(why) => (&self.domain, why),
            Problem::Storage(why) => (&self.storage, why),
            _ => (&self.other, ""),
        }
    }
}

/// The words for a problem. `entry` is what the run wrote.
pub fn told(
    problem: &Problem,
    language: Language,
    app: &str,
    entry: Option<&EntryId>,
) -> ProblemText {
    let (own, why) = Problems::of(language).told(problem);
    let told = match *own == ProblemWording::default() {
        true => Problems::of(Language::English).told(problem).0,
        false => own,
    };
    let (filed, meant) = match problem {
        Problem::AnotherDay { filed, meant } => (filed.to_string(), meant.to_string()),
        _ => Default::default(),
    };
    let entry = entry.map_or("ENTRY", |id| id.0.as_str());
    let how = format!("{app} move {entry} {meant}");
    let holes = [
        ("filed", filed.as_str()),
        ("meant", &meant),
        ("how", &how),
        ("why", why),
    ];
    let said = |wording: &Template| wording.fill(&holes);
    ProblemText {
        what: told.what.as_ref().map_or_else(|| problem.to_string(), said),
        hint: told.hint.as_ref().map(said),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wording_files_have_their_form() {
        let files = quilto::text::lexicon::read::<Problems>("problems").unwrap();
        assert_eq!(files.len(), Language::ALL.len());
    }

    fn day(day: &str) -> chrono::NaiveDate {
        day.parse().unwrap()
    }

    #[test]
    fn a_problem_is_told_in_the_language_of_what_was_said() {
        let problem = Problem::AnotherDay {
            filed: day("2026-11-20"),
            meant: day("2026-11-19"),
        };
        let id = EntryId("20261120-1030-abcd".into());
        let english = told(&problem, Language::English, "app", Some(&id));
        assert_eq!(english.what, problem.to_string());
        let move_it = "app move 20261120-1030-abcd 2026-11-19";
        assert_eq!(english.hint, Some(format!("if so: {move_it}")));
        let korean = told(&problem, Language::Korean, "app", Some(&id));
        assert_eq!(
            korean.what,
            "2026-11-20에 기록했지만 2026-11-19의 일로도 읽혀요"
        );
        assert_eq!(korean.hint, Some(format!("그날이 맞다면: {move_it}")));
    }

    #[test]
    fn a_note_that_found_the_home_in_use_is_not_told_to_make_room() {
        let problem = Problem::InUse("the notes are in use by import".into());
        for (language, disk) in [(Language::English, "disk"), (Language::Korean, "디스크")] {
            let told = told(&problem, language, "app", None);
            assert!(told.what.contains("in use by import"), "{}", told.what);
            let hint = told.hint.unwrap();
            assert!(
                hint.contains("lock_patience") && !hint.contains(disk),
                "{hint}"
            );
        }
    }

    #[test]
    fn what_failed_keeps_its_own_words() {
        let problem = Problem::Unsaved("the disk {how} is full".into());
        for language in [Language::English, Language::Korean] {
            let told = told(&problem, language, "app", None);
            assert!(
                told.what.ends_with(": the disk {how} is full"),
                "{}",
                told.what
            );
        }
        let file = Problem::Storage("a day is damaged".into());
        let told = told(&file, Language::Korean, "app", None);
        assert_eq!(told.what, "a day is damaged");
        assert_eq!(
            told.hint.as_deref(),
            Some("`doctor` looks the home over; `doctor --fix` mends what it can")
        );
    }
}
