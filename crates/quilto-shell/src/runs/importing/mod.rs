//! Brings in notes and exports of other apps.

use std::path::{Path, PathBuf};

use chrono::{Datelike, Local, TimeZone};
use indicatif::ProgressBar;
use schemars::JsonSchema;
use serde::Serialize;
use tokio::time::Instant;

use crate::context::Context;
use crate::error::CliError;
use crate::export;
use crate::import::ledger::Ledger;
use crate::import::{
    self, Choices, Draft, FileContents, ImportContext, Importer, Location, NOT_TEXT, Rejected,
    Source, UnpackLimits, YEARS, archives, files,
};
use crate::runs::spinner;
use crate::ui::Ui;

mod batch;
mod own;
mod questions;
pub mod report;
mod units;
mod unread;

use batch::Batch;
use report::Summary;
use units::Units;

/// Entries written in one go: under one lock, with one sync per file.
const BATCH: usize = 500;

/// What is to be brought in.
pub struct ImportRequest<'a> {
    pub paths: &'a [PathBuf],
    /// Whether it is only said what would come in.
    pub dry_run: bool,
    /// What was said of what files leave open.
    pub choices: Choices,
    pub units: GivenUnits,
    /// How much it may hold.
    pub bounds: UnpackLimits,
}

/// Units that were named for this import.
#[derive(Clone, Debug, Default)]
pub struct GivenUnits {
    pub mass: Option<String>,
    pub distance: Option<String>,
}

/// How far it is.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Part {
    /// Files that were read.
    pub done: usize,
    /// Files there are.
    pub of: usize,
    /// What is done now.
    pub what: &'static str,
}

/// Brings in files and folders that are known to be there; `told` hears how far it is.
pub fn bring_in(
    context: &Context<'_>,
    ui: &mut Ui,
    what: ImportRequest<'_>,
    told: &dyn Fn(Part),
) -> Result<Summary, CliError> {
    let (paths, rejected) = files::collect(&context.app.imports, what.paths, what.bounds);
    if paths.is_empty() && rejected.is_empty() {
        ui.remark(&format!(
            "There is nothing to import here: of a folder or an archive, files that end in {} are \
             read.",
            context.app.imports.endings.join(", ")
        ));
    }
    let mut import = Import {
        context,
        dry_run: what.dry_run,
        choices: what.choices,
        ledger: Ledger::load(&*context.store()?),
        units: Units::new(context, what.units),
        progress: spinner::counted(ui.shows_progress(), paths.len()),
        summary: Summary {
            rejected,
            ..Summary::default()
        },
        batch: Batch::default(),
    };
    let of = paths.len();
    let part = |done, what| told(Part { done, of, what });
    for (done, location) in paths.into_iter().enumerate() {
        in_time(context)?;
        part(done, "reading");
        import.progress.set_message(import::shown(&location.path));
        if let Err(rejected) = import.read(ui, &location)? {
            import.summary.rejected.push(rejected);
        }
        if import.batch.drafts.len() >= BATCH {
            part(done + 1, "writing");
            import.write()?;
        }
        import.progress.inc(1);
    }
    in_time(context)?;
    part(of, "writing");
    import.write()?;
    import.progress.finish_and_clear();
    if !what.dry_run {
        import.remember();
    }
    Ok(import.summary)
}

/// Whether there is time left.
fn in_time(context: &Context<'_>) -> Result<(), CliError> {
    match context.deadline {
        Some(deadline) if Instant::now() > deadline => {
            Err(CliError::failed("the import takes longer than it may")
                .hint("import the same again: what came in is known by then"))
        }
        _ => Ok(()),
    }
}

/// An import under way.
struct Import<'a> {
    context: &'a Context<'a>,
    dry_run: bool,
    /// What was said for all files.
    choices: Choices,
    ledger: Ledger,
    units: Units,
    progress: ProgressBar,
    summary: Summary,
    batch: Batch,
}

