//! Stems, and how they stand before endings of each kind.

use super::file::File;
use crate::hangul::{is_vowel, jamo};

/// The letter that fills the place of a missing consonant.
const SILENT: char = 'ㅇ';
/// Vowels that take their like: stems of them go on with 아, others with 어.
const BRIGHT: &str = "ㅏㅗㅑ";

/// A stem in letters, as endings of each kind find it.
#[derive(Debug)]
pub(super) struct Stem {
    pub(super) plain: bool,
    pub(super) stem: Vec<String>,
    pub(super) open: Vec<String>,
    pub(super) joined: Vec<String>,
}

impl Stem {
    pub(super) fn new(written: &str, plain: bool, file: &File) -> Self {
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
