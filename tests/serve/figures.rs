//! Figures over HTTP are those of the command line.

use serde_json::{Value, json};

use crate::common::environment::Environment;
use crate::common::serving::{Response, Server};

fn home() -> (Environment, Server) {
    let env = Environment::new();
    for (day, text) in [
        ("2026-11-10", "bench 80 3x5"),
        ("2026-11-12", "ran 5k in 25:30"),
        ("2026-11-17", "bench 82.5 3x5"),
        ("2026-11-21", "bench 85 3x5"),
    ] {
        env.stdout(&["log", "--date", day, text]);
    }
    let server = Server::start(&env);
    (env, server)
}

/// The objects that a command prints.
fn printed(env: &Environment, args: &[&str]) -> Value {
    Value::Array(env.objects(args))
}

#[test]
fn stats_are_those_of_the_command() {
    let (env, server) = home();
    let stats = server.object("/v1/stats");
    assert_eq!(stats["domains"], printed(&env, &["stats", "--json"]));
    assert!(stats["domains"].as_array().unwrap().len() > 1);
    let one = server.object("/v1/stats?domain=running");
    assert_eq!(
        one["domains"],
        printed(&env, &["stats", "running", "--json"])
    );
    let unknown = server.get("/v1/stats?domain=runing");
    assert_eq!((unknown.status, unknown.problem().as_str()), (422, "unfit"));
    assert_eq!(unknown.json()["hint"], "did you mean \"running\"?");
    let unread = server.get("/v1/stats?week=2");
    assert_eq!(
        (unread.status, unread.problem().as_str()),
        (400, "bad-query")
    );
}

#[test]
fn an_empty_home_has_no_figures() {
    let env = Environment::new();
    let server = Server::start(&env);
    assert_eq!(server.object("/v1/stats"), json!({"domains": []}));
}

/// What comes back for expressions.
fn facts(server: &Server, expressions: &Value) -> Response {
    let body = json!({"expressions": expressions});
    server.send("POST", "/v1/facts", &[], &body)
}

#[test]
fn expressions_come_to_facts_and_what_they_rest_on() {
    let (_env, server) = home();
    let bench = |op: &str| {
        json!({"figure": {
            "domain": "strength", "measure": "weight", "op": op,
            "subjects": ["Bench Press (Barbell)"],
        }})
    };
    let goal = json!({"number": {"value": 100, "unit": "kg"}});
    let asked = json!([
        bench("best"),
        {"difference": {"of": goal, "minus": {"step": 1}}},
        {"figure": {"domain": "swimming", "op": "count_days"}},
    ]);
    let came = facts(&server, &asked);
    assert_eq!(came.status, 200, "{came:?}");
    let results = came.json()["results"].clone();
    assert_eq!(results[0]["facts"][0]["value"], 85.0);
    let difference = results[1]["facts"].as_array().unwrap();
    assert!(
        difference.iter().any(|fact| fact["value"] == 15.0),
        "{difference:?}"
    );
    let rests = &results[1]["rests_on"];
    assert_eq!(
        (&rests["day_count"], &rests["days"]),
        (&json!(1), &json!(["2026-11-21"]))
    );
    let page = server.object("/v1/entries?limit=1");
    assert_eq!(rests["entries"][0], page["entries"][0]["entry_id"]);
    assert_eq!(results[2]["rests_on"]["day_count"], 0);
}

#[test]
fn what_has_no_value_says_why() {
    let (_env, server) = home();
    let series = json!({"figure": {"domain": "strength", "measure": "weight", "op": "series"}});
    let asked = json!([{"association": {"of": series, "with": series}}]);
    let results = facts(&server, &asked).json()["results"].clone();
    assert_eq!(results[0]["refused"]["why"], "too_few_days");
    assert!(results[0]["refused"]["says"].is_string());
}

#[test]
fn flat_figures_are_checked_like_all_others() {
    let (_env, server) = home();
    let flat = |more: Value| {
        let mut query =
            json!({"domain": "running", "measure": "distance", "op": "best", "subjects": []});
        for (key, value) in more.as_object().unwrap() {
            query[key] = value.clone();
        }
        json!([{"fact": query}])
    };
    let right = facts(&server, &flat(json!({})));
    assert_eq!(right.status, 200, "{right:?}");
    assert_eq!(right.json()["results"][0]["facts"][0]["value"], 5.0);
    for (more, said) in [
        (
            json!({"domain": "runing"}),
            "expression 1: \"runing\" is not loaded, only ",
        ),
        (
            json!({"measure": "altitude"}),
            "expression 1: running has no measure \"altitude\", only distance",
        ),
        (
            json!({"filter": {"field": "colour", "text": "red"}}),
            "expression 1: \"distance\" reads no field \"colour\", only ",
        ),
        (
            json!({"by": "row"}),
            "expression 1: \"best\" has no buckets by row, only by day",
        ),
        (
            json!({"period": {"start": "2026-11-20", "end": "2026-11-01"}}),
            "expression 1: the days from 2026-11-20 to 2026-11-01 end before they begin",
        ),
        (
            json!({"compare": {}}),
            "expression 1: what a `fact` is compared with is either a `period` or `subjects`",
        ),
    ] {
        let refused = facts(&server, &flat(more.clone()));
        assert_eq!(
            (refused.status, refused.problem().as_str()),
            (422, "unfit"),
            "{more}"
        );
        let detail = refused.json()["detail"].clone();
        assert!(detail.as_str().unwrap().contains(said), "{more}: {detail}");
    }
    // Notes have names of their own: one that none of them has is no mistake, and says so.
    let nobody = facts(&server, &flat(json!({"subjects": ["granite"]})));
    assert_eq!(nobody.status, 200, "{nobody:?}");
    assert_eq!(nobody.json()["results"][0]["refused"]["why"], "no_rows");
}

