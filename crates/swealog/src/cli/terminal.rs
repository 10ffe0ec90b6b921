//! The user of a run: shows what comes as soon as it is known, and asks when someone is there.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use quilto::machine::{Ask, Choice, Decision, MachineError, Preview, Reply, Shown};
use quilto::runner::UserPort;

use super::{Context, show};
use crate::error::CliError;
use crate::output::logged;
use crate::ui::{DOUBT, QUIET, Ui, excerpt};

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
        if self.context.json || !someone_is_there() {
            return Some(declined(ask));
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let ui = &mut *state.ui;
        if let Some(error) = refused {
            ui.warn(&error.to_string());
        }
        Some(asked(ask, ui))
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

fn someone_is_there() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

/// Where nobody can be asked, the run goes on with what it has.
fn declined(ask: &Ask) -> Reply {
    Reply {
        declined: true,
        decision: ask.preview.as_ref().map(|preview| Decision::Reject {
            preview: preview.id.clone(),
        }),
        ..Reply::default()
    }
}

fn asked(ask: &Ask, ui: &mut Ui) -> Reply {
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
            Some(at) => reply.chosen = Some(choice.candidates[at].id.clone()),
            None => reply.declined = true,
        }
    }
    if let Some(preview) = &ask.preview {
        reply.decision = Some(decided(preview, ui));
    }
    reply
}

fn answers(ask: &Ask, ui: &mut Ui) -> BTreeMap<String, String> {
    let mut answers = BTreeMap::new();
    for question in &ask.questions {
        let options = match &question.options {
            Some(options) => format!(" {QUIET}({}){QUIET:#}", options.join(" / ")),
            None => String::new(),
        };
        ui.remark(&format!("{}{options}", question.question));
        if let Some(answer) = line("(Enter to skip) ") {
            answers.insert(question.id.clone(), answer);
        }
    }
    answers
}

fn chosen(choice: &Choice, ui: &mut Ui) -> Option<usize> {
    ui.remark(&format!("Which one do you mean by {:?}?", choice.about));
    for (number, entry) in choice.candidates.iter().enumerate() {
        let day = logged::day(entry.date, entry.time);
        ui.remark(&format!(
            "  {}  {day}  {}",
            number + 1,
            excerpt(&entry.raw, 50)
        ));
    }
    let number: usize = line("Number (Enter for none): ")?.parse().ok()?;
    (1..=choice.candidates.len())
        .contains(&number)
        .then(|| number - 1)
}

fn decided(preview: &Preview, ui: &mut Ui) -> Decision {
    let day = logged::day(preview.entry.date, preview.entry.time);
    ui.remark(&format!("{day}  {}", excerpt(&preview.entry.raw, 60)));
    for change in &preview.delta {
        ui.remark(&format!(
            "  {}: {} → {DOUBT}{}{DOUBT:#}",
            change.path, change.before, change.after
        ));
    }
    let preview = preview.id.clone();
    match line("Write this? [y/N] ").as_deref() {
        Some("y" | "Y" | "yes" | "네" | "예") => Decision::Approve { preview },
        _ => Decision::Reject { preview },
    }
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
