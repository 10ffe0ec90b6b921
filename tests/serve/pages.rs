//! The pages, as a browser without scripts gets them: forms are sent, and what they lead to is looked at.

use std::io::Read;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::common::environment::Environment;
use crate::common::serving::{Response, Server, request};

const HTML: &str = "Accept: text/html";
const TOKEN: &str = "a-token-of-granite-and-marble";

/// Bytes that a first look may cost in all.
const FIRST_LOOK: usize = 60_000;

fn look(server: &Server, path: &str) -> Response {
    server.ask("GET", path, &[HTML])
}

/// The page at a path, which must be there.
fn page(server: &Server, path: &str) -> String {
    let response = look(server, path);
    assert_eq!(response.status, 200, "{path}: {response:?}");
    response.body
}

/// A form as a browser sends it from one of our pages.
fn form(fields: &[(&str, &str)]) -> String {
    let encoded = |text: &str| -> String {
        let of = |b: u8| match b.is_ascii_alphanumeric() {
            true => char::from(b).to_string(),
            false => format!("%{b:02X}"),
        };
        text.bytes().map(of).collect()
    };
    let fields = fields.iter();
    let fields = fields.map(|(name, value)| format!("{name}={}", encoded(value)));
    fields.collect::<Vec<_>>().join("&")
}

fn submit_with(server: &Server, path: &str, headers: &[&str], fields: &[(&str, &str)]) -> Response {
    let kind = "Content-Type: application/x-www-form-urlencoded";
    let headers = [&[HTML, kind][..], headers].concat();
    server.raw(&request("POST", path, &headers, &form(fields)))
}

/// Sends a form and gives where it leads to.
fn submit(server: &Server, path: &str, fields: &[(&str, &str)]) -> String {
    let response = submit_with(server, path, &["Origin: http://HOST"], fields);
    assert_eq!(response.status, 303, "{path}: {response:?}");
    response.header("location").unwrap().to_owned()
}

/// Types something and gives the page that shows what came of it.
fn say(server: &Server, text: &str) -> String {
    page(server, &submit(server, "/", &[("text", text)]))
}

/// What stands between two texts, the first time they do.
fn between<'a>(page: &'a str, start: &str, end: &str) -> &'a str {
    let rest = page.split_once(start).map(|(_, rest)| rest);
    let found = rest.and_then(|rest| rest.split_once(end));
    found
        .unwrap_or_else(|| panic!("no {start} … {end} in {page}"))
        .0
}

