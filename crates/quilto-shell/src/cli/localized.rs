//! The command line in the language of the place: its help, and what is told of what it does not understand.
//! English stands with the arguments; other languages beside them, by the English text.

use std::collections::HashMap;
use std::sync::OnceLock;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command};
use quilto::model::Language;
use quilto::text::template::Template;
use serde::Deserialize;

use crate::app::App;

/// How clap shows what went wrong.
const FAULT: anstyle::Style = anstyle::AnsiColor::Red.on_default().bold();

/// The command line in a language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HelpWords {
    headings: Headings,
    refusals: Refusals,
    /// By the English text.
    texts: HashMap<String, String>,
}

/// What stands around the texts.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Headings {
    usage: String,
    commands: String,
    arguments: String,
    options: String,
    default: Template,
    possible: Template,
}

/// What is told of what the command line does not say as it must.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Refusals {
    error: String,
    unknown_argument: Template,
    unknown_command: Template,
    missing: Template,
    no_value: Template,
    bad_value: Template,
    conflict: Template,
    possible: Template,
    meant: Template,
    more: String,
}

impl HelpWords {
    /// Those of a language; none for the one that stands with the arguments.
    fn of(language: Language) -> Option<&'static Self> {
        static KOREAN: OnceLock<Option<HelpWords>> = OnceLock::new();
        match language {
            Language::English => None,
            Language::Korean => KOREAN
                .get_or_init(|| serde_yaml::from_str(include_str!("help/ko.yaml")).ok())
                .as_ref(),
        }
    }

    /// A text, which names the application here and there.
    fn text(&self, app: &App, english: &StyledStr) -> Option<String> {
        let name = app.name.to_uppercase();
        let english = english.to_string().replace(&format!("{name}_"), "{app}_");
        let said = self.texts.get(&english)?;
        Some(said.replace("{app}", &name))
    }
}

/// The command in a language. What has no text there stays as it is.
pub fn command(command: Command, app: &App, language: Language) -> Command {
    let Some(words) = HelpWords::of(language) else {
        return command;
    };
    let own = |name: &'static str, english: &'static str, action| {
        let help = words.text(app, &english.into()).unwrap_or_default();
        Arg::new(name).long(name).help(help).action(action)
    };
    let help = own("help", "Print help", ArgAction::Help)
        .short('h')
        .global(true);
    let version = own("version", "Print version", ArgAction::Version).short('V');
    let command = command
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(help)
        .arg(version);
    in_words(command, app, words)
}

fn in_words(mut command: Command, app: &App, words: &'static HelpWords) -> Command {
    let headings = &words.headings;
    if let Some(about) = command.get_about().and_then(|about| words.text(app, about)) {
        command = command.about(about);
    }
    let template = format!(
        "{{before-help}}{{about-with-newline}}\n{} {{usage}}\n\n{{all-args}}{{after-help}}",
        headings.usage
    );
    let command = command
        .help_template(template)
        .subcommand_help_heading(&*headings.commands)
        .mut_args(|arg| argument(arg, app, words));
    command.mut_subcommands(|sub| in_words(sub, app, words))
}

fn argument(arg: Arg, app: &App, words: &'static HelpWords) -> Arg {
    let headings = &words.headings;
    let said = arg.get_help().and_then(|help| words.text(app, help));
    let mut help = said
        .or_else(|| arg.get_help().map(ToString::to_string))
        .unwrap_or_default();
    let takes_value = arg.get_action().takes_values();
    let defaults = arg
        .get_default_values()
        .iter()
        .map(|value| value.to_string_lossy());
    let defaults = defaults.collect::<Vec<_>>().join(" ");
    if takes_value && !defaults.is_empty() && !arg.is_hide_default_value_set() {
        help += &format!(" {}", headings.default.fill(&[("value", &defaults)]));
    }
    let possible = arg.get_possible_values();
    let possible = possible.iter().filter(|value| !value.is_hide_set());
    let possible: Vec<&str> = possible.map(|value| value.get_name()).collect();
    if takes_value && !possible.is_empty() && !arg.is_hide_possible_values_set() {
        help += &format!(
            " {}",
            headings.possible.fill(&[("values", &possible.join(", "))])
        );
    }
    let heading = match arg.get_help_heading() {
        Some(heading) => words.texts.get(heading),
        None if arg.is_positional() => Some(&headings.arguments),
        None => Some(&headings.options),
    };
    let arg = match heading {
        Some(heading) => arg.help_heading(&**heading),
        None => arg,
    };
    let arg = arg.help(help.trim().to_owned());
    match takes_value {
        true => arg.hide_default_value(true).hide_possible_values(true),
        false => arg,
    }
}

