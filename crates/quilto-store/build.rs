//! A number for the sources that turn files into entries: what an index kept by other sources is not
//! read. So nobody has to remember to count a version up.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut hasher = DefaultHasher::new();
    env::var("CARGO_PKG_VERSION").ok().hash(&mut hasher);
    // in a package the others are not beside this one; then their versions are this one's
    for sources in ["src", "../quilto-model/src", "../quilto-pack/src"] {
        hash(&here.join(sources), &mut hasher);
        if here.join(sources).is_dir() {
            println!("cargo:rerun-if-changed={sources}");
        }
    }
    println!("cargo:rustc-env=SOURCES={}", hasher.finish());
}

fn hash(path: &Path, hasher: &mut DefaultHasher) {
    if let Ok(folder) = fs::read_dir(path) {
        let mut paths: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        paths.iter().for_each(|path| hash(path, hasher));
    } else if let Ok(bytes) = fs::read(path) {
        path.file_name().hash(hasher);
        bytes.hash(hasher);
    }
}
