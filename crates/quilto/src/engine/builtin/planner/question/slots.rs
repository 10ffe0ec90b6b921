//! A frame filled by what each word of a question is for: names, days and bounds are looked for where the
//! classifier says they stand (docs/decisions/0044).

use std::ops::Range;

use quilto_reader::Given;
use serde::de::DeserializeOwned;

use crate::engine::builtin::planner::ground::{Ground, Mention};
use crate::model::DateRange;

use super::asides::overlap;
use super::frame::{Bound, Condition, Frame, Measured, Spoken, Versus, Weekday};
use super::said::{Said, Stretch, measures_named};

/// A frame, and the stretches of the question that say something which could not be made out.
pub(super) struct Slots {
    pub(super) frame: Frame,
    pub(super) unread: Vec<Range<usize>>,
}

/// What a question is filled from.
pub(super) struct Source<'s> {
    pub(super) question: &'s str,
    pub(super) given: &'s [Given],
    pub(super) said: &'s Said,
    /// What a stretch of it means by its phrases.
    pub(super) phrases: &'s dyn Fn(&str) -> Option<Frame>,
    pub(super) ground: Ground<'s>,
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
                "of" => self.thing(&mut slots.frame, &stretch.span),
                "when" => self.days(&mut slots.frame, &stretch.span),
                "versus" => self.versus(&mut slots.frame, stretch),
                "where" => self.condition(&mut slots.frame, stretch),
                "goal" => self.goal(&mut slots.frame, &stretch.span),
                "measure" => self.measure(&mut slots.frame, &stretch.span),
                _ => true,
            };
            if !filled {
                slots.unread.push(stretch.span.clone());
            }
        }
        slots
    }

    /// What is given within a stretch, of one of some kinds, the longest first and of those the first kind.
    fn within<'g>(&'g self, span: &Range<usize>, kinds: &[&str]) -> Option<&'g Given> {
        let place = |one: &Given| kinds.iter().position(|kind| *kind == one.kind);
        let over = self.given.iter().filter(|one| overlap(&one.span, span));
        let found = over.filter(|one| place(one).is_some());
        found.max_by_key(|one| (one.span.len(), kinds.len() - place(one).unwrap_or_default()))
    }

    fn value<T: DeserializeOwned>(&self, span: &Range<usize>, kind: &str) -> Option<T> {
        let found = self.within(span, &[kind])?;
        serde_json::from_value(found.value.clone()).ok()
    }

    fn noted(&self, span: &Range<usize>) -> Option<&Mention> {
        let mut mentioned = self.ground.mentioned.iter();
        mentioned.find(|mention| self.question[span.clone()].contains(&mention.typed))
    }

    fn thing(&self, frame: &mut Frame, span: &Range<usize>) -> bool {
        let kinds = ["name", "together", "domain", "counted", "measure", "asked"];
        let Some(found) = self.within(span, &kinds) else {
            return match self.noted(span) {
                Some(mention) => {
                    frame.conditions.push(Condition::of_note(mention));
                    true
                }
                None => false,
            };
        };
        let value = found.value.clone();
        match &*found.kind {
            "name" => frame.of.extend(serde_json::from_value(value)),
            "together" => frame.together = serde_json::from_value(value).ok(),
            "domain" => frame.domain = serde_json::from_value(value).ok(),
            "counted" => frame.counted = serde_json::from_value(value).ok(),
            _ => frame.measure = serde_json::from_value(value).ok(),
        }
        true
    }

    fn days(&self, frame: &mut Frame, span: &Range<usize>) -> bool {
        let kinds = ["period", "weekday", "daypart", "lean"];
        let Some(found) = self.within(span, &kinds) else {
            // "Lately", "ever": days by phrases alone.
            let phrases = (self.phrases)(&self.question[span.clone()]);
            return phrases.is_some_and(|own| {
                frame.lately |= own.lately;
                frame.ever |= own.ever;
                own.lately || own.ever || own.all
            });
        };
        let value = found.value.clone();
        match &*found.kind {
            "period" if frame.when.is_none() => frame.when = serde_json::from_value(value).ok(),
            "weekday" if frame.weekday.is_none() => {
                frame.weekday = serde_json::from_value(value).ok();
            }
            "daypart" => frame.only = serde_json::from_value(value).ok(),
            "lean" => {}
            _ => return false,
        }
        true
    }

    fn versus(&self, frame: &mut Frame, stretch: &Stretch) -> bool {
        let span = &stretch.span;
        let mut versus = Versus::default();
        if let Some(days) = self.value::<DateRange>(span, "period") {
            versus.when = Some(days);
        } else if let Some(weekday) = self.value::<Weekday>(span, "weekday") {
            versus.when = Some(weekday.when);
        } else if let Some(name) = self.value(span, "name") {
            versus.of = Some(name);
        } else {
            return false;
        }
        frame.versus = Some(versus);
        true
    }

    fn goal(&self, frame: &mut Frame, span: &Range<usize>) -> bool {
        let amount = (self.phrases)(&self.question[span.clone()]).and_then(|own| {
            let mut bounds = own.conditions.into_iter();
            own.reach.or_else(|| bounds.find_map(|of| of.amount))
        });
        frame.reach = amount;
        frame.reach.is_some()
    }

    fn measure(&self, frame: &mut Frame, span: &Range<usize>) -> bool {
        let kinds = ["measure", "asked", "best_of", "worst_of"];
        let found = self.within(span, &kinds);
        let found =
            found.and_then(|found| serde_json::from_value::<Measured>(found.value.clone()).ok());
        if frame.measure.is_none() {
            frame.measure = found;
        }
        true
    }

    /// A bound on a value, or days that have or have not something.
    fn condition(&self, frame: &mut Frame, stretch: &Stretch) -> bool {
        let span = &stretch.span;
        let bound = match &*stretch.bound {
            "more" => Some(Bound::MoreThan),
            "less" => Some(Bound::LessThan),
            "at_least" => Some(Bound::AtLeast),
            "at_most" => Some(Bound::AtMost),
            "is" => Some(Bound::Is),
            _ => None,
        };
        let own = (self.phrases)(&self.question[span.clone()]).unwrap_or_default();
        let mut bounded = own.conditions.into_iter().filter(|of| of.amount.is_some());
        if let (Some(is), Some(condition)) = (bound, bounded.next()) {
            let measure = measures_named(&stretch.on, &[], self.ground);
            frame.conditions.push(Condition {
                is: Some(is),
                measure: condition.measure.or(measure),
                bare: false,
                ..condition
            });
            return true;
        }
        let condition = if let Some(mention) = self.noted(span) {
            Condition::of_note(mention)
        } else if let Some(name) = self.value(span, "name") {
            Condition {
                name: Some(name),
                ..Condition::default()
            }
        } else if let Some(domain) = self.value::<Spoken>(span, "domain") {
            Condition {
                domain: Some(domain),
                ..Condition::default()
            }
        } else {
            return false;
        };
        frame.conditions.push(Condition {
            of_day: true,
            without: stretch.bound == "without",
            ..condition
        });
        true
    }
}
