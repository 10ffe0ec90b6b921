//! What lies where, whose it is, and who may use it at once.

use serde_json::Value;

use crate::common::environment::Environment;

/// The names in the home.
fn in_home(env: &Environment) -> Vec<String> {
    let files = std::fs::read_dir(env.home()).unwrap().flatten();
    let mut names: Vec<String> = files
        .map(|file| file.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// A correction that waits.
fn asks(env: &Environment, home: &std::path::Path) {
    let home = home.to_str().unwrap();
    env.stdout(&["--home", home, "log", "bench 85 3x5"]);
    let output = env.output(&["--home", home, "actually that was 95 not 85"]);
    assert_eq!(output.status.code(), Some(4), "{}", env.show(&output));
}

#[test]
fn the_home_holds_what_is_shared_and_nothing_else() {
    let env = Environment::new();
    asks(&env, &env.home());
    env.run_with_input(&["repl"], b"squat 100kg 5x5\n");
    assert_eq!(in_home(&env), [".lock", "context", "logs"]);
    assert!(
        env.state()
            .starts_with(env.path().join("state/swealog/homes"))
    );
    assert!(env.path().join("cache/swealog/homes").exists());
}

#[test]
fn several_homes_do_not_mix_and_an_older_one_is_taken_over() {
    let env = Environment::new();
    let other = env.path().join("other");
    asks(&env, &env.home());
    asks(&env, &other);
    let sessions = |home: &std::path::Path| {
        let shown = env.stdout(&["--home", home.to_str().unwrap(), "sessions", "--json"]);
        shown.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(
        (sessions(&env.home()).len(), sessions(&other).len()),
        (1, 1)
    );
    // as an earlier version left it
    let session: Value = serde_json::from_str(&sessions(&env.home())[0]).unwrap();
    let file = format!("sessions/{}.json", session["session_id"].as_str().unwrap());
    let state = env.state();
    std::fs::create_dir(env.home().join("sessions")).unwrap();
    std::fs::rename(state.join(&file), env.home().join(&file)).unwrap();
    assert_eq!(sessions(&env.home()).len(), 1);
    assert!(!env.home().join("sessions").exists());
    assert!(env.stdout(&["resume", "--approve"]).contains("85 → 95 kg"));
    assert_eq!(sessions(&other).len(), 1);
}

#[cfg(unix)]
#[test]
fn notes_are_their_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let env = Environment::new();
    asks(&env, &env.home());
    env.stdout(&["target", "protein", "150 g"]);
    let mode =
        |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let mut open = Vec::new();
    let mut folders = vec![env.home(), env.state()];
    while let Some(folder) = folders.pop() {
        assert_eq!(mode(&folder), 0o700, "{}", folder.display());
        for file in std::fs::read_dir(&folder).unwrap().flatten() {
            match file.path().is_dir() {
                true => folders.push(file.path()),
                false if mode(&file.path()) != 0o600 => open.push(file.path()),
                false => {}
            }
        }
    }
    // the locks of sessions hold nothing, and lie in a closed folder
    open.retain(|path| path.extension().is_none_or(|end| end != "lock"));
    assert_eq!(open, Vec::<std::path::PathBuf>::new());
    // an older home is closed, and that is said once
    for path in [env.home(), env.home().join("logs")] {
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let said = env.run(&["history"]);
    assert!(said.contains("open to other users"), "{said}");
    assert_eq!(mode(&env.home()), 0o700);
    assert!(!env.run(&["history"]).contains("open to other users"));
}

#[test]
fn who_waits_for_another_program_is_told_and_gives_up() {
    let env = Environment::new();
    env.stdout(&["log", "bench 80kg 5x5"]);
    let lock = std::fs::File::create(env.home().join(".lock")).unwrap();
    lock.lock().unwrap();
    env.config("lock_patience: 0\n");
    let said = env.run(&["log", "squat 100kg 5x5"]);
    // the system tells who it is, or nobody does
    let holder = match cfg!(target_os = "linux") {
        true => format!("(process {})", std::process::id()),
        false => "another program that does not say which it is".to_owned(),
    };
    assert!(said.contains("the notes are in use by "), "{said}");
    assert!(said.contains(&holder), "{said}");
    assert!(
        said.contains("lock_patience") && !said.contains("disk"),
        "{said}"
    );
    assert!(said.ends_with("--- exit 1\n"), "{said}");
    let said = env.run(&["history"]);
    assert!(said.contains("`lock_patience`"), "{said}");
    assert!(said.ends_with("--- exit 1\n"), "{said}");
    drop(lock);
    env.stdout(&["log", "squat 100kg 5x5"]);
}

#[test]
fn the_offset_from_utc_is_kept_through_changes_of_clocks_and_places() {
    let mut env = Environment::new();
    let moments = [
        // clocks go forward at two o'clock, and back at three
        ("2026-03-29T01:30+01:00", "2026-03-28", "ran 5k"),
        ("2026-03-29T03:00+02:00", "2026-03-28", "ran 4k"),
        ("2026-10-25T02:30+02:00", "2026-10-24", "ran 5k"),
        ("2026-10-25T02:30+01:00", "2026-10-24", "ran 4k"),
        ("2026-10-25T02:45+01:00", "2026-10-24", "ran 3k"),
        // a traveller
        ("2026-11-02T08:00+01:00", "2026-11-02", "ran 5k"),
        ("2026-11-02T23:00+09:00", "2026-11-02", "ran 4k"),
    ];
    for (now, _, words) in moments {
        env.at(now);
        env.stdout(&["log", words]);
    }
    env.at("2026-11-03T08:00");
    let shown = env.stdout(&["history", "--json", "-n", "20"]);
    let entries: Vec<Value> = shown
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(entries.len(), moments.len());
    for (entry, (now, day, words)) in entries.iter().zip(moments) {
        assert_eq!(entry["date"], day);
        assert_eq!(entry["text"], words);
        assert_eq!(entry["utc_offset"], now[16..], "{now}");
    }
    // said once for those that agree
    assert_eq!(env.raw("2026-10-24").matches("utc").count(), 2);
    let answer = env.stdout(&["how far did I run on 24 october?"]);
    assert!(answer.contains("12 km"), "{answer}");
}

/// What was written last is known whole or as it was before, whenever a run is stopped: the file is
/// replaced by another one, and never written over.
#[test]
fn which_note_was_last_is_replaced_as_a_whole() {
    let env = Environment::new();
    env.stdout(&["log", "bench 80kg 5x5"]);
    let state = env.state();
    let homes = env.path().join("cache/swealog/homes");
    let last = homes.join(state.file_name().unwrap()).join("last.json");
    let before = std::fs::read(&last).unwrap();
    // who reads while it is replaced goes on reading the file of before
    let seen = last.with_file_name("seen");
    std::fs::hard_link(&last, &seen).unwrap();
    // a run that was killed in the middle leaves a part of another file behind, and nothing else
    std::fs::write(last.with_file_name(".tmpKilled"), &before[..5]).unwrap();
    env.stdout(&["log", "squat 100kg 5x5"]);
    assert_eq!(std::fs::read(&seen).unwrap(), before);
    assert_ne!(std::fs::read(&last).unwrap(), before);
    let undone = env.stdout(&["undo"]);
    assert!(undone.contains("squat 100kg"), "{undone}");
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_home_is_told_as_that() {
    let env = Environment::new();
    env.stdout(&["log", "bench 80kg 5x5"]);
    let year = env.home().join("logs/raw/2026");
    let elsewhere = env.path().join("elsewhere");
    std::fs::rename(&year, &elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, &year).unwrap();
    for (text, disk, link) in [
        ("squat 100kg 5x5", "disk", "where the link stands"),
        ("스쿼트 100kg 5개", "디스크", "링크 자리에"),
    ] {
        let said = env.run(&["log", text]);
        assert!(
            said.contains("a link on the way leads out of the home"),
            "{said}"
        );
        assert!(said.contains(link) && !said.contains(disk), "{said}");
        assert!(said.ends_with("--- exit 1\n"), "{said}");
    }
}
