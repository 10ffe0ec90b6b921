//! The container of FIT: a header, definitions of messages, messages, a checksum; any number of
//! such files one after the other.

/// The reason why nothing after a place can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// The checksum is another; everything before it was read.
    Checksum,
    /// The bytes end within something.
    Ends,
    /// What is there is no FIT.
    Damaged,
}

/// The numbers of one message, by the number of their field. Texts, lists of numbers and fields
/// without a value are left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Message {
    /// What kind of message it is.
    pub kind: u16,
    fields: Vec<(u8, f64)>,
}

impl Message {
    /// The value of a field, as it is written.
    pub fn field(&self, number: u8) -> Option<f64> {
        let mut fields = self.fields.iter();
        fields.find(|field| field.0 == number).map(|field| field.1)
    }
}

/// How the messages of a local number are written from here on.
#[derive(Clone)]
struct Definition {
    kind: u16,
    big_endian: bool,
    fields: Vec<FieldDefinition>,
    /// Bytes at the end, of fields that the makers of apps defined.
    skipped: usize,
}

#[derive(Clone)]
struct FieldDefinition {
    number: u8,
    size: u8,
    base_type: u8,
}

/// The field that holds the time in every message.
const TIMESTAMP: u8 = 253;

/// Reads one message after the other.
pub struct Messages<'b> {
    bytes: &'b [u8],
    at: usize,
    /// Where the messages of this file end, and its checksum begins.
    end: usize,
    /// Where the bytes begin that this file's checksum is of.
    summed_from: usize,
    definitions: [Option<Definition>; 16],
    /// The latest time, to which short times are added.
    time: u32,
    broken: bool,
}

impl<'b> Messages<'b> {
    /// The messages of the bytes of a file.
    pub fn of(bytes: &'b [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            end: 0,
            summed_from: 0,
            definitions: Default::default(),
            time: 0,
            broken: false,
        }
    }

    /// Where the next thing begins, or what could not be read.
    pub fn offset(&self) -> u64 {
        self.at as u64
    }

    fn step(&mut self) -> Result<Option<Message>, Broken> {
        while self.at < self.bytes.len() {
            if self.at == 0 || self.at > self.end {
                self.header()?;
            } else if self.at == self.end {
                self.checksum()?;
            } else if let Some(message) = self.record()? {
                return Ok(Some(message));
            }
        }
        Ok(None)
    }

    fn header(&mut self) -> Result<(), Broken> {
        let mut rest = self.rest();
        let size = usize::from(rest.byte()?);
        rest.take(3)?;
        let length = rest.number(4, false)?;
        if rest.take(4)? != b".FIT" || size < 12 {
            return Err(Broken::Damaged);
        }
        let own_sum = if size > 12 { rest.number(2, false)? } else { 0 };
        let header = self.rest().take(size)?;
        if own_sum != 0 && own_sum != u64::from(crc(&header[..12])) {
            return Err(Broken::Checksum);
        }
        let length = usize::try_from(length).map_err(|_| Broken::Damaged)?;
        // a header with a checksum is not part of the other one
        self.summed_from = if own_sum == 0 {
            self.at
        } else {
            self.at + size
        };
        self.at += size;
        self.end = self.at.saturating_add(length);
        self.definitions = Default::default();
        self.time = 0;
        Ok(())
    }

    fn checksum(&mut self) -> Result<(), Broken> {
        let told = self.rest().number(2, false)?;
        if told != u64::from(crc(&self.bytes[self.summed_from..self.end])) {
            return Err(Broken::Checksum);
        }
        self.at += 2;
        Ok(())
    }

    /// A message, or nothing where it was a definition.
    fn record(&mut self) -> Result<Option<Message>, Broken> {
        let mut rest = self.rest();
        let head = rest.byte()?;
        let message = if head & 0x80 != 0 {
            Some(self.message(&mut rest, head >> 5 & 0x03, Some(head & 0x1f))?)
        } else if head & 0x40 != 0 {
            let definition = definition(&mut rest, head & 0x20 != 0)?;
            self.definitions[usize::from(head & 0x0f)] = Some(definition);
            None
        } else {
            Some(self.message(&mut rest, head & 0x0f, None)?)
        };
        self.at = self.bytes.len() - rest.0.len();
        Ok(message)
    }

    fn message(
        &mut self,
        rest: &mut Bytes<'b>,
        local: u8,
        seconds: Option<u8>,
    ) -> Result<Message, Broken> {
        let definition = &self.definitions[usize::from(local)];
        let definition = definition.as_ref().ok_or(Broken::Damaged)?;
        let mut message = Message {
            kind: definition.kind,
            fields: Vec::new(),
        };
        for field in &definition.fields {
            let bytes = rest.take(usize::from(field.size))?;
            let number = number(field.base_type, bytes, definition.big_endian);
            if let Some(number) = number {
                message.fields.push((field.number, number));
            }
        }
        rest.take(definition.skipped)?;
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "what is no time is taken for the nearest one"
        )]
        if let Some(time) = message.field(TIMESTAMP) {
            self.time = time as u32;
        }
        if let Some(seconds) = seconds {
            // the last five bits of the time, which went round if they are less
            let round = u32::from(u32::from(seconds) < self.time & 31) * 32;
            self.time = (self.time & !31).saturating_add(u32::from(seconds) + round);
            message.fields.push((TIMESTAMP, f64::from(self.time)));
        }
        Ok(message)
    }

    fn rest(&self) -> Bytes<'b> {
        Bytes(&self.bytes[self.at..])
    }
}

