//! What was said in a conversation, and what it was read as.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DateRange, Intent};

/// One thing that was said, and what came of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Turn {
    /// The words as typed.
    pub text: String,
    /// What its questions were read as, with what they left out filled in; none where it asks nothing.
    pub asked: Vec<Intent>,
    /// The day that the answer tells of.
    pub day: Option<DateRange>,
    /// The domains that it was given to.
    pub domains: Vec<String>,
}

impl Turn {
    /// The domains that it is about: a question is about those that it names.
    fn about(&self) -> Vec<&str> {
        if self.asked.is_empty() {
            return self.domains.iter().map(String::as_str).collect();
        }
        self.asked.iter().flat_map(Intent::domains).collect()
    }
}

/// What was said before, oldest first. Only the last few turns are kept.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Conversation {
    turns: Vec<Turn>,
}

impl Conversation {
    /// Turns that a question may lean on.
    const KEPT: usize = 6;

    /// Takes in what was said last. What is said again, or went on after an answer, is one turn.
    pub fn hear(&mut self, turn: Turn) {
        self.turns.pop_if(|last| last.text == turn.text);
        self.turns.push(turn);
        let old = self.turns.len().saturating_sub(Self::KEPT);
        self.turns.drain(..old);
    }

    /// What was said, oldest first.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The words that were said, a line for each turn; `None` where nothing was.
    pub fn text(&self) -> Option<String> {
        let lines: Vec<&str> = self.turns.iter().map(|turn| turn.text.as_str()).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// The domains that were spoken of last.
    pub fn domains(&self) -> Vec<&str> {
        let mut about = self.turns.iter().rev().map(Turn::about);
        about.find(|about| !about.is_empty()).unwrap_or_default()
    }

    /// The last question that names anything, and the turn it is of.
    pub fn last_question(&self) -> Option<(&Turn, &Intent)> {
        self.turns.iter().rev().find_map(|turn| {
            let asked = turn
                .asked
                .iter()
                .rev()
                .find(|asked| asked.is_of_something());
            Some((turn, asked?))
        })
    }
}

impl FromIterator<Turn> for Conversation {
    fn from_iter<T: IntoIterator<Item = Turn>>(turns: T) -> Self {
        let mut conversation = Self::default();
        turns.into_iter().for_each(|turn| conversation.hear(turn));
        conversation
    }
}
