//! What a reading tells its writer: in the language of the note, by `remarks.yaml` of the lexicon.

use chrono::NaiveDate;
use serde::Deserialize;

use quilto_language::{Language, josa};
use quilto_model::DateRange;
use quilto_text::lexicon::Wordings;
use quilto_text::template::Template;

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
    /// One of several numbers was meant: the numbers, their unit, and what was taken.
    OneOf(&'a [f64], &'a str, f64),
    /// The same, where the writer settled on one of them.
    Likelier(&'a [f64], &'a str, f64),
    /// A value between two numbers of a unit, which is left open.
    Between(f64, f64, &'a str),
    /// A word stands for so much of a unit.
    StandsFor(&'a str, f64, &'a str),
    /// A sum of several rows, of which each got the same.
    SharedOut(f64),
    /// What numbers were taken for, and what they could have been.
    Otherwise(&'a str, &'a str),
    /// What numbers of a thing were taken for, as earlier notes have them: name and reading.
    ByHabit(&'a str, &'a str),
    /// Done as before, but there is no before: of this name.
    NothingEarlier(&'a str),
    /// Done as on a day: name, day and what is told to have changed.
    AsOn(&'a str, NaiveDate, ChangeSince),
    /// A row like the last one of a day: name and day.
    LikeLast(&'a str, NaiveDate),
}

/// What is told to have changed since a thing was done before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ChangeSince {
    /// Nothing.
    Same,
    /// So much more, or less.
    By(f64),
    /// The same, but there was no value to add it to.
    NothingToAddTo(f64),
}

/// `remarks.yaml` of the lexicon.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RemarkWordings {
    unknown_name: Template,
    read_as: Template,
    goes_on: Template,
    left_open: Template,
    lone_level: Template,
    how_unsaid: Template,
    far_beyond: Template,
    far_below: Template,
    hard_to_believe: Template,
    a_lot: Template,
    speed: Template,
    by_speed: Template,
    read_as_pace: Template,
    day: Template,
    orders: Template,
    quoted: Template,
    not_ticked: Template,
    perhaps_others: Template,
    two_readings: Template,
    /// Between numbers of which one was meant.
    or: String,
    one_of: Template,
    likelier: Template,
    between: Template,
    stands_for: Template,
    shared_out: Template,
    otherwise: Template,
    by_habit: Template,
    nothing_earlier: Template,
    as_on: Template,
    like_last: Template,
}

impl RemarkWordings {
    fn of(language: Language) -> &'static Self {
        static ALL: Wordings<RemarkWordings> = Wordings::new("remarks");
        ALL.of(language)
    }

    fn template(&self, remark: &Remark<'_>) -> &Template {
        match remark {
            Remark::UnknownName(..) => &self.unknown_name,
            Remark::ReadAs(..) => &self.read_as,
            Remark::GoesOn(..) => &self.goes_on,
            Remark::LeftOpen(..) => &self.left_open,
            Remark::LoneLevel(..) => &self.lone_level,
            Remark::HowUnsaid(..) => &self.how_unsaid,
            Remark::FarBeyond(..) => &self.far_beyond,
            Remark::FarBelow(..) => &self.far_below,
            Remark::HardToBelieve(..) => &self.hard_to_believe,
            Remark::ALot(..) => &self.a_lot,
            Remark::Speed(..) => &self.speed,
            Remark::BySpeed => &self.by_speed,
            Remark::ReadAsPace => &self.read_as_pace,
            Remark::Day(..) => &self.day,
            Remark::Orders => &self.orders,
            Remark::Quoted => &self.quoted,
            Remark::NotTicked => &self.not_ticked,
            Remark::PerhapsOthers(..) => &self.perhaps_others,
            Remark::TwoReadings => &self.two_readings,
            Remark::OneOf(..) => &self.one_of,
            Remark::Likelier(..) => &self.likelier,
            Remark::Between(..) => &self.between,
            Remark::StandsFor(..) => &self.stands_for,
            Remark::SharedOut(..) => &self.shared_out,
            Remark::Otherwise(..) => &self.otherwise,
            Remark::ByHabit(..) => &self.by_habit,
            Remark::NothingEarlier(..) => &self.nothing_earlier,
            Remark::AsOn(..) => &self.as_on,
            Remark::LikeLast(..) => &self.like_last,
        }
    }
}

