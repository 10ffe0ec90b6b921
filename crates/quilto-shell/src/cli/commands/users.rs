//! `users`: who may come to the server, each to notes of their own.

use std::io::{BufRead, IsTerminal};
use std::sync::Arc;

use chrono::{DateTime, Local, NaiveDateTime};
use clap::{Args, Subcommand, ValueEnum};
use quilto::storage::{Account, AccountKey, Accounts, KeyKind, Scope, UserId};
use serde::Serialize;
use serde_json::json;

use crate::accounts::password::{self, PasswordError};
use crate::accounts::secret::{self, Purpose};
use crate::accounts::{self, now, set_password};
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::ui::{HEADING, QUIET, Ui};

/// Seconds of a day.
const DAY: u64 = 24 * 60 * 60;
/// Letters of what a token is called.
const LETTERS: usize = 60;

#[derive(Debug, Args)]
pub struct UsersArgs {
    #[command(subcommand)]
    command: UsersCommand,
}

#[derive(Debug, Subcommand)]
enum UsersCommand {
    /// Make an account; its password is asked for, or read from a pipe
    Add {
        /// a to z, digits, - and _; "owner" opens the notes that are there without accounts
        #[arg(value_name = "NAME")]
        name: String,
        /// Let tokens alone open it
        #[arg(long)]
        no_password: bool,
    },
    /// List the accounts and their tokens
    List,
    /// Remove an account; its notes stay where they are
    Remove {
        /// Whose
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Set a new password, and sign out wherever the old one signed in
    Password {
        /// Whose
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Make a token for a program and show it once, or revoke one
    Token {
        /// Whose
        #[arg(value_name = "NAME")]
        name: String,
        /// Whether it may look only, or write as well
        #[arg(long, value_name = "SCOPE", default_value = "read")]
        scope: ScopeArg,
        /// What to call it in the list
        #[arg(long, value_name = "TEXT")]
        label: Option<String>,
        /// Let it end after so many days
        #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
        days: Option<u32>,
        /// Revoke the token of this name in the list
        #[arg(long, value_name = "ID", conflicts_with_all = ["scope", "label", "days"])]
        revoke: Option<String>,
    },
}

// no docs on the variants: they would blow up the help
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ScopeArg {
    Read,
    Write,
}

impl From<ScopeArg> for Scope {
    fn from(scope: ScopeArg) -> Self {
        match scope {
            ScopeArg::Read => Self::Read,
            ScopeArg::Write => Self::Write,
        }
    }
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &UsersArgs) -> Result<Exit, CliError> {
    let users = Users {
        context,
        accounts: accounts::open(context)?,
    };
    match &args.command {
        UsersCommand::Add { name, no_password } => users.add(ui, name, *no_password),
        UsersCommand::List => users.list(ui),
        UsersCommand::Remove { name } => users.remove(ui, name),
        UsersCommand::Password { name } => users.password(ui, name),
        UsersCommand::Token {
            name,
            revoke: Some(id),
            ..
        } => users.revoke(ui, name, id),
        UsersCommand::Token {
            name,
            scope,
            label,
            days,
            ..
        } => {
            let purpose = Purpose {
                kind: KeyKind::Token,
                scope: (*scope).into(),
                label: label.as_deref().map(labelled).transpose()?,
                lasts: days.map(|days| u64::from(days) * DAY),
            };
            users.token(ui, name, purpose)
        }
    }?;
    Ok(Exit::Done)
}

struct Users<'c> {
    context: &'c Context<'c>,
    accounts: Arc<dyn Accounts>,
}

impl Users<'_> {
    fn add(&self, ui: &mut Ui, name: &str, no_password: bool) -> Result<(), CliError> {
        let user = user(name)?;
        let taken = || {
            CliError::usage(format!("there is an account {user} already"))
                .hint("`users password` sets a new password; `users list` shows what there is")
        };
        if self.accounts.account(&user)?.is_some() {
            return Err(taken());
        }
        let hash = match no_password {
            true => None,
            false => Some(self.new_password(ui, &user)?),
        };
        let mut made = false;
        self.accounts.change(&user, &mut |account| {
            made = account.is_none();
            account.get_or_insert_with(|| Account {
                password: hash.clone(),
                ..Account::new(user.clone())
            });
        })?;
        if !made {
            return Err(taken());
        }
        let place = self.place_of(&user)?;
        if self.context.json {
            return ui.json(&json!({"user": user.as_str(), "notes": place}));
        }
        ui.line(&format!("Added: {user}"))?;
        ui.remark(&format!("{QUIET}Notes: {place}{QUIET:#}"));
        Ok(())
    }

