//! What was understood of a note, domain by domain, in the short form its people use.

use crate::output::Renderer;

mod meals;
mod movement;
mod runs;
mod sets;
mod state;
mod swims;

/// The domains that are shown in a form of their own.
pub const RENDERERS: &[(&str, Renderer)] = &[
    ("general_fitness", state::render),
    ("strength", sets::render),
    ("running", runs::render),
    ("swimming", swims::render),
    ("movement", movement::render),
    ("nutrition", meals::render),
];
