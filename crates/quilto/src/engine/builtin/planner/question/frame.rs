//! What a question was read as: the places that its phrases fill (docs/decisions/0034).

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::engine::builtin::planner::measure;
use crate::engine::builtin::planner::reading_context::{NoteTerm, ReadingContext};
use crate::model::{
    CombinedDomains, CountedPeriods, DateRange, EventDays, GroupBy, MeasureRef, Part, Topic,
};

/// A question as a frame. A place that no phrase fills stays empty.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Frame {
    /// What is done with the rows.
    pub(super) op: Option<Op>,
    /// Which end is wanted.
    pub(super) order: Option<Order>,
    /// The subjects, in the order of the text.
    pub(super) of: Vec<Topic>,
    /// The measure.
    pub(super) measure: Option<MeasureWithAlternatives>,
    /// Another measure that is asked for in the same breath.
    pub(super) beside: Vec<MeasureWithAlternatives>,
    /// The measure that counts what it names.
    pub(super) counted: Option<MeasureWithAlternatives>,
    /// What is counted, where it is asked for what one of it holds: "in a set".
    pub(super) within: Option<MeasureWithAlternatives>,
    /// Whether it is asked for what a day comes to: "in one session".
    pub(super) in_day: bool,
    /// The domains whose entries it asks about as one.
    pub(super) together: Option<CombinedDomains>,
    /// The domain whose own words it uses.
    pub(super) domain: Option<DomainReference>,
    /// The days.
    pub(super) when: Option<DateRange>,
    /// Days about something that only notes tell of.
    pub(super) event: Option<EventDays>,
    /// The other side of a comparison.
    pub(super) versus: Option<ComparisonSide>,
    /// What rows and days must fulfil.
    #[serde(rename = "where")]
    pub(super) conditions: Vec<Condition>,
    /// One figure for each.
    pub(super) by: Option<GroupBy>,
    /// The stretch of days that is named by a bare noun: one is sought where it is asked for the most.
    pub(super) bucket: Option<GroupBy>,
    /// Weeks or months that are counted by how many days of it they have.
    pub(super) stretches: Option<CountedPeriods>,
    /// Whether the figures of all of them are asked for.
    pub(super) each: bool,
    /// The part of the day or the week that it is about alone.
    pub(super) only: Option<Part>,
    /// A weekday by its name alone.
    pub(super) weekday: Option<Weekday>,
    /// Whether the one before that is meant.
    pub(super) before: bool,
    /// Whether its days count only as far as today's have come: "by this day last month".
    pub(super) so_far: bool,
    /// How many are wanted.
    pub(super) limit: Option<u32>,
    /// What the answer is to be.
    pub(super) want: Vec<AnswerType>,
    /// Whether a verb was left out that nothing knows.
    pub(super) verb: bool,
    /// Whether all of it together is asked for.
    pub(super) all: bool,
    /// Whether it asks for what is usual, beside what is done with the rows.
    pub(super) mean: bool,
    /// Whether all days there ever were are meant, or whether it was at all.
    pub(super) ever: bool,
    /// Whether it asks how something is or went.
    pub(super) how: bool,
    /// Whether the last weeks are meant.
    pub(super) lately: bool,
    /// Whether it asks if something has stopped getting better.
    pub(super) stuck: bool,
    /// Whether what came right after is asked for.
    pub(super) lag: bool,
    /// Whether what came right before is asked for.
    pub(super) ahead: bool,
    /// Whether days without it are asked for.
    pub(super) without: bool,
    /// The value that is to be reached.
    pub(super) reach: Option<Amount>,
    /// The unit that the answer is wanted in.
    pub(super) unit: Option<String>,
}

/// A weekday by its name alone: the last one, or all of them.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Weekday {
    /// The last one.
    pub(super) when: DateRange,
    /// All of them.
    pub(super) only: Part,
}

/// See [`Frame::op`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Op {
    First,
    Last,
    Days,
    Often,
    Average,
    Trend,
    Gap,
    Off,
    Streak,
    List,
    Summary,
    Compare,
    Why,
    /// When or whether a value will be reached.
    Forecast,
    /// How far it is to a value.
    Distance,
    /// How much more or less it is than at first.
    Change,
}

