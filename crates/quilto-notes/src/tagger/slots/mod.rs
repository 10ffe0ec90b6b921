//! What was done and taken in, once it is known what each word is for: the labelled figures of an item fill the slots
//! of its domain.

mod domain;
mod durations;
mod figures;
mod groups;
mod names;
mod pairs;
mod records;
mod rows;
mod spoken_numbers;
#[cfg(test)]
mod tests;
mod totals;
mod vowels;

use std::rc::Rc;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::items::Item;
use super::labelled_spans::LabelledSpan;
use crate::notation::{CompiledNotation, Remark, Remarks};
use domain::{Domain, KnownWords, NameMention};
use names::Name;
use quilto_domain::{ActiveDomainContext, DomainMention};
use quilto_language::operators::{Cue, cues};
use quilto_language::phrases::Hit;
use quilto_model::UnitPreferences;
use quilto_text::Tokens;

/// Words that are kept as typed.
#[derive(Default)]
struct VerbatimWords {
    /// With the item at hand.
    item: Vec<String>,
    /// With all.
    all: Vec<String>,
}

impl VerbatimWords {
    /// Keeps words with the item, once.
    fn add(&mut self, words: &str) {
        if !self.item.iter().any(|told| told == words) {
            self.item.push(words.to_owned());
        }
    }
}

/// What fills slots.
pub(super) struct SlotReader<'n> {
    tokens: &'n Tokens,
    cues: Rc<[Hit<Cue>]>,
    domains: Vec<Domain<'n>>,
}

/// What was read.
pub(super) struct FilledSlots {
    pub data: Map<String, Value>,
    pub remarks: Remarks,
    /// Domains of which something was told that no name says what it is of.
    pub unnamed: Vec<String>,
    /// The words that name items, and what those or parts of them are called.
    pub names: Vec<(LabelledSpan, Vec<String>)>,
    /// The words that tell figures, and what those could be put in as.
    pub figures: Vec<(LabelledSpan, Vec<f64>)>,
}

impl<'n> SlotReader<'n> {
    /// `notations` are those of the domains, by name; `likely` says how likely the label of each token is.
    pub fn new(
        domains: &'n ActiveDomainContext,
        notations: &'n [(&str, Arc<CompiledNotation>)],
        units: &'n UnitPreferences,
        tokens: &'n Tokens,
        mentions: &'n [DomainMention],
        likely: &'n [f64],
    ) -> Self {
        let known = KnownWords {
            tokens,
            units,
            likely,
            cues: cues().find(tokens).into(),
            lists: domains.words.as_deref(),
        };
        let each = domains
            .modules
            .iter()
            .enumerate()
            .filter_map(|(at, module)| {
                let (_, compiled) = notations.iter().find(|(name, _)| **name == *module.name)?;
                let own = mentions.iter().filter(|named| named.domain == at);
                let named = own.filter_map(|named| {
                    let used = named.mention.modifiers.iter().filter(|of| of.used);
                    Some(NameMention {
                        tokens: named.mention.tokens.clone(),
                        term: module.vocabulary().term(&named.mention.term)?,
                        exact: named.mention.exact,
                        modifiers: used.map(|of| of.tokens.clone()).collect(),
                    })
                });
                Domain::of(known.clone(), module, compiled, named.collect())
            });
        Self {
            tokens,
            domains: each.collect(),
            cues: known.cues,
        }
    }

    /// The stretches as their words want them: what a word names besides an amount ("사과반쪽") is a name, hundreds are
    /// told together ("one thirty five"), and what was said wrong is left out.
    pub fn mended(&self, stretches: &[LabelledSpan]) -> Vec<LabelledSpan> {
        let mut stretches = self.corrected(stretches);
        for domain in self.domains.iter().filter(|domain| domain.has_rows()) {
            stretches =
                spoken_numbers::hundreds(self.tokens, &stretches, &|role| domain.is_level(role));
        }
        for domain in &self.domains {
            domain.part_pairs(&mut stretches);
        }
        for domain in &self.domains {
            let (Some(head), Some(amount)) = (domain.labels.heads.first(), domain.amount_role())
            else {
                continue;
            };
            for stretch in stretches.iter_mut().filter(|of| of.role == amount) {
                let words = domain.words(&stretch.tokens);
                if domain.with_amount(words, false).is_some() {
                    stretch.role.clone_from(head);
                }
            }
        }
        stretches
    }

