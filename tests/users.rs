//! Accounts, as whoever runs a server makes them.

use serde_json::Value;

use crate::common::environment::Environment;

const PASSWORD: &[u8] = b"granite and marble\n";

fn listed(env: &Environment) -> Vec<Value> {
    let text = env.stdout(&["users", "list", "--json"]);
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn an_account_is_made_listed_and_removed_and_its_notes_stay() {
    let env = Environment::new();
    assert!(
        env.run(&["users", "list"])
            .contains("There are no accounts")
    );
    let made = env.run_with_input(&["users", "add", "ann"], PASSWORD);
    assert!(made.starts_with("Added: ann\n"), "{made}");
    assert!(made.contains("[DIR]/home/users/ann"), "{made}");
    let again = env.run_with_input(&["users", "add", "ann"], PASSWORD);
    assert!(again.contains("there is an account ann already"), "{again}");
    env.stdout(&["users", "add", "ben", "--no-password"]);
    let all = listed(&env);
    assert_eq!(
        (&all[0]["user"], &all[0]["password"]),
        (&"ann".into(), &true.into())
    );
    assert_eq!(
        (&all[1]["user"], &all[1]["password"]),
        (&"ben".into(), &false.into())
    );
    env.file(
        "home/users/ann/logs/raw/2026/11/2026-11-20.md",
        "## 10:00\nx\n",
    );
    assert_eq!(env.stdout(&["users", "remove", "ann"]), "Removed: ann\n");
    assert_eq!(listed(&env).len(), 1);
    assert!(env.home().join("users/ann/logs/raw/2026").exists());
    let gone = env.run(&["users", "remove", "ann"]);
    assert!(
        gone.contains("there is no account ann") && gone.contains("exit 2"),
        "{gone}"
    );
    assert!(env.run(&["doctor"]).contains("exit 0"));
}

#[test]
fn a_token_is_shown_once_and_revoked_by_its_name() {
    let env = Environment::new();
    env.stdout(&["users", "add", "ann", "--no-password"]);
    let token = env.stdout(&["users", "token", "ann", "--label", "watch", "--days", "7"]);
    let token = token.trim();
    assert_eq!(token.len(), 64, "{token}");
    let made = env.json(&["users", "token", "ann", "--scope", "write", "--json"]);
    assert_ne!(made["token"], token);
    let all = listed(&env);
    let tokens = all[0]["tokens"].as_array().unwrap();
    assert_eq!(tokens.len(), 2);
    assert_eq!(
        (&tokens[0]["scope"], &tokens[0]["label"]),
        (&"read".into(), &"watch".into())
    );
    assert!(tokens[0]["ends"].is_string() && tokens[1].get("ends").is_none());
    assert_eq!(
        (&tokens[1]["scope"], &tokens[1]["id"]),
        (&"write".into(), &made["id"])
    );
    let shown = env.run(&["users", "list"]);
    assert!(
        shown.contains("read  watch") && !shown.contains(token),
        "{shown}"
    );
    let id = made["id"].as_str().unwrap();
    env.stdout(&["users", "token", "ann", "--revoke", id]);
    let again = env.run(&["users", "token", "ann", "--revoke", id]);
    assert!(again.contains("ann has no token"), "{again}");
    assert_eq!(listed(&env)[0]["tokens"].as_array().unwrap().len(), 1);
}

#[test]
fn nothing_that_lets_in_is_kept_and_the_file_is_its_owners() {
    let env = Environment::new();
    env.run_with_input(&["users", "add", "ann"], PASSWORD);
    let token = env.stdout(&["users", "token", "ann"]);
    let file = env.home().join("users/accounts.json");
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(kept.contains("$argon2id$"), "{kept}");
    assert!(
        !kept.contains("granite") && !kept.contains(token.trim()),
        "{kept}"
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&file) & 0o777, 0o600);
        assert_eq!(mode(file.parent().unwrap()) & 0o777, 0o700);
    }
}

#[test]
fn what_cannot_be_an_account_is_refused_and_makes_none() {
    let env = Environment::new();
    for (args, input, says) in [
        (
            &["users", "add", "Ann"][..],
            PASSWORD,
            "cannot be the name of a user",
        ),
        (
            &["users", "add", "../ann"],
            PASSWORD,
            "cannot be the name of a user",
        ),
        (&["users", "add", "ann"], b"short\n", "10 letters or more"),
        (&["users", "add", "ann"], b"", "there is no password"),
        (
            &["users", "password", "ann"],
            PASSWORD,
            "there is no account ann",
        ),
        (&["users", "token", "ann"], b"", "there is no account ann"),
    ] {
        let shown = env.run_with_input(args, input);
        assert!(
            shown.contains(says) && shown.contains("exit 2"),
            "{args:?}: {shown}"
        );
    }
    assert_eq!(listed(&env), Vec::<Value>::new());
}

#[cfg(not(feature = "postgres"))]
#[test]
fn accounts_of_a_database_want_a_build_that_knows_it() {
    let env = Environment::new();
    let told = env.run(&["--store", "postgres://a@localhost/b", "users", "list"]);
    assert!(told.contains("keeps notes in files alone"), "{told}");
}
