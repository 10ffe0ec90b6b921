//! The questions of a text, each read once, with what they leave out filled in.

use crate::agents::{AgentContext, PlannerInput, PlannerOutput};
use crate::domain::measures::Better;
use crate::model::{
    Conversation, DependencyType, Expr, Intent, MeasureRef, QuestionKind, SubQuery, Way,
};

use super::doubt::{self, ReadBy, Reading};
use super::follow_up;
use super::ground::Ground;
use super::measure;
use super::mentioned::{self, Notes};
use super::partly;
use super::question;
use super::read::read;
use super::seasons::Seasons;
use super::sides;
use super::spelling;
use super::split::{self, Link};

/// One question: its words as typed, what it was read as, and how it hangs on the one before it.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) text: String,
    /// What was said before, where it leans on that.
    before: Option<String>,
    pub(super) intent: Intent,
    pub(super) link: Link,
}

impl Asked {
    fn alone(text: &str, intent: Intent) -> Self {
        Self {
            text: text.to_owned(),
            before: None,
            intent,
            link: Link::Alone,
        }
    }

    /// Its words, behind those it leans on: for whoever is to understand it alone.
    pub(super) fn in_full(&self) -> String {
        let said = self.before.iter().chain([&self.text]);
        said.map(String::as_str).collect::<Vec<_>>().join(" ")
    }
}

/// The questions of an input, read once in a run.
pub(super) fn of(cx: &AgentContext, input: &PlannerInput, notes: Notes<'_>) -> Vec<Asked> {
    let read = |plan: &&PlannerOutput| !plan.sub_queries.is_empty();
    let mut asked = match input.earlier.as_deref().filter(read) {
        Some(plan) => planned(plan),
        None => typed(cx, input, notes),
    };
    for one in &mut asked {
        one.intent = follow_up::answered(cx, &one.intent, &input.user_responses, &input.asked);
    }
    asked
}

/// The questions of an earlier plan.
fn planned(plan: &PlannerOutput) -> Vec<Asked> {
    let link = |part: &SubQuery| {
        if plan.dependencies.iter().any(|needs| needs.to == part.id) {
            Link::Needs
        } else if plan.execution_strategy == DependencyType::Coupled {
            Link::Same
        } else {
            Link::Alone
        }
    };
    let parts = plan.sub_queries.iter();
    let asked = parts.map(|part| Asked {
        link: link(part),
        ..Asked::alone(&part.question, part.intent.clone())
    });
    asked.collect()
}

/// The questions as typed.
fn typed(cx: &AgentContext, input: &PlannerInput, notes: Notes<'_>) -> Vec<Asked> {
    let ground = Ground::of(cx);
    let query = input.query.trim();
    let seasons = Seasons::of(query, cx.today, notes.span);
    let mut asked: Vec<Asked> = Vec::new();
    let settled = |intent: Intent| seasons.put(by_value(intent, ground));
    let nothing = Conversation::default();
    for part in parts(query, ground, notes) {
        let before = match asked.is_empty() {
            true => &input.conversation,
            false => &nothing,
        };
        if let Some(last) = asked.last_mut()
            && let Some(meant) = part.says_more_of(&last.intent, ground)
        {
            last.intent = settled(meant);
            continue;
        }
        let chosen = part.chosen(ground, before, &settled);
        chosen.tell(query);
        if let Some(each) = part.of_each(ground).filter(|_| !chosen.reading.leans) {
            let each = each.into_iter().map(&settled);
            asked.extend(each.map(|intent| Asked::alone(part.text, intent)));
            continue;
        }
        let leans = chosen.reading.leans;
        take_in(
            &mut asked,
            cx,
            part.text,
            chosen.intent(&part.careful, ground),
        );
        if leans {
            let before = input.conversation.turns().last();
            let before = before.map(|turn| turn.text.clone());
            asked
                .iter_mut()
                .for_each(|one| one.before.clone_from(&before));
        }
    }
    for one in &mut asked {
        if !one.intent.unread.is_empty() {
            continue;
        }
        if points_nowhere(&one.intent) || of_nothing(&one.intent, ground) {
            one.intent.unread.push(one.text.trim().to_owned());
        }
    }
    asked
}

/// Whether it points at a day of which nothing was told before: "how was my mood that day?"
fn points_nowhere(intent: &Intent) -> bool {
    intent.lean.day.is_some() && intent.period.is_none()
}

