//! Which of the things told in a note each stretch of words belongs to: by weights fitted to notes whose things are
//! numbered (`corpora/notes/marked`), stretch by stretch in the order of the note. What was decided before is seen.

use std::cmp::Ordering;
use std::ops::Range;

use super::features::{once, shape, size};
use super::labelled_spans::{LabelledSpan, is_figure};
use quilto_domain::{Classifier, Feature, ItemLabels};
use quilto_text::{Symbol, TokenKind, Tokens};

/// The head of the weights that says it.
pub(super) const HEAD: &str = "owner";
/// The names that a stretch may belong to, by where they stand from it.
const LEFT: [&str; 3] = ["left 1", "left 2", "left 3"];
const RIGHT: [&str; 2] = ["right 1", "right 2"];
/// It begins something without a name.
const ALONE: &str = "alone";
/// It goes on with the last thing without a name.
const JOINS: &str = "joins";
/// So many names on each side are seen.
const SEEN: usize = 2;
/// Counts up to the last of these are seen.
const COUNTS: [&str; 5] = ["0", "1", "2", "3", "4"];
/// So many words beside a name are seen.
const WORDS: usize = 3;

/// What a stretch belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Owner {
    /// The name at this place among the stretches.
    Named(usize),
    /// Something without a name, by the place of its first stretch.
    Unnamed(usize),
}

/// The stretches of a note and where they stand.
pub(super) struct Links<'l> {
    labels: &'l [&'l ItemLabels],
    tokens: &'l Tokens,
    stretches: &'l [LabelledSpan],
    /// The places of names among the stretches.
    heads: Vec<usize>,
    /// The clause of each token.
    clauses: Vec<usize>,
}

