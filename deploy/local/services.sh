# shellcheck shell=bash
# The services of this stack, each a process of its own.

# A fingerprint of the program and settings of a process: if it changes, the process must be restarted.
stamp_of() {
  {
    cat "$STATE/settings/$1"
    # The addresses of the servers, without the logins, which programs read again.
    cat "$URLS"/*/"$1" 2>/dev/null | sed 's|//[^@]*@|//|' || true
    sha256sum <"$STATE/bin/$1"
    [ "$1" != gateway ] || cat "$STATE/site.stamp" 2>/dev/null || true
  } | sha256sum | cut -d' ' -f1
}

# Migrations log in as the owner of the tables, because the service itself cannot change them.
migrate_services() {
  local service
  for service in $(services_with needs postgres); do
    with_settings "$service" env "${service^^}_DATABASE_URL_FILE=$URLS/owner/$service" "$STATE/bin/$service" migrate \
      >"$LOGS/$service-migrate.log" 2>&1 || {
      tail -n 30 "$LOGS/$service-migrate.log" >&2
      fail "$service could not migrate its database"
    }
  done
}

# Loads the data shipped with the services; repeating it changes nothing.
seed_services() {
  local service
  for service in $(services_with commands seed); do
    with_settings "$service" "$STATE/bin/$service" seed >"$LOGS/$service-seed.log" 2>&1 || {
      tail -n 60 "$LOGS/$service-seed.log" >&2
      fail "$service rejected the shipped data"
    }
  done
}

start_service() {
  local service=$1 stamp
  stamp=$(stamp_of "$service")
  if alive "$service"; then
    [ "$(cat "$RUN/$service.stamp" 2>/dev/null)" != "$stamp" ] || return 0
    note "$service changed: restarting it"
    halt "$service"
  fi
  with_settings "$service" launch "$service" "$STATE/bin/$service" serve
  echo "$stamp" >"$RUN/$service.stamp"
}

await_service() { await "$1" 180 http_ready "$(port "$1_admin")" /readyz; }

start_services() {
  local service
  for service in $(list_services); do start_service "$service"; done
  for service in $(list_services); do await_service "$service"; done
  start_service gateway
  await_service gateway
}

# Workers are ready once their first round is done: the sample universe is loaded then, or removed.
start_workers() {
  local worker
  for worker in $(programs_of worker); do start_service "$worker"; done
  for worker in $(programs_of worker); do await "$worker" 1200 http_ready "$(port "${worker}_admin")" /readyz; done
}

stop_services() {
  local program
  for program in $(programs_of worker) $(programs_of http) $(programs_of grpc); do halt "$program"; done
}

# Prints a one-time sign-in link as long as there is no administrator.
first_admin_link() {
  with_settings identity "$STATE/bin/identity" first-admin-link 2>"$LOGS/first-admin-link.log" |
    grep -oE 'https?://[^[:space:]]+' | tail -n 1 || true
}

# Whether the running services store their mails in this stack.
mails_stay_here() { [ "$(with_settings identity printenv SMTP_URL)" = "file://$MAIL" ]; }

# Whether a link works: it leads to this stack, and its hash (SHA-256 of token and an accepted secret) is still in identity.
link_works() { # <link>
  local token secret hashes=''
  [ "${1%%/api/auth/*}/" = "$(with_settings gateway printenv PUBLIC_URL | sed 's:/*$:/:')" ] || return 1
  token=$(sed -nE 's/.*[?&]token=([0-9a-f]+).*/\1/p' <<<"$1")
  while read -r secret; do hashes+="'\\x$(printf '%s%s' "$token" "$secret" | sha256sum | cut -d' ' -f1)'::bytea,"; done <<<"$(secret auth)"
  [ "$(run_psql -d identity -c "SELECT count(*) FROM email_tokens WHERE token_hash IN (${hashes%,}) AND expires_at > now()" 2>/dev/null)" = 1 ]
}

# The sign-in link of the newest mail, decoded from quoted-printable.
newest_mail_link() {
  local newest
  newest=$(find "$MAIL" -maxdepth 1 -name '*.eml' 2>/dev/null | sort | tail -n 1)
  [ -n "$newest" ] || return 0
  tr -d '\r' <"$newest" | sed -e ':a' -e '/=$/{N;s/=\n//;ba}' -e 's/=3D/=/g' |
    grep -oE 'https?://[^[:space:]"<>]*/api/auth/callback/email[^[:space:]"<>]*' | head -n 1 | sed 's/&amp;/\&/g' || true
}
