//! What was learned, written into the global context: plain Markdown that a user may edit.

use chrono::NaiveDate;

use crate::agents::{Certainty, ContextCategory, ContextUpdate};
use crate::model::FrontMatter;

const TITLE: &str = "# Global Context";

/// Writes updates into a global context and gives the new text.
///
/// A line of ours reads `- key: value (certain; source; 2026-11-21)` and stands under its
/// category's heading. The same key of the same category replaces our line; the same value again
/// changes nothing. Every other line, whoever wrote it, stays as it is and where it is. If nothing
/// changes the text comes back untouched, its front matter too.
pub fn apply_updates(current: &str, updates: &[ContextUpdate], today: NaiveDate) -> String {
    let (version, body) = split(current);
    let mut lines: Vec<String> = body.lines().map(str::to_owned).collect();
    if !lines.iter().any(|l| l.trim() == TITLE) {
        lines.insert(0, TITLE.into());
    }
    let mut changed = false;
    for update in updates {
        changed |= apply(&mut lines, update, today);
    }
    if !changed {
        return current.to_owned();
    }
    framed(version, &lines.join("\n"), today)
}

/// A tentative line that nothing confirmed for this many days is dropped.
const TENTATIVE_DAYS: i64 = 30;

/// A context that was tidied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compaction {
    /// What stays.
    pub context: String,
    /// Lines that are to be kept elsewhere, oldest first.
    pub archived: Vec<String>,
}

/// An estimate of how many tokens of a language model a text is: four ASCII characters make one, and
/// every other character is one of its own. Real counts differ by model; this errs on the high side.
fn estimated_tokens(text: &str) -> usize {
    let ascii = text.bytes().filter(u8::is_ascii).count();
    let other = text.chars().filter(|c| !c.is_ascii()).count();
    ascii.div_ceil(4) + other
}

/// Drops tentative lines of ours that were not said again for thirty days. If what is left is nearer
/// than a tenth to `max_tokens`, takes our oldest lines out until it is under three quarters of it.
/// Lines of the user are never touched, so the result may stay longer than that.
pub fn tidied(current: &str, today: NaiveDate, max_tokens: usize) -> Compaction {
    let (version, body) = split(current);
    let mut lines: Vec<&str> = body.lines().collect();
    let whole = lines.len();
    lines.retain(|line| {
        let tail = tail_of(line).filter(|(sure, _)| *sure == "tentative");
        tail.is_none_or(|(_, day)| (today - day).num_days() <= TENTATIVE_DAYS)
    });
    let mut archived = Vec::new();
    if estimated_tokens(&lines.join("\n")) > max_tokens.saturating_mul(9) / 10 {
        while estimated_tokens(&lines.join("\n")) > max_tokens.saturating_mul(3) / 4 {
            let dated = lines.iter().enumerate();
            let dated = dated.filter_map(|(at, line)| Some((tail_of(line)?.1, at)));
            let Some((_, at)) = dated.min() else { break };
            archived.push(lines.remove(at).to_owned());
        }
    }
    if lines.len() == whole {
        return Compaction {
            context: current.to_owned(),
            archived,
        };
    }
    let body = lines.join("\n");
    Compaction {
        context: framed(version, &body, today),
        archived,
    }
}

/// The text with its front matter.
fn framed(version: u32, body: &str, today: NaiveDate) -> String {
    format!(
        "---\nlast_updated: {today}\nversion: {}\n---\n\n{}\n",
        version + 1,
        body.trim()
    )
}

/// The version in the front matter, 0 without one, and what follows it. Front matter with other keys
/// than ours is somebody's own and stays part of the body.
fn split(text: &str) -> (u32, &str) {
    let ours = || {
        let found = FrontMatter::of(text)?;
        let mut version = 0;
        for line in found.inside.lines() {
            match line.split_once(':')? {
                ("version", n) => version = n.trim().parse().ok()?,
                ("last_updated", _) => {}
                _ => return None,
            }
        }
        Some((version, found.body))
    };
    ours().unwrap_or((0, text))
}

fn heading(category: ContextCategory) -> &'static str {
    match category {
        ContextCategory::Preference => "## Preferences",
        ContextCategory::Pattern => "## Patterns",
        ContextCategory::Fact => "## Facts",
        ContextCategory::Insight => "## Insights",
    }
}

fn certainty(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Certain => "certain",
        Certainty::Likely => "likely",
        Certainty::Tentative => "tentative",
    }
}

/// Puts one update in; says whether anything changed.
fn apply(lines: &mut Vec<String>, update: &ContextUpdate, today: NaiveDate) -> bool {
    let one_line = |s: &str| s.split_whitespace().collect::<Vec<_>>().join(" ");
    let key = one_line(&update.key).replace(':', " ");
    let start = format!("- {key}: ");
    let stated = format!(
        "{start}{} ({}; {}; ",
        one_line(&update.value),
        certainty(update.confidence),
        one_line(&update.source)
    );
    let line = format!("{stated}{today})");
    let title = heading(update.category);
    let Some(at) = lines.iter().position(|l| l.trim_end().starts_with(title)) else {
        if lines.last().is_some_and(|l| !l.trim().is_empty()) {
            lines.push(String::new());
        }
        lines.extend([title.to_owned(), line]);
        return true;
    };
    let section = lines.iter().skip(at + 1);
    let length = section.take_while(|l| !l.starts_with('#')).count();
    let end = at + 1 + length;
    let ours = |l: &String| l.starts_with(&start) && is_ours(l);
    if let Some(found) = (at + 1..end).find(|&i| lines.get(i).is_some_and(ours)) {
        let Some(old) = lines.get_mut(found) else {
            return false;
        };
        let tentative = update.confidence == Certainty::Tentative;
        if same_statement(old, &line) && (!tentative || *old == line) {
            return false;
        }
        *old = line;
        return true;
    }
    let blank = |i: usize| lines.get(i).is_some_and(|l| l.trim().is_empty());
    let mut place = end;
    while place > at + 1 && blank(place - 1) {
        place -= 1;
    }
    lines.insert(place, line);
    true
}

