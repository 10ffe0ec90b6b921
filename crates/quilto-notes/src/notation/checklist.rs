//! What a note itself says is open: lines of a check list that are not ticked, and what is struck out.

/// Boxes that are open whatever else the note holds.
const OPEN: [&str; 2] = ["[ ]", "☐"];
/// Boxes that people also use as bullets: open only beside ticked ones.
const OPEN_BESIDE_TICKED: [&str; 4] = ["□", "⬜", "◻", "🔲"];
const TICKED: [&str; 6] = ["[x]", "☑", "✅", "✔", "■", "☒"];

/// The text without the lines of a check list that are not ticked, and without what is struck out
/// (`~~so~~`); `None` where it has neither.
pub(super) fn without_open(text: &str) -> Option<String> {
    let struck = text.contains("~~");
    let boxed = OPEN.iter().any(|open| text.contains(open))
        || OPEN_BESIDE_TICKED.iter().any(|open| text.contains(open))
            && TICKED.iter().any(|ticked| text.contains(ticked));
    if !struck && !boxed {
        return None;
    }
    let mut kept = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if boxed && is_open(line) {
            kept.push('\n');
        } else {
            keep_unstruck(line, &mut kept);
        }
    }
    (kept.len() < text.len()).then_some(kept)
}

/// `- [ ] so`, `2. ☐ so`
fn is_open(line: &str) -> bool {
    let begin = line.trim_start_matches(|c: char| {
        c.is_whitespace() || c.is_ascii_digit() || matches!(c, '-' | '*' | '+' | '•' | '.' | ')')
    });
    let mut boxes = OPEN.iter().chain(&OPEN_BESIDE_TICKED);
    boxes.any(|open| begin.starts_with(open))
}

/// Adds a line without what stands between two `~~`. They strike out only where they stand around
/// words: `so good~~` draws a word out.
fn keep_unstruck(line: &str, kept: &mut String) {
    let mut rest = line;
    while let Some((before, struck)) = rest.split_once("~~") {
        let opens = !before.ends_with(char::is_alphanumeric)
            && !struck.starts_with(|c: char| c.is_whitespace() || c == '~');
        let end = struck
            .find("~~")
            .filter(|end| opens && !struck[..*end].ends_with(char::is_whitespace));
        kept.push_str(before);
        match end {
            Some(end) => rest = &struck[end + 2..],
            None => {
                kept.push_str("~~");
                rest = struck;
            }
        }
    }
    kept.push_str(rest);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn open_boxes_are_left_out() {
        let text = "- [x] granite 3x10\n- [ ] basalt 3x10\n2. ☐ mica 5x5\n[x] marble 5\n";
        let kept = without_open(text).unwrap();
        assert_eq!(kept, "- [x] granite 3x10\n\n\n[x] marble 5\n");
    }

    #[test]
    fn a_square_is_a_bullet_unless_others_are_ticked() {
        assert_eq!(without_open("□ granite 3x10\n□ basalt 5x5\n"), None);
        let kept = without_open("■ granite 3x10\n□ basalt 5x5\n").unwrap();
        assert_eq!(kept, "■ granite 3x10\n\n");
    }

    #[test]
    fn what_is_struck_out_is_left_out() {
        let kept = without_open("granite 5\n~~basalt 3x10~~ dusty ~~mica~~\n").unwrap();
        assert_eq!(kept, "granite 5\n dusty \n");
    }

    #[test]
    fn drawn_out_words_strike_nothing() {
        assert_eq!(without_open("오늘 좋았다~~ 화강암 3x10~~"), None);
        assert_eq!(without_open("so shiny~~ granite 3x10 ~~"), None);
    }
}
