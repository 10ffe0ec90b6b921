//! What makes the shell Swealog: names, domains, importers, and how its domains are shown.

use quilto::model::FactOp;
use serde_json::Value;

use crate::domains;
use crate::examples;
use crate::export::{self, Exporter};
use crate::import::{self, Importer};
use crate::output::Renderer;
use crate::output::figures::Figure;
use crate::render::RENDERERS;

/// An embedded domain folder: its name, and its files by name.
pub type EmbeddedDomain = (&'static str, &'static [(&'static str, &'static str)]);

/// An application on the shell. The shell (`cli/`, `repl/`, `output/`) knows nothing else of it.
pub struct App {
    /// The name of the binary, of its folders, and (in capitals) of its variables.
    pub name: &'static str,
    /// One line for the help.
    pub about: &'static str,
    /// Examples for the end of the help.
    pub examples: &'static str,
    /// Examples for the end of each command's help: its name, and the text.
    pub command_examples: &'static [(&'static str, &'static str)],
    /// A note to show where one is needed as an example.
    pub sample_note: &'static str,
    /// A made-up year for `demo`, as YAML.
    pub demo: &'static str,
    /// The domain folders in the binary.
    pub domains: &'static [EmbeddedDomain],
    /// The JSON schema of what one of its own domains stores.
    pub schema: fn(&str) -> Option<Value>,
    /// Figures to show beside what was logged.
    pub figures: &'static [Figure],
    /// File formats it can bring in; the first that claims a file reads it.
    pub importers: &'static [Importer],
    /// Forms its entries can be taken out in.
    pub exporters: &'static [Exporter],
    /// Domains that are shown in a form of their own.
    pub renderers: &'static [(&'static str, Renderer)],
}

/// Swealog.
pub const SWEALOG: App = App {
    name: "swealog",
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
    demo: include_str!("../demo/year.yaml"),
    domains: include!(concat!(env!("OUT_DIR"), "/domains.rs")),
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
    importers: &[
        import::table::IMPORTER,
        import::fit::IMPORTER,
        import::tcx::IMPORTER,
        import::gpx::IMPORTER,
        import::apple::IMPORTER,
        import::markdown::IMPORTER,
    ],
    exporters: &[
        export::JSON,
        export::MARKDOWN,
        export::CSV,
        export::STRONG_CSV,
    ],
    renderers: RENDERERS,
};