#[test]
fn a_first_look_is_small_and_asks_nobody_else() {
    let env = Environment::new();
    let server = Server::start(&env);
    let first = look(&server, "/");
    assert_eq!(
        first.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    let policy = first.header("content-security-policy").unwrap();
    assert!(
        policy.starts_with("default-src 'none'; script-src 'self'"),
        "{policy}"
    );
    assert!(!policy.contains("unsafe"), "{policy}");
    for inline in ["<style", "style=", "onclick=", "://"] {
        assert!(!first.body.contains(inline), "{inline}: {}", first.body);
    }
    let script = first.body.split("<script").skip(1);
    assert!(script.clone().count() == 2 && script.clone().all(|s| s.starts_with(" src=\"/")));
    let parts = first.body.split('"').filter(|part| {
        part.starts_with("/assets/") || *part == "/page.js" || part.ends_with(".webmanifest")
    });
    let mut bytes = 0;
    for path in ["/"].into_iter().chain(parts) {
        let mut stream = server.connect();
        let asked = request("GET", path, &[HTML, "Accept-Encoding: gzip"], "");
        server.write(&mut stream, &asked);
        let mut all = Vec::new();
        stream.read_to_end(&mut all).unwrap();
        assert!(all.starts_with(b"HTTP/1.1 200"), "{path}");
        bytes += all.len();
    }
    assert!(bytes < FIRST_LOOK, "{bytes}");
    assert!(!env.home().exists(), "looking writes nothing");
}

#[test]
fn a_note_is_echoed_and_taken_back_and_had_again() {
    let env = Environment::new();
    let server = Server::start(&env);
    assert!(page(&server, "/").contains("Nothing is noted yet"));
    let said = say(&server, "bench 80kg 5x5\nran 5k in <25:30>");
    assert!(env.raw("2026-11-21").contains("bench 80kg 5x5\nran 5k"));
    assert!(
        said.contains("Noted <a href=\"/day/2026-11-21\">"),
        "{said}"
    );
    assert!(said.contains("5 × 5 @ 80 kg"), "{said}");
    assert!(
        said.contains("&lt;25:30&gt;") && !said.contains("<25:30>"),
        "{said}"
    );
    let id = between(&said, "name=\"entry\" value=\"", "\"");
    let undone = page(&server, &submit(&server, "/undo", &[("entry", id)]));
    assert!(undone.contains("Taken back"), "{undone}");
    assert!(!page(&server, "/history").contains("80 kg"));
    let again = between(&undone, "name=\"entry\" value=\"", "\"");
    submit(&server, "/undo", &[("entry", again)]);
    assert!(page(&server, "/history").contains("80 kg"));
}

#[test]
fn what_was_not_read_is_marked_where_it_stands() {
    let env = Environment::new();
    let server = Server::start(&env);
    let said = say(&server, "bench 80kg 5x5 qqxz 73");
    let marked = between(&said, "<mark title=\"not read\">", "</mark>");
    assert!("qqxz 73".contains(marked), "{marked}");
}

#[test]
fn an_answer_leads_to_the_days_it_names() {
    let env = Environment::new();
    env.stdout(&["log", "--date", "2026-11-19", "bench 85 3x5"]);
    let server = Server::start(&env);
    let said = say(&server, "heaviest bench?");
    assert!(said.contains("85 kg"), "{said}");
    assert!(
        said.contains("<a href=\"/day/2026-11-19\">2026-11-19</a>"),
        "{said}"
    );
    assert!(page(&server, "/day/2026-11-19").contains("bench 85 3x5"));
}

#[test]
fn a_question_back_is_answered_in_place() {
    let env = Environment::new();
    for text in ["bench 85 3x5", "squat 100 5x5"] {
        env.stdout(&["log", text]);
    }
    let server = Server::start(&env);
    let place = submit(&server, "/", &[("text", "how was it?")]);
    let asked = page(&server, &place);
    let question = between(&asked, "type=\"radio\" name=\"", "\"");
    let answered = submit(&server, &place, &[(question, "Bench Press (Barbell)")]);
    assert_eq!(answered, place, "it goes on in the same place");
    assert!(page(&server, &place).contains("class=\"answer\""));
}

#[test]
fn a_waiting_run_is_found_on_the_first_page_of_another_server() {
    let env = Environment::new();
    env.stdout(&["log", "bench 85 3x5, 8k run in 44:10"]);
    let place = submit(&Server::start(&env), "/", &[("text", "how was it?")]);
    let server = Server::start(&env);
    assert!(page(&server, "/").contains(&format!("href=\"{place}\"")));
    let asked = page(&server, &place);
    assert!(asked.contains("class=\"ask\""), "{asked}");
    submit(&server, &place, &[("decline", "yes")]);
    let gone = look(&Server::start(&env), &place);
    assert_eq!(gone.status, 404, "{gone:?}");
    assert!(gone.body.contains("This is answered already"), "{gone:?}");
}

#[test]
fn a_figure_in_the_echo_is_tapped_and_changed() {
    let env = Environment::new();
    let server = Server::start(&env);
    let said = say(&server, "bench 85 3x5");
    let tap = between(&said, "<details class=\"tap\">", "</details>");
    assert!(tap.contains("3 × 5 @ 85 kg"), "{tap}");
    let place = between(tap, "action=\"", "\"");
    let weight = "figure.strength.exercises[0].sets[0].weight";
    let field = format!("name=\"{weight}\" value=\"85\"");
    assert!(tap.contains(&field), "{tap}");
    let reps = "figure.strength.exercises[0].sets[0].reps";
    let changed = submit(&server, place, &[(weight, "95"), (reps, "5")]);
    let changed = page(&server, &changed);
    assert!(changed.contains("85 → 95 kg"), "{changed}");
    let corrected = between(&changed, "name=\"entry\" value=\"", "\"");
    submit(&server, "/undo", &[("entry", corrected)]);
    let day = page(&server, "/day/2026-11-21");
    assert!(day.contains("3 × 5 @ 85 kg"), "{day}");
    // a form of before a change writes nothing
    let seen = between(&day, "name=\"seen\" value=\"", "\"").replace("&quot;", "\"");
    submit(&server, place, &[("seen", &seen), (weight, "90")]);
    let stale = [("seen", &*seen), (weight, "95")];
    let refused = submit_with(&server, place, &["Origin: http://HOST"], &stale);
    assert_eq!(refused.status, 412, "{refused:?}");
    let wrong = submit_with(
        &server,
        place,
        &["Origin: http://HOST"],
        &[(weight, "granite")],
    );
    assert_eq!(wrong.status, 422, "{wrong:?}");
}

#[test]
fn words_are_removed_for_good_after_asking_once_more() {
    let env = Environment::new();
    let server = Server::start(&env);
    let text = "bench 85 3x5, the code is granite-marble";
    let shown = submit(&server, "/", &[("text", text)]);
    let said = page(&server, &shown);
    let id = between(&said, "name=\"entry\" value=\"", "\"");
    let entry = page(&server, &format!("/entry/{id}"));
    let place = format!("/entry/{id}/forget");
    assert!(entry.contains(&format!("href=\"{place}\"")), "{entry}");
    let asked = page(&server, &place);
    assert!(asked.contains("granite-marble") && asked.contains("Nobody can have them again"));
    assert!(
        env.raw("2026-11-21").contains("granite-marble"),
        "asking removes nothing"
    );
    let unsure = submit_with(&server, &place, &["Origin: http://HOST"], &[]);
    assert_eq!(unsure.status, 422, "{unsure:?}");
    let seen = between(&asked, "name=\"seen\" value=\"", "\"").replace("&quot;", "\"");
    let sure = [("seen", &*seen), ("for_good", "yes")];
    assert_eq!(submit(&server, &place, &sure), "/day/2026-11-21");
    assert!(!env.raw("2026-11-21").contains("granite-marble"));
    assert!(!page(&server, "/day/2026-11-21").contains("granite-marble"));
    // what came of it was kept to be looked at again
    assert_eq!(look(&server, &shown).status, 404);
}

#[test]
fn a_correction_is_seen_and_approved_before_it_is_written() {
    let env = Environment::new();
    env.stdout(&["log", "bench 85 3x5"]);
    let server = Server::start(&env);
    let history = page(&server, "/history");
    let entry = between(&history, "class=\"edit\" href=\"", "\"");
    let shown = page(&server, entry);
    let seen = between(&shown, "name=\"seen\" value=\"", "\"").replace("&quot;", "\"");
    let correct = format!("{entry}/correct");
    let place = submit(&server, &correct, &[("seen", &seen), ("text", "it was 95")]);
    let preview = page(&server, &place);
    assert!(preview.contains("85 → 95 kg"), "{preview}");
    assert!(!env.raw("2026-11-21").contains("[correction]"));
    let approval = between(&preview, "name=\"approval_id\" value=\"", "\"");
    let decided = [("approval_id", approval), ("decision", "approve")];
    let corrected = page(&server, &submit(&server, &place, &decided));
    assert!(corrected.contains("Corrected"), "{corrected}");
    assert!(env.raw("2026-11-21").contains("[correction]"));

    // who saw the note as it was before writes nothing over it
    let moving = [("seen", &*seen), ("date", "2026-11-20")];
    let lost = submit_with(
        &server,
        &format!("{entry}/move"),
        &["Origin: http://HOST"],
        &moving,
    );
    assert_eq!(lost.status, 412, "{lost:?}");
    assert!(lost.body.contains("so nothing was written"), "{lost:?}");
}

#[test]
fn a_note_is_moved_and_a_word_is_given_a_name() {
    let env = Environment::new();
    let server = Server::start(&env);
    let said = say(&server, "benchhh press 80kg 5x5");
    let id = between(&said, "name=\"entry\" value=\"", "\"").to_owned();
    let place = submit(
        &server,
        &format!("/entry/{id}/move"),
        &[("date", "2026-11-18")],
    );
    assert_eq!(place, "/day/2026-11-18");
    assert!(page(&server, &place).contains("benchhh press"));
    let named = [
        ("alias", "my lift"),
        ("name", "bench press"),
        ("entry", &*id),
    ];
    assert_eq!(submit(&server, "/name", &named), format!("/entry/{id}"));
    assert!(page(&server, "/more").contains("my lift"));
    assert!(say(&server, "my lift 70kg 3x5").contains("Bench Press"));
}

#[test]
fn a_form_must_come_from_a_page_of_ours() {
    let env = Environment::new();
    let server = Server::start(&env);
    let foreign = ["Origin: http://other.example", "Origin: null", "X-None: 1"];
    for header in foreign {
        let refused = submit_with(&server, "/", &[header], &[("text", "bench 80kg 5x5")]);
        assert_eq!(refused.status, 403, "{header}: {refused:?}");
    }
    assert_eq!(env.raw("2026-11-21"), "", "nothing was logged");
    // a link may lead to the first page, and nowhere else
    let link = [
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Mode: navigate",
        "Sec-Fetch-Dest: document",
    ];
    let link: Vec<&str> = link.into_iter().chain([HTML]).collect();
    assert_eq!(server.ask("GET", "/", &link).status, 200);
    assert_eq!(server.ask("GET", "/history?words=bench", &link).status, 403);
    assert_eq!(
        server.ask("GET", "/", &link[..1]).status,
        403,
        "no picture or frame of it"
    );
}

#[test]
fn who_shows_the_token_once_is_signed_in() {
    let env = Environment::new();
    let with = |token: &'static str| {
        Server::start_with(&env, &[], move |command| {
            command.env("SWEALOG_TOKEN", token);
        })
    };
    let server = with(TOKEN);
    let away = look(&server, "/history");
    assert_eq!(
        (away.status, away.header("location")),
        (303, Some("/sign-in?to=/history"))
    );
    assert_eq!(look(&server, "/page.js").status, 200);
    let own = "Origin: http://HOST";
    let send = |token: &str, to: &str| {
        submit_with(&server, "/sign-in", &[own], &[("token", token), ("to", to)])
    };
    let wrong = send("a-token-of-granite-and-marbles", "/history");
    assert_eq!(wrong.status, 401, "{wrong:?}");
    assert!(wrong.body.contains("That is not the token"), "{wrong:?}");
    assert_eq!(send(TOKEN, "//other.example").header("location"), Some("/"));
    let right = send(TOKEN, "/history");
    assert_eq!(
        (right.status, right.header("location")),
        (303, Some("/history"))
    );
    let cookie = right.header("set-cookie").unwrap();
    assert!(cookie.contains("; HttpOnly; SameSite=Strict"), "{cookie}");
    assert!(!cookie.contains(TOKEN), "{cookie}");
    let cookie = format!("Cookie: {}", cookie.split(';').next().unwrap());
    let signed_in = server.ask("GET", "/history", &[HTML, &cookie]);
    assert_eq!(signed_in.status, 200, "{signed_in:?}");
    let note = [("text", "bench 80kg 5x5")];
    assert_eq!(
        submit_with(&server, "/", &[own, &cookie], &note).status,
        303
    );
    let lost = submit_with(&server, "/", &[own], &note);
    assert_eq!(lost.status, 401, "{lost:?}");
    let foreign = [&*cookie, "Origin: http://other.example"];
    assert_eq!(submit_with(&server, "/", &foreign, &note).status, 403);
    let other = with("another-token-of-granite");
    assert_eq!(
        other.ask("GET", "/", &[HTML, &cookie]).status,
        303,
        "another token ends it"
    );
}

