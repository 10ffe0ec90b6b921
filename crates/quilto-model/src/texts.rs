//! Lists of texts, which an index gives unread.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, OnceLock};

use quilto_pack::{Pack, Packer};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A list of texts, as one reads and changes it. One that an index gives packed is made when it is first
/// looked at: of years of notes, what was remarked on few is ever shown.
#[derive(Default)]
pub struct Texts(Form);

enum Form {
    List(Vec<String>),
    Packed(Packed),
}

impl Default for Form {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

/// A list in a pack.
struct Packed {
    pack: Arc<Pack>,
    at: usize,
    opened: OnceLock<Vec<String>>,
}

impl Packed {
    fn open(&self) -> Vec<String> {
        let texts = self.pack.node(self.at).elements();
        texts
            .map(|text| text.text().unwrap_or_default().to_owned())
            .collect()
    }
}

impl Texts {
    /// The list of texts that lies at a place in a pack.
    pub fn packed(pack: Arc<Pack>, at: usize) -> Self {
        Self(Form::Packed(Packed {
            pack,
            at,
            opened: OnceLock::new(),
        }))
    }

    /// Writes it into a pack as one value.
    pub fn pack(&self, packer: &mut Packer) {
        match &self.0 {
            Form::List(list) => packer.texts(list),
            Form::Packed(packed) => packer.node(packed.pack.node(packed.at)),
        };
    }

    /// The list itself.
    pub fn into_vec(self) -> Vec<String> {
        match self.0 {
            Form::List(list) => list,
            Form::Packed(packed) => packed.open(),
        }
    }
}

impl Deref for Texts {
    type Target = Vec<String>;

    fn deref(&self) -> &Self::Target {
        match &self.0 {
            Form::List(list) => list,
            Form::Packed(packed) => packed.opened.get_or_init(|| packed.open()),
        }
    }
}

impl DerefMut for Texts {
    fn deref_mut(&mut self) -> &mut Self::Target {
        if let Form::Packed(_) = self.0 {
            self.0 = Form::List(std::mem::take(self).into_vec());
        }
        match &mut self.0 {
            Form::List(list) => list,
            Form::Packed(_) => unreachable!("it was made a list above"),
        }
    }
}

impl Clone for Texts {
    fn clone(&self) -> Self {
        match &self.0 {
            Form::List(list) => list.clone().into(),
            Form::Packed(packed) => Self::packed(Arc::clone(&packed.pack), packed.at),
        }
    }
}

impl PartialEq for Texts {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Texts {}

impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl From<Vec<String>> for Texts {
    fn from(list: Vec<String>) -> Self {
        Self(Form::List(list))
    }
}

impl From<Texts> for Vec<String> {
    fn from(texts: Texts) -> Self {
        texts.into_vec()
    }
}

impl FromIterator<String> for Texts {
    fn from_iter<I: IntoIterator<Item = String>>(texts: I) -> Self {
        Vec::from_iter(texts).into()
    }
}

impl IntoIterator for Texts {
    type Item = String;
    type IntoIter = std::vec::IntoIter<String>;

    fn into_iter(self) -> Self::IntoIter {
        self.into_vec().into_iter()
    }
}

impl<'t> IntoIterator for &'t Texts {
    type Item = &'t String;
    type IntoIter = std::slice::Iter<'t, String>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Serialize for Texts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_or_not_it_is_the_same() {
        let list = Texts::from(vec!["mass".to_owned(), String::new(), "화강암".to_owned()]);
        let mut packer = Packer::default();
        packer.texts(&list);
        let packed = Texts::packed(Arc::new(Pack::of(packer)), 0);
        assert_eq!(packed, list);
        assert_eq!(packed.clone().into_vec(), list.clone().into_vec());
        assert_eq!(format!("{packed:?}"), format!("{list:?}"));
        let mut changed = packed.clone();
        changed.retain(|text| text != "mass");
        assert_eq!((changed.len(), packed.len()), (2, 3));
    }
}
