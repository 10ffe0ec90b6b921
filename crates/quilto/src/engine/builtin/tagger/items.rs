//! Which of the things told in a note each stretch of words belongs to.

use std::ops::Range;

use crate::domain::{ItemLabels, stretches};
use crate::model::Unread;
use crate::text::{Symbol, TokenKind, Tokens, is_particles};

/// A stretch of tokens and what it is for.
#[derive(Clone, Debug, PartialEq)]
pub struct Stretch {
    /// Its tokens.
    pub tokens: Range<usize>,
    /// What it is for.
    pub role: String,
}

impl Stretch {
    /// Those that labels tell.
    pub fn all(labels: &[&str]) -> Vec<Self> {
        let stretches = stretches(labels).into_iter();
        let each = stretches.map(|(role, tokens)| Self {
            tokens,
            role: role.to_owned(),
        });
        each.collect()
    }
}

/// The words of a stretch, without the particle that ends it.
pub(super) fn words<'t>(tokens: &'t Tokens, range: &Range<usize>) -> &'t str {
    let last = range.end - 1;
    let sticks = range.len() > 1 && !tokens[last].spaced && is_particles(tokens.norm(last));
    let range = range.start..if sticks { last } else { range.end };
    tokens.slice(tokens.span_of(range)).trim()
}

/// Words that went into nothing.
pub(super) fn unread(tokens: &Tokens, range: &Range<usize>) -> Unread {
    let clause = tokens.clause(range.start);
    Unread {
        text: words(tokens, range).to_owned(),
        clause: tokens.slice(tokens.span_of(clause)).to_owned(),
    }
}

/// How likely the least likely of some labels is.
pub(super) fn least(likely: &[f64]) -> f64 {
    likely.iter().copied().fold(1.0, f64::min)
}

/// One thing told: the words that name it and what is said of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Item {
    /// The role of its name; empty where it has none.
    pub head: String,
    /// Its stretches, the name among them, in the order of the note.
    pub stretches: Vec<Stretch>,
}

impl Item {
    /// The words that name it.
    pub fn name(&self) -> Option<&Stretch> {
        self.stretches.iter().find(|of| of.role == self.head)
    }
}

/// What a note tells of, item by item in its order.
pub(super) fn items_of(
    labels: &[&ItemLabels],
    tokens: &Tokens,
    stretches: &[Stretch],
) -> Vec<Item> {
    let of_head = |role: &str| labels.iter().find(|labels| labels.names(role));
    let is_head = |role: &str| of_head(role).is_some();
    let fits = |head: &str, role: &str| of_head(head).is_some_and(|labels| labels.hold(role));
    let parts = |head: &str, at: usize| {
        let mut parting = of_head(head).into_iter().flat_map(|labels| &labels.parting);
        parting.any(|word| word == tokens.norm(at))
    };
    let rules = Rules {
        fits: &fits,
        is_head: &is_head,
        parts: &parts,
    };
    let told = stretches.iter().filter(|stretch| {
        is_head(&stretch.role) || labels.iter().any(|labels| labels.hold(&stretch.role))
    });
    let told: Vec<Stretch> = told.cloned().collect();
    let mut items = items(tokens, &told, &rules);
    items.retain(|item| !item.stretches.is_empty());
    items.sort_by_key(|item| item.stretches[0].tokens.start);
    items
}

/// What is known of roles.
struct Rules<'r> {
    /// Whether something with such a name can have such a role.
    fits: &'r dyn Fn(&str, &str) -> bool,
    /// Whether a role is that of names.
    is_head: &'r dyn Fn(&str) -> bool,
    /// Whether a word behind such a name parts it from what follows.
    parts: &'r dyn Fn(&str, usize) -> bool,
}

/// So many words between a figure and a name behind it part them.
const FAR: usize = 3;

