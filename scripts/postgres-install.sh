#!/bin/sh
# Installs the PostgreSQL server whose programs scripts/postgres.sh starts, where that may be done unasked: as root on
# Debian and its like (a container, a CI machine). Says what it leaves out, and never fails: without a server its tests
# are skipped. The cluster that the package may make of its own is left alone.
set -u
for folder in "${PGBIN:-}" /usr/lib/postgresql/*/bin /usr/pgsql-*/bin; do
    [ -n "$folder" ] && [ -x "$folder/initdb" ] && exit 0
done
command -v initdb >/dev/null && exit 0
left_out() { echo "PostgreSQL is left out: $1, so what needs a server will be skipped"; exit 0; }
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || left_out "only root on Debian and its like is given it"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq && apt-get install --yes -qq --no-install-recommends postgresql >/dev/null ||
    left_out "it could not be installed"
