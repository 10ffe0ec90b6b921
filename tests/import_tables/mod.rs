//! Made exports of every app whose tables are known, whole, damaged and translated: what comes in is
//! compared with what was written into them.

use serde_json::Value;

use crate::common::environment::Environment;

mod archives;
mod damaged;
pub mod made;
mod open;

use made::{COMMA, KM, MILE, Made, POINT, SPACED, Style, Totals};

const STRONG: &str = "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE";

/// Languages of Garmin Connect: header, kinds, and how runs and pools are written.
const GARMIN: [(&str, &str, [&str; 3], Style, Style); 13] = [
    (
        "garmin-en",
        "Activity Type,Date,Favorite,Title,Distance,Calories,Time,Avg HR,Max HR",
        ["Running", "Pool Swim", "Road Cycling"],
        POINT,
        POINT,
    ),
    (
        "garmin-pt",
        "Tipo de atividade,Data,Favorito,Título,Distância,Calorias,Tempo,FC Média,FC máxima",
        ["Corrida", "Natação em piscina", "Ciclismo"],
        COMMA,
        POINT,
    ),
    (
        "garmin-pt-points",
        "Tipo de atividade,Data,Favorito,Título,Distância,Calorias,Tempo,FC Média,FC máxima",
        ["Corrida", "Natação em piscina", "Ciclismo"],
        POINT,
        POINT,
    ),
    (
        "garmin-sv",
        "Aktivitetstyp,Datum,Favorit,Namn,Distans,Kalorier,Tid,Medelpuls,Maxpuls",
        ["Löpning", "Simning i bassäng", "Cykling"],
        SPACED,
        SPACED,
    ),
    (
        "garmin-da",
        "Aktivitetstype,Dato,Favorit,Titel,Distance,Kalorier,Tid,Gns. puls,Maks. puls",
        ["Løb", "Svømning i bassin", "Cykling"],
        COMMA,
        COMMA,
    ),
    (
        "garmin-de",
        "Aktivitätstyp,Datum,Favorit,Titel,Distanz,Kalorien,Zeit,Ø Herzfrequenz,Maximale Herzfrequenz",
        ["Laufen", "Schwimmbadschwimmen", "Radfahren"],
        COMMA,
        COMMA,
    ),
    (
        "garmin-fr",
        "Type d'activité,Date,Favori,Titre,Distance,Calories,Temps,Fréquence cardiaque moyenne,Fréquence cardiaque maximale",
        ["Course à pied", "Natation en piscine", "Cyclisme"],
        SPACED,
        SPACED,
    ),
    (
        "garmin-es",
        "Tipo de actividad,Fecha,Favorito,Título,Distancia,Calorías,Tiempo,FC media,FC máxima",
        ["Carrera", "Natación en piscina", "Ciclismo"],
        COMMA,
        COMMA,
    ),
    (
        "garmin-it",
        "Tipo di attività,Data,Preferito,Titolo,Distanza,Calorie,Tempo,FC Media,FC max",
        ["Corsa", "Nuoto in piscina", "Ciclismo"],
        COMMA,
        COMMA,
    ),
    (
        "garmin-nl",
        "Activiteittype,Datum,Favoriet,Titel,Afstand,Calorieën,Tijd,Gem. HS,Max. HS",
        ["Hardlopen", "Zwemmen in zwembad", "Fietsen"],
        COMMA,
        COMMA,
    ),
    (
        "garmin-ja",
        "アクティビティタイプ,日付,お気に入り,タイトル,距離,カロリー,タイム,平均心拍数,最大心拍数",
        ["ランニング", "プールスイミング", "サイクリング"],
        POINT,
        POINT,
    ),
    (
        "garmin-ko",
        "활동 유형,날짜,즐겨찾기,제목,거리,칼로리,시간,평균 심박수,최대 심박수",
        ["달리기", "수영장 수영", "사이클링"],
        POINT,
        POINT,
    ),
    (
        "garmin-unknown",
        "Tegevus,Kuupäev,Lemmik,Pealkiri,Vahemaa,Kalorid,Aeg,Keskmine pulss,Suurim pulss",
        ["Running", "Pool Swim", "Cycling"],
        COMMA,
        COMMA,
    ),
];

const NONE: &[&str] = &[];
const MAP: &[&str] = &[
    "--map",
    "date=Datum,exercise=Übung,weight=Gewicht,reps=Wdh,notes=Bemerkung",
];

