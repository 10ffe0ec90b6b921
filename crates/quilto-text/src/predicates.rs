//! Verbs and adjectives of a language that hangs endings on stems (Korean): what a word is a form of, and a
//! question spelled with care, so that what is glued together or typed in haste reads like the rest.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::OnceLock;

use serde::Deserialize;

use crate::hangul::{is_particles, jamo};
use crate::lexicon;
use quilto_vocabulary::normalize::is_syllable;

/// What the language file says.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    plain: Vec<String>,
    telling: Vec<String>,
    irregular: HashMap<String, String>,
    joined: HashMap<String, Vec<String>>,
    copula: String,
    endings: Endings<Vec<String>>,
    leaning: Leaning,
    polite: Vec<String>,
    nouns: Vec<String>,
    others: Vec<String>,
    before: Vec<String>,
    done: Vec<String>,
    full: BTreeMap<String, String>,
    names: Vec<String>,
}

/// Endings by what they hang on.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Endings<T> {
    stem: Ends<T>,
    open: Ends<T>,
    joined: Ends<T>,
    past: Ends<T>,
}

/// Endings by what they make.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ends<T> {
    noun: T,
    name: T,
    end: T,
}

/// The verbs that lean on another, by what stands between.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Leaning {
    joined: Vec<String>,
    stem: BTreeMap<String, Vec<String>>,
}

/// What a form does in its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// It stands before a noun: 간.
    Noun,
    /// It is a noun: 감.
    Name,
    /// It ends a clause, or joins it to the next.
    End,
}

/// A stem in letters, as endings of each kind find it.
#[derive(Debug)]
struct Stem {
    plain: bool,
    stem: Vec<String>,
    open: Vec<String>,
    joined: Vec<String>,
}

#[derive(Debug)]
struct Predicates {
    stems: Vec<Stem>,
    copula: Stem,
    done: Vec<Stem>,
    after_joined: Vec<Stem>,
    after_stem: Vec<(String, Vec<Stem>)>,
    endings: Endings<HashSet<String>>,
    polite: Vec<String>,
    nouns: Vec<String>,
    others: Vec<String>,
    before: Vec<String>,
    full: BTreeMap<String, String>,
    names: HashSet<String>,
}

/// Letters of the alphabet that the rules of contraction speak of.
const SILENT: char = 'ㅇ';
const PAST: char = 'ㅆ';
/// Vowels that take their like: stems of them go on with 아, others with 어.
const BRIGHT: &str = "ㅏㅗㅑ";
const VOWELS: &str = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ";

fn is_vowel(letter: char) -> bool {
    VOWELS.contains(letter)
}

/// The forms a stem with its vowel goes on as before 아 or 어: 가 가, 오 와, 마시 마셔, 먹으 먹어.
fn joined(vowel_form: &str) -> Vec<String> {
    let mut letters: Vec<char> = vowel_form.chars().collect();
    let Some(last) = letters.pop() else {
        return Vec::new();
    };
    let before = letters.iter().rev().find(|letter| is_vowel(**letter));
    let bright = |letter: Option<&char>| letter.is_some_and(|vowel| BRIGHT.contains(*vowel));
    let start: String = letters.iter().collect();
    let join = |with: char| vec![format!("{start}{with}")];
    let long = |vowel: char| format!("{vowel_form}{SILENT}{vowel}");
    match last {
        'ㅡ' => {
            let vowel = if bright(before) { 'ㅏ' } else { 'ㅓ' };
            // 부르 불러, though 들르 들러.
            match start.strip_suffix('ㄹ') {
                Some(head) if head.ends_with(is_vowel) => vec![format!("{head}ㄹㄹ{vowel}")],
                _ => vec![format!("{start}{vowel}")],
            }
        }
        'ㅗ' => join('ㅘ'),
        'ㅜ' => [join('ㅝ'), vec![long('ㅓ')]].concat(),
        'ㅣ' => [join('ㅕ'), vec![long('ㅓ')]].concat(),
        'ㅚ' => [join('ㅙ'), vec![long('ㅓ')]].concat(),
        'ㅟ' | 'ㅢ' => vec![long('ㅓ')],
        vowel if is_vowel(vowel) => vec![vowel_form.to_owned()],
        _ => vec![long(if bright(before) { 'ㅏ' } else { 'ㅓ' })],
    }
}

