//! Reads notes: what somebody scribbled becomes figures and words of the domains, by their data alone.
//!
//! Acts say of each clause whether it tells that something was done; the notation finds names, numbers, units and
//! rows; the tagger says what each word is for, and fills the slots of the domains by it; a correction is read as what
//! it changes. [`parse`] does all of it; what was not understood is named beside what was.

pub mod acts;
pub mod correction;
pub mod notation;
pub mod parser;
pub mod tagger;

pub use parser::parse;

/// The most bytes of a text that is looked at: nobody types more at once. What is beyond is kept, and said not to be read.
pub const LONGEST_TEXT: usize = 32 * 1024;
