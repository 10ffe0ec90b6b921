//! The domains of Swealog, embedded. Every folder beside this file is one, and holds data only; the
//! build script turns them into what loads fast.

/// The domain folders: the name of each, and its files by name.
pub const DOMAINS: &[(&str, &[(&str, &str)])] = include!(concat!(env!("OUT_DIR"), "/domains.rs"));

/// Weights that tell what a clause of a text does, fitted by `make train`; packed.
pub const ACTS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/acts.packed"));

/// Weights that tell what each word of a note is for, fitted by `make train`; packed.
pub const NOTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/notes.packed"));

/// Weights that tell what sayings mean of how somebody is, fitted by `make train`; packed.
pub const SAYINGS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/sayings.packed"));

/// Weights that tell where words end that were typed without a space between them, fitted by `make train`; packed.
pub const SPACING: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/spacing.packed"));

/// Lists of words that name things of a kind (`words`), packed.
pub const WORDS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/words.packed"));

/// Weights that tell what a question asks by its words, fitted by `make train`; packed.
pub const ASKS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/asks.packed"));
