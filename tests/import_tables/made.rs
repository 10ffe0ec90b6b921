//! Made exports of other apps, each with its totals: those are added up here from what was to be
//! written, not from what was read.

use std::fmt::Write;

/// What a file comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    pub sets: usize,
    pub reps: f64,
    /// Weight times repetitions, in the unit of the file.
    pub volume: f64,
    pub metres: f64,
    pub seconds: f64,
    pub kcal: f64,
    pub bodyweight: f64,
}

/// A made file.
pub struct Made {
    pub name: &'static str,
    pub text: String,
    pub totals: Totals,
    /// What has to be said on the command line for it.
    pub flags: &'static [&'static str],
}

/// How a country writes numbers.
#[derive(Clone, Copy)]
pub struct Style {
    pub decimal: char,
    pub thousands: &'static str,
}

pub const POINT: Style = Style {
    decimal: '.',
    thousands: ",",
};
pub const COMMA: Style = Style {
    decimal: ',',
    thousands: ".",
};
pub const SPACED: Style = Style {
    decimal: ',',
    thousands: "\u{a0}",
};

impl Style {
    /// A number of hundredths, with as many of them as are asked for.
    pub fn number(self, hundredths: u64, places: usize) -> String {
        let digits = (hundredths / 100).to_string();
        let mut whole = String::new();
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                whole.push_str(self.thousands);
            }
            whole.push(digit);
        }
        let fraction = format!("{:02}", hundredths % 100);
        match places {
            0 => whole,
            places => format!("{whole}{}{}", self.decimal, &fraction[..places]),
        }
    }
}

/// A made set: everything in whole hundredths, so that adding up is exact.
#[derive(Clone, Copy)]
pub struct Set {
    pub session: usize,
    pub exercise: &'static str,
    pub number: usize,
    pub weight: u64,
    pub reps: u64,
    /// Hundredths of the long unit.
    pub distance: u64,
    pub seconds: u64,
}

pub const SESSIONS: [(&str, &str, &str); 3] = [
    ("2026-03-02", "18:05:10", "Legs"),
    ("2026-03-05", "07:10:00", "Push"),
    ("2026-03-19", "19:00:30", "Long"),
];

/// Three sessions: lifts, a plank, a run on the treadmill.
pub fn sets() -> Vec<Set> {
    let mut sets = Vec::new();
    let lifts = [
        (0, "Squat (Barbell)", [6000, 8250, 10225]),
        (0, "Leg Press", [12000, 14000, 15000]),
        (1, "Bench Press (Barbell)", [5000, 6250, 6500]),
        (2, "Deadlift (Barbell)", [10000, 12050, 13075]),
    ];
    for (session, exercise, weights) in lifts {
        for (at, weight) in weights.into_iter().enumerate() {
            sets.push(Set {
                session,
                exercise,
                number: at + 1,
                weight,
                reps: 8 - 2 * at as u64,
                distance: 0,
                seconds: 0,
            });
        }
    }
    let still = |session, exercise, distance, seconds| Set {
        session,
        exercise,
        number: 1,
        weight: 0,
        reps: 0,
        distance,
        seconds,
    };
    sets.push(still(1, "Plank", 0, 95));
    sets.push(still(2, "Running (Treadmill)", 525, 1695));
    sets.sort_by_key(|set| set.session);
    sets
}

/// What sets come to; `long` is what one of the long unit has of metres.
pub fn totals(sets: &[Set], long: f64) -> Totals {
    let lifted = sets.iter().filter(|set| set.distance == 0);
    Totals {
        sets: lifted.count(),
        reps: sets.iter().map(|set| set.reps as f64).sum(),
        volume: sets
            .iter()
            .map(|set| (set.weight * set.reps) as f64)
            .sum::<f64>()
            / 100.0,
        metres: sets.iter().map(|set| set.distance as f64).sum::<f64>() / 100.0 * long,
        seconds: sets.iter().map(|set| set.seconds as f64).sum(),
        ..Totals::default()
    }
}

pub const KM: f64 = 1000.0;
pub const MILE: f64 = 1609.344;

