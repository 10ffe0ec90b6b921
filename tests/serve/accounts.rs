//! Several persons on one server: each reaches their own notes, and nobody else's in any way.

use serde_json::{Value, json};

use crate::common::environment::Environment;
use crate::common::serving::{Response, Server, request};

pub const PASSWORD: &str = "granite and marble";
const HTML: &str = "Accept: text/html";
const FORM: &str = "Content-Type: application/x-www-form-urlencoded";
const OWN: &str = "Origin: http://HOST";

/// A home with accounts, which all have the same password.
pub fn with_accounts(names: &[&str]) -> Environment {
    let env = Environment::new();
    for name in names {
        let made = env.run_with_input(&["users", "add", name], format!("{PASSWORD}\n").as_bytes());
        assert!(made.contains("Added"), "{made}");
    }
    env
}

/// The header with a new token.
pub fn bearer(env: &Environment, name: &str, scope: &str) -> String {
    let token = env.stdout(&["users", "token", name, "--scope", scope]);
    format!("Authorization: Bearer {}", token.trim())
}

fn sign_in(server: &Server, name: &str, password: &str) -> Response {
    let body = format!(
        "name={name}&password={}&to=/history",
        password.replace(' ', "+")
    );
    server.raw(&request("POST", "/sign-in", &[HTML, FORM, OWN], &body))
}

/// The cookie of who signed in.
fn cookie(signed: &Response) -> String {
    let cookie = signed.header("set-cookie").unwrap();
    format!("Cookie: {}", cookie.split(';').next().unwrap())
}

