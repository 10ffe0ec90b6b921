//! What `doctor` tells, in the languages people read it in.

use quilto::model::Language;

use super::words::{fill, numbered};

/// What wants care.
pub enum Care {
    /// A file with the marks of a merge in it.
    HalfMerged,
    /// A second version of a day.
    SecondVersion,
    /// A second version of what was learned.
    SecondContext,
    DamagedReading(String),
    NewerForm,
    Unreadable(String),
    Broken(usize),
    NotText,
    Unread(usize),
    InterruptedWrite,
    Leftover,
    /// Text that was cut off before it was read, and what goes on with it.
    CutOff(String),
    /// What an error says of itself.
    Error(String),
    Other,
}

/// A `{hole}` is filled where it stands; of two wordings the first is for one of a thing.
pub struct DoctorWords {
    pub home: &'static str,
    pub notes: &'static str,
    pub notes_are: &'static str,
    pub readings: &'static str,
    pub waiting: &'static str,
    pub waiting_are: &'static str,
    pub mended: &'static str,
    pub aside: &'static str,
    pub set_aside: &'static str,
    pub care: &'static str,
    pub more: &'static str,
    pub well: &'static str,
    pub hint: &'static str,
    pub merged: &'static str,
    pub read_again: &'static str,
    pub learned: &'static str,
    counts: [[&'static str; 2]; 5],
    half_merged: &'static str,
    second_version: &'static str,
    second_context: &'static str,
    damaged_reading: &'static str,
    newer_form: &'static str,
    unreadable: &'static str,
    broken: [&'static str; 2],
    not_text: &'static str,
    unread: [&'static str; 2],
    interrupted_write: &'static str,
    leftover: &'static str,
    cut_off: &'static str,
    other: &'static str,
}

/// What is counted.
#[derive(Clone, Copy)]
pub enum Counted {
    Section,
    Day,
    Run,
    Note,
    Line,
}

const ENGLISH: DoctorWords = DoctorWords {
    home: "Home      ",
    notes: "Notes     ",
    notes_are: "{sections} on {days}, {size}",
    readings: "Readings  ",
    waiting: "Waiting   ",
    waiting_are: "{runs}, {size}, in {place}",
    mended: "mended    ",
    aside: "aside     ",
    set_aside: "{path}: damaged, kept in case it is of use",
    care: "care      ",
    more: "… and {n} more of this kind",
    well: "All is well.",
    hint: "`doctor --fix` mends what it can",
    merged: "{what}: {added} brought in, {known} there already; the copy is kept in merged/",
    read_again: "{notes} read again",
    learned: "what was learned about you",
    counts: [
        ["1 section", "{n} sections"],
        ["1 day", "{n} days"],
        ["1 run", "{n} runs"],
        ["1 note", "{n} notes"],
        ["1 line", "{n} lines"],
    ],
    half_merged: "holds two versions, with the marks of a merge between them",
    second_version: "is a second version of the day, made by a sync program",
    second_context: "is a second version of what was learned about you, made by a sync program",
    damaged_reading: "is damaged ({why}); the notes themselves are whole",
    newer_form: "was written by a newer version of the program",
    unreadable: "cannot be read ({why}); everything else goes on working",
    broken: [
        "a line that the program wrote was damaged: a correction, an undo or a move does not count",
        "{n} lines that the program wrote were damaged: corrections, undos or moves do not count",
    ],
    not_text: "is not UTF-8 text; open it in an editor and save it as UTF-8",
    unread: ["a note is not read yet", "{n} notes are not read yet"],
    interrupted_write: "a write was interrupted",
    leftover: "is left over from an interrupted write",
    cut_off: "text that was cut off before it was read; `{how}` goes on",
    other: "wants care",
};

const KOREAN: DoctorWords = DoctorWords {
    home: "폴더   ",
    notes: "메모   ",
    notes_are: "{days}, {sections}, {size}",
    readings: "읽은 값  ",
    waiting: "대기   ",
    waiting_are: "{runs}, {size} ({place})",
    mended: "고침   ",
    aside: "보관   ",
    set_aside: "{path}: 손상되어 따로 두었어요",
    care: "살필 것  ",
    more: "… 같은 것이 {n}개 더 있어요",
    well: "모두 괜찮아요.",
    hint: "`doctor --fix`로 고칠 수 있는 것을 고쳐요",
    merged: "{what}: {added}을 가져왔고 {known}개는 이미 있었어요. 사본은 merged/에 있어요",
    read_again: "{notes}를 다시 읽었어요",
    learned: "알게 된 것",
    counts: [
        ["항목 1개", "항목 {n}개"],
        ["1일", "{n}일"],
        ["실행 1개", "실행 {n}개"],
        ["메모 1개", "메모 {n}개"],
        ["1줄", "{n}줄"],
    ],
    half_merged: "두 가지 내용이 합치다 만 표시와 함께 들어 있어요",
    second_version: "동기화 프로그램이 만든 같은 날의 다른 사본이에요",
    second_context: "동기화 프로그램이 만든, 알게 된 것의 다른 사본이에요",
    damaged_reading: "손상되었어요({why}). 메모 자체는 온전해요",
    newer_form: "더 새로운 버전이 쓴 파일이에요",
    unreadable: "읽을 수 없어요({why}). 나머지는 그대로 쓸 수 있어요",
    broken: [
        "프로그램이 쓴 줄 하나가 손상되어, 고친 것이나 되돌린 것 하나가 빠졌어요",
        "프로그램이 쓴 {n}줄이 손상되어, 고친 것이나 되돌린 것이 빠졌어요",
    ],
    not_text: "UTF-8 글이 아니에요. 편집기에서 열어 UTF-8로 저장해 주세요",
    unread: [
        "아직 읽지 않은 메모가 1개 있어요",
        "아직 읽지 않은 메모가 {n}개 있어요",
    ],
    interrupted_write: "쓰다가 중단되었어요",
    leftover: "중단된 쓰기가 남긴 파일이에요",
    cut_off: "읽기 전에 끊긴 글이에요. 이어서 하려면: `{how}`",
    other: "살펴봐 주세요",
};

impl DoctorWords {
    pub const fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &ENGLISH,
            Language::Korean => &KOREAN,
        }
    }

    /// `3 notes`
    pub fn count(&self, what: Counted, count: usize) -> String {
        numbered(self.counts[what as usize], count)
    }

    /// What is the matter.
    pub fn says(&self, care: &Care) -> String {
        match care {
            Care::HalfMerged => self.half_merged.to_owned(),
            Care::SecondVersion => self.second_version.to_owned(),
            Care::SecondContext => self.second_context.to_owned(),
            Care::DamagedReading(why) => fill(self.damaged_reading, &[("why", why)]),
            Care::NewerForm => self.newer_form.to_owned(),
            Care::Unreadable(why) => fill(self.unreadable, &[("why", why)]),
            Care::Broken(count) => numbered(self.broken, *count),
            Care::NotText => self.not_text.to_owned(),
            Care::Unread(count) => numbered(self.unread, *count),
            Care::InterruptedWrite => self.interrupted_write.to_owned(),
            Care::Leftover => self.leftover.to_owned(),
            Care::CutOff(how) => fill(self.cut_off, &[("how", how)]),
            Care::Error(error) => error.clone(),
            Care::Other => self.other.to_owned(),
        }
    }
}
