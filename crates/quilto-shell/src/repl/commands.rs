//! Lines that begin with a slash, or as on the command line.

use crate::context::Context;
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
    "config", "doctor", "domains", "explain", "export", "forget", "import", "name", "reparse",
    "sessions", "target",
];

/// Commands of the conversation itself.
const OWN: &[(&str, &str)] = &[
    ("trace", "show every step of a run, or stop showing it"),
    ("json", "answer in JSON, or in words again"),
    ("help", "this"),
    ("quit", "end (also Ctrl-D)"),
];

/// What follows a line.
pub enum LineOutcome {
    /// The next one; this one ended so.
    Next(Exit),
    End,
}

/// The names of all commands.
pub fn names() -> impl Iterator<Item = &'static str> {
    let explained = SHARED.iter().chain(OWN).map(|(name, _)| *name);
    explained.chain(RARE.iter().copied())
}

/// Does what a command says.
pub fn run(
    context: &mut Context<'_>,
    ui: &mut Ui,
    words: &[String],
) -> Result<LineOutcome, CliError> {
    let name = words.first().map_or("", String::as_str);
    match name {
        "quit" | "exit" | "q" => return Ok(LineOutcome::End),
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
        _ if context.commands.takes(name) => {
            let commands = context.commands;
            return commands.run(context, ui, words).map(LineOutcome::Next);
        }
        _ => {
            let hint = match nearest(name, names()) {
                Some(near) => format!("did you mean /{near}? /help lists all"),
                None => "/help lists what there is".into(),
            };
            return Err(CliError::usage(format!("there is no command /{name}")).hint(hint));
        }
    }
    Ok(LineOutcome::Next(Exit::Done))
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
