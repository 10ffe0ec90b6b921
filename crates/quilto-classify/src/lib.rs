//! Tells what a text is by what is seen of it.
//!
//! A [`Classifier`] answers several questions about one text at once, a *head* each: what is done, which figure is
//! asked for. Each head is a multinomial logistic regression over the same features, which are plain strings that
//! the caller takes from the text. Weights are fitted to labelled texts (`train`), kept as lines, and packed for
//! looking them up where they lie: nothing is read at the start of a program but the names of the labels.
//!
//! ```
//! use quilto_classify::{Classifier, pack};
//!
//! let weights = "@kind\task\ttell\n?\t0:40 1:-40\nwashed\t1:20\n";
//! let classifier = Classifier::packed(pack(weights));
//! let guesses = classifier.guess(["?"]);
//! let kind = guesses.of("kind").unwrap();
//! assert_eq!(kind.label, "ask");
//! assert!(kind.likely > 0.9);
//! ```

mod model;
mod packed;
mod sequence;
#[cfg(any(feature = "train", test))]
pub mod train;
mod word_lists;

pub use model::{Classifier, Guess, Guesses};
pub use packed::{Feature, Key, pack};
pub use sequence::{NOTHING, goes_on, stretches};
pub use word_lists::{WordLists, pack_lists};

/// What a weight of 1 is in the lines.
pub(crate) const PARTS: f64 = 20.0;
