//! The shell's own words, in the languages people write notes in. What a domain calls its fields and
//! values stands in the domain's data instead.

use chrono::{Datelike, NaiveDate, NaiveTime};
use quilto::engine::builtin::targets::Span;
use quilto::model::{Act, Language};
use quilto::text::template::Template;

use crate::error::hints;
use crate::ui::HEADING;

/// What the shell says around what was understood. A `{hole}` is filled where it stands.
pub struct Words {
    /// From Monday on.
    weekdays: [&'static str; 7],
    /// Of a day, a week, a month.
    spans: [&'static str; 3],
    pub logged: &'static str,
    pub corrected: &'static str,
    pub not_logged: &'static str,
    pub several_days: &'static str,
    pub nothing_understood: &'static str,
    pub planned: &'static str,
    pub last_time: &'static str,
    pub record: &'static str,
    pub new_record: &'static str,
    pub best_of_latest: &'static str,
    pub new_best_of_latest: &'static str,
    pub uncertain: &'static str,
    pub more_uncertain: &'static str,
    pub note: &'static str,
    pub not_read: &'static str,
    /// What is kept as typed and made no data, by what it does.
    held_back: [&'static str; 13],
    /// Between the first number of several and the last.
    pub to: &'static str,
    pub taken_out: &'static str,
    pub added: &'static str,
    pub to_be_corrected: &'static str,
    pub to_be_saved: &'static str,
    pub which_one: &'static str,
    pub chosen_before: &'static str,
    pub write_this: &'static str,
    pub yes_or_no: &'static str,
    pub did_you_mean: &'static str,
    pub changes_nothing: &'static str,
    pub comes_afterwards: &'static str,
    pub say_it_again: &'static str,
    pub enter_skips: &'static str,
    pub number_of_choice: &'static str,
    pub say_a_number: &'static str,
    pub far_beyond: &'static str,
    pub is_it_right: &'static str,
    pub kept: &'static str,
    pub left_open: &'static str,
    pub waits: &'static str,
    pub answered_without_model: &'static str,
    pub of_models: &'static str,
    pub taken_back: &'static str,
    pub the_note: &'static str,
    pub the_correction: &'static str,
    pub have_it_again: &'static str,
    pub masses_in: &'static str,
    pub distances_in: &'static str,
    pub say_a_unit: &'static str,
    pub units_kept: &'static str,
    pub unit_assumed: &'static str,
    pub replace: &'static str,
    pub nothing_written: &'static str,
    pub forget_for_good: &'static str,
    pub nothing_forgotten: &'static str,
    /// Of one note, and of several.
    pub read_this_way: [&'static str; 2],
    pub target_left: &'static str,
    pub target_reached: &'static str,
}

const ENGLISH: Words = Words {
    spans: ["that day", "that week", "that month"],
    weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
    logged: "Logged {day}",
    corrected: "Corrected {day}",
    not_logged: "(nothing is logged)",
    several_days: "{n} entries, one for each day in the text.",
    nothing_understood: "nothing in it was understood as data",
    planned: "this day is still to come: a plan, which counts once the day is here",
    last_time: "last time, {day}: {what}",
    record: "record: {what}",
    new_record: "new record: {now} (before: {what})",
    best_of_latest: "best of your latest notes: {what}",
    new_best_of_latest: "best of your latest notes: {now} (before: {what})",
    uncertain: "uncertain:",
    more_uncertain: "and {n} more",
    note: "note:",
    not_read: "not read:",
    held_back: [
        "a question, not logged:",
        "a plan, not logged:",
        "a wish or goal, not logged:",
        "what is usual, not logged:",
        "of long ago, not logged:",
        "not done, not logged:",
        "somebody else's, not logged:",
        "said or ordered, not logged:",
        "made or bought, not logged:",
        "supposed, not logged:",
        "I can't do this, so it is kept as a note:",
        "an order, kept as a note:",
        "kept as a note:",
    ],
    to: " to ",
    taken_out: "{what}: taken out",
    added: "{what}: added",
    to_be_corrected: "To be corrected: {note}",
    to_be_saved: "To be saved: {note}",
    which_one: "Which one do you mean by {about}?",
    chosen_before: "The note you chose before is taken:",
    write_this: "Write this? [y/N, or say what to change] ",
    yes_or_no: "Write this? [y/N] ",
    did_you_mean: "Did you mean the command “{command}”? Or log it? [y/l, Enter for neither] ",
    changes_nothing: "“{said}” changes nothing in this.",
    comes_afterwards: "“{said}” was typed before this was asked: it comes afterwards.",
    say_it_again: "“{said}” was typed before this was asked: say it again.",
    enter_skips: "(Enter to skip) ",
    number_of_choice: "Number (Enter for none): ",
    say_a_number: "Say a number from 1 to {n}; Enter for none of them.",
    far_beyond: "{what} is far beyond your best so far ({best}).",
    is_it_right: "Is it right? [y, or the right value; Enter leaves it open] ",
    kept: "Kept as it is.",
    left_open: "Left open: `{how}` asks it again.",
    waits: "This waits for your word: {how}",
    answered_without_model: "answered without the model: {why}",
    of_models: hints::OF_MODELS,
    taken_back: "Taken back: {what} {note}",
    the_note: "the note of",
    the_correction: "the correction of",
    have_it_again: "To have it again: {how}",
    masses_in: "Do you write weights in kg or lb? {usual} ",
    distances_in: "And distances in km or mi? {usual} ",
    say_a_unit: "Say {one} or {other}; Enter takes {usual}, Ctrl-C stops.",
    units_kept: "Kept in {file}; `{how}` changes it.",
    unit_assumed: "{unit} is taken where no unit is written. To change that: {how}",
    replace: "Replace {file}? [y/N] ",
    nothing_written: "Nothing was written.",
    forget_for_good: "Remove its words and every correction of it, for good? [y/N] ",
    nothing_forgotten: "Nothing was forgotten.",
    read_this_way: [
        "Read 1 note this way from now on? [y/N] ",
        "Read {n} notes this way from now on? [y/N] ",
    ],
    target_left: "{measure} {span}: {now} of {aim}, {left} to go",
    target_reached: "{measure} {span}: {now} of {aim}, reached",
};

const KOREAN: Words = Words {
    spans: ["그날", "그 주", "그달"],
    weekdays: ["(월)", "(화)", "(수)", "(목)", "(금)", "(토)", "(일)"],
    logged: "기록했어요: {day}",
    corrected: "고쳤어요: {day}",
    not_logged: "(기록하지 않았어요)",
    several_days: "글에 있는 날짜별로 메모 {n}개를 기록했어요.",
    nothing_understood: "수치로 읽은 것은 없어요. 적은 그대로 메모로 남겼어요",
    planned: "아직 오지 않은 날이에요. 계획으로 두고, 그날이 되면 기록에 넣어요",
    last_time: "지난번 {day}: {what}",
    record: "최고 기록: {what}",
    new_record: "신기록: {now} (이전 {what})",
    best_of_latest: "최근 메모 중 최고: {what}",
    new_best_of_latest: "최근 메모 중 최고: {now} (이전 {what})",
    uncertain: "불확실:",
    more_uncertain: "그 밖에 {n}곳",
    note: "참고:",
    not_read: "못 읽음:",
    held_back: [
        "물음이라 기록하지 않았어요:",
        "계획이라 기록하지 않았어요:",
        "바람이나 목표라 기록하지 않았어요:",
        "평소 습관이라 기록하지 않았어요:",
        "예전 일이라 기록하지 않았어요:",
        "하지 않은 일이라 기록하지 않았어요:",
        "다른 사람 일이라 기록하지 않았어요:",
        "들은 말이나 지시라 기록하지 않았어요:",
        "준비한 것이라 기록하지 않았어요:",
        "가정이라 기록하지 않았어요:",
        "제가 할 수 없는 일이라 메모로 남겼어요:",
        "명령으로 보여 메모로 남겼어요:",
        "메모로 남겼어요:",
    ],
    to: "~",
    taken_out: "{what}: 뺌",
    added: "{what}: 더함",
    to_be_corrected: "고칠 메모: {note}",
    to_be_saved: "저장할 메모: {note}",
    which_one: "{about}: 어느 메모인가요?",
    chosen_before: "앞서 고른 메모로 할게요:",
    write_this: "이렇게 쓸까요? [y/N, 아니면 고칠 점] ",
    yes_or_no: "이렇게 쓸까요? [y/N] ",
    did_you_mean: "명령 “{command}”인가요? 아니면 기록할까요? [y/l, 둘 다 아니면 Enter] ",
    changes_nothing: "“{said}”로는 바뀌는 것이 없어요.",
    comes_afterwards: "“{said}”: 묻기 전에 적은 것이라 나중에 할게요.",
    say_it_again: "“{said}”: 묻기 전에 적은 것이에요. 다시 대답해 주세요.",
    enter_skips: "(건너뛰려면 Enter) ",
    number_of_choice: "번호 (없으면 Enter): ",
    say_a_number: "1부터 {n}까지의 번호를 적어 주세요. 없으면 Enter.",
    far_beyond: "{what}: 지금까지의 최고 기록({best})을 크게 넘어요.",
    is_it_right: "맞나요? [y, 아니면 맞는 값. Enter는 그대로 두기] ",
    kept: "그대로 두었어요.",
    left_open: "대답을 남겨 두었어요. 다시 물으려면: `{how}`",
    waits: "대답을 기다려요: {how}",
    answered_without_model: "모델 없이 대답했어요: {why}",
    of_models: "`config check`로 모델을 살펴보거나, --offline으로 모델 없이 쓸 수 있어요",
    taken_back: "되돌렸어요: {what} {note}",
    the_note: "메모",
    the_correction: "고친 것",
    have_it_again: "다시 살리려면: {how}",
    masses_in: "무게는 kg와 lb 중 어느 쪽으로 적나요? {usual} ",
    distances_in: "거리는 km와 mi 중 어느 쪽으로 적나요? {usual} ",
    say_a_unit: "{one}나 {other}로 답해 주세요. Enter는 {usual}, Ctrl-C는 그만두기.",
    units_kept: "{file}에 적어 두었어요. 바꾸려면: {how}",
    unit_assumed: "단위가 없으면 {unit}로 읽어요. 바꾸려면: {how}",
    replace: "{file} 파일을 바꿔 쓸까요? [y/N] ",
    nothing_written: "아무것도 쓰지 않았어요.",
    forget_for_good: "이 글과 고친 것을 모두 영영 지울까요? [y/N] ",
    nothing_forgotten: "아무것도 지우지 않았어요.",
    read_this_way: [
        "메모 1개를 앞으로 이렇게 읽을까요? [y/N] ",
        "메모 {n}개를 앞으로 이렇게 읽을까요? [y/N] ",
    ],
    target_left: "{span} {measure}: {aim} 중 {now}, {left} 남음",
    target_reached: "{span} {measure}: {aim} 중 {now}, 목표 달성",
};

impl Words {
    pub const fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &ENGLISH,
            Language::Korean => &KOREAN,
        }
    }

    /// What is said before words that made no data, by what they do.
    pub fn held_back(&self, act: Act) -> &'static str {
        let place = match act {
            Act::Ask => 0,
            Act::Plan => 1,
            Act::Wish => 2,
            Act::Habit => 3,
            Act::Past => 4,
            Act::Skipped => 5,
            Act::Other => 6,
            Act::Reported => 7,
            Act::Prepared => 8,
            Act::Supposed => 9,
            Act::Request => 10,
            Act::Command => 11,
            Act::Done | Act::Remark | Act::Correct | Act::Chat => 12,
        };
        self.held_back[place]
    }

    /// `that week`
    pub fn span(&self, span: Span) -> &'static str {
        self.spans[span as usize]
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

/// The wording for one, or for several with their number.
pub fn numbered([one, several]: [&str; 2], count: usize) -> String {
    match count {
        1 => one.to_owned(),
        count => fill(several, &[("n", &count.to_string())]),
    }
}

/// A wording with its holes filled.
pub fn fill(wording: &str, holes: &[(&str, &str)]) -> String {
    let value = |name: &str, _: Option<&str>| {
        let (_, value) = holes.iter().find(|(hole, _)| *hole == name)?;
        Some((*value).to_owned())
    };
    Template::parse(wording).map_or_else(|_| wording.to_owned(), |read| read.render(&value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_are_filled_once_and_in_any_order() {
        let filled = fill("{b} of {a}{c}", &[("a", "{b}"), ("b", "two")]);
        assert_eq!(filled, "two of {b}");
        assert_eq!(fill("a { alone", &[("a", "x")]), "a { alone");
    }

    #[test]
    fn days_have_the_names_of_their_language() {
        let day = NaiveDate::from_ymd_opt(2026, 11, 20).unwrap();
        let plain = |words: &Words| crate::ui::plain(&words.day(day, None));
        assert_eq!(plain(Words::of(Language::English)), "2026-11-20 Fri");
        assert_eq!(plain(Words::of(Language::Korean)), "2026-11-20 (금)");
    }
}
