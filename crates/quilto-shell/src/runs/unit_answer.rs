//! What a person says to the question which of two units is meant.

use super::prompt::{self, NoAnswer};
use crate::context::Context;
use crate::import::known_unit;
use crate::output::words::{Words, says_yes};
use crate::ui::Ui;

/// What was said.
#[derive(Debug, PartialEq, Eq)]
pub enum UnitAnswer {
    /// One of the two; for Enter the offered one.
    Unit(&'static str),
    /// Nothing of units, but a note or a question.
    Note(String),
}

/// Asks until the answer is one: what it can be is said where it is none.
pub fn asked(
    context: &Context<'_>,
    ui: &mut Ui,
    words: &Words,
    question: &str,
    units: [&'static str; 2],
    offered: &'static str,
) -> Result<UnitAnswer, NoAnswer> {
    let [one, other] = units;
    loop {
        let Some(said) = prompt::line(context, ui, words, question)? else {
            return Ok(UnitAnswer::Unit(offered));
        };
        if let Some(answer) = meant(&said, units, offered) {
            return Ok(answer);
        }
        let holes = [("one", one), ("other", other), ("usual", offered)];
        ui.ask(&words.say_a_unit.fill(&holes));
    }
}

/// What words mean as an answer; `None` where they are none.
fn meant(said: &str, units: [&'static str; 2], offered: &'static str) -> Option<UnitAnswer> {
    if let Some(unit) = known_unit(said).filter(|unit| units.contains(unit)) {
        return Some(UnitAnswer::Unit(unit));
    }
    if says_yes(said) {
        return Some(UnitAnswer::Unit(offered));
    }
    let several = said.split_whitespace().nth(1).is_some();
    let note = several || said.contains(|c: char| c.is_ascii_digit());
    note.then(|| UnitAnswer::Note(said.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MASS: [&str; 2] = ["kg", "lb"];

    #[test]
    fn the_unit_is_meant_in_several_words() {
        for (said, unit) in [
            ("LBS", "lb"),
            (" pounds ", "lb"),
            ("kg", "kg"),
            ("yes", "kg"),
        ] {
            assert_eq!(
                meant(said, MASS, "kg"),
                Some(UnitAnswer::Unit(unit)),
                "{said}"
            );
        }
    }

    #[test]
    fn a_note_is_a_note_and_a_slip_is_nothing() {
        for said in ["bench 80 5x5", "slept badly", "5k"] {
            let note = UnitAnswer::Note(said.to_owned());
            assert_eq!(meant(said, MASS, "kg"), Some(note));
        }
        for said in ["kgg", "miles", "no"] {
            assert_eq!(meant(said, MASS, "kg"), None);
        }
    }
}
