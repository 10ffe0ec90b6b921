//! Units of bare numbers, where the text itself shows another than the one that is taken otherwise:
//! who writes `35 lb` once in a note means pounds where no unit stands, too.

use quilto_model::UnitPreferences;
use quilto_text::units::convert;
use quilto_text::{TokenKind, Tokens};

/// Units that are so many times as large as another are written in its place.
const ALIKE: std::ops::RangeInclusive<f64> = 0.4..=2.5;

/// The units typed in a text, each once.
pub(super) fn typed_in(tokens: &Tokens, counts: impl Fn(usize) -> bool) -> Vec<String> {
    let mut typed: Vec<String> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let TokenKind::Quantity(quantity) = token.kind else {
            continue;
        };
        let name = &*tokens.unit(quantity.unit).name;
        if counts(at) && !typed.iter().any(|known| known == name) {
            typed.push(name.to_owned());
        }
    }
    typed
}

/// The one unit among those typed that stands in the place of another; none where that one, or a
/// larger one that goes with it (`10 st 11 lb`), was typed as well.
pub(super) fn instead_of<'t>(typed: &'t [String], unit: &str) -> Option<&'t str> {
    let sizes = || {
        let size = |name: &'t String| Some((&**name, convert(1.0, name, unit)?));
        typed.iter().filter_map(size)
    };
    let settled = sizes().any(|(name, size)| name == unit || size > *ALIKE.end());
    let mut alike = sizes().filter(|(_, size)| ALIKE.contains(size));
    let (first, _) = alike.next()?;
    (!settled && alike.next().is_none()).then_some(first)
}

/// The unit that a text shows to stand in the place of another.
pub(crate) fn unit_instead_of(tokens: &Tokens, unit: &str) -> Option<String> {
    let typed = typed_in(tokens, |_| true);
    instead_of(&typed, unit).map(str::to_owned)
}

/// The units of bare numbers in a text.
pub(crate) fn of_text(tokens: &Tokens, units: &UnitPreferences) -> UnitPreferences {
    let typed = typed_in(tokens, |_| true);
    let as_typed = |unit: &String| instead_of(&typed, unit).unwrap_or(unit).to_owned();
    UnitPreferences {
        mass: as_typed(&units.mass),
        distance: as_typed(&units.distance),
    }
}

#[cfg(test)]
mod tests {
    use super::instead_of;

    fn instead(typed: &[&str], unit: &str) -> Option<String> {
        let typed: Vec<String> = typed.iter().map(|name| (*name).to_owned()).collect();
        instead_of(&typed, unit).map(str::to_owned)
    }

    #[test]
    fn a_unit_like_it_stands_in_its_place() {
        assert_eq!(instead(&["min", "lb"], "kg").as_deref(), Some("lb"));
        assert_eq!(instead(&["yd"], "m").as_deref(), Some("yd"));
        assert_eq!(instead(&["mi"], "km").as_deref(), Some("mi"));
    }

    #[test]
    fn not_where_the_text_is_of_two_minds() {
        assert_eq!(instead(&["lb", "kg"], "kg"), None);
        assert_eq!(instead(&["lb", "st"], "kg"), None);
        assert_eq!(instead(&["g", "km"], "kg"), None);
        assert_eq!(instead(&["yd", "km"], "m"), None);
    }
}
