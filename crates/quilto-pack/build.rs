//! Tells what the sources of this crate are: see `SOURCES`.

fn main() -> std::io::Result<()> {
    quilto_fingerprint::tell()
}
