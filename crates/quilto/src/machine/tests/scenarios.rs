//! One scripted run for each way through the machine, for tests that try something at every step of
//! all of them.

use crate::agents::*;
use crate::machine::testing::*;
use crate::machine::*;
use crate::model::*;

pub(super) struct Scenario {
    pub name: &'static str,
    pub run: Run,
    pub script: Script,
}

fn scenario(
    name: &'static str,
    kind: InputType,
    shape: impl FnOnce(&mut Script, &mut RunSettings),
) -> Scenario {
    let mut script = Script::new(kind);
    let mut settings = RunSettings::at(now());
    shape(&mut script, &mut settings);
    Scenario {
        name,
        run: start_with(input("granite washed. does it shine?"), settings),
        script,
    }
}

fn choose(ask: &Ask) -> Reply {
    let choice = ask.choice.as_ref().unwrap();
    Reply::choose(choice.candidates[0].id.clone())
}

fn answer_first(ask: &Ask) -> Reply {
    match ask.questions.first() {
        Some(question) => Reply::answer(question.id.clone(), "yes"),
        None => approve(ask),
    }
}

fn tell(ask: &Ask) -> Reply {
    match ask.questions.first() {
        Some(question) => Reply::answer(question.id.clone(), "granite washed yesterday"),
        None => approve(ask),
    }
}

pub(super) fn all() -> Vec<Scenario> {
    [
        notes(),
        questions_alone(),
        corrections(),
        notes_with_questions(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn notes() -> Vec<Scenario> {
    use InputType::Log;
    vec![
        scenario("log", Log, |_, _| {}),
        scenario("log that nobody can read", Log, |s, _| {
            s.failing.insert("parser");
        }),
        scenario("log that is refined and approved", Log, |s, set| {
            set.approval = ApprovalPolicy::Always;
            s.replies = vec![|ask| refine(ask, "30"), approve];
        }),
        scenario("log that is read otherwise once refined", Log, |s, set| {
            set.approval = ApprovalPolicy::Always;
            s.parses = vec![parse(), thirty_minutes()];
            s.replies = vec![|ask| refine(ask, "30"), approve];
        }),
        scenario("log that is rejected", Log, |s, set| {
            set.approval = ApprovalPolicy::Always;
            s.replies = vec![reject];
        }),
    ]
}

fn questions_alone() -> Vec<Scenario> {
    use InputType::{Log, Query};
    let short = || too_little(vec![gap(GapType::Topical)]);
    vec![
        scenario("query", Query, |_, _| {}),
        scenario("query that is never enough", Query, |s, _| {
            s.analyses = [(0, vec![short()])].into();
        }),
        scenario("query that fails evaluation", Query, |s, _| {
            s.judgements = vec![judged(&[Dimension::Relevance], &[])];
        }),
        scenario("query that is ungrounded", Query, |s, _| {
            s.judgements = vec![judged(&[], &["9"])];
        }),
        scenario("query that asks and goes on", Query, |s, _| {
            s.plans = vec![plan(NextAction::Clarify)];
            s.replies = vec![answer_first];
        }),
        scenario("query whose answer is a note", Query, |s, _| {
            s.plans = vec![plan(NextAction::Clarify)];
            s.routes = vec![routed(Query), routed(Log)];
            s.replies = vec![tell];
        }),
        scenario("query that loads a domain", Query, |s, _| {
            let gap = outside("plants", GapType::Topical);
            s.analyses = [(0, vec![too_little(vec![gap]), enough()])].into();
        }),
        scenario("query with a domain nobody has", Query, |s, _| {
            s.plans = vec![expand(&["moons"])];
        }),
    ]
}

fn corrections() -> Vec<Scenario> {
    use InputType::Correction;
    vec![
        scenario("correction", Correction, |s, _| {
            s.parses = vec![correction(&["20261120-0900"])];
            s.replies = vec![|ask| refine(ask, "30"), approve];
        }),
        scenario("correction of one of two", Correction, |s, _| {
            s.parses = vec![correction(&["20261120-0900", "20261120-0930"])];
            s.replies = vec![choose, approve];
        }),
        scenario("correction of nothing", Correction, |s, _| {
            s.parses = vec![correction(&[])];
        }),
    ]
}

fn notes_with_questions() -> Vec<Scenario> {
    use InputType::{Both, Log};
    let mut all = vec![
        scenario("both, whose answer is another note", Both, |s, set| {
            set.approval = ApprovalPolicy::Always;
            s.plans = vec![plan(NextAction::Clarify)];
            s.routes = vec![routed(Both), routed(Log)];
            s.replies = vec![tell, approve];
        }),
        scenario("both", Both, |_, _| {}),
        scenario("both, asking and showing", Both, |s, set| {
            set.approval = ApprovalPolicy::Always;
            s.plans = vec![plan(NextAction::Clarify)];
            s.replies = vec![answer_first];
        }),
        scenario("both, with a failing question", Both, |s, _| {
            s.failing.insert("retriever");
        }),
    ];
    for strategy in [
        DependencyType::Independent,
        DependencyType::Dependent,
        DependencyType::Coupled,
    ] {
        all.push(scenario("several questions", Both, |s, _| {
            s.plans[0].sub_queries = vec![sub_query(1, "a?"), sub_query(2, "b?")];
            s.plans[0].execution_order = vec![1, 2];
            s.plans[0].execution_strategy = strategy;
        }));
    }
    all
}
