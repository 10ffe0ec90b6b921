//! `config init`: a settings file to begin with.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::Path;

use serde_json::json;

use crate::error::{CliError, Exit};
use crate::settings::{DEFAULTS, Sources};
use crate::ui::{QUIET, Ui};

const HEAD: &str = "\
# Your settings. Everything is commented out and shows the default: take the # away from what you
# want to change, and from the lines it stands below.
";

pub fn run(sources: &Sources, ui: &mut Ui, force: bool, json: bool) -> Result<Exit, CliError> {
    let Some((path, _)) = sources.config_file() else {
        return Err(CliError::failed("there is no folder for settings")
            .hint("name a file with --config FILE"));
    };
    let shown = path.display();
    let cannot = |error: std::io::Error| {
        CliError::failed(format!("cannot write the settings file {shown}"))
            .cause(error)
            .hint("name another one with --config FILE")
    };
    if let Some(dir) = path.parent() {
        std::fs::create_dir_all(dir).map_err(cannot)?;
    }
    let kept = force && path.exists();
    let backup = path.with_extension("yaml.bak");
    if kept {
        std::fs::rename(&path, &backup).map_err(cannot)?;
    }
    match write(&path, &commented(DEFAULTS)) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            return Err(
                CliError::failed(format!("there is a settings file already: {shown}"))
                    .hint("--force writes a new one and keeps the old one beside it"),
            );
        }
        written => written.map_err(cannot)?,
    }
    let kept = kept.then(|| backup.display().to_string());
    if json {
        ui.json(&json!({"config_file": path.display().to_string(), "kept": kept}))?;
        return Ok(Exit::Done);
    }
    ui.line(&format!("Wrote {shown}"))?;
    if let Some(kept) = kept {
        ui.remark(&format!("{QUIET}the old one is kept as {kept}{QUIET:#}"));
    }
    Ok(Exit::Done)
}

/// Writes a new file that only its owner reads: it may come to hold keys.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}

/// The defaults with every value commented out. Explanations keep the blank after their `#`.
pub fn commented(defaults: &str) -> String {
    let below_head = defaults
        .split_once("\n\n")
        .map_or(defaults, |(_, below)| below);
    let mut text = format!("{HEAD}\n");
    for line in below_head.lines() {
        if !line.trim().is_empty() && !line.trim_start().starts_with('#') {
            text.push('#');
        }
        text.push_str(line);
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_the_marks_it_says_what_the_defaults_say() {
        let text = commented(DEFAULTS);
        assert!(
            text.lines()
                .all(|line| line.is_empty() || line.trim_start().starts_with('#'))
        );
        let values: String = text
            .lines()
            .map(|line| match line.strip_prefix('#') {
                Some(value) if !value.starts_with(' ') || value.starts_with("  ") => value,
                _ => "",
            })
            .flat_map(|line| [line, "\n"])
            .collect();
        let read = |text: &str| serde_yaml::from_str::<serde_json::Value>(text).unwrap();
        assert_eq!(read(&values), read(DEFAULTS));
    }
}
