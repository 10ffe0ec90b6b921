//! What holds for any text.

use chrono::NaiveDate;
use proptest::prelude::*;
use quilto_text::dates::{self, DateContext};
use quilto_text::inspect;
use quilto_text::{Normalized, Symbol, TokenKind, normalize, read};

/// Text of the signs that matter here, in any order.
fn noisy() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "1", "20", "5", ".", ",", ":", "/", "-", "x", " ", "\n", "\r\n", "kg", "키로", "m", "s",
        "h", "시", "분", "월", "일", "년", "다섯", "팔십", "백", "만", "전", "지난", "주", "last ",
        "march", "may ", "week", "ago", "half", "a ", "and ", "hundred", "to ", "부터", "까지",
        "½", "０", "\u{200b}", "\u{301}", "\u{1112}", "\u{1161}", "'", "\"", "(", ")", "@",
        "first ", "of ", "2026", "between ", "since ", "오후 ", "am", "😀", "q1 ", "granite ",
        "quartz ", "rose ", "석영", "장미", "을", "로",
    ]);
    prop::collection::vec(pieces, 0..24).prop_map(|pieces| pieces.concat())
}

fn holds_for_any(text: &str) -> Result<(), TestCaseError> {
    let tokens = read(text);
    let mut end = 0;
    for (at, token) in tokens.iter().enumerate() {
        prop_assert!(token.span.start >= end, "tokens overlap in {text:?}");
        prop_assert!(text.get(token.span.start..token.span.end).is_some());
        prop_assert!(!tokens.norm(at).is_empty());
        if let Some(number) = token.number() {
            prop_assert!(number.value.is_finite() && number.value >= 0.0);
            prop_assert!(text.get(number.span.start..number.span.end).is_some());
        }
        if let TokenKind::Word(_) = token.kind {
            prop_assert!(!tokens.norm(at).contains(char::is_whitespace));
        }
        end = token.span.end;
    }
    let today = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    for cx in [DateContext::note(today), DateContext::question(today)] {
        let mut last = 0;
        for found in dates::find(&tokens, &cx) {
            prop_assert!(found.range.start <= found.range.end, "{found:?}");
            prop_assert!(text.get(found.span.start..found.span.end).is_some());
            prop_assert!(
                found.tokens.start >= last && !found.tokens.is_empty(),
                "{found:?}"
            );
            last = found.tokens.end;
        }
    }
    let sections = dates::sections(&tokens, today);
    for section in &sections {
        prop_assert!(text.get(section.span.start..section.span.end).is_some());
    }
    inspect::numbers(&tokens, today);
    inspect::warnings(text);
    Ok(())
}

proptest! {
    #[test]
    fn any_text_is_read(text in any::<String>()) {
        holds_for_any(&text)?;
    }

    #[test]
    fn noisy_text_is_read(text in noisy()) {
        holds_for_any(&text)?;
    }

    #[test]
    fn the_way_back_is_sound(text in any::<String>()) {
        let normal = Normalized::new(&text);
        let mut ends: Vec<usize> = normal.text().char_indices().map(|(at, _)| at).collect();
        ends.push(normal.text().len());
        for pair in ends.windows(2) {
            let span = normal.original(pair[0], pair[1]);
            prop_assert!(text.get(span.start..span.end).is_some());
        }
        // Normal text is its own normal form.
        prop_assert_eq!(normalize(normal.text()), normal.text());
    }

    #[test]
    fn written_quantities_come_back(value in 0_u32..100_000, unit in prop::sample::select(vec!["kg", "lb", "km", "min", "s", "kcal"]), space in any::<bool>()) {
        let text = format!("{value}{}{unit}", if space { " " } else { "" });
        let tokens = read(&text);
        prop_assert_eq!(tokens.len(), 1);
        prop_assert_eq!(tokens.value_in(0, unit), Some(f64::from(value)));
    }

    #[test]
    fn written_days_come_back(offset in 0_u64..20_000) {
        let date = NaiveDate::from_ymd_opt(1990, 1, 1).unwrap() + chrono::Days::new(offset);
        let today = NaiveDate::from_ymd_opt(2060, 1, 1).unwrap();
        for form in ["%Y-%m-%d", "%d.%m.%Y", "%Y/%m/%d", "%Y년 %-m월 %-d일", "%B %-d, %Y", "%-d %b %Y", "%Y. %-m. %-d."] {
            let text = date.format(form).to_string();
            let found = dates::find(&read(&text), &DateContext::note(today));
            prop_assert_eq!(found.len(), 1, "{}", text);
            prop_assert_eq!(found[0].range.start, date, "{}", text);
            prop_assert!(found[0].certain);
        }
    }

    #[test]
    fn symbols_survive(a in 1_u32..999, b in 1_u32..99) {
        let tokens = read(&format!("{a}x{b}"));
        prop_assert_eq!(tokens.len(), 3);
        prop_assert!(tokens[1].is(Symbol::Times));
    }
}
