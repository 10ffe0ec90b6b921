//! Which column is what. The header is looked at, never assumed.

use csv::StringRecord;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Start,
    Title,
    Duration,
    Exercise,
    Set,
    Weight,
    WeightUnit,
    Reps,
    Distance,
    DistanceUnit,
    Seconds,
    Notes,
    SessionNotes,
    Rpe,
}

/// The names of the columns, in lower case, as the app writes them in several versions and
/// languages.
const NAMES: &[(Column, &[&str])] = &[
    (Column::Start, &["date", "날짜", "datum"]),
    (
        Column::Title,
        &["workout name", "워크아웃 이름", "운동 세션 이름"],
    ),
    (
        Column::Duration,
        &[
            "duration",
            "workout duration",
            "duration (sec)",
            "지속 시간",
        ],
    ),
    (Column::Exercise, &["exercise name", "운동 이름"]),
    (Column::Set, &["set order", "세트 순서"]),
    // the Korean export heads the weight column with its word for body weight
    (
        Column::Weight,
        &[
            "weight",
            "weight (kg)",
            "weight (lbs)",
            "weight (lb)",
            "체중",
            "무게",
            "중량",
        ],
    ),
    (Column::WeightUnit, &["weight unit", "무게 단위"]),
    (Column::Reps, &["reps", "렙", "횟수"]),
    (
        Column::Distance,
        &[
            "distance",
            "distance (meters)",
            "distance (m)",
            "distance (km)",
            "distance (mi)",
            "distance (miles)",
            "거리",
        ],
    ),
    (Column::DistanceUnit, &["distance unit", "거리 단위"]),
    (Column::Seconds, &["seconds", "초"]),
    (Column::Notes, &["notes", "메모", "노트"]),
    (
        Column::SessionNotes,
        &["workout notes", "워크아웃 메모", "워크아웃 노트"],
    ),
    (Column::Rpe, &["rpe"]),
];

/// The columns of one file.
#[derive(Debug)]
pub(super) struct Header {
    /// What stands between fields.
    pub(super) delimiter: u8,
    /// How many columns there are.
    pub(super) width: usize,
    /// The unit in the weight column's name.
    pub(super) mass_unit: Option<String>,
    /// The unit in the distance column's name.
    pub(super) distance_unit: Option<String>,
    columns: Vec<(Column, usize)>,
}

impl Header {
    /// Reads the first line; `None` if it is not one of Strong's.
    pub(super) fn sniff(text: &str) -> Option<Self> {
        let first = text.lines().next()?;
        let delimiter = [b',', b';', b'\t']
            .into_iter()
            .max_by_key(|candidate| first.bytes().filter(|byte| byte == candidate).count())?;
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(delimiter)
            .has_headers(false)
            .from_reader(first.as_bytes());
        let names = reader.records().next()?.ok()?;
        let mut columns = Vec::new();
        let (mut mass_unit, mut distance_unit) = (None, None);
        for (place, name) in names.iter().enumerate() {
            let name = name.trim().to_lowercase();
            let Some((column, _)) = NAMES
                .iter()
                .find(|(_, known)| known.contains(&name.as_str()))
            else {
                continue;
            };
            let unit = name
                .split_once('(')
                .map(|(_, unit)| unit.trim_end_matches(')'));
            match column {
                Column::Weight => mass_unit = unit.and_then(known_unit),
                Column::Distance => distance_unit = unit.and_then(known_unit),
                _ => {}
            }
            columns.push((*column, place));
        }
        let header = Self {
            delimiter,
            width: names.len(),
            mass_unit,
            distance_unit,
            columns,
        };
        [Column::Start, Column::Exercise, Column::Set, Column::Reps]
            .iter()
            .all(|column| header.place(*column).is_some())
            .then_some(header)
    }

    /// The text of a field, trimmed; empty where the file has no such column.
    pub(super) fn text<'a>(&self, record: &'a StringRecord, column: Column) -> &'a str {
        self.place(column)
            .and_then(|place| record.get(place))
            .map_or("", str::trim)
    }

    /// Whether the file says in its header what its weights are in.
    pub(super) fn states_mass(&self) -> bool {
        self.mass_unit.is_some()
    }

    fn place(&self, column: Column) -> Option<usize> {
        self.columns
            .iter()
            .find(|(known, _)| *known == column)
            .map(|(_, place)| *place)
    }
}

/// The short name of a unit as the app writes it.
pub(super) fn known_unit(name: &str) -> Option<String> {
    let short = match name.trim().to_lowercase().as_str() {
        "kg" | "kgs" => "kg",
        "lb" | "lbs" => "lb",
        "m" | "meters" | "metres" => "m",
        "km" => "km",
        "mi" | "miles" => "mi",
        _ => return None,
    };
    Some(short.to_owned())
}
