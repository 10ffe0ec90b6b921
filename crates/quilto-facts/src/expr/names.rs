//! The domains and subjects that expressions name.

use std::collections::HashSet;

use quilto_model::{Condition, Expr, Figure, GroupBy, When};

/// The domains and subjects that expressions name.
#[derive(Debug, Default)]
pub struct ExprNames {
    domains: HashSet<String>,
    /// Whether any domain may matter: what differs beside a measure may lie in all of them.
    any: bool,
    /// Domain and name, in lower case.
    subjects: HashSet<(String, String)>,
    /// Domains all of whose groups are asked for.
    grouped: HashSet<String>,
}

impl ExprNames {
    pub fn by(exprs: &[&Expr]) -> Self {
        let mut named = Self::default();
        for expr in exprs {
            named.expr(expr, &[]);
        }
        named
    }

    /// Whether a domain is named.
    pub fn domain(&self, name: &str) -> bool {
        self.any || self.domains.contains(name)
    }

    /// Whether all groups of a domain are asked for, and which of its subjects are named, in lower case.
    pub fn subjects(&self, domain: &str) -> (bool, HashSet<String>) {
        let subjects = self.subjects.iter().filter(|(of, _)| of == domain);
        let subjects = subjects.map(|(_, name)| name.clone()).collect();
        (self.grouped.contains(domain), subjects)
    }

    fn expr(&mut self, expr: &Expr, among: &[String]) {
        let mut among = among.to_vec();
        match expr {
            Expr::Fact(query) => {
                for expr in super::of_query(query) {
                    self.expr(&expr, &among);
                }
            }
            Expr::Figure(figure) => self.figure(figure, &among),
            Expr::Association(association) => self.any |= association.with.is_none(),
            Expr::BestOf(best) => among.extend(best.among.iter().cloned()),
            Expr::Change(change) => {
                self.when(change.from.as_ref());
                self.when(change.to.as_ref());
            }
            _ => {}
        }
        for part in expr.parts() {
            self.expr(part, &among);
        }
    }

    fn figure(&mut self, figure: &Figure, among: &[String]) {
        self.of(&figure.domain, figure.subjects.iter().chain(among));
        if figure.by == Some(GroupBy::Group) {
            self.grouped.insert(figure.domain.clone());
        }
        let together = figure.together.iter().flat_map(|together| &together.of);
        self.domains.extend(together.map(|of| of.domain.clone()));
        self.when(figure.when.as_ref());
        for condition in &figure.conditions {
            if let Condition::Days(days) = condition {
                self.of(&days.domain, &days.subjects);
            }
        }
    }

    fn when(&mut self, when: Option<&When>) {
        if let Some(When::Event(event)) = when {
            self.domains.extend(event.break_of.clone());
        }
    }

    fn of<'n>(&mut self, domain: &str, names: impl IntoIterator<Item = &'n String>) {
        self.domains.insert(domain.to_owned());
        for name in names {
            self.subjects
                .insert((domain.to_owned(), name.to_lowercase()));
        }
    }
}
