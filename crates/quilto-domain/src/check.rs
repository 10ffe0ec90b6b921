//! Everything that can be said against a domain folder before it is used.

use std::path::Path;

use super::advice::Advice;
use super::names::closest;
use super::{DomainError, DomainModule, GROUP, Notation, cross_checks, load};

/// Reads every part of a domain folder and gives the module, if there is one, with all that is wrong
/// or doubtful. Nothing found means that the folder loads and its names are in order.
///
/// The texts of `examples.yaml` are run elsewhere. `schema_of` knows what a domain of that name stores
/// where the folder does not say it itself.
pub fn check(
    folder: &Path,
    schema_of: impl Fn(&str) -> Option<serde_json::Value>,
) -> (Option<DomainModule>, Vec<DomainError>) {
    let (source, mut found) = match load::domain(folder) {
        Ok(loaded) => loaded,
        Err(error) => return (None, vec![error]),
    };
    let module = match DomainModule::new(source) {
        Ok(module) => module,
        Err(error) => {
            found.push(error);
            return (None, found);
        }
    };
    found.extend(module.read_all());
    found.extend(module.part::<Notation>("notation.yaml").err());
    found.extend(module.measures().err());
    found.extend(module.part::<serde_json::Value>("examples.yaml").err());
    found.extend(module.part::<Advice>("advice.yaml").err());
    let named = folder.file_name().and_then(|name| name.to_str());
    if named.is_some_and(|named| named != module.name) {
        found.push(DomainError::invalid(
            module.path("domain.yaml"),
            format!(
                "`name` is `{}`, but the folder has another name",
                module.name
            ),
        ));
    }
    let vocabulary = module.vocabulary();
    let file = module.path("vocabulary.yaml");
    for problem in vocabulary.problems() {
        found.push(DomainError::invalid(file.clone(), problem.to_owned()));
    }
    let groups: Vec<&str> = module.groups.iter().map(|(name, _)| name).collect();
    let mut unknown: Vec<&str> = vocabulary
        .terms()
        .filter(|term| &*term.kind != GROUP)
        .flat_map(|term| term.groups.iter().map(|group| &**group))
        .filter(|group| !groups.contains(group))
        .collect();
    unknown.sort_unstable();
    unknown.dedup();
    for group in unknown {
        let hint = closest(group, &groups)
            .map(|near| format!("; did you mean `{near}`?"))
            .unwrap_or_default();
        found.push(DomainError::invalid(
            file.clone(),
            format!("the group `{group}` is not among the groups of domain.yaml{hint}"),
        ));
    }
    let schema = module.schema().cloned();
    let schema = schema.or_else(|| schema_of(&module.name));
    found.extend(cross_checks::slips(&module, schema.as_ref()));
    (Some(module), found)
}
