//! Every `measures.yaml` that comes with the workspace is valid.

use std::path::Path;

use quilto::domain::measures::Measures;

#[test]
fn every_domain_of_the_workspace_has_valid_measures() {
    let domains = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../domains");
    let mut read = 0;
    for folder in std::fs::read_dir(&domains).unwrap() {
        let file = folder.unwrap().path().join("measures.yaml");
        let Ok(text) = std::fs::read_to_string(&file) else {
            continue;
        };
        let measures =
            Measures::read(&file.display().to_string(), &text).unwrap_or_else(|e| panic!("{e}"));
        assert!(measures.default_measure().is_some());
        read += 1;
    }
    assert!(read > 0, "no measures.yaml under {}", domains.display());
}
