//! How likely a question was read as it was meant, by how it was read: which places its phrases fill, what is
//! planned for it, how much was left unread. A logistic regression, fitted to questions whose answers are
//! known (`corpora/README.md`); it knows no word and no subject.

use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::question;
use crate::model::{ContextReference, Intent};

/// Where words were left and it is less likely than this, no answer is given.
pub const LEAST: f64 = 0.5;
/// The same where no word was left: who writes with care should not be asked again.
pub(super) const LEAST_OF_WHOLE: f64 = 0.35;
/// By so much another must be likelier than a reading that took every word.
pub(super) const MARGIN: f64 = 0.08;
/// What a weight of 1 is in the file.
const PARTS: f64 = 100.0;
/// Lines `feature<tab>hundredths`, by `make train-doubt`.
const WEIGHTS: &str = include_str!("doubt.weights");
/// The feature that everything has.
const ALWAYS: &str = "always";
/// What names a place of a frame or an intent that has one of few values.
const TELLING: [&str; 9] = [
    "op", "order", "by", "bucket", "is", "want", "ask", "way", "language",
];

/// Which of the readers understood a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReaderKind {
    /// The one that merges phrases.
    Phrases,
    /// The one that goes from word to word.
    Words,
    /// The names, days and bounds of phrases, asked as the words say by themselves.
    Said,
    /// Names, days and bounds where the words say they stand, asked as they say, too.
    Slots,
}

static ONLY: OnceLock<ReaderKind> = OnceLock::new();

/// Believes one reader alone from now on, where it reads anything: to learn what each of them is right about.
pub fn believe_only(by: ReaderKind) {
    let _ = ONLY.set(by);
}

/// The reader that alone is believed.
pub(super) fn only() -> Option<ReaderKind> {
    ONLY.get().copied()
}

impl ReaderKind {
    /// All of them; of two that are as likely, the first is believed.
    pub(super) const ALL: [Self; 4] = [Self::Phrases, Self::Words, Self::Said, Self::Slots];
}

/// A question as one of the readers read it.
pub(super) struct QuestionReading<'r> {
    pub(super) phrases: &'r question::ParsedQuestion,
    pub(super) by: ReaderKind,
    /// What it means, with what it leaves out filled in.
    pub(super) meant: Intent,
    /// Whether that took anything from the question before it.
    pub(super) leans: bool,
    /// Whether there is none before it: then it leans on nothing, whatever its words are like.
    pub(super) opens: bool,
    /// Whether a number was left: it could change any answer.
    pub(super) leaves_number: bool,
    /// What is told of how it was read.
    pub(super) features: Vec<String>,
}

impl<'r> QuestionReading<'r> {
    /// Of what no reader could tell anything.
    pub(super) fn of_nothing(phrases: &'r question::ParsedQuestion, meant: Intent) -> Self {
        Self {
            phrases,
            by: ReaderKind::Words,
            meant,
            leans: false,
            opens: true,
            leaves_number: false,
            features: Vec::new(),
        }
    }

    /// Whether it took every word, as those of phrases and single words do that know each of them.
    pub(super) fn is_whole(&self) -> bool {
        match self.by {
            ReaderKind::Phrases => self.phrases.unread.is_empty(),
            ReaderKind::Words => self.meant.unread.is_empty(),
            ReaderKind::Said | ReaderKind::Slots => false,
        }
    }

    /// How likely it is what was meant, 0 to 1.
    pub(super) fn likely(&self) -> f64 {
        likely(self.features.iter().map(String::as_str))
    }

    /// The same with its features: `own` is what it means by itself, `other` what it does to the other reader.
    #[must_use]
    pub(super) fn described(mut self, own: &Intent, other: Option<&Intent>) -> Self {
        let mut features = self.features_of_reading();
        agreement(own, other, &mut |name| {
            features.insert(name.to_owned());
        });
        self.features = features.into_iter().collect();
        self
    }

