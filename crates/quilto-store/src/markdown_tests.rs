use proptest::prelude::*;
use serde_json::json;

use super::*;

fn time(text: &str) -> NaiveTime {
    NaiveTime::parse_from_str(text, "%H:%M").unwrap()
}

fn contents(text: &str) -> Vec<(String, EntryKind, String)> {
    DayFile::parse(text)
        .sections
        .iter()
        .map(|s| (s.time.format("%H:%M").to_string(), s.kind, s.content().raw))
        .collect()
}

fn notes(text: &str) -> Vec<(String, String)> {
    let sections = contents(text);
    sections.into_iter().map(|(t, _, raw)| (t, raw)).collect()
}

fn pair(time: &str, raw: &str) -> (String, String) {
    (time.to_owned(), raw.to_owned())
}

#[test]
fn a_day_written_by_hand() {
    let text = "---\nmood: calm\n## 08:00\n---\n";
    // A heading inside: no front matter.
    assert_eq!(notes(text), [pair("08:00", "---")]);

    let text = "---\nmood: calm\n---\n\n# 2026-11-21\n\nfirst thing\n\n## 10:30\ngranite\n\n## 9:05 basalt\nhummed\n## 11:00 [correction]\nno";
    let file = DayFile::parse(text);
    assert_eq!(file.render(), text);
    assert_eq!(
        file.loose_note().as_deref(),
        Some("# 2026-11-21\n\nfirst thing")
    );
    assert_eq!(
        contents(text),
        [
            ("10:30".into(), EntryKind::Note, "granite".into()),
            ("09:05".into(), EntryKind::Note, "basalt\nhummed".into()),
            ("11:00".into(), EntryKind::Correction, "no".into()),
        ]
    );
}

#[test]
fn a_heading_may_be_spaced_as_one_likes() {
    let text = "##  10:30\ngranite\n##\t 9:05   basalt  \n";
    assert_eq!(
        notes(text),
        [pair("10:30", "granite"), pair("09:05", "basalt")]
    );
    assert_eq!(notes("##10:30\ngranite"), []);
    let typed = "##  10:30";
    let written = render_section(time("08:00"), EntryKind::Note, typed, None, false);
    assert_eq!(notes(&written), [pair("08:00", typed)]);
}

#[test]
fn titles_and_front_matter_are_no_notes() {
    for text in [
        "",
        "\n\n",
        "# 2026-11-21\n",
        "---\na: b\n---\n",
        "\u{feff}---\na: b\n---\n\n# Saturday\n\n## 10:30\nx",
        "## 10:30\nx",
        "\u{feff}## 10:30\nx",
    ] {
        assert_eq!(DayFile::parse(text).loose_note(), None, "{text:?}");
        assert_eq!(DayFile::parse(text).render(), text);
    }
    assert_eq!(notes("\u{feff}## 10:30\nx"), [pair("10:30", "x")]);
    assert_eq!(
        DayFile::parse("---\nno end").loose_note().as_deref(),
        Some("---\nno end")
    );
}

#[test]
fn line_ends_of_the_file_are_not_words() {
    let text = "## 10:30\r\ngranite\r\nshine 8\r\n\r\n## 10:31\r\nbasalt";
    assert_eq!(
        notes(text),
        [pair("10:30", "granite\r\nshine 8"), pair("10:31", "basalt")]
    );
    assert_eq!(DayFile::parse(text).render(), text);
}

#[test]
fn only_a_time_makes_a_heading() {
    let text = "## 10:30\nx\n## 24:00\n## 1:5\n## 10:300\n##10:30\n### 10:30\n ## 10:30\n## 10:30x\n## 101:30";
    assert_eq!(DayFile::parse(text).sections.len(), 1);
    assert_eq!(notes("## 10:30  \nx"), [pair("10:30", "x")]);
    // A tag that is not ours is words.
    assert_eq!(notes("## 10:30 [wow]\nx"), [pair("10:30", "[wow]\nx")]);
}

