//! How a run moves: results reach the states that asked for them, and lanes go along edges.

use super::graph::Graph;
use super::note::Note;
use super::run::{MachineError, Next, Phase, Run, StepResult};
use super::state::{Outcome, State};
use super::states::{self, wait_user};
use super::step::{Lane, NewNote, Step, StepId, StepKind};
use super::trace::TraceEvent;
use super::{Event, answer};

impl Run {
    /// What a person said that no log holds yet, as a section to be kept when nobody goes on with the
    /// run: the words of a correction, and what was wanted otherwise about a note.
    pub fn unwritten(&self) -> Option<NewNote> {
        states::store::unwritten(self)
    }

    /// Takes the result of a step and moves on as far as that allows.
    ///
    /// # Errors
    /// The result is refused, and nothing changes, when it fits no step that is out.
    pub fn feed(&mut self, id: StepId, event: Event) -> Result<(), MachineError> {
        let track = self.track_mut(id.lane);
        let found = track.pending.iter().position(|s| s.id == id);
        let (at, step) = found
            .and_then(|at| Some((at, track.pending.get(at)?)))
            .ok_or(MachineError::UnknownStep(id))?;
        if !event.fits(&step.kind) {
            return Err(MachineError::WrongEvent {
                step: id,
                kind: step.kind.name(),
                got: event.name(),
            });
        }
        if let (StepKind::Ask(ask), Event::Replied(reply)) = (&step.kind, &event) {
            wait_user::check(ask, reply)?;
        }
        let step = track.pending.remove(at);
        match event {
            Event::Replied(reply) => {
                for lane in [Lane::Note, Lane::Question] {
                    self.replied(lane, &step, &reply);
                }
            }
            event => {
                track.inbox.push((step, event));
                if track.pending.is_empty() {
                    self.arrived(id.lane);
                }
            }
        }
        self.settle();
        Ok(())
    }

    /// The user's reply reaches a lane that waits for it.
    fn replied(&mut self, lane: Lane, step: &Step, reply: &super::Reply) {
        if self.track(lane).phase != Phase::Waiting {
            return;
        }
        if let Some(next) = wait_user::replied(self, lane, reply) {
            self.trace(lane, stepped(step, &Event::Done));
            self.track_mut(lane).phase = Phase::Working;
            self.follow(lane, next);
        }
    }

    /// The last result of a lane's steps has arrived.
    fn arrived(&mut self, lane: Lane) {
        let track = self.track_mut(lane);
        let mut results = std::mem::take(&mut track.inbox);
        results.sort_by_key(|(step, _)| step.id);
        for (step, event) in &results {
            self.trace(lane, stepped(step, event));
        }
        if self.track(lane).phase == Phase::Leaving {
            self.track_mut(lane).phase = Phase::Settled;
            return;
        }
        let state = self.track(lane).state;
        let results = results.into_iter().map(|(step, event)| StepResult {
            step: step.kind,
            event,
        });
        let next = (states::handler(state).on_results)(self, lane, results.collect());
        self.follow(lane, next);
    }

    pub(super) fn enter(&mut self, lane: Lane, state: State) {
        let track = self.track_mut(lane);
        track.state = state;
        track.phase = Phase::Working;
        track.path.push(state);
        self.trace(lane, TraceEvent::Entered);
        let next = (states::handler(state).enter)(self, lane);
        self.follow(lane, next);
    }

    fn follow(&mut self, lane: Lane, next: Next) {
        match next {
            Next::Steps(kinds) => {
                let wanted = u32::try_from(kinds.len()).unwrap_or(u32::MAX);
                let limit = self.settings.limits.max_steps;
                let over = self.track(lane).issued.saturating_add(wanted) > limit;
                if lane == Lane::Question && over {
                    self.cap(limit);
                } else {
                    self.issue(lane, kinds);
                }
            }
            Next::Go(outcome, reason) => self.go(lane, outcome, reason),
            Next::Block => self.track_mut(lane).phase = Phase::Blocked,
            Next::Wait => self.track_mut(lane).phase = Phase::Waiting,
            Next::End => self.track_mut(lane).phase = Phase::Settled,
        }
    }

    fn issue(&mut self, lane: Lane, kinds: Vec<StepKind>) {
        let track = self.track_mut(lane);
        for kind in kinds {
            track.issued += 1;
            let number = track.issued;
            track.pending.push(Step {
                id: StepId { lane, number },
                kind,
            });
        }
    }