impl Import<'_> {
    /// Reads a file. The inner error is one of the file, the outer one ends the import.
    fn read(&mut self, ui: &mut Ui, location: &Location) -> Result<Result<(), Rejected>, CliError> {
        let path = &location.path;
        let source = match Source::open(location) {
            Ok(source) => source,
            Err(rejected) => return Ok(Err(rejected)),
        };
        if export::claims(self.context.app.name, &source.start()) {
            return Ok(source.text().map(|text| self.read_own(path, &text)));
        }
        let mut choices = self.choices.clone();
        let imports = &self.context.app.imports;
        if let Some(tables) = imports.tables {
            self.ledger.recall(tables, &source, &mut choices);
        }
        let is_mapped = !choices.maps.is_empty();
        let mapped = imports
            .tables
            .filter(|tables| is_mapped && (tables.head)(&source).is_some());
        let importer = match mapped {
            Some(tables) => Some(&tables.importer),
            None => {
                let mut formats = imports.formats.iter();
                formats.find(|importer| (importer.claims)(&source))
            }
        };
        let Some(importer) = importer else {
            let (rejected, hopeful) = unknown(&source);
            self.summary.unknown |= hopeful;
            return Ok(Err(rejected));
        };
        let mut found = match self.read_and_ask(ui, importer, &source, &mut choices)? {
            Ok(found) => found,
            Err(rejected) => return Ok(Err(rejected)),
        };
        if !found.questions.is_empty() {
            self.summary.questions.append(&mut found.questions);
            return Ok(Ok(()));
        }
        let table = found.table.take().map(|table| (table, choices));
        self.batch.tables.extend(table);
        let whole = !found.breaks_off();
        let (drafts, beyond) = found
            .drafts
            .into_iter()
            .partition::<Vec<_>, _>(|draft| YEARS.contains(&draft.date.year()));
        self.summary.rejected.extend(beyond.iter().map(|draft| {
            source.rejected(draft.line, format!("{} is no day of a note", draft.date))
        }));
        self.batch
            .drafts
            .extend(drafts.into_iter().map(|draft| Draft {
                whole: whole && draft.whole,
                path: path.to_owned(),
                ..draft
            }));
        let app = self.context.app.name;
        let unit = self.units.remark(app, location.file(), found.missing_units);
        if unit.is_some() {
            self.batch.missing_units.add(found.missing_units);
        }
        add_new(&mut self.batch.remarks, found.remarks);
        add_new(&mut self.batch.assumed, unit);
        self.summary.rejected.extend(found.rejected);
        Ok(Ok(()))
    }

    /// An export of our own.
    fn read_own(&mut self, path: &Path, text: &str) {
        let found = own::trusted(path, text, export::read(path, text));
        self.summary.rejected.extend(found.rejected);
        self.batch.sections.extend(found.sections);
        if !found.global_context.is_empty() {
            self.batch.global_context = Some(found.global_context);
        }
    }

    /// Reads a file. What it leaves open is asked if someone is there; what is not answered stays
    /// with what was found.
    fn read_and_ask(
        &mut self,
        ui: &mut Ui,
        importer: &Importer,
        source: &Source,
        choices: &mut Choices,
    ) -> Result<Result<FileContents, Rejected>, CliError> {
        let context = self.context;
        loop {
            let mut found = match self.read_with_units(ui, importer, source, choices)? {
                Ok(found) => found,
                Err(rejected) => return Ok(Err(rejected)),
            };
            if found.questions.is_empty()
                && let Some(table) = &found.table
            {
                let gone = self.ledger.asks(source, table, choices);
                found.questions.extend(gone);
            }
            if !found.questions.is_empty() && self.is_all_there(&found)? {
                found.questions.clear();
                found.table = None;
            }
            let Some(question) = found.questions.first().filter(|_| context.may_ask()) else {
                return Ok(Ok(found));
            };
            let said = self
                .progress
                .suspend(|| questions::ask(context, ui, question))?;
            match said {
                Some(choice) => choice.add_to(choices),
                None => return Ok(Ok(found)),
            }
        }
    }

    /// Whether all that was found came in before: nothing needs to be said of it any more.
    fn is_all_there(&self, found: &FileContents) -> Result<bool, CliError> {
        if found.drafts.is_empty() {
            return Ok(false);
        }
        let drafts = found.drafts.clone();
        let decision = import::decide(
            drafts,
            false,
            self.context.app.imports.values,
            &*self.context.store()?,
        )?;
        Ok(decision.known + decision.twins == found.drafts.len())
    }

    /// Reads a file, and where it turns out to need a unit that nobody has said, asks for it if
    /// someone is there, and reads it in that one.
    fn read_with_units(
        &mut self,
        ui: &mut Ui,
        importer: &Importer,
        source: &Source,
        choices: &Choices,
    ) -> Result<Result<FileContents, Rejected>, CliError> {
        let context = self.context;
        let found = match read(context, &self.units, importer, source, choices) {
            Ok(found) => found,
            Err(rejected) => return Ok(Err(rejected)),
        };
        let open = self.units.open(found.missing_units);
        let is_settled = open == import::MissingUnits::default() || !found.questions.is_empty();
        if is_settled || !context.may_ask() {
            return Ok(Ok(found));
        }
        if self.is_all_there(&found)? {
            return Ok(Ok(found));
        }
        let units = &mut self.units;
        self.progress
            .suspend(|| units.ask(context, ui, &source.path, open))?;
        Ok(read(context, &self.units, importer, source, choices))
    }

    /// Keeps what the tables were like. It is a help only: a home that cannot hold it is told of by
    /// what is written into it.
    fn remember(&self) {
        if let Ok(store) = self.context.store()
            && let Ok(Some(_)) = store.span()
            && self.ledger != Ledger::load(&*store)
        {
            self.ledger.save(&*store).ok();
        }
    }

    fn write(&mut self) -> Result<(), CliError> {
        let mut batch = std::mem::take(&mut self.batch);
        let summary = &mut self.summary;
        let store = self.context.store()?;
        batch.restore(&*store, self.dry_run, summary)?;
        let mut decision = import::decide(
            batch.drafts,
            self.units.said(),
            self.context.app.imports.values,
            &*store,
        )?;
        summary.known += decision.known + decision.twins + decision.kept.len();
        summary.kept.append(&mut decision.kept);
        summary.twins += decision.twins;
        summary.imported += decision.fresh.len();
        summary.updated += decision.changed.len();
        let changed = decision.changed.iter().map(|(_, draft)| draft);
        for draft in decision.fresh.iter().chain(changed) {
            summary.note_days(draft.date, draft.date);
            summary.sample(draft.date, &draft.raw);
        }
        // what was assumed matters only where something is taken in
        if !(decision.fresh.is_empty() && decision.changed.is_empty()) {
            add_new(&mut summary.remarks, batch.remarks);
            add_new(&mut summary.assumed, batch.assumed);
            summary.missing_units.add(batch.missing_units);
        }
        if self.dry_run {
            return Ok(());
        }
        let changed = decision.changed.iter().map(|(_, draft)| draft);
        let taken: Vec<&str> = (decision.fresh.iter().chain(changed))
            .map(|draft| draft.importer)
            .collect();
        for (table, choices) in &batch.tables {
            // what is there already says nothing new of the app
            if table.is_own || taken.contains(&table.app.as_str()) {
                self.ledger.note(table, choices);
            }
        }
        self.progress.set_message("reading their words");
        for entries in batch::batches(self.context, decision, &mut self.summary.unread)? {
            store.append(entries)?;
        }
        Ok(())
    }
}

