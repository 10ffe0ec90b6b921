//! What the words of a question say by themselves, by the classifier, and the frame that asks that
//! (docs/decisions/0044).

use std::ops::Range;

use serde::de::value::{Error, StrDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer};

use crate::domain::Classifier;
use crate::domain::measures::{Aggregate, Measure};
use crate::engine::builtin::planner::measure::{self, measures_of};
use crate::engine::builtin::planner::reading_context::ReadingContext;
use crate::engine::builtin::planner::shared_words;
use crate::engine::builtin::topics;
use crate::model::{ContextReference, GroupBy, MeasureRef};
use crate::text;
use quilto_language::Language;

use super::features::QuestionView;
use super::frame::{AnswerType, Bound, Frame, MeasureWithAlternatives, Op, Order, Referent};
use super::has_number;
use super::remark_clauses::overlap;

/// From this probability on a word that nothing knows is passed over.
const PASSES: f64 = 0.5;
/// From this probability on it is plain what is done.
const PLAIN: f64 = 0.45;
/// From this probability on a question stands alone.
const SURE: f64 = 0.7;
/// From this probability on a measure is the one that figures are asked of.
const LIKELY: f64 = 0.5;
/// What is said of what a question leaves to the one before it, and of what it does not say.
const SAME: &str = "same";
const NONE: &str = "none";
/// What is said of what only counts what it is about.
const COUNTS: [&str; 3] = ["times", "sessions", "days"];
/// What words are for that say nothing.
const OTHER: &str = "other";

/// What a question says in each respect and what each of its words is for, the likeliest alone.
#[derive(Clone, Debug, Default)]
pub struct QuestionLabels {
    heads: Vec<(&'static str, String, f64)>,
    words: Vec<Word>,
    stretches: Vec<QuestionSpan>,
    language: Language,
}

/// Words beside one another that are for the same.
#[derive(Clone, Debug)]
pub(super) struct QuestionSpan {
    pub(super) span: Range<usize>,
    pub(super) tag: String,
    /// Which bound it sets, or whether it is to be had or not.
    pub(super) bound: String,
    /// The figure that is bounded.
    pub(super) on: String,
}

impl QuestionSpan {
    /// The bound that it sets, if it sets one.
    pub(super) fn sets(&self) -> Option<Bound> {
        Some(match &*self.bound {
            "more" => Bound::MoreThan,
            "less" => Bound::LessThan,
            "at_least" => Bound::AtLeast,
            "at_most" => Bound::AtMost,
            "is" => Bound::Is,
            _ => return None,
        })
    }
}

/// What a word is for.
#[derive(Clone, Debug)]
pub struct Word {
    pub span: Range<usize>,
    pub tag: String,
    pub likely: f64,
}

/// The respects in which the classifier tells questions apart.
const HEADS: [&str; 6] = ["op", "end", "measure", "by", "leans", "want"];

impl QuestionLabels {
    /// What a question says.
    pub(super) fn of(question: &str, view: &QuestionView<'_>, asks: &Classifier) -> Self {
        let features = view.whole();
        let guesses = asks.guess(features.iter().map(String::as_str));
        let heads = HEADS.into_iter().filter_map(|head| {
            let guess = guesses.of(head)?;
            Some((head, guess.label.to_owned(), guess.likely))
        });
        let heads = heads.collect();
        let words = words(view, asks);
        Self {
            heads,
            stretches: stretches(view, &words, asks),
            words,
            language: Language::of(question),
        }
    }

    /// The words, each with what it is for.
    pub(in super::super) fn words(&self) -> &[Word] {
        &self.words
    }

    /// The words that stand in a stretch.
    fn over(&self, span: &Range<usize>) -> impl Iterator<Item = &Word> {
        let words = self.words.iter();
        words.filter(move |word| overlap(&word.span, span))
    }

    /// Whether all words of a stretch say nothing that an answer depends on.
    pub(super) fn is_idle(&self, span: &Range<usize>) -> bool {
        let mut over = self.over(span);
        over.all(|word| matches!(&*word.tag, OTHER | "measure"))
    }

    /// Whether words narrow what is asked about.
    pub(super) fn narrows(&self, span: &Range<usize>) -> bool {
        let mut over = self.over(span);
        over.any(|word| matches!(&*word.tag, "where" | "of" | "versus"))
    }

