//! The acts.

use serde::{Deserialize, Serialize};

/// What a writer does with a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Tells what the writer did, had, measured or felt: the only act that makes data.
    Done,
    /// Says something around it that holds no data.
    Remark,
    /// Changes something told before.
    Correct,
    /// Asks about what was told before.
    Ask,
    /// Intends or schedules.
    Plan,
    /// Wishes, or sets a goal.
    Wish,
    /// Tells what is usual.
    Habit,
    /// Tells of long ago, or of an old best, as background.
    Past,
    /// Tells what was not done.
    Skipped,
    /// Tells what somebody else did.
    Other,
    /// Repeats an order, a price, an appointment, a claim.
    Reported,
    /// Tells what was made or bought, not used.
    Prepared,
    /// Supposes.
    Supposed,
    /// Asks the program for something other than an answer.
    Request,
    /// Orders something about the program or its data.
    Command,
    /// Talks.
    Chat,
}

impl Act {
    /// How many there are.
    pub const COUNT: usize = Self::ALL.len();

    /// All of them; each at its [`Act::index`].
    pub const ALL: [Self; 16] = [
        Self::Done,
        Self::Remark,
        Self::Correct,
        Self::Ask,
        Self::Plan,
        Self::Wish,
        Self::Habit,
        Self::Past,
        Self::Skipped,
        Self::Other,
        Self::Reported,
        Self::Prepared,
        Self::Supposed,
        Self::Request,
        Self::Command,
        Self::Chat,
    ];

    /// Its place in [`Act::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name in corpora and weights.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Remark => "remark",
            Self::Correct => "correct",
            Self::Ask => "ask",
            Self::Plan => "plan",
            Self::Wish => "wish",
            Self::Habit => "habit",
            Self::Past => "past",
            Self::Skipped => "skipped",
            Self::Other => "other",
            Self::Reported => "reported",
            Self::Prepared => "prepared",
            Self::Supposed => "supposed",
            Self::Request => "request",
            Self::Command => "command",
            Self::Chat => "chat",
        }
    }

    /// Its letter in weights.
    #[cfg(any(feature = "train", test))]
    pub(crate) fn letter(self) -> char {
        char::from(b'a' + self as u8)
    }

    /// The act of a name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|act| act.name() == name)
    }

    /// Whether a clause that does this tells no data of its writer's, whatever numbers it holds.
    pub const fn holds_no_data(self) -> bool {
        !matches!(self, Self::Done | Self::Remark | Self::Correct)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_act_has_its_place_and_name() {
        for (at, act) in Act::ALL.into_iter().enumerate() {
            assert_eq!(act.index(), at);
            assert_eq!(Act::of_name(act.name()), Some(act));
            assert_eq!(usize::from(act.letter() as u8 - b'a'), at);
        }
    }
}
