//! Runs of the machine over a home: begun, driven as far as they go, and gone on with.

use quilto::checkpoint::Claim;
use quilto::machine::{Reply, Run, RunInput, RunReport, RunSettings};
use quilto::model::Language;
use quilto::runner::{Runner, RunnerError, UserPort};

use super::Context;
use super::engine;
use super::saying::Saying;
use super::show;
use super::terminal::Terminal;
use super::underway;
use crate::error::CliError;
use crate::interrupt;
use crate::ui::Ui;

/// A run to be driven.
pub enum Driven {
    New(Run),
    Waiting(Claim, Run, Option<Reply>),
}

impl Driven {
    /// What was typed.
    fn text(&self) -> &str {
        let (Self::New(run) | Self::Waiting(_, run, _)) = self;
        &run.input().text
    }
}

/// Why a run could not be driven to its end.
#[derive(Debug)]
pub enum Stopped {
    /// What it needs is not there.
    Setup(CliError),
    /// The driver says no.
    Run(RunnerError),
}

impl From<CliError> for Stopped {
    fn from(error: CliError) -> Self {
        Self::Setup(error)
    }
}

impl From<Stopped> for CliError {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Setup(error) => error,
            Stopped::Run(error) => error.into(),
        }
    }
}

impl Context<'_> {
    /// Runs text through the machine, with the terminal as its user.
    pub fn run(&self, ui: &mut Ui, saying: Saying) -> Result<RunReport, CliError> {
        let run = self.begin(saying)?;
        self.drive_shown(ui, Driven::New(run))
    }

    /// Goes on with a run that waits, with the terminal as its user.
    pub fn resume(
        &self,
        ui: &mut Ui,
        claim: Claim,
        run: Run,
        reply: Option<Reply>,
    ) -> Result<RunReport, CliError> {
        self.drive_shown(ui, Driven::Waiting(claim, run, reply))
    }

    fn drive_shown(&self, ui: &mut Ui, driven: Driven) -> Result<RunReport, CliError> {
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
    pub fn begin(&self, saying: Saying) -> Result<Run, CliError> {
        let input = RunInput {
            assume: saying.assume,
            day: saying.day,
            conversation: self.said_before(),
            ..RunInput::new(saying.text, self.domains().names())
        };
        let id = engine::run_id(self.moment.now);
        Ok(Run::start(id, input, self.run_settings())?)
    }

    /// Drives a run as far as it goes.
    pub fn drive<U: UserPort>(&self, user: &U, driven: Driven) -> Result<RunReport, Stopped> {
        let report = self.driven(user, driven, None)?;
        report.ok_or_else(|| Stopped::Setup(CliError::interrupted()))
    }

    /// The same while a terminal shows that it is at work; `None` if Ctrl-C stopped it, or its time was
    /// over.
    fn driven<U: UserPort>(
        &self,
        user: &U,
        driven: Driven,
        watched: Option<&Terminal<'_, '_>>,
    ) -> Result<Option<RunReport>, Stopped> {
        let begun = match &driven {
            Driven::New(run) => Some((run.id().clone(), run.input().clone())),
            Driven::Waiting(..) => None,
        };
        let begun = begun.as_ref();
        let _underway = begun.and_then(|(id, input)| underway::begin(self, id, input));
        let domains = self.domains();
        let store = self.store()?;
        let agents = self.agents()?;
        let checkpoints = self.checkpoints()?;
        let runner = Runner::new(&agents, &*store, domains.set(), user)
            .with_checkpoints(checkpoints)
            .with_models(engine::budget(&self.settings.settings), engine::clock);
        let run = async {
            match driven {
                Driven::New(run) => runner.run(run).await,
                Driven::Waiting(claim, run, reply) => runner.resume(claim, run, reply).await,
            }
        };
        let report = match (watched, self.deadline) {
            (Some(terminal), _) => engine::block_on_network(terminal.watching(run))?,
            (None, Some(deadline)) => {
                // looked at between the steps of the run
                let run = async { tokio::time::timeout_at(deadline, run).await.ok() };
                let report = engine::block_on_network(run)?;
                if let (None, Some((id, input))) = (&report, begun) {
                    underway::ended(self, id, input)?;
                }
                report
            }
            (None, None) => Some(self.block_on(run)?),
        };
        report.transpose().map_err(Stopped::Run)
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
