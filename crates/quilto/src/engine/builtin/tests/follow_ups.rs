//! Follow-ups: what they leave out is filled from what was said before, as data.

use serde_json::Value;

use super::super::planner::{Notes, plan};
use super::super::router;
use super::{context, domains, question};
use crate::agents::{PlannerInput, PlannerOutput, RouterInput};
use crate::model::{ClarificationTarget, Conversation, DateRange, Question, Turn};

fn asked(text: &str, before: &Conversation) -> PlannerOutput {
    let input = PlannerInput {
        conversation: before.clone(),
        ..question(text)
    };
    plan(
        &context(&["rocks", "clouds"]),
        &domains(),
        &input,
        Notes::NONE,
    )
}

/// What was said before, each as it was meant.
fn said(texts: &[&str], day: Option<&str>) -> Conversation {
    let mut conversation = Conversation::default();
    for text in texts {
        let parts = match text.contains(['?', '최']) {
            true => asked(text, &conversation).sub_queries,
            false => Vec::new(),
        };
        conversation.hear(Turn {
            text: (*text).to_owned(),
            asked: parts.into_iter().map(|part| part.intent).collect(),
            day: day.map(|day| DateRange::day(day.parse().unwrap())),
            domains: vec!["rocks".to_owned()],
        });
    }
    conversation
}

/// What a plan reads and computes, however days are called.
fn wanted(plan: &PlannerOutput) -> Value {
    fn unnamed(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("description");
                fields.values_mut().for_each(unnamed);
            }
            Value::Array(items) => items.iter_mut().for_each(unnamed),
            _ => {}
        }
    }
    let parts = plan.sub_queries.iter();
    let parts = parts.map(|part| (&part.exprs, &part.retrieval, part.query_type));
    let mut wanted = serde_json::to_value(parts.collect::<Vec<_>>()).unwrap();
    unnamed(&mut wanted);
    wanted
}

fn means(before: &[&str], day: Option<&str>, text: &str, whole: &str) {
    let follow_up = asked(text, &said(before, day));
    let whole = asked(whole, &Conversation::default());
    assert_eq!(wanted(&follow_up), wanted(&whole), "{before:?} {text}");
}

#[test]
fn what_a_follow_up_leaves_out_was_said_before() {
    for (before, text, whole) in [
        (
            "what's the shiniest granite?",
            "and basalt?",
            "what's the shiniest basalt?",
        ),
        (
            "화강암 광택 최고는?",
            "그럼 현무암은?",
            "현무암 광택 최고는?",
        ),
        (
            "how many times did I polish granite in september 2026?",
            "what about november 2026?",
            "how many times did I polish granite in november 2026?",
        ),
        (
            "shiniest granite in september 2026?",
            "and the month before?",
            "shiniest granite in august 2026?",
        ),
        (
            "2026년 9월 화강암 광택 최고는?",
            "그 전 달은?",
            "2026년 8월 화강암 광택 최고는?",
        ),
        (
            "shiniest granite in september 2026?",
            "and the year before?",
            "shiniest granite in september 2025?",
        ),
        (
            "what's the shiniest granite?",
            "when was that?",
            "what's the shiniest granite?",
        ),
        ("화강암 광택 최고는?", "그게 언제야?", "화강암 광택 최고는?"),
        ("highest granite?", "and in lb?", "highest granite in lb?"),
        ("shiniest granite?", "why?", "why granite?"),
    ] {
        means(&[before], None, text, whole);
    }
}

#[test]
fn days_are_named_from_those_that_were_told() {
    for (text, whole) in [
        (
            "how many times did I polish it since then?",
            "how many times did I polish granite from 2026-09-09 to 2026-11-20?",
        ),
        (
            "그 뒤로 몇 번 했어?",
            "2026년 9월 9일부터 2026년 11월 20일까지 화강암 몇 번 했어?",
        ),
    ] {
        means(&["shiniest granite?"], Some("2026-09-08"), text, whole);
    }
    means(
        &["how many times did I polish granite in november 2026?"],
        None,
        "and by this day last month?",
        "how many times did I polish granite from 2026-10-01 to 2026-10-20?",
    );
}

#[test]
fn what_says_when_belongs_to_the_question_before_it() {
    for (text, whole) in [
        ("shiniest granite and when?", "shiniest granite when?"),
        (
            "shiniest granite and when was that?",
            "shiniest granite when?",
        ),
    ] {
        means(&[], None, text, whole);
    }
}