/// What is told of a command line that says something else than it must; none where there are no words for it.
pub fn refusal(error: &clap::Error, language: Language) -> Option<String> {
    let refusals = &HelpWords::of(language)?.refusals;
    let told = |kind| error.get(kind).map(said).filter(|said| !said.is_empty());
    let what = told(ContextKind::InvalidArg).unwrap_or_default();
    let value = told(ContextKind::InvalidValue);
    let failed = match error.kind() {
        ErrorKind::UnknownArgument => refusals.unknown_argument.fill(&[("what", &what)]),
        ErrorKind::InvalidSubcommand => {
            let what = told(ContextKind::InvalidSubcommand)?;
            refusals.unknown_command.fill(&[("what", &what)])
        }
        ErrorKind::MissingRequiredArgument => refusals.missing.fill(&[("what", &what)]),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => match &value {
            Some(value) => refusals
                .bad_value
                .fill(&[("value", value), ("what", &what)]),
            None => refusals.no_value.fill(&[("what", &what)]),
        },
        ErrorKind::ArgumentConflict => {
            let other = told(ContextKind::PriorArg)?;
            refusals
                .conflict
                .fill(&[("what", &what), ("other", &other)])
        }
        _ => return None,
    };
    let mut lines = vec![format!("{FAULT}{}{FAULT:#} {failed}", refusals.error)];
    if let Some(values) = told(ContextKind::ValidValue) {
        lines.push(refusals.possible.fill(&[("values", &values)]));
    }
    let near = [
        ContextKind::SuggestedArg,
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedValue,
    ];
    if let Some(near) = near.into_iter().find_map(told) {
        lines.push(refusals.meant.fill(&[("near", &near)]));
    }
    lines.push(refusals.more.clone());
    Some(lines.join("\n") + "\n")
}

fn said(value: &ContextValue) -> String {
    match value {
        ContextValue::None => String::new(),
        ContextValue::Strings(all) => all.join(", "),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args;
    use crate::testing::ROCKS;

    /// All that help says of a command and those below it, but for what the application says itself.
    fn texts(command: &Command, found: &mut Vec<StyledStr>) {
        for arg in command.get_arguments() {
            found.extend(arg.get_help().cloned());
            found.extend(
                arg.get_help_heading()
                    .map(|heading| heading.to_owned().into()),
            );
        }
        for sub in command.get_subcommands() {
            found.extend(sub.get_about().cloned());
            texts(sub, found);
        }
    }

    #[test]
    fn every_text_of_the_help_has_one_in_korean_and_no_other_is_kept() {
        let words = HelpWords::of(Language::Korean).unwrap();
        let english = args::command_in(&ROCKS, Language::English);
        let mut found = vec!["Print help".into(), "Print version".into()];
        texts(&english, &mut found);
        // those that a part of the command line has before it is carried by an application
        let plain = [
            "Let in only those who send the token in this file",
            "The words of a note; without words, or for -, they are read from standard input",
        ];
        let missing: Vec<_> = found
            .iter()
            .filter(|text| words.text(&ROCKS, text).is_none())
            .collect();
        assert!(missing.is_empty(), "{missing:#?}");
        let name = ROCKS.name.to_uppercase();
        let known = |text: &str| {
            let is = |found: &StyledStr| {
                found.to_string().replace(&format!("{name}_"), "{app}_") == text
            };
            plain.contains(&text) || found.iter().any(is)
        };
        let left: Vec<_> = words.texts.keys().filter(|text| !known(text)).collect();
        assert!(left.is_empty(), "nobody says this any more: {left:#?}");
    }

    #[test]
    fn help_in_korean_says_nothing_in_english_around_its_texts() {
        let korean = args::command_in(&ROCKS, Language::Korean);
        let mut serve = korean.clone();
        serve.build();
        let serve = serve
            .find_subcommand_mut("serve")
            .unwrap()
            .render_help()
            .to_string();
        for text in ["사용법:", "옵션:", "(기본값: 8787)", "도움말을 보여 준다"] {
            assert!(serve.contains(text), "{text}: {serve}");
        }
        let all = korean.clone().render_help().to_string();
        for english in [
            "Usage:",
            "Options:",
            "Commands:",
            "Arguments:",
            "[default",
            "Print",
        ] {
            assert!(
                !serve.contains(english) && !all.contains(english),
                "{english}: {all}"
            );
        }
        assert!(all.contains("명령:"), "{all}");
    }

    #[test]
    fn what_is_wrong_with_a_command_line_is_told_in_korean() {
        let refused = |words: &[&str]| {
            let korean = args::command_in(&ROCKS, Language::Korean);
            let error = korean
                .try_get_matches_from([&["rocks"], words].concat())
                .unwrap_err();
            refusal(&error, Language::Korean).unwrap_or_else(|| panic!("{words:?}: {error}"))
        };
        for (words, told) in [
            (&["history", "--nowhere"][..], "--nowhere"),
            (&["users", "ad"], "add"),
            (&["config", "get"], "<KEY>"),
            (&["serve", "--port", "granite"], "granite"),
            (&["serve", "--log-format", "x"], "가능한 값: text, json"),
            (&["-q", "--trace", "history"], "함께 쓸 수 없어요"),
            (&["serve", "--port"], "--port"),
        ] {
            let said = refused(words);
            assert!(
                said.contains(told) && said.contains("오류:"),
                "{words:?}: {said}"
            );
        }
    }

    #[test]
    fn a_command_means_the_same_in_every_language() {
        for words in [
            &["rocks", "history", "-n", "3"][..],
            &["rocks", "log", "granite"],
            &["rocks", "--json", "serve", "--port", "0"],
        ] {
            let of = |language| args::command_in(&ROCKS, language).try_get_matches_from(words);
            let (english, korean) = (
                of(Language::English).unwrap(),
                of(Language::Korean).unwrap(),
            );
            assert_eq!(english.subcommand_name(), korean.subcommand_name());
        }
    }
}
