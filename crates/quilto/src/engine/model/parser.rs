//! Parser: the model reads what rules cannot, and code keeps only what the note states.
//!
//! The rules' own reading goes first and stands: a model may add to it and never takes from it. Days
//! are read by code alone.

use minijinja::context;
use serde_json::{Map, Value, json};

use super::additions::Additions;
use super::note_content::{NoteContent, numbers_in, told_by};
use super::prompt::render;
use super::quote::{self, quoted, quoted_if_any, whole};
use super::structured::{AgentRequest, CheckResult};
use super::{Models, prompt_lines, schema};
use crate::agents::{AgentContext, AgentError, CorrectionDelta, ParserInput, ParserOutput};
use crate::model::{AgentName, Entry};
use quilto_notes::parser as rules;

const MAX_TOKENS: u32 = 1_600;
/// Where rules have read the note, what they left is short.
const MAX_TOKENS_OF_REST: u32 = 600;
/// No reading of a model is as sure as one by rules.
const SUREST: f64 = 0.85;
/// Fields that are left to the rules where they have read the note: small models ramble there.
const OF_THE_RULES: &[&str] = &["tags", "uncertain_fields", "extraction_notes"];
/// Fields that only a correction has.
const OF_CORRECTION: &[&str] = &["target_entry_id", "target_candidates", "correction_delta"];

pub(super) async fn parse(
    models: &Models,
    cx: &AgentContext,
    input: &ParserInput,
) -> Result<ParserOutput, AgentError> {
    let by_rules = rules::parse(cx, input);
    let domains = domains(models, cx);
    let newest = input
        .recent_entries
        .len()
        .saturating_sub(models.manner.max_entries);
    let recent: &[Entry] = &input.recent_entries[newest..];
    let ask = request(cx, input, &by_rules, &domains, recent)?;
    let check = |said: &mut ParserAnswer, _: &Value| {
        let mut held = DataChecker::new(cx, input, &by_rules);
        said.domain_data = held.domains(std::mem::take(&mut said.domain_data), &domains);
        let delta = std::mem::take(&mut said.correction_delta);
        said.correction_delta = held.delta(delta, said.target_entry_id.as_ref(), recent);
        let problems = held.problems;
        let stands = match input.correction_target {
            Some(_) => !said.correction_delta.is_empty() || !said.target_candidates.is_empty(),
            None => {
                let of_rest = is_of_rest(input, &by_rules);
                of_rest || !said.domain_data.is_empty() || problems.is_empty()
            }
        };
        CheckResult { problems, stands }
    };
    let taken = models.ask::<ParserAnswer>(cx, ask, check).await?;
    let note = NoteContent::read(&input.raw_input, &cx.domains, cx.today);
    let read = super::accounted_for(cx, &by_rules);
    let mut output = joined(
        by_rules,
        (&note, read),
        taken.output,
        &taken.problems,
        taken.model,
        recent,
    );
    let read: Vec<f64> = output.domain_data.values().flat_map(told_by).collect();
    output.unread.retain(|left| {
        let left = NoteContent::read(&left.text, &cx.domains, cx.today);
        left.numbers().is_empty() || !left.unused(&read).is_empty()
    });
    Ok(output)
}

/// Whether only what rules left of a note is to be read.
fn is_of_rest(input: &ParserInput, by_rules: &ParserOutput) -> bool {
    !by_rules.domain_data.is_empty() && input.correction_target.is_none()
}

fn request(
    cx: &AgentContext,
    input: &ParserInput,
    by_rules: &ParserOutput,
    domains: &Value,
    recent: &[Entry],
) -> Result<AgentRequest, AgentError> {
    let correction = input.correction_target.as_deref();
    let of_rest = is_of_rest(input, by_rules);
    let mut shape = schema::of::<ParserOutput>();
    shape = schema::with(shape, "domain_data", domains.clone());
    // The day is read by code.
    shape = schema::without(shape, &["date"]);
    if correction.is_none() {
        shape = schema::without(shape, OF_CORRECTION);
    }
    let prompt = render(
        AgentName::Parser,
        context! {
            expertise => prompt_lines::expertise(cx),
            outline => schema::outline(&shape),
            today => cx.today.to_string(),
            mass => &cx.units.mass,
            distance => &cx.units.distance,
            terms => prompt_lines::terms(cx, &input.raw_input),
            read => (!by_rules.domain_data.is_empty())
                .then(|| quoted(&Value::Object(by_rules.domain_data.clone()).to_string())),
            left => by_rules.unread.iter().map(|left| left.text.clone()).collect::<Vec<_>>(),
            learned => input.global_context.as_deref().and_then(quoted_if_any),
            recent => (!of_rest && !recent.is_empty()).then(|| earlier(recent, correction.is_some())),
            correction => correction.map(whole),
            note => whole(&input.raw_input),
        },
    )?;
    // The outline names all fields either way: the instructions are the same each time.
    let (schema, max_tokens) = if of_rest {
        (schema::without(shape, OF_THE_RULES), MAX_TOKENS_OF_REST)
    } else {
        (shape, MAX_TOKENS)
    };
    Ok(AgentRequest {
        agent: AgentName::Parser,
        system: prompt.system,
        user: prompt.user,
        schema,
        max_tokens,
        // What rules read stands whatever is said of the rest.
        again: !of_rest,
    })
}

