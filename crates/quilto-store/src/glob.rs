//! File patterns: `*` and `?` within a name, `[a-c]` and `[!a-c]`, and `**` for any folders.

use super::StorageError;

/// A pattern that has been read.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
enum Part {
    AnyFolders,
    Name(Vec<Piece>),
}

#[derive(Clone, Debug)]
enum Piece {
    Char(char),
    AnyChar,
    AnyText,
    OneOf {
        ranges: Vec<(char, char)>,
        not: bool,
    },
}

impl Pattern {
    /// Reads a pattern.
    pub(crate) fn new(pattern: &str) -> Result<Self, StorageError> {
        let bad = |reason: &str| StorageError::BadPattern {
            pattern: pattern.to_owned(),
            reason: reason.to_owned(),
        };
        if pattern.is_empty() {
            return Err(bad("it is empty"));
        }
        let mut parts = Vec::new();
        for part in pattern.split('/').filter(|part| !part.is_empty()) {
            parts.push(match part {
                "**" => Part::AnyFolders,
                name => Part::Name(pieces(name).map_err(bad)?),
            });
        }
        Ok(Self { parts })
    }

    /// Whether a path with `/` is meant. Everything below a folder that ends in `**` is.
    pub(crate) fn matches(&self, path: &str) -> bool {
        let names: Vec<&str> = path.split('/').collect();
        parts_match(&self.parts, &names)
    }
}

fn pieces(name: &str) -> Result<Vec<Piece>, &'static str> {
    let mut pieces = Vec::new();
    let mut chars = name.chars().peekable();
    while let Some(char) = chars.next() {
        pieces.push(match char {
            '*' if matches!(pieces.last(), Some(Piece::AnyText)) => continue,
            '*' => Piece::AnyText,
            '?' => Piece::AnyChar,
            '[' => {
                let not = chars.next_if(|c| *c == '!' || *c == '^').is_some();
                let mut ranges = Vec::new();
                loop {
                    let start = chars.next().ok_or("a `[` is not closed")?;
                    if start == ']' && !ranges.is_empty() {
                        break;
                    }
                    let mut end = start;
                    let mut ahead = chars.clone();
                    if ahead.next() == Some('-')
                        && let Some(last) = ahead.next().filter(|c| *c != ']')
                    {
                        end = last;
                        chars = ahead;
                    }
                    if end < start {
                        return Err("a range runs backwards");
                    }
                    ranges.push((start, end));
                }
                Piece::OneOf { ranges, not }
            }
            other => Piece::Char(other),
        });
    }
    Ok(pieces)
}

fn parts_match(parts: &[Part], names: &[&str]) -> bool {
    match parts.split_first() {
        None => names.is_empty(),
        Some((Part::AnyFolders, rest)) => {
            rest.is_empty() || (0..=names.len()).any(|skip| parts_match(rest, &names[skip..]))
        }
        Some((Part::Name(pieces), rest)) => match names.split_first() {
            Some((name, names)) => name_matches(pieces, name) && parts_match(rest, names),
            None => false,
        },
    }
}

fn name_matches(pieces: &[Piece], name: &str) -> bool {
    let Some((piece, rest)) = pieces.split_first() else {
        return name.is_empty();
    };
    let mut chars = name.chars();
    match piece {
        Piece::AnyText => {
            name_matches(rest, name)
                || (chars.next().is_some() && name_matches(pieces, chars.as_str()))
        }
        Piece::AnyChar => chars.next().is_some() && name_matches(rest, chars.as_str()),
        Piece::Char(want) => chars.next() == Some(*want) && name_matches(rest, chars.as_str()),
        Piece::OneOf { ranges, not } => match chars.next() {
            Some(char) => {
                let inside = ranges.iter().any(|(a, b)| (*a..=*b).contains(&char));
                inside != *not && name_matches(rest, chars.as_str())
            }
            None => false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_mean_what_a_shell_means() {
        let day = "2026/11/2026-11-21.md";
        for (pattern, expected) in [
            ("2026/11/**", true),
            ("**", true),
            ("**/*.md", true),
            ("2026/**/*.md", true),
            ("2026/11/**/*.md", true),
            ("**/2026-11-2?.md", true),
            ("2026/*/2026-*-2[0-3].md", true),
            ("2026/*/2026-*-2[!0-3].md", false),
            ("2026/*/2026-*-01.md", false),
            ("2026/*", false),
            ("2025/**", false),
            ("*.md", false),
            (day, true),
        ] {
            let read = Pattern::new(pattern).unwrap();
            assert_eq!(read.matches(day), expected, "{pattern}");
        }
    }

    #[test]
    fn a_broken_pattern_is_an_error() {
        for pattern in ["", "2026/[0-9", "[", "[9-0]"] {
            let error = Pattern::new(pattern).unwrap_err();
            assert!(
                matches!(error, StorageError::BadPattern { .. }),
                "{pattern}"
            );
        }
    }
}
