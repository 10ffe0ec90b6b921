//! The units a user thinks in.

use serde::{Deserialize, Serialize};

/// Units for bare numbers and for display. Values keep the unit they were typed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitPreferences {
    /// `kg` or `lb`.
    pub mass: String,
    /// `km` or `mi`.
    pub distance: String,
}

impl Default for UnitPreferences {
    fn default() -> Self {
        Self {
            mass: "kg".into(),
            distance: "km".into(),
        }
    }
}