/// Strong as of 2022 and later, in a language and a country's numbers.
pub fn strong(header: &str, delimiter: char, style: Style, minutes: &str) -> String {
    let mut text = format!("{header}\n");
    let d = delimiter;
    for set in sets() {
        let (day, clock, title) = SESSIONS[set.session];
        let (weight, distance) = (style.number(set.weight, 2), style.number(set.distance, 2));
        let quote = if d == ';' { "" } else { "\"" };
        writeln!(
            text,
            "{day} {clock}{d}{quote}{title}{quote}{d}{minutes}{d}{quote}{}{quote}{d}{}{d}{weight}{d}{}{d}{distance}{d}{}{d}{d}{d}",
            set.exercise, set.number, set.reps, set.seconds
        )
        .unwrap();
    }
    text
}

/// Strong's old export: the unit is the name of the column.
pub fn strong_old(weight: &str, distance: &str) -> String {
    let mut text =
        format!("Date,Workout Name,Exercise Name,Set Order,{weight},Reps,{distance},Seconds\n");
    for set in sets() {
        let (day, clock, title) = SESSIONS[set.session];
        let number = |hundredths| POINT.number(hundredths, 2);
        writeln!(
            text,
            "{day} {clock},{title},{},{},{},{},{},{}",
            set.exercise,
            set.number,
            number(set.weight),
            set.reps,
            number(set.distance),
            set.seconds
        )
        .unwrap();
    }
    text
}

pub fn hevy(weight: &str, distance: &str) -> String {
    let mut text = format!(
        "\"title\",\"start_time\",\"end_time\",\"description\",\"exercise_title\",\"superset_id\",\
         \"exercise_notes\",\"set_index\",\"set_type\",\"{weight}\",\"reps\",\"{distance}\",\
         \"duration_seconds\",\"rpe\"\n"
    );
    for set in sets() {
        let (day, clock, title) = SESSIONS[set.session];
        let start = format!(
            "{} Mar 2026, {}",
            day[8..].trim_start_matches('0'),
            &clock[..5]
        );
        let some = |value: u64, shown: String| if value == 0 { String::new() } else { shown };
        let number = |hundredths| some(hundredths, POINT.number(hundredths, 2));
        writeln!(
            text,
            "\"{title}\",\"{start}\",\"{start}\",\"\",\"{}\",,\"\",{},\"normal\",{},{},{},{},",
            set.exercise,
            set.number - 1,
            number(set.weight),
            some(set.reps, set.reps.to_string()),
            number(set.distance),
            some(set.seconds, set.seconds.to_string()),
        )
        .unwrap();
    }
    text
}

/// FitNotes; where asked for, with names that hold commas and no quotes.
pub fn fitnotes(unit: &str, bare: bool) -> String {
    let mut text = String::from(
        "Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment\n",
    );
    for set in sets() {
        let (day, ..) = SESSIONS[set.session];
        let name = match set.exercise {
            "Leg Press" if bare => "Leg Press (45°, feet high, narrow)",
            name => name,
        };
        let (weight, reps) = (POINT.number(set.weight, 2), set.reps);
        let (minutes, seconds) = (set.seconds / 60, set.seconds % 60);
        if set.distance > 0 {
            let distance = POINT.number(set.distance, 2);
            writeln!(
                text,
                "{day},{name},Cardio,,,,{distance},km,0:{minutes:02}:{seconds:02},"
            )
        } else if set.seconds > 0 {
            writeln!(text, "{day},{name},Abs,,,,,,0:{minutes:02}:{seconds:02},")
        } else {
            writeln!(text, "{day},{name},Legs,{weight},{unit},{reps},,,,")
        }
        .unwrap();
    }
    text
}

/// The sets of StrongLifts: lifts only.
pub fn lifts() -> Vec<Set> {
    sets().into_iter().filter(|set| set.weight > 0).collect()
}

