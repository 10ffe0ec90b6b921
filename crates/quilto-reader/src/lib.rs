//! Reads sentences into meaning.
//!
//! Two layers. **Phrases** are read by rules that are data ([`Grammar`]): a chart over a lattice of words
//! finds every phrase there may be, with what it means ([`Chart`]). A **sentence** is the merge of its
//! phrases ([`read`]): a beam takes or leaves each one and puts together what they mean, so that the order
//! of words does not matter and every word that was left is known.
//!
//! The crate knows no subject and no language: names come as nodes from whoever asks, rules and words
//! from files.
//!
//! ```
//! use quilto_reader::{Chart, Terminal, Grammar, Lattice, read};
//! use serde_json::json;
//!
//! let grammar = Grammar::from_json(&json!({
//!     "rules": {"part": [
//!         {"say": "best|heaviest", "as": {"op": "best"}, "ex": "best"},
//!         {"say": "in <m:month>", "as": {"when": "$m"}, "ex": "in may"},
//!         {"say": "<name>", "as": {"of": ["$name"]}},
//!     ], "month": [{"say": "may", "as": 5, "ex": "may"}]},
//!     "idle": ["what", "was", "my"],
//! }))?;
//! let text = "what was my best granite in may";
//! let tokens = quilto_text::read(text);
//! let granite = Terminal { span: 17..24, kind: "name".to_owned(), value: json!("Granite"), cost: 0.0 };
//! let lattice = Lattice::new(&tokens, &[granite], &[]);
//! let chart = Chart::new(&lattice, &grammar);
//! let best = &read(&chart, &grammar)[0];
//! assert_eq!(best.frames, [json!({"op": "best", "of": ["Granite"], "when": 5})]);
//! assert!(best.unread.is_empty());
//! # Ok::<(), quilto_reader::GrammarError>(())
//! ```

mod chart;
mod grammar;
mod lattice;
mod merge;
mod pattern;
mod sentence;
mod template;

pub use chart::{Chart, Node, NodeId};
pub use grammar::{Grammar, GrammarError, Rule};
pub use lattice::{Lattice, Piece, Terminal};
pub use sentence::{Reading, read};
