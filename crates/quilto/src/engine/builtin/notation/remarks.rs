//! What a reading tells its writer: in the language of the note.

use crate::engine::builtin::language::Language;

/// Something to tell of a reading.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Remark<'a> {
    /// A name stands in the data as typed.
    UnknownName(&'a str),
    /// Words that are not a name letter by letter: as typed, and the name.
    ReadAs(&'a str, &'a str),
    /// A note goes on with what an earlier one told of.
    GoesOn(&'a str),
    /// The field of some rows of a thing is not told: name and field.
    LeftOpen(&'a str, &'a str),
    /// A level without an amount beside rows that have one: name and level.
    LoneLevel(&'a str, &'a str),
    /// A value far beyond the best before: name and field.
    FarBeyond(&'a str, &'a str),
    /// Text that gives orders.
    Orders,
    /// What somebody else said.
    Quoted,
    /// What is not ticked.
    NotTicked,
    /// What somebody else could have done.
    PerhapsOthers(&'a str),
}

impl Remark<'_> {
    /// In words.
    pub(super) fn say(&self, language: Language) -> String {
        match language {
            Language::English => self.english(),
            Language::Korean => self.korean(),
        }
    }

    fn english(&self) -> String {
        match self {
            Self::UnknownName(name) => format!("\"{name}\" is not a known name; kept as typed"),
            Self::ReadAs(typed, name) => format!("\"{typed}\" read as {name}"),
            Self::GoesOn(name) => format!("goes on with {name}"),
            Self::LeftOpen(name, field) => {
                format!("{name}: the {field} of some rows is not told; left open")
            }
            Self::LoneLevel(name, level) => {
                format!("{name}: {level} stands alone; it may not belong here")
            }
            Self::FarBeyond(name, field) => {
                let what = field.trim_end_matches("_seconds").replace('_', " ");
                let who = led_by(name);
                format!(
                    "{who}the {what} is more than twice your best so far; to put it right, say \"no, …\""
                )
            }
            Self::Orders => "text that gives orders is kept but not read".to_owned(),
            Self::Quoted => "quoted text is kept but not read".to_owned(),
            Self::NotTicked => "not counted: what is not ticked, or struck out".to_owned(),
            Self::PerhapsOthers(said) => {
                format!("counted as yours: {said}; undo it if somebody else did it")
            }
        }
    }

    /// Fields are not named: the doubtful place is, in words of the domain.
    fn korean(&self) -> String {
        match self {
            Self::UnknownName(name) => {
                format!("\"{name}\": 아는 이름이 아니라서 적은 그대로 두었어요")
            }
            Self::ReadAs(typed, name) => format!("이렇게 읽었어요: \"{typed}\" → {name}"),
            Self::GoesOn(name) => format!("앞 메모에 이어서 읽었어요: {name}"),
            Self::LeftOpen(name, _) => {
                format!("{name}: 적지 않은 세트가 있어서 그 값은 비워 두었어요")
            }
            Self::LoneLevel(name, level) => {
                format!("{name}: {level}만 적혀 있어서 여기에 속하지 않을 수 있어요")
            }
            Self::FarBeyond(name, _) => {
                let who = led_by(name);
                format!(
                    "{who}지금까지의 최고 기록의 두 배가 넘어요. 고치려면 \"아니, …\"라고 적어 주세요"
                )
            }
            Self::Orders => "시키는 글은 적은 그대로 두고 읽지 않았어요".to_owned(),
            Self::Quoted => "인용한 글은 적은 그대로 두고 읽지 않았어요".to_owned(),
            Self::NotTicked => "체크하지 않았거나 그은 것은 세지 않았어요".to_owned(),
            Self::PerhapsOthers(said) => {
                format!("내가 한 것으로 세었어요: {said}. 다른 사람이 했다면 되돌려 주세요")
            }
        }
    }
}

fn led_by(name: &str) -> String {
    match name {
        "" => String::new(),
        name => format!("{name}: "),
    }
}