/// A decision: what the stretch belongs to, and by which label.
type Link = (Owner, &'static str);

impl<'l> Links<'l> {
    pub fn new(
        labels: &'l [&'l ItemLabels],
        tokens: &'l Tokens,
        stretches: &'l [LabelledSpan],
    ) -> Self {
        let is_head = |at: &usize| of_head(labels, &stretches[*at].role).is_some();
        Self {
            labels,
            tokens,
            stretches,
            heads: (0..stretches.len()).filter(is_head).collect(),
            clauses: clauses(tokens),
        }
    }

    pub fn is_head(&self, at: usize) -> bool {
        self.heads.binary_search(&at).is_ok()
    }

    /// What each stretch belongs to. Where no weights tell it, to the last name that can have it, else to the next.
    pub fn owners(&self, weights: Option<&Classifier>) -> Vec<Owner> {
        self.each(|at, links| {
            let mut candidates = self.candidates(at, links);
            candidates.retain(|(owner, _)| !self.is_of_next(at, *owner));
            let weighed = weights.and_then(|weights| {
                let guesses = weights.guess_keys(self.features(at, links));
                let open = |label: &str| candidates.iter().find(|(_, name)| *name == label);
                let known = guesses
                    .each(HEAD)
                    .filter_map(|guess| Some((guess.likely, *open(guess.label)?)));
                let best = known.reduce(|one, other| if other.0 > one.0 { other } else { one });
                best.map(|(_, link)| link)
            });
            weighed.unwrap_or(candidates[0])
        })
    }

    /// What each stretch belongs to where the things they are of are numbered.
    pub fn known(&self) -> Vec<Owner> {
        self.each(|at, links| self.numbered(at, links))
    }

    /// What is seen of each stretch that belongs to something, and where that stands.
    pub fn taught(&self) -> Vec<(Vec<String>, String)> {
        let mut taught = Vec::new();
        self.each(|at, links| {
            let link = self.numbered(at, links);
            let features = once(self.features(at, links));
            taught.push((features, link.1.to_owned()));
            link
        });
        taught
    }

    fn each(&self, mut decide: impl FnMut(usize, &[Link]) -> Link) -> Vec<Owner> {
        let mut links: Vec<Link> = Vec::with_capacity(self.stretches.len());
        for at in 0..self.stretches.len() {
            let link = match self.is_head(at) {
                true => (Owner::Named(at), ""),
                false => decide(at, &links),
            };
            links.push(link);
        }
        links.into_iter().map(|(owner, _)| owner).collect()
    }

    fn numbered(&self, at: usize, links: &[Link]) -> Link {
        let number = self.stretches[at].item;
        let same = |of: &usize| number.is_some() && self.stretches[*of].item == number;
        let candidates = self.candidates(at, links);
        let own = candidates.iter().find(|(owner, _)| match owner {
            Owner::Named(head) => same(head),
            Owner::Unnamed(first) => *first == at || same(first),
        });
        own.copied().unwrap_or((Owner::Unnamed(at), ALONE))
    }

    /// All that a stretch may belong to, the likeliest first where nothing else is known.
    fn candidates(&self, at: usize, links: &[Link]) -> Vec<Link> {
        let named = |(head, label): (usize, &&'static str)| (Owner::Named(head), *label);
        let mut all: Vec<Link> = self.left(at).zip(&LEFT).map(named).collect();
        all.extend(self.right(at).zip(&RIGHT).map(named));
        let last = links.iter().rev().find_map(|(owner, _)| match owner {
            Owner::Unnamed(first) => Some(*first),
            Owner::Named(_) => None,
        });
        all.extend(last.map(|first| (Owner::Unnamed(first), JOINS)));
        all.push((Owner::Unnamed(at), ALONE));
        all
    }

    /// "rice. 1 can of lager": whether what stands right before a name is of that, and not of one of another sentence.
    fn is_of_next(&self, at: usize, owner: Owner) -> bool {
        let Owner::Named(head) = owner else {
            return false;
        };
        let next = self.right(at).next();
        let beside = next
            .is_some_and(|next| self.clause(next) == self.clause(at) && self.words(at, next) == 0);
        beside && head < at && matches!(self.parted(head, at), "." | "\n")
    }

    /// The names before a stretch that can have it, the nearest first.
    fn left(&self, at: usize) -> impl Iterator<Item = usize> {
        let heads = self.heads.iter().rev().copied();
        heads.filter(move |head| *head < at && self.fits(*head, at))
    }

    /// The names behind it.
    fn right(&self, at: usize) -> impl Iterator<Item = usize> {
        let heads = self.heads.iter().copied();
        heads.filter(move |head| *head > at && self.fits(*head, at))
    }

    /// Whether something with such a name can have what a stretch tells.
    fn fits(&self, head: usize, at: usize) -> bool {
        let of_head = of_head(self.labels, self.role(head));
        of_head.is_some_and(|labels| labels.hold(self.role(at)))
    }

    fn role(&self, at: usize) -> &'l str {
        &self.stretches[at].role
    }

    fn clause(&self, at: usize) -> usize {
        self.clauses[self.stretches[at].tokens.start]
    }

    fn features<F: Feature>(&self, at: usize, links: &[Link]) -> Vec<F> {
        let (role, shape) = (self.role(at), self.figure(at));
        let mut seen = SpanFeatures {
            role,
            features: Vec::new(),
        };
        seen.put(&["shape ", &shape]);
        let left: Vec<usize> = self.left(at).take(SEEN).collect();
        let right: Vec<usize> = self.right(at).take(SEEN).collect();
        for (names, side) in [(&LEFT[..SEEN], &left), (&RIGHT[..], &right)] {
            for (place, name) in names.iter().enumerate() {
                match side.get(place) {
                    Some(head) => self.of_name(name, *head, at, &shape, links, &mut seen),
                    None => seen.put(&[name, " none"]),
                }
            }
        }
        self.before(at, links, &left, &right, &mut seen);
        seen.features
    }

    /// What stands between a stretch and a name, and what that has already.
    fn of_name<F: Feature>(
        &self,
        name: &str,
        head: usize,
        at: usize,
        shape: &str,
        links: &[Link],
        seen: &mut SpanFeatures<F>,
    ) {
        let (from, to) = (head.min(at), head.max(at));
        let (parted, words) = (self.parted(from, to), self.words(from, to));
        let heads = (from + 1..to).filter(|at| self.is_head(*at)).count();
        let has = |(place, link): (usize, &Link)| {
            link.0 == Owner::Named(head) && self.role(place) == seen.role && place != head
        };
        let has = links
            .iter()
            .enumerate()
            .filter(|(at, link)| has((*at, link)));
        let (heads, has) = (count(heads), count(has.count()));
        let of_head = self.role(head);
        let known: [&[&str]; 8] = [
            &[" ", of_head],
            &[" parted", parted],
            &[" parted", parted, " ", of_head],
            &[" names ", heads, parted],
            &[" has ", has],
            &[" has ", has, parted],
            &[" words ", count(words)],
            &[" ", shape, " ", of_head],
        ];
        for pieces in known {
            seen.put(&[&[name], pieces].concat());
        }
        seen.put(&[name, " between ", count(to - from - 1)]);
        let beside = if head < at {
            self.gap(at - 1)
        } else {
            self.gap(at)
        };
        for at in beside.filter(|at| self.tokens[*at].is_word()).take(WORDS) {
            seen.put_of_all(&[name, " word ", self.tokens.norm(at)]);
        }
    }

    /// What was decided before, and how the clause begins.
    fn before<F: Feature>(
        &self,
        at: usize,
        links: &[Link],
        left: &[usize],
        right: &[usize],
        seen: &mut SpanFeatures<F>,
    ) {
        let decided = |own: &dyn Fn(usize) -> bool| {
            let mut before = links.iter().enumerate().rev();
            let last = before.find(|(place, (_, label))| !label.is_empty() && own(*place));
            last.map_or("none", |(_, (_, label))| label)
        };
        let last = decided(&|place| self.clause(place) == self.clause(at));
        let alike = decided(&|place| self.role(place) == self.role(at));
        let begins = (0..=at).find(|place| self.clause(*place) == self.clause(at));
        let kind = |place: usize| {
            if self.is_head(place) {
                "name"
            } else {
                "figure"
            }
        };
        let begins = begins.map_or("", kind);
        seen.put_of_all(&["last ", last]);
        seen.put_of_all(&["last alike ", alike]);
        seen.put_of_all(&["clause begins ", begins]);
        seen.put_of_all(&["note begins ", kind(0)]);
        if let (Some(left), Some(right)) = (left.first(), right.first()) {
            let own = |head: usize| {
                if self.clause(head) == self.clause(at) {
                    "c"
                } else {
                    "o"
                }
            };
            let clauses = [own(*left), own(*right)].concat();
            let behind = self.stretches[*left].tokens.end;
            let far = self.stretches[at].tokens.start.saturating_sub(behind);
            let ahead = self.stretches[*right].tokens.start;
            let ahead = ahead.saturating_sub(self.stretches[at].tokens.end);
            let nearer = match far.cmp(&ahead) {
                Ordering::Less => "left",
                Ordering::Equal => "none",
                Ordering::Greater => "right",
            };
            seen.put(&["nearer ", nearer]);
            let parted = [self.parted(*left, at), self.parted(at, *right)];
            let words = [self.words(*left, at), self.words(at, *right)].map(count);
            // In some languages an amount stands before its name, in some behind it.
            let script = shape(self.tokens, self.stretches[*right].tokens.start);
            let next = |gap: Range<usize>| if gap.is_empty() { "beside " } else { "apart " };
            let next = [next(self.gap(at - 1)), next(self.gap(at))].concat();
            seen.put(&["stands ", &next, &clauses, " ", &script]);
            seen.put(&["parted ", parted[0], "|", parted[1]]);
            seen.put(&["words ", words[0], "|", words[1]]);
            seen.put(&["clauses ", &clauses]);
            seen.put_of_all(&["clauses ", &clauses, " ", begins]);
            seen.put_of_all(&["clauses ", &clauses, " ", begins, " ", last]);
        }
        let next = self.tokens.get(self.stretches[at].tokens.end);
        let next = next.map_or("$".into(), |_| {
            shape(self.tokens, self.stretches[at].tokens.end)
        });
        seen.put_of_all(&["next ", &next]);
    }

    /// What parts two stretches most.
    fn parted(&self, from: usize, to: usize) -> &'static str {
        let between = (from..to).flat_map(|at| self.gap(at));
        let most = between.map(|at| parts(self.tokens, at)).max();
        ["", ",", "/", ".", "\n"][most.unwrap_or_default()]
    }

    /// How many words that tell nothing known stand between two stretches.
    fn words(&self, from: usize, to: usize) -> usize {
        let between = (from..to).flat_map(|at| self.gap(at));
        between.filter(|at| self.tokens[*at].is_word()).count()
    }

    /// The tokens between a stretch and the next.
    fn gap(&self, at: usize) -> Range<usize> {
        let end = self.stretches[at].tokens.end;
        end..self.stretches[at + 1].tokens.start.max(end)
    }

    /// What kind of figure a stretch tells, and how great.
    fn figure(&self, at: usize) -> String {
        let figures = self.stretches[at].tokens.clone();
        let figure = figures
            .clone()
            .find(|at| self.tokens[*at].number().is_some());
        let over = figures.clone().any(|at| self.tokens[at].is(Symbol::Slash));
        let figure = figure.or_else(|| figures.clone().find(|at| is_figure(self.tokens, *at)));
        let Some(figure) = figure else {
            return "word".to_owned();
        };
        let number = self.tokens[figure].number();
        let size = number.map_or("", |number| size(number.value));
        let parted = number.is_some_and(|number| number.decimals > 0);
        let signs = [if parted { "." } else { "" }, if over { "/" } else { "" }];
        [&*shape(self.tokens, figure), size, signs[0], signs[1]].concat()
    }
}

