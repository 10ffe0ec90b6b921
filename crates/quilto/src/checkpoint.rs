//! Runs that wait, kept in the store so that another process can go on with them.
//!
//! A run is saved with the version of its form. The store gives it to one at a time.
//!
//! A note that waits for a person's word on disk, and goes on when it comes:
//!
//! ```
//! use std::sync::Arc;
//!
//! use quilto::checkpoint::Checkpoints;
//! use quilto::domain::{DomainSet, DomainSource};
//! use quilto::engine::builtin::BuiltinAgents;
//! use quilto::machine::{ApprovalPolicy, Decision, Reply, Run, RunInput, RunSettings, Status};
//! use quilto::model::RunId;
//! use quilto::runner::{NoUser, Runner};
//! use quilto::storage::FileStore;
//!
//! # let rocks = DomainSource::embedded("rocks", &[
//! #     ("domain.yaml", "{name: rocks, description: pet rocks and how long they were polished}"),
//! #     ("vocabulary.yaml", "terms: [{name: Granite, kind: rock, aliases: [granite]}]"),
//! #     ("notation.yaml", "
//! #         list: rocks
//! #         item: {kinds: [rock], name: name, rows: rounds}
//! #         slots: [{name: minutes, role: amount, dimension: duration, store: min}]"),
//! # ]);
//! # let domains = Arc::new(DomainSet::new([rocks]).0);
//! # let home = tempfile::tempdir()?;
//! let store = Arc::new(FileStore::open(home.path())?);
//! let agents = BuiltinAgents::new(Arc::clone(&store), Arc::clone(&domains));
//! let checkpoints = Checkpoints::new(&*store);
//! let runner = Runner::new(&agents, &*store, &domains, &NoUser).with_checkpoints(checkpoints);
//! let mut settings = RunSettings::at("2026-11-21T18:00:00".parse()?);
//! settings.approval = ApprovalPolicy::Always;
//! let input = RunInput::new("granite 20 minutes", vec!["rocks".into()]);
//! let run = Run::start(RunId("1".into()), input, settings)?;
//! # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
//! let report = runner.run(run).await?;
//! assert_eq!(report.status, Status::PendingApproval);
//!
//! // later, and perhaps in another process
//! let (claim, run) = checkpoints.claim(&RunId("1".into()))?;
//! let (_, ask) = run.ask().ok_or("it waits")?;
//! let preview = ask.preview.as_ref().ok_or("for approval")?.id.clone();
//! let reply = Reply::decide(Decision::Approve { preview });
//! let report = runner.resume(claim, run, Some(reply)).await?;
//! assert_eq!(report.status, Status::Logged);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod earlier;

use serde::{Deserialize, Serialize};

use crate::machine::Run;
use crate::model::RunId;
use crate::storage::{self, Checkpoint, RunStore, StorageError};

/// The form that runs are saved in. A change that old files do not fit raises it.
const VERSION: u32 = 4;

/// Why a checkpoint could not be saved, loaded or claimed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The store said no: another process works on the run, or it cannot be kept.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// No such run waits.
    #[error("no session {0} is waiting")]
    NotFound(RunId),
    /// The run holds what cannot be saved.
    #[error("session {0} cannot be written as JSON")]
    Unwritable(RunId, #[source] serde_json::Error),
    /// It was saved by another version of this program.
    #[error("{place} has version {found} of the saved form; this program reads version {VERSION}")]
    Version {
        /// Where it lies.
        place: String,
        /// Its version.
        found: u32,
    },
    /// What was saved is damaged.
    #[error("{place}:{line}:{column} is not a saved session: {reason}")]
    Unreadable {
        /// Where it lies.
        place: String,
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What was expected.
        reason: String,
    },
}

#[derive(Deserialize)]
struct Versioned {
    /// A file that names none is older than the first that did.
    #[serde(default)]
    version: u32,
}

#[derive(Deserialize)]
struct Loaded {
    run: Run,
}

