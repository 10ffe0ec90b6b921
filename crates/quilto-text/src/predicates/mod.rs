//! Verbs and adjectives of a language that hangs endings on stems (Korean): what a word is a form of, and a
//! question spelled with care, so that what is glued together or typed in haste reads like the rest.

mod file;
mod forms;
mod spelling_repair;
mod stem;

use std::collections::{BTreeMap, HashSet};
use std::sync::OnceLock;

use quilto_vocabulary::normalize::is_syllable;

use self::file::File;
use self::forms::Forms;
use crate::hangul::{is_particles, jamo};

/// Forms of verbs, and the words that stand around them.
#[derive(Debug)]
struct Predicates {
    forms: Forms,
    polite: Vec<String>,
    nouns: Vec<String>,
    others: Vec<String>,
    before: Vec<String>,
    full: BTreeMap<String, String>,
    names: HashSet<String>,
}

impl Predicates {
    fn new(file: File) -> Self {
        Self {
            forms: Forms::new(&file),
            polite: file.polite,
            nouns: file.nouns,
            others: file.others,
            before: file.before,
            full: file.full,
            names: file.names.into_iter().collect(),
        }
    }

    /// Whether a word is a noun that leans on a verb, with its particles or as what is said to be.
    fn is_noun(&self, word: &str, nouns: &[String]) -> bool {
        let polite = |rest: &str| {
            let mut bare = self
                .polite
                .iter()
                .filter_map(|end| rest.strip_suffix(&**end));
            is_particles(rest) || bare.any(is_particles)
        };
        let letters = jamo(word);
        let said_to_be = |noun: &str| {
            letters.strip_prefix(&*jamo(noun)).is_some_and(|rest| {
                // 거야, 거였어, and 건가 of 거인가.
                let copula = &self.forms.copula;
                let full = format!("{}{rest}", copula.stem[0]);
                let form = |letters: &str| self.forms.form(letters, copula).is_some();
                form(rest) || form(&full)
            })
        };
        let mut nouns = nouns.iter();
        nouns.any(|noun| word.strip_prefix(&**noun).is_some_and(polite) || said_to_be(noun))
    }

    /// Whether a word is a name that is spelled like a form, with its particles.
    fn is_name(&self, word: &str) -> bool {
        let mut names = self.names.iter();
        names.any(|name| word.strip_prefix(&**name).is_some_and(is_particles))
    }
}

fn predicates() -> &'static Predicates {
    static PREDICATES: OnceLock<Predicates> = OnceLock::new();
    PREDICATES.get_or_init(|| Predicates::new(file::read()))
}

/// Whether a word says no more than that something is done, asked or noted: a form of a plain verb, or a noun
/// that leans on one.
pub fn says_nothing(word: &str) -> bool {
    let all = predicates();
    if word.is_empty() || !word.chars().all(is_syllable) || all.is_name(word) {
        return false;
    }
    match all.forms.read(word) {
        Some((_, plain)) => plain,
        None => all.is_noun(word, &all.nouns) || all.is_noun(word, &all.others),
    }
}

/// Whether a word is a verb of the past as questions have it, of whatever stem (봤어, 썼나요).
pub fn past_tense(word: &str) -> bool {
    predicates().forms.asks_of_past(word)
}

/// A text as somebody would write it who takes care: what is glued to a verb stands apart, letters without a
/// syllable are left out, and the past has both of its letters.
pub fn with_care(text: &str) -> String {
    predicates().with_care(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_plain_verbs_say_nothing() {
        let words = "나간 했고 됐는지도요 나옴 먹냐 걸은 뛴 들어갔을까요 마셨더라 알려주셈 부탁드려요 궁금합니다 불러봐 먹었었나 되려나 거예요 \
            건가요 날이 게 갔다왔는지 들은 보여주시면 드는 쳤지 나가냐";
        for word in words.split_whitespace() {
            assert!(says_nothing(word), "{word}");
        }
    }

    #[test]
    fn names_and_what_may_matter_are_left() {
        let words = "가지볶음 가지 나물 마라탕 감 잼 오이 자두 보리차 치즈 타코 사과 고구마 들깨 나가사키 적은 써놓은 넘긴 쉰 늘었어 안 못 \
            없는 빼고 말고 낮은 채운 철수 김치전 탕 주스 하몽";
        for word in words.split_whitespace() {
            assert!(!says_nothing(word), "{word}");
        }
    }

    #[test]
    fn the_past_of_any_stem_is_known_where_it_asks() {
        for word in [
            "봤어",
            "썼나요",
            "갈았더라",
            "했었지",
            "나왔던",
            "뛰었는지요",
        ] {
            assert!(past_tense(word), "{word}");
        }
        for word in [
            "봤",
            "써요",
            "패스했다",
            "깼으니",
            "화강암",
            "granite",
            "쌌돌",
            "",
        ] {
            assert!(!past_tense(word), "{word}");
        }
    }

    #[test]
    fn what_is_glued_to_a_verb_stands_apart() {
        for (typed, careful) in [
            ("못잔날 며칠", "못 잔 날 며칠"),
            ("만보 넘긴날은", "걸음 10000보 넘긴 날은"),
            ("안뛴날이", "안 뛴 날이"),
            ("화강암할때 벨트", "화강암 할 때 벨트"),
            ("한적 있냐ㅋㅋ", "한 적 있냐"),
            ("뭐 먹엇나", "뭐 먹었나"),
            ("햇냐", "했냐"),
            ("몇번 갔던건지요", "몇번 갔던 건지요"),
            ("5km 뛴거", "5km 뛴 거"),
            ("만보는 젤 첨으로", "걸음 10000보는 제일 처음으로"),
            ("가지볶음 먹은날ㅠㅠ", "가지볶음 먹은 날"),
            ("버섯고기 한달 간수치 마라탕", "버섯고기 한달 간수치 마라탕"),
            ("granite は 3번", "granite は 3번"),
        ] {
            assert_eq!(with_care(typed), careful);
        }
    }
}
