//! What a reading tells its writer: in the language of the note.

use crate::engine::builtin::language::Language;
use crate::model::DateRange;

/// Something to tell of a reading.
#[derive(Clone, Debug, PartialEq)]
pub enum Remark<'a> {
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
    /// A figure told without a word for what was done: as typed.
    HowUnsaid(&'a str),
    /// A value far beyond the best before: name and field.
    FarBeyond(&'a str, &'a str),
    /// A value far below the least before: name and field.
    FarBelow(&'a str, &'a str),
    /// A value beyond what is possible, left out: field, value and unit.
    HardToBelieve(&'a str, f64, Option<&'a str>),
    /// A value that is much, and kept: field, value and unit.
    ALot(&'a str, f64, Option<&'a str>),
    /// A distance that is too fast or slow in its time, and the speed in km/h.
    Speed(&'a str, f64),
    /// Only the speed told what was done.
    BySpeed,
    /// A time too short for the whole is read as a pace.
    ReadAsPace,
    /// The day that doubtful words were taken as: what to say of it, and its days.
    Day(&'a str, &'a DateRange),
    /// Text that gives orders.
    Orders,
    /// What somebody else said.
    Quoted,
    /// What is not ticked.
    NotTicked,
    /// What somebody else could have done.
    PerhapsOthers(&'a str),
    /// What its words are for can be seen otherwise.
    TwoReadings,
}

impl Remark<'_> {
    /// In words.
    pub fn say(&self, language: Language) -> String {
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
            Self::HowUnsaid(told) => format!("\"{told}\": what was done is not said"),
            Self::FarBeyond(name, field) | Self::FarBelow(name, field) => {
                let (who, what) = (led_by(name), in_words(field));
                let side = match self {
                    Self::FarBelow(..) => "below the least",
                    _ => "beyond your best",
                };
                format!("{who}the {what} is far {side} so far; to put it right, say \"no, …\"")
            }
            Self::HardToBelieve(field, value, unit) => {
                let (shown, unit) = (with_unit(field, *value, *unit), unit_behind(field, *unit));
                format!(
                    "{} of {shown} is hard to believe and not counted; to put it right, say \"no, …{unit}\"",
                    in_words(field)
                )
            }
            Self::ALot(field, value, None) => {
                format!("{value} {} is a lot; please check", in_words(field))
            }
            Self::ALot(field, value, Some(unit)) => {
                format!(
                    "{} of {value} {unit} is a lot; please check",
                    in_words(field)
                )
            }
            Self::Speed(distance, speed) => {
                format!("{distance} in that time is {speed:.1} km/h; please check")
            }
            Self::BySpeed => "no word says what it was; read so by its speed".to_owned(),
            Self::ReadAsPace => "the time is too short for the whole; read as a pace".to_owned(),
            Self::Day(doubt, _) => (*doubt).to_owned(),
            Self::Orders => "text that gives orders is kept but not read".to_owned(),
            Self::Quoted => "quoted text is kept but not read".to_owned(),
            Self::NotTicked => "not counted: what is not ticked, or struck out".to_owned(),
            Self::PerhapsOthers(said) => {
                format!("counted as yours: {said}; undo it if somebody else did it")
            }
            Self::TwoReadings => "it could be read otherwise; look whether it is right".to_owned(),
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
            Self::HowUnsaid(told) => format!("\"{told}\": 무엇을 했는지는 적혀 있지 않아요"),
            Self::FarBeyond(name, _) => {
                let who = led_by(name);
                format!(
                    "{who}지금까지의 최고 기록을 훌쩍 넘어요. 고치려면 \"아니, …\"라고 적어 주세요"
                )
            }
            Self::FarBelow(name, _) => {
                let who = led_by(name);
                format!(
                    "{who}지금까지 적은 값보다 훨씬 적어요. 고치려면 \"아니, …\"라고 적어 주세요"
                )
            }
            Self::HardToBelieve(field, value, unit) => {
                let (shown, unit) = (with_unit(field, *value, *unit), unit_behind(field, *unit));
                format!(
                    "{shown}: 믿기 어려운 값이라 세지 않았어요. 고치려면 \"아니, …{unit}\"라고 적어 주세요"
                )
            }
            Self::ALot(field, value, unit) => {
                let shown = with_unit(field, *value, *unit);
                format!("{shown}: 꽤 많아요. 맞는지 봐 주세요")
            }
            Self::Speed(distance, speed) => {
                format!("그 시간에 {distance}이면 시속 {speed:.1} km예요. 맞는지 봐 주세요")
            }
            Self::BySpeed => "무엇을 했는지 적혀 있지 않아서 빠르기를 보고 읽었어요".to_owned(),
            Self::ReadAsPace => "전체 시간으로는 너무 짧아서 페이스로 읽었어요".to_owned(),
            Self::Day(_, days) => match days.start == days.end {
                true => format!("{}(으)로 읽었어요", days.start),
                false => format!("{}부터 {}까지로 읽었어요", days.start, days.end),
            },
            Self::Orders => "시키는 글은 적은 그대로 두고 읽지 않았어요".to_owned(),
            Self::Quoted => "인용한 글은 적은 그대로 두고 읽지 않았어요".to_owned(),
            Self::NotTicked => "체크하지 않았거나 그은 것은 세지 않았어요".to_owned(),
            Self::PerhapsOthers(said) => {
                format!("내가 한 것으로 세었어요: {said}. 다른 사람이 했다면 되돌려 주세요")
            }
            Self::TwoReadings => "다르게 읽힐 수도 있어요. 맞는지 봐 주세요".to_owned(),
        }
    }
}

/// A field as words.
fn in_words(field: &str) -> String {
    field.trim_end_matches("_seconds").replace('_', " ")
}

/// A value with its unit, seconds as a clock shows them.
fn with_unit(field: &str, value: f64, unit: Option<&str>) -> String {
    if field.ends_with("_seconds") {
        let seconds = value.round() as u64;
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        return format!("{hours}:{minutes:02}:{seconds:02}");
    }
    unit.map_or_else(|| value.to_string(), |unit| format!("{value} {unit}"))
}

/// The unit that a better value would have.
fn unit_behind(field: &str, unit: Option<&str>) -> String {
    let unit = unit.filter(|_| !field.ends_with("_seconds"));
    unit.map(|unit| format!(" {unit}")).unwrap_or_default()
}

fn led_by(name: &str) -> String {
    match name {
        "" => String::new(),
        name => format!("{name}: "),
    }
}
