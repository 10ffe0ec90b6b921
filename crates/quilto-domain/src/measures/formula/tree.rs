//! The tree of a formula.

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
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
pub(super) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    DivideDown,
    Power,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}
