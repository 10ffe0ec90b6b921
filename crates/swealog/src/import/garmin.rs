//! The list of activities that Garmin Connect exports as CSV, in the languages of its users.

use csv::StringRecord;

use super::activity::{Activity, Sport, When};
use super::table::{self, seconds};
use super::{Found, ImportContext, Importer, Rejected, Source};

type Header = table::Header<Column>;

/// Reads Garmin Connect's CSV.
pub const IMPORTER: Importer = Importer {
    name: "garmin",
    claims: |source| sniff(source).is_some(),
    read,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Kind,
    Start,
    Title,
    Distance,
    Calories,
    Time,
    HeartRate,
    HeartRateMax,
    Cadence,
    Ascent,
}

const NAMES: &[(Column, &[&str])] = &[
    (
        Column::Kind,
        &[
            "activity type",
            "aktivitätstyp",
            "type d'activité",
            "tipo de actividad",
            "활동 유형",
            "활동 종류",
            "tipo di attività",
            "tipo attività",
            "tipo de atividade",
            "activiteittype",
            "type activiteit",
            "アクティビティタイプ",
        ],
    ),
    (
        Column::Start,
        &["date", "datum", "fecha", "날짜", "data", "日付"],
    ),
    (
        Column::Title,
        &[
            "title",
            "titel",
            "titre",
            "título",
            "제목",
            "titolo",
            "タイトル",
        ],
    ),
    (
        Column::Distance,
        &[
            "distance",
            "distanz",
            "strecke",
            "distancia",
            "거리",
            "distanza",
            "distância",
            "afstand",
            "距離",
        ],
    ),
    (
        Column::Calories,
        &[
            "calories",
            "kalorien",
            "calorías",
            "칼로리",
            "calorie",
            "calorias",
            "calorieën",
        ],
    ),
    (
        Column::Time,
        &[
            "time",
            "zeit",
            "temps",
            "durée",
            "tiempo",
            "duración",
            "시간",
            "tempo",
            "tijd",
            "dauer",
            "タイム",
            "total time",
        ],
    ),
    (
        Column::HeartRate,
        &[
            "avg hr",
            "ø herzfrequenz",
            "durchschnittliche herzfrequenz",
            "ø hf",
            "fc moyenne",
            "fréquence cardiaque moyenne",
            "fc moy.",
            "fc media",
            "frecuencia cardiaca media",
            "frecuencia cardíaca media",
            "평균 심박수",
            "평균 심박",
            "gem. hs",
        ],
    ),
    (
        Column::HeartRateMax,
        &[
            "max hr",
            "maximale herzfrequenz",
            "max. herzfrequenz",
            "max. hf",
            "fc max.",
            "fc max",
            "fréquence cardiaque maximale",
            "fc máxima",
            "frecuencia cardiaca máxima",
            "frecuencia cardíaca máxima",
            "최대 심박수",
            "최대 심박",
            "max. hs",
        ],
    ),
    (
        Column::Cadence,
        &[
            "avg run cadence",
            "ø schrittfrequenz (laufen)",
            "ø laufkadenz",
            "ø schrittfrequenz",
            "cadence de course moyenne",
            "cadencia de carrera media",
            "평균 달리기 케이던스",
            "평균 러닝 케이던스",
        ],
    ),
    (
        Column::Ascent,
        &[
            "total ascent",
            "elev gain",
            "anstieg gesamt",
            "gesamtanstieg",
            "ascension totale",
            "gain d'altitude",
            "ascenso total",
            "ganancia de altura",
            "총 상승 고도",
            "총 상승",
            "고도 상승",
            "총 고도 상승",
        ],
    ),
];

fn sniff(source: &Source) -> Option<Header> {
    let columns = [Column::Kind, Column::Start, Column::Distance, Column::Time];
    Header::sniff(&source.start(), NAMES).filter(|header| header.has(&columns))
}

