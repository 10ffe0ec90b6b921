//! The two versions of a text that version control could not merge.
//!
//! Typed lines that look like marks are escaped. Files that were written before that was so, or by
//! hand, hold some as they are: what counts is where they stand and what they would make of the
//! notes between them.

use std::ops::Range;

use super::markdown::{DayFile, RawSection};
use super::marks::Mark;

/// The two versions of a text; `None` if there is but one.
pub(crate) fn versions(text: &str) -> Option<[String; 2]> {
    split(text, |_| true)
}

/// The two versions of a day's file. Marks that are words of a note part nothing; `is_known` says of
/// a section whether its words are known to have been typed as they stand.
pub(crate) fn versions_of_day(
    text: &str,
    is_known: impl Fn(&RawSection<'_>) -> bool,
) -> Option<[String; 2]> {
    let headings = DayFile::parse(text).headings();
    split(text, |conflict| {
        stands_outside_notes(text, &headings, conflict, &is_known)
    })
}

/// Where a conflict stands, with its marks, and where its versions do.
struct Conflict {
    whole: Range<usize>,
    ours: Range<usize>,
    base: Range<usize>,
    theirs: Range<usize>,
}

fn split(text: &str, counts: impl Fn(&Conflict) -> bool) -> Option<[String; 2]> {
    let [mut ours, mut theirs] = [String::new(), String::new()];
    let mut at = 0;
    for conflict in conflicts(text).into_iter().filter(counts) {
        let both = &text[at..conflict.whole.start];
        ours.extend([both, &text[conflict.ours]]);
        theirs.extend([both, &text[conflict.theirs]]);
        at = conflict.whole.end;
    }
    for version in [&mut ours, &mut theirs] {
        version.push_str(&text[at..]);
    }
    (at > 0).then_some([ours, theirs])
}

/// Marks that stand in their order. A mark out of order is words.
fn conflicts(text: &str) -> Vec<Conflict> {
    let mut found = Vec::new();
    let mut open: Option<(Mark, Conflict)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let next = at + line.len();
        match (Mark::read(line), &mut open) {
            (Some(Mark::Ours), _) => {
                let conflict = Conflict {
                    whole: at..next,
                    ours: next..next,
                    base: next..next,
                    theirs: next..next,
                };
                open = Some((Mark::Ours, conflict));
            }
            (Some(Mark::Base), Some((last @ Mark::Ours, conflict))) => {
                *last = Mark::Base;
                conflict.ours.end = at;
                conflict.base = next..next;
            }
            (Some(Mark::Theirs), Some((last @ (Mark::Ours | Mark::Base), conflict))) => {
                match last {
                    Mark::Ours => conflict.ours.end = at,
                    _ => conflict.base.end = at,
                }
                *last = Mark::Theirs;
                conflict.theirs = next..next;
            }
            (Some(Mark::End), Some((Mark::Theirs, _))) => {
                if let Some((_, mut conflict)) = open.take() {
                    conflict.theirs.end = at;
                    conflict.whole.end = next;
                    found.push(conflict);
                }
            }
            _ => {}
        }
        at = next;
    }
    found
}

