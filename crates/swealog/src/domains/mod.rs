//! The typed shape of what each fitness domain stores.
//!
//! The folders under `domains/` say how notes are read; these types say what a reading looks like.
//! Their JSON schemas are handed to the framework, so the order of fields is the order in which a
//! reading is written. Nulls and empty lists are left out.

mod general_fitness;
mod nutrition;
mod running;
mod strength;
mod swimming;

#[cfg(test)]
mod folders;

pub use general_fitness::State;
pub use nutrition::NutritionLog;
pub use running::RunningLog;
pub use strength::StrengthLog;
pub use swimming::SwimmingLog;

/// The JSON schema of what `domain` stores; `None` for a domain that has no type here and brings
/// its own `schema.json`.
pub fn schema_of(domain: &str) -> Option<serde_json::Value> {
    let schema = match domain {
        "general_fitness" => schemars::schema_for!(State),
        "strength" => schemars::schema_for!(StrengthLog),
        "running" => schemars::schema_for!(RunningLog),
        "nutrition" => schemars::schema_for!(NutritionLog),
        "swimming" => schemars::schema_for!(SwimmingLog),
        _ => return None,
    };
    Some(schema.to_value())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::{Serialize, de::DeserializeOwned};
    use serde_json::{Value, json};

    /// The domains that have a type here.
    const TYPED: [&str; 5] = [
        "general_fitness",
        "strength",
        "running",
        "nutrition",
        "swimming",
    ];

    #[test]
    fn a_model_can_be_held_to_what_domains_store() {
        use quilto::engine::model::schema;
        for domain in TYPED {
            let plain = schema::strict(&schema_of(domain).unwrap());
            let problems = schema::problems(&plain);
            assert!(problems.is_empty(), "{domain}: {problems:?}");
        }
    }

    /// Reads `value` as a `T` and writes it again: nothing may be lost, added or reordered.
    fn round_trip<T: Serialize + DeserializeOwned>(value: Value) {
        let typed: T = serde_json::from_value(value.clone()).unwrap();
        assert_eq!(
            serde_json::to_string(&typed).unwrap(),
            serde_json::to_string(&value).unwrap()
        );
    }

    fn properties(domain: &str) -> Vec<String> {
        let schema = schema_of(domain).unwrap();
        assert_eq!(schema["type"], "object", "{domain}");
        schema["properties"]
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect()
    }

    #[test]
    fn schemas_are_objects_in_writing_order() {
        assert_eq!(
            properties("strength"),
            [
                "exercises",
                "session_notes",
                "duration_minutes",
                "perceived_difficulty"
            ]
        );
        assert_eq!(properties("running"), ["runs"]);
        assert_eq!(properties("swimming"), ["swims"]);
        assert_eq!(properties("nutrition"), ["meals"]);
        assert_eq!(properties("general_fitness")[0], "sleep_hours");
        assert_eq!(schema_of("cooking"), None);
    }

    #[test]
    fn parts_keep_their_order_too() {
        let schema = schema_of("strength").unwrap();
        let set: Vec<_> = schema["$defs"]["Set"]["properties"]
            .as_object()
            .unwrap()
            .keys()
            .collect();
        assert_eq!(set[..3], ["weight", "weight_unit", "reps"]);
    }

    #[test]
    fn no_schema_has_what_small_grammars_cannot_hold() {
        for domain in TYPED {
            let text = schema_of(domain).unwrap().to_string();
            assert!(!text.contains("\"pattern\""), "{domain}: {text}");
            assert!(!text.contains("oneOf"), "{domain}: {text}");
        }
    }

    #[test]
    fn strength_round_trips() {
        round_trip::<StrengthLog>(json!({
            "exercises": [
                {
                    "name": "Bench Press (Barbell)",
                    "sets": [
                        {"weight": 60.0, "weight_unit": "kg", "reps": 10, "kind": "warmup"},
                        {"weight": 82.25, "weight_unit": "kg", "reps": 5, "rpe": 8.5, "rir": 1.0},
                        {"weight": 100.0, "weight_unit": "kg", "reps": 0, "kind": "failed", "notes": "stuck at the chest"}
                    ],
                    "notes": "shoulder a little stiff"
                },
                {"name": "Plank", "sets": [{"duration_seconds": 90.0}]},
                {"name": "Farmers Walk", "sets": [{"weight": 32.0, "weight_unit": "kg", "distance": 40.0, "distance_unit": "m", "per_hand": true}]},
                {"name": "Pull Up (Assisted)", "sets": [{"weight": 20.0, "weight_unit": "lb", "reps": 8, "assisted": true}]}
            ],
            "session_notes": "rushed",
            "duration_minutes": 45.0,
            "perceived_difficulty": 7.0
        }));
    }

    #[test]
    fn running_round_trips() {
        round_trip::<RunningLog>(json!({
            "runs": [{
                "distance": 5.0, "distance_unit": "km", "duration_seconds": 1530.0,
                "pace_seconds": 306.0, "pace_unit": "km", "type": "tempo run", "terrain": "track",
                "heart_rate": 162.0, "heart_rate_max": 178.0, "cadence": 176.0, "elevation_m": 35.0,
                "intervals": [{"count": 6, "distance": 800.0, "distance_unit": "m", "duration_seconds": 185.0, "rest_seconds": 90.0}],
                "splits": [{"distance": 1.0, "distance_unit": "km", "duration_seconds": 310.0}],
                "weather": "windy", "notes": "legs heavy"
            }]
        }));
    }

    #[test]
    fn swimming_round_trips() {
        round_trip::<SwimmingLog>(json!({
            "swims": [{
                "distance": 1000.0, "distance_unit": "m", "laps": 40, "pool_length": 25.0, "pool_unit": "m",
                "stroke": "freestyle", "duration_seconds": 1500.0, "open_water": false,
                "equipment": ["pull buoy"],
                "intervals": [{"count": 10, "distance": 100.0, "distance_unit": "m", "stroke": "freestyle", "every_seconds": 90.0}],
                "lap_times": [36.5, 37.0], "heart_rate": 141.0, "notes": "calm"
            }]
        }));
    }

    #[test]
    fn nutrition_round_trips() {
        round_trip::<NutritionLog>(json!({
            "meals": [{
                "meal": "breakfast",
                "items": [
                    {"name": "egg", "amount": 2.0, "unit": "egg", "kcal": 144.0, "protein": 12.6, "carbs": 0.8, "fat": 9.6, "estimated": ["kcal", "protein", "carbs", "fat"]},
                    {"name": "protein shake", "protein": 30.0}
                ],
                "kcal": 400.0, "notes": "late"
            }]
        }));
    }

    #[test]
    fn state_round_trips() {
        round_trip::<State>(json!({
            "sleep_hours": 5.5, "sleep_quality": "bad", "mood": "low", "energy": "tired",
            "stress": "high", "soreness": ["legs"], "pain": ["left shoulder"],
            "bodyweight": 78.4, "bodyweight_unit": "kg", "resting_heart_rate": 52.0, "steps": 8042,
            "place": "home", "tags": ["sick"],
            "notes": "travel day"
        }));
    }

    #[test]
    fn what_the_types_do_not_know_is_refused() {
        let unknown =
            json!({"exercises": [{"name": "Squat (Barbell)", "sets": [], "colour": "red"}]});
        assert!(serde_json::from_value::<StrengthLog>(unknown).is_err());
    }

    #[test]
    fn missing_parts_are_no_error() {
        let log: StrengthLog = serde_json::from_value(json!({})).unwrap();
        assert_eq!(log, StrengthLog::default());
        assert_eq!(serde_json::to_string(&log).unwrap(), r#"{"exercises":[]}"#);
    }
}
