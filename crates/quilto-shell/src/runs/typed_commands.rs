//! Commands typed as words. Where a person types, a line that is only a command does what it says,
//! and one that nearly is a command is asked about rather than logged. What a program sends is never
//! obeyed. What they may say stands in `commands.yaml` of the lexicon.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use quilto::model::Language;
use quilto::text::lexicon;
use serde::Deserialize;

use super::prompt;
use crate::context::Context;
use crate::context::commands::Commands;
use crate::error::CliError;
use crate::nearest::nearest;
use crate::output::words::{Words, says_yes};
use crate::ui::Ui;

/// What is said for a command in each language people type in.
static LANGUAGES: LazyLock<Vec<Sayings>> = LazyLock::new(|| {
    let files = lexicon::read::<Sayings>("commands").unwrap_or_default();
    files.into_iter().map(|(_, file)| file.squashed()).collect()
});

/// A longer line says more than a command, in bytes.
const LONGEST: usize = 120;

/// The command that takes back what was written last.
const TAKE_BACK: &str = "undo";

/// The sayings of a language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sayings {
    commands: BTreeMap<String, Vec<String>>,
    take_back: UndoSayings,
    /// What no log can do.
    beyond: Edges,
    polite: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct UndoSayings {
    verbs: Vec<String>,
    pointing: Vec<String>,
    /// How a line asks for it, whatever it names.
    #[serde(flatten)]
    asks: Edges,
}

/// How a line begins or ends.
#[derive(Debug, Deserialize)]
struct Edges {
    begins: Vec<String>,
    ends: Vec<String>,
}

impl Edges {
    /// Whether a line that asks and tells no number is made so.
    fn hold(&self, text: &str) -> bool {
        let line = text.trim().trim_end_matches(['.', '!']).to_lowercase();
        if line.len() > LONGEST
            || line.contains(|c: char| c.is_numeric() || matches!(c, '\n' | ','))
        {
            return false;
        }
        let begins_so = |verb: &String| {
            line.strip_prefix(&**verb)
                .is_some_and(|rest| rest.starts_with(' '))
        };
        let squashed = squash(&line);
        self.begins.iter().any(begins_so)
            || self.ends.iter().any(|verb| squashed.ends_with(&**verb))
    }
}

impl Sayings {
    /// With everything written as lines are compared.
    fn squashed(mut self) -> Self {
        let said = self.commands.values_mut();
        let taking = [&mut self.take_back.verbs, &mut self.take_back.pointing];
        for list in said.chain(taking).chain([&mut self.polite]) {
            for words in list {
                *words = squash(words);
            }
        }
        self
    }

    /// The command that a squashed line says.
    fn command(&self, line: &str) -> Option<&str> {
        let mut bare = line;
        while !self.says_take_back(bare) {
            let said = self.commands.iter();
            let mut said = said.filter(|(_, lines)| lines.iter().any(|said| said == bare));
            if let Some((command, _)) = said.next() {
                return Some(command);
            }
            let shorter = self.polite.iter().filter_map(|polite| {
                let rest = bare.strip_prefix(&**polite);
                rest.or_else(|| bare.strip_suffix(&**polite))
            });
            bare = shorter.min_by_key(|rest| rest.len())?;
        }
        Some(TAKE_BACK)
    }

    /// Whether a squashed line is made of one verb of taking back, and what points at the last note.
    fn says_take_back(&self, line: &str) -> bool {
        // by the bytes read so far: whether the words before can be only pointing, or hold the verb
        let mut ways = vec![(false, false); line.len() + 1];
        ways[0] = (true, false);
        for at in 0..line.len() {
            let (before, after) = ways[at];
            if !(before || after) {
                continue;
            }
            let around = self.take_back.pointing.iter().chain(&self.polite);
            for word in around.filter(|word| line[at..].starts_with(&***word)) {
                let way = &mut ways[at + word.len()];
                *way = (way.0 || before, way.1 || after);
            }
            let mut verbs = self.take_back.verbs.iter();
            while let (true, Some(verb)) = (before, verbs.next()) {
                if line[at..].starts_with(&**verb) {
                    ways[at + verb.len()].1 = true;
                }
            }
        }
        ways[line.len()].1
    }
}