/// The stretches of a note, those that name something, and which clause each token is of.
struct Grouping<'g> {
    tokens: &'g Tokens,
    stretches: &'g [Stretch],
    rules: &'g Rules<'g>,
    /// The places of names among the stretches. What a name is called here is its place in this list.
    heads: Vec<usize>,
    clauses: Vec<usize>,
}

impl Grouping<'_> {
    fn clause(&self, at: usize) -> usize {
        self.clauses[self.stretches[at].tokens.start]
    }

    fn role(&self, head: usize) -> &str {
        &self.stretches[self.heads[head]].role
    }

    /// Whether something with such a name can have what a stretch tells.
    fn fits(&self, head: usize, at: usize) -> bool {
        (self.rules.fits)(self.role(head), &self.stretches[at].role)
    }

    /// The name that a stretch belongs to: in a clause with one name all of it is of that name, in one with several
    /// what stands behind each, or before each where the clause begins with a figure.
    fn owner(&self, at: usize) -> Option<usize> {
        let own: Vec<usize> = (0..self.heads.len())
            .filter(|head| self.clause(self.heads[*head]) == self.clause(at))
            .collect();
        let mut before = (0..self.heads.len())
            .rev()
            .filter(|head| self.heads[*head] < at);
        let left = before.find(|head| self.fits(*head, at));
        let mut behind = own.iter().copied().filter(|head| self.heads[*head] > at);
        let right = behind.find(|head| self.fits(*head, at));
        let right = right.filter(|head| self.is_near(at, *head));
        let first = match own.as_slice() {
            [only] => Some(*only).filter(|only| {
                self.fits(*only, at) && (self.heads[*only] < at || self.is_near(at, *only))
            }),
            _ if self.leads(at, &own) || left.is_some_and(|left| self.is_parted(at, left)) => right,
            _ => None,
        };
        first.or(left).or(right)
    }

    /// Whether the clause begins with a figure. What tells of other things in it says nothing of the order.
    fn leads(&self, at: usize, own: &[usize]) -> bool {
        let alike = |of: &usize| {
            let role = &*self.stretches[*of].role;
            let mut heads = own.iter().filter(|head| self.fits(**head, at));
            heads.any(|head| self.role(*head) == role || self.fits(*head, *of))
        };
        let begins = (0..at)
            .rev()
            .take_while(|before| self.clause(*before) == self.clause(at))
            .filter(alike)
            .last()
            .unwrap_or(at);
        !(self.rules.is_head)(&self.stretches[begins].role)
    }

    /// "toast with 2 eggs": whether a word parts a stretch from the name before it.
    fn is_parted(&self, at: usize, left: usize) -> bool {
        let mut between = self.between(at - 1, at);
        between.any(|word| (self.rules.parts)(self.role(left), word))
    }

    /// Whether few other words stand between a stretch and a name behind it.
    fn is_near(&self, at: usize, head: usize) -> bool {
        let labelled = |at: &usize| self.stretches.iter().any(|of| of.tokens.contains(at));
        let words = self
            .between(at, self.heads[head])
            .filter(|at| self.tokens[*at].is_word());
        words.filter(|at| !labelled(at)).count() < FAR
    }

    fn between(&self, from: usize, to: usize) -> Range<usize> {
        self.stretches[from].tokens.end..self.stretches[to].tokens.start
    }
}

