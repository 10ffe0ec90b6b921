//! The server, running in a home of its own, and a small client for it.

use std::io::{BufRead, BufReader, Read, Write};
#[cfg(unix)]
use std::net::TcpListener;
use std::net::TcpStream;
#[cfg(unix)]
use std::os::fd::OwnedFd;
use std::process::{Child, ChildStderr, Command, ExitStatus};

use serde_json::Value;

use super::environment::Environment;

/// A running server; it ends with the test.
pub struct Server {
    child: Child,
    log: ChildStderr,
    /// `http`, or `https`.
    pub scheme: String,
    /// `127.0.0.1:41234`
    pub address: String,
}

/// What came back.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    head: String,
    pub body: String,
}

impl Server {
    /// Starts it on a free port.
    pub fn start(env: &Environment) -> Self {
        Self::start_with(env, &[], |_| {})
    }

    /// The same with more options, or other variables.
    pub fn start_with(env: &Environment, args: &[&str], change: impl Fn(&mut Command)) -> Self {
        let mut command = env.command(&[&["serve", "--port", "0"], args].concat());
        change(&mut command);
        Self::started(env, &mut command)
    }

    /// Starts it on a port that this process keeps open, as systemd hands it over.
    #[cfg(unix)]
    pub fn start_over(env: &Environment, port: &TcpListener) -> Self {
        Self::started(env, &mut Self::command_over(env, port))
    }

    #[cfg(unix)]
    pub fn command_over(env: &Environment, port: &TcpListener) -> Command {
        let plain = env.command(&["serve"]);
        // the number of the process is part of what is handed over
        let handing = "exec 3<&0 </dev/null; LISTEN_FDS=1 LISTEN_PID=$$ exec \"$0\" \"$@\"";
        let mut command = Command::new("/bin/sh");
        command
            .env_clear()
            .args(["-c", handing])
            .arg(plain.get_program());
        command.args(plain.get_args());
        command.envs(
            plain
                .get_envs()
                .filter_map(|(name, value)| Some((name, value?))),
        );
        command.stdin(OwnedFd::from(port.try_clone().unwrap()));
        command
    }

    fn started(env: &Environment, command: &mut Command) -> Self {
        let mut child = env.spawn(command);
        let mut said = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut said).unwrap();
        let log = child.stderr.take().unwrap();
        let url = said.trim().strip_prefix("Listening on ");
        let Some((scheme, address)) = url.and_then(|url| url.split_once("://")) else {
            let output = child.wait_with_output().unwrap();
            panic!("{said}{}", env.show(&output));
        };
        Self {
            scheme: scheme.to_owned(),
            address: address.to_owned(),
            child,
            log,
        }
    }

    /// The same, asked at another address.
    pub fn at(mut self, address: &str) -> Self {
        self.address = address.to_owned();
        self
    }

    /// Sends a request as it stands, but for `HOST`, and reads all that comes back.
    pub fn raw(&self, request: &str) -> Response {
        let mut stream = self.connect();
        self.write(&mut stream, request);
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        Response::read(&text)
    }

    pub fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.address).unwrap()
    }

    /// Writes a request on a connection.
    pub fn write(&self, stream: &mut TcpStream, request: &str) {
        let request = request.replace("HOST", &self.address);
        stream.write_all(request.as_bytes()).unwrap();
    }

    /// A request without a body; `headers` are whole lines.
    pub fn ask(&self, method: &str, path: &str, headers: &[&str]) -> Response {
        self.raw(&request(method, path, headers, ""))
    }

    pub fn get(&self, path: &str) -> Response {
        self.ask("GET", path, &[])
    }

    /// Sends JSON; `headers` are whole lines.
    pub fn send(&self, method: &str, path: &str, headers: &[&str], body: &Value) -> Response {
        let headers = [&["Content-Type: application/json"], headers].concat();
        self.raw(&request(method, path, &headers, &body.to_string()))
    }

    /// Sends bytes; `headers` are whole lines.
    pub fn send_bytes(&self, method: &str, path: &str, headers: &[&str], body: &[u8]) -> Response {
        let head = head(method, path, headers, body.len());
        let mut stream = self.connect();
        self.write(&mut stream, &head);
        // a server that has read enough may have hung up
        stream.write_all(body).ok();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        Response::read(&text)
    }

    /// The bytes at a path that must be there.
    pub fn bytes(&self, path: &str) -> Vec<u8> {
        let mut stream = self.connect();
        self.write(&mut stream, &request("GET", path, &[], ""));
        let mut all = Vec::new();
        stream.read_to_end(&mut all).unwrap();
        let head = all.windows(4).position(|part| part == b"\r\n\r\n").unwrap();
        assert!(all.starts_with(b"HTTP/1.1 200"), "{path}");
        all.split_off(head + 4)
    }

    /// The object at a path that must be there.
    pub fn object(&self, path: &str) -> Value {
        let response = self.get(path);
        assert_eq!(response.status, 200, "{path}: {response:?}");
        assert_eq!(response.header("content-type"), Some("application/json"));
        response.json()
    }

    /// Sends JSON to `/input`.
    pub fn input(&self, body: &Value) -> Response {
        self.raw(&post(&[], &body.to_string()))
    }

    /// The object that comes back for JSON that must be taken.
    pub fn run(&self, body: &Value) -> Value {
        let response = self.input(body);
        assert_eq!(response.status, 200, "{response:?}");
        assert_eq!(response.header("content-type"), Some("application/json"));
        response.json()
    }

    /// Sends a signal.
    pub fn signal(&self, name: &str) {
        let process = self.child.id().to_string();
        let sent = Command::new("kill").args([name, &process]).status();
        assert!(sent.unwrap().success());
    }

    /// Waits for its end: how it exited, and all it said to stderr.
    pub fn end(mut self) -> (ExitStatus, String) {
        let mut log = String::new();
        self.log.read_to_string(&mut log).unwrap();
        (self.child.wait().unwrap(), log)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// A request for the JSON path.
pub fn post(headers: &[&str], body: &str) -> String {
    let headers = [&["Content-Type: application/json"], headers].concat();
    request("POST", "/input", &headers, body)
}

/// A request that closes its connection.
pub fn request(method: &str, path: &str, headers: &[&str], body: &str) -> String {
    head(method, path, headers, body.len()) + body
}

/// The head of a request that closes its connection, before a body of so many bytes.
fn head(method: &str, path: &str, headers: &[&str], length: usize) -> String {
    let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
    for header in headers {
        text.push_str(&format!("{header}\r\n"));
    }
    if !headers.iter().any(|header| header.starts_with("Host:")) {
        text.push_str("Host: HOST\r\n");
    }
    text.push_str(&format!("Content-Length: {length}\r\n\r\n"));
    text
}

impl Response {
    /// What stands in all that came back.
    pub fn read(text: &str) -> Self {
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
        Self {
            status: status.unwrap_or_else(|| panic!("no response: {text:?}")),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (known, value) = line.split_once(": ")?;
            known.eq_ignore_ascii_case(name).then_some(value)
        })
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The word for the kind of a problem, which must be well formed.
    pub fn problem(&self) -> String {
        assert_eq!(
            self.header("content-type"),
            Some("application/problem+json"),
            "{self:?}"
        );
        let problem = self.json();
        assert_eq!(problem["status"], self.status, "{self:?}");
        for field in ["title", "detail"] {
            assert!(!problem[field].as_str().unwrap().is_empty(), "{self:?}");
        }
        let kind = problem["type"].as_str().unwrap();
        kind.strip_prefix("urn:problem-type:").unwrap().to_owned()
    }
}
