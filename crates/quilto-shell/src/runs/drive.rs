//! Runs of the machine over a home: begun, driven as far as they go, and gone on with.

use std::time::Duration;

use quilto::checkpoint::Claim;
use quilto::machine::{
    ApprovalPolicy, Ask, Decision, Reply, Run, RunInput, RunReport, RunSettings, Verb,
};
use quilto::model::{EntryId, Language};
use quilto::runner::{Runner, RunnerError, UserPort};

use super::one_input::UserInput;
use super::show;
use super::terminal::Terminal;
use crate::context::{Context, engine, in_flight};
use crate::error::CliError;
use crate::interrupt;
use crate::ui::Ui;

/// The engine works no longer than this at one call: no usual note or question takes a second.
const CALL_LIMIT: Duration = Duration::from_secs(30);

/// A run to be driven.
pub enum RunToDrive {
    New(Run),
    Waiting(Claim, Run, Option<Reply>),
}

impl RunToDrive {
    /// What was typed.
    fn text(&self) -> &str {
        let (Self::New(run) | Self::Waiting(_, run, _)) = self;
        &run.input().text
    }
}

/// Why a run could not be driven to its end.
#[derive(Debug)]
pub enum DriveError {
    /// What it needs is not there.
    Setup(CliError),
    /// The driver says no.
    Run(RunnerError),
}

impl From<CliError> for DriveError {
    fn from(error: CliError) -> Self {
        Self::Setup(error)
    }
}

impl From<DriveError> for CliError {
    fn from(stopped: DriveError) -> Self {
        match stopped {
            DriveError::Setup(error) => error,
            DriveError::Run(error) => error.into(),
        }
    }
}

impl Context<'_> {
    /// Runs text through the machine, with the terminal as its user.
    pub fn run(&self, ui: &mut Ui, saying: UserInput) -> Result<RunReport, CliError> {
        let run = self.begin(saying)?;
        self.drive_shown(ui, RunToDrive::New(run))
    }

    /// Goes on with a run that waits, with the terminal as its user.
    pub fn resume(
        &self,
        ui: &mut Ui,
        claim: Claim,
        run: Run,
        reply: Option<Reply>,
    ) -> Result<RunReport, CliError> {
        self.drive_shown(ui, RunToDrive::Waiting(claim, run, reply))
    }

    fn drive_shown(&self, ui: &mut Ui, driven: RunToDrive) -> Result<RunReport, CliError> {
        let language = Language::of(driven.text());
        let terminal = Terminal::new(self, ui, language);
        let meaning = interrupt::stops_run();
        let report = self.driven(&terminal, driven, Some(&terminal))?;
        drop(meaning);
        let report = report.ok_or_else(CliError::interrupted)?;
        terminal.finish()?;
        show::ask_names(self, ui, &report, language)?;
        Ok(report)
    }

    /// A run of a text, with nothing done yet.
    pub fn begin(&self, saying: UserInput) -> Result<Run, CliError> {
        let input = RunInput {
            assume: saying.assume,
            day: saying.day,
            about: saying.about,
            conversation: self.said_before(),
            ..RunInput::new(saying.text, self.domains().names())
        };
        let id = engine::run_id(self.moment.now);
        let mut settings = self.run_settings();
        if saying.approved {
            settings.approval = ApprovalPolicy::Never;
        }
        Ok(Run::start(id, input, settings)?)
    }

    /// Drives a run as far as it goes.
    pub fn drive<U: UserPort>(
        &self,
        user: &U,
        driven: RunToDrive,
    ) -> Result<RunReport, DriveError> {
        let report = self.driven(user, driven, None)?;
        report.ok_or_else(|| DriveError::Setup(CliError::interrupted()))
    }

    /// The same while a terminal shows that it is at work; `None` if Ctrl-C stopped it, or its time was
    /// over.
    fn driven<U: UserPort>(
        &self,
        user: &U,
        driven: RunToDrive,
        watched: Option<&Terminal<'_, '_>>,
    ) -> Result<Option<RunReport>, DriveError> {
        let begun = match &driven {
            RunToDrive::New(run) => Some((run.id().clone(), run.input().clone())),
            RunToDrive::Waiting(..) => None,
        };
        let begun = begun.as_ref();
        let _underway = begun.and_then(|(id, input)| in_flight::begin(self, id, input));
        let domains = self.domains();
        let store = self.store()?;
        let agents = self.agents()?;
        let checkpoints = self.checkpoints()?;
        let runner = Runner::new(&agents, &*store, domains.set(), user)
            .with_checkpoints(checkpoints)
            .with_models(engine::budget(&self.settings.settings), engine::clock)
            .with_call_limit(CALL_LIMIT, engine::clock);
        let run = async {
            match driven {
                RunToDrive::New(run) => runner.run(run).await,
                RunToDrive::Waiting(claim, run, reply) => runner.resume(claim, run, reply).await,
            }
        };
        let report = match (watched, self.deadline) {
            (Some(terminal), _) => engine::block_on_network(terminal.watching(run))?,
            (None, Some(deadline)) => {
                // looked at between the steps of the run
                let run = async { tokio::time::timeout_at(deadline, run).await.ok() };
                let report = engine::block_on_network(run)?;
                if let (None, Some((id, input))) = (&report, begun) {
                    in_flight::ended(self, id, input)?;
                }
                report
            }
            (None, None) => Some(self.block_on(run)?),
        };
        report.transpose().map_err(DriveError::Run)
    }

    fn run_settings(&self) -> RunSettings {
        let settings = &self.settings.settings;
        RunSettings {
            today: self.moment.today,
            utc_offset: self.moment.utc_offset,
            units: self.units().clone(),
            response_style: settings.response_style,
            limits: settings.run_limits(),
            approval: settings.approval,
            // the built-in engine routes at once: there is nothing to bridge
            spool: settings.llm.asks_models(),
            ..RunSettings::at(self.moment.now)
        }
    }
}

/// A preview shows a note as it was when the run began to wait. What changed meanwhile must not be
/// written over: gives the note if it did.
pub fn changed_since(
    context: &Context<'_>,
    ask: &Ask,
    reply: Option<&Reply>,
) -> Result<Option<EntryId>, CliError> {
    let decision = reply.and_then(|reply| reply.decision.as_ref());
    let (Some(preview), Some(Decision::Approve { .. })) = (&ask.preview, decision) else {
        return Ok(None);
    };
    let now = context.store()?.entry(&preview.entry.id)?;
    let same = now.is_some_and(|now| {
        now.raw == preview.entry.raw
            && (preview.verb == Verb::Save || now.parsed == preview.entry.parsed)
    });
    Ok((!same).then(|| preview.entry.id.clone()))
}
