//! What the words that name an item call it: a name of the vocabulary, a kind of one, or their own.

use std::ops::Range;

use super::super::labelled_spans::least;
use super::domain::{Domain, NameMention};
use super::vowels;
use crate::notation::{Remark, Remarks};
use quilto_domain::Term;
use quilto_text::{lexicon, particle_tail};

/// From this probability on words are a name, though nothing knows it.
const SURE: f64 = 0.9;

/// What an item is called.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Name<'n> {
    /// As the vocabulary has it, and whether it is written so.
    Known(&'n Term, bool),
    /// In its writer's words, of which the vocabulary knows what they are a kind of.
    KindOf(&'n Term, String),
    /// In its writer's words.
    Own(String),
}

impl<'n> Name<'n> {
    pub fn text(&self) -> &str {
        match self {
            Self::Known(term, _) => &term.name,
            Self::KindOf(_, own) | Self::Own(own) => own,
        }
    }

    /// What the vocabulary knows of it.
    pub fn term(&self) -> Option<&'n Term> {
        match self {
            Self::Known(term, _) | Self::KindOf(term, _) => Some(term),
            Self::Own(_) => None,
        }
    }
}

impl<'n> Domain<'n> {
    /// What the words of a stretch name. A name that they hold counts where the others only say how.
    pub(super) fn name_of(&self, range: &Range<usize>) -> Name<'n> {
        let named = self.named_in(range);
        let items = named.filter_map(|at| Some((at, self.item_of(at.term)?)));
        let held = items.max_by_key(|(at, _)| (at.tokens.len(), at.tokens.start));
        let own = || Name::Own(self.own_words(range));
        // Of what is done other words say how, where and with whom.
        let done = self.compiled.notation.item.free_names.is_none() && !self.has_rows();
        let Some((at, term)) = held else {
            let vocabulary = self.module.vocabulary();
            let short = || {
                let words = vowels::put_in(vocabulary, self.words(range))?;
                let first = words.split(' ').next().filter(|_| done);
                let whole = vocabulary.canonical(&words);
                let term = whole.or_else(|| vocabulary.canonical(first?))?;
                self.is_item(term).then_some(Name::Known(term, false))
            };
            let whole = self.whole(range).map(|term| Name::Known(term, true));
            let cut = || {
                let term = vocabulary.canonical(&self.own_words(range))?;
                self.is_item(term).then_some(Name::Known(term, true))
            };
            return whole.or_else(short).or_else(cut).unwrap_or_else(own);
        };
        let said = |place: usize| {
            at.modifiers.iter().any(|own| own.contains(&place)) || self.says_nothing(place)
        };
        let left = |mut range: Range<usize>| range.any(|at| !said(at));
        let before = left(range.start..at.tokens.start.max(range.start));
        let behind = left(at.tokens.end.min(range.end)..range.end);
        match (before, behind) {
            _ if done => Name::Known(term, at.exact),
            (false, false) => Name::Known(term, at.exact),
            _ if let Some(term) = self.whole(range) => Name::Known(term, true),
            (true, false) if self.is_kind(at) => Name::KindOf(term, self.own_words(range)),
            _ => own(),
        }
    }

    /// The words of a stretch without signs around them and without what is no more of a name at their end.
    fn own_words(&self, range: &Range<usize>) -> String {
        let words = self.words(range);
        let words = words.trim_matches(|c: char| !c.is_alphanumeric());
        let Some(free) = &self.compiled.notation.item.free_names else {
            return words.to_owned();
        };
        let last = words.rfind(' ').map_or(0, |blank| blank + 1);
        let cuts = words[last..]
            .char_indices()
            .skip(1)
            .map(|(at, _)| last + at);
        let ends = |at: &usize| {
            let rest = &words[*at..];
            free.ends.iter().any(|end| rest.starts_with(end.as_str()))
        };
        let name = cuts.clone().find(ends).map_or(words, |at| &words[..at]);
        let particle = particle_tail(&name[last..]).map(|at| last + at);
        particle.map_or(name, |at| &name[..at]).to_owned()
    }

    /// The item that a term names, or lends its name to: a thing stands for what is done with it.
    fn item_of(&self, term: &'n Term) -> Option<&'n Term> {
        if self.is_item(term) {
            return Some(term);
        }
        let notation = &self.compiled.notation;
        let fields = notation
            .terms
            .iter()
            .find(|field| *field.kind == *term.kind)?;
        let lent = fields.copy.get(notation.item.name.as_ref()?)?;
        self.module.vocabulary().term(term.text(lent)?)
    }

    /// The name that all words of a stretch are.
    pub(super) fn whole(&self, range: &Range<usize>) -> Option<&'n Term> {
        let term = self.module.vocabulary().canonical(self.words(range))?;
        self.is_item(term).then_some(term)
    }

    /// Whether a word beside a name leaves it what it is.
    fn says_nothing(&self, at: usize) -> bool {
        let word = self.tokens.norm(at);
        let free = self.compiled.notation.item.free_names.as_ref();
        let how = free.is_some_and(|free| free.qualifiers.iter().any(|own| own == word));
        let core = lexicon::core();
        how || !self.tokens[at].is_word()
            || core.articles.contains(word)
            || core.stop_words.contains(word)
    }

    /// Whether names that end with a name are kinds of it.
    fn is_kind(&self, named: &NameMention) -> bool {
        let free = self.compiled.notation.item.free_names.as_ref();
        free.is_some_and(|free| free.is_head(named.term))
    }

    /// Says what of an item's name is not known. Where it is sure that the words are one, it is no doubt.
    pub(super) fn doubt_name(
        &self,
        name: &Name,
        range: &Range<usize>,
        path: &str,
        remarks: &mut Remarks,
    ) {
        let Some(field) = &self.compiled.notation.item.name else {
            return;
        };
        match name {
            Name::Own(own) if self.is_listed(own) => {}
            Name::Own(own) => {
                let remark = Remark::UnknownName(own);
                match self.is_sure(range) {
                    true => remarks.tell(&remark),
                    false => remarks.doubt(format!("{path}.{field}"), &remark),
                }
            }
            Name::Known(term, false) => {
                remarks.tell(&Remark::ReadAs(self.words(range), &term.name));
            }
            Name::Known(..) | Name::KindOf(..) => {}
        }
    }

    /// Whether a list of what items are called holds a name, or its last word.
    fn is_listed(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        let last = name.rsplit(' ').next().unwrap_or_default();
        let names = |list: &str| self.labels.names(list);
        let lists = self.lists.into_iter();
        let mut lists = lists.flat_map(|lists| [&*name, last].map(|name| lists.of(&[name])));
        lists.any(|mut own| own.any(names))
    }

    fn is_sure(&self, range: &Range<usize>) -> bool {
        least(&self.likely[range.clone()]) >= SURE
    }
}