/// What a model answers: the contract without the day.
#[derive(Debug, serde::Deserialize)]
struct ParserAnswer {
    #[serde(default)]
    tags: Vec<String>,
    domain_data: Map<String, Value>,
    #[serde(default)]
    uncertain_fields: Vec<String>,
    #[serde(default)]
    extraction_notes: Vec<String>,
    #[serde(default)]
    target_entry_id: Option<crate::model::EntryId>,
    #[serde(default)]
    target_candidates: Vec<crate::model::EntryId>,
    #[serde(default)]
    correction_delta: Vec<CorrectionDelta>,
    confidence: f64,
}

/// The schema of `domain_data`: one nullable field per loaded domain that has a schema.
fn domains(models: &Models, cx: &AgentContext) -> Value {
    let mut properties = Map::new();
    for module in &cx.domains.modules {
        if let Some(schema) = models.log_schema(module) {
            properties.insert(module.name.clone(), schema::nullable(schema));
        }
    }
    let required: Vec<&String> = properties.keys().collect();
    json!({
        "type": "object",
        "required": required,
        "properties": properties,
        "additionalProperties": false
    })
}

/// Earlier notes; for a correction with their data, whose paths it names.
fn earlier(entries: &[Entry], with_data: bool) -> String {
    let mut out = String::new();
    for entry in entries {
        out.push_str(&quote::note(entry));
        if let Some(parsed) = entry.parsed.as_ref().filter(|_| with_data) {
            let data = Value::from(parsed.domain_data.clone()).to_string();
            out.push_str(&quote::whole(&data));
            out.push('\n');
        }
    }
    out.pop();
    out
}

/// Data held to what the note states.
struct DataChecker<'a> {
    stated: NoteContent,
    cx: &'a AgentContext,
    problems: Vec<String>,
}

impl<'a> DataChecker<'a> {
    fn new(cx: &'a AgentContext, input: &ParserInput, by_rules: &ParserOutput) -> Self {
        let mut stated = NoteContent::read(&input.raw_input, &cx.domains, cx.today);
        stated.also(by_rules.domain_data.values().flat_map(numbers_in));
        Self {
            stated,
            cx,
            problems: Vec::new(),
        }
    }

    fn domains(&mut self, data: Map<String, Value>, schema: &Value) -> Map<String, Value> {
        let mut kept = Map::new();
        for (domain, value) in data {
            let of = &schema["properties"][&domain];
            let value = self.value(value, of, &domain);
            if let Some(value) = value.filter(|value| !is_empty(value)) {
                kept.insert(domain, value);
            }
        }
        kept
    }

    /// The value without what the note does not state; nulls are left out.
    fn value(&mut self, value: Value, schema: &Value, path: &str) -> Option<Value> {
        match value {
            Value::Null => None,
            Value::Bool(_) => Some(value),
            Value::Number(ref number) => {
                let number = number.as_f64()?;
                if self.stated.says_number(number) {
                    return Some(value);
                }
                self.problems
                    .push(format!("{path}: {number} does not stand in the note"));
                None
            }
            Value::String(ref text) => {
                let chosen = schema.get("enum").is_some();
                let unit = path.ends_with("unit") || self.is_preferred_unit(text);
                if text.trim().is_empty() {
                    return None;
                }
                if chosen || unit || self.stated.says(text) {
                    return Some(value);
                }
                self.problems
                    .push(format!("{path}: {text:?} does not stand in the note"));
                None
            }
            Value::Array(items) => {
                let of = schema.get("items").unwrap_or(&Value::Null);
                let items = items.into_iter().enumerate();
                let kept: Vec<Value> = items
                    .filter_map(|(i, item)| self.value(item, of, &format!("{path}[{i}]")))
                    .filter(|item| !is_empty(item))
                    .collect();
                (!kept.is_empty()).then_some(Value::Array(kept))
            }
            Value::Object(fields) => {
                let mut kept = Map::new();
                for (key, value) in fields {
                    let of = &schema["properties"][&key];
                    let must = !super::schema::types_of(of).contains(&"null")
                        && super::schema::types_of(of).contains(&"string");
                    let value = self.value(value, of, &format!("{path}.{key}"));
                    match value {
                        Some(value) => {
                            kept.insert(key, value);
                        }
                        // A thing whose name is not in the note was not in the note.
                        None if must => return None,
                        None => {}
                    }
                }
                // A unit alone measures nothing.
                let measures = kept.keys().any(|key| !key.ends_with("unit"));
                measures.then_some(Value::Object(kept))
            }
        }
    }

