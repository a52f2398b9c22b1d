# shellcheck shell=bash
# Ports: chosen once per stack among the free ones, stored in a file, chosen again only if another program took one.

# Reads the kernel's table, so that no tool and no connection is needed.
port_taken() {
  local hex
  printf -v hex '%04X' "$1"
  awk -v port=":$hex" '$4 == "0A" && substr($2, length($2) - 4) == port { found = 1 } END { exit !found }' \
    /proc/net/tcp /proc/net/tcp6 2>/dev/null
}

port_kept() { [ ! -f "$PORT_FILE" ] || sed -n "s/^$1=//p" "$PORT_FILE" | tail -n 1; }

keep_port() { # <name> <port>
  { grep -v "^$1=" "$PORT_FILE" 2>/dev/null || true; echo "$1=$2"; } >"$PORT_FILE.new"
  mv "$PORT_FILE.new" "$PORT_FILE"
}

# Below the range of outgoing connections, starting at a number that depends on the checkout.
choose_port() { # <name>
  local start candidate
  start=$((20000 + $(printf '%s' "$STATE" | cksum | cut -d' ' -f1) % 600 * 20))
  for ((candidate = start; candidate < 32700; candidate++)); do
    grep -q "=$candidate$" "$PORT_FILE" 2>/dev/null && continue
    port_taken "$candidate" && continue
    keep_port "$1" "$candidate"
    return 0
  done
  fail "no free port found for $1"
}

# The port of a server; a stored one is replaced if the server is down and another program listens there.
claim_port() { # <name> [process]
  local kept
  kept=$(port_kept "$1")
  if [ -z "$kept" ] || { ! alive "${2:-$1}" && port_taken "$kept"; }; then choose_port "$1"; fi
}

port() {
  local kept
  kept=$(port_kept "$1")
  [ -n "$kept" ] || fail "no port has been chosen for $1"
  echo "$kept"
}

# The port of the site: PORT, otherwise 8080, otherwise the next free one.
FRONT_PORT_BEFORE=
claim_front_port() {
  local candidate kept
  kept=$(port_kept gateway)
  FRONT_PORT_BEFORE=$kept
  if [ -n "${PORT:-}" ]; then
    if ! [[ $PORT =~ ^[0-9]{1,5}$ ]] || [ "$PORT" -lt 1 ] || [ "$PORT" -gt 65535 ]; then
      fail "PORT must be a number from 1 to 65535"
    fi
    if port_taken "$PORT" && ! { alive gateway && [ "$kept" = "$PORT" ]; }; then
      fail "PORT=$PORT is taken by another program; choose another: make up PORT=8090"
    fi
    keep_port gateway "$PORT"
    return
  fi
  [ "$STACK" = main ] || { claim_port gateway; return; }
  for ((candidate = 8080; candidate < 8180; candidate++)); do
    if alive gateway && [ "$kept" = "$candidate" ] || ! port_taken "$candidate"; then
      keep_port gateway "$candidate"
      [ "$candidate" -eq 8080 ] || note "port 8080 is taken by another program: using $candidate"
      return
    fi
  done
  fail "ports 8080 to 8179 are all taken; choose one: make up PORT=9000"
}

# A running process keeps its port.
give_front_port_back() { [ -z "$FRONT_PORT_BEFORE" ] || keep_port gateway "$FRONT_PORT_BEFORE"; }