fn read(source: &Source, context: &ImportContext<'_>) -> Result<Found, Rejected> {
    let mut found = Found::default();
    let Some(header) = sniff(source) else {
        return Ok(found);
    };
    let header = header.with_days_of(source, Column::Start)?;
    let mut drafts = Vec::new();
    let mut distance = false;
    header.rows(source, &mut found, |record, line| {
        let activity = activity(record, &header, line, context)?;
        distance |= activity.distance.is_some();
        drafts.extend(activity.into_draft(IMPORTER.name, context));
        Ok(())
    })?;
    found.unstated.distance = distance;
    found.drafts = drafts;
    Ok(found)
}

fn activity(
    record: &StringRecord,
    header: &Header,
    line: usize,
    context: &ImportContext<'_>,
) -> Result<Activity, String> {
    let text = |column| header.text(record, column);
    let start = header.moment(record, Column::Start)?;
    let comma = header.name(Column::Kind).is_some_and(is_of_decimal_comma);
    let number = |column| number(text(column), comma);
    let kind = text(Column::Kind);
    let took = text(Column::Time);
    let long = if context.units.distance == "mi" {
        "mi"
    } else {
        "km"
    };
    let in_pool = Sport::of(kind) == Some(Sport::Swim);
    let unit = if in_pool { pool_unit(long) } else { long };
    Ok(Activity {
        line,
        start: When {
            local: Some(start),
            utc: None,
        },
        kind: kind.to_owned(),
        title: text(Column::Title).to_owned(),
        seconds: match took {
            "" | "--" => None,
            took => Some(seconds(took).ok_or_else(|| format!("{took:?} is not a time"))?),
        },
        distance: number(Column::Distance)?.map(|distance| (distance, unit)),
        heart_rate: number(Column::HeartRate)?,
        heart_rate_max: number(Column::HeartRateMax)?,
        cadence: number(Column::Cadence)?,
        // climbed feet where distances are miles
        elevation_m: number(Column::Ascent)?.map(|climbed| {
            if long == "mi" {
                (climbed * 0.3048).round()
            } else {
                climbed
            }
        }),
        kcal: number(Column::Calories)?,
        unit_assumed: true,
        ..Activity::default()
    })
}

fn pool_unit(long: &str) -> &'static str {
    if long == "mi" { "yd" } else { "m" }
}

/// Whether people who call the column so write `10,02`.
fn is_of_decimal_comma(name: &str) -> bool {
    !matches!(
        name,
        "activity type" | "활동 유형" | "활동 종류" | "アクティビティタイプ"
    )
}

