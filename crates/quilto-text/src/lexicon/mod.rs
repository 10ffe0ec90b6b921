//! Language as data: one folder per language, one file per subject, merged over the languages.
//!
//! Files are YAML in the source tree and JSON in the binary (the build script converts them). A
//! file is read when it is first asked for. A new language is a new folder; no code changes.

use std::sync::OnceLock;

use serde::de::DeserializeOwned;

mod core;

mod wordings;

pub use self::core::{Core, CoreWords, DayHalf};
pub use self::wordings::Wordings;

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/lexicon.rs"));
}

/// A language file that does not have the form its type describes. The embedded files are tested,
/// so this is seen only while one is being changed.
#[derive(Debug, thiserror::Error)]
#[error("the language file {language}/{file}.yaml: {source}")]
#[non_exhaustive]
pub struct LexiconError {
    /// The language's folder (`en`).
    pub language: &'static str,
    /// The file without its extension.
    pub file: &'static str,
    /// What is wrong with it.
    #[source]
    pub source: serde_json::Error,
}

/// The languages there are, by their folders' names, in order.
pub fn languages() -> Vec<&'static str> {
    let mut names: Vec<_> = embedded::FILES.iter().map(|(name, _, _)| *name).collect();
    names.dedup();
    names
}

/// One file in every language that has it, read into its type. Callers keep the result.
///
/// # Errors
///
/// The first file that does not fit the type.
pub fn read<T: DeserializeOwned>(file: &str) -> Result<Vec<(&'static str, T)>, LexiconError> {
    embedded::FILES
        .iter()
        .filter(|(_, name, _)| *name == file)
        .map(|(language, file, json)| {
            serde_json::from_str(json)
                .map(|value| (*language, value))
                .map_err(|source| LexiconError {
                    language,
                    file,
                    source,
                })
        })
        .collect()
}

/// One file with the lists of all languages joined, in the order of the languages: of files that hold
/// only lists. The build script has joined them.
///
/// # Errors
///
/// The file does not fit the type, or is none that the build script joins.
pub fn merged<T: DeserializeOwned>(file: &'static str) -> Result<T, LexiconError> {
    let found = embedded::MERGED.iter().find(|(name, _)| *name == file);
    let json = found.map_or("", |(_, json)| *json);
    serde_json::from_str(json).map_err(|source| LexiconError {
        language: "all",
        file,
        source,
    })
}

/// Numbers, units, particles and stop words of all languages.
pub fn core() -> &'static Core {
    static CORE: OnceLock<Core> = OnceLock::new();
    CORE.get_or_init(|| Core::merge(read::<CoreWords>("core").unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn core_files_have_their_form() {
        let files = read::<CoreWords>("core").unwrap();
        assert_eq!(
            files.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
            languages()
        );
    }

    #[test]
    fn an_unknown_file_is_empty() {
        assert!(read::<CoreWords>("no-such-file").unwrap().is_empty());
    }
}
