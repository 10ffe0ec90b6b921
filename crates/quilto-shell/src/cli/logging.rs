//! What the program notes about its own work, for whoever looks for a fault: as `RUST_LOG` says, to
//! stderr or into a file. No words of anybody's stand in it above the level `trace`.

use std::fs::OpenOptions;
use std::path::Path;
use std::sync::Mutex;

use clap::ValueEnum;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::layer;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::error::CliError;

const VARIABLE: &str = "RUST_LOG";

/// How lines are written.
// no docs on the variants: they would blow up the help
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    #[default]
    Text,
    Json,
}

/// Notes from now on what `RUST_LOG` names, and without it what is `usual`, if anything.
pub fn begin(file: Option<&Path>, usual: Option<&str>, format: LogFormat) -> Result<(), CliError> {
    let named = std::env::var(VARIABLE)
        .ok()
        .filter(|named| !named.is_empty());
    let usual = usual.or_else(|| file.and(Some("debug")));
    let Some(wanted) = named.as_deref().or(usual) else {
        return Ok(());
    };
    let filter: Targets = wanted.parse().map_err(|error| {
        CliError::usage(format!(
            "{VARIABLE} says nothing that can be noted: {wanted:?}"
        ))
        .cause(error)
        .hint("a level such as debug, or quilto=trace for a part of the program")
    })?;
    // the library notes whole messages, and in them anybody's words
    let filter = filter.with_target("rmcp", LevelFilter::OFF);
    let noting = tracing_subscriber::registry().with(filter);
    let in_words = format == LogFormat::Text;
    let lines = layer().with_ansi(false);
    let began = match file {
        None if in_words => noting
            .with(lines.with_target(false).with_writer(std::io::stderr))
            .try_init(),
        None => noting
            .with(
                lines
                    .json()
                    .flatten_event(true)
                    .with_writer(std::io::stderr),
            )
            .try_init(),
        Some(path) => {
            let mut options = OpenOptions::new();
            options.append(true).create(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let file = options.open(path).map_err(|error| {
                CliError::failed(format!("cannot write {}", path.display()))
                    .cause(error)
                    .hint("name a file in a folder that is there and that you may write to")
            })?;
            let lines = lines.with_writer(Mutex::new(file));
            match in_words {
                true => noting.with(lines).try_init(),
                false => noting.with(lines.json().flatten_event(true)).try_init(),
            }
        }
    };
    // somebody else notes already
    began.ok();
    Ok(())
}
