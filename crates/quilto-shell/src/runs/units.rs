//! Whose units bare numbers are in: asked once, at the first run in a terminal, and elsewhere said once.

use std::cell::OnceCell;
use std::sync::Arc;

use quilto::machine::RunReport;
use quilto::model::{DomainData, Entry, InputType, Language, UnitPreferences};
use quilto::text::{self, TokenKind};

use super::last_session;
use super::unit_answer::{self, UnitAnswer};
use crate::context::Context;
use crate::context::known_domains::KnownDomains;
use crate::context::notes::Rules;
use crate::error::CliError;
use crate::locale;
use crate::output::words::Words;
use crate::settings::change;
use crate::ui::{QUIET, Ui};

/// A kind of units: its setting, and the two to choose from, first the one that is taken where nothing says it.
struct Kind {
    setting: &'static str,
    units: [&'static str; 2],
}

const MASS: Kind = Kind {
    setting: "units.mass",
    units: ["kg", "lb"],
};
const DISTANCE: Kind = Kind {
    setting: "units.distance",
    units: ["km", "mi"],
};

/// Where both kinds of units are those of the second place.
const BOTH: &[&str] = &["US", "LR", "MM"];
/// Where only roads are long in miles.
const MILES: &[&str] = &["GB"];

/// Variables that say where somebody is, the weightiest first.
const PLACES: &[&str] = &["LC_ALL", "LC_MEASUREMENT", "LANG"];

/// Asks for the units that nothing says yet, where nothing is logged and a person is there; keeps the
/// answers in the settings. A note that was typed instead of an answer takes the offered units, and is
/// given back. Who only asks something of an empty home has no numbers whose units could matter.
pub fn ask(context: &mut Context<'_>, ui: &mut Ui, text: &str) -> Result<Option<String>, CliError> {
    let own = context.own_units();
    if own.mass && own.distance || !context.may_ask() || context.store()?.span()?.is_some() {
        return Ok(None);
    }
    let rules = Rules {
        domains: &context.domains(),
        units: UnitPreferences::default(),
        learned: None,
    };
    if rules.kind_of(text, context.moment.now) == InputType::Query {
        return Ok(None);
    }
    let place = PLACES.iter().find_map(|name| std::env::var(name).ok());
    let place = place.unwrap_or_default();
    let language = match locale::language() {
        Language::English => Language::of(text),
        named => named,
    };
    let words = Words::of(language);
    let region = place.split(['_', '.', '@']).nth(1).unwrap_or_default();
    let both = BOTH.contains(&region);
    let kinds = [
        (own.mass, MASS, &words.masses_in, both),
        (
            own.distance,
            DISTANCE,
            &words.distances_in,
            both || MILES.contains(&region),
        ),
    ];
    let (mut kept, mut note) = (None, None);
    for (_, kind, question, second) in kinds.into_iter().filter(|(own, ..)| !own) {
        let usual = kind.units[usize::from(second)];
        let question = question.fill(&[("usual", &format!("[{usual}]"))]);
        let answer = match &note {
            None => unit_answer::asked(context, ui, words, &question, kind.units, usual),
            Some(_) => Ok(UnitAnswer::Unit(usual)),
        };
        let unit = match answer {
            Ok(UnitAnswer::Unit(unit)) => unit,
            Ok(UnitAnswer::Note(said)) => {
                note = Some(said);
                usual
            }
            // left open, it is asked again the next time
            Err(_) => return Ok(note),
        };
        match change(&context.sources, kind.setting, Some(unit)) {
            Ok(changed) => kept = Some(changed.file),
            Err(error) => {
                ui.warn_of(&error.into());
                return Ok(note);
            }
        }
    }
    context.reload()?;
    if let Some(file) = kept {
        let how = format!("{} config set", context.app.name);
        let file = file.display().to_string();
        let kept = words.units_kept.fill(&[("file", &file), ("how", &how)]);
        ui.remark(&format!("{QUIET}{kept}{QUIET:#}"));
    }
    Ok(note)
}

/// Says once which unit was taken for bare numbers of a note, where nothing says whose they are.
pub fn say_assumed(context: &Context<'_>, ui: &mut Ui, report: &RunReport) {
    let entry = report
        .logged
        .as_ref()
        .and_then(|logged| logged.entry.as_ref());
    let Some(entry) = entry else { return };
    let own = context.own_units();
    let said = UnitReadings::new(context, entry);
    for (own, kind) in [(own.mass, MASS), (own.distance, DISTANCE)] {
        if own || last_session::said(context, kind.setting) || !said.rests_on(&kind) {
            continue;
        }
        let [unit, other] = kind.units;
        let how = format!("{} config set {} {other}", context.app.name, kind.setting);
        let words = Words::of(Language::of(&report.text));
        ui.remark(&words.unit_assumed.fill(&[("unit", unit), ("how", &how)]));
        last_session::say(context, kind.setting);
    }
}

/// What an entry says in whichever units: what is the same in all of them is worked out once.
struct UnitReadings<'c> {
    entry: &'c Entry,
    domains: Arc<KnownDomains>,
    of: OnceCell<Vec<String>>,
    usual: OnceCell<DomainData>,
}

impl<'c> UnitReadings<'c> {
    fn new(context: &Context<'_>, entry: &'c Entry) -> Self {
        Self {
            entry,
            domains: context.domains(),
            of: OnceCell::new(),
            usual: OnceCell::new(),
        }
    }

    /// Whether it would say something else in the other unit.
    fn rests_on(&self, kind: &Kind) -> bool {
        let is_bare = |kind: &TokenKind| matches!(kind, TokenKind::Number(_));
        let tokens = text::read(&self.entry.raw);
        if !tokens.iter().any(|token| is_bare(&token.kind)) {
            return false;
        }
        let [_, other] = kind.units;
        let mut units = UnitPreferences::default();
        match kind.setting {
            "units.mass" => units.mass = other.to_owned(),
            _ => units.distance = other.to_owned(),
        }
        let usual = self.usual.get_or_init(|| self.read(Default::default()));
        *usual != self.read(units)
    }

    fn read(&self, units: UnitPreferences) -> DomainData {
        let rules = Rules {
            domains: &self.domains,
            units,
            learned: None,
        };
        let of = self.of.get_or_init(|| rules.domains_of(self.entry));
        rules.read(self.entry, of).domain_data
    }
}
