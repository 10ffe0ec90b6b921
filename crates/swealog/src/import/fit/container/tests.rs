use proptest::prelude::*;

use super::*;

/// A file of these messages, with a header that has no checksum of its own.
fn file(messages: &[&[u8]]) -> Vec<u8> {
    let messages = messages.concat();
    let mut file = vec![12, 0x10, 0x64, 0x08];
    file.extend(u32::try_from(messages.len()).unwrap().to_le_bytes());
    file.extend(b".FIT");
    file.extend(&messages);
    file.extend(crc(&file).to_le_bytes());
    file
}

fn all(bytes: &[u8]) -> Vec<Message> {
    Messages::of(bytes).collect::<Result<_, _>>().unwrap()
}

fn end(bytes: &[u8]) -> (Broken, u64) {
    let mut messages = Messages::of(bytes);
    let broken = messages.find_map(Result::err).unwrap();
    assert_eq!(messages.next(), None);
    (broken, messages.offset())
}

fn message(kind: u16, fields: &[(u8, f64)]) -> Message {
    Message {
        kind,
        fields: fields.to_vec(),
    }
}

#[test]
fn the_checksum_is_the_one_of_the_protocol() {
    assert_eq!(crc(b"123456789"), 0xbb3d);
}

#[test]
fn either_byte_order() {
    let little = [0x40, 0, 0, 20, 0, 1, 5, 4, 0x86];
    let big = [0x41, 0, 1, 0, 20, 1, 5, 4, 0x86];
    let file = file(&[&little, &big, &[0, 1, 2, 0, 0], &[1, 0, 0, 2, 1]]);
    let same = message(20, &[(5, 513.0)]);
    assert_eq!(all(&file), [same.clone(), same]);
}

#[test]
fn every_kind_of_number() {
    let cases: [(u8, &[u8], Option<f64>); 15] = [
        (0x00, &[4], Some(4.0)),
        (0x02, &[0xff], None),
        (0x0d, &[7], Some(7.0)),
        (0x01, &[0xfe], Some(-2.0)),
        (0x01, &[0x7f], None),
        (0x83, &[0xfe, 0xff], Some(-2.0)),
        (0x85, &[0, 0, 0, 0x80], Some(-2_147_483_648.0)),
        (0x8e, &[0xff; 8], Some(-1.0)),
        (0x0a, &[0], None),
        (0x8b, &[0xff, 0xff], Some(65_535.0)),
        (0x8f, &[0xff; 8], None),
        (0x88, &[0, 0, 0xc0, 0x3f], Some(1.5)),
        (0x88, &[0x66, 0x66, 0xa6, 0x40], Some(5.2)),
        (0x88, &[0xff; 4], None),
        (0x89, &[0, 0, 0, 0, 0, 0, 0xf8, 0xbf], Some(-1.5)),
    ];
    for (base_type, bytes, expected) in cases {
        assert_eq!(number(base_type, bytes, false), expected, "{base_type:#x}");
    }
}

#[test]
fn texts_and_lists_are_passed_over() {
    let definition = [
        0x40, 0, 0, 18, 0, 4, 1, 3, 0x07, 2, 2, 0x02, 3, 3, 0x84, 4, 1, 0x02,
    ];
    let data = [0, b'a', b'b', 0, 1, 2, 1, 2, 3, 9];
    assert_eq!(
        all(&file(&[&definition, &data])),
        [message(18, &[(4, 9.0)])]
    );
}

#[test]
fn fields_that_an_app_defined_are_passed_over() {
    let definition = [0x60, 0, 0, 18, 0, 1, 4, 1, 0x02, 2, 0, 3, 0, 1, 2, 0];
    let data = [0, 9, 1, 2, 3, 4, 5];
    let file = file(&[&definition, &data, &data]);
    let read = message(18, &[(4, 9.0)]);
    assert_eq!(all(&file), [read.clone(), read]);
}

#[test]
fn a_short_time_is_added_to_the_latest() {
    let long = [0x40, 0, 0, 20, 0, 1, 253, 4, 0x86];
    let short = [0x41, 0, 0, 20, 0, 0];
    let at = |seconds: u8| 0x80 | 1 << 5 | seconds;
    // the time is 64 + 30 seconds, and goes round once
    let file = file(&[&long, &short, &[0, 94, 0, 0, 0], &[at(31)], &[at(2)]]);
    let times: Vec<_> = all(&file)
        .iter()
        .map(|message| message.field(TIMESTAMP))
        .collect();
    assert_eq!(times, [Some(94.0), Some(95.0), Some(98.0)]);
}

#[test]
fn one_file_after_another() {
    let one = file(&[&[0x40, 0, 0, 12, 0, 1, 0, 1, 0x00], &[0, 1]]);
    let two = file(&[&[0x40, 0, 0, 12, 0, 1, 0, 1, 0x00], &[0, 2]]);
    assert_eq!(
        all(&[one.clone(), two].concat()),
        [message(12, &[(0, 1.0)]), message(12, &[(0, 2.0)])]
    );
    // what the first defined is not defined in the next
    let undefined = file(&[&[0, 3]]);
    let at = one.len() + 12;
    assert_eq!(
        end(&[one, undefined].concat()),
        (Broken::Damaged, at as u64)
    );
}

#[test]
fn where_and_how_it_breaks() {
    let whole = file(&[&[0x40, 0, 0, 12, 0, 1, 0, 1, 0x00], &[0, 1]]);
    assert_eq!(end(&whole[..7]), (Broken::Ends, 0));
    assert_eq!(end(&whole[..22]), (Broken::Ends, 21));
    let mut wrong = whole.clone();
    wrong[22] = 2;
    assert_eq!(end(&wrong), (Broken::Checksum, 23));
    let longer = [whole, vec![0; 20]].concat();
    assert_eq!(end(&longer), (Broken::Damaged, 25));
}

proptest! {
    #[test]
    fn anything_can_be_read(bytes: Vec<u8>, header: bool) {
        let mut file = if header { b"\x0c\x10\x64\x08\xff\0\0\0.FIT".to_vec() } else { vec![] };
        file.extend(bytes);
        let mut messages = Messages::of(&file);
        while messages.next().is_some() {}
        prop_assert!(messages.offset() <= file.len() as u64);
    }

    #[test]
    fn a_damaged_definition_is_read_or_refused(at in 12usize..60, byte: u8) {
        let definition = [0x60, 0, 0, 18, 0, 3, 253, 4, 0x86, 4, 1, 0x02, 8, 5, 0x07, 1, 0, 3, 0];
        let data = [0, 94, 0, 0, 0, 9, b'a', 0, 0, 0, 0, 1, 2, 3];
        let mut file = file(&[&definition, &data, &data]);
        let at = at.min(file.len() - 1);
        file[at] = byte;
        for message in Messages::of(&file).flatten() {
            prop_assert!(message.fields.iter().all(|(_, value)| value.is_finite()));
        }
    }
}
