#!/bin/sh
# Makes the databases in the container that has the addresses of all: a file of each owner in /run/owners, and of each service in
# /run/databases, where <service>.other is a second login.
set -eu
DATABASES=
for url in /run/owners/* /run/databases/*; do
  name=${url##*/}
  DATABASES="$DATABASES ${name%.other}:$(sed 's|^[^:]*://\([^@]*\)@.*|\1|' "$url")"
done
export DATABASES
PGPASSWORD=$(cat /run/secrets/postgres_password)
export PGPASSWORD
run() { psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --host postgres --username postgres "$@"; }
run --file /postgres/init.sql
for url in /run/owners/*; do run --dbname "${url##*/}" --file /postgres/rights.sql; done
