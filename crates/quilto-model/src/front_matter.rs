//! The properties that a Markdown file may begin with.

/// A text with front matter, taken apart. It is the same in days, in what is remembered of a person
/// and in notes of other programs: a first line `---`, and the next line that is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrontMatter<'a> {
    /// The lines between the two `---`, with their ends.
    pub inside: &'a str,
    /// What follows the second one.
    pub body: &'a str,
}

impl<'a> FrontMatter<'a> {
    /// What a text begins with; `None` where its first line is no `---`, or no other one ends it.
    /// Spaces behind a `---`, the line ends of other systems and a mark of the byte order do not
    /// matter.
    pub fn of(text: &'a str) -> Option<Self> {
        let is_fence = |line: &str| line.trim_end() == "---";
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let (first, rest) = text.split_at(text.find('\n')? + 1);
        if !is_fence(first) {
            return None;
        }
        let mut at = 0;
        for line in rest.split_inclusive('\n') {
            let after = at + line.len();
            if is_fence(line) {
                return Some(Self {
                    inside: &rest[..at],
                    body: &rest[after..],
                });
            }
            at = after;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::FrontMatter;

    #[test]
    fn it_stands_between_two_lines_of_hyphens() {
        for (text, parts) in [
            ("---\na: b\n---\nwords", Some(("a: b\n", "words"))),
            (
                "\u{feff}--- \r\na: b\r\n---\r\nwords\r\n",
                Some(("a: b\r\n", "words\r\n")),
            ),
            ("---\n---", Some(("", ""))),
            ("---\na: b\n----\n--- x\n", None),
            ("---\na: b\n", None),
            ("---", None),
            ("\n---\n---\n", None),
            ("", None),
        ] {
            let found = FrontMatter::of(text).map(|found| (found.inside, found.body));
            assert_eq!(found, parts, "{text:?}");
        }
    }
}
