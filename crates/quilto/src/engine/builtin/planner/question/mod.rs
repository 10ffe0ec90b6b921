//! A question read by `quilto-reader`: phrases of the language files and names of the domains, merged into
//! frames (docs/decisions/0034). What it finds is measured (`quilto-train cover`); the planner takes it
//! over kind by kind.

mod annotations;
mod conditions;
mod disambiguation;
mod events;
mod expressions;
mod features;
mod figures;
mod follow_up;
mod frame;
mod intent;
mod kinds;
mod question_labels;
mod remark_clauses;
mod resolved_intent;
mod series;
mod slots;

use std::ops::Range;

use quilto_reader::{Chart, Lattice, Reading, Terminal};
use serde_json::Value;

pub use self::features::QuestionView;
use self::follow_up::PreviousAnswer;
use self::frame::{AnswerType, Condition, Frame, Op};
pub(super) use self::question_labels::QuestionLabels;
use self::remark_clauses::overlap;
use super::context_reference::lean;
use super::domain_words::DomainWords;
use super::note_terms::Notes;
use super::phrases::grammar;
use super::question_form::{way_asked, whether};
use super::reading_context::ReadingContext;
use super::{day_parts, measure, shared_words};
use crate::model::{ContextReference, DateRange, GroupBy, Intent, QuestionKind};
use crate::text;
use quilto_language::{Language, Words, spacing};

/// A question as read.
#[derive(Clone, Debug)]
pub struct ParsedQuestion {
    /// What each question in the text means.
    pub frames: Vec<Value>,
    /// Words that nothing took and that may matter, in bytes of the text.
    pub unread: Vec<Range<usize>>,
    /// Clauses beside the question that ask nothing, in bytes of the text.
    asides: Vec<Range<usize>>,
    /// Words that nothing took and that change nothing: how many.
    pub idle: usize,
    /// How many words there are.
    pub words: usize,
    /// The number that is all it says: "and 80?".
    value: Option<f64>,
    /// The next reading that means something else.
    pub instead: Option<AlternativeReading>,
    /// How much better it is than that.
    pub margin: f32,
    /// How it came about, a line a phrase.
    pub explained: String,
    /// What its words say by themselves.
    pub(super) said: QuestionLabels,
    /// Whether its words lead, and not its phrases.
    leads: bool,
    /// What is known of its words.
    given: Vec<Terminal>,
}

/// What a question would mean in another reading.
#[derive(Clone, Debug)]
pub struct AlternativeReading {
    /// What each question in the text would mean.
    pub frames: Vec<Value>,
    /// Words that nothing would take and that may matter, in bytes of the text.
    pub unread: Vec<Range<usize>>,
}

impl ParsedQuestion {
    /// A question of which nothing was read.
    fn of_nothing(given: Vec<Terminal>, words: usize) -> Self {
        Self {
            frames: Vec::new(),
            unread: Vec::new(),
            asides: Vec::new(),
            idle: 0,
            words,
            value: None,
            instead: None,
            margin: 0.0,
            explained: String::new(),
            said: QuestionLabels::default(),
            leads: false,
            given,
        }
    }

    /// What it asks, as one question. The kinds that the planner does not know are none.
    pub(super) fn intent(&self, question: &str, ground: ReadingContext<'_>) -> Option<Intent> {
        if self.of_each(question, ground).is_some() {
            return None;
        }
        let mut frame = self.whole(question, ground)?;
        if let Some(together) = self.of_all(&frame) {
            frame = together;
        }
        // A day off is one without any of it.
        if frame.is_of_days_off() && frame.names_nothing() {
            frame.without = false;
            frame.op = Some(Op::Off);
            frame.together = shared_words::whole(Language::of(question), ground.domains);
        }
        planned(frame, question, ground)
    }

    /// The same with what its words say by themselves, where the application has brought a classifier.
    pub(super) fn classified(mut self, question: &str, ground: ReadingContext<'_>) -> Self {
        if let Some(asks) = &ground.domains.asks {
            self.said =
                QuestionLabels::of(question, &QuestionView::new(question, &*self.given), asks);
        }
        self
    }

