//! Lines that begin with a slash, or as on the command line.

use super::words;
use crate::app::App;
use crate::cli::{self, Context};
use crate::error::{CliError, Exit};
use crate::nearest::nearest;
use crate::ui::{HEADING, Ui, padded};

/// Commands of the command line that make sense in a conversation, and what they do.
const SHARED: &[(&str, &str)] = &[
    (
        "history",
        "what was logged: /history -n 20, /history --from monday",
    ),
    ("search", "notes that hold words"),
    ("undo", "take back what was written last"),
    ("plot", "a chart: /plot SUBJECT [MEASURE] [--from DAY]"),
    ("stats", "records, streaks, this week against the last"),
    ("context", "what was learned about you"),
    ("edit", "open a day in your editor: /edit yesterday"),
    ("move", "file a note under another day"),
    ("parse", "show how a note would be read, and log nothing"),
    ("resume", "be asked again what was left open"),
];

/// Those that are needed less: all of the help is to fit on a small screen.
const RARE: &[&str] = &[
    "config", "doctor", "domains", "export", "forget", "import", "name", "reparse", "sessions",
    "target",
];

/// Commands of the conversation itself.
const OWN: &[(&str, &str)] = &[
    ("trace", "show every step of a run, or stop showing it"),
    ("json", "answer in JSON, or in words again"),
    ("help", "this"),
    ("quit", "end (also Ctrl-D)"),
];

/// What is asked of the program itself rather than of one of its commands.
const OF_THE_PROGRAM: &[&str] = &["--help", "-h", "--version", "-V"];

/// What follows a line.
pub enum After {
    /// The next one; this one ended so.
    Next(Exit),
    End,
}

/// The names of all commands.
pub fn names() -> impl Iterator<Item = &'static str> {
    let explained = SHARED.iter().chain(OWN).map(|(name, _)| *name);
    explained.chain(RARE.iter().copied())
}

/// The words of a command: `/word …`, or as it is given on the command line and shown in hints. A
/// path or a fraction that begins a note is none.
pub fn of(app: &App, line: &str) -> Option<Vec<String>> {
    if let Some(rest) = line.strip_prefix('/') {
        let words = words::split(rest);
        let name = words.first()?;
        let is_word = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic());
        return is_word.then_some(words);
    }
    let words = words::split(line.strip_prefix(app.name)?.strip_prefix(' ')?);
    words
        .first()
        .is_some_and(|name| cli::is_command(name) || OF_THE_PROGRAM.contains(&name.as_str()))
        .then_some(words)
}

/// Does what a command says.
pub fn run(context: &mut Context<'_>, ui: &mut Ui, words: &[String]) -> Result<After, CliError> {
    let name = words.first().map_or("", String::as_str);
    match name {
        "quit" | "exit" | "q" => return Ok(After::End),
        "help" | "h" | "--help" | "-h" => help(context, ui),
        "trace" => {
            context.trace = !context.trace;
            ui.remark(if context.trace {
                "Every step is shown from now on; /trace stops it."
            } else {
                "Steps are not shown any more."
            });
        }
        "json" => {
            context.json = !context.json;
            ui.remark(if context.json {
                "Answers come as JSON from now on; /json stops it."
            } else {
                "Answers come in words again."
            });
        }
        _ if cli::is_command(name) || OF_THE_PROGRAM.contains(&name) => {
            return cli::command_in_conversation(context, ui, words).map(After::Next);
        }
        _ => {
            let hint = match nearest(name, names()) {
                Some(near) => format!("did you mean /{near}? /help lists all"),
                None => "/help lists what there is".into(),
            };
            return Err(CliError::usage(format!("there is no command /{name}")).hint(hint));
        }
    }
    Ok(After::Next(Exit::Done))
}

fn help(context: &Context<'_>, ui: &mut Ui) {
    let mut lines = vec![
        format!("A note is logged:      {}", context.app.sample_note),
        "A question is answered, and may lean on the one before it.".into(),
        "A pasted block of lines is one note.".into(),
        String::new(),
    ];
    for (name, what) in SHARED.iter().chain(OWN) {
        let name = padded(&format!("/{name}"), 10);
        lines.push(format!("  {HEADING}{name}{HEADING:#}  {what}"));
    }
    let rare: Vec<String> = RARE.iter().map(|name| format!("/{name}")).collect();
    lines.push(String::new());
    lines.push(format!("More: {}. Each has its --help.", rare.join(" ")));
    lines.push(
        "Tab completes commands, what you have logged, and days. Ctrl-C cancels a line, or stops \
         the answer at work."
            .into(),
    );
    for line in lines {
        ui.remark(&line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::ROCKS;

    #[test]
    fn a_slash_before_a_word_is_a_command() {
        let of = |line| of(&ROCKS, line);
        assert_eq!(of("/plot a \"b c\"").unwrap(), ["plot", "a", "b c"]);
        for note in ["/", "1/2 mile", "/2 reps", "/home/me is where", "plot"] {
            assert_eq!(of(note), None, "{note}");
        }
    }

    #[test]
    fn a_command_may_be_given_as_on_the_command_line() {
        let app = ROCKS.name;
        let of = |line: &str| of(&ROCKS, line);
        let undo = of(&format!("{app} undo 20261121-1030-mqvc"));
        assert_eq!(undo.unwrap(), ["undo", "20261121-1030-mqvc"]);
        assert_eq!(of(&format!("{app} --help")).unwrap(), ["--help"]);
        for note in [
            app.to_owned(),
            format!("{app} is fun"),
            format!("{app}undo"),
        ] {
            assert_eq!(of(&note), None, "{note}");
        }
    }
}