/// What the holes of a wording are filled with; what is empty is not said.
type Holes = Vec<(&'static str, String)>;

impl Remark<'_> {
    /// In words.
    pub fn say(&self, language: Language) -> String {
        let wordings = RemarkWordings::of(language);
        let holes = self.holes(&wordings.or);
        wordings.template(self).render(&|name, particles| {
            let (_, words) = holes.iter().find(|(hole, _)| *hole == name)?;
            (!words.is_empty()).then(|| match particles {
                Some(pair) => format!("{words}{}", josa::fitting(words, pair)),
                None => words.clone(),
            })
        })
    }

    fn holes(&self, or: &str) -> Holes {
        match self {
            Self::UnknownName(name) | Self::GoesOn(name) | Self::NothingEarlier(name) => {
                filled([("name", name)])
            }
            Self::ReadAs(typed, name) => filled([("typed", typed), ("name", name)]),
            Self::LeftOpen(name, field) => filled([("name", name), ("field", field)]),
            Self::LoneLevel(name, level) => filled([("name", name), ("level", level)]),
            Self::HowUnsaid(typed) | Self::PerhapsOthers(typed) => filled([("typed", typed)]),
            Self::FarBeyond(name, field) | Self::FarBelow(name, field) => {
                filled([("name", name), ("field", &in_words(field))])
            }
            Self::HardToBelieve(field, value, unit) => {
                let better = unit.filter(|_| !is_clock(field));
                amount(field, *value, *unit, better)
            }
            Self::ALot(field, value, unit) => amount(field, *value, *unit, *unit),
            Self::Speed(distance, speed) => {
                filled([("distance", distance), ("speed", &format!("{speed:.1}"))])
            }
            Self::Day(doubt, days) => day_taken(doubt, days),
            Self::OneOf(all, unit, taken) | Self::Likelier(all, unit, taken) => {
                let all: Vec<String> = all.iter().map(f64::to_string).collect();
                let (all, taken) = (all.join(or), taken.to_string());
                filled([("all", &all), ("unit", unit), ("taken", &taken)])
            }
            Self::Between(first, second, unit) => {
                let (first, second) = (first.to_string(), second.to_string());
                filled([("first", &first), ("second", &second), ("unit", unit)])
            }
            Self::StandsFor(word, value, unit) => filled([
                ("word", word),
                ("value", &value.to_string()),
                ("unit", unit),
            ]),
            Self::SharedOut(sum) => filled([("sum", &sum.to_string())]),
            Self::Otherwise(taken, other) => filled([("taken", taken), ("other", other)]),
            Self::ByHabit(name, taken) => filled([("name", name), ("taken", taken)]),
            Self::AsOn(name, day, change) => done_again(name, *day, *change),
            Self::LikeLast(name, day) => filled([("name", name), ("day", &day.to_string())]),
            Self::BySpeed
            | Self::ReadAsPace
            | Self::Orders
            | Self::Quoted
            | Self::NotTicked
            | Self::TwoReadings => Vec::new(),
        }
    }
}

