//! The parser: a note into structured data.

use serde_json::Map;

use crate::agents::{AgentContext, ParserInput, ParserOutput};

/// Reads a note. Until the notation engine is joined, nothing is read of it, and that is said.
pub fn parse(_cx: &AgentContext, input: &ParserInput) -> ParserOutput {
    ParserOutput {
        date: input.date,
        tags: Vec::new(),
        domain_data: Map::new(),
        uncertain_fields: Vec::new(),
        extraction_notes: vec!["nothing was read of the note".to_owned()],
        target_entry_id: None,
        target_candidates: Vec::new(),
        correction_delta: Vec::new(),
        confidence: 0.0,
    }
}
