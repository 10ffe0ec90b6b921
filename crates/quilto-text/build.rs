//! Turns the language files from YAML, which people write, into JSON, which is read quickly at
//! start: `src/lexicon/<language>/<file>.yaml` becomes an entry of `OUT_DIR/lexicon.rs`. Files
//! that hold only lists are there with the lists of all languages joined, too.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use glob::Pattern;
use serde_json::{Map, Value};

/// The files that hold only lists, whose languages are read together.
const JOINED: &[&str] = &["questions", "operators", "endings"];

fn main() -> Result<(), Box<dyn Error>> {
    let root = env::var("CARGO_MANIFEST_DIR")? + "/src/lexicon";
    let out = PathBuf::from(env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed={root}");
    let mut joined = Map::new();
    let mut table = String::from("pub(super) static FILES: &[(&str, &str, &str)] = &[\n");
    for path in glob::glob(&format!("{}/*/*.yaml", Pattern::escape(&root)))? {
        let path = path?;
        println!("cargo::rerun-if-changed={}", path.display());
        let yaml = fs::read_to_string(&path)?;
        let value: Value =
            serde_yaml::from_str(&yaml).map_err(|error| format!("{}: {error}", path.display()))?;
        let json = serde_json::to_string(&value)?;
        let language = path.parent().map(name).unwrap_or_default();
        let file = name(&path);
        writeln!(table, "    ({language:?}, {file:?}, {json:?}),")?;
        if JOINED.contains(&&*file) {
            let all = joined.entry(file).or_insert(Value::Null);
            join(all, value).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    table.push_str("];\n\npub(super) static MERGED: &[(&str, &str)] = &[\n");
    for (name, value) in joined {
        let json = serde_json::to_string(&value)?;
        writeln!(table, "    ({name:?}, {json:?}),")?;
    }
    table.push_str("];\n");
    fs::write(out.join("lexicon.rs"), table)?;
    Ok(())
}

/// Adds the lists of one language to those of the languages before it.
fn join(all: &mut Value, more: Value) -> Result<(), String> {
    match (all, more) {
        (all @ Value::Null, more) => *all = more,
        (Value::Array(all), Value::Array(more)) => all.extend(more),
        (Value::Object(all), Value::Object(more)) => {
            for (key, more) in more {
                join(all.entry(key).or_insert(Value::Null), more)?;
            }
        }
        (all, more) => return Err(format!("{more} cannot be joined to {all}")),
    }
    Ok(())
}

fn name(path: &Path) -> String {
    path.file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default()
}