    /// Whether it is plain what is done.
    pub(in super::super) fn is_sure(&self) -> bool {
        self.top("op")
            .is_some_and(|(label, likely)| label != "several" && likely >= PLAIN)
    }

    /// Whether it is plain what a word is for that nothing knows, and what else says that can be told without it: it is
    /// for nothing, says how much is asked for, or stands among the words of days, conditions or a goal.
    pub(super) fn passes_over(&self, span: &Range<usize>, ground: ReadingContext<'_>) -> bool {
        let measured = self.counts() || self.measures(&[], ground).is_some();
        let mut over = self.over(span);
        over.all(|word| {
            let plain = match &*word.tag {
                OTHER => true,
                "measure" => measured,
                "when" | "where" | "goal" => true,
                _ => false,
            };
            plain && word.likely >= PASSES
        })
    }

    /// Whether a word stands among those of days or conditions, where what else they say could change with it. What
    /// only says how a number is a bound cannot.
    pub(super) fn may_change(&self, question: &str, span: &Range<usize>) -> bool {
        let mut stretches = self.stretches.iter();
        stretches.any(|of| {
            let bound = of.sets().is_some_and(|bound| bound != Bound::Is);
            let bounds = bound && has_number(question, &of.span);
            let of_days = matches!(&*of.tag, "when" | "where" | "goal");
            of_days && !bounds && overlap(&of.span, span)
        })
    }

    /// The likeliest label of a head.
    pub(in super::super) fn top(&self, head: &str) -> Option<(&str, f64)> {
        let mut heads = self.heads.iter();
        let (_, label, likely) = heads.find(|(name, ..)| *name == head)?;
        Some((label, *likely))
    }

    /// How it leans on the question before, as far as the words say it; none where it stands alone.
    pub(super) fn lean(&self, lean: ContextReference, own: &mut Frame) -> Option<ContextReference> {
        let (label, likely) = self.top("leans").unwrap_or((NONE, 0.0));
        Some(match label {
            NONE if likely >= SURE => return None,
            "fills" => ContextReference {
                goes_on: true,
                ..lean
            },
            // "Was that less than in May", "which of those was the worst": of what that was asked of.
            "answer" if self.refines() => ContextReference {
                goes_on: true,
                ..lean
            },
            "answer" => {
                let value = self.does(&["value", "list"]);
                // "Which ones?": those of the answer, and not what else was done then.
                let which = matches!(own.want.as_slice(), [AnswerType::Day] | [AnswerType::Name]);
                let says_when = which && own.measure.is_none() && !self.is("measure", "notes");
                let day = (value && own.when.is_none() && !says_when).then_some(0);
                // "Was I sick then": the words for the days name none.
                let mut stretches = self.stretches.iter();
                let beside = lean.step.is_some() || own.lag || own.ahead;
                let then = stretches.any(|of| of.tag == "when") && !own.says_days() && !beside;
                let day = own.beside_told().or(day).or(then.then_some(0));
                ContextReference {
                    goes_on: true,
                    points_back: true,
                    day: lean.day.or(day),
                    ..lean
                }
            }
            _ => lean,
        })
    }

    /// Whether it asks more of the days that were asked about, rather than of the one that was told.
    fn refines(&self) -> bool {
        let tagged = |tag: &str| self.stretches.iter().any(|of| of.tag == tag);
        let of_all = self.does(&["compare", "most_by", "best", "worst", "average"]);
        let narrows = self.does(&["count"]) && tagged("where");
        !tagged("when") && (narrows || of_all)
    }

    /// Whether it leans on the question before it.
    pub(super) fn does_lean(&self) -> bool {
        let top = self.top("leans");
        top.is_some_and(|(label, likely)| label != NONE && likely >= LIKELY)
    }

    /// Whether it is plain that it asks about what was just answered.
    pub(super) fn is_about_answer(&self) -> bool {
        self.leans_surely("answer")
    }

    /// Whether all that it asks is when that was which was just asked about.
    pub(in super::super) fn asks_only_when(&self) -> bool {
        let one = ["value", "first", "last"]
            .iter()
            .any(|op| self.is("op", op));
        one && self.is("want", "day") && self.is_about_answer() && self.stretches.is_empty()
    }

    /// Whether a question stands alone by its words.
    pub(in super::super) fn stands_alone(&self) -> bool {
        self.leans_surely(NONE)
    }

