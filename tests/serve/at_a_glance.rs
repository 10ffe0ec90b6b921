//! The day at a glance, targets, and what is worth a second look, over HTTP.

use serde_json::{Value, json};

use crate::common::environment::Environment;
use crate::common::serving::Server;

/// A home with notes of three days, one of which holds a word that nobody knows.
fn home() -> (Environment, Server) {
    let env = Environment::new();
    for (day, text) in [
        ("2026-11-12", "ran 5k in 25:30"),
        ("2026-11-19", "zorbing 100 3x5"),
        ("2026-11-20", "ran 10k in 50:00"),
        ("2026-11-21", "bench 85 3x5"),
    ] {
        env.stdout(&["log", "--date", day, text]);
    }
    let server = Server::start(&env);
    (env, server)
}

fn texts(entries: &Value) -> Vec<&str> {
    let entries = entries.as_array().unwrap().iter();
    entries
        .map(|entry| entry["text"].as_str().unwrap())
        .collect()
}

#[test]
fn the_day_is_told_with_what_came_before_it_and_what_waits() {
    let (env, server) = home();
    env.stdout(&["target", "distance 20 km a week"]);
    let asked = server.run(&json!({"text": "how was it?"}));
    assert_eq!(asked["status"], "waiting_for_user", "{asked:#}");
    let today = server.object("/v1/today");
    assert_eq!(
        (&today["date"], &today["time"]),
        (&json!("2026-11-21"), &json!("10:30"))
    );
    assert_eq!(today["units"], json!({"mass": "kg", "distance": "km"}));
    assert_eq!(texts(&today["entries"]), ["bench 85 3x5"]);
    assert_eq!(
        texts(&today["latest"]),
        ["ran 10k in 50:00", "zorbing 100 3x5", "ran 5k in 25:30"]
    );
    let weeks = today["weeks"].as_array().unwrap();
    let running = weeks
        .iter()
        .find(|week| week["domain"] == "running")
        .unwrap();
    let distance = &running["measures"][0];
    assert_eq!(
        (&distance["this_week"], &distance["last_week"]),
        (&json!(10.0), &json!(5.0)),
        "{running:#}"
    );
    assert_eq!(today["targets"], server.object("/v1/targets")["targets"]);
    assert_eq!(
        today["waiting"],
        json!([{"session_id": asked["session_id"], "text": "how was it?"}])
    );
}

#[test]
fn a_target_is_set_met_and_taken_away_as_the_command_does() {
    let (env, server) = home();
    let body = json!({"target": "distance 20 km a week"});
    let set = server.send("POST", "/v1/targets", &[], &body);
    assert_eq!(set.status, 200, "{set:?}");
    let listed = env.objects(&["target", "--json"]);
    assert_eq!(vec![set.json()], listed);
    let mut with_progress = set.json();
    with_progress["now"] = json!(10.0);
    assert_eq!(
        server.object("/v1/targets")["targets"],
        json!([with_progress])
    );
    let twice = json!({"target": "distance 25 km a week"});
    server.send("POST", "/v1/targets", &[], &twice);
    let targets = server.object("/v1/targets")["targets"].clone();
    assert_eq!(
        (targets.as_array().unwrap().len(), &targets[0]["value"]),
        (1, &json!(25.0))
    );
    let taken = server.ask("DELETE", "/v1/targets/distance", &[]);
    assert_eq!(taken.status, 200, "{taken:?}");
    assert!(env.objects(&["target", "--json"]).is_empty());
    let again = server.ask("DELETE", "/v1/targets/distance", &[]);
    assert_eq!(
        (again.status, again.problem().as_str()),
        (404, "unknown-target")
    );
    for unfit in ["", "granite 20 a week", "distance", &"a".repeat(201)] {
        let refused = server.send("POST", "/v1/targets", &[], &json!({"target": unfit}));
        assert_eq!(
            (refused.status, refused.problem().as_str()),
            (422, "unfit"),
            "{unfit}"
        );
    }
}