    /// What its words say by themselves, beside what it was read as.
    fn words_said(&self, put: &mut impl FnMut(&str)) {
        let (said, meant) = (&self.phrases.said, &self.meant);
        let measure = meant.measure.as_ref().map_or("none", |of| &of.name);
        let measure = measure.replace(' ', "_");
        let top = |head: &str| match (head, said.top(head)?) {
            ("leans", _) if self.opens => Some(("none", 1.0)),
            // Figures are the domains', and no weight knows their names.
            ("measure", (label, likely)) if label == measure => Some(("same", likely)),
            ("measure", (label, likely)) if label != "none" => Some(("other", likely)),
            (_, found) => Some(found),
        };
        for head in ["op", "end", "measure", "by", "leans"] {
            let Some((label, likely)) = top(head) else {
                return;
            };
            put(&format!("s.{head}={label}"));
            for limit in [0.4, 0.6, 0.8] {
                if likely < limit {
                    put(&format!("s.{head}<{limit}"));
                }
            }
        }
        let mut pair = |head: &str, is: &str| {
            if let Some((label, _)) = top(head) {
                put(&format!("s.{head}={label}&{is}"));
            }
        };
        let wanted = [meant.least, meant.when, meant.whether].map(|so| so.to_string());
        pair("op", &wanted.join("&"));
        pair("leans", if self.leans { "leaning" } else { "alone" });
        let by = meant.by.map(|by| format!("{by:?}").to_lowercase());
        pair("by", by.as_deref().unwrap_or("none"));
        let bounded = meant.filter.is_some() || !meant.figures.is_empty();
        let named = !meant.topics.is_empty() || meant.domain.is_some() || meant.together.is_some();
        for (tag, has) in [
            ("where", bounded),
            (
                "versus",
                meant.other_period.is_some() || meant.topics.len() > 1,
            ),
            ("when", meant.period.is_some()),
            ("of", named),
            ("goal", bounded),
        ] {
            let mut words = said.words().iter();
            let told = words.any(|word| word.tag == tag);
            put(&format!("s.{tag}={told}&{has}"));
        }
        let least = said
            .words()
            .iter()
            .map(|word| word.likely)
            .fold(1.0, f64::min);
        for limit in [0.4, 0.6, 0.8] {
            if least < limit {
                put(&format!("s.words<{limit}"));
            }
        }
    }

    /// What is told of it alone.
    fn features_of_reading(&self) -> BTreeSet<String> {
        let mut features = BTreeSet::new();
        let mut put = |name: &str| {
            features.insert(name.to_owned());
        };
        if self.leans {
            put("leans");
        }
        match self.by {
            ReaderKind::Phrases => {}
            ReaderKind::Words => put("words"),
            ReaderKind::Said => put("said"),
            ReaderKind::Slots => put("slots"),
        }
        put(&format!("frames={}", self.phrases.frames.len().min(3)));
        put(&format!("left={}", self.phrases.unread.len().min(3)));
        put(&format!("idle={}", self.phrases.idle.min(5)));
        for limit in [3, 5, 7, 10, 14] {
            if self.phrases.words > limit {
                put(&format!("words>{limit}"));
            }
        }
        if self.meant.topics.iter().any(|topic| !topic.exact) {
            put("guessed");
        }
        if self.meant.topics.len() > 1 {
            put("i.topics+");
        }
        for limit in [0.2, 0.5, 1.0] {
            if self.phrases.margin < limit {
                put(&format!("margin<{limit}"));
            }
        }
        for frame in &self.phrases.frames {
            places("", frame, &mut put);
        }
        self.words_said(&mut put);
        let intent = Intent {
            places: None,
            unread: Vec::new(),
            lean: ContextReference::default(),
            ..self.meant.clone()
        };
        let intent = serde_json::to_value(intent).unwrap_or_default();
        if let Value::Object(fields) = filled(intent) {
            for (name, value) in fields {
                put(&format!("i.{name}"));
                if let Some(value) = value.as_str().filter(|_| TELLING.contains(&&*name)) {
                    put(&format!("i.{name}={value}"));
                }
            }
        }
        features
    }
}

