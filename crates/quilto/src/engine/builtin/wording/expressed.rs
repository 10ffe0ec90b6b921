//! What expressions come to, in words: their parts, what those are to each other, what it rests on, and
//! what was left out; or why there is nothing to tell.

use crate::engine::builtin::planner::measure::measures_of;
use crate::facts::format;
use crate::model::{
    Bound, Expr, Fact, FactKind, FactOp, FactQuery, FactValue, Figure, Pair, Quantity, When,
};

use super::conditions;
use super::scene::Scene;
use super::speak::Found;
use super::{Claim, trend, why};

/// From here on agreement of two series may be by chance.
const BY_CHANCE: f64 = 0.05;

/// The claims of every expression of a plan; what the last one comes to is the answer.
pub fn claims(scene: &Scene<'_>) -> Vec<Claim> {
    let first = scene.sub_query.facts.len();
    let exprs = &scene.sub_query.exprs;
    let mut said: Vec<Claim> = Vec::new();
    for (expr, place) in exprs.iter().zip(first..) {
        let found = scene.of_query(place);
        let last = place + 1 == first + exprs.len();
        for claim in of_expr(scene, expr, &found) {
            // An earlier step is told where it is taken up.
            said.retain(|known| known.text != claim.text);
            said.push(if last {
                claim
            } else {
                Claim {
                    lead: false,
                    ..claim
                }
            });
        }
    }
    said
}

fn of_expr(scene: &Scene<'_>, expr: &Expr, found: &Found<'_>) -> Vec<Claim> {
    if let Some((query, told)) = of_one_figure(expr, found) {
        let own = match query.op {
            FactOp::Trend => trend::claims(scene, &query, &told),
            _ => why::claims(scene, &query, &told),
        };
        let rests = found
            .iter()
            .filter(|(_, fact)| told.iter().all(|(_, own)| own != fact));
        let rests = rests.filter_map(|one| claim(scene, expr, found, *one));
        return own.into_iter().chain(rests).collect();
    }
    let told = found
        .iter()
        .filter_map(|one| claim(scene, expr, found, *one));
    told.collect()
}

/// A trend, or what differs between better and worse days, as the flat query that it is.
fn of_one_figure<'a>(expr: &Expr, found: &Found<'a>) -> Option<(FactQuery, Found<'a>)> {
    let (figure, op) = match expr {
        Expr::Figure(figure) if figure.op == FactOp::Trend => (&**figure, FactOp::Trend),
        Expr::Association(of) if of.with.is_none() => match &*of.of {
            Expr::Figure(figure) => (&**figure, FactOp::Associate),
            _ => return None,
        },
        _ => return None,
    };
    let own = |fact: &Fact| {
        !matches!(
            fact.kind,
            FactKind::NoValue | FactKind::RestsOn | FactKind::LeftOut { .. }
        )
    };
    let told: Found<'a> = found
        .iter()
        .copied()
        .filter(|(_, fact)| own(fact))
        .collect();
    let query = FactQuery {
        subjects: figure.subjects.clone(),
        period: match &figure.when {
            Some(When::Period(days)) => Some(days.clone()),
            _ => None,
        },
        ..FactQuery::of(figure.domain.clone(), figure.measure.clone(), op)
    };
    (!told.is_empty()).then_some((query, told))
}

