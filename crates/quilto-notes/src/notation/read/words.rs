//! What the loaded domains know of the words of a note: names, phrases, days and hours.

use std::borrow::Cow;
use std::sync::Arc;

use chrono::NaiveDate;

use super::super::compiled_notation::{CompiledNotation, Meaning};
use super::super::days_and_hours::{LAST_HOUR, is_bedtime, is_due, is_hour, looks_like_values};
use super::super::labels;
use super::super::loaded_domain::LoadedDomain;
use super::super::phrases::Hit;
use super::super::records::TermMention;
use super::super::states::names_of_pairs;
use super::prepared_text::PreparedText;
use crate::acts::{self, ClauseAct};
use quilto_domain::{ActiveDomainContext, DomainMention};
use quilto_text::dates::{self, DateContext, DateMention};
use quilto_text::{TokenKind, Tokens};

/// The names and phrases that the domains find in a note.
pub(super) struct DomainWords {
    mentions: Vec<DomainMention>,
    /// Every name that was found is one.
    all_are_names: bool,
    /// By domain.
    phrases: Vec<Vec<Hit<Meaning>>>,
}

/// The days and hours of a note.
pub(super) struct NoteTimes {
    pub dates: Vec<DateMention>,
    /// Tokens of dates, times of day and labels: they measure nothing.
    pub dated: Vec<bool>,
}

/// The domains that have a notation, with what they find in a note.
pub(super) struct LoadedDomains<'c> {
    pub loaded: Vec<LoadedDomain<'c>>,
    /// The names in the note, of domains without a notation, too.
    pub mentions: Vec<DomainMention>,
    /// The place among `loaded` of each domain.
    place_of: Vec<Option<usize>>,
}

impl LoadedDomains<'_> {
    /// The names of the domain at a place among the loaded ones.
    pub fn mentions_of(&self, place: usize) -> impl Iterator<Item = &DomainMention> {
        let own = move |domain| self.place_of.get(domain).copied().flatten() == Some(place);
        let mentions = self.mentions.iter();
        mentions.filter(move |mention| own(mention.domain))
    }
}

impl DomainWords {
    pub fn find(
        domains: &ActiveDomainContext,
        compiled: &[Option<Arc<CompiledNotation>>],
        prepared: &PreparedText,
    ) -> Self {
        let tokens = &prepared.tokens;
        let mut mentions = match prepared.laid {
            Some(laid) => laid.mentions.clone(),
            None => domains.vocabulary().find(tokens),
        };
        let all = mentions.len();
        let mut phrases: Vec<Vec<Hit<Meaning>>> = Vec::new();
        for (module, compiled) in domains.modules.iter().zip(compiled) {
            let Some(compiled) = compiled else {
                phrases.push(Vec::new());
                continue;
            };
            let found = compiled.phrases.find(tokens);
            for pair in names_of_pairs(tokens, compiled, module, &found) {
                mentions.retain(|named| !pair.contains(&named.mention.tokens.start));
            }
            phrases.push(found);
        }
        Self {
            all_are_names: mentions.len() == all,
            mentions,
            phrases,
        }
    }

    /// The days and hours of the note.
    pub fn times(
        &self,
        compiled: &[Option<Arc<CompiledNotation>>],
        tokens: &Tokens,
        today: NaiveDate,
    ) -> NoteTimes {
        let mut dates = dates::find(tokens, &DateContext::note(today));
        let portion = |at: usize| self.comes_in_portions(compiled, at);
        dates.retain(|date| !looks_like_values(tokens, date, &portion));
        let mut dated = vec![false; tokens.len()];
        for date in &dates {
            dated[date.tokens.clone()].fill(true);
        }
        labels::mark(tokens, &mut dated);
        for (at, token) in tokens.iter().enumerate() {
            dated[at] |= match token.kind {
                TokenKind::Time(_) => true,
                TokenKind::Clock(clock) => clock.time_of_day().is_some() && is_hour(tokens, at),
                TokenKind::Number(number) => {
                    number.value < LAST_HOUR && (is_due(tokens, at) || is_bedtime(tokens, at))
                }
                _ => false,
            };
        }
        NoteTimes { dates, dated }
    }

    /// Whether a name of something that comes in portions begins at a token.
    fn comes_in_portions(&self, compiled: &[Option<Arc<CompiledNotation>>], at: usize) -> bool {
        let mut mentions = self.mentions.iter();
        let named = mentions.find(|named| named.mention.tokens.start == at);
        let notation = named.and_then(|named| compiled[named.domain].as_ref());
        notation.is_some_and(|domain| domain.notation.item.estimates.is_some())
    }

    /// What the clauses of the note do.
    pub fn acts<'t>(
        &self,
        domains: &ActiveDomainContext,
        prepared: &PreparedText<'t>,
        today: NaiveDate,
    ) -> Cow<'t, [ClauseAct]> {
        match prepared.laid.filter(|_| self.all_are_names) {
            Some(laid) => Cow::Borrowed(&laid.acts),
            None => Cow::Owned(acts::read(domains, &prepared.tokens, &self.mentions, today)),
        }
    }

    /// The domains with what they find.
    pub fn load(
        self,
        domains: &ActiveDomainContext,
        compiled: Vec<Option<Arc<CompiledNotation>>>,
    ) -> LoadedDomains<'_> {
        let mut loaded: Vec<LoadedDomain> = Vec::new();
        let mut place_of: Vec<Option<usize>> = Vec::new();
        for ((module, compiled), hits) in domains.modules.iter().zip(compiled).zip(self.phrases) {
            place_of.push(compiled.as_ref().map(|_| loaded.len()));
            if let Some(compiled) = compiled {
                loaded.push(LoadedDomain {
                    hits,
                    module,
                    compiled,
                    terms: Vec::new(),
                    things: Vec::new(),
                });
            }
        }
        for mention in &self.mentions {
            let Some(place) = place_of.get(mention.domain).copied().flatten() else {
                continue;
            };
            let domain = &mut loaded[place];
            if let Some(term) = domain.module.vocabulary().term(&mention.mention.term) {
                domain.terms.push(TermMention {
                    tokens: mention.mention.tokens.clone(),
                    term,
                });
            }
        }
        for domain in &mut loaded {
            domain.terms.sort_by_key(|place| place.tokens.start);
        }
        LoadedDomains {
            loaded,
            mentions: self.mentions,
            place_of,
        }
    }
}
