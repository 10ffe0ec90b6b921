//! r
pub mod kind;
