#!/usr/bin/env bash
# Runs a command beside a private PostgreSQL server that is thrown away afterwards:
#
#     scripts/postgres.sh cargo test -p quilto-postgres --features server-tests
#
# The command finds in its environment
#     QUILTO_POSTGRES          the address of an empty database, as an ordinary role
#     QUILTO_POSTGRES_ADMIN    the same as the role that stands above row-level security
#     QUILTO_POSTGRES_RESTART  a command that ends the server at once and starts it again
#     QUILTO_POSTGRES_TLS      where there is openssl, the address over TLS, and
#     QUILTO_POSTGRES_CA       a folder with authority.pem, which its certificate is of, and stranger.pem
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
ctl=("${as[@]}" "$bin/pg_ctl" -s -w -D "$folder/data")
end() { "${ctl[@]}" stop -m immediate >/dev/null 2>&1 || true; cd /; rm -rf "$folder"; }
trap end EXIT
trap 'exit 130' INT TERM

"${as[@]}" "$bin/initdb" -D "$folder/data" -U admin -A trust -E UTF8 --locale=C.UTF-8 -N >"$folder/initdb.log" \
    || { cat "$folder/initdb.log"; exit 1; }
# over the network, where others on this machine reach it too, there is nothing but the notes
printf '%s\n' 'local all all trust' 'hostssl notes keeper 127.0.0.1/32 trust' >"$folder/data/pg_hba.conf"
options="-c unix_socket_directories=$folder -c fsync=${FSYNC:-off} -c max_connections=200"
# counts the work of each statement
counts=$bin/../lib/pg_stat_statements.so
if [ -e "$counts" ]; then options+=" -c shared_preload_libraries=pg_stat_statements"; fi

# An authority, a certificate of it for localhost, and an authority that has nothing to do with it.
certificates() {
    printf '%s\n' '[req]' 'distinguished_name=dn' '[dn]' \
        '[ca]' 'basicConstraints=critical,CA:TRUE' '[server]' 'subjectAltName=DNS:localhost' >tls.cnf
    local new=(openssl req -config tls.cnf -newkey rsa:2048 -nodes)
    for name in authority stranger; do
        "${new[@]}" -x509 -extensions ca -days 2 -subj "/CN=$name" -keyout $name.key -out $name.pem
    done
    "${new[@]}" -subj /CN=localhost -keyout server.key -out server.csr
    openssl x509 -req -in server.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 2 \
        -extfile tls.cnf -extensions server -out server.pem
}
export -f certificates
listen="-c listen_addresses="
if command -v openssl >/dev/null && "${as[@]}" bash -ec certificates >"$folder/openssl.log" 2>&1; then
    listen="-c listen_addresses=127.0.0.1 -c ssl=on -c ssl_cert_file=$folder/server.pem -c ssl_key_file=$folder/server.key"
else
    echo "There is no openssl that makes certificates, so TLS will not be tried."
fi
# a port may be somebody's
for try in 1 2 3 4 5; do
    port=$((20000 + RANDOM % 10000))
    if "${ctl[@]}" -o "$options $listen -p $port" -l "$folder/log" start; then break; fi
    [ "$try" -lt 5 ] || { cat "$folder/log"; exit 1; }
done
"${as[@]}" "$bin/psql" -qX -h "$folder" -p "$port" -U admin -d postgres \
    -c "CREATE ROLE keeper LOGIN CREATEDB" -c "CREATE DATABASE notes OWNER keeper"

at=${folder//\//%2F}:$port
export QUILTO_POSTGRES="postgres://keeper@$at/notes"
export QUILTO_POSTGRES_ADMIN="postgres://admin@$at/notes"
export QUILTO_POSTGRES_RESTART="${ctl[*]} -m immediate -l $folder/log restart"
if [ "$listen" != "-c listen_addresses=" ]; then
    export QUILTO_POSTGRES_TLS="postgres://keeper@localhost:$port/notes?sslmode=require" QUILTO_POSTGRES_CA=$folder
fi
# psql and pg_dump of the same version
export PATH="$bin:$PATH" PGHOST=$folder PGPORT=$port PGUSER=keeper PGDATABASE=notes
cd "$OLDPWD"
"$@"