/// A number with thousands marked: `1,000` and `10.02`, or `1.000` and `10,02`. What can only be
/// one of them is that one, whatever the language.
fn number(text: &str, comma: bool) -> Result<Option<f64>, String> {
    let text = text.replace(['\u{a0}', '\u{202f}', ' ', '\''], "");
    if text.is_empty() || text == "--" {
        return Ok(None);
    }
    let decimal = match (text.rfind(','), text.rfind('.')) {
        (Some(c), Some(p)) => Some(c.max(p)),
        (None, None) => None,
        (Some(at), None) => (comma || text.len() - at != 4).then_some(at),
        (None, Some(at)) => (!comma || text.len() - at != 4).then_some(at),
    };
    let plain: String = text
        .char_indices()
        .filter_map(|(at, c)| match c {
            ',' | '.' if decimal == Some(at) => Some('.'),
            ',' | '.' => None,
            c => Some(c),
        })
        .collect();
    match plain.parse::<f64>() {
        Ok(0.0) => Ok(None),
        Ok(value) if value.is_finite() && value > 0.0 => Ok(Some(value)),
        _ => Err(format!("{text:?} is not a number we can use")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{data, read};
    use super::*;
    use serde_json::json;

    #[test]
    fn each_sport_goes_to_its_domain() {
        let found = read(
            &IMPORTER,
            "Activities.csv",
            "Activity Type,Date,Favorite,Title,Distance,Calories,Time,Avg HR,Max HR,Avg Run Cadence,Total Ascent\n\
             Running,2024-03-02 23:50:00,false,\"Night Run\",\"10.02\",\"1,012\",\"00:52:11\",\"151\",\"172\",\"168\",\"84\"\n\
             Pool Swim,2024-03-03 07:00:00,false,\"Pool Swim\",\"1,000\",\"300\",\"00:25:30.5\",\"--\",\"--\",\"--\",\"--\"\n\
             Strength Training,2024-03-04 18:00:00,false,\"Gym\",\"0.00\",\"210\",\"01:02:00\",\"110\",\"140\",\"--\",\"--\"\n\
             Cycling,2024-03-05 18:00:00,false,\"Commute\",\"1,020.50\",\"--\",\"00:20:00\",\"--\",\"--\",\"--\",\"--\"\n",
        );
        assert_eq!(found.rejected, []);
        let texts: Vec<&str> = found
            .drafts
            .iter()
            .map(|draft| draft.raw.as_str())
            .collect();
        insta::assert_snapshot!(texts.join("\n\n"), @r"
        Night Run
        Run: 10.02 km in 52:11, heart rate 151, 84 m up

        Pool Swim
        Swim: 1000 m in 25:31

        Gym
        Strength training: 1:02:00, heart rate 110

        Commute
        Cycling: 1020.5 km in 20:00
        ");
        assert_eq!(found.drafts[0].date.to_string(), "2024-03-02");
        assert_eq!(
            data(&found.drafts[0]),
            json!({"running": {"runs": [{
                "distance": 10.02, "distance_unit": "km", "duration_seconds": 3131,
                "heart_rate": 151, "heart_rate_max": 172, "cadence": 168, "elevation_m": 84
            }]}})
        );
        assert_eq!(
            data(&found.drafts[1]),
            json!({"swimming": {"swims": [{
                "distance": 1000, "distance_unit": "m", "duration_seconds": 1530.5
            }]}})
        );
        assert_eq!(
            data(&found.drafts[2]),
            json!({"strength": {"duration_minutes": 62, "exercises": []}})
        );
        assert!(found.unstated.distance && !found.unstated.mass);
    }

    #[test]
    fn other_languages_write_other_numbers() {
        let files = [
            "Aktivitätstyp,Datum,Favorit,Titel,Distanz,Kalorien,Zeit,Ø Herzfrequenz,Maximale Herzfrequenz\nLaufen,2024-03-02 18:00:00,false,Abendlauf,\"10,02\",\"1.012\",00:52:11,151,172\n",
            "Type d'activité,Date,Favori,Titre,Distance,Calories,Temps,Fréquence cardiaque moyenne,Fréquence cardiaque maximale\nCourse à pied,2024-03-02 18:00:00,false,Le soir,\"10,02\",\"1\u{202f}012\",00:52:11,151,172\n",
            "Tipo de actividad,Fecha,Favorito,Título,Distancia,Calorías,Tiempo,FC media,FC máxima\nCarrera,2024-03-02 18:00:00,false,Tarde,\"10,02\",\"1.012\",00:52:11,151,172\n",
            "활동 유형,날짜,즐겨찾기,제목,거리,칼로리,시간,평균 심박수,최대 심박수\n달리기,2024-03-02 18:00:00,false,저녁,10.02,\"1,012\",00:52:11,151,172\n",
        ];
        for file in files {
            let found = read(&IMPORTER, "Activities.csv", file);
            assert_eq!(found.rejected, []);
            let run = &data(&found.drafts[0])["running"]["runs"][0];
            assert_eq!(run["distance"], 10.02, "{file}");
            assert_eq!(run["heart_rate_max"], 172, "{file}");
            assert_eq!(found.drafts[0].payload["kcal"], 1012, "{file}");
        }
    }

    #[test]
    fn bad_lines_are_named() {
        let found = read(
            &IMPORTER,
            "Activities.csv",
            "Activity Type,Date,Distance,Time\nRunning,someday,5.0,25:00\nRunning,2024-03-02 18:00:00,far,25:00\nRunning,2024-03-02 18:00:00,5.0,25:00\n",
        );
        let rejected: Vec<String> = found.rejected.iter().map(ToString::to_string).collect();
        assert_eq!(
            rejected,
            [
                "Activities.csv:2: \"someday\" is not a date",
                "Activities.csv:3: \"far\" is not a number we can use"
            ]
        );
        assert_eq!(found.drafts.len(), 1);
    }
}
