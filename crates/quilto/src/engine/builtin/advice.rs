//! What to do next: a domain's written rules over the user's own days, as facts.

use std::sync::Arc;

use chrono::{Days, NaiveDate};

use crate::agents::AgentContext;
use crate::domain::DomainModule;
use crate::domain::advice::{Advice, Change, Step, Stop};
use crate::domain::measures::Better;
use crate::facts;
use crate::model::{
    AdvicePart, DateRange, Entry, Fact, FactKind, FactOp, FactQuery, FactValue, GroupBy, QueryType,
    SubQuery, TrendVerdict,
};
use crate::text::UnitTable;

use super::matching::resolve_subjects;
use super::measures::measures_of;

/// The days a trend is read over.
const TREND_DAYS: u64 = 120;
/// Below this share of the value a difference is none.
const SAME: f64 = 0.005;

/// A domain's advice; a broken `advice.yaml` is told when the domain is loaded.
pub fn of(module: &DomainModule) -> Option<Arc<Advice>> {
    module
        .part::<Advice>("advice.yaml")
        .unwrap_or_else(|error| {
            module.complain(error);
            None
        })
}

/// The facts that a domain's rules give for a question that asks what to do.
pub fn facts(cx: &AgentContext, plan: &SubQuery, read: &[Entry]) -> Vec<Fact> {
    if plan.query_type != QueryType::Recommendation {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut seen: Vec<&str> = Vec::new();
    let resolved = resolve_subjects(&cx.domains.modules, &plan.exprs, read);
    let queries = resolved.iter().enumerate();
    for (number, query) in queries.filter_map(|(place, expr)| Some((place, expr.as_fact()?))) {
        if seen.contains(&query.domain.as_str()) {
            continue;
        }
        seen.push(&query.domain);
        let Some(module) = cx.domains.module(&query.domain) else {
            continue;
        };
        let Some(advice) = of(module) else { continue };
        let adviser = Adviser {
            cx,
            module,
            advice: &advice,
            read,
            number,
        };
        found.extend(adviser.advise(&query.subjects).unwrap_or_default());
    }
    found
}

struct Adviser<'a> {
    cx: &'a AgentContext,
    module: &'a DomainModule,
    advice: &'a Advice,
    read: &'a [Entry],
    number: usize,
}

