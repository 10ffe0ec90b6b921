//! What was understood of an entry, by domain.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, OnceLock};

use quilto_pack::{Pack, Packer};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::Data;

/// Domain name → data in the shape of the domain's log schema: a map, as one reads and changes it.
///
/// An index gives it packed, and then it is looked at where it lies ([`DomainData::data`]). Whoever
/// wants the map gets one, made when it is first asked for.
#[derive(Default)]
pub struct DomainData(Form);

enum Form {
    Map(Map<String, Value>),
    Packed(Packed),
}

impl Default for Form {
    fn default() -> Self {
        Self::Map(Map::new())
    }
}

/// An object in a pack.
struct Packed {
    pack: Arc<Pack>,
    at: usize,
    opened: OnceLock<Box<Map<String, Value>>>,
}

impl DomainData {
    /// The object that lies at a place in a pack.
    pub fn packed(pack: Arc<Pack>, at: usize) -> Self {
        Self(Form::Packed(Packed {
            pack,
            at,
            opened: OnceLock::new(),
        }))
    }

    /// The data of a domain, where it lies.
    pub fn data(&self, domain: &str) -> Option<Data<'_>> {
        match &self.0 {
            Form::Map(map) => map.get(domain).map(Data::Value),
            Form::Packed(packed) => packed.pack.node(packed.at).get(domain).map(Data::Packed),
        }
    }

    /// The data of all domains, where it lies.
    pub fn all(&self) -> impl Iterator<Item = (&str, Data<'_>)> {
        let (map, packed) = match &self.0 {
            Form::Map(map) => (Some(map), None),
            Form::Packed(packed) => (None, Some(packed.pack.node(packed.at).fields())),
        };
        let map = map.into_iter().flatten();
        let map = map.map(|(domain, value)| (domain.as_str(), Data::Value(value)));
        let packed = packed.into_iter().flatten();
        map.chain(packed.map(|(domain, node)| (domain, Data::Packed(node))))
    }

    /// Whether there is data of a domain.
    pub fn contains_key(&self, domain: &str) -> bool {
        self.data(domain).is_some()
    }

    /// Whether there is none at all.
    pub fn is_empty(&self) -> bool {
        self.all().next().is_none()
    }

    /// Writes it into a pack as one value.
    pub fn pack(&self, packer: &mut Packer) {
        match &self.0 {
            Form::Map(map) => packer.object(map),
            Form::Packed(packed) => packer.node(packed.pack.node(packed.at)),
        };
    }

    /// The map itself.
    pub fn into_map(self) -> Map<String, Value> {
        match self.0 {
            Form::Map(map) => map,
            Form::Packed(packed) => match packed.opened.into_inner() {
                Some(opened) => *opened,
                None => packed.pack.node(packed.at).object(),
            },
        }
    }
}

impl Deref for DomainData {
    type Target = Map<String, Value>;

    fn deref(&self) -> &Self::Target {
        match &self.0 {
            Form::Map(map) => map,
            Form::Packed(packed) => {
                let made = || Box::new(packed.pack.node(packed.at).object());
                packed.opened.get_or_init(made)
            }
        }
    }
}

impl DerefMut for DomainData {
    fn deref_mut(&mut self) -> &mut Self::Target {
        if let Form::Packed(_) = self.0 {
            self.0 = Form::Map(std::mem::take(self).into_map());
        }
        match &mut self.0 {
            Form::Map(map) => map,
            Form::Packed(_) => unreachable!("it was made a map above"),
        }
    }
}

impl Clone for DomainData {
    fn clone(&self) -> Self {
        match &self.0 {
            Form::Map(map) => map.clone().into(),
            Form::Packed(packed) => Self::packed(Arc::clone(&packed.pack), packed.at),
        }
    }
}

impl PartialEq for DomainData {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl fmt::Debug for DomainData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl From<Map<String, Value>> for DomainData {
    fn from(map: Map<String, Value>) -> Self {
        Self(Form::Map(map))
    }
}

impl From<DomainData> for Map<String, Value> {
    fn from(data: DomainData) -> Self {
        data.into_map()
    }
}

impl From<DomainData> for Value {
    fn from(data: DomainData) -> Self {
        Self::Object(data.into_map())
    }
}

impl FromIterator<(String, Value)> for DomainData {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(domains: I) -> Self {
        Map::from_iter(domains).into()
    }
}

impl IntoIterator for DomainData {
    type Item = (String, Value);
    type IntoIter = serde_json::map::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        self.into_map().into_iter()
    }
}

impl<'d> IntoIterator for &'d DomainData {
    type Item = (&'d String, &'d Value);
    type IntoIter = serde_json::map::Iter<'d>;

    fn into_iter(self) -> Self::IntoIter {
        (**self).iter()
    }
}

impl Serialize for DomainData {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for DomainData {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Map::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn both() -> [DomainData; 2] {
        let map = json!({"rocks": {"polishes": [{"mass": 2.5}]}, "hums": {"hours": 3}});
        let map = map.as_object().unwrap().clone();
        let mut packer = Packer::default();
        let at = packer.object(&map);
        let pack = Arc::new(Pack::of(packer));
        [map.into(), DomainData::packed(pack, at)]
    }

    #[test]
    fn packed_or_not_it_is_the_same() {
        let [map, packed] = both();
        assert!(packed.contains_key("rocks") && !packed.contains_key("mass"));
        assert!(!packed.is_empty() && DomainData::default().is_empty());
        let names = |data: &DomainData| data.all().map(|(name, _)| name.to_owned()).collect();
        let names: [Vec<String>; 2] = [names(&map), names(&packed)];
        assert_eq!(names[0], names[1]);
        assert_eq!(packed, map);
        assert_eq!(packed.clone(), map);
        assert_eq!(format!("{packed:?}"), format!("{map:?}"));
        assert_eq!(
            serde_json::to_string(&packed).unwrap(),
            serde_json::to_string(&map).unwrap()
        );
        assert_eq!(Value::from(packed), Value::from(map));
    }

    #[test]
    fn what_is_changed_is_changed() {
        let [_, mut packed] = both();
        packed["hums"]["hours"] = json!(4);
        packed.insert("new".to_owned(), json!(1));
        assert_eq!(packed["hums"]["hours"], 4);
        assert_eq!(packed.len(), 3);
        assert!(packed.contains_key("new"));
    }
}
