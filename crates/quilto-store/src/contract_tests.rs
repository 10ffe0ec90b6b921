//! The contract, over the backends of this crate.

use std::path::Path;
use std::sync::Arc;

use crate::{FileStore, FileStores, StorageError, Store, Stores, UserId};

/// Homes in a folder that is gone afterwards.
struct Homes {
    _folder: tempfile::TempDir,
    stores: FileStores,
}

impl Homes {
    fn new() -> Self {
        Self::of(|store, _| store)
    }

    fn with_index() -> Self {
        Self::of(|store, folder| store.with_index(folder.join("index")))
    }

    fn of(set: impl Fn(FileStore, &Path) -> FileStore) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let owner = FileStore::open(folder.path().join("home")).unwrap();
        let owner = set(owner.without_sync(), folder.path());
        Self {
            _folder: folder,
            stores: FileStores::new(owner),
        }
    }
}

impl Stores for Homes {
    fn of(&self, user: &UserId) -> Result<Arc<dyn Store>, StorageError> {
        self.stores.of(user)
    }
}

mod memory {
    crate::contract_tests!(crate::MemoryStores::default());
}

mod files {
    crate::contract_tests!(super::Homes::new());
}

mod files_with_index {
    crate::contract_tests!(super::Homes::with_index());
}
