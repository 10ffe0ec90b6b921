//! Turns the default settings into JSON, so that no command parses YAML at its start.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let file = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("config.yaml");
    println!("cargo::rerun-if-changed={}", file.display());
    let value: serde_json::Value = serde_yaml::from_str(&fs::read_to_string(&file)?)
        .map_err(|error| format!("{}: {error}", file.display()))?;
    let out = Path::new(&env::var("OUT_DIR")?).join("config.json");
    fs::write(out, serde_json::to_string(&value)?)?;
    Ok(())
}
