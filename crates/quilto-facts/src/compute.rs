//! From fact queries to facts.

use std::sync::Arc;

use chrono::NaiveDate;

use quilto_domain::measures::Measures;
use quilto_domain::{ActiveDomainContext, DomainModule};
use quilto_model::{Entry, Expr, ExprOutcome, Fact, FactQuery, Language, Refusal, UnitPreferences};

use super::expr;
use super::figure::DomainFacts;
use super::rows::oldest_first;
use super::select::Groups;

/// Answers fact queries from entries, with the measures and groups of the loaded domains.
///
/// The entries are all that may matter; the engine itself keeps to each query's period and
/// subjects, so entries outside of it cost time but change nothing. The order of entries does not
/// matter. Entries of days after `today` are plans, and count for nothing. A query that nothing matches gives no facts, as does a measure that the domain does not
/// have; a broken `measures.yaml` is remembered among the domain's problems.
///
/// Names of facts (`M` is the measure's name):
///
/// | operation | facts |
/// |---|---|
/// | best, worst | `best M`, `worst M`: value, day, the row in words; days that tie in brackets |
/// | first, last | `first M`, `last M`: that day's value; `first day`, `last day` where it has none |
/// | list | `M`, one per row (per day for measures that add up), oldest first |
/// | count | `number of entries`, `number of days` (a few of them are named in the detail), `number of ROWS` |
/// | count subjects | `number of subjects` |
/// | count off | `number of days without`, of the days of the period (from first to last where none is named); a few of them are named in the detail |
/// | count buckets | `number of weeks` (months, years) whose days lie in the filter's bounds, `weeks with any` |
/// | total | `total M`; with an average of what adds up, too: `estimated share of M` in %, where values were estimated |
/// | any, of a sum of bests `S` | the `best M` of every part, and `total S` where all have one |
/// | average | `average M`, or `average M per day` (with data) for measures that add up; by entry or row `average M per entry`, `average M per ROW`; by week, month or year also `average M per week`, without bucket: the total over the length of the period; of entries `average days per week` |
/// | series | `M` with its bucket; by week, month or year also the average per bucket |
/// | trend | `trend of M` (a word), `M per week`, `M per month` or `M per year` (slope), `significance of the trend of M`, `start of M`, `end of M` |
/// | longest gap | `longest gap` in days, with the days it lies between, and the `average gap` |
/// | streak | `longest streak`, `latest streak` in days, by week in weeks |
/// | associate | `F on better days`, `F on worse days`, `association of F with M` per factor F |
/// | any, compared | the facts of both sides, then `difference in …` and `change in …` (%), later minus earlier |
/// | any, against another figure | both facts, then `ratio of M` and `share of M` (%), or of two first times `days between` |
pub fn compute(
    queries: &[FactQuery],
    entries: &[Entry],
    domains: &ActiveDomainContext,
    units: &UnitPreferences,
    today: NaiveDate,
) -> Vec<Fact> {
    let exprs: Vec<Expr> = queries.iter().cloned().map(Expr::from).collect();
    let all: Vec<&Expr> = exprs.iter().collect();
    with_domains(&all, domains, Language::English, &|known| {
        compute_with(queries, entries, known, units, today)
    })
}

