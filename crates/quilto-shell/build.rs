//! Turns the default settings and the commands typed as words into JSON, so that no command parses
//! YAML at its start.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

/// The files, and what they are called as JSON.
const FILES: &[(&str, &str)] = &[
    ("config.yaml", "config.json"),
    ("src/runs/typed/en.yaml", "typed.en.json"),
    ("src/runs/typed/ko.yaml", "typed.ko.json"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let root = env::var("CARGO_MANIFEST_DIR")?;
    let out = env::var("OUT_DIR")?;
    for (yaml, json) in FILES {
        let file = Path::new(&root).join(yaml);
        println!("cargo::rerun-if-changed={}", file.display());
        let value: serde_json::Value = serde_yaml::from_str(&fs::read_to_string(&file)?)
            .map_err(|error| format!("{}: {error}", file.display()))?;
        fs::write(Path::new(&out).join(json), serde_json::to_string(&value)?)?;
    }
    Ok(())
}