fn log(server: &Server, who: &str, text: &str) -> Value {
    let answer = server.send("POST", "/input", &[who], &json!({"text": text}));
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

#[test]
fn each_signs_in_on_the_page_to_notes_of_their_own() {
    let env = with_accounts(&["ann", "ben"]);
    env.stdout(&["log", "squat 100kg 5x5"]);
    let server = Server::start(&env);
    let away = server.ask("GET", "/history", &[HTML]);
    assert_eq!(
        (away.status, away.header("location")),
        (303, Some("/sign-in?to=/history"))
    );
    let form = server.ask("GET", "/sign-in?to=/history", &[HTML]);
    assert!(form.body.contains("autocomplete=\"username\""), "{form:?}");
    assert!(form.body.contains("Whoever runs this server"), "{form:?}");
    let korean = server.ask("GET", "/sign-in", &[HTML, "Accept-Language: ko"]);
    assert!(korean.body.contains("비밀번호"), "{korean:?}");
    let ann = sign_in(&server, "Ann", PASSWORD);
    assert_eq!(
        (ann.status, ann.header("location")),
        (303, Some("/history"))
    );
    let set = ann.header("set-cookie").unwrap();
    assert!(set.contains("; HttpOnly; SameSite=Strict"), "{set}");
    let (ann, ben) = (cookie(&ann), cookie(&sign_in(&server, "ben", PASSWORD)));
    let note = request("POST", "/", &[HTML, FORM, OWN, &ann], "text=bench+80kg+5x5");
    assert_eq!(server.raw(&note).status, 303);
    let history = |who: &str| server.ask("GET", "/history", &[HTML, who]).body;
    assert!(history(&ann).contains("bench 80kg"));
    for words in ["bench", "squat"] {
        assert!(!history(&ben).contains(words));
    }
    assert!(!history(&ann).contains("squat"), "nor what is the owner's");
    let theirs = env.home().join("users/ann/logs/raw/2026/11/2026-11-21.md");
    assert!(
        std::fs::read_to_string(theirs)
            .unwrap()
            .contains("bench 80kg 5x5")
    );
    let more = server.ask("GET", "/more", &[HTML, &ann]);
    assert!(more.body.contains("You are signed in as ann"), "{more:?}");
    // who signs out is out, also with a copy of the cookie
    let out = server.raw(&request("POST", "/sign-out", &[HTML, FORM, OWN, &ann], ""));
    assert_eq!(out.header("location"), Some("/sign-in"));
    assert_eq!(server.ask("GET", "/history", &[HTML, &ann]).status, 303);
    assert_eq!(server.ask("GET", "/history", &[HTML, &ben]).status, 200);
}

#[test]
fn the_owner_has_an_account_to_the_notes_of_before() {
    let env = Environment::new();
    env.stdout(&["log", "squat 100kg 5x5"]);
    env.stdout(&["users", "add", "owner", "--no-password"]);
    let who = bearer(&env, "owner", "read");
    let server = Server::start(&env);
    let found = server.ask("GET", "/v1/entries", &[&who]).json();
    assert_eq!(found["count"], 1, "{found:#}");
    assert_eq!(server.get("/v1/entries").status, 401);
}

#[test]
fn an_unknown_name_is_answered_like_a_wrong_password() {
    let env = with_accounts(&["ann"]);
    env.stdout(&["users", "add", "ben", "--no-password"]);
    let server = Server::start(&env);
    let wrong = |name: &str, password: &str| {
        let answer = sign_in(&server, name, password);
        assert_eq!(answer.status, 401, "{answer:?}");
        assert!(answer.header("set-cookie").is_none());
        assert!(answer.header("www-authenticate").is_none(), "{answer:?}");
        answer.body.replace(&format!("value=\"{name}\""), "")
    };
    let told = wrong("ann", "granite and marbles");
    assert!(told.contains("do not go together"), "{told}");
    for (name, password) in [
        ("nobody", PASSWORD),
        ("ben", PASSWORD),
        ("ann", ""),
        ("", ""),
    ] {
        assert_eq!(wrong(name, password), told, "{name} {password}");
    }
}

#[test]
fn passwords_are_not_tried_without_end() {
    let env = with_accounts(&["ann", "ben"]);
    let server = Server::start(&env);
    let mut tries = 0;
    let last = loop {
        tries += 1;
        let answer = sign_in(&server, "ann", "granite and marbles");
        if answer.status != 401 || tries > 20 {
            break answer;
        }
    };
    assert_eq!((last.status, tries), (429, 11), "{last:?}");
    let wait: u64 = last.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=31).contains(&wait), "{wait}");
    assert!(last.body.contains("tried too often"), "{last:?}");
    assert_eq!(
        sign_in(&server, "ann", PASSWORD).status,
        429,
        "nor with the right one"
    );
    assert_eq!(
        sign_in(&server, "ben", PASSWORD).status,
        303,
        "others are not held up"
    );
    let program = server.raw(&request(
        "POST",
        "/sign-in",
        &[FORM, OWN],
        "name=ann&password=x",
    ));
    assert_eq!(program.status, 429);
}

#[test]
fn what_is_changed_counts_at_once() {
    let env = with_accounts(&["ann"]);
    let server = Server::start(&env);
    let made = env.json(&["users", "token", "ann", "--json"]);
    let token = format!("Authorization: Bearer {}", made["token"].as_str().unwrap());
    let session = cookie(&sign_in(&server, "ann", PASSWORD));
    let status = |who: &str| server.ask("GET", "/v1/entries", &[who]).status;
    assert_eq!((status(&token), status(&session)), (200, 200));
    // neither is taken for the other
    let (_, secret) = session.split_once('=').unwrap();
    assert_eq!(status(&format!("Authorization: Bearer {secret}")), 401);
    let as_cookie = format!("Cookie: quilto_session={}", made["token"].as_str().unwrap());
    assert_eq!(status(&as_cookie), 401);
    env.run_with_input(&["users", "password", "ann"], b"marble and granite\n");
    assert_eq!((status(&token), status(&session)), (200, 401));
    assert_eq!(sign_in(&server, "ann", PASSWORD).status, 401);
    let session = cookie(&sign_in(&server, "ann", "marble and granite"));
    env.stdout(&[
        "users",
        "token",
        "ann",
        "--revoke",
        made["id"].as_str().unwrap(),
    ]);
    assert_eq!((status(&token), status(&session)), (401, 200));
    env.stdout(&["users", "remove", "ann"]);
    assert_eq!(status(&session), 401);
    // the same name later is another account, though its notes are there
    env.run_with_input(&["users", "add", "ann"], b"marble and granite\n");
    assert_eq!(status(&session), 401);
}

