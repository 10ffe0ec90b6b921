//! What an answer is worded from, and how its parts are called.

use chrono::NaiveDate;

use crate::agents::AgentContext;
use crate::domain::DomainModule;
use crate::domain::measures::{Better, Measure};
use crate::engine::builtin::measures::{measures_of, plain_field};
use crate::engine::builtin::topics::Topic;
use crate::facts::format;
use crate::model::Intent;
use crate::model::{DateRange, Entry, Fact, FactQuery, FactValue, Quantity, RowFilter, SubQuery};
use quilto_language::Language;

use super::phrases::{Phrases, phrases};

/// Facts of one query, with their places.
pub type IndexedFacts<'a> = Vec<(usize, &'a Fact)>;

/// One part of a question with everything that was found for it.
#[derive(Clone, Copy, Debug)]
pub struct AnswerContext<'a> {
    /// What the run knows.
    pub cx: &'a AgentContext,
    /// The question as read again: facts alone do not say whether "when" or "how" was asked.
    pub intent: &'a Intent,
    /// The part.
    pub sub_query: &'a SubQuery,
    /// What was computed.
    pub facts: &'a [Fact],
    /// Entries that may be quoted.
    pub entries: &'a [Entry],
    /// How many entries matched.
    pub total: usize,
    /// The nearest day, when the named period was empty.
    pub nearest: Option<NaiveDate>,
}

impl<'a> AnswerContext<'a> {
    /// Whether an entry lies in the days that the question names; every one does where it names
    /// none.
    pub fn inside(&self, entry: &Entry) -> bool {
        let named = [&self.intent.period, &self.intent.other_period];
        let mut named = named.into_iter().flatten().peekable();
        let in_days = named.peek().is_none() || named.any(|period| period.contains(entry.date));
        let only = self.intent.only.as_ref();
        in_days && only.is_none_or(|only| crate::facts::is_in_part(entry, only))
    }

