//! Accounts in a file beside the homes they open.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::disk::{Disk, failed, is_missing, private, read};
use crate::account::{Account, AccountChange, Accounts, KeyDigest};
use crate::{StorageError, UserId, lock};

/// The form of the file.
const FORM: u32 = 1;

/// The accounts of the homes below one: `users/accounts.json`, its owner's alone.
pub struct FileAccounts {
    path: PathBuf,
    disk: Disk,
    /// What was read last, and of which file.
    read: Mutex<Option<(Stamp, Arc<AccountIndex>)>>,
}

/// What another file under the same name does not have.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Stamp {
    file: u64,
    length: u64,
    written: Option<SystemTime>,
}

#[derive(Default)]
struct AccountIndex {
    accounts: BTreeMap<UserId, Account>,
    /// Who has a key.
    keys: HashMap<KeyDigest, UserId>,
}

/// What the file holds.
#[derive(Serialize, Deserialize)]
struct AccountsFile {
    form: u32,
    accounts: Vec<Account>,
}

impl FileAccounts {
    /// The accounts of the persons who keep notes in and below the home of the owner. The file need not
    /// be there: the first account makes it.
    pub fn beside(home: &Path) -> Self {
        Self {
            path: home.join("users").join("accounts.json"),
            disk: Disk {
                sync: true,
                hook: None,
            },
            read: Mutex::default(),
        }
    }

    fn index(&self) -> Result<Arc<AccountIndex>, StorageError> {
        let Some(stamp) = stamp(&self.path)? else {
            return Ok(Arc::default());
        };
        let mut known = lock(&self.read);
        if let Some((of, index)) = &*known
            && *of == stamp
        {
            return Ok(Arc::clone(index));
        }
        let index = Arc::new(self.read()?);
        *known = Some((stamp, Arc::clone(&index)));
        Ok(index)
    }

    fn read(&self) -> Result<AccountIndex, StorageError> {
        let Some(bytes) = read(&self.path)? else {
            return Ok(AccountIndex::default());
        };
        let unread = |error: serde_json::Error| {
            let error = io::Error::new(io::ErrorKind::InvalidData, error);
            failed("read", &self.path, error)
        };
        // another form may hold anything besides
        #[derive(Deserialize)]
        struct Form {
            form: u32,
        }
        let Form { form } = serde_json::from_slice(&bytes).map_err(unread)?;
        if form > FORM {
            return Err(StorageError::NewerForm {
                path: self.path.clone(),
                known: FORM,
            });
        }
        let written: AccountsFile = serde_json::from_slice(&bytes).map_err(unread)?;
        let mut index = AccountIndex::default();
        for account in written.accounts {
            let keys = account.keys.iter();
            let keys = keys.map(|key| (key.digest, account.user.clone()));
            index.keys.extend(keys);
            index.accounts.insert(account.user.clone(), account);
        }
        Ok(index)
    }

    /// The turn to change it, which ends when what this gives is dropped.
    fn turn(&self) -> Result<File, StorageError> {
        let path = self.path.with_extension("lock");
        if let Some(folder) = path.parent() {
            self.disk.ensure_folder(folder)?;
        }
        let opened = private()
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path);
        let locked = opened.and_then(|file| file.lock().map(|()| file));
        locked.map_err(|error| failed("lock", &path, error))
    }
}

impl Accounts for FileAccounts {
    fn account(&self, user: &UserId) -> Result<Option<Account>, StorageError> {
        Ok(self.index()?.accounts.get(user).cloned())
    }

    fn with_key(&self, digest: &KeyDigest) -> Result<Option<Account>, StorageError> {
        let index = self.index()?;
        let user = index.keys.get(digest);
        Ok(user.and_then(|user| index.accounts.get(user)).cloned())
    }

    fn all(&self) -> Result<Vec<Account>, StorageError> {
        Ok(self.index()?.accounts.values().cloned().collect())
    }

    fn change(&self, user: &UserId, change: &mut AccountChange<'_>) -> Result<(), StorageError> {
        let _turn = self.turn()?;
        let mut accounts = self.read()?.accounts;
        let before = accounts.remove(user);
        let mut after = before.clone();
        change(&mut after);
        if after == before {
            return Ok(());
        }
        accounts.extend(after.map(|account| (user.clone(), account)));
        let written = AccountsFile {
            form: FORM,
            accounts: accounts.into_values().collect(),
        };
        let mut text = serde_json::to_vec_pretty(&written)
            .map_err(|error| failed("replace", &self.path, error.into()))?;
        text.push(b'\n');
        self.disk.replace(&self.path, &text)
    }
}

/// The file that is there now, if any is.
fn stamp(path: &Path) -> Result<Option<Stamp>, StorageError> {
    let file = match std::fs::metadata(path) {
        Ok(file) => file,
        Err(error) if is_missing(&error) => return Ok(None),
        Err(error) => return Err(failed("read", path, error)),
    };
    Ok(Some(Stamp {
        file: number(&file),
        length: file.len(),
        written: file.modified().ok(),
    }))
}

/// A file is never written again, but replaced by one of another number.
#[cfg(unix)]
fn number(file: &std::fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(file)
}

#[cfg(not(unix))]
fn number(_file: &std::fs::Metadata) -> u64 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::accounts::{self as contract, put};

    fn user(name: &str) -> UserId {
        UserId::new(name).unwrap()
    }

    #[test]
    fn accounts_in_a_file_keep_the_contract() {
        let folder = tempfile::tempdir().unwrap();
        let open = |name: &str| FileAccounts::beside(&folder.path().join(name));
        contract::what_one_changes_another_sees_at_once(&|| open("seen"));
        contract::a_key_that_is_over_is_found_and_does_not_fit(&|| open("over"));
        contract::of_many_who_change_one_none_undoes_anothers_change(&|| open("many"));
        contract::of_many_who_come_at_once_none_is_lost(&|| open("new"));
    }

    #[cfg(unix)]
    #[test]
    fn the_file_is_its_owners_alone_also_where_it_was_not() {
        use std::os::unix::fs::PermissionsExt as _;
        let home = tempfile::tempdir().unwrap();
        let accounts = FileAccounts::beside(home.path());
        let mode = || {
            let file = std::fs::metadata(&accounts.path).unwrap();
            file.permissions().mode() & 0o777
        };
        put(&accounts, "ann", &[1]);
        assert_eq!(mode(), 0o600);
        let open = std::fs::Permissions::from_mode(0o644);
        std::fs::set_permissions(&accounts.path, open).unwrap();
        put(&accounts, "ben", &[2]);
        assert_eq!(mode(), 0o600);
        let left = std::fs::read_dir(accounts.path.parent().unwrap()).unwrap();
        assert_eq!(left.count(), 2, "the file and its lock");
    }

    #[test]
    fn what_cannot_be_read_is_no_empty_list() {
        let home = tempfile::tempdir().unwrap();
        let accounts = FileAccounts::beside(home.path());
        put(&accounts, "ann", &[1]);
        for (text, is_newer) in [("{", false), ("{\"form\": 2}", true), ("[]", false)] {
            std::fs::write(&accounts.path, text).unwrap();
            let error = accounts.all().unwrap_err();
            let newer = matches!(error, StorageError::NewerForm { .. });
            assert_eq!(newer, is_newer, "{text}");
            let change = &mut |account: &mut Option<Account>| *account = None;
            assert!(accounts.change(&user("ann"), change).is_err(), "{text}");
            assert_eq!(std::fs::read_to_string(&accounts.path).unwrap(), text);
        }
    }
}