    /// What its phrases mean, for the words to lead. None where they know better: which of two grows faster is a trend
    /// of both.
    fn own_frame(&self) -> Option<Frame> {
        let own = self.frames.iter().find_map(Frame::of).unwrap_or_default();
        let other = own
            .versus
            .as_ref()
            .is_some_and(|versus| versus.of.is_some());
        let of_growth = own.op == Some(Op::Trend) && (other || own.of.len() > 1);
        (!of_growth).then_some(own)
    }

    /// The same, asking what its words say by themselves in place of what its phrases do. Words that only the notes
    /// know are conditions on them.
    pub(super) fn asking_as_said(
        &self,
        question: &str,
        ground: ReadingContext<'_>,
    ) -> Option<Self> {
        let mut frame = self.own_frame()?.of_said(&self.said, ground)?;
        let noted = ground.mentioned.iter().filter_map(|mention| {
            let start = question.find(&mention.typed)?;
            Some((start..start + mention.typed.len(), mention))
        });
        let (spans, mentions): (Vec<_>, Vec<_>) = noted.unzip();
        for (span, mention) in spans.iter().zip(mentions) {
            let mut conditions = frame.conditions.iter();
            let known = conditions.any(|of| of.note.as_ref() == Some(&mention.word));
            if !known && self.said.narrows(span) {
                frame.conditions.push(Condition::of_note(mention));
            }
        }
        let places = frame.places()?;
        let matters = |span: &&Range<usize>| {
            let idle = self.said.is_idle(span) && !has_number(question, span);
            !idle && !remark_clauses::overlap_any(&spans, span)
        };
        Some(Self {
            frames: vec![places],
            unread: self.unread.iter().filter(matters).cloned().collect(),
            leads: true,
            instead: None,
            value: None,
            ..self.clone()
        })
    }

    /// The same, with its places filled by what each of its words is for. Of `strange` words, which nothing knows, those
    /// are left that could change something.
    pub(super) fn by_slots(
        &self,
        question: &str,
        ground: ReadingContext<'_>,
        notes: Notes<'_>,
        strange: &[String],
    ) -> Option<Self> {
        let own = self.own_frame()?;
        let source = slots::Source {
            question,
            given: &self.given,
            said: &self.said,
            phrases: &|stretch| read(stretch, ground).frames.iter().find_map(Frame::of),
            ground,
            notes,
        };
        let slots = source.slots(&own);
        // A number that is for nothing was not understood.
        let number = |span: &&Range<usize>| has_number(question, span) && self.said.is_idle(span);
        let numbers = self.unread.iter().filter(number).cloned();
        let strange = strange.iter().filter_map(|word| {
            let start = question.find(word)?;
            Some(start..start + word.len())
        });
        let strange = strange.filter(|span| self.said.may_change(question, span));
        let places = slots.frame.of_said(&self.said, ground)?.places()?;
        Some(Self {
            frames: vec![places],
            unread: slots
                .unread
                .into_iter()
                .chain(numbers)
                .chain(strange)
                .collect(),
            leads: true,
            instead: None,
            value: None,
            ..self.clone()
        })
    }

    /// "How many sessions": of nothing else, all that is done of the kind. After a question they are of what that
    /// was about.
    fn of_all(&self, frame: &Frame) -> Option<Frame> {
        let other = self.instead.as_ref().filter(|of| of.unread.is_empty())?;
        let [other] = other.frames.as_slice() else {
            return None;
        };
        let other = Frame::of(other)?;
        let counts = frame.op == Some(Op::Days) && frame.names_nothing();
        (counts && frame.conditions.is_empty() && other.together.is_some()).then_some(other)
    }