/// Adds what is not there yet.
fn add_new(there: &mut Vec<String>, more: impl IntoIterator<Item = String>) {
    for text in more {
        if !there.contains(&text) {
            there.push(text);
        }
    }
}

fn read(
    context: &Context<'_>,
    units: &Units,
    importer: &Importer,
    source: &Source,
    choices: &Choices,
) -> Result<FileContents, Rejected> {
    let domains = context.domains();
    let canonical = |domain: &str, name: &str| domains.canonical(domain, name);
    let import_context = ImportContext {
        units: &units.taken,
        today: context.moment.today,
        canonical: &canonical,
        values_of: &|domain, field| domains.values_of(domain, field),
        local: &|utc| Local.from_utc_datetime(&utc).naive_local(),
        choices,
    };
    (importer.read)(source, &import_context)
}

/// Why a file is of no use, and whether it helps to know what would be.
fn unknown(source: &Source) -> (Rejected, bool) {
    let head = source.head();
    if head.is_empty() {
        return (source.rejected(1, "is empty"), false);
    }
    if archives::is_zip(head) {
        let reason = "is a zip archive in another; unpack the outer one and import this one";
        return (source.rejected(1, reason), false);
    }
    let kind = "no importer knows this kind of file";
    if !head.contains(&0) && !source.is_text() {
        return (source.rejected(1, NOT_TEXT), false);
    }
    let reason = if head.contains(&0) {
        format!("{kind}; it is no text")
    } else {
        let start = source.start();
        let first = start.lines().next().unwrap_or_default();
        format!("{kind}; it begins {:?}", crate::ui::excerpt(first, 60))
    };
    (source.rejected(1, reason), true)
}
