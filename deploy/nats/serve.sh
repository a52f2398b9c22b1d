#!/bin/sh
# Runs the bus in its container, and ends it when its streams no longer answer, so that the container starts again: a write that
# failed on a full disk stops JetStream of some versions for good, and with room it needs a start to go on. Nothing is lost: what
# was not acknowledged waits in the outbox of its service.
set -eu
sh /nats/write-config.sh
sh /nats/move-streams.sh "$NATS_STORE"
nats-server --config /tmp/nats.conf &
server=$!
for signal in TERM INT HUP; do
  # shellcheck disable=SC2064
  trap "kill -$signal $server 2>/dev/null || true" "$signal"
done

answers() { wget -q -T 5 -O /dev/null "http://127.0.0.1:8222/$1"; }

# Waits for the first answer, because a large store takes long to load.
missed=none
while kill -0 "$server" 2>/dev/null; do
  sleep 5 &
  wait $! || true
  if answers 'healthz?js-enabled-only=true' && answers 'jsz?streams=true'; then
    missed=0
  elif [ "$missed" != none ]; then
    missed=$((missed + 1))
    if [ "$missed" -ge 3 ]; then
      echo "the streams of the bus do not answer: it is started again" >&2
      kill -KILL "$server" 2>/dev/null || true
    fi
  fi
done
status=0
wait "$server" || status=$?
exit "$status"
