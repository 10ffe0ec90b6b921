//! What services and containers start is what the program knows.

use std::path::Path;

use crate::common::environment::Environment;

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(name);
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn units_and_the_container_name_options_and_variables_that_there_are() {
    let env = Environment::new();
    let help = env.stdout(&["serve", "--help"]);
    let mut started = 0;
    for file in [
        "packaging/systemd/user/swealog.service",
        "packaging/systemd/system/swealog.service",
        "packaging/Containerfile",
    ] {
        let text = read(file);
        let mut lines = text.lines();
        let line = lines.find(|line| line.starts_with("ExecStart=") || line.starts_with("CMD "));
        let line = line.unwrap_or_else(|| panic!("{file} starts nothing"));
        assert!(line.contains("serve"), "{file}: {line}");
        let words = line.split([' ', '"', ',']);
        for option in words.filter(|word| word.starts_with("--")) {
            assert!(help.contains(&format!("{option} <")), "{file}: {option}");
            started += 1;
        }
    }
    assert_eq!(started, 2);
}

#[test]
fn what_is_packed_is_there() {
    for script in ["scripts/release.sh", "scripts/debian.sh"] {
        let text = read(script);
        for file in ["README.md", "CHANGELOG.md", "LICENSE-MIT"] {
            assert!(text.contains(file), "{script}: {file}");
            assert!(!read(file).is_empty());
        }
    }
    let manifest = read("Cargo.toml");
    assert!(manifest.contains("license = \"MIT OR Apache-2.0\""));
    assert!(read("LICENSE-APACHE").contains("Version 2.0"));
}
