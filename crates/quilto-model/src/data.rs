//! JSON data, whichever form it has.

use quilto_pack::{Elements, Fields, Node, Scalar};
use serde_json::{Value, map};

/// JSON data as a value, or packed as an index keeps it: what is computed of it does not ask which.
#[derive(Clone, Copy, Debug)]
pub enum Data<'a> {
    /// As a value.
    Value(&'a Value),
    /// Where it lies in a pack.
    Packed(Node<'a>),
}

impl<'a> Data<'a> {
    /// Whether it is an object.
    pub fn is_object(self) -> bool {
        match self {
            Self::Value(value) => value.is_object(),
            Self::Packed(node) => node.is_object(),
        }
    }

    /// Whether it is a list.
    pub fn is_array(self) -> bool {
        match self {
            Self::Value(value) => value.is_array(),
            Self::Packed(node) => node.is_array(),
        }
    }

    /// A field of an object.
    pub fn get(self, key: &str) -> Option<Self> {
        match self {
            Self::Value(value) => value.get(key).map(Self::Value),
            Self::Packed(node) => node.get(key).map(Self::Packed),
        }
    }

    /// The fields of an object, in order; none of anything else.
    pub fn fields(self) -> DataFields<'a> {
        match self {
            Self::Value(value) => DataFields::Value(value.as_object().map(map::Map::iter)),
            Self::Packed(node) => DataFields::Packed(node.fields()),
        }
    }

    /// The elements of a list, in order; none of anything else.
    pub fn elements(self) -> DataElements<'a> {
        match self {
            Self::Value(value) => DataElements::Value(value.as_array().map(|list| list.iter())),
            Self::Packed(node) => DataElements::Packed(node.elements()),
        }
    }

    /// What it is, where it holds no others.
    pub fn scalar(self) -> Scalar<'a> {
        match self {
            Self::Value(Value::Number(number)) => {
                number.as_f64().map_or(Scalar::Nothing, Scalar::Number)
            }
            Self::Value(Value::String(text)) => Scalar::Text(text),
            Self::Value(Value::Bool(flag)) => Scalar::Flag(*flag),
            Self::Value(_) => Scalar::Nothing,
            Self::Packed(node) => node.scalar(),
        }
    }

    /// Whether any text in it, names of fields aside, is one of those looked for.
    pub fn any_text(self, is: &dyn Fn(&str) -> bool) -> bool {
        match self {
            Self::Value(Value::String(text)) => is(text),
            Self::Value(Value::Array(items)) => {
                items.iter().any(|item| Self::Value(item).any_text(is))
            }
            Self::Value(Value::Object(fields)) => {
                fields.values().any(|field| Self::Value(field).any_text(is))
            }
            Self::Value(_) => false,
            Self::Packed(node) => node.any_text(is),
        }
    }

    /// The text that it is.
    pub fn text(self) -> Option<&'a str> {
        match self.scalar() {
            Scalar::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// The fields of an object.
#[derive(Clone, Debug)]
pub enum DataFields<'a> {
    /// Of a value.
    Value(Option<map::Iter<'a>>),
    /// Of a pack.
    Packed(Fields<'a>),
}

impl<'a> Iterator for DataFields<'a> {
    type Item = (&'a str, Data<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Value(fields) => {
                let (key, value) = fields.as_mut()?.next()?;
                Some((key, Data::Value(value)))
            }
            Self::Packed(fields) => {
                let (key, node) = fields.next()?;
                Some((key, Data::Packed(node)))
            }
        }
    }
}

/// The elements of a list.
#[derive(Clone, Debug)]
pub enum DataElements<'a> {
    /// Of a value.
    Value(Option<std::slice::Iter<'a, Value>>),
    /// Of a pack.
    Packed(Elements<'a>),
}

impl<'a> Iterator for DataElements<'a> {
    type Item = Data<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Value(elements) => elements.as_mut()?.next().map(Data::Value),
            Self::Packed(elements) => elements.next().map(Data::Packed),
        }
    }
}
