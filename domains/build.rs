//! Turns the domain folders into data that loads fast: YAML becomes JSON
//! once, here, so that no command parses YAML at its start, the names of each vocabulary are worked
//! out, and the weights are packed. Everything else is embedded as it is.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use glob::Pattern;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use quilto_vocabulary::{PREPARED, UniqueMap, prepare};

/// Extensions of the files a domain is made of.
const EXTENSIONS: &[&str] = &["yaml", "yml", "md", "json"];

/// Examples are for tests and authors; the running program does not need them.
const LEFT_OUT: &str = "examples.yaml";

/// What is embedded as [`PREPARED`] instead.
const VOCABULARY: &str = "vocabulary.yaml";

/// Of `domain.yaml`, what a vocabulary needs.
#[derive(Deserialize)]
struct Domain {
    #[serde(default)]
    groups: UniqueMap<Vec<String>>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let domains = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for read in [&domains, Path::new("build.rs")] {
        println!("cargo::rerun-if-changed={}", read.display());
    }
    let mut table = String::from("&[\n");
    for domain in glob::glob(&below(&domains, "*/domain.yaml"))? {
        let domain = domain?;
        let folder = domain.parent().ok_or("a domain has a folder")?;
        let name = file_name(folder);
        let embedded = out.join("domains").join(&name);
        fs::create_dir_all(&embedded)?;
        writeln!(table, "    ({name:?}, &[")?;
        for file in glob::glob(&below(folder, "*"))? {
            let file = file?;
            println!("cargo::rerun-if-changed={}", file.display());
            let extension = file
                .extension()
                .and_then(|e| e.to_str())
                .unwrap_or_default();
            if !EXTENSIONS.contains(&extension) || file_name(&file) == LEFT_OUT {
                continue;
            }
            let (name, content) = if file_name(&file) == VOCABULARY {
                (PREPARED.to_owned(), vocabulary(folder)?)
            } else {
                (file_name(&file), content(&file, extension)?)
            };
            let embedded = embedded.join(&name);
            fs::write(&embedded, content)?;
            writeln!(table, "        ({name:?}, include_str!({embedded:?})),")?;
        }
        table.push_str("    ]),\n");
    }
    table.push_str("]\n");
    fs::write(out.join("domains.rs"), table)?;
    let weights = fs::read_to_string(domains.join("acts.weights"))?;
    fs::write(out.join("acts.packed"), quilto_acts::pack(&weights))?;
    for name in ["asks", "notes", "sayings", "spacing"] {
        let weights = fs::read_to_string(domains.join(format!("{name}.weights")))?;
        let packed = out.join(format!("{name}.packed"));
        fs::write(packed, quilto_classify::pack(&weights))?;
    }
    let words: BTreeMap<String, Vec<String>> = parsed(&domains.join("words.yaml"))?;
    fs::write(
        out.join("words.packed"),
        quilto_classify::pack_lists(&words),
    )?;
    Ok(())
}

/// A domain's vocabulary, worked out.
fn vocabulary(folder: &Path) -> Result<String, Box<dyn Error>> {
    let domain: Domain = parsed(&folder.join("domain.yaml"))?;
    Ok(prepare(parsed(&folder.join(VOCABULARY))?, &domain.groups)?)
}

/// The text to embed: JSON for a YAML mapping, otherwise the file as it is.
fn content(file: &Path, extension: &str) -> Result<String, Box<dyn Error>> {
    if !matches!(extension, "yaml" | "yml") {
        return Ok(fs::read_to_string(file)?);
    }
    let value: serde_json::Value = parsed(file)?;
    // the loader tells JSON by its opening brace
    if value.is_object() {
        Ok(serde_json::to_string(&value)?)
    } else {
        Ok(fs::read_to_string(file)?)
    }
}

/// A YAML file. A mistake in it stops the build with its place.
fn parsed<T: DeserializeOwned>(file: &Path) -> Result<T, Box<dyn Error>> {
    serde_yaml::from_str(&fs::read_to_string(file)?)
        .map_err(|error| format!("{}: {error}", file.display()).into())
}

/// A pattern of files below a folder.
fn below(folder: &Path, pattern: &str) -> String {
    let folder = Pattern::escape(&folder.to_string_lossy());
    format!("{folder}/{pattern}")
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}
