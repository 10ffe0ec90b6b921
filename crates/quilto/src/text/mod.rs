//! Reading text: tokens, numbers, units, dates in words; language files are data.
