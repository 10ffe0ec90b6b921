//! Text in units of 16 bits, as Windows saves it under the name of Unicode.

/// How a unit is made of two bytes.
pub type Unit = fn([u8; 2]) -> u16;

/// The units of a file, where its byte order mark says that it has some.
pub fn unit(head: &[u8]) -> Option<Unit> {
    match head {
        [0xff, 0xfe, ..] => Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] => Some(u16::from_be_bytes),
        _ => None,
    }
}

/// The same in UTF-8, without the byte order mark. What is no text stays no text.
pub fn to_utf8(bytes: &[u8], unit: Unit) -> Vec<u8> {
    const NO_TEXT: u8 = 0xff;
    let pairs = bytes[2..].chunks_exact(2);
    let cut_off = !pairs.remainder().is_empty();
    let mut text = Vec::with_capacity(bytes.len());
    for letter in char::decode_utf16(pairs.map(|pair| unit([pair[0], pair[1]]))) {
        match letter {
            Ok(letter) => text.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
            Err(_) => text.push(NO_TEXT),
        }
    }
    if cut_off {
        text.push(NO_TEXT);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str, of: fn(u16) -> [u8; 2]) -> Vec<u8> {
        let marked = format!("\u{feff}{text}");
        marked.encode_utf16().flat_map(of).collect()
    }

    #[test]
    fn both_orders_are_read() {
        let text = "바위 80kg 🏋\r\n";
        for of in [u16::to_le_bytes, u16::to_be_bytes] {
            let bytes = bytes(text, of);
            let unit = unit(&bytes).unwrap();
            assert_eq!(to_utf8(&bytes, unit), text.as_bytes());
        }
        assert!(unit("바위".as_bytes()).is_none());
        assert!(unit(b"").is_none());
    }

    #[test]
    fn what_is_cut_off_or_broken_is_no_text() {
        let mut broken = bytes("a", u16::to_le_bytes);
        broken.extend([0x00, 0xd8, b'b', 0x00, b'c']);
        let text = to_utf8(&broken, u16::from_le_bytes);
        assert_eq!(text, [b'a', 0xff, b'b', 0xff]);
    }
}