impl Iterator for Messages<'_> {
    type Item = Result<Message, Broken>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.broken {
            return None;
        }
        let step = self.step();
        self.broken = step.is_err();
        step.transpose()
    }
}

fn definition(rest: &mut Bytes<'_>, has_developer_fields: bool) -> Result<Definition, Broken> {
    rest.byte()?;
    let big_endian = rest.byte()? == 1;
    let kind = rest.number(2, big_endian)?;
    let count = usize::from(rest.byte()?);
    let fields = rest.take(3 * count)?.chunks_exact(3);
    let fields = fields.map(|field| FieldDefinition {
        number: field[0],
        size: field[1],
        base_type: field[2],
    });
    let fields = fields.collect();
    let mut skipped = 0;
    if has_developer_fields {
        let count = usize::from(rest.byte()?);
        let fields = rest.take(3 * count)?.chunks_exact(3);
        skipped = fields.map(|field| usize::from(field[1])).sum();
    }
    Ok(Definition {
        kind: u16::try_from(kind).map_err(|_| Broken::Damaged)?,
        big_endian,
        fields,
        skipped,
    })
}

/// What is left to read.
struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], Broken> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(Broken::Ends)?;
        self.0 = rest;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, Broken> {
        Ok(self.take(1)?[0])
    }

    fn number(&mut self, size: usize, big_endian: bool) -> Result<u64, Broken> {
        Ok(unsigned(self.take(size)?, big_endian))
    }
}

fn unsigned(bytes: &[u8], big_endian: bool) -> u64 {
    let add = |sum: u64, byte: &u8| sum << 8 | u64::from(*byte);
    if big_endian {
        bytes.iter().fold(0, add)
    } else {
        bytes.iter().rev().fold(0, add)
    }
}

/// The number in a field; none where it holds the value that stands for none, several, or a text.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_wrap,
    reason = "no figure of an activity has 16 digits"
)]
fn number(base_type: u8, bytes: &[u8], big_endian: bool) -> Option<f64> {
    let (size, none) = match base_type & 0x9f {
        // a sign, and all other bits set
        0x01 => (1, 0x7f),
        0x83 => (2, 0x7fff),
        0x85 => (4, 0x7fff_ffff),
        0x8e => (8, 0x7fff_ffff_ffff_ffff),
        // all bits set
        0x00 | 0x02 | 0x0d => (1, 0xff),
        0x84 => (2, 0xffff),
        0x86 | 0x88 => (4, 0xffff_ffff),
        0x8f | 0x89 => (8, u64::MAX),
        // no bit set
        0x0a => (1, 0),
        0x8b => (2, 0),
        0x8c => (4, 0),
        0x90 => (8, 0),
        _ => return None,
    };
    let bits = unsigned(bytes, big_endian);
    if bytes.len() != size || bits == none {
        return None;
    }
    let number = match base_type & 0x9f {
        // the decimals that were meant, not those of twice as many digits
        0x88 => {
            let number = f32::from_bits(u32::try_from(bits).ok()?);
            number.to_string().parse().ok()?
        }
        0x89 => f64::from_bits(bits),
        0x01 | 0x83 | 0x85 | 0x8e => {
            let unused = 64 - 8 * size;
            ((bits << unused) as i64 >> unused) as f64
        }
        _ => bits as f64,
    };
    number.is_finite().then_some(number)
}

/// The checksum of FIT: CRC-16 with the polynomial 0xA001, reflected.
pub(super) fn crc(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc, byte| {
        (0..8).fold(crc ^ u16::from(*byte), |crc, _| {
            if crc & 1 == 1 {
                crc >> 1 ^ 0xa001
            } else {
                crc >> 1
            }
        })
    })
}

#[cfg(test)]
mod tests;
