//! JSON values in few bytes, read where they lie.
//!
//! Years of notes hold the same few names and texts again and again. A [`Pack`] keeps each text once and
//! values as a string of bytes that name them; a [`Node`] walks over a value there and makes nothing of
//! it. What a question does not look at costs nothing.
//!
//! ```
//! use quilto_pack::{Pack, Packer};
//! use serde_json::json;
//!
//! let mut packer = Packer::default();
//! let at = packer.value(&json!({"rocks": [{"name": "Granite", "mass": 2.5}]}));
//! let pack = Pack::of(packer);
//! let rocks = pack.node(at).get("rocks").unwrap();
//! let granite = rocks.elements().next().unwrap();
//! assert_eq!(granite.get("name").and_then(|name| name.text()), Some("Granite"));
//! assert_eq!(pack.node(at).value(), json!({"rocks": [{"name": "Granite", "mass": 2.5}]}));
//! ```

mod node;
mod pack;
mod packer;
mod tag;
mod varint;

#[cfg(test)]
mod tests;

pub use node::{Elements, Fields, Node, Scalar};
pub use pack::Pack;
pub use packer::Packer;
pub use varint::Reader;

/// A fingerprint of the sources of this crate: packs that were written by others are not read.
pub const SOURCES: &str = env!("SOURCES");