/// Whether version control could have left a conflict where it stands: between notes, or where the
/// words of a note begin whose heading both versions share; and in no version a note is without
/// words that had some, or missing though both were made from it.
fn stands_outside_notes(
    text: &str,
    headings: &[Range<usize>],
    conflict: &Conflict,
    is_known: impl Fn(&RawSection<'_>) -> bool,
) -> bool {
    let Conflict { whole, .. } = conflict;
    let before = headings.partition_point(|heading| heading.start < whole.start);
    let after = headings.partition_point(|heading| heading.start < whole.end);
    let heading = before.checked_sub(1).and_then(|at| headings.get(at));
    let start = heading.map_or(0, |heading| heading.start);
    let end = headings.get(after).map_or(text.len(), |next| next.start);
    let begins_between = match heading {
        None => true,
        Some(heading) if heading.end == whole.start => {
            let as_typed = DayFile::parse(&text[start..end]);
            as_typed.sections.len() > 1 || !as_typed.sections.iter().any(is_known)
        }
        Some(_) => {
            let line_before = text[start..whole.start].lines().next_back();
            let is_notes = |part: &Range<usize>| {
                let part = DayFile::parse(text[part.clone()].trim_start());
                part.preamble.is_empty() && !part.sections.is_empty()
            };
            line_before.is_some_and(|line| line.trim().is_empty())
                && (is_notes(&conflict.ours) || is_notes(&conflict.theirs))
        }
    };
    let counted = |part: &Range<usize>| {
        let (before, after) = (&text[start..whole.start], &text[whole.end..end]);
        notes_in(&[before, &text[part.clone()], after].concat())
    };
    let as_typed = notes_in(&text[start..end]);
    let [ours, theirs, base] = [&conflict.ours, &conflict.theirs, &conflict.base].map(counted);
    let none_emptied = |notes: &Notes| notes.empty <= as_typed.empty;
    let none_missing =
        none_emptied(&base) && base.all <= ours.all.max(theirs.all) || conflict.base.is_empty();
    begins_between && none_emptied(&ours) && none_emptied(&theirs) && none_missing
}

struct Notes {
    all: usize,
    empty: usize,
}

fn notes_in(text: &str) -> Notes {
    let contents = DayFile::parse(text).sections.into_iter();
    let contents = contents.map(|section| section.content());
    let (empty, full): (Vec<_>, Vec<_>) =
        contents.partition(|content| content.raw.trim().is_empty() && content.payload.is_none());
    Notes {
        all: empty.len() + full.len(),
        empty: empty.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_day(text: &str) -> Option<[String; 2]> {
        versions_of_day(text, |_| false)
    }

    #[test]
    fn typed_marks_part_nothing() {
        for text in [
            // one note ends what another began, and a third would be lost between them
            "## 10:00\n<<<<<<< a\n||||||| b\n\n## 10:01\nbasalt\n\n## 10:02\n=======\n>>>>>>> c\n\n",
            "## 10:00\n<<<<<<< a\nx\n||||||| b\n\n## 10:01\nbasalt\n\n## 10:02\n=======\ny\n>>>>>>> c\n\n",
            "## 10:00\n<<<<<<< a\nx\n||||||| b\nz\n\n## 10:01\nbasalt\n\n## 10:02\nw\n=======\ny\n>>>>>>> c\n\n",
            "## 10:00\n<<<<<<< a\n\n## 10:01\nbasalt\n\n## 10:02\n=======\n\n## 10:03\n>>>>>>> c\n",
            // a conflict that is spoken of
            "## 10:00\nlook:\n<<<<<<< a\nx\n=======\ny\n>>>>>>> c\n",
            "## 10:00\nlook:\n\n<<<<<<< a\nx\n=======\ny\n>>>>>>> c\n",
            // out of order
            "=======\n>>>>>>> c\n<<<<<<< a\n||||||| b\n",
            "## 10:00\na heading\n=======\n",
        ] {
            assert_eq!(of_day(text), None, "{text}");
        }
        let quoted = "## 10:00\n<<<<<<< a\nx\n=======\ny\n>>>>>>> c\n";
        assert_eq!(versions_of_day(quoted, |_| true), None);
    }

    #[test]
    fn conflicts_of_version_control_are_found() {
        let first = "## 10:30\ngranite\n\n";
        for (text, ours, theirs) in [
            // notes of two machines, as the styles of git show them
            (
                "<<<<<<< HEAD\n## 11:00\nquartz\n=======\n## 12:00\nmarble\n>>>>>>> b\n\n",
                "## 11:00\nquartz\n\n",
                "## 12:00\nmarble\n\n",
            ),
            (
                "<<<<<<< HEAD\n## 11:00\nquartz\n\n||||||| 1a2b\n=======\n>>>>>>> b\n",
                "## 11:00\nquartz\n\n",
                "",
            ),
            // in one minute
            (
                "## 11:00\n<<<<<<< HEAD\nquartz\n\n## 11:05\njade\n=======\nmarble\n>>>>>>> b\n\n",
                "## 11:00\nquartz\n\n## 11:05\njade\n\n",
                "## 11:00\nmarble\n\n",
            ),
            (
                "## 11:00\n<<<<<<< HEAD\nquartz\n||||||| 1a2b\n=======\nmarble\n>>>>>>> b\n\n",
                "## 11:00\nquartz\n\n",
                "## 11:00\nmarble\n\n",
            ),
            // the same words in two minutes
            (
                "<<<<<<< HEAD\n## 11:00\n=======\n## 11:05\n>>>>>>> b\nquartz\n\n",
                "## 11:00\nquartz\n\n",
                "## 11:05\nquartz\n\n",
            ),
            // a note that both edited
            (
                "## 11:00\n<<<<<<< HEAD\nquartz 2\n||||||| 1a2b\nquartz\n=======\nquartz 3\n>>>>>>> b\n",
                "## 11:00\nquartz 2\n",
                "## 11:00\nquartz 3\n",
            ),
            // with an underlined heading of the old form before it
            (
                "## 11:00\na list\n=======\n\n<<<<<<< HEAD\n## 11:05\nquartz\n=======\n>>>>>>> b\n",
                "## 11:00\na list\n=======\n\n## 11:05\nquartz\n",
                "## 11:00\na list\n=======\n\n",
            ),
        ] {
            let text = format!("{first}{text}");
            let expected = [ours, theirs].map(|version| format!("{first}{version}"));
            assert_eq!(of_day(&text), Some(expected), "{text}");
        }
    }
}