pub fn stronglifts(unit: &str) -> String {
    let mut text = format!(
        "\u{feff}Date (yyyy/mm/dd),Workout,Workout Name,Program Name,Body Weight ({unit}),Exercise,Sets×Reps,\
         Sets×Time,Top Set (Reps×{unit}),e1RM ({unit}),Reps,Volume ({unit}),Workout Volume ({unit}),\
         Duration (hours),Start Time (h:mm),End Time (h:mm),Notes"
    );
    for number in 1..=4 {
        write!(text, ",Set {number} (Reps),Set {number} ({unit})").unwrap();
    }
    text.push('\n');
    for sets in lifts().chunk_by(|a, b| a.exercise == b.exercise) {
        let (day, clock, title) = SESSIONS[sets[0].session];
        let reps: u64 = sets.iter().map(|set| set.reps).sum();
        let volume: u64 = sets.iter().map(|set| set.reps * set.weight).sum();
        write!(
            text,
            "{},7,{title},StrongLifts 5×5,82.5,{},3×8,,8×100,120,{reps},{},9999,0.75,{},20:00,",
            day.replace('-', "/"),
            sets[0].exercise,
            volume / 100,
            &clock[..5],
        )
        .unwrap();
        for set in sets {
            write!(text, ",{},{}", set.reps, POINT.number(set.weight, 2)).unwrap();
        }
        // a set that was planned and not done
        text.push_str(",,\n");
    }
    text
}

/// StrongLifts as of 2016: three exercises side by side. Its totals are in pounds.
pub fn stronglifts_2016() -> (String, Totals) {
    let block = |n: usize| {
        format!(
            "\"Exercise {n}\",\"Weight (KG)\",\"Weight (LB)\",\"Set 1\",\"Set 2\",\"Set 3\",\"Set 4\",\"Set 5\""
        )
    };
    let mut text = format!(
        "\"Date\",\"Note\",\"Workout\",\"Body Weight\",{},{},{}\n",
        block(1),
        block(2),
        block(3)
    );
    let mut totals = Totals::default();
    for (day, pounds) in [("07/25/16", 135u64), ("07/27/16", 145), ("07/29/16", 155)] {
        write!(text, "\"{day}\",\"\",\"A\",\"183lb\"").unwrap();
        totals.bodyweight += 183.0;
        for (at, name) in ["Squat", "Bench Press", "Barbell Row"].iter().enumerate() {
            let pounds = pounds - 20 * at as u64;
            let kilos = (pounds as f64 * 0.453_592_37 * 100.0).round() / 100.0;
            write!(text, ",\"{name}\",\"{kilos}\",\"{pounds}\"").unwrap();
            for reps in [5, 5, 5, 4, 0u64] {
                write!(text, ",\"{reps}\"").unwrap();
                totals.sets += 1;
                totals.reps += reps as f64;
                totals.volume += (reps * pounds) as f64;
            }
        }
        text.push('\n');
    }
    (text, totals)
}

/// The list of Garmin Connect: a run, a long swim in a pool, a ride over a thousand, a sprint.
pub fn garmin(header: &str, kinds: [&str; 3], runs: Style, pools: Style) -> (String, Totals) {
    let mut text = format!("{header}\n");
    let mut row = |kind: &str, day: u32, distance: String, kcal: u64, time: &str, style: Style| {
        let kcal = style.number(kcal * 100, 0);
        writeln!(
            text,
            "{kind},2026-04-{day:02} 18:00:00,false,\"{kind} {day}\",\"{distance}\",\"{kcal}\",\"{time}\",\"151\",\"--\""
        )
        .unwrap();
    };
    let [run, swim, ride] = kinds;
    row(run, 2, runs.number(1002, 2), 1012, "00:52:11", runs);
    row(swim, 3, pools.number(250_000, 0), 640, "00:50:00", runs);
    row(run, 4, runs.number(806, 2), 702, "00:44:00", runs);
    row(ride, 5, runs.number(12_050, 2), 2120, "05:20:00", runs);
    row(run, 6, runs.number(10, 2), 5, "00:12.01", runs);
    let totals = Totals {
        metres: 10_020.0 + 2500.0 + 8060.0 + 120_500.0 + 100.0,
        seconds: 3131.0 + 3000.0 + 2640.0 + 19_200.0 + 12.01,
        kcal: 1012.0 + 640.0 + 702.0 + 2120.0 + 5.0,
        ..Totals::default()
    };
    (text, totals)
}