/// Every method of every path, as the server describes them, but for those that are open to all.
fn operations(server: &Server) -> Vec<(String, String)> {
    let document = server.get("/openapi.json").json();
    let mut all = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, about) in methods.as_object().unwrap() {
            let is_open = about["security"].as_array().is_some_and(Vec::is_empty);
            if !is_open && ["get", "post", "put", "delete"].contains(&&**method) {
                all.push((method.to_uppercase(), path.clone()));
            }
        }
    }
    assert!(all.len() > 20, "{all:?}");
    all
}

#[test]
fn a_token_that_may_look_changes_nothing() {
    let env = with_accounts(&["ann"]);
    let server = Server::start(&env);
    let (read, write) = (bearer(&env, "ann", "read"), bearer(&env, "ann", "write"));
    log(&server, &write, "bench 80kg 5x5");
    let mut looked = 0;
    for (method, path) in operations(&server) {
        let answer = server.send(&method, &path, &[&read], &json!({}));
        if method == "GET" || path == "/v1/facts" {
            assert_ne!(answer.status, 403, "{method} {path}: {answer:?}");
            looked += 1;
        } else {
            assert_eq!(
                (answer.status, answer.problem().as_str()),
                (403, "read-only"),
                "{method} {path}"
            );
        }
    }
    assert!(looked > 10);
    for path in ["/", "/memory", "/name", "/imports", "/said/x"] {
        let form = request("POST", path, &[HTML, FORM, OWN, &read], "text=squat+100kg");
        assert_eq!(server.raw(&form).status, 403, "{path}");
    }
    let found = server.ask("GET", "/v1/entries", &[&read]).json();
    assert_eq!(found["count"], 1, "{found:#}");
}

/// What was made of a person, that another one might ask for.
struct Made {
    entry: String,
    session: String,
    preview: String,
    import: String,
    said: String,
}

/// Lets a person do something of everything.
fn lived_in(server: &Server, who: &str) -> Made {
    let entry = log(server, who, "bench 80kg 5x5 at the secret place");
    let entry = entry["logged"]["entry_id"].as_str().unwrap().to_owned();
    let asked = log(server, who, "actually that was 85 not 80");
    assert_eq!(asked["status"], "pending_approval", "{asked:#}");
    let file = b"Date,Exercise,Weight (kg),Reps\n2026-11-18,Secret Press,80,5\n";
    let bytes = ["Content-Type: application/octet-stream", who];
    let import = server.send_bytes("POST", "/v1/imports?name=secret.csv", &bytes, file);
    let import = import.json()["id"].as_str().unwrap().to_owned();
    let form = request(
        "POST",
        "/",
        &[HTML, FORM, OWN, who],
        "text=slept+7+hours,+secretly",
    );
    let said = server.raw(&form).header("location").unwrap().to_owned();
    let learned = json!({"global_context": "# Secret\n\n- I log weights in lb\n"});
    let context = server.ask("GET", "/v1/context", &[who]);
    let tag = format!("If-Match: {}", context.header("etag").unwrap());
    let kept = server.send("PUT", "/v1/context", &[who, &tag], &learned);
    assert_eq!(kept.status, 200, "{kept:?}");
    let name = json!({"alias": "sekrit", "name": "Squat (Barbell)"});
    server.send("POST", "/v1/names", &[who], &name);
    let target = json!({"target": "distance 77 km a week"});
    let set = server.send("POST", "/v1/targets", &[who], &target);
    assert_eq!(set.status, 200, "{set:?}");
    Made {
        entry,
        session: asked["session_id"].as_str().unwrap().to_owned(),
        preview: asked["preview"]["id"].as_str().unwrap().to_owned(),
        import,
        said,
    }
}

