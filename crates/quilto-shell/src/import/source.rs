//! A file of an import: its first part is read to see what it is, the rest where it is wanted.

use std::borrow::Cow;
use std::io::{self, BufRead, Cursor, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;

use super::archives::{self, Location};
use super::question::{Choice, Doubt, Question};
use super::unpack_limits::{UnpackLimits, Unpacked, size};
use super::{Place, Rejected, encoding};

/// How much of a file is read to know its kind. Nearly all notes and most exports are whole in it.
const HEAD: usize = 128 * 1024;

/// How much of the text is looked at to know its kind.
const START: usize = 8 * 1024;

/// A file to import.
pub struct Source {
    /// Where it is, for messages and for a date in its name.
    pub path: PathBuf,
    location: Location,
    head: Vec<u8>,
    /// Whether the head is all there is.
    whole: bool,
}

impl Source {
    /// Opens a file and reads its first part.
    pub fn open(location: &Location) -> Result<Self, Rejected> {
        let path = &location.path;
        // what comes in through a pipe is there once
        let piped = is_standard_input(path);
        let head = match piped {
            true => piped_in(),
            false => first_of(location),
        }
        .map_err(|error| unreadable(path, &error))?;
        let mut source = Self {
            path: path.to_owned(),
            location: location.clone(),
            whole: piped || head.len() <= HEAD,
            head,
        };
        if let Some(encoding) = encoding::of(&source.head) {
            source.head = encoding::to_utf8(&source.bytes()?, encoding);
            source.whole = true;
        }
        Ok(source)
    }

    /// A file of given content, whole in memory.
    pub fn of(path: &str, content: impl AsRef<[u8]>) -> Self {
        Self {
            path: path.into(),
            location: Location::on_disk(path, &Unpacked::within(UnpackLimits::OWN)),
            head: content.as_ref().to_owned(),
            whole: true,
        }
    }

    /// Whether its first part is all of it.
    pub fn is_whole(&self) -> bool {
        self.whole && self.head.len() <= START
    }

    /// Its first bytes.
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// Whether its first part is text.
    pub fn is_text(&self) -> bool {
        let text = std::str::from_utf8(&self.head);
        // the end of the first part may be in the middle of a letter
        text.map_or_else(|error| error.error_len().is_none(), |_| true)
    }

    /// The start of its text, as far as it has been read: without a byte order mark, and with
    /// replacement characters where it is no text.
    pub fn start(&self) -> Cow<'_, str> {
        let bytes = self.head.strip_prefix(BOM).unwrap_or(&self.head);
        String::from_utf8_lossy(&bytes[..bytes.len().min(START)])
    }

    /// All of it.
    pub fn bytes(&self) -> Result<Cow<'_, [u8]>, Rejected> {
        if self.whole {
            return Ok(Cow::Borrowed(&self.head));
        }
        let mut bytes = Vec::new();
        let most = self.location.bounds().whole;
        let mut reader = self.reader()?.take(most + 1);
        reader
            .read_to_end(&mut bytes)
            .map_err(|error| unreadable(&self.path, &error))?;
        match bytes.len() as u64 > most {
            true => Err(self.rejected(1, format!("is larger than {}", size(most)))),
            false => Ok(Cow::Owned(bytes)),
        }
    }

    /// All of it, bit by bit.
    pub fn reader(&self) -> Result<Box<dyn BufRead + '_>, Rejected> {
        if self.whole {
            return Ok(Box::new(Cursor::new(&self.head)));
        }
        let reader = self.location.reader();
        reader.map_err(|error| unreadable(&self.path, &error))
    }

    /// All of it as text, without a byte order mark.
    pub fn text(&self) -> Result<String, Rejected> {
        let text = String::from_utf8(self.bytes()?.into_owned()).map_err(|error| {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            self.rejected(line_after(good), NOT_TEXT)
        })?;
        Ok(match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        })
    }

    /// All of it as lines of text. Lines that are no text are left empty, and named.
    pub fn lines(&self) -> Result<(String, Vec<Rejected>), Rejected> {
        let bytes = self.bytes()?;
        let bytes = bytes.strip_prefix(BOM).unwrap_or(&bytes);
        if let Ok(text) = std::str::from_utf8(bytes) {
            return Ok((text.to_owned(), Vec::new()));
        }
        let (mut text, mut rejected) = (String::with_capacity(bytes.len()), Vec::new());
        for (at, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
            match std::str::from_utf8(line) {
                Ok(line) => text.push_str(line),
                Err(_) => {
                    text.push('\n');
                    rejected.push(self.rejected(at + 1, NOT_TEXT));
                }
            }
        }
        Ok((text, rejected))
    }

    /// A line of it that could not be read.
    pub fn rejected(&self, line: usize, reason: impl Into<String>) -> Rejected {
        Rejected {
            path: self.path.clone(),
            place: Place::Line(line),
            reason: reason.into(),
        }
    }

    /// Something it leaves open, and what can be said to it.
    pub fn question(&self, line: usize, doubt: Doubt, answers: Vec<Choice>) -> Question {
        Question {
            path: self.path.clone(),
            line,
            doubt,
            samples: Vec::new(),
            answers,
        }
    }

    /// A place of it that could not be read, counted in bytes.
    pub fn rejected_at(&self, offset: u64, reason: impl Into<String>) -> Rejected {
        Rejected {
            path: self.path.clone(),
            place: Place::Offset(offset),
            reason: reason.into(),
        }
    }
}

/// Whether a path stands for standard input.
pub fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

const BOM: &[u8] = "\u{feff}".as_bytes();
/// What there is to say about a file or line in an encoding of before Unicode.
pub(crate) const NOT_TEXT: &str =
    "is not UTF-8 text; save it as UTF-8 (in Excel: CSV UTF-8) and import it again";

fn first_of(location: &Location) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    let reader = location.reader()?;
    reader.take(HEAD as u64 + 1).read_to_end(&mut head)?;
    Ok(head)
}

fn piped_in() -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    if !archives::is_gzip(&bytes) {
        return Ok(bytes);
    }
    let mut unpacked = Vec::new();
    let mut reader = MultiGzDecoder::new(&*bytes).take(UnpackLimits::OWN.whole);
    reader.read_to_end(&mut unpacked)?;
    Ok(unpacked)
}

fn unreadable(path: &Path, error: &std::io::Error) -> Rejected {
    Rejected {
        path: path.to_owned(),
        place: Place::Line(1),
        reason: format!("cannot be read: {error}"),
    }
}

fn line_after(text: &[u8]) -> usize {
    1 + text.iter().filter(|byte| **byte == b'\n').count()
}
