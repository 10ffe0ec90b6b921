//! What the workspace is made of, as cargo tells it: a crate that is added is held by the same rules.

#![allow(dead_code, reason = "each test needs a part of it")]

pub mod imports;
pub mod rooms;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// A crate of the workspace.
pub struct Member {
    pub name: String,
    pub folder: PathBuf,
    /// The folder of its library or program.
    pub sources: PathBuf,
}

/// What cargo says of each crate of the workspace.
pub fn packages() -> Vec<Value> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let output = Command::new(cargo)
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .args([
            "--manifest-path",
            concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
        ])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

pub fn members() -> Vec<Member> {
    let packages = packages();
    let members = packages.iter().map(|package| {
        let targets = package["targets"].as_array().unwrap();
        let shipped = |target: &&Value| matches!(target["kind"][0].as_str(), Some("lib" | "bin"));
        let target = targets.iter().find(shipped).unwrap();
        let sources = Path::new(target["src_path"].as_str().unwrap()).parent();
        let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent();
        Member {
            name: package["name"].as_str().unwrap().to_owned(),
            folder: folder.unwrap().to_owned(),
            sources: sources.unwrap().to_owned(),
        }
    });
    members.collect()
}

/// All files below a folder, by their names.
pub fn files_below(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_below(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}