/// Gives what is said to what it is said of.
fn items(tokens: &Tokens, stretches: &[Stretch], rules: &Rules) -> Vec<Item> {
    let is_head = |at: &usize| (rules.is_head)(&stretches[*at].role);
    let grouping = Grouping {
        tokens,
        stretches,
        rules,
        heads: (0..stretches.len()).filter(is_head).collect(),
        clauses: clauses(tokens),
    };
    let named = grouping.heads.iter().map(|at| Item {
        head: stretches[*at].role.clone(),
        ..Item::default()
    });
    let mut items: Vec<Item> = named.collect();
    let mut alone = Vec::new();
    for (at, stretch) in stretches.iter().enumerate() {
        let head = grouping.heads.binary_search(&at).ok();
        match head.or_else(|| grouping.owner(at)) {
            Some(head) => items[head].stretches.push(stretch.clone()),
            None => alone.push(stretch.clone()),
        }
    }
    let figure = |stretch: &Stretch| stretch.tokens.clone().any(|at| is_figure(tokens, at));
    let alone = together(alone, &|stretch| tokens.line(stretch.tokens.start).start);
    // Words that are of nothing say nothing.
    let telling = alone
        .into_iter()
        .filter(|item| item.stretches.iter().any(figure));
    items.extend(telling);
    for item in &mut items {
        item.stretches.sort_by_key(|stretch| stretch.tokens.start);
    }
    items
}

fn is_figure(tokens: &Tokens, at: usize) -> bool {
    !tokens[at].is_word() && !matches!(tokens[at].kind, TokenKind::Symbol(_))
}

/// What belongs to no name: that of one line is told of one thing.
fn together(alone: Vec<Stretch>, line: &dyn Fn(&Stretch) -> usize) -> Vec<Item> {
    let runs = alone.chunk_by(|one, next| line(one) == line(next));
    runs.map(|stretches| Item {
        stretches: stretches.to_vec(),
        ..Item::default()
    })
    .collect()
}

/// The clause of each token: signs and lines part them.
fn clauses(tokens: &Tokens) -> Vec<usize> {
    let mut clause = 0;
    let each = tokens.iter().map(|token| {
        let parts = match token.kind {
            TokenKind::Newline => true,
            TokenKind::Symbol(symbol) => matches!(
                symbol,
                Symbol::Comma
                    | Symbol::Period
                    | Symbol::Semicolon
                    | Symbol::Plus
                    | Symbol::And
                    | Symbol::Slash
                    | Symbol::Ellipsis
                    | Symbol::Exclamation
                    | Symbol::Question
                    | Symbol::Bar
                    | Symbol::Bullet
            ),
            _ => false,
        };
        clause += usize::from(parts);
        clause
    });
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::read;

    /// The items of a text, where words are stones and numbers are their grit.
    fn told(text: &str) -> Vec<Vec<String>> {
        let tokens = read(text);
        let stretches: Vec<Stretch> = (0..tokens.len())
            .filter(|at| tokens[*at].is_word() || tokens[*at].number().is_some())
            .map(|at| Stretch {
                tokens: at..at + 1,
                role: if tokens[at].is_word() {
                    "stone"
                } else {
                    "grit"
                }
                .to_owned(),
            })
            .collect();
        let is_head = |role: &str| role == "stone";
        let fits = |head: &str, role: &str| head == "stone" && role == "grit";
        let rules = Rules {
            fits: &fits,
            is_head: &is_head,
            parts: &|_, at| tokens.norm(at) == "with",
        };
        let items = items(&tokens, &stretches, &rules);
        let words = |item: &Item| {
            let stretches = item.stretches.iter();
            stretches
                .map(|of| tokens.norm_of(of.tokens.clone()).to_owned())
                .collect()
        };
        items.iter().map(words).collect()
    }

    #[test]
    fn what_is_said_belongs_to_the_name_of_its_clause() {
        assert_eq!(
            told("granite 80, 90 basalt"),
            [["granite", "80"], ["90", "basalt"]]
        );
        assert_eq!(
            told("granite 80 basalt 90"),
            [["granite", "80"], ["basalt", "90"]]
        );
        assert_eq!(
            told("80 granite 90 basalt"),
            [["80", "granite"], ["90", "basalt"]]
        );
    }

    #[test]
    fn what_follows_a_name_in_other_clauses_belongs_to_it() {
        assert_eq!(told("granite\n80\n90"), [["granite", "80", "90"]]);
        assert_eq!(told("80\n90"), [["80"], ["90"]]);
    }
}