    fn go(&mut self, lane: Lane, outcome: Outcome, reason: String) {
        let from = self.track(lane).state;
        let edge = Graph::build().ok().and_then(|g| g.edge(from, outcome));
        // A handler's outcomes are declared and the graph has an edge for each, so this default
        // stands for nothing but a handler that forgot to declare; the tests take every edge.
        let to = edge.map_or(&[State::Observe][..], |e| e.to);
        self.trace(
            lane,
            TraceEvent::Went {
                outcome,
                to: to.to_vec(),
                reason,
            },
        );
        for &state in to {
            match (lane, states::handler(state).home) {
                (_, None) => self.enter(lane, state),
                (lane, Some(home)) if lane == home => self.enter(lane, state),
                (Lane::Main, Some(home)) => {
                    self.main.phase = Phase::Blocked;
                    self.enter(home, state);
                }
                // The note's lane takes it up as soon as it is free.
                (Lane::Question, Some(Lane::Note)) => {}
                _ => self.leave(lane),
            }
        }
    }

    /// The note's lane is free and an answer waits to be logged: begins with it.
    fn take_up_answer_note(&mut self) -> bool {
        let free = matches!(self.note_track.phase, Phase::Idle | Phase::Settled);
        if !free || self.answer_notes.is_empty() {
            return false;
        }
        let told = self.answer_notes.remove(0);
        if self.note_track.phase == Phase::Settled {
            let before = self.note.logged(&self.settings.engine);
            self.logged_before.push(before);
        }
        self.note = Note::of_answer(told, self.note.time);
        self.enter(Lane::Note, State::Parse);
        true
    }

    /// The cap on steps is reached: the question ends with what is known.
    fn cap(&mut self, limit: u32) {
        let words = &self.question.own_words().steps_over;
        let what = words.fill(&[("limit", &limit.to_string())]);
        self.question.failed(what);
        self.question.answer = Some(answer::of_facts(&self.question));
        self.trace(
            Lane::Question,
            TraceEvent::Went {
                outcome: Outcome::StepCap,
                to: vec![State::Observe],
                reason: format!("{limit} steps were taken"),
            },
        );
        self.leave(Lane::Question);
    }

    /// A lane is done: what came of it is shown, by a step of its own.
    fn leave(&mut self, lane: Lane) {
        let shown = states::observe::shown(self, lane);
        let mut steps = vec![StepKind::Deliver(shown)];
        // What could not be saved stays in the spool.
        if lane == Lane::Note && self.note.spooled && !self.note.unsaved {
            self.note.spooled = false;
            steps.push(StepKind::DropSpool);
        }
        self.track_mut(lane).phase = Phase::Leaving;
        self.issue(lane, steps);
    }

    /// Wakes lanes that wait for each other, asks the user when nothing else is left to do, and
    /// closes the run when all lanes are done.
    pub(super) fn settle(&mut self) {
        loop {
            let mut moved = self.take_up_answer_note();
            let blocked = |l: &Lane| self.track(*l).phase == Phase::Blocked;
            let lanes = [Lane::Note, Lane::Question];
            for lane in lanes.into_iter().filter(blocked).collect::<Vec<_>>() {
                let state = self.track(lane).state;
                match (states::handler(state).enter)(self, lane) {
                    Next::Block => {}
                    next => {
                        self.track_mut(lane).phase = Phase::Working;
                        self.follow(lane, next);
                        moved = true;
                    }
                }
            }
            if moved {
                continue;
            }
            let done = |l: Lane| matches!(self.track(l).phase, Phase::Settled | Phase::Idle);
            if self.main.phase == Phase::Blocked && lanes.into_iter().all(done) {
                self.enter(Lane::Main, State::Observe);
                continue;
            }
            let waiting = lanes
                .into_iter()
                .any(|l| self.track(l).phase == Phase::Waiting);
            if waiting && self.pending().next().is_none() {
                let ask = wait_user::ask(self);
                self.issue(Lane::Main, vec![StepKind::Ask(ask)]);
            }
            return;
        }
    }
}

fn stepped(step: &Step, event: &Event) -> TraceEvent {
    TraceEvent::Step {
        id: step.id,
        kind: step.kind.name().to_owned(),
        failed: match event {
            Event::Failed { reason, .. } => Some(reason.clone()),
            _ => None,
        },
    }
}