    fn is_preferred_unit(&self, text: &str) -> bool {
        [&self.cx.units.mass, &self.cx.units.distance]
            .iter()
            .any(|unit| unit.as_str() == text)
    }

    /// Changes of fields that are there, to values that the correction states.
    fn delta(
        &mut self,
        delta: Vec<CorrectionDelta>,
        target: Option<&crate::model::EntryId>,
        recent: &[Entry],
    ) -> Vec<CorrectionDelta> {
        let entry = recent.iter().find(|entry| Some(&entry.id) == target);
        let data = entry.and_then(|entry| entry.parsed.as_ref());
        let mut kept = Vec::new();
        for mut change in delta {
            let Some(now) = data.and_then(|data| at(&data.domain_data, &change.path)) else {
                self.problems.push(format!(
                    "{} is no field of the earlier note that is meant",
                    change.path
                ));
                continue;
            };
            change.before = now.clone();
            let after = self.value(change.after.clone(), &json!({}), &change.path);
            match after {
                Some(after) if after != change.before => {
                    change.after = after;
                    kept.push(change);
                }
                _ => {}
            }
        }
        kept
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}

/// The value at a path (`rocks.stones[0].rounds[1].mass`).
fn at<'v>(data: &'v Map<String, Value>, path: &str) -> Option<&'v Value> {
    let mut steps = path.split('.');
    let mut value = data.get(steps.next()?)?;
    for step in steps {
        let (key, places) = step.split_once('[').unwrap_or((step, ""));
        value = value.get(key)?;
        for place in places.split('[').filter(|place| !place.is_empty()) {
            let place: usize = place.trim_end_matches(']').parse().ok()?;
            value = value.get(place)?;
        }
    }
    Some(value)
}

/// The reading by rules with what the model adds.
fn joined(
    by_rules: ParserOutput,
    (note, read): (&NoteContent, Vec<f64>),
    said: ParserAnswer,
    problems: &[String],
    model: String,
    recent: &[Entry],
) -> ParserOutput {
    let mut output = by_rules;
    let mut added = if output.domain_data.is_empty() {
        output.domain_data = said.domain_data;
        !output.domain_data.is_empty()
    } else {
        Additions::rules(note, &output.domain_data, read)
            .add(&mut output.domain_data, said.domain_data)
    };
    let known = |id: &crate::model::EntryId| recent.iter().any(|entry| entry.id == *id);
    if output.correction_delta.is_empty() && !said.correction_delta.is_empty() {
        output.target_entry_id = said.target_entry_id.filter(known);
        output.correction_delta = said.correction_delta;
        added = true;
    }
    if output.target_entry_id.is_none() && output.target_candidates.is_empty() {
        output.target_candidates = said.target_candidates.into_iter().filter(known).collect();
        added |= !output.target_candidates.is_empty();
    }
    if !added {
        return output;
    }
    for problem in problems.iter().take(5) {
        let note = format!("left out: {problem}");
        if !output.extraction_notes.contains(&note) {
            output.extraction_notes.push(note);
        }
    }
    for note in said.extraction_notes.iter().take(3) {
        let note = prompt_lines::line(note);
        if !note.is_empty() && !output.extraction_notes.contains(&note) {
            output.extraction_notes.push(note);
        }
    }
    for tag in said.tags.iter().take(8) {
        let short = tag.chars().count() <= 40 && !tag.contains(char::is_whitespace);
        if short && tag.contains(':') && !output.tags.contains(tag) {
            output.tags.push(tag.clone());
        }
    }
    let path = |field: &&String| at(&output.domain_data, field).is_some();
    let doubtful: Vec<String> = said.uncertain_fields.iter().filter(path).cloned().collect();
    for field in doubtful {
        if !output.uncertain_fields.contains(&field) {
            output.uncertain_fields.push(field);
        }
    }
    output.confidence = said.confidence.clamp(0.1, SUREST);
    output.engine = Some(model);
    output
}
