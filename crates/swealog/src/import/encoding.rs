//! Text in the encodings of before UTF-8, told by what the bytes are.

use encoding_rs::{EUC_KR, Encoding};

/// How a file is written whose first bytes are these; `None` where it is UTF-8, or cannot be told.
pub fn of(head: &[u8]) -> Option<&'static Encoding> {
    match Encoding::for_bom(head) {
        Some((encoding, _)) => (encoding != encoding_rs::UTF_8).then_some(encoding),
        None => is_korean(head).then_some(EUC_KR),
    }
}

/// The same in UTF-8, without a byte order mark. What is no text stays no text.
pub fn to_utf8(bytes: &[u8], encoding: &'static Encoding) -> Vec<u8> {
    const NO_TEXT: u8 = 0xff;
    let (text, broken) = encoding.decode_with_bom_removal(bytes);
    if !broken {
        return text.into_owned().into_bytes();
    }
    let parts: Vec<&[u8]> = text
        .split(char::REPLACEMENT_CHARACTER)
        .map(str::as_bytes)
        .collect();
    parts.join(&NO_TEXT)
}

/// Whether bytes are what Windows saves as ANSI in Korea (CP949): no UTF-8, each of them part of a
/// letter there, and a syllable of the common ones among them, which accents of Latin letters never
/// look like.
fn is_korean(head: &[u8]) -> bool {
    let cut_off = |error: std::str::Utf8Error| error.error_len().is_none();
    if std::str::from_utf8(head).map_or_else(cut_off, |_| true) {
        return false;
    }
    // the end of the head may be in the middle of a letter
    let whole_lines = match head.iter().rposition(|byte| *byte == b'\n') {
        Some(end) => &head[..end],
        None => head,
    };
    let common = |pair: &[u8]| (0xb0..=0xc8).contains(&pair[0]) && pair[1] >= 0xa1;
    whole_lines.windows(2).any(common)
        && EUC_KR
            .decode_without_bom_handling_and_without_replacement(whole_lines)
            .is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str, of: fn(u16) -> [u8; 2]) -> Vec<u8> {
        let marked = format!("\u{feff}{text}");
        marked.encode_utf16().flat_map(of).collect()
    }

    fn read(bytes: &[u8]) -> Vec<u8> {
        to_utf8(bytes, of(bytes).unwrap())
    }

    #[test]
    fn both_orders_of_utf_16_are_read() {
        let text = "벤치 80kg 🏋\r\n";
        assert_eq!(read(&utf16(text, u16::to_le_bytes)), text.as_bytes());
        assert_eq!(read(&utf16(text, u16::to_be_bytes)), text.as_bytes());
    }

    #[test]
    fn korean_of_windows_is_read() {
        let text = "날짜,운동,무게\n2024-03-02,벤치프레스,80\n2024-03-03,뷁 데드,100\n";
        let (bytes, _, _) = EUC_KR.encode(text);
        assert_eq!(read(&bytes), text.as_bytes());
        // however its first part ends
        assert!((60..bytes.len()).all(|end| of(&bytes[..end]) == Some(EUC_KR)));
    }

    #[test]
    fn what_is_utf_8_or_cannot_be_told_is_left() {
        let text = "벤치 80kg";
        for bytes in [
            text.as_bytes(),
            &text.as_bytes()[..4],
            b"",
            b"\xef\xbb\xbfbench",
        ] {
            assert_eq!(of(bytes), None);
        }
        for latin in [
            "Müsli, Käse\n",
            "Ålesund 10 km\n",
            "crème brûlée\n",
            "À Évry",
        ] {
            let bytes: Vec<u8> = latin.chars().map(|c| u8::try_from(c).unwrap()).collect();
            assert_eq!(of(&bytes), None, "{latin}");
        }
    }

    #[test]
    fn what_is_cut_off_or_broken_is_no_text() {
        let mut broken = utf16("a", u16::to_le_bytes);
        broken.extend([0x00, 0xd8, b'b', 0x00, b'c']);
        assert_eq!(read(&broken), [b'a', 0xff, b'b', 0xff]);
    }
}