    fn list(&self, ui: &mut Ui) -> Result<(), CliError> {
        let all = self.accounts.all()?;
        if all.is_empty() {
            let app = self.context.app.name;
            ui.remark(&format!(
                "There are no accounts. Make one: {app} users add NAME"
            ));
        }
        for account in &all {
            let listed = Listed::of(account, self.place_of(&account.user)?);
            match self.context.json {
                true => ui.json(&listed)?,
                false => listed.show(ui)?,
            }
        }
        Ok(())
    }

    fn remove(&self, ui: &mut Ui, name: &str) -> Result<(), CliError> {
        let user = user(name)?;
        let mut was_there = false;
        self.accounts.change(&user, &mut |account| {
            was_there = account.take().is_some();
        })?;
        if !was_there {
            return Err(self.unknown(&user));
        }
        let place = self.place_of(&user)?;
        if self.context.json {
            return ui.json(&json!({"removed": user.as_str(), "notes": place}));
        }
        ui.line(&format!("Removed: {user}"))?;
        ui.remark(&format!("{QUIET}The notes stay: {place}{QUIET:#}"));
        Ok(())
    }

    fn password(&self, ui: &mut Ui, name: &str) -> Result<(), CliError> {
        let user = user(name)?;
        if self.accounts.account(&user)?.is_none() {
            return Err(self.unknown(&user));
        }
        let hash = self.new_password(ui, &user)?;
        let mut signed_out = 0;
        self.changed(&user, |account| {
            signed_out = set_password(account, &hash);
        })?;
        if self.context.json {
            return ui.json(&json!({"user": user.as_str(), "signed_out": signed_out}));
        }
        ui.line(&format!("New password: {user}"))?;
        if signed_out > 0 {
            ui.remark(&format!(
                "{QUIET}Signed out of {signed_out} browsers.{QUIET:#}"
            ));
        }
        Ok(())
    }

    fn token(&self, ui: &mut Ui, name: &str, purpose: Purpose) -> Result<(), CliError> {
        let user = user(name)?;
        let (token, key) = secret::new(purpose)?;
        self.changed(&user, |account| secret::give(account, &key))?;
        if self.context.json {
            let mut object = serde_json::to_value(ListedKey::of(&key)).unwrap_or_default();
            object["user"] = user.as_str().into();
            object["token"] = token.text().into();
            return ui.json(&object);
        }
        ui.line(token.text())?;
        ui.remark(&format!(
            "{QUIET}It is shown this once. To revoke it: {} users token {user} --revoke {}{QUIET:#}",
            self.context.app.name, key.id
        ));
        Ok(())
    }

    fn revoke(&self, ui: &mut Ui, name: &str, id: &str) -> Result<(), CliError> {
        let user = user(name)?;
        let mut revoked = false;
        self.changed(&user, |account| {
            let before = account.keys.len();
            account.keys.retain(|key| !is_token(key) || key.id != id);
            revoked = account.keys.len() < before;
        })?;
        if !revoked {
            return Err(CliError::usage(format!("{user} has no token {id:?}"))
                .hint("`users list` shows the tokens by their names"));
        }
        if self.context.json {
            return ui.json(&json!({"user": user.as_str(), "revoked": id}));
        }
        ui.line(&format!("Revoked: {id}"))
    }

    /// Changes an account that must be there.
    fn changed(
        &self,
        user: &UserId,
        mut change: impl FnMut(&mut Account) + Send,
    ) -> Result<(), CliError> {
        let mut was_there = false;
        self.accounts.change(user, &mut |account| {
            was_there = account.is_some();
            account.iter_mut().for_each(&mut change);
        })?;
        match was_there {
            true => Ok(()),
            false => Err(self.unknown(user)),
        }
    }

    fn unknown(&self, user: &UserId) -> CliError {
        let app = self.context.app.name;
        CliError::usage(format!("there is no account {user}"))
            .hint(format!("`{app} users list` shows those that are there"))
    }

    /// Where the notes of a person are.
    fn place_of(&self, user: &UserId) -> Result<String, CliError> {
        let settings = self.context.settings.of_user(user);
        Ok(match settings.database() {
            Some(address) => address.to_owned(),
            None => settings.home()?.display().to_string(),
        })
    }

    /// The hash of a password that is asked for twice, or comes from a pipe.
    fn new_password(&self, ui: &mut Ui, user: &UserId) -> Result<String, CliError> {
        let typed = match self.context.may_ask() {
            true => asked(user)?,
            false => piped(ui)?,
        };
        password::hash(&typed).map_err(|error| {
            let failure = match &error {
                PasswordError::Unfit => CliError::usage(error.to_string()),
                PasswordError::Failed(_) => CliError::failed(error.to_string()),
            };
            failure.hint("a few words that do not belong together are easy to keep in mind")
        })
    }
}

