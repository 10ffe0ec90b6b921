//! What a good model says about the rocks.

use quilto::llm::{Completion, Finish, LlmError, Usage};
use serde_json::{Value, json};

/// An answer that cost something.
pub fn said(value: Value) -> Completion {
    Completion {
        text: value.to_string(),
        finish: Finish::Stop,
        usage: Usage {
            prompt_tokens: 100,
            cached_tokens: 60,
            completion_tokens: 20,
        },
    }
}

pub fn cannot_be_reached() -> LlmError {
    LlmError::Unreachable {
        provider: "scripted".into(),
        url: "http://127.0.0.1:9".into(),
        reason: "connection refused".into(),
    }
}

pub fn fact(measure: &str, op: &str) -> Value {
    json!({
        "domain": "rocks", "measure": measure, "subjects": ["Granite"], "op": op, "period": null,
        "by": null, "filter": null, "compare": null, "limit": null
    })
}

pub fn plan(kind: &str, facts: &[Value]) -> Value {
    json!({
        "query_type": kind,
        "sub_queries": [{
            "id": 1, "question": "", "query_type": kind,
            "retrieval": [{"period": null, "terms": ["Granite"], "literal": []}],
            "exprs": facts.iter().map(|fact| json!({"fact": fact})).collect::<Vec<_>>()
        }],
        "dependencies": [], "execution_strategy": "independent", "execution_order": [1],
        "gaps_status": [], "domain_expansion_request": [], "expansion_reasoning": null,
        "clarify_questions": [], "reasoning": "figures first", "confidence": 0.9,
        "next_action": "retrieve"
    })
}

pub fn analysis(claim: &str) -> Value {
    json!({
        "query_intent": "why granite is polished less",
        "findings": [{
            "name": "less", "claim": claim, "evidence": [], "facts": [0], "confidence": "medium"
        }],
        "patterns_identified": [], "gaps_identified": [],
        "verdict_reasoning": "the trend is computed", "verdict": "sufficient"
    })
}

pub fn draft(response: &str) -> Value {
    json!({
        "response": response, "key_points": [], "evidence_cited": [], "gaps_disclosed": [],
        "confidence": "medium"
    })
}

pub fn judgement(verdict: &str) -> Value {
    json!({
        "dimensions": [{
            "dimension": "accuracy", "issues": [], "reasoning": "it holds", "verdict": verdict
        }],
        "feedback": [], "ungrounded": [], "recommendation": "accept", "overall_verdict": verdict
    })
}

pub fn nothing_to_remember() -> Value {
    json!({"insights_captured": [], "updates": [], "should_update": false})
}

pub fn reading(rocks: Value) -> Value {
    json!({
        "tags": [], "domain_data": {"rocks": rocks}, "uncertain_fields": [],
        "extraction_notes": [], "confidence": 0.9
    })
}