#[test]
fn a_comment_of_json_is_the_payload() {
    let payload = json!({"target": "a-->b", "rows": [{"n": 1}]});
    let text = render_section(
        time("10:30"),
        EntryKind::Imported,
        "granite",
        Some(&payload),
        false,
    );
    assert_eq!(
        text,
        "## 10:30 [imported]\ngranite\n<!-- {\"target\":\"a--\\u003eb\",\"rows\":[{\"n\":1}]} -->\n\n"
    );
    let file = DayFile::parse(&text);
    let content = file.sections[0].content();
    assert_eq!(content.raw, "granite");
    assert_eq!(content.payload, Some(payload));
    // Words that were written below it by hand belong to the others.
    for (text, raw) in [
        ("## 10:30\n<!-- {\"a\":1} -->\nmore\n\n", "more"),
        ("## 10:30\nbasalt\n<!-- {\"a\":1} -->  \n\n \n\n", "basalt"),
        (
            "## 10:30\nbasalt\n<!-- {\"a\":1} -->\nmore\n",
            "basalt\nmore",
        ),
        (
            "## 10:30\r\nbasalt\r\n<!-- {\"a\":1} -->\r\n\r\n\r\n\r\n",
            "basalt",
        ),
    ] {
        let content = DayFile::parse(text).sections[0].content();
        assert_eq!(content.payload, Some(json!({"a": 1})), "{text:?}");
        assert_eq!(content.raw, raw, "{text:?}");
    }
    // What is no object or no JSON is words.
    for words in ["<!-- [1] -->", "<!-- {torn", "<!-- {a} -->"] {
        let text = format!("## 10:30\n{words}\n");
        let content = DayFile::parse(&text).sections[0].content();
        assert_eq!(content.payload, None);
        assert_eq!(content.raw, words);
    }
}

#[test]
fn a_new_section_begins_on_its_own_line() {
    for (tail, crlf, expected) in [
        ("", false, ""),
        ("x", false, "\n\n"),
        ("x\n", false, "\n"),
        ("x\n\n", false, ""),
        ("x", true, "\r\n\r\n"),
        ("x\r\n", true, "\r\n"),
        ("x\r\n\r\n", true, ""),
    ] {
        assert_eq!(separator(tail.as_bytes(), crlf), expected, "{tail:?}");
    }
}

/// Text full of what means something to the format.
fn tricky() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\n".to_owned()),
        Just("\r\n".to_owned()),
        Just("\r".to_owned()),
        Just("\\".to_owned()),
        Just("## 10:30".to_owned()),
        Just("## 7:05 [undo]".to_owned()),
        Just("<!-- {\"a\": 1} -->".to_owned()),
        Just("<!-- {".to_owned()),
        Just("---".to_owned()),
        Just("<<<<<<< a".to_owned()),
        Just("=======".to_owned()),
        Just("# title".to_owned()),
        Just("\u{feff}".to_owned()),
        Just("화강암".to_owned()),
        "[ -~]{0,6}",
        "\\PC{0,4}",
    ];
    proptest::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

fn kind() -> impl Strategy<Value = EntryKind> {
    prop_oneof![
        Just(EntryKind::Note),
        Just(EntryKind::Correction),
        Just(EntryKind::Undo),
        Just(EntryKind::Moved),
        Just(EntryKind::Confirmed),
        Just(EntryKind::Imported),
    ]
}

proptest! {
    #[test]
    fn any_file_comes_back_byte_for_byte(text in tricky()) {
        prop_assert_eq!(DayFile::parse(&text).render(), text);
    }

    /// After any file, whatever it looks like, appended sections are read as they were written,
    /// and what stood there before reads as before.
    #[test]
    fn appended_sections_are_read_as_written(
        before in tricky(),
        written in proptest::collection::vec(
            (kind(), tricky(), proptest::option::of(tricky())), 1..4
        ),
    ) {
        let mut text = before.clone();
        let old = DayFile::parse(&before);
        for (kind, raw, payload) in &written {
            let payload = payload.as_ref().map(|text| json!({"text": text}));
            let crlf = DayFile::parse(&text).crlf();
            text.push_str(separator(text.as_bytes(), crlf));
            text.push_str(&render_section(time("21:45"), *kind, raw, payload.as_ref(), crlf));
        }
        let new = DayFile::parse(&text);
        prop_assert_eq!(new.sections.len(), old.sections.len() + written.len());
        prop_assert_eq!(new.loose_note(), old.loose_note());
        for (a, b) in new.sections.iter().zip(&old.sections) {
            prop_assert_eq!(a.content(), b.content());
        }
        for (section, (kind, raw, payload)) in
            new.sections[old.sections.len()..].iter().zip(&written)
        {
            let content = section.content();
            prop_assert_eq!(section.kind, *kind);
            prop_assert_eq!(&content.raw, raw);
            prop_assert_eq!(content.payload, payload.as_ref().map(|text| json!({"text": text})));
        }
    }
}
