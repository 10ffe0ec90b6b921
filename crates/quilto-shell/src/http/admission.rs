//! Whether who asks has a way in, and how much they may do: found by `user_router` before the paths see a
//! request, and held against it by `guard`.

use axum::http::Method;
use quilto::storage::Scope;

use super::problem::{Kind, Problem};

/// What goes with each request where accounts open the server.
#[derive(Clone, Debug)]
pub struct Admission(pub Result<Scope, Problem>);

impl Admission {
    /// Why a request is not let in, if it is not.
    pub fn refuses(&self, method: &Method, path: &str) -> Option<Problem> {
        match &self.0 {
            Err(problem) => Some(problem.clone()),
            Ok(scope) if *scope < needed(method, path) => Some(read_only()),
            Ok(_) => None,
        }
    }

    /// Whether nobody gets in like that, not even where everybody may.
    pub fn is_over(&self) -> bool {
        let problem = self.0.as_ref().err();
        problem.is_some_and(|problem| problem.kind() == Kind::TooMany)
    }
}

/// Where something is sent and nothing written. What comes to `/mcp` is looked at there, a tool at a
/// time.
const READING: &[&str] = &["/v1/facts", "/mcp", "/sign-in", "/sign-out"];

/// How much a request asks for: what is not known to read counts as writing.
fn needed(method: &Method, path: &str) -> Scope {
    let reads = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    match reads || READING.contains(&path) {
        true => Scope::Read,
        false => Scope::Write,
    }
}

/// Why a token that may only look does not get further.
pub fn read_only() -> Problem {
    Problem::new(Kind::ReadOnly, "the token may look, and change nothing")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_to_read_is_writing() {
        for (method, path) in [
            (Method::GET, "/v1/entries"),
            (Method::HEAD, "/anything"),
            (Method::POST, "/v1/facts"),
            (Method::POST, "/mcp"),
        ] {
            assert_eq!(needed(&method, path), Scope::Read, "{method} {path}");
        }
        for (method, path) in [
            (Method::POST, "/input"),
            (Method::POST, "/v1/facts/"),
            (Method::POST, "/"),
            (Method::PUT, "/v1/context"),
            (Method::DELETE, "/v1/facts-and-more"),
            (Method::PATCH, "/v1/entries"),
        ] {
            assert_eq!(needed(&method, path), Scope::Write, "{method} {path}");
        }
    }

    #[test]
    fn who_may_read_may_not_write() {
        let refused = |scope| {
            let admission = Admission(Ok(scope));
            admission.refuses(&Method::POST, "/input").map(|p| p.kind())
        };
        assert_eq!(refused(Scope::Read), Some(Kind::ReadOnly));
        assert_eq!(refused(Scope::Write), None);
    }
}
