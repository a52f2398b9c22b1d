# shellcheck shell=bash
# Output for a person at the terminal.

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

note() { printf '  %s\n' "$*"; }

# Runs a command with its output in a log; shows what it is doing and how long it has taken.
# Usage: step <log name> <title> <command...>
step() {
  local log=$LOGS/$1.log title=$2 began=$SECONDS shown=$SECONDS pid code=0
  shift 2
  printf '▸ %s\n' "$title"
  # A process group of its own, so that an interruption reaches everything the command started.
  set -m
  "$@" >"$log" 2>&1 </dev/null 9>&- &
  pid=$!
  set +m
  STEP_PID=$pid
  while kill -0 "$pid" 2>/dev/null; do
    if [ -t 1 ]; then
      printf '\r\033[K  %4d s  %s' $((SECONDS - began)) "$(last_line "$log")"
    elif [ $((SECONDS - shown)) -ge 15 ]; then
      shown=$SECONDS
      printf '  %4d s  %s\n' $((SECONDS - began)) "$(last_line "$log")"
    fi
    sleep 0.2
  done
  wait "$pid" || code=$?
  STEP_PID=
  [ -t 1 ] && printf '\r\033[K'
  if [ "$code" -ne 0 ]; then
    printf '  failed after %d s; the end of %s:\n' $((SECONDS - began)) "$log" >&2
    tail -n "${STEP_TAIL:-40}" "$log" >&2
    return "$code"
  fi
  printf '  done in %d s\n' $((SECONDS - began))
}

last_line() {
  tail -c 2000 "$1" 2>/dev/null | tr '\r' '\n' | sed 's/\x1b\[[0-9;]*[A-Za-z]//g' | grep -av '^ *$' |
    tail -n 1 | cut -c1-90 || true
}

# An interrupted step must not leave its command behind.
STEP_PID=
end_step() { end_group "$STEP_PID"; }

end_group() { # <process group, or nothing>
  local tries
  [ -n "$1" ] || return 0
  kill -TERM -- "-$1" 2>/dev/null || return 0
  for ((tries = 0; tries < 600; tries++)); do
    kill -0 -- "-$1" 2>/dev/null || return 0
    sleep 0.1
  done
  kill -KILL -- "-$1" 2>/dev/null || true
}