/// The form in which facts had names and questions were read again by everybody who answered them. A
/// run that is past planning a question cannot go on from it; any other reads as it stands.
const BEFORE_KINDS: u32 = 1;

/// The form in which the flat queries of a part of a question stood beside its expressions.
const BEFORE_ONE_LIST: u32 = 2;

/// The form in which facts said by their texts what they are one of, which subjects they add up and what
/// slopes are told in.
const BEFORE_TYPED: u32 = 3;

#[derive(Deserialize)]
struct Earlier {
    run: EarlierRun,
}

#[derive(Deserialize)]
struct EarlierRun {
    question: EarlierQuestion,
}

#[derive(Deserialize)]
struct EarlierQuestion {
    plan: Option<serde::de::IgnoredAny>,
    parts: Vec<serde::de::IgnoredAny>,
}

fn asks_nothing(earlier: Earlier) -> bool {
    let question = earlier.run.question;
    question.plan.is_none() && question.parts.is_empty()
}

#[derive(Serialize)]
struct Saved<'r> {
    version: u32,
    run: &'r Run,
}

/// A run as the bytes that are saved.
///
/// # Errors
/// Only if the run holds a value that JSON cannot hold.
pub fn to_json(run: &Run) -> Result<Vec<u8>, serde_json::Error> {
    serde_json::to_vec(&Saved {
        version: VERSION,
        run,
    })
}

/// A run from saved bytes; `place` is for messages.
///
/// # Errors
/// Bytes of another version, and bytes that are no saved run.
pub fn from_json(bytes: &[u8], place: &str) -> Result<Run, CheckpointError> {
    let unreadable = |e: serde_json::Error| CheckpointError::Unreadable {
        place: place.to_owned(),
        line: e.line(),
        column: e.column(),
        reason: e.to_string(),
    };
    // The version first: what another version wrote need not have our form.
    let Versioned { version } = serde_json::from_slice(bytes).map_err(unreadable)?;
    let loaded: Loaded = match version {
        VERSION => serde_json::from_slice(bytes),
        BEFORE_ONE_LIST | BEFORE_TYPED => serde_json::from_slice(bytes).and_then(|mut saved| {
            if version == BEFORE_ONE_LIST {
                earlier::one_list(&mut saved);
            }
            earlier::typed(&mut saved);
            // As bytes again: to be read from a value, all that a run holds would be compiled twice.
            serde_json::from_slice(&serde_json::to_vec(&saved)?)
        }),
        BEFORE_KINDS if serde_json::from_slice(bytes).is_ok_and(asks_nothing) => {
            serde_json::from_slice(bytes)
        }
        found => {
            let place = place.to_owned();
            return Err(CheckpointError::Version { place, found });
        }
    }
    .map_err(unreadable)?;
    Ok(loaded.run)
}

/// The runs that wait in a store.
#[derive(Clone, Copy)]
pub struct Checkpoints<'s> {
    store: &'s dyn RunStore,
}

/// The sole right to work on a run, until it is dropped.
#[derive(Debug)]
pub struct Claim {
    id: RunId,
    held: Box<dyn storage::Claim>,
}

/// A run that waits.
#[derive(Debug)]
pub struct Waiting {
    /// Its name.
    pub id: RunId,
    /// The run, or why it cannot be read.
    pub run: Result<Run, CheckpointError>,
    /// How large it is, in bytes.
    pub bytes: u64,
}

impl<'s> Checkpoints<'s> {
    /// The checkpoints of one person. Nothing is created before something is saved.
    pub fn new(store: &'s dyn RunStore) -> Self {
        Self { store }
    }

    /// Claims the name of a new run.
    ///
    /// # Errors
    /// A name that cannot be kept, a store that cannot be written, a claim of another process.
    pub fn begin(&self, id: &RunId) -> Result<Claim, CheckpointError> {
        let (id, held) = (id.clone(), self.store.claim(id)?);
        Ok(Claim { id, held })
    }

