//! A frame filled by what each word of a question is for: names, days and bounds are looked for where the
//! classifier says they stand (docs/decisions/0044).

use std::ops::Range;

use quilto_reader::Terminal;
use serde::de::DeserializeOwned;

use crate::engine::builtin::planner::context_reference;
use crate::engine::builtin::planner::day_parts;
use crate::engine::builtin::planner::meaning::{self, Meaning};
use crate::engine::builtin::planner::note_terms::{self, Notes};
use crate::engine::builtin::planner::reading_context::{NoteTerm, ReadingContext};
use crate::engine::builtin::topics;
use crate::model::{
    CountedPeriods, DateRange, EventDays, EventSide, GroupBy, RowFilter, Topic, Which,
};
use crate::text;
use quilto_language::questions::words;
use quilto_language::{Bucket, Words};

use super::frame::{
    Amount, Bound, ComparisonSide, Condition, DomainReference, Frame, MeasureWithAlternatives, Op,
    Weekday,
};
use super::question_labels::{QuestionLabels, QuestionSpan, measures_named};
use super::remark_clauses::overlap;

/// What is said of conditions on what was written.
const NOTES: &str = "notes";
/// The most words of a name that only notes know.
const LONGEST_NAME: usize = 8;
/// What is said of what is not to be had.
const WITHOUT: &str = "without";

/// A frame, and the stretches of the question that say something which could not be made out.
pub(super) struct Slots {
    pub(super) frame: Frame,
    pub(super) unread: Vec<Range<usize>>,
}

/// What a question is filled from.
pub(super) struct Source<'s> {
    pub(super) question: &'s str,
    pub(super) given: &'s [Terminal],
    pub(super) said: &'s QuestionLabels,
    /// What a stretch of it means by its phrases.
    pub(super) phrases: &'s dyn Fn(&str) -> Option<Frame>,
    pub(super) ground: ReadingContext<'s>,
    pub(super) notes: Notes<'s>,
}

