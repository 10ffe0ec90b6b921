//! Text in a note that is not the writer's own: block quotes and code blocks.

use quilto_text::{Token, read};

/// The text without what it only quotes; `None` where it quotes nothing.
///
/// A code block runs from a line of three or more backticks or tildes to the next such line, or to
/// the end; a block quote is every line that begins with `>`. Both are left in the stored note and
/// only not read.
pub(super) fn without_quotes(text: &str) -> Option<String> {
    let may = text.contains("```") || text.contains("~~~") || text.contains('>');
    if !may {
        return None;
    }
    let mut kept = String::with_capacity(text.len());
    let mut fence: Option<&str> = None;
    let mut left_out = false;
    for line in text.split_inclusive('\n') {
        let begin = line.trim_start();
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| begin.starts_with(mark));
        let quoted = match (fence, mark) {
            (None, Some(mark)) => {
                // "```a``` b" opens nothing.
                let once = !begin[mark.len()..].contains(mark);
                fence = once.then_some(mark);
                once
            }
            (Some(open), Some(mark)) => {
                if open == mark {
                    fence = None;
                }
                true
            }
            (Some(_), None) => true,
            (None, None) => is_quote(begin),
        };
        if quoted {
            left_out = true;
            kept.push('\n');
        } else {
            kept.push_str(line);
        }
    }
    left_out.then_some(kept)
}

/// The numbers in what a text only quotes.
pub(super) fn quoted_numbers(text: &str) -> Vec<f64> {
    let Some(kept) = without_quotes(text) else {
        return Vec::new();
    };
    let lines = text.lines().zip(kept.lines());
    let quoted = lines.filter(|(line, kept)| line != kept);
    let numbers = |line: &str| -> Vec<f64> {
        let tokens = read(line);
        let numbers = tokens.iter().filter_map(Token::number);
        numbers.map(|number| number.value).collect()
    };
    quoted.flat_map(|(line, _)| numbers(line)).collect()
}

/// `> said`, `>> said`, not `>5` or `->`.
fn is_quote(line: &str) -> bool {
    let rest = line.trim_start_matches('>');
    rest.len() < line.len() && !rest.starts_with(|c: char| c.is_ascii_digit() || c == '=')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_code_are_left_out() {
        let text = "granite polished\n> basalt 3x10\n```\nmarble 5x5\n```\nmica washed\n";
        let kept = without_quotes(text).unwrap();
        assert_eq!(kept, "granite polished\n\n\n\n\nmica washed\n");
        assert_eq!(quoted_numbers(text), [3.0, 10.0, 5.0, 5.0]);
    }

    #[test]
    fn an_open_block_runs_to_the_end() {
        let kept = without_quotes("granite 5\n~~~\nmarble 5x5\nmica").unwrap();
        assert!(!kept.contains("marble") && !kept.contains("mica"));
    }

    #[test]
    fn a_sign_in_a_line_quotes_nothing() {
        assert_eq!(without_quotes("granite 80 -> 90\n>5 kg\n"), None);
        assert_eq!(without_quotes("granite `3x10`"), None);
    }
}
