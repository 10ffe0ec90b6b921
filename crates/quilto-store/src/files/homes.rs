//! Several homes in one folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{FileStore, Layout};
use crate::{StorageError, Store, Stores, UserId};

/// The folder of a person in the home of several: it is the owner's, and those of others lie below.
pub fn home_of(home: &Path, user: &UserId) -> PathBuf {
    match *user == UserId::default() {
        true => home.to_owned(),
        false => home.join("users").join(user.as_str()),
    }
}

/// The homes of several persons on one machine: the owner's, and below it, in `users/`, those of
/// others.
pub struct FileStores {
    owner: FileStore,
}

impl FileStores {
    /// The homes below that of the owner. What is set for it holds for them.
    pub fn new(owner: FileStore) -> Self {
        Self { owner }
    }
}

impl Stores for FileStores {
    fn of(&self, user: &UserId) -> Result<Arc<dyn Store>, StorageError> {
        let Layout { home, state } = &self.owner.layout;
        let below = |folder: &Path| home_of(folder, user);
        let layout = Layout {
            home: below(home),
            state: below(state),
        };
        let (disk, patience) = (self.owner.disk.clone(), self.owner.patience.clone());
        let mut store = FileStore::of(layout, disk, patience);
        store.index = self.owner.index.as_ref().map(|index| index.below(below));
        Ok(Arc::new(store))
    }
}