impl Stem {
    fn new(written: &str, plain: bool, file: &File) -> Self {
        let mut stem = vec![jamo(written)];
        let irregular = file.irregular.get(written).map(|form| jamo(form));
        let open = match (irregular, stem[0].strip_suffix('ㄹ')) {
            (Some(form), _) => vec![form],
            // 들면, but 든 and 드는.
            (None, Some(short)) => {
                let short = short.to_owned();
                let open = vec![stem[0].clone(), short.clone()];
                stem.push(short);
                open
            }
            (None, None) if stem[0].ends_with(is_vowel) => stem.clone(),
            (None, None) => vec![format!("{}{SILENT}ㅡ", stem[0])],
        };
        let by_file = file.joined.get(written);
        let joined = match by_file {
            Some(forms) => forms.iter().map(|form| jamo(form)).collect(),
            None => joined(&open[0]),
        };
        Self {
            plain,
            stem,
            open,
            joined,
        }
    }
}

impl Ends<HashSet<String>> {
    fn role(&self, rest: &str, polite: &[String]) -> Option<Role> {
        if self.noun.contains(rest) {
            return Some(Role::Noun);
        }
        if self.name.contains(rest) {
            return Some(Role::Name);
        }
        let mut bare = polite.iter().filter_map(|end| rest.strip_suffix(&**end));
        let ends = self.end.contains(rest) || bare.any(|rest| self.end.contains(rest));
        ends.then_some(Role::End)
    }
}

impl Predicates {
    fn new(file: &File) -> Self {
        let letters = |list: &[String]| list.iter().map(|one| jamo(one)).collect::<HashSet<_>>();
        let ends = |of: &Ends<Vec<String>>| Ends {
            noun: letters(&of.noun),
            name: letters(&of.name),
            end: letters(&of.end),
        };
        let stems = |list: &[String], plain: bool| {
            let all = list.iter().map(|stem| Stem::new(stem, plain, file));
            all.collect::<Vec<_>>()
        };
        let mut all = stems(&file.plain, true);
        all.extend(stems(&file.telling, false));
        let by_ending = file.leaning.stem.iter();
        Self {
            stems: all,
            copula: Stem::new(&file.copula, true, file),
            done: stems(&file.done, true),
            after_joined: stems(&file.leaning.joined, true),
            after_stem: by_ending
                .map(|(ending, list)| (jamo(ending), stems(list, true)))
                .collect(),
            endings: Endings {
                stem: ends(&file.endings.stem),
                open: ends(&file.endings.open),
                joined: ends(&file.endings.joined),
                past: ends(&file.endings.past),
            },
            polite: file.polite.iter().map(|end| jamo(end)).collect(),
            nouns: file.nouns.clone(),
            others: file.others.clone(),
            before: file.before.clone(),
            full: file.full.clone(),
            names: file.names.iter().cloned().collect(),
        }
    }

    /// What letters are a form of a stem as.
    fn form(&self, letters: &str, stem: &Stem) -> Option<Role> {
        let ends = &self.endings;
        let after = |bases: &[String], read: &dyn Fn(&str) -> Option<Role>| {
            let mut rests = bases
                .iter()
                .filter_map(|base| letters.strip_prefix(&**base));
            rests.find_map(read)
        };
        let of = |leaning: &[Stem], rest: &str| {
            let mut all = leaning.iter();
            (!rest.is_empty()).then(|| all.find_map(|stem| self.form(rest, stem)))?
        };
        after(&stem.stem, &|rest| {
            ends.stem.role(rest, &self.polite).or_else(|| {
                let mut all = self.after_stem.iter();
                all.find_map(|(ending, leaning)| of(leaning, rest.strip_prefix(&**ending)?))
            })
        })
        .or_else(|| after(&stem.open, &|rest| ends.open.role(rest, &self.polite)))
        .or_else(|| {
            after(&stem.joined, &|rest| {
                let past = rest.strip_prefix(PAST).and_then(|rest| self.past(rest));
                past.or_else(|| ends.joined.role(rest, &self.polite))
                    .or_else(|| of(&self.after_joined, rest))
            })
        })
    }

    /// What stands behind the ㅆ of the past; it may be said twice (갔었어).
    fn past(&self, rest: &str) -> Option<Role> {
        let twice = ["ㅇㅓㅆ", "ㄱㅔㅆ"];
        let mut again = twice.iter().filter_map(|twice| rest.strip_prefix(twice));
        let role = |rest: &str| self.endings.past.role(rest, &self.polite);
        role(rest).or_else(|| again.find_map(role))
    }

