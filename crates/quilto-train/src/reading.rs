//! What the reader makes of labelled texts by weights it was not fitted to: false records, records
//! held back, and what is taken for a question.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use quilto::agents::{AgentContext, RouterInput};
use quilto::domain::DomainSet;
use quilto::engine::builtin::route;
use quilto::model::{Conversation, InputType, NotDone};
use quilto_acts::{Act, Model};

use crate::corpus::{Labelled, Writer, context, domains, read_note};

/// One count of texts.
#[derive(Default)]
struct Count {
    of: usize,
    wrong: usize,
}

/// The figures as a text. `model` gives the weights for a writer.
pub(crate) fn figures(
    root: &Path,
    writers: &[Writer],
    model: &dyn Fn(usize) -> Option<Model>,
    show: bool,
) -> Result<String, String> {
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let mut routes: BTreeMap<(Act, String), usize> = BTreeMap::new();
    let mut out = String::new();
    let plain = Reader::new(domains(root)?);
    for (at, writer) in writers.iter().enumerate() {
        let domains = domains(root)?;
        let reader = Reader::new(match model(at) {
            Some(model) => domains.with_acts(model),
            None => domains,
        });
        for labelled in &writer.texts {
            let routed = reader.route(&labelled.raw);
            if let [(_, act)] = labelled.text.parts.as_slice() {
                let key = (*act, format!("{:?}", routed.0));
                *routes.entry(key).or_default() += 1;
            }
            for (kind, wrong) in judged(labelled, &routed, &reader, &plain) {
                let count = counts.entry(kind).or_default();
                count.of += 1;
                count.wrong += usize::from(wrong);
                if !(show && wrong) {
                    continue;
                }
                let acts: Vec<&str> = labelled
                    .text
                    .parts
                    .iter()
                    .map(|part| part.1.name())
                    .collect();
                let _ = writeln!(out, "{kind} [{}] {:?}", acts.join(" "), labelled.raw);
            }
        }
    }
    for (kind, count) in counts {
        let _ = writeln!(out, "{kind}: {} of {}", count.wrong, count.of);
    }
    for ((act, kind), count) in routes {
        let _ = writeln!(out, "  {:9} routed as {kind}: {count}", act.name());
    }
    Ok(out)
}

/// Which figures a text counts for, and whether it goes wrong.
fn judged(
    labelled: &Labelled,
    (kind, log): &(InputType, Option<String>),
    reader: &Reader,
    plain: &Reader,
) -> Vec<(&'static str, bool)> {
    let acts = || labelled.text.parts.iter().map(|(_, act)| *act);
    let logged = matches!(kind, InputType::Log | InputType::Both);
    let text = log.as_deref().unwrap_or(&labelled.raw);
    let read = if logged {
        reader.read(text)
    } else {
        Note::default()
    };
    let stored = read.holds_data();
    let Note { data: read, held } = read;
    if acts().any(|act| act == Act::Correct) {
        return vec![("corrections taken for notes", logged)];
    }
    if acts().all(|act| act != Act::Done) {
        return vec![("false records", stored)];
    }
    let held = ("records held back, in part", holds_done(labelled, &held));
    let done: Vec<&str> = labelled
        .text
        .parts
        .iter()
        .filter(|(_, act)| !act.holds_no_data())
        .map(|(part, _)| &labelled.raw[part.clone()])
        .collect();
    let differs = if acts().any(|act| act.holds_no_data()) {
        let wanted = plain.read(&done.join("\n")).data;
        ("records beside others differ", wanted != read)
    } else {
        let whole = plain.read(&labelled.raw).data;
        ("records alone differ", whole != "{}" && whole != read)
    };
    vec![held, differs]
}

/// Whether a number or name of something done stands in what was held back.
fn holds_done(labelled: &Labelled, held: &[NotDone]) -> bool {
    let mut from = 0;
    let spans = held.iter().filter_map(|held| {
        let start = labelled.raw[from..].find(&*held.text)? + from;
        from = start + held.text.len();
        Some(start..from)
    });
    let spans: Vec<_> = spans.collect();
    let done = labelled.text.parts.iter();
    let done = done.filter(|(_, act)| *act == Act::Done);
    let done: Vec<_> = done.map(|(part, _)| part).collect();
    let figures = labelled.text.words.iter();
    let mut figures = figures.filter(|word| word.text.starts_with(['#', '<']));
    figures.any(|word| {
        let start = &word.span.start;
        done.iter().any(|part| part.contains(start))
            && spans.iter().any(|span| span.contains(start))
    })
}

/// What came of a note.
#[derive(Default)]
pub(crate) struct Note {
    /// The data, as JSON.
    data: String,
    pub held: Vec<NotDone>,
}

impl Note {
    /// The data, as JSON.
    pub fn data(&self) -> &str {
        &self.data
    }

    /// Whether something is stored of it.
    pub fn holds_data(&self) -> bool {
        !self.data.is_empty() && self.data != "{}"
    }
}

pub(crate) struct Reader {
    cx: AgentContext,
    set: DomainSet,
}

impl Reader {
    pub fn new(set: DomainSet) -> Self {
        let cx = context(Arc::new(set.select_all()));
        Self { cx, set }
    }

    fn route(&self, text: &str) -> (InputType, Option<String>) {
        let input = RouterInput {
            raw_input: text.to_owned(),
            conversation: Conversation::default(),
            global_context: None,
        };
        let routed = route(&self.cx, &self.set, &input, &|| None);
        (routed.input_type, routed.log_portion)
    }

    /// What is made of a text where it is taken for a note.
    pub fn logged(&self, text: &str) -> Note {
        match self.route(text) {
            (InputType::Log | InputType::Both, log) => self.read(log.as_deref().unwrap_or(text)),
            _ => Note::default(),
        }
    }

    fn read(&self, text: &str) -> Note {
        let read = read_note(&self.cx, text);
        Note {
            data: serde_json::to_string(&read.domain_data).unwrap_or_default(),
            held: read.held_back,
        }
    }
}
