//! Swealog: scribble your training, ask it anything.

fn main() {}
