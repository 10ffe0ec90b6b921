//! Records that the global context has on file.

use std::cmp::Ordering;

use chrono::NaiveDate;

use crate::agents::AgentContext;
use crate::domain::measures::Better;
use crate::model::{Fact, FactKind, FactOp, FactQuery, FactValue, SubQuery};
use crate::text;

use super::measures::measures_of;
use super::usual_days;

/// How far apart two values are at least, as a share: figures on file are rounded, and may stand in
/// another unit.
const APART: f64 = 0.0005;

/// A record as a line of the context tells it: what follows the name of the record and its subject.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredRecord {
    /// The words, without where the line comes from.
    pub said: String,
    /// Whether the line is the user's own, or was changed by them.
    pub own: bool,
    /// The day that it names.
    pub date: Option<NaiveDate>,
    value: f64,
    unit: Option<String>,
}

impl StoredRecord {
    /// The record of a kind of fact and its subject (`best mass`, `Granite`), if the context has it. A
    /// line that the user wrote or changed stands over one of the observer.
    pub fn of(context: &str, kind: &FactKind, subject: &str) -> Option<Self> {
        let key = format!("{}:", Self::key(kind, subject));
        let told = |line: &str| {
            let line = line.trim_start_matches(['-', '*', ' ']);
            let line = line.strip_prefix(key.as_str())?.trim();
            let observed = usual_days::tail(line);
            Some((observed.is_none(), observed.unwrap_or(line).to_owned()))
        };
        let mut lines: Vec<(bool, String)> = context.lines().filter_map(told).collect();
        lines.sort_by_key(|(own, _)| !own);
        let (own, said) = lines.into_iter().next()?;
        let tokens = text::read(&said);
        let (at, number) = tokens
            .iter()
            .enumerate()
            .find_map(|(at, token)| Some((at, token.number()?.value)))?;
        let unit = match tokens.get(at).map(|token| &token.kind) {
            Some(text::TokenKind::Quantity(quantity)) => {
                Some(tokens.unit(quantity.unit).name.to_string())
            }
            _ => None,
        };
        let mut words = said.split([' ', ',']);
        let date = words.find_map(|word| word.parse().ok());
        Some(Self {
            said,
            own,
            date,
            value: number,
            unit,
        })
    }

    /// What the line of a record begins with.
    pub fn key(kind: &FactKind, subject: &str) -> String {
        format!("{kind} {subject}")
    }

    /// Whether a computed best is better than it. Of another kind of unit it is not known to be.
    pub fn beaten_by(&self, best: &Fact, better: Better) -> bool {
        self.compared(best, better) == Some(Ordering::Greater)
    }

    /// Whether a computed best is as good as it, or better.
    pub fn reached_by(&self, best: &Fact, better: Better) -> bool {
        let compared = self.compared(best, better);
        compared.is_some_and(|compared| compared != Ordering::Less)
    }

    /// How good a computed best is beside it.
    fn compared(&self, best: &Fact, better: Better) -> Option<Ordering> {
        let FactValue::Number(value) = best.value else {
            return None;
        };
        let known = match (&self.unit, &best.unit) {
            (Some(from), Some(to)) => text::units::convert(self.value, from, to)?,
            _ => self.value,
        };
        let compared = if (value - known).abs() <= known.abs() * APART {
            Ordering::Equal
        } else {
            value.total_cmp(&known)
        };
        Some(match better {
            Better::Lower => compared.reverse(),
            _ => compared,
        })
    }
}

/// Records that the user wrote into the context themselves and that their notes do not reach, beside
/// the best of all notes.
pub fn facts(cx: &AgentContext, plan: &SubQuery, context: &str, computed: &[Fact]) -> Vec<Fact> {
    let of_all = |query: &FactQuery| {
        query.op == FactOp::Best
            && query.period.is_none()
            && query.by.is_none()
            && query.filter.is_none()
            && query.compare.is_none()
    };
    let own = |best: &Fact| {
        let query = plan.query(best.query).filter(|query| of_all(query))?;
        let measures = measures_of(cx.domains.module(&query.domain)?)?;
        let better = measures.measure(best.kind.measure()?)?.better;
        let known = StoredRecord::of(context, &best.kind, &best.subject)?;
        (known.own && !known.reached_by(best, better)).then(|| Fact {
            kind: FactKind::OwnRecord,
            value: FactValue::Text(known.said.clone()),
            unit: None,
            date: known.date,
            again: Vec::new(),
            detail: Some(known.said.clone()),
            entries: Vec::new(),
            sample: 0,
            ..best.clone()
        })
    };
    let bests = computed
        .iter()
        .filter(|fact| matches!(fact.kind, FactKind::Best(_)));
    if context.is_empty() {
        return Vec::new();
    }
    bests.filter_map(own).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Quantity;

    fn of_mass() -> FactKind {
        FactKind::Best(Quantity::Measure("mass".into()))
    }

    fn best(value: f64, unit: &str) -> Fact {
        Fact {
            unit: Some(unit.into()),
            sample: 1,
            ..Fact::new(of_mass(), "pet-rock", "Granite", FactValue::Number(value))
        }
    }

    #[test]
    fn a_record_is_beaten_in_any_unit() {
        let context = "# Facts\n- best mass Granite: 85 kg, 2026-11-20 (certain; new entry; 2026-11-20)\n\
                       - best mass Granite (Red): 12,400 g\n";
        let granite = StoredRecord::of(context, &of_mass(), "Granite").unwrap();
        assert_eq!(granite.said, "85 kg, 2026-11-20");
        for (value, unit, beaten) in [
            (85.0, "kg", false),
            (86.0, "kg", true),
            (187.393, "lb", false),
            (190.0, "lb", true),
            (100.0, "lb", false),
            (100.0, "km", false),
        ] {
            let better = Better::Higher;
            assert_eq!(
                granite.beaten_by(&best(value, unit), better),
                beaten,
                "{value} {unit}"
            );
        }
        assert!(!granite.own && granite.date.is_some());
        assert!(granite.reached_by(&best(85.0, "kg"), Better::Higher));
        assert!(!granite.reached_by(&best(84.0, "kg"), Better::Higher));
        let red = StoredRecord::of(context, &of_mass(), "Granite (Red)").unwrap();
        assert!(red.own && red.date.is_none());
        assert!(red.beaten_by(&best(12.0, "kg"), Better::Lower));
        assert_eq!(StoredRecord::of(context, &of_mass(), "Salt"), None);
    }
}