#[test]
fn a_note_sent_again_under_its_key_is_written_once() {
    let env = Environment::new();
    let server = Server::start(&env);
    let headers = ["Origin: http://HOST", "Idempotency-Key: 5b1c"];
    // 40 hours before the moment of all tests
    let typed = SystemTime::now() - Duration::from_secs(40 * 60 * 60);
    let typed = typed.duration_since(UNIX_EPOCH).unwrap().as_millis();
    let typed = typed.to_string();
    let fields = [("text", "bench 80kg 5x5"), ("typed", &*typed)];
    let places = [(), ()].map(|()| {
        let sent = submit_with(&server, "/", &headers, &fields);
        assert_eq!(sent.status, 303, "{sent:?}");
        sent.header("location").unwrap().to_owned()
    });
    assert_eq!(places[0], places[1]);
    let raw = env.raw("2026-11-19");
    assert_eq!(
        raw.matches("bench 80kg 5x5").count(),
        1,
        "on the day it was typed: {raw}"
    );
}

#[test]
fn everybody_reads_their_language() {
    let env = Environment::new();
    let server = Server::start(&env);
    let korean = server.ask(
        "GET",
        "/",
        &[HTML, "Accept-Language: ko-KR,ko;q=0.9,en;q=0.8"],
    );
    assert!(korean.body.contains("<html lang=\"ko\">"), "{korean:?}");
    assert!(korean.body.contains("11월 21일 토요일"), "{korean:?}");
    assert!(page(&server, "/").contains("Saturday, 21 November"));
}

