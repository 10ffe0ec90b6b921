//! How much of a text is read: what nobody types as a note is kept, and said not to be read.

use crate::LONGEST_TEXT;

/// The longest line that is read, in bytes.
const LINE: usize = 16 * 1024;
/// The most numbers of a line that is read.
const NUMBERS: usize = 1000;
/// How much of a line that is not read is shown, in characters.
const SHOWN: usize = 40;

/// The text without the lines that are too long, and how those begin; `None` where all is read.
pub(super) fn within_bounds(text: &str) -> Option<(String, Vec<String>)> {
    if text.len() <= LINE && numbers(text) <= NUMBERS {
        return None;
    }
    let mut kept = String::with_capacity(text.len());
    let mut left = Vec::new();
    for line in text.split_inclusive('\n') {
        let fits = line.len() <= LINE
            && kept.len() + line.len() <= LONGEST_TEXT
            && numbers(line) <= NUMBERS;
        if fits {
            kept.push_str(line);
        } else {
            kept.push('\n');
            left.push(beginning(line));
        }
    }
    (!left.is_empty()).then_some((kept, left))
}

fn numbers(text: &str) -> usize {
    let mut inside = false;
    let digits = text.bytes().map(|byte| byte.is_ascii_digit());
    digits
        .filter(|digit| {
            let begins = *digit && !inside;
            inside = *digit;
            begins
        })
        .count()
}

fn beginning(line: &str) -> String {
    let line = line.trim();
    let shown: String = line.chars().take(SHOWN).collect();
    format!("{}…", shown.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_of_any_usual_length_is_read() {
        let long = "granite 80 5x5, basalt 60 3x8\n".repeat(200);
        assert_eq!(within_bounds(&long), None);
    }

    #[test]
    fn a_line_that_is_too_long_is_left_and_named() {
        let text = format!(
            "granite 80 5x5\n{}\nbasalt 60 3x8",
            "slate 70 3x5 ".repeat(3000)
        );
        let (kept, left) = within_bounds(&text).unwrap();
        assert_eq!(kept, "granite 80 5x5\n\nbasalt 60 3x8");
        assert_eq!(left, ["slate 70 3x5 slate 70 3x5 slate 70 3x5 s…"]);
    }

    #[test]
    fn a_line_of_numbers_without_end_is_left() {
        let text = "5x".repeat(1200);
        assert_eq!(within_bounds(&text).unwrap().1.len(), 1);
    }
}
