//! Sessions of sets: what the tables of lifting apps become.

use chrono::NaiveDateTime;

use super::{FileContents, ImportContext, MissingUnits};

#[cfg(test)]
mod names_tests;
mod row;
mod session;

pub use row::Row;
pub use session::{Session, minutes_of};

/// Sessions as the lines of a file build them up.
pub struct Sessions<'a> {
    context: &'a ImportContext<'a>,
    missing_units: MissingUnits,
    sessions: Vec<Session>,
    damaged: Vec<(usize, Option<(NaiveDateTime, String)>)>,
}

impl<'a> Sessions<'a> {
    /// None yet.
    pub fn new(context: &'a ImportContext<'a>) -> Self {
        Self {
            context,
            missing_units: MissingUnits::default(),
            sessions: Vec::new(),
            damaged: Vec::new(),
        }
    }

    /// Puts a row into its session: rows of one session share their start and title. Units that the
    /// file does not name are those of the user or the settings.
    pub fn add(&mut self, mut row: Row, title: &str, begin: impl FnOnce() -> Session) {
        self.missing_units.mass |= row.mass_unit.is_none() && row.weight.is_some();
        self.missing_units.distance |= row.distance_unit.is_none() && row.distance.is_some();
        let units = self.context.units;
        row.mass_unit.get_or_insert_with(|| units.mass.clone());
        row.distance_unit
            .get_or_insert_with(|| units.distance.clone());
        // sessions are written one after the other, so the last one is nearly always the one
        let same = |session: &Session| session.is(row.start, title);
        let at = match self.sessions.iter().rposition(same) {
            Some(at) => at,
            None => {
                self.sessions.push(begin());
                self.sessions.len() - 1
            }
        };
        self.sessions[at].rows.push(row);
    }

    /// A line of a session could not be read. Where it does not say of which, it may be of those
    /// before and behind it.
    pub fn damage(&mut self, line: usize, session: Option<(NaiveDateTime, String)>) {
        self.damaged.push((line, session));
    }

    /// The entries they become.
    pub fn finish(mut self, importer: &'static str, found: &mut FileContents) {
        for (line, session) in std::mem::take(&mut self.damaged) {
            let mut hit: Vec<usize> = Vec::new();
            if let Some((start, title)) = session {
                let same = |session: &Session| session.is(start, &title);
                hit.extend(self.sessions.iter().position(same));
            } else {
                let before = |at: &usize| self.sessions[*at].line < line;
                let all = 0..self.sessions.len();
                hit.extend(all.clone().rev().find(before));
                hit.extend(all.clone().find(|at| !before(at)));
            }
            for at in hit {
                self.sessions[at].whole = false;
            }
        }
        found.missing_units = self.missing_units;
        let context = self.context;
        let drafts = self.sessions.into_iter();
        found
            .drafts
            .extend(drafts.map(|session| session.into_draft(importer, context)));
    }
}
