//! Walking through XML bit by bit, so that a file of any size takes little memory.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::{Rejected, Source};

/// What a walk comes by.
pub enum Node<'a> {
    /// An element begins: its name without prefix, and itself.
    Open(&'a str, &'a Element<'a>),
    /// Text within the innermost open element.
    Text(&'a str),
    /// An element ends.
    Close(&'a str),
}

/// An element that begins.
pub struct Element<'a>(BytesStart<'a>);

impl Element<'_> {
    /// The value of an attribute.
    pub fn get(&self, name: &str) -> Option<String> {
        self.0
            .attributes()
            .with_checks(false)
            .flatten()
            .find_map(|attribute| {
                (attribute.key.local_name().into_inner() == name).then(|| {
                    attribute
                        .normalized_value(quick_xml::XmlVersion::Implicit1_0)
                        .map_or_else(|_| attribute.value.to_string(), |value| value.into_owned())
                })
            })
    }
}

/// Walks through a file. Gives back where it broke off, if it did.
pub fn walk(
    source: &Source,
    mut visit: impl FnMut(Node<'_>),
) -> Result<Option<Rejected>, Rejected> {
    let mut reader = Reader::from_reader(source.reader()?);
    let mut buffer = Vec::new();
    let mut depth = 0_usize;
    let broken = |at: u64, reason: &str| {
        let reason = format!("the file is damaged from here on: {reason}");
        Ok(Some(source.rejected_at(at, reason)))
    };
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer) {
            Ok(Event::Start(start)) => {
                depth += 1;
                let element = Element(start);
                visit(Node::Open(element.0.local_name().into_inner(), &element));
            }
            Ok(Event::Empty(start)) => {
                let element = Element(start);
                let name = element.0.local_name().into_inner();
                visit(Node::Open(name, &element));
                visit(Node::Close(name));
            }
            Ok(Event::Text(text)) => visit(Node::Text(&text.xml10_content())),
            Ok(Event::CData(text)) => visit(Node::Text(&text.xml10_content())),
            Ok(Event::GeneralRef(entity)) => {
                let name = entity.xml10_content();
                let known = quick_xml::escape::resolve_predefined_entity(&name);
                visit(Node::Text(known.unwrap_or_default()));
            }
            Ok(Event::End(end)) => {
                depth = depth.saturating_sub(1);
                visit(Node::Close(end.local_name().into_inner()));
            }
            Ok(Event::Eof) if depth > 0 => {
                return broken(reader.buffer_position(), "it ends in the middle");
            }
            Ok(Event::Eof) => return Ok(None),
            Ok(_) => {}
            Err(error) => return broken(reader.error_position(), &error.to_string()),
        }
    }
}

/// The text of the element that is open, put together from its parts.
#[derive(Debug, Default)]
pub struct Path {
    names: Vec<String>,
    text: String,
}

impl Path {
    /// Goes into an element.
    pub fn open(&mut self, name: &str) {
        self.names.push(name.to_owned());
        self.text.clear();
    }

    /// Takes text up.
    pub fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Leaves an element and gives its text.
    pub fn close(&mut self) -> String {
        self.names.pop();
        std::mem::take(&mut self.text).trim().to_owned()
    }

    /// Whether an element of a name is open.
    pub fn is_in(&self, name: &str) -> bool {
        self.names.iter().any(|open| open == name)
    }

    /// The innermost open element.
    pub fn parent(&self) -> &str {
        self.names.last().map_or("", String::as_str)
    }
}