/// Whether it asks for a figure of nothing: no subject, no measure, no domain but one that everything is
/// in. What it is about was not read then, and a figure of anything else would be no answer.
fn of_nothing(intent: &Intent, ground: Ground<'_>) -> bool {
    let figure = matches!(
        intent.ask,
        QuestionKind::Best
            | QuestionKind::Worst
            | QuestionKind::First
            | QuestionKind::Last
            | QuestionKind::Count
            | QuestionKind::Often
            | QuestionKind::Average
    );
    let base = |name: &String| {
        let module = ground.domains.module(name);
        module.is_some_and(|module| module.base)
    };
    figure
        && intent.domain.as_ref().is_none_or(base)
        && intent.topics.is_empty()
        && intent.measure.is_none()
        && intent.together.is_none()
        && intent.by.is_none()
        && intent.filter.is_none()
        && intent.stretches.is_none()
        && intent.figures.is_empty()
        && intent.unknown.is_empty()
}

/// A question in a text, and what it asks by itself to each of the readers that can tell.
#[derive(Clone, Debug)]
pub(super) struct Part<'q> {
    /// As typed.
    pub(super) text: &'q str,
    /// As somebody would write it who takes care.
    pub(super) careful: String,
    pub(super) phrases: question::Asked,
    by_phrases: Option<Intent>,
    /// What it asks by its words, where it is of a kind that phrases do not tell.
    by_words: Option<Intent>,
    /// The same phrases, asking what the words say by themselves.
    as_said: Option<question::Asked>,
}

/// The reading of a question that is likeliest meant.
pub(super) struct Chosen<'p> {
    pub(super) reading: Reading<'p>,
    likely: f64,
}

impl Chosen<'_> {
    /// Lays open how it was read, for whoever looks for a fault or fits the weights.
    fn tell(&self, question: &str) {
        let (likely, features) = (self.likely, self.reading.features.join(" "));
        tracing::trace!(target: "quilto::doubt", question, likely, features);
        let meant = serde_json::to_string(&self.reading.meant).unwrap_or_default();
        let frames = serde_json::to_string(&self.reading.phrases.frames).unwrap_or_default();
        let by = format!("{:?}", self.reading.by);
        let unread = format!("{:?}", self.reading.phrases.unread);
        tracing::trace!(target: "quilto::doubt", "MEANT\t{question}\t{likely}\t{by}\t{unread}\t{meant}\t{frames}");
    }

    /// What it asks. Words that were left are told with it; in doubt nothing is answered.
    fn intent(self, text: &str, ground: Ground<'_>) -> Intent {
        let Reading {
            phrases,
            by,
            mut meant,
            ..
        } = self.reading;
        if self.likely < doubt::LEAST && doubt::only().is_none() {
            return partly::of(text, phrases, ground);
        }
        if by != ReadBy::Words {
            meant.left_out.extend(phrases.left(text));
            meant.left_out.extend(phrases.remarks(text));
        }
        meant
    }
}

impl Part<'_> {
    /// "… and when was that?": what only says what is to be told belongs to the question before it.
    fn says_more_of(&self, earlier: &Intent, ground: Ground<'_>) -> Option<Intent> {
        let places = self.by_phrases.as_ref()?.places.as_ref()?.as_object()?;
        let wants = places.keys().all(|place| place == "want");
        if !wants || !self.phrases.unread.is_empty() {
            return None;
        }
        self.phrases.after(&self.careful, earlier, None, ground)
    }

    /// What it asks of each of its things, where they are of several domains.
    fn of_each(&self, ground: Ground<'_>) -> Option<Vec<Intent>> {
        if self.by_words.is_some() || !self.phrases.unread.is_empty() {
            return None;
        }
        self.phrases.of_each(&self.careful, ground)
    }

    /// What it asks after the question before it, where it asks nothing by itself: "and at this rate?".
    fn goes_on(&self, ground: Ground<'_>, before: &Conversation) -> Option<Intent> {
        let (turn, earlier) = before.last_question()?;
        if !self.phrases.unread.is_empty() {
            return None;
        }
        let told = turn.day.as_ref();
        self.phrases.after(&self.careful, earlier, told, ground)
    }

    /// A reading that it may be meant in: `own` is what it means by itself, `other` what it does to the other
    /// reader.
    fn candidate(
        &self,
        (by, meant, leans): (ReadBy, Intent, bool),
        own: &Intent,
        other: Option<&Intent>,
    ) -> Chosen<'_> {
        let phrases = match by {
            ReadBy::Said => self.as_said.as_ref().unwrap_or(&self.phrases),
            _ => &self.phrases,
        };
        let reading = Reading {
            phrases,
            by,
            meant,
            leans,
            features: Vec::new(),
        }
        .described(own, other);
        let likely = reading.likely();
        Chosen { reading, likely }
    }

    /// The likelier of its readings, after what was said before it.
    pub(super) fn chosen(
        &self,
        ground: Ground<'_>,
        before: &Conversation,
        settled: &dyn Fn(Intent) -> Intent,
    ) -> Chosen<'_> {
        let by_words = self.by_words.as_ref();
        let by_phrases = self.by_phrases.as_ref();
        let readings = [
            (ReadBy::Phrases, by_phrases, by_words),
            (ReadBy::Words, by_words, by_phrases),
        ];
        let readings = readings.into_iter().filter_map(|(by, own, other)| {
            let intent = settled(own?.clone());
            let meant = follow_up::meant(ground, (&self.careful, &self.phrases), &intent, before);
            let meant = settled(meant);
            let leans = meant != intent;
            Some(self.candidate((by, meant, leans), &intent, other))
        });
        let by_said = self.as_said.as_ref().and_then(|phrases| {
            let intent = settled(phrases.intent(&self.careful, ground)?);
            let meant = follow_up::meant(ground, (&self.careful, phrases), &intent, before);
            let meant = settled(meant);
            let leans = meant != intent;
            Some(self.candidate((ReadBy::Said, meant, leans), &intent, by_phrases.or(by_words)))
        });
        let goes_on = match self.by_phrases {
            None => self.goes_on(ground, before).map(settled),
            Some(_) => None,
        };
        let goes_on = goes_on.map(|meant| {
            let own = meant.clone();
            self.candidate((ReadBy::Phrases, meant, true), &own, by_words)
        });
        // Of two that are as likely, the first.
        let likeliest = goes_on.into_iter().chain(readings).chain(by_said).reduce(|one, other| {
            if let Some(by) = doubt::only() {
                return if other.reading.by == by { other } else { one };
            }
            if other.likely > one.likely { other } else { one }
        });
        likeliest.unwrap_or_else(|| Chosen {
            reading: Reading::of_nothing(
                &self.phrases,
                partly::of(&self.careful, &self.phrases, ground),
            ),
            likely: 0.0,
        })
    }
}

