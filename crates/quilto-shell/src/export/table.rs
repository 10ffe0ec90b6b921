//! Everything understood as one flat table: a line for each innermost row, with what stands around
//! it; a column for each field, named by its path.

use std::io::{self, Write};

use serde_json::{Map, Value};

use super::{ExportData, of_table};

/// What every line begins with.
const FIRST: [&str; 5] = ["date", "time", "entry_id", "text", "domain"];

type Fields = Vec<(String, String)>;

pub fn write(holdings: &ExportData<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut columns: Vec<String> = Vec::new();
    let mut lines: Vec<(Vec<String>, Fields)> = Vec::new();
    for entry in holdings.entries {
        let time = entry.time.map(|time| time.format("%H:%M").to_string());
        let begin = |domain: &str| {
            vec![
                entry.date.to_string(),
                time.clone().unwrap_or_default(),
                entry.id.0.clone(),
                entry.raw.clone(),
                domain.to_owned(),
            ]
        };
        let mut any = false;
        for (domain, data) in entry.parsed.iter().flat_map(|parsed| &parsed.domain_data) {
            let mut rows = Vec::new();
            if let Value::Object(data) = data {
                flatten("", data, &Fields::new(), &mut rows);
            }
            for fields in rows {
                for (name, _) in &fields {
                    let name = format!("{domain}.{name}");
                    if !columns.contains(&name) {
                        columns.push(name);
                    }
                }
                let named = |(name, value)| (format!("{domain}.{name}"), value);
                lines.push((begin(domain), fields.into_iter().map(named).collect()));
                any = true;
            }
        }
        if !any {
            lines.push((begin(""), Fields::new()));
        }
    }
    let mut table = csv::Writer::from_writer(out);
    let header = FIRST
        .iter()
        .copied()
        .chain(columns.iter().map(String::as_str));
    table.write_record(header).map_err(of_table)?;
    for (first, fields) in lines {
        let of_column = |column: &String| {
            let found = fields.iter().find(|(name, _)| name == column);
            found.map_or("", |(_, value)| value.as_str())
        };
        let cells = first.iter().map(String::as_str);
        let record = cells.chain(columns.iter().map(of_column));
        table.write_record(record).map_err(of_table)?;
    }
    table.flush()
}

/// The innermost rows of an object, each with the fields of all that is around it.
fn flatten(path: &str, object: &Map<String, Value>, around: &Fields, rows: &mut Vec<Fields>) {
    let mut own = around.clone();
    let mut lists = Vec::new();
    for (key, value) in object {
        let path = if path.is_empty() {
            key.clone()
        } else {
            format!("{path}.{key}")
        };
        match value {
            Value::Array(items) if items.iter().any(Value::is_object) => lists.push((path, items)),
            Value::Array(items) => own.push((path, join(items))),
            Value::Object(map) => {
                for (key, value) in map {
                    own.push((format!("{path}.{key}"), cell(value)));
                }
            }
            value => own.push((path, cell(value))),
        }
    }
    own.retain(|(_, value)| !value.is_empty());
    if lists.is_empty() {
        if !own.is_empty() {
            rows.push(own);
        }
        return;
    }
    for (path, items) in lists {
        for item in items.iter().filter_map(Value::as_object) {
            flatten(&path, item, &own, rows);
        }
    }
}

fn join(items: &[Value]) -> String {
    items.iter().map(cell).collect::<Vec<_>>().join("; ")
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}
