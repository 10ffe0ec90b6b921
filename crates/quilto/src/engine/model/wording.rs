//! Whether a draft reads as an answer to a person.

use super::guard::outside_quotes;
use super::prompt_lines;
use crate::text::is_syllable;
use quilto_language::Language;

/// What is wrong with the words of a draft, for the model: another language than the question's, and
/// keys in the place of words.
pub fn slips(draft: &str, question: &str) -> Vec<String> {
    let plain = outside_quotes(draft);
    let mut found = Vec::new();
    let hangul = plain.chars().filter(|c| is_syllable(*c)).count();
    let latin = plain.chars().filter(char::is_ascii_alphabetic).count();
    // Names and units may be of the other language, whole sentences not.
    let other = match Language::of(question) {
        Language::Korean => hangul == 0 && latin > 0,
        Language::English => hangul > latin,
    };
    if other {
        found.push(format!(
            "the answer must be in {}",
            prompt_lines::language(question)
        ));
    }
    let key = |word: &&str| {
        let word = word.trim_matches('_');
        word.contains('_') && word.starts_with(char::is_alphabetic) && !question.contains(word)
    };
    let words = plain.split(|c: char| !c.is_alphanumeric() && c != '_');
    if let Some(key) = words.into_iter().find(key) {
        found.push(format!("{key:?} is no word that a person says"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_in_the_language_of_the_question() {
        let why = "화강암은 왜 덜 닦았어?";
        assert_eq!(
            slips("Granite was polished less.", why),
            ["the answer must be in Korean"]
        );
        assert!(slips("Granite: 25 min이 최고예요.", why).is_empty());
        assert!(slips("25 (2026-11-05)", why).is_empty());
        assert!(slips("화강암은 25 min이 최고예요.", "why less granite?").len() == 1);
        assert!(
            slips(
                "화강암: your longest was 25 min.",
                "longest 화강암 in English?"
            )
            .len()
                < 2
        );
    }

    #[test]
    fn keys_are_no_words() {
        let found = slips("granite_trend: none.", "why less granite?");
        assert_eq!(found, ["\"granite_trend\" is no word that a person says"]);
        assert!(slips("You noted \"granite_trend\" once.", "why?").is_empty());
        assert!(slips("granite_1 shone.", "how did granite_1 shine?").is_empty());
    }
}
