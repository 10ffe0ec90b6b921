//! Quilto turns scribbled notes into answers. It knows nothing of any subject: a domain is a
//! folder of data. Here is one of pet rocks, a note, and a question about it:
//!
//! ```
//! use std::sync::Arc;
//!
//! use quilto::domain::{DomainSet, DomainSource};
//! use quilto::engine::builtin::BuiltinAgents;
//! use quilto::machine::{Run, RunInput, RunSettings};
//! use quilto::model::RunId;
//! use quilto::runner::{NoUser, Runner};
//! use quilto::storage::MemoryStore;
//!
//! let rocks = DomainSource::embedded("rocks", &[
//!     ("domain.yaml", "{name: rocks, description: pet rocks and how long they were polished}"),
//!     ("vocabulary.yaml", "terms: [{name: Granite, kind: rock, aliases: [granite]}]"),
//!     ("notation.yaml", "
//!         list: rocks
//!         item: {kinds: [rock], name: name, rows: rounds}
//!         slots: [{name: minutes, role: amount, dimension: duration, store: min}]"),
//!     ("measures.yaml", "
//!         default: minutes
//!         rows: [{name: rounds, path: 'rocks[].rounds[]', subject: 'rocks[].name'}]
//!         measures: [{name: minutes, rows: rounds, each: minutes, aggregate: max, unit: min,
//!                     better: higher, best: {en: [longest]}}]"),
//! ]);
//! let (domains, errors) = DomainSet::new([rocks]);
//! assert!(errors.is_empty());
//! let (domains, store) = (Arc::new(domains), Arc::new(MemoryStore::new()));
//! let agents = BuiltinAgents::new(Arc::clone(&store), Arc::clone(&domains));
//!
//! # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
//! let runner = Runner::new(&agents, &*store, &domains, &NoUser);
//! let settings = RunSettings::at("2026-11-21T18:00:00".parse()?);
//! let mut answers = Vec::new();
//! for (id, text) in [("1", "granite 20 minutes"), ("2", "longest granite?")] {
//!     let input = RunInput::new(text, vec!["rocks".into()]);
//!     let run = Run::start(RunId(id.into()), input, settings.clone())?;
//!     answers.extend(runner.run(run).await?.answer);
//! }
//! let [answer] = answers.as_slice() else { panic!("{answers:?}") };
//! assert!(answer.text.contains("20 min") && answer.text.contains("2026-11-21"), "{}", answer.text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The machine ([`machine`]) decides what happens next and does nothing itself; the driver
//! ([`runner`]) joins it to the nine agents ([`agents`]), the store ([`storage`]) and the user.
//! Every number in an answer comes from the facts engine ([`facts`]), which also checks each draft
//! before it is shown.
//!
//! To build an application: [`domain::DomainSet`] loads what it is about, [`storage::FileStore`] keeps
//! notes, [`engine::builtin::BuiltinAgents`] reads and answers, [`engine::cascade::Cascade`] puts
//! language models before it, [`runner::Runner`] drives a run ([`machine::Run`]),
//! [`runner::UserPort`] is the person (approval included), [`checkpoint::Checkpoints`] lets a run wait
//! and go on. [`storage::Backend`] is to be implemented for another backend, [`llm::LlmClient`] for
//! another model, [`agents::Agents`] for another engine.

pub mod checkpoint;
pub mod engine;
pub mod machine;
pub mod runner;

pub use quilto_agents as agents;
pub use quilto_domain as domain;
pub use quilto_facts as facts;
pub use quilto_llm as llm;
pub use quilto_model as model;
pub use quilto_store as storage;
pub use quilto_text as text;
