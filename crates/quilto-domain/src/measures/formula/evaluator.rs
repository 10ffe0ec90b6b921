//! The value of a formula's tree for one row.

use super::Cell;
use super::tree::{Arithmetic, Node, Order};

/// The value of a node; `field` gives the value of the field at a place.
pub(super) fn eval<'a>(node: &'a Node, field: &impl Fn(usize) -> Cell<'a>) -> Cell<'a> {
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
