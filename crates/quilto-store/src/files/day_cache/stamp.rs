//! Whether a file is still what was read, without reading it.

use std::fs::Metadata;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::super::disk;

/// What the file system says of a file: where it lies, its size, and when it was changed.
///
/// The time of its last change (`mtime`) alone is no proof: whoever restores a file sets it back, and
/// two changes may fall into one tick. On Unix the time of the last change of anything about it
/// (`ctime`) is the kernel's: nobody sets it, so a file that was restored, copied or renamed into place
/// has another one, or another number. Compared is only whether all are the same, never which is later:
/// a clock that is set back makes no old file new. What is left is a change within the very tick of the
/// one before; so a stamp counts only if the file had been left alone for a while when it was read.
/// Elsewhere there is no such time, and files are always read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp(pub(super) [u64; 5]);

/// Coarser than this no file system counts time (FAT: two seconds).
const TICK: Duration = Duration::from_secs(3);

impl Stamp {
    /// The stamp of a file, `Ok(None)` if there is none.
    pub(super) fn of(path: &Path) -> std::io::Result<Option<Self>> {
        match std::fs::metadata(path) {
            Ok(found) => Ok(Some(Self::of_metadata(&found))),
            Err(error) if disk::is_missing(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    #[cfg(unix)]
    fn of_metadata(found: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        let nanos = |seconds: i64, nanos: i64| {
            let seconds = seconds.wrapping_mul(1_000_000_000);
            seconds.wrapping_add(nanos).cast_unsigned()
        };
        let changed = nanos(found.ctime(), found.ctime_nsec());
        let modified = nanos(found.mtime(), found.mtime_nsec());
        Self([found.dev(), found.ino(), found.size(), modified, changed])
    }

    #[cfg(not(unix))]
    fn of_metadata(found: &Metadata) -> Self {
        Self([0, 0, found.len(), 0, 0])
    }

    /// Whether the file had been left alone for a while at a moment, so that a later change shows.
    pub(super) fn is_settled(&self, now: SystemTime) -> bool {
        let Ok(now) = now.duration_since(UNIX_EPOCH) else {
            return false;
        };
        let now = u64::try_from(now.saturating_sub(TICK).as_nanos()).unwrap_or(0);
        let [_, _, _, modified, changed] = self.0;
        cfg!(unix) && modified < now && changed < now
    }
}
