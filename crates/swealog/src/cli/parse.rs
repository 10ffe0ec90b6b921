//! `parse TEXT`: what would be logged.

use super::engine::{Reader, ToRead};
use super::{Context, NoteArgs, dates, input};
use crate::error::{CliError, Exit};
use crate::output::json::ParsedObject;
use crate::output::logged;
use crate::ui::{QUIET, Ui};

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &NoteArgs) -> Result<Exit, CliError> {
    let text = input::read_or_ask(&args.words, ui, "the note")?;
    let day = dates::named_day(args.date.as_deref(), context.moment.today)?;
    let time = context.moment.now.time();
    let reader = Reader::new(context)?;
    let written = day.unwrap_or(context.moment.today);
    let mut read = context.block_on(reader.read(ToRead {
        text: &text,
        written,
        time,
        recent: reader.recent(written)?,
    }))??;
    for reason in reader.without_model() {
        ui.warn(&format!("read without the model: {reason}"));
    }
    // a day that was named on the command line is the day, whatever the words say
    read.date = day.unwrap_or(read.date);
    if context.json {
        let timestamp = read.date.and_time(time);
        let object = ParsedObject::new(read.input_type, timestamp, read.parsed);
        ui.json(&object.with_found(&text, context.moment.today))?;
        return Ok(Exit::Done);
    }
    let entry = read.entry(time, &text);
    let shown = logged::day(entry.date, entry.time);
    ui.line(&format!("{shown}  {QUIET}(nothing is logged){QUIET:#}"))?;
    for line in context.understood(ui, &entry) {
        ui.line(&line)?;
    }
    Ok(Exit::Done)
}
