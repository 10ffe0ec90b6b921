//! Values and their texts, written down.

use crate::varint::{self, Reader};

/// Values in few bytes, and the texts that they name.
#[derive(Debug, Default)]
pub struct Pack {
    pub(crate) texts: String,
    /// Where each text ends.
    pub(crate) ends: Vec<u32>,
    pub(crate) bytes: Vec<u8>,
}

impl Pack {
    /// As bytes, for a file.
    pub fn write(&self, out: &mut Vec<u8>) {
        varint::put(out, self.texts.len() as u64);
        out.extend(self.texts.as_bytes());
        varint::put(out, self.ends.len() as u64);
        let mut last = 0;
        for end in &self.ends {
            varint::put(out, u64::from(end - last));
            last = *end;
        }
        varint::put(out, self.bytes.len() as u64);
        out.extend(&self.bytes);
    }

    /// From bytes; `None` if they are no pack.
    pub fn read(bytes: &mut Reader<'_>) -> Option<Self> {
        let length = bytes.size()?;
        let texts = std::str::from_utf8(bytes.take(length)?).ok()?.to_owned();
        let count = bytes.size()?;
        // what is damaged may name any count
        let mut ends = Vec::with_capacity(count.min(length + 1));
        let mut end = 0_u32;
        for _ in 0..count {
            end = end.checked_add(u32::try_from(bytes.number()?).ok()?)?;
            ends.push(end);
        }
        let length = bytes.size()?;
        let bytes = bytes.take(length)?.to_vec();
        Some(Self { texts, ends, bytes })
    }

    /// A text by its number; empty where there is none.
    #[inline]
    pub fn text(&self, number: usize) -> &str {
        let start = match number.checked_sub(1) {
            Some(before) => self.ends.get(before),
            None => Some(&0),
        };
        let bounds = start.zip(self.ends.get(number));
        let text = bounds.and_then(|(start, end)| self.texts.get(*start as usize..*end as usize));
        text.unwrap_or_default()
    }

    /// Reads what was written from a place on.
    pub fn reader(&self, at: usize) -> Reader<'_> {
        Reader::new(&self.bytes, at)
    }
}
