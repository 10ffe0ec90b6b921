use super::super::testing::{data, read, try_read};
use super::container::crc;
use super::*;
use serde_json::json;

/// A field of a definition: its number, its size, its base type.
type Field = (u8, u8, u8);

const ENUM: u8 = 0x00;
const UINT8: u8 = 0x02;
const UINT16: u8 = 0x84;
const UINT32: u8 = 0x86;

/// Writes FIT byte by byte, as its protocol says.
#[derive(Default)]
struct Writer {
    data: Vec<u8>,
}

impl Writer {
    fn message(mut self, number: u16, fields: &[(Field, u32)]) -> Self {
        self.data.extend([0x40, 0, 0]);
        self.data.extend(number.to_le_bytes());
        self.data.push(u8::try_from(fields.len()).unwrap());
        for ((number, size, base), _) in fields {
            self.data.extend([*number, *size, *base]);
        }
        self.data.push(0);
        for ((_, size, _), value) in fields {
            self.data.extend(&value.to_le_bytes()[..usize::from(*size)]);
        }
        self
    }

    fn file(self) -> Vec<u8> {
        let mut file = vec![14, 0x10, 0x64, 0x08];
        file.extend(u32::try_from(self.data.len()).unwrap().to_le_bytes());
        file.extend(b".FIT");
        file.extend(crc(&file).to_le_bytes());
        file.extend(&self.data);
        let sum = crc(&self.data);
        file.extend(sum.to_le_bytes());
        file
    }
}

/// Seconds of 2024-03-02 16:10:00 UTC since the beginning of FIT's time.
const START: u32 = 1_709_395_800 - 631_065_600;

fn run(ahead: Option<u32>) -> Writer {
    let mut writer = Writer::default()
        .message(0, &[((0, 1, ENUM), 4)])
        .message(20, &[((253, 4, UINT32), START), ((5, 4, UINT32), 0)])
        .message(
            20,
            &[((253, 4, UINT32), START + 600), ((5, 4, UINT32), 200_000)],
        )
        .message(
            18,
            &[
                ((253, 4, UINT32), START + 1800),
                ((2, 4, UINT32), START),
                ((5, 1, ENUM), 1),
                ((6, 1, ENUM), 0),
                ((7, 4, UINT32), 1_810_000),
                ((8, 4, UINT32), 1_800_500),
                ((9, 4, UINT32), 602_345),
                ((11, 2, UINT16), 410),
                ((16, 1, UINT8), 148),
                ((17, 1, UINT8), 171),
                ((18, 1, UINT8), 84),
                ((22, 2, UINT16), 35),
            ],
        );
    if let Some(ahead) = ahead {
        writer = writer.message(
            34,
            &[
                ((253, 4, UINT32), START + 1800),
                ((5, 4, UINT32), START + 1800 + ahead),
            ],
        );
    }
    writer
}

#[test]
fn a_session_is_a_run_in_the_zone_of_the_file() {
    let file = run(Some(5 * 3600 + 1800)).file();
    let found = try_read(&IMPORTER, "run.fit", &file, -8).unwrap();
    assert_eq!((found.rejected, found.remarks), (vec![], vec![]));
    let draft = &found.drafts[0];
    assert_eq!(
        (draft.date.to_string(), draft.time.to_string()),
        ("2024-03-02".into(), "21:40:00".into())
    );
    assert_eq!(
        draft.raw,
        "Run: 6.023 km in 30:00.5, heart rate 148, 35 m up"
    );
    assert_eq!(
        data(draft),
        json!({"running": {"runs": [{
            "distance": 6.023, "distance_unit": "km", "duration_seconds": 1800.5,
            "heart_rate": 148, "heart_rate_max": 171, "cadence": 168, "elevation_m": 35
        }]}})
    );
    assert_eq!(draft.payload["kcal"], 410);
}

#[test]
fn without_a_zone_the_users_own_is_taken_and_said() {
    let found = read(&IMPORTER, "run.fit", run(None).file());
    assert_eq!(found.drafts[0].date.to_string(), "2024-03-03");
    assert_eq!(found.drafts[0].time.to_string(), "01:10:00");
    assert_eq!(found.remarks, [IN_YOUR_ZONE]);
    let there = try_read(&IMPORTER, "run.fit", run(None).file(), -8).unwrap();
    assert_eq!(there.drafts[0].identity, found.drafts[0].identity);
}

#[test]
fn a_file_that_breaks_off_gives_its_records() {
    let file = run(None).file();
    // before the summary, which comes last
    let found = read(&IMPORTER, "run.fit", &file[..14 + 17 + 2 * (6 + 6 + 9)]);
    assert_eq!(found.drafts.len(), 1, "{:?}", found.rejected);
    assert_eq!(found.drafts[0].raw, "Activity: 2 km in 10:00");
    assert_eq!(found.rejected.len(), 1);
    assert!(
        found.rejected[0].to_string().starts_with("run.fit, byte "),
        "{}",
        found.rejected[0]
    );
}

#[test]
fn a_wrong_checksum_is_said_and_costs_nothing() {
    let mut file = run(None).file();
    let last = file.len() - 1;
    file[last] ^= 0xff;
    let found = read(&IMPORTER, "run.fit", &file);
    assert_eq!(
        found.drafts[0].raw,
        "Run: 6.023 km in 30:00.5, heart rate 148, 35 m up"
    );
    assert!(
        found.rejected[0]
            .to_string()
            .ends_with("the checksum is wrong: the file may be damaged")
    );
}

#[test]
fn a_sport_is_called_by_its_name_or_number() {
    let of = |sport, sub| {
        let fields = [
            ((2, 4, UINT32), START),
            ((5, 1, ENUM), sport),
            ((6, 1, ENUM), sub),
        ];
        let file = Writer::default().message(18, &fields).file();
        let found = read(&IMPORTER, "any.fit", file);
        found.drafts[0].payload["type"].clone()
    };
    assert_eq!(of(17, 0), "hiking");
    assert_eq!(of(1, 45), "indoor_running");
    assert_eq!(of(0, 43), "yoga");
    assert_eq!(of(88, 0), "canoeing");
    // a gap in the list, and what is newer than it
    assert_eq!(of(50, 0), "50");
    assert_eq!(of(200, 0), "200");
}

#[test]
fn lengths_of_a_pool_in_yards() {
    let fields = [
        ((2, 4, UINT32), START),
        ((5, 1, ENUM), 5),
        ((6, 1, ENUM), 17),
        ((9, 4, UINT32), 91_440),
        ((44, 2, UINT16), 2_286),
        ((46, 1, ENUM), 1),
        ((47, 2, UINT16), 40),
    ];
    let file = Writer::default().message(18, &fields).file();
    let found = read(&IMPORTER, "swim.fit", file);
    assert!(
        found.drafts[0].raw.contains("40 × 25 yd"),
        "{}",
        found.drafts[0].raw
    );
}
