//! Which of the things told in a note each stretch of words belongs to.

use super::labelled_spans::{LabelledSpan, is_figure};
use super::links::{Links, Owner};
use quilto_domain::{Classifier, ItemLabels};
use quilto_text::Tokens;

/// One thing told: the words that name it and what is said of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Item {
    /// The role of its name; empty where it has none.
    pub head: String,
    /// Its stretches, the name among them, in the order of the note.
    pub stretches: Vec<LabelledSpan>,
}

impl Item {
    /// The words that name it.
    pub fn name(&self) -> Option<&LabelledSpan> {
        self.stretches.iter().find(|of| of.role == self.head)
    }
}

/// What a note tells of, item by item in its order. Where the stretches are not numbered, weights tell which belong
/// together.
pub(super) fn items_of(
    labels: &[&ItemLabels],
    tokens: &Tokens,
    stretches: &[LabelledSpan],
    weights: Option<&Classifier>,
) -> Vec<Item> {
    let told = told(labels, stretches);
    let links = Links::new(labels, tokens, &told);
    let owners = match told.iter().any(|of| of.item.is_some()) {
        true => links.known(),
        false => links.owners(weights),
    };
    let mut items: Vec<(Owner, Item)> = Vec::new();
    let names = (0..told.len()).filter(|at| links.is_head(*at));
    items.extend(names.map(|at| {
        let item = Item {
            head: told[at].role.clone(),
            ..Item::default()
        };
        (Owner::Named(at), item)
    }));
    for (stretch, owner) in told.iter().zip(owners) {
        match items.iter_mut().find(|(of, _)| *of == owner) {
            Some((_, item)) => item.stretches.push(stretch.clone()),
            None => items.push((
                owner,
                Item {
                    head: String::new(),
                    stretches: vec![stretch.clone()],
                },
            )),
        }
    }
    // Words that are of nothing say nothing.
    let tells = |item: &Item| {
        let mut stretches = item.stretches.iter();
        !item.head.is_empty()
            || stretches.any(|of| of.tokens.clone().any(|at| is_figure(tokens, at)))
    };
    let items = items.into_iter().map(|(_, item)| item);
    let mut items: Vec<Item> = items.filter(tells).collect();
    items.sort_by_key(|item| item.stretches[0].tokens.start);
    items
}

/// The stretches that name something or that something named so can have.
pub(super) fn told(labels: &[&ItemLabels], stretches: &[LabelledSpan]) -> Vec<LabelledSpan> {
    let of_item = |role: &str| {
        let mut labels = labels.iter();
        labels.any(|labels| labels.names(role) || labels.hold(role))
    };
    let told = stretches.iter().filter(|of| of_item(&of.role));
    told.cloned().collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use quilto_text::read;

    /// The items of a text, where words are stones and numbers are their grit.
    fn items(text: &str, numbers: &[usize]) -> Vec<Vec<String>> {
        let tokens = read(text);
        let telling =
            (0..tokens.len()).filter(|at| tokens[*at].is_word() || tokens[*at].number().is_some());
        let stretches = telling.enumerate().map(|(place, at)| LabelledSpan {
            tokens: at..at + 1,
            role: match tokens[at].is_word() {
                true => "stone",
                false => "grit",
            }
            .to_owned(),
            item: numbers.get(place).copied(),
        });
        let labels = ItemLabels {
            heads: vec!["stone".to_owned()],
            values: BTreeMap::from([("grit".to_owned(), "grit".to_owned())]),
            ..ItemLabels::default()
        };
        let items = items_of(&[&labels], &tokens, &Vec::from_iter(stretches), None);
        let words = |item: &Item| {
            let stretches = item.stretches.iter();
            stretches
                .map(|of| tokens.norm_of(of.tokens.clone()).to_owned())
                .collect()
        };
        items.iter().map(words).collect()
    }

    #[test]
    fn without_weights_figures_are_of_the_name_before_them() {
        assert_eq!(
            items("granite 80 basalt 90 70", &[]),
            vec![vec!["granite", "80"], vec!["basalt", "90", "70"]]
        );
        assert_eq!(items("80 granite", &[]), [["80", "granite"]]);
    }

    #[test]
    fn what_stands_before_a_name_is_of_no_other_sentence() {
        assert_eq!(
            items("granite. 80 basalt", &[]),
            vec![vec!["granite"], vec!["80", "basalt"]]
        );
    }

    #[test]
    fn numbers_say_what_belongs_together() {
        assert_eq!(
            items("80 granite 90 basalt 70", &[1, 1, 2, 2, 3]),
            vec![vec!["80", "granite"], vec!["90", "basalt"], vec!["70"]]
        );
    }
}
