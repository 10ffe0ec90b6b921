//! The words of a note without the marks of note-taking apps, for the parser to read: links as
//! what they show, callouts as their words, tasks that are not done left out.

/// The text to read, if it is another than the note.
pub fn plain(raw: &str) -> Option<String> {
    if !raw.contains(['[', '>', '%', '=', '!', '^', '*', '`']) {
        return None;
    }
    let mut text = String::with_capacity(raw.len());
    let mut in_query = false;
    for line in raw.split_inclusive('\n') {
        let bare = line.trim();
        if in_query || is_query(bare) {
            // a query of a plugin is a program and no note
            in_query = !(in_query && bare.starts_with("```"));
            text.push('\n');
            continue;
        }
        let (words, end) = line.split_at(line.trim_end_matches(['\n', '\r']).len());
        text.push_str(&plain_line(words));
        text.push_str(end);
    }
    (text != raw).then_some(text)
}

fn is_query(line: &str) -> bool {
    [
        "```dataview",
        "```query",
        "```tasks",
        "```tracker",
        "```dataviewjs",
    ]
    .iter()
    .any(|start| line.starts_with(start))
}

fn plain_line(line: &str) -> String {
    let mut rest = line;
    while let Some(quoted) = rest.trim_start().strip_prefix('>') {
        rest = quoted.trim_start();
    }
    if let Some(callout) = rest.strip_prefix("[!")
        && let Some((_, words)) = callout.split_once(']')
    {
        rest = words.trim_start_matches(['+', '-']).trim_start();
    }
    let item = rest.trim_start();
    let task = ["- [", "* [", "+ ["]
        .iter()
        .find_map(|start| item.strip_prefix(start))
        .and_then(|task| Some((task.chars().next()?, task.split_once(']')?)));
    if let Some((mark, (state, words))) = task
        && state.chars().count() == 1
    {
        // open, cancelled and moved tasks are plans, not deeds
        if !matches!(mark, 'x' | 'X') {
            return String::new();
        }
        return format!("- {}", inline(words.trim_start()));
    }
    inline(rest)
}

/// Links as what they show, marks and comments taken out.
fn inline(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let taken = link(rest).or_else(|| {
            let comment = rest.strip_prefix("%%")?;
            let (_, after) = comment.split_once("%%")?;
            Some((String::new(), after))
        });
        if let Some((shown, after)) = taken {
            out.push_str(&shown);
            rest = after;
        } else if let Some(after) = ["==", "**", "`"].iter().find_map(|m| rest.strip_prefix(m)) {
            rest = after;
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    // a name for the paragraph, for links to it
    match out.rsplit_once(" ^") {
        Some((words, name))
            if !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') =>
        {
            words.to_owned()
        }
        _ => out,
    }
}

/// A link at the start of a text: what it shows, and what follows.
fn link(text: &str) -> Option<(String, &str)> {
    if let Some(embed) = text.strip_prefix("![[") {
        return Some((String::new(), embed.split_once("]]")?.1));
    }
    if let Some(wiki) = text.strip_prefix("[[") {
        let (target, after) = wiki.split_once("]]")?;
        let shown = match target.rsplit_once('|') {
            Some((_, shown)) => shown,
            None => target.split('#').next()?.rsplit('/').next()?,
        };
        return Some((shown.to_owned(), after));
    }
    let is_image = text.starts_with("![");
    let (shown, after) = text
        .strip_prefix('!')
        .unwrap_or(text)
        .strip_prefix('[')?
        .split_once("](")?;
    if shown.contains(['[', ']']) {
        return None;
    }
    let (_, after) = after.split_once(')')?;
    Some((
        if is_image {
            String::new()
        } else {
            shown.to_owned()
        },
        after,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_go_and_words_stay() {
        for (note, words) in [
            ("[[Squat]] 80x5", "Squat 80x5"),
            ("[[lifts/Bench Press|bench]] 60x8", "bench 60x8"),
            ("[[Deadlift#Form]] 100x5 ^abc-1", "Deadlift 100x5"),
            ("> [!tip]- Legs\n> squat ==80x5==", "Legs\nsquat 80x5"),
            (
                "- [x] bench 60x8\n- [ ] deadlift 100x5\n- [-] rows",
                "- bench 60x8\n\n",
            ),
            (
                "ran 5k %%not fast%% with [Ann](https://a.example/b)",
                "ran 5k  with Ann",
            ),
            ("![[photo.png]] **felt** good", " felt good"),
            ("```dataview\nLIST\n```\nran 5k", "\n\n\nran 5k"),
        ] {
            assert_eq!(plain(note).as_deref(), Some(words), "{note}");
        }
        assert_eq!(plain("bench 60x8\n- felt ok\n"), None);
    }
}
