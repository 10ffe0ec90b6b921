//! Formulas of a domain's measures: arithmetic and conditions over the fields of one row.
//!
//! The language is a subset of Jinja expressions (numbers, quoted text, field names, `+ - * / // **`,
//! comparisons, `in [..]`, `and or not`, `a if c else b`, `is defined`), so an author needs to learn
//! nothing new, and a test holds it against minijinja's own evaluator. It is compiled here because
//! a formula runs once per row, over all the years of a log.

use serde::Deserialize;
use serde::de::{self, Deserializer};

/// One value of a row, or of a formula over it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'a> {
    /// The field is absent. Arithmetic with it is absent too; an order comparison with it is false.
    Nothing,
    /// A number.
    Number(f64),
    /// A text.
    Text(&'a str),
    /// Yes or no.
    Flag(bool),
}

impl<'a> Cell<'a> {
    /// The number, if it is one and finite.
    pub fn number(self) -> Option<f64> {
        match self {
            Self::Number(n) if n.is_finite() => Some(n),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn text(self) -> Option<&'a str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it counts as yes: a true flag, a number other than 0, a text that is not empty.
    pub fn is_true(self) -> bool {
        match self {
            Self::Nothing => false,
            Self::Number(n) => n != 0.0,
            Self::Text(text) => !text.is_empty(),
            Self::Flag(flag) => flag,
        }
    }
}

/// A compiled formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    source: String,
    fields: Vec<String>,
    root: Node,
}

/// Why a formula cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the formula `{source_text}` cannot be read at character {at}: expected {expected}")]
#[non_exhaustive]
pub struct FormulaError {
    /// The formula.
    pub source_text: String,
    /// The character it stumbled on, from 1.
    pub at: usize,
    /// What should stand there.
    pub expected: &'static str,
}

#[derive(Clone, Debug, PartialEq)]
enum Node {
    Nothing,
    Number(f64),
    Text(String),
    Flag(bool),
    Field(usize),
    Negate(Box<Node>),
    Not(Box<Node>),
    Arithmetic(Arithmetic, Box<Node>, Box<Node>),
    Compare(Order, Box<Node>, Box<Node>),
    Both(Box<Node>, Box<Node>),
    Either(Box<Node>, Box<Node>),
    OneOf(Box<Node>, Vec<Node>),
    Defined(Box<Node>),
    Choose {
        condition: Box<Node>,
        then: Box<Node>,
        otherwise: Box<Node>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    DivideDown,
    Power,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Formula {
    /// Compiles a formula.
    ///
    /// # Errors
    /// Says at which character it cannot be read and what should stand there.
    pub fn parse(source: &str) -> Result<Self, FormulaError> {
        let mut reader = Reader {
            source,
            at: 0,
            depth: 0,
            fields: Vec::new(),
        };
        let root = reader.choice()?;
        reader.space();
        if reader.at < source.len() {
            return Err(reader.error("the end, or an operator"));
        }
        Ok(Self {
            source: source.to_owned(),
            fields: reader.fields,
            root,
        })
    }

    /// The formula as written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The fields it names, each once. [`Formula::eval`] asks for them by their place here.
    pub fn fields(&self) -> &[String] {
        &self.fields
    }

    /// Its value for one row; `field` gives the value of the field at a place in
    /// [`Formula::fields`].
    pub fn eval<'a>(&'a self, field: &impl Fn(usize) -> Cell<'a>) -> Cell<'a> {
        eval(&self.root, field)
    }
}

impl<'de> Deserialize<'de> for Formula {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Text(String),
            Number(f64),
            Flag(bool),
        }
        let source = match Written::deserialize(deserializer)? {
            Written::Text(text) => text,
            Written::Number(number) => number.to_string(),
            Written::Flag(flag) => flag.to_string(),
        };
        Self::parse(&source).map_err(de::Error::custom)
    }
}

fn eval<'a>(node: &'a Node, field: &impl Fn(usize) -> Cell<'a>) -> Cell<'a> {
    match node {
        Node::Nothing => Cell::Nothing,
        Node::Number(n) => Cell::Number(*n),
        Node::Text(text) => Cell::Text(text),
        Node::Flag(flag) => Cell::Flag(*flag),
        Node::Field(place) => field(*place),
        Node::Negate(inner) => match eval(inner, field) {
            Cell::Number(n) => Cell::Number(-n),
            _ => Cell::Nothing,
        },
        Node::Not(inner) => Cell::Flag(!eval(inner, field).is_true()),
        Node::Arithmetic(how, left, right) => match (eval(left, field), eval(right, field)) {
            (Cell::Number(left), Cell::Number(right)) => Cell::Number(match how {
                Arithmetic::Add => left + right,
                Arithmetic::Subtract => left - right,
                Arithmetic::Multiply => left * right,
                Arithmetic::Divide => left / right,
                Arithmetic::DivideDown => (left / right).floor(),
                Arithmetic::Power => left.powf(right),
            }),
            _ => Cell::Nothing,
        },
        Node::Compare(order, left, right) => {
            Cell::Flag(compare(*order, eval(left, field), eval(right, field)))
        }
        Node::Both(left, right) => {
            Cell::Flag(eval(left, field).is_true() && eval(right, field).is_true())
        }
        Node::Either(left, right) => {
            Cell::Flag(eval(left, field).is_true() || eval(right, field).is_true())
        }
        Node::OneOf(inner, choices) => {
            let value = eval(inner, field);
            Cell::Flag(choices.iter().any(|choice| eval(choice, field) == value))
        }
        Node::Defined(inner) => Cell::Flag(eval(inner, field) != Cell::Nothing),
        Node::Choose {
            condition,
            then,
            otherwise,
        } => {
            if eval(condition, field).is_true() {
                eval(then, field)
            } else {
                eval(otherwise, field)
            }
        }
    }
}

fn compare(order: Order, left: Cell<'_>, right: Cell<'_>) -> bool {
    match order {
        Order::Equal => return left == right,
        Order::Unequal => return left != right,
        _ => {}
    }
    let ordering = match (left, right) {
        (Cell::Number(left), Cell::Number(right)) => left.partial_cmp(&right),
        (Cell::Text(left), Cell::Text(right)) => Some(left.cmp(right)),
        _ => None,
    };
    ordering.is_some_and(|ordering| match order {
        Order::Less => ordering.is_lt(),
        Order::LessOrEqual => ordering.is_le(),
        Order::Greater => ordering.is_gt(),
        Order::GreaterOrEqual => ordering.is_ge(),
        Order::Equal | Order::Unequal => false,
    })
}

/// Nesting a formula may have; a person never needs more, and the stack is safe.
const MAX_DEPTH: usize = 64;

/// A recursive-descent reader, one method per level of precedence.
struct Reader<'s> {
    source: &'s str,
    at: usize,
    depth: usize,
    fields: Vec<String>,
}

