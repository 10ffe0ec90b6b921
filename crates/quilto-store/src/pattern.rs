//! File patterns: `*` and `?` within a name, `[a-c]` and `[!a-c]`, and `**` for any folders.

use crate::StorageError;

/// A pattern that has been read.
#[derive(Clone, Debug)]
pub(crate) struct Pattern(glob::Pattern);

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
        let read = glob::Pattern::new(pattern).map_err(|error| bad(error.msg))?;
        Ok(Self(read))
    }

    /// Whether a path with `/` is meant. Everything below a folder that ends in `**` is.
    pub(crate) fn matches(&self, path: &str) -> bool {
        let options = glob::MatchOptions {
            require_literal_separator: true,
            ..glob::MatchOptions::new()
        };
        self.0.matches_with(path, options)
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
        for pattern in ["", "2026/[0-9", "[", "a**"] {
            let error = Pattern::new(pattern).unwrap_err();
            assert!(
                matches!(error, StorageError::BadPattern { .. }),
                "{pattern}"
            );
        }
    }
}
