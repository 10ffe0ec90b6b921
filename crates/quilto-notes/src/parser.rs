//! The Parser agent without a model.

use super::{correction, tagger};
use quilto_agents::{AgentContext, ParserInput, ParserOutput};

/// Reads a note into structured data by the notation of the loaded domains.
///
/// It never invents: what the note does not say is absent, what it leaves open is named in
/// `uncertain_fields` with a note on what was taken. The confidence falls with every doubtful
/// field and is lowest where nothing was understood.
///
/// With a `correction_target` it reads what is to be changed, and in which of the recent entries.
pub fn parse(cx: &AgentContext, input: &ParserInput) -> ParserOutput {
    if input.correction_target.is_some() {
        return correction::read(cx, input);
    }
    let reading = tagger::read(cx, &input.raw_input, &input.recent_entries);
    let fields: usize = reading.domain_data.values().map(leaves).sum();
    let confidence = if fields == 0 {
        0.2
    } else {
        let doubtful = reading.uncertain_fields.len().min(fields) as f64 / fields as f64;
        let noted = 0.02 * reading.notes.len().min(5) as f64;
        0.98 - 0.6 * doubtful - noted
    };
    ParserOutput {
        date: reading.date.unwrap_or(input.date),
        tags: reading.tags,
        domain_data: reading.domain_data,
        uncertain_fields: reading.uncertain_fields,
        extraction_notes: reading.notes,
        target_entry_id: None,
        target_candidates: Vec::new(),
        correction_delta: Vec::new(),
        confidence: (confidence.max(0.1) * 100.0).round() / 100.0,
        set_aside: reading.set_aside,
        held_back: reading.held_back,
        unread: reading.unread,
        engine: None,
    }
}

/// How many values a piece of data holds.
fn leaves(value: &serde_json::Value) -> usize {
    match value {
        serde_json::Value::Array(items) => items.iter().map(leaves).sum(),
        serde_json::Value::Object(fields) => fields.values().map(leaves).sum(),
        _ => 1,
    }
}