    /// Claims a waiting run and loads it. While the claim lives no other process gets it.
    ///
    /// # Errors
    /// No such run, one that another process works on, one of another version, a damaged one.
    pub fn claim(&self, id: &RunId) -> Result<(Claim, Run), CheckpointError> {
        let claim = self.begin(id)?;
        let Some(saved) = claim.held.load()? else {
            claim.finish()?;
            return Err(CheckpointError::NotFound(id.clone()));
        };
        let run = from_json(&saved.bytes, &saved.place)?;
        Ok((claim, run))
    }

    /// The runs that wait, by name; those that cannot be read are among them with the reason.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn list(&self) -> Result<Vec<Waiting>, CheckpointError> {
        let waiting = |Checkpoint { run, place, bytes }| Waiting {
            id: run,
            run: from_json(&bytes, &place),
            bytes: bytes.len() as u64,
        };
        let saved = self.store.checkpoints()?;
        Ok(saved.into_iter().map(waiting).collect())
    }

    /// Removes runs that are complete or that `keep` does not want; gives their names. Runs that
    /// another process works on and those that cannot be read stay.
    ///
    /// # Errors
    /// The store cannot be read or written.
    pub fn prune(&self, keep: impl Fn(&Run) -> bool) -> Result<Vec<RunId>, CheckpointError> {
        let unwanted = |run: &Run| run.is_complete() || !keep(run);
        let mut removed = Vec::new();
        for waiting in self.list()? {
            if waiting.run.is_ok_and(|run| unwanted(&run))
                && let Ok((claim, run)) = self.claim(&waiting.id)
                && unwanted(&run)
            {
                claim.finish()?;
                removed.push(waiting.id);
            }
        }
        Ok(removed)
    }
}

impl Claim {
    /// The run it is for.
    pub fn id(&self) -> &RunId {
        &self.id
    }

    /// Saves the run: a reader sees the one before or this one, never half of it.
    ///
    /// # Errors
    /// The store said no; what was saved before is untouched.
    pub fn save(&self, run: &Run) -> Result<(), CheckpointError> {
        let unwritable = |error| CheckpointError::Unwritable(self.id.clone(), error);
        let bytes = to_json(run).map_err(unwritable)?;
        Ok(self.held.save(&bytes)?)
    }

