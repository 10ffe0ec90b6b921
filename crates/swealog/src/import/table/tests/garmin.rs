//! The list of activities of Garmin Connect, in the languages of its users.

use crate::import::table::IMPORTER;
use crate::import::testing::{data, read};
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
    Swim: 1000 m in 25:30.5

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
    assert!(found.missing_units.distance && !found.missing_units.mass);
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
