//! What the last import of each table of each app was like, so that a column that is gone is noticed, and what was
//! said of a table holds for the next one. The store keeps it.

use std::collections::BTreeMap;

use quilto::storage::{StorageError, Store};
use serde::{Deserialize, Serialize};

use super::{Choice, Choices, Doubt, Question, Source, TableFacts, TableHead, TableReader};

/// What is remembered of imports.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ledger {
    /// Kind of table → the last one of it. An app that writes several has one for each.
    tables: BTreeMap<String, LastTable>,
    /// What was said of the columns of tables.
    maps: Vec<KnownMap>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct LastTable {
    /// What the columns that said something held, and their names.
    columns: BTreeMap<String, LastColumn>,
    /// Columns that were left out.
    ignored: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct LastColumn {
    name: String,
    is_quantity: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct KnownMap {
    header: Vec<String>,
    map: String,
    /// Columns that were left out.
    #[serde(default)]
    ignored: Vec<String>,
}

impl Ledger {
    /// Reads it. What cannot be read is as if nothing was imported yet: it is written anew.
    pub fn load(store: &dyn Store) -> Self {
        let text = store.import_ledger().unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// Writes it, all or nothing.
    pub fn save(&self, store: &dyn Store) -> Result<(), StorageError> {
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        store.update_import_ledger(&text)
    }

    /// What was said of earlier tables like this one, added to what was said now.
    pub fn recall(&self, tables: &TableReader, source: &Source, choices: &mut Choices) {
        let Some(TableHead { kind, header }) = (tables.head)(source) else {
            return;
        };
        let last = kind.and_then(|kind| self.tables.get(&kind));
        let ignored = last.iter().flat_map(|last| &last.ignored);
        choices.ignored.extend(ignored.cloned());
        if choices.maps.is_empty() {
            let known = self.maps.iter().find(|known| known.header == header);
            let readable = known.filter(|known| (tables.check)(&known.map).is_ok());
            if let Some(known) = readable {
                choices.maps.push(known.map.clone());
                choices.ignored.extend(known.ignored.iter().cloned());
            }
        }
    }

    /// Asks about a column that was in the last table of this kind and is not in this one.
    pub fn asks(&self, source: &Source, table: &TableFacts, choices: &Choices) -> Option<Question> {
        let last = self.tables.get(&table.kind)?;
        // in another language or version there may be other columns of words
        let names = last.columns.values().map(|column| &column.name);
        let as_before = names.filter(|name| table.header.contains(name)).count();
        let is_alike = 2 * as_before >= last.columns.len();
        let is_here = |field: &str| table.columns.iter().any(|here| here.field == field);
        let (_, LastColumn { name, .. }) = last.columns.iter().find(|(field, column)| {
            !is_here(field)
                && !table.header.contains(&column.name)
                && (column.is_quantity || is_alike)
                && !choices.does_without(&column.name)
                && !choices.does_without(field)
        })?;
        let doubt = Doubt::Gone {
            app: table.app.clone(),
            column: name.clone(),
        };
        let without = Choice::DoWithout(name.clone());
        Some(source.question(1, doubt, vec![without]))
    }

    /// Remembers a table that came in.
    pub fn note(&mut self, table: &TableFacts, choices: &Choices) {
        if !table.map.is_empty() {
            self.maps.retain(|known| known.header != table.header);
            self.maps.push(KnownMap {
                header: table.header.clone(),
                map: table.map.clone(),
                ignored: choices.ignored.clone(),
            });
        }
        if table.is_own {
            return;
        }
        let last = self.tables.entry(table.kind.clone()).or_default();
        let columns = table.columns.iter().map(|column| {
            let name = column.name.clone();
            let is_quantity = column.is_quantity;
            (column.field.clone(), LastColumn { name, is_quantity })
        });
        last.columns = columns.collect();
        last.ignored.extend(choices.ignored.iter().cloned());
        last.ignored.retain(|name| table.header.contains(name));
        last.ignored.sort();
        last.ignored.dedup();
    }
}
