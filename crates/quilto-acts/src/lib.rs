//! What a writer does with each clause of a text: tells what was done, plans, wishes, asks, orders.
//!
//! A text comes as [`Word`]s, which its caller has found: this crate knows no language and no
//! subject. A [`Model`] parts them into clauses, and gives each clause an [`Act`] with its
//! probability. Clauses begin where signs stand, and where a logistic regression over both sides of a
//! gap between words says so. The acts are told by a linear-chain conditional random field (Lafferty,
//! McCallum and Pereira, 2001): weights of what stands in and around a clause, and of which act
//! follows which.
//!
//! The weights are text, one feature a line. An application embeds them as [`pack`] makes them, and they
//! are looked up where they lie: nothing is loaded. They are fitted by `train::fit` (feature `train`), which gives the same weights for the
//! same texts.
//!
//! ```
//! use quilto_acts::{Act, Model, Word};
//!
//! let model = Model::new("!\tscale=1\nw=tomorrow\te250\nw=yesterday\ta250\n");
//! let words = [Word::new("tomorrow", 0..8), Word::new("polish", 9..15)];
//! assert_eq!(model.read(&words)[0].1.act(), Act::Plan);
//! ```

mod act;
#[cfg(feature = "classifier")]
mod chain;
#[cfg(feature = "classifier")]
mod clause;
#[cfg(feature = "classifier")]
mod clause_boundaries;
#[cfg(feature = "classifier")]
mod cues;
#[cfg(feature = "classifier")]
mod features;
#[cfg(feature = "classifier")]
mod model;
#[cfg(feature = "classifier")]
mod packed;
#[cfg(feature = "train")]
pub mod train;

pub use act::Act;
#[cfg(feature = "classifier")]
pub use clause::{Break, Clause, Word};
#[cfg(feature = "classifier")]
pub use model::{ActProbabilities, Model};
#[cfg(feature = "classifier")]
pub use packed::pack;