    fn leans_surely(&self, how: &str) -> bool {
        let top = self.top("leans");
        top.is_some_and(|(label, likely)| label == how && likely >= SURE)
    }

    /// Words beside one another that are for the same, in their order.
    pub(super) fn stretches(&self) -> &[QuestionSpan] {
        &self.stretches
    }

    /// The measures that the words ask figures of.
    fn measures(
        &self,
        spoken: &[&str],
        ground: ReadingContext<'_>,
    ) -> Option<MeasureWithAlternatives> {
        let (label, likely) = self.top("measure")?;
        let named = likely >= LIKELY && !COUNTS.contains(&label);
        if !named {
            return None;
        }
        // What one is has figures beside whatever was done.
        let of_state = || {
            let found = measures_named(label, &[], ground)?;
            let module = ground.domains.module(&found.of.domain)?;
            module.base.then_some(found)
        };
        measures_named(label, spoken, ground).or_else(of_state)
    }

    /// Whether a figure is asked for that no notes have: what it cost, what time it was.
    pub(in super::super) fn asks_of_other(&self) -> bool {
        let top = self.top("measure");
        top.is_some_and(|(label, likely)| label == OTHER && likely >= SURE)
    }

    /// Whether what one time came to is asked.
    pub(super) fn asks_of_one(&self) -> bool {
        self.does(&["value", "last", "list"])
    }

    /// Whether it is asked how many times, rather than for a figure.
    fn counts(&self) -> bool {
        let top = self.top("measure");
        top.is_some_and(|(label, likely)| COUNTS.contains(&label) && likely >= LIKELY)
    }

    /// Whether what is done is one of some things.
    pub(super) fn does(&self, ops: &[&str]) -> bool {
        ops.iter().any(|op| self.is("op", op))
    }

    fn is(&self, head: &str, label: &str) -> bool {
        self.top(head).is_some_and(|(top, _)| top == label)
    }

    /// Whether a yes or a no is wanted, where that is likely: "did I row more in May or June?" asks for neither.
    pub(in super::super) fn asks_whether(&self) -> Option<bool> {
        let wanted = self.wanted(LIKELY);
        let whether = wanted.contains(&"yes");
        (whether || wanted.contains(&"name")).then_some(whether)
    }

    /// Whether a name is wanted beside a figure, where that is plain.
    pub(in super::super) fn asks_name(&self) -> bool {
        self.wanted(SURE).contains(&"name")
    }

    /// The names of what is wanted, where they are as likely as that.
    fn wanted(&self, least: f64) -> Vec<&str> {
        let top = self.top("want").filter(|(_, likely)| *likely >= least);
        top.map_or_else(Vec::new, |(label, _)| label.split('+').collect())
    }

    /// What is wanted, by its names.
    fn wants(&self) -> Vec<AnswerType> {
        let names = self.top("want").map_or("", |(label, _)| label);
        let want = |name: &str| {
            Some(match name {
                "amount" | "pace" | "duration" | "rate" => AnswerType::Amount,
                "number" => AnswerType::Number,
                "day" => AnswerType::Day,
                "name" => AnswerType::Name,
                "ago" => AnswerType::Since,
                "yes" => AnswerType::Whether,
                "reason" => AnswerType::Reason,
                _ => return None,
            })
        };
        names.split('+').filter_map(want).collect()
    }

    fn by(&self) -> Option<GroupBy> {
        match self.top("by")?.0 {
            "thing" => Some(GroupBy::Subject),
            "session" => Some(GroupBy::Day),
            label => of_name(label),
        }
    }