pub fn strava() -> (String, Totals) {
    let mut text = String::from(
        "Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,\
         Max Heart Rate,Relative Effort,Commute,Filename,Elapsed Time,Moving Time,Distance,Max Speed\n",
    );
    let mut totals = Totals::default();
    for (day, kilometres, seconds) in [(2, 1002u64, 3131u64), (9, 2110, 7260)] {
        let (shown, metres) = (POINT.number(kilometres, 2), kilometres * 10);
        writeln!(
            text,
            "{day},\"Apr {day}, 2026, 6:12:03 AM\",Morning,Run,,{},{shown},171,40,false,activities/{day}.fit.gz,{}.0,{seconds}.0,{metres}.0,4.5",
            seconds + 60,
            seconds + 60,
        )
        .unwrap();
        totals.metres += metres as f64;
        totals.seconds += seconds as f64;
    }
    (text, totals)
}

pub fn myfitnesspal() -> (String, Totals) {
    let mut text = String::from(
        "Date,Meal,Calories,Fat (g),Saturated Fat,Cholesterol,Sodium (mg),Carbohydrates (g),Fiber,Sugar,Protein (g),Note\n",
    );
    let mut totals = Totals::default();
    for day in 1..=3u64 {
        for (at, meal) in ["Breakfast", "Lunch", "Dinner"].iter().enumerate() {
            let kcal = 400 + 100 * at as u64 + day;
            writeln!(
                text,
                "2026-05-{day:02},{meal},{kcal}.5,12.5,3,0,900,50.1,8,20,31.2,"
            )
            .unwrap();
            totals.kcal += kcal as f64 + 0.5;
        }
    }
    (text, totals)
}

pub fn fitbod() -> String {
    let mut text = String::from(
        "Date,Exercise,Reps,Weight(kg),Duration(s),Distance(m),Incline,Resistance,isWarmup,Note,multiplier\n",
    );
    for set in sets() {
        let (day, clock, _) = SESSIONS[set.session];
        let number = |hundredths| POINT.number(hundredths, 2);
        writeln!(
            text,
            "{day} {clock} +0000,{},{},{},{}.0,{}.0,0.0,0.0,false,,1.0",
            set.exercise,
            set.reps,
            number(set.weight),
            set.seconds,
            set.distance * 10,
        )
        .unwrap();
    }
    text
}

/// Body weights, as a measurement or under a column of their own.
pub fn bodyweights(long: bool) -> (String, Totals) {
    let mut text = String::from(match long {
        true => "Date,Time,Measurement,Value,Unit\n",
        false => "Date,Weight\n",
    });
    let mut totals = Totals::default();
    for day in 1..=5u64 {
        let tenths = 820 + 3 * day;
        let value = format!("{}.{}", tenths / 10, tenths % 10);
        match long {
            true => {
                writeln!(text, "2026-06-{day:02},07:00:00,Bodyweight,{value},kgs").unwrap();
                writeln!(text, "2026-06-{day:02},07:00:00,Waist,84.0,cm").unwrap();
            }
            false => writeln!(text, "2026-06-{day:02},{value}").unwrap(),
        }
        totals.bodyweight += tenths as f64 / 10.0;
    }
    (text, totals)
}

/// A table of a person's own, German, with semicolons.
pub fn own() -> String {
    let mut text = String::from("Datum;Übung;Gewicht;Wdh;Bemerkung\n");
    for set in lifts() {
        let (day, ..) = SESSIONS[set.session];
        let (year, month, date) = (&day[..4], &day[5..7], &day[8..]);
        let weight = COMMA.number(set.weight, 2);
        writeln!(
            text,
            "{date}.{month}.{year};{};{weight};{};",
            set.exercise, set.reps
        )
        .unwrap();
    }
    text
}

/// A run as a file of Garmin's, by when it began (UTC), how far and how long it was.
pub fn recording(start: &str, metres: u32, seconds: u32) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<TrainingCenterDatabase><Activities><Activity Sport=\"Running\">\
         <Id>{start}</Id><Lap StartTime=\"{start}\"><TotalTimeSeconds>{seconds}</TotalTimeSeconds>\
         <DistanceMeters>{metres}</DistanceMeters></Lap></Activity></Activities></TrainingCenterDatabase>\n"
    )
}

/// The recording of the run in [`strava`].
pub fn run() -> String {
    recording("2026-04-02T06:12:05Z", 10_022, 3_190)
}
