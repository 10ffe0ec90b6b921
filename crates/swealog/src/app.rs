//! What makes the shell Swealog: names, domains, importers, and how its domains are shown.

use quilto::model::FactOp;
use quilto_shell::{App, Figure};

use crate::domains;
use crate::examples;
use crate::export;
use crate::import;
use crate::render::RENDERERS;

/// Swealog.
pub const SWEALOG: App = App {
    name: "swealog",
    version: env!("CARGO_PKG_VERSION"),
    about: "Scribble your training, ask it anything",
    examples: "\
Examples:
  swealog \"bench 80kg 5x5 felt heavy, slept bad\"   log a note
  swealog \"heaviest bench this year?\"              ask a question
  swealog log --date yesterday \"ran 5k in 25:30\"   log it under another day
  swealog plot bench                               look at it
  swealog demo                                     look around in a made-up year
  swealog import strong.csv notes/                 bring in what you have
  swealog -- import creatine from the shop         a note, not the command
  swealog                                          type one after the other",
    command_examples: examples::EXAMPLES,
    sample_note: "bench 80kg 5x5, slept 7 hours",
    sample_question: "heaviest bench this year?",
    notation: include_str!("../notation.md"),
    demo: include_str!("../demo/year.yaml"),
    domains: swealog_domains::DOMAINS,
    acts: swealog_domains::ACTS,
    asks: swealog_domains::ASKS,
    notes: swealog_domains::NOTES,
    sayings: swealog_domains::SAYINGS,
    spacing: swealog_domains::SPACING,
    words: swealog_domains::WORDS,
    schema: domains::schema_of,
    figures: &[
        Figure {
            domain: "strength",
            measure: "volume",
            op: FactOp::Total,
        },
        Figure {
            domain: "strength",
            measure: "e1rm",
            op: FactOp::Best,
        },
    ],
    imports: import::IMPORTS,
    exporters: &[
        quilto_shell::export::JSON,
        quilto_shell::export::MARKDOWN,
        quilto_shell::export::CSV,
        export::STRONG_CSV,
    ],
    renderers: RENDERERS,
};
