//! WAIT_USER: what the lanes want to know, asked at once, and where the reply sends each of them.

use chrono::NaiveDate;
use serde_json::json;

use crate::agents::RouterInput;
use crate::machine::interrupt::{Ask, Decision, Refinement, Reply, Verb};
use crate::machine::note::AnswerNote;
use crate::machine::run::{MachineError, Next, Phase, Run, StepResult};
use crate::machine::state::Outcome;
use crate::machine::step::{AgentCall, Lane, NewNote, StepKind};
use crate::machine::{AgentOutput, Event, Problem, day};
use crate::model::{Conversation, DateRange, EntryKind, GapType, InputType};
use crate::text::dates::DateContext;
use crate::text::{self, TokenKind};

pub(crate) fn enter(_run: &mut Run, _lane: Lane) -> Next {
    Next::Wait
}

/// Everything that is open, of all lanes that wait.
pub(crate) fn ask(run: &Run) -> Ask {
    let mut ask = Ask::default();
    if run.track(Lane::Question).phase == Phase::Waiting {
        ask.why.clone_from(&run.question.why);
        ask.questions.clone_from(&run.question.open);
    }
    if run.track(Lane::Note).phase == Phase::Waiting {
        ask.choice.clone_from(&run.note.choice);
        ask.preview.clone_from(&run.note.preview);
    }
    ask
}

/// Whether a reply fits what was asked.
pub(crate) fn check(ask: &Ask, reply: &Reply) -> Result<(), MachineError> {
    let open = |id: &String| ask.questions.iter().any(|q| q.id == *id);
    if let Some(id) = reply.answers.keys().find(|id| !open(id)) {
        return Err(MachineError::UnknownQuestion(id.clone()));
    }
    if let Some(decision) = &reply.decision {
        let Some(current) = &ask.preview else {
            return Err(MachineError::NoPreview);
        };
        if matches!(decision, Decision::Refine { .. }) && current.refinements_left == 0 {
            return Err(MachineError::RefinedEnough);
        }
        if decision.preview() != current.id {
            return Err(MachineError::StalePreview {
                given: decision.preview().to_owned(),
                current: current.id.clone(),
            });
        }
    }
    if let Some(id) = &reply.chosen {
        let offered = ask.choice.iter().flat_map(|c| &c.candidates);
        if !offered.into_iter().any(|e| e.id == *id) {
            return Err(MachineError::UnknownCandidate(id.clone()));
        }
    }
    let declines = reply.declined && !ask.is_empty();
    let says = !reply.answers.is_empty() || reply.chosen.is_some() || reply.decision.is_some();
    if declines || says {
        Ok(())
    } else {
        Err(MachineError::EmptyReply)
    }
}

/// What the reply means for one lane; `None` if it says nothing to it.
pub(crate) fn replied(run: &mut Run, lane: Lane, reply: &Reply) -> Option<Next> {
    match lane {
        Lane::Question => answered(run, reply),
        Lane::Note => decided(run, reply),
        Lane::Main => None,
    }
}

fn answered(run: &mut Run, reply: &Reply) -> Option<Next> {
    let q = &mut run.question;
    let mut said = 0;
    let mut notes = Vec::new();
    for question in &q.open {
        if let Some(answer) = reply.answers.get(&question.id) {
            q.responses.insert(question.id.clone(), answer.clone());
            said += 1;
            let offered = question.options.iter().flatten().any(|o| o == answer);
            // one text may answer several questions, and is still one note
            if !offered && may_tell(answer, run.settings.today) && !notes.contains(answer) {
                notes.push(answer.clone());
            }
        }
    }
    if !notes.is_empty() {
        // Words that name a day or hold a number may be a note: the router says.
        let route = |raw_input: String| StepKind::Call {
            call: AgentCall::Route(RouterInput {
                raw_input,
                conversation: Conversation::default(),
                global_context: run.global_context.clone(),
            }),
            domains: Vec::new(),
        };
        return Some(Next::Steps(notes.into_iter().map(route).collect()));
    }
    if said > 0 {
        // The open questions stay until ANALYZE takes the answers in.
        return Some(Next::go(Outcome::Answered, format!("{said} answers")));
    }
    if !reply.declined {
        return None;
    }
    q.partial = true;
    for question in std::mem::take(&mut q.open) {
        let description = Some(question.gap_addressed).filter(|g| !g.is_empty());
        let description = description.unwrap_or(question.question);
        q.misses(description, GapType::Subjective);
    }
    Some(Next::go(Outcome::Declined, "the user would rather not say"))
}

