//! The user of a run: shows what comes as soon as it is known, and asks when someone is there.

use std::future::Future;
use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError};

use quilto::machine::{Ask, Decision, Delivery, MachineError, Preview, Reply};
use quilto::model::Language;
use quilto::runner::{Progress, UserPort};

use super::prompt::{self, NoAnswer};
use super::spinner::{QUIET_TIME, Spinner};
use super::{last_session, show};
use crate::context::{Context, reply};
use crate::error::CliError;
use crate::interrupt;
use crate::output::ask;
use crate::output::words::Words;
use crate::ui::{QUIET, Ui, excerpt};

/// The terminal, or the pipe in its place.
pub struct Terminal<'a, 'c> {
    context: &'a Context<'c>,
    /// That of what was typed.
    language: Language,
    state: Mutex<State<'a>>,
}

struct State<'a> {
    ui: &'a mut Ui,
    shown: bool,
    /// What was last to be changed in a preview, and the preview it was said to.
    refined: Option<(String, Preview)>,
    failed: Option<CliError>,
    work: Spinner,
}

impl<'a, 'c> Terminal<'a, 'c> {
    pub fn new(context: &'a Context<'c>, ui: &'a mut Ui, language: Language) -> Self {
        let work = Spinner::new(ui.shows_progress() && !context.trace);
        Self {
            context,
            language,
            state: Mutex::new(State {
                ui,
                shown: false,
                refined: None,
                failed: None,
                work,
            }),
        }
    }

    /// Drives a run while the screen shows that it is at work; `None` if Ctrl-C stopped it.
    pub async fn watching<T>(&self, run: impl Future<Output = T>) -> Option<T> {
        let mut run = pin!(run);
        let quiet = tokio::time::sleep(QUIET_TIME);
        let done = tokio::select! {
            biased;
            done = &mut run => Some(done),
            () = interrupt::stopped() => None,
            () = quiet => {
                self.lock().work.show();
                tokio::select! {
                    biased;
                    done = run => Some(done),
                    () = interrupt::stopped() => None,
                }
            }
        };
        self.lock().work.hide();
        done
    }

    fn lock(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
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
        let mut state = self.lock();
        let state = &mut *state;
        state.work.hide();
        let ui = &mut *state.ui;
        if let Some(error) = refused {
            // what can be done about it is asked below
            ui.warn(&error.to_string(), None);
        }
        if refused.is_none() && !ask.questions.is_empty() && self.context.has_no_notes() {
            // there is nothing that an answer could make better
            return Some(Reply::decline());
        }
        if let Some(reply) = beforehand(self.context, ask, refused, ui, self.language) {
            return Some(reply);
        }
        if !self.context.may_ask() {
            return None;
        }
        if let (Some((said, before)), Some(preview)) = (state.refined.take(), &ask.preview)
            && before.delta == preview.delta
            && before.parsed == preview.parsed
        {
            let words = Words::of(self.language);
            let said = excerpt(&said, 40);
            ui.ask(&words.changes_nothing.fill(&[("said", &said)]));
        }
        // left open, the run waits as if nobody had been there
        match asked(self.context, ask, ui, self.language) {
            Ok(reply) => {
                if let (Some(Decision::Refine { feedback, .. }), Some(preview)) =
                    (&reply.decision, &ask.preview)
                {
                    state.refined = Some((feedback.clone(), preview.clone()));
                }
                Some(reply)
            }
            Err(away) => {
                if away == NoAnswer::Interrupt {
                    interrupt::heard();
                }
                None
            }
        }
    }

    fn progress(&self, progress: &Progress) {
        self.lock().work.step(progress.what, progress.tokens);
    }

    fn show(&self, shown: &Delivery) {
        if self.context.json {
            return;
        }
        let mut state = self.lock();
        let state = &mut *state;
        state.work.hide();
        let again = std::mem::replace(&mut state.shown, true);
        let done = match shown {
            Delivery::Answer { facts, .. } if facts.is_empty() && self.context.has_no_notes() => {
                let words = self.context.nothing_yet_in(self.language);
                state.ui.line(&words)
            }
            shown => show::shown(self.context, state.ui, shown, self.language, again),
        };
        if let Err(error) = done {
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
    language: Language,
) -> Option<Reply> {
    if refused.is_some() {
        return None;
    }
    if let (Some(preview), true) = (&ask.preview, context.yes) {
        let preview = preview.id.clone();
        return Some(Reply::decide(Decision::Approve { preview }));
    }
    let choice = ask.choice.as_ref()?;
    let chosen = last_session::chosen(context)?;
    let entry = choice.candidates.iter().find(|e| e.id == chosen)?;
    let words = Words::of(language);
    ui.remark(&format!(
        "{QUIET}{}{QUIET:#} {}  {}",
        words.chosen_before,
        words.day(entry.date, entry.time),
        excerpt(&entry.raw, 50)
    ));
    Some(Reply::choose(chosen))
}

/// What the person says to everything that is asked, unless they want out.
fn asked(
    context: &Context<'_>,
    ask: &Ask,
    ui: &mut Ui,
    language: Language,
) -> Result<Reply, NoAnswer> {
    let words = Words::of(language);
    let mut reply = Reply::default();
    if let Some(why) = &ask.why {
        ui.ask(why);
    }
    for question in &ask.questions {
        if let Some(answer) = context.nested.answered(question) {
            reply.answers.insert(question.id.clone(), answer);
            continue;
        }
        ui.ask(&question.question);
        let options = question.options.as_deref().unwrap_or_default();
        for (number, option) in options.iter().enumerate() {
            ui.ask(&format!("  {}  {option}", number + 1));
        }
        if let Some(said) = prompt::line(context, ui, words, &words.enter_skips)? {
            let answer = reply::answer(question, &said);
            context.nested.keep(question, &answer);
            reply.answers.insert(question.id.clone(), answer);
        }
    }
    if !ask.questions.is_empty() && reply.answers.is_empty() {
        reply.declined = true;
    }
    if let Some(choice) = &ask.choice {
        for line in ask::choice(choice, &context.style(ui, language)) {
            ui.ask(&line);
        }
        match prompt::one_of(context, ui, words, &choice.candidates)? {
            Some(entry) => {
                last_session::chose(context, &entry.id);
                reply.chosen = Some(entry.id.clone());
            }
            None => reply.declined = true,
        }
    }
    if let Some(preview) = &ask.preview {
        for line in ask::preview(preview, &context.style(ui, language)) {
            ui.ask(&line);
        }
        let prompt = match preview.refinements_left {
            0 => &words.yes_or_no,
            _ => &words.write_this,
        };
        let said = prompt::line(context, ui, words, prompt)?.unwrap_or_default();
        reply.decision = Some(reply::decision(preview, &said));
    }
    context.nested.done();
    Ok(reply)
}
