#![allow(clippy::unwrap_used, reason = "tests")]

use proptest::prelude::*;
use serde_json::{Map, Value};

use crate::{Pack, Packer, Reader};

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-z가-힣 ]{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec(("[a-d]{0,2}", inner), 0..5)
                .prop_map(|fields| Value::Object(fields.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

fn gather(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| gather(item, texts)),
        Value::Object(fields) => fields.values().for_each(|field| gather(field, texts)),
        _ => {}
    }
}

proptest! {
    /// What is packed, written and read comes back as it was, and so does each field by name.
    #[test]
    fn values_come_back(values in prop::collection::vec(values(), 1..5)) {
        let mut packer = Packer::default();
        let places: Vec<usize> = values.iter().map(|value| packer.value(value)).collect();
        let mut bytes = Vec::new();
        Pack::of(packer).write(&mut bytes);
        let pack = Pack::read(&mut Reader::new(&bytes, 0)).unwrap();
        for (value, at) in values.iter().zip(places) {
            let node = pack.node(at);
            // order counts, too
            prop_assert_eq!(node.value().to_string(), value.to_string());
            prop_assert_eq!(node.is_object(), value.is_object());
            prop_assert_eq!(node.is_array(), value.is_array());
            prop_assert_eq!(node.text(), value.as_str());
            let mut texts = Vec::new();
            gather(value, &mut texts);
            prop_assert!(texts.iter().all(|text| node.any_text(&|other| other == text)));
            let met = std::cell::RefCell::new(Vec::new());
            node.any_text(&|text| {
                met.borrow_mut().push(text.to_owned());
                false
            });
            prop_assert_eq!(met.into_inner(), texts);
            for (key, field) in value.as_object().into_iter().flatten() {
                prop_assert_eq!(node.get(key).unwrap().value().to_string(), field.to_string());
            }
        }
    }

    /// Damage is never followed anywhere: something is read, or nothing.
    #[test]
    fn damage_is_borne(value in values(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut packer = Packer::default();
        let place = packer.value(&value);
        let mut bytes = Vec::new();
        Pack::of(packer).write(&mut bytes);
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Some(pack) = Pack::read(&mut Reader::new(&bytes, 0)) {
            pack.node(place).value();
        }
        bytes.truncate(at);
        Pack::read(&mut Reader::new(&bytes, 0));
    }

    #[test]
    fn noise_is_borne(bytes in prop::collection::vec(any::<u8>(), 0..60), at in 0..60_usize) {
        if let Some(pack) = Pack::read(&mut Reader::new(&bytes, 0)) {
            pack.node(at).value();
        }
    }
}