    /// "How many rocks and how many cards": what it asks of each thing, where those are of several domains, whose
    /// figures cannot be one.
    pub(super) fn of_each(
        &self,
        question: &str,
        ground: ReadingContext<'_>,
    ) -> Option<Vec<Intent>> {
        let frame = self.whole(question, ground)?;
        let things = frame.things();
        let (first, others) = things.split_first()?;
        let plain =
            frame.versus.is_none() && frame.measure.is_none() && frame.conditions.is_empty();
        let counts = frame.op.is_none() && frame.wants(AnswerType::Number);
        let one_figure =
            counts || !matches!(frame.op, None | Some(Op::Compare | Op::Why | Op::Trend));
        let apart = others.iter().all(|of| of.domain() != first.domain());
        if others.is_empty() || !(plain && apart && one_figure) || frame.wants(AnswerType::Name) {
            return None;
        }
        let each = things.iter().map(|of| frame.of_one(of));
        each.map(|frame| planned(frame, question, ground)).collect()
    }

    /// Whether a word that nothing knows can be passed over: it is plain what it is for, or it holds a day.
    pub(super) fn passes_over(
        &self,
        question: &str,
        word: &str,
        ground: ReadingContext<'_>,
    ) -> bool {
        let Some(start) = question.find(word) else {
            return false;
        };
        let span = start..start + word.len();
        let mut days = self.given.iter().filter(|of| of.kind == "period");
        days.any(|of| overlap(&of.span, &span)) || self.said.passes_over(&span, ground)
    }

    /// What it asks after a question that was read before it, where it leans on that.
    pub(super) fn after(
        &self,
        question: &str,
        earlier: &Intent,
        told: Option<&DateRange>,
        ground: ReadingContext<'_>,
    ) -> Option<Intent> {
        let before = Frame::of(earlier.places.as_ref()?)?;
        if let Some(value) = self.value {
            return planned(before.at(value)?, question, ground);
        }
        let mut own = self.whole(question, ground)?;
        let leans = lean(&Words::read(question), own.when.is_some());
        let leans = match self.leads || self.said.is_about_answer() {
            true => self.said.lean(leans, &mut own)?,
            false => leans,
        };
        let answered = PreviousAnswer {
            told,
            today: ground.today,
            asked_about: leans.points_back || self.said.is_about_answer(),
        };
        let mut meant = follow_up::after(&own, &before, &leans, answered)?;
        meant.counts_that_day(&leans, ground);
        let meant = planned(meant, question, ground)?;
        // "The lowest …", "and in May?": less is meant there, too.
        let way = earlier.way.filter(|_| own.order.is_none());
        Some(Intent {
            lean: ContextReference::default(),
            way: meant.way.or(way),
            ..meant
        })
    }

    /// Whether it asks for each of a kind of things: "by subject" is no phrase yet.
    pub(super) fn is_of_each_kind(&self, question: &str, ground: ReadingContext<'_>) -> bool {
        let own = DomainWords::of(ground.domains);
        own.of_kind(&Words::read(question)).is_some()
    }

    /// Whether it may ask for what no frame says: whether all of it got better, what is left of a target.
    pub(super) fn is_of_other_kind(&self) -> bool {
        let Some(frame) = self.frame() else {
            return self.value.is_none();
        };
        let plain = frame.conditions.is_empty() && !(frame.without || frame.lag || frame.ahead);
        let kind = matches!(
            frame.op,
            Some(Op::Compare | Op::List | Op::Off | Op::Why | Op::Gap)
        );
        plain && kind
    }

    /// The days that it names.
    pub(super) fn days(&self) -> Option<DateRange> {
        self.frame()?.when
    }

    /// What it means, with what its words say beside its phrases.
    fn whole(&self, question: &str, ground: ReadingContext<'_>) -> Option<Frame> {
        let mut frame = self.frame()?;
        let line = Words::read(question);
        // Of things that are named, each is told.
        if frame.of.len() < 2 && self.is_of_each_kind(question, ground) {
            return None;
        }
        if whether(&line) {
            frame.want.push(AnswerType::Whether);
        }
        Some(frame)
    }

