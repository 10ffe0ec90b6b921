//! Values far beyond what the writer told before: kept, and marked until the writer says that they
//! are right.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use serde_json::{Map, Value, json};

use super::compile;
use super::compiled_notation::CompiledNotation;
use super::measures::{self, Measure, MeasureKey};
use super::remarks::Remark;
use super::write::number;
use quilto_agents::CorrectionDelta;
use quilto_domain::ActiveDomainContext;
use quilto_language::Language;
use quilto_model::{Entry, Parsed};
use quilto_text::units::convert;
use quilto_text::{TokenKind, read};

/// On so many days it must have been told before.
const DAYS: usize = 3;

/// A value far beyond the best that was told before of the same thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlier {
    /// The path of the first row that holds it.
    pub path: String,
    /// The paths of all rows of the thing that hold it.
    pub(super) paths: Vec<String>,
    /// What it is.
    pub value: f64,
    /// The best before, in the unit of the value; the least, where it lies below.
    pub best: f64,
    /// Whether it lies below all before.
    below: bool,
    /// The unit of both.
    pub unit: String,
    /// The field of the unit, where it stands in the data.
    unit_field: Option<String>,
    /// What it is told of; empty where things have no names.
    pub(super) name: String,
    /// The field it stands in.
    pub(super) field: String,
}

impl Outlier {
    fn of(measure: &Measure, best: f64, below: bool) -> Self {
        let unit = measure.unit.clone();
        Self {
            path: measure.path.clone(),
            paths: vec![measure.path.clone()],
            value: measure.value,
            best: convert(best, measure.common, &unit).unwrap_or(best),
            below,
            unit,
            unit_field: measure.unit_field.clone(),
            name: measure.of.0.clone(),
            field: measure.of.1.clone(),
        }
    }

    /// What to tell of it.
    pub(super) fn remark(&self) -> Remark<'_> {
        match self.below {
            true => Remark::FarBelow(&self.name, &self.field),
            false => Remark::FarBeyond(&self.name, &self.field),
        }
    }

    /// What confirms that it is right: the same value again, which is no longer doubtful.
    pub fn confirmed(&self) -> Vec<CorrectionDelta> {
        let same = |path: &String| change(path, number(self.value), number(self.value));
        self.paths.iter().map(same).collect()
    }

    /// What puts it right, where the words are one value of its kind: `52.5`, `115 lb`, `1:30`.
    pub fn corrected(&self, said: &str) -> Option<Vec<CorrectionDelta>> {
        let tokens = read(said);
        let [token] = &*tokens.iter().collect::<Vec<_>>() else {
            return None;
        };
        let (value, unit) = match token.kind {
            TokenKind::Number(number) => (number.value, self.unit.clone()),
            TokenKind::Clock(clock) if self.unit == "s" => (clock.seconds(), self.unit.clone()),
            TokenKind::Quantity(quantity) => {
                let typed = &tokens.unit(quantity.unit).name;
                let here = convert(quantity.value, typed, &self.unit)?;
                match self.unit_field {
                    Some(_) => (quantity.value, typed.to_string()),
                    None => (here, self.unit.clone()),
                }
            }
            _ => return None,
        };
        let mut delta = Vec::new();
        for path in &self.paths {
            delta.push(change(path, number(self.value), number(value)));
            if let (Some(field), Some((row, _))) = (&self.unit_field, path.rsplit_once('.'))
                && unit != self.unit
            {
                let path = format!("{row}.{field}");
                delta.push(change(&path, json!(self.unit), json!(unit)));
            }
        }
        Some(delta)
    }
}

fn change(path: &str, before: Value, after: Value) -> CorrectionDelta {
    CorrectionDelta {
        path: path.to_owned(),
        before,
        after,
    }
}

/// The values in a note's data that lie far beyond those of the same thing in earlier entries.
pub fn outliers(
    domains: &ActiveDomainContext,
    data: &Map<String, Value>,
    earlier: &[Entry],
) -> Vec<Outlier> {
    let modules = domains.modules.iter();
    let compiled = modules.filter_map(|module| Some((&module.name, compile(module)?)));
    compiled
        .flat_map(|(name, domain)| of_domain(data, name, &domain, earlier))
        .collect()
}

/// Takes away what a reading says of values that are no longer doubtful. What was said of the value in
/// one row counts for all rows of the thing that hold it still: confirmations of before name the first only.
pub fn settle(parsed: &mut Parsed, outliers: &[Outlier]) {
    for outlier in outliers {
        if parsed.uncertain_fields.contains(&outlier.path) {
            continue;
        }
        let uncertain = &mut parsed.uncertain_fields;
        uncertain.retain(|field| !outlier.paths.contains(field));
        let remark = outlier.remark();
        for language in [Language::English, Language::Korean] {
            let told = remark.say(language);
            parsed.extraction_notes.retain(|note| *note != told);
        }
    }
}

/// The same for one domain.
pub(super) fn of_domain(
    data: &Map<String, Value>,
    domain_name: &str,
    domain: &CompiledNotation,
    earlier: &[Entry],
) -> Vec<Outlier> {
    let told = |data: &Map<String, Value>| {
        let data = data.get(domain_name);
        data.map_or_else(Vec::new, |data| {
            measures::of(data, domain_name, &domain.notation)
        })
    };
    let here = told(data);
    if here.is_empty() {
        return Vec::new();
    }
    let mut past: HashMap<MeasureKey, ValueHistory> = HashMap::new();
    for entry in earlier {
        let Some(parsed) = &entry.parsed else {
            continue;
        };
        let before = told(&parsed.domain_data);
        let doubted = |one: &Measure| parsed.uncertain_fields.contains(&one.path);
        let doubted: Vec<&Measure> = before.iter().filter(|one| doubted(one)).collect();
        // What nobody has confirmed says nothing of what is usual.
        let open = |one: &Measure| doubted.iter().any(|doubted| doubted.is_same(one));
        for one in before.iter().filter(|one| !open(one)) {
            past.entry(one.of.clone())
                .or_default()
                .add(entry.date, one.base);
        }
    }
    let mut found: Vec<(&Measure, Outlier)> = Vec::new();
    for one in &here {
        if let Some((_, outlier)) = found.iter_mut().find(|(first, _)| first.is_beside(one)) {
            if outlier.value == one.value {
                outlier.paths.push(one.path.clone());
            }
            continue;
        }
        let Some(past) = past.get(&one.of).filter(|past| past.days.len() >= DAYS) else {
            continue;
        };
        let below = one.base < past.least * one.beyond[0];
        if !below && one.base <= past.most * one.beyond[1] || past.most <= 0.0 {
            continue;
        }
        let best = if below { past.least } else { past.most };
        found.push((one, Outlier::of(one, best, below)));
    }
    found.into_iter().map(|(_, outlier)| outlier).collect()
}

/// What was told before of one measure of one thing.
#[derive(Debug)]
struct ValueHistory {
    days: HashSet<NaiveDate>,
    least: f64,
    most: f64,
}

impl Default for ValueHistory {
    fn default() -> Self {
        Self {
            days: HashSet::new(),
            least: f64::MAX,
            most: 0.0,
        }
    }
}

impl ValueHistory {
    fn add(&mut self, day: NaiveDate, value: f64) {
        self.days.insert(day);
        self.least = self.least.min(value);
        self.most = self.most.max(value);
    }
}
