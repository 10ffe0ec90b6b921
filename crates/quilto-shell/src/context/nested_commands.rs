//! A command that is typed where an answer is expected: in a conversation it is obeyed, not taken for
//! the answer. The run is left waiting, the command is done, and what was open is asked again.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use quilto::model::{Question, RunId};

use super::commands::Commands;
use super::lines::Lines;
use crate::app::App;

/// What a conversation hears, beside the answers it asks for too.
#[derive(Default)]
pub struct NestedCommands {
    state: Mutex<State>,
    lines: Mutex<Lines>,
}

#[derive(Debug, Default)]
struct State {
    /// Whether lines are those of a conversation, which has commands.
    talking: bool,
    heard: Option<String>,
    left: Option<RunId>,
    answered: BTreeMap<String, String>,
}

/// A command that was heard, and the run that waits behind it.
pub struct NestedCommand {
    pub line: String,
    pub left: Option<RunId>,
}

impl NestedCommands {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on these are the lines, and those that are commands are meant as such.
    pub fn talking(&self, lines: Lines) {
        *self.lines() = lines;
        self.lock().talking = true;
    }

    /// Where the lines of the conversation come from.
    pub fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether lines are those of a conversation.
    pub fn is_talking(&self) -> bool {
        self.lock().talking
    }

    /// Whether a line that was typed as an answer is a command; it is then kept.
    pub fn hears(&self, app: &App, commands: &dyn Commands, line: &str) -> bool {
        let mut state = self.lock();
        let command = state.talking && commands.of_line(app, line).is_some();
        if command {
            state.heard = Some(line.to_owned());
        }
        command
    }

    /// Whether a command is to be done first.
    pub fn is_heard(&self) -> bool {
        self.lock().heard.is_some()
    }

    /// Keeps what was answered before the command came.
    pub fn keep(&self, question: &Question, answer: &str) {
        let mut state = self.lock();
        let answered = &mut state.answered;
        answered.insert(question.question.clone(), answer.to_owned());
    }

    /// What was answered to a question before the command came.
    pub fn answered(&self, question: &Question) -> Option<String> {
        self.lock().answered.get(&question.question).cloned()
    }

    /// Forgets the answers: they went into a reply, or nobody asks any more.
    pub fn done(&self) {
        self.lock().answered.clear();
    }

    /// Whether a command is to be done first; then this run waits for it.
    pub fn leaves(&self, run: &RunId) -> bool {
        let mut state = self.lock();
        let heard = state.heard.is_some();
        if heard {
            state.left = Some(run.clone());
        }
        heard
    }

    /// The command to be done.
    pub fn take(&self) -> Option<NestedCommand> {
        let mut state = self.lock();
        let line = state.heard.take()?;
        let left = state.left.take();
        Some(NestedCommand { line, left })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::COMMANDS;
    use crate::testing::ROCKS;

    fn question(words: &str) -> Question {
        serde_json::from_value(serde_json::json!({
            "id": "q1", "question": words, "options": null, "required": false, "gap_addressed": ""
        }))
        .unwrap()
    }

    #[test]
    fn a_command_is_no_answer_in_a_conversation_only() {
        let aside = NestedCommands::default();
        assert!(
            !aside.hears(&ROCKS, COMMANDS, "/help"),
            "no conversation, no commands"
        );
        aside.talking(Lines::default());
        for answer in ["85", "1/2", "/2", "", "/home/me"] {
            assert!(!aside.hears(&ROCKS, COMMANDS, answer), "{answer}");
        }
        let run = RunId("r".into());
        assert!(!aside.leaves(&run));
        assert!(aside.hears(&ROCKS, COMMANDS, "/undo"));
        assert!(aside.leaves(&run));
        let heard = aside.take().unwrap();
        assert_eq!((heard.line.as_str(), heard.left), ("/undo", Some(run)));
        assert!(aside.take().is_none());
    }

    #[test]
    fn what_was_answered_before_the_command_is_not_asked_again() {
        let aside = NestedCommands::default();
        let (one, other) = (question("How long?"), question("How far?"));
        aside.keep(&one, "an hour");
        assert_eq!(aside.answered(&one).as_deref(), Some("an hour"));
        assert_eq!(aside.answered(&other), None);
        aside.done();
        assert_eq!(aside.answered(&one), None);
    }
}