    /// What a word is a form of, and whether all that it may be a form of is plain.
    fn read(&self, word: &str) -> Option<(Role, bool)> {
        let letters = jamo(word);
        let mut role = None;
        let mut plain = true;
        for stem in &self.stems {
            if let Some(found) = self.form(&letters, stem) {
                // Alone, a stem of one syllable is as likely a name.
                if word.chars().nth(1).is_none() && found != Role::Noun {
                    continue;
                }
                role = role.filter(|role| *role == Role::Noun).or(Some(found));
                plain &= stem.plain;
            }
        }
        role.map(|role| (role, plain))
    }

    /// Whether a word is a noun that leans on a verb, with its particles or as what is said to be.
    fn is_noun(&self, word: &str, nouns: &[String]) -> bool {
        let mut nouns = nouns.iter();
        let letters = jamo(word);
        nouns.any(|noun| {
            let particles = word.strip_prefix(&**noun).is_some_and(|rest| {
                is_particles(rest)
                    || self.polite.contains(&jamo(rest))
                    || self.polite.iter().any(|end| {
                        jamo(rest)
                            .strip_suffix(&**end)
                            .is_some_and(|rest| self.particles(rest))
                    })
            });
            particles
                || letters.strip_prefix(&*jamo(noun)).is_some_and(|rest| {
                    // 거야, 거였어, and 건가 of 거인가.
                    let full = format!("{}{rest}", self.copula.stem[0]);
                    self.form(rest, &self.copula).is_some()
                        || self.form(&full, &self.copula).is_some()
                })
        })
    }

    /// Whether letters are particles.
    fn particles(&self, letters: &str) -> bool {
        let mut particles = lexicon::core().particles.iter();
        particles.any(|particle| jamo(particle) == letters)
    }

    /// The words of what is glued before a noun: 못|잔, 화강암|할.
    fn clause<'w>(&self, head: &'w str) -> Option<Vec<&'w str>> {
        if self.read(head).is_some_and(|(role, _)| role == Role::Noun) {
            return Some(vec![head]);
        }
        let mut before = self.before.iter();
        let led = before.find_map(|little| {
            let mut words = vec![head.get(..little.len())?];
            words.extend(self.clause(head.strip_prefix(&**little)?)?);
            Some(words)
        });
        led.or_else(|| {
            let mut cuts = head.char_indices().skip(2).map(|(at, _)| head.split_at(at));
            let done = |verb: &str| {
                let letters = jamo(verb);
                let mut all = self.done.iter();
                all.any(|stem| self.form(&letters, stem) == Some(Role::Noun))
            };
            let (name, verb) = cuts.find(|(_, verb)| done(verb))?;
            Some(vec![name, verb])
        })
    }

    /// The words that are glued together in one.
    fn apart<'w>(&self, word: &'w str) -> Option<Vec<&'w str>> {
        if self.is_name(word) || self.is_noun(word, &self.nouns) {
            return None;
        }
        let cuts = word.char_indices().skip(1).map(|(at, _)| word.split_at(at));
        let leaning = cuts.clone().find_map(|(head, noun)| {
            let mut words = self
                .is_noun(noun, &self.nouns)
                .then(|| self.clause(head))??;
            words.push(noun);
            Some(words)
        });
        leaning.or_else(|| {
            let mut before = self.before.iter();
            let (little, rest) = before.find_map(|little| {
                let rest = word.strip_prefix(&**little)?;
                self.read(rest).map(|_| (word.get(..little.len()), rest))
            })?;
            Some(vec![little?, rest])
        })
    }

    /// A word in full, its particles kept.
    fn in_full(&self, word: &str) -> String {
        let mut known = self.full.iter();
        let full = known.find_map(|(typed, full)| {
            let rest = word.strip_prefix(&**typed)?;
            is_particles(rest).then(|| format!("{full}{rest}"))
        });
        full.unwrap_or_else(|| word.to_owned())
    }

    fn is_name(&self, word: &str) -> bool {
        let mut names = self.names.iter();
        names.any(|name| word.strip_prefix(&**name).is_some_and(is_particles))
    }
}

fn predicates() -> &'static Predicates {
    static PREDICATES: OnceLock<Predicates> = OnceLock::new();
    PREDICATES.get_or_init(|| {
        let files = lexicon::read::<File>("predicates").unwrap_or_default();
        let file = files.into_iter().next().map(|(_, file)| file);
        Predicates::new(&file.unwrap_or_default())
    })
}