impl Source<'_> {
    /// Fills a frame; `own` is that of the phrases, for what no word is said to be for.
    pub(super) fn slots(&self, own: &Frame) -> Slots {
        let frame = Frame {
            limit: own.limit,
            unit: own.unit.clone(),
            within: own.within.clone(),
            in_day: own.in_day,
            so_far: own.so_far,
            lately: own.lately,
            without: own.without,
            before: own.before,
            each: own.each,
            lag: own.lag,
            ahead: own.ahead,
            by: own.by,
            bucket: own.bucket,
            order: own.order,
            op: own.op,
            want: own.want.clone(),
            ..Frame::default()
        };
        let mut slots = Slots {
            frame,
            unread: Vec::new(),
        };
        for stretch in self.said.stretches() {
            let filled = match &*stretch.tag {
                "of" => {
                    let of_length = self.length(&mut slots.frame, &stretch.span);
                    self.thing(&mut slots.frame, &stretch.span) || of_length
                }
                "when" => self.days(&mut slots.frame, &stretch.span),
                "versus" => self.versus(&mut slots.frame, stretch),
                "where" => self.condition(&mut slots.frame, stretch),
                "goal" => self.goal(&mut slots.frame, &stretch.span),
                "measure" => {
                    self.length(&mut slots.frame, &stretch.span);
                    self.measure(&mut slots.frame, &stretch.span)
                }
                _ => true,
            };
            if !filled {
                slots.unread.push(stretch.span.clone());
            }
        }
        self.set_beside_now(&mut slots.frame);
        self.set_beside_rest(&mut slots.frame);
        // "Not even 5 hours" is less than that, and no day without any.
        let bounds = |of: &Condition| matches!(of.is, Some(Bound::LessThan | Bound::AtMost));
        let frame = &mut slots.frame;
        frame.without &= !frame.conditions.iter().any(bounds);
        slots
    }

    /// What is given within a stretch, of one of some kinds, the longest first and of those the first kind.
    fn within<'g>(&'g self, span: &Range<usize>, kinds: &[&str]) -> Option<&'g Terminal> {
        let place = |one: &Terminal| kinds.iter().position(|kind| *kind == one.kind);
        let over = self.given.iter().filter(|one| overlap(&one.span, span));
        let found = over.filter(|one| place(one).is_some());
        found.max_by_key(|one| (one.span.len(), kinds.len() - place(one).unwrap_or_default()))
    }

    fn value<T: DeserializeOwned>(&self, span: &Range<usize>, kind: &str) -> Option<T> {
        let found = self.within(span, &[kind])?;
        serde_json::from_value(found.value.clone()).ok()
    }

    /// What of a stretch only the notes know: all of its words, else the longest run of them that stands there.
    fn noted(&self, span: &Range<usize>) -> Option<NoteTerm> {
        let said = &self.question[span.clone()];
        let line = Words::read(said);
        let run = |at: usize, long: usize| {
            let (first, last) = (line.at(at), line.at(at + long - 1));
            &said[first.span.start..last.span.end]
        };
        let lengths = (1..=line.len().min(LONGEST_NAME)).rev();
        let runs = lengths.flat_map(|long| (0..=line.len() - long).map(move |at| (at, long)));
        note_terms::of_words(runs.map(|(at, long)| run(at, long)), self.notes)
    }

    /// The names in a stretch, in their order; of those that overlap that of what was done, the longest.
    fn names(&self, span: &Range<usize>) -> Vec<Topic> {
        let of = self
            .given
            .iter()
            .filter(|one| one.kind == "name" && overlap(&one.span, span));
        let mut all: Vec<&Terminal> = of.collect();
        all.sort_by_key(|one| (self.is_of_writer(one), std::cmp::Reverse(one.span.len())));
        let mut taken: Vec<&Terminal> = Vec::new();
        for one in all {
            if !taken.iter().any(|other| overlap(&other.span, &one.span)) {
                taken.push(one);
            }
        }
        taken.sort_by_key(|one| one.span.start);
        let names = taken.into_iter();
        let names = names.filter_map(|one| serde_json::from_value(one.value.clone()).ok());
        names
            .filter(|name| meaning::sense(name, self.ground) != Some(Meaning::Nothing))
            .collect()
    }

    /// Whether a name tells how somebody is.
    fn is_of_writer(&self, name: &Terminal) -> bool {
        let domain = name.value["domain"].as_str().unwrap_or_default();
        self.ground.is_base(domain)
    }

    fn line(&self, span: &Range<usize>) -> Words {
        Words::read(&self.question[span.clone()])
    }

    /// What only the notes call by all of a stretch, where no name says all of it.
    fn called(&self, span: &Range<usize>, names: &[Topic]) -> Option<Topic> {
        let says_all = |name: &Topic| name.span.start <= span.start && span.end <= name.span.end;
        if names.iter().any(says_all) {
            return None;
        }
        note_terms::called(&self.question[span.clone()], span.clone(), self.notes)
    }

    fn thing(&self, frame: &mut Frame, span: &Range<usize>) -> bool {
        let names = self.names(span);
        let several = self.question[span.clone()].contains(' ');
        if several && let Some(own) = self.called(span, &names) {
            frame.of.push(own);
            return true;
        }
        // "Soda bread", of who eats it, is neither soda nor bread.
        if names.len() > 1
            && let Some(whole) =
                note_terms::of_words([&self.question[span.clone()]].into_iter(), self.notes)
        {
            frame.conditions.push(Condition::of_own_note(&whole));
            return true;
        }
        if !names.is_empty() {
            frame.of.extend(names);
            return true;
        }
        let kinds = ["together", "domain", "counted", "measure", "asked"];
        let Some(found) = self.within(span, &kinds) else {
            let alone = || self.named_alone(span);
            if let Some(own) = self.called(span, &names).or_else(alone) {
                frame.of.push(own);
                return true;
            }
            return match self.noted(span) {
                Some(mention) => {
                    frame.conditions.push(Condition::of_own_note(&mention));
                    true
                }
                None => false,
            };
        };
        let value = found.value.clone();
        match &*found.kind {
            "together" => frame.together = serde_json::from_value(value).ok(),
            "domain" => frame.domain = serde_json::from_value(value).ok(),
            "counted" => frame.counted = serde_json::from_value(value).ok(),
            _ => frame.measure = serde_json::from_value(value).ok(),
        }
        true
    }

    /// "The 1000 m by hammer": an amount in what things are called says how much of them is meant. Whether there is one.
    fn length(&self, frame: &mut Frame, span: &Range<usize>) -> bool {
        let own = (self.phrases)(&self.question[span.clone()]);
        let mut bounds = own.into_iter().flat_map(|own| own.conditions);
        let bare = bounds.find(|bound| bound.bare && bound.amount.is_some());
        let Some(bare) = bare.filter(|_| frame.conditions.is_empty()) else {
            return false;
        };
        frame.conditions.push(bare);
        true
    }

    fn days(&self, frame: &mut Frame, span: &Range<usize>) -> bool {
        let kinds = ["period", "weekday", "daypart", "lean"];
        let Some(found) = self.within(span, &kinds) else {
            return self.days_by_words(frame, span);
        };
        let value = found.value.clone();
        match &*found.kind {
            "period" if frame.when.is_none() => frame.when = serde_json::from_value(value).ok(),
            "weekday" if frame.weekday.is_none() => {
                frame.weekday = serde_json::from_value(value).ok();
            }
            "daypart" => {
                frame.only = serde_json::from_value(value).ok();
                // "How far was Sunday's run": the last one.
                let only = frame.only.as_ref().filter(|_| self.said.asks_of_one());
                let day = only.and_then(|only| day_parts::last_of(only, self.ground.today));
                if let Some(day) = day.filter(|_| frame.when.is_none()) {
                    (frame.only, frame.when) = (None, Some(day));
                }
            }
            "lean" => {}
            _ => return false,
        }
        true
    }

    /// "Lately", "ever": days by phrases alone; else those about something that only notes tell of.
    fn days_by_words(&self, frame: &mut Frame, span: &Range<usize>) -> bool {
        let own = (self.phrases)(&self.question[span.clone()]).unwrap_or_default();
        frame.lately |= own.lately;
        frame.ever |= own.ever;
        if own.lately || own.ever || own.all || self.is_now(span) {
            return true;
        }
        if let Some(event) = self.event(span) {
            // "Right before the holiday": the side of it is all that is meant.
            (frame.lag, frame.ahead) = (false, false);
            self.put_event(frame, event);
            return true;
        }
        frame.ahead |= own.ahead;
        frame.lag |= own.lag;
        own.ahead || own.lag
    }

    /// What notes tell of is a stretch of days like any other, unless what was so before and after it is asked for.
    fn put_event(&self, frame: &mut Frame, event: EventDays) {
        let beside = event.side != EventSide::During;
        let both = beside && self.said.does(&["compare", "trend", "change"]);
        let plain = !both && frame.when.is_none();
        let Some(days) = plain.then(|| (self.notes.about)(&event)).flatten() else {
            frame.event = Some(event);
            return;
        };
        // "What was it right before the holiday": the last one.
        let sought = match event.side {
            EventSide::Before | EventSide::Until => Op::Last,
            _ => Op::First,
        };
        if beside && self.said.does(&["value"]) {
            frame.op = Some(sought);
        }
        frame.when = Some(days);
    }

    /// "Is it lower now than in summer?": days that are over, beside the last weeks.
    fn set_beside_now(&self, frame: &mut Frame) {
        let compares = self.said.does(&["compare"]);
        let over = frame
            .when
            .as_ref()
            .is_some_and(|days| days.end < self.ground.today);
        let mut stretches = self.said.stretches().iter();
        let now = stretches.any(|of| of.tag == "when" && self.is_now(&of.span));
        if compares && over && now && frame.versus.is_none() {
            frame.versus = Some(ComparisonSide {
                now: true,
                ..ComparisonSide::default()
            });
        }
    }

    /// "Do I sleep worse after granite?": days with it, beside all others.
    fn set_beside_rest(&self, frame: &mut Frame) {
        let compares = self.said.does(&["compare", "relation"]);
        if compares && frame.versus.is_none() && !frame.conditions.is_empty() {
            frame.versus = Some(ComparisonSide {
                rest: true,
                ..ComparisonSide::default()
            });
        }
    }

    /// "How long have I gone without it now?": all days up to today are meant anyway.
    fn is_now(&self, span: &Range<usize>) -> bool {
        let line = self.line(span);
        line.iter().all(|word| words().now.is(&word.text))
    }

    /// "Since the season finished": days on a side of what notes tell of.
    fn event(&self, span: &Range<usize>) -> Option<EventDays> {
        let side = words().sides.side(&self.line(span));
        Some(EventDays {
            side: side.unwrap_or(EventSide::During),
            words: Some(self.noted(span)?.word),
            break_of: None,
            which: Which::default(),
            days: None,
            within: None,
        })
    }

    fn versus(&self, frame: &mut Frame, stretch: &QuestionSpan) -> bool {
        let span = &stretch.span;
        let mut versus = ComparisonSide::default();
        if let Some(days) = self.value::<DateRange>(span, "period") {
            versus.when = Some(days);
        } else if let Some(weekday) = self.value::<Weekday>(span, "weekday") {
            versus.when = Some(weekday.when);
        } else if let Some(own) = (self.phrases)(&self.question[span.clone()])
            && let Some(sides) = beside(own)
        {
            versus = sides;
        } else if let Some(name) = self.value(span, "name").or_else(|| self.called(span, &[])) {
            versus.of = Some(name);
        } else if let Some(name) = self.named_alone(span) {
            versus.of = Some(name);
        } else {
            return false;
        }
        frame.versus = Some(versus);
        true
    }

    /// What a stretch names that among its neighbours could be something else.
    fn named_alone(&self, span: &Range<usize>) -> Option<Topic> {
        let said = &self.question[span.clone()];
        let found = topics::find(&text::read(said), self.ground.domains);
        let exact = found.into_iter().find(|of| of.exact)?;
        Some(Topic {
            span: span.clone(),
            ..exact
        })
    }

    fn goal(&self, frame: &mut Frame, span: &Range<usize>) -> bool {
        let amount = (self.phrases)(&self.question[span.clone()]).and_then(|own| {
            let mut bounds = own.conditions.into_iter();
            own.reach.or_else(|| bounds.find_map(|of| of.amount))
        });
        frame.reach = amount.or_else(|| self.number(span));
        frame.reach.is_some()
    }

    fn measure(&self, frame: &mut Frame, span: &Range<usize>) -> bool {
        let kinds = ["measure", "asked", "best_of", "worst_of"];
        let found = self.within(span, &kinds);
        let found = found.and_then(|found| {
            serde_json::from_value::<MeasureWithAlternatives>(found.value.clone()).ok()
        });
        if frame.measure.is_none() {
            frame.measure = found;
        }
        true
    }

    /// A bound on a value, what kind of things they are, or what days or their notes have or have not.
    fn condition(&self, frame: &mut Frame, stretch: &QuestionSpan) -> bool {
        if let Some(stretches) = self.stretches(frame, stretch) {
            frame.stretches = Some(stretches);
            frame.bucket = None;
            let done = self.done_in(&stretch.span);
            frame.domain = frame.domain.take().or(done);
            return true;
        }
        if let Some(bounded) = self.bounded(stretch) {
            frame.conditions.push(bounded);
            return true;
        }
        let names = self.names(&stretch.span);
        // "Pizza for lunch": such a name says of what kind the things are.
        if let [name] = names.as_slice()
            && stretch.bound != WITHOUT
            && self.is_of_things(name)
        {
            frame.of.push(name.clone());
            return true;
        }
        match self.having(stretch, names) {
            Some(having) => {
                self.beside_day(frame, &stretch.span);
                frame.conditions.push(having);
                true
            }
            None => self.rest(frame, stretch) || self.days(frame, &stretch.span),
        }
    }

    /// "The day after a hike": which days of those it is.
    fn beside_day(&self, frame: &mut Frame, span: &Range<usize>) {
        let day = context_reference::lean(&self.line(span), false).day;
        frame.lag |= day == Some(1);
        frame.ahead |= day == Some(-1);
    }

    /// "And on days without?": all that the question before was not asked of.
    fn rest(&self, frame: &mut Frame, stretch: &QuestionSpan) -> bool {
        let leans = stretch.bound == WITHOUT && self.said.does_lean();
        if leans && frame.versus.is_none() {
            self.beside_day(frame, &stretch.span);
            frame.versus = Some(ComparisonSide {
                rest: true,
                ..ComparisonSide::default()
            });
        }
        leans
    }

    /// "How many weeks with at least three polishes": a bound on the days of each.
    fn stretches(&self, frame: &Frame, stretch: &QuestionSpan) -> Option<CountedPeriods> {
        const COUNTED: [&str; 3] = ["sessions", "times", "days"];
        let counts = self.said.does(&["count"]);
        let by = frame.bucket.filter(|by| *by != GroupBy::Day);
        let by = by.filter(|_| counts && COUNTED.contains(&&*stretch.on))?;
        let value = self.number(&stretch.span)?.value;
        let (min, max) = match stretch.sets()? {
            Bound::MoreThan => (Some(value + 1.0), None),
            Bound::AtLeast => (Some(value), None),
            Bound::LessThan => (None, Some(value - 1.0)),
            Bound::AtMost => (None, Some(value)),
            Bound::Is => (Some(value), Some(value)),
        };
        let days = RowFilter {
            field: COUNTED[2].to_owned(),
            min,
            max,
            text: None,
        };
        Some(CountedPeriods { by, days })
    }

    /// A bound on a value.
    fn bounded(&self, stretch: &QuestionSpan) -> Option<Condition> {
        let span = &stretch.span;
        let is = stretch.sets()?;
        let own = (self.phrases)(&self.question[span.clone()]).unwrap_or_default();
        let mut bounded = own.conditions.into_iter().filter(|of| of.amount.is_some());
        let bare = || {
            let length = self.value(span, "length");
            Some(Condition {
                amount: Some(length.or_else(|| self.number(span))?),
                ..Condition::default()
            })
        };
        let condition = bounded.next().or_else(bare)?;
        // "Not even 5 hours", of who slept: what one is goes before what has the same unit.
        let said = measures_named(&stretch.on, &[], self.ground);
        let base = |of: &&MeasureWithAlternatives| self.ground.is_base(&of.of.domain);
        let of_writer = said.as_ref().filter(base).cloned();
        let measure = of_writer.or_else(|| condition.measure.clone());
        Some(Condition {
            is: Some(is),
            measure: measure.or(said),
            bare: false,
            ..condition
        })
    }

    /// What days or their notes have or have not: one of some names, anything of a domain, or words that only notes know.
    fn having(&self, stretch: &QuestionSpan, names: Vec<Topic>) -> Option<Condition> {
        let span = &stretch.span;
        let noted = || {
            Some(Condition {
                of_day: self.names_days(span),
                ..Condition::of_note(&self.noted(span)?)
            })
        };
        let of_days = Condition {
            of_day: true,
            ..Condition::default()
        };
        // "That I put felt heavy": in so many words.
        let written = (stretch.on == NOTES).then(noted).flatten();
        let own = self.called(span, &names);
        let condition = if let Some(written) = written {
            written
        } else if let Some(own) = own {
            Condition {
                name: Some(own),
                ..of_days
            }
        } else if let Some(name) = names.into_iter().next() {
            // "After a polish": any of what its domain holds.
            let whole = meaning::sense(&name, self.ground) == Some(Meaning::Whole);
            let domain = DomainReference {
                name: name.domain.clone(),
                typed: name.typed.clone(),
            };
            Condition {
                domain: whole.then_some(domain),
                name: Some(name).filter(|_| !whole),
                ..of_days
            }
        } else if let Some(domain) = self.done_in(span) {
            Condition {
                domain: Some(domain),
                ..of_days
            }
        } else {
            noted()?
        };
        Some(Condition {
            without: stretch.bound == WITHOUT,
            ..condition
        })
    }

    /// The domain that a stretch speaks of, where things are done in it.
    fn done_in(&self, span: &Range<usize>) -> Option<DomainReference> {
        let domain = self.value::<DomainReference>(span, "domain")?;
        let module = self.ground.domains.module(&domain.name)?;
        (!module.base).then_some(domain)
    }

    /// Whether a name tells of what kind things are, rather than a thing: a value of theirs.
    fn is_of_things(&self, name: &Topic) -> bool {
        let module = self.ground.domains.module(&name.domain);
        let of_rows = module.and_then(|module| meaning::kind_of_rows(name, module));
        let sense = meaning::sense(name, self.ground);
        of_rows.is_some() || matches!(sense, Some(Meaning::Value(_) | Meaning::Measure(_)))
    }

    /// Whether a stretch speaks of days.
    fn names_days(&self, span: &Range<usize>) -> bool {
        let days = words().bucket_nouns.get(&Bucket::Day);
        days.is_some_and(|days| days.hold(&self.line(span)))
    }

    /// The one number of a stretch.
    fn number(&self, span: &Range<usize>) -> Option<Amount> {
        let tokens = text::read(&self.question[span.clone()]);
        let mut numbers = tokens.iter().filter_map(|token| token.number());
        let only = numbers.next()?;
        numbers.next().is_none().then_some(Amount {
            value: only.value,
            unit: None,
        })
    }
}

/// What phrases alone tell of the other side: "the other days", "under 7 h".
fn beside(own: Frame) -> Option<ComparisonSide> {
    if let Some(versus) = own.versus.filter(|versus| versus.rest || versus.now) {
        return Some(versus);
    }
    let bounds = own
        .conditions
        .into_iter()
        .filter(|of| of.amount.is_some() && !of.bare);
    let conditions: Vec<Condition> = bounds.collect();
    (!conditions.is_empty()).then(|| ComparisonSide {
        conditions,
        ..ComparisonSide::default()
    })
}
