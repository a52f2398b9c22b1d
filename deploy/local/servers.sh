# shellcheck shell=bash
# Private Postgres, Redis and NATS of this stack: loopback only, own ports, own data, own logins, certificates of their own
# authority.

# The stacks of the crates' tests and of measurements speak without TLS: they share servers, or are compared with bare ones.
is_secure() { [[ $STACK != @(test|dev|deep|bench) ]]; }

# Certificates of the servers and programs; those that last and suit stay.
make_certificates() { # [make|renew]
  local hosts=IP:127.0.0.1,DNS:localhost
  is_secure || return 0
  # shellcheck disable=SC2046
  "$ROOT/deploy/certificates" "$TLS" "${1:-make}" "postgres=$hosts" "redis=$hosts" "nats=$hosts" $(list_programs)
}

# A random word stored in its own file. Letters only: nats-server reads 3e45 as a number.
secret() { # <name> [bytes]
  [ -s "$SECRETS/$1" ] || keep_secret "$1" "$(word "${2:-24}")"
  cat "$SECRETS/$1"
}

word() { od -An -vtx1 -N "${1:-24}" /dev/urandom | tr -d ' \n' | tr 0-9 g-p; } # [bytes]

keep_secret() { # <name> <value>
  (umask 077 && printf '%s' "$2" >"$SECRETS/$1.new")
  mv "$SECRETS/$1.new" "$SECRETS/$1"
}

# The login of a program on a server, as user:password. It stands in the address, which is kept in a file.
login() { # <postgres|owner|redis|nats> <program>
  local file=$URLS/$1/$2 user=$2
  if [ -s "$file" ]; then
    sed 's|^[^:]*://\([^@]*\)@.*|\1|' "$file"
    return
  fi
  [ "$1" != owner ] || user=${2}_owner
  case $1 in postgres) echo "$user:$(secret "${2}_database")" ;; *) echo "$user:$(secret "${2}_$1")" ;; esac
}

# The login, and the other one while one replaces the other.
logins() { # <server> <program>
  login "$1" "$2"
  [ ! -s "$URLS/$1/$2.other" ] || login "$1" "$2.other"
}

# Writes the address of a server for each program that uses it. A program reads the file again when it connects.
write_urls() { # <server> <scheme> <what follows the port>
  local name
  mkdir -p "$URLS/$1"
  for name in $(services_with needs "${1/owner/postgres}"); do
    write_url "$1" "$name" "$2://$(login "$1" "$name")@127.0.0.1:$(port "${1/owner/postgres}")${3//NAME/$name}"
  done
}

write_url() { # <server> <program> <address>
  (umask 077 && printf '%s\n' "$3" >"$URLS/$1/$2.new")
  mv "$URLS/$1/$2.new" "$URLS/$1/$2"
}

# Postgres refuses to run as root, so root runs it as the user of its package.
as_postgres() {
  if [ "$(id -u)" -eq 0 ]; then
    (cd / && exec setpriv --reuid=postgres --regid=postgres --init-groups --reset-env "$@")
  else
    "$@"
  fi
}

# Data of the crates' tests are in memory where there is enough of it: they create and drop hundreds of databases, and
# file systems on disks look for room among all inodes that were just freed.
is_in_memory() { # <home>
  local free
  [[ $STACK == @(test|dev|deep) ]] || return
  [ ! -d "$1" ] || return 0
  free=$(df --output=avail -B1M /dev/shm 2>/dev/null | tail -n 1) && [ "${free:-0}" -ge 4096 ]
}

