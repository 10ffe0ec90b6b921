//! Names of the person's own, in `aliases.yaml` beside their settings: by domain, what they write
//! and the name it stands for.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use quilto::domain::{DomainError, parse};

use crate::error::CliError;

/// The name of the file.
pub const FILE: &str = "aliases.yaml";

const HEAD: &str = "\
# Names of your own: by domain, what you write and what it stands for. They win over the built-in
# names. `name` writes this file anew.
";

/// The names by domain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aliases {
    /// Domain → what is written → the canonical name.
    pub by_domain: BTreeMap<String, BTreeMap<String, String>>,
}

impl Aliases {
    /// The names in a file; none where there is no file.
    pub fn read(path: &Path) -> Result<Self, DomainError> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self::default());
            }
            Err(source) => {
                return Err(DomainError::Io {
                    path: PathBuf::from(path),
                    source: std::sync::Arc::new(source),
                });
            }
        };
        let by_domain = parse(&path.display().to_string(), &text)?;
        Ok(Self { by_domain })
    }

    /// Writes the file whole.
    pub fn write(&self, path: &Path) -> Result<(), CliError> {
        let failed = |error: &dyn std::error::Error| {
            CliError::failed(format!("cannot write {}", path.display()))
                .because(error.to_string())
                .hint("the folder of your settings must be writable")
        };
        let text = serde_yaml::to_string(&self.by_domain).map_err(|error| failed(&error))?;
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        let file = tempfile::NamedTempFile::new_in(folder).map_err(|error| failed(&error))?;
        std::fs::write(file.path(), format!("{HEAD}{text}")).map_err(|error| failed(&error))?;
        file.persist(path).map_err(|error| failed(&error))?;
        Ok(())
    }
}
