//! The global context and the spool: small files replaced whole.

use super::{FileStore, disk, layout};
use crate::{Spooled, StorageError};
use quilto_model::RunId;

impl FileStore {
    pub(super) fn read_context(&self) -> Result<String, StorageError> {
        // No lock: the file is replaced as a whole, so a reader never sees half of it.
        let bytes = disk::read(&self.layout.context())?.unwrap_or_default();
        Ok(disk::lossy(bytes))
    }

    pub(super) fn replace_context(&self, content: &str) -> Result<(), StorageError> {
        let _lock = self.writing()?;
        self.replace(&self.layout.context(), content.as_bytes())
    }

    pub(super) fn archive_context(&self, name: &str, lines: &str) -> Result<(), StorageError> {
        let _lock = self.writing()?;
        let path = self.layout.context_archive(name);
        let mut text = disk::lossy(disk::read(&path)?.unwrap_or_default());
        text.push_str(lines);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        self.replace(&path, text.as_bytes())
    }

    pub(super) fn spool_text(&self, run: &RunId, text: &Spooled) -> Result<(), StorageError> {
        let _lock = self.writing()?;
        let path = self.layout.spool(run);
        self.disk.replace(&path, text.render().as_bytes())
    }

    pub(super) fn unspool_text(&self, run: &RunId) -> Result<(), StorageError> {
        let _lock = self.writing()?;
        self.disk.remove(&self.layout.spool(run))
    }

    pub(super) fn spooled_texts(&self) -> Result<Vec<(RunId, Spooled)>, StorageError> {
        let _lock = self.reading()?;
        let folder = &self.layout.spool_folder;
        let mut names = layout::names(folder).map_err(|e| disk::failed("read", folder, e))?;
        names.sort_unstable();
        let mut spooled = Vec::new();
        for name in names {
            let Some(run) = layout::spooled_run(&name) else {
                continue;
            };
            if let Some(bytes) = disk::read(&folder.join(&name))? {
                spooled.push((run, Spooled::read(disk::lossy(bytes))));
            }
        }
        Ok(spooled)
    }
}
