//! The questions of the domains' own that a question calls for.

use crate::agents::AgentContext;
use crate::model::DomainQuestion;
use quilto_language::Words;
use quilto_language::words::normalise;

/// Those whose words stand in a question.
pub fn called_for(cx: &AgentContext, question: &str) -> Vec<DomainQuestion> {
    let asked = Words::read(question);
    let query = normalise(question);
    let holds = |word: &String| {
        let cue = Words::read(word);
        if cue.hangul() {
            query.contains(&normalise(word))
        } else {
            (0..asked.len()).any(|at| {
                cue.iter()
                    .enumerate()
                    .all(|(i, part)| at + i < asked.len() && asked.at(at + i).text == part.text)
            })
        }
    };
    let modules = cx.domains.modules.iter();
    let called = modules.flat_map(|module| {
        let own = module.clarifications().iter();
        let called = own.filter(|own| own.when.iter().any(holds));
        called.map(|own| DomainQuestion {
            domain: module.name.clone(),
            gap: own.gap.clone(),
        })
    });
    called.collect()
}
