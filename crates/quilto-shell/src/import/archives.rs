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

use super::unpack_limits::{Meter, UnpackLimits, Unpacked, size};
use super::{Place, Rejected};

/// A file to import: on the disk, or in an archive there.
#[derive(Clone)]
pub struct Location {
    /// Where it is shown to be: a file in an archive lies below the archive's own path.
    pub path: PathBuf,
    packed: Option<ArchivedFile>,
    meter: Meter,
}

/// A file in an archive.
#[derive(Clone)]
struct ArchivedFile {
    archive: Arc<Archive>,
    entry: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    /// Its bytes in the archive.
    size: u64,
}

struct Archive {
    path: PathBuf,
    zip: ZipArchive<FileReader>,
}

impl Location {
    /// A file on the disk, of all that are brought in.
    pub(crate) fn on_disk(path: impl Into<PathBuf>, all: &Arc<Unpacked>) -> Self {
        Self {
            path: path.into(),
            packed: None,
            meter: Meter::new(all),
        }
    }

    /// How much of it may be read.
    pub fn bounds(&self) -> UnpackLimits {
        self.meter.bounds()
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
        let (mut stored, size): (Box<dyn BufRead + '_>, u64) = match &self.packed {
            None => {
                let file = File::open(&self.path)?;
                let size = file.metadata()?.len();
                (Box::new(BufReader::with_capacity(BUFFER, file)), size)
            }
            Some(packed) => {
                let unpacked = self.meter.over(packed.reader()?, packed.size);
                let unpacked = BufReader::with_capacity(BUFFER, unpacked);
                (Box::new(unpacked), packed.size)
            }
        };
        if !is_gzip(stored.fill_buf()?) {
            return Ok(stored);
        }
        let unpacked = self.meter.over(MultiGzDecoder::new(stored), size);
        Ok(Box::new(BufReader::with_capacity(BUFFER, unpacked)))
    }
}

impl ArchivedFile {
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
pub fn files_in(path: &Path, all: &Arc<Unpacked>) -> Option<Result<Vec<Location>, Rejected>> {
    let mut file = File::open(path).ok()?;
    let mut head = Vec::new();
    (&mut file).take(4).read_to_end(&mut head).ok()?;
    is_zip(&head).then(|| {
        let listed = listed(path, file, all);
        let listed = listed
            .map_err(|error| format!("is a damaged zip archive: {error}"))
            .and_then(|listed| listed.map_err(|size| format!("is a zip archive of {size}")));
        listed.map_err(|reason| Rejected {
            path: path.to_owned(),
            place: Place::Line(1),
            reason,
        })
    })
}

/// The files of an archive, or how large it is where that is too large.
fn listed(
    path: &Path,
    file: File,
    all: &Arc<Unpacked>,
) -> Result<Result<Vec<Location>, String>, rawzip::Error> {
    let bounds = all.bounds;
    let (mut files, mut unpacked) = (0, 0_u64);
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let zip = ZipArchive::from_file(file, &mut buffer)?;
    let archive = Arc::new(Archive {
        path: path.to_owned(),
        zip,
    });
    let mut found = Vec::new();
    let mut entries = archive.zip.entries(&mut buffer);
    while let Some(entry) = entries.next_entry()? {
        files += 1;
        unpacked = unpacked.saturating_add(entry.uncompressed_size_hint());
        if files > bounds.files {
            return Ok(Err(format!("more than {} files", bounds.files)));
        }
        if unpacked > bounds.unpacked {
            return Ok(Err(format!("more than {}", size(bounds.unpacked))));
        }
        if entry.is_dir() {
            continue;
        }
        // names of before Unicode lose their letters, and nothing else
        let name = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
        found.push(Location {
            path: path.join(name.trim_start_matches('/')),
            packed: Some(ArchivedFile {
                archive: Arc::clone(&archive),
                entry: entry.wayfinder(),
                method: entry.compression_method(),
                size: entry.compressed_size_hint(),
            }),
            meter: Meter::new(all),
        });
    }
    found.sort_by(|left, right| left.path.cmp(&right.path));
    Ok(Ok(found))
}
