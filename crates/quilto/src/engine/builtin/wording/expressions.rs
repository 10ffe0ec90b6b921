//! What expressions come to, in words: their parts, what those are to each other, what it rests on, and
//! what was left out; or why there is nothing to tell.

use crate::facts::format;
use crate::model::{
    Bound, Condition, Expr, Fact, FactKind, FactOp, FactQuery, FactValue, Figure, Pair, Quantity,
    When,
};

use super::answer_context::{AnswerContext, IndexedFacts};
use super::conditions;
use super::{Claim, associations, compare, figures, trend};
use crate::engine::builtin::measures::measures_of;

/// From here on agreement of two series may be by chance.
const BY_CHANCE: f64 = 0.05;

/// The claims of every expression of a plan; what the last one comes to is the answer.
pub fn claims(scene: &AnswerContext<'_>) -> Vec<Claim> {
    let exprs = scene.sub_query.exprs.iter().enumerate();
    let composed = exprs.filter(|(_, expr)| expr.as_fact().is_none());
    // Of several that could be meant, those that come to something.
    let something = |(place, _): &(usize, &Expr)| {
        let found = scene.of_query(*place);
        found.iter().any(|(_, fact)| is_of_values(fact))
    };
    let some = composed.clone().any(|one| something(&one));
    let composed = composed.filter(|one| !some || something(one));
    let answer = composed.clone().next_back().map(|(place, _)| place);
    let mut said: Vec<Claim> = Vec::new();
    for (place, expr) in composed {
        let found = scene.of_query(place);
        let last = Some(place) == answer;
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

/// Whether a fact tells a value, and not why there is none.
fn is_of_values(fact: &Fact) -> bool {
    let beside = matches!(
        fact.kind,
        FactKind::NoValue | FactKind::RestsOn | FactKind::LeftOut { .. }
    );
    !beside
}

fn of_expr(scene: &AnswerContext<'_>, expr: &Expr, found: &IndexedFacts<'_>) -> Vec<Claim> {
    if let Some((query, told)) = of_one_figure(expr, found) {
        let own = match query.op {
            FactOp::Trend => trend::claims(scene, &query, &told),
            _ => associations::claims(scene, &query, &told),
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
fn of_one_figure<'a>(
    expr: &Expr,
    found: &IndexedFacts<'a>,
) -> Option<(FactQuery, IndexedFacts<'a>)> {
    let (figure, op) = match expr {
        Expr::Figure(figure) if figure.op == FactOp::Trend => (&**figure, FactOp::Trend),
        Expr::Association(of) if of.with.is_none() => match &*of.of {
            Expr::Figure(figure) => (&**figure, FactOp::Associate),
            _ => return None,
        },
        _ => return None,
    };
    let told: IndexedFacts<'a> = found
        .iter()
        .copied()
        .filter(|(_, fact)| is_of_values(fact))
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
    scene: &AnswerContext<'_>,
    expr: &Expr,
    found: &IndexedFacts<'_>,
    (at, fact): (usize, &Fact),
) -> Option<Claim> {
    let told = ExpressionFact {
        scene,
        expr,
        found,
        at,
        fact,
    };
    match &fact.kind {
        FactKind::Difference(of) => Some(told.sides(of_difference(expr), of, &|kind| {
            matches!(kind, FactKind::Change(_))
        })),
        FactKind::Ratio(of) => {
            Some(told.sides("expr_ratio", of, &|kind| matches!(kind, FactKind::Share(_))))
        }
        FactKind::Sum(_) => Some(told.value("expr_sum").leading()),
        FactKind::DaysBetween => Some(told.value("expr_between").leading()),
        FactKind::Slope { .. } => Some(told.rate()),
        FactKind::Forecast { bound: None, .. } => Some(told.forecast()),
        FactKind::RankCorrelation(pair) => Some(told.correlated(pair)),
        FactKind::NoValue => match &fact.value {
            FactValue::Text(code) if code == "no_rows" => Some(told.nothing().leading()),
            FactValue::Text(code) => Some(told.value(&format!("none_{code}")).leading()),
            _ => None,
        },
        // A single day is told with its value.
        FactKind::RestsOn if expr.figures().iter().all(|figure| of_one_day(figure)) => None,
        FactKind::RestsOn => Some(told.rests_on()),
        // Days without what is asked for are no gap in the notes.
        FactKind::LeftOut { of, why }
            if of == Quantity::ENTRIES && why.code() == "nothing_beside" =>
        {
            None
        }
        FactKind::EstimatedShare(_) => {
            let of = fact.kind.measure().unwrap_or_default();
            let query = FactQuery::of(fact.domain.clone(), of, FactOp::Total);
            let said = figures::estimated(scene, &query, &vec![(at, fact)]);
            said.into_iter().next().map(|claim| Claim {
                lead: false,
                ..claim
            })
        }
        FactKind::LeftOut { of, why } => {
            let fill = [
                ("n", format::number(number(fact))),
                ("of", scene.measure_called(&fact.domain, of)),
            ];
            Some(told.say(&format!("left_{}", why.code()), &fill, &[]))
        }
        FactKind::Change(_)
        | FactKind::Share(_)
        | FactKind::Forecast { .. }
        | FactKind::RankSignificance(_) => None,
        kind => Some(told.figure(kind)),
    }
}

/// Whether a figure is the value of one day.
fn of_one_day(figure: &Figure) -> bool {
    use FactOp::{Best, First, Last, Worst};
    matches!(figure.op, Best | First | Last | Worst)
}

/// How a difference is told: what a value came to since the first, how far it is to one that was said, or
/// two sides.
fn of_difference(expr: &Expr) -> &'static str {
    let Expr::Difference(difference) = expr else {
        return "expr_difference";
    };
    let op = |expr: &Expr| match expr {
        Expr::Figure(figure) => Some(figure.op),
        _ => None,
    };
    match (op(&difference.of), op(&difference.minus)) {
        (Some(FactOp::Last), Some(FactOp::First)) => "expr_gone",
        (None, Some(_)) if matches!(*difference.of, Expr::Number(_)) => "expr_distance",
        _ => "expr_difference",
    }
}

/// A fact of an expression, among the others of it.
struct ExpressionFact<'t, 'f> {
    scene: &'t AnswerContext<'t>,
    expr: &'t Expr,
    found: &'t IndexedFacts<'f>,
    at: usize,
    fact: &'t Fact,
}

impl<'f> ExpressionFact<'_, 'f> {
    fn say(&self, key: &str, fill: &[(&str, String)], also: &[Option<(usize, &'f Fact)>]) -> Claim {
        let also = also.iter().copied().flatten();
        let stated: Vec<(usize, &Fact)> = [(self.at, self.fact)].into_iter().chain(also).collect();
        Claim::of(key, self.scene.phrases().say(key, fill), &stated)
    }

    /// That there is none, and of what.
    fn nothing(&self) -> Claim {
        let scene = self.scene;
        let figures = self.expr.figures().into_iter();
        let conditions = figures.flat_map(|figure| &figure.conditions);
        let words = conditions.filter_map(|condition| match condition {
            Condition::Words(words) => Some(words),
            Condition::Days(days) => days.words.as_ref(),
            _ => None,
        });
        let mut words: Vec<String> = words.map(|words| format!("“{words}”")).collect();
        words.dedup();
        let figures = self.expr.figures();
        let bounded = figures.iter().find(|of| conditions::bounds_buckets(of));
        let condition = bounded.map(|of| conditions::of(scene, of));
        let fill = [
            ("condition", condition.unwrap_or_default()),
            ("topic", scene.asked_topic()),
            ("words", words.join(", ")),
            ("period", scene.period(scene.intent.period.as_ref())),
        ];
        let claim = self.say("none_no_rows", &fill, &[]);
        if !scene.intent.whether {
            return claim;
        }
        let told = [("told", claim.text.clone())];
        Claim {
            text: scene.phrases().say("no", &told),
            ..claim
        }
    }

    fn value(&self, key: &str) -> Claim {
        self.say(key, &[("what", format::fact_value(self.fact))], &[])
    }

    /// Another fact of the same thing.
    fn other(&self, is: &dyn Fn(&FactKind) -> bool) -> Option<(usize, &'f Fact)> {
        let same = |(_, other): &&(usize, &Fact)| {
            other.added_up().eq(self.fact.added_up()) && is(&other.kind)
        };
        self.found.iter().find(same).copied()
    }

    /// What two sides are to each other, and that in hundredths.
    fn sides(&self, key: &str, of: &FactKind, is: &dyn Fn(&FactKind) -> bool) -> Claim {
        let percent = self.other(is);
        let far = match &self.fact.value {
            FactValue::Number(number) => format::fact_value(&Fact {
                value: FactValue::Number(number.abs()),
                ..self.fact.clone()
            }),
            _ => String::new(),
        };
        let of_what = of.measure().map(str::to_owned).map(Quantity::Measure);
        let plain = of_what.map(|of| name(self.scene, &FactKind::Value(of), self.fact));
        let change = match number(self.fact) {
            more if more > 0.0 => "went_up",
            less if less < 0.0 => "went_down",
            _ => "went_nowhere",
        };
        let change = self.scene.phrases().say(change, &[("far", far.clone())]);
        let fill = [
            ("change", change),
            ("name", name(self.scene, of, self.fact)),
            ("plain", plain.unwrap_or_default()),
            ("far", far),
            ("what", format::fact_value(self.fact)),
            ("sides", self.fact.detail.clone().unwrap_or_default()),
            ("percent", in_words(percent)),
        ];
        let said = self.say(key, &fill, &[percent]);
        let measure = of.measure().and_then(|name| {
            let measures = measures_of(self.scene.module(&self.fact.domain)?)?;
            measures.measure(name).cloned()
        });
        match compare::agrees(self.scene, measure.as_ref(), number(self.fact)) {
            Some(yes) => {
                let key = if yes { "yes_told" } else { "no" };
                let text = self
                    .scene
                    .phrases()
                    .say(key, &[("told", said.text.clone())]);
                Claim { text, ..said }
            }
            None => said,
        }
        .leading()
    }

    /// How fast a series changes.
    fn rate(&self) -> Claim {
        let fill = [
            ("name", name(self.scene, &self.fact.kind, self.fact)),
            ("what", trend::slope_in_words(self.fact).unwrap_or_default()),
            ("per", trend::per(self.scene, self.fact)),
            ("range", self.fact.detail.clone().unwrap_or_default()),
        ];
        self.say("expr_rate", &fill, &[])
    }

    /// Where a series goes, and between what.
    fn forecast(&self) -> Claim {
        let fact = self.fact;
        let low = self.other(&|kind| is_bound(kind, [Bound::Earliest, Bound::Lowest]));
        let high = self.other(&|kind| is_bound(kind, [Bound::Latest, Bound::Highest]));
        let (mut least, most) = (in_words(low), in_words(high));
        if least == most {
            // no range to tell
            least.clear();
        }
        let fill = [
            ("name", name(self.scene, &fact.kind, fact)),
            ("what", format::fact_value(fact)),
            ("goal", fact.detail.clone().unwrap_or_default()),
            ("date", on_day(fact)),
            ("low", least),
            ("high", most),
        ];
        let key = match fact.value {
            FactValue::Date(_) => "expr_reached_on",
            _ => "expr_expected",
        };
        self.say(key, &fill, &[low, high]).leading()
    }

    /// Whether two series rise and fall together.
    fn correlated(&self, pair: &Pair) -> Claim {
        let (scene, fact) = (self.scene, self.fact);
        let chance = self.other(&|kind| matches!(kind, FactKind::RankSignificance(_)));
        let figures = self.expr.figures();
        let other = figures.get(1).map_or(&fact.domain, |figure| &figure.domain);
        let lag = (pair.lag_days > 0).then(|| pair.lag_days.to_string());
        let fill = [
            ("of", quantity(scene, &fact.domain, &pair.of)),
            ("with", quantity(scene, other, &pair.with)),
            ("lag", lag.unwrap_or_default()),
            ("what", format::fact_value(fact)),
            ("n", scene.phrases().counted(fact.sample as f64, "days")),
        ];
        let key = match chance {
            Some((_, chance)) if number(chance) >= BY_CHANCE => "expr_apart",
            _ if number(fact) < 0.0 => "expr_against",
            _ => "expr_together",
        };
        self.say(key, &fill, &[]).leading()
    }

    /// How many days it rests on.
    fn rests_on(&self) -> Claim {
        let days = self.fact.period.as_ref();
        let one = days.is_some_and(|days| days.days() == 1);
        let start = days.map(|days| days.start.to_string());
        let end = days.filter(|_| !one).map(|days| days.end.to_string());
        let count = self.scene.phrases().counted(number(self.fact), "days");
        let fill = [
            ("days", count),
            ("start", start.unwrap_or_default()),
            ("end", end.unwrap_or_default()),
        ];
        self.say("expr_rests", &fill, &[])
    }

    /// A figure with what it stands under.
    fn figure(&self, kind: &FactKind) -> Claim {
        let (scene, fact) = (self.scene, self.fact);
        let figure = fact.figure.as_deref();
        let condition = figure.map(|figure| conditions::of(scene, figure));
        let days = fact.period.as_ref();
        let buckets = matches!(
            kind,
            FactKind::Count(Quantity::Weeks | Quantity::Months | Quantity::Years)
        );
        let days = days.filter(|_| figure.is_none_or(has_days) && !buckets);
        let unit = fact.unit.as_deref().filter(|_| buckets);
        let what = unit.map(|unit| scene.phrases().counted(number(fact), unit));
        let fill = [
            ("name", name(scene, kind, fact)),
            ("what", what.unwrap_or_else(|| scene.what(fact))),
            ("date", on_day(fact)),
            ("condition", condition.unwrap_or_default()),
            ("period", scene.period(days)),
        ];
        let counts_days = figure.is_some_and(conditions::counts_days);
        // "Over 50 km in a month": each month with what it comes to.
        let bounded = fact.bucket.is_some() && figure.is_some_and(conditions::bounds_buckets);
        let key = match counts_days {
            true => "expr_days",
            false if bounded => "expr_bucket",
            false => "expr_figure",
        };
        let claim = self.say(key, &fill, &[]);
        let first = self.found.first().is_some_and(|(at, _)| *at == self.at);
        let counts = matches!(kind, FactKind::Count(_)) || bounded && first;
        let counts = counts && matches!(self.expr, Expr::Figure(_));
        let claim = match scene.intent.whether && counts {
            true => {
                let key = if number(fact) > 0.0 { "yes_told" } else { "no" };
                let text = scene.phrases().say(key, &[("told", claim.text.clone())]);
                Claim { text, ..claim }
            }
            false => claim,
        };
        match self.expr {
            Expr::Figure(_) | Expr::BestOf(_) => claim.leading(),
            _ => claim,
        }
    }
}

fn in_words(one: Option<(usize, &Fact)>) -> String {
    one.map_or_else(String::new, |(_, fact)| format::fact_value(fact))
}

fn on_day(fact: &Fact) -> String {
    fact.date.map_or_else(String::new, |day| day.to_string())
}

/// Whether the days of a figure are days by their dates, or those of what it is part of.
fn has_days(figure: &Figure) -> bool {
    !matches!(figure.when, Some(When::Event(_)))
}

fn is_bound(kind: &FactKind, wanted: [Bound; 2]) -> bool {
    matches!(kind, FactKind::Forecast { bound: Some(bound), .. } if wanted.contains(bound))
}

fn number(fact: &Fact) -> f64 {
    fact.number().unwrap_or(0.0)
}

/// What a fact is of: "best weight of Granite".
fn name(scene: &AnswerContext<'_>, kind: &FactKind, fact: &Fact) -> String {
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
                .map_or_else(String::new, |m| scene.measure_called(&fact.domain, m)),
        ),
    };
    let named = |subjects: Vec<&String>| {
        let subjects = subjects.into_iter();
        let named: Vec<String> = subjects
            .map(|subject| scene.subject(&fact.domain, subject))
            .collect();
        named.join(" / ")
    };
    let alone = fact.subject == fact.domain || fact.subject.is_empty();
    let subject = match alone {
        true => String::new(),
        false => named(fact.added_up().collect()),
    };
    let fill = [
        ("of", of),
        ("subject", subject),
        ("beside", named(fact.beside.iter().collect())),
    ];
    scene.phrases().say(key, &fill)
}

fn quantity(scene: &AnswerContext<'_>, domain: &str, of: &Quantity) -> String {
    let phrases = scene.phrases();
    match of {
        Quantity::Measure(name) | Quantity::Rows(name) => scene.measure_called(domain, name),
        Quantity::Entries => phrases.unit("entries"),
        Quantity::Days => phrases.unit("days"),
        Quantity::Weeks => phrases.unit("weeks"),
        Quantity::Months => phrases.unit("months"),
        Quantity::Years => phrases.unit("years"),
        Quantity::Subjects => phrases.say("kind_subjects", &[]),
    }
}