# Below .local if that user can reach it; otherwise, as in a closed home directory, in /var/lib.
postgres_home() {
  local closed memory
  memory=/dev/shm/assay-$STACK-$(printf '%s' "$STATE" | cksum | cut -d' ' -f1)
  if is_in_memory "$memory"; then
    echo "$memory"
  elif [ "$(id -u)" -ne 0 ] || as_postgres test -x "$STATE"; then
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

# Postgres reads its certificate, and who must use TLS, from its own folder.
keep_postgres_certificate() { # <home>
  local owner file
  owner=$(as_postgres id -u)
  for file in "$TLS/postgres/tls.crt" "$TLS/postgres/tls.key" "$ROOT/deploy/postgres/pg_hba.conf"; do
    install -m 0600 "$file" "$1/${file##*/}.new"
    [ "$(id -u)" -ne 0 ] || chown "$owner" "$1/${file##*/}.new"
    mv "$1/${file##*/}.new" "$1/${file##*/}"
  done
}

start_postgres() {
  local home bin major options
  home=$(postgres_home)
  # One that was started without TLS is restarted.
  ! is_secure || as_postgres test -s "$home/tls.crt" || halt postgres INT 60
  if ! alive postgres; then
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
      -c shared_buffers=16MB -c max_connections=100 -c jit=off -c log_destination=stderr -c logging_collector=off
      # One machine with small tables needs few background processes.
      -c autovacuum_max_workers=1 -c max_logical_replication_workers=0 -c max_parallel_workers_per_gather=0)
    if is_secure; then
      keep_postgres_certificate "$home"
      options+=(-c ssl=on -c ssl_min_protocol_version=TLSv1.3 -c "ssl_cert_file=$home/tls.crt" -c "ssl_key_file=$home/tls.key"
        -c "hba_file=$home/pg_hba.conf")
    fi
    # Data of tests may be lost in a crash of the machine, but not of the process.
    [ "$STACK" = main ] || options+=(-c fsync=off -c full_page_writes=off -c max_connections=400 -c shared_buffers=32MB)
    # Creating or dropping a database waits for connections that have not authenticated yet; fault tests leave such behind.
    [ "$STACK" = main ] || options+=(-c authentication_timeout=5s)
    # What was written since the last checkpoint takes memory, too.
    [[ $home != /dev/shm/* ]] || options+=(-c max_wal_size=256MB)
    # After large queries connections give their memory back.
    if [ "$(id -u)" -eq 0 ]; then
      launch postgres setpriv --reuid=postgres --regid=postgres --init-groups --reset-env \
        env MALLOC_TRIM_THRESHOLD_=131072 "$bin/postgres" -D "$home/data" "${options[@]}"
    else
      MALLOC_TRIM_THRESHOLD_=131072 launch postgres "$bin/postgres" -D "$home/data" "${options[@]}"
    fi
  fi
  await postgres 180 "$(find_postgres)/pg_isready" -q -h 127.0.0.1 -p "$(port postgres)" -U postgres
  write_urls postgres postgres "/NAME$(is_secure && echo '?sslmode=verify-full')"
  write_urls owner postgres "/NAME$(is_secure && echo '?sslmode=verify-full')"
}

run_psql() {
  local tls=disable
  ! is_secure || tls=verify-full
  PGPASSWORD=$(secret postgres) PGSSLMODE=$tls PGSSLROOTCERT=$TLS/ca/ca.pem PGCONNECT_TIMEOUT=5 PSQLRC=/dev/null \
    "$(find_postgres)/psql" -h 127.0.0.1 -p "$(port postgres)" -U postgres -d postgres -v ON_ERROR_STOP=1 -qAtX "$@"
}

# A database for each service that needs one, a role that owns its tables, and one that reads and writes them.
create_databases() {
  {
    create_roles && for service in $(services_with needs postgres); do
      run_psql -d "$service" -f "$ROOT/deploy/postgres/rights.sql" || exit
    done
  } >"$LOGS/databases.log" 2>&1 || {
    cat "$LOGS/databases.log" >&2
    fail "the databases could not be created"
  }
}

create_roles() {
  local service server login databases=
  for service in $(services_with needs postgres); do
    for server in owner postgres; do
      for login in $(logins "$server" "$service"); do databases+="$service:$login "; done
    done
  done
  DATABASES=$databases run_psql -f "$ROOT/deploy/postgres/init.sql"
}

# Redis has a user for each program that counts in it, and one without restrictions for tests and for replacing logins.
write_redis_config() {
  local config=$STATE/redis/redis.conf name
  mkdir -p "$STATE/redis"
  (
    umask 077
    {
      for name in $(services_with needs redis); do logins redis "$name" | tr : ' '; done
      echo "operator $(secret redis)"
    } | awk -f "$ROOT/deploy/redis/users.awk" /dev/stdin "$ROOT/services/services.txt" >"$STATE/redis/users.acl.new" || exit
    mv "$STATE/redis/users.acl.new" "$STATE/redis/users.acl"
    {
      if is_secure; then
        printf 'port 0\ntls-port %s\ntls-auth-clients no\n' "$(port redis)"
        printf 'tls-cert-file %s\ntls-key-file %s\n' "$TLS/redis/tls.crt" "$TLS/redis/tls.key"
      else
        printf 'port %s\n' "$(port redis)"
      fi
      cat <<CONFIG
bind 127.0.0.1
aclfile $STATE/redis/users.acl
dir $STATE/redis
save ""
appendonly no
maxmemory 64mb
maxmemory-policy noeviction
databases 1
CONFIG
    } >"$config.new"
  ) || fail "Redis keeps its former users"
  cmp -s "$config.new" "$config" && return 1
  mv "$config.new" "$config"
}

# Commands of its operator.
run_redis() {
  local tls=()
  ! is_secure || tls=(--tls --cacert "$TLS/ca/ca.pem")
  REDISCLI_AUTH=$(secret redis) redis-cli "${tls[@]}" -e -h 127.0.0.1 -p "$(port redis)" --user operator --no-auth-warning "$@"
}

start_redis() {
  alive redis || claim_port redis
  # It keeps nothing that would be missed.
  ! write_redis_config || halt redis
  if alive redis; then
    run_redis acl load >/dev/null
  else
    launch redis "$(command -v redis-server)" "$STATE/redis/redis.conf"
  fi
  await redis 90 port_taken "$(port redis)"
  write_urls redis "redis$(is_secure && echo s)" ''
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
      ! is_secure || printf 'tls { cert_file: "%s", key_file: "%s", timeout: 5 }\n' "$TLS/nats/tls.crt" "$TLS/nats/tls.key"
      {
        for name in $(services_with needs nats); do logins nats "$name" | tr : ' '; done
        cat "$STATE/nats/readers" 2>/dev/null || true
        [ "$STACK" = main ] || echo "tests $(secret nats)"
      } | awk -f "$ROOT/deploy/nats/users.awk" /dev/stdin "$ROOT/services/services.txt" "$ROOT/proto/declared/events.txt"
    } >"$config.new"
  ) || fail "the bus keeps its former users"
  cmp -s "$config.new" "$config" && return 1
  mv "$config.new" "$config"
}

launch_nats() {
  claim_port nats
  sh "$ROOT/deploy/nats/move-streams.sh" "$STATE/nats"
  (
    export NATS_LISTEN="127.0.0.1:$(port nats)" NATS_STORE=$STATE/nats GOMEMLIMIT=32MiB
    launch nats "$(command -v nats-server)" -c "$STATE/nats/nats.conf"
  )
  await nats 90 port_taken "$(port nats)"
}

# A reload would do, if NATS 2.9 did not forget now and then what accounts share. Services connect again within seconds.
relaunch_nats() {
  halt nats
  launch_nats
}

start_nats() {
  mkdir -p "$STATE/nats"
  ! write_nats_config || halt nats
  alive nats || launch_nats
  write_urls nats "$(is_secure && echo tls || echo nats)" ''
}

# Restarts a NATS that a full disk has locked.
start_nats_watch() { alive nats_watch || launch nats_watch "$ROOT/deploy/local/watch-nats"; }

start_servers() {
  make_certificates
  start_postgres
  start_redis
  start_nats
  ! is_secure || use_certificates
}

# Running servers read their certificates again. Connections stay, but those of the bus.
use_certificates() {
  keep_postgres_certificate "$(postgres_home)"
  kill -s HUP "$(pid_of postgres)"
  [ ! "$TLS/nats/tls.crt" -nt "$RUN/nats.pid" ] || relaunch_nats
  run_redis config set tls-cert-file "$TLS/redis/tls.crt" tls-key-file "$TLS/redis/tls.key" >/dev/null
}

stop_servers() {
  halt nats_watch
  halt nats TERM
  halt redis TERM
  halt postgres INT 60
  forget_data_in_memory
}

# Only as long as they are used do data take memory.
forget_data_in_memory() {
  local home
  home=$(postgres_home)
  [[ $home != /dev/shm/* ]] || rm -rf "$home"
}

# The variables that the tests of the crates read.
export_test_servers() {
  TEST_DATABASE_URL=postgres://postgres:$(secret postgres)@127.0.0.1:$(port postgres)/postgres
  TEST_REDIS_URL=redis://operator:$(secret redis)@127.0.0.1:$(port redis)
  TEST_NATS_URL=nats://tests:$(secret nats)@127.0.0.1:$(port nats)
  export TEST_DATABASE_URL TEST_REDIS_URL TEST_NATS_URL
}
