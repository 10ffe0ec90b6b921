//! `config set` and `config unset`: a value in the person's file, held to the rules of loading.

use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use super::layer::Layer;
use super::{EffectiveValue, LoadedSettings, SettingsError, Sources, edit};
use crate::nearest::nearest;

/// What became of a change.
#[derive(Debug)]
pub struct Changed {
    /// The file that was written; `None` if it said so already.
    pub written: Option<PathBuf>,
    /// The file that is read.
    pub file: PathBuf,
    /// The value in effect now, and where it comes from.
    pub now: Option<EffectiveValue>,
}

/// Writes a value into the settings file; without one, takes it out. A file that cannot be read again
/// as it should is not written.
pub fn change(sources: &Sources, key: &str, value: Option<&str>) -> Result<Changed, SettingsError> {
    let (file, _) = sources.config_file().ok_or(SettingsError::NoHome)?;
    let value = match value {
        Some(value) => Some(valid(sources, key, value)?),
        None => {
            known(sources, key)?;
            None
        }
    };
    let before = file_text(sources)?.1.unwrap_or_default();
    let path: Vec<&str> = key.split('.').collect();
    let after = match &value {
        Some(value) => edit::set(&before, &path, value),
        None => edit::unset(&before, &path).or_else(|| {
            // what is not there need not be taken out
            let tree = tree_of(&before)?;
            value_at(&tree, key).is_none().then(|| before.clone())
        }),
    };
    let by_hand = || SettingsError::ByHand {
        path: file.clone(),
        key: key.to_owned(),
    };
    let after = after.ok_or_else(by_hand)?;
    let loaded = LoadedSettings::of(sources, Some((&file, &after)))?;
    if !means(&before, &after, key, value.as_ref()) {
        return Err(by_hand());
    }
    let is_new = before != after;
    if is_new {
        written(&file, &after)?;
    }
    let now = loaded.effective.into_iter().find(|now| now.key == key);
    Ok(Changed {
        written: is_new.then(|| file.clone()),
        file,
        now,
    })
}

/// The settings file, and what stands in it; `None` where there is none yet.
pub fn file_text(sources: &Sources) -> Result<(PathBuf, Option<String>), SettingsError> {
    let (file, _) = sources.config_file().ok_or(SettingsError::NoHome)?;
    match std::fs::read_to_string(&file) {
        Ok(text) => Ok((file, Some(text))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok((file, None)),
        Err(source) => Err(SettingsError::Unreadable { path: file, source }),
    }
}

/// Writes another text into the settings file, if that can be read as one.
pub fn replace(sources: &Sources, text: &str) -> Result<(), SettingsError> {
    let (file, _) = sources.config_file().ok_or(SettingsError::NoHome)?;
    LoadedSettings::of(sources, Some((&file, text)))?;
    written(&file, text)
}

fn written(file: &Path, text: &str) -> Result<(), SettingsError> {
    // a file that is a link stays one
    let target = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    write(&target, text).map_err(|source| SettingsError::Unwritable {
        path: file.to_owned(),
        source,
    })
}

/// The value as a file holds it, if the key exists and takes it.
fn valid(sources: &Sources, key: &str, value: &str) -> Result<Value, SettingsError> {
    let layer = match Layer::single(key, value, key) {
        Err(error @ SettingsError::Invalid { nearest: None, .. }) => {
            known(sources, key)?;
            return Err(error);
        }
        layer => layer?,
    };
    let mut leaves = layer.leaves().into_iter();
    let leaf = leaves.find(|(leaf, _)| leaf == key);
    leaf.map(|(_, value)| value)
        .ok_or_else(|| unknown(key, None))
}

/// Whether something can be set at the key.
pub fn known(sources: &Sources, key: &str) -> Result<(), SettingsError> {
    let defaults = LoadedSettings::of(&sources.without_layers(), None)?;
    let keys = || defaults.effective.iter().map(|known| known.key.as_str());
    if keys().any(|known| known == key) || key.starts_with("llm.") {
        return Ok(());
    }
    let last = |known: &str| known.rsplit('.').next() == Some(key);
    let meant = keys().find(|known| last(known));
    Err(unknown(key, meant.or_else(|| nearest(key, keys()))))
}

fn unknown(key: &str, nearest: Option<&str>) -> SettingsError {
    SettingsError::Invalid {
        place: key.to_owned(),
        reason: "there is no such setting to be set".into(),
        nearest: nearest.map(str::to_owned),
    }
}

/// Whether the new text says what the old one said, but for the one value.
fn means(before: &str, after: &str, key: &str, value: Option<&Value>) -> bool {
    let Some(after) = tree_of(after) else {
        return false;
    };
    if value_at(&after, key) != value {
        return false;
    }
    // one that could not be read is only mended
    let Some(before) = tree_of(before) else {
        return true;
    };
    let others = |tree: &Map<String, Value>| {
        let mut leaves = Vec::new();
        super::layer::flatten("", &Value::Object(tree.clone()), &mut leaves);
        leaves.retain(|(leaf, value)| leaf.trim_start_matches('.') != key && !value.is_null());
        leaves.sort_by(|left, right| left.0.cmp(&right.0));
        leaves
    };
    others(&before) == others(&after)
}

fn tree_of(text: &str) -> Option<Map<String, Value>> {
    let tree: Option<Map<String, Value>> = serde_yaml::from_str(text).ok()?;
    Some(tree.unwrap_or_default())
}

fn value_at<'t>(tree: &'t Map<String, Value>, key: &str) -> Option<&'t Value> {
    let mut names = key.split('.');
    let first = tree.get(names.next()?)?;
    names.try_fold(first, |tree, name| tree.get(name))
}

/// Writes the whole file beside the old one first. A new one is its owner's alone: it may hold keys.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    if let Ok(old) = std::fs::metadata(path) {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
