//! How much is unpacked at most: an archive of somebody else's may be made to fill every memory.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const MIB: u64 = 1 << 20;

/// What packs well is no bomb as long as it is small.
const SMALL: u64 = 4 * MIB;

/// How much one import may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnpackLimits {
    /// Files in an archive.
    pub files: usize,
    /// Bytes of all that is unpacked.
    pub unpacked: u64,
    /// How many times the size that it has packed a file may have.
    pub ratio: u64,
    /// Bytes of a file that has to be read as a whole.
    pub whole: u64,
}

impl UnpackLimits {
    /// Of files that lie on the person's own machine: what fills its memory is a mistake.
    pub const OWN: Self = Self {
        files: usize::MAX,
        unpacked: u64::MAX,
        ratio: u64::MAX,
        whole: 1024 * MIB,
    };

    /// Of files that somebody sent to a server.
    pub const SENT: Self = Self {
        files: 10_000,
        unpacked: 1024 * MIB,
        ratio: 200,
        whole: 128 * MIB,
    };
}

/// How many bytes that is, for people.
pub fn size(bytes: u64) -> String {
    match bytes / MIB {
        whole if whole >= 1024 => format!("{} GB", whole / 1024),
        whole => format!("{whole} MB"),
    }
}

/// What was unpacked of all the files of an import.
#[derive(Debug)]
pub struct Unpacked {
    pub bounds: UnpackLimits,
    bytes: AtomicU64,
}

impl Unpacked {
    /// Nothing yet.
    pub fn within(bounds: UnpackLimits) -> Arc<Self> {
        Arc::new(Self {
            bounds,
            bytes: AtomicU64::new(0),
        })
    }
}

/// Counts what is unpacked of one file. It may be read several times, and counts once.
#[derive(Clone, Debug)]
pub struct Meter {
    all: Arc<Unpacked>,
    /// The furthest byte that was read.
    seen: Arc<AtomicU64>,
}

impl Meter {
    pub fn new(all: &Arc<Unpacked>) -> Self {
        Self {
            all: Arc::clone(all),
            seen: Arc::default(),
        }
    }

    pub fn bounds(&self) -> UnpackLimits {
        self.all.bounds
    }

    /// The same bytes, until they are too many. `packed` is how many they were before.
    pub fn over<R: Read>(&self, reader: R, packed: u64) -> impl Read + use<R> {
        Metered {
            meter: self.clone(),
            packed,
            at: 0,
            reader,
        }
    }

    /// Takes note that it was read up to a byte.
    fn note(&self, at: u64, packed: u64) -> io::Result<()> {
        let bounds = self.bounds();
        if at > SMALL && at / bounds.ratio > packed {
            let reason = format!("it unpacks to more than {} times its size", bounds.ratio);
            return Err(io::Error::other(reason));
        }
        let seen = self.seen.fetch_max(at, Ordering::Relaxed);
        let more = at.saturating_sub(seen);
        let all = self.all.bytes.fetch_add(more, Ordering::Relaxed) + more;
        if all > bounds.unpacked {
            let reason = format!("all of it unpacks to more than {}", size(bounds.unpacked));
            return Err(io::Error::other(reason));
        }
        Ok(())
    }
}

struct Metered<R> {
    meter: Meter,
    packed: u64,
    at: u64,
    reader: R,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(into)?;
        self.at += read as u64;
        self.meter.note(self.at, self.packed)?;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: UnpackLimits = UnpackLimits {
        files: 3,
        unpacked: 10 * MIB,
        ratio: 100,
        whole: MIB,
    };

    fn read(meter: &Meter, bytes: u64, packed: u64) -> Result<u64, String> {
        let mut metered = meter.over(io::repeat(b'a').take(bytes), packed);
        io::copy(&mut metered, &mut io::sink()).map_err(|error| error.to_string())
    }

    #[test]
    fn what_was_read_before_counts_once() {
        let all = Unpacked::within(BOUNDS);
        let (one, other) = (Meter::new(&all), Meter::new(&all));
        for _ in 0..5 {
            assert_eq!(read(&one, 3 * MIB, MIB), Ok(3 * MIB));
        }
        assert_eq!(read(&other, 7 * MIB, MIB), Ok(7 * MIB));
        let refused = read(&one, 4 * MIB, MIB).unwrap_err();
        assert_eq!(refused, "all of it unpacks to more than 10 MB");
    }

    #[test]
    fn what_packs_too_well_is_refused_once_it_is_large() {
        let all = Unpacked::within(BOUNDS);
        assert_eq!(read(&Meter::new(&all), SMALL, 100), Ok(SMALL));
        let refused = read(&Meter::new(&all), SMALL + MIB, 100).unwrap_err();
        assert_eq!(refused, "it unpacks to more than 100 times its size");
        let own = Unpacked::within(UnpackLimits::OWN);
        assert!(read(&Meter::new(&own), SMALL + MIB, 1).is_ok());
    }

    #[test]
    fn sizes_are_said_as_people_say_them() {
        assert_eq!(size(UnpackLimits::OWN.whole), "1 GB");
        assert_eq!(size(UnpackLimits::SENT.whole), "128 MB");
    }
}
