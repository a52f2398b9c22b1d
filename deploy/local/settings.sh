# shellcheck shell=bash
# What the services are told. Given to `make up` by variable or in .env; everything else is chosen here.

SETTINGS=(PUBLIC_URL SMTP_URL MAIL_FROM ADMIN_EMAILS OIDC_PROVIDERS SESSION_MAX_AGE SESSION_UPDATE_AGE
  EMAIL_TOKEN_MAX_AGE SIGNIN_LIMITS DEFAULT_FEATURES SAMPLE_DATA SESSION_POLL_SECONDS INTERCOM_SECRET
  BLOG_URL CONTACT_DATA_EMAIL CONTACT_TEAM_EMAIL THIRD_PARTY_SCRIPTS
  SMTP_CA ANSWER_CACHE_MIB CONNECTIONS_PER_ADDRESS CONNECTIONS_TOTAL TRUSTED_PROXIES LOG OTEL_EXPORTER_OTLP_ENDPOINT TRACE_SAMPLE_RATIO
  WORKER_THREADS CATALOG_MEMORY_MIB TIMESERIES_IMAGE_BYTES)

# Everything but the administrators' and the unfinished parts, so that a newcomer sees the product.
LOCAL_FEATURES=enable-data-downloads,enable-asset-entity-pages,enable-asset-charting-page,enable-jurisdiction-explorer,enable-api-keys

# Lines of .env fill in what the environment does not say; they are values, not shell.
read_env_file() {
  local name value
  [ -f "$ROOT/.env" ] || return 0
  while IFS='=' read -r name value || [ -n "$name" ]; do
    [[ $name =~ ^[A-Z][A-Z0-9_]*$ ]] || continue
    [ -n "${!name+set}" ] || export "$name=$value"
  done <"$ROOT/.env"
}

# Writes what every service is told into one private file, each line a quoted assignment. Each service looks at it first:
# a wrong answer is refused while what runs goes on with the answers it has.
write_settings() {
  compose_settings
  check_settings
  mv "$STATE/settings.new" "$STATE/settings"
}

check_settings() {
  local service refusal
  for service in $(list_programs); do
    refusal=$(SETTINGS_FILE=$STATE/settings.new with_settings "$service" "$STATE/bin/$service" check 2>&1 >/dev/null) && continue
    rm -f "$STATE/settings.new"
    give_front_port_back
    fail "${refusal:-$service does not accept its settings} (nothing that runs was touched)"
  done
}

compose_settings() {
  local name service
  claim_service_ports
  PUBLIC_URL=${PUBLIC_URL:-http://127.0.0.1:$(port gateway)}
  SMTP_URL=${SMTP_URL:-file://$MAIL}
  DEFAULT_FEATURES=${DEFAULT_FEATURES-$LOCAL_FEATURES}
  SAMPLE_DATA=${SAMPLE_DATA:-on}
  # Whoever may become the first administrator is asked about numbers, unless somebody else is named, or nobody.
  CONTACT_DATA_EMAIL=${CONTACT_DATA_EMAIL-admin@localhost.localdomain}
  WORKER_THREADS=${WORKER_THREADS:-$(worker_threads)}
  (
    umask 077
    {
      for name in "${SETTINGS[@]}"; do
        [ -z "${!name+set}" ] || setting "$name" "${!name}"
      done
      setting AUTH_SECRET "$(secret auth 32)"
      setting NATS_URL "$(nats_url)"
      setting REDIS_URL "$(redis_url)"
      for service in $(list_services); do
        name=${service^^}
        setting "${name}_LISTEN" "127.0.0.1:$(port "$service")"
        setting "${name}_ADMIN_LISTEN" "127.0.0.1:$(port "${service}_admin")"
        setting "${name}_URL" "http://127.0.0.1:$(port "$service")"
      done
      setting GATEWAY_LISTEN "127.0.0.1:$(port gateway)"
      setting GATEWAY_ADMIN_LISTEN "127.0.0.1:$(port gateway_admin)"
      setting GATEWAY_SITE_DIR "$SITE"
      [ "${PROFILE:-local}" = release ] || setting MIMALLOC_ALLOW_THP 0
    } >"$STATE/settings.new"
  )
}

# All processes share this machine: with as many threads as cores in each, they mostly wake each other.
worker_threads() { echo $((($(nproc) + 1) / 2)); }

setting() { printf '%s=%q\n' "$1" "$2"; }

claim_service_ports() {
  local service
  for service in $(list_services); do
    claim_port "$service"
    claim_port "${service}_admin" "$service"
  done
  claim_port gateway_admin gateway
}

# Usage: with_settings <service> <command...>; nothing of the caller's environment goes along.
with_settings() {
  local service=$1 database='' settings=${SETTINGS_FILE:-$STATE/settings}
  shift
  ! has "$service" needs postgres || database=$(postgres_url "$service" "$(secret "$service"_database)" "$service")
  (
    kept_path=$PATH kept_home=${HOME:-/}
    while read -r name; do unset "$name"; done < <(compgen -e | grep -vE '^(BASH.*|UID|EUID|PPID|SHELLOPTS)$')
    PATH=$kept_path HOME=$kept_home LANG=C.UTF-8
    set -a
    # shellcheck source=/dev/null
    . "$settings"
    [ -z "$database" ] || printf -v "${service^^}_DATABASE_URL" '%s' "$database"
    export PATH HOME LANG
    "$@"
  )
}
