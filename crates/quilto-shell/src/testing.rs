//! An application of pet rocks, for tests.

use crate::app::App;
use crate::import::Imports;

pub const ROCKS: App = App {
    name: "rocks",
    version: "1.0.0",
    about: "Polish your rocks, ask about them",
    examples: "",
    command_examples: &[],
    sample_note: "granite 20 minutes",
    sample_question: "how long did I polish this week?",
    notation: "",
    demo: "",
    domains: &[(
        "rocks",
        &[
            (
                "domain.yaml",
                "{name: rocks, description: pet rocks and how long they were polished}",
            ),
            (
                "vocabulary.yaml",
                "terms: [{name: Granite, kind: rock, aliases: [granite]}]",
            ),
        ],
    )],
    acts: &[],
    asks: &[],
    notes: &[],
    sayings: &[],
    spacing: &[],
    words: &[],
    schema: |_| None,
    figures: &[],
    imports: Imports {
        formats: &[],
        tables: None,
        endings: &[],
        passed_over: |_, _| false,
        values: &[],
    },
    exporters: &[],
    renderers: &[],
};
