//! What domains measure.

use std::sync::Arc;

use crate::domain::DomainModule;
use crate::domain::measures::{Aggregate, Measure, Measures, SumOfBests, Words as ByLanguage};
use quilto_language::{Cues, Hit, Words};

/// The measures of a domain; a broken `measures.yaml` is told when the domain is loaded, and costs
/// only what is computed from it.
pub fn measures_of(module: &DomainModule) -> Option<Arc<Measures>> {
    module.measures().unwrap_or_else(|error| {
        module.complain(error);
        None
    })
}

/// The words that name what a domain measures, taken apart once.
pub struct NamingCues {
    /// Of each measure, in their order.
    pub of_measures: Vec<MeasureCues>,
    /// Of each sum of bests.
    pub of_sums: Vec<SumCues>,
    /// Of the domain as a whole: whether all of it got better, whether it is too much.
    overall: Vec<Cues>,
}

/// The words of a measure.
pub struct MeasureCues {
    /// Beside them its words say another thing.
    pub unlike: Cues,
    /// They ask for its best value.
    pub best: Cues,
    /// They ask for its worst value.
    pub worst: Cues,
    /// They just name it.
    pub plain: Cues,
}

/// The words of a sum of bests.
pub struct SumCues {
    /// They name it.
    pub plain: Cues,
    /// They mean it where nothing else is named.
    pub alone: Cues,
}

fn cues(words: &ByLanguage) -> Cues {
    Cues::of_domain(words.values().flatten())
}

impl NamingCues {
    fn of(measures: &Measures) -> Self {
        let of_measure = |measure: &Measure| MeasureCues {
            unlike: cues(&measure.unlike),
            best: cues(&measure.best),
            worst: cues(&measure.worst),
            plain: cues(&measure.aliases),
        };
        let of_sum = |sum: &SumOfBests| SumCues {
            plain: cues(&sum.aliases),
            alone: cues(&sum.alone),
        };
        let progress = measures.progress.iter().map(|progress| &progress.words);
        let load = measures.load.iter().map(|load| &load.words);
        Self {
            of_measures: measures.measures.iter().map(of_measure).collect(),
            of_sums: measures.sums.iter().map(of_sum).collect(),
            overall: progress.chain(load).map(cues).collect(),
        }
    }

    /// The words by which the domain is spoken of as a whole.
    pub fn find_overall(&self, line: &Words) -> Vec<Hit> {
        self.overall
            .iter()
            .filter_map(|cues| cues.find(line))
            .collect()
    }
}

/// The words that name what a domain measures.
pub fn naming_cues(module: &DomainModule) -> Option<Arc<NamingCues>> {
    let measures = measures_of(module)?;
    let made = module.part_with("measures.yaml", |_, _| Ok(NamingCues::of(&measures)));
    made.ok().flatten()
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
