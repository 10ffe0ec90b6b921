//! `parse TEXT`: what would be logged.

use quilto::engine::builtin::{Session, sessions};
use quilto::machine::Problem;
use quilto::model::{Entry, Language};

use crate::cli::{NoteArgs, dates, input};
use crate::context::Context;
use crate::context::engine::{Reader, ToRead};
use crate::error::{CliError, Exit};
use crate::output::json::ParsedObject;
use crate::runs::show;
use crate::runs::work::Work;
use crate::ui::{QUIET, Ui};

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &NoteArgs) -> Result<Exit, CliError> {
    let text = input::read_or_ask(&args.words, ui, "the note")?;
    let day = dates::named_day(args.date.as_deref(), context.moment.today)?;
    let time = context.moment.now.time();
    let reader = Reader::new(context)?;
    let written = day.unwrap_or(context.moment.today);
    let days = match day {
        Some(_) => Vec::new(),
        None => sessions(&text, context.moment.today),
    };
    if days.len() > 1 {
        return several(context, ui, &reader, &text, &days);
    }
    let mut work = Work::new(ui.shows_progress());
    work.step("parser", 0);
    if context.settings.settings.llm.asks_models() {
        work.show();
    }
    let read = reader.read(ToRead {
        text: &text,
        written,
        time,
        recent: reader.recent(written)?,
    });
    work.hide();
    let mut read = read?;
    for reason in reader.without_model() {
        let problem = Problem::WithoutModel(reason);
        show::tell(context, ui, &problem, None, Language::of(&text));
    }
    // a day that was named on the command line is the day, whatever the words say
    read.date = day.unwrap_or(read.date);
    if context.json {
        let timestamp = read.date.and_time(time);
        let object = ParsedObject::new(read.input_type, timestamp, read.parsed);
        ui.json(&object.with_found(&text, context.moment.today))?;
        return Ok(Exit::Done);
    }
    show(context, ui, &read.entry(time, &text))?;
    Ok(Exit::Done)
}

/// A text with several dated sessions: what would become an entry of each day.
fn several(
    context: &Context<'_>,
    ui: &mut Ui,
    reader: &Reader<'_>,
    text: &str,
    days: &[Session],
) -> Result<Exit, CliError> {
    let time = context.moment.now.time();
    let mut objects = Vec::new();
    for session in days {
        let words = session.text(text);
        let mut read = reader.read(ToRead {
            text: words,
            written: session.date,
            time,
            recent: reader.recent(session.date)?,
        })?;
        read.date = session.date;
        if context.json {
            let timestamp = read.date.and_time(time);
            objects.push(ParsedObject::new(read.input_type, timestamp, read.parsed));
        } else {
            show(context, ui, &read.entry(time, words))?;
        }
    }
    if context.json {
        let object = ParsedObject::of_days(objects);
        ui.json(&object.with_found(text, context.moment.today))?;
    }
    Ok(Exit::Done)
}

fn show(context: &Context<'_>, ui: &mut Ui, entry: &Entry) -> Result<(), CliError> {
    let style = context.style_of(ui, entry);
    let words = style.words();
    let shown = words.day(entry.date, entry.time);
    ui.line(&format!("{shown}  {QUIET}{}{QUIET:#}", words.not_logged))?;
    for line in context.understood(&style, entry) {
        ui.line(&line)?;
    }
    Ok(())
}