    /// Whether it is one question, and names what is measured and when, and of nothing else how it is: "no
    /// pain today" and "legs sore since yesterday" tell.
    pub(crate) fn names_measure_of_days(&self) -> bool {
        self.frame().is_some_and(|frame| {
            let days = frame.when.is_some() || frame.weekday.is_some();
            frame.measure.is_some() && days && frame.is_bare()
        })
    }

    /// Whether it is one question and names only what is measured in a unit: nobody writes that down without its
    /// value.
    pub(crate) fn names_measured_in_unit(&self, ground: ReadingContext<'_>) -> bool {
        let frame = self
            .frame()
            .filter(|frame| self.asides.is_empty() && frame.is_bare());
        let measure = frame.and_then(|frame| frame.measure);
        measure.is_some_and(|of| measure::unit_of(&of.of, ground).is_some())
    }

    /// Whether it asks something of what it names, and gives no value of it: "granite record 100" tells one.
    pub(crate) fn asks_and_tells_nothing(&self, ground: ReadingContext<'_>) -> bool {
        let frame = self.frame().filter(|_| self.asides.is_empty());
        frame.is_some_and(|frame| frame.asks_as_fragment() && !frame.tells_a_value(ground))
    }

    /// Whether anything of it was read.
    pub(crate) fn says_anything(&self) -> bool {
        !self.frames.is_empty() || self.value.is_some()
    }

    /// Whether it says how something is to be told, and of nothing what: "in pounds, please".
    pub(crate) fn says_only_how(&self) -> bool {
        self.says_only(&["unit", "want", "by", "each"])
    }

    /// Whether it names days, and nothing of them: "last month".
    pub(crate) fn says_only_when(&self) -> bool {
        self.says_only(&["when", "weekday"])
    }

    fn says_only(&self, these: &[&str]) -> bool {
        let only = |frame: &Value| {
            let places = frame.as_object().into_iter();
            let mut places = places.flat_map(|places| places.keys());
            places.all(|place| these.contains(&place.as_str()))
        };
        matches!(self.frames.as_slice(), [frame] if only(frame))
    }

    /// The remarks beside it.
    pub(super) fn remarks<'q>(
        &self,
        question: &'q str,
    ) -> impl Iterator<Item = String> + use<'_, 'q> {
        let asides = self.asides.iter();
        asides.filter_map(|span| Some(question.get(span.clone())?.trim().to_owned()))
    }

    /// What it means, where it is one question.
    fn frame(&self) -> Option<Frame> {
        match self.frames.as_slice() {
            _ if self.value.is_some() => None,
            [meaning] => Frame::of(meaning),
            // "And before that?": all that it says is how it leans.
            [] if self.words > 0 && self.unread.is_empty() => Some(Frame::default()),
            _ => None,
        }
    }

    /// The words that nothing took.
    pub(super) fn left<'q>(&self, question: &'q str) -> impl Iterator<Item = String> + use<'_, 'q> {
        let words = self
            .unread
            .iter()
            .filter_map(|span| question.get(span.clone()));
        words.map(str::to_owned)
    }
}

/// Whether words hold a number.
fn has_number(question: &str, span: &Range<usize>) -> bool {
    let word = question.get(span.clone());
    word.is_some_and(|word| word.contains(|c: char| c.is_ascii_digit()))
}

/// What a frame asks, for the planner to go on with.
fn planned(frame: Frame, question: &str, ground: ReadingContext<'_>) -> Option<Intent> {
    let line = Words::read(question);
    let which = frame.wants(AnswerType::Name);
    let places = frame.places();
    let mut intent = intent::of(frame, ground)?;
    // "Which ones?": those that the question before it counted.
    let listed = which && intent.ask == QuestionKind::List && intent.domains().is_empty();
    if listed && intent.period.is_none() && intent.figures.is_empty() {
        intent.ask = QuestionKind::Overview;
    }
    if intent.ask == QuestionKind::Compare && intent.by.is_some_and(GroupBy::is_part) {
        intent.sides = day_parts::all(&line);
    }
    let mut lean = lean(&line, intent.period.is_some());
    lean.days_only &= intent.ask == QuestionKind::List;
    Some(Intent {
        way: way_asked(&line),
        language: Language::of(question),
        lean,
        places,
        ..intent
    })
}

