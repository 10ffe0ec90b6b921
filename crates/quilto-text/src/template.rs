//! Wordings with holes, for one line of text: `[{period:cap}, your|Your] best is {what}[ on {date}].`
//!
//! - `{name}` is what the hole is filled with, `{name:how}` the same in a way that whoever fills it
//!   knows: a unit, a capital letter, a particle;
//! - `[one|other]` is the first alternative whose holes are all filled, and nothing where none is;
//! - `{?name}`, `{?name=value}` and `{?name=*end}` in an alternative say nothing: they ask for a hole
//!   to be filled, with that value, or with words that end so.
//!
//! Brackets without a hole in them stand for themselves (`[y/N]`).

use serde::Deserialize;
use serde::de::{self, Deserializer};

/// A wording that has been read.
///
/// ```
/// use quilto_text::template::Template;
/// let found = Template::parse("[{n} [{?n=1}stone|stones]|Nothing] found[ on {day}].")?;
/// let say = |n: &'static str| found.render(&|name, _| (name == "n").then(|| n.to_owned()));
/// assert_eq!(say("1"), "1 stone found.");
/// assert_eq!(say("2"), "2 stones found.");
/// assert_eq!(found.render(&|_, _| None), "Nothing found.");
/// # Ok::<(), quilto_text::template::TemplateError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Template {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Words(String),
    Hole { name: String, how: Option<String> },
    If { name: String, is: Option<HoleTest> },
    OneOf(Vec<Vec<Part>>),
}

/// What a hole must be filled with.
#[derive(Clone, Debug, PartialEq, Eq)]
enum HoleTest {
    Just(String),
    EndingIn(String),
}

/// Why a wording cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the wording `{0}` cannot be read: expected text, `{{name}}`, `{{name:how}}`, `{{?name}}` or `[one|other]`"
)]
pub struct TemplateError(String);

impl Template {
    /// Reads a wording.
    ///
    /// # Errors
    /// When a bracket is not closed, or a hole has no name or nothing after its colon.
    pub fn parse(source: &str) -> Result<Self, TemplateError> {
        let mut rest = source;
        let parts = read(&mut rest, false);
        match parts {
            Some(parts) if rest.is_empty() => Ok(Self { parts }),
            _ => Err(TemplateError(source.to_owned())),
        }
    }

    /// The holes it has, those it only asks for among them.
    pub fn holes(&self) -> Vec<&str> {
        fn collect<'t>(parts: &'t [Part], into: &mut Vec<&'t str>) {
            for part in parts {
                match part {
                    Part::Words(_) => {}
                    Part::Hole { name, .. } | Part::If { name, .. } => into.push(name),
                    Part::OneOf(several) => {
                        for one in several {
                            collect(one, into);
                        }
                    }
                }
            }
        }
        let mut holes = Vec::new();
        collect(&self.parts, &mut holes);
        holes
    }

    /// The ways in which holes are to be filled.
    pub fn ways(&self) -> Vec<&str> {
        fn collect<'t>(parts: &'t [Part], into: &mut Vec<&'t str>) {
            for part in parts {
                match part {
                    Part::Hole { how, .. } => into.extend(how.as_deref()),
                    Part::OneOf(several) => several.iter().for_each(|one| collect(one, into)),
                    Part::Words(_) | Part::If { .. } => {}
                }
            }
        }
        let mut ways = Vec::new();
        collect(&self.parts, &mut ways);
        ways
    }

    /// The words. `fill` gives those of a hole, in the way that is asked for; `None` where there are
    /// none, which leaves the hole empty outside of brackets.
    pub fn render(&self, fill: &impl Fn(&str, Option<&str>) -> Option<String>) -> String {
        let mut out = String::new();
        render(&self.parts, fill, &mut out);
        out
    }

    /// The words, with holes filled by their names.
    pub fn fill(&self, holes: &[(&str, &str)]) -> String {
        self.render(&|name, _| {
            let (_, words) = holes.iter().find(|(hole, _)| *hole == name)?;
            Some((*words).to_owned())
        })
    }
}

/// The parts up to the end; within brackets up to the end of an alternative. `None` where something is
/// not closed or has no name.
fn read(rest: &mut &str, within: bool) -> Option<Vec<Part>> {
    let mut parts: Vec<Part> = Vec::new();
    let ends: &[char] = if within {
        &['{', '[', '|', ']']
    } else {
        &['{', '[']
    };
    loop {
        let at = rest.find(ends).unwrap_or(rest.len());
        let (words, after) = rest.split_at(at);
        *rest = after;
        if !words.is_empty() {
            parts.push(Part::Words(words.to_owned()));
        }
        match rest.chars().next() {
            Some('{') => parts.push(hole(rest)?),
            Some('[') => parts.push(one_of(rest)?),
            _ => return Some(parts),
        }
    }
}

