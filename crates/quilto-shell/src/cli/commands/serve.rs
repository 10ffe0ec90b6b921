//! `serve`: the same over HTTP, for a browser and for programs, until it is stopped.

use std::net::{AddrParseError, IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use clap::Args;
use ipnet::IpNet;
use listenfd::ListenFd;
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::accounts::{self, password};
use crate::cli::logging::LogFormat;
use crate::cli::signals::Signals;
use crate::context::Context;
use crate::context::engine::not_started;
use crate::error::{CliError, Exit, Failure};
use crate::http::metrics::{self, Metrics};
use crate::http::proxy::BasePath;
use crate::http::{self, Authentication, Endpoint, Limits, Server, Tls, Token, Watch};
use crate::ui::Ui;

#[derive(Debug, Args)]
pub struct ServeArgs {
    /// Listen on this address; others than this machine's own need a token
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    host: String,

    /// Listen on this port; 0 takes a free one
    #[arg(long, value_name = "PORT", default_value_t = 8787)]
    port: u16,

    /// Let in only those who send the token in this file
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,

    /// Speak HTTPS with the certificate in this file (PEM, with those that vouch for it)
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,

    /// The private key of that certificate (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,

    /// Let in those who have an account (see `users`), each to their own notes; without this too, once
    /// there are accounts
    #[arg(long, conflicts_with = "token_file")]
    accounts: bool,

    /// Take the word of a proxy at this address, or in this network, for who asks: X-Forwarded-For, -Proto
    /// and -Host
    #[arg(long, value_name = "ADDRESS", value_parser = network)]
    trusted_proxy: Vec<IpNet>,

    /// Be found below this path (/log), where a proxy leads it here
    #[arg(long, value_name = "PATH", value_parser = BasePath::read, default_value = "/", hide_default_value = true)]
    base_path: BasePath,

    /// Tell counts and durations at /metrics of this address, as Prometheus reads them (127.0.0.1:9187)
    #[arg(long, value_name = "ADDRESS")]
    metrics: Option<SocketAddr>,

    /// Note requests in words, or as JSON, an object a line
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub log_format: LogFormat,

    /// Open the page in a browser
    #[arg(long)]
    open: bool,

    /// Answer to this name too, besides localhost and addresses
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
}

/// Serves until Ctrl-C or a termination signal; `token` is the one of the environment.
pub fn run(
    context: &Context<'static>,
    ui: &mut Ui,
    args: &ServeArgs,
    token: Option<&str>,
) -> Result<Exit, CliError> {
    let authentication = authentication(context, ui, args, token)?;
    let tls = the_tls(ui, args)?;
    if authentication.accounts().is_some() {
        password::prepare();
    } else {
        // a home that cannot be used is said now, not to the first client
        context.store()?.span()?;
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| not_started(&error))?;
    let (app, limits) = (context.app, Limits::default());
    let served = runtime.block_on(async {
        let (listener, address) = listen(args, authentication.is_there()).await?;
        let scheme = if tls.is_some() { "https" } else { "http" };
        let base = args.base_path.as_str();
        tell(context, ui, &format!("{scheme}://{address}{base}"))?;
        if args.open {
            open(ui, scheme, address, base);
        }
        let mut also = args.allow_host.clone();
        also.push(args.host.clone());
        let endpoint = Endpoint {
            authentication,
            tls,
            proxies: args.trusted_proxy.iter().copied().collect(),
            base: args.base_path,
            ..Endpoint::open(address.ip(), also)
        };
        let watch = Watch {
            metrics: args.metrics.map(|_| Metrics::new(app.name, app.version)),
            by_field: args.log_format == LogFormat::Json,
        };
        tell_metrics(args, watch.metrics.as_ref()).await?;
        let server = Server::new(context.anew()?, endpoint, limits, watch);
        serve(server, listener).await
    });
    match served {
        Ok((exit, finished)) => {
            if ui.shows_progress() {
                ui.remark("\nStopped.");
            }
            // a run that no client waits for any more may still be writing
            runtime.shutdown_timeout(if finished {
                limits.farewell
            } else {
                Duration::ZERO
            });
            Ok(exit)
        }
        Err(error) => Err(error),
    }
}

/// A network, or a single address as one.
fn network(text: &str) -> Result<IpNet, AddrParseError> {
    text.parse()
        .or_else(|_| text.parse::<IpAddr>().map(IpNet::from))
}

/// What clients must show: an account's, where there is any, or the token of the server.
fn authentication(
    context: &Context<'_>,
    ui: &mut Ui,
    args: &ServeArgs,
    variable: Option<&str>,
) -> Result<Authentication, CliError> {
    let accounts = accounts::open(context)?;
    let there = !accounts.all()?.is_empty();
    if !there && !args.accounts {
        let token = the_token(context, ui, args, variable)?;
        return Ok(token.map_or(Authentication::Open, Authentication::Token));
    }
    let app = context.app.name;
    if args.token_file.is_some() || variable.is_some() {
        let message = "this server has accounts, and a token of the server would open none of them";
        return Err(CliError::usage(message).hint(format!(
            "leave the token out; `{app} users token NAME` makes one of an account"
        )));
    }
    if !there {
        let says = "there are no accounts yet, so nobody gets in";
        ui.warn(says, Some(&format!("make one: {app} users add NAME")));
    }
    Ok(Authentication::Accounts(accounts))
}

/// The token to ask for: of the file, or of the environment.
fn the_token(
    context: &Context<'_>,
    ui: &mut Ui,
    args: &ServeArgs,
    variable: Option<&str>,
) -> Result<Option<Token>, CliError> {
    let token = match (&args.token_file, variable) {
        (Some(path), _) => Token::read(path),
        (None, Some(text)) => Token::new(text),
        (None, None) => return Ok(None),
    };
    warn_of_readers(ui, args.token_file.as_deref());
    token.map(Some).map_err(|error| {
        Failure::of(&error).hint(format!(
            "make one: openssl rand -hex 32 > token, then {} serve --token-file token",
            context.app.name
        ))
    })
}

/// The certificate to speak with, and its key.
fn the_tls(ui: &mut Ui, args: &ServeArgs) -> Result<Option<Tls>, CliError> {
    let (Some(certificate), Some(key)) = (&args.tls_cert, &args.tls_key) else {
        return Ok(None);
    };
    let tls = Tls::read(certificate, key).map_err(|error| {
        Failure::of(&error).hint(
            "both are files in PEM, made together: mkcert makes them for a network of your own, \
             certbot and alike for a name on the internet",
        )
    })?;
    warn_of_readers(ui, Some(key));
    Ok(Some(tls))
}

/// Warns where others can read what is to be kept from them.
fn warn_of_readers(ui: &mut Ui, secret: Option<&Path>) {
    if let Some(path) = secret.filter(|path| others_may_read(path)) {
        let path = path.display();
        ui.warn(
            &format!("others on this machine can read {path}"),
            Some(&format!("keep it to yourself: chmod 600 {path}")),
        );
    }
}

#[cfg(unix)]
fn others_may_read(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn others_may_read(_path: &Path) -> bool {
    false
}

/// The port that whoever started this keeps open, if they do: requests wait there while one server stops
/// and the next one starts.
fn handed_over() -> Result<Option<TcpListener>, CliError> {
    let failed = |error: std::io::Error| {
        CliError::failed("the port that was handed over cannot be listened on")
            .cause(error)
            .hint("hand over a single TCP socket, as systemd does for ListenStream=")
    };
    let handed = ListenFd::from_env().take_tcp_listener(0).map_err(failed)?;
    let ready = handed.map(|listener| {
        listener.set_nonblocking(true)?;
        TcpListener::from_std(listener)
    });
    ready.transpose().map_err(failed)
}

/// Takes the port, or the one that is handed over. An address that others can reach is refused without a
/// token.
async fn listen(
    args: &ServeArgs,
    authenticates: bool,
) -> Result<(TcpListener, SocketAddr), CliError> {
    let Some(listener) = handed_over()? else {
        return bind(args, authenticates).await;
    };
    let address = listener.local_addr().map_err(|error| {
        CliError::failed("the port that was handed over has no address")
            .cause(error)
            .hint("hand over a single TCP socket, as systemd does for ListenStream=")
    })?;
    if !address.ip().is_loopback() && !authenticates {
        return Err(needs_token(&address.ip().to_string()));
    }
    Ok((listener, address))
}

fn needs_token(host: &str) -> CliError {
    CliError::usage(format!("others can reach {host}, so a token is needed"))
        .hint("make one: openssl rand -hex 32 > token, then add --token-file token")
}

/// Takes the port that is named.
async fn bind(
    args: &ServeArgs,
    authenticates: bool,
) -> Result<(TcpListener, SocketAddr), CliError> {
    let host = args.host.trim_start_matches('[').trim_end_matches(']');
    let failed =
        |what: &str| CliError::failed(format!("cannot listen on {host}:{}{what}", args.port));
    let found = tokio::net::lookup_host((host, args.port)).await;
    let found = found.map_err(|error| {
        failed("")
            .cause(error)
            .hint("give an address of this machine, such as 127.0.0.1")
    })?;
    let addresses: Vec<SocketAddr> = found.collect();
    let reachable = addresses.iter().any(|address| !address.ip().is_loopback());
    if reachable && !authenticates {
        return Err(needs_token(host));
    }
    let listener = TcpListener::bind(&*addresses).await.map_err(|error| {
        let hint = match error.kind() {
            std::io::ErrorKind::AddrInUse => {
                "something listens there already; choose another with --port, or 0 for a free one"
            }
            std::io::ErrorKind::PermissionDenied => "choose a port above 1023 with --port",
            _ => "give an address of this machine, such as 127.0.0.1",
        };
        failed("").cause(error).hint(hint)
    })?;
    let address = listener.local_addr().map_err(|error| {
        failed("")
            .cause(error)
            .hint("choose another --host or --port")
    })?;
    Ok((listener, address))
}

/// Tells what is counted at an address of its own, for as long as the process runs.
async fn tell_metrics(args: &ServeArgs, metrics: Option<&Arc<Metrics>>) -> Result<(), CliError> {
    let Some((address, metrics)) = args.metrics.zip(metrics) else {
        return Ok(());
    };
    let failed = |error| {
        CliError::failed(format!("cannot tell counts at {address}"))
            .cause(error)
            .hint("name another address and port of this machine with --metrics")
    };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    tracing::info!("counts are told at http://{address}/metrics");
    let (metrics, also) = (Arc::clone(metrics), args.allow_host.clone());
    tokio::spawn(metrics::serve(metrics, listener, address, also));
    Ok(())
}

/// Where the server is, for people and scripts.
fn tell(context: &Context<'_>, ui: &mut Ui, url: &str) -> Result<(), CliError> {
    if context.json {
        return ui.json(&json!({"url": url}));
    }
    ui.line(&format!("Listening on {url}"))?;
    ui.remark("Open it in a browser; Ctrl-C stops it.");
    Ok(())
}

/// Opens the page in the person's browser, if the system has one.
fn open(ui: &mut Ui, scheme: &str, address: SocketAddr, base: &str) {
    let port = address.port();
    // an address for all is none to go to
    let url = match address.ip().is_unspecified() {
        true => format!("{scheme}://localhost:{port}{base}"),
        false => format!("{scheme}://{address}{base}"),
    };
    let (program, before): (_, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start"])
    } else {
        ("xdg-open", &[])
    };
    let opened = std::process::Command::new(program)
        .args(before)
        .arg(&url)
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn();
    if opened.is_err() {
        ui.warn("no browser could be opened", Some(&format!("open {url}")));
    }
}

/// Serves until a signal, and says how to exit, and whether all requests were finished before. A
/// second signal does not wait for them.
async fn serve(server: Arc<Server>, listener: TcpListener) -> Result<(Exit, bool), CliError> {
    let mut signals = Signals::new()?;
    let (stop, stopped) = oneshot::channel();
    let (give_up, given_up) = oneshot::channel();
    let listening = tokio::spawn(async move {
        stop.send(signals.next().await).ok();
        give_up.send(signals.next().await).ok();
    });
    let mut exit = Exit::Done;
    let stop = async { exit = stopped.await.unwrap_or(Exit::Failed) };
    let give_up = async { drop(given_up.await) };
    let finished = http::serve(server, for_assistants, listener, stop, give_up).await;
    listening.abort();
    Ok((exit, finished))
}

/// The path for assistants, where this build speaks with them.
#[cfg(feature = "mcp")]
fn for_assistants(server: &Arc<Server>) -> Router<Arc<Server>> {
    crate::mcp::routes(server)
}

#[cfg(not(feature = "mcp"))]
fn for_assistants(_: &Arc<Server>) -> Router<Arc<Server>> {
    Router::new()
}
