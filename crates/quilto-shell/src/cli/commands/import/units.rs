//! The units of files that do not state theirs: as said for this import, else as the person's own,
//! else asked once, else assumed and told.

use std::path::Path;

use quilto::model::{Language, UnitPreferences};

use crate::cli::{Context, prompt};
use crate::error::CliError;
use crate::import::{Unstated, known_unit, shown};
use crate::output::words::Words;
use crate::ui::Ui;

/// How a unit is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// Named for this import.
    Said,
    /// The person's own, as settings or what was learned of them say.
    TheirOwn,
    /// Nobody said anything.
    Not,
}

/// The units of an import.
pub struct Units {
    /// What numbers without a unit are read in.
    pub taken: UnitPreferences,
    mass: Known,
    distance: Known,
}

impl Units {
    pub fn new(context: &Context<'_>) -> Self {
        let known = |key, own: bool| match (context.named_by_flag(key), own) {
            (true, _) => Known::Said,
            (false, true) => Known::TheirOwn,
            (false, false) => Known::Not,
        };
        let own = context.own_units();
        Self {
            taken: context.units().clone(),
            mass: known("units.mass", own.mass),
            distance: known("units.distance", own.distance),
        }
    }

    /// Whether a unit was named for this import: what is there in another one is replaced.
    pub fn said(&self) -> bool {
        self.mass == Known::Said || self.distance == Known::Said
    }

    /// What of these nobody has said anything about.
    pub fn open(&self, unstated: Unstated) -> Unstated {
        Unstated {
            mass: unstated.mass && self.mass == Known::Not,
            distance: unstated.distance && self.distance == Known::Not,
        }
    }

    /// Asks for what is open.
    pub fn ask(
        &mut self,
        context: &Context<'_>,
        ui: &mut Ui,
        path: &Path,
        open: Unstated,
    ) -> Result<(), CliError> {
        ui.remark(&format!("{} does not name its unit.", shown(path)));
        if open.mass {
            self.taken.mass = asked(context, ui, ["kg", "lb"], &self.taken.mass)?;
            self.mass = Known::Said;
        }
        if open.distance {
            self.taken.distance = asked(context, ui, ["km", "mi"], &self.taken.distance)?;
            self.distance = Known::Said;
        }
        Ok(())
    }

    /// What was assumed, and how to say otherwise; nothing where it was said.
    pub fn remark(&self, app: &str, path: &Path, unstated: Unstated) -> Option<String> {
        let mut taken = Vec::new();
        let mut others = Vec::new();
        for (needed, known, unit, pair) in [
            (unstated.mass, self.mass, &self.taken.mass, ["kg", "lb"]),
            (
                unstated.distance,
                self.distance,
                &self.taken.distance,
                ["km", "mi"],
            ),
        ] {
            if needed && known != Known::Said {
                let own = if known == Known::TheirOwn {
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
    loop {
        let question = format!("{one} or {other}? [{usual}] ");
        let said = prompt::line(context, ui, Words::of(Language::English), &question);
        let Some(said) = said.map_err(|_| CliError::interrupted())? else {
            return Ok(usual.to_owned());
        };
        match meant(&said, units) {
            Some(unit) => return Ok(unit.to_owned()),
            None => ui.remark(&format!(
                "Say {one} or {other}; Enter takes {usual}, Ctrl-C stops."
            )),
        }
    }
}

/// The unit that a person means, of the two they are asked about.
fn meant(said: &str, units: [&'static str; 2]) -> Option<&'static str> {
    let unit = known_unit(said)?;
    units.contains(&unit).then_some(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(mass: Known, distance: Known) -> Units {
        Units {
            taken: UnitPreferences::default(),
            mass,
            distance,
        }
    }

    const BOTH: Unstated = Unstated {
        mass: true,
        distance: true,
    };

    #[test]
    fn the_unit_is_meant_in_several_words() {
        assert_eq!(meant("LBS", ["kg", "lb"]), Some("lb"));
        assert_eq!(meant(" pounds ", ["kg", "lb"]), Some("lb"));
        assert_eq!(meant("miles", ["km", "mi"]), Some("mi"));
        assert_eq!(meant("miles", ["kg", "lb"]), None);
        assert_eq!(meant("yes", ["kg", "lb"]), None);
    }

    #[test]
    fn what_nobody_said_is_open_and_told() {
        let nobody = units(Known::Not, Known::Not);
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
        let known = units(Known::TheirOwn, Known::Said);
        assert_eq!(known.open(BOTH), Unstated::default());
        assert!(known.said());
        let remark = known.remark("app", Path::new("a.csv"), BOTH).unwrap();
        assert!(remark.contains("taken as kg, your usual unit."), "{remark}");
        let said = units(Known::Said, Known::Said);
        assert_eq!(said.remark("app", Path::new("a.csv"), BOTH), None);
    }
}