impl Adviser<'_> {
    fn advise(&self, subjects: &[String]) -> Option<Vec<Fact>> {
        let today = self.cx.today;
        let last_day = self.date(&self.query(FactOp::Last, &[]))?;
        if let Some(stop) = self.advice.stops.iter().find_map(|stop| self.stopped(stop)) {
            return Some(vec![stop]);
        }
        let mut found = Vec::new();
        // A name that is never logged as such ("an easy week") asks for advice as a whole.
        let other_kind = |subject: &String| {
            let kind = |name: &str| Some(&self.module.vocabulary().term(name)?.kind);
            let usual = self.compute(&FactQuery {
                by: Some(GroupBy::Subject),
                limit: Some(1),
                ..self.query(FactOp::CountDays, &[])
            });
            let usual = usual.first().and_then(|fact| kind(&fact.subject));
            kind(subject)
                .zip(usual)
                .is_some_and(|(own, usual)| own != usual)
        };
        let subjects: &[String] = match subjects {
            [subject] if other_kind(subject) => &[],
            _ => subjects,
        };
        if subjects.is_empty() {
            found.extend(self.rest(today));
        }
        let chosen = match subjects {
            [] => {
                let (turn, subject) = self.turn(last_day)?;
                found.extend(turn);
                subject
            }
            [subject, ..] => subject.clone(),
        };
        found.extend(self.step(&chosen)?);
        Some(found)
    }

    fn query(&self, op: FactOp, subjects: &[String]) -> FactQuery {
        FactQuery {
            subjects: subjects.to_vec(),
            ..FactQuery::of(self.module.name.clone(), self.advice.measure.clone(), op)
        }
    }

    fn compute(&self, query: &FactQuery) -> Vec<Fact> {
        let queries = std::slice::from_ref(query);
        let mut found = facts::compute(
            queries,
            self.read,
            &self.cx.domains,
            &self.cx.units,
            self.cx.today,
        );
        for fact in &mut found {
            fact.query = self.number;
        }
        found
    }

    fn first(&self, query: &FactQuery) -> Option<Fact> {
        self.compute(query).into_iter().next()
    }

    fn date(&self, query: &FactQuery) -> Option<NaiveDate> {
        self.first(query)?.date
    }

    /// The newest note within the rule's days that has one of its tags.
    fn stopped(&self, stop: &Stop) -> Option<Fact> {
        let since = self
            .cx
            .today
            .checked_sub_days(Days::new(u64::from(stop.days)))?;
        let tagged = |entry: &Entry| {
            let tags = entry.parsed.as_ref().map(|parsed| &parsed.tags)?;
            let is = |tag: &&String| {
                let kind = tag.split_once(':').map_or(tag.as_str(), |(kind, _)| kind);
                stop.tags
                    .iter()
                    .any(|wanted| wanted == kind || wanted == *tag)
            };
            tags.iter().find(is).cloned()
        };
        let recent = self.read.iter().filter(|entry| entry.date >= since);
        let (entry, tag) = recent
            .filter_map(|entry| Some((entry, tagged(entry)?)))
            .max_by_key(|(entry, _)| (entry.date, entry.time))?;
        Some(Fact {
            date: Some(entry.date),
            detail: Some(tag.clone()),
            entries: vec![entry.id.clone()],
            sample: 1,
            query: self.number,
            ..Fact::new(
                FactKind::Advice(AdvicePart::Stop),
                self.module.name.clone(),
                tag.replace([':', '_'], " "),
                FactValue::Text(stop.id.clone()),
            )
        })
    }

    /// The days in a row up to today or yesterday, where they ask for a day off.
    fn rest(&self, today: NaiveDate) -> Option<Fact> {
        let rest = self.advice.rest.as_ref()?;
        let streaks = self.compute(&FactQuery {
            measure: "entries".to_owned(),
            ..self.query(FactOp::Streak, &[])
        });
        let latest = streaks
            .into_iter()
            .find(|fact| fact.kind == FactKind::LatestStreak)?;
        let days = latest.number()?;
        let goes_on = (today - latest.date?).num_days() <= 1;
        (goes_on && days >= f64::from(rest.days_in_a_row)).then_some(Fact {
            kind: FactKind::Advice(AdvicePart::Rest),
            ..latest
        })
    }

    /// The group that waited longest, and its most usual subject; without groups the most usual
    /// subject of the domain, or the domain itself.
    fn turn(&self, last_day: NaiveDate) -> Option<(Vec<Fact>, String)> {
        let choose = self.advice.choose.as_ref()?;
        let start = last_day.checked_sub_days(Days::new(u64::from(choose.within)))?;
        let usual = DateRange::new(start, last_day);
        let most = |subjects: &[String]| {
            let days = FactQuery {
                period: Some(usual.clone()),
                by: Some(GroupBy::Subject),
                limit: Some(1),
                ..self.query(FactOp::CountDays, subjects)
            };
            self.first(&days).map(|fact| fact.subject)
        };
        if choose.groups.is_empty() {
            let subject = most(&[]).unwrap_or_else(|| self.module.name.clone());
            return Some((Vec::new(), subject));
        }
        let mut groups: Vec<Fact> = choose
            .groups
            .iter()
            .filter_map(|group| {
                let of = std::slice::from_ref(group);
                let last = self.first(&FactQuery {
                    period: Some(usual.clone()),
                    ..self.query(FactOp::Last, of)
                })?;
                Some(Fact {
                    kind: FactKind::Advice(AdvicePart::Other),
                    subject: group.clone(),
                    value: FactValue::Text(group.clone()),
                    unit: None,
                    detail: None,
                    ..last
                })
            })
            .collect();
        groups.sort_by_key(|fact| fact.date);
        let turn = groups.first_mut()?;
        turn.kind = FactKind::Advice(AdvicePart::Turn);
        let subject = most(std::slice::from_ref(&turn.subject))?;
        Some((groups, subject))
    }

    /// The first step that fits a subject, and the value it leads to.
    fn step(&self, subject: &str) -> Option<Vec<Fact>> {
        let whole = subject == self.module.name;
        let of: Vec<String> = (!whole).then(|| subject.to_owned()).into_iter().collect();
        let last = self.first(&self.query(FactOp::Last, &of))?;
        let (date, value) = (last.date?, last.number()?);
        let days = (self.cx.today - date).num_days();
        let measures = measures_of(self.module)?;
        let lower = measures
            .measure(&self.advice.measure)
            .is_some_and(|measure| measure.better == Better::Lower);
        let trend = self.trend(&of, date);
        let change = self.change(&of, date, lower);
        let fits = |step: &&Step| {
            let since = step.days_since.is_none_or(|b| b.hold(days as f64));
            let went = step.trend.is_empty() || step.trend.contains(&trend);
            let changed =
                step.change.is_empty() || change.is_some_and(|c| step.change.contains(&c));
            let felt = step.at_least.iter().all(|(measure, least)| {
                let day = FactQuery {
                    measure: measure.clone(),
                    period: Some(DateRange::day(date)),
                    ..self.query(FactOp::Series, &of)
                };
                let felt = self.first(&day);
                felt.as_ref()
                    .and_then(Fact::number)
                    .is_some_and(|felt| felt >= *least)
            });
            since && went && changed && felt
        };
        let step = self.advice.steps.iter().find(fits)?;
        let mut found = vec![
            Fact {
                kind: FactKind::Advice(AdvicePart::Step),
                value: FactValue::Text(step.id.clone()),
                unit: None,
                detail: Some(match last.detail.as_deref() {
                    Some(detail) if !detail.is_empty() => detail.to_owned(),
                    _ => facts::format::fact_value(&last),
                }),
                ..last.clone()
            },
            // What the words of the step rest on.
            Fact {
                kind: FactKind::Advice(AdvicePart::Last),
                ..last.clone()
            },
            Fact {
                kind: FactKind::Advice(AdvicePart::Since),
                value: FactValue::Number(days as f64),
                unit: Some("days".to_owned()),
                detail: None,
                period: Some(DateRange::new(date, self.cx.today)),
                ..last.clone()
            },
        ];
        if let Some(next) = self.next(step, subject, value, last.unit.as_deref()) {
            found.push(Fact {
                kind: FactKind::Advice(AdvicePart::Next),
                value: FactValue::Number(next),
                detail: None,
                ..last
            });
        }
        Some(found)
    }

    fn trend(&self, of: &[String], until: NaiveDate) -> TrendVerdict {
        let start = until
            .checked_sub_days(Days::new(TREND_DAYS))
            .unwrap_or(until);
        let trend = self.first(&FactQuery {
            period: Some(DateRange::new(start, until)),
            ..self.query(FactOp::Trend, of)
        });
        match trend.map(|fact| fact.value) {
            Some(FactValue::Trend(verdict)) => verdict,
            _ => TrendVerdict::TooFew,
        }
    }

    /// The last day against the one before it.
    fn change(&self, of: &[String], date: NaiveDate, lower: bool) -> Option<Change> {
        let value = |period: DateRange| {
            let measure = self.advice.compare.as_ref().unwrap_or(&self.advice.measure);
            let last = self.first(&FactQuery {
                measure: measure.clone(),
                period: Some(period),
                ..self.query(FactOp::Last, of)
            });
            last.as_ref().and_then(Fact::number)
        };
        let before = DateRange::until(date.pred_opt()?);
        let (now, then) = (value(DateRange::day(date))?, value(before)?);
        Some(if (now - then).abs() <= then.abs() * SAME {
            Change::Same
        } else if (now > then) != lower {
            Change::Up
        } else {
            Change::Down
        })
    }

    /// The value a step leads to, in the unit of the last one.
    fn next(&self, step: &Step, subject: &str, last: f64, unit: Option<&str>) -> Option<f64> {
        if step.times.is_none() && step.add.is_empty() {
            return None;
        }
        let vocabulary = self.module.vocabulary();
        let groups = vocabulary.term(subject).map(|term| &term.groups);
        let add = step
            .add
            .iter()
            .find(|(group, _)| groups.is_some_and(|of| of.iter().any(|g| **g == **group)))
            .or_else(|| step.add.iter().find(|(group, _)| *group == "default"))
            .map_or(0.0, |(_, add)| *add);
        let measures = measures_of(self.module)?;
        let own = measures.measure(&self.advice.measure)?.unit.as_deref();
        let first = own.map(|own| measures.unit(own, "kg", "km"));
        let (Some(first), Some(unit)) = (first, unit) else {
            // What has no mass goes on by ones.
            return (add > 0.0).then_some(last + 1.0);
        };
        let factor = UnitTable::core().convert(1.0, first, unit)?;
        // Discs of another unit come in twice as many of it.
        let grain = step
            .round
            .map(|round| if first == unit { round } else { round * 2.0 });
        let to = last * step.times.unwrap_or(1.0) + add * factor;
        let next = match grain {
            Some(grain) if grain > 0.0 => (to / grain + 1e-9).floor() * grain,
            _ => to,
        };
        let next = match grain {
            Some(grain) if add > 0.0 && next <= last => last + grain,
            _ => next,
        };
        Some((next * 100.0).round() / 100.0).filter(|next| *next > 0.0)
    }
}