#[test]
fn a_problem_is_told_as_who_asks_can_read_it() {
    let env = Environment::new();
    let server = Server::start(&env);
    let told = look(&server, "/nowhere");
    assert_eq!(told.status, 404);
    assert!(told.body.contains("There is no such page"), "{told:?}");
    assert_eq!(server.get("/nowhere").problem(), "unknown-route");
    // the words stay where they were typed
    let blank = submit_with(&server, "/", &["Origin: http://HOST"], &[("text", "stats")]);
    assert_eq!(
        blank.header("location"),
        Some("/figures"),
        "a command that is a page"
    );
    let refused = submit_with(
        &server,
        "/",
        &["Origin: http://HOST"],
        &[("text", "doctor")],
    );
    assert_eq!(refused.status, 422, "{refused:?}");
    assert!(refused.body.contains(">doctor</textarea>"), "{refused:?}");
    assert!(
        refused.body.contains("“doctor” is a command"),
        "{refused:?}"
    );
    assert_eq!(env.raw("2026-11-21"), "");
    submit(&server, "/", &[("text", "doctor"), ("plain", "yes")]);
    assert!(env.raw("2026-11-21").contains("doctor"));
    let which = submit_with(
        &server,
        "/",
        &["Origin: http://HOST"],
        &[("text", "delete the bench")],
    );
    assert!(which.body.contains("does not say which note"), "{which:?}");
    for path in [
        "/day/2026-13-41",
        "/calendar/x",
        "/chart?of=%3Cscript%3E",
        "/entry/x",
        "/said/x",
    ] {
        let told = look(&server, path);
        assert!((400..500).contains(&told.status), "{path}: {told:?}");
        assert!(!told.body.contains("<script>"), "{path}");
    }
}

