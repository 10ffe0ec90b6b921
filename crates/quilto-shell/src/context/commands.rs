//! The commands of the command line, as those know them who must not know the command line; and how a
//! line of a conversation names one.

use super::Context;
use crate::app::App;
use crate::error::{CliError, Exit};
use crate::ui::Ui;

/// What is asked of the program itself rather than of one of its commands.
const OF_THE_PROGRAM: &[&str] = &["--help", "-h", "--version", "-V"];

/// The commands that there are.
pub trait Commands: Sync {
    /// Their names.
    fn names(&self) -> &[String];

    /// Does what the words of one say, in a conversation.
    fn run(
        &self,
        context: &mut Context<'_>,
        ui: &mut Ui,
        words: &[String],
    ) -> Result<Exit, CliError>;
}

impl dyn Commands + '_ {
    /// Whether a word is the name of a command.
    pub fn has(&self, word: &str) -> bool {
        self.names().iter().any(|name| name == word)
    }

    /// Whether words that begin with this one can be run.
    pub fn takes(&self, word: &str) -> bool {
        self.has(word) || OF_THE_PROGRAM.contains(&word)
    }

    /// The words of a command: `/word …`, or as it is given on the command line and shown in hints. A
    /// path or a fraction that begins a note is none.
    pub fn of_line(&self, app: &App, line: &str) -> Option<Vec<String>> {
        if let Some(rest) = line.strip_prefix('/') {
            let words = split(rest);
            let name = words.first()?;
            let is_word = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic());
            return is_word.then_some(words);
        }
        let words = split(line.strip_prefix(app.name)?.strip_prefix(' ')?);
        words
            .first()
            .is_some_and(|name| self.takes(name))
            .then_some(words)
    }
}

/// The words of a line, taken apart at spaces, but not within quotes. A quote that is not closed goes to the end.
fn split(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) if word.as_ref().is_none_or(String::is_empty) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::COMMANDS;
    use crate::testing::ROCKS;

    fn of(line: &str) -> Option<Vec<String>> {
        COMMANDS.of_line(&ROCKS, line)
    }

    #[test]
    fn a_slash_before_a_word_is_a_command() {
        assert_eq!(of("/plot a \"b c\"").unwrap(), ["plot", "a", "b c"]);
        for note in ["/", "1/2 mile", "/2 cuts", "/home/me is where", "plot"] {
            assert_eq!(of(note), None, "{note}");
        }
    }

    #[test]
    fn a_command_may_be_given_as_on_the_command_line() {
        let app = ROCKS.name;
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

    #[test]
    fn quotes_keep_words_together() {
        assert_eq!(split("plot granite"), ["plot", "granite"]);
        assert_eq!(
            split("plot --from \"last month\""),
            ["plot", "--from", "last month"]
        );
        assert_eq!(split("  a  'b c' "), ["a", "b c"]);
        assert_eq!(split("it's \"open end"), ["it's", "open end"]);
        assert_eq!(split("\"\""), [""]);
        assert!(split(" ").is_empty());
    }
}
