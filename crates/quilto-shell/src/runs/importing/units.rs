//! The units of files that do not state theirs: as said for this import, else as the person's own,
//! else asked once, else assumed and told.

use std::path::Path;

use quilto::model::UnitPreferences;

use super::GivenUnits;
use crate::context::Context;
use crate::error::CliError;
use crate::import::{MissingUnits, shown};
use crate::locale;
use crate::output::import_words::ImportWords;
use crate::output::words::Words;
use crate::runs::unit_answer::{self, UnitAnswer};
use crate::ui::Ui;

/// How a unit is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum UnitSource {
    /// Named for this import.
    Given,
    /// The person's own, as settings or what was learned of them say.
    TheirOwn,
    /// Nobody said anything.
    Not,
}

/// The units of an import.
pub struct Units {
    /// What numbers without a unit are read in.
    pub taken: UnitPreferences,
    mass: UnitSource,
    distance: UnitSource,
}

impl Units {
    pub fn new(context: &Context<'_>, given: GivenUnits) -> Self {
        let is_given = |key, given: &Option<String>| given.is_some() || context.named_by_flag(key);
        let known = |key, given, own: bool| match (is_given(key, given), own) {
            (true, _) => UnitSource::Given,
            (false, true) => UnitSource::TheirOwn,
            (false, false) => UnitSource::Not,
        };
        let own = context.own_units();
        let usual = context.units();
        Self {
            mass: known("units.mass", &given.mass, own.mass),
            distance: known("units.distance", &given.distance, own.distance),
            taken: UnitPreferences {
                mass: given.mass.unwrap_or_else(|| usual.mass.clone()),
                distance: given.distance.unwrap_or_else(|| usual.distance.clone()),
            },
        }
    }

    /// Whether a unit was named for this import: what is there in another one is replaced.
    pub fn said(&self) -> bool {
        self.mass == UnitSource::Given || self.distance == UnitSource::Given
    }

    /// What of these nobody has said anything about.
    pub fn open(&self, missing_units: MissingUnits) -> MissingUnits {
        MissingUnits {
            mass: missing_units.mass && self.mass == UnitSource::Not,
            distance: missing_units.distance && self.distance == UnitSource::Not,
        }
    }

    /// Asks for what is open.
    pub fn ask(
        &mut self,
        context: &Context<'_>,
        ui: &mut Ui,
        path: &Path,
        open: MissingUnits,
    ) -> Result<(), CliError> {
        let words = ImportWords::of(locale::language());
        ui.ask(&words.no_unit.fill(&[("file", &shown(path))]));
        if open.mass {
            self.taken.mass = asked(context, ui, ["kg", "lb"], &self.taken.mass)?;
            self.mass = UnitSource::Given;
        }
        if open.distance {
            self.taken.distance = asked(context, ui, ["km", "mi"], &self.taken.distance)?;
            self.distance = UnitSource::Given;
        }
        Ok(())
    }

    /// What was assumed, and how to say otherwise; nothing where it was said.
    pub fn remark(&self, app: &str, path: &Path, missing_units: MissingUnits) -> Option<String> {
        let mut taken = Vec::new();
        let mut others = Vec::new();
        for (needed, known, unit, pair) in [
            (
                missing_units.mass,
                self.mass,
                &self.taken.mass,
                ["kg", "lb"],
            ),
            (
                missing_units.distance,
                self.distance,
                &self.taken.distance,
                ["km", "mi"],
            ),
        ] {
            if needed && known != UnitSource::Given {
                let own = if known == UnitSource::TheirOwn {
                    ", your usual unit"
                } else {
                    ""
                };
                taken.push(format!("{unit}{own}"));
                others.extend(pair.into_iter().filter(|other| other != unit));
            }
        }
        let other = others.first()?;
        Some(format!(
            "{} does not name its unit; taken as {}. If it is {}: {app} import --unit {other} {}",
            shown(path),
            taken.join(" and "),
            others.join(" or "),
            shown(path),
        ))
    }
}

fn asked(
    context: &Context<'_>,
    ui: &mut Ui,
    units: [&'static str; 2],
    usual: &str,
) -> Result<String, CliError> {
    let [one, other] = units;
    let language = locale::language();
    let words = Words::of(language);
    let usual = if usual == other { other } else { one };
    let taken = format!("[{usual}]");
    let holes = [("one", one), ("other", other), ("usual", &*taken)];
    let question = ImportWords::of(language).which_unit.fill(&holes);
    loop {
        let said = unit_answer::asked(context, ui, words, &question, units, usual);
        match said.map_err(|_| CliError::interrupted())? {
            UnitAnswer::Unit(unit) => return Ok(unit.to_owned()),
            // a file is being read, and no note is taken
            UnitAnswer::Note(_) => ui.ask(&words.say_a_unit.fill(&holes)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(mass: UnitSource, distance: UnitSource) -> Units {
        Units {
            taken: UnitPreferences::default(),
            mass,
            distance,
        }
    }

    const BOTH: MissingUnits = MissingUnits {
        mass: true,
        distance: true,
    };

    #[test]
    fn what_nobody_said_is_open_and_told() {
        let nobody = units(UnitSource::Not, UnitSource::Not);
        assert_eq!(nobody.open(BOTH), BOTH);
        assert!(!nobody.said());
        let remark = nobody.remark("app", Path::new("a.csv"), BOTH);
        assert_eq!(
            remark.as_deref(),
            Some(
                "a.csv does not name its unit; taken as kg and km. If it is lb or mi: app import \
                 --unit lb a.csv"
            )
        );
    }

    #[test]
    fn what_is_known_is_not_asked_and_what_was_said_is_not_told() {
        let known = units(UnitSource::TheirOwn, UnitSource::Given);
        assert_eq!(known.open(BOTH), MissingUnits::default());
        assert!(known.said());
        let remark = known.remark("app", Path::new("a.csv"), BOTH).unwrap();
        assert!(remark.contains("taken as kg, your usual unit."), "{remark}");
        let said = units(UnitSource::Given, UnitSource::Given);
        assert_eq!(said.remark("app", Path::new("a.csv"), BOTH), None);
    }
}
