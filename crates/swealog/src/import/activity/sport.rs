//! What kind of activity an app's word for it means.

/// What an activity is for the domains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sport {
    /// A run.
    Run,
    /// A swim.
    Swim,
    /// A session with weights.
    Lift,
    /// Movement of another kind, by the name the base domain knows it.
    Other(&'static str),
}

/// Parts of the words for kinds of activities, in the languages of the apps: the first that is in
/// a name says what it is.
const WORDS: &[(Sport, &[&str])] = &[
    (
        Sport::Swim,
        &[
            "swim",
            "schwimm",
            "natation",
            "nataci",
            "nage",
            "nuoto",
            "zwem",
            "simning",
            "svømning",
            "bassäng",
            "nataç",
            "수영",
            "水泳",
            "スイム",
            "スイミング",
        ],
    ),
    (
        Sport::Lift,
        &[
            "strength",
            "kraft",
            "musculation",
            "renforcement",
            "fuerza",
            "forza",
            "weight training",
            "weighttraining",
            "weightlifting",
            "근력",
            "웨이트",
            "força",
            "musculaç",
            "styrk",
            "krachttraining",
            "筋力",
            "筋トレ",
        ],
    ),
    (
        Sport::Other("Hiking"),
        &[
            "hik",
            "wander",
            "randonn",
            "senderismo",
            "escursion",
            "trekking",
            "vandring",
            "ハイキング",
            "등산",
            "하이킹",
            "mountaineering",
        ],
    ),
    (
        Sport::Other("Walking"),
        &[
            "walk",
            "gehen",
            "spazier",
            "marche",
            "camina",
            "camminata",
            "wandel",
            "caminhada",
            "promenad",
            "gång",
            "gåtur",
            "걷기",
            "산책",
            "ウォーキング",
        ],
    ),
    (
        Sport::Other("Cycling"),
        &[
            "cycl",
            "bik",
            "radfahr",
            "rennrad",
            "mountainbike",
            "fahrrad",
            "vélo",
            "velo",
            "vtt",
            "cicl",
            "bici",
            "fiets",
            "cykl",
            "cykel",
            "サイクリング",
            "자전거",
            "사이클",
            "라이딩",
            "バイク",
            "ride",
            "spinning",
        ],
    ),
    (
        Sport::Run,
        &[
            "running",
            "lauf",
            "course",
            "carrera",
            "correr",
            "corsa",
            "corrida",
            "hardlopen",
            "löpning",
            "löpband",
            "løb",
            "jog",
            "treadmill",
            "cinta",
            "tapis",
            "달리기",
            "러닝",
            "트레드밀",
            "조깅",
            "ランニング",
        ],
    ),
    (
        Sport::Other("Rowing"),
        &["row", "ruder", "aviron", "remo", "로잉", "조정"],
    ),
    (
        Sport::Other("Elliptical"),
        &["ellip", "crosstrainer", "일립티컬"],
    ),
    (
        Sport::Other("Stair Climbing"),
        &["stair", "treppen", "escalier", "스텝밀", "계단"],
    ),
    (Sport::Other("Yoga"), &["yoga", "요가"]),
    (Sport::Other("Pilates"), &["pilates", "필라테스"]),
    (
        Sport::Other("Climbing"),
        &[
            "climb",
            "kletter",
            "boulder",
            "escalad",
            "escalade",
            "클라이밍",
        ],
    ),
    (
        Sport::Other("Boxing"),
        &[
            "boxing",
            "boxen",
            "boxe",
            "martial",
            "wrestling",
            "복싱",
            "권투",
        ],
    ),
    (
        Sport::Other("Football"),
        &[
            "soccer", "football", "fußball", "fussball", "fútbol", "축구",
        ],
    ),
    (
        Sport::Other("Basketball"),
        &["basketball", "baloncesto", "농구"],
    ),
    (
        Sport::Other("Tennis"),
        &[
            "tennis",
            "tenis",
            "badminton",
            "padel",
            "squash",
            "테니스",
            "배드민턴",
        ],
    ),
    (Sport::Other("Volleyball"), &["volley", "배구"]),
    (Sport::Other("Golf"), &["golf", "골프"]),
    (
        Sport::Other("Skiing"),
        &["ski", "snowboard", "esquí", "스키", "스노보드"],
    ),
    (Sport::Other("Skating"), &["skat", "patin", "스케이트"]),
    (
        Sport::Other("HIIT"),
        &["hiit", "high intensity", "highintensity"],
    ),
    (
        Sport::Other("Stretching"),
        &["flexibility", "stretch", "스트레칭"],
    ),
    (Sport::Other("Cardio"), &["cardio", "fitness", "카디오"]),
];

impl Sport {
    /// What an app's word for a kind of activity means; `None` for kinds not known here.
    pub fn of(kind: &str) -> Option<Self> {
        let kind = kind.to_lowercase().replace(['_', '-'], " ");
        // short words that would be found inside others
        match kind.trim() {
            "run" | "trail run" | "virtual run" | "9" => return Some(Self::Run),
            "1" => return Some(Self::Other("Cycling")),
            _ => {}
        }
        let is = |words: &&(Self, &[&str])| words.1.iter().any(|word| kind.contains(word));
        WORDS.iter().find(is).map(|(sport, _)| *sport)
    }

    /// What an exercise of a lifting app means, if it is no lifting.
    pub fn of_exercise(exercise: &str) -> Option<Self> {
        let name = exercise.to_lowercase();
        Some(match name.split(" (").next().unwrap_or_default().trim() {
            "running" | "run" | "treadmill" | "jogging" | "달리기" | "러닝" | "트레드밀" => {
                Self::Run
            }
            "swimming" | "swim" | "수영" => Self::Swim,
            "cycling" | "spinning" | "stationary bike" | "biking" | "자전거" | "사이클" => {
                Self::Other("Cycling")
            }
            "walking" | "walk" | "걷기" => Self::Other("Walking"),
            "hiking" | "등산" => Self::Other("Hiking"),
            "yoga" | "요가" => Self::Other("Yoga"),
            "elliptical" | "elliptical trainer" | "elliptical machine" => Self::Other("Elliptical"),
            _ => return None,
        })
    }

    /// How it is called in a text.
    pub fn name(self) -> &'static str {
        match self {
            Self::Run => "Run",
            Self::Swim => "Swim",
            Self::Lift => "Strength training",
            Self::Other(name) => name,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_known_in_several_languages() {
        for (kind, sport) in [
            ("Running", Sport::Run),
            ("Trail Running", Sport::Run),
            ("trail_running", Sport::Run),
            ("Laufbandtraining", Sport::Run),
            ("Course à pied", Sport::Run),
            ("Carrera", Sport::Run),
            ("달리기", Sport::Run),
            ("Pool Swim", Sport::Swim),
            ("Freiwasserschwimmen", Sport::Swim),
            ("lap_swimming", Sport::Swim),
            ("Strength Training", Sport::Lift),
            ("Krafttraining", Sport::Lift),
            ("Road Cycling", Sport::Other("Cycling")),
            ("Radfahren", Sport::Other("Cycling")),
            ("Wandern", Sport::Other("Hiking")),
            ("Spazierengehen", Sport::Other("Walking")),
        ] {
            assert_eq!(Sport::of(kind), Some(sport), "{kind}");
        }
        assert_eq!(Sport::of("Meditation"), None);
        assert_eq!(Sport::of_exercise("Walking Lunge"), None);
        assert_eq!(
            Sport::of_exercise("Cycling (Indoor)"),
            Some(Sport::Other("Cycling"))
        );
    }
}
