//! From the text of a formula to its tree: one method for each level of precedence.

use super::FormulaError;
use super::tree::{Arithmetic, Node, Order};

/// Nesting a formula may have; a person never needs more, and the stack is safe.
const MAX_DEPTH: usize = 64;

/// The fields that a formula names, each once, and its tree.
pub(super) fn parse(source: &str) -> Result<(Vec<String>, Node), FormulaError> {
    let mut parser = Parser {
        source,
        at: 0,
        depth: 0,
        fields: Vec::new(),
    };
    let root = parser.choice()?;
    parser.space();
    if parser.at < source.len() {
        return Err(parser.error("the end, or an operator"));
    }
    Ok((parser.fields, root))
}

/// A recursive-descent parser, one method per level of precedence.
struct Parser<'s> {
    source: &'s str,
    at: usize,
    depth: usize,
    fields: Vec<String>,
}

impl<'s> Parser<'s> {
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