/// Requests of somebody who knows the names of all that another person has.
fn tries(server: &Server, made: &Made) -> Vec<(String, String, Value)> {
    let entry = json!({"text": "it was 90", "date": "2026-11-19"});
    let mut all = Vec::new();
    for (method, path) in operations(server) {
        let path = path.replace("/v1/imports/{id}", &format!("/v1/imports/{}", made.import));
        let path = path.replace("{id}", &made.entry);
        let path = path
            .replace("{date}", "2026-11-21")
            .replace("{word}", "sekrit")
            .replace("{measure}", "distance");
        let body = match &*path {
            "/input" => json!({"session_id": made.session}),
            "/v1/undo" => json!({"entry_id": made.entry}),
            "/v1/facts" => json!({"expressions": [{"figure": {
                "domain": "strength", "measure": "weight", "op": "best"}}]}),
            _ if path.contains("/move") => json!({"date": "2026-11-19"}),
            _ if path.contains("/corrections") => json!({"text": "it was 90"}),
            _ => entry.clone(),
        };
        let path = match &*path {
            "/v1/search" => "/v1/search?words=secret".to_owned(),
            "/v1/charts" | "/v1/charts.svg" => format!("{path}?of=bench%20press"),
            _ => path,
        };
        all.push((method, path, body));
    }
    let decided = json!({"session_id": made.session, "approval_id": made.preview,
        "decision": "approve"});
    all.push(("POST".into(), "/input".into(), decided));
    for page in [
        "/".to_owned(),
        "/history?words=secret".to_owned(),
        "/calendar/2026-11".to_owned(),
        "/day/2026-11-21".to_owned(),
        "/figures".to_owned(),
        "/memory".to_owned(),
        "/more".to_owned(),
        "/review".to_owned(),
        "/settings".to_owned(),
        "/password".to_owned(),
        "/chart?of=bench+press".to_owned(),
        format!("/entry/{}", made.entry),
        format!("/imports/{}", made.import),
        format!("/said/{}", made.session),
        made.said.clone(),
    ] {
        all.push(("GET".into(), page, Value::Null));
    }
    all
}

/// An answer without what is new in each run.
fn told(answer: &Response) -> (u16, String) {
    let body = &answer.body;
    let Ok(mut object) = serde_json::from_str::<Value>(body) else {
        return (answer.status, body.clone());
    };
    for field in ["elapsed_ms", "session_id", "id"] {
        if let Some(value) = object.get_mut(field) {
            *value = Value::Null;
        }
    }
    (answer.status, object.to_string())
}

#[test]
fn who_knows_every_name_of_anothers_gets_what_they_would_get_alone() {
    let shared = with_accounts(&["ann", "ben"]);
    let server = Server::start(&shared);
    let ann = bearer(&shared, "ann", "write");
    let made = lived_in(&server, &ann);
    // where there is nobody but Ben
    let alone = with_accounts(&["ben"]);
    let lone = Server::start(&alone);
    let ben = [
        bearer(&shared, "ben", "write"),
        bearer(&alone, "ben", "write"),
    ];
    let before = server.ask("GET", "/v1/export", &[&ann]).body;
    for (method, path, body) in tries(&server, &made) {
        let ask = |server: &Server, who: &str| match (&*method, path.starts_with("/v1")) {
            ("GET", false) if path != "/context" => server.ask("GET", &path, &[HTML, who]),
            ("GET", _) => server.ask("GET", &path, &[who]),
            ("POST", true) if path.starts_with("/v1/import?") => server.ask("POST", &path, &[who]),
            _ => server.send(&method, &path, &[who], &body),
        };
        let (here, there) = (ask(&server, &ben[0]), ask(&lone, &ben[1]));
        assert_eq!(told(&here), told(&there), "{method} {path} {body}");
        assert!(
            !here.body.contains("at the secret place"),
            "{method} {path}"
        );
    }
    // and nothing of hers was touched
    assert_eq!(server.ask("GET", "/v1/export", &[&ann]).body, before);
    let goes_on = json!({"session_id": made.session, "approval_id": made.preview,
        "decision": "approve"});
    let approved = server.send("POST", "/input", &[&ann], &goes_on).json();
    assert_eq!(approved["status"], "logged", "{approved:#}");
    let came = server.send(
        "POST",
        &format!("/v1/imports/{}", made.import),
        &[&ann],
        &json!({}),
    );
    assert_eq!(came.status, 200, "{came:?}");
}

