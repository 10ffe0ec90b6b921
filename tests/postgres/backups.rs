//! Backup and restore by the commands that `docs/scale.md` names.

use std::process::Command;

use super::{alone, server};
use crate::common::environment::Environment;

const DATABASE: &str = "backups";

/// What a program of PostgreSQL says, and whether it succeeded.
fn ask(env: &Environment, program: &str, args: &[&str]) -> (bool, String) {
    let output = Command::new(program)
        .args(args)
        .current_dir(env.path())
        .output()
        .unwrap();
    let said = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&said).into_owned(),
    )
}

fn done(env: &Environment, program: &str, args: &[&str]) {
    let (succeeded, said) = ask(env, program, args);
    assert!(succeeded, "{program} {args:?}: {said}");
}

/// Everything that comes out of the database for a person.
fn all(env: &mut Environment, user: &str) -> Vec<String> {
    env.set("SWEALOG_USER", user);
    let commands: [&[&str]; 5] = [
        &["export", "--format", "json"],
        &["export", "--format", "markdown"],
        &["sessions"],
        &["context"],
        &["users", "list"],
    ];
    commands.map(|command| env.run(command)).to_vec()
}

#[test]
fn what_is_dumped_and_restored_is_the_same_and_an_ordinary_role_dumps_nothing() {
    let _alone = alone();
    let Some(address) = server() else { return };
    let mut env = Environment::new();
    let create = format!("CREATE DATABASE {DATABASE}");
    done(&env, "psql", &["-qX", "-c", &create]);
    env.set("SWEALOG_STORE", &address.replace("/notes", "/backups"));
    let users = ["ann", "ben"];
    for user in users {
        env.set("SWEALOG_USER", user);
        env.stdout(&["log", "bench 80kg 5x5 felt heavy, 어제보다 나음"]);
        env.stdout(&[
            "log",
            "--date",
            "yesterday",
            &format!("squat 100kg, {user}"),
        ]);
        env.run(&["--no-input", "no, 85kg"]);
    }
    env.stdout(&["users", "add", "ann", "--no-password"]);
    let before = users.map(|user| all(&mut env, user));
    assert!(before[0][0].contains("squat 100kg, ann"), "{before:?}");

    let (succeeded, said) = ask(&env, "pg_dump", &["--file", "none.sql", DATABASE]);
    assert!(!succeeded && said.contains("row-level security"), "{said}");
    let none = std::fs::read_to_string(env.path().join("none.sql"));
    assert!(!none.unwrap_or_default().contains("squat"));

    let admin = ["--username", "admin"];
    let dump = ["--format", "custom", "--file", "notes.dump", DATABASE];
    done(&env, "pg_dump", &[&admin[..], &dump].concat());
    let drop = format!("DROP DATABASE {DATABASE} WITH (FORCE)");
    done(&env, "psql", &["-qX", "-c", &drop]);
    let restore = ["--create", "--dbname", "postgres", "notes.dump"];
    done(&env, "pg_restore", &[&admin[..], &restore].concat());

    assert_eq!(users.map(|user| all(&mut env, user)), before);
    // they go on with it, and stay apart
    env.stdout(&["log", "ran 5k in 25:00"]);
    let (succeeded, _) = ask(&env, "pg_dump", &["--file", "none.sql", DATABASE]);
    assert!(!succeeded);
}