#[test]
fn expressions_that_cannot_be_are_told_which_and_why() {
    let (_env, server) = home();
    let right = json!({"number": {"value": 1}});
    let mut deep = json!({"number": {"value": 1}});
    for _ in 0..12 {
        deep = json!({"sum": {"of": [deep]}});
    }
    for (asked, said) in [
        (json!([]), "there must be 1 to 16 expressions"),
        (
            json!(vec![right.clone(); 17]),
            "there must be 1 to 16 expressions",
        ),
        (
            json!([right, {"figure": {"domain": "running", "measure": "altitude", "op": "best"}}]),
            "expression 2: running has no measure \"altitude\"",
        ),
        (
            json!([{"figure": {"domain": "runing", "op": "best"}}]),
            "expression 1: ",
        ),
        (
            json!([{"figure": {"domain": "running", "op": "best", "colour": "red"}}]),
            "expression 1: unknown field `colour`",
        ),
        (json!([{"step": 1}]), "expression 1: "),
        (json!([deep]), "expression 1: "),
        (json!({}), "expected a sequence"),
    ] {
        let refused = facts(&server, &asked);
        assert_eq!(
            (refused.status, refused.problem().as_str()),
            (422, "unfit"),
            "{asked}"
        );
        let detail = refused.json()["detail"].clone();
        assert!(detail.as_str().unwrap().contains(said), "{asked}: {detail}");
    }
    assert_eq!(server.get("/v1/facts").status, 405);
}

#[test]
fn a_chart_is_what_plot_gives() {
    let (env, server) = home();
    for (query, args) in [
        ("of=bench", vec!["bench"]),
        (
            "of=bench%20weight&by=week",
            vec!["--by", "week", "bench", "weight"],
        ),
        (
            "of=bench,distance&from=2026-11-12",
            vec!["--from", "2026-11-12", "bench,", "distance"],
        ),
        (
            "of=bench&to=2026-11-11",
            vec!["--to", "2026-11-11", "bench"],
        ),
    ] {
        let charts = server.object(&format!("/v1/charts?{query}"))["charts"].clone();
        let plotted = printed(&env, &[&["plot", "--json"][..], &args].concat());
        assert_eq!(charts, plotted, "{query}");
    }
}

#[test]
fn a_drawn_chart_is_what_plot_writes() {
    let (env, server) = home();
    let drawn = server.get("/v1/charts.svg?of=bench");
    assert_eq!(drawn.header("content-type"), Some("image/svg+xml"));
    assert_eq!(drawn.body, env.stdout(&["plot", "bench", "--svg", "-"]));
    let nothing = server.get("/v1/charts.svg?of=bench&to=2020-01-01");
    assert_eq!((nothing.status, nothing.problem().as_str()), (422, "unfit"));
    let empty = server.object("/v1/charts?of=bench&to=2020-01-01");
    assert_eq!(empty["charts"][0]["points"], json!([]));
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let (_env, server) = home();
    let long = format!("of={}", "a".repeat(301));
    let many = format!("of={}", ["bench"; 9].join(","));
    for (query, status, said) in [
        ("", 400, "missing field `of`"),
        ("of=", 422, "`of` names what to look at"),
        (&long, 422, "at most 300 letters"),
        (&many, 422, "more than 8 things"),
        ("of=granite", 422, "there is nothing named \"granite\""),
        ("of=bench&by=year", 400, "by: unknown variant `year`"),
        ("of=bench&from=2026-11-20&to=2026-11-19", 400, "lies behind"),
    ] {
        let refused = server.get(&format!("/v1/charts?{query}"));
        assert_eq!(refused.status, status, "{query}: {refused:?}");
        let detail = refused.json()["detail"].clone();
        assert!(detail.as_str().unwrap().contains(said), "{query}: {detail}");
    }
}

#[test]
fn a_chart_of_many_years_has_a_point_for_each_week_where_nobody_says_otherwise() {
    let env = Environment::new();
    let first: chrono::NaiveDate = "2015-01-01".parse().unwrap();
    let mut table = "Date,Exercise,Category,Weight (kg),Reps\n".to_owned();
    for day in first.iter_days().take(4_100) {
        table.push_str(&format!("{day},Flat Barbell Bench Press,Chest,80.0,5\n"));
    }
    env.file("FitNotes_Export.csv", &table);
    env.stdout(&["import", "FitNotes_Export.csv"]);
    let server = Server::start(&env);
    let charts = server.object("/v1/charts?of=bench%20press");
    assert_eq!(charts["charts"][0]["by"], "week");
    let page = server.ask("GET", "/chart?of=bench+press", &["Accept: text/html"]);
    assert_eq!(page.status, 200, "{page:?}");
    let daily = server.get("/v1/charts?of=bench%20press&by=day");
    assert_eq!((daily.status, daily.problem().as_str()), (422, "unfit"));
}
