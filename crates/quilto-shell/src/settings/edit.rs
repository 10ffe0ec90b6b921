//! A change of one value in a settings file that leaves all else in it as it is: comments, order,
//! blank lines.
//!
//! The lines are changed, not what they mean; whether they then mean what they should is looked at by
//! whoever asked, by reading them again.

use std::ops::Range;

use serde_json::{Map, Value};

/// The text with a value at a path; `None` where the file is written in a way that lines cannot show.
pub(super) fn set(text: &str, path: &[&str], value: &Value) -> Option<String> {
    let mut file = Lines::of(text);
    let found = file.find(path);
    if let (Some(at), rest @ [_, ..]) = (found.at, &path[found.depth..])
        && let Some(mut inline) = file.inline_mapping(at)
    {
        super::put(&mut inline, &rest.join("."), value.clone());
        file.replace_value(at, &Value::Object(inline).to_string());
        return Some(file.text());
    }
    if found.depth == path.len() {
        file.replace_value(found.at?, &scalar(value)?);
        return Some(file.text());
    }
    if let Some(at) = found.at {
        file.replace_value(at, "");
    }
    let missing = &path[found.depth..];
    let added = missing.iter().enumerate().map(|(deeper, name)| {
        let indent = " ".repeat(found.indent + 2 * deeper);
        match deeper + 1 == missing.len() {
            true => Some(format!("{indent}{name}: {}", scalar(value)?)),
            false => Some(format!("{indent}{name}:")),
        }
    });
    let added: Vec<String> = added.collect::<Option<_>>()?;
    file.lines.splice(found.end..found.end, added);
    Some(file.text())
}

/// The text without the value at a path, and without groups that are empty then; `None` where there
/// is none, or lines cannot show it.
pub(super) fn unset(text: &str, path: &[&str]) -> Option<String> {
    let mut file = Lines::of(text);
    let mut path = path;
    loop {
        let found = file.find(path);
        let at = found.at?;
        if found.depth < path.len() {
            let mut inline = file.inline_mapping(at)?;
            take_out(&mut inline, &path[found.depth..])?;
            if !inline.is_empty() {
                file.replace_value(at, &Value::Object(inline).to_string());
                return Some(file.text());
            }
            path = &path[..found.depth];
            continue;
        }
        file.lines.drain(at..found.end);
        let [group @ .., _] = path else { break };
        let parent = file.find(group);
        let holds = parent.at.is_some_and(|at| parent.end > at + 1);
        if group.is_empty() || holds {
            break;
        }
        path = group;
    }
    Some(file.text())
}

fn take_out(tree: &mut Map<String, Value>, path: &[&str]) -> Option<Value> {
    match path {
        [] => None,
        [name] => tree.shift_remove(*name),
        [name, rest @ ..] => take_out(tree.get_mut(*name)?.as_object_mut()?, rest),
    }
}

/// A value as it is written behind its key.
fn scalar(value: &Value) -> Option<String> {
    let text = serde_yaml::to_string(value).ok()?;
    let text = text.trim_end();
    (!text.contains('\n')).then(|| text.to_owned())
}

/// The lines of a file, and how they end.
struct Lines<'a> {
    lines: Vec<String>,
    end: &'a str,
}

/// How far a path goes in a file.
struct PathMatch {
    /// How many of its names are there.
    depth: usize,
    /// The line of the last of them.
    at: Option<usize>,
    /// The line behind what belongs to it.
    end: usize,
    /// How far in the names below it stand.
    indent: usize,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        Self {
            lines: text.lines().map(str::to_owned).collect(),
            end: if text.contains("\r\n") { "\r\n" } else { "\n" },
        }
    }

    fn text(&self) -> String {
        self.lines
            .iter()
            .flat_map(|line| [line, self.end])
            .collect()
    }

    fn find(&self, path: &[&str]) -> PathMatch {
        let whole = 0..self.lines.len();
        let mut found = PathMatch {
            depth: 0,
            at: None,
            end: self.end_of(whole.clone()),
            indent: 0,
        };
        let mut range = whole;
        for name in path {
            let Some(indent) = self.keys(range.clone()).map(|(_, key)| key.indent).next() else {
                break;
            };
            found.indent = indent;
            let mut named = self.keys(range.clone());
            let Some((at, _)) = named.find(|(_, k)| k.indent == indent && k.name == *name) else {
                break;
            };
            let mut after = self.keys(at + 1..range.end);
            let next = after.find(|(_, key)| key.indent <= indent);
            range = at + 1..next.map_or(range.end, |(next, _)| next);
            found = PathMatch {
                depth: found.depth + 1,
                at: Some(at),
                end: self.end_of(at..range.end),
                indent: indent + 2,
            };
        }
        found
    }

    /// The line behind the last of these that is no comment and not blank.
    fn end_of(&self, range: Range<usize>) -> usize {
        let says = |line: &&String| !matches!(line.trim_start().chars().next(), None | Some('#'));
        let lines = self.lines[range.clone()].iter();
        let last = lines.collect::<Vec<_>>().iter().rposition(says);
        last.map_or(range.end, |last| range.start + last + 1)
    }

    fn keys(&self, range: Range<usize>) -> impl Iterator<Item = (usize, Key<'_>)> {
        range.filter_map(|at| Some((at, Key::of(&self.lines[at])?)))
    }

    /// The mapping in braces behind a key.
    fn inline_mapping(&self, at: usize) -> Option<Map<String, Value>> {
        let line = &self.lines[at];
        let value = line[Key::of(line)?.value].trim();
        match serde_yaml::from_str(value).ok()? {
            Value::Object(mapping) if value.starts_with('{') => Some(mapping),
            _ => None,
        }
    }

    /// Puts another value behind a key; a comment behind it stays.
    fn replace_value(&mut self, at: usize, value: &str) {
        let Some(line) = self.lines.get_mut(at) else {
            return;
        };
        let Some(place) = Key::of(line).map(|key| key.value) else {
            return;
        };
        let blank = if value.is_empty() { "" } else { " " };
        let after = line[place.end..].trim_start();
        let gap = if after.is_empty() { "" } else { "  " };
        *line = format!("{}{blank}{value}{gap}{after}", &line[..place.start]);
    }
}

