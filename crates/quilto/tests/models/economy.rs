//! How many calls things cost.

use std::sync::Arc;

use quilto::model::AgentName;

use super::cascade::good;
use super::world::World;

const ANSWER: &str =
    "The notes cannot prove a cause. Granite was polished longest on 2026-11-05: 25 min.";

fn calls(text: &str) -> (u64, u64) {
    let client = Arc::new(good(ANSWER));
    let report = World::new(&[Arc::clone(&client)]).with_notes().says(text);
    let observer: u64 = report
        .usage
        .iter()
        .filter(|used| used.agent == AgentName::Observer)
        .map(|used| used.calls)
        .sum();
    assert_eq!(client.requests().len() as u64, report.model_calls());
    (report.model_calls() - observer, observer)
}

#[test]
fn a_clean_note_asks_no_model() {
    for note in [
        "granite 20 minutes",
        "granite 20 minutes, basalt 5 min",
        "화강암 20분",
        // What the person does not know any more, a model cannot tell either.
        "granite 20 or 25 minutes",
    ] {
        assert_eq!(calls(note), (0, 0), "{note}");
    }
}

#[test]
fn what_was_not_done_is_not_put_before_a_model() {
    for note in [
        "tomorrow: granite 20 minutes",
        "my friend polished granite for 30 minutes",
        "> granite 40 minutes\nnice quote",
        "granite 20 minutes. tomorrow basalt 30 minutes",
    ] {
        assert_eq!(calls(note), (0, 0), "{note}");
    }
}

#[test]
fn a_correction_asks_no_model() {
    assert_eq!(
        calls("no, actually the granite was 14 minutes, not 12"),
        (0, 0)
    );
}

#[test]
fn a_simple_question_asks_one_at_most() {
    for question in [
        "longest granite in 2026?",
        "how often did i polish granite this month?",
        "when did i last polish basalt?",
    ] {
        let (calls, _) = calls(question);
        assert!(calls <= 1, "{question}: {calls}");
    }
}

#[test]
fn a_question_that_needs_insight_asks_six_at_most() {
    for question in [
        "why is granite polished less and less?",
        "should i polish granite more?",
    ] {
        let (calls, observer) = calls(question);
        assert!((1..=6).contains(&calls), "{question}: {calls}");
        assert!(observer <= 1);
    }
}

#[test]
fn runs_that_share_an_engine_count_for_themselves() {
    let client = Arc::new(good(ANSWER));
    let world = World::new(&[client]).with_notes();
    let first = world.says("why is granite polished less and less?");
    let note = world.says("granite 20 minutes");
    assert!(first.model_calls() > 0);
    assert_eq!(note.model_calls(), 0);
}
