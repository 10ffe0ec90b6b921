//! What of a text is written out, and what is odd about it.

use quilto_text::inspect::{self, Unreadable, Warning};
use quilto_text::read;

use crate::day;

#[test]
fn inspection_finds_what_is_written_out() {
    let today = day("2026-11-21");
    let pairs = |found: Vec<inspect::NormalizedMention>| -> Vec<(String, String)> {
        found
            .into_iter()
            .map(|found| (found.original, found.normalized))
            .collect()
    };
    let tokens =
        read("Paid $3,210.50 on 31.01.2026, 2.500,00 more by 2026년 3월 15일; today nothing.");
    assert_eq!(
        pairs(inspect::numbers(&tokens, today)),
        [
            ("3,210.50".into(), "3210.5".into()),
            ("2.500,00".into(), "2500".into())
        ]
    );
    assert_eq!(
        pairs(inspect::dates(&tokens, today)),
        [
            ("31.01.2026".into(), "2026-01-31".into()),
            ("2026년 3월 15일".into(), "2026-03-15".into())
        ]
    );
}

#[test]
fn oddities_are_named() {
    assert_eq!(inspect::unreadable(""), Some(Unreadable::EmptyContent));
    assert_eq!(
        inspect::unreadable(" \t\n\u{200b}"),
        Some(Unreadable::WhitespaceOnly)
    );
    assert_eq!(inspect::unreadable("b"), None);
    assert_eq!(inspect::warnings("granite 5 min, 80kg → ok ½ 😀👩‍🔬 ±2°"), []);
    assert_eq!(inspect::warnings("b"), [Warning::InputTooShort]);
    assert_eq!(
        inspect::warnings("gr\u{200b}anite"),
        [Warning::ZeroWidthCharactersDetected]
    );
    assert_eq!(
        inspect::warnings("gr\u{337}\u{328}\u{31b}\u{319}anite"),
        [Warning::CombiningDiacriticalMarksDetected]
    );
    assert_eq!(
        inspect::warnings("∑ and ♔"),
        [Warning::SpecialUnicodeCharacters]
    );
    assert_eq!(
        inspect::warnings("```\nopen"),
        [Warning::UnclosedCodeBlocks, Warning::MalformedMarkdown]
    );
    assert_eq!(inspect::warnings("```\nclosed\n```"), []);
    assert_eq!(
        inspect::warnings(&"rock ".repeat(300)),
        [Warning::ExtremelyLongLine]
    );
    assert_eq!(
        inspect::warnings(&format!("{}roc", "rock ".repeat(2000))),
        [Warning::InputMayBeTruncated, Warning::ExtremelyLongLine]
    );
}