/// See [`Frame::order`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Order {
    Most,
    Least,
}

/// See [`Frame::want`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum AnswerType {
    /// How much.
    Amount,
    /// How many.
    Number,
    Day,
    Name,
    /// How long ago.
    Since,
    Whether,
    Reason,
}

/// A measure, and others that go by the same words.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct MeasureWithAlternatives {
    #[serde(flatten)]
    pub(super) of: MeasureRef,
    #[serde(default)]
    pub(super) also: Vec<MeasureRef>,
}

impl MeasureWithAlternatives {
    /// It and the others.
    pub(super) fn all(&self) -> impl Iterator<Item = &MeasureRef> {
        std::iter::once(&self.of).chain(&self.also)
    }

    /// Of measures that go by the same words, that of a domain that is spoken of.
    pub(super) fn in_one_of(&self, spoken: &[String]) -> MeasureRef {
        let of = self.all().find(|of| spoken.contains(&of.domain));
        of.unwrap_or(&self.of).clone()
    }
}

/// One of the things that a question names.
#[derive(Clone)]
pub(super) enum Referent {
    Subject(Topic),
    Counted(MeasureWithAlternatives),
    Domain(DomainReference),
}

impl Referent {
    pub(super) fn domain(&self) -> &str {
        match self {
            Self::Subject(topic) => &topic.domain,
            Self::Counted(measured) => &measured.of.domain,
            Self::Domain(spoken) => &spoken.name,
        }
    }
}

/// A domain by its own words.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct DomainReference {
    pub(super) name: String,
    pub(super) typed: String,
}

/// See [`Frame::versus`].
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ComparisonSide {
    pub(super) when: Option<DateRange>,
    pub(super) of: Option<Topic>,
    /// Other conditions.
    #[serde(rename = "where")]
    pub(super) conditions: Vec<Condition>,
    /// All other days.
    pub(super) rest: bool,
    /// What is so now.
    pub(super) now: bool,
}

/// A condition: one bound, of an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Bound {
    MoreThan,
    LessThan,
    AtLeast,
    AtMost,
    Is,
}

/// See [`Frame::conditions`]. A bound of an amount, or any entry of what is named.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Condition {
    pub(super) is: Option<Bound>,
    pub(super) amount: Option<Amount>,
    /// The measure it is on, where it names one.
    pub(super) measure: Option<MeasureWithAlternatives>,
    pub(super) domain: Option<DomainReference>,
    pub(super) name: Option<Topic>,
    /// Whether it is an amount by itself, with no word that bounds it.
    pub(super) bare: bool,
    /// A word that only the notes know.
    pub(super) note: Option<String>,
    /// Whether days are named that have it, rather than what has it itself.
    pub(super) of_day: bool,
    /// What an amount is of by the words before it: "sets of 10".
    pub(super) counted: Option<MeasureWithAlternatives>,
    /// Whether days without it are meant.
    pub(super) without: bool,
    /// Whether it is said what it was at: of a bare number, what its domain is asked for anyway.
    pub(super) at: bool,
}

impl Condition {
    /// Days of which a note mentions a word.
    pub(super) fn of_note(mention: &NoteTerm) -> Self {
        Self {
            note: Some(mention.word.clone()),
            of_day: true,
            ..Self::default()
        }
    }

    /// What has a word in its own note.
    pub(super) fn of_own_note(mention: &NoteTerm) -> Self {
        Self {
            of_day: false,
            ..Self::of_note(mention)
        }
    }

    /// Days with something.
    pub(super) fn of_days_with(thing: &Topic) -> Self {
        Self {
            name: Some(thing.clone()),
            of_day: true,
            ..Self::default()
        }
    }

    /// The same of the days on which it was.
    pub(super) fn of_its_day(&self) -> Self {
        Self {
            of_day: true,
            ..self.clone()
        }
    }

