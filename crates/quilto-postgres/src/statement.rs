//! Statements with their values, owned, so that they can be sent again.

use chrono::NaiveDate;
use tokio_postgres::types::{ToSql, Type};

/// A value of a statement.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Text(String),
    Bytes(Vec<u8>),
    Day(NaiveDate),
    Process(i32),
    Count(i64),
    Days(Vec<NaiveDate>),
    Texts(Vec<String>),
    AllBytes(Vec<Vec<u8>>),
}

impl Value {
    fn typed(&self) -> (&(dyn ToSql + Sync), Type) {
        match self {
            Self::Text(value) => (value, Type::TEXT),
            Self::Bytes(value) => (value, Type::BYTEA),
            Self::Day(value) => (value, Type::DATE),
            Self::Process(value) => (value, Type::INT4),
            Self::Count(value) => (value, Type::INT8),
            Self::Days(value) => (value, Type::DATE_ARRAY),
            Self::Texts(value) => (value, Type::TEXT_ARRAY),
            Self::AllBytes(value) => (value, Type::BYTEA_ARRAY),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// One statement; its first value is the person, where it is about one.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(crate) sql: &'static str,
    pub(crate) values: Vec<Value>,
}

impl Statement {
    pub(crate) fn typed(&self) -> Vec<(&(dyn ToSql + Sync), Type)> {
        self.values.iter().map(Value::typed).collect()
    }
}
