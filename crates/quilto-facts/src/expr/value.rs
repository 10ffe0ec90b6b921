//! What a part of an expression comes to.

use crate::units::factor;
use quilto_model::{DateRange, Fact, Figure, Refusal};

/// What a part of an expression comes to.
#[derive(Clone, Debug, Default)]
pub struct Value {
    /// The facts of its parts, ready to be told.
    pub parts: Vec<Fact>,
    /// Its own facts, the one that stands for it first.
    pub own: Vec<Fact>,
    /// The conditions that its own facts were computed under, in short.
    pub slice: Option<String>,
    /// The other subjects that the conditions name.
    pub on_days_of: Vec<String>,
    /// The days that were asked for.
    pub period: Option<DateRange>,
    /// The figure, where it is one.
    pub figure: Option<Figure>,
    /// Why it has no value.
    pub refused: Option<Refusal>,
    /// Whether it was said rather than computed.
    pub said: bool,
}

impl Value {
    pub fn refused(refusal: Refusal) -> Self {
        Self {
            refused: Some(refusal),
            ..Self::default()
        }
    }

    /// Gives a number that was said the name of a figure.
    pub fn goes_by(&mut self, figure: &Fact) {
        if let Some(said) = self.own.first_mut() {
            said.kind.clone_from(&figure.kind);
            said.domain.clone_from(&figure.domain);
            said.subject.clone_from(&figure.subject);
        }
    }

    /// All its facts: of its parts, then its own.
    pub fn told(self) -> Vec<Fact> {
        let Self {
            mut parts,
            own,
            slice,
            on_days_of,
            said,
            ..
        } = self;
        if said {
            return parts;
        }
        let sliced = own.into_iter().map(|fact| match &slice {
            Some(slice) => Fact {
                bucket: Some(match &fact.bucket {
                    Some(bucket) => format!("{bucket}, {slice}"),
                    None => slice.clone(),
                }),
                on_days_of: on_days_of.clone(),
                ..fact
            },
            None => fact,
        });
        parts.extend(sliced);
        parts
    }

    /// The number that stands for it, with its fact.
    pub fn number(&self) -> Result<(f64, &Fact), Refusal> {
        let numbers = self
            .own
            .iter()
            .filter_map(|fact| Some((fact.number()?, fact)));
        let mut numbers = numbers;
        let none = || self.refused.clone().unwrap_or(Refusal::NoRows);
        numbers.next().ok_or_else(none)
    }
}

/// A number of one fact in the unit of another.
pub fn converted(number: f64, from: &Fact, to: &Fact) -> Result<f64, Refusal> {
    if from.unit == to.unit {
        return Ok(number);
    }
    let units = from.unit.as_deref().zip(to.unit.as_deref());
    let factor = units.and_then(|(from, to)| factor(from, to));
    factor
        .map(|factor| number * factor)
        .ok_or_else(|| Refusal::UnitsDiffer {
            left: from.unit.clone().unwrap_or_default(),
            right: to.unit.clone().unwrap_or_default(),
        })
}
