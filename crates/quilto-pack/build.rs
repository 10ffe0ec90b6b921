//! Tells what the sources of this crate are: see `SOURCES`.

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=src");
    println!(
        "cargo::rustc-env=SOURCES={}",
        quilto_fingerprint::of("src")?
    );
    Ok(())
}
