//! What a run tells besides its result, and what can be done about it, in the languages people write
//! notes in. English is the problem's own.

use quilto::machine::Problem;
use quilto::model::{EntryId, Language};

use super::words::fill;
use crate::error::hints;

/// A problem in words.
pub struct ProblemText {
    /// What it is.
    pub what: String,
    /// What to do next, where something can be done.
    pub hint: Option<String>,
}

/// The words for a problem. `entry` is what the run wrote.
pub fn told(
    problem: &Problem,
    language: Language,
    app: &str,
    entry: Option<&EntryId>,
) -> ProblemText {
    let own = match language {
        Language::English => None,
        Language::Korean => korean(problem),
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
        ("why", reason(problem)),
    ];
    let hint = own.map_or_else(|| english_hint(problem), |(_, hint)| hint);
    ProblemText {
        what: own.map_or_else(|| problem.to_string(), |(what, _)| fill(what, &holes)),
        hint: hint.map(|hint| fill(hint, &holes)),
    }
}

/// What a problem rests on, in the words of what failed.
fn reason(problem: &Problem) -> &str {
    match problem {
        Problem::Unfitting(why)
        | Problem::Unsaved(why)
        | Problem::InUse(why)
        | Problem::NotUnderstood(why)
        | Problem::ReadingUnsaved(why)
        | Problem::ChangeUnsaved(why)
        | Problem::NotTakenBack(why)
        | Problem::WithoutModel(why)
        | Problem::Unclassified(why)
        | Problem::Unplanned(why)
        | Problem::Uncomputed(why)
        | Problem::NotResumable(why) => why,
        _ => "",
    }
}

/// What to do about it, where something can be done.
fn english_hint(problem: &Problem) -> Option<&'static str> {
    Some(match problem {
        Problem::NothingChosen | Problem::NothingChanged | Problem::TakenBack => return None,
        Problem::NoSuchNote => "name what it is about and its day; `history` lists your notes",
        Problem::NoChange => "`history` shows what it says now",
        Problem::Unfitting(_) => hints::THE_NOTE_CHANGED,
        Problem::AnotherDay { .. } => "if so: {how}",
        Problem::Unsaved(_) => {
            "keep your words; make room on the disk or choose another folder with --home DIR"
        }
        Problem::InUse(_) => {
            "keep your words and say them again when that is done, or set a longer `lock_patience`"
        }
        Problem::NotUnderstood(_) | Problem::ReadingUnsaved(_) => {
            "your words are safe; `doctor --fix` reads them again"
        }
        Problem::ChangeUnsaved(_) => "say the correction again",
        Problem::NotTakenBack(_) => "`undo` takes it back",
        Problem::WithoutModel(_) => hints::OF_MODELS,
        Problem::Unclassified(_) => "say which it is: `log` for a note, `ask` for a question",
        Problem::NotResumable(_) => "say it again; what was logged before is in the log",
        Problem::Domain(_) => hints::MEND_THE_FILE,
        Problem::Storage(_) => hints::OF_STORAGE,
        _ => "nothing was lost; try again, or with --trace to see every step",
    })
}

/// The problem and what to do about it. Those of files and of programs have no words of their own
/// here: they are told as they come.
fn korean(problem: &Problem) -> Option<(&'static str, Option<&'static str>)> {
    let (what, hint) = match problem {
        Problem::NothingChosen => ("고른 메모가 없어 아무것도 고치지 않았어요", ""),
        Problem::NothingChanged => ("아무것도 고치지 않았어요", ""),
        Problem::TakenBack => ("메모를 되돌렸어요", ""),
        Problem::NoSuchNote => (
            "맞는 메모를 찾지 못해 아무것도 고치지 않았어요",
            "무엇을 언제 한 것인지 함께 적어 주세요. 메모 목록은 `history`",
        ),
        Problem::NoChange => (
            "그 메모에는 이미 그렇게 적혀 있어 고칠 것이 없어요",
            "지금 적힌 내용은 `history`",
        ),
        Problem::Unfitting(_) => (
            "메모와 맞지 않아 아무것도 고치지 않았어요: {why}",
            "그사이 메모가 바뀌었어요. 고칠 점을 다시 말해 주세요",
        ),
        Problem::AnotherDay { .. } => (
            "{filed}에 기록했지만 {meant}의 일로도 읽혀요",
            "그날이 맞다면: {how}",
        ),
        Problem::Unsaved(_) => (
            "메모를 저장하지 못했어요: {why}",
            "적은 글을 버리지 마세요. 디스크를 비우거나 --home DIR로 다른 폴더를 골라 주세요",
        ),
        Problem::InUse(_) => (
            "메모를 저장하지 못했어요: {why}",
            "적은 글을 버리지 말고, 그 일이 끝나면 다시 적어 주세요. `lock_patience`를 늘려도 돼요",
        ),
        Problem::NotUnderstood(_) => (
            "메모를 읽어 내지 못했어요: {why}",
            "적은 글은 그대로 있어요. `doctor --fix`가 다시 읽어요",
        ),
        Problem::ReadingUnsaved(_) => (
            "메모는 남았지만 읽은 내용을 저장하지 못했어요: {why}",
            "적은 글은 그대로 있어요. `doctor --fix`가 다시 읽어요",
        ),
        Problem::ChangeUnsaved(_) => (
            "메모는 남았지만 고친 내용을 저장하지 못했어요: {why}",
            "고칠 점을 다시 말해 주세요",
        ),
        Problem::NotTakenBack(_) => (
            "메모를 되돌리지 못했어요: {why}",
            "`undo`로 되돌릴 수 있어요",
        ),
        Problem::WithoutModel(_) => (
            "모델 없이 읽었어요: {why}",
            "`config check`로 모델을 살펴보거나, --offline으로 모델 없이 쓸 수 있어요",
        ),
        Problem::Unclassified(_) => (
            "메모인지 질문인지 알 수 없었어요: {why}",
            "메모라면 `log`, 질문이라면 `ask`를 앞에 붙여 주세요",
        ),
        Problem::Unplanned(_) => (
            "질문을 풀지 못했어요: {why}",
            "잃은 것은 없어요. 다르게 묻거나, --trace로 단계를 볼 수 있어요",
        ),
        Problem::Uncomputed(_) => (
            "답을 계산하지 못했어요: {why}",
            "잃은 것은 없어요. 다시 묻거나, --trace로 단계를 볼 수 있어요",
        ),
        Problem::NotResumable(_) => (
            "나중에 이어서 대답할 수 없어요: {why}",
            "다시 말해 주세요. 앞서 기록한 것은 그대로 있어요",
        ),
        _ => return None,
    };
    Some((what, Some(hint).filter(|hint| !hint.is_empty())))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(told.hint.as_deref(), Some(hints::OF_STORAGE));
    }
}
