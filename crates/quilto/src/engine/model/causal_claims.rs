//! Claims of a cause. Notes show that things went together; that one made the other, only the
//! person can say. So a draft may say "because" where a note does.

use std::sync::LazyLock;

use super::guard::outside_quotes;
use crate::agents::EvaluatorInput;
use crate::model::{EvaluationFeedback, QueryType};

static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    // A test reads the file, so that it cannot be broken unseen.
    serde_yaml::from_str(include_str!("causes.yaml")).unwrap_or_default()
});

/// What is wrong with a draft that explains where its notes do not.
pub fn claimed(input: &EvaluatorInput) -> Option<EvaluationFeedback> {
    let explains = |part: &crate::agents::AnalyzedPart| {
        part.sub_query.query_type == QueryType::Insight
            && !part.entries.iter().any(|entry| found(&entry.raw).is_some())
    };
    let word = found(&outside_quotes(&input.response))?;
    input
        .parts
        .iter()
        .any(explains)
        .then(|| EvaluationFeedback {
            issue: format!("{:?} claims a cause that no note names", word.trim()),
            suggestion: "say what went together, and that the notes cannot prove a cause"
                .to_owned(),
            affected_claim: sentence_with(&input.response, word),
        })
}

/// The sentence that says it.
fn sentence_with(text: &str, word: &str) -> Option<String> {
    let mut sentences = text.lines().flat_map(|line| line.split_inclusive(". "));
    let saying = |sentence: &&str| found(&outside_quotes(sentence)) == Some(word);
    sentences
        .find(saying)
        .map(|sentence| sentence.trim().to_owned())
}

fn found(text: &str) -> Option<&'static str> {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = format!(" {} ", words.to_lowercase());
    WORDS
        .iter()
        .map(String::as_str)
        .find(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_read() {
        assert!(found("It wilts because it was dry.").is_some());
        assert!(found("물을 안 줬기 때문이에요").is_some());
        assert_eq!(found("The notes cannot prove a cause."), None);
    }

    #[test]
    fn the_sentence_is_named() {
        let text = "It grew by 2.5 cm. It wilts because it was dry. Water it.";
        assert_eq!(
            sentence_with(text, " because ").as_deref(),
            Some("It wilts because it was dry.")
        );
    }
}
