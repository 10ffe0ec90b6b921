//! Where lines come from: a person at a terminal, or a pipe.

use std::collections::VecDeque;
use std::io::{BufRead, IsTerminal, Write as _};
use std::path::PathBuf;

use rustyline::config::{Behavior, BellStyle};
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{CompletionType, Config, Editor};

use super::complete::Completion;
use super::{Context, reply};
use crate::error::CliError;
use crate::home_dirs;
use crate::output::words::Words;
use crate::ui::{Ui, excerpt};

/// Lines that are kept from one conversation to the next.
const KEPT: usize = 2000;

/// Where the lines of a home's conversations are kept.
fn kept(context: &Context<'_>) -> Result<PathBuf, CliError> {
    Ok(context.places()?.lines())
}

/// Takes the lines of forgotten words out of those that are kept.
pub fn forget(context: &Context<'_>, words: &str) -> Result<(), CliError> {
    let path = kept(context)?;
    let Ok(before) = std::fs::read_to_string(&path) else {
        return Ok(());
    };
    // as the file writes a line break within a line
    let pasted = words.replace('\\', "\\\\").replace('\n', "\\n");
    let told = |line: &str| words.lines().any(|word| word.trim() == line.trim());
    let other = |line: &&str| !line.contains(&pasted) && !told(line);
    let mut after: String = before.lines().filter(other).collect::<Vec<_>>().join("\n");
    if !after.is_empty() {
        after.push('\n');
    }
    if after.len() == before.len() {
        return Ok(());
    }
    std::fs::write(&path, after).map_err(|error| {
        CliError::failed("the lines of conversations cannot be changed")
            .cause(error)
            .hint("the folder of your notes must be writable; then forget it again")
    })
}

/// What an editor of lines read.
pub type ReadLine = Result<String, ReadlineError>;

/// What came next.
pub enum Line {
    Said(String),
    /// Ctrl-C on a line.
    Cancelled,
    End,
}

/// A source of lines. All that is typed in a conversation is read here, answers too: a second reader
/// of the terminal would swallow what was typed for the first.
#[derive(Default)]
pub struct Lines {
    editor: Option<Editor<Completion, FileHistory>>,
    prompt: String,
    history: PathBuf,
    /// Lines that were typed before something was asked, to be heard after it.
    kept: VecDeque<String>,
    /// The beginning of a line after those.
    begun: String,
}

impl Lines {
    /// Those of a conversation with commands of these names.
    pub fn open(context: &Context<'_>, commands: Vec<&'static str>) -> Result<Self, CliError> {
        let history = kept(context)?;
        let editor = if std::io::stdin().is_terminal() {
            Some(editor(context, commands, &history).map_err(unreadable)?)
        } else {
            None
        };
        Ok(Self {
            editor,
            prompt: format!("{}> ", context.app.name),
            history,
            ..Self::default()
        })
    }

    /// Whether a person types them.
    pub fn are_typed(&self) -> bool {
        self.editor.is_some()
    }

    pub fn next(&mut self, ui: &mut Ui) -> Result<Line, CliError> {
        let Some(editor) = &mut self.editor else {
            return piped();
        };
        let read = match self.kept.pop_front() {
            Some(line) => {
                ui.remark(&format!("{}{line}", self.prompt));
                Ok(line)
            }
            None => {
                let begun = std::mem::take(&mut self.begun);
                editor.readline_with_initial(&self.prompt, (&begun, ""))
            }
        };
        match read {
            Ok(line) => {
                if !line.trim().is_empty() {
                    editor.add_history_entry(line.trim()).ok();
                }
                Ok(Line::Said(line))
            }
            Err(ReadlineError::Interrupted) => Ok(Line::Cancelled),
            Err(ReadlineError::Eof) => Ok(Line::End),
            Err(error) => Err(unreadable(error)),
        }
    }

    /// A line that is typed now that it is asked for: what was typed before is kept for afterwards,
    /// since nobody could know that it would be taken for an answer.
    pub fn answer(&mut self, ui: &mut Ui, words: &Words, prompt: &str) -> ReadLine {
        for line in self.typed_ahead() {
            let answers = reply::is_yes_or_no(&line);
            let told = if answers {
                &words.say_it_again
            } else {
                &words.comes_afterwards
            };
            ui.ask(&told.fill(&[("said", &excerpt(&line, 40))]));
            if !answers {
                self.kept.push_back(line);
            }
        }
        let editor = self.editor.as_mut().ok_or(ReadlineError::Eof)?;
        editor.readline(prompt)
    }

    /// The lines that wait in the terminal, without waiting for more.
    fn typed_ahead(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        let Some(editor) = &mut self.editor else {
            return lines;
        };
        if !editor.helper().is_some_and(Completion::waits_no_more) {
            return lines;
        }
        loop {
            let begun = std::mem::take(&mut self.begun);
            match editor.readline_with_initial("", (&begun, "")) {
                Ok(line) if line.trim().is_empty() => {}
                Ok(line) => lines.push(line),
                Err(ReadlineError::Interrupted) => {}
                Err(_) => break,
            }
        }
        // the line that nobody ended leaves the screen: it is begun anew
        write!(std::io::stderr(), "\u{1b}[A\u{1b}[2K").ok();
        if let Some(helper) = editor.helper() {
            self.begun = helper.waits_again();
        }
        lines
    }

    /// Keeps what was typed, so that a window that is closed loses no line.
    pub fn keep(&mut self, context: &Context<'_>, ui: &mut Ui) {
        let Some(editor) = &mut self.editor else {
            return;
        };
        // no note was logged: do not make a home only for this
        if !context.home().is_ok_and(|home| home.is_dir()) {
            return;
        }
        if let Some(folder) = self.history.parent() {
            home_dirs::make_folder(folder).ok();
        }
        if let Err(error) = editor.append_history(&self.history) {
            ui.warn(
                &format!("the history of lines is not saved: {error}"),
                Some("what was logged is safe; the arrow keys will not know these lines"),
            );
        }
    }
}

/// The prompt goes to the terminal even where stdout does not.
pub fn behavior() -> Behavior {
    if std::io::stdout().is_terminal() {
        Behavior::Stdio
    } else {
        Behavior::PreferTerm
    }
}

fn editor(
    context: &Context<'_>,
    commands: Vec<&'static str>,
    history: &std::path::Path,
) -> Result<Editor<Completion, FileHistory>, ReadlineError> {
    let config = Config::builder()
        .max_history_size(KEPT)?
        .history_ignore_dups(true)?
        .completion_type(CompletionType::List)
        .bell_style(BellStyle::None)
        .bracketed_paste(true)
        .behavior(behavior())
        .build();
    let mut editor = Editor::with_config(config)?;
    editor.set_helper(Some(Completion::new(context, commands)));
    // the first time there is no history yet
    editor.load_history(history).ok();
    Ok(editor)
}

fn piped() -> Result<Line, CliError> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().read_until(b'\n', &mut bytes);
    match read {
        Ok(0) => Ok(Line::End),
        Ok(_) => String::from_utf8(bytes).map(Line::Said).map_err(|error| {
            CliError::failed("a line of standard input is not UTF-8 text")
                .cause(error.utf8_error())
                .hint("convert it first, for example with iconv -t UTF-8")
        }),
        Err(error) => Err(CliError::failed("cannot read standard input")
            .cause(error)
            .hint("give the words on the command line instead")),
    }
}

fn unreadable(error: ReadlineError) -> CliError {
    CliError::failed("cannot read from this terminal")
        .cause(error)
        .hint("give the words on the command line, or pipe them in")
}
