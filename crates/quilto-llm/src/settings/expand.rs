//! `${NAME}` in settings.

/// A text with each `${NAME}` replaced by what the lookup gives; `$$` is a dollar.
///
/// # Errors
/// The name of the first variable that is missing or empty, or the text itself where a brace is
/// not closed.
pub(crate) fn expanded(
    text: &str,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<String, ExpandError> {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        result.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('$') {
            result.push('$');
            rest = after;
        } else if let Some(inside) = rest.strip_prefix('{') {
            let (name, after) = inside.split_once('}').ok_or(ExpandError::Unclosed)?;
            let name = name.trim();
            let value = variable(name)
                .filter(|value| !value.trim().is_empty())
                .ok_or_else(|| ExpandError::Missing(name.to_owned()))?;
            result.push_str(value.trim());
            rest = after;
        } else {
            result.push('$');
        }
    }
    result.push_str(rest);
    Ok(result)
}

/// Why a text could not be expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ExpandError {
    Missing(String),
    Unclosed,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expand(text: &str) -> Result<String, ExpandError> {
        expanded(text, &|name| match name {
            "ROCK" => Some("granite\n".into()),
            "EMPTY" => Some(" ".into()),
            _ => None,
        })
    }

    #[test]
    fn variables_are_put_in() {
        assert_eq!(expand("${ROCK}").unwrap(), "granite");
        assert_eq!(
            expand("http://${ ROCK }:1/돌").unwrap(),
            "http://granite:1/돌"
        );
        assert_eq!(expand("a$$b$c").unwrap(), "a$b$c");
        assert_eq!(expand("plain").unwrap(), "plain");
    }

    #[test]
    fn what_is_missing_is_named() {
        let missing = |name: &str| Err(ExpandError::Missing(name.into()));
        assert_eq!(expand("${PEBBLE}"), missing("PEBBLE"));
        assert_eq!(expand("${EMPTY}"), missing("EMPTY"));
        assert_eq!(expand("${ROCK"), Err(ExpandError::Unclosed));
    }
}
