//! Planner: the model says what to read and compute; code holds it to the names, measures and days
//! there are.

use minijinja::context;
use serde_json::Value;

use super::guard::Guard;
use super::prompt::render;
use super::quote::quoted_if_any;
use super::structured::{AgentRequest, CheckResult};
use super::{Models, exprs, prompt_lines, schema};
use crate::agents::{AgentContext, AgentError, NextAction, PlannerInput, PlannerOutput};
use crate::domain::DomainSet;
use crate::engine::builtin::planner::domain_questions::called_for;
use crate::engine::builtin::planner::expand::measures_elsewhere;
use crate::engine::builtin::planner::read::read;
use crate::engine::builtin::planner::reading_context::ReadingContext;
use crate::model::{AgentName, DateRange, DependencyType, Expr, FactQuery, Intent, SubQuery};

const MAX_TOKENS: u32 = 1_600;
/// Parts of a question at most.
const MOST_PARTS: usize = 4;

pub(super) async fn plan(
    models: &Models,
    cx: &AgentContext,
    known: &DomainSet,
    input: &PlannerInput,
) -> Result<PlannerOutput, AgentError> {
    let schema = schema::of::<PlannerOutput>();
    let days = prompt_lines::periods(&input.query, cx.today);
    let prompt = render(
        AgentName::Planner,
        context! {
            expertise => prompt_lines::expertise(cx),
            measures => prompt_lines::measures(cx),
            available => prompt_lines::domains(cx.domains.available.iter().cloned()),
            outline => schema::outline(&schema),
            today => cx.today.to_string(),
            weekday => cx.today.format("%A").to_string(),
            periods => days.iter().map(prompt_lines::period).collect::<Vec<_>>(),
            terms => prompt_lines::terms(cx, &input.query),
            learned => input.global_context_summary.as_deref().and_then(quoted_if_any),
            session => input.conversation.text().as_deref().and_then(quoted_if_any),
            searched => input.retrieval_history.iter().map(prompt_lines::attempt).collect::<Vec<_>>(),
            gaps => input.gaps_from_analyzer.iter().map(prompt_lines::gap).collect::<Vec<_>>(),
            feedback => input.evaluation_feedback.iter().map(prompt_lines::feedback).collect::<Vec<_>>(),
            answers => prompt_lines::answers(&input.user_responses),
            language => prompt_lines::language(&input.query),
            question => super::quote::whole(&input.query),
        },
    )?;
    let ask = AgentRequest {
        agent: AgentName::Planner,
        system: prompt.system,
        user: prompt.user,
        schema,
        max_tokens: MAX_TOKENS,
        again: true,
    };
    let guard = Guard::new([], &input.query, Vec::new());
    let check = |output: &mut PlannerOutput, _: &Value| {
        let mut check = Check {
            cx,
            known,
            days: &days,
            problems: Vec::new(),
            unloaded: Vec::new(),
        };
        check.plan(output, input);
        for question in &output.clarify_questions {
            check.problems.extend(guard.against(question));
        }
        output
            .clarify_questions
            .retain(|question| guard.against(question).is_empty());
        let stands = useful(output);
        CheckResult {
            problems: check.problems,
            stands,
        }
    };
    Ok(models.ask(cx, ask, check).await?.output)
}

/// Whether a plan leads anywhere.
fn useful(output: &PlannerOutput) -> bool {
    match output.next_action {
        NextAction::Retrieve => output
            .sub_queries
            .iter()
            .any(|part| !part.exprs.is_empty() || !part.retrieval.is_empty()),
        NextAction::ExpandDomain => !output.domain_expansion_request.is_empty(),
        NextAction::Clarify => !output.clarify_questions.is_empty(),
        NextAction::Synthesize => true,
    }
}

struct Check<'a> {
    cx: &'a AgentContext,
    known: &'a DomainSet,
    days: &'a [DateRange],
    problems: Vec<String>,
    /// Domains that figures name, and that could be loaded.
    unloaded: Vec<String>,
}

