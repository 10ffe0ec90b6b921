//! What a person says to a run that waits, put into a reply.

use quilto::machine::{Ask, Decision, Preview, Reply};
use quilto::model::{EntryId, Question};

use crate::error::CliError;
use crate::output::words::{says_no, says_yes};

/// An answer without a name goes to the one thing that is asked.
pub fn unnamed(ask: &Ask, text: &str) -> Result<Reply, CliError> {
    let text = text.trim();
    if let Some(preview) = &ask.preview {
        return Ok(Reply::decide(decision(preview, text)));
    }
    if let Some(choice) = &ask.choice {
        let candidates = &choice.candidates;
        let number = text.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let chosen = number.and_then(|at| candidates.get(at)).map(|e| &e.id);
        let named = candidates.iter().map(|e| &e.id).find(|id| id.0 == text);
        return match chosen.or(named) {
            Some(id) => Ok(Reply::choose(EntryId(id.0.clone()))),
            None => Err(
                CliError::usage(format!("{text:?} is none of the notes")).hint(format!(
                    "answer with a number from 1 to {}",
                    candidates.len()
                )),
            ),
        };
    }
    match ask.questions.as_slice() {
        [question] => Ok(Reply::answer(&question.id, answer(question, text))),
        [] => Err(CliError::usage("this session asks nothing")
            .hint("`sessions` lists what waits, and for what")),
        several
            if several
                .iter()
                .any(|question| option(question, text).is_some()) =>
        {
            let names: Vec<String> = several.iter().map(|q| format!("-a {}=…", q.id)).collect();
            Err(CliError::usage(format!(
                "{text:?} may be meant for any of several questions"
            ))
            .hint(format!("answer them by name: {}", names.join(" "))))
        }
        // in words of one's own several things can be said at once
        several => {
            let answers = several.iter().map(|q| (q.id.clone(), text.to_owned()));
            Ok(Reply {
                answers: answers.collect(),
                ..Reply::default()
            })
        }
    }
}

/// The answer to a question; a number picks one of its options.
pub fn answer(question: &Question, text: &str) -> String {
    option(question, text).map_or_else(|| text.to_owned(), str::to_owned)
}

/// The option of a question that a number picks.
fn option<'q>(question: &'q Question, text: &str) -> Option<&'q str> {
    let number = text.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    let option = question.options.as_deref()?.get(number?)?;
    Some(option)
}

/// Whether a word can only be the answer to whether something should be done.
pub fn is_yes_or_no(text: &str) -> bool {
    says_yes(text) || says_no(text)
}

/// What words say to a preview: yes, no, or what should be different.
pub fn decision(preview: &Preview, text: &str) -> Decision {
    let preview = preview.id.clone();
    if says_yes(text) {
        Decision::Approve { preview }
    } else if text.is_empty() || says_no(text) {
        Decision::Reject { preview }
    } else {
        Decision::Refine {
            preview,
            feedback: text.to_owned(),
        }
    }
}