fn filled<const N: usize>(holes: [(&'static str, &str); N]) -> Holes {
    holes.map(|(hole, words)| (hole, words.to_owned())).to_vec()
}

/// A value of a field, alone and with its unit; `better` is the unit that a better value would have.
fn amount(field: &str, value: f64, unit: Option<&str>, better: Option<&str>) -> Holes {
    filled([
        ("field", &in_words(field)),
        ("value", &value.to_string()),
        ("shown", &with_unit(field, value, unit)),
        ("unit", better.unwrap_or_default()),
    ])
}

fn day_taken(doubt: &str, days: &DateRange) -> Holes {
    let (start, end) = (days.start.to_string(), days.end.to_string());
    match start == end {
        true => filled([("doubt", doubt), ("only", &start)]),
        false => filled([("doubt", doubt), ("start", &start), ("end", &end)]),
    }
}

fn done_again(name: &str, day: NaiveDate, change: ChangeSince) -> Holes {
    let mut holes = filled([("name", name), ("day", &day.to_string())]);
    match change {
        ChangeSince::Same => {}
        ChangeSince::By(more) => holes.push(("change", format!("{more:+}"))),
        ChangeSince::NothingToAddTo(more) => holes.push(("left_out", format!("{more:+}"))),
    }
    holes
}

/// A field as words.
fn in_words(field: &str) -> String {
    field.trim_end_matches("_seconds").replace('_', " ")
}

/// A value with its unit, seconds as a clock shows them.
fn with_unit(field: &str, value: f64, unit: Option<&str>) -> String {
    if is_clock(field) {
        let seconds = value.round() as u64;
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        return format!("{hours}:{minutes:02}:{seconds:02}");
    }
    unit.map_or_else(|| value.to_string(), |unit| format!("{value} {unit}"))
}

/// Whether a field is shown as a clock shows it.
fn is_clock(field: &str) -> bool {
    field.ends_with("_seconds")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wording_files_have_their_form() {
        let files = quilto_text::lexicon::read::<RemarkWordings>("remarks").unwrap();
        assert_eq!(files.len(), Language::ALL.len());
    }

    /// Every wording is of a remark, and every hole of it is filled by that.
    #[test]
    fn remarks_fill_their_wordings() {
        let (day, days) = (DateRange::BEGINNING, DateRange::day(DateRange::BEGINNING));
        let all = [
            Remark::ReadAs("granit", "granite"),
            Remark::LeftOpen("granite", "shine"),
            Remark::LoneLevel("granite", "80 kg"),
            Remark::FarBeyond("granite", "shine"),
            Remark::HardToBelieve("grit", 9000.0, Some("kg")),
            Remark::ALot("grit", 9000.0, None),
            Remark::Speed("5 km", 31.25),
            Remark::Day("taken as that day", &days),
            Remark::OneOf(&[80.0, 82.5], "kg", 81.25),
            Remark::Likelier(&[80.0, 82.5], "kg", 80.0),
            Remark::Between(80.0, 90.0, "kg"),
            Remark::StandsFor("slab", 20.0, "kg"),
            Remark::SharedOut(100.0),
            Remark::Otherwise("rubs 5", "coats 5"),
            Remark::ByHabit("granite", "rubs 5"),
            Remark::NothingEarlier("granite"),
            Remark::AsOn("granite", day, ChangeSince::Same),
            Remark::LikeLast("granite", day),
        ];
        for language in Language::ALL {
            for remark in &all {
                let said = remark.say(language);
                assert!(!said.is_empty() && !said.contains("  "), "{said}");
            }
        }
    }

    #[test]
    fn a_number_that_was_taken_has_the_particle_of_its_sound() {
        let say = |taken| Remark::OneOf(&[3.0, 4.0], "", taken).say(Language::Korean);
        assert_eq!(say(3.0), "3 또는 4: 3으로 읽었어요");
        assert_eq!(say(4.0), "3 또는 4: 4로 읽었어요");
        let english = Remark::OneOf(&[3.0, 4.0], "kg", 3.5).say(Language::English);
        assert_eq!(english, "3 or 4 kg: 3.5 was taken");
    }

    #[test]
    fn what_changed_since_is_told_with_its_sign() {
        let say =
            |change| Remark::AsOn("granite", DateRange::BEGINNING, change).say(Language::English);
        let same = say(ChangeSince::Same);
        assert_eq!(say(ChangeSince::By(2.5)), format!("{same}, +2.5"));
        assert_eq!(
            say(ChangeSince::NothingToAddTo(-5.0)),
            format!("{same}; nothing there to add -5 to")
        );
    }
}
