//! Finding the JSON object in what a model wrote.

use serde_json::Value;

/// The object in a text: alone, in a fence, or between other words. One that breaks off is closed
/// where it stops, and that is named as a problem.
pub fn find(text: &str, problems: &mut Vec<String>) -> Option<Value> {
    let start = text.find('{')?;
    let from = &text[start..];
    let mut values = serde_json::Deserializer::from_str(from).into_iter::<Value>();
    if let Some(Ok(value)) = values.next() {
        return Some(value);
    }
    let value = closed(from)?;
    problems.push("the JSON breaks off or is broken".to_owned());
    Some(value)
}

/// A broken-off text with what is open closed, cut back to the last whole value.
fn closed(text: &str) -> Option<Value> {
    // Places after which everything before is whole, with what is open there; the last one that
    // can be read wins.
    let mut open: Vec<char> = Vec::new();
    let mut places: Vec<(usize, String)> = Vec::new();
    let (mut in_string, mut escaped) = (false, false);
    for (at, c) in text.char_indices() {
        if in_string {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => in_string = false,
                _ => {}
            }
            continue;
        }
        match c {
            '"' => in_string = true,
            '{' => open.push('}'),
            '[' => open.push(']'),
            '}' | ']' => {
                open.pop();
                places.push((at + 1, open.iter().rev().collect()));
            }
            ',' => places.push((at, open.iter().rev().collect())),
            _ => {}
        }
    }
    places.iter().rev().take(64).find_map(|(end, close)| {
        let text = format!("{}{close}", &text[..*end]);
        serde_json::from_str(&text).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn found(text: &str) -> (Option<Value>, usize) {
        let mut problems = Vec::new();
        (find(text, &mut problems), problems.len())
    }

    #[test]
    fn an_object_is_found_wherever_it_stands() {
        let rock = json!({"rock": "granite"});
        assert_eq!(found("{\"rock\": \"granite\"}"), (Some(rock.clone()), 0));
        assert_eq!(
            found("Here:\n```json\n{\"rock\": \"granite\"}\n```\nDone."),
            (Some(rock), 0)
        );
        assert_eq!(found("I cannot."), (None, 0));
    }

    #[test]
    fn one_that_breaks_off_keeps_what_was_whole() {
        assert_eq!(
            found(r#"{"rocks": [{"name": "granite", "shine": 9}, {"name": "bas"#),
            (Some(json!({"rocks": [{"name": "granite", "shine": 9}]})), 1)
        );
        assert_eq!(
            found(r#"{"a": "with \" and }", "b": [1, 2, 3"#),
            (Some(json!({"a": "with \" and }", "b": [1, 2]})), 1)
        );
        assert_eq!(found(r#"{"a": "never end"#), (None, 0));
    }
}
