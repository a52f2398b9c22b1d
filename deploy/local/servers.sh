# shellcheck shell=bash
# Private Postgres, Redis and NATS of this stack: loopback only, own ports, own data, own passwords.

# A random word stored in its own file. Letters only: nats-server reads 3e45 as a number.
secret() { # <name> [bytes]
  if [ ! -s "$SECRETS/$1" ]; then
    (umask 077 && od -An -vtx1 -N "${2:-24}" /dev/urandom | tr -d ' \n' | tr 0-9 g-p >"$SECRETS/$1.new")
    mv "$SECRETS/$1.new" "$SECRETS/$1"
  fi
  cat "$SECRETS/$1"
}

# Postgres refuses to run as root, so root runs it as the user of its package.
as_postgres() {
  if [ "$(id -u)" -eq 0 ]; then
    (cd / && exec setpriv --reuid=postgres --regid=postgres --init-groups --reset-env "$@")
  else
    "$@"
  fi
}

# Below .local if that user can reach it; otherwise, as in a closed home directory, in /var/lib.
postgres_home() {
  local closed
  if [ "$(id -u)" -ne 0 ] || as_postgres test -x "$STATE"; then
    echo "$STATE/postgres"
  else
    closed=/var/lib/assay/$STACK-$(printf '%s' "$STATE" | cksum | cut -d' ' -f1)
    echo "$closed"
  fi
}

init_postgres() { # <home> <bin>
  local home=$1 bin=$2 owner
  mkdir -p "$home"
  rm -rf "$home/data.new"
  owner=$(as_postgres id -u)
  [ "$(id -u)" -ne 0 ] || chown "$owner" "$home"
  chmod 0700 "$home"
  (umask 077 && secret postgres >"$home/password")
  [ "$(id -u)" -ne 0 ] || chown "$owner" "$home/password"
  as_postgres "$bin/initdb" -D "$home/data.new" -U postgres --pwfile="$home/password" \
    --auth=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8 >"$LOGS/initdb.log" 2>&1 ||
    { cat "$LOGS/initdb.log" >&2; fail "the database cluster could not be created"; }
  rm -f "$home/password"
  mv "$home/data.new" "$home/data"
}

start_postgres() {
  local home bin major options
  if ! alive postgres; then
    home=$(postgres_home)
    bin=$(find_postgres)
    [ -n "$bin" ] || fail "Postgres 15 or newer is missing; run make up"
    # The folder may belong to postgres or to us: check it as its owner.
    if as_postgres test -s "$home/data/PG_VERSION"; then
      major=$(as_postgres cat "$home/data/PG_VERSION")
      bin=/usr/lib/postgresql/$major/bin
      [ -x "$bin/postgres" ] || fail "$home holds data of Postgres $major, which is no longer installed: install it, or run make reset"
    else
      init_postgres "$home" "$bin"
    fi
    claim_port postgres
    options=(-c listen_addresses=127.0.0.1 -c "port=$(port postgres)" -c unix_socket_directories=
      -c shared_buffers=32MB -c max_connections=100 -c jit=off -c log_destination=stderr -c logging_collector=off
      # One machine with small tables needs few background processes.
      -c autovacuum_max_workers=1 -c max_logical_replication_workers=0 -c max_parallel_workers_per_gather=0)
    # Data of tests may be lost in a crash of the machine, but not of the process.
    [ "$STACK" = main ] || options+=(-c fsync=off -c full_page_writes=off -c max_connections=400)
    # Creating or dropping a database waits for connections that have not authenticated yet; fault tests leave such behind.
    [ "$STACK" = main ] || options+=(-c authentication_timeout=5s)
    # After large queries connections give their memory back.
    if [ "$(id -u)" -eq 0 ]; then
      launch postgres setpriv --reuid=postgres --regid=postgres --init-groups --reset-env \
        env MALLOC_TRIM_THRESHOLD_=131072 "$bin/postgres" -D "$home/data" "${options[@]}"
    else
      MALLOC_TRIM_THRESHOLD_=131072 launch postgres "$bin/postgres" -D "$home/data" "${options[@]}"
    fi
  fi
  await postgres 60 "$(find_postgres)/pg_isready" -q -h 127.0.0.1 -p "$(port postgres)" -U postgres
}