/// One fact in words; none for what stands in the words of another.
fn claim(
    scene: &Scene<'_>,
    expr: &Expr,
    found: &Found<'_>,
    (at, fact): (usize, &Fact),
) -> Option<Claim> {
    let phrases = scene.phrases();
    let beside = |is: &dyn Fn(&FactKind) -> bool| {
        let same = |other: &&(usize, &Fact)| other.1.subject == fact.subject && is(&other.1.kind);
        found.iter().find(same).copied()
    };
    let value = |one: Option<(usize, &Fact)>| {
        one.map_or_else(String::new, |(_, fact)| format::fact_value(fact))
    };
    let made = |key: &str, fill: &[(&str, String)], also: &[Option<(usize, &Fact)>]| {
        let stated: Vec<(usize, &Fact)> = [(at, fact)]
            .into_iter()
            .chain(also.iter().copied().flatten())
            .collect();
        Claim::of(key, phrases.say(key, fill), &stated)
    };
    let what = ("what", format::fact_value(fact));
    Some(match &fact.kind {
        FactKind::Difference(of) => {
            let percent = beside(&|kind| matches!(kind, FactKind::Change(_)));
            let fill = [
                ("name", name(scene, of, fact)),
                what,
                ("sides", fact.detail.clone().unwrap_or_default()),
                ("percent", value(percent)),
            ];
            made("expr_difference", &fill, &[percent]).leading()
        }
        FactKind::Ratio(of) => {
            let share = beside(&|kind| matches!(kind, FactKind::Share(_)));
            let fill = [
                ("name", name(scene, of, fact)),
                what,
                ("sides", fact.detail.clone().unwrap_or_default()),
                ("percent", value(share)),
            ];
            made("expr_ratio", &fill, &[share]).leading()
        }
        FactKind::Sum(_) => made("expr_sum", &[what], &[]).leading(),
        FactKind::DaysBetween => made("expr_between", &[what], &[]).leading(),
        FactKind::Slope { .. } => {
            let fill = [
                ("name", name(scene, &fact.kind, fact)),
                ("what", trend::slope_in_words(fact).unwrap_or_default()),
                ("per", trend::per(scene, fact)),
                ("range", fact.detail.clone().unwrap_or_default()),
            ];
            made("expr_rate", &fill, &[])
        }
        FactKind::Forecast { bound: None, .. } => {
            let low = beside(&|kind| is_bound(kind, [Bound::Earliest, Bound::Lowest]));
            let high = beside(&|kind| is_bound(kind, [Bound::Latest, Bound::Highest]));
            let of_day = matches!(fact.value, FactValue::Date(_));
            let date = fact.date.map(|day| day.to_string()).unwrap_or_default();
            let fill = [
                ("name", name(scene, &fact.kind, fact)),
                what,
                ("goal", fact.detail.clone().unwrap_or_default()),
                ("date", date),
                ("low", value(low)),
                ("high", value(high)),
            ];
            let key = if of_day {
                "expr_reached_on"
            } else {
                "expr_expected"
            };
            made(key, &fill, &[low, high]).leading()
        }
        FactKind::RankCorrelation(pair) => {
            let chance = beside(&|kind| matches!(kind, FactKind::RankSignificance(_)));
            correlated(scene, expr, pair, fact, chance, &made).leading()
        }
        FactKind::NoValue => {
            let FactValue::Text(code) = &fact.value else {
                return None;
            };
            made(&format!("none_{code}"), &[], &[]).leading()
        }
        FactKind::RestsOn => {
            let days = fact.period.as_ref();
            let one = days.is_some_and(|days| days.days() == 1);
            let end = days.filter(|_| !one).map(|days| days.end.to_string());
            let fill = [
                ("days", scene.phrases().counted(number(fact), "days")),
                (
                    "start",
                    days.map(|days| days.start.to_string()).unwrap_or_default(),
                ),
                ("end", end.unwrap_or_default()),
            ];
            made("expr_rests", &fill, &[])
        }
        FactKind::LeftOut { of, why } => {
            let fill = [
                ("n", format::number(number(fact))),
                ("of", measure_name(scene, &fact.domain, of)),
            ];
            made(&format!("left_{}", why.code()), &fill, &[])
        }
        FactKind::Change(_)
        | FactKind::Share(_)
        | FactKind::Forecast { .. }
        | FactKind::RankSignificance(_) => return None,
        kind => {
            let date = fact.date.map(|day| day.to_string()).unwrap_or_default();
            let figure = figure_of(expr, fact);
            let fill = [
                ("name", name(scene, kind, fact)),
                ("what", scene.what(fact)),
                ("date", date),
                (
                    "condition",
                    figure.map_or_else(String::new, |of| conditions::of(scene, of)),
                ),
                (
                    "period",
                    scene.period(fact.period.as_ref().filter(|_| figure.is_none_or(has_days))),
                ),
            ];
            let alone = matches!(expr, Expr::Figure(_) | Expr::BestOf(_));
            let claim = made("expr_figure", &fill, &[]);
            if alone { claim.leading() } else { claim }
        }
    })
}

/// Whether the days of a figure are days by their dates, or those of what it is part of.
fn has_days(figure: &Figure) -> bool {
    !matches!(figure.when, Some(When::Event(_)))
}

fn is_bound(kind: &FactKind, wanted: [Bound; 2]) -> bool {
    matches!(kind, FactKind::Forecast { bound: Some(bound), .. } if wanted.contains(bound))
}

fn number(fact: &Fact) -> f64 {
    match fact.value {
        FactValue::Number(number) => number,
        _ => 0.0,
    }
}

/// A claim of a phrase, what fills it, and the facts it states besides.
type Made<'m> = dyn Fn(&str, &[(&str, String)], &[Option<(usize, &Fact)>]) -> Claim + 'm;