/// A key at the beginning of a line.
struct Key<'a> {
    indent: usize,
    name: &'a str,
    /// Where its value stands, without the comment behind it.
    value: Range<usize>,
}

impl<'a> Key<'a> {
    fn of(line: &'a str) -> Option<Self> {
        let bare = line.trim_start_matches([' ', '\u{feff}']);
        let indent = line.len() - bare.len();
        let colon = bare.find(':')?;
        let (name, behind) = (&bare[..colon], &bare[colon + 1..]);
        let is_value = behind.is_empty() || behind.starts_with([' ', '\t']);
        let name = name.trim_end().trim_matches(['"', '\'']);
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        if !is_value || name.is_empty() || !name.chars().all(plain) {
            return None;
        }
        let start = indent + colon + 1;
        let end = start + without_comment(behind).len();
        let value = start..end;
        Some(Self {
            indent,
            name,
            value,
        })
    }
}

/// The value of a line, up to a comment that is not within quotes.
fn without_comment(value: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in value.char_indices() {
        match (quote, c) {
            (None, '#') if before.is_whitespace() => return value[..at].trim_end(),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            _ => {}
        }
        before = c;
    }
    value.trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
# mine
units:
  mass: kg   # the quarry's
  # far away
  distance: km

day_ends: '04:00' # late
llm:
  providers:
    ollama: {num_ctx: 4096} # little
# the end
";

    fn changed(text: &str, key: &str, value: Value) -> String {
        let path: Vec<&str> = key.split('.').collect();
        set(text, &path, &value).unwrap()
    }

    #[test]
    fn a_value_is_changed_in_its_place() {
        let text = changed(FILE, "units.mass", "lb".into());
        assert_eq!(
            text,
            FILE.replace("mass: kg   # the quarry's", "mass: lb  # the quarry's")
        );
        let text = changed(FILE, "day_ends", "03:00".into());
        assert!(
            text.contains("03:00'  # late\n") || text.contains("03:00  # late\n"),
            "{text}"
        );
        let text = changed(FILE, "llm.providers.ollama.model", "tiny".into());
        assert!(
            text.contains("ollama: {\"num_ctx\":4096,\"model\":\"tiny\"}  # little\n"),
            "{text}"
        );
    }

    #[test]
    fn what_is_not_there_stands_below_its_group() {
        let text = changed(FILE, "llm.retry.llm_retry", 1.into());
        assert!(
            text.contains("# little\n  retry:\n    llm_retry: 1\n# the end\n"),
            "{text}"
        );
        let text = changed("units: # both\n", "units.mass", "lb".into());
        assert_eq!(text, "units:  # both\n  mass: lb\n");
        let text = changed("a:\n    b: 1\r\n", "a.c", 2.into());
        assert_eq!(text, "a:\r\n    b: 1\r\n    c: 2\r\n");
        assert_eq!(
            changed("", "units.mass", "lb".into()),
            "units:\n  mass: lb\n"
        );
        assert_eq!(
            changed("# only words", "approval", "never".into()),
            "# only words\napproval: never\n"
        );
    }

    #[test]
    fn a_value_is_taken_out_with_the_groups_it_leaves_empty() {
        let without = |text: &str, key: &str| unset(text, &key.split('.').collect::<Vec<_>>());
        let text = without(FILE, "units.mass").unwrap();
        assert_eq!(text, FILE.replace("  mass: kg   # the quarry's\n", ""));
        let text = without(FILE, "llm.providers.ollama.num_ctx").unwrap();
        assert!(
            text.ends_with("day_ends: '04:00' # late\n# the end\n"),
            "{text}"
        );
        assert_eq!(without(FILE, "units.time"), None);
        assert_eq!(without(FILE, "approval"), None);
    }
}
