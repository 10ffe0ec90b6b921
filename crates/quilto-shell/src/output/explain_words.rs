//! What `explain` tells, in the languages people read it in: `explain.yaml` of the lexicon.

use std::collections::HashMap;

use quilto::engine::builtin::explain::ReaderKind;
use quilto::model::{Act, InputType, Language};
use quilto::text::lexicon::Wordings;
use quilto::text::template::Template;
use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExplainWords {
    taken_for: HashMap<InputType, String>,
    pub nothing_kept: String,
    pub why: Template,
    pub domains: Template,
    pub base_only: String,
    pub tells: Template,
    pub asks: Template,
    pub corrects: Template,
    pub clauses: String,
    pub no_data: String,
    pub asked: Template,
    pub all_read: String,
    pub not_read: Template,
    pub nothing_read: String,
    pub means: Template,
    pub instead: Template,
    pub instead_unread: Template,
    pub by_phrases: String,
    pub by_words: String,
    pub by_said: String,
    pub planned: Template,
    acts: HashMap<Act, String>,
}

impl ExplainWords {
    pub fn of(language: Language) -> &'static Self {
        static ALL: Wordings<ExplainWords> = Wordings::new("explain");
        ALL.of(language)
    }

    pub fn taken_for(&self, kind: InputType) -> &str {
        self.taken_for.get(&kind).map_or("", String::as_str)
    }

    pub fn act(&self, act: Act) -> &str {
        self.acts.get(&act).map_or(act.name(), String::as_str)
    }

    pub fn read_by(&self, by: ReaderKind) -> &str {
        match by {
            ReaderKind::Phrases => &self.by_phrases,
            ReaderKind::Words => &self.by_words,
            ReaderKind::Said | ReaderKind::Slots => &self.by_said,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_act_and_every_kind_of_text_has_its_wording() {
        for language in Language::ALL {
            let words = ExplainWords::of(language);
            assert_eq!(words.acts.len(), Act::COUNT, "{language:?}");
            assert_eq!(words.taken_for.len(), 4, "{language:?}");
        }
    }
}
