# shellcheck shell=bash
# The settings of each program. A value comes from the environment or .env, otherwise from here, otherwise from the
# program's default. Each program prints the names that it reads (`<program> settings`), so there is no list of them here.

# The features for new users: all except those for administrators and unfinished ones.
LOCAL_FEATURES=enable-data-downloads,enable-asset-entity-pages,enable-asset-charting-page,enable-jurisdiction-explorer,enable-api-keys

# Lines of .env set variables that the environment does not; they are values, not shell.
read_env_file() {
  local name value
  [ -f "$ROOT/.env" ] || return 0
  while IFS='=' read -r name value || [ -n "$name" ]; do
    [[ $name =~ ^[A-Z][A-Z0-9_]*$ ]] || continue
    [ -n "${!name+set}" ] || export "$name=$value"
  done <"$ROOT/.env"
}

# Writes the settings of each program to a private file, one quoted assignment per line. The program checks them first: if
# one is invalid, running processes keep their settings.
write_settings() {
  local program
  claim_service_ports
  make_service_keys
  rm -rf "$STATE/settings.new"
  (umask 077 && mkdir "$STATE/settings.new")
  for program in $(list_programs); do
    (umask 077 && compose_settings "$program" >"$STATE/settings.new/$program")
    keep_settings_read "$program"
  done
  rm -rf "$STATE/settings"
  mv "$STATE/settings.new" "$STATE/settings"
}

# Makes the keys by which the programs authenticate each other, and new ones for those that are a month old.
make_service_keys() {
  env -i PATH="$PATH" "$STATE/bin/gateway" service-keys "$KEYS" >"$LOGS/service-keys.log" 2>&1 || {
    cat "$LOGS/service-keys.log" >&2
    fail "the keys of the services could not be made"
  }
}

# Drops variables that the program does not read. Fails with the program's message if a setting is invalid.
keep_settings_read() { # <program>
  local file=$STATE/settings.new/$1 names=$STATE/settings.new/$1.names refusal
  if ! SETTINGS_FOLDER=$STATE/settings.new with_settings "$1" "$STATE/bin/$1" settings >"$names" 2>"$names.refusal"; then
    refusal=$(tail -n 1 "$names.refusal")
    rm -rf "$STATE/settings.new"
    give_front_port_back
    fail "${refusal:-$1 rejects its settings} (running processes were not touched)"
  fi
  # Read by the allocator itself.
  printf '%s\n' MIMALLOC_ALLOW_THP MIMALLOC_PURGE_DELAY >>"$names"
  awk -F= 'NR == FNR { read[$1]; next } $1 in read' "$names" "$file" >"$file.read"
  mv "$file.read" "$file"
  rm -f "$names" "$names.refusal"
}

# The variables that are set explicitly: those of the environment, unless the command sets EXPLICIT.
set_names() {
  if [ -n "${EXPLICIT+set}" ]; then printf '%s\n' "${EXPLICIT[@]}"; else compgen -e; fi
}

compose_settings() { # <program>
  local name service prefix=${1^^}
  local -A values=()
  for name in $(set_names); do
    if [[ $name =~ ^[A-Z][A-Z0-9_]*$ ]] && [ -n "${!name+set}" ]; then values[$name]=${!name}; fi
  done
  by_default PUBLIC_URL "http://127.0.0.1:$(port gateway)"
  by_default SMTP_URL "file://$MAIL"
  by_default SAMPLE_DATA on
  by_default WORKER_THREADS "$(worker_threads)"
  # Empty values of these three are ignored. The first administrator is the contact for data, and reads requests for plans.
  [ -n "${values[DEFAULT_FEATURES]+set}" ] || values[DEFAULT_FEATURES]=$LOCAL_FEATURES
  [ -n "${values[CONTACT_DATA_EMAIL]+set}" ] || values[CONTACT_DATA_EMAIL]=admin@localhost.localdomain
  [ -n "${values[PLAN_REQUESTS_TO]+set}" ] || values[PLAN_REQUESTS_TO]=admin@localhost.localdomain
  secret auth 32 >/dev/null
  always_file AUTH_SECRET "$SECRETS/auth"
  secret peppers 32 >/dev/null
  always_file API_KEY_PEPPERS "$SECRETS/peppers"
  always SERVICE_KEYS "$KEYS"
  if is_secure; then
    always_file PRIVATE_CA "$TLS/ca/ca.pem"
    always SERVICE_TLS "$TLS/$1"
  fi
  ! has "$1" needs nats || always_file NATS_URL "$URLS/nats/$1"
  ! has "$1" needs redis || always_file REDIS_URL "$URLS/redis/$1"
  is_kind "$1" worker || always "${prefix}_LISTEN" "127.0.0.1:$(port "$1")"
  always "${prefix}_ADMIN_LISTEN" "127.0.0.1:$(port "$1_admin")"
  if has "$1" needs postgres; then
    ! is_frugal || by_default "${prefix}_DATABASE_POOL" 3
    always_file "${prefix}_DATABASE_URL" "$URLS/postgres/$1"
  fi
  for service in $(list_services); do always "${service^^}_URL" "$(is_secure && echo https || echo http)://127.0.0.1:$(port "$service")"; done
  always GATEWAY_SITE_DIR "$SITE"
  [ "${PROFILE:-local}" = release ] || always MIMALLOC_ALLOW_THP 0
  ! is_frugal || always MIMALLOC_PURGE_DELAY 0
  ! is_frugal || by_default ANSWER_CACHE_MIB 16
  for name in "${!values[@]}"; do printf '%s=%q\n' "$name" "${values[$name]}"; done | LC_ALL=C sort
}

# Whether the stack is for daily work: stacks of tests and of the release profile use more memory to be faster.
is_frugal() { [ "$STACK" = main ] && [ "${PROFILE:-local}" != release ]; }

# Usage: by_default <name> <value>; an explicit value or file takes precedence.
by_default() { [ -n "${values[$1]:-}${values[$1_FILE]:-}" ] || values[$1]=$2; }

# Usage: always <name> <value>; these belong to this stack.
always() {
  unset "values[$1_FILE]"
  values[$1]=$2
}

# Usage: always_file <name> <file>; the same for a file that a process reads again while it runs.
always_file() {
  unset "values[$1]"
  values[$1_FILE]=$2
}

# All processes share this machine: with one thread per core in each, they mostly wake each other.
worker_threads() { echo $((($(nproc) + 1) / 2)); }

claim_service_ports() {
  local service
  for service in $(list_services); do
    claim_port "$service"
    claim_port "${service}_admin" "$service"
  done
  claim_port gateway_admin gateway
  for service in $(programs_of worker); do claim_port "${service}_admin" "$service"; done
}

# The settings of the last `up`.
require_settings() { [ -d "$STATE/settings" ] || fail "nothing has been started yet; run make up"; }

# Usage: with_settings <program> <command...>; without the caller's environment.
with_settings() {
  local settings=${SETTINGS_FOLDER:-$STATE/settings}/$1
  shift
  (
    kept_path=$PATH kept_home=${HOME:-/}
    while read -r name; do unset "$name"; done < <(compgen -e | grep -vE '^(BASH.*|UID|EUID|PPID|SHELLOPTS)$')
    PATH=$kept_path HOME=$kept_home LANG=C.UTF-8
    set -a
    # shellcheck source=/dev/null
    . "$settings"
    PATH=$kept_path HOME=$kept_home LANG=C.UTF-8
    export PATH HOME LANG
    "$@"
  )
}