/// What a classifier sees of a question.
pub fn view(question: &str, ground: ReadingContext<'_>) -> QuestionView<'static> {
    let tokens = spacing::read(question, text::UnitTable::core(), ground.domains);
    QuestionView::new(question, annotations::of(&tokens, ground))
}

/// Reads a question by its phrases.
pub fn read(question: &str, ground: ReadingContext<'_>) -> ParsedQuestion {
    let grammar = grammar();
    let tokens = text::read(question);
    let given = annotations::of(&tokens, ground);
    let lattice = Lattice::new(&tokens, &given, grammar.tails());
    let chart = Chart::new(&lattice, grammar);
    let readings = quilto_reader::read(&chart, grammar);
    let Some((best, others)) = readings.split_first() else {
        return ParsedQuestion::of_nothing(given.clone(), lattice.places());
    };
    let spans = WordsOfReadings {
        question,
        given: &given,
        lattice: &lattice,
        chart: &chart,
    };
    let next = others.iter().find(|other| other.frames != best.frames);
    let asides = remark_clauses::of(question, &spans.taken(best), &spans.left(best));
    let left = spans.left_outside(best, &asides);
    let value = match left.as_slice() {
        [only] if best.frames.is_empty() => question.get(only.clone()).and_then(|n| n.parse().ok()),
        _ => None,
    };
    let idle = best.unread.iter().filter(|span| !spans.may_matter(span));
    ParsedQuestion {
        frames: best.frames.clone(),
        unread: if value.is_some() { Vec::new() } else { left },
        value,
        idle: idle.count(),
        instead: next.map(|next| AlternativeReading {
            frames: next.frames.clone(),
            unread: spans.left_outside(next, &asides),
        }),
        margin: next.map_or(f32::INFINITY, |next| best.score - next.score),
        explained: best
            .taken
            .iter()
            .map(|id| chart.explain(grammar, *id))
            .collect(),
        asides,
        ..ParsedQuestion::of_nothing(given.clone(), lattice.places())
    }
}

/// The words of a question by what its readings make of them.
struct WordsOfReadings<'a> {
    question: &'a str,
    given: &'a [Terminal],
    lattice: &'a Lattice<'a>,
    chart: &'a Chart<'a, 'a>,
}

impl WordsOfReadings<'_> {
    /// Those that phrases took.
    fn taken(&self, reading: &Reading) -> Vec<Range<usize>> {
        let taken = reading.taken.iter();
        taken
            .map(|id| self.lattice.span(&self.chart.node(*id).places))
            .collect()
    }

    /// Those that no phrase took and that may matter.
    fn left(&self, reading: &Reading) -> Vec<Range<usize>> {
        let words = reading.unread.iter().filter(|span| self.may_matter(span));
        words.cloned().chain(self.left_days(reading)).collect()
    }

    /// The same, but for clauses that ask nothing.
    fn left_outside(&self, reading: &Reading, asides: &[Range<usize>]) -> Vec<Range<usize>> {
        let beside = |span: &Range<usize>| {
            let mut asides = asides.iter();
            asides.any(|aside| aside.start <= span.start && span.end <= aside.end)
        };
        let mut left = self.left(reading);
        left.retain(|span| !beside(span));
        left
    }

    /// Days that no phrase took matter whatever else their words could be.
    fn left_days(&self, reading: &Reading) -> Vec<Range<usize>> {
        let taken = self.taken(reading);
        let days = self.given.iter();
        let days = days.filter(|given| ["period", "weekday"].contains(&&*given.kind));
        let spans = days.map(|given| given.span.clone());
        spans
            .filter(|span| !remark_clauses::overlap_any(&taken, span))
            .collect()
    }

    fn may_matter(&self, span: &Range<usize>) -> bool {
        let word = self.question.get(span.clone());
        word.is_none_or(|word| !text::says_nothing(word))
    }
}