/// The questions in a text, and what each asks. What no plain figure says may take more than one sentence:
/// then it is one question.
pub(super) fn parts<'q>(query: &'q str, ground: Ground<'_>, notes: Notes<'_>) -> Vec<Part<'q>> {
    let parts = split::split(query);
    if parts.len() > 1 {
        let careful = spelling::careful(query, ground.domains);
        let phrases = question::read(&careful, ground);
        let meant = phrases.intent(&careful, ground);
        let whole_read = phrases.unread.is_empty();
        if let Some(intent) = meant.filter(|meant| whole_read && is_composed(meant)) {
            return vec![Part {
                text: query,
                careful,
                phrases,
                by_phrases: Some(intent),
                by_words: None,
                as_said: None,
            }];
        }
    }
    let parts = parts.into_iter();
    parts.map(|text| understood(text, ground, notes)).collect()
}

/// What a question asks by its phrases, or by its words where those tell a kind that phrases do not.
fn understood<'q>(typed: &'q str, ground: Ground<'_>, notes: Notes<'_>) -> Part<'q> {
    let careful = spelling::careful(typed, ground.domains);
    let text = &*careful;
    let mut phrases = question::read(text, ground);
    let mentioned = mentioned::in_notes(text, &phrases, notes);
    let with_mentioned = Ground {
        mentioned: &mentioned,
        ..ground
    };
    if !mentioned.is_empty() {
        let ground = with_mentioned;
        let with_notes = question::read(text, ground);
        // What only asks for the notes themselves is found by its words, unless something is asked of those.
        let whole = with_notes.unread.is_empty();
        let tells = |meant: Intent| {
            let names =
                !meant.topics.is_empty() || meant.measure.is_some() || meant.domain.is_some();
            let extreme = matches!(meant.ask, QuestionKind::Best | QuestionKind::Worst);
            names || whole && !meant.figures.is_empty() && !extreme
        };
        if with_notes.intent(text, ground).is_some_and(tells) {
            phrases = with_notes;
        }
    }
    let words = read(text, ground);
    let unsaid = is_unsaid_by_phrases(&words);
    // A word that nothing knows may be what it is really about.
    let named = |_: &Intent| !unsaid && partly::strangers(text, &phrases, ground).is_empty();
    let by_phrases = phrases.intent(text, ground).filter(named);
    let of_each = phrases.is_of_each_kind(text, ground) && words.unread.is_empty();
    let other = phrases.is_of_other_kind() || is_untold_by_frames(&words, ground);
    let untold = by_phrases.is_none() && (of_each || phrases.unread.is_empty() && other);
    let by_words = (unsaid || untold).then_some(words);
    Part {
        text: typed,
        by_phrases,
        by_words,
        as_said: phrases.asking_as_said(text, with_mentioned),
        phrases,
        careful,
    }
}