#[test]
fn every_page_shows_a_home_with_notes() {
    let env = Environment::new();
    for (day, text) in [
        ("2026-10-30", "bench 75kg 5x5"),
        ("2026-11-10", "bench 77.5kg 5x5"),
        ("2026-11-19", "벤치 80kg 5x5 힘들었다"),
    ] {
        env.stdout(&["log", "--date", day, text]);
    }
    let server = Server::start(&env);
    for (path, shown) in [
        ("/calendar", "href=\"/day/2026-11-19\""),
        ("/calendar/2026-10", "October 2026"),
        ("/history?words=bench&from=&to=", "벤치 80kg"),
        ("/history?words=nowhere", "Nothing of that is noted"),
        ("/figures", "href=\"/chart?of=Bench%20Press"),
        ("/chart?of=bench+press&span=quarter&by=week", "<desc>"),
        ("/chart?of=bench+press", "href=\"/day/2026-11-10\""),
        ("/review", "Everything you noted was read"),
        ("/settings", "units.mass"),
        ("/memory", "name=\"learned\""),
        ("/more", "/v1/export?format=json"),
        ("/day/2026-11-19", "벤치 80kg 5x5"),
        ("/day/2026-11-18", "Nothing is noted on this day"),
        ("/offline", "There is no connection"),
    ] {
        let body = page(&server, path);
        assert!(body.contains(shown), "{path}: {body}");
    }
}