    fn order(&self) -> Order {
        match self.is("end", "least") {
            true => Order::Least,
            false => Order::Most,
        }
    }
}

/// The measures of a label, of the domains that are spoken of, if any.
pub(super) fn measures_named(
    label: &str,
    spoken: &[&str],
    ground: ReadingContext<'_>,
) -> Option<MeasureWithAlternatives> {
    let name = label.replace('_', " ");
    let modules = ground.domains.modules.iter();
    let mut found: Vec<MeasureRef> = Vec::new();
    for module in modules.filter(|of| spoken.is_empty() || spoken.contains(&&*of.name)) {
        let all = measures_of(module);
        let all = all.iter().flat_map(|all| &all.measures);
        // How many there were of what is done is asked as that; what one is was so or not.
        let is = |of: &&Measure| {
            let counts = matches!(of.aggregate, Aggregate::Count | Aggregate::Entries);
            (!counts || module.base)
                && (of.name == name || of.asked_as.iter().any(|other| other == label))
        };
        found.extend(all.filter(is).map(|of| MeasureRef {
            domain: module.name.clone(),
            name: of.name.clone(),
        }));
    }
    found.dedup_by(|one, other| one.domain == other.domain);
    let first = (!found.is_empty()).then(|| found.remove(0))?;
    Some(MeasureWithAlternatives {
        of: first,
        also: found,
    })
}

/// What each word of a question is for, from the first to the last.
fn words(view: &QuestionView<'_>, asks: &Classifier) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for (at, span) in view.words().into_iter().enumerate() {
        let before = words.last().map_or("$", |word| &*word.tag);
        let features = view.word(at, before);
        let guesses = asks.guess(features.iter().map(String::as_str));
        let Some(guess) = guesses.of("tag") else {
            return words;
        };
        words.push(Word {
            span,
            tag: guess.label.to_owned(),
            likely: guess.likely,
        });
    }
    words
}

/// The stretches of words that are for the same.
fn stretches(view: &QuestionView<'_>, words: &[Word], asks: &Classifier) -> Vec<QuestionSpan> {
    let mut spans: Vec<(Range<usize>, &str)> = Vec::new();
    let mut before = OTHER;
    for word in words {
        match spans.last_mut() {
            Some((span, tag)) if *tag == word.tag && before == word.tag => span.end = word.span.end,
            _ if word.tag != OTHER => spans.push((word.span.clone(), &word.tag)),
            _ => {}
        }
        before = &word.tag;
    }
    let stretch = |(span, tag): (Range<usize>, &str)| {
        let features = view.stretch(&span);
        let guesses = asks.guess(features.iter().map(String::as_str));
        let label = |head: &str, least: f64| {
            let guess = guesses.of(head).filter(|of| of.likely >= least);
            guess.map_or(String::new(), |of| of.label.to_owned())
        };
        QuestionSpan {
            bound: label("bound", 0.0),
            // A bound on the wrong figure is worse than one on what is asked for anyway.
            on: label("on", LIKELY),
            span,
            tag: tag.to_owned(),
        }
    };
    spans.into_iter().map(stretch).collect()
}

impl Frame {
    /// The same things, days and bounds, of which is asked what the words say, of the measure that they say.
    pub(super) fn of_said(
        &self,
        said: &QuestionLabels,
        ground: ReadingContext<'_>,
    ) -> Option<Self> {
        let mut frame = self.asking(said)?;
        frame.counts_as_said(said, ground);
        let things = frame.things();
        let spoken: Vec<&str> = things.iter().map(Referent::domain).collect();
        let usual = spoken
            .first()
            .and_then(|domain| measure::default_of(domain, ground.domains));
        if let Some(measured) = said.measures(&spoken, ground) {
            let own = frame.measure.as_ref();
            let same =
                own.is_some_and(|own| own.all().any(|one| measured.all().any(|of| of == one)));
            let sure = said
                .top("measure")
                .is_some_and(|(_, likely)| likely >= SURE);
            // What is usual is asked for where nothing is said.
            let reaches = matches!(frame.op, Some(Op::Distance | Op::Forecast | Op::Change));
            let is_usual = !reaches && Some(&measured.of) == usual.as_ref();
            // "How heavy am I": of measures that go by the same words, the one that the words are of.
            let other =
                same && sure && spoken.is_empty() && own.map(|own| &own.of) != Some(&measured.of);
            if other {
                frame.measure = Some(measured);
            } else if !same && (own.is_none() && !is_usual || sure) {
                frame.measure = Some(measured).filter(|_| !is_usual);
                frame.beside = Vec::new();
            }
        }
        frame.of_state(ground);
        frame.of_named(said, ground);
        Some(frame)
    }

    /// "When was I sick": what the words say is asked for may be no figure, but something that one was.
    fn of_named(&mut self, said: &QuestionLabels, ground: ReadingContext<'_>) {
        let sure = said.top("measure").filter(|(_, likely)| *likely >= LIKELY);
        let Some((label, _)) = sure.filter(|_| self.measure.is_none() && self.of.is_empty()) else {
            return;
        };
        let named = topics::find(&text::read(label), ground.domains).into_iter();
        let mut named = named.filter(|of| of.exact && ground.is_base(&of.domain));
        self.of.extend(named.next());
    }

