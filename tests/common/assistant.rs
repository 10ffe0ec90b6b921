//! An assistant that started the binary, and speaks with it line by line.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command};

use serde_json::{Value, json};

use super::environment::Environment;

/// The newest version of the protocol with a handshake.
pub const VERSION: &str = "2025-11-25";

/// A conversation with the binary; it ends with the test.
pub struct Assistant {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    sent: u64,
}

/// How a conversation ended.
pub struct Ended {
    pub code: Option<i32>,
    /// What came behind the last answer on stdout.
    pub rest: String,
    pub stderr: String,
}

impl Assistant {
    /// One that has shaken hands.
    pub fn start(env: &Environment) -> Self {
        let mut assistant = Self::silent(env, |_| {});
        let hello = assistant.hello(VERSION);
        assert_eq!(hello["result"]["protocolVersion"], VERSION, "{hello}");
        assistant
    }

    /// One that has said nothing yet.
    pub fn silent(env: &Environment, change: impl Fn(&mut Command)) -> Self {
        let mut command = env.command(&["mcp"]);
        command.stdin(std::process::Stdio::piped());
        change(&mut command);
        let mut child = env.spawn(&mut command);
        Self {
            to: child.stdin.take(),
            from: BufReader::new(child.stdout.take().unwrap()),
            child,
            sent: 0,
        }
    }

    /// Shakes hands, and gives the answer.
    pub fn hello(&mut self, version: &str) -> Value {
        let answer = self.ask(
            "initialize",
            &json!({
                "protocolVersion": version,
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            }),
        );
        self.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        answer
    }

    /// Sends a line as it stands.
    pub fn say(&mut self, message: &Value) {
        let to = self.to.as_mut().unwrap();
        writeln!(to, "{message}").unwrap();
    }

    /// Sends a request and does not wait.
    pub fn send(&mut self, method: &str, params: &Value) -> u64 {
        self.sent += 1;
        let id = self.sent;
        self.say(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// The next message; all that comes must be one.
    pub fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        let message: Value =
            serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error} in {line:?}"));
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        message
    }

    /// Sends a request, and gives the whole answer.
    pub fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.send(method, params);
        let answer = self.hear();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    /// Calls a tool, and gives whether it was refused, and what it came to.
    fn call(&mut self, tool: &str, arguments: &Value) -> (bool, Value) {
        let answer = self.ask("tools/call", &json!({"name": tool, "arguments": arguments}));
        let result = &answer["result"];
        let object = result["structuredContent"].clone();
        assert!(object.is_object(), "{answer}");
        // clients that know no structure read the same as text
        let text = result["content"][0]["text"].as_str().unwrap();
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), object);
        (result["isError"].as_bool().unwrap(), object)
    }

    /// Calls a tool that must do what is asked.
    pub fn does(&mut self, tool: &str, arguments: &Value) -> Value {
        let (refused, object) = self.call(tool, arguments);
        assert!(!refused, "{tool} {arguments}: {object:#}");
        object
    }

    /// Calls a tool that must refuse, and gives the word for the reason and what is said.
    pub fn refuses(&mut self, tool: &str, arguments: &Value) -> (String, String) {
        let (refused, object) = self.call(tool, arguments);
        assert!(refused, "{tool} {arguments}: {object:#}");
        let word = |field: &str| {
            let word = object[field].as_str().unwrap_or_default().to_owned();
            assert!(!word.is_empty(), "{field}: {object:#}");
            word
        };
        assert!(!word("hint").contains("/v1/"), "{object:#}");
        assert!(!word("hint").contains("openapi"), "{object:#}");
        (word("problem"), word("says"))
    }

    /// Logs a note, and gives its name.
    pub fn logs(&mut self, text: &str) -> String {
        let done = self.does("log_note", &json!({"text": text}));
        assert_eq!(done["status"], "logged", "{done:#}");
        done["logged"][0]["entry_id"].as_str().unwrap().to_owned()
    }

    /// How many notes stand.
    pub fn count(&mut self) -> u64 {
        let found = self.does("entries", &json!({"limit": 1}));
        found["count"].as_u64().unwrap()
    }

    /// Sends a signal.
    pub fn signal(&self, name: &str) {
        let process = self.child.id().to_string();
        let sent = Command::new("kill").args([name, &process]).status();
        assert!(sent.unwrap().success());
    }

    /// Says no more.
    pub fn leave(&mut self) {
        self.to = None;
    }

    /// Waits for the end.
    pub fn end(mut self) -> Ended {
        let mut ended = Ended {
            code: None,
            rest: String::new(),
            stderr: String::new(),
        };
        self.from.read_to_string(&mut ended.rest).unwrap();
        let mut stderr = self.child.stderr.take().unwrap();
        stderr.read_to_string(&mut ended.stderr).unwrap();
        ended.code = self.child.wait().unwrap().code();
        ended
    }
}

impl Drop for Assistant {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