#[test]
fn keys_of_requests_are_each_persons_own() {
    let env = with_accounts(&["ann", "ben"]);
    let server = Server::start(&env);
    let (ann, ben) = (bearer(&env, "ann", "write"), bearer(&env, "ben", "write"));
    let key = "Idempotency-Key: the-same";
    let send = |who: &str| {
        let note = json!({"text": "bench 80kg 5x5"});
        server.send("POST", "/input", &[who, key], &note)
    };
    let (first, again, other) = (send(&ann), send(&ann), send(&ben));
    assert_eq!(first.body, again.body);
    assert_eq!(other.status, 200, "{other:?}");
    assert_ne!(first.json()["session_id"], other.json()["session_id"]);
    for who in [&ann, &ben] {
        assert_eq!(server.ask("GET", "/v1/entries", &[who]).json()["count"], 1);
    }
}

#[test]
fn a_password_of_ones_own_is_changed_on_the_page() {
    let env = with_accounts(&["ann"]);
    let server = Server::start(&env);
    let here = cookie(&sign_in(&server, "ann", PASSWORD));
    let there = cookie(&sign_in(&server, "ann", PASSWORD));
    let form = server.ask("GET", "/password", &[HTML, &here]);
    assert!(
        form.body.contains("autocomplete=\"new-password\""),
        "{form:?}"
    );
    let change = |now: &str, new: &str, again: &str| {
        let body = format!("password={now}&new={new}&again={again}").replace(' ', "+");
        server.raw(&request(
            "POST",
            "/password",
            &[HTML, FORM, OWN, &here],
            &body,
        ))
    };
    let other = "marble and basalt";
    for (now, new, again, status, told) in [
        ("granite", other, other, 403, "not the password until now"),
        (PASSWORD, "short", "short", 422, "too short"),
        (
            PASSWORD,
            other,
            "marble and granite",
            422,
            "two new passwords",
        ),
    ] {
        let refused = change(now, new, again);
        assert_eq!(refused.status, status, "{refused:?}");
        assert!(refused.body.contains(told), "{told}: {refused:?}");
        assert!(refused.header("set-cookie").is_none());
    }
    assert_eq!(sign_in(&server, "ann", PASSWORD).status, 303);
    let changed = change(PASSWORD, other, other);
    assert_eq!(
        (changed.status, changed.header("location")),
        (303, Some("/more"))
    );
    let anew = cookie(&changed);
    for (who, status) in [(&anew, 200), (&here, 303), (&there, 303)] {
        assert_eq!(server.ask("GET", "/history", &[HTML, who]).status, status);
    }
    assert_eq!(sign_in(&server, "ann", PASSWORD).status, 401);
    assert_eq!(sign_in(&server, "ann", other).status, 303);
}

#[test]
fn settings_of_all_are_nobodys_to_change() {
    let env = with_accounts(&["ann"]);
    let server = Server::start(&env);
    let ann = cookie(&sign_in(&server, "ann", PASSWORD));
    let shown = server.ask("GET", "/settings", &[HTML, &ann]);
    assert!(
        shown.body.contains("the same for all on this server"),
        "{shown:?}"
    );
    assert!(!shown.body.contains("name=\"units.mass\""), "{shown:?}");
    let body = "units.mass=lb";
    let refused = server.raw(&request(
        "POST",
        "/settings",
        &[HTML, FORM, OWN, &ann],
        body,
    ));
    assert_eq!(refused.status, 422, "{refused:?}");
    assert_eq!(env.stdout(&["config", "get", "units.mass"]).trim(), "kg");
}

