//! Turns the language files from YAML, which people write, into JSON, which is read quickly at
//! start: `src/text/lexicon/<language>/<file>.yaml` becomes an entry of `OUT_DIR/lexicon.rs`.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("src/text/lexicon");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed={}", root.display());
    let mut table = String::from("pub(super) static FILES: &[(&str, &str, &str)] = &[\n");
    for language in sorted(&root)? {
        if !language.is_dir() {
            continue;
        }
        for path in sorted(&language)? {
            if path.extension().is_none_or(|extension| extension != "yaml") {
                continue;
            }
            println!("cargo::rerun-if-changed={}", path.display());
            let yaml = fs::read_to_string(&path)?;
            let value: serde_json::Value = serde_yaml::from_str(&yaml)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            let json = serde_json::to_string(&value)?;
            writeln!(
                table,
                "    ({:?}, {:?}, {json:?}),",
                name(&language),
                name(&path)
            )?;
        }
    }
    table.push_str("];\n");
    fs::write(out.join("lexicon.rs"), table)?;
    Ok(())
}

fn sorted(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()?;
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default()
}
