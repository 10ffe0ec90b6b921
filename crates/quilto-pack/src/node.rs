//! A value where it lies.

use serde_json::{Map, Number, Value};

use crate::pack::Pack;
use crate::tag;
use crate::varint::Reader;

/// A packed value. What is damaged reads as nothing.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    pub(crate) pack: &'a Pack,
    pub(crate) at: usize,
}

/// What a value is, where it holds no others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar<'a> {
    /// Null, or what holds others.
    Nothing,
    /// True or false.
    Flag(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(&'a str),
}

impl Pack {
    /// The value at a place.
    pub fn node(&self, at: usize) -> Node<'_> {
        Node { pack: self, at }
    }

    /// The value that comes next, and past it; `None` where there is none.
    pub fn take<'a>(&'a self, reader: &mut Reader<'_>) -> Option<Node<'a>> {
        let node = self.node(reader.at());
        step_over(reader)?;
        Some(node)
    }
}

impl<'a> Node<'a> {
    #[inline]
    fn open(self) -> (u8, Reader<'a>) {
        let mut reader = self.pack.reader(self.at);
        (reader.byte().unwrap_or(tag::NULL), reader)
    }

    /// What lies in a value that holds others.
    #[inline]
    fn inside(self, wanted: u8) -> Option<Inside<'a>> {
        let (tag, mut reader) = self.open();
        if tag != wanted {
            return None;
        }
        let length = reader.size()?;
        let at = reader.at();
        Some(Inside {
            pack: self.pack,
            reader,
            end: at.checked_add(length)?,
        })
    }

    /// Whether it is an object.
    pub fn is_object(self) -> bool {
        self.open().0 == tag::OBJECT
    }

    /// Whether it is a list.
    pub fn is_array(self) -> bool {
        self.open().0 == tag::ARRAY
    }

    /// A field of an object.
    pub fn get(self, key: &str) -> Option<Node<'a>> {
        let mut fields = self.fields();
        fields.find(|(name, _)| *name == key).map(|(_, node)| node)
    }

    /// The fields of an object, in order; none of anything else.
    pub fn fields(self) -> Fields<'a> {
        Fields(self.inside(tag::OBJECT))
    }

    /// The elements of a list, in order; none of anything else.
    pub fn elements(self) -> Elements<'a> {
        Elements(self.inside(tag::ARRAY))
    }

    /// What it is.
    pub fn scalar(self) -> Scalar<'a> {
        let (tag, mut reader) = self.open();
        match tag {
            tag::FALSE => Scalar::Flag(false),
            tag::TRUE => Scalar::Flag(true),
            tag::TEXT => reader.size().map_or(Scalar::Nothing, |number| {
                Scalar::Text(self.pack.text(number))
            }),
            tag::WHOLE => match reader.number() {
                Some(number) => Scalar::Number(number as f64),
                None => Scalar::Nothing,
            },
            tag::FLOAT => match reader.float().filter(|number| number.is_finite()) {
                Some(number) => Scalar::Number(number),
                None => Scalar::Nothing,
            },
            tag::BELOW_NOTHING => match self.any_number().and_then(|number| number.as_f64()) {
                Some(number) => Scalar::Number(number),
                None => Scalar::Nothing,
            },
            _ => Scalar::Nothing,
        }
    }

    /// Whether any text in it, names of fields aside, is one of those looked for. One pass over the bytes.
    pub fn any_text(self, is: &dyn Fn(&str) -> bool) -> bool {
        let mut reader = self.pack.reader(self.at);
        any_text(self.pack, &mut reader, is).unwrap_or(false)
    }

    /// The text that it is.
    pub fn text(self) -> Option<&'a str> {
        match self.scalar() {
            Scalar::Text(text) => Some(text),
            _ => None,
        }
    }

    fn any_number(self) -> Option<Number> {
        let (tag, mut reader) = self.open();
        match tag {
            tag::WHOLE => Some(reader.number()?.into()),
            tag::BELOW_NOTHING => Some(0_i64.checked_sub_unsigned(reader.number()?)?.into()),
            tag::FLOAT => Number::from_f64(reader.float()?),
            _ => None,
        }
    }

    /// The value, made again.
    pub fn value(self) -> Value {
        let (tag, _) = self.open();
        match tag {
            tag::FALSE => Value::Bool(false),
            tag::TRUE => Value::Bool(true),
            tag::TEXT => self.text().map_or(Value::Null, Value::from),
            tag::ARRAY => self.elements().map(Node::value).collect(),
            tag::OBJECT => Value::Object(self.object()),
            _ => self.any_number().map_or(Value::Null, Value::Number),
        }
    }

    /// The object that it is, made again; an empty one if it is none.
    pub fn object(self) -> Map<String, Value> {
        let fields = self.fields();
        fields
            .map(|(key, node)| (key.to_owned(), node.value()))
            .collect()
    }
}

#[derive(Clone, Copy, Debug)]
struct Inside<'a> {
    pack: &'a Pack,
    reader: Reader<'a>,
    end: usize,
}

impl<'a> Inside<'a> {
    #[inline]
    fn is_over(&self) -> bool {
        self.reader.at() >= self.end
    }

    /// The value that comes next, and past it.
    #[inline]
    fn node(&mut self) -> Option<Node<'a>> {
        self.pack.take(&mut self.reader)
    }
}

/// Goes past a value and looks at its texts.
fn any_text(pack: &Pack, reader: &mut Reader<'_>, is: &dyn Fn(&str) -> bool) -> Option<bool> {
    match reader.byte()? {
        tag::NULL | tag::FALSE | tag::TRUE => Some(false),
        tag::WHOLE | tag::BELOW_NOTHING => reader.number().map(|_| false),
        tag::FLOAT => reader.take(8).map(|_| false),
        tag::TEXT => Some(is(pack.text(reader.size()?))),
        holds @ (tag::ARRAY | tag::OBJECT) => {
            let length = reader.size()?;
            let end = reader.at().checked_add(length)?;
            while reader.at() < end {
                if holds == tag::OBJECT {
                    reader.number()?;
                }
                if any_text(pack, reader, is)? {
                    return Some(true);
                }
            }
            Some(false)
        }
        _ => None,
    }
}

/// Goes past a value.
#[inline]
pub(crate) fn step_over(reader: &mut Reader<'_>) -> Option<()> {
    match reader.byte()? {
        tag::NULL | tag::FALSE | tag::TRUE => Some(()),
        tag::WHOLE | tag::BELOW_NOTHING | tag::TEXT => reader.number().map(drop),
        tag::FLOAT => reader.take(8).map(drop),
        tag::ARRAY | tag::OBJECT => {
            let length = reader.size()?;
            reader.take(length).map(drop)
        }
        _ => None,
    }
}

/// The fields of an object.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a>(Option<Inside<'a>>);

impl<'a> Iterator for Fields<'a> {
    type Item = (&'a str, Node<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let inside = self.0.as_mut().filter(|inside| !inside.is_over())?;
        let key = inside.reader.size()?;
        let key = inside.pack.text(key);
        Some((key, inside.node()?))
    }
}

/// The elements of a list.
#[derive(Clone, Copy, Debug)]
pub struct Elements<'a>(Option<Inside<'a>>);

impl<'a> Iterator for Elements<'a> {
    type Item = Node<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let inside = self.0.as_mut().filter(|inside| !inside.is_over())?;
        inside.node()
    }
}
