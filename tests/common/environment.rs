//! A home nobody else uses, a fixed moment, and the binary run in it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

/// The moment every test runs at, a Saturday.
pub const NOW: &str = "2026-11-21T10:30";

/// A hermetic home.
pub struct Environment {
    dir: TempDir,
    now: String,
    locale: Option<String>,
    variables: Vec<(&'static str, String)>,
}

impl Environment {
    pub fn new() -> Self {
        Self {
            dir: tempfile::tempdir().unwrap(),
            now: NOW.into(),
            locale: None,
            variables: Vec::new(),
        }
    }

    /// The same home at another moment.
    pub fn at(&mut self, now: &str) -> &mut Self {
        self.now = now.into();
        self
    }

    /// The same home with a person who reads another language.
    pub fn in_locale(&mut self, locale: &str) -> &mut Self {
        self.locale = Some(locale.into());
        self
    }

    /// The same home with a variable of the environment.
    #[cfg(any(unix, feature = "postgres"))]
    pub fn set(&mut self, name: &'static str, value: &str) -> &mut Self {
        self.variables.push((name, value.to_owned()));
        self
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Where notes are kept.
    pub fn home(&self) -> PathBuf {
        self.path().join("home")
    }

    /// Where runs wait.
    pub fn state(&self) -> PathBuf {
        let home = self.json(&["doctor", "--json"]);
        home["state"].as_str().unwrap().into()
    }

    /// Writes a file below the environment's folder and gives its path.
    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    /// Writes the user's own settings file.
    pub fn config(&self, text: &str) {
        self.file("config/swealog/config.yaml", text);
    }

    /// The raw file of a day.
    pub fn raw(&self, day: &str) -> String {
        let month = day[..7].replace('-', "/");
        let path = self.home().join(format!("logs/raw/{month}/{day}.md"));
        std::fs::read_to_string(path).unwrap_or_default()
    }

    /// The binary, ready to run here and to see nothing of the machine.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_swealog"));
        command
            .args(args)
            .env_clear()
            .env("HOME", self.path())
            .env("XDG_CONFIG_HOME", self.path().join("config"))
            .env("XDG_DATA_HOME", self.path().join("data"))
            .env("XDG_STATE_HOME", self.path().join("state"))
            .env("XDG_CACHE_HOME", self.path().join("cache"))
            .env("SWEALOG_HOME", self.home())
            .env("SWEALOG_NOW", &self.now)
            .env("TZ", "UTC")
            .envs(self.locale.iter().map(|locale| ("LANG", locale)))
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .current_dir(self.path())
            .stdin(Stdio::null());
        command
    }

    pub fn output(&self, args: &[&str]) -> Output {
        self.command(args).output().unwrap()
    }

    /// Stdout of a run that must succeed.
    pub fn stdout(&self, args: &[&str]) -> String {
        let output = self.output(args);
        assert!(output.status.success(), "{}", self.show(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    /// The one JSON object a run prints.
    pub fn json(&self, args: &[&str]) -> serde_json::Value {
        let output = self.output(args);
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", self.show(&output)))
    }

    /// The same without the version of the schema, which HTTP says in its paths.
    pub fn object(&self, args: &[&str]) -> serde_json::Value {
        let objects = self.objects(args);
        let [object] = &objects[..] else {
            panic!("not one object: {objects:?}");
        };
        object.clone()
    }

    /// The objects a run prints, without the version of the schema.
    pub fn objects(&self, args: &[&str]) -> Vec<serde_json::Value> {
        let object = |line: &str| {
            let mut object: serde_json::Value = serde_json::from_str(line).unwrap();
            let version = object.as_object_mut().unwrap().remove("schema_version");
            assert_eq!(version, Some(1.into()), "{line}");
            object
        };
        self.stdout(args).lines().map(object).collect()
    }

    /// Runs it and shows stdout, stderr and status together.
    pub fn run(&self, args: &[&str]) -> String {
        self.show(&self.output(args))
    }

    /// As `run`, with text on standard input.
    pub fn run_with_input(&self, args: &[&str], input: &[u8]) -> String {
        let child = self.spawn(self.command(args).stdin(Stdio::piped()));
        self.show(&feed(child, input))
    }

    pub fn spawn(&self, command: &mut Command) -> Child {
        command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// One text of all that came out, with the parts that differ from run to run left out.
    pub fn show(&self, output: &Output) -> String {
        let mut shown = String::new();
        for (name, bytes) in [("", &output.stdout), ("stderr", &output.stderr)] {
            let text = String::from_utf8_lossy(bytes);
            if name.is_empty() {
                shown.push_str(&text);
            } else if !text.is_empty() {
                shown.push_str(&format!("--- {name}\n{text}"));
            }
        }
        let status = output.status.code();
        shown.push_str(&format!(
            "--- exit {}\n",
            status.map_or("by signal".into(), |code| code.to_string())
        ));
        without_sessions(&shown.replace(&self.path().display().to_string(), "[DIR]"))
    }

    /// The name of the one session that waits.
    pub fn session(&self) -> String {
        let shown = self.stdout(&["sessions", "--json"]);
        let [line] = shown.lines().collect::<Vec<_>>()[..] else {
            panic!("not one session: {shown}");
        };
        let session: serde_json::Value = serde_json::from_str(line).unwrap();
        session["session_id"].as_str().unwrap().to_owned()
    }
}

/// Names of sessions hold the number of the process: they are put the same.
fn without_sessions(text: &str) -> String {
    let is_session = |word: &str| {
        let parts: Vec<&str> = word.split('-').collect();
        let digits = |at: usize, length: usize| {
            let part: &str = parts[at];
            part.len() == length && part.bytes().all(|b| b.is_ascii_digit())
        };
        parts.len() == 3 && digits(0, 8) && digits(1, 6)
    };
    text.split_inclusive(|c: char| c.is_whitespace())
        .map(|word| {
            let bare = word.trim_end();
            if is_session(bare) {
                word.replace(bare, "[SESSION]")
            } else {
                word.to_owned()
            }
        })
        .collect()
}

/// Writes the input, closes it, and waits.
pub fn feed(mut child: Child, input: &[u8]) -> Output {
    let mut stdin = child.stdin.take().unwrap();
    // a program that does not read its input may have closed it
    stdin.write_all(input).ok();
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// All of `wanted` stands in the answer to a question, and none of `never`.
pub fn holds(env: &Environment, question: &str, wanted: &[&str], never: &[&str]) {
    let answer = env.stdout(&["--no-input", question]);
    for words in wanted {
        assert!(answer.contains(words), "{question}: {words}\n{answer}");
    }
    for words in never {
        assert!(!answer.contains(words), "{question}: not {words}\n{answer}");
    }
}