    /// The stretches without those behind which a word says that they were wrong, where another with their role
    /// follows it ("35 kg, no, 40 kg").
    fn corrected(&self, stretches: &[LabelledSpan]) -> Vec<LabelledSpan> {
        let wrong = |at: usize| {
            let (own, next) = (&stretches[at], stretches.get(at + 1));
            next.is_some_and(|next| {
                let between = own.tokens.end..next.tokens.start;
                next.role == own.role
                    && self.cues.iter().any(|hit| {
                        hit.meaning == Cue::Correct && between.contains(&hit.tokens.start)
                    })
            })
        };
        let right = (0..stretches.len()).filter(|at| !wrong(*at));
        right.map(|at| stretches[at].clone()).collect()
    }

    /// Fills the slots of all domains.
    ///
    /// `typed` says of which domains the note is as it was typed: figures without a name could be of several.
    pub fn read(
        &self,
        items: &[&Item],
        stretches: &[LabelledSpan],
        typed: &dyn Fn(&str) -> bool,
    ) -> FilledSlots {
        let mut filled = FilledSlots {
            data: Map::new(),
            remarks: Remarks::of(self.tokens.text()),
            unnamed: Vec::new(),
            names: Vec::new(),
            figures: self.figures(stretches),
        };
        let owners: Vec<Option<usize>> = items.iter().map(|item| self.owner(item, typed)).collect();
        for (at, domain) in self.domains.iter().enumerate() {
            let own = items.iter().zip(&owners);
            let own: Vec<&Item> = own
                .filter(|(_, owner)| **owner == Some(at))
                .map(|(item, _)| *item)
                .collect();
            if own.is_empty() {
                continue;
            }
            let named = |item: &&Item| !item.head.is_empty() || !domain.has_rows();
            if !own.iter().all(named) {
                filled.unnamed.push(domain.name().to_owned());
            }
            let own: Vec<&Item> = own.into_iter().filter(named).collect();
            filled.names.extend(domain.names(&own));
            let data = domain.data(&own, stretches, &mut filled.remarks);
            if !data.is_empty() {
                filled
                    .data
                    .insert(domain.name().to_owned(), Value::Object(data));
            }
        }
        let nameless = items.iter().zip(&owners);
        let nameless = nameless.filter(|(item, owner)| owner.is_none() && item.head.is_empty());
        let nameless: Vec<&Item> = nameless.map(|(item, _)| *item).collect();
        filled
            .unnamed
            .extend(self.of_groups_alone(&nameless, &filled.data));
        self.totals(stretches, &mut filled);
        filled
    }

    /// The domains with groups of which only figures without a name are told ("lunch 650 kcal").
    fn of_groups_alone(&self, nameless: &[&Item], filled: &Map<String, Value>) -> Vec<String> {
        let told = |domain: &&Domain| {
            let holds = |of: &LabelledSpan| domain.labels.hold(&of.role);
            domain.has_groups()
                && !filled.contains_key(domain.name())
                && nameless.iter().any(|item| item.stretches.iter().all(holds))
        };
        let domains = self.domains.iter().filter(told);
        domains.map(|domain| domain.name().to_owned()).collect()
    }

    /// The figures that something can have, and of several things.
    fn figures(&self, stretches: &[LabelledSpan]) -> Vec<(LabelledSpan, Vec<f64>)> {
        let told = |of: &&LabelledSpan| {
            let mut domains = self.domains.iter();
            domains.any(|domain| {
                domain.labels.holds_figure(&of.role)
                    || domain.labels.total.as_ref() == Some(&of.role)
            })
        };
        let values = |of: &LabelledSpan| {
            let figures = self.domains.iter().flat_map(|domain| {
                let figures = [true, false].map(|short| domain.figure(&of.role, &of.tokens, short));
                let figures = figures.into_iter().flatten();
                figures.flat_map(|figure| [Some(figure.value), figure.or])
            });
            // How long something lasted is the same in every domain.
            let first = self.domains.first();
            let lasting = first.and_then(|domain| domain.duration(&of.tokens, false));
            let minutes = lasting.map(|figure| figure.value / 60.0);
            figures.chain([minutes]).flatten().collect()
        };
        let stretches = stretches.iter().filter(told);
        stretches.map(|of| (of.clone(), values(of))).collect()
    }

