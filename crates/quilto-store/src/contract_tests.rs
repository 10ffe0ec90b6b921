//! The contract, over the backends of this crate.

use std::sync::Arc;

use crate::{FileStore, FileStores, StorageError, Store, Stores, UserId};

/// Homes in a folder that is gone afterwards.
struct Homes {
    _folder: tempfile::TempDir,
    stores: FileStores,
}

impl Homes {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let owner = FileStore::open(folder.path()).unwrap().without_sync();
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
