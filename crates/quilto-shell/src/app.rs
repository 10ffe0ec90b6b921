//! What an application tells the shell: names, domains, formats, and how its domains are shown.

use serde_json::Value;

use crate::export::Exporter;
use crate::import::Imports;
use crate::output::Renderer;
use crate::output::figures::Figure;

/// An embedded domain folder: its name, and its files by name.
pub type EmbeddedDomain = (&'static str, &'static [(&'static str, &'static str)]);

/// An application on the shell. The shell knows nothing else of it.
pub struct App {
    /// The name of the binary, of its folders, and (in capitals) of its variables.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// One line for the help.
    pub about: &'static str,
    /// Examples for the end of the help.
    pub examples: &'static str,
    /// Examples for the end of each command's help: its name, and the text.
    pub command_examples: &'static [(&'static str, &'static str)],
    /// A note to show where one is needed as an example.
    pub sample_note: &'static str,
    /// A question to show where one is needed as an example.
    pub sample_question: &'static str,
    /// How notes may be written, in short, for assistants that log them.
    pub notation: &'static str,
    /// A made-up year for `demo`, as YAML.
    pub demo: &'static str,
    /// The domain folders in the binary.
    pub domains: &'static [EmbeddedDomain],
    /// Weights that tell what a clause of a text does, packed when the application is built.
    pub acts: &'static [u8],
    /// Weights that tell what a question asks by its words, packed when the application is built.
    pub asks: &'static [u8],
    /// Weights that tell what each word of a note is for, packed when the application is built.
    pub notes: &'static [u8],
    /// Weights that tell what sayings mean of how somebody is, packed when the application is built.
    pub sayings: &'static [u8],
    /// Weights that tell where words end that were typed without a space between them, packed when the application is built.
    pub spacing: &'static [u8],
    /// Lists of words that name things of a kind, packed when the application is built.
    pub words: &'static [u8],
    /// The JSON schema of what one of its own domains stores.
    pub schema: fn(&str) -> Option<Value>,
    /// Figures to show beside what was logged.
    pub figures: &'static [Figure],
    /// What it can bring in.
    pub imports: Imports,
    /// Forms its entries can be taken out in.
    pub exporters: &'static [Exporter],
    /// Domains that are shown in a form of their own.
    pub renderers: &'static [(&'static str, Renderer)],
}
