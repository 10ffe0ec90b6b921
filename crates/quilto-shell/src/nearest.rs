//! Names that were meant by what was typed.

/// The name nearest to a word, if one is near enough to be meant: one slip for short names, two for
/// longer ones.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    names
        .into_iter()
        .map(|name| (strsim::osa_distance(&word, name), name))
        .filter(|(distance, name)| *distance <= if name.chars().count() <= 4 { 1 } else { 2 })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_near_names_are_meant() {
        let names = ["log", "ask", "import", "history"];
        assert_eq!(nearest("improt", names), Some("import"));
        assert_eq!(nearest("lgo", names), Some("log"));
        assert_eq!(nearest("histroy", names), Some("history"));
        assert_eq!(nearest("rest", names), None);
        assert_eq!(nearest("run", names), None);
    }
}
