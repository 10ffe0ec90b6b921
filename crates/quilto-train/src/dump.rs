use crate::corpus::Writer;
pub(crate) fn dump(writers: &[Writer]) -> String {
    let all: Vec<_> = writers.iter().map(|w| {
        let t: Vec<_> = w.texts.iter().map(|l| {
            let ws: Vec<_> = l.text.words.iter().map(|w| serde_json::json!([w.text, w.span.start, w.span.end, w.begins.map(|b| format!("{b:?}")), w.plain, w.known])).collect();
            let ps: Vec<_> = l.text.parts.iter().map(|(r,a)| serde_json::json!([r.start, r.end, a.name()])).collect();
            serde_json::json!({"raw": l.raw, "words": ws, "parts": ps})
        }).collect();
        serde_json::json!({"name": w.name, "texts": t})
    }).collect();
    serde_json::to_string(&all).unwrap_or_default()
}
