//! Standard input and output by name, and files that are there already.

use crate::common::environment::Environment;

#[test]
fn a_dash_is_standard_input_or_output() {
    let env = Environment::new();
    let said = env.run_with_input(&["log", "-"], b"bench 80kg 5x5\n");
    assert!(said.contains("5 × 5 @ 80 kg"), "{said}");
    let said = env.run_with_input(&["-"], b"squat 100kg 5x5\n");
    assert!(said.contains("5 × 5 @ 100 kg"), "{said}");
    let said = env.run_with_input(&["parse", "-"], b"row 60kg 5x5\n");
    assert!(said.contains("60 kg"), "{said}");
    let said = env.run_with_input(&["ask", "-"], b"heaviest squat?\n");
    assert!(said.contains("100 kg"), "{said}");
    let exported = env.stdout(&["export", "--format", "md", "-o", "-"]);
    assert!(exported.contains("bench 80kg 5x5"), "{exported}");
    let drawn = env.stdout(&["plot", "bench", "--svg", "-"]);
    assert!(
        drawn.starts_with("<svg") && drawn.ends_with("</svg>\n"),
        "{drawn}"
    );
    assert!(!env.path().join("-").exists());
}

#[test]
fn a_file_that_is_there_is_replaced_only_when_that_is_said() {
    let env = Environment::new();
    env.stdout(&["bench 80kg 5x5"]);
    let commands: [&[&str]; 2] = [
        &["export", "-o", "file"],
        &["plot", "bench", "--svg", "file"],
    ];
    for args in commands {
        let file = env.file("file", "mine");
        let said = env.run(args);
        assert!(said.contains("there is a file already"), "{said}");
        assert!(
            said.contains("Hint: --force") && said.ends_with("--- exit 2\n"),
            "{said}"
        );
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
        env.stdout(&[args, &["--force"]].concat());
        assert_ne!(std::fs::read_to_string(&file).unwrap(), "mine");
    }
}

#[cfg(unix)]
#[test]
fn at_a_terminal_it_is_asked() {
    use crate::common::screen::Screen;
    let env = Environment::new();
    env.stdout(&["bench 80kg 5x5"]);
    let file = env.file("file", "mine");
    for (answer, stays) in [("n", true), ("y", false)] {
        let mut screen = Screen::open(&env, 80, &["export", "-o", "file"]);
        screen.until("Replace file? [y/N] ");
        screen.says(answer);
        assert_eq!(screen.end().1, Some(0));
        assert_eq!(std::fs::read_to_string(&file).unwrap() == "mine", stays);
    }
}

#[cfg(unix)]
#[test]
fn an_editor_may_have_quotes_and_arguments() {
    let env = Environment::new();
    env.stdout(&["bench 80kg 5x5"]);
    let edited = |editor: &str| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut command = env.command(&["edit"]);
        let output = command.env("EDITOR", editor).env("PATH", path).output();
        env.show(&output.unwrap())
    };
    env.file("my tools/editor", "#!/bin/sh\nsed -i \"$@\"\n");
    let said = edited("sh 'my tools/editor' -e 's/80kg 5x5/85kg 5x5/'");
    assert!(said.contains("5 × 5 @ 85 kg"), "{said}");
    let said = edited("sed \"-i");
    assert!(said.contains("Hint: close its quotes"), "{said}");
    assert!(said.ends_with("--- exit 2\n"), "{said}");
}
