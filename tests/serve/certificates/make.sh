#!/bin/sh
# Makes what the tests of TLS speak with: an authority, and two certificates of it for this machine. They open
# nothing outside of these tests.
set -eu
cd "$(dirname "$0")"
key() { openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt -out "$1"; }
days=36500
authority=$(mktemp -d)
trap 'rm -rf "$authority"' EXIT
key "$authority/key.pem"
openssl req -x509 -new -key "$authority/key.pem" -days $days -subj "/CN=Authority of tests" -out authority.pem
for name in first second; do
    key $name.key
    openssl req -new -key $name.key -subj "/CN=$name" -out "$authority/$name.csr"
    printf 'basicConstraints=CA:FALSE\nsubjectAltName=DNS:localhost,IP:127.0.0.1\n' >"$authority/extensions"
    openssl x509 -req -in "$authority/$name.csr" -CA authority.pem -CAkey "$authority/key.pem" -CAcreateserial \
        -CAserial "$authority/serial" -days $days -extfile "$authority/extensions" -out $name.pem
done