fn hole(rest: &mut &str) -> Option<Part> {
    let (inner, after) = rest.strip_prefix('{')?.split_once('}')?;
    *rest = after;
    let (asks, inner) = match inner.strip_prefix('?') {
        Some(inner) => (true, inner),
        None => (false, inner),
    };
    let (name, more) = match inner.split_once(if asks { '=' } else { ':' }) {
        Some((name, more)) => (name.trim(), Some(more.trim().to_owned())),
        None => (inner.trim(), None),
    };
    if name.is_empty() || name.contains(['{', ' ']) || more.as_deref() == Some("") {
        return None;
    }
    let name = name.to_owned();
    Some(if asks {
        let is = more.map(|value| match value.strip_prefix('*') {
            Some(end) => HoleTest::EndingIn(end.to_owned()),
            None => HoleTest::Just(value),
        });
        Part::If { name, is }
    } else {
        Part::Hole { name, how: more }
    })
}

fn one_of(rest: &mut &str) -> Option<Part> {
    let whole = *rest;
    let mut several = Vec::new();
    while let Some(inner) = rest.strip_prefix(if several.is_empty() { '[' } else { '|' }) {
        *rest = inner;
        several.push(read(rest, true)?);
    }
    *rest = rest.strip_prefix(']')?;
    let plain = |part: &Part| matches!(part, Part::Words(_));
    Some(if several.iter().flatten().all(plain) {
        Part::Words(whole[..whole.len() - rest.len()].to_owned())
    } else {
        Part::OneOf(several)
    })
}

/// Adds the words, and tells whether every hole was filled and every condition held.
fn render(
    parts: &[Part],
    fill: &impl Fn(&str, Option<&str>) -> Option<String>,
    out: &mut String,
) -> bool {
    let mut whole = true;
    for part in parts {
        match part {
            Part::Words(words) => out.push_str(words),
            Part::Hole { name, how } => match fill(name, how.as_deref()) {
                Some(words) => out.push_str(&words),
                None => whole = false,
            },
            Part::If { name, is } => {
                whole &= fill(name, None).is_some_and(|words| match is {
                    None => true,
                    Some(HoleTest::Just(value)) => words == *value,
                    Some(HoleTest::EndingIn(end)) => words.ends_with(end),
                });
            }
            Part::OneOf(several) => {
                let start = out.len();
                for one in several {
                    if render(one, fill, out) {
                        break;
                    }
                    out.truncate(start);
                }
            }
        }
    }
    whole
}

impl<'de> Deserialize<'de> for Template {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(template: &str, holes: &[(&str, &str)]) -> String {
        let template = Template::parse(template).unwrap();
        template.render(&|name, how| {
            let (_, words) = holes.iter().find(|(hole, _)| *hole == name)?;
            Some(how.map_or_else(|| (*words).to_owned(), |how| format!("{words} {how}")))
        })
    }

    #[test]
    fn absent_fields_take_their_brackets_with_them() {
        let row = "{mass:kg}[ × {rubs}][ in {seconds:s}]";
        assert_eq!(
            filled(row, &[("mass", "1.5"), ("rubs", "10")]),
            "1.5 kg × 10"
        );
        assert_eq!(
            Template::parse(row).unwrap().holes(),
            ["mass", "rubs", "seconds"]
        );
        assert_eq!(Template::parse(row).unwrap().ways(), ["kg", "s"]);
    }

    #[test]
    fn the_first_alternative_that_can_be_said_is_said() {
        let lag = "sleep[{?lag=1} the day before| {lag} days before][{?way=*ing}, so it goes]";
        assert_eq!(filled(lag, &[]), "sleep");
        assert_eq!(filled(lag, &[("lag", "1")]), "sleep the day before");
        assert_eq!(
            filled(lag, &[("lag", "3"), ("way", "rising")]),
            "sleep 3 days before, so it goes"
        );
        let nested = "{n} found[ ({days}[ of {all}])]";
        let holes = [("n", "2"), ("days", "9")];
        assert_eq!(filled(nested, &holes), "2 found (9)");
    }

    #[test]
    fn brackets_without_a_hole_are_words_and_so_is_what_fills_a_hole() {
        assert_eq!(
            filled("Replace {file}? [y/N] | ]", &[("file", "[{n}]")]),
            "Replace [{n}]? [y/N] | ]"
        );
        assert_eq!(
            filled("{b} of {a}{c}", &[("a", "{b}"), ("b", "2")]),
            "2 of {b}"
        );
    }

    #[test]
    fn broken_templates_are_refused() {
        for broken in [
            "{mass",
            "{}",
            "{mass:}",
            "a [b {mass}",
            "{{ mass }}",
            "{?}",
            "[{a}|",
        ] {
            assert!(Template::parse(broken).is_err(), "{broken}");
        }
    }
}
