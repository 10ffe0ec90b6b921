//! The language of a person, where no words of theirs show it.

use quilto::model::Language;

/// Variables that say which language a person reads, the weightiest first.
const LANGUAGES: &[&str] = &["LC_ALL", "LC_MESSAGES", "LANG"];

/// The language that the environment names.
pub fn language() -> Language {
    let named = |name: &&str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let place = LANGUAGES.iter().find_map(named).unwrap_or_default();
    let mut languages = Language::ALL.into_iter();
    let spoken = languages.find(|language| place.starts_with(language.code()));
    spoken.unwrap_or_default()
}
