//! What a rule matches: `the? last|past <n:number>? <unit:calendar>`.
//!
//! Items stand in a row. `a|b` is either word; `?` behind one makes it optional; `(a b | c d)`, with
//! spaces about the bar, is either row. `<kind>` is a node of a kind, `<name:kind>` gives it a name for the template. `word*` matches
//! every word that begins so, `*word` every one that ends so.

use std::sync::Arc;

/// One thing in a row. A pattern's rows share their words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// This word.
    Word(Arc<str>),
    /// A word that begins so.
    Begins(Arc<str>),
    /// A word that ends so.
    Ends(Arc<str>),
    /// A node of a kind, under a name.
    Node { kind: Arc<str>, name: Arc<str> },
}

/// Rows come to at most so many for one rule.
const MOST_ROWS: usize = 512;

/// All rows of items that a pattern stands for.
pub(crate) fn rows(pattern: &str) -> Result<Vec<Vec<Item>>, String> {
    let mut reader = Reader {
        rest: pattern.trim(),
    };
    let rows = reader.choice()?;
    if !reader.rest.is_empty() {
        return Err(format!("`{}` is left over", reader.rest));
    }
    if rows.iter().any(Vec::is_empty) {
        return Err("it may match nothing".to_owned());
    }
    Ok(rows)
}

/// All rows that something stands for.
type Rows = Result<Vec<Vec<Item>>, String>;

struct Reader<'p> {
    rest: &'p str,
}

impl Reader<'_> {
    /// Rows with bars between them, up to a closing bracket or the end.
    fn choice(&mut self) -> Rows {
        let mut all = self.row()?;
        while let Some(rest) = self.rest.strip_prefix('|') {
            self.rest = rest.trim_start();
            all.extend(self.row()?);
        }
        Ok(all)
    }

    /// Items up to a bar between spaces, a closing bracket or the end.
    fn row(&mut self) -> Rows {
        let mut rows: Vec<Vec<Item>> = vec![Vec::new()];
        while !self.rest.is_empty() && !self.rest.starts_with([')', '|']) {
            let mut options = self.either()?;
            if let Some(rest) = self.rest.strip_prefix('?') {
                self.rest = rest;
                options.push(Vec::new());
            }
            self.rest = self.rest.trim_start();
            let mut longer = Vec::new();
            for row in &rows {
                for option in &options {
                    longer.push([row.as_slice(), option.as_slice()].concat());
                }
            }
            if longer.len() > MOST_ROWS {
                return Err(format!("it stands for more than {MOST_ROWS} rows"));
            }
            rows = longer;
        }
        Ok(rows)
    }

    /// Items with a bar and no space between them: `a|b`.
    fn either(&mut self) -> Rows {
        let mut options = self.one()?;
        let tight = |rest: &&str| !rest.starts_with(' ');
        while let Some(rest) = self.rest.strip_prefix('|').filter(tight) {
            self.rest = rest;
            options.extend(self.one()?);
        }
        Ok(options)
    }

    fn one(&mut self) -> Rows {
        if let Some(rest) = self.rest.strip_prefix('(') {
            self.rest = rest.trim_start();
            let rows = self.choice()?;
            self.rest = (self.rest.strip_prefix(')')).ok_or("a bracket is not closed")?;
            return Ok(rows);
        }
        if let Some(rest) = self.rest.strip_prefix('<') {
            let (inside, rest) = rest.split_once('>').ok_or("a `<` is not closed")?;
            self.rest = rest;
            let (name, kind) = inside.split_once(':').unwrap_or((inside, inside));
            let (kind, name) = (kind.into(), name.into());
            return Ok(vec![vec![Item::Node { kind, name }]]);
        }
        let end = self.rest.find([' ', '|', '?', ')', '(', '<']);
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        if word.is_empty() {
            return Err("a word is missing".to_owned());
        }
        let item = match (word.strip_suffix('*'), word.strip_prefix('*')) {
            (Some(start), _) if !start.is_empty() => Item::Begins(start.into()),
            (_, Some(end)) if !end.is_empty() => Item::Ends(end.into()),
            _ => Item::Word(word.into()),
        };
        Ok(vec![vec![item]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(pattern: &str) -> Vec<String> {
        let row = |row: Vec<Item>| {
            let items = row.into_iter().map(|item| match item {
                Item::Word(word) => word.to_string(),
                Item::Begins(word) => format!("{word}*"),
                Item::Ends(word) => format!("*{word}"),
                Item::Node { kind, name } => format!("<{name}:{kind}>"),
            });
            items.collect::<Vec<_>>().join(" ")
        };
        rows(pattern).unwrap().into_iter().map(row).collect()
    }

    #[test]
    fn a_pattern_stands_for_rows() {
        assert_eq!(written("best"), ["best"]);
        assert_eq!(
            written("the? last|past <number>"),
            [
                "the last <number:number>",
                "the past <number:number>",
                "last <number:number>",
                "past <number:number>",
            ]
        );
        assert_eq!(
            written("(how often | how many times) 뛰*"),
            ["how often 뛰*", "how many times 뛰*",]
        );
        assert_eq!(written("<a:x>|<b:y>"), ["<a:x>", "<b:y>"]);
    }

    #[test]
    fn what_is_wrong_with_one_is_told() {
        for (pattern, wrong) in [
            ("", "nothing"),
            ("a?", "nothing"),
            ("(a", "bracket"),
            ("<a", "closed"),
            ("a) b", "left over"),
            ("a | ", "nothing"),
        ] {
            let told = rows(pattern).unwrap_err();
            assert!(told.contains(wrong), "{pattern}: {told}");
        }
    }
}
