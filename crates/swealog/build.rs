//! Turns the domain folders and the default settings into data that loads fast: YAML becomes JSON
//! once, here, so that no command parses YAML at its start. Everything else is embedded as it is.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Extensions of the files a domain is made of.
const EXTENSIONS: &[&str] = &["yaml", "yml", "md", "json"];

/// Examples are for tests and authors; the running program does not need them.
const LEFT_OUT: &str = "examples.yaml";

fn main() -> Result<(), Box<dyn Error>> {
    let domains = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../domains");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed={}", domains.display());
    let mut table = String::from("&[\n");
    for folder in sorted(&domains)? {
        if !folder.is_dir() {
            continue;
        }
        let name = file_name(&folder);
        writeln!(table, "    ({name:?}, &[")?;
        for file in sorted(&folder)? {
            println!("cargo::rerun-if-changed={}", file.display());
            let extension = file
                .extension()
                .and_then(|e| e.to_str())
                .unwrap_or_default();
            if !EXTENSIONS.contains(&extension) || file_name(&file) == LEFT_OUT {
                continue;
            }
            let embedded = out.join("domains").join(&name).join(file_name(&file));
            fs::create_dir_all(embedded.parent().unwrap_or(&out))?;
            fs::write(&embedded, content(&file, extension)?)?;
            writeln!(
                table,
                "        ({:?}, include_str!({:?})),",
                file_name(&file),
                embedded
            )?;
        }
        table.push_str("    ]),\n");
    }
    table.push_str("]\n");
    fs::write(out.join("domains.rs"), table)?;
    let defaults = domains.with_file_name("config.yaml");
    println!("cargo::rerun-if-changed={}", defaults.display());
    fs::write(out.join("config.json"), content(&defaults, "yaml")?)?;
    Ok(())
}

/// The text to embed: JSON for a YAML mapping, otherwise the file as it is. A mistake in a file
/// stops the build with its place.
fn content(file: &Path, extension: &str) -> Result<String, Box<dyn Error>> {
    let text = fs::read_to_string(file)?;
    if !matches!(extension, "yaml" | "yml") {
        return Ok(text);
    }
    let value: serde_json::Value =
        serde_yaml::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))?;
    // the loader tells JSON by its opening brace
    if value.is_object() {
        Ok(serde_json::to_string(&value)?)
    } else {
        Ok(text)
    }
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut paths = Vec::new();
    if folder.is_dir() {
        for entry in fs::read_dir(folder)? {
            paths.push(entry?.path());
        }
    }
    paths.sort();
    Ok(paths)
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}
