//! What an export takes out, and in which form.

use quilto::model::{DateRange, Entry};
use quilto::storage::LogStore;

use crate::context::Context;
use crate::error::CliError;
use crate::export::{ExportData, Exporter};

/// Everything of some days.
pub struct ExportSelection {
    /// The days; `None` where nothing was ever written.
    pub days: Option<DateRange>,
    sections: Vec<Entry>,
    /// The entries that stand.
    pub entries: Vec<Entry>,
    global_context: String,
}

impl ExportSelection {
    /// What there is of these days, or of all.
    pub fn of(context: &Context<'_>, days: Option<DateRange>) -> Result<Self, CliError> {
        let store = context.notes()?;
        let days = match days {
            Some(days) => Some(days),
            None => store.span()?,
        };
        let (sections, entries) = match &days {
            Some(days) => {
                // entries first: that gives each its reading
                let entries = store.entries_by_date_range(days)?;
                (store.sections(days)?, entries)
            }
            None => (Vec::new(), Vec::new()),
        };
        Ok(Self {
            days,
            sections,
            entries,
            global_context: store.global_context()?,
        })
    }

    /// The same for an exporter.
    pub fn holdings<'a>(&'a self, context: &'a Context<'_>) -> ExportData<'a> {
        ExportData {
            app: context.app.name,
            sections: &self.sections,
            entries: &self.entries,
            global_context: &self.global_context,
            units: &context.settings.settings.units,
        }
    }
}

/// The form of that name.
pub fn exporter<'a>(context: &Context<'a>, name: &str) -> Result<&'a Exporter, CliError> {
    let mut exporters = context.app.exporters.iter();
    exporters
        .find(|exporter| exporter.name == name)
        .ok_or_else(|| {
            CliError::usage(format!("there is no format {name:?}"))
                .hint("`export --help` lists the formats")
        })
}