/// Whether a word says no more than that something is done, asked or noted: a form of a plain verb, or a noun
/// that leans on one.
pub fn says_nothing(word: &str) -> bool {
    let all = predicates();
    if word.is_empty() || !word.chars().all(is_syllable) || all.is_name(word) {
        return false;
    }
    match all.read(word) {
        Some((_, plain)) => plain,
        None => all.is_noun(word, &all.nouns) || all.is_noun(word, &all.others),
    }
}

/// A text as somebody would write it who takes care: what is glued to a verb stands apart, letters without a
/// syllable are left out, and the past has both of its letters.
pub fn with_care(text: &str) -> String {
    let mut careful = String::with_capacity(text.len());
    let hangul = |c: char| is_syllable(c) || is_letter(c);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let end = rest.find(|next| hangul(next) != hangul(c));
        let (run, after) = rest.split_at(end.unwrap_or(rest.len()));
        match hangul(c) {
            true => careful.push_str(&careful_run(run)),
            false => careful.push_str(run),
        }
        rest = after;
    }
    careful
}

fn is_letter(c: char) -> bool {
    ('ㄱ'..='ㅣ').contains(&c)
}

fn careful_run(run: &str) -> String {
    let all = predicates();
    let words = run.split(is_letter).filter(|word| !word.is_empty());
    let words = words.map(|word| {
        let word = mended(word);
        let words = all.apart(&word).unwrap_or_else(|| vec![&word]);
        let full = words.into_iter().map(|word| all.in_full(word));
        full.collect::<Vec<_>>().join(" ")
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A verb of the past whose ㅆ was typed as ㅅ.
fn mended(word: &str) -> String {
    /// How far ㅆ lies behind ㅅ among what closes a syllable, and which of those ㅅ is.
    const CLOSED: u32 = 19;
    let all = predicates();
    let mut word: Vec<char> = word.chars().collect();
    for at in 0..word.len() {
        let index = u32::from(word[at]).wrapping_sub(u32::from('가'));
        if index % 28 != CLOSED {
            continue;
        }
        let Some(past) = char::from_u32(u32::from(word[at]) + 1) else {
            continue;
        };
        let typed = std::mem::replace(&mut word[at], past);
        let whole: String = word.iter().collect();
        if all.read(&whole).is_none() && all.apart(&whole).is_none() {
            word[at] = typed;
        }
    }
    word.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_plain_verbs_say_nothing() {
        let words = "나간 했고 됐는지도요 나옴 먹냐 걸은 뛴 들어갔을까요 마셨더라 알려주셈 부탁드려요 궁금합니다 불러봐 먹었었나 되려나 거예요 \
            건가요 날이 게 갔다왔는지 들은 보여주시면 드는 쳤지 나가냐";
        for word in words.split_whitespace() {
            assert!(says_nothing(word), "{word}");
        }
    }

    #[test]
    fn names_and_what_may_matter_are_left() {
        let words = "가지볶음 가지 나물 마라탕 감 잼 오이 자두 보리차 치즈 타코 사과 고구마 들깨 나가사키 적은 써놓은 넘긴 쉰 늘었어 안 못 \
            없는 빼고 말고 낮은 채운 철수 김치전 탕 주스 하몽";
        for word in words.split_whitespace() {
            assert!(!says_nothing(word), "{word}");
        }
    }

    #[test]
    fn what_is_glued_to_a_verb_stands_apart() {
        for (typed, careful) in [
            ("못잔날 며칠", "못 잔 날 며칠"),
            ("만보 넘긴날은", "걸음 10000보 넘긴 날은"),
            ("안뛴날이", "안 뛴 날이"),
            ("화강암할때 벨트", "화강암 할 때 벨트"),
            ("한적 있냐ㅋㅋ", "한 적 있냐"),
            ("뭐 먹엇나", "뭐 먹었나"),
            ("햇냐", "했냐"),
            ("몇번 갔던건지요", "몇번 갔던 건지요"),
            ("5km 뛴거", "5km 뛴 거"),
            ("만보는 젤 첨으로", "걸음 10000보는 제일 처음으로"),
            ("가지볶음 먹은날ㅠㅠ", "가지볶음 먹은 날"),
            ("버섯고기 한달 간수치 마라탕", "버섯고기 한달 간수치 마라탕"),
            ("granite は 3번", "granite は 3번"),
        ] {
            assert_eq!(with_care(typed), careful);
        }
    }
}
