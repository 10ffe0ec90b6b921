//! What expressions come to, told without a model, in both languages.

use serde_json::{Value, json};

use super::super::wording::is_nothing;
use super::{context, polished, retriever};
use crate::agents::{AgentContext, EvaluatorInput, RetrieverInput};
use crate::agents::{AnalyzedPart, AnalyzerInput};
use crate::model::{Intent, Language, QueryType, SubQuery, Verdict};
use crate::storage::{LogStore, MemoryStore};

use super::super::{analyzer, evaluator};
use super::domains;

const WEEKS: u32 = 10;

/// Ten weeks in which granite shines more and more; basalt beside it every second time.
fn shining() -> MemoryStore {
    let store = MemoryStore::new();
    let weeks = (0..WEEKS).flat_map(|week| {
        let day = chrono::NaiveDate::from_ymd_opt(2026, 9, 1).unwrap();
        let day = day + chrono::TimeDelta::days(i64::from(week) * 7);
        let granite = polished(
            &day.to_string(),
            "Granite",
            2.0 + f64::from(week),
            10 + week,
        );
        let basalt = (week % 2 == 0).then(|| polished(&day.to_string(), "Basalt", 3.0, 40));
        [Some(granite), basalt].into_iter().flatten()
    });
    store.append(weeks.collect()).unwrap();
    store
}

fn figure(op: &str, measure: &str, rest: &Value) -> Value {
    let mut figure = json!({"domain": "rocks", "measure": measure, "op": op});
    for (key, value) in rest.as_object().unwrap() {
        figure[key] = value.clone();
    }
    json!({"figure": figure})
}

fn of_granite(op: &str) -> Value {
    figure(op, "shine", &json!({"subjects": ["Granite"]}))
}

/// The words for a plan of expressions alone, held against its own facts.
fn told(exprs: &[Value], language: Language, question: &str) -> String {
    let cx: AgentContext = context(&["rocks"]);
    let intent = Intent {
        language,
        ..Intent::default()
    };
    let sub_query = SubQuery {
        exprs: exprs
            .iter()
            .map(|expr| serde_json::from_value(expr.clone()).unwrap())
            .collect(),
        ..SubQuery::new(1, question, intent, QueryType::Simple)
    };
    let input = RetrieverInput {
        sub_query: sub_query.clone(),
        attempts_before: 0,
        max_entries: 50,
        global_context: None,
    };
    let found = retriever::retrieve(&shining(), &cx, &input, &[]).unwrap();
    assert!(!found.claims.is_empty());
    assert!(found.claims.iter().all(|claim| !claim.text.is_empty()));
    let text: Vec<&str> = found.claims.iter().map(|c| c.text.as_str()).collect();
    let text = text.join(" ");
    let claims = found.claims.clone();
    let asked = AnalyzerInput::of(question, &sub_query, &found);
    let analysis = analyzer::analyze(&cx, &domains(), &asked);
    let part = AnalyzedPart::of(sub_query, found, analysis);
    let judged = evaluator::evaluate(
        &cx,
        &EvaluatorInput {
            query: question.to_owned(),
            response: text.clone(),
            parts: vec![part],
            evaluation_rules: Vec::new(),
            is_partial: false,
            attempt: 1,
            previous_feedback: Vec::new(),
        },
    );
    assert!(!is_nothing(&claims[0]), "{text}");
    assert_eq!(judged.overall_verdict, Verdict::Pass, "{text}\n{judged:#?}");
    text
}

fn says(exprs: &[Value], question: [&str; 2], wanted: [&[&str]; 2]) {
    let languages = [Language::English, Language::Korean];
    for ((language, question), wanted) in languages.into_iter().zip(question).zip(wanted) {
        let text = told(exprs, language, question).to_lowercase();
        for words in wanted {
            assert!(
                text.contains(&words.to_lowercase()),
                "{words:?} is not in {text:?}"
            );
        }
        let latin = text
            .replace("shine", "")
            .replace("strokes", "")
            .replace("after", "");
        let words = latin.split(|c: char| !c.is_ascii_alphabetic());
        let english = words
            .filter(|word| !word.is_empty() && *word != "count")
            .count();
        if language == Language::Korean {
            assert_eq!(english, 0, "English in {text:?}");
        }
    }
}

