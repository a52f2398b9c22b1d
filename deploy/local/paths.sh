# shellcheck shell=bash disable=SC2034
# The paths of a stack.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
# A stack is one private set of servers and services: `main` is the one of `make up`, the tests have their own.
STACK=${ASSAY_STACK:-main}
if [ "$STACK" = main ]; then STATE=$ROOT/.local; else STATE=$ROOT/.local/$STACK; fi
LOGS=$STATE/log
RUN=$STATE/run
PORT_FILE=$STATE/ports
SECRETS=$STATE/secrets
KEYS=$STATE/keys
TLS=$STATE/tls
URLS=$STATE/urls
MAIL=$STATE/mail
SITE=$STATE/site
# Callers may export variables of these names, such as MAIL: here they are replaced.
export -n ROOT STACK STATE LOGS RUN PORT_FILE SECRETS KEYS TLS URLS MAIL SITE

# Cargo is often installed for the user only, and missing from the PATH of a non-login shell.
if ! command -v cargo >/dev/null 2>&1 && [ -x "${CARGO_HOME:-${HOME:-/root}/.cargo}/bin/cargo" ]; then
  PATH="${CARGO_HOME:-${HOME:-/root}/.cargo}/bin:$PATH"
fi
export NEXT_TELEMETRY_DISABLED=1

make_state() {
  # As root, Postgres runs as another user, who must be able to enter the folder.
  mkdir -p "$ROOT/.local" "$STATE" || fail "$STATE cannot be written: it belongs to another user"
  [ -w "$STATE" ] || fail "$STATE cannot be written: it belongs to another user"
  chmod 0711 "$ROOT/.local" "$STATE"
  mkdir -p "$LOGS" "$RUN" "$SECRETS" "$KEYS" "$TLS" "$URLS" "$MAIL"
  chmod 0700 "$LOGS" "$RUN" "$SECRETS" "$KEYS" "$TLS" "$URLS" "$MAIL"
}

# One command at a time per stack; the lock ends with the process that holds it.
lock_stack() {
  mkdir -p "$STATE"
  exec 9>"$STATE/lock"
  flock -n 9 || fail "another command is using $STATE; wait until it ends"
}
