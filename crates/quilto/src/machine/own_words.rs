//! What a run itself says where no agent has words for it, in the language of the question.

use serde::Deserialize;

use crate::model::Language;
use crate::text::lexicon::Wordings;
use crate::text::template::Template;

/// `run.yaml` of the lexicon.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OwnWords {
    pub nothing_supports: String,
    pub left_open: String,
    pub nothing_to_read: String,
    pub not_worded: Template,
    pub unchecked: Template,
    pub steps_over: Template,
}

impl OwnWords {
    pub fn of(language: Language) -> &'static Self {
        static ALL: Wordings<OwnWords> = Wordings::new("run");
        ALL.of(language)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wording_files_have_their_form() {
        let files = crate::text::lexicon::read::<OwnWords>("run").unwrap();
        assert_eq!(files.len(), Language::ALL.len());
    }
}
