//! Swealog: scribble your training, ask it anything.

#[allow(
    dead_code,
    unused_imports,
    reason = "the commands that use it come with the next part"
)]
mod domains;

fn main() {}
