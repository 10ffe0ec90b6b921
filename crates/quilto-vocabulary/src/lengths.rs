//! How long names are, by how they begin.

/// Shorter names are not told apart by how they begin.
const BEGINNING: usize = 3;
/// Names of so many bytes and more count as of one length.
const LONGEST: usize = 63;

/// The lengths of names that begin alike, as bits. Who looks for the longest name that a text begins with asks here
/// which lengths are worth looking up: most are not.
#[derive(Clone, Debug)]
pub struct Lengths {
    of_beginning: Box<[u64]>,
    /// Of names that are no longer than what others begin with.
    short: u64,
}

impl Default for Lengths {
    fn default() -> Self {
        Self::of_so_many(256)
    }
}

impl Lengths {
    /// Made for about so many names.
    pub fn of_so_many(names: usize) -> Self {
        let rows = names.clamp(64, 4096).next_power_of_two();
        Self {
            of_beginning: vec![0; rows].into(),
            short: 0,
        }
    }

    /// Takes a name in.
    pub fn add(&mut self, name: &str) {
        let bit = 1 << name.len().min(LONGEST);
        match self.row(name).filter(|_| name.len() > BEGINNING) {
            Some(row) => self.of_beginning[row] |= bit,
            None => self.short |= bit,
        }
    }

    /// The lengths that names may have which a text begins with.
    pub fn of(&self, text: &str) -> PossibleLengths {
        let long = self.row(text).map_or(0, |row| self.of_beginning[row]);
        PossibleLengths(long | self.short)
    }

    fn row(&self, text: &str) -> Option<usize> {
        let [one, two, three] = *text.as_bytes().first_chunk::<BEGINNING>()?;
        let spread = u32::from_le_bytes([one, two, three, 0]).wrapping_mul(0x9e37_79b1);
        Some((spread >> 16) as usize & (self.of_beginning.len() - 1))
    }
}

/// Lengths that are worth looking up.
#[derive(Clone, Copy, Debug)]
pub struct PossibleLengths(u64);

impl PossibleLengths {
    /// Whether a name may have that length.
    pub fn hold(self, length: usize) -> bool {
        self.0 >> length.min(LONGEST) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_left_out() {
        let long = "granite".repeat(12);
        let names = ["a", "ore", "석", "granite", "granodiorite", "화강암", &long];
        let mut lengths = Lengths::default();
        names.iter().for_each(|name| lengths.add(name));
        for name in names {
            let text = format!("{name} and more");
            assert!(lengths.of(&text).hold(name.len()), "{name}");
            assert!(lengths.of(name).hold(name.len()), "{name}");
        }
        assert!(!lengths.of("granite").hold(8));
        assert!(!lengths.of("basalt").hold(7));
        assert!(!lengths.of("").hold(0));
    }
}
