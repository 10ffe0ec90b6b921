use super::super::testing::{data, read, try_read};
use super::*;
use serde_json::json;

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
<!ATTLIST HealthData locale CDATA #REQUIRED>
]>
<HealthData locale="en_US">
 <ExportDate value="2024-03-05 10:00:00 +0900"/>
"#;

fn record(kind: &str, source: &str, unit: &str, from: &str, to: &str, value: &str) -> String {
    format!(
        " <Record type=\"{kind}\" sourceName=\"{source}\" unit=\"{unit}\" creationDate=\"{to} +0900\" \
         startDate=\"{from} +0900\" endDate=\"{to} +0900\" value=\"{value}\"/>\n"
    )
}

fn export() -> String {
    let quantity = |kind: &str, source: &str, unit: &str, at: &str, value: &str| {
        record(
            &format!("HKQuantityTypeIdentifier{kind}"),
            source,
            unit,
            at,
            at,
            value,
        )
    };
    let sleep = |from: &str, to: &str, value: &str| {
        let value = format!("HKCategoryValueSleepAnalysis{value}");
        record(
            "HKCategoryTypeIdentifierSleepAnalysis",
            "Watch",
            "",
            from,
            to,
            &value,
        )
    };
    [
        HEAD.to_owned(),
        quantity("StepCount", "Phone", "count", "2024-03-02 09:00:00", "4000"),
        quantity("StepCount", "Phone", "count", "2024-03-02 19:00:00", "1500"),
        quantity("StepCount", "Watch &amp; co", "count", "2024-03-02 09:00:00", "6100"),
        quantity("DistanceWalkingRunning", "Phone", "km", "2024-03-02 09:00:00", "3.2"),
        quantity("BodyMass", "Scale", "kg", "2024-03-02 07:00:00", "81.456"),
        quantity("BodyMass", "Scale", "kg", "2024-03-02 21:00:00", "82.5"),
        quantity("RestingHeartRate", "Watch", "count/min", "2024-03-02 12:00:00", "52"),
        quantity("HeartRate", "Watch", "count/min", "2024-03-02 12:00:00", "88"),
        sleep("2024-03-01 22:30:00", "2024-03-02 00:30:00", "AsleepCore"),
        sleep("2024-03-02 00:30:00", "2024-03-02 05:30:00", "AsleepDeep"),
        sleep("2024-03-02 05:30:00", "2024-03-02 06:30:00", "Awake"),
        sleep("2024-03-01 22:00:00", "2024-03-02 07:00:00", "InBed"),
        " <Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"31.5\" durationUnit=\"min\" \
         sourceName=\"Watch\" startDate=\"2024-03-02 23:40:00 +0900\" endDate=\"2024-03-03 00:11:30 +0900\">\n\
         <MetadataEntry key=\"HKIndoorWorkout\" value=\"0\"/>\n\
         <MetadataEntry key=\"HKElevationAscended\" value=\"4210 cm\"/>\n\
         <WorkoutStatistics type=\"HKQuantityTypeIdentifierHeartRate\" average=\"148.6\" minimum=\"90\" maximum=\"171\" unit=\"count/min\"/>\n\
         <WorkoutStatistics type=\"HKQuantityTypeIdentifierDistanceWalkingRunning\" sum=\"6.01\" unit=\"km\"/>\n\
         <WorkoutRoute><FileReference path=\"/workout-routes/a.gpx\"/></WorkoutRoute>\n\
         </Workout>\n"
            .to_owned(),
        " <Workout workoutActivityType=\"HKWorkoutActivityTypeTraditionalStrengthTraining\" duration=\"45\" durationUnit=\"min\" \
         totalDistance=\"0\" totalDistanceUnit=\"km\" totalEnergyBurned=\"210\" totalEnergyBurnedUnit=\"kcal\" \
         startDate=\"2024-03-03 18:00:00 +0900\" endDate=\"2024-03-03 18:45:00 +0900\"/>\n"
            .to_owned(),
        "</HealthData>\n".to_owned(),
    ]
    .concat()
}

#[test]
fn a_day_is_one_entry_and_a_workout_another() {
    let found = read(&IMPORTER, "export.xml", export());
    assert_eq!((found.rejected, found.remarks), (vec![], vec![]));
    let texts: Vec<String> = found
        .drafts
        .iter()
        .map(|draft| format!("{} {}\n{}", draft.date, draft.time, draft.raw))
        .collect();
    insta::assert_snapshot!(texts.join("\n\n"), @r"
    2024-03-02 23:40:00
    Run: 6.01 km in 31:30, heart rate 149, 42 m up

    2024-03-03 18:00:00
    Strength training: 45:00

    2024-03-02 12:00:00
    slept 7 hours
    weight 81.46 kg
    resting heart rate 52
    6100 steps
    ");
    assert_eq!(
        data(&found.drafts[2]),
        json!({"general_fitness": {
            "sleep_hours": 7, "bodyweight": 81.46, "bodyweight_unit": "kg",
            "resting_heart_rate": 52, "steps": 6100
        }})
    );
    assert_eq!(
        data(&found.drafts[0])["running"]["runs"][0]["distance"],
        6.01
    );
    assert_eq!(data(&found.drafts[1])["strength"]["duration_minutes"], 45);
    assert_eq!(found.drafts[1].payload["kcal"], 210);
}

#[test]
fn days_and_identities_are_the_same_in_every_zone() {
    let here = read(&IMPORTER, "export.xml", export());
    let there = try_read(&IMPORTER, "export.xml", export(), -8).unwrap();
    assert_eq!(here.drafts, there.drafts);
}

#[test]
fn what_stands_before_the_damage_is_read() {
    let text = export();
    let found = read(
        &IMPORTER,
        "export.xml",
        &text[..text.find("</Workout>").unwrap()],
    );
    assert_eq!(found.drafts.len(), 1, "the day; the workout is not whole");
    assert!(
        found.rejected[0].to_string().contains("ends in the middle"),
        "{:?}",
        found.rejected
    );
    let odd = text.replace("value=\"4000\"", "value=\"many\"");
    let found = read(&IMPORTER, "export.xml", &odd);
    assert_eq!(found.drafts.len(), 3);
    assert_eq!(
        found.rejected[0].to_string(),
        "export.xml:1: 1 records without a readable time or value were left out"
    );
}
