//! Expressions with their earlier steps put in, held to a depth and a size.

use super::ExprError;
use super::flat::{compared, of_query};
use quilto_model::Expr;

/// Deepest nesting.
const DEEPEST: usize = 8;
/// Most expressions in one, steps counted as often as they are used.
const LARGEST: usize = 64;

/// Every expression of a list with the steps it names in their places.
pub fn expand(exprs: &[Expr]) -> Vec<Result<Expr, ExprError>> {
    let mut done: Vec<Result<Expr, ExprError>> = Vec::new();
    for expr in exprs {
        let mut whole = expr.clone();
        let expanded = put_in(&mut whole, &done, 1).and_then(|()| measured(whole));
        done.push(expanded);
    }
    done
}

fn put_in(
    expr: &mut Expr,
    done: &[Result<Expr, ExprError>],
    depth: usize,
) -> Result<(), ExprError> {
    if depth > DEEPEST {
        return Err(ExprError::TooDeep { most: DEEPEST });
    }
    if let Expr::Step(step) = expr {
        let step = *step;
        let place = usize::try_from(step)
            .ok()
            .and_then(|step| step.checked_sub(1));
        let earlier = place.and_then(|place| done.get(place));
        *expr = match earlier {
            Some(Ok(earlier)) => earlier.clone(),
            _ => return Err(ExprError::Step { step }),
        };
        return Ok(());
    }
    let mut parts = expr.parts_mut().into_iter();
    parts.try_for_each(|part| {
        put_in(part, done, depth + 1)?;
        unfold(part)
    })
}

/// Inside another expression a flat query stands as the one that it means.
fn unfold(expr: &mut Expr) -> Result<(), ExprError> {
    if let Expr::Fact(query) = expr {
        compared(query)?;
        let [one] = <[Expr; 1]>::try_from(of_query(query)).map_err(|_| ExprError::Flat)?;
        *expr = one;
    }
    Ok(())
}

fn measured(expr: Expr) -> Result<Expr, ExprError> {
    fn depth(expr: &Expr) -> usize {
        1 + expr.parts().into_iter().map(depth).max().unwrap_or(0)
    }
    fn size(expr: &Expr) -> usize {
        1 + expr.parts().into_iter().map(size).sum::<usize>()
    }
    if size(&expr) > LARGEST {
        return Err(ExprError::TooLarge { most: LARGEST });
    }
    if depth(&expr) > DEEPEST {
        return Err(ExprError::TooDeep { most: DEEPEST });
    }
    Ok(expr)
}
