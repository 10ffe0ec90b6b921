//! Domains: folders of data that say what a subject's words and numbers mean.

/// The loaded domains of a run: base first, then the selected ones, and what else could be loaded.
#[derive(Clone, Debug, Default)]
pub struct ActiveDomainContext {}

pub mod measures;
