//! `parse TEXT`: what would be logged.

use chrono::NaiveDate;
use quilto::engine::builtin::explain::Explanation;
use quilto::engine::builtin::sessions;
use quilto::machine::Problem;
use quilto::model::{Entry, Language};

use crate::cli::{NoteArgs, dates, input};
use crate::context::Context;
use crate::context::engine::{Reader, Reading, ToRead};
use crate::error::{CliError, Exit};
use crate::output::json::ParsedObject;
use crate::runs::show;
use crate::runs::spinner::Spinner;
use crate::ui::{QUIET, Ui};

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &NoteArgs) -> Result<Exit, CliError> {
    let text = input::read_or_ask(&args.words, ui, "the note")?;
    let day = dates::named_day(args.date.as_deref(), context.moment.today)?;
    let reader = Reader::new(context)?;
    let mut work = Spinner::new(ui.shows_progress());
    work.step("parser", 0);
    if context.settings.settings.llm.asks_models() {
        work.show();
    }
    let told = ParsePreview::read(context, &reader, &text, day, None);
    work.hide();
    let told = told?;
    for reason in reader.without_model() {
        let problem = Problem::WithoutModel(reason);
        show::tell(context, ui, &problem, None, Language::of(&text));
    }
    if context.json {
        ui.json(&told.object(context))?;
    } else {
        told.show(context, ui)?;
    }
    Ok(Exit::Done)
}

/// What would be logged of a text: what becomes an entry, day by day.
pub struct ParsePreview<'t> {
    text: &'t str,
    days: Vec<(&'t str, Reading)>,
}

impl<'t> ParsePreview<'t> {
    /// Reads a text for a day that was named on the command line, or for the days that it names. Of a text
    /// of one day it may be known how it was routed; each of several is routed by itself.
    pub fn read(
        context: &Context<'_>,
        reader: &Reader<'_>,
        text: &'t str,
        day: Option<NaiveDate>,
        routed: Option<&Explanation>,
    ) -> Result<Self, CliError> {
        let today = context.moment.today;
        let time = context.moment.now.time();
        let to_read = |text, written| -> Result<ToRead<'_>, CliError> {
            let recent = reader.recent(written)?;
            Ok(ToRead {
                text,
                written,
                time,
                recent,
            })
        };
        let sessions = match day {
            Some(_) => Vec::new(),
            None => sessions(text, today),
        };
        let mut days = Vec::new();
        if sessions.len() > 1 {
            for session in sessions {
                let words = session.text(text);
                let mut read = reader.read(to_read(words, session.date)?)?;
                read.date = session.date;
                days.push((words, read));
            }
        } else {
            let to_read = to_read(text, day.unwrap_or(today))?;
            let mut read = match routed {
                Some(routed) => reader.read_as(routed, to_read),
                None => reader.read(to_read),
            }?;
            // a day that was named on the command line is the day, whatever the words say
            read.date = day.unwrap_or(read.date);
            days.push((text, read));
        }
        Ok(Self { text, days })
    }

    /// The object of `--json`.
    pub fn object(self, context: &Context<'_>) -> ParsedObject {
        let time = context.moment.now.time();
        let objects = self.days.into_iter().map(|(_, read)| {
            let at = read.date.and_time(time);
            ParsedObject::new(read.input_type, at, read.parsed).seen_on(context.moment.today)
        });
        let mut objects: Vec<ParsedObject> = objects.collect();
        let object = match objects.len() {
            1 => objects.remove(0),
            _ => ParsedObject::of_days(objects),
        };
        object.with_found(self.text, context.moment.today)
    }

    /// In words.
    pub fn show(self, context: &Context<'_>, ui: &mut Ui) -> Result<(), CliError> {
        let time = context.moment.now.time();
        for (words, read) in self.days {
            show_entry(context, ui, &read.entry(time, words))?;
        }
        Ok(())
    }
}

fn show_entry(context: &Context<'_>, ui: &mut Ui, entry: &Entry) -> Result<(), CliError> {
    let style = context.style_of(ui, entry);
    let words = style.words();
    let shown = words.day(entry.date, entry.time);
    ui.line(&format!("{shown}  {QUIET}{}{QUIET:#}", words.not_logged))?;
    for line in context.understood(&style, entry) {
        ui.line(&line)?;
    }
    Ok(())
}