#[test]
fn words_of_ones_own_are_nobody_elses() {
    let env = with_accounts(&["ann", "ben"]);
    let server = Server::start(&env);
    let (ann, ben) = (bearer(&env, "ann", "write"), bearer(&env, "ben", "write"));
    let name = json!({"alias": "grindy", "name": "Squat (Barbell)"});
    let kept = server.send("POST", "/v1/names", &[&ann], &name);
    assert_eq!(kept.status, 200, "{kept:?}");
    let read = |who: &str| {
        let logged = log(&server, who, "grindy 100kg 5x5");
        logged["logged"]["domain_data"].to_string()
    };
    assert!(read(&ann).contains("Squat (Barbell)"));
    assert!(!read(&ben).contains("Squat (Barbell)"));
    let names = server.ask("GET", "/v1/names", &[&ben]);
    assert!(!names.body.contains("grindy"), "{names:?}");
    assert!(!env.path().join("config/swealog/aliases.yaml").exists());
}

#[test]
fn a_note_typed_before_somebody_else_signed_in_is_not_theirs() {
    let env = with_accounts(&["ann", "ben"]);
    let server = Server::start(&env);
    let ann = cookie(&sign_in(&server, "ann", PASSWORD));
    let ben = cookie(&sign_in(&server, "ben", PASSWORD));
    let page = server.ask("GET", "/", &[HTML, &ann]).body;
    let rest = page.split_once("name=\"whose\" value=\"").unwrap().1;
    let whose = rest.split('"').next().unwrap();
    let send = |who: &str| {
        let body = format!("text=bench+80kg+5x5&whose={whose}");
        server.raw(&request("POST", "/", &[HTML, FORM, OWN, who], &body))
    };
    let refused = send(&ben);
    assert_eq!(refused.status, 409, "{refused:?}");
    assert_eq!(refused.header("x-other-person"), Some("yes"));
    assert!(
        refused.body.contains("Somebody else is signed in"),
        "{refused:?}"
    );
    assert_eq!(send(&ann).status, 303);
}

#[test]
fn a_server_with_accounts_has_no_token_and_one_without_any_lets_nobody_in() {
    let env = with_accounts(&["ann"]);
    let refused = env
        .command(&["serve", "--port", "0"])
        .env("SWEALOG_TOKEN", "a-token-of-granite-and-marble")
        .output()
        .unwrap();
    let refused = env.show(&refused);
    assert!(refused.contains("this server has accounts"), "{refused}");
    let env = Environment::new();
    env.stdout(&["log", "squat 100kg 5x5"]);
    let server = Server::start_with(&env, &["--accounts"], |_| {});
    for path in ["/v1/entries", "/context", "/nowhere"] {
        assert_eq!(server.get(path).status, 401, "{path}");
    }
    assert_eq!(server.get("/healthz").status, 200);
    // the first account is let in without a restart
    env.stdout(&["users", "add", "ann", "--no-password"]);
    let who = bearer(&env, "ann", "read");
    assert_eq!(server.ask("GET", "/v1/entries", &[&who]).json()["count"], 0);
}

#[test]
fn the_log_names_nobody() {
    let env = with_accounts(&["annabel"]);
    let server = Server::start(&env);
    let who = bearer(&env, "annabel", "write");
    log(&server, &who, "bench 80kg 5x5");
    sign_in(&server, "annabel", PASSWORD);
    sign_in(&server, "annabel", "granite and marbles");
    server.signal("-TERM");
    let (_, log) = server.end();
    for line in ["POST /input 200", "POST /sign-in 303", "POST /sign-in 401"] {
        assert!(log.contains(line), "{line}: {log}");
    }
    assert!(
        !log.contains("annabel") && !log.contains("granite"),
        "{log}"
    );
}
