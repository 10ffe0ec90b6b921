//! A bound on how deep YAML is nested. Its reader takes time that grows with the square of the depth,
//! before any type is looked at; so the bound stands before the reader.

/// Deeper than any data that a person writes.
const MOST: usize = 64;

/// The line and column where a text is nested deeper than that, from 1; `None` if it is nowhere.
pub fn too_deep(text: &str) -> Option<(usize, usize)> {
    let mut flow = 0_usize;
    let mut quote = None;
    for (row, line) in text.lines().enumerate() {
        // dashes at the front of a line each open a list within the one before
        let mut dashes = 0;
        let mut before = None;
        let mut chars = line.char_indices().peekable();
        while let Some((at, char)) = chars.next() {
            let next = chars.peek().map(|(_, char)| *char);
            let begins = before.is_none_or(|char| "[{,:-?".contains(char));
            match (quote, char) {
                (Some('"'), '\\') => {
                    chars.next();
                }
                (Some(open), char) if open == char => quote = None,
                (Some(_), _) => {}
                (None, '\'' | '"') if begins => quote = Some(char),
                (None, '#') if at == 0 || line[..at].ends_with([' ', '\t']) => break,
                (None, '[' | '{') if begins || flow > 0 => flow += 1,
                (None, ']' | '}') => flow = flow.saturating_sub(1),
                (None, '-' | '?') if begins && next.is_none_or(char::is_whitespace) => dashes += 1,
                _ => {}
            }
            if flow + dashes > MOST {
                return Some((row + 1, line[..at].chars().count() + 1));
            }
            if !char.is_whitespace() {
                before = Some(char);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nesting_is_bounded_before_it_is_read() {
        for deep in ["[", "{", "- ", "? ", "[{", "{a: ", "- [", "\n["] {
            assert!(too_deep(&deep.repeat(50_000)).is_some(), "{deep}");
        }
        assert_eq!(too_deep(&"[".repeat(65)), Some((1, 65)));
    }

    #[test]
    fn what_people_write_is_not_deep() {
        for text in [
            "a: [1, [2, {b: 3}]]",
            "a: don't [or do]\nb: it's {fine}",
            "a: \"[[[\\\"[[[\"\nb: '[[[{{{'",
            "# [[[[\na: b # [[[",
            "a: -1\nb: - x",
        ] {
            assert_eq!(too_deep(&text.repeat(200)), None, "{text}");
        }
    }
}
