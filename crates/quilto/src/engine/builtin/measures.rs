//! What domains measure.

use std::sync::Arc;

use crate::domain::DomainModule;
use crate::domain::measures::{Aggregate, Measure, Measures};

/// The measures of a domain; a broken `measures.yaml` is told when the domain is loaded, and costs
/// only what is computed from it.
pub fn measures_of(module: &DomainModule) -> Option<Arc<Measures>> {
    module.measures().unwrap_or_else(|error| {
        module.complain(error);
        None
    })
}

/// The field whose values are the measure's, if it reads just one (`mass`, or `mass if mass > 0 else
/// none`).
pub fn plain_field(measure: &Measure) -> Option<String> {
    match measure.each.fields() {
        [field]
            if measure
                .each
                .source()
                .trim_start()
                .starts_with(field.as_str()) =>
        {
            Some(field.clone())
        }
        _ => None,
    }
}

/// Whether a condition on a measure can only be one on the sum of a day: it is made of several fields.
pub fn of_day(measure: &Measure) -> bool {
    measure.aggregate == Aggregate::Sum && plain_field(measure).is_none()
}
