//! What the reader makes of labelled texts by weights it was not fitted to: false records, records
//! held back, and what is taken for a question.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use quilto::agents::{AgentContext, RouterInput};
use quilto::domain::DomainSet;
use quilto::engine::builtin::route;
use quilto::model::InputType;
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
            let (kind, wrong) = judged(labelled, &routed, &reader, &plain);
            let count = counts.entry(kind).or_default();
            count.of += 1;
            count.wrong += usize::from(wrong);
            if show && wrong {
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

/// Which figure a text counts for, and whether it goes wrong.
fn judged(
    labelled: &Labelled,
    (kind, log): &(InputType, Option<String>),
    reader: &Reader,
    plain: &Reader,
) -> (&'static str, bool) {
    let acts = || labelled.text.parts.iter().map(|(_, act)| *act);
    let logged = matches!(kind, InputType::Log | InputType::Both);
    let text = log.as_deref().unwrap_or(&labelled.raw);
    let read = if logged {
        reader.read(text)
    } else {
        String::new()
    };
    if acts().all(|act| act.holds_no_data()) {
        return ("false records", !read.is_empty() && read != "{}");
    }
    let correct = acts().any(|act| act == Act::Correct);
    if correct {
        return ("corrections taken for notes", logged);
    }
    let done: Vec<&str> = labelled
        .text
        .parts
        .iter()
        .filter(|(_, act)| !act.holds_no_data())
        .map(|(part, _)| &labelled.raw[part.clone()])
        .collect();
    let wanted = plain.read(&done.join("\n"));
    if acts().any(|act| act.holds_no_data()) {
        return ("records beside others differ", wanted != read);
    }
    let whole = plain.read(&labelled.raw);
    ("records held back", whole != "{}" && whole != read)
}

struct Reader {
    cx: AgentContext,
    set: DomainSet,
}

impl Reader {
    fn new(set: DomainSet) -> Self {
        let cx = context(Arc::new(set.select_all()));
        Self { cx, set }
    }

    fn route(&self, text: &str) -> (InputType, Option<String>) {
        let input = RouterInput {
            raw_input: text.to_owned(),
            session_context: None,
            global_context: None,
        };
        let routed = route(&self.cx, &self.set, &input, &|| None);
        (routed.input_type, routed.log_portion)
    }

    /// The data of a note, as JSON.
    fn read(&self, text: &str) -> String {
        let read = read_note(&self.cx, text);
        serde_json::to_string(&read.domain_data).unwrap_or_default()
    }
}
