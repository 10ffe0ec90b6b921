//! Questions typed in haste, spelled as somebody would who takes care.

use quilto_vocabulary::normalize::is_syllable;

use super::Predicates;
use super::forms::Role;
use crate::hangul::{doubled, is_letter, is_particles, jamo};

impl Predicates {
    /// A text as somebody would write it who takes care.
    pub(super) fn with_care(&self, text: &str) -> String {
        let mut careful = String::with_capacity(text.len());
        let hangul = |c: char| is_syllable(c) || is_letter(c);
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let end = rest.find(|next| hangul(next) != hangul(c));
            let (run, after) = rest.split_at(end.unwrap_or(rest.len()));
            match hangul(c) {
                true => careful.push_str(&self.run(run)),
                false => careful.push_str(run),
            }
            rest = after;
        }
        careful
    }

    fn run(&self, run: &str) -> String {
        let words = run.split(is_letter).filter(|word| !word.is_empty());
        let words = words.map(|word| {
            let word = self.mended(word);
            let words = self.apart(&word).unwrap_or_else(|| vec![&word]);
            let full = words.into_iter().map(|word| self.in_full(word));
            full.collect::<Vec<_>>().join(" ")
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// A verb of the past whose ㅆ was typed as ㅅ.
    fn mended(&self, word: &str) -> String {
        let mut word: Vec<char> = word.chars().collect();
        for at in 0..word.len() {
            let Some(past) = doubled(word[at]) else {
                continue;
            };
            let typed = std::mem::replace(&mut word[at], past);
            let whole: String = word.iter().collect();
            if self.forms.read(&whole).is_none() && self.apart(&whole).is_none() {
                word[at] = typed;
            }
        }
        word.into_iter().collect()
    }

    /// The words of what is glued before a noun: 못|잔, 화강암|할.
    fn clause<'w>(&self, head: &'w str) -> Option<Vec<&'w str>> {
        if self
            .forms
            .read(head)
            .is_some_and(|(role, _)| role == Role::Noun)
        {
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
                let mut all = self.forms.done.iter();
                all.any(|stem| self.forms.form(&letters, stem) == Some(Role::Noun))
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
                self.forms
                    .read(rest)
                    .map(|_| (word.get(..little.len()), rest))
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
}