/// Whether two series rise and fall together.
fn correlated(
    scene: &Scene<'_>,
    expr: &Expr,
    pair: &Pair,
    fact: &Fact,
    chance: Option<(usize, &Fact)>,
    made: &Made<'_>,
) -> Claim {
    let other = expr.figures().get(1).map(|figure| figure.domain.clone());
    let fill = [
        ("of", quantity(scene, &fact.domain, &pair.of)),
        (
            "with",
            quantity(scene, other.as_ref().unwrap_or(&fact.domain), &pair.with),
        ),
        (
            "lag",
            (pair.lag_days > 0)
                .then(|| pair.lag_days.to_string())
                .unwrap_or_default(),
        ),
        ("what", format::fact_value(fact)),
        ("n", scene.phrases().counted(fact.sample as f64, "days")),
    ];
    let rho = number(fact);
    let key = match chance {
        Some((_, chance)) if number(chance) >= BY_CHANCE => "expr_apart",
        _ if rho < 0.0 => "expr_against",
        _ => "expr_together",
    };
    made(key, &fill, &[])
}

/// The figure that a fact is of, by what they are of and the conditions it was computed under.
fn figure_of<'e>(expr: &'e Expr, fact: &Fact) -> Option<&'e Figure> {
    let figures = expr.figures();
    let fits = |figure: &&Figure| {
        let domain = figure.domain == fact.domain;
        let subject = figure.subjects.is_empty() || figure.subjects.contains(&fact.subject);
        let slice = crate::facts::slice(figure);
        let under = match (&slice, &fact.bucket) {
            (Some(slice), Some(bucket)) => bucket.ends_with(slice.as_str()),
            (slice, _) => slice.is_none(),
        };
        domain && subject && under
    };
    figures.into_iter().find(fits)
}

/// What a fact is of: "best weight of Granite".
fn name(scene: &Scene<'_>, kind: &FactKind, fact: &Fact) -> String {
    let of = |of: &Quantity| quantity(scene, &fact.domain, of);
    let (key, of) = match kind {
        FactKind::Best(q) => ("kind_best", of(q)),
        FactKind::Worst(q) => ("kind_worst", of(q)),
        FactKind::First(q) => ("kind_first", of(q)),
        FactKind::Last(q) => ("kind_last", of(q)),
        FactKind::FirstDay => ("kind_first", String::new()),
        FactKind::LastDay => ("kind_last", String::new()),
        FactKind::Total(q) => ("kind_total", of(q)),
        FactKind::Average { of: q, .. } => ("kind_average", of(q)),
        FactKind::Count(q) | FactKind::StretchesWithAny(q) => ("kind_count", of(q)),
        FactKind::LongestGap => ("kind_gap", String::new()),
        FactKind::LongestStreak => ("kind_streak", String::new()),
        FactKind::Value(q) | FactKind::Slope { of: q, .. } | FactKind::Forecast { of: q, .. } => {
            ("kind_value", of(q))
        }
        kind => (
            "kind_value",
            kind.measure()
                .map_or_else(String::new, |m| measure_name(scene, &fact.domain, m)),
        ),
    };
    let alone = fact.subject == fact.domain || fact.subject.is_empty();
    let subject = match alone {
        true => String::new(),
        false => scene.subject(&fact.domain, &fact.subject),
    };
    let beside = fact
        .beside
        .as_ref()
        .map(|other| scene.subject(&fact.domain, other));
    let fill = [
        ("of", of),
        ("subject", subject),
        ("beside", beside.unwrap_or_default()),
    ];
    scene.phrases().say(key, &fill)
}

fn quantity(scene: &Scene<'_>, domain: &str, of: &Quantity) -> String {
    let phrases = scene.phrases();
    match of {
        Quantity::Measure(name) | Quantity::Rows(name) => measure_name(scene, domain, name),
        Quantity::Entries => phrases.unit("entries"),
        Quantity::Days => phrases.unit("days"),
        Quantity::Weeks => phrases.unit("weeks"),
        Quantity::Months => phrases.unit("months"),
        Quantity::Years => phrases.unit("years"),
        Quantity::Subjects => phrases.say("kind_subjects", &[]),
    }
}

/// A measure as the answer calls it; what is none of the domain, by its own name.
pub(super) fn measure_name(scene: &Scene<'_>, domain: &str, name: &str) -> String {
    if name == Quantity::ENTRIES {
        return scene.phrases().unit("entries");
    }
    let measures = scene.module(domain).and_then(measures_of);
    let measure = measures.and_then(|measures| measures.measure(name).cloned());
    measure.map_or_else(
        || scene.subject(domain, name).replace('_', " "),
        |measure| scene.measure_name(&measure),
    )
}
