//! Writing values down.

use rustc_hash::FxHashMap;
use serde_json::{Map, Number, Value};

use crate::node::Node;
use crate::pack::Pack;
use crate::{tag, varint};

/// Takes values and texts, each text once.
#[derive(Debug, Default)]
pub struct Packer {
    texts: String,
    /// Where each text ends.
    ends: Vec<u32>,
    bytes: Vec<u8>,
    known: FxHashMap<String, u32>,
}

impl Packer {
    /// How many bytes were written so far: the place of what comes next.
    pub fn at(&self) -> usize {
        self.bytes.len()
    }

    /// What was written so far, without the texts.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of a text.
    pub fn text(&mut self, text: &str) -> u32 {
        if let Some(known) = self.known.get(text) {
            return *known;
        }
        let number = self.lone_text(text);
        self.known.insert(text.to_owned(), number);
        number
    }

    /// The number of a text that nothing else is likely to be equal to.
    pub fn lone_text(&mut self, text: &str) -> u32 {
        self.texts.push_str(text);
        let number = self.ends.len() as u32;
        self.ends.push(self.texts.len() as u32);
        number
    }

    /// Writes a whole number.
    pub fn number(&mut self, number: u64) {
        varint::put(&mut self.bytes, number);
    }

    /// Writes a number with a fraction.
    pub fn float(&mut self, number: f64) {
        self.bytes.extend(number.to_bits().to_le_bytes());
    }

    /// Writes bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
    }

    /// Writes a value, and says where it lies.
    pub fn value(&mut self, value: &Value) -> usize {
        let at = self.at();
        match value {
            Value::Null => self.bytes.push(tag::NULL),
            Value::Bool(false) => self.bytes.push(tag::FALSE),
            Value::Bool(true) => self.bytes.push(tag::TRUE),
            Value::Number(number) => self.any_number(number),
            Value::String(text) => {
                let number = self.text(text);
                self.bytes.push(tag::TEXT);
                self.number(number.into());
            }
            Value::Array(elements) => self.inside(tag::ARRAY, |packer| {
                for element in elements {
                    packer.value(element);
                }
            }),
            Value::Object(fields) => {
                self.object(fields);
            }
        }
        at
    }

    /// Writes a list of texts, and says where it lies.
    pub fn texts(&mut self, texts: &[String]) -> usize {
        let at = self.at();
        self.inside(tag::ARRAY, |packer| {
            for text in texts {
                let number = packer.text(text);
                packer.bytes.push(tag::TEXT);
                packer.number(number.into());
            }
        });
        at
    }

    /// Writes a value of another pack, and says where it lies.
    pub fn node(&mut self, node: Node<'_>) -> usize {
        let at = self.at();
        if node.is_object() {
            self.inside(tag::OBJECT, |packer| {
                for (key, node) in node.fields() {
                    let key = packer.text(key);
                    packer.number(key.into());
                    packer.node(node);
                }
            });
        } else if node.is_array() {
            self.inside(tag::ARRAY, |packer| {
                for node in node.elements() {
                    packer.node(node);
                }
            });
        } else {
            self.value(&node.value());
        }
        at
    }

    /// Writes an object, and says where it lies.
    pub fn object(&mut self, fields: &Map<String, Value>) -> usize {
        let at = self.at();
        self.inside(tag::OBJECT, |packer| {
            for (key, value) in fields {
                let key = packer.text(key);
                packer.number(key.into());
                packer.value(value);
            }
        });
        at
    }

    /// Writes something with its length before it, so that it can be stepped over. Where things lie in it
    /// is known only when it is read.
    pub fn with_length<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        let mut outer = std::mem::take(&mut self.bytes);
        let result = write(self);
        varint::put(&mut outer, self.bytes.len() as u64);
        outer.append(&mut self.bytes);
        self.bytes = outer;
        result
    }

    /// Writes what holds others.
    fn inside(&mut self, tag: u8, write: impl FnOnce(&mut Self)) {
        self.bytes.push(tag);
        self.with_length(write);
    }

    fn any_number(&mut self, number: &Number) {
        if let Some(whole) = number.as_u64() {
            self.bytes.push(tag::WHOLE);
            self.number(whole);
        } else if let Some(below) = number.as_i64() {
            self.bytes.push(tag::BELOW_NOTHING);
            self.number(below.unsigned_abs());
        } else {
            self.bytes.push(tag::FLOAT);
            // without arbitrary precision, what is no whole number is one with a fraction
            self.float(number.as_f64().unwrap_or_default());
        }
    }
}

impl Pack {
    /// What was packed.
    pub fn of(packer: Packer) -> Self {
        Self {
            texts: packer.texts,
            ends: packer.ends,
            bytes: packer.bytes,
        }
    }
}
