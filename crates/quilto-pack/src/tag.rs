//! What the first byte of a value says.

pub(crate) const NULL: u8 = 0;
pub(crate) const FALSE: u8 = 1;
pub(crate) const TRUE: u8 = 2;
pub(crate) const WHOLE: u8 = 3;
pub(crate) const BELOW_NOTHING: u8 = 4;
pub(crate) const FLOAT: u8 = 5;
pub(crate) const TEXT: u8 = 6;
pub(crate) const ARRAY: u8 = 7;
pub(crate) const OBJECT: u8 = 8;
