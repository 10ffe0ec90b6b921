//! `mcp`: the same for assistants, on standard input and output.

use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::ui::Ui;

/// Serves the assistant that started it, until it goes.
#[cfg(feature = "mcp")]
pub fn run(context: &Context<'static>, ui: &mut Ui) -> Result<Exit, CliError> {
    use std::io::IsTerminal as _;

    use crate::cli::signals::Signals;
    use crate::context::engine::not_started;

    // a home that cannot be used is said now, not to the assistant's first call
    context.store()?.span()?;
    if std::io::stdin().is_terminal() {
        let app = context.app.name;
        ui.remark(&format!(
            "An assistant should start this: give it the command `{app} mcp`. Ctrl-C stops it."
        ));
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| not_started(&error))?;
    let served = runtime.block_on(async {
        let mut signals = Signals::new()?;
        let mut exit = Exit::Done;
        let stop = async { exit = signals.next().await };
        crate::mcp::serve(context, stop).await?;
        Ok(exit)
    });
    // what waits for more on standard input never ends by itself
    runtime.shutdown_background();
    served
}

/// Tells that this build knows no assistants.
#[cfg(not(feature = "mcp"))]
pub fn run(context: &Context<'static>, _: &mut Ui) -> Result<Exit, CliError> {
    let app = context.app.name;
    Err(CliError::usage(format!(
        "this build of {app} does not speak with assistants"
    ))
    .hint(format!(
        "releases do; to build it so: cargo build --release -p {app} --features mcp"
    )))
}