/// Whether a question is of a kind that phrases do not tell yet.
fn is_unsaid_by_phrases(intent: &Intent) -> bool {
    use QuestionKind as Kind;
    matches!(
        intent.ask,
        Kind::Why
            | Kind::Should
            | Kind::Summary
            | Kind::Load
            | Kind::Kinds
            | Kind::Ratio
            | Kind::Took
    ) || intent.stretches.is_some()
        || intent.against.is_some()
}

/// Whether a question asks for what no frame holds yet: the sum of several bests, two values of one field,
/// which of all things got better the most.
fn is_untold_by_frames(intent: &Intent, ground: Ground<'_>) -> bool {
    let of_bests = |of: &MeasureRef| measure::is_sum(of, ground.domains);
    let which = intent.ask == QuestionKind::Trend && intent.ranked;
    let whole = intent.unread.is_empty();
    intent.measure.as_ref().is_some_and(of_bests)
        || whole && (which || intent.other_filter.is_some())
}

/// The lowest value is asked for by its number: where less is better it is the best.
fn by_value(intent: Intent, ground: Ground<'_>) -> Intent {
    let better = || Some(measure::of(intent.measure.as_ref()?, ground.domains)?.better);
    let ask = match (intent.ask, intent.way) {
        (QuestionKind::Worst, Some(Way::Less)) => QuestionKind::Best,
        (QuestionKind::Best, Some(Way::More)) => QuestionKind::Worst,
        _ => return intent,
    };
    match better() {
        Some(Better::Lower) => Intent { ask, ..intent },
        _ => intent,
    }
}

/// Whether it asks what no plain figure says.
fn is_composed(meant: &Intent) -> bool {
    meant.figures.iter().any(Expr::is_composed)
}

fn take_in(asked: &mut Vec<Asked>, cx: &AgentContext, text: &str, intent: Intent) {
    let apart = match sides::values(&intent) {
        Some(values) => values.into(),
        None => sides::of(cx, text, &intent),
    };
    if !apart.is_empty() {
        asked.extend(apart.into_iter().map(|side| Asked::alone(text, side)));
        return;
    }
    let Some(last) = asked.last_mut() else {
        asked.push(Asked::alone(text, intent));
        return;
    };
    let earlier = &mut last.intent;
    // "is it growing? in 2021": days alone belong to the question before them.
    if earlier.period.is_none() && days_only(&intent) {
        earlier.period = intent.period;
        return;
    }
    let points_back = intent.topics.is_empty() && intent.lean.points_back;
    let leans = points_back || intent.topics.is_empty() && of_same(&intent, earlier);
    let needs = earlier.ask == QuestionKind::Why && intent.ask == QuestionKind::Should;
    let shares = intent.shares_things_with(earlier);
    let mut meant = intent.clone();
    if leans && !earlier.topics.is_empty() {
        meant = meant.with_things_of(earlier);
    }
    if leans || shares {
        meant = meant.with_days_of(earlier);
    }
    let link = match needs {
        true => Link::Needs,
        false if shares || meant != intent => Link::Same,
        false => Link::Alone,
    };
    let leans = meant != intent;
    let before = leans.then(|| last.text.clone());
    asked.push(Asked {
        before,
        link,
        ..Asked::alone(text, meant)
    });
}

fn days_only(intent: &Intent) -> bool {
    intent.lean.short
        && intent.lean.days_only
        && intent.ask == QuestionKind::List
        && intent.topics.is_empty()
        && intent.measure.is_none()
        && intent.domain.is_none()
        && intent.unknown.is_empty()
}

/// Whether what a question measures may be of the things of the one before it.
fn of_same(intent: &Intent, earlier: &Intent) -> bool {
    intent.measure.as_ref().is_none_or(|measure| {
        let things = earlier.topics.iter().map(|topic| &topic.domain);
        let mut domains = things.chain(&earlier.domain);
        domains.any(|domain| *domain == measure.domain)
    })
}

/// What all questions were read as together, for those that are answered as one: what the first asks,
/// of the things of all.
pub(super) fn together(asked: &[Asked]) -> Intent {
    let mut all = asked.iter().map(|one| &one.intent);
    let mut whole = all.next().cloned().unwrap_or_default();
    for intent in all {
        for topic in &intent.topics {
            if !whole.topics.contains(topic) {
                whole.topics.push(topic.clone());
            }
        }
        for measure in &intent.elsewhere {
            if !whole.elsewhere.contains(measure) {
                whole.elsewhere.push(measure.clone());
            }
        }
        whole.period = whole.period.or_else(|| intent.period.clone());
        whole.domain = whole.domain.or_else(|| intent.domain.clone());
        if whole.measure.is_none() {
            whole.measure.clone_from(&intent.measure);
            whole.measure_said = intent.measure_said;
        }
    }
    whole
}