    /// The same of the measure and in the unit of another, where it names none itself.
    pub(super) fn like(&self, other: &Self) -> Option<Self> {
        let amount = self.amount.clone()?;
        let unit = other.amount.as_ref().and_then(|of| of.unit.clone());
        Some(Self {
            measure: self.measure.clone().or_else(|| other.measure.clone()),
            amount: Some(Amount {
                unit: amount.unit.or(unit),
                ..amount
            }),
            ..self.clone()
        })
    }

    /// Whether it is of the same thing.
    pub(super) fn is_of_same(&self, other: &Self) -> bool {
        let name = |of: &Self| {
            of.name
                .as_ref()
                .map(|of| (of.domain.clone(), of.name.clone()))
        };
        let domain = |of: &Self| of.domain.as_ref().map(|of| of.name.clone());
        (name(self), domain(self), &self.note) == (name(other), domain(other), &other.note)
    }

    /// What days fulfil that do not fulfil it.
    pub(super) fn turned(&self) -> Option<Self> {
        let Some(is) = self.is else {
            return Some(Self {
                without: !self.without,
                ..self.clone()
            });
        };
        let is = match is {
            Bound::MoreThan => Bound::AtMost,
            Bound::LessThan => Bound::AtLeast,
            Bound::AtLeast => Bound::LessThan,
            Bound::AtMost => Bound::MoreThan,
            Bound::Is => return None,
        };
        Some(Self {
            is: Some(is),
            ..self.clone()
        })
    }
}

/// A value that was said, with or without its unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Amount {
    pub(super) value: f64,
    #[serde(default)]
    pub(super) unit: Option<String>,
}

impl Frame {
    /// The frame of a merged meaning. None where it holds what no frame has.
    pub(super) fn of(meaning: &Value) -> Option<Self> {
        Self::deserialize(meaning).ok()
    }

    /// It as data, without the places that nothing fills.
    pub(super) fn places(&self) -> Option<Value> {
        let mut places = serde_json::to_value(self).ok()?;
        let blank = [json!(null), json!(false), json!([])];
        places
            .as_object_mut()?
            .retain(|_, filling| !blank.contains(filling));
        Some(places)
    }

    pub(super) fn wants(&self, want: AnswerType) -> bool {
        self.want.contains(&want)
    }

    /// What is named to be told of: its subjects, what counts one kind of thing, and domains by their words.
    pub(super) fn things(&self) -> Vec<Referent> {
        let counted = self.counted.clone().filter(|of| of.also.is_empty());
        let subjects = self.of.iter().cloned().map(Referent::Subject);
        let mut things: Vec<Referent> = subjects.chain(counted.map(Referent::Counted)).collect();
        let spoken = self.domain.clone().map(Referent::Domain);
        // "Swam the cards": a word of a thing's own domain is none beside it.
        let other = |of: &Referent| things.iter().all(|thing| thing.domain() != of.domain());
        let spoken = spoken.filter(other);
        things.extend(spoken);
        things
    }

    /// The same with another value in place of the one that it has.
    pub(super) fn at(&self, value: f64) -> Option<Self> {
        let mut other = self.clone();
        let own = other
            .conditions
            .iter_mut()
            .filter_map(|of| of.amount.as_mut());
        let mut amounts: Vec<&mut Amount> = own.chain(&mut other.reach).collect();
        let [only] = amounts.as_mut_slice() else {
            return None;
        };
        only.value = value;
        Some(other)
    }

    /// The same of one of them alone.
    pub(super) fn of_one(&self, thing: &Referent) -> Self {
        let (of, counted, domain) = match thing.clone() {
            Referent::Subject(topic) => (vec![topic], None, None),
            Referent::Counted(measured) => (Vec::new(), Some(measured), None),
            Referent::Domain(spoken) => (Vec::new(), None, Some(spoken)),
        };
        Self {
            of,
            counted,
            domain,
            together: None,
            ..self.clone()
        }
    }