impl Check<'_> {
    fn plan(&mut self, output: &mut PlannerOutput, input: &PlannerInput) {
        output.confidence = output.confidence.clamp(0.0, 1.0);
        output.sub_queries.truncate(MOST_PARTS);
        for (part, id) in output.sub_queries.iter_mut().zip(1..) {
            part.id = id;
            self.part(part, input);
        }
        *output.intent = self.whole(output, input);
        let ids: Vec<u32> = output.sub_queries.iter().map(|part| part.id).collect();
        output
            .dependencies
            .retain(|d| d.from != d.to && ids.contains(&d.from) && ids.contains(&d.to));
        output.execution_order.retain(|id| ids.contains(id));
        for id in &ids {
            if !output.execution_order.contains(id) {
                output.execution_order.push(*id);
            }
        }
        if output.dependencies.is_empty() && output.execution_strategy == DependencyType::Dependent
        {
            output.execution_strategy = DependencyType::Independent;
        }
        if !self.unloaded.is_empty() {
            output.domain_expansion_request.append(&mut self.unloaded);
            output.domain_expansion_request.dedup();
            output.next_action = NextAction::ExpandDomain;
        }
        let available = &self.cx.domains.available;
        output.domain_expansion_request.retain(|name| {
            let is_there = available.iter().any(|info| info.name == *name);
            if !is_there && self.known.get(name).is_none() {
                self.problems.push(format!("there is no domain {name:?}"));
            }
            is_there
        });
        if output.next_action == NextAction::Clarify
            && input.retrieval_history.is_empty()
            && !output.sub_queries.is_empty()
            && useful(&PlannerOutput {
                next_action: NextAction::Retrieve,
                ..output.clone()
            })
        {
            // Always search before asking.
            output.next_action = NextAction::Retrieve;
        }
        if !useful(output) {
            self.problems.push(
                "the plan reads nothing, asks nothing and loads nothing: give `exprs` or `retrieval`"
                    .to_owned(),
            );
        }
    }

    fn part(&mut self, part: &mut SubQuery, input: &PlannerInput) {
        if part.question.trim().is_empty() {
            part.question.clone_from(&input.query);
        }
        part.intent = self.intent(&part.question, input);
        let exprs = std::mem::take(&mut part.exprs).into_iter();
        let exprs = exprs
            .map(|expr| match expr {
                Expr::Fact(query) => self.fact(*query).map(Expr::from),
                other => Some(other),
            })
            .collect();
        let days = self.days;
        let checked = exprs::check(self.cx, exprs, days, &mut |name| self.subject(name));
        part.exprs = checked.exprs;
        self.problems.extend(checked.problems);
        self.unloaded.extend(checked.unloaded);
        for instruction in &mut part.retrieval {
            instruction.period = self.period(instruction.period.take());
            let terms = std::mem::take(&mut instruction.terms);
            let named = terms
                .iter()
                .filter(|term| self.cx.domains.module(term).is_none());
            instruction.terms = named.filter_map(|term| self.subject(term)).collect();
        }
        // A read of everything by no name at all is a read of everything: fine, once.
        part.retrieval.dedup();
    }

    /// What a part is read as. One that an earlier plan of the run has stays as it was read.
    fn intent(&self, question: &str, input: &PlannerInput) -> Intent {
        let earlier = input.earlier.iter().flat_map(|plan| &plan.sub_queries);
        let same = |part: &&SubQuery| part.question == question;
        if let Some(part) = earlier.clone().find(same) {
            return part.intent.clone();
        }
        Intent {
            calls_for: called_for(self.cx, &input.query),
            elsewhere: measures_elsewhere(self.cx, self.known, question),
            ..read(question, ReadingContext::of(self.cx))
        }
    }

    /// What the question is read as before it is taken apart.
    fn whole(&self, output: &PlannerOutput, input: &PlannerInput) -> Intent {
        let same = |part: &&SubQuery| part.question.trim() == input.query.trim();
        match (output.sub_queries.iter().find(same), &input.earlier) {
            (Some(part), _) => part.intent.clone(),
            (None, Some(earlier)) => (*earlier.intent).clone(),
            (None, None) => self.intent(&input.query, input),
        }
    }

    /// Puts the vocabulary's names and the days that code read into a query, and leaves out what asks for
    /// nothing. Whether the query can be computed then is checked with all expressions.
    fn fact(&mut self, mut query: FactQuery) -> Option<FactQuery> {
        if self.cx.domains.module(&query.domain).is_none() {
            // Its names are of a domain that is not there: that comes first.
            return Some(query);
        }
        let mut subjects = std::mem::take(&mut query.subjects);
        // A domain named as its own subject: everything in it.
        subjects.retain(|name| !name.eq_ignore_ascii_case(&query.domain));
        let asked = subjects.len();
        query.subjects = subjects.iter().filter_map(|s| self.subject(s)).collect();
        if asked > 0 && query.subjects.is_empty() {
            // Of nothing by that name: the figure would be of everything.
            return None;
        }
        query.period = self.period(query.period.take());
        if let Some(compare) = &mut query.compare {
            compare.period = self.period(compare.period.take());
            let others = compare.subjects.take().unwrap_or_default();
            let mut others: Vec<String> = others.iter().filter_map(|s| self.subject(s)).collect();
            // Nothing lies between a thing and itself.
            others.retain(|other| !query.subjects.contains(other));
            compare.period = compare
                .period
                .take()
                .filter(|p| query.period.as_ref() != Some(p));
            compare.subjects = Some(others).filter(|others| !others.is_empty());
            if compare.period.is_none() == compare.subjects.is_none() {
                query.compare = None;
            }
        }
        query.limit = query.limit.filter(|limit| *limit > 0);
        query.filter = query
            .filter
            .filter(|of| of.min.is_some() || of.max.is_some() || of.text.is_some());
        Some(query)
    }

    /// The vocabulary's own name for a subject.
    fn subject(&mut self, name: &str) -> Option<String> {
        let vocabulary = self.cx.domains.vocabulary();
        if let Some((_, term)) = vocabulary.term(name).or_else(|| vocabulary.canonical(name)) {
            return Some(term.name.to_string());
        }
        let mut modules = self.cx.domains.modules.iter();
        if modules.any(|module| module.vocabulary().is_group(name)) {
            return Some(name.to_owned());
        }
        self.problems
            .push(format!("the vocabulary has no name {name:?}"));
        None
    }

    /// A period that code read from the question; the one there is, if there is one only.
    fn period(&mut self, said: Option<DateRange>) -> Option<DateRange> {
        let same = |day: &&DateRange| {
            said.as_ref()
                .is_some_and(|said| said.start == day.start && said.end == day.end)
        };
        if let Some(day) = self.days.iter().find(same) {
            return Some(day.clone());
        }
        if let Some(said) = &said {
            self.problems.push(format!(
                "{} to {} is not one of the days listed",
                said.start, said.end
            ));
        }
        // What the question names is never left out.
        self.days.first().cloned()
    }
}
