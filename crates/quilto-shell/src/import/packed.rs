//! Files that lie packed, in a zip archive or as `.gz`: they are read where they lie, and nothing is
//! unpacked to the disk.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::bufread::{DeflateDecoder, MultiGzDecoder};
use rawzip::{
    CompressionMethod, FileReader, RECOMMENDED_BUFFER_SIZE, ZipArchive, ZipArchiveEntryWayfinder,
};

use super::{Place, Rejected};

/// A file to import: on the disk, or in an archive there.
#[derive(Clone)]
pub struct Location {
    /// Where it is shown to be: a file in an archive lies below the archive's own path.
    pub path: PathBuf,
    packed: Option<Packed>,
}

/// A file in an archive.
#[derive(Clone)]
struct Packed {
    archive: Arc<Archive>,
    entry: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
}

struct Archive {
    path: PathBuf,
    zip: ZipArchive<FileReader>,
}

impl Location {
    /// A file on the disk.
    pub fn on_disk(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            packed: None,
        }
    }

    /// The file of the disk that holds it.
    pub fn file(&self) -> &Path {
        match &self.packed {
            Some(packed) => &packed.archive.path,
            None => &self.path,
        }
    }

    /// What it holds, from its first byte on, unpacked.
    pub fn reader(&self) -> io::Result<Box<dyn BufRead + '_>> {
        let mut stored: Box<dyn BufRead + '_> = match &self.packed {
            None => Box::new(BufReader::with_capacity(BUFFER, File::open(&self.path)?)),
            Some(packed) => Box::new(BufReader::with_capacity(BUFFER, packed.reader()?)),
        };
        if !is_gzip(stored.fill_buf()?) {
            return Ok(stored);
        }
        let unpacked = MultiGzDecoder::new(stored);
        Ok(Box::new(BufReader::with_capacity(BUFFER, unpacked)))
    }
}

impl Packed {
    /// What is read is held against the checksum and the length that the archive tells.
    fn reader(&self) -> io::Result<Box<dyn Read + '_>> {
        let entry = self.archive.zip.get_entry(self.entry);
        let entry = entry.map_err(io::Error::other)?;
        let stored = BufReader::with_capacity(BUFFER, entry.reader());
        match self.method {
            CompressionMethod::STORE => Ok(Box::new(entry.verifying_reader(stored))),
            CompressionMethod::DEFLATE => Ok(Box::new(
                entry.verifying_reader(DeflateDecoder::new(stored)),
            )),
            _ => Err(io::Error::other(
                "it is packed in a way that is not read; unpack the archive and import the folder \
                 that comes out",
            )),
        }
    }
}

const BUFFER: usize = 128 * 1024;

/// Whether bytes are the start of a zip archive.
pub fn is_zip(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04")
}

/// Whether bytes are the start of something packed by gzip.
pub fn is_gzip(head: &[u8]) -> bool {
    head.starts_with(b"\x1f\x8b")
}

/// The files of the archive at a path, in the order of their names; `None` where it is no archive.
pub fn files_in(path: &Path) -> Option<Result<Vec<Location>, Rejected>> {
    let mut file = File::open(path).ok()?;
    let mut head = Vec::new();
    (&mut file).take(4).read_to_end(&mut head).ok()?;
    is_zip(&head).then(|| {
        listed(path, file).map_err(|error| Rejected {
            path: path.to_owned(),
            place: Place::Line(1),
            reason: format!("is a damaged zip archive: {error}"),
        })
    })
}

fn listed(path: &Path, file: File) -> Result<Vec<Location>, rawzip::Error> {
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let zip = ZipArchive::from_file(file, &mut buffer)?;
    let archive = Arc::new(Archive {
        path: path.to_owned(),
        zip,
    });
    let mut found = Vec::new();
    let mut entries = archive.zip.entries(&mut buffer);
    while let Some(entry) = entries.next_entry()? {
        if entry.is_dir() {
            continue;
        }
        // names of before Unicode lose their letters, and nothing else
        let name = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
        found.push(Location {
            path: path.join(name.trim_start_matches('/')),
            packed: Some(Packed {
                archive: Arc::clone(&archive),
                entry: entry.wayfinder(),
                method: entry.compression_method(),
            }),
        });
    }
    found.sort_by(|left, right| left.path.cmp(&right.path));
    Ok(found)
}
