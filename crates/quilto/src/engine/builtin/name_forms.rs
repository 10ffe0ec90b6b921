//! What somebody calls by a short name and does in another form: "granite" of who only has "Granite (Raw)". Where the notes
//! in reach hold nothing of what a question names and something of a form of it, that is meant; answers call it by its name.

use std::cmp::Reverse;

use crate::agents::AgentContext;
use crate::model::{Entry, Expr, SubQuery, Topic};

use super::matching::subjects_in;
use super::topics;

/// So many notes are looked at before it is told whether one of them holds a thing.
const LOOKED_AT: usize = 64;

/// The plan about those forms; none where the notes hold what it names, or no form of it.
pub fn in_own(cx: &AgentContext, plan: &SubQuery, read: &[Entry]) -> Option<SubQuery> {
    let forms = plan.intent.topics.iter().filter_map(|topic| {
        let form = form_of(cx, topic, read)?;
        Some((topic.name.clone(), form))
    });
    let forms: Vec<(String, String)> = forms.collect();
    if forms.is_empty() {
        return None;
    }
    let mut own = plan.clone();
    for (name, form) in &forms {
        let call = |names: &mut Vec<String>| {
            let named = names.iter_mut().filter(|one| *one == name);
            named.for_each(|one| one.clone_from(form));
        };
        let topics = own.intent.topics.iter_mut();
        let topics = topics.filter(|topic| topic.name == *name);
        topics.for_each(|topic| topic.name.clone_from(form));
        let instructions = own.retrieval.iter_mut();
        instructions.for_each(|instruction| call(&mut instruction.terms));
        for expr in &mut own.exprs {
            match expr {
                Expr::Fact(query) => call(&mut query.subjects),
                other => other
                    .figures_mut()
                    .into_iter()
                    .for_each(|figure| call(&mut figure.subjects)),
            }
        }
    }
    Some(own)
}

/// The form of a thing that stands in notes, where the thing itself does not: the one of the very name first, of those the
/// one noted most often.
fn form_of(cx: &AgentContext, topic: &Topic, read: &[Entry]) -> Option<String> {
    if topic.group || topic.longer.is_some() {
        return None;
    }
    let module = cx.domains.module(&topic.domain)?;
    let forms = topics::variations(module, &topic.name);
    if forms.is_empty() {
        return None;
    }
    // What is noted at all mostly stands in one of the first notes.
    let mut parts = read.chunks(LOOKED_AT);
    if parts.any(|part| subjects_in(module, part).contains(&topic.name)) {
        return None;
    }
    let noted = subjects_in(module, read);
    let plain = topics::plain(&topic.name);
    let often = |form: &String| {
        let of = read.iter().filter(|entry| {
            let one = std::slice::from_ref(*entry);
            subjects_in(module, one).contains(form)
        });
        of.count()
    };
    let kept = forms.into_iter().filter(|form| noted.contains(form));
    kept.min_by_key(|form| (topics::plain(form) != plain, Reverse(often(form))))
}
