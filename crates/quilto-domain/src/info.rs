//! What a domain says of itself before it is loaded.

/// What choosing a domain needs to know of it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct DomainInfo {
    /// Its name.
    pub name: String,
    /// What it covers, for whoever chooses.
    pub description: String,
}