    /// The phrases of the question's language.
    pub fn phrases(&self) -> &'static Phrases {
        phrases(self.intent.language)
    }

    /// The facts that answer one of the plan's queries, with their places.
    pub fn of_query(&self, query: usize) -> IndexedFacts<'a> {
        self.facts
            .iter()
            .enumerate()
            .filter(|(_, fact)| fact.query == query)
            .collect()
    }

    /// Whether a query is about something the lead already said: then it only adds to it.
    pub fn is_beside_lead(&self, place: usize) -> bool {
        place > 0
            && self.sub_query.query(place).is_some_and(|query| {
                let mut earlier = self.sub_query.queries().take_while(|(at, _)| *at < place);
                earlier.any(|(_, q)| q.domain == query.domain)
            })
            && (0..place).any(|earlier| !self.of_query(earlier).is_empty())
    }

    /// The loaded domain of a name.
    pub fn module(&self, domain: &str) -> Option<&'a DomainModule> {
        self.cx
            .domains
            .modules
            .iter()
            .find(|module| module.name == domain)
            .map(AsRef::as_ref)
    }

    /// A period in words.
    pub fn period(&self, range: Option<&DateRange>) -> String {
        range.map_or_else(String::new, |range| {
            self.phrases().period(range, self.cx.today)
        })
    }

    /// A subject as the answer calls it. A domain that stands for all its subjects is left
    /// out where `bare` words would do without.
    pub fn subject(&self, domain: &str, subject: &str) -> String {
        if subject == domain {
            return self.domain(domain);
        }
        let typed = self
            .intent
            .topics
            .iter()
            .find(|topic| topic.name == subject);
        if typed.is_some_and(|topic| topic.group) {
            return typed.map_or_else(String::new, |topic| topic.typed.clone());
        }
        if self.intent.language == Language::Korean
            && let Some(alias) = self.module(domain).and_then(|m| korean_name(m, subject))
        {
            return alias;
        }
        subject.to_owned()
    }

    /// The subject of a first or last time; the measure only where it was asked for.
    pub fn topic_of_edge(&self, query: &FactQuery, fact: &Fact) -> String {
        if self.intent.measure.is_some() {
            self.topic(query, fact)
        } else {
            self.subject(&query.domain, &fact.subject)
        }
    }

    /// A group as the answer calls it.
    pub fn group(&self, domain: &str, group: &str) -> String {
        if self.intent.language == Language::English {
            return group.to_owned();
        }
        let module = self.module(domain);
        module
            .and_then(|module| korean_name(module, group))
            .unwrap_or_else(|| group.to_owned())
    }

    /// A domain as the answer calls it.
    pub fn domain(&self, domain: &str) -> String {
        let module = self.module(domain);
        if self.intent.language == Language::Korean {
            let title = module.and_then(|module| module.title_in("ko"));
            let word = title.map(str::to_owned);
            return word
                .or_else(|| self.intent.domain_word.clone())
                .unwrap_or_else(|| self.phrases().say("entries", &[]));
        }
        module.map_or_else(
            || domain.replace('_', " "),
            |module| module.title().to_lowercase(),
        )
    }

    /// The measure that a fact is of; `None` for days and entries.
    pub fn measure_of(&self, query: &FactQuery, fact: &Fact) -> Option<Measure> {
        let measures = measures_of(self.module(&query.domain)?)?;
        measures.measure(fact.kind.measure()?).cloned()
    }

    /// A measure as the answer calls it.
    pub fn measure_name(&self, measure: &Measure) -> String {
        measure
            .aliases
            .get(self.intent.language.code())
            .and_then(|words| words.first())
            .cloned()
            .unwrap_or_else(|| measure.name.replace('_', " "))
    }

    /// A measure as the answer calls it; what is none of the domain, by its own name.
    pub fn measure_called(&self, domain: &str, name: &str) -> String {
        if name == Quantity::ENTRIES {
            return self.phrases().unit("entries");
        }
        let measures = self.module(domain).and_then(measures_of);
        let measure = measures.and_then(|measures| measures.measure(name).cloned());
        measure.map_or_else(
            || self.subject(domain, name).replace('_', " "),
            |measure| self.measure_name(&measure),
        )
    }

    /// What a greater or a smaller value of a measure is called against another one: "faster", and where
    /// the measure has no words of its own, what it is in its direction.
    pub fn compared(&self, measure: &Measure, greater: bool) -> String {
        let better = (measure.better == Better::Higher) == greater;
        let own = measure.compared.get(self.intent.language.code());
        let own = own.and_then(|words| words.get(usize::from(!better)));
        let key = match (measure.aggregate.adds_up(), measure.better, greater, better) {
            (true, _, true, _) => "word_more",
            (true, _, false, _) => "word_less",
            (false, Better::Neutral, true, _) => "word_higher",
            (false, Better::Neutral, false, _) => "word_lower",
            (.., true) => "word_better",
            (.., false) => "word_worse",
        };
        own.cloned().unwrap_or_else(|| self.phrases().say(key, &[]))
    }

    /// What rows of a kind are called: as the measure that counts them is, else by the kind's name.
    pub fn rows_name(&self, query: &FactQuery, rows: &str) -> String {
        let counting = self
            .module(&query.domain)
            .and_then(measures_of)
            .and_then(|measures| measures.measure(rows).cloned());
        counting.map_or_else(
            || rows.replace('_', " "),
            |measure| self.measure_name(&measure),
        )
    }

    /// What is counted, in the singular for one of it.
    pub fn counted_name(&self, measure: &Measure, fact: &Fact) -> String {
        let name = self.measure_name(measure);
        let one = matches!(fact.value, FactValue::Number(value) if value == 1.0);
        match name.strip_suffix('s') {
            Some(single) if one && self.intent.language == Language::English => single.to_owned(),
            _ => name,
        }
    }

    /// Subject and measure together: "Granite shine". The measure a domain means by default goes
    /// without saying, unless there is no subject.
    pub fn topic(&self, query: &FactQuery, fact: &Fact) -> String {
        self.topic_called(query, fact, &|measure| self.measure_name(measure))
    }

    /// The same where the measure goes by the word for its end, such as "longest seam".
    pub fn topic_called(
        &self,
        query: &FactQuery,
        fact: &Fact,
        called: &dyn Fn(&Measure) -> String,
    ) -> String {
        let measure = self.measure_of(query, fact);
        let default = self
            .module(&query.domain)
            .and_then(measures_of)
            .map(|m| m.default.clone());
        let alone = fact.subject == query.domain;
        let named = self.intent.measure_said
            && self
                .intent
                .measure
                .as_ref()
                .is_some_and(|m| measure.as_ref().is_some_and(|of| of.name == m.name));
        let said = measure
            .filter(|measure| alone || named || default.as_ref() != Some(&measure.name))
            .map(|measure| called(&measure));
        match (said, alone) {
            (Some(measure), true) => measure,
            (said, _) => self.phrases().say(
                "subject_measure",
                &[
                    ("subject", self.subject(&query.domain, &fact.subject)),
                    ("measure", said.unwrap_or_default()),
                ],
            ),
        }
    }

    /// What the question is about, for when there are no facts: its topics or its own words.
    pub fn asked_topic(&self) -> String {
        let mut names: Vec<String> = self
            .intent
            .topics
            .iter()
            .map(|topic| match (unknown_before(topic), &topic.longer) {
                (Some(_), Some(longer)) => longer.clone(),
                _ => self.subject(&topic.domain, &topic.name),
            })
            .collect();
        names.dedup();
        if names.is_empty()
            && let Some(together) = &self.intent.together
        {
            return together.name.clone();
        }
        if names.is_empty()
            && let Some(measure) = &self.intent.measure
            && let Some(of) = self.module(&measure.domain).and_then(measures_of)
            && let Some(of) = of.measure(&measure.name)
        {
            return self.measure_name(of);
        }
        if names.is_empty()
            && self.intent.unknown.is_empty()
            && let Some(domain) = &self.intent.domain
        {
            return self.domain(domain);
        }
        names.join(", ")
    }

    /// A fact's value as the answer says it: the row's own words where they hold the value, else
    /// the value with the row's words beside it.
    pub fn what(&self, fact: &Fact) -> String {
        let value = format::fact_value(fact);
        let detail = fact.detail.as_deref().unwrap_or_default();
        if detail.is_empty() {
            return value;
        }
        if detail.contains(&value) && fact.unit.is_some() {
            return detail.to_owned();
        }
        if matches!(fact.value, FactValue::Date(_)) {
            return detail.to_owned();
        }
        format!("{value} ({detail})")
    }

    /// The condition of a query in words: "at 5 strokes".
    pub fn condition(&self, query: &FactQuery) -> String {
        let Some(filter) = &query.filter else {
            return String::new();
        };
        let measures = self.module(&query.domain).and_then(measures_of);
        let measure = measures.as_ref().and_then(|m| {
            let reads = |measure: &&Measure| plain_field(measure).as_deref() == Some(&filter.field);
            let own = m.measure(&filter.field).filter(reads);
            own.or_else(|| m.measures.iter().find(reads))
        });
        let unit = measures.as_ref().zip(measure).and_then(|(m, measure)| {
            let unit = measure.unit.as_deref()?;
            let wanted = self.intent.unit.as_ref().map(|(unit, _)| unit.as_str());
            let units = crate::facts::units_over(&self.cx.units, wanted);
            Some(m.unit(unit, &units.mass, &units.distance).to_owned())
        });
        let (key, value) = match bounds(filter) {
            (Some(min), Some(max)) => ("condition_is", (min + max) / 2.0),
            (Some(min), None) if self.intent.filter_strict => ("condition_above", min),
            (None, Some(max)) if self.intent.filter_strict => ("condition_below", max),
            (Some(min), None) => ("condition_min", min),
            (None, Some(max)) => ("condition_max", max),
            (None, None) => return filter.text.clone().unwrap_or_default(),
        };
        if let Some(said) = &self.intent.filter_quoted {
            return self
                .phrases()
                .say(key, &[("value", said.clone()), ("field", String::new())])
                .trim()
                .replace("  ", " ");
        }
        let (value, field) = match unit {
            Some(unit) => (
                format::quantity(crate::engine::builtin::wording::tidy(value), Some(&unit)),
                String::new(),
            ),
            None => (
                format::number(crate::engine::builtin::wording::tidy(value)),
                measure.map_or_else(
                    || filter.field.clone(),
                    |measure| self.measure_name(measure),
                ),
            ),
        };
        self.phrases()
            .say(key, &[("value", value), ("field", field)])
            .trim()
            .replace("  ", " ")
    }
}

/// The word before a name that no domain knows ("my glorp polish"): it may make it another thing.
pub fn unknown_before(topic: &Topic) -> Option<&str> {
    let longer = topic.longer.as_deref()?;
    let before = longer.get(..longer.find(topic.typed.as_str())?)?.trim();
    (!before.is_empty()).then_some(before)
}

fn bounds(filter: &RowFilter) -> (Option<f64>, Option<f64>) {
    (filter.min, filter.max)
}

/// The Korean name of a term, if the vocabulary has one.
pub(super) fn korean_name(module: &DomainModule, subject: &str) -> Option<String> {
    super::super::topics::korean_alias(module, subject)
}