#[test]
fn what_was_not_read_is_listed_until_it_is() {
    let (_env, server) = home();
    let review = server.object("/v1/review");
    assert_eq!(review["count"], 1, "{review:#}");
    assert_eq!(texts(&review["entries"]), ["zorbing 100 3x5"]);
    assert_eq!(server.object("/v1/review?from=2026-11-20")["count"], 0);
    let body = json!({"alias": "zorbing", "name": "Bench Press (Barbell)"});
    server.send("POST", "/v1/names", &[], &body);
    assert_eq!(server.object("/v1/review")["count"], 0);
}

/// Five Saturdays with the same two things, a sixth with another, and something on other days.
fn saturdays() -> Environment {
    let env = Environment::new();
    for (day, text) in [
        ("2026-10-17", "bench 80 3x5, squat 100 3x5"),
        ("2026-10-24", "bench 80 3x5, squat 100 3x5"),
        ("2026-10-31", "bench 82.5 3x5, squat 105 3x5"),
        ("2026-11-03", "deadlift 140 3x5"),
        ("2026-11-07", "bench 82.5 3x5, deadlift 130 3x5"),
        ("2026-11-14", "bench 85 3x5, squat 110 3x5"),
        ("2026-11-18", "bench 70 3x8"),
        ("2026-11-20", "ran 5k in 25:30"),
    ] {
        env.stdout(&["log", "--date", day, text]);
    }
    env
}

#[test]
fn what_is_usual_on_the_weekday_is_told_with_its_last_time() {
    let env = saturdays();
    let server = Server::start(&env);
    let usual = server.object("/v1/today")["usual"].clone();
    let [strength] = &*usual.as_array().unwrap().clone() else {
        panic!("{usual:#}");
    };
    assert_eq!(strength["domain"], "strength");
    assert_eq!(strength["weekdays"], json!(["Saturday"]));
    let things = strength["things"].as_array().unwrap();
    let told: Vec<(&str, u64, &str)> = things
        .iter()
        .map(|thing| {
            let text = |value: &Value| value.as_str().unwrap().to_owned().leak() as &str;
            (
                text(&thing["name"]),
                thing["days"].as_u64().unwrap(),
                text(&thing["last"]["date"]),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("Bench Press (Barbell)", 5, "2026-11-18"),
            ("Squat (Barbell)", 4, "2026-11-14"),
        ],
        "{usual:#}"
    );
    assert_eq!(things[0]["last"]["what"], "3 × 8 @ 70 kg");
    let page = server.ask("GET", "/", &["Accept: text/html"]).body;
    for told in [
        "Usual on a Saturday",
        "5 of the last 8",
        "3 × 8 @ 70 kg",
        "/day/2026-11-18",
    ] {
        assert!(page.contains(told), "{told}: {page}");
    }
    let korean = ["Accept: text/html", "Accept-Language: ko"];
    let page = server.ask("GET", "/", &korean).body;
    assert!(page.contains("토요일에 보통 하는 것"), "{page}");
}

#[test]
fn what_the_person_says_of_usual_days_stands_over_what_was_counted() {
    let env = saturdays();
    let server = Server::start(&env);
    let says = |line: &str| {
        let body = json!({"global_context": format!("# Global Context\n\n{line}\n")});
        let put = server.send("PUT", "/v1/context", &[], &body);
        assert_eq!(put.status, 200, "{put:?}");
        server.object("/v1/today")["usual"].clone()
    };
    assert_eq!(says("- usual days of strength: none"), json!([]));
    let usual = says("- I usually run on Saturdays and Tuesdays");
    let domains: Vec<&str> = usual
        .as_array()
        .unwrap()
        .iter()
        .map(|u| u["domain"].as_str().unwrap())
        .collect();
    assert_eq!(domains, ["running", "strength"], "{usual:#}");
    assert_eq!(usual[0]["weekdays"], json!(["Tuesday", "Saturday"]));
    assert_eq!(usual[0]["things"], json!([]));
    assert_eq!(usual[0]["last"]["what"], "5 km in 25:30 · 5:06 /km");
    let page = server.ask("GET", "/", &["Accept: text/html"]).body;
    let shown = page.split_once("class=\"usual\"").unwrap().1;
    let shown = shown.split_once("</section>").unwrap().0;
    assert!(shown.contains("5 km in 25:30"), "{shown}");
}
