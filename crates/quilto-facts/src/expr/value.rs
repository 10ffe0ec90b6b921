//! What a part of an expression comes to.

use crate::units::between;
use quilto_model::{DateRange, Fact, Figure, Refusal};

/// What a part of an expression comes to.
#[derive(Clone, Debug, Default)]
pub struct Value {
    /// The facts of its parts, ready to be told.
    pub parts: Vec<Fact>,
    /// Its own facts, the one that stands for it first.
    pub own: Vec<Fact>,
    /// The figure that its own facts are of, where that stands under conditions.
    pub under: Option<Box<Figure>>,
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
            under,
            said,
            ..
        } = self;
        if said {
            return parts;
        }
        parts.extend(own.into_iter().map(|fact| Fact {
            figure: fact.figure.or_else(|| under.clone()),
            ..fact
        }));
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
    let named = |fact: &Fact| fact.unit_in_full().unwrap_or_default().into_owned();
    between(from, to)
        .map(|factor| number * factor)
        .ok_or_else(|| Refusal::UnitsDiffer {
            left: named(from),
            right: named(to),
        })
}