#[expect(clippy::too_many_lines, reason = "a list of tables")]
fn all() -> Vec<Made> {
    let in_km = made::totals(&made::sets(), KM);
    let in_miles = made::totals(&made::sets(), MILE);
    let lifts = made::totals(&made::lifts(), KM);
    let with_weight = |sessions: f64| Totals {
        bodyweight: 82.5 * sessions,
        ..lifts
    };
    let mut all: Vec<Made> = Vec::new();
    let mut add = |name, text, totals, flags| {
        all.push(Made {
            name,
            text,
            totals,
            flags,
        });
    };
    let semicolons = STRONG.replace(',', ";");
    let korean =
        "날짜,워크아웃 이름,지속 시간,운동 이름,세트 순서,체중,렙,거리,초,메모,워크아웃 메모,RPE";
    let french = "Date,Nom de l'entraînement,Durée,Nom de l'exercice,Ordre de la série,Poids,Réps,Distance,Secondes,Notes,Notes d'entraînement,RPE";
    add(
        "strong-old-lb",
        made::strong_old("lb", "mi"),
        in_miles,
        NONE,
    );
    add("strong-old-kg", made::strong_old("kg", "km"), in_km, NONE);
    add(
        "strong-2022",
        made::strong(STRONG, ',', POINT, "1h 5m"),
        in_km,
        NONE,
    );
    add(
        "strong-minutes",
        made::strong(STRONG, ',', POINT, "35min"),
        in_km,
        NONE,
    );
    add(
        "strong-french",
        made::strong(french, ',', POINT, "35min"),
        in_km,
        NONE,
    );
    add(
        "strong-korean",
        made::strong(korean, ',', POINT, "1시간 5분"),
        in_km,
        NONE,
    );
    add(
        "strong-excel",
        made::strong(&semicolons, ';', COMMA, "1h"),
        in_km,
        NONE,
    );
    add(
        "hevy-kg",
        made::hevy("weight_kg", "distance_km"),
        in_km,
        NONE,
    );
    add(
        "hevy-lbs",
        made::hevy("weight_lbs", "distance_miles"),
        in_miles,
        NONE,
    );
    add("fitnotes", made::fitnotes("kgs", false), in_km, NONE);
    add("fitnotes-lbs", made::fitnotes("lbs", false), in_km, NONE);
    add("fitnotes-commas", made::fitnotes("kgs", true), in_km, NONE);
    add(
        "stronglifts-kg",
        made::stronglifts("KG"),
        with_weight(3.0),
        NONE,
    );
    add(
        "stronglifts-lb",
        made::stronglifts("LB"),
        with_weight(3.0),
        NONE,
    );
    let (text, totals) = made::stronglifts_2016();
    add("stronglifts-2016", text, totals, NONE);
    add("fitbod", made::fitbod(), in_km, NONE);
    let (text, totals) = made::bodyweights(true);
    add("fitnotes-body", text, totals, NONE);
    let (text, totals) = made::bodyweights(false);
    add("wger", text, totals, NONE);
    let (text, totals) = made::strava();
    add("strava", text, totals, NONE);
    let (text, totals) = made::myfitnesspal();
    add("myfitnesspal", text, totals, NONE);
    add("own", made::own(), lifts, MAP);
    add("own-guessed", made::own(), lifts, &["--yes"]);
    for (name, header, kinds, runs, pools) in GARMIN {
        let (text, totals) = made::garmin(header, kinds, runs, pools);
        add(name, text, totals, NONE);
    }
    all
}

/// What stands in a home.
fn there(env: &Environment) -> Totals {
    let mut totals = Totals::default();
    for line in env
        .stdout(&["history", "--json", "--from", "2016-01-01"])
        .lines()
    {
        let entry: Value = serde_json::from_str(line).unwrap();
        add_up(&entry["domain_data"], &mut totals);
    }
    totals
}

fn add_up(data: &Value, totals: &mut Totals) {
    let number = |value: &Value, name: &str| value[name].as_f64().unwrap_or_default();
    let list =
        |domain: &str, name: &str| data[domain][name].as_array().cloned().unwrap_or_default();
    let mut moved = Vec::new();
    for exercise in list("strength", "exercises") {
        for set in exercise["sets"].as_array().unwrap() {
            totals.sets += 1;
            totals.reps += number(set, "reps");
            totals.volume += number(set, "reps") * number(set, "weight");
            moved.push(set.clone());
        }
    }
    moved.extend(list("running", "runs"));
    moved.extend(list("swimming", "swims"));
    moved.extend(list("movement", "activities"));
    for one in moved {
        totals.seconds += number(&one, "duration_seconds");
        totals.metres += number(&one, "distance")
            * match one["distance_unit"].as_str() {
                Some("km") => 1000.0,
                Some("mi") => 1609.344,
                Some("yd") => 0.9144,
                _ => 1.0,
            };
    }
    for meal in list("nutrition", "meals") {
        totals.kcal += number(&meal, "kcal");
    }
    totals.bodyweight += number(&data["general_fitness"], "bodyweight");
}

fn assert_same(name: &str, found: Totals, wanted: Totals, said: &str) {
    let close = |a: f64, b: f64| (a - b).abs() < 1e-6 * (1.0 + b.abs());
    let same = found.sets == wanted.sets
        && close(found.reps, wanted.reps)
        && close(found.volume, wanted.volume)
        && close(found.metres, wanted.metres)
        && close(found.seconds, wanted.seconds)
        && close(found.kcal, wanted.kcal)
        && close(found.bodyweight, wanted.bodyweight);
    assert!(same, "{name}: {found:?}\nwanted {wanted:?}\n{said}");
}

#[test]
fn every_dialect_comes_in_whole_and_once() {
    let all = all();
    assert!(all.len() >= 30, "{} files", all.len());
    for made in all {
        let env = Environment::new();
        let path = format!("{}.csv", made.name);
        env.file(&path, &made.text);
        let mut args = vec!["import", &path];
        args.extend(made.flags);
        let said = env.run(&args);
        assert!(said.ends_with("--- exit 0\n"), "{}: {said}", made.name);
        let wanted = match made.name.starts_with("garmin") {
            // the energy of activities is kept beside them
            true => Totals {
                kcal: 0.0,
                ..made.totals
            },
            false => made.totals,
        };
        assert_same(made.name, there(&env), wanted, &said);
        if made.name.starts_with("garmin") {
            let kcal: f64 = (2..=6)
                .map(|day| env.raw(&format!("2026-04-{day:02}")))
                .map(|raw| {
                    let (_, rest) = raw.split_once("\"kcal\":").unwrap();
                    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap();
                    rest[..end].parse::<f64>().unwrap()
                })
                .sum();
            assert_eq!(kcal, made.totals.kcal, "{}", made.name);
        }
        // what was said once is remembered
        let again = env.run(&["import", &path]);
        assert!(
            again.starts_with("Imported 0 entries,"),
            "{}: {again}",
            made.name
        );
        assert!(
            again.ends_with("0 lines rejected.\n--- exit 0\n"),
            "{}: {again}",
            made.name
        );
    }
}