/// Whether an answer may tell something that belongs in the log: it names a day, or says how much of
/// something.
fn may_tell(answer: &str, today: NaiveDate) -> bool {
    let tokens = text::read(answer);
    let days = text::dates::find(&tokens, &DateContext::question(today));
    // the number of a stretch of days ("the last ten days") is that of what was asked
    let of_days = |at: &usize| days.iter().any(|mention| mention.tokens.contains(at));
    let counts = |at: usize| {
        let token = &tokens[at];
        token.number().is_some() || matches!(token.kind, TokenKind::Clock(_))
    };
    let measures = (0..tokens.len()).any(|at| counts(at) && !of_days(&at));
    let says = tokens
        .iter()
        .any(|token| matches!(token.kind, TokenKind::Word(_)));
    measures && says || day::named(answer, today).is_some()
}

fn decided(run: &mut Run, reply: &Reply) -> Option<Next> {
    if let (Some(chosen), Some(_)) = (&reply.chosen, &run.note.choice) {
        run.note.choice = None;
        run.note.chosen = Some(chosen.clone());
        return Some(Next::go(Outcome::Chosen, chosen.to_string()));
    }
    if reply.declined && run.note.choice.take().is_some() {
        return Some(reject(run, Problem::NothingChosen));
    }
    let decision = match &reply.decision {
        Some(decision) => decision.clone(),
        None if reply.declined => Decision::Reject {
            preview: String::new(),
        },
        None => return None,
    };
    let preview = run.note.preview.take()?;
    match decision {
        Decision::Approve { .. } => {
            run.note.approved = true;
            Some(Next::go(Outcome::Approved, preview.id))
        }
        Decision::Refine { feedback, .. } => {
            run.note.refining = preview.verb == Verb::Save;
            run.note.refinements.push(Refinement {
                preview: preview.id,
                feedback: feedback.clone(),
            });
            Some(Next::go(Outcome::Refined, feedback))
        }
        Decision::Reject { .. } => {
            // The words of a new note are in the log; a section takes them back.
            match run
                .note
                .entry
                .clone()
                .filter(|_| run.note.correction_of.is_none())
            {
                Some(entry) => Some(Next::step(StepKind::Append(NewNote {
                    date: run.settings.today,
                    time: run.note.time,
                    kind: EntryKind::Undo,
                    raw: String::new(),
                    payload: Some(json!({"target": entry.id})),
                }))),
                None => Some(reject(run, Problem::NothingChanged)),
            }
        }
    }
}

fn reject(run: &mut Run, what: Problem) -> Next {
    let why = what.to_string();
    run.note.problems.push(what);
    Next::go(Outcome::Rejected, why)
}

/// The words of a rejected note were taken back, or the router has looked at answers.
pub(crate) fn on_results(run: &mut Run, lane: Lane, results: Vec<StepResult>) -> Next {
    if lane == Lane::Question {
        return looked_at(run, results);
    }
    for StepResult { event, .. } in results {
        if let Event::Failed { reason, .. } = event {
            return reject(run, Problem::NotTakenBack(reason));
        }
    }
    run.note.rejected = true;
    reject(run, Problem::TakenBack)
}

/// Answers that the router takes for notes are logged, each under its day.
fn looked_at(run: &mut Run, results: Vec<StepResult>) -> Next {
    let mut found = 0;
    for StepResult { step, event } in results {
        let (StepKind::Call { call, .. }, Event::Agent(AgentOutput::Route(routed))) = (step, event)
        else {
            continue;
        };
        // "no, I slept five hours" says no to the question and corrects no note
        let (AgentCall::Route(asked), InputType::Log | InputType::Both | InputType::Correction) =
            (call, routed.input_type)
        else {
            continue;
        };
        let known = |domain: &String| run.input.available.contains(domain);
        let domains: Vec<String> = routed.selected_domains.into_iter().filter(known).collect();
        found += 1;
        run.answer_notes.push(AnswerNote {
            day: day::of_answer(&asked.raw_input, run.settings.today, period(run)),
            domains,
            text: asked.raw_input,
        });
    }
    if found == 0 {
        return Next::go(Outcome::Answered, "no answer is a note");
    }
    Next::go(Outcome::AnswerNote, format!("{found} to be logged"))
}

/// The first days that the question names.
fn period(run: &Run) -> Option<&DateRange> {
    let plan = run.question.plan.as_ref()?;
    plan.sub_queries.iter().find_map(|part| {
        let facts = part
            .queries()
            .filter_map(|(_, query)| query.period.as_ref());
        let read = part.retrieval.iter().filter_map(|r| r.period.as_ref());
        facts.chain(read).next()
    })
}