    /// Whether words that form no sentence ask something of what they name. What grows, and what somebody did
    /// not do, is rather told; so is what happened on one day.
    pub(super) fn asks_as_fragment(&self) -> bool {
        let asks = match self.op {
            Some(
                Op::First | Op::Last | Op::Average | Op::Gap | Op::Days | Op::Often | Op::Compare,
            ) => true,
            Some(Op::List) => self.wants(AnswerType::Name) || !self.of.is_empty(),
            None => {
                let each = self.by.is_some() || self.each;
                let wanted = self.want.iter().any(|want| *want != AnswerType::Whether);
                self.order.is_some() || self.all || self.ever || each || wanted
            }
            Some(_) => false,
        };
        let one_day = self.when.as_ref().is_some_and(|days| days.days() == 1);
        let happened = one_day && matches!(self.op, None | Some(Op::First | Op::Last)) && !self.all;
        asks && !happened && !self.names_nothing() && !self.verb
    }

    /// Whether an amount stands in it that may be what was reached: any where no extreme, day or number is
    /// asked for, else one of what the domain is asked for anyway, or of the named measure.
    pub(super) fn tells_a_value(&self, ground: ReadingContext<'_>) -> bool {
        // "The last 3 times" are so many of them.
        let unit = |found: &Condition| found.amount.as_ref()?.unit.clone();
        let is = |found: &&Condition| {
            let limits = self.op == Some(Op::Last) && unit(found).as_deref() == Some("times");
            found.is == Some(Bound::Is) && found.amount.is_some() && !limits
        };
        let mut values = self.conditions.iter().filter(is).peekable();
        let seeks = [AnswerType::Day, AnswerType::Number, AnswerType::Name];
        // "Mood top": how one is, in words.
        let named = self.measure.as_ref().map(|of| &of.of);
        let base = |of: &&MeasureRef| {
            let module = ground.domains.module(&of.domain);
            module.is_some_and(|module| module.base) && measure::unit_of(of, ground).is_none()
        };
        if named.is_some_and(|of| base(&of)) && self.when.is_none() && !self.ever {
            return true;
        }
        if self.order.is_none() && !seeks.iter().any(|want| self.wants(*want)) {
            return values.peek().is_some();
        }
        let things = self.things();
        let domain = things.first().map(Referent::domain);
        let domain = domain.or(named.map(|of| of.domain.as_str()));
        let default = domain.and_then(|domain| measure::default_of(domain, ground.domains));
        let asked = default.iter().chain(named);
        let asked: Vec<&MeasureRef> = asked.collect();
        let may_be = |found: &Condition, of: &MeasureRef| {
            let alike = match (unit(found), measure::unit_of(of, ground)) {
                (Some(unit), Some(own)) => crate::facts::factor(&unit, &own).is_some(),
                (Some(_), None) => false,
                (None, _) => true,
            };
            let fixed = measure::of(of, ground.domains).and_then(|of| of.fixed);
            alike && fixed.is_none()
        };
        let bare = |found: &&Condition| found.measure.is_none() && found.counted.is_none();
        values
            .filter(bare)
            .any(|found| asked.iter().any(|of| may_be(found, of)))
    }

    /// Whether neither a thing nor a measure nor a domain is named.
    pub(super) fn names_nothing(&self) -> bool {
        self.of.is_empty()
            && self.measure.is_none()
            && self.domain.is_none()
            && self.together.is_none()
            && self.counted.is_none()
    }

    /// Whether it says nothing of things, conditions or days without.
    pub(super) fn is_bare(&self) -> bool {
        self.of.is_empty() && self.conditions.is_empty() && !self.without
    }

    /// The words of notes that are all it is about.
    pub(super) fn only_noted(&self) -> Option<&str> {
        let [only] = self.conditions.as_slice() else {
            return None;
        };
        let plain = !only.without && !self.lag && !self.ahead && self.names_nothing();
        only.note.as_deref().filter(|_| plain)
    }

    /// Whether it asks for days without something: how many, or which.
    pub(super) fn is_of_days_off(&self) -> bool {
        let counts = matches!(self.op, None | Some(Op::Days | Op::List)) && self.order.is_none();
        let off = self.without && counts || self.op == Some(Op::Off);
        off && self.conditions.is_empty()
    }
}
