//! File patterns: `*` and `?` within a name, `[a-c]` and `[!a-c]`, and `**` for any folders.

use globset::{GlobBuilder, GlobMatcher};

use super::StorageError;

/// Reads a pattern.
pub(crate) fn pattern(pattern: &str) -> Result<GlobMatcher, StorageError> {
    let bad = |reason: String| StorageError::BadPattern {
        pattern: pattern.to_owned(),
        reason,
    };
    if pattern.is_empty() {
        return Err(bad("it is empty".to_owned()));
    }
    let glob = GlobBuilder::new(pattern)
        .literal_separator(true)
        .backslash_escape(true)
        .build();
    let glob = glob.map_err(|error| bad(error.kind().to_string()))?;
    Ok(glob.compile_matcher())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_mean_what_a_shell_means() {
        let day = "2026/11/2026-11-21.md";
        for (name, expected) in [
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
            assert_eq!(pattern(name).unwrap().is_match(day), expected, "{name}");
        }
    }

    #[test]
    fn a_broken_pattern_is_an_error() {
        for broken in ["", "2026/[0-9", "[", "[9-0]"] {
            let error = pattern(broken).unwrap_err();
            assert!(matches!(error, StorageError::BadPattern { .. }), "{broken}");
        }
    }
}
