//! `log TEXT`: a note, whatever it reads like.

use quilto::model::InputType;

use crate::cli::{NoteArgs, dates, input};
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::runs::one_input::{self, UserInput};
use crate::ui::Ui;

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &NoteArgs) -> Result<Exit, CliError> {
    let text = input::read_or_ask(&args.words, ui, "the note")?;
    let day = dates::named_day(args.date.as_deref(), context.moment.today)?;
    let assume = Some(InputType::Log);
    let saying = UserInput {
        assume,
        day,
        ..UserInput::of(text)
    };
    one_input::run(context, ui, saying)
}
