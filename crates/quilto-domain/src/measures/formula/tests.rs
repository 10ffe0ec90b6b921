//! What formulas mean, held against minijinja.

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
            (inner.clone(), "[-+*]", inner.clone()).prop_map(|(a, op, b)| format!("{a} {op} {b}")),
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