run_psql() {
  PGPASSWORD=$(secret postgres) PGCONNECT_TIMEOUT=5 PSQLRC=/dev/null "$(find_postgres)/psql" \
    -h 127.0.0.1 -p "$(port postgres)" -U postgres -d postgres -v ON_ERROR_STOP=1 -qAtX "$@"
}

# A role and a database for each service that needs one; existing ones are kept.
create_databases() {
  local service databases=
  for service in $(services_with needs postgres); do
    databases+="$service:$(secret "$service"_database) "
  done
  DATABASES=$databases run_psql -f "$ROOT/deploy/postgres/init.sql" >"$LOGS/databases.log" 2>&1 || {
    cat "$LOGS/databases.log" >&2
    fail "the databases could not be created"
  }
}

start_redis() {
  if ! alive redis; then
    claim_port redis
    mkdir -p "$STATE/redis"
    (
      umask 077
      cat >"$STATE/redis/redis.conf" <<CONFIG
bind 127.0.0.1
port $(port redis)
requirepass $(secret redis)
dir $STATE/redis
save ""
appendonly no
maxmemory 64mb
maxmemory-policy noeviction
databases 1
CONFIG
    )
    launch redis "$(command -v redis-server)" "$STATE/redis/redis.conf"
  fi
  await redis 20 port_taken "$(port redis)"
}

# The configuration of the server with a user for each service; tests have one more user, without restrictions.
write_nats_config() {
  local config=$STATE/nats/nats.conf name
  (
    umask 077
    {
      # Every test reserves space for its own streams and uses almost none of it.
      if [ "$STACK" = main ]; then cat "$ROOT/deploy/nats/nats.conf"; else
        sed 's/max_file_store: .*/max_file_store: 1TB/' "$ROOT/deploy/nats/nats.conf"
      fi
      {
        for name in $(services_with needs nats); do echo "$name $(secret "${name}_nats")"; done
        [ "$STACK" = main ] || echo "tests $(secret nats)"
      } | awk -f "$ROOT/deploy/nats/users.awk" /dev/stdin "$ROOT/services/services.txt"
    } >"$config.new"
  )
  cmp -s "$config.new" "$config" && return 1
  mv "$config.new" "$config"
}

start_nats() {
  local config=$STATE/nats/nats.conf
  mkdir -p "$STATE/nats"
  # A running server reloads its users; one that was started without users is restarted.
  [ -f "$config" ] || halt nats
  if write_nats_config && alive nats; then kill -s HUP "$(pid_of nats)"; fi
  if ! alive nats; then
    claim_port nats
    (
      export NATS_LISTEN="127.0.0.1:$(port nats)" NATS_STORE=$STATE/nats GOMEMLIMIT=32MiB
      launch nats "$(command -v nats-server)" -c "$config"
    )
  fi
  await nats 20 port_taken "$(port nats)"
}

start_servers() {
  start_postgres
  start_redis
  start_nats
}

stop_servers() {
  halt nats TERM
  halt redis TERM
  halt postgres INT 60
}

postgres_url() { # <role> <password> <database>
  echo "postgres://$1:$2@127.0.0.1:$(port postgres)/$3"
}
redis_url() { echo "redis://:$(secret redis)@127.0.0.1:$(port redis)/0"; }
nats_url() { # <program>
  echo "nats://$1:$(secret "$1_nats")@127.0.0.1:$(port nats)"
}

# The variables that the tests of the crates read.
export_test_servers() {
  TEST_DATABASE_URL=$(postgres_url postgres "$(secret postgres)" postgres)
  TEST_REDIS_URL=$(redis_url)
  TEST_NATS_URL=nats://tests:$(secret nats)@127.0.0.1:$(port nats)
  export TEST_DATABASE_URL TEST_REDIS_URL TEST_NATS_URL
}