#[test]
fn follow_ups_follow_each_other() {
    means(
        &["shiniest granite in september 2026?", "and basalt?"],
        None,
        "and the month before?",
        "shiniest basalt in august 2026?",
    );
}

#[test]
fn it_is_what_a_note_named() {
    means(
        &["polished the granite 30 min"],
        None,
        "when did I last polish it?",
        "when did I last polish granite?",
    );
}

#[test]
fn that_day_is_the_one_the_answer_told() {
    let before = ["shiniest granite?"];
    means(
        &before,
        Some("2026-09-08"),
        "what did I do that day?",
        "what did I do on 2026-09-08?",
    );
    means(
        &before,
        Some("2026-09-08"),
        "how many times did I polish it the day before that?",
        "how many times did I polish granite on 2026-09-07?",
    );
}

#[test]
fn the_one_before_is_the_last_until_the_day_that_was_told() {
    let told = Some("2026-09-08");
    let last = ["last granite?"];
    means(
        &last,
        told,
        "and the one before?",
        "last granite before 2026-09-08?",
    );
    means(
        &["마지막 화강암?"],
        told,
        "그 전은?",
        "2026-09-08 이전 마지막 화강암?",
    );
    let before = ["last granite?", "and the one before?"];
    means(
        &before,
        told,
        "and the one before that?",
        "last granite before 2026-09-08?",
    );
    means(
        &["shiniest granite?"],
        told,
        "the one before?",
        "shiniest granite before 2026-09-08?",
    );
    // Of days that are named it is the stretch before them.
    means(
        &["shiniest granite in september 2026?"],
        told,
        "and the one before?",
        "shiniest granite in august 2026?",
    );
}

#[test]
fn a_whole_question_is_read_as_if_nothing_was_said() {
    let whole = "how many times did I polish basalt in october 2026?";
    means(&["shiniest granite?"], Some("2026-09-08"), whole, whole);
}

#[test]
fn a_plan_made_again_keeps_what_was_read() {
    let first = asked(
        "shiniest granite in october 2026?",
        &Conversation::default(),
    );
    // Read again, these words would be another question.
    let input = PlannerInput {
        earlier: Some(Box::new(first.clone())),
        ..question("last basalt?")
    };
    let again = plan(
        &context(&["rocks", "clouds"]),
        &domains(),
        &input,
        Notes::NONE,
    );
    assert_eq!(again.sub_queries, first.sub_queries);
}

#[test]
fn an_answer_fills_what_was_asked_for() {
    let first = asked("what is the best?", &Conversation::default());
    let put = Question {
        id: "q1".to_owned(),
        question: "Which subject do you mean?".to_owned(),
        gap_addressed: String::new(),
        options: None,
        changes: Some(ClarificationTarget::Subject),
        required: true,
    };
    let put = Question {
        question: first
            .clarify_questions
            .first()
            .cloned()
            .unwrap_or(put.question),
        ..put
    };
    let input = PlannerInput {
        earlier: Some(Box::new(first)),
        user_responses: [("q1".to_owned(), "granite".to_owned())].into(),
        asked: vec![put],
        ..question("what is the best?")
    };
    let plan = plan(
        &context(&["rocks", "clouds"]),
        &domains(),
        &input,
        Notes::NONE,
    );
    let names: Vec<_> = plan.sub_queries[0]
        .intent
        .topics
        .iter()
        .map(|t| &t.name)
        .collect();
    assert_eq!(names, ["Granite"], "{:?}", plan.sub_queries[0]);
}

#[test]
fn a_month_of_the_year_that_was_spoken_of_is_no_other_years() {
    let open = |before: &[&str], text: &str| {
        let plan = asked(text, &said(before, None));
        plan.sub_queries[0].intent.year_open
    };
    assert!(open(&[], "best granite in march?"));
    assert!(!open(&[], "best granite in march 2026?"));
    assert!(!open(&["best granite in 2026?"], "and in march?"));
    assert!(open(&["best granite in 2024?"], "how was basalt in march?"));
}

#[test]
fn a_question_of_nothing_is_given_to_the_domains_that_were_spoken_of() {
    let routed = |before: &[&str]| {
        let input = RouterInput {
            raw_input: "and how was that last month?".to_owned(),
            conversation: said(before, None),
            global_context: None,
        };
        router::route(&context(&[]), &domains(), &input, &|| None).selected_domains
    };
    // A question names what it is about; a note was given to a domain.
    assert_eq!(routed(&["longest granite?"]), ["rocks"]);
    assert_eq!(routed(&["something shone"]), ["rocks"]);
    assert!(routed(&[]).len() > 1);
}
