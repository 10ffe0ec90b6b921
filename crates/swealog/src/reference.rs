//! `docs/cli.md` is written from the commands themselves and compared here.
//! `UPDATE_DOCS=1 cargo test docs_` writes it again.

use std::fmt::Write as _;
use std::path::Path;

use crate::app::SWEALOG;

fn page() -> String {
    let mut root = quilto_shell::command(&SWEALOG).term_width(90);
    root.build();
    let mut page = String::from(
        "# Command line reference\n\nWritten from the commands themselves; \
         `make docs` writes it again. What the exit codes mean stands with the\n\
         [settings](config.md#exit-codes), what `--json` prints on [its page](json.md).\n",
    );
    let mut commands = vec![(root.get_name().to_owned(), root.clone())];
    for command in root.get_subcommands() {
        add(&mut commands, root.get_name(), command);
    }
    for (name, mut command) in commands {
        let help = command.render_long_help().to_string();
        let help: Vec<&str> = help.lines().map(str::trim_end).collect();
        write!(
            page,
            "\n## {name}\n\n```text\n{}\n```\n",
            help.join("\n").trim()
        )
        .unwrap();
    }
    page
}

fn add(commands: &mut Vec<(String, clap::Command)>, parent: &str, command: &clap::Command) {
    let name = format!("{parent} {}", command.get_name());
    commands.push((name.clone(), command.clone()));
    for inner in command.get_subcommands() {
        add(commands, &name, inner);
    }
}

#[test]
fn docs_cli_reference_is_up_to_date() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli.md");
    let page = page();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&file, &page).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        written == page,
        "docs/cli.md is out of date; write it again with `UPDATE_DOCS=1 cargo test docs_`"
    );
}
