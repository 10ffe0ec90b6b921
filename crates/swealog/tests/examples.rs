//! Every domain's own examples must come out as they say.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on stops, in its helpers too"
)]

use std::path::Path;

use quilto::domain::{DomainSet, DomainSource};
use quilto::engine::builtin::examples;

#[test]
fn the_examples_of_every_domain_are_read_as_they_say() {
    let run = read_as_they_say(DomainSet::default());
    assert!(run > 200, "only {run} examples were found");
}

#[test]
fn numbers_of_something_else_or_that_cannot_be_are_named_or_marked() {
    let files = [
        (
            "domain.yaml",
            "name: honest\ndescription: Notes with more in them than was done\n",
        ),
        ("examples.yaml", include_str!("honest.yaml")),
    ];
    let (set, errors) = DomainSet::new([DomainSource::embedded("honest", &files)]);
    assert!(errors.is_empty(), "{errors:?}");
    read_as_they_say(set);
}

/// Runs the examples of all domains, and gives how many there are.
fn read_as_they_say(mut set: DomainSet) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../domains");
    let errors = set.add_folder(&folder);
    assert!(errors.is_empty(), "{errors:?}");
    let domains = set.select_all();
    let mut run = 0;
    let mut wrong = Vec::new();
    for module in &domains.modules {
        let (count, mismatches) =
            examples::run(&domains, module).expect("examples have their form");
        run += count;
        wrong.extend(mismatches.into_iter().map(|mismatch| {
            format!(
                "{}: {:?}\n    {}",
                module.name, mismatch.text, mismatch.difference
            )
        }));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    run
}
