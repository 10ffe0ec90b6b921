//! Sessions of sets: what the exports of lifting apps have in common.

use super::{Found, ImportContext, Unstated};

mod app;
#[cfg(test)]
mod names;
mod row;
mod session;

pub use app::{App, Column};

pub use row::{Row, plain};
pub use session::{Session, duration};

/// Sessions as the lines of a file build them up.
pub struct Sessions<'a> {
    context: &'a ImportContext<'a>,
    mass: String,
    distance: String,
    mass_stated: bool,
    distance_stated: bool,
    unstated: Unstated,
    sessions: Vec<Session>,
}

impl<'a> Sessions<'a> {
    /// None yet. The units are those of the columns, as the header says; else as the user or the
    /// settings say.
    pub fn new(mass: Option<&str>, distance: Option<&str>, context: &'a ImportContext<'a>) -> Self {
        Self {
            context,
            mass: mass.unwrap_or(&context.units.mass).to_owned(),
            distance: distance.unwrap_or(&context.units.distance).to_owned(),
            mass_stated: mass.is_some(),
            distance_stated: distance.is_some(),
            unstated: Unstated::default(),
            sessions: Vec::new(),
        }
    }

    /// Puts a row into its session: rows of one session share their start and title.
    pub fn add(&mut self, mut row: Row, title: &str, begin: impl FnOnce() -> Session) {
        let mass_open = !self.mass_stated && row.mass_unit.is_none();
        self.unstated.mass |= mass_open && row.weight.is_some();
        let distance_open = !self.distance_stated && row.distance_unit.is_none();
        self.unstated.distance |= distance_open && row.distance.is_some();
        row.mass_unit.get_or_insert_with(|| self.mass.clone());
        row.distance_unit
            .get_or_insert_with(|| self.distance.clone());
        let same = |session: &Session| session.start == row.start && session.title == title;
        // sessions are written one after the other, so the last one is nearly always the one
        let at = match self.sessions.iter().rposition(same) {
            Some(at) => at,
            None => {
                self.sessions.push(begin());
                self.sessions.len() - 1
            }
        };
        self.sessions[at].rows.push(row);
    }

    /// The entries they become.
    pub fn finish(self, importer: &'static str, found: &mut Found) {
        found.unstated = self.unstated;
        let context = self.context;
        let drafts = self.sessions.into_iter();
        found
            .drafts
            .extend(drafts.map(|session| session.into_draft(importer, context)));
    }
}
