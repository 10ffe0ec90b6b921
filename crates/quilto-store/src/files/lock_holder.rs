//! Who holds the lock of a home, as far as that can be known.

use std::path::Path;

use super::disk;

/// No name is longer.
const LONGEST: usize = 80;

/// What is said where nothing tells who it is.
const UNKNOWN: &str = "another program that does not say which it is";

/// The name that a writer left in the file, if it holds the lock; else what the system knows of who does.
pub(super) fn of(file: &Path) -> String {
    let left = disk::read(file).ok().flatten();
    let left = printable(&disk::lossy(left.unwrap_or_default()));
    match holders(file).as_slice() {
        // no system that tells: who left a name and was killed holds nothing, but cannot be told apart
        [] if left.is_empty() => UNKNOWN.to_owned(),
        [] => left,
        held if held.iter().any(|id| left.ends_with(&process(*id))) => left,
        held => {
            let named = held
                .iter()
                .map(|id| format!("{} {}", called(*id), process(*id)));
            named.collect::<Vec<_>>().join(", ")
        }
    }
}

fn process(id: u32) -> String {
    format!("(process {id})")
}

fn printable(name: &str) -> String {
    let line = name.lines().next().unwrap_or_default();
    let letters = line.chars().filter(|c| !c.is_control()).take(LONGEST);
    letters.collect::<String>().trim().to_owned()
}

/// The processes that hold a lock on a file, by what Linux tells of all locks.
#[cfg(target_os = "linux")]
fn holders(file: &Path) -> Vec<u32> {
    use std::os::unix::fs::MetadataExt;

    let (Ok(meta), Ok(locks)) = (
        std::fs::metadata(file),
        std::fs::read_to_string("/proc/locks"),
    ) else {
        return Vec::new();
    };
    let (device, inode) = (meta.dev(), meta.ino());
    let major = (device >> 8) & 0xfff | (device >> 32) & !0xfff;
    let minor = device & 0xff | (device >> 12) & !0xff;
    held_in(&locks, &format!("{major:02x}:{minor:02x}:{inode}"))
}

#[cfg(not(target_os = "linux"))]
fn holders(_file: &Path) -> Vec<u32> {
    Vec::new()
}

/// The processes of the lines for a file. Those with an arrow wait for it; of another container no
/// number is told.
#[cfg(any(target_os = "linux", test))]
fn held_in(locks: &str, file: &str) -> Vec<u32> {
    let of_line = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [_, "FLOCK", _, _, id, place, ..] = words[..] else {
            return None;
        };
        let id = id.parse().ok().filter(|id| *id > 0)?;
        (place == file).then_some(id)
    };
    locks.lines().filter_map(of_line).collect()
}

/// What a process is called.
#[cfg(target_os = "linux")]
fn called(id: u32) -> String {
    let name = std::fs::read(format!("/proc/{id}/comm")).unwrap_or_default();
    match printable(&disk::lossy(name)) {
        name if name.is_empty() => "another program".to_owned(),
        name => name,
    }
}

#[cfg(not(target_os = "linux"))]
fn called(_id: u32) -> String {
    "another program".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_holds_a_lock_stands_in_the_table_of_locks() {
        let locks = "1: FLOCK  ADVISORY  WRITE 17 08:01:300 0 EOF\n\
                     1: -> FLOCK  ADVISORY  WRITE 18 08:01:300 0 EOF\n\
                     2: FLOCK  ADVISORY  READ 19 08:01:301 0 EOF\n\
                     3: POSIX  ADVISORY  WRITE 20 08:01:300 0 EOF\n\
                     4: FLOCK  ADVISORY  READ -1 08:01:302 0 EOF\n";
        assert_eq!(held_in(locks, "08:01:300"), [17]);
        assert_eq!(held_in(locks, "08:01:301"), [19]);
        assert!(held_in(locks, "08:01:302").is_empty());
        assert!(held_in(locks, "08:02:300").is_empty());
    }

    #[test]
    fn who_is_not_known_is_said_to_be_so() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lock");
        assert_eq!(of(&file), UNKNOWN, "there is no such file");
        std::fs::write(&file, "swealog (process 7)\nmore").unwrap();
        assert_eq!(of(&file), "swealog (process 7)");
    }
}