/// Whether a line ends as ours do: certainty, source and day in brackets. A user who drops that tail
/// has made the line theirs.
fn is_ours(line: &str) -> bool {
    tail_of(line).is_some()
}

/// How sure a line of ours is, and its day.
fn tail_of(line: &str) -> Option<(&str, NaiveDate)> {
    let (said, tail) = line.rsplit_once(" (")?;
    let tail = tail.strip_suffix(')')?;
    let sure = tail.split("; ").next()?;
    let day = tail.rsplit("; ").next()?.parse().ok()?;
    let known = ["certain", "likely", "tentative"].contains(&sure);
    (known && said.starts_with("- ")).then_some((sure, day))
}

/// Whether two of our lines say the same, source and day aside.
fn same_statement(a: &str, b: &str) -> bool {
    fn statement(line: &str) -> Option<(&str, &str)> {
        let (said, tail) = line.rsplit_once(" (")?;
        Some((said, tail.split("; ").next()?))
    }
    statement(a) == statement(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn update(key: &str, value: &str) -> ContextUpdate {
        ContextUpdate {
            category: ContextCategory::Fact,
            key: key.into(),
            value: value.into(),
            source: "a note".into(),
            confidence: Certainty::Certain,
        }
    }

    fn day(d: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, d).unwrap()
    }

    #[test]
    fn the_first_update_makes_the_file() {
        let text = apply_updates("", &[update("best shine", "9")], day(21));
        assert_eq!(
            text,
            "---\nlast_updated: 2026-11-21\nversion: 1\n---\n\n# Global Context\n\n## Facts\n\
             - best shine: 9 (certain; a note; 2026-11-21)\n"
        );
    }

    #[test]
    fn the_same_again_changes_nothing_and_a_new_value_replaces() {
        let one = apply_updates("", &[update("best shine", "9")], day(20));
        assert_eq!(
            apply_updates(&one, &[update("best shine", "9")], day(21)),
            one
        );
        let two = apply_updates(&one, &[update("best shine", "10")], day(21));
        assert!(
            two.contains("- best shine: 10 (") && !two.contains("shine: 9 ("),
            "{two}"
        );
        assert!(two.contains("version: 2"), "{two}");
    }

    #[test]
    fn lines_of_the_user_stay_even_under_our_key() {
        let mine = "---\nlast_updated: 2026-11-01\nversion: 3\n---\n\n# Global Context\n\n\
                    ## Facts\n- best shine: 9, I think\n  and more\n\n## My own\nhello\n";
        let text = apply_updates(mine, &[update("best shine", "10")], day(21));
        assert!(
            text.contains("- best shine: 9, I think\n  and more\n- best shine: 10 ("),
            "{text}"
        );
        assert!(text.contains("\n\n## My own\nhello\n"), "{text}");
    }

    #[test]
    fn a_tentative_line_goes_unless_it_is_said_again() {
        let hunch = ContextUpdate {
            confidence: Certainty::Tentative,
            ..update("hums better", "in the morning")
        };
        let october = NaiveDate::from_ymd_opt(2026, 10, 1).unwrap();
        let one = apply_updates("", &[hunch.clone(), update("best shine", "9")], october);
        let later = tidied(&one, day(21), 1000).context;
        assert!(
            !later.contains("hums") && later.contains("shine"),
            "{later}"
        );
        let again = apply_updates(&one, &[hunch], day(10));
        assert_eq!(tidied(&again, day(21), 1000).context, again);
    }

    #[test]
    fn near_the_limit_our_oldest_lines_are_archived_and_the_users_stay() {
        let mut text = "# Global Context\n\n## Facts\n- mine, quite long indeed\n".to_owned();
        for d in 1..=20 {
            text = apply_updates(&text, &[update(&format!("shine {d}"), "9")], day(d));
        }
        let all = estimated_tokens(&text);
        assert!(tidied(&text, day(21), all * 2).archived.is_empty());
        let tidy = tidied(&text, day(21), all);
        assert!(estimated_tokens(&tidy.context) <= all * 4 / 5);
        assert!(
            tidy.archived[0].starts_with("- shine 1: 9"),
            "{:?}",
            tidy.archived
        );
        assert!(tidy.context.contains("- mine, quite long indeed\n"));
        assert!(tidy.context.contains("- shine 20: 9"));
        let kept = tidy.context.matches("- shine").count();
        assert_eq!(kept + tidy.archived.len(), 20);
        assert_eq!(
            tidied(&tidy.context, day(21), all).archived,
            Vec::<String>::new()
        );
    }

    #[test]
    fn front_matter_that_is_not_ours_is_kept() {
        let text = apply_updates("---\naliases: me\n---\nhi\n", &[update("k", "v")], day(21));
        assert!(
            text.contains("aliases: me") && text.contains("hi"),
            "{text}"
        );
    }
}
