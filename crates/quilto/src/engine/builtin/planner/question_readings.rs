//! A question in a text, as each of the readers understands it, and which of them is right.

use crate::model::{ContextReference, Conversation, Expr, Intent, MeasureRef, QuestionKind};

use super::doubt::{self, QuestionReading, ReaderKind};
use super::follow_up;
use super::measure;
use super::note_terms::{self, Notes};
use super::partial_reading;
use super::question;
use super::read::read;
use super::reading_context::ReadingContext;
use super::spelling;
use super::split;

/// A question in a text, and what it asks by itself to each of the readers that can tell.
#[derive(Clone, Debug)]
pub(super) struct QuestionReadings<'q> {
    /// As typed.
    pub(super) text: &'q str,
    /// As somebody would write it who takes care.
    pub(super) careful: String,
    pub(super) phrases: question::ParsedQuestion,
    by_phrases: Option<Intent>,
    /// What it asks by its words, where it is of a kind that phrases do not tell.
    by_words: Option<Intent>,
    /// The same phrases, asking what the words say by themselves.
    as_said: Option<question::ParsedQuestion>,
    /// What it asks by what each of its words is for.
    by_slots: Option<question::ParsedQuestion>,
}

/// The reading of a question that is likeliest meant.
pub(super) struct BestReading<'p> {
    pub(super) reading: QuestionReading<'p>,
    likely: f64,
}

impl BestReading<'_> {
    /// Lays open how it was read, for whoever looks for a fault or fits the weights.
    pub(super) fn tell(&self, question: &str) {
        let (likely, features) = (self.likely, self.reading.features.join(" "));
        let number = self.reading.leaves_number;
        let figure = self.reading.phrases.said.top("measure");
        tracing::trace!(target: "quilto::doubt", question, likely, number, ?figure, features);
    }

    /// Whether it is likely enough to be answered. Where a question's words are like none that were learned from, it
    /// is taken as it is written.
    fn is_answered(&self) -> bool {
        let learned = self.reading.phrases.said.is_sure();
        let least = match self.reading.is_whole() {
            true if !learned => 0.0,
            true => doubt::LEAST_OF_WHOLE,
            false => doubt::LEAST,
        };
        // What a domain of one's own measures is no figure that labels were learned of.
        let named = self.reading.meant.measure_said;
        let of_other = !named && self.reading.phrases.said.asks_of_other();
        let nowhere = self.reading.meant.points_nowhere();
        let sure = self.likely >= least && !self.reading.leaves_number && !of_other && !nowhere;
        sure || doubt::only().is_some()
    }

    /// What it asks. Words that were left are told with it; in doubt nothing is answered.
    pub(super) fn intent(self, text: &str, ground: ReadingContext<'_>) -> Intent {
        let answered = self.is_answered();
        let QuestionReading {
            phrases,
            by,
            mut meant,
            ..
        } = self.reading;
        if !answered {
            return partial_reading::of(text, phrases, ground);
        }
        if matches!(meant.ask, QuestionKind::Compare | QuestionKind::Trend) {
            meant.whether = phrases.said.asks_whether().unwrap_or(meant.whether);
        }
        // "The longest walk, and where was it?": its own words.
        let of_one = matches!(meant.ask, QuestionKind::Best | QuestionKind::Worst);
        meant.how_went |= of_one && phrases.said.asks_name();
        if by != ReaderKind::Words {
            meant.left_out.extend(phrases.left(text));
            meant.left_out.extend(phrases.remarks(text));
        }
        meant
    }
}