    /// The domain that an item is one of: by the role of its name, where that domain does not know the name and
    /// another does by that one; without a name by its figures.
    fn owner(&self, item: &Item, typed: &dyn Fn(&str) -> bool) -> Option<usize> {
        if item.head.is_empty() {
            return self.unnamed(item, typed);
        }
        let own = self
            .domains
            .iter()
            .position(|domain| domain.labels.names(&item.head))?;
        let head = item.name()?;
        let keeps_names = |domain: &Domain| domain.compiled.notation.item.name.is_some();
        let domain = &self.domains[own];
        if domain.has_groups()
            || !keeps_names(domain)
            || !matches!(domain.name_of(&head.tokens), Name::Own(_))
        {
            return Some(own);
        }
        let other = self.domains.iter().enumerate().position(|(at, domain)| {
            at != own && !domain.has_groups() && domain.whole(&head.tokens).is_some()
        });
        other.or(Some(own))
    }

    /// The domain of an item without a name.
    fn unnamed(&self, item: &Item, typed: &dyn Fn(&str) -> bool) -> Option<usize> {
        let all: Vec<usize> = (0..self.domains.len())
            .filter(|at| {
                let domain = &self.domains[*at];
                let mut roles = item.stretches.iter().map(|of| &of.role);
                !domain.has_groups() && roles.all(|role| domain.labels.hold(role))
            })
            .collect();
        if let Some(rows) = all.iter().find(|at| {
            let domain = &self.domains[**at];
            let mut roles = item.stretches.iter().map(|of| &*of.role);
            domain.has_rows() && roles.any(|role| domain.is_level(role))
        }) {
            return Some(*rows);
        }
        let speed = all.iter().find_map(|at| self.domains[*at].speed(item));
        let by_speed = speed.and_then(|speed| {
            let opened = |at: &&usize| {
                let item = &self.domains[**at].compiled.notation.item;
                item.opens_at
                    .is_some_and(|[least, most]| least <= speed && speed < most)
            };
            all.iter().find(opened)
        });
        let opens = |at: &&usize| {
            let domain = &self.domains[**at];
            let mut roles = item
                .stretches
                .iter()
                .filter_map(|of| domain.labels.values.get(&of.role));
            roles.any(|slot| domain.compiled.notation.item.opens.contains(slot))
        };
        let own_words = |at: &&usize| {
            let domain = &self.domains[**at];
            let mut roles = item.stretches.iter().map(|of| &of.role);
            !domain.has_rows() && roles.any(|role| domain.alone_tells(role, &self.domains))
        };
        let by_words = all.iter().find(own_words);
        let could =
            |at: &&usize| typed(self.domains[**at].name()) && !self.domains[**at].has_rows();
        let by_typed = || all.iter().find(could);
        let found = by_words.or(by_speed).or_else(by_typed);
        found.or_else(|| all.iter().find(opens)).copied()
    }
}