    /// Ends it: the run is over, nothing of it stays.
    ///
    /// # Errors
    /// It cannot be removed.
    pub fn finish(self) -> Result<(), CheckpointError> {
        Ok(self.held.finish()?)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::machine::testing::{Script, finish, start, until_asked};
    use crate::machine::{Reply, Status};
    use crate::model::{Conversation, GroupBy, InputType};
    use crate::storage::FileStore;

    fn waiting() -> (Run, Script) {
        let mut script = Script::new(InputType::Query);
        script.plans = vec![crate::machine::testing::plan(
            crate::agents::NextAction::Clarify,
        )];
        let mut run = start("is granite well?");
        until_asked(&mut run, &mut script);
        (run, script)
    }

    /// A run that waits and was saved.
    fn saved(checkpoints: &Checkpoints<'_>) -> (Run, Script) {
        let (run, script) = waiting();
        checkpoints.begin(run.id()).unwrap().save(&run).unwrap();
        (run, script)
    }

    #[test]
    fn a_saved_run_goes_on_in_another_process_and_leaves_nothing_behind() {
        let home = tempfile::tempdir().unwrap();
        let store = FileStore::open(home.path()).unwrap();
        let checkpoints = Checkpoints::new(&store);
        assert!(checkpoints.list().unwrap().is_empty());
        let (run, mut script) = saved(&checkpoints);
        assert_eq!(checkpoints.list().unwrap()[0].run.as_ref().unwrap(), &run);
        let (claim, mut loaded) = checkpoints.claim(run.id()).unwrap();
        assert_eq!(loaded, run);
        script.replies = vec![|_| Reply::answer("q1", "80 g")];
        assert_eq!(finish(&mut loaded, &mut script).status, Status::Answered);
        claim.finish().unwrap();
        let left = std::fs::read_dir(home.path().join("sessions")).unwrap();
        assert_eq!(left.count(), 0);
        assert!(matches!(
            checkpoints.claim(run.id()),
            Err(CheckpointError::NotFound(_))
        ));
    }

    #[test]
    fn a_run_is_claimed_by_one_at_a_time() {
        let home = tempfile::tempdir().unwrap();
        let store = FileStore::open(home.path()).unwrap();
        let checkpoints = Checkpoints::new(&store);
        let (run, _) = waiting();
        let claim = checkpoints.begin(run.id()).unwrap();
        claim.save(&run).unwrap();
        assert!(matches!(
            checkpoints.claim(run.id()),
            Err(CheckpointError::Storage(StorageError::Claimed(_)))
        ));
        assert!(
            checkpoints.prune(|_| false).unwrap().is_empty(),
            "it is worked on"
        );
        drop(claim);
        assert!(checkpoints.claim(run.id()).is_ok());
    }

    #[test]
    fn another_version_and_damage_are_refused_with_the_place() {
        let home = tempfile::tempdir().unwrap();
        let store = FileStore::open(home.path()).unwrap();
        let checkpoints = Checkpoints::new(&store);
        let file = home.path().join("sessions/run.json");
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        let id = RunId("run".into());
        let claim = || checkpoints.claim(&id).unwrap_err().to_string();
        std::fs::write(&file, r#"{"version": 99, "run": {"shape": "unknown"}}"#).unwrap();
        assert!(
            claim().ends_with("has version 99 of the saved form; this program reads version 4")
        );
        std::fs::write(&file, "{\"version\": 4,\n \"run\": 7}").unwrap();
        assert!(claim().contains("run.json:2:"), "{}", claim());
        std::fs::write(&file, "{\"version\"").unwrap();
        assert!(claim().contains("run.json:1:"), "{}", claim());
        assert!(checkpoints.list().unwrap()[0].run.is_err());
        checkpoints.prune(|_| false).unwrap();
        assert!(file.exists(), "what cannot be read is not thrown away");
    }

    #[test]
    fn a_file_of_before_versions_is_refused_as_old_and_kept() {
        let home = tempfile::tempdir().unwrap();
        let store = FileStore::open(home.path()).unwrap();
        let checkpoints = Checkpoints::new(&store);
        let (run, _) = saved(&checkpoints);
        let file = home.path().join("sessions/run.json");
        let text = std::fs::read_to_string(&file).unwrap();
        let without = text.replacen("\"version\":4,", "", 1);
        assert_ne!(without, text);
        std::fs::write(&file, &without).unwrap();
        let error = checkpoints.claim(run.id()).unwrap_err();
        assert!(
            matches!(error, CheckpointError::Version { found: 0, .. }),
            "{error}"
        );
        assert_eq!(std::fs::read_to_string(&file).unwrap(), without);
    }

    #[test]
    fn a_correction_of_the_first_form_goes_on_and_a_question_is_refused() {
        let correction = include_bytes!("../tests/checkpoints/v1-correction.json");
        let run = from_json(correction, "run.json").unwrap();
        let (_, ask) = run.ask().unwrap();
        assert!(ask.preview.is_some(), "{ask:?}");
        let question = include_bytes!("../tests/checkpoints/v1-question.json");
        let error = from_json(question, "run.json").unwrap_err();
        assert!(
            matches!(error, CheckpointError::Version { found: 1, .. }),
            "{error}"
        );
    }

    #[test]
    fn a_question_whose_queries_stood_beside_its_expressions_goes_on_from_one_list() {
        let saved = include_bytes!("../tests/checkpoints/v2-question.json");
        let mut run = from_json(saved, "run.json").unwrap();
        let saved: Value = serde_json::from_slice(saved).unwrap();
        let stood = saved["run"]["question"]["parts"][0]["sub_query"]["facts"].as_array();
        let part = &run.question.parts[0].sub_query;
        let measures: Vec<&str> = part.queries().map(|(_, query)| &*query.measure).collect();
        let stood: Vec<&str> = stood
            .unwrap()
            .iter()
            .filter_map(|query| query["measure"].as_str())
            .collect();
        assert!(!stood.is_empty());
        assert_eq!(measures, stood);
        let mut script = Script::new(InputType::Query);
        script.replies = vec![|_| Reply::answer("q1", "badly")];
        assert_eq!(finish(&mut run, &mut script).status, Status::Answered);
    }

    #[test]
    fn facts_that_said_by_text_what_they_are_one_of_say_it_as_data() {
        let saved = include_bytes!("../tests/checkpoints/v3-question.json");
        let mut run = from_json(saved, "run.json").unwrap();
        let facts = || run.question.parts.iter().flat_map(|part| &part.facts);
        let slope = facts()
            .find(|fact| fact.kind.slope_per().is_some())
            .unwrap();
        assert_eq!(slope.unit.as_deref(), Some("kg"));
        assert_eq!(slope.unit_in_full().as_deref(), Some("kg/week"));
        let months: Vec<(Option<GroupBy>, &str)> = facts()
            .filter_map(|fact| fact.bucket.as_ref())
            .map(|bucket| (bucket.by, &*bucket.name))
            .collect();
        let month = |name| (Some(GroupBy::Month), name);
        assert_eq!(months, ["2026-09", "2026-10", "2026-11"].map(month));
        let mut script = Script::new(InputType::Query);
        script.replies = vec![|_| Reply::answer("q1", "badly")];
        assert_eq!(finish(&mut run, &mut script).status, Status::Answered);
    }

    #[test]
    fn a_session_whose_conversation_was_text_is_read_without_it() {
        let (run, _) = waiting();
        let mut saved: serde_json::Value = serde_json::from_slice(&to_json(&run).unwrap()).unwrap();
        let input = saved["run"]["input"].as_object_mut().unwrap();
        assert!(input.remove("conversation").is_some());
        input.insert("session_context".into(), "longest granite?".into());
        let old = serde_json::to_vec(&saved).unwrap();
        let read = from_json(&old, "run.json").unwrap();
        assert_eq!(read.input().conversation, Conversation::default());
    }

    #[test]
    fn a_file_without_the_fields_that_came_later_is_read_and_goes_on() {
        let (run, mut script) = waiting();
        let mut saved: serde_json::Value = serde_json::from_slice(&to_json(&run).unwrap()).unwrap();
        let object = saved["run"].as_object_mut().unwrap();
        for later in ["told", "logged_before"] {
            assert!(object.remove(later).is_some(), "{later}");
        }
        let note = object["note"].as_object_mut().unwrap();
        for later in ["told", "unrefined", "amended", "refining", "looked_back"] {
            assert!(note.remove(later).is_some(), "{later}");
        }
        let old = serde_json::to_vec(&saved).unwrap();
        let mut run = from_json(&old, "run.json").unwrap();
        script.replies = vec![|_| Reply::answer("q1", "80 g")];
        assert_eq!(finish(&mut run, &mut script).status, Status::Answered);
    }

    #[test]
    fn pruning_removes_finished_and_unwanted_runs_and_stray_locks() {
        let home = tempfile::tempdir().unwrap();
        let store = FileStore::open(home.path()).unwrap();
        let checkpoints = Checkpoints::new(&store);
        let (run, mut script) = saved(&checkpoints);
        drop(checkpoints.begin(&RunId("stray".into())).unwrap());
        assert!(checkpoints.prune(|_| true).unwrap().is_empty());
        assert!(!home.path().join("sessions/stray.lock").exists());
        let (claim, mut run) = checkpoints.claim(run.id()).unwrap();
        finish(&mut run, &mut script);
        claim.save(&run).unwrap();
        drop(claim);
        assert_eq!(checkpoints.prune(|_| true).unwrap(), [run.id().clone()]);
    }
}