/// Where the other reader says the same.
fn agreement(own: &Intent, other: Option<&Intent>, put: &mut impl FnMut(&str)) {
    let Some(other) = other else {
        return put("alone");
    };
    let names = |intent: &Intent| -> Vec<String> {
        intent
            .topics
            .iter()
            .map(|topic| topic.name.clone())
            .collect()
    };
    let days = |intent: &Intent| intent.period.clone().map(|of| (of.start, of.end));
    let same = [
        ("ask", own.ask == other.ask),
        ("measure", own.measure == other.measure),
        ("topics", names(own) == names(other)),
        ("days", days(own) == days(other)),
        ("domain", own.domains() == other.domains()),
        ("by", own.by == other.by),
        ("filter", own.filter.is_some() == other.filter.is_some()),
    ];
    for (name, _) in same.iter().filter(|(_, same)| !same) {
        put(&format!("differ.{name}"));
    }
    put(&format!("other={:?}", other.ask).to_lowercase());
    if same.iter().all(|(_, same)| *same) {
        put("agree");
    }
}

/// The places of a frame that something fills, by their names; of those that have one of few values, it too.
fn places(before: &str, frame: &Value, put: &mut impl FnMut(&str)) {
    let Value::Object(fields) = frame else {
        return;
    };
    for (name, value) in fields {
        let inner: Vec<&Value> = match value {
            Value::Null | Value::Bool(false) => continue,
            Value::Array(all) if all.is_empty() => continue,
            Value::Array(all) => all.iter().collect(),
            one => vec![one],
        };
        put(&format!("{before}{name}"));
        if inner.len() > 1 {
            put(&format!("{before}{name}+"));
        }
        for value in inner {
            match value {
                Value::String(value) if TELLING.contains(&&**name) => {
                    put(&format!("{before}{name}={value}"));
                }
                Value::Object(_) if ["where", "versus", "only"].contains(&&**name) => {
                    places(&format!("{before}{name}."), value, put);
                }
                _ => {}
            }
        }
    }
}

/// The features with what they say together: the kind of question with each, and all places at once.
pub fn together<'f>(features: impl Iterator<Item = &'f str> + Clone) -> Vec<String> {
    let kind = features.clone().find(|name| name.starts_with("i.ask="));
    let kind = kind.unwrap_or_default();
    let with_kind = features.clone().map(|name| format!("{kind} {name}"));
    let of_frame = |name: &&str| !name.starts_with("i.") && !name.contains(['=', '<', '>']);
    let all: Vec<&str> = features.clone().filter(of_frame).collect();
    let each = features.clone().map(str::to_owned);
    each.chain(with_kind)
        .chain([all.join("+"), ALWAYS.to_owned()])
        .collect()
}

/// The probability that what was read so was read as it was meant, 0 to 1.
fn likely<'f>(features: impl Iterator<Item = &'f str> + Clone) -> f64 {
    static OF: OnceLock<HashMap<&str, f64>> = OnceLock::new();
    let weights = OF.get_or_init(|| {
        let lines = WEIGHTS.lines().filter_map(|line| line.split_once('\t'));
        lines
            .filter_map(|(name, weight)| Some((name, weight.parse().ok()?)))
            .collect()
    });
    let all = together(features);
    let weights = all.iter().filter_map(|name| weights.get(&**name));
    let score: f64 = weights.sum::<f64>() / PARTS;
    1.0 / (1.0 + (-score).exp())
}

/// What is left of a value without its parts that are nothing, no or empty; null if nothing is.
pub(super) fn filled(value: Value) -> Value {
    match value {
        Value::Bool(false) => Value::Null,
        Value::String(text) if text.is_empty() => Value::Null,
        Value::Array(items) if items.is_empty() => Value::Null,
        Value::Array(items) => items.into_iter().map(filled).collect(),
        Value::Object(fields) => {
            let fields = fields
                .into_iter()
                .map(|(name, value)| (name, filled(value)));
            let fields: Map<String, Value> = fields.filter(|(_, value)| !value.is_null()).collect();
            match fields.is_empty() {
                true => Value::Null,
                false => Value::Object(fields),
            }
        }
        value => value,
    }
}