#[test]
fn what_is_known_is_changed_by_who_saw_it() {
    let env = Environment::new();
    let server = Server::start(&env);
    let shown = page(&server, "/memory");
    let seen = between(&shown, "name=\"seen\" value=\"", "\"").replace("&quot;", "\"");
    let fields = [
        ("seen", &*seen),
        ("learned", "# Mine\r\n\r\n- likes granite\r\n"),
    ];
    assert_eq!(submit(&server, "/memory", &fields), "/memory");
    assert!(page(&server, "/memory").contains("# Mine\n\n- likes granite"));
    let lost = submit_with(&server, "/memory", &["Origin: http://HOST"], &fields);
    assert_eq!(lost.status, 412, "{lost:?}");
}

#[test]
fn settings_are_changed_on_the_page_and_count_at_once() {
    let mut env = Environment::new();
    let config = env.file("config.yaml", "# mine\nunits:\n  distance: mi\n");
    env.set("SWEALOG_CONFIG", config.to_str().unwrap());
    let server = Server::start(&env);
    let chosen = |shown: &str, key: &str| {
        let field = between(shown, &format!("name=\"{key}\""), "</select>").to_owned();
        between(&field, "value=\"", "\" selected")
            .rsplit('"')
            .next()
            .unwrap()
            .to_owned()
    };
    let shown = page(&server, "/settings");
    assert_eq!(
        (
            chosen(&shown, "units.mass"),
            chosen(&shown, "units.distance")
        ),
        ("kg".into(), "mi".into())
    );
    let choices = [
        ("units.mass", "lb"),
        ("units.distance", "mi"),
        ("day_ends", "03:30"),
        ("response_style", "detailed"),
        ("approval", "always"),
    ];
    assert_eq!(submit(&server, "/settings", &choices), "/settings");
    let text = std::fs::read_to_string(&config).unwrap();
    assert!(text.starts_with("# mine\n"), "{text}");
    for (key, value) in choices {
        assert_eq!(env.stdout(&["config", "get", key]).trim(), value);
    }
    let shown = page(&server, "/settings");
    assert_eq!(chosen(&shown, "units.mass"), "lb");
    assert!(shown.contains("value=\"03:30\""), "{shown}");
    // a note is shown first from now on
    assert!(say(&server, "bench 80 5x5").contains("Write it"));
    let odd = submit_with(
        &server,
        "/settings",
        &["Origin: http://HOST"],
        &[("day_ends", "noon")],
    );
    assert_eq!(odd.status, 422, "{odd:?}");
    assert_eq!(env.stdout(&["config", "get", "day_ends"]).trim(), "03:30");
}

#[test]
fn every_choice_of_a_setting_can_be_made() {
    let mut env = Environment::new();
    let config = env.file("config.yaml", "");
    env.set("SWEALOG_CONFIG", config.to_str().unwrap());
    let server = Server::start(&env);
    let shown = page(&server, "/settings");
    let mut made = 0;
    for field in shown
        .split("<select ")
        .skip(1)
        .filter(|field| !field.contains("id=\"language\""))
    {
        let (field, _) = field.split_once("</select>").unwrap();
        let key = between(field, "name=\"", "\"").to_owned();
        for option in field.split("<option value=\"").skip(1) {
            let value = option.split('"').next().unwrap();
            submit(&server, "/settings", &[(&key, value)]);
            assert_eq!(env.stdout(&["config", "get", &key]).trim(), value, "{key}");
            made += 1;
        }
    }
    assert_eq!(made, 10);
}

#[test]
fn what_the_command_line_holds_is_not_changed_on_the_page() {
    let mut env = Environment::new();
    let config = env.file("config.yaml", "");
    env.set("SWEALOG_CONFIG", config.to_str().unwrap());
    env.set("SWEALOG_UNITS_MASS", "lb");
    let server = Server::start(&env);
    let shown = page(&server, "/settings");
    assert!(shown.contains("SWEALOG_UNITS_MASS counts more"), "{shown}");
    submit(&server, "/settings", &[("units.mass", "kg")]);
    assert_eq!(std::fs::read_to_string(&config).unwrap(), "");
}

