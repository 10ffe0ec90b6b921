//! Whole numbers in as few bytes as they need, and reading bytes that may be damaged.

/// Appends a number, seven bits a byte, the lowest first.
pub(crate) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads from bytes; `None` where they end too early or make no sense.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// From a place in some bytes on.
    pub fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    /// Where it is.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The next byte.
    #[inline]
    pub fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    /// The next number.
    #[inline]
    pub fn number(&mut self) -> Option<u64> {
        let first = self.byte()?;
        if first < 0x80 {
            return Some(first.into());
        }
        let mut number = u64::from(first & 0x7f);
        for shift in (7..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// The next number, as a size or a place.
    #[inline]
    pub fn size(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    /// So many bytes.
    #[inline]
    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(count)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    /// The next eight bytes as a number with a fraction.
    pub fn float(&mut self) -> Option<f64> {
        let bytes = self.take(8)?.try_into().ok()?;
        Some(f64::from_bits(u64::from_le_bytes(bytes)))
    }
}
