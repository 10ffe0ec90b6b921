//! A line taken apart as a shell would: at spaces, but not within quotes.

/// The words of a line. A quote that is not closed goes to the end.
pub fn split(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) if word.as_ref().is_none_or(String::is_empty) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn quotes_keep_words_together() {
        assert_eq!(split("plot granite"), ["plot", "granite"]);
        assert_eq!(
            split("plot --from \"last month\""),
            ["plot", "--from", "last month"]
        );
        assert_eq!(split("  a  'b c' "), ["a", "b c"]);
        assert_eq!(split("it's \"open end"), ["it's", "open end"]);
        assert_eq!(split("\"\""), [""]);
        assert!(split(" ").is_empty());
    }
}