#[test]
fn a_chosen_language_counts_more_than_the_browsers() {
    let env = Environment::new();
    let server = Server::start(&env);
    let own = ["Origin: http://HOST"];
    let chosen = submit_with(&server, "/language", &own, &[("language", "ko")]);
    assert_eq!(
        (chosen.status, chosen.header("location")),
        (303, Some("/settings"))
    );
    let cookie = chosen.header("set-cookie").unwrap();
    assert!(cookie.contains("; HttpOnly; SameSite=Strict"), "{cookie}");
    let cookie = format!("Cookie: {}", cookie.split(';').next().unwrap());
    let english = "Accept-Language: en";
    let shown = server.ask("GET", "/settings", &[HTML, english, &cookie]);
    assert!(shown.body.contains("<html lang=\"ko\">"), "{shown:?}");
    assert!(
        shown.body.contains("value=\"ko\" lang=\"ko\" selected"),
        "{shown:?}"
    );
    let back = submit_with(&server, "/language", &own, &[("language", "")]);
    assert!(
        back.header("set-cookie").unwrap().contains("Max-Age=0"),
        "{back:?}"
    );
    let odd = server.ask("GET", "/", &[HTML, english, "Cookie: quilto_language=xx"]);
    assert!(odd.body.contains("<html lang=\"en\">"), "{odd:?}");
}

#[test]
fn an_app_of_it_has_drawn_icons() {
    let env = Environment::new();
    let server = Server::start(&env);
    let manifest = server.get("/manifest.webmanifest").json();
    let icons = manifest["icons"].as_array().unwrap();
    let drawn: Vec<_> = icons
        .iter()
        .filter(|icon| icon["type"] == "image/png")
        .collect();
    let widths: Vec<_> = drawn
        .iter()
        .map(|icon| icon["sizes"].as_str().unwrap())
        .collect();
    assert!(
        widths.contains(&"192x192") && widths.contains(&"512x512"),
        "{widths:?}"
    );
    for icon in drawn {
        let bytes = server.bytes(icon["src"].as_str().unwrap());
        // the head of a PNG, and the width it says
        assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
        let width = u32::from_be_bytes(bytes[16..20].try_into().unwrap());
        assert_eq!(icon["sizes"], format!("{width}x{width}"));
    }
    assert_eq!(look(&server, "/assets/icon-7.png").status, 404);
}

#[test]
fn the_text_of_a_day_is_edited_by_who_saw_it() {
    let env = Environment::new();
    env.stdout(&["log", "--date", "2026-11-20", "bench 80kg 5x5"]);
    let file = env.home().join("logs/raw/2026/11/2026-11-20.md");
    for ends in ["\n", "\r\n"] {
        let text = std::fs::read_to_string(&file)
            .unwrap()
            .replace("\r\n", "\n");
        std::fs::write(&file, text.replace('\n', ends)).unwrap();
        let server = Server::start(&env);
        let shown = page(&server, "/day/2026-11-20");
        let form = between(&shown, "<details>", "</details>");
        let seen = between(form, "name=\"seen\" value=\"", "\"").replace("&quot;", "\"");
        let raw = between(form, "raw-hint\">\n", "</textarea>")
            .replace("&lt;", "<")
            .replace("&gt;", ">");
        let raw = raw
            .replace("&#x2f;", "/")
            .replace("&quot;", "\"")
            .replace("5x5", "4x5");
        // as a browser sends it
        let raw = raw.replace("\r\n", "\n").replace('\n', "\r\n");
        let fields = [("seen", &*seen), ("raw", &*raw)];
        assert_eq!(
            submit(&server, "/day/2026-11-20", &fields),
            "/day/2026-11-20"
        );
        let now = std::fs::read_to_string(&file).unwrap();
        assert_eq!(now, text.replace("5x5", "4x5").replace('\n', ends));
        assert!(page(&server, "/day/2026-11-20").contains("4 × 5 @ 80 kg"));
        let lost = submit_with(
            &server,
            "/day/2026-11-20",
            &["Origin: http://HOST"],
            &fields,
        );
        assert_eq!(lost.status, 412, "{lost:?}");
        std::fs::write(&file, text).unwrap();
    }
}