/// A password that a person types, unseen.
fn asked(user: &UserId) -> Result<String, CliError> {
    let read = |prompt: String| {
        rpassword::prompt_password(prompt).map_err(|error| {
            CliError::failed("no password was typed")
                .cause(error)
                .hint("pipe it in: its first line is taken")
        })
    };
    let typed = read(format!("Password of {user}: "))?;
    if read("The same once more: ".to_owned())? != typed {
        return Err(CliError::usage("these were two passwords").hint("type the same one twice"));
    }
    Ok(typed)
}

/// The first line of standard input.
fn piped(ui: &mut Ui) -> Result<String, CliError> {
    let mut input = std::io::stdin().lock();
    let mut line = String::new();
    if input.is_terminal() {
        ui.hint("pipe the password in, or leave out --no-input and --json");
    } else {
        input.read_line(&mut line).map_err(|error| {
            CliError::failed("the password cannot be read")
                .cause(error)
                .hint("pipe it in: its first line is taken")
        })?;
    }
    let typed = line.trim_end_matches(['\r', '\n']);
    match typed.is_empty() {
        true => Err(CliError::usage("there is no password")
            .hint("pipe it in (its first line is taken), or make an account with --no-password")),
        false => Ok(typed.to_owned()),
    }
}

fn user(name: &str) -> Result<UserId, CliError> {
    UserId::new(name).map_err(|error| {
        CliError::usage(error.to_string()).hint("people sign in with it: a short one is best")
    })
}

fn labelled(text: &str) -> Result<String, CliError> {
    let text = text.trim();
    let fits = (1..=LETTERS).contains(&text.chars().count()) && !text.chars().any(char::is_control);
    match fits {
        true => Ok(text.to_owned()),
        false => Err(
            CliError::usage(format!("a label has 1 to {LETTERS} letters"))
                .hint("call it by what has it: --label watch"),
        ),
    }
}

fn is_token(key: &AccountKey) -> bool {
    key.kind == KeyKind::Token
}

/// An account, as it is listed.
#[derive(Serialize)]
struct Listed<'a> {
    user: &'a str,
    notes: String,
    /// Whether there is one.
    password: bool,
    /// Browsers in which the person is signed in.
    sessions: usize,
    tokens: Vec<ListedKey<'a>>,
}

/// A token, as it is listed.
#[derive(Serialize)]
struct ListedKey<'a> {
    id: &'a str,
    scope: Scope,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'a str>,
    made: Option<NaiveDateTime>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<NaiveDateTime>,
}

impl<'a> Listed<'a> {
    fn of(account: &'a Account, notes: String) -> Self {
        let now = now();
        let good = || account.keys.iter().filter(|key| key.is_good(now));
        Self {
            user: account.user.as_str(),
            notes,
            password: account.password.is_some(),
            sessions: good().filter(|key| !is_token(key)).count(),
            tokens: good()
                .filter(|key| is_token(key))
                .map(ListedKey::of)
                .collect(),
        }
    }

    fn show(&self, ui: &mut Ui) -> Result<(), CliError> {
        let by = if self.password {
            "password"
        } else {
            "tokens alone"
        };
        let sessions = match self.sessions {
            0 => String::new(),
            1 => ", signed in with 1 browser".to_owned(),
            n => format!(", signed in with {n} browsers"),
        };
        ui.line(&format!(
            "{HEADING}{}{HEADING:#}  {by}{sessions}  {QUIET}{}{QUIET:#}",
            self.user, self.notes
        ))?;
        for token in &self.tokens {
            let label = token
                .label
                .map(|label| format!("  {label}"))
                .unwrap_or_default();
            let day = |at: Option<NaiveDateTime>| at.map(|at| at.date().to_string());
            let made = day(token.made).unwrap_or_default();
            let ends = day(token.ends)
                .map(|day| format!(", ends {day}"))
                .unwrap_or_default();
            let scope = token.scope.as_str();
            ui.line(&format!(
                "  {}  {scope}{label}  {QUIET}made {made}{ends}{QUIET:#}",
                token.id
            ))?;
        }
        Ok(())
    }
}

impl<'a> ListedKey<'a> {
    fn of(key: &'a AccountKey) -> Self {
        Self {
            id: &key.id,
            scope: key.scope,
            label: key.label.as_deref(),
            made: moment(key.made),
            ends: key.ends.and_then(moment),
        }
    }
}

/// Seconds since 1970 as a moment here.
fn moment(seconds: u64) -> Option<NaiveDateTime> {
    let moment = DateTime::from_timestamp(i64::try_from(seconds).ok()?, 0)?;
    Some(moment.with_timezone(&Local).naive_local())
}