    /// "The night before", after what tells of a day: how many days it is from that.
    fn beside_told(&mut self) -> Option<i64> {
        if !self.conditions.is_empty() || self.when.is_some() {
            return None;
        }
        let (lag, ahead) = (
            std::mem::take(&mut self.lag),
            std::mem::take(&mut self.ahead),
        );
        match (lag, ahead) {
            (true, _) => Some(1),
            (_, true) => Some(-1),
            (false, false) => None,
        }
    }

    /// "The day I walked the most", by steps: what one is says more than what was done.
    fn of_state(&mut self, ground: ReadingContext<'_>) {
        let Some(measured) = self.measure.as_ref().filter(|_| self.conditions.is_empty()) else {
            return;
        };
        let base = |domain: &str| ground.is_base(domain);
        if !measured.all().all(|of| base(&of.domain)) {
            return;
        }
        self.domain.take_if(|of| !base(&of.name));
    }

    /// "How many times", "how many sessions": that counts, and is no figure of its own.
    fn counts_as_said(&mut self, said: &QuestionLabels, ground: ReadingContext<'_>) {
        let (label, likely) = said.top("measure").unwrap_or((NONE, 0.0));
        // "Last week was how many hours?": those of the question before it.
        let fills = said.is("leans", "fills") && label == NONE;
        let leaves = label == SAME || fills;
        if said.counts() || leaves && likely >= LIKELY {
            self.measure = None;
        }
        let stands = said.is("leans", NONE);
        if said.is("measure", "sessions") && stands && self.names_nothing() {
            self.together = shared_words::whole(said.language, ground.domains);
        }
    }

    /// The same things, days and bounds, of which is asked what the words say. None where no frame asks that.
    fn asking(&self, said: &QuestionLabels) -> Option<Self> {
        let (label, _) = said.top("op")?;
        if label == SAME {
            return Some(self.clone());
        }
        let mut frame = Self {
            op: None,
            order: None,
            want: Vec::new(),
            all: false,
            mean: false,
            how: false,
            ever: false,
            stuck: false,
            verb: false,
            by: self.by.filter(|by| said.by() == Some(*by)),
            ..self.clone()
        };
        let mut wants = said.wants();
        // "Granite on Monday?" is told by what it was.
        wants.retain(|want| *want != AnswerType::Whether || label != "value");
        if !self.want.is_empty() {
            wants.retain(|want| *want == AnswerType::Whether && !self.wants(AnswerType::Whether));
            wants.splice(0..0, self.want.iter().copied());
        }
        frame.want = wants;
        match label {
            "best" | "worst" => {
                let worst = label == "worst";
                let order = if worst { Order::Least } else { said.order() };
                // The worst pain is the most of it.
                let worst_is_most = worst && said.is("end", "most");
                let own = self.order.filter(|_| !worst_is_most);
                frame.order = Some(own.unwrap_or(order));
                frame.ever = self.ever;
            }
            "most_by" => {
                frame.order = Some(said.order());
                frame.bucket = None;
                frame.by = said.by();
                frame.want = vec![AnswerType::Name];
                frame.by?;
            }
            "count" => {
                let counts = self.counted.is_some() || self.measure.is_some();
                frame.op = (!counts).then_some(Op::Days);
                frame.want = vec![AnswerType::Number];
            }
            "total" => frame.all = true,
            // "What was it the last time", "right before the holiday": of one time that is sought.
            "value" => frame.op = self.op.filter(|op| matches!(op, Op::First | Op::Last)),
            "relation" if self.versus.is_some() => frame.op = Some(Op::Compare),
            "ever" => frame.ever = true,
            "off" => {
                frame.op = Some(Op::Days);
                frame.without = true;
            }
            "streak" => {
                frame.op = Some(Op::Streak);
                // "How many weeks in a row".
                let weeks = [said.by(), self.bucket].contains(&Some(GroupBy::Week));
                frame.by = weeks.then_some(GroupBy::Week);
            }
            // Reasons are no figure.
            "why" => return None,
            _ => frame.op = Some(of_name(label)?),
        }
        Some(frame)
    }
}

/// A label that is the name of what it stands for.
fn of_name<T: DeserializeOwned>(label: &str) -> Option<T> {
    T::deserialize(label.into_deserializer() as StrDeserializer<'_, Error>).ok()
}
