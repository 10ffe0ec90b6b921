//! Spooled text on disk: what was said of it stands in a comment before it, as a section's payload
//! stands after its words.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::{Spooled, markdown};
use quilto_model::InputType;

#[derive(Serialize, Deserialize)]
struct Head {
    written: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    day: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    assume: Option<InputType>,
}

impl Spooled {
    pub(crate) fn render(&self) -> String {
        let head = Head {
            written: self.written,
            day: self.day,
            assume: self.assume,
        };
        let head = serde_json::to_value(head).unwrap_or_default();
        format!("{}\n{}", markdown::render_payload(&head), self.text)
    }

    /// A text without a head is from a version that wrote none.
    pub(crate) fn read(text: String) -> Self {
        let head = text.split_once('\n').and_then(|(line, rest)| {
            let head = markdown::read_payload(line)?;
            head.get("written")?;
            Some((serde_json::from_value::<Head>(head).ok()?, rest.to_owned()))
        });
        let Some((head, text)) = head else {
            return Self {
                text,
                ..Self::default()
            };
        };
        Self {
            text,
            written: head.written,
            day: head.day,
            assume: head.assume,
        }
    }
}
