#!/usr/bin/env bash
# Runs a command beside a private PostgreSQL server that is thrown away afterwards:
#
#     scripts/postgres.sh cargo test -p quilto-postgres --features server-tests
#
# The command finds in its environment
#     QUILTO_POSTGRES          the address of an empty database, as an ordinary role
#     QUILTO_POSTGRES_ADMIN    the same as the role that stands above row-level security
#     QUILTO_POSTGRES_RESTART  a command that ends the server at once and starts it again
# FSYNC=on lets the server wait for the disk, as it does where it counts.
set -euo pipefail

skip() { echo "Skipped: $1, so what needs a PostgreSQL server was not tried."; exit 0; }

bin=
for folder in "${PGBIN:-}" $(ls -d /usr/lib/postgresql/*/bin /usr/pgsql-*/bin 2>/dev/null | sort -Vr) \
    "$(command -v initdb >/dev/null && dirname "$(command -v initdb)" || true)"; do
    if [ -n "$folder" ] && [ -x "$folder/initdb" ] && [ -x "$folder/postgres" ]; then bin=$folder; break; fi
done
[ -n "$bin" ] || skip "no PostgreSQL server is installed"

# The server refuses to run as root.
as=()
if [ "$(id -u)" = 0 ]; then
    id postgres >/dev/null 2>&1 || skip "this is root, and there is no user postgres to run a server as"
    command -v setpriv >/dev/null || skip "this is root, and there is no setpriv to become another"
    as=(setpriv --reuid=postgres --regid=postgres --clear-groups)
fi

# Short: the path of a socket may not be long.
folder=$(mktemp -d /tmp/quilto-pg.XXXXXX)
if [ "${#as[@]}" -gt 0 ]; then chown postgres "$folder"; fi
cd "$folder"
options="-c listen_addresses= -c unix_socket_directories=$folder -c fsync=${FSYNC:-off} -c max_connections=200"
# counts the work of each statement
counts=$bin/../lib/pg_stat_statements.so
if [ -e "$counts" ]; then options+=" -c shared_preload_libraries=pg_stat_statements"; fi
ctl=("${as[@]}" "$bin/pg_ctl" -s -w -D "$folder/data")
end() { "${ctl[@]}" stop -m immediate >/dev/null 2>&1 || true; cd /; rm -rf "$folder"; }
trap end EXIT
trap 'exit 130' INT TERM

"${as[@]}" "$bin/initdb" -D "$folder/data" -U admin -A trust -E UTF8 --locale=C.UTF-8 -N >"$folder/initdb.log" \
    || { cat "$folder/initdb.log"; exit 1; }
"${ctl[@]}" -o "$options" -l "$folder/log" start || { cat "$folder/log"; exit 1; }
"${as[@]}" "$bin/psql" -qX -h "$folder" -U admin -d postgres \
    -c "CREATE ROLE keeper LOGIN CREATEDB" -c "CREATE DATABASE notes OWNER keeper"

at=${folder//\//%2F}
export QUILTO_POSTGRES="postgres://keeper@$at/notes"
export QUILTO_POSTGRES_ADMIN="postgres://admin@$at/notes"
export QUILTO_POSTGRES_RESTART="${ctl[*]} -m immediate -l $folder/log restart"
# psql and pg_dump of the same version
export PATH="$bin:$PATH" PGHOST=$folder PGUSER=keeper PGDATABASE=notes
cd "$OLDPWD"
"$@"
