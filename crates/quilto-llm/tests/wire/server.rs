//! A server on the loopback that plays a model's provider: it keeps what it was sent and answers
//! what it was told to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// What the server does with a request.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Answers with a status, headers and a body.
    Answer(u16, Vec<(&'static str, String)>, String),
    /// Promises a longer body than it sends, and hangs up.
    CutOff(String),
    /// Sends the beginning of a body, and then nothing until the other side gives up.
    Stall(String),
    /// Hangs up at once.
    HangUp,
}

impl Reply {
    pub fn ok(body: impl Into<String>) -> Self {
        Self::Answer(200, Vec::new(), body.into())
    }

    pub fn status(status: u16, body: impl Into<String>) -> Self {
        Self::Answer(status, Vec::new(), body.into())
    }

    pub fn header(self, name: &'static str, value: impl Into<String>) -> Self {
        match self {
            Self::Answer(status, mut headers, body) => {
                headers.push((name, value.into()));
                Self::Answer(status, headers, body)
            }
            other => other,
        }
    }
}

/// A request as it came.
#[derive(Clone, Debug)]
pub struct ReceivedRequest {
    /// `POST /v1/chat/completions`
    pub line: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl ReceivedRequest {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }
}

type Script = dyn Fn(&ReceivedRequest) -> Reply + Send + Sync;

/// The server. Its threads end with the process.
pub struct Server {
    port: u16,
    sent: Arc<Mutex<Vec<ReceivedRequest>>>,
}

impl Server {
    /// Answers every request alike.
    pub fn replying(reply: Reply) -> Self {
        Self::scripted(move |_| reply.clone())
    }

    /// Answers as the function says.
    pub fn scripted(script: impl Fn(&ReceivedRequest) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let sent = Arc::new(Mutex::new(Vec::new()));
        let (kept, script): (_, Arc<Script>) = (Arc::clone(&sent), Arc::new(script));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (stream, kept, script) = (stream.unwrap(), kept.clone(), script.clone());
                std::thread::spawn(move || serve(stream, &kept, &*script));
            }
        });
        Self { port, sent }
    }

    /// `http://127.0.0.1:PORT`
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// What was sent so far.
    pub fn sent(&self) -> Vec<ReceivedRequest> {
        self.sent.lock().unwrap().clone()
    }
}

/// An address at which nobody listens.
pub fn nowhere() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}", listener.local_addr().unwrap())
}

/// One request per connection; the other side may go away at any time.
fn serve(mut stream: TcpStream, kept: &Mutex<Vec<ReceivedRequest>>, script: &Script) {
    let Some(sent) = read(&stream) else { return };
    kept.lock().unwrap().push(sent.clone());
    let head = |status: u16, length: usize| {
        format!(
            "HTTP/1.1 {status} Said\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n"
        )
    };
    match script(&sent) {
        Reply::Answer(status, headers, body) => {
            let mut text = head(status, body.len());
            for (name, value) in headers {
                text.push_str(&format!("{name}: {value}\r\n"));
            }
            write!(stream, "{text}\r\n{body}").ok();
        }
        Reply::CutOff(body) => {
            write!(stream, "{}\r\n{body}", head(200, body.len() + 100)).ok();
        }
        Reply::Stall(body) => {
            write!(stream, "{}\r\n{body}", head(200, body.len() + 100)).ok();
            stream.flush().ok();
            // comes back when the other side hangs up
            std::io::copy(&mut stream, &mut std::io::sink()).ok();
        }
        Reply::HangUp => {}
    }
}

fn read(stream: &TcpStream) -> Option<ReceivedRequest> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let mut headers = Vec::new();
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let Some((name, value)) = header.trim_end().split_once(": ") else {
            break;
        };
        headers.push((name.to_lowercase(), value.to_owned()));
    }
    let sent = ReceivedRequest {
        line: line.trim_end().trim_end_matches(" HTTP/1.1").to_owned(),
        headers,
        body: String::new(),
    };
    let length = sent.header("content-length")?.parse().ok()?;
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(ReceivedRequest {
        body: String::from_utf8(body).ok()?,
        ..sent
    })
}