#[test]
fn differences_and_ratios() {
    let basalt = figure("best", "shine", &json!({"subjects": ["Basalt"]}));
    let difference = json!({"difference": {"of": of_granite("best"), "minus": basalt.clone()}});
    says(
        &[difference],
        [
            "how far is granite ahead of basalt?",
            "화강암이 현무암보다 얼마나 앞서?",
        ],
        [
            &["a difference of 8", "best shine of Granite", "11"],
            &["차이는 8", "최고 광택", "11"],
        ],
    );
    let ratio = json!({"ratio": {"of": of_granite("best"), "to": basalt}});
    says(
        &[ratio],
        [
            "how many times basalt is granite?",
            "화강암은 현무암의 몇 배야?",
        ],
        [&["3.67 times"], &["3.67배"]],
    );
}

#[test]
fn changes_between_days_and_best_of() {
    let september = json!({"period": {"start": "2026-09-01", "end": "2026-09-30"}});
    let october = json!({"period": {"start": "2026-10-01", "end": "2026-10-31"}});
    let change = json!({"change": {"of": of_granite("best"), "from": september, "to": october}});
    says(
        &[change],
        ["granite, september to october?", "화강암 9월에서 10월?"],
        [
            &["in September 2026", "in October 2026", "a difference of 4"],
            &["2026년 9월", "2026년 10월", "차이는 4"],
        ],
    );
    let by = json!({"change": {"of": figure("best", "shine", &json!({})), "from": september, "to": october}});
    let best = json!({"best_of": {"among": ["Granite", "Basalt"], "by": by}});
    says(
        &[best],
        ["which got shinier most?", "뭐가 제일 빛나졌어?"],
        [&["Granite"], &["화강암"]],
    );
}

#[test]
fn forecasts_with_their_range_or_why_there_is_none() {
    let series = of_granite("series");
    let reach = json!({"forecast": {"of": series.clone(), "reach": {"value": 15.0}}});
    says(
        &[reach],
        ["when does granite reach 15?", "화강암은 언제 15가 돼?"],
        [
            &["reaches 15", "2026-12-01", "This rests on 10 days"],
            &["15", "2026-12-01", "이대로 가면"],
        ],
    );
    let far = json!({"forecast": {"of": series, "reach": {"value": 1000.0}}});
    says(
        &[far],
        ["when does granite reach 1000?", "화강암은 언제 1000이 돼?"],
        [&["too far ahead"], &["너무 먼 앞날"]],
    );
}

#[test]
fn what_goes_together_and_what_stands_under_conditions() {
    let strokes = figure("series", "strokes", &json!({"subjects": ["Granite"]}));
    let together = json!({"association": {"of": of_granite("series"), "with": strokes}});
    says(
        &[together],
        ["does shine go with strokes?", "광택은 문지르기랑 같이 가?"],
        [
            &["rise and fall together", "10 days"],
            &["함께 오르내려요", "10일"],
        ],
    );
    let under = figure(
        "total",
        "strokes",
        &json!({"where": [{"row": {"field": "shine", "is": {"at_least": 5.0}}}]}),
    );
    says(
        &[under],
        [
            "strokes at a shine of 5 or more?",
            "광택 5 이상에서 문지르기는?",
        ],
        [
            &["total strokes with shine at least 5"],
            &["광택이 5 이상인 것의 문지르기 합계"],
        ],
    );
}

#[test]
fn an_earlier_step_is_told_once() {
    let best = of_granite("best");
    let twice = [
        best,
        json!({"difference": {"of": {"step": 1}, "minus": {"number": {"value": 20.0, "unit": "count"}}}}),
    ];
    let text = told(&twice, Language::English, "how far is granite from 20?");
    assert_eq!(text.matches("shine of Granite: 11").count(), 1, "{text}");
}
