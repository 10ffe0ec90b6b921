//! What is said in one language at a time.

use std::sync::OnceLock;

use quilto_model::Language;
use serde::de::DeserializeOwned;

use super::embedded;

/// A file of wordings, of which a language is read when it is first asked for. A test of the file holds
/// that every language has it: one that has none says nothing.
#[derive(Debug)]
pub struct Wordings<T> {
    file: &'static str,
    read: [OnceLock<T>; Language::ALL.len()],
}

impl<T: DeserializeOwned + Default> Wordings<T> {
    /// Those of a file, by its name without the extension.
    pub const fn new(file: &'static str) -> Self {
        Self {
            file,
            read: [const { OnceLock::new() }; Language::ALL.len()],
        }
    }

    /// Those of a language.
    pub fn of(&self, language: Language) -> &T {
        self.read[language as usize].get_or_init(|| {
            let mut files = embedded::FILES.iter();
            let found = files.find(|(of, file, _)| *of == language.code() && *file == self.file);
            let read = found.and_then(|(.., json)| serde_json::from_str(json).ok());
            read.unwrap_or_default()
        })
    }
}