impl<'s> Reader<'s> {
    fn error(&self, expected: &'static str) -> FormulaError {
        let before = self.source.get(..self.at).unwrap_or(self.source);
        FormulaError {
            source_text: self.source.to_owned(),
            at: before.chars().count() + 1,
            expected,
        }
    }

    fn rest(&self) -> &'s str {
        self.source.get(self.at..).unwrap_or("")
    }

    fn space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    /// Takes the sign if it stands next.
    fn sign(&mut self, sign: &str) -> bool {
        self.space();
        let found = self.rest().starts_with(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    /// The identifier that stands next, not yet taken.
    fn peek_word(&mut self) -> &'s str {
        self.space();
        let rest = self.rest();
        let end = rest
            .char_indices()
            .find(|(i, c)| !(c.is_alphabetic() || *c == '_' || (*i > 0 && c.is_ascii_digit())))
            .map_or(rest.len(), |(i, _)| i);
        &rest[..end]
    }

    /// Takes the keyword if it stands next.
    fn word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == word;
        if found {
            self.at += word.len();
        }
        found
    }

    fn choice(&mut self) -> Result<Node, FormulaError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("a formula that is nested less deeply"));
        }
        let then = self.either()?;
        let node = if self.word("if") {
            let condition = self.either()?;
            if !self.word("else") {
                return Err(self.error("`else`"));
            }
            Node::Choose {
                condition: condition.into(),
                then: then.into(),
                otherwise: self.choice()?.into(),
            }
        } else {
            then
        };
        self.depth -= 1;
        Ok(node)
    }

    fn either(&mut self) -> Result<Node, FormulaError> {
        let mut node = self.both()?;
        while self.word("or") {
            node = Node::Either(node.into(), self.both()?.into());
        }
        Ok(node)
    }

    fn both(&mut self) -> Result<Node, FormulaError> {
        let mut node = self.negation()?;
        while self.word("and") {
            node = Node::Both(node.into(), self.negation()?.into());
        }
        Ok(node)
    }

    fn negation(&mut self) -> Result<Node, FormulaError> {
        let mut negated = false;
        while self.word("not") {
            negated = !negated;
        }
        let node = self.comparison()?;
        Ok(if negated {
            Node::Not(node.into())
        } else {
            node
        })
    }

    fn comparison(&mut self) -> Result<Node, FormulaError> {
        let node = self.sum()?;
        if self.word("is") {
            let negated = self.word("not");
            if !self.word("defined") {
                return Err(self.error("`defined` or `not defined`"));
            }
            let defined = Node::Defined(node.into());
            return Ok(if negated {
                Node::Not(defined.into())
            } else {
                defined
            });
        }
        let negated = self.word("not");
        if self.word("in") {
            let found = Node::OneOf(node.into(), self.list()?);
            return Ok(if negated {
                Node::Not(found.into())
            } else {
                found
            });
        }
        if negated {
            return Err(self.error("`in`"));
        }
        const ORDERS: [(&str, Order); 6] = [
            ("==", Order::Equal),
            ("!=", Order::Unequal),
            ("<=", Order::LessOrEqual),
            (">=", Order::GreaterOrEqual),
            ("<", Order::Less),
            (">", Order::Greater),
        ];
        for (sign, order) in ORDERS {
            if self.sign(sign) {
                return Ok(Node::Compare(order, node.into(), self.sum()?.into()));
            }
        }
        Ok(node)
    }

    fn list(&mut self) -> Result<Vec<Node>, FormulaError> {
        if !self.sign("[") {
            return Err(self.error("a list such as `['a', 'b']`"));
        }
        let mut choices = Vec::new();
        while !self.sign("]") {
            choices.push(self.choice()?);
            if !self.sign(",") {
                if self.sign("]") {
                    break;
                }
                return Err(self.error("`,` or `]`"));
            }
        }
        Ok(choices)
    }

    fn sum(&mut self) -> Result<Node, FormulaError> {
        let mut node = self.product()?;
        loop {
            let how = if self.sign("+") {
                Arithmetic::Add
            } else if self.sign("-") {
                Arithmetic::Subtract
            } else {
                return Ok(node);
            };
            node = Node::Arithmetic(how, node.into(), self.product()?.into());
        }
    }

    fn product(&mut self) -> Result<Node, FormulaError> {
        let mut node = self.power()?;
        loop {
            let how = if self.sign("*") {
                Arithmetic::Multiply
            } else if self.sign("//") {
                Arithmetic::DivideDown
            } else if self.sign("/") {
                Arithmetic::Divide
            } else {
                return Ok(node);
            };
            node = Node::Arithmetic(how, node.into(), self.power()?.into());
        }
    }

    fn power(&mut self) -> Result<Node, FormulaError> {
        let mut negated = false;
        while self.sign("-") {
            negated = !negated;
        }
        let mut node = self.atom()?;
        if self.sign("**") {
            node = Node::Arithmetic(Arithmetic::Power, node.into(), self.atom()?.into());
        }
        Ok(if negated {
            Node::Negate(node.into())
        } else {
            node
        })
    }

    fn atom(&mut self) -> Result<Node, FormulaError> {
        self.space();
        let rest = self.rest();
        match rest.chars().next() {
            Some('(') => {
                self.at += 1;
                let node = self.choice()?;
                if self.sign(")") {
                    Ok(node)
                } else {
                    Err(self.error("`)`"))
                }
            }
            Some(quote @ ('\'' | '"')) => match rest[1..].find(quote) {
                Some(end) => {
                    self.at += end + 2;
                    Ok(Node::Text(rest[1..=end].to_owned()))
                }
                None => Err(self.error("a closing quote")),
            },
            Some(c) if c.is_ascii_digit() => {
                let end = rest
                    .find(|c: char| !c.is_ascii_digit() && c != '.')
                    .unwrap_or(rest.len());
                let number = rest[..end].parse();
                let number = number.map_err(|_| self.error("a number such as `0.5`"))?;
                self.at += end;
                Ok(Node::Number(number))
            }
            _ => self.name(),
        }
    }

    fn name(&mut self) -> Result<Node, FormulaError> {
        let word = self.peek_word();
        let node = match word {
            "" | "if" | "else" | "and" | "or" | "not" | "in" | "is" => {
                return Err(self.error("a field, a number, quoted text or `(`"));
            }
            "none" => Node::Nothing,
            "true" => Node::Flag(true),
            "false" => Node::Flag(false),
            field => {
                let known = self.fields.iter().position(|known| known == field);
                Node::Field(known.unwrap_or_else(|| {
                    self.fields.push(field.to_owned());
                    self.fields.len() - 1
                }))
            }
        };
        self.at += word.len();
        Ok(node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use minijinja::Environment;
    use proptest::prelude::*;

    fn cell<'a>(row: &'a serde_json::Value, field: &str) -> Cell<'a> {
        match &row[field] {
            serde_json::Value::Number(n) => Cell::Number(n.as_f64().unwrap()),
            serde_json::Value::String(text) => Cell::Text(text),
            serde_json::Value::Bool(flag) => Cell::Flag(*flag),
            _ => Cell::Nothing,
        }
    }

    fn value(formula: &str, row: serde_json::Value) -> Option<f64> {
        let formula = Formula::parse(formula).unwrap();
        formula
            .eval(&|place| cell(&row, &formula.fields()[place]))
            .number()
    }

    fn holds(formula: &str, row: serde_json::Value) -> bool {
        let formula = Formula::parse(formula).unwrap();
        formula
            .eval(&|place| cell(&row, &formula.fields()[place]))
            .is_true()
    }

    #[test]
    fn absent_fields_make_arithmetic_absent_and_comparisons_false() {
        use serde_json::json;
        assert_eq!(value("shine * minutes", json!({"shine": 3})), None);
        assert!(!holds("minutes > 0", json!({})));
        assert!(holds("kind not in ['plan', 'rinse']", json!({})));
        assert!(holds("kind is not defined", json!({})));
        assert_eq!(
            value(
                "mass if mass is defined else 2 * shine",
                json!({"shine": 4})
            ),
            Some(8.0)
        );
    }

    #[test]
    fn a_division_by_zero_is_no_number() {
        assert_eq!(value("shine / 0", serde_json::json!({"shine": 3})), None);
    }

    #[test]
    fn errors_say_where_and_what() {
        let error = Formula::parse("shine * (2 + ").unwrap_err();
        assert_eq!(error.at, 14);
        insta::assert_snapshot!(
            Formula::parse("shine ~ 2").unwrap_err(),
            @"the formula `shine ~ 2` cannot be read at character 7: expected the end, or an operator"
        );
        insta::assert_snapshot!(
            Formula::parse("kind in rinse").unwrap_err(),
            @"the formula `kind in rinse` cannot be read at character 9: expected a list such as `['a', 'b']`"
        );
        assert!(Formula::parse(&"(".repeat(500)).is_err());
    }

    /// Formulas whose meaning does not depend on absent fields, as text.
    fn number() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            (1u32..50).prop_map(|n| format!("{n}.0")),
            Just("mass".to_owned()),
            Just("shine".to_owned()),
        ];
        leaf.prop_recursive(4, 24, 3, |inner| {
            prop_oneof![
                (inner.clone(), "[-+*]", inner.clone())
                    .prop_map(|(a, op, b)| format!("{a} {op} {b}")),
                inner.clone().prop_map(|a| format!("({a}) / 4.0")),
                inner.clone().prop_map(|a| format!("({a})")),
                inner.clone().prop_map(|a| format!("(-{a})")),
                (inner.clone(), condition(inner.clone()), inner)
                    .prop_map(|(a, c, b)| format!("({a} if {c} else {b})")),
            ]
        })
    }

    fn condition(
        number: impl Strategy<Value = String> + Clone + 'static,
    ) -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            (
                number.clone(),
                prop::sample::select(vec!["<", "<=", ">", ">=", "==", "!="]),
                number
            )
                .prop_map(|(a, order, b)| format!("{a} {order} {b}")),
            Just("kind in ['wash', 'rinse']".to_owned()),
            Just("kind not in ['wash']".to_owned()),
            Just("kind == 'wash'".to_owned()),
            Just("gone is defined".to_owned()),
        ];
        leaf.prop_recursive(3, 12, 2, |inner| {
            prop_oneof![
                (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} and {b}")),
                (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} or {b}")),
                inner.prop_map(|a| format!("not ({a})")),
            ]
        })
    }

    #[test]
    fn a_division_may_leave_the_rest_out() {
        let row = serde_json::json!({"mass": 8.4});
        assert_eq!(value("(mass * 2 + 0.5) // 1", row.clone()), Some(17.0));
        assert_eq!(value("mass // 3 * 2", row), Some(4.0));
    }

    proptest! {
        #[test]
        fn means_what_minijinja_means(source in number(), mass in 0i32..90, shine in -9i32..9, washed: bool) {
            let kind = if washed { "wash" } else { "polish" };
            let row = serde_json::json!({"mass": f64::from(mass), "shine": f64::from(shine), "kind": kind});
            let env = Environment::new();
            let expected: f64 = env.compile_expression(&source).unwrap().eval(minijinja::context!{ mass => f64::from(mass), shine => f64::from(shine), kind => kind }).unwrap()
                .try_into().unwrap();
            let ours = value(&source, row).unwrap();
            prop_assert!((ours - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{source}: {ours} {expected}");
        }

        #[test]
        fn never_panics(source in "\\PC{0,40}") {
            let _ = Formula::parse(&source);
        }
    }
}