impl QuestionReadings<'_> {
    /// "… and when was that?": what only says what is to be told belongs to the question before it.
    pub(super) fn says_more_of(
        &self,
        earlier: &Intent,
        ground: ReadingContext<'_>,
    ) -> Option<Intent> {
        if self.phrases.said.asks_only_when() {
            return Some(Intent {
                when: true,
                ..earlier.clone()
            });
        }
        let places = self.by_phrases.as_ref()?.places.as_ref()?.as_object()?;
        let wants = places.keys().all(|place| place == "want");
        if !wants || !self.phrases.unread.is_empty() {
            return None;
        }
        self.phrases.after(&self.careful, earlier, None, ground)
    }

    /// What it asks of each of its things, where they are of several domains.
    pub(super) fn of_each(&self, ground: ReadingContext<'_>) -> Option<Vec<Intent>> {
        if self.by_words.is_some() || !self.phrases.unread.is_empty() {
            return None;
        }
        self.phrases.of_each(&self.careful, ground)
    }

    /// What it asks after the question before it, where it asks nothing by itself: "and at this rate?".
    fn goes_on(
        &self,
        by: ReaderKind,
        ground: ReadingContext<'_>,
        before: &Conversation,
        settled: &dyn Fn(Intent) -> Intent,
    ) -> Option<BestReading<'_>> {
        let (turn, earlier) = before.last_question()?;
        let phrases = self.phrases_of(by).filter(|_| by != ReaderKind::Words)?;
        if !phrases.unread.is_empty() {
            return None;
        }
        let told = turn.day.as_ref();
        let meant = settled(phrases.after(&self.careful, earlier, told, ground)?);
        let own = meant.clone();
        Some(self.described((by, meant, true), &own, before))
    }

    /// The phrases of one of the readers.
    fn phrases_of(&self, by: ReaderKind) -> Option<&question::ParsedQuestion> {
        match by {
            ReaderKind::Said => self.as_said.as_ref(),
            ReaderKind::Slots => self.by_slots.as_ref(),
            ReaderKind::Phrases | ReaderKind::Words => Some(&self.phrases),
        }
    }

    /// What it asks by itself to one of the readers.
    fn own(&self, by: ReaderKind, ground: ReadingContext<'_>) -> Option<Intent> {
        match by {
            ReaderKind::Phrases => self.by_phrases.clone(),
            ReaderKind::Words => self.by_words.clone(),
            ReaderKind::Said | ReaderKind::Slots => {
                let phrases = self.phrases_of(by)?;
                let mut intent = phrases.intent(&self.careful, ground)?;
                if phrases.said.stands_alone() {
                    intent.lean = ContextReference::default();
                }
                Some(intent)
            }
        }
    }

    /// What it may mean to one of the readers after what was said before it.
    fn candidate(
        &self,
        by: ReaderKind,
        ground: ReadingContext<'_>,
        before: &Conversation,
        settled: &dyn Fn(Intent) -> Intent,
    ) -> Option<BestReading<'_>> {
        let phrases = self.phrases_of(by)?;
        let Some(own) = self.own(by, ground) else {
            return self.goes_on(by, ground, before, settled);
        };
        let own = settled(own);
        let meant = follow_up::meant(ground, (&self.careful, phrases), &own, before);
        let meant = settled(meant);
        let leans = meant != own;
        Some(self.described((by, meant, leans), &own, before))
    }

    /// A reading with how likely it is: `own` is what it means by itself.
    fn described(
        &self,
        (by, meant, leans): (ReaderKind, Intent, bool),
        own: &Intent,
        before: &Conversation,
    ) -> BestReading<'_> {
        let other = match by {
            ReaderKind::Phrases => self.by_words.as_ref(),
            ReaderKind::Words => self.by_phrases.as_ref(),
            ReaderKind::Said | ReaderKind::Slots => {
                self.by_phrases.as_ref().or(self.by_words.as_ref())
            }
        };
        let phrases = self.phrases_of(by).unwrap_or(&self.phrases);
        let number = |word: &str| word.contains(|c: char| c.is_ascii_digit());
        let leaves_number = match by {
            ReaderKind::Words => meant.unread.iter().any(|word| number(word)),
            _ => phrases.left(&self.careful).any(|word| number(&word)),
        };
        let reading = QuestionReading {
            phrases,
            by,
            leaves_number,
            meant,
            leans,
            opens: before.last_question().is_none(),
            features: Vec::new(),
        }
        .described(own, other);
        let likely = reading.likely();
        BestReading { reading, likely }
    }

    /// The likeliest of its readings, after what was said before it.
    pub(super) fn chosen(
        &self,
        ground: ReadingContext<'_>,
        before: &Conversation,
        settled: &dyn Fn(Intent) -> Intent,
    ) -> BestReading<'_> {
        let all = ReaderKind::ALL.into_iter();
        let readings = all.filter_map(|by| self.candidate(by, ground, before, settled));
        // Of two that are as likely, the first.
        let likeliest = readings.reduce(|one, other| {
            let better = match doubt::only() {
                Some(by) => other.reading.by == by,
                None if one.is_answered() != other.is_answered() => other.is_answered(),
                None if one.reading.is_whole() => other.likely > one.likely + doubt::MARGIN,
                None => other.likely > one.likely,
            };
            if better { other } else { one }
        });
        likeliest.unwrap_or_else(|| BestReading {
            reading: QuestionReading::of_nothing(
                &self.phrases,
                partial_reading::of(&self.careful, &self.phrases, ground),
            ),
            likely: 0.0,
        })
    }
}

