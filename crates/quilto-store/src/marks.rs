//! The marks that version control leaves in a text whose two versions it could not merge.

/// A line between two versions: seven signs of one kind, alone or before a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Our version begins.
    Ours,
    /// What both were made from begins.
    Base,
    /// Their version begins.
    Theirs,
    /// What both hold goes on.
    End,
}

impl Mark {
    const SIGNS: [(&str, Mark); 4] = [
        ("<<<<<<<", Mark::Ours),
        ("|||||||", Mark::Base),
        ("=======", Mark::Theirs),
        (">>>>>>>", Mark::End),
    ];

    /// The mark that a line is.
    pub(crate) fn read(line: &str) -> Option<Self> {
        Self::SIGNS.iter().find_map(|(sign, mark)| {
            let rest = line.strip_prefix(sign)?;
            (rest.is_empty() || rest.starts_with([' ', '\r', '\n'])).then_some(*mark)
        })
    }
}