/// What is seen of a stretch with a role.
struct SpanFeatures<'s, F> {
    role: &'s str,
    features: Vec<F>,
}

impl<F: Feature> SpanFeatures<'_, F> {
    /// For all roles and for its own.
    fn put(&mut self, pieces: &[&str]) {
        self.put_of_all(pieces);
        self.features
            .push(F::of(&[&["o ", self.role, " "], pieces].concat()));
    }

    fn put_of_all(&mut self, pieces: &[&str]) {
        self.features.push(F::of(&[&["o "], pieces].concat()));
    }
}

fn count(of: usize) -> &'static str {
    COUNTS[of.min(COUNTS.len() - 1)]
}

fn of_head<'l>(labels: &'l [&'l ItemLabels], role: &str) -> Option<&'l &'l ItemLabels> {
    labels.iter().find(|labels| labels.names(role))
}

/// How much a token parts what stands around it.
fn parts(tokens: &Tokens, at: usize) -> usize {
    match tokens[at].kind {
        TokenKind::Newline => 4,
        TokenKind::Symbol(
            Symbol::Period
            | Symbol::Semicolon
            | Symbol::Ellipsis
            | Symbol::Exclamation
            | Symbol::Question,
        ) => 3,
        TokenKind::Symbol(
            Symbol::Slash | Symbol::Plus | Symbol::And | Symbol::Bar | Symbol::Bullet,
        ) => 2,
        TokenKind::Symbol(Symbol::Comma) => 1,
        _ => 0,
    }
}

/// The clause of each token: signs and lines part them.
fn clauses(tokens: &Tokens) -> Vec<usize> {
    let mut clause = 0;
    let each = (0..tokens.len()).map(|at| {
        clause += usize::from(parts(tokens, at) > 0);
        clause
    });
    each.collect()
}