/// The questions in a text, and what each asks. What no plain figure says may take more than one sentence:
/// then it is one question.
pub(super) fn parts<'q>(
    query: &'q str,
    ground: ReadingContext<'_>,
    notes: Notes<'_>,
) -> Vec<QuestionReadings<'q>> {
    let parts = split::split(query);
    if parts.len() > 1 {
        let careful = spelling::careful(query, ground.domains, notes);
        let phrases = question::read(&careful, ground);
        let meant = phrases.intent(&careful, ground);
        let whole_read = phrases.unread.is_empty();
        if let Some(intent) = meant.filter(|meant| whole_read && is_composed(meant)) {
            return vec![QuestionReadings {
                text: query,
                phrases: phrases.classified(&careful, ground),
                careful,
                by_phrases: Some(intent),
                by_words: None,
                as_said: None,
                by_slots: None,
            }];
        }
    }
    let parts = parts.into_iter();
    parts.map(|text| understood(text, ground, notes)).collect()
}

/// What a question asks by its phrases, or by its words where those tell a kind that phrases do not.
fn understood<'q>(
    typed: &'q str,
    ground: ReadingContext<'_>,
    notes: Notes<'_>,
) -> QuestionReadings<'q> {
    let careful = spelling::careful(typed, ground.domains, notes);
    let text = &*careful;
    let mut phrases = question::read(text, ground);
    let mut own_names = note_terms::names_of_notes(text, &phrases.unread, notes);
    // What is asked of some days opens no others.
    if phrases.days().is_none() {
        own_names.extend(note_terms::names_meant_otherwise(
            text,
            ground.domains,
            notes,
        ));
    }
    let ground = ReadingContext {
        own_names: &own_names,
        ..ground
    };
    if !own_names.is_empty() {
        phrases = question::read(text, ground);
    }
    let mentioned = note_terms::in_notes(phrases.left(text), notes);
    let with_mentioned = ReadingContext {
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
    let phrases = phrases.classified(text, ground);
    let strangers = partial_reading::strangers(text, &phrases, ground);
    let words = read(text, ground);
    let unsaid = is_unsaid_by_phrases(&words);
    // A word that nothing knows may be what it is really about.
    let named = |_: &Intent| !unsaid && strangers.is_empty();
    let by_phrases = phrases.intent(text, ground).filter(named);
    let of_each = phrases.is_of_each_kind(text, ground) && words.unread.is_empty();
    let other = phrases.is_of_other_kind() || is_untold_by_frames(&words, ground);
    let untold = by_phrases.is_none() && (of_each || phrases.unread.is_empty() && other);
    let by_words = (unsaid || untold).then_some(words);
    // What a stranger is for must be plain where it is passed over.
    let noted = |word: &String| mentioned.iter().any(|of| of.typed.contains(&**word));
    let strange = strangers.into_iter().map(|(_, word)| word);
    let strange: Vec<String> = strange.filter(|word| !noted(word)).collect();
    let mut passed = strange.iter();
    let led = passed
        .all(|word| phrases.passes_over(text, word, ground))
        .then_some(&phrases);
    QuestionReadings {
        text: typed,
        by_phrases,
        by_words,
        as_said: led.and_then(|phrases| phrases.asking_as_said(text, with_mentioned)),
        by_slots: led.and_then(|phrases| phrases.by_slots(text, with_mentioned, notes, &strange)),
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
fn is_untold_by_frames(intent: &Intent, ground: ReadingContext<'_>) -> bool {
    let of_bests = |of: &MeasureRef| measure::is_sum(of, ground.domains);
    let which = intent.ask == QuestionKind::Trend && intent.ranked;
    let whole = intent.unread.is_empty();
    intent.measure.as_ref().is_some_and(of_bests)
        || whole && (which || intent.other_filter.is_some())
}

/// Whether it asks what no plain figure says.
fn is_composed(meant: &Intent) -> bool {
    meant.figures.iter().any(Expr::is_composed)
}