/// Does something with what the engine must know of the domains that expressions name.
pub fn with_domains<T>(
    exprs: &[&Expr],
    domains: &ActiveDomainContext,
    language: Language,
    then: &dyn Fn(&[DomainFacts<'_>]) -> T,
) -> T {
    let named = expr::ExprNames::by(exprs);
    let read: Vec<(&DomainModule, Option<Arc<Measures>>)> = domains
        .modules
        .iter()
        .filter(|module| named.domain(&module.name))
        .map(|module| (&**module, measures_of(module)))
        .collect();
    let known: Vec<DomainFacts<'_>> = read
        .iter()
        .map(|(module, measures)| DomainFacts {
            name: &module.name,
            measures: measures.as_deref(),
            groups: groups_of(module, &named),
            language,
        })
        .collect();
    then(&known)
}

/// What expressions come to; an expression may name those before it as its steps. Facts carry the place of
/// the one they answer. Rows are told in English.
pub fn compute_exprs(
    exprs: &[Expr],
    entries: &[Entry],
    domains: &ActiveDomainContext,
    units: &UnitPreferences,
    today: NaiveDate,
) -> Vec<ExprOutcome> {
    compute_exprs_in(Language::English, exprs, entries, domains, units, today)
}

/// As [`compute_exprs`], with rows told in a language.
pub fn compute_exprs_in(
    language: Language,
    exprs: &[Expr],
    entries: &[Entry],
    domains: &ActiveDomainContext,
    units: &UnitPreferences,
    today: NaiveDate,
) -> Vec<ExprOutcome> {
    let order = oldest_first(entries, today);
    let expanded = expr::expand(exprs);
    let whole: Vec<&Expr> = expanded.iter().flatten().collect();
    let loaded = loaded(domains);
    with_domains(&whole, domains, language, &|known| {
        let computed = expanded.iter().enumerate().map(|(number, expr)| {
            let sheet = expr::Sheet {
                entries,
                order: &order,
                domains: known,
                units,
                number,
            };
            let checked = expr.clone().and_then(|expr| {
                expr::check(&expr, known, &loaded, units)?;
                Ok(sheet.expr(&expr))
            });
            checked.unwrap_or_else(|error| ExprOutcome {
                refused: Some(Refusal::Invalid(error.to_string())),
                ..ExprOutcome::default()
            })
        });
        computed.collect()
    })
}

/// What is wrong with each of some expressions, if anything.
pub fn check_exprs(
    exprs: &[Expr],
    domains: &ActiveDomainContext,
    units: &UnitPreferences,
) -> Vec<Result<(), expr::ExprError>> {
    let expanded = expr::expand(exprs);
    let whole: Vec<&Expr> = expanded.iter().flatten().collect();
    let loaded = loaded(domains);
    with_domains(&whole, domains, Language::English, &|known| {
        let checked = expanded.iter().map(|expr| match expr {
            Ok(expr) => expr::check(expr, known, &loaded, units),
            Err(error) => Err(error.clone()),
        });
        checked.collect()
    })
}

/// The names of all domains that expressions may name.
fn loaded(domains: &ActiveDomainContext) -> Vec<&str> {
    let modules = domains.modules.iter();
    modules.map(|module| module.name.as_str()).collect()
}

fn measures_of(module: &DomainModule) -> Option<Arc<Measures>> {
    module.measures().unwrap_or_else(|error| {
        module.complain(error);
        None
    })
}

/// The groups of a domain that expressions name, or all where one asks by group; the vocabulary is left
/// unread where nothing can need them.
fn groups_of(module: &DomainModule, named: &expr::ExprNames) -> Groups {
    let mut groups = Groups::default();
    let (all, names) = named.subjects(&module.name);
    if all || !names.is_empty() {
        for (group, members) in module.vocabulary().groups() {
            if all || names.contains(&group.to_lowercase()) {
                groups.add(group, members.map(str::to_owned));
            }
        }
    }
    groups
}

/// As [`compute`], for measures and groups that the caller has at hand.
pub fn compute_with(
    queries: &[FactQuery],
    entries: &[Entry],
    domains: &[DomainFacts<'_>],
    units: &UnitPreferences,
    today: NaiveDate,
) -> Vec<Fact> {
    let order = oldest_first(entries, today);
    let mut facts = Vec::new();
    for (number, query) in queries.iter().enumerate() {
        let sheet = expr::Sheet {
            entries,
            order: &order,
            domains,
            units,
            number,
        };
        facts.extend(sheet.query(query).0);
    }
    facts
}