/// Letters and digits in small, without what stands between them.
fn squash(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// The words of the command that a text is and nothing else, as on the command line; `help` and `quit`
/// among them.
pub fn typed_command(commands: &dyn Commands, text: &str) -> Option<Vec<String>> {
    let words = |command: &str| command.split(' ').map(str::to_owned).collect();
    let line = squash(text);
    if line.is_empty() || text.len() > LONGEST || text.trim().contains('\n') {
        return None;
    }
    let said = LANGUAGES.iter().find_map(|sayings| sayings.command(&line));
    match said {
        Some(command) => Some(words(command)),
        None if commands.has(text.trim()) => Some(words(text.trim())),
        None => None,
    }
}

/// The command that a text is nearly: a slip of the fingers away. Words that name something people log
/// are none.
pub fn nearly_a_command(context: &Context<'_>, text: &str) -> Option<Vec<String>> {
    // a syllable is half a word in other scripts
    let is_plain = |c: char| c.is_ascii_alphabetic() || c == ' ';
    if text.len() > LONGEST || !text.chars().all(is_plain) {
        return None;
    }
    let commands = context.commands;
    let names = commands.names().iter().map(String::as_str);
    let lines = LANGUAGES
        .iter()
        .flat_map(|sayings| sayings.commands.values());
    let verbs = LANGUAGES
        .iter()
        .flat_map(|sayings| &sayings.take_back.verbs);
    let verbs = verbs.map(String::as_str);
    let lines = lines.flatten().map(String::as_str).chain(names);
    let meant = match nearest(&squash(text), lines.chain(verbs.clone())) {
        Some(line) => typed_command(commands, line),
        None => {
            let (first, rest) = text.trim().split_once(' ')?;
            typed_command(commands, &format!("{} {rest}", nearest(first, verbs)?))
        }
    };
    meant.filter(|_| !context.names_something(text))
}

/// Whether a text asks to take back something that it names, rather than what was written last: no
/// note, and no command either, for it does not say which note.
pub fn asks_to_take_back(context: &Context<'_>, text: &str) -> bool {
    let mut all = LANGUAGES.iter();
    all.any(|sayings| sayings.take_back.asks.hold(text)) && context.names_something(text)
}

/// Whether a text asks for what no log can do.
pub fn asks_beyond(text: &str) -> bool {
    LANGUAGES.iter().any(|sayings| sayings.beyond.hold(text))
}

/// How to take back a note that a text names.
pub fn which_note(context: &Context<'_>, line: &str) -> CliError {
    let app = context.app.name;
    let (slash, log) = match context.nested.is_talking() {
        true => ("/".to_owned(), format!("/log {line}")),
        false => (format!("{app} "), format!("{app} -- {line}")),
    };
    CliError::usage(format!(
        "{line:?} does not say which note; nothing was logged or taken back"
    ))
    .hint(format!(
        "`{slash}history` shows the name of each, `{slash}undo NAME` takes it back. To log the \
             words: {log}"
    ))
}

/// What a person typed.
pub enum TypedLine {
    /// A note or a question.
    Words,
    /// A command, as on the command line.
    Command(Vec<String>),
    /// Neither, as they said when they were asked.
    Nothing,
}

/// What a line is that a person typed. One that is nearly a command is asked about; where nobody can be
/// asked it is refused.
pub fn typed(context: &Context<'_>, ui: &mut Ui, line: &str) -> Result<TypedLine, CliError> {
    if let Some(command) = typed_command(context.commands, line) {
        return Ok(TypedLine::Command(command));
    }
    if asks_to_take_back(context, line) {
        return Err(which_note(context, line));
    }
    match nearly_a_command(context, line) {
        Some(command) => rather(context, ui, line, command),
        None => Ok(TypedLine::Words),
    }
}

/// Lets the person say whether they meant a command.
pub fn rather(
    context: &Context<'_>,
    ui: &mut Ui,
    line: &str,
    command: Vec<String>,
) -> Result<TypedLine, CliError> {
    if !context.may_ask() {
        return Err(refused(context, line, &command));
    }
    let words = Words::of(Language::of(line));
    let question = words.did_you_mean.fill(&[("command", &command.join(" "))]);
    let said = prompt::line(context, ui, words, &question);
    let said = said.ok().flatten().unwrap_or_default();
    if says_yes(&said) {
        return Ok(TypedLine::Command(command));
    }
    if said.trim().eq_ignore_ascii_case("l") {
        return Ok(TypedLine::Words);
    }
    ui.remark(&words.not_logged);
    Ok(TypedLine::Nothing)
}

/// What to say where a text from elsewhere is only a command, or nearly one.
pub fn refused(context: &Context<'_>, line: &str, command: &[String]) -> CliError {
    let app = context.app.name;
    let (meant, log) = match context.nested.is_talking() {
        true => (format!("/{}", command.join(" ")), format!("/log {line}")),
        false => (
            format!("{app} {}", command.join(" ")),
            format!("{app} -- {line}"),
        ),
    };
    let said = match typed_command(context.commands, line) {
        Some(_) => format!("{line:?} is a command, which a pipe cannot give; nothing was logged"),
        None => format!("{line:?} is not a command; nothing was logged"),
    };
    let hint = format!("did you mean `{meant}`? To log the word: {log}");
    CliError::usage(said).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::COMMANDS;

    fn command(text: &str) -> Option<String> {
        typed_command(COMMANDS, text).map(|words| words.join(" "))
    }

    #[test]
    fn every_language_can_be_read() {
        assert_eq!(LANGUAGES.len(), Language::ALL.len());
    }

    #[test]
    fn a_line_that_is_only_a_command() {
        for (text, meant) in [
            ("undo", "undo"),
            ("Undo!", "undo"),
            ("delete that", "undo"),
            ("please delete that last one", "undo"),
            ("no, take that back", "undo"),
            ("can you remove the last note please?", "undo"),
            ("undo what I just logged", "undo"),
            ("지워줘", "undo"),
            ("방금거 지워줘", "undo"),
            ("방금 쓴 거 좀 지워 줘", "undo"),
            ("마지막 기록을 삭제해주세요", "undo"),
            ("취소", "undo"),
            ("scrap that", "undo"),
            ("that was wrong, remove it", "undo"),
            ("version", "--version"),
            ("버전 알려줘", "--version"),
            ("help", "help"),
            ("help?", "help"),
            ("도움말", "help"),
            ("quit", "quit"),
            ("exit", "quit"),
            ("그만", "quit"),
            ("list", "history"),
            ("history", "history"),
            ("today", "history --from today"),
            ("오늘 기록 보여줘", "history --from today"),
            ("status", "stats"),
            ("doctor", "doctor"),
        ] {
            assert_eq!(command(text).as_deref(), Some(meant), "{text}");
        }
    }

    #[test]
    fn words_that_say_more_are_no_command() {
        for text in [
            "",
            "...",
            "granite 80kg 5x5",
            "delete that set of 8",
            "undo my shoes",
            "that was the last one",
            "today granite",
            "오늘 화강암 80",
            "약속 취소",
            "수업 취소했어",
            "마지막 기록",
            "stopped early",
            "undo\ngranite 80kg 5x5",
            "help a friend move",
        ] {
            assert_eq!(command(text), None, "{text}");
        }
    }
}
