//! What holds of the names found in any text.

use proptest::prelude::*;
use quilto_domain::{GROUP, Vocabulary};
use quilto_text::read;

use super::rocks;

/// Pieces of names, particles and numbers in any order.
fn noisy() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "granite",
        "gran",
        "ite",
        "quartz",
        "qz",
        "rose",
        "tumbled",
        "smoky",
        "raw cut",
        "raw",
        "basalt",
        "석영",
        "장미",
        "텀블",
        "연",
        "화강암",
        "그래나이트",
        "을",
        "로",
        "에서",
        "했음",
        " ",
        " ",
        "-",
        "(",
        ")",
        ",",
        ".",
        "\n",
        "80",
        "kg",
        "s",
        "x",
        "5",
        "pumice stone",
        "shiny ones",
        "\u{200b}",
        "\u{301}",
        "Ｑ",
        "ㅋ",
        "😀",
        "'",
    ]);
    prop::collection::vec(pieces, 0..20).prop_map(|pieces| pieces.concat())
}

fn mentions_are_sound(vocabulary: &Vocabulary, text: &str) {
    let tokens = read(text);
    let mut end = 0;
    for mention in vocabulary.find(&tokens) {
        let (start, until) = (mention.span.start, mention.span.end);
        assert!(
            start < until && text.get(start..until).is_some(),
            "{mention:?} in {text:?}"
        );
        assert!(start >= end, "mentions overlap in {text:?}");
        assert!(mention.tokens.start < mention.tokens.end && mention.tokens.end <= tokens.len());
        assert!(mention.kind.as_ref() == GROUP || vocabulary.term(&mention.term).is_some());
        end = until;
    }
}

#[test]
fn a_name_ends_before_the_next_one_in_the_same_brackets() {
    mentions_are_sound(rocks().vocabulary(), "rose(basaltbasalt)");
}

proptest! {
    #[test]
    fn names_in_any_text_are_sound(text in noisy()) {
        mentions_are_sound(rocks().vocabulary(), &text);
    }

    #[test]
    fn names_in_arbitrary_text_are_sound(text in any::<String>()) {
        mentions_are_sound(rocks().vocabulary(), &text);
    }
}