impl Domain<'_> {
    /// The words that name items, and what those or parts of them are called, where that is kept.
    fn names(&self, items: &[&Item]) -> Vec<(LabelledSpan, Vec<String>)> {
        if self.compiled.notation.item.name.is_none() {
            return Vec::new();
        }
        let heads = items.iter().filter_map(|item| item.name());
        let named = heads.map(|head| {
            let parts = self
                .named_in(&head.tokens)
                .map(|at| at.term.name.to_string());
            let name = self.name_of(&head.tokens);
            let others = self.compiled.notation.item.told_with.values();
            let others = others.filter_map(|key| name.term()?.text(key));
            let whole = others.chain([name.text()]).map(str::to_owned);
            (head.clone(), parts.chain(whole).collect())
        });
        named.collect()
    }

    /// Whether it is the only domain of records in which words with a role fill something.
    fn alone_tells(&self, role: &String, all: &[Domain]) -> bool {
        // Times and distances are told of all that is done.
        let tells = |domain: &Domain| {
            let slot = domain.slot_of(role).map(|slot| domain.slot(slot));
            domain.labels.says.contains(role) || slot.is_some_and(|slot| slot.only_with_words)
        };
        let mut others = all
            .iter()
            .filter(|other| other.name() != self.name() && !other.has_rows());
        tells(self) && others.all(|other| !tells(other))
    }

    /// How fast an item was, in km/h, by its distance and time.
    fn speed(&self, item: &Item) -> Option<f64> {
        let mut remarks = Remarks::of("");
        let fields = self.record(item, None, "", &mut VerbatimWords::default(), &mut remarks);
        let slots = &self.compiled.notation.slots;
        let of = |dimension: &str| {
            slots.iter().find_map(|slot| {
                let own = slot.dimension.as_deref() == Some(dimension);
                let value = fields.get(slot.field_name()).filter(|_| own)?;
                let unit = slot
                    .unit_field
                    .as_ref()
                    .and_then(|unit| fields.get(unit)?.as_str());
                Some((value.as_f64()?, unit.unwrap_or_default().to_owned()))
            })
        };
        let (distance, time) = (of("distance"), of("duration"));
        if let Some((speed, _)) = of("speed").filter(|_| distance.is_some() || time.is_some()) {
            return Some(speed);
        }
        let ((distance, unit), (seconds, _)) = distance.zip(time)?;
        let km = self.tokens.units().convert(distance, &unit, "km")?;
        (seconds > 0.0).then_some(km * 3600.0 / seconds)
    }

    /// The data of a domain's items.
    fn data(
        &self,
        items: &[&Item],
        stretches: &[LabelledSpan],
        remarks: &mut Remarks,
    ) -> Map<String, Value> {
        let notation = &self.compiled.notation;
        let mut data = Map::new();
        let mut written: Vec<Value> = Vec::new();
        if let Some(group) = &notation.group {
            let items = self.handed_back(items);
            let items: Vec<&Item> = items.iter().collect();
            for gathered in self.gathered(&items, stretches) {
                let path = format!("{}.{}[{}]", self.name(), self.list(), written.len());
                written.push(self.group(group, &gathered, &path, remarks));
            }
            data.insert(self.list().to_owned(), json!(written));
            return data;
        }
        let mut kept_of_all: Vec<String> = Vec::new();
        let mut before: Option<usize> = None;
        let items: Vec<Item> = items
            .iter()
            .flat_map(|item| self.each_once(item, stretches))
            .collect();
        for item in &items {
            let first = item.stretches.first().map_or(0, |of| of.tokens.start);
            let beside = before.is_some_and(|before| self.tokens.sentence(first).contains(&before));
            before = Some(first);
            let path = format!("{}.{}[{}]", self.name(), self.list(), written.len());
            let mut kept = VerbatimWords::default();
            let rounds = self.rounds(item, stretches);
            let mut own = self.item(item, rounds, &path, &mut kept, remarks);
            self.keep(item, &mut kept);
            if !kept.item.is_empty() {
                own.insert("notes".to_owned(), json!(kept.item.join(", ")));
            }
            kept_of_all.append(&mut kept.all);
            match written.last_mut().and_then(Value::as_object_mut) {
                Some(last) if (beside || self.has_rows()) && self.goes_on(last, &own) => {
                    self.join(last, own);
                }
                _ => written.push(Value::Object(own)),
            }
        }
        data.insert(self.list().to_owned(), json!(written));
        if let (Some(field), false) = (&self.labels.notes_of_all, kept_of_all.is_empty()) {
            data.insert(field.clone(), json!(kept_of_all.join(", ")));
        }
        data
    }

    /// The items that one is where a figure of which it has one is told again ("walked 20 min, 15 min home").
    /// Where words that tell nothing known follow, it may be something else ("yoga 45 min + 10 min gong bath").
    fn each_once(&self, item: &Item, stretches: &[LabelledSpan]) -> Vec<Item> {
        let free = |at: usize| {
            let mut labelled = stretches.iter();
            self.tokens
                .get(at)
                .is_some_and(|token| token.is_word() && token.spaced)
                && !labelled.any(|of| of.tokens.contains(&at))
        };
        let once = |of: &LabelledSpan| self.labels.once.contains(&of.role) && !free(of.tokens.end);
        let mut parts: Vec<Item> = Vec::new();
        for (at, stretch) in item.stretches.iter().enumerate() {
            let told = |role: &String| {
                let last: Option<&Item> = parts.last();
                last.is_some_and(|last| last.stretches.iter().any(|of| of.role == *role))
            };
            // What is said right before such a figure is said of the next.
            let figure = item.stretches[at..]
                .iter()
                .find(|of| !self.labels.says.contains(&of.role));
            let again = figure.is_some_and(|of| once(of) && told(&of.role));
            let begins = again && (once(stretch) || told(&stretch.role));
            match parts.last_mut().filter(|_| !begins) {
                Some(last) => last.stretches.push(stretch.clone()),
                None => {
                    let name = item.name().filter(|_| !parts.is_empty()).cloned();
                    parts.push(Item {
                        head: item.head.clone(),
                        stretches: name.into_iter().chain([stretch.clone()]).collect(),
                    });
                }
            }
        }
        parts
    }

    fn item(
        &self,
        item: &Item,
        rounds: Option<usize>,
        path: &str,
        kept: &mut VerbatimWords,
        remarks: &mut Remarks,
    ) -> Map<String, Value> {
        let head = item.name();
        let name = head.map(|head| self.name_of(&head.tokens));
        if let (Some(name), Some(head)) = (&name, head) {
            self.doubt_name(name, &head.tokens, path, remarks);
        }
        match &name {
            Some(name) if self.has_rows() => self.rows(item, name, rounds, path, kept, remarks),
            Some(name) => self.record(item, Some(name), path, kept, remarks),
            None => {
                let mut record = self.record(item, None, path, kept, remarks);
                let spec = &self.compiled.notation.item;
                if let (Some(field), Some(unnamed)) = (&spec.name, &spec.unnamed) {
                    record.insert(field.clone(), json!(unnamed));
                    remarks.doubt(format!("{path}.{field}"), &Remark::BySpeed);
                }
                record
            }
        }
    }

    /// The words of an item that are kept as typed.
    fn keep(&self, item: &Item, kept: &mut VerbatimWords) {
        for stretch in &item.stretches {
            let words = || self.words(&stretch.tokens).to_owned();
            if self.labels.kept.contains(&stretch.role) {
                kept.item.push(words());
            } else if self.labels.kept_of_all.contains(&stretch.role) {
                kept.all.push(words());
            }
        }
    }

    /// Whether an item only tells more of the one before it: the same name, and nothing told twice.
    fn goes_on(&self, last: &Map<String, Value>, own: &Map<String, Value>) -> bool {
        let spec = &self.compiled.notation.item;
        let named = spec.name.as_ref();
        let same = named.is_none_or(|field| last.get(field) == own.get(field));
        let rows = spec.rows.as_ref();
        let twice = |field: &String| {
            Some(field) != named
                && Some(field) != rows
                && last.contains_key(field)
                && field != "notes"
        };
        same && (rows.is_some() || !own.is_empty()) && !own.keys().any(twice)
    }

    fn join(&self, last: &mut Map<String, Value>, own: Map<String, Value>) {
        for (field, value) in own {
            match (last.get_mut(&field), value) {
                (Some(Value::Array(list)), Value::Array(more)) => list.extend(more),
                (Some(Value::String(told)), Value::String(more)) if field == "notes" => {
                    told.push_str(", ");
                    told.push_str(&more);
                }
                (Some(_), _) => {}
                (None, value) => {
                    last.insert(field, value);
                }
            }
        }
    }
}
