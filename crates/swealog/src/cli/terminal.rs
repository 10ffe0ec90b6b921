//! The user of a run: shows what comes as soon as it is known, and asks when someone is there.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use quilto::machine::{Ask, Choice, Decision, MachineError, Reply, Shown};
use quilto::model::Entry;
use quilto::runner::UserPort;

use super::{Context, remembered, reply, show};
use crate::error::CliError;
use crate::output::{ask, logged};
use crate::ui::{QUIET, Ui, excerpt};

/// The terminal, or the pipe in its place.
pub struct Terminal<'a, 'c> {
    context: &'a Context<'c>,
    state: Mutex<State<'a>>,
}

struct State<'a> {
    ui: &'a mut Ui,
    shown: bool,
    failed: Option<CliError>,
}

impl<'a, 'c> Terminal<'a, 'c> {
    pub fn new(context: &'a Context<'c>, ui: &'a mut Ui) -> Self {
        Self {
            context,
            state: Mutex::new(State {
                ui,
                shown: false,
                failed: None,
            }),
        }
    }

    /// What went wrong while showing, if anything did.
    pub fn finish(self) -> Result<(), CliError> {
        let state = self
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        state.failed.map_or(Ok(()), Err)
    }
}

impl UserPort for Terminal<'_, '_> {
    fn ask(&self, ask: &Ask, refused: Option<&MachineError>) -> Option<Reply> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let ui = &mut *state.ui;
        if let Some(error) = refused {
            ui.warn(&error.to_string());
        }
        if let Some(reply) = beforehand(self.context, ask, refused, ui) {
            return Some(reply);
        }
        self.context.may_ask().then(|| asked(self.context, ask, ui))
    }

    fn show(&self, shown: &Shown) {
        if self.context.json {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let state = &mut *state;
        let again = std::mem::replace(&mut state.shown, true);
        if let Err(error) = show::shown(self.context, state.ui, shown, again) {
            state.failed.get_or_insert(error);
        }
    }
}

/// What the person said before they were asked: `--yes`, and the note they chose earlier today.
fn beforehand(
    context: &Context<'_>,
    ask: &Ask,
    refused: Option<&MachineError>,
    ui: &mut Ui,
) -> Option<Reply> {
    if refused.is_some() {
        return None;
    }
    if let (Some(preview), true) = (&ask.preview, context.yes) {
        let preview = preview.id.clone();
        return Some(Reply::decide(Decision::Approve { preview }));
    }
    let choice = ask.choice.as_ref()?;
    let chosen = remembered::chosen(context)?;
    let entry = choice.candidates.iter().find(|e| e.id == chosen)?;
    let day = logged::day(entry.date, entry.time);
    ui.remark(&format!(
        "{QUIET}The note you chose before is taken:{QUIET:#} {day}  {}",
        excerpt(&entry.raw, 50)
    ));
    Some(Reply::choose(chosen))
}

fn asked(context: &Context<'_>, ask: &Ask, ui: &mut Ui) -> Reply {
    let mut reply = Reply::default();
    if let Some(why) = &ask.why {
        ui.remark(why);
    }
    reply.answers = answers(ask, ui);
    if !ask.questions.is_empty() && reply.answers.is_empty() {
        reply.declined = true;
    }
    if let Some(choice) = &ask.choice {
        match chosen(choice, ui) {
            Some(entry) => {
                remembered::chose(context, &entry.id);
                reply.chosen = Some(entry.id.clone());
            }
            None => reply.declined = true,
        }
    }
    if let Some(preview) = &ask.preview {
        for line in ask::preview(preview, &context.style(ui)) {
            ui.remark(&line);
        }
        let said = line("Write this? [y/N, or say what to change] ").unwrap_or_default();
        reply.decision = Some(reply::decision(preview, &said));
    }
    reply
}

fn answers(ask: &Ask, ui: &mut Ui) -> BTreeMap<String, String> {
    let mut answers = BTreeMap::new();
    for question in &ask.questions {
        ui.remark(&question.question);
        let options = question.options.as_deref().unwrap_or_default();
        for (number, option) in options.iter().enumerate() {
            ui.remark(&format!("  {}  {option}", number + 1));
        }
        if let Some(said) = line("(Enter to skip) ") {
            answers.insert(question.id.clone(), reply::answer(question, &said));
        }
    }
    answers
}

fn chosen<'c>(choice: &'c Choice, ui: &mut Ui) -> Option<&'c Entry> {
    for line in ask::choice(choice) {
        ui.remark(&line);
    }
    let number: usize = line("Number (Enter for none): ")?.parse().ok()?;
    choice.candidates.get(number.checked_sub(1)?)
}

/// Whether the person says yes.
pub fn confirmed(question: &str) -> bool {
    line(question).is_some_and(|said| reply::is_yes(&said))
}

/// One line of the person's, `None` if there is nothing on it.
fn line(prompt: &str) -> Option<String> {
    let mut stderr = std::io::stderr();
    write!(stderr, "{prompt}")
        .and_then(|()| stderr.flush())
        .ok()?;
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).ok()?;
    Some(line.trim().to_owned()).filter(|line| !line.is_empty())
}
