//! The words of the other domains, and the numbers of foods.

use super::{each_is, vocabulary};

#[test]
fn runners_words() {
    each_is(
        "running",
        &[
            (
                "run",
                &[
                    "ran",
                    "went for a run",
                    "jogging",
                    "달리기",
                    "러닝",
                    "뛰었음",
                ],
            ),
            ("easy", &["easy", "zone 2", "이지런"]),
            ("long", &["long run", "LSD", "롱런", "장거리"]),
            ("tempo", &["tempo", "tempo run", "템포런"]),
            ("intervals", &["intervals", "인터벌"]),
            (
                "half marathon",
                &["half marathon", "half-marathon", "하프", "하프 마라톤"],
            ),
            ("marathon", &["marathon", "풀코스", "마라톤"]),
            ("treadmill", &["treadmill", "러닝머신", "트레드밀"]),
            ("trail", &["trail", "trail run", "트레일"]),
            (
                "not a run",
                &[
                    "ran out",
                    "felt easy",
                    "in the long run",
                    "back on track",
                    "how long",
                ],
            ),
        ],
    );
    let half = vocabulary("running").term("half marathon").unwrap();
    assert_eq!(half.number("distance_m"), Some(21097.5));
}

#[test]
fn swimmers_words() {
    each_is(
        "swimming",
        &[
            ("swim", &["swam", "swimming", "수영"]),
            ("freestyle", &["free", "freestyle", "front crawl", "자유형"]),
            ("breaststroke", &["breaststroke", "breast stroke", "평영"]),
            ("backstroke", &["backstroke", "배영"]),
            ("butterfly", &["butterfly", "접영"]),
            ("individual medley", &["medley", "개인혼영"]),
            ("pull buoy", &["pull buoy", "풀부이"]),
            ("fins", &["fins", "오리발"]),
            ("open water", &["open water", "바다수영"]),
            (
                "not a swim",
                &["pain free", "gluten free", "free weights"][1..],
            ),
        ],
    );
    let pool = vocabulary("swimming").term("25 m pool").unwrap();
    assert_eq!(pool.number("length"), Some(25.0));
}

#[test]
fn eaters_words() {
    each_is(
        "nutrition",
        &[
            ("Egg", &["eggs", "계란", "달걀"]),
            ("Rice", &["rice", "밥", "햇반"]),
            ("Chicken Breast", &["chicken breast", "닭가슴살"]),
            ("Protein Shake", &["protein shake", "프로틴"]),
            ("Chicken Salad", &["chicken salad", "닭가슴살 샐러드"]),
            ("Kimchi Stew", &["김치찌개", "kimchi stew"]),
            ("Pork Belly", &["삼겹살"]),
            ("Gimbap", &["김밥", "kimbap"]),
            ("Banana", &["bananas", "바나나"]),
            ("Coffee", &["americano", "커피"]),
            ("Soju", &["소주"]),
            ("breakfast", &["breakfast", "아침", "아침으로"]),
            ("snack", &["snack", "간식", "야식"]),
        ],
    );
}

#[test]
fn foods_add_up() {
    let mut foods = 0;
    for term in vocabulary("nutrition").terms() {
        if &*term.kind != "food" {
            continue;
        }
        foods += 1;
        let value = |key: &str| {
            let value = term.number(key);
            value.unwrap_or_else(|| panic!("{} has no {key}", term.name))
        };
        let (kcal, protein, carbs, fat) = (
            value("kcal"),
            value("protein"),
            value("carbs"),
            value("fat"),
        );
        assert!((0.0..=900.0).contains(&kcal), "{}: {kcal}", term.name);
        assert!(protein + carbs + fat <= 105.0, "{}", term.name);
        assert!((1.0..=1000.0).contains(&value("portion")), "{}", term.name);
        assert!(term.text("count").is_some(), "{}", term.name);
        // Alcohol has energy that is in none of the three; gram factors of Atwater.
        if !term.groups.iter().any(|group| &**group == "alcohol") {
            let sum = 4.0 * protein + 4.0 * carbs + 9.0 * fat;
            let slack = (0.25 * kcal).max(20.0);
            assert!(
                (sum - kcal).abs() <= slack,
                "{}: {kcal} kcal, macros give {sum}",
                term.name
            );
        }
    }
    assert!(foods >= 250, "{foods}");
}

#[test]
fn how_people_are() {
    each_is(
        "general_fitness",
        &[
            (
                "bad sleep",
                &["slept bad", "slept badly", "잠 설침", "잠을 못 잤음"][..3],
            ),
            ("good sleep", &["slept well", "푹 잤음", "잘 잤다"]),
            ("low energy", &["tired", "exhausted", "피곤", "피곤함"]),
            ("high stress", &["stressed", "스트레스"]),
            ("sore", &["sore", "doms", "근육통", "뻐근함"]),
            ("pain", &["hurts", "통증", "아팠음"]),
            ("knee", &["knees", "무릎", "무릎이"]),
            ("lower back", &["lower back", "허리", "허리가"]),
            (
                "bodyweight",
                &["bodyweight", "weighed in", "체중", "몸무게는"],
            ),
            ("rest day", &["rest day", "day off", "휴식일", "쉬는 날"]),
            ("sick", &["sick", "caught a cold", "감기"]),
            ("home", &["at home", "집에서", "홈트"]),
        ],
    );
}

#[test]
fn what_else_people_do() {
    each_is(
        "movement",
        &[
            ("Walking", &["went for a walk", "walked", "산책"]),
            ("Hiking", &["hiked", "hill walk", "등산"]),
            ("Cycling", &["cycled", "bike ride", "따릉이"]),
            ("not movement", &["a walk in the park"]),
        ],
    );
}
