//! Paths into parsed data: what leads down to the rows, and to fields of the objects around them.

/// One step of a path: the key that leads down, and what is there.
#[derive(Clone, Debug)]
pub(super) struct Step<'a> {
    pub key: &'a str,
    pub target: PathTarget,
}

/// What a step of a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PathTarget {
    /// An object.
    One,
    /// A list, of which each element is a row or holds some.
    List,
    /// An object of which each field is a row: its `key` and its `value`.
    Fields,
}

/// A field to take from an object around the row: how many steps down the object is.
#[derive(Clone, Debug)]
pub(super) struct Source<'a> {
    pub column: usize,
    pub depth: usize,
    pub key: &'a str,
}

/// The steps of a path (`rocks[].polishes[]`).
pub(super) fn steps(path: &str) -> Vec<Step<'_>> {
    path.split('.')
        .filter(|step| !step.is_empty())
        .map(|step| {
            let list = step.strip_suffix("[]").map(|key| (key, PathTarget::List));
            let fields = || step.strip_suffix("{}").map(|key| (key, PathTarget::Fields));
            let (key, target) = list.or_else(fields).unwrap_or((step, PathTarget::One));
            Step { key, target }
        })
        .collect()
}

/// How many steps down the object of a path is, and the field in it.
pub(super) fn locate(path: &str) -> (usize, &str) {
    match path.rsplit_once('.') {
        Some((object, field)) => (object.split('.').count(), field),
        None => (0, path),
    }
}
